"""The site's addresses, and three views that do next to nothing: what a page costs before it does
anything.
"""

from django.http import HttpResponse, JsonResponse
from django.urls import path

from catalogue.models import GameTitle
from escale.urls import handler400, handler403, handler404, handler500, urlpatterns
from tests.bench import floors

__all__ = ["handler400", "handler403", "handler404", "handler500", "urlpatterns"]


def empty(request):
    return HttpResponse("ok")


def one_row(request):
    return HttpResponse(GameTitle.objects.order_by("pk").first().slug)


def bare_json(request):
    return JsonResponse({"ok": True})


urlpatterns = [
    path("floor/empty", empty),
    path("floor/row", one_row),
    path("floor/json", bare_json),
    *floors.urlpatterns,
    *urlpatterns,
]
