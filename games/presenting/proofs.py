"""What the positions of each rule prove, as a page for developers shows it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from django.utils.formats import number_format

from games.core.contract import Json
from games.presenting.match_view import link_to_rule
from games.presenting.words import game_name
from games.registry import ENGINES, read_proof


class Proof(NamedTuple):
    """One game."""

    game: str
    name: str
    mutants: int
    noticed: int
    noticed_share: str
    with_section: int
    noticed_by_own: int
    own_share: str
    sections: list[Json]
    unnoticed: list[Json]


def list_proofs() -> list[Proof]:
    return [_describe(game, found) for game, found in _read_proofs()]


def _read_proofs() -> Iterator[tuple[str, Any]]:
    for game in ENGINES:
        found = read_proof(game)
        if found is not None:
            yield game, found


def _describe(game: str, found: Json) -> Proof:
    sections = [section | {"url": link_to_rule(game, section["key"])["url"]} for section in found["sections"]]
    return Proof(
        game=game,
        name=game_name(game),
        mutants=found["mutants"],
        noticed=found["noticed"],
        noticed_share=_to_percent(found["noticed"], found["mutants"]),
        with_section=found["with_section"],
        noticed_by_own=found["noticed_by_own"],
        own_share=_to_percent(found["noticed_by_own"], found["with_section"]),
        sections=sections,
        unnoticed=found["unnoticed"],
    )


def _to_percent(part: int, whole: int) -> str:
    return number_format(round(100 * part / max(1, whole), 1), 1)
