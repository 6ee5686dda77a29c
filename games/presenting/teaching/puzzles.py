"""The puzzle of a day, which is the same for everybody: the date selects one of those of the game."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta
from typing import NamedTuple

from django.utils import timezone
from django.utils.formats import number_format

from games.core.contract import Json
from games.presenting.match_view import find_rule
from games.presenting.teaching.positions import PlacedPosition, describe, place_puzzles
from games.presenting.teaching.practice import Question, Verdict
from games.presenting.teaching.reading_positions import describe_as_data, link_picture

#: puzzles of up to a year ago can be solved
MAX_DAYS_BACK = 366


class ChoiceWorth(NamedTuple):
    """A choice in the solution."""

    label: str
    is_best: bool
    #: how many of a hundred matches are won after it
    wins: str
    #: the error of that number; empty if it is exact
    margin: str


class PuzzlePage(NamedTuple):
    """A puzzle of a day as its page shows it."""

    day: date
    day_before: date | None
    #: None if that is today
    day_after: date | None
    question: Question
    verdict: Verdict | None
    #: the best first, once an answer was given
    worths: list[ChoiceWorth]
    is_exact: bool


def read_day(text: str) -> date | None:
    """The day in an address; None if it has no puzzle."""
    day = parse_day(text)
    return day if day and has_puzzle(day) else None


def parse_day(text: str) -> date | None:
    """The day of a text such as 2026-11-30; None for any other text."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def has_puzzle(day: date) -> bool:
    today = timezone.localdate()
    return today - timedelta(days=MAX_DAYS_BACK) <= day <= today


def choose_puzzle(game: str, day: date) -> PlacedPosition | None:
    """The puzzle of that day; None for a game without puzzles."""
    own = [placed for placed in place_puzzles().values() if placed.game == game]
    return own[day.toordinal() % len(own)] if own else None


def read_page(game: str, query: Mapping[str, str]) -> PuzzlePage | None:
    """The page that an address asks for. Without a day it is today's; wrong values are ignored."""
    today = timezone.localdate()
    day = read_day(query.get("day", "")) or today
    placed = choose_puzzle(game, day)
    if placed is None or placed.puzzle is None:
        return None
    verdict = _judge(placed, query.get("answer", ""))
    described = describe(placed)
    return PuzzlePage(
        day=day,
        day_before=read_day((day - timedelta(days=1)).isoformat()),
        day_after=day + timedelta(days=1) if day < today else None,
        question=Question(described, link_picture(described), placed.position.section),
        verdict=verdict,
        worths=list_worths(placed) if verdict else [],
        is_exact=is_exact(placed),
    )


def _judge(placed: PlacedPosition, answer: str) -> Verdict | None:
    """The verdict on an answer; None if there is none."""
    described = describe(placed)
    if answer not in [str(place) for place in range(len(described.choices))]:
        return None
    return Verdict(
        is_right=int(answer) == described.answer,
        choice=described.choices[int(answer)]["label"],
        right_choice=described.choices[described.answer]["label"],
        because=described.because,
        section=find_rule(placed.game, placed.position.section, None),
    )


def is_exact(placed: PlacedPosition) -> bool:
    """Whether the worth of the choices was solved, and not estimated."""
    assert placed.puzzle is not None
    return not any(choice.margin for choice in placed.puzzle.choices)


def list_worths(placed: PlacedPosition) -> list[ChoiceWorth]:
    assert placed.puzzle is not None
    labels = [choice["label"] for choice in describe(placed).choices]
    worths = sorted(enumerate(placed.puzzle.choices), key=lambda pair: -pair[1].value)
    return [
        ChoiceWorth(
            label=labels[place],
            is_best=place == placed.puzzle.best,
            wins=number_format(round(100 * choice.value)),
            margin=number_format(round(100 * choice.margin)) if choice.margin else "",
        )
        for place, choice in worths
    ]


def describe_puzzle_as_data(placed: PlacedPosition, day: date) -> Json:
    """The position with its question, and the worth of each choice."""
    assert placed.puzzle is not None
    values = [{"value": choice.value, "margin": choice.margin} for choice in placed.puzzle.choices]
    return describe_as_data(placed) | {
        "day": day.isoformat(),
        "values": values,
        "is_exact": is_exact(placed),
    }
