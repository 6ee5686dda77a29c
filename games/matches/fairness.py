"""Every draw of a finished match in order, so that a reader's own browser can repeat it from the secret."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.core import records
from games.core.chance import FairChance
from games.core.contract import Json
from games.matches import replay
from games.matches.errors import MatchError
from games.models import Match, MatchSecret


class Witness(FairChance):
    """The fair stream, writing down what it is asked and what it answers."""

    def __init__(self, secret: bytes, nonces: Sequence[bytes]) -> None:
        super().__init__(secret, nonces)
        self.draws: list[Json] = []
        self.move = 0
        self._inside = False

    def _seen(self, asked: Json, answer: Any) -> Any:
        """`answer` draws; what it draws inside belongs to it."""
        if self._inside:
            return answer()
        self._inside = True
        try:
            result = answer()
        finally:
            self._inside = False
        self.draws.append({"move": self.move, **asked, "result": result})
        return result

    def below(self, n: int) -> int:
        return self._seen({"draw": "below", "n": n}, lambda: super(Witness, self).below(n))

    def shuffle(self, items: list[Any]) -> None:
        before = list(items)

        def shuffled() -> list[Any]:
            super(Witness, self).shuffle(items)
            return list(items)

        self._seen({"draw": "shuffle", "items": before}, shuffled)

    def dice(self, label: str, count: int) -> Sequence[int]:
        return self._seen({"draw": "dice", "count": count}, lambda: super(Witness, self).dice(label, count))

    def pick(self, label: str, items: Sequence[Any]) -> Any:
        return self._seen({"draw": "pick", "items": list(items)}, lambda: super(Witness, self).pick(label, items))


def draws(match: Match) -> Json:
    """The commitment, what it stood for, and every draw with its result."""
    secret = MatchSecret.objects.get(match_id=match.pk)
    if not secret.secret:
        raise MatchError("no_fairness")
    nonces = [bytes.fromhex(nonce) for nonce in secret.nonces]
    witness = Witness(bytes.fromhex(secret.secret), nonces)
    record = replay.played(match)
    kept = {name: value for name, value in record.setup.items() if name in record.engine.META.carried}
    record.engine.draw(len(record.seats), record.options | kept, witness)
    witness.collect()
    for step in records.replay(record, witness):
        witness.move = step.number + 1
    return records.fairness(bytes.fromhex(secret.secret), nonces) | {"draws": witness.draws}
