"""Pages of lists that grow, in the API. `cursor` reaches the whole list, `page` only its beginning."""

from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from escale.common.api.http import PAGE_SIZE, PAGE_SIZE_MAX, refuse_empty, whole_number
from escale.common.api.problems import Problem
from escale.common.api.schema import query
from escale.common.cursors import (
    MAX_DEPTH,
    BadCursor,
    CursorPage,
    Order,
    count_up_to,
    load_numbered_page,
    load_page,
)

DAMAGED = _("This is not a cursor of this list. Begin without a cursor, then follow “next”.")
TOO_DEEP = _(
    "Pages have numbers only up to %(depth)s results. To go further, follow the “next” of a page; it is a "
    "cursor."
)
EITHER = _("Give a cursor or the number of a page, not both.")
CURSOR = query("cursor", "Where to go on; `next` and `previous` have it.")
NUMBERED = query(
    "page",
    f"Number of the page, from 1, within the first {MAX_DEPTH} results.",
    {"type": "integer", "minimum": 1},
)


@dataclass(frozen=True, slots=True)
class ListPage:
    """The rows of one page, and the other members of the response."""

    rows: list[Any]
    count: int | None
    next: str | None
    previous: str | None

    def as_body(self, results: list) -> dict:
        return {"count": self.count, "next": self.next, "previous": self.previous, "results": results}


def load_list_page(request, rows: QuerySet, order: Order) -> ListPage:
    """The requested page. `count` is None if there are more than `MAX_DEPTH` rows."""
    refuse_empty(request, ("cursor",))
    size = whole_number(request, "page_size", default=PAGE_SIZE, low=1, high=PAGE_SIZE_MAX)
    page = _load_cursor_page(request, rows, order, size)
    return ListPage(
        page.rows,
        count=count_up_to(rows),
        next=_page_url(request, page.next) if page.next else None,
        previous=_page_url(request, page.previous) if page.previous else None,
    )


def _load_cursor_page(request, rows: QuerySet, order: Order, size: int) -> CursorPage:
    cursor = request.GET.get("cursor", "")
    if not cursor:
        number = whole_number(request, "page", default=1, low=1)
        if number > 1 and number * size > MAX_DEPTH:
            raise Problem(400, "invalid", errors={"page": [str(TOO_DEEP % {"depth": MAX_DEPTH})]})
        return load_numbered_page(rows, order, size, number)
    if "page" in request.GET:
        raise Problem(400, "invalid", errors={"cursor": [str(EITHER)]})
    try:
        return load_page(rows, order, size, cursor)
    except BadCursor as error:
        raise Problem(400, "invalid", errors={"cursor": [str(DAMAGED)]}) from error


def _page_url(request, cursor: str) -> str:
    parameters = request.GET.copy()
    parameters.pop("page", None)
    parameters["cursor"] = cursor
    return request.build_absolute_uri(f"{request.path}?{parameters.urlencode()}")
