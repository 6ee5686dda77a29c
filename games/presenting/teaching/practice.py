"""The lesson of five minutes and the quiz.

The lesson has a question for each section that a first match needs, the quiz questions about all sections.
Nothing is stored: the address of the page contains the reader's progress.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from games.core.contract import Json
from games.presenting.match_view import find_rule
from games.presenting.teaching.positions import (
    DescribedPosition,
    PlacedPosition,
    count_further,
    describe,
    find_position,
    place_positions,
)
from games.presenting.teaching.reading_positions import link_picture
from games.registry import load_probes

#: Each section that was answered wrongly is asked once more, but at most this many.
MAX_MISSED = 12
MAX_NUMBER = 999
#: the step between sections of the quiz, so that they do not come in the order of the rule
STRIDE = 7


class Verdict(NamedTuple):
    """Whether an answer is right, with the engine's explanation; a wrong one opens the section."""

    is_right: bool
    choice: str
    right_choice: str
    because: str
    section: Json


class Question(NamedTuple):
    """The position that the page asks about."""

    described: DescribedPosition
    picture: str
    section: str


class Practice(NamedTuple):
    """One page of a lesson or of the quiz."""

    verdict: Verdict | None
    #: None when the lesson is over
    question: Question | None
    #: the number of the question, from 0
    number: int
    #: how many questions there are; None in the quiz, which never ends
    total: int | None
    missed: list[str]
    #: the sections that were answered wrongly, to read them again
    sections: list[Json]


def read_practice(game: str, query: Mapping[str, str], *, ends: bool) -> Practice:
    """The page that an address asks for; wrong values in the address are ignored."""
    plan = [key for key in load_probes(game).sections_of_first_match if _get_first(game, key)]
    missed = [key for key in query.get("missed", "").split(",") if _get_first(game, key)][:MAX_MISSED]
    number = _read_number(query.get("number", ""))
    verdict = _judge(game, query)
    if verdict and not verdict.is_right and verdict.section["key"] not in missed:
        missed.append(verdict.section["key"])
    queue = plan + missed
    if ends:
        placed = _place_in_lesson(game, queue, number, len(plan))
    else:
        placed = _place_in_quiz(game, query.get("section", ""), number)
    return Practice(
        verdict=verdict,
        question=_ask(placed) if placed else None,
        number=number,
        total=len(queue) if ends else None,
        missed=missed,
        sections=[find_rule(game, key, None) for key in missed] if not placed else [],
    )


def _read_number(text: str) -> int:
    is_number = text.isascii() and text.isdecimal() and len(text) <= len(str(MAX_NUMBER))
    return int(text) if is_number else 0


def _get_first(game: str, section: str) -> PlacedPosition | None:
    return place_positions().get(f"{game}-{section}")


def _place_in_lesson(game: str, queue: list[str], number: int, planned: int) -> PlacedPosition | None:
    """The shortest position of each section; sections that are asked again have another position."""
    if number >= len(queue):
        return None
    first = _get_first(game, queue[number])
    return _vary(first, number + 1) if first and number >= planned else first


def _place_in_quiz(game: str, section: str, number: int) -> PlacedPosition | None:
    """Another position for each number, of one section or of all of them in turn."""
    own = [placed for placed in place_positions().values() if placed.game == game]
    first = _get_first(game, section) or own[number * STRIDE % len(own)]
    return _vary(first, number + 1 if _get_first(game, section) else number // len(own) + 1)


def _vary(first: PlacedPosition, number: int) -> PlacedPosition:
    """A further position of the same section, if there is one."""
    count = count_further(first)
    return (find_position(f"{first.id}-{1 + (number - 1) % count}") if count else None) or first


def _ask(placed: PlacedPosition) -> Question:
    described = describe(placed)
    return Question(described, link_picture(described), placed.position.section)


def _judge(game: str, query: Mapping[str, str]) -> Verdict | None:
    """The verdict on the answer in the address; None if there is none."""
    placed = find_position(query.get("of", ""))
    if placed is None or placed.game != game or "answer" not in query:
        return None
    described = describe(placed)
    answer = _read_number(query["answer"])
    if answer >= len(described.choices):
        return None
    return Verdict(
        is_right=answer == described.answer,
        choice=described.choices[answer]["label"],
        right_choice=described.choices[described.answer]["label"],
        because=described.because,
        section=find_rule(game, placed.position.section, None),
    )
