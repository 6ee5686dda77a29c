"""The shelves of the house, for finding a box in its room."""

from collections.abc import Iterable
from itertools import groupby

from django.db.models import Count, Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from catalogue.models import Copy, Shelf
from catalogue.presenting.title_html import render_titles
from catalogue.search.live_index import catalogue_index
from escale.common.text.folding import build_sort_key

MAX_TITLES = 400  # drawn on one shelf


def sort_shelves(shelves: Iterable[Shelf]) -> list[Shelf]:
    """The shelves in the order in which a visitor walks through the rooms. B2 comes before B10."""
    return sorted(shelves, key=lambda shelf: (shelf.room, shelf.position, build_sort_key(shelf.code)))


def shelves(request: HttpRequest) -> HttpResponse:
    """All shelves by room, each with the number of its boxes."""
    belongs_here = Q(copies__status__in=[Copy.Status.IN, Copy.Status.OUT, Copy.Status.REPAIR])
    stands_here = Q(copies__status=Copy.Status.IN)
    shelves = Shelf.objects.annotate(boxes=Count("copies", belongs_here), there=Count("copies", stands_here))
    rooms = [
        (room, list(group)) for room, group in groupby(sort_shelves(shelves), key=lambda shelf: shelf.room)
    ]
    return render(request, "catalogue/shelves.html", {"rooms": rooms})


def shelf(request: HttpRequest, code: str) -> HttpResponse:
    """One shelf with its boxes, as a drawing and as a list."""
    shelf = Shelf.objects.filter(code=code).first()
    if shelf is None:
        raise Http404
    result = catalogue_index.search(filters={"shelf": [code]}, sort="name", size=MAX_TITLES)
    shelves_of_room = sort_shelves(Shelf.objects.filter(room=shelf.room))
    position = shelves_of_room.index(shelf)
    context = {
        "shelf": shelf,
        "total": result.total,
        "spines": render_titles(result.ids, "spine"),
        "lines": render_titles(result.ids, "line"),
        "before": shelves_of_room[position - 1] if position else None,
        "after": shelves_of_room[position + 1] if position + 1 < len(shelves_of_room) else None,
    }
    return render(request, "catalogue/shelf.html", context)
