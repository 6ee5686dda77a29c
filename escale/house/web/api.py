"""The root of the API, its schema and the page that explains it."""

import hashlib
import json
from functools import lru_cache

from django.conf import settings
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language
from drf_spectacular.generators import SchemaGenerator

from escale.common.api.http import api_view, etag_response
from escale.common.api.schema import LANGUAGE, extend_schema, query
from escale.house import home

# What the root links to; a pillar adds the lists that it offers.
LINKS = {"titles": "titles/", "games": "games/", "matches": "matches/", "bots": "bots/", "rules": "rules/"}


def _object(**kinds: str | dict) -> dict:
    """The schema of an object that has all of these."""
    properties = {name: {"type": kind} if isinstance(kind, str) else kind for name, kind in kinds.items()}
    return {"type": "object", "properties": properties, "required": list(kinds)}


ADDRESS = {"type": "string", "format": "uri"}
SUGGESTION = _object(name="string", url="string", note="string")


@lru_cache(maxsize=len(settings.LANGUAGES))
def _written(language: str) -> tuple[str, dict]:
    """Half a second of work, and always the same: a digest of the schema in the active language, and the schema."""
    made = SchemaGenerator().get_schema(public=True)
    return hashlib.sha256(json.dumps(made, default=str).encode()).hexdigest(), made


@extend_schema(exclude=True)
@api_view(["GET"])
def schema(request):
    tag, made = _written(get_language())
    return etag_response(request, made, tag=tag, max_age=300)


def docs(request):
    """Swagger UI from our own files, in our own page: its template would set styles that our policy refuses."""
    request.page_paths = {}  # one address for all languages
    return render(request, "escale/api_docs.html")


@extend_schema(
    operation_id="root",
    summary="Where everything is",
    tags=["site"],
    responses={200: _object(name="string", version="integer", **dict.fromkeys([*LINKS, "schema", "docs"], ADDRESS))},
)
@api_view(["GET"])
def root(request):
    """Begin here and follow the links."""
    here = request.build_absolute_uri(reverse("api_root"))
    links = {name: here + path for name, path in LINKS.items()}
    documents = {"schema": here + "schema/", "docs": here + "docs/"}
    return etag_response(request, {"name": "Escale à jeux", "version": 1} | links | documents, max_age=300)


@extend_schema(
    operation_id="suggest",
    summary="The best titles and rules while one types",
    tags=["site"],
    parameters=[query("q", "What has been typed so far."), LANGUAGE],
    responses={200: _object(results={"type": "array", "items": SUGGESTION})},
)
@api_view(["GET"])
def suggest(request):
    """Titles first, then sections of rules; the note says why it was found, or the year."""
    typed = " ".join(request.GET.get("q", "").split())[:200]
    return etag_response(request, {"results": home.suggest(typed) if typed else []}, max_age=60)
