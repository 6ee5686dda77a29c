"""The positions of a rule for its readers: as parts of a page, and as data of the API."""

from __future__ import annotations

import hashlib
from functools import cache
from typing import Any, NamedTuple

from django.urls import reverse

from escale.common import languages
from games.core.contract import Json
from games.presenting.teaching.positions import DescribedPosition, PlacedPosition, describe, list_positions
from games.presenting.teaching.trials import play_trial


class ReadPosition(NamedTuple):
    """A position with the address and the size of its drawing."""

    section: str
    described: DescribedPosition
    picture: str
    width: int
    height: int


def read_positions(game: str) -> list[ReadPosition]:
    """All positions of a game in the active language."""
    return [_read(placed, describe(placed)) for placed in list_positions(game)]


def _read(placed: PlacedPosition, described: DescribedPosition) -> ReadPosition:
    picture = link_picture(described)
    return ReadPosition(placed.position.section, described, picture, described.width, described.height)


def compute_stamp(game: str) -> str:
    """A digest of everything that a page shows of the positions of a game in the active language."""
    return _compute_stamp(game, languages.current())


@cache
def _compute_stamp(game: str, language: str) -> str:
    return hashlib.sha256(repr(read_positions(game)).encode()).hexdigest()[:8]


def link_picture(described: DescribedPosition) -> str:
    """The address of the drawing, which changes with the drawing."""
    return reverse("position_drawing", args=[languages.current(), described.id]) + f"?v={described.digest}"


def describe_as_data(placed: PlacedPosition) -> Json:
    """The question with its answers, the view of the seat that decides, and its menu."""
    described = describe(placed)
    view = play_trial(placed, [])
    question: dict[str, Any] = {
        "text": described.text,
        "choices": described.choices,
        "answer": described.choices[described.answer]["value"],
        "because": described.because,
    }
    facts = {"id": placed.id, "game": placed.game, "section": placed.position.section}
    return facts | {
        "question": question,
        "picture": link_picture(described),
        "view": view,
        "menu": view["menu"],
    }


def list_as_data(game: str, section: str) -> list[Json]:
    return [describe_as_data(placed) for placed in list_positions(game) if placed.position.section == section]
