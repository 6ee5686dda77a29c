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

    def __init__(self, secret: bytes, mixed: Sequence[bytes]) -> None:
        super().__init__(secret, mixed)
        self.draws: list[Json] = []
        self.move = 0
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
        self.draws.append({"move": self.move, **request, "result": result})
        return result

    def below(self, n: int) -> int:
        return self._record({"draw": "below", "n": n}, lambda: super(RecordedChance, self).below(n))

    def shuffle(self, items: list[Any]) -> None:
        before = list(items)

        def shuffled() -> list[Any]:
            super(RecordedChance, self).shuffle(items)
            return list(items)

        self._record({"draw": "shuffle", "items": before}, shuffled)

    def dice(self, label: str, count: int) -> Sequence[int]:
        return self._record(
            {"draw": "dice", "count": count}, lambda: super(RecordedChance, self).dice(label, count)
        )

    def pick(self, label: str, items: Sequence[Any]) -> Any:
        return self._record(
            {"draw": "pick", "items": list(items)}, lambda: super(RecordedChance, self).pick(label, items)
        )


def draws(match: Match) -> Json:
    """The fairness block of the match, and every draw with its result."""
    if match.luck == TABLE:
        raise MatchError("luck_from_table")
    block = revealing.reveal(match)
    if block is None:
        raise MatchError("no_fairness")
    stored = load_secret(match.pk)
    chance = RecordedChance(bytes.fromhex(stored.secret), [bytes.fromhex(part) for part in stored.nonces])
    record = replay.load_record(match)
    given_entries = {
        name: value for name, value in record.setup.items() if name in record.engine.META.entries_from_options
    }
    record.engine.draw(len(record.seats), record.options | given_entries, chance)
    chance.collect()
    for step in records.replay(record, chance):
        chance.move = step.number + 1
    return block | {"draws": chance.draws}
