"""The games that can be played, their bots, and records."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpResponse
from django.urls import reverse
from rest_framework.response import Response

from escale.common import limits
from escale.common.api.http import etag_response
from escale.common.api.problems import Problem, enforce
from escale.common.api.renderers import EventStreamRenderer
from escale.common.api.schema import LANGUAGE, problems, query, whole
from games.core.contract import Engine, Json
from games.matches import record_import, replay
from games.matches.errors import MatchError
from games.matches.limits import IMPORT
from games.models import Status
from games.presenting import match_view, strength, words
from games.presenting.teaching import lessons
from games.registry import ENGINES
from games.web.api import game_schemas, response_schemas
from games.web.api.games_view import games_view
from games.web.api.matches import find_match
from games.web.api.teaching.schemas import LessonOut
from games.web.api.typed import record_schemas


def _describe_game(engine: Engine) -> Json:
    meta, api = engine.META, f"{settings.BASE_URL}/api/v1/"
    return {
        "slug": meta.slug,
        "name": words.game_name(meta.slug),
        "version": meta.version,
        "seats": list(meta.seats),
        "options": [
            {"name": option.name, "values": list(option.values), "default": option.values[0]}
            | {"rule": match_view.link_to_rule(meta.slug, option.rule)}
            for option in meta.options
        ],
        "end_reasons": list(meta.end_reasons),
        "bots": [
            level | {"measured": strength.list_results_of_level(meta.slug, level["level"])}
            for level in strength.list_levels(meta.slug)
        ],
        "rule": {"document": meta.slug, "url": f"{settings.BASE_URL}/r/{meta.slug}/overview"},
        "url": f"{api}games/{meta.slug}/",  # deprecated: elsewhere `url` is a page
        "links": {
            "self": f"{api}games/{meta.slug}/",
            "rule": f"{api}rules/{meta.slug}/",
            "page": settings.BASE_URL + reverse("games:game", args=[meta.slug]),
        },
    }


def _describe_game_in_full(engine: Engine) -> Json:
    meta = engine.META
    return _describe_game(engine) | {
        "actions": {name: list(fields) for name, fields in meta.actions.items()},
        "events": {name: list(fields) for name, fields in meta.events.items()},
        "decisions": sorted(meta.decision_kinds),
        "refusals": [
            {"code": f"{meta.slug}.{code}", "rule": match_view.link_to_rule(meta.slug, key)}
            for code, key in sorted(meta.refusals.items())
        ],
    }


@games_view(
    GET=dict(
        summary="The games that can be played here",
        operation_id="games_list",
        parameters=[LANGUAGE],
        responses={200: game_schemas.GameOut(many=True)},
    ),
)
def games(request):
    """Each with its options, its bots and how strong they are, and where its rule is read."""
    return etag_response(request, [_describe_game(engine) for engine in ENGINES.values()])


@games_view(
    GET=dict(
        summary="One game: options, actions, refusals with their rules",
        operation_id="games_read",
        parameters=[LANGUAGE],
        responses={200: game_schemas.FullGameOut},
    ),
)
def game(request, slug: str):
    """Also the names of its actions, events and decisions, and every reason for a refusal.

    Each reason has the section of the rule that gives it.
    """
    if slug not in ENGINES:
        raise Problem(404, "not_found")
    return etag_response(request, _describe_game_in_full(ENGINES[slug]))


@games_view(
    GET=dict(
        summary="The bots of every game and how strong they are, as it was measured",
        operation_id="bots_list",
        parameters=[LANGUAGE],
        responses={200: game_schemas.BotsOut(many=True)},
    ),
)
def bots(request):
    """Each result names the command that repeats the measurement."""
    return etag_response(request, strength.describe_games())


@games_view(
    GET=dict(
        summary="The words that a screen of this game needs",
        operation_id="games_texts",
        parameters=[LANGUAGE],
        responses={200: game_schemas.TEXTS},
    ),
)
def texts(request, slug: str):
    """The words that a table's screen needs, in the reader's language."""
    if slug not in ENGINES:
        raise Problem(404, "not_found")
    return etag_response(request, words.list_screen_words(slug), max_age=300)


@games_view(
    GET=dict(
        summary="A first game in which the reader makes the moves",
        operation_id="games_tutorial",
        parameters=[LANGUAGE],
        responses={200: LessonOut},
    )
)
def tutorial(request, slug: str):
    """Scenes in order: what is said, what the reader is asked to do, and the view of the table."""
    if slug not in ENGINES:
        raise Problem(404, "not_found")
    names = lessons.names_at_table(slug)
    lesson = {
        "game": slug,
        "names": names,
        "reader": lessons.READER,
        "scenes": lessons.list_scenes(slug, names),
    }
    return etag_response(request, lesson, max_age=300)


@games_view(
    GET=dict(
        summary="The game record of a finished match",
        operation_id="matches_record",
        responses={200: record_schemas.RecordShape} | problems(409),
    ),
)
def record(request, match_id: str):
    """A JSON document that anybody can replay without this site: docs/game-record.md describes it."""
    match = find_match(match_id)
    if match.status != Status.FINISHED:
        raise MatchError("not_over")
    response = etag_response(request, replay.record(match))
    response["Content-Disposition"] = f'attachment; filename="{match.game}-{match.pk}.json"'
    return response


@games_view(
    EventStreamRenderer,
    GET=dict(
        summary="Ticks: something happened, read your view again",
        operation_id="matches_stream",
        parameters=[query("after", "The number of the last event you know.", whole(0, 10**9)), LANGUAGE],
        responses={(200, "text/event-stream"): str},
    ),
)
def stream(request, match_id: str):
    """Server-sent events: the number of the newest event as `id`, `{"match": …, "number": …}` as `data`, and
    nothing else. Needs no token. Ends after ten minutes; connect again with `Last-Event-ID`, or with
    `after`."""
    find_match(match_id)
    if request.method == "HEAD":
        return HttpResponse(content_type="text/event-stream; charset=utf-8")
    # The ASGI server answers before this view (games/live/stream.py); a WSGI server cannot stream.
    raise Problem(503, "unavailable")


@games_view(
    POST=dict(
        summary="Import a game record to replay it here",
        operation_id="records_import",
        request=record_schemas.RecordShape,
        responses={201: response_schemas.MatchOut} | problems(400, 422),
    ),
)
def records(request):
    """Every move is played again. The first one against the rules is named in `move`, with its `rule`."""
    enforce(IMPORT, limits.client_key(request))
    match = match_view.describe_match(record_import.record(request.data))
    return Response(match, status=201, headers={"Location": f"/api/v1/matches/{match['id']}/"})
