"""Loads the random stream of a match, made of secrets that nothing else reads before the end."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from games.core.chance import FairChance
from games.core.contract import Json
from games.matches.storage import sql
from games.matches.storage.rows import MatchRow

MAX_CACHED_SEEDS = 2000
_SELECT_SEEDS = "SELECT secret, nonces FROM games_matchsecret WHERE match_id = %s"


def load_chance(match: MatchRow) -> FairChance:
    """The provably fair stream of random numbers, at the position that the match has reached."""
    secret, key_parts = _load_seeds(match.id)
    return FairChance(secret, key_parts, match.chance_position)


@lru_cache(MAX_CACHED_SEEDS)
def _load_seeds(match_id: str) -> tuple[bytes, list[bytes]]:
    """The secret of the server and the other parts of the key; they stay the same for the whole match."""
    ((secret, key_parts),) = sql.fetch_rows(_SELECT_SEEDS, [match_id])
    return bytes.fromhex(secret), [bytes.fromhex(part) for part in sql.from_json(key_parts)]


class LazyChance:
    """Chance that reads the secret only when something is drawn, because most moves draw nothing."""

    def __init__(self, match: MatchRow) -> None:
        self._match = match
        self._chance: FairChance | None = None

    def __getattr__(self, name: str) -> Any:
        if self._chance is None:
            self._chance = load_chance(self._match)
        return getattr(self._chance, name)

    def collect_draws(self) -> tuple[Json, int]:
        """The drawn values by label, and the position of the stream after them."""
        if self._chance is None:
            return {}, self._match.chance_position
        return self._chance.take_draws(), self._chance.position
