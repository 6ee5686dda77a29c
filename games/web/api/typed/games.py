"""Puts the types of each game into the OpenAPI schema, from what the game declares and from its shapes.json.

For a game `shanghaien` these are ShanghaienAction, …Event, …Options, …State, …Outcome, …View and …Record. Views
are told apart by `game`, actions and events by `type`.
"""

from __future__ import annotations

import copy
import json

from games.core.contract import Engine, Json
from games.registry import ENGINES, shapes_path

JSON_TYPES = {bool: "boolean", int: "integer", str: "string"}


def complete(result: Json, generator, request, public: bool) -> Json:
    """Named in the settings of drf-spectacular; runs after its own hooks."""
    schemas = result["components"]["schemas"]
    typed = [slug for slug in ENGINES if shapes_path(slug).is_file()]
    for slug in typed:
        _add_game(schemas, ENGINES[slug])
    if typed:
        _use_types(schemas, typed)
    return result


def _only(value: str) -> Json:
    """The schema of this text alone; generators of clients make a better type of it than of an enumeration."""
    return {"type": "string", "const": value}


def _ref(name: str) -> Json:
    return {"$ref": f"#/components/schemas/{name}"}


def _add_game(schemas: Json, engine: Engine) -> None:
    slug, name = engine.META.slug, engine.META.slug.title()
    shapes = json.loads(shapes_path(slug).read_text(encoding="utf-8"))
    _add_union(schemas, f"{name}Action", "What a seat does.", shapes["actions"])
    _add_union(schemas, f"{name}Event", "What a move did.", shapes["events"])
    schemas[f"{name}Options"] = _describe_options(engine)
    schemas[f"{name}State"] = shapes["state"] | {
        "description": "The board, as a seat or a spectator sees it."
    }
    schemas[f"{name}Outcome"] = _replace(schemas["OutcomeOut"], breakdown=shapes["breakdown"])
    _set_reasons(schemas[f"{name}Outcome"], engine)
    events = {"type": "array", "items": _ref(f"{name}Event"), "description": "What a move did."}
    schemas[f"{name}LogEntry"] = _replace(schemas["EventOut"], events=events, action=_ref(f"{name}Action"))
    schemas[f"{name}View"] = _replace(
        schemas["ViewOut"],
        game=_only(slug),
        menu=_list_of(f"{name}Action", "Any element may be posted as it is."),
        state=_nullable(f"{name}State"),
        log=_list_of(f"{name}LogEntry", "The log, oldest first."),
        outcome=_nullable(f"{name}Outcome"),
    )
    schemas[f"{name}Move"] = {
        "type": "object",
        "properties": {
            "n": {"type": "integer", "description": "From 1, without a gap."},
            "seat": {"type": "integer"},
            "action": _ref(f"{name}Action"),
            "chance": shapes["chance"] | {"description": "What the move drew."},
        },
        "required": ["n", "seat", "action"],
    }
    for base in ("RecordShape", "RecordShapeRequest"):
        schemas[f"{name}{base.replace('Shape', '')}"] = _replace(
            schemas[base],
            game=_only(slug),
            options=_ref(f"{name}Options"),
            setup=shapes["setup"],
            moves=_list_of(f"{name}Move", "All moves in force."),
        )


def _add_union(schemas: Json, name: str, description: str, shapes: Json) -> None:
    """A union that its member `type` tells apart, with a component for each type."""
    mapping = {}
    for kind, shape in shapes.items():
        component = name + "".join(word.title() for word in kind.split("_"))
        schemas[component] = shape | {"properties": shape["properties"] | {"type": _only(kind)}}
        mapping[kind] = f"#/components/schemas/{component}"
    schemas[name] = {
        "oneOf": [{"$ref": address} for address in mapping.values()],
        "discriminator": {"propertyName": "type", "mapping": mapping},
        "description": description,
    }


def _describe_options(engine: Engine) -> Json:
    """The options, with the values that the engine checks them against."""
    properties = {}
    for option in engine.META.options:
        kind = JSON_TYPES[type(option.values[0])]
        properties[option.name] = {"type": kind, "enum": list(option.values), "default": option.values[0]}
    return {"type": "object", "properties": properties, "additionalProperties": False}


def _set_reasons(outcome: Json, engine: Engine) -> None:
    outcome["properties"]["reason"] = outcome["properties"]["reason"] | {
        "examples": list(engine.META.end_reasons)
    }


def _replace(schema: Json, **properties: Json) -> Json:
    """A copy of an object's schema with other schemas for some of its members."""
    replaced = copy.deepcopy(schema)
    replaced["properties"] |= properties
    return replaced


def _list_of(name: str, description: str) -> Json:
    return {"type": "array", "items": _ref(name), "description": description}


def _nullable(name: str) -> Json:
    return {"oneOf": [_ref(name), {"type": "null"}]}


def _use_types(schemas: Json, slugs: list[str]) -> None:
    """Replaces what was untyped by unions of the games' types."""
    names = {slug: slug.title() for slug in slugs}
    for general, suffix in (
        ("ViewOut", "View"),
        ("RecordShape", "Record"),
        ("RecordShapeRequest", "RecordRequest"),
    ):
        mapping = {slug: f"#/components/schemas/{name}{suffix}" for slug, name in names.items()}
        schemas[general] = {
            "oneOf": [{"$ref": address} for address in mapping.values()],
            "discriminator": {"propertyName": "game", "mapping": mapping},
            "description": schemas[general].get("description", ""),
        }
    action = {"anyOf": [_ref(f"{name}Action") for name in names.values()]}
    for component in ("ActRequest", "DryRequest", "HintOut"):
        schemas[component]["properties"]["action"] = action
    options = {"anyOf": [_ref(f"{name}Options") for name in names.values()]}
    for component in ("NewMatchRequest", "MatchOut", "SeatedOut"):
        schemas[component]["properties"]["options"] = options
