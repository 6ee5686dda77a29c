"""Views that write the rows of a move and do nothing else, and one that only ticks: what a move costs at the
least.
"""

import json
import time

from django.db import connection, transaction
from django.db.models import F
from django.http import JsonResponse
from django.urls import path
from django.views.decorators.csrf import csrf_exempt

from games.live.hub import HUB
from games.models import Match, MatchEvent

EVENT = (
    "INSERT INTO games_matchevent (match_id, number, kind, seat, at, data) VALUES (%s, %s, "
    "'move', %s, %s, %s)"
)
MATCH = "UPDATE games_match SET number = %s, moved = %s, moves = moves + 1, state = %s WHERE id = %s"
ONE = f"WITH e AS ({EVENT}), m AS ({MATCH}) SELECT pg_notify('escale_ticks', %s)"


def now() -> int:
    return time.time_ns() // 1_000_000


@csrf_exempt
def by_sql(request, match: str):
    """On PostgreSQL one statement; SQLite has no such one, so two."""
    told, at = json.loads(request.body), now()
    event = [match, told["number"], told["seat"], at, json.dumps(told["data"])]
    row = [told["number"], at, json.dumps(told["state"]), match]
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(ONE, [*event, *row, f"{match} {told['number']}"])
        else:
            with transaction.atomic():
                cursor.execute(EVENT, event)
                cursor.execute(MATCH, row)
    HUB.publish([(match, told["number"])])
    return JsonResponse({"number": told["number"]})


@csrf_exempt
def by_orm(request, match: str):
    told, at = json.loads(request.body), now()
    with transaction.atomic():
        found = Match.objects.select_for_update().get(pk=match)
        MatchEvent.objects.create(
            match=found, number=told["number"], kind="move", seat=told["seat"], at=at, data=told["data"]
        )
        changes = {"number": told["number"], "moved_at": at, "state": json.dumps(told["state"])}
        Match.objects.filter(pk=match).update(moves=F("moves") + 1, **changes)
    HUB.publish([(match, told["number"])])
    return JsonResponse({"number": told["number"]})


@csrf_exempt
def tick(request, match: str):
    """The number is the hour of the tick, so that whoever gets it knows how long it took."""
    HUB.publish([(match, time.monotonic_ns() // 1000)])
    return JsonResponse({})


urlpatterns = [
    path("floor/sql/<slug:match>", by_sql),
    path("floor/orm/<slug:match>", by_orm),
    path("floor/tick/<slug:match>", tick),
]
