"""The endpoint of the puzzle of a day."""

from __future__ import annotations

from django.utils import timezone
from django.utils.translation import gettext as _

from escale.common.api.http import etag_response, refuse_empty
from escale.common.api.problems import Problem
from escale.common.api.schema import DAY, LANGUAGE, problems, query
from games.presenting.teaching.puzzles import choose_puzzle, describe_puzzle_as_data, has_puzzle, parse_day
from games.web.api.games_view import games_view
from games.web.api.teaching.schemas import PuzzleOut


@games_view(
    GET=dict(
        summary="The puzzle of a day: a position in which one action is clearly the best",
        description="The same for everybody. `question.answer` is the best action, `question.because` says "
        "why, and `POST /positions/{id}/` tries any action.",
        operation_id="puzzles_read",
        parameters=[
            LANGUAGE,
            query("day", "A day of the last year, such as 2026-11-20; today if it is absent.", DAY),
        ],
        responses={200: PuzzleOut} | problems(400),
    ),
)
def puzzle(request, game: str):
    refuse_empty(request, ("day",))
    day = parse_day(request.GET["day"]) if "day" in request.GET else timezone.localdate()
    if day is None:
        raise Problem(400, "invalid", errors={"day": [_("A day such as 2026-11-30 is expected.")]})
    placed = choose_puzzle(game, day) if has_puzzle(day) else None
    if placed is None:
        raise Problem(404, "not_found")
    return etag_response(request, describe_puzzle_as_data(placed, day), max_age=300)
