"""The root of the API, its schema and the page that explains it."""

from django.urls import reverse
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularJSONAPIView, SpectacularSwaggerSplitView
from rest_framework.decorators import api_view

from escale import home
from escale.common.http import etag_response

schema = SpectacularJSONAPIView.as_view()
_docs = SpectacularSwaggerSplitView.as_view(url_name="schema")

# What the root links to; a pillar adds the lists that it offers.
LINKS = {"titles": "titles/", "games": "games/", "matches": "matches/", "rules": "rules/"}


def docs(request):
    """Swagger UI from our own files; it sets styles by script, which this one page may."""
    response = _docs(request)
    response.csp = {"style-src": ["'self'", "'unsafe-inline'"]}
    return response


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
