"""The setup of a match at a real table: loads it, replays the match when more is known, and stores both."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from games.core import records
from games.core.contract import Json, Malformed
from games.core.json_form import encode
from games.core.real_table.luck import TableLuck, TableSetup
from games.core.record_parts import Move
from games.matches import replay
from games.matches.errors import MatchError
from games.matches.replay import Step
from games.matches.storage import sql
from games.matches.storage.rows import MatchRow
from games.matches.storage.secrets import load_secret
from games.models import Match, MatchEvent, MatchSecret, SavedState
from games.registry import ENGINES, load_game


def find_table_luck(game: str) -> TableLuck:
    """How the game is played with people's own dice and cards; MatchError if that is not possible."""
    luck = load_game(game).table_luck
    if luck is None:
        raise MatchError("no_table_luck", game=game)
    return luck


def load_setup(match: MatchRow | Match) -> TableSetup:
    """The setup as far as it is known, also of a packed match."""
    secret = load_secret(match.id)
    luck = find_table_luck(match.game)
    return TableSetup(luck, match.seat_count, match.options, secret.setup, secret.known or {})


def has_stock(setup: TableSetup, label: str) -> bool:
    """Whether cards are turned up from a stock with this label."""
    return any(stock.entry == label for stock in setup.stocks)


def find_drawn_place(label: str, earlier_draws: Iterable[Json]) -> str:
    """The place of the card that a move turns up from a stock, after moves with these draws.

    A move turns up at most one card of a stock, and the cards are turned up in order.
    """
    return f"{label}[{sum(label in drawn_values for drawn_values in earlier_draws)}]"


def store_setup(match_id: str, setup: TableSetup) -> None:
    MatchSecret.objects.filter(match_id=match_id).update(setup=setup.setup, known=setup.known)


class ReplayedMatch(NamedTuple):
    """The match replayed from another setup: its state, and the events of each move by its number."""

    state: Any
    events_by_number: dict[int, list[Json]]


def play_again(match: MatchRow, setup: TableSetup, moves: Sequence[Step] | None = None) -> ReplayedMatch:
    """Replays these moves, or those in force. Malformed if one of them is now against the rules."""
    engine = ENGINES[match.game]
    steps = replay.steps(match) if moves is None else moves
    state = engine.deal(match.seat_count, match.options, setup.setup)
    events_by_number = {}
    for step in steps:
        move = Move(step.seat, step.action, step.drawn_values)
        try:
            ((_number, state, events),) = records.continue_replay(engine, state, [move])
        except Malformed as error:
            raise setup.impossible("this does not fit what has been entered before", error.where) from error
        events_by_number[step.number] = [encode(engine.META.events, event) for event in events]
    return ReplayedMatch(state, events_by_number)


def correct_log(match: MatchRow, replayed: ReplayedMatch) -> None:
    """Corrects the events of moves that contained a stand-in card which is now known."""
    SavedState.objects.filter(match_id=match.id).delete()
    rows = MatchEvent.objects.filter(match_id=match.id, number__in=replayed.events_by_number)
    for row in rows:
        events = sql.from_json(sql.to_json(replayed.events_by_number[row.number]))
        if row.data["events"] != events:
            row.data["events"] = events
            row.save(update_fields=["data"])
