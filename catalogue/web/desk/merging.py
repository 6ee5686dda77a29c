"""Two entries of one game made one: both side by side first, then for good."""

from django.contrib import messages
from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from catalogue.desk import DeskRefusal, cataloguing
from catalogue.models import GameTitle
from catalogue.search.live_index import catalogue_index
from catalogue.web.desk import needs

FOUND = 8


@needs("change_gametitle", "delete_gametitle")
def merge(request: HttpRequest) -> HttpResponse:
    given = request.POST if request.method == "POST" else request.GET
    keep, gone = _wanted(given.get("keep", "")), _wanted(given.get("gone", ""))
    if request.method == "POST" and keep and gone:
        try:
            kept = cataloguing.merge(keep=keep, gone=gone, who=request.user)
        except DeskRefusal as refusal:
            messages.error(request, str(refusal))
        else:
            messages.success(request, _("Merged into “%(title)s”. Old links lead there.") % {"title": kept.name})
            return redirect(reverse("admin:catalogue_gametitle_change", args=[kept.pk]))
    query = request.GET.get("q", "").strip()[:200]
    ids = catalogue_index.search(query, size=FOUND).ids if query else []
    found = GameTitle.objects.with_names().annotate(boxes=Count("copies")).in_bulk(ids)
    context = {"keep": keep, "gone": gone, "query": query, "found_titles": [found[pk] for pk in ids if pk in found]}
    return render(request, "catalogue/desk/merge.html", context)


def _wanted(slug: str) -> GameTitle | None:
    return GameTitle.objects.with_names().annotate(boxes=Count("copies")).filter(slug=slug).first() if slug else None
