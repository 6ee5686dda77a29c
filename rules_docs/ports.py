"""What the rule texts may ask of the other pillars; `escale.wiring` plugs the answers in."""

from collections.abc import Callable, Iterable


def _no_engines() -> dict[str, set[str]]:
    return {}


def _no_titles(bgg_ids: Iterable[int]) -> dict[int, dict]:
    return {}


def _no_house(language: str) -> dict | None:
    return None


def _no_table(slug: str) -> str:
    return ""


# Slug of a playable game → the section keys that its engine cites.
engine_keys: Callable[[], dict[str, set[str]]] = _no_engines
# External id → {"name", "url"} of the game title's page in the current language.
titles: Callable[[Iterable[int]], dict[int, dict]] = _no_titles
# What the cover page says of the house today, in one language.
house: Callable[[str], dict | None] = _no_house
# The address where a rule's game can be played here, in the current language; empty when it can not.
play_url: Callable[[str], str] = _no_table
