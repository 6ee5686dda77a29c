"""The whole catalogue for partners: all of it, and what changed since they last asked."""

from collections.abc import Iterable, Iterator
from itertools import islice

from django.db.models import Q
from django.http import StreamingHttpResponse
from django.urls import reverse
from django.utils.cache import get_conditional_response, quote_etag
from django.utils.http import urlencode

from catalogue import services
from catalogue.exporting import titles as exporter
from catalogue.models import GameTitle, RemovedTitle
from catalogue.web.api import parameters, schemas
from escale.common.api.http import api_view, etag_response, whole_number
from escale.common.api.schema import extend_schema, problems

MOST_CHANGES, LINES = 1_000, 200


@extend_schema(
    operation_id="titles_changes",
    summary="What changed after a version",
    parameters=parameters.CHANGES,
    responses={200: schemas.ChangesOut, **problems(400)},
)
@api_view(["GET"])
def changes(request):
    """Everything that is new or changed, in the order of the changes; tombstones for what is gone."""
    since, after = (whole_number(request, name, 0) or 0 for name in ("since", "after"))
    version = services.current_version()
    later = Q(changed_in__gt=since) | (Q(changed_in=since, pk__gt=after) if after else Q())
    found = GameTitle.objects.filter(later).order_by("changed_in", "pk")
    rows = list(found.values("pk", "slug", "changed_in", "changed_at")[: MOST_CHANGES + 1])
    shown, more = rows[:MOST_CHANGES], len(rows) > MOST_CHANGES
    here = request.build_absolute_uri(request.path)
    link = f"{here}?{urlencode({'since': shown[-1]['changed_in'], 'after': shown[-1]['pk']})}" if more else None
    titles = request.build_absolute_uri(reverse("titles_api"))
    removed = RemovedTitle.objects.none() if after else RemovedTitle.objects.filter(changed_in__gt=since)
    answer = {
        "version": version,
        "results": [_change(row, titles) for row in shown],
        "removed": [_removal(row) for row in removed.order_by("changed_in").values("slug", "changed_in", "removed_at")],
        "next": link,
    }
    return etag_response(request, answer)


def _change(row: dict, titles: str) -> dict:
    told = {"slug": row["slug"], "changed_in": row["changed_in"], "changed_at": row["changed_at"].isoformat()}
    return told | {"url": f"{titles}{row['slug']}/"}


def _removal(row: dict) -> dict:
    return row | {"removed_at": row["removed_at"].isoformat()}


@extend_schema(
    operation_id="titles_export",
    summary="The whole catalogue as CSV, as the importer reads it",
    responses={(200, "text/csv"): str},
)
@api_view(["GET"])
def export(request):
    """Ask again with `If-None-Match`: as long as nothing changed in the catalogue, 304 is all that comes."""
    etag = quote_etag(f"catalogue-{services.current_version()}")
    response = get_conditional_response(request, etag=etag) or _csv()
    response["ETag"], response["Cache-Control"] = etag, "no-cache"
    return response


def _csv() -> StreamingHttpResponse:
    lines = exporter.csv_lines(exporter.OPEN_COLUMNS)
    headers = {"Content-Disposition": 'attachment; filename="catalogue.csv"'}
    return StreamingHttpResponse(_together(lines), content_type="text/csv; charset=utf-8", headers=headers)


def _together(lines: Iterable[str]) -> Iterator[str]:
    """A few hundred lines at a time, so that sending costs less than making them."""
    source = iter(lines)
    while block := "".join(islice(source, LINES)):
        yield block
