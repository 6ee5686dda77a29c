"""The root of the API, its schema and the page that explains it."""

from django.shortcuts import render
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularJSONAPIView
from rest_framework.decorators import api_view

from escale import home
from escale.common.http import etag_response

schema = SpectacularJSONAPIView.as_view()

# What the root links to; a pillar adds the lists that it offers.
LINKS = {"titles": "titles/", "games": "games/", "matches": "matches/", "bots": "bots/", "rules": "rules/"}


def docs(request):
    """Swagger UI from our own files, in our own page: its template would set styles that our policy refuses."""
    request.page_paths = {}  # one address for all languages
    return render(request, "escale/api_docs.html")


@extend_schema(responses={200: {"type": "object", "additionalProperties": True}}, operation_id="root")
@api_view(["GET"])
def root(request):
    """Where everything is: begin here and follow the links."""
    here = request.build_absolute_uri(reverse("api_root"))
    links = {name: here + path for name, path in LINKS.items()}
    documents = {"schema": here + "schema/", "docs": here + "docs/"}
    return etag_response(request, {"name": "Escale à jeux", "version": 1} | links | documents, max_age=300)


@extend_schema(responses={200: {"type": "object", "additionalProperties": True}}, operation_id="suggest")
@api_view(["GET"])
def suggest(request):
    """As one types: the best titles and rules together."""
    query = " ".join(request.GET.get("q", "").split())[:200]
    return etag_response(request, {"results": home.suggestions(query) if query else []}, max_age=60)
