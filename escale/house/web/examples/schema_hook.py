"""Adds the examples of requests, responses and problems to the OpenAPI schema.

`<operation>.json` has the request and the responses of an operation. `problems.json` has a problem for each
status. `tests/escale/examples/` sends every request, and writes the files that are missing or outdated.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent
PROBLEMS = "problems"
PROBLEM_TYPE = "application/problem+json"

Json = dict[str, Any]


def load_example(name: str) -> Json | None:
    """The content of an example file; None if it does not exist."""
    file = FOLDER / f"{name}.json"
    return json.loads(file.read_text(encoding="utf-8")) if file.is_file() else None


_load_once = cache(load_example)


def complete(result: Json, generator, request, public: bool) -> Json:
    """Adds the examples. Named in the settings of drf-spectacular."""
    problems = _load_once(PROBLEMS) or {}
    components = result["components"].setdefault("examples", {})
    for status, problem in problems.items():
        components[f"Problem{status}"] = {"value": problem}
    for item in result["paths"].values():
        for operation in item.values():
            _add_examples(operation, _load_once(operation["operationId"]) or {})
            _add_problems(operation, set(problems))
    return result


def _add_examples(operation: Json, example: Json) -> None:
    if "request" in example:
        operation["requestBody"]["content"]["application/json"]["example"] = example["request"]
    for status, bodies_by_type in example.get("answers", {}).items():
        content = operation["responses"].get(status, {}).get("content", {})
        for media_type, body in bodies_by_type.items():
            if media_type in content:
                content[media_type]["example"] = body


def _add_problems(operation: Json, statuses: set[str]) -> None:
    for status in statuses & set(operation["responses"]):
        response = operation["responses"][status]
        content = response.get("content", {})
        if PROBLEM_TYPE in content:
            reference = {"$ref": f"#/components/examples/Problem{status}"}
            # Copies, because operations share these parts.
            content_with_example = content[PROBLEM_TYPE] | {"examples": {"problem": reference}}
            operation["responses"][status] = response | {
                "content": content | {PROBLEM_TYPE: content_with_example}
            }
