"""Messages at a table: preset phrases for everybody, free text for accounts."""

from __future__ import annotations

from games.matches.errors import MatchError
from games.matches.storage.rows import NewEvent, SeatProof
from games.matches.storage.transactions import write_transaction
from games.matches.writes import append_event, lock_own_seat

PHRASES = ("hello", "good_luck", "well_played", "thanks", "oops", "one_moment", "your_turn", "good_game")


def send_message(*, match_id: str, proof: SeatProof, phrase: str = "", text: str = "") -> int:
    """Appends a phrase or a text to the log. The caller has checked that this seat may send it."""
    with write_transaction():
        match, seat = lock_own_seat(match_id, proof)
        if phrase and phrase not in PHRASES:
            raise MatchError("unknown_phrase", phrase=phrase)
        return append_event(
            match, NewEvent("message", seat.index, {"phrase": phrase} if phrase else {"text": text})
        )
