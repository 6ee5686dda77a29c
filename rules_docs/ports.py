"""What the rule texts ask of the other apps. `escale/wiring.py` connects these ports."""

from collections.abc import Iterable

from escale.common.ports import Port


@Port
def engine_keys() -> dict[str, set[str]]:
    """The section keys that the engine of each game cites, by the slug of the game."""
    return {}


@Port
def titles(bgg_ids: Iterable[int]) -> dict[int, dict]:
    """The "name" and the "url" of each title's page in the current language, by BoardGameGeek id."""
    return {}


@Port
def house(language: str) -> dict | None:
    """What the cover page of a printed rule says about the house today: "name", "cover" and "lines"."""
    return None


@Port
def table_url(game: str) -> str:
    """The address where the game of a rule can be played, in the current language; empty where it cannot."""
    return ""
