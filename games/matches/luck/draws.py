"""Lists all draws of a finished match in order, so that any browser can repeat them from the secret."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from games.core import records
from games.core.chance import FairChance
from games.core.contract import Json
from games.core.real_table.luck import TABLE
from games.matches import replay
from games.matches.errors import MatchError
from games.matches.luck import revealing
from games.matches.storage.secrets import load_secret
from games.models import Match


class RecordedChance(FairChance):
    """A fair stream that records each draw and its result."""

    def __init__(self, secret: bytes, key_parts: Sequence[bytes]) -> None:
        super().__init__(secret, key_parts)
        self.draws: list[Json] = []
        #: the number of the move to which the next draws belong; 0 for the deal
        self.next_move = 0
        #: whether a draw is being made, which may make others: a shuffle draws numbers
        self._is_drawing = False

    def _record(self, request: Json, draw: Callable[[], Any]) -> Any:
        """Calls `draw` and records its result, but not the draws that it makes itself."""
        if self._is_drawing:
            return draw()
        self._is_drawing = True
        try:
            result = draw()
        finally:
            self._is_drawing = False
        self.draws.append({"move": self.next_move, **request, "result": result})
        return result

    def below(self, n: int) -> int:
        return self._record({"draw": "below", "n": n}, lambda: super(RecordedChance, self).below(n))

    def shuffle(self, items: list[Any]) -> None:
        before = list(items)

        def shuffle_items() -> list[Any]:
            super(RecordedChance, self).shuffle(items)
            return list(items)

        self._record({"draw": "shuffle", "items": before}, shuffle_items)

    def dice(self, label: str, count: int) -> Sequence[int]:
        return self._record(
            {"draw": "dice", "count": count}, lambda: super(RecordedChance, self).dice(label, count)
        )

    def pick(self, label: str, items: Sequence[Any]) -> Any:
        return self._record(
            {"draw": "pick", "items": list(items)}, lambda: super(RecordedChance, self).pick(label, items)
        )


def list_draws(match: Match) -> Json:
    """The fields with which a browser checks the luck of the match, and every draw with its result."""
    if match.luck == TABLE:
        raise MatchError("luck_from_table")
    fairness_block = revealing.reveal(match)
    if fairness_block is None:
        raise MatchError("no_fairness")
    stored = load_secret(match.pk)
    key_parts = [bytes.fromhex(part) for part in stored.nonces]
    chance = RecordedChance(bytes.fromhex(stored.secret), key_parts)
    record = replay.load_record(match)
    # These entries of the setup were given with the options, not drawn.
    given_names = record.engine.META.entries_from_options
    given_entries = {name: value for name, value in record.setup.items() if name in given_names}
    # Repeats the draws of the setup, so that they are recorded.
    record.engine.draw(len(record.seats), record.options | given_entries, chance)
    # Discards them here, because `replay` compares each move with what it has drawn.
    chance.take_draws()
    for step in records.replay(record, chance):
        chance.next_move = step.number + 1
    return fairness_block | {"draws": chance.draws}
