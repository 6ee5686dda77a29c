"""The catalogue for partners: all titles as CSV, and the changes since their last request."""

import zlib
from collections.abc import Iterable, Iterator
from itertools import islice

from django.conf import settings
from django.core.cache import cache
from django.db.models import F, Q
from django.http import HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.cache import get_conditional_response, quote_etag
from django.utils.http import urlencode
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from rest_framework.decorators import renderer_classes

from catalogue import services
from catalogue.exporting import titles as exporter
from catalogue.exporting.title_lines import generate_title_lines
from catalogue.models import GameTitle, RemovedTitle
from catalogue.presenting.records.cached_records import load_cached_records
from catalogue.web.api import parameters, schemas
from escale.common.api.http import LICENCE_LINK, api_view, etag_response, whole_number
from escale.common.api.problems import Problem
from escale.common.api.renderers import CsvRenderer, NdjsonRenderer, offer
from escale.common.api.schema import extend_schema, problems
from escale.common.replicas import require_primary

MAX_CHANGES, MAX_EXPANDED_CHANGES = 1_000, 100
LINES_PER_BLOCK = 200
CSV_TYPE = "text/csv; charset=utf-8"
MAX_CACHED_BYTES, CACHE_SECONDS = 20_000_000, 3600


@extend_schema(
    operation_id="titles_changes",
    summary="What changed after a version",
    parameters=parameters.CHANGES,
    responses={200: schemas.ChangesOut, **problems(400, 409)},
)
@api_view(["GET"])
def changes(request):
    """New and changed titles in the order of the changes, and tombstones of removed titles.

    409 for a version that is still to come, or that a restore from a backup has undone: begin again at
    `restart`, and remove what that answer does not name.
    """
    since = whole_number(request, "since", 0) or 0
    after = whole_number(request, "after", 0) or 0
    version = services.current_version()
    if since > version:
        _refuse_later_version(request, since)
    if since and services.is_lost(since):
        sentence = _("A restore from a backup has undone this version: begin again at “restart”.")
        raise Problem(409, "version_lost", sentence, version=version, restart=_restart_url(request))
    is_expanded = bool(whole_number(request, "expand", 0, 0, 1))
    most = MAX_EXPANDED_CHANGES if is_expanded else MAX_CHANGES
    rows = _load_changes(since, after, most)
    results, has_more = rows[:most], len(rows) > most
    next_url = None
    if has_more:
        last = results[-1]
        query = urlencode(
            {"since": last["changed_in"], "after": last["pk"]} | ({"expand": 1} if is_expanded else {})
        )
        next_url = f"{request.build_absolute_uri(request.path)}?{query}"
    titles_url = request.build_absolute_uri(reverse("titles_api"))
    removed_rows = [] if after else _load_removals(since)  # only on the first page
    change_records = [_describe_change(row, titles_url) for row in results]
    if is_expanded:
        change_records = _expand(change_records, [row["pk"] for row in results])
    answer = {
        "version": version,
        "results": change_records,
        "removed": removed_rows,
        "next": next_url,
    }
    return _with_licence(etag_response(request, answer))


def _with_licence(response: HttpResponseBase) -> HttpResponseBase:
    response["Link"] = LICENCE_LINK
    return response


def _expand(changes: list[dict], ids: list[int]) -> list[dict]:
    """The changes with the records of their titles. A title that was removed meanwhile has no record."""
    records = {entry.id: entry.record for entry in load_cached_records(ids)}
    return [change | {"title": records.get(id)} for change, id in zip(changes, ids, strict=True)]


def _refuse_later_version(request, since: int) -> None:
    """Refuses a version that the catalogue never had, or lost when it was restored from a backup."""
    with require_primary():  # A replica may not have the version yet that a client has just received.
        version = services.current_version()
    if since > version:
        sentence = _(
            "The newest version is %(version)d. The catalogue may have been restored from a backup: "
            "begin again with since=0, and remove what that response does not list."
        )
        raise Problem(
            409,
            "version_ahead",
            sentence % {"version": version},
            version=version,
            restart=_restart_url(request),
        )


def _restart_url(request) -> str:
    """The address at which a mirror begins again."""
    return f"{request.build_absolute_uri(request.path)}?since=0"


def _load_changes(since: int, after: int, most: int) -> list[dict]:
    """At most `most` titles that changed after the version `since`, in order of change, and one more.

    `after` is the last title of the page before, if this page ended within the changes of one version.
    """
    changed_later = Q(changed_in__gt=since)
    if after:
        changed_later |= Q(changed_in=since, pk__gt=after)
    titles = GameTitle.objects.listed().filter(changed_later).order_by("changed_in", "pk")
    return list(titles.values("pk", "slug", "changed_in", "changed_at")[: most + 1])


