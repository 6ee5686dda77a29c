"""Adds to the OpenAPI schema what is the same for every operation.

Named in the settings of drf-spectacular.
"""

from escale.common.api.schema import MEANINGS

PROBLEM = {"application/problem+json": {"schema": {"$ref": "#/components/schemas/ProblemShape"}}}
METHODS = ("get", "post", "put", "patch", "delete")


def complete(result: dict, generator, request, public: bool) -> dict:
    """Add the common errors to all operations, and forbid unknown fields in the bodies of requests."""
    for path, item in result["paths"].items():
        for method in METHODS:
            if method in item:
                _add_errors(path, item[method])
    for name, component in result["components"]["schemas"].items():
        if name.endswith("Request") and component.get("type") == "object":
            component["additionalProperties"] = False
    result["components"]["schemas"]["SaidRequest"] |= {
        "minProperties": 1,
        "maxProperties": 1,
    }  # either a phrase or a text
    result["paths"]["/api/v1/matches/{match_id}/messages/"]["post"]["requestBody"]["required"] = True
    return result


def _add_errors(path: str, operation: dict) -> None:
    """The statuses depend on whether the operation has parameters, a path with a name in it, or a body."""
    statuses = [405, 406, 413, 429, 503]
    if operation.get("parameters") or "requestBody" in operation:
        statuses.append(400)
    if "{" in path:
        statuses.append(404)
    if "requestBody" in operation:
        statuses.append(415)
    for status in statuses:
        answer = {"description": MEANINGS[status], "content": PROBLEM}
        operation["responses"].setdefault(str(status), answer)
