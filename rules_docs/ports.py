"""The ports through which the rule texts use other apps. `escale/wiring.py` connects them."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from escale.common.ports import Port


@Port
def engine_keys() -> dict[str, set[str]]:
    """The section keys that the engine of each game cites, by the slug of the game."""
    return {}


class SectionProof(NamedTuple):
    """The sections that an engine shows in positions, and the reasons why it cannot show the others."""

    with_position: frozenset[str]
    reasons_without: Mapping[str, str]


@Port
def engine_proofs() -> dict[str, SectionProof]:
    """The sections that have a position in the engine of each game, by the slug of the game."""
    return {}


class ChoiceShown(NamedTuple):
    """A possible answer to the question of a position."""

    label: str
    is_right: bool


class PositionShown(NamedTuple):
    """A position of a game in which a section applies, in the words of one language."""

    id: str
    #: whether the text of the section describes it
    is_example: bool
    question: str
    choices: Sequence[ChoiceShown]
    #: the answer of the engine to the action of the question; may be empty
    because: str
    #: the position as headings with lines: each item has a "heading" and "lines"
    words: Sequence[Mapping]
    svg: str
    #: the address of the drawing, and its size
    picture: str
    width: int
    height: int
    #: the address of the script that lets a reader play on from the position
    script: str


@Port
def positions(document: str) -> dict[str, list[PositionShown]]:
    """The positions of a rule by the key of their section, in the current language."""
    return {}


@Port
def positions_stamp(document: str) -> str:
    """A text that changes with the positions of a rule in the current language."""
    return ""


@Port
def positions_as_data(document: str, key: str) -> list[dict]:
    """The positions of a section as the API shows them, in the current language."""
    return []


@Port
def titles(bgg_ids: Iterable[int]) -> dict[int, dict]:
    """The "name" and the "url" of each title's page in the current language, by BoardGameGeek id."""
    return {}


@Port
def house(language: str) -> dict | None:
    """The facts about the house on the cover page of a printed rule: "name", "cover" and "lines"."""
    return None


@Port
def table_url(game: str) -> str:
    """The address where the game of a rule can be played, in the current language; empty if it cannot."""
    return ""
