"""The root of the API, its OpenAPI schema, its documentation page, and suggestions for the search box."""

import hashlib
import json
from functools import lru_cache

from django.conf import settings
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language

from escale.common.api.http import api_view, etag_response
from escale.common.api.schema import LANGUAGE, build_schema, extend_schema, query
from escale.house import home

#: The lists to which the root of the API links.
LINKS = {
    "titles": "titles/",
    "games": "games/",
    "matches": "matches/",
    "bots": "bots/",
    "rules": "rules/",
    "open_data": "open-data/matches/",
}


def _object(**kinds: str | dict) -> dict:
    """The schema of an object with these required properties."""
    properties = {name: {"type": kind} if isinstance(kind, str) else kind for name, kind in kinds.items()}
    return {"type": "object", "properties": properties, "required": list(kinds)}


ADDRESS = {"type": "string", "format": "uri"}
SUGGESTION = _object(name="string", url="string", note="string")


@lru_cache(maxsize=len(settings.LANGUAGES))
def _build_schema(language: str) -> tuple[str, dict]:
    """The digest of the schema and the schema, in the active language. To build it takes half a second."""
    built, _endpoints = build_schema()
    return hashlib.sha256(json.dumps(built, default=str).encode()).hexdigest(), built


@extend_schema(exclude=True)
@api_view(["GET"])
def schema(request):
    tag, built = _build_schema(get_language())
    return etag_response(request, built, tag=tag, max_age=300)


def docs(request):
    """Swagger UI in a page of our own, because the styles in its own template violate the security policy."""
    request.page_paths = {}  # one address for all languages
    return render(request, "escale/api_docs.html")


@extend_schema(
    operation_id="root",
    summary="Where everything is",
    tags=["site"],
    responses={
        200: _object(name="string", version="integer", **dict.fromkeys([*LINKS, "schema", "docs"], ADDRESS))
    },
)
@api_view(["GET"])
def root(request):
    """Begin here and follow the links."""
    root_url = request.build_absolute_uri(reverse("api_root"))
    links = {name: root_url + path for name, path in LINKS.items()}
    documents = {"schema": root_url + "schema/", "docs": root_url + "docs/"}
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
    """Titles come first, then sections of rules. The note is the text that was found, or the year."""
    typed = " ".join(request.GET.get("q", "").split())[:200]
    return etag_response(request, {"results": home.suggest(typed) if typed else []}, max_age=60)
