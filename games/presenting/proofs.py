"""The results of mutation testing, for a page for developers: what the positions of each rule prove."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from django.utils.formats import number_format

from games.core.contract import Json
from games.presenting.match_view import link_to_rule
from games.presenting.words import game_name
from games.registry import ENGINES, read_mutation_results


class Proof(NamedTuple):
    """The results of one game."""

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
    return [_describe(game, results) for game, results in _read_results()]


def _read_results() -> Iterator[tuple[str, Any]]:
    for game in ENGINES:
        results = read_mutation_results(game)
        if results is not None:
            yield game, results


def _describe(game: str, results: Json) -> Proof:
    sections = [
        section | {"url": link_to_rule(game, section["key"])["url"]} for section in results["sections"]
    ]
    return Proof(
        game=game,
        name=game_name(game),
        mutants=results["mutants"],
        noticed=results["noticed"],
        noticed_share=_to_percent(results["noticed"], results["mutants"]),
        with_section=results["with_section"],
        noticed_by_own=results["noticed_by_own"],
        own_share=_to_percent(results["noticed_by_own"], results["with_section"]),
        sections=sections,
        unnoticed=results["unnoticed"],
    )


def _to_percent(part: int, whole: int) -> str:
    return number_format(round(100 * part / max(1, whole), 1), 1)
