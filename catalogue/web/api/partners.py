"""The catalogue for partners: all titles as CSV, and what changed since their last request."""

from collections.abc import Iterable, Iterator
from itertools import islice

from django.db.models import Q
from django.http import StreamingHttpResponse
from django.urls import reverse
from django.utils.cache import get_conditional_response, quote_etag
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from catalogue import services
from catalogue.exporting import titles as exporter
from catalogue.models import GameTitle, RemovedTitle
from catalogue.web.api import parameters, schemas
from escale.common.api.http import api_view, etag_response, whole_number
from escale.common.api.problems import Problem
from escale.common.api.schema import extend_schema, problems
from escale.common.replicas import require_primary

MAX_CHANGES = 1_000
LINES_PER_BLOCK = 200


@extend_schema(
    operation_id="titles_changes",
    summary="What changed after a version",
    parameters=parameters.CHANGES,
    responses={200: schemas.ChangesOut, **problems(400, 409)},
)
@api_view(["GET"])
def changes(request):
    """Everything that is new or changed, in the order of the changes; tombstones for what is gone.

    409 for a version that is still to come, as after a restore: begin again at `restart`, and remove what that answer
    does not name.
    """
    since = whole_number(request, "since", 0) or 0
    after = whole_number(request, "after", 0) or 0
    version = services.current_version()
    if since > version:
        _refuse_later_version(request, since)
    rows = _load_changes(since, after)
    results, has_more = rows[:MAX_CHANGES], len(rows) > MAX_CHANGES
    next_url = None
    if has_more:
        last = results[-1]
        query = urlencode({"since": last["changed_in"], "after": last["pk"]})
        next_url = f"{request.build_absolute_uri(request.path)}?{query}"
    titles_url = request.build_absolute_uri(reverse("titles_api"))
    # The removals stand on the first page only.
    removed = RemovedTitle.objects.none() if after else RemovedTitle.objects.filter(changed_in__gt=since)
    removed_rows = removed.order_by("changed_in").values("slug", "changed_in", "removed_at")
    answer = {
        "version": version,
        "results": [_describe_change(row, titles_url) for row in results],
        "removed": [row | {"removed_at": row["removed_at"].isoformat()} for row in removed_rows],
        "next": next_url,
    }
    return etag_response(request, answer)


def _refuse_later_version(request, since: int) -> None:
    """Refuse a version that the catalogue never had, or has no more because it was restored from a backup."""
    with require_primary():  # A replica may be behind a version that a client has just been told.
        version = services.current_version()
    if since > version:
        sentence = _(
            "The newest version is %(version)d. The catalogue may have been restored from a backup: "
            "begin again with since=0, and remove what that answer does not name."
        )
        restart = f"{request.build_absolute_uri(request.path)}?since=0"
        raise Problem(409, "version_ahead", sentence % {"version": version}, version=version, restart=restart)


def _load_changes(since: int, after: int) -> list[dict]:
    """The titles that changed after the version `since`, in order of change, and one more than a page has.

    `after` is the last title of the page before, when that page ended amid the changes of one version.
    """
    changed_later = Q(changed_in__gt=since)
    if after:
        changed_later |= Q(changed_in=since, pk__gt=after)
    titles = GameTitle.objects.filter(changed_later).order_by("changed_in", "pk")
    return list(titles.values("pk", "slug", "changed_in", "changed_at")[: MAX_CHANGES + 1])


def _describe_change(row: dict, titles_url: str) -> dict:
    return {
        "slug": row["slug"],
        "changed_in": row["changed_in"],
        "changed_at": row["changed_at"].isoformat(),
        "url": f"{titles_url}{row['slug']}/",
    }


@extend_schema(
    operation_id="titles_export",
    summary="The whole catalogue as CSV, as the importer reads it",
    responses={(200, "text/csv"): str},
)
@api_view(["GET"])
def export(request):
    """A request with `If-None-Match` is answered with 304 while nothing has changed in the catalogue."""
    etag = quote_etag(f"catalogue-{services.current_version()}")
    response = get_conditional_response(request, etag=etag) or _csv_response()
    response["ETag"], response["Cache-Control"] = etag, "no-cache"
    return response


def _csv_response() -> StreamingHttpResponse:
    lines = exporter.csv_lines(exporter.PUBLIC_COLUMNS)
    headers = {"Content-Disposition": 'attachment; filename="catalogue.csv"'}
    return StreamingHttpResponse(_join_lines(lines), content_type="text/csv; charset=utf-8", headers=headers)


def _join_lines(lines: Iterable[str]) -> Iterator[str]:
    """A few hundred lines at once: sending each of them would take longer than writing it."""
    source = iter(lines)
    while block := "".join(islice(source, LINES_PER_BLOCK)):
        yield block
