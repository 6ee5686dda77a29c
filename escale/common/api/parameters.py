"""The query parameters that an operation of the API knows: those in the schema, and `lang`."""

from collections.abc import Callable
from functools import cache

from django.http import HttpRequest
from django.urls import Resolver404, resolve

from escale.common.api.schema import build_schema

EVERYWHERE = frozenset({"lang"})  # A middleware reads it for all operations.


def find_unknown_parameters(request: HttpRequest) -> list[str]:
    """The parameters that the operation of this address does not know; none if the schema has no
    operation.
    """
    try:
        view = resolve(request.path_info).func
    except Resolver404:
        return []
    method = "GET" if request.method == "HEAD" else request.method
    known = load_known_parameters().get((view, method))
    return [] if known is None else sorted(set(request.GET) - known)


@cache
def load_known_parameters() -> dict[tuple[Callable, str], frozenset[str]]:
    """By view and method, the names of the parameters. Cached, because this takes half a second."""
    schema, endpoints = build_schema()
    known = {}
    for path, _regex, method, view in endpoints:
        operation = schema["paths"].get(path, {}).get(method.lower())
        if operation is not None:
            parameters = operation.get("parameters", [])
            known[view, method] = EVERYWHERE | {
                entry["name"] for entry in parameters if entry["in"] == "query"
            }
    return known
