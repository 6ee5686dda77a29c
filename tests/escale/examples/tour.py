"""Sends the requests of the examples, and compares what it sends and what is answered with the files.

Set WRITE_EXAMPLES=1 to write the files that are missing or no longer true.
"""

from __future__ import annotations

import copy
import json
import os
from functools import cache
from typing import Any

import jsonschema_rs
from django.conf import settings
from drf_spectacular.generators import SchemaGenerator

from escale.house.web.examples.schema_hook import FOLDER, PROBLEM_TYPE, PROBLEMS, load_example

WRITE = "WRITE_EXAMPLES" in os.environ
SITE = "https://escale.example"
MAX_ITEMS, MAX_TEXT = 2, 600
JSON_TYPES = ("application/json", PROBLEM_TYPE)
METHODS = ("get", "post", "put", "patch", "delete")


@cache
def load_schema() -> dict:
    return json.loads(json.dumps(SchemaGenerator().get_schema(public=True), default=str))


@cache
def load_operations() -> dict[str, tuple[str, str, dict]]:
    """Method, path and description by the id of the operation."""
    return {
        operation["operationId"]: (method, path, operation)
        for path, item in load_schema()["paths"].items()
        for method, operation in item.items()
        if method in METHODS
    }


def _forbid_undeclared(schema: Any) -> Any:
    """The schema, in which an object has no members but those that are declared."""
    if isinstance(schema, list):
        return [_forbid_undeclared(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    strict = {name: _forbid_undeclared(value) for name, value in schema.items()}
    is_object = isinstance(schema.get("properties"), dict) and schema.get("type") == "object"
    return {"additionalProperties": False} | strict if is_object else strict


def _choose_by_discriminator(schema: dict, body: object) -> dict:
    """The member of a union that the body says it is, so that the faults name more than the union."""
    name = schema.get("$ref", "").rpartition("/")[2]
    union = load_schema()["components"]["schemas"].get(name, {}).get("discriminator")
    if not union or not isinstance(body, dict):
        return schema
    reference = union["mapping"].get(body.get(union["propertyName"]))
    return {"$ref": reference} if reference else schema


@cache
def _load_components() -> dict:
    return {"schemas": _forbid_undeclared(copy.deepcopy(load_schema()["components"]["schemas"]))}


def find_faults(schema: dict, body: object) -> list[str]:
    """Where the body is not what the schema says, members that it does not declare included."""
    chosen = _forbid_undeclared(_choose_by_discriminator(schema, body))
    validator = jsonschema_rs.Draft202012Validator(
        chosen | {"components": _load_components()}, validate_formats=True
    )
    return [
        f"{'/'.join(map(str, error.instance_path))}: {error.message[-300:]}"
        for error in validator.iter_errors(body)
    ]


def shorten(body: Any) -> Any:
    """The body with the beginning of long lists and texts: an example is read by people."""
    if isinstance(body, dict):
        return {name: shorten(value) for name, value in body.items()}
    if isinstance(body, list):
        most = MAX_ITEMS if body and isinstance(body[0], dict) else 12
        return [shorten(item) for item in body[:most]]
    return body[:MAX_TEXT] if isinstance(body, str) else body


def anonymise(body: Any) -> Any:
    """The body with addresses of a site that is nowhere."""
    text = json.dumps(body, ensure_ascii=False)
    return json.loads(text.replace(settings.BASE_URL, SITE).replace("http://testserver", SITE))


class Tour:
    """Remembers what was sent and answered, by operation, and what was wrong with it."""

    def __init__(self, client) -> None:
        self.client = client
        self.examples: dict[str, dict] = {}
        self.problems: dict[str, dict] = {}
        self.faults: list[str] = []

    def send(
        self,
        operation: str,
        body: dict | None = None,
        *,
        proof: str = "",
        query: str = "",
        accept: str = "application/json",
        changing: tuple[str, ...] = (),
        is_whole: bool = False,
        **places: str,
    ) -> Any:
        """The answer. Members of the request in `changing` are of this run: tokens and decisions."""
        method, path, described = load_operations()[operation]
        address = path.format(**places) + (f"?{query}" if query else "")
        headers = {"Accept": accept, "Accept-Language": "en"} | ({"Authorization": proof} if proof else {})
        content = json.dumps(body) if body is not None else ""
        answer = self.client.generic(
            method.upper(), address, content, content_type="application/json", headers=headers
        )
        data, media_type = _read(answer)
        kept = data if is_whole else shorten(data)
        status = str(answer.status_code)
        example = self.examples.setdefault(operation, {"answers": {}})
        if body is not None:
            example["request"] = anonymise(body)
        bodies = example["answers"].setdefault(status, {})
        if media_type:
            bodies[media_type] = anonymise(kept)
        self._check(operation, described, status, media_type, data)
        self._compare_request(operation, example, changing)
        return data

    def _check(self, operation: str, described: dict, status: str, media_type: str, data: object) -> None:
        """Notes what the schema does not say about this answer."""
        if not status.startswith("2"):
            self.faults.append(f"{operation} is answered with {status}: {str(data)[:300]}")
            return
        response = described["responses"].get(status)
        if response is None or (media_type and media_type not in response.get("content", {})):
            self.faults.append(f"{operation}: {status} {media_type} is not in the schema")
        elif media_type in JSON_TYPES:
            faults = find_faults(response["content"][media_type]["schema"], data)
            self.faults += [f"{operation} {status} {fault}" for fault in faults]

    def _compare_request(self, operation: str, example: dict, changing: tuple[str, ...]) -> None:
        stored = load_example(operation) or {}
        if "request" not in example or WRITE:
            return
        same = [
            {name: value for name, value in request.items() if name not in changing}
            for request in (example["request"], stored.get("request", {}))
        ]
        if same[0] != same[1]:
            self.faults.append(f"{operation}: the request of the example is another one")

    def provoke(self, method: str, address: str, body: object = None, **headers: str) -> None:
        """Asks for a problem, which becomes the example of its status."""
        content = json.dumps(body) if body is not None else ""
        headers = {"Accept-Language": "en", "Content-Type": "application/json"} | headers
        answer = self.client.generic(
            method, f"/api/v1/{address}", content, content_type=headers.pop("Content-Type"), headers=headers
        )
        assert answer.headers["Content-Type"] == PROBLEM_TYPE, (address, answer.status_code)
        self.problems[str(answer.status_code)] = anonymise(answer.json())
        faults = find_faults({"$ref": "#/components/schemas/ProblemShape"}, answer.json())
        self.faults += [f"{address} {answer.status_code} {fault}" for fault in faults]

    def write_files(self) -> None:
        """Writes the examples that are missing, or that are not what the schema says any more."""
        for operation, example in self.examples.items():
            if find_faults_of_example(operation) or load_example(operation) is None:
                _write(operation, example)
        if set(load_example(PROBLEMS) or {}) != set(self.problems) or find_faults_of_problems():
            _write(PROBLEMS, dict(sorted(self.problems.items())))


def _read(answer) -> tuple[Any, str]:
    media_type = answer.headers.get("Content-Type", "").partition(";")[0]
    raw = b"".join(answer.streaming_content) if answer.streaming else answer.content
    if not raw:
        return None, ""
    if media_type in JSON_TYPES:
        return json.loads(raw), media_type
    return ("" if media_type == "application/pdf" else raw.decode()), media_type


def _write(name: str, content: dict) -> None:
    text = json.dumps(content, ensure_ascii=False, indent=1)
    (FOLDER / f"{name}.json").write_text(text + "\n", encoding="utf-8")


def find_faults_of_example(operation: str) -> list[str]:
    """Where the stored example of an operation is not what the schema says, or lacks something."""
    example, described = load_example(operation), load_operations()[operation][2]
    if example is None:
        return ["there is none"]
    faults = []
    if "requestBody" in described:
        schema = described["requestBody"]["content"]["application/json"]["schema"]
        faults += find_faults(schema, example["request"]) if "request" in example else ["no request"]
    for status, response in described["responses"].items():
        if not status.startswith("2"):
            continue
        bodies = example["answers"].get(status, {})
        for media_type, content in response.get("content", {}).items():
            if media_type not in bodies:
                faults.append(f"no answer {status} {media_type}")
            elif media_type in JSON_TYPES:
                faults += find_faults(content["schema"], bodies[media_type])
    return faults


def find_faults_of_problems() -> list[str]:
    problems = load_example(PROBLEMS) or {}
    shape = {"$ref": "#/components/schemas/ProblemShape"}
    return [f"{status} {fault}" for status, body in problems.items() for fault in find_faults(shape, body)]
