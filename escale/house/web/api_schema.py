"""Adds to the OpenAPI schema what all operations share. The settings of drf-spectacular name it."""

from escale.common import languages
from escale.common.api.schema import LANGUAGE, MEANINGS

PROBLEM = {"application/problem+json": {"schema": {"$ref": "#/components/schemas/ProblemShape"}}}
HEADERS = {
    name: {"description": description, "schema": {"type": kind}}
    for name, kind, description in (
        ("ETag", "string", "Send it back in `If-None-Match`."),
        ("Content-Language", "string", "The language of the words in the answer."),
        ("Location", "string", "The address of what was created."),
        ("Retry-After", "integer", "Seconds to wait."),
        (
            "RateLimit",
            "string",
            "What is left of each limit in RateLimit-Policy, and for how many seconds it counts.",
        ),
        (
            "RateLimit-Policy",
            "string",
            "The limits: requests in a window of seconds, or requests that run at once.",
        ),
    )
}
LANGUAGE_PARAMETER = {
    "in": "query",
    "name": LANGUAGE.name,
    "schema": {"type": "string", "enum": list(languages.codes())},
    "description": LANGUAGE.description,
}
METHODS = ("get", "post", "put", "patch", "delete")


def complete(result: dict, generator, request, public: bool) -> dict:
    """Adds the language and the common errors to all operations; forbids unknown fields in bodies."""
    for path, item in result["paths"].items():
        for method in METHODS:
            if method in item:
                _add_language(item[method])
                _add_errors(path, item[method])
                _add_headers(method, item[method])
    for name, component in result["components"]["schemas"].items():
        _mark_deprecated(component)
        _allow_blank(component)
        if name.endswith("Request") and component.get("type") == "object":
            component["additionalProperties"] = False
            _describe_defaults(component)
    result["components"]["schemas"]["SaidRequest"] |= {
        "minProperties": 1,
        "maxProperties": 1,
    }  # either a phrase or a text
    for name in ("PatchedTitleChangeRequest", "PatchedBoxChangeRequest"):
        # A change always names the version to which it applies.
        result["components"]["schemas"][name]["required"] = ["changed_in"]
    result["paths"]["/api/v1/matches/{match_id}/messages/"]["post"]["requestBody"]["required"] = True
    return result


def _mark_deprecated(component: dict) -> None:
    """Marks the members that are deprecated according to their description, for generators of clients."""
    for member in component.get("properties", {}).values():
        if member.get("description", "").startswith("Deprecated:"):
            member["deprecated"] = True


def _allow_blank(component: dict) -> None:
    """Lets an empty text match both of its forms.

    drf-spectacular describes a text that may be blank as exactly one of "a text" and "an empty text"; by most
    patterns an empty text is both, and a strict reader of the schema would refuse it.
    """
    for member in component.get("properties", {}).values():
        if any(form.get("maxLength") == 0 for form in member.get("oneOf", [])):
            member["anyOf"] = member.pop("oneOf")


def _describe_defaults(component: dict) -> None:
    """Adds the default to the description of a member, because generators require members with a default."""
    for member in component.get("properties", {}).values():
        default = member.pop("default", None)
        if isinstance(default, str) and default:
            member["description"] = f"{member.get('description', '')} Default: `{default}`.".strip()


def _add_language(operation: dict) -> None:
    """Adds `lang` to every operation, at least for the texts of its problems. A middleware reads it."""
    parameters = operation.setdefault("parameters", [])
    if all(entry["name"] != "lang" for entry in parameters):
        parameters.append(LANGUAGE_PARAMETER)


def _add_errors(path: str, operation: dict) -> None:
    """Adds the statuses of errors. They depend on whether the path contains a parameter, and whether there is
    a body.

    Every operation has a parameter, and refuses an unknown scheme in the header Authorization.
    """
    statuses = [400, 401, 405, 406, 413, 429, 503]
    if "{" in path:
        statuses.append(404)
    if "requestBody" in operation:
        statuses.append(415)
    for status in statuses:
        answer = {"description": MEANINGS[status], "content": PROBLEM}
        operation["responses"].setdefault(str(status), answer)


def _add_headers(method: str, operation: dict) -> None:
    """Adds the headers of responses, and the response 304 for a client that has the content already."""
    responses = operation["responses"]
    is_json = "application/json" in responses.get("200", {}).get("content", {})
    if method == "get" and is_json:
        responses["304"] = {"description": "You have it already: `If-None-Match` named its ETag."}
    for status, response in responses.items():
        names = ["RateLimit", "RateLimit-Policy"]
        if status in ("429", "503"):
            names.append("Retry-After")
        elif status == "201":
            names.append("Location")
        elif status == "200" and "304" in responses:
            names += ["ETag", "Content-Language"]
        response["headers"] = {name: HEADERS[name] for name in names}