def _load_removals(since: int) -> list[dict]:
    """The titles that were removed after this version, or have become titles for reference."""
    removed = RemovedTitle.objects.filter(changed_in__gt=since)
    rows = list(removed.values_list("slug", "changed_in", "removed_at"))
    if since:
        # A title that is unchanged since its import was for reference from the beginning.
        hidden = (
            GameTitle.objects.unlisted().filter(changed_in__gt=since).exclude(changed_in=F("row_version"))
        )
        rows += hidden.values_list("slug", "changed_in", "changed_at")
    rows.sort(key=lambda row: row[1])
    return [
        {"slug": slug, "changed_in": version, "removed_at": moment.isoformat()}
        for slug, version, moment in rows
    ]


def _describe_change(row: dict, titles_url: str) -> dict:
    return {
        "slug": row["slug"],
        "changed_in": row["changed_in"],
        "changed_at": row["changed_at"].isoformat(),
        "url": f"{titles_url}{row['slug']}/",  # deprecated: in other records, `url` is a page
        "links": {
            "self": f"{titles_url}{row['slug']}/",
            "page": settings.BASE_URL + reverse("catalogue:title", args=[row["slug"]]),
        },
    }


@extend_schema(
    operation_id="titles_export",
    summary="The whole catalogue as CSV, as the importer reads it",
    responses={(200, "text/csv"): str},
)
@api_view(["GET"])
@renderer_classes(offer(CsvRenderer))
def export(request):
    """One row for each box: a title with two boxes has two rows, and a title without a box has one. Free for
    any use (CC0); names of games belong to their owners. A request with `If-None-Match` is answered with 304
    while nothing has changed in the catalogue."""
    version = services.current_version()
    etag = quote_etag(f"catalogue-{version}")
    response = get_conditional_response(request, etag=etag) or _csv_response(version)
    response["ETag"], response["Cache-Control"] = etag, "no-cache"
    return _with_licence(response)


def _csv_response(version: int) -> HttpResponseBase:
    """The file for this version of the catalogue, from the cache unless it is too large for it."""
    headers = {"Content-Disposition": 'attachment; filename="catalogue.csv"'}
    cache_key = f"catalogue-csv-{version}"
    cached = cache.get(cache_key)
    if cached is not None:
        return HttpResponse(zlib.decompress(cached), content_type=CSV_TYPE, headers=headers)
    lines = exporter.csv_lines(exporter.PUBLIC_COLUMNS)
    blocks = _keep_file(_join_lines(lines), cache_key)
    return StreamingHttpResponse(blocks, content_type=CSV_TYPE, headers=headers)


def _keep_file(blocks: Iterable[str], cache_key: str) -> Iterator[str]:
    """Yields the blocks, and stores the whole file in the cache after the last one."""
    compressor = zlib.compressobj(1)
    parts: list[bytes] = []
    size = 0
    for block in blocks:
        if size <= MAX_CACHED_BYTES:
            encoded = block.encode()
            size += len(encoded)
            parts.append(compressor.compress(encoded))
        yield block
    if size <= MAX_CACHED_BYTES:
        parts.append(compressor.flush())
        cache.set(cache_key, b"".join(parts), CACHE_SECONDS)


def _join_lines(lines: Iterable[str]) -> Iterator[str]:
    """Yields a few hundred lines at once: sending each line by itself takes longer than writing it."""
    source = iter(lines)
    while block := "".join(islice(source, LINES_PER_BLOCK)):
        yield block


@extend_schema(
    operation_id="titles_export_ndjson",
    summary="The whole catalogue with all details, one title a line",
    parameters=[parameters.LANGUAGE],
    responses={(200, "application/x-ndjson"): str},
)
@api_view(["GET"])
@renderer_classes(offer(NdjsonRenderer))
def export_lines(request):
    """Each line is a title as `/titles/{slug}/` shows it, in the order in which the titles were entered. Free
    for any use (CC0); names of games belong to their owners."""
    version = services.current_version()
    etag = quote_etag(f"catalogue-{version}-{get_language()}")
    response = get_conditional_response(request, etag=etag) or StreamingHttpResponse(
        generate_title_lines(get_language()), content_type="application/x-ndjson"
    )
    response["ETag"], response["Cache-Control"] = etag, "no-cache"
    return _with_licence(response)
