"""Merges two entries of the same game: shows both side by side, then merges them permanently."""

from django.contrib import messages
from django.db.models import Count, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from catalogue.desk import DeskRefusal, cataloguing
from catalogue.models import GameTitle
from catalogue.search.live_index import catalogue_index
from catalogue.web.desk import require_permissions

MAX_FOUND = 8


@require_permissions("change_gametitle", "delete_gametitle")
def merge(request: HttpRequest) -> HttpResponse:
    parameters = request.POST if request.method == "POST" else request.GET
    keep, gone = _load_title(parameters.get("keep", "")), _load_title(parameters.get("gone", ""))
    if request.method == "POST" and keep and gone:
        try:
            merged = cataloguing.merge_titles(keep=keep, gone=gone, who=request.user)
        except DeskRefusal as refusal:
            messages.error(request, str(refusal))
        else:
            messages.success(
                request, _("Merged into “%(title)s”. Old links lead there.") % {"title": merged.name}
            )
            return redirect(reverse("admin:catalogue_gametitle_change", args=[merged.pk]))
    query = request.GET.get("q", "").strip()[:200]
    context = {
        "keep": keep,
        "gone": gone,
        "query": query,
        "found_titles": _find_titles(query) if query else [],
    }
    return render(request, "catalogue/desk/merge.html", context)


def _titles_with_boxes() -> QuerySet[GameTitle]:
    return GameTitle.objects.with_names().annotate(boxes=Count("copies"))


def _load_title(slug: str) -> GameTitle | None:
    return _titles_with_boxes().filter(slug=slug).first() if slug else None


def _find_titles(query: str) -> list[GameTitle]:
    ids = catalogue_index.search(query, size=MAX_FOUND).ids
    titles = _titles_with_boxes().in_bulk(ids)
    return [titles[id] for id in ids if id in titles]
