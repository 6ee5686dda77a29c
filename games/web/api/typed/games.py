"""Puts the types of each game into the OpenAPI schema, from the declarations in META.

For a game `shanghaien` these are ShanghaienAction, …Event, …Options, …State, …Outcome, …View and …Record.
Clients distinguish views and records by `game`, actions and events by `type`.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any

from games.core.contract import Engine, Json
from games.core.shapes.shape import ObjectOf, Shape
from games.registry import ENGINES

#: Components that become a union of the components of the games, by the end of the names of these: `ViewOut`
#: is replaced by ShanghaienView and so on. Clients distinguish them by `game`.
UNIONS = {
    "ViewOut": "View",
    "EventsOut": "Events",
    "TrialViewOut": "TrialView",
    "LessonOut": "Lesson",
    "RecordShape": "Record",
    "RecordShapeRequest": "RecordRequest",
}
#: component -> its members whose type can be that of any game, with the end of the names of these types
MEMBERS = {
    "ActRequest": {"action": "Action", "chance": "Chance"},
    "DryRequest": {"action": "Action", "chance": "Chance"},
    "TrialInRequest": {"actions": "Action"},
    "EnteredOut": {"moves": "Move"},
    "HintOut": {"action": "Action"},
    "ChoiceOut": {"action": "Action"},
    "JudgedMoveOut": {"action": "Action"},
    "SceneMoveOut": {"action": "Action"},
    "PositionOut": {"menu": "Action"},
    "PuzzleOut": {"menu": "Action"},
    "SectionPositionOut": {"menu": "Action"},
    "ProblemShape": {"menu": "Action"},
    "AnswerChoiceOut": {"value": "Action"},
    "QuestionOut": {"answer": "Action"},
    "NewMatchRequest": {"options": "Options"},
    "MatchOut": {"options": "Options", "outcome": "Outcome"},
    "SeatedOut": {"options": "Options", "outcome": "Outcome"},
    "OwnMatchOut": {"options": "Options", "outcome": "Outcome"},
}
#: components that are deleted, because only the components of the games are used in their place
REPLACED = ("DisabledOut", "EventOut", "OutcomeOut", "SceneOut", "TrialMoveOut")
#: lists whose items may be null, which drf-spectacular overlooks
NULLABLE_ITEMS = (("SceneOut", "answers"), ("TableLuckOut", "draws"))
JSON_TYPES = {bool: "boolean", int: "integer", str: "string"}


def complete(result: Json, generator, request, public: bool) -> Json:
    """Completes the schema; drf-spectacular calls it after its own hooks, because its settings name it."""
    schemas = result["components"]["schemas"]
    for component, member in NULLABLE_ITEMS:
        items = schemas[component]["properties"][member]["items"]
        schemas[component]["properties"][member]["items"] = {"oneOf": [items, {"type": "null"}]}
    for engine in ENGINES.values():
        _add_game(schemas, engine)
    if ENGINES:
        _use_types(schemas, list(ENGINES))
    return result


def _only(value: str) -> Json:
    """The schema of this text alone; client generators make a better type of it than of an enumeration."""
    return {"type": "string", "const": value}


def _ref(name: str) -> Json:
    return {"$ref": f"#/components/schemas/{name}"}


def _add_game(schemas: Json, engine: Engine) -> None:
    meta = engine.META
    slug, name = meta.slug, meta.slug.title()
    _add_union(schemas, f"{name}Action", "What a seat does.", meta.actions)
    schemas[f"{name}ActionType"] = {
        "type": "object",
        "properties": {"type": {"type": "string", "enum": list(meta.actions)}},
        "required": ["type"],
        "description": "All actions of a type.",
    }
    _add_union(schemas, f"{name}Event", "What a move did.", meta.events)
    schemas[f"{name}Options"] = _describe_options(engine)
    schemas[f"{name}State"] = _describe(meta.state, name) | {
        "description": "The board, as a seat or a spectator sees it."
    }
    drawn = _describe(ObjectOf(meta.chance), name)
    schemas[f"{name}Chance"] = drawn | {"required": [], "description": "What a move drew."}
    schemas[f"{name}Outcome"] = _replace(schemas["OutcomeOut"], breakdown=_describe(meta.breakdown, name))
    _set_reasons(schemas[f"{name}Outcome"], engine)
    _add_views(schemas, slug, name)
    _add_lessons(schemas, slug, name)
    _add_records(schemas, engine, name)


def _describe(shape: Shape, name: str) -> Json:
    """The JSON Schema of a shape, in which references lead to components of the game."""
    return _complete_references(shape.as_schema(), name)


def _complete_references(part: Any, name: str) -> Any:
    if isinstance(part, list):
        return [_complete_references(item, name) for item in part]
    if not isinstance(part, dict):
        return part
    if "$ref" in part:
        return _ref(name + part["$ref"])
    return {member: _complete_references(inner, name) for member, inner in part.items()}


def _add_views(schemas: Json, slug: str, name: str) -> None:
    """Adds views, the entries of their logs, and the actions that are not possible."""
    action, log = _ref(f"{name}Action"), _list_of(f"{name}LogEntry", "The log, oldest first.")
    events = _list_of(f"{name}Event", "What a move did.")
    schemas[f"{name}LogEntry"] = _replace(
        schemas["EventOut"], events=events, action=action, chance=_ref(f"{name}Chance")
    )
    some_actions = {"anyOf": [action, _ref(f"{name}ActionType")]}
    schemas[f"{name}Disabled"] = _replace(schemas["DisabledOut"], action=some_actions)
    schemas[f"{name}Events"] = _replace(schemas["EventsOut"], game=_only(slug), events=log)
    schemas[f"{name}View"] = _replace(
        schemas["ViewOut"],
        game=_only(slug),
        menu=_list_of(f"{name}Action", "Any element may be posted as it is."),
        disabled=_list_of(f"{name}Disabled", "Actions of the turn that are not possible now."),
        state=_nullable(f"{name}State"),
        log=log,
        outcome=_nullable(f"{name}Outcome"),
    )


def _add_lessons(schemas: Json, slug: str, name: str) -> None:
    """Adds the views of positions in which somebody tries actions (trials), and the first games (lessons)."""
    menu, events = _list_of(f"{name}Action", "What may be done."), _list_of(f"{name}Event", "What it did.")
    schemas[f"{name}TrialMove"] = _replace(schemas["TrialMoveOut"], events=events)
    schemas[f"{name}TrialView"] = _replace(
        schemas["TrialViewOut"],
        game=_only(slug),
        menu=menu,
        disabled=_list_of(f"{name}Disabled", "Actions of the turn that are not possible now."),
        state=_ref(f"{name}State"),
        log=_list_of(f"{name}TrialMove", "What the actions of the request did."),
        outcome=_nullable(f"{name}Outcome"),
    )
    schemas[f"{name}Scene"] = _replace(
        schemas["SceneOut"],
        state=_ref(f"{name}State"),
        menu=menu,
        entry=_nullable(f"{name}TrialMove"),
    )
    schemas[f"{name}Lesson"] = _replace(
        schemas["LessonOut"], game=_only(slug), scenes=_list_of(f"{name}Scene", "In their order.")
    )


def _add_records(schemas: Json, engine: Engine, name: str) -> None:
    meta = engine.META
    setup = _describe(meta.setup, name)
    # A record that somebody sends may leave out the entries of the setup that follow from the options.
    required = [entry for entry in meta.setup.required if entry not in meta.entries_from_options]
    schemas[f"{name}Move"] = {
        "type": "object",
        "properties": {
            "n": {"type": "integer", "description": "From 1, without a gap."},
            "seat": {"type": "integer"},
            "action": _ref(f"{name}Action"),
            "chance": _ref(f"{name}Chance"),
        },
        "required": ["n", "seat", "action"],
    }
    setups = {"RecordShape": setup, "RecordShapeRequest": setup | {"required": required}}
    for base, setup_of_base in setups.items():
        schemas[name + UNIONS[base]] = _replace(
            schemas[base],
            game=_only(meta.slug),
            options=_ref(f"{name}Options"),
            setup=setup_of_base,
            moves=_list_of(f"{name}Move", "All moves in force."),
        )


def _add_union(schemas: Json, name: str, description: str, fields: Mapping[str, Mapping[str, Shape]]) -> None:
    """Adds a union that its member `type` distinguishes, with a component for each type."""
    mapping = {}
    for kind, members in fields.items():
        component = name + "".join(word.title() for word in kind.split("_"))
        shape = ObjectOf(members)
        schemas[component] = {
            "type": "object",
            "properties": {"type": _only(kind)} | shape.as_schema()["properties"],
            "required": ["type", *shape.required],
        }
        mapping[kind] = f"#/components/schemas/{component}"
    schemas[name] = {
        "oneOf": [{"$ref": address} for address in mapping.values()],
        "discriminator": {"propertyName": "type", "mapping": mapping},
        "description": description,
    }


def _describe_options(engine: Engine) -> Json:
    """The options, with the values that the engine accepts."""
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
    """Replaces untyped members by unions of the games' types."""
    for general, suffix in UNIONS.items():
        mapping = {slug: f"#/components/schemas/{slug.title()}{suffix}" for slug in slugs}
        schemas[general] = {
            "oneOf": [{"$ref": address} for address in mapping.values()],
            "discriminator": {"propertyName": "game", "mapping": mapping},
            "description": schemas[general].get("description", ""),
        }
    for component, types_by_member in MEMBERS.items():
        for member, suffix in types_by_member.items():
            properties = schemas[component]["properties"]
            properties[member] = _use_any(properties[member], [f"{slug.title()}{suffix}" for slug in slugs])
    for member, name in (("question", "QuestionOut"), ("view", "TrialViewOut")):
        # The rules do not know the games; their schema says no more than that it is an object.
        schemas["SectionPositionOut"]["properties"][member] = _ref(name)
    for general in REPLACED:
        del schemas[general]


def _use_any(member: Json, names: list[str]) -> Json:
    """The schema of a member whose value has one of these types.

    A list has items of these types. Null and the other types that the member allows remain possible.
    """
    types = [_ref(name) for name in names]
    if member.get("type") == "array":
        schema = {"type": "array", "items": {"anyOf": types}}
        return schema | _pick(member, "maxItems", "description")
    may_be_null = "null" in member.get("type", []) or {"type": "null"} in member.get("oneOf", [])
    other_types = [{"type": "null"}] if may_be_null else member.get("anyOf", [])
    return {"anyOf": [*types, *other_types]} | _pick(member, "description")


def _pick(member: Json, *keys: str) -> Json:
    """These entries of the schema of a member, as far as it has them."""
    return {key: member[key] for key in keys if key in member}
