"""Pages of the desk. Each page names the permissions that it needs. The admin site checks who is staff."""

from collections.abc import Callable
from functools import wraps

from django.contrib import admin
from django.core.exceptions import BadRequest, PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse

from escale.common.cursors import BadCursor, CursorPage, Order, load_page

View = Callable[..., HttpResponse]
ROWS_PER_PAGE = 50
MAX_ID_DIGITS = 15


def require_permissions(*permissions: str) -> Callable[[View], View]:
    """Returns a decorator for pages that only staff with all of these permissions may open."""
    required = [f"catalogue.{permission}" for permission in permissions]

    def decorate(view: View) -> View:
        @wraps(view)
        def checked_view(request: HttpRequest, *args, **kwargs) -> HttpResponse:
            if not request.user.has_perms(required):
                raise PermissionDenied
            # Forms refuse null characters themselves, but some fields of the desk are read without a form.
            if any("\0" in value for _name, values in request.POST.lists() for value in values):
                raise BadRequest
            return view(request, *args, **kwargs)

        return wraps(view)(admin.site.admin_view(checked_view))

    return decorate


def parse_ids(values: list[str], limit: int = 200) -> list[int]:
    """The ids in the values of a form or an address, in order and without duplicates or other values."""
    ids = [
        int(value)
        for value in values
        if value.isascii() and value.isdecimal() and len(value) <= MAX_ID_DIGITS
    ]
    return list(dict.fromkeys(ids))[:limit]


def load_staff_page(request: HttpRequest, rows: QuerySet, order: Order) -> CursorPage:
    """The page of a list to which the cursor in the address leads; the first page if there is no cursor."""
    try:
        return load_page(rows, order, ROWS_PER_PAGE, request.GET.get("cursor", ""))
    except BadCursor as error:
        raise BadRequest from error
