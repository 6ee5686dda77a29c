"""Pages of the desk. Each says which permission it asks for; who is staff, and proven to be, the admin site decides."""

from collections.abc import Callable
from functools import wraps

from django.contrib import admin
from django.core.exceptions import BadRequest, PermissionDenied
from django.http import HttpRequest, HttpResponse

View = Callable[..., HttpResponse]


def needs(*permissions: str) -> Callable[[View], View]:
    """The page opens for staff with all of these permissions of the catalogue."""
    wanted = [f"catalogue.{permission}" for permission in permissions]

    def dress(view: View) -> View:
        @wraps(view)
        def guarded(request: HttpRequest, *args, **kwargs) -> HttpResponse:
            if not request.user.has_perms(wanted):
                raise PermissionDenied
            # What forms refuse by themselves, in fields that are read without one.
            if any("\0" in value for _name, values in request.POST.lists() for value in values):
                raise BadRequest
            return view(request, *args, **kwargs)

        return wraps(view)(admin.site.admin_view(guarded))

    return dress


def ids(values: list[str], most: int = 200) -> list[int]:
    """The ids among what a form or an address sent, each once, in their order."""
    numbers = (value for value in values if value.isascii() and value.isdecimal() and len(value) < 16)
    return list(dict.fromkeys(map(int, numbers)))[:most]
