"""The bookcases of the house, for finding a box in the room."""

from collections.abc import Iterable
from itertools import groupby

from django.db.models import Count, Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from catalogue.models import Copy, Shelf
from catalogue.presenting.title_html import render_titles
from catalogue.search.live_index import catalogue_index
from escale.common.text.folding import build_sort_key

MOST = 400  # boxes drawn on one shelf


def in_order(shelves: Iterable[Shelf]) -> list[Shelf]:
    """As one walks through the rooms; B2 comes before B10."""
    return sorted(shelves, key=lambda shelf: (shelf.room, shelf.position, build_sort_key(shelf.code)))


def shelves(request: HttpRequest) -> HttpResponse:
    """All shelves by room, each with how many boxes stand on it."""
    kept = Q(copies__status__in=[Copy.Status.IN, Copy.Status.OUT, Copy.Status.REPAIR])
    counted = Shelf.objects.annotate(
        boxes=Count("copies", kept), there=Count("copies", Q(copies__status=Copy.Status.IN))
    )
    rooms = [(room, list(group)) for room, group in groupby(in_order(counted), key=lambda shelf: shelf.room)]
    return render(request, "catalogue/shelves.html", {"rooms": rooms})


def shelf(request: HttpRequest, code: str) -> HttpResponse:
    """One shelf drawn as it stands, and as a list."""
    found = Shelf.objects.filter(code=code).first()
    if found is None:
        raise Http404
    answer = catalogue_index.search(filters={"shelf": [code]}, sort="name", size=MOST)
    beside = in_order(Shelf.objects.filter(room=found.room))
    at = beside.index(found)
    context = {
        "shelf": found,
        "total": answer.total,
        "spines": render_titles(answer.ids, "spine"),
        "lines": render_titles(answer.ids, "line"),
        "before": beside[at - 1] if at else None,
        "after": beside[at + 1] if at + 1 < len(beside) else None,
    }
    return render(request, "catalogue/shelf.html", context)
