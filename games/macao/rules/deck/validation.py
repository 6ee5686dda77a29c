"""Checks a deck, and names its faults: staff may correct `macao.json`, and a record may bring any deck."""

from __future__ import annotations

import re
from typing import Any

from games.core.contract import Json, Malformed

WIDOW = "widow"
#: the types of character that the rules describe, and the needs that a tile may have
TYPES = ("killer", "dancer", "policeman", "croupier", "trader", "innkeeper", "sailor", "politician")
NEEDS = ("same_type", "types", "blue", "red", "green", "yellow")
SEATS = (2, 3, 4)
#: Limits for blue cards and members of one seat, and for the units of one cost. With them the units fit into
#: packed numbers (2 × 9 + 12, and one over the limit), and payments can be listed in time, whoever made the
#: deck.
_MAX_BLUE, _MAX_RED, _MAX_COST = 12, 9, 6
_LARGEST_NUMBER = 1000
_NAME = re.compile("[a-z0-9-]{1,40}")
_NAME_EXPECTED = "a name of small letters, digits and hyphens is expected"


def clean_deck(data: Any) -> Json:
    """The part of a deck that the rules use, ordered so that equal decks compare equal; or Malformed."""
    resources = _read_words(_read_field(data, "resources", "deck"), "deck.resources")
    if not 1 <= len(resources) == len(set(resources)) <= 5:
        raise Malformed("from one to five different resources are expected", "deck.resources")
    if not all(map(_NAME.fullmatch, resources)):
        raise Malformed(_NAME_EXPECTED, "deck.resources")
    characters = [
        _read_character(row, resources, f"deck.characters[{i}]") for i, row in _read_rows(data, "characters")
    ]
    tiles = [_read_tile(row, resources, f"deck.tiles[{i}]") for i, row in _read_rows(data, "tiles")]
    widow = _read_widow(_read_field(data, "widow", "deck"), resources)
    _require_unique([row["id"] for row in characters], "deck.characters")
    _require_unique([row["id"] for row in tiles], "deck.tiles")
    if len(characters) < max(SEATS):
        raise Malformed("a character for each pile is expected", "deck.characters")
    return {
        "resources": resources,
        "characters": characters,
        "widow": widow,
        "tiles": tiles,
        "tiles_in_play": _read_tiles_in_play(_read_field(data, "tiles_in_play", "deck"), len(tiles)),
        "blue_limit": _read_blue_limit(data, characters),
        "red_cards_to_end": _read_number(data, "red_cards_to_end", "deck", 1, _MAX_RED),
    }


def _read_character(row: Any, resources: list[str], where: str) -> Json:
    kind = _require_one_of(_read_field(row, "type", where), TYPES, f"{where}.type")
    character = {
        "id": _read_name(row, where),
        "type": kind,
        "resource": _require_one_of(_read_field(row, "resource", where), resources, f"{where}.resource"),
        "cost": _read_cost(row, resources, where),
        "coins": _read_number(row, "coins", where, -_LARGEST_NUMBER),
    }
    return character | ({"pair": _read_pair(row, resources, where)} if kind == "trader" else {})


def _read_pair(row: Any, resources: list[str], where: str) -> list[str]:
    pair = _read_words(_read_field(row, "pair", where), f"{where}.pair", resources)
    if len(set(pair)) != 2 or len(pair) != 2:
        raise Malformed("two different resources are expected", f"{where}.pair")
    return pair


def _read_widow(row: Any, resources: list[str]) -> Json:
    where = "deck.widow"
    copies = _read_number(row, "copies", where, 2 * max(SEATS) - 1)
    return {
        "copies": copies,
        "cost": _read_cost(row, resources, where),
        "coins": _read_number(row, "coins", where, -_LARGEST_NUMBER),
    }


def _read_tile(row: Any, resources: list[str], where: str) -> Json:
    tile: Json = {"id": _read_name(row, where), "coins": _read_number(row, "coins", where, -_LARGEST_NUMBER)}
    if ("cost" in row) == ("needs" in row):
        raise Malformed("a tile has either a cost or needs", where)
    if "cost" in row:
        return tile | {"cost": _read_cost(row, resources, where)}
    needs = row["needs"]
    if not isinstance(needs, dict) or not needs:
        raise Malformed("an object of needs is expected", f"{where}.needs")
    for name in needs:
        _require_one_of(name, NEEDS, f"{where}.needs")
    return tile | {"needs": {name: _read_number(needs, name, f"{where}.needs", 1) for name in needs}}


def _read_tiles_in_play(counts: Any, tiles: int) -> Json:
    where = "deck.tiles_in_play"
    if not isinstance(counts, dict) or set(counts) != {str(seats) for seats in SEATS}:
        raise Malformed(f"a number for each of {', '.join(map(str, SEATS))} seats is expected", where)
    for seats in counts:
        if _read_number(counts, seats, where, 1) > tiles:
            raise Malformed("there are not so many tiles", f"{where}.{seats}")
    return dict(counts)


def _read_blue_limit(data: Any, characters: list[Json]) -> int:
    """The limit of blue cards, which each innkeeper may raise by one. rules: innkeeper"""
    innkeepers = sum(1 for row in characters if row["type"] == "innkeeper")
    if innkeepers >= _MAX_BLUE:
        raise Malformed(f"fewer than {_MAX_BLUE} innkeepers are expected", "deck.characters")
    return _read_number(data, "blue_limit", "deck", 1, _MAX_BLUE - innkeepers)


def _read_cost(row: Any, resources: list[str], where: str) -> list[str]:
    cost = _read_words(_read_field(row, "cost", where), f"{where}.cost", resources)
    if not 1 <= len(cost) <= _MAX_COST:
        raise Malformed(f"from one to {_MAX_COST} resources are expected", f"{where}.cost")
    return cost


def _read_rows(data: Any, name: str) -> list[tuple[int, Any]]:
    rows = _read_field(data, name, "deck")
    if not isinstance(rows, list) or len(rows) > _LARGEST_NUMBER:
        raise Malformed(f"a list of at most {_LARGEST_NUMBER} is expected", f"deck.{name}")
    return list(enumerate(rows))


def _read_name(row: Any, where: str) -> str:
    name = _read_field(row, "id", where)
    if not isinstance(name, str) or not _NAME.fullmatch(name) or name.startswith(WIDOW):
        raise Malformed(_NAME_EXPECTED, f"{where}.id")
    return name


def _require_unique(names: list[str], where: str) -> None:
    for place, name in enumerate(names):
        if name in names[:place]:
            raise Malformed("this name stands twice", f"{where}[{place}].id")


def _read_field(row: Any, name: str, where: str) -> Any:
    if not isinstance(row, dict):
        raise Malformed("an object is expected", where)
    if name not in row:
        raise Malformed("this is missing", f"{where}.{name}")
    return row[name]


def _read_number(row: Any, name: str, where: str, least: int, most: int = _LARGEST_NUMBER) -> int:
    value = _read_field(row, name, where)
    if type(value) is not int or not least <= value <= most:
        raise Malformed(f"a number from {least} to {most} is expected", f"{where}.{name}")
    return value


def _read_words(value: Any, where: str, known: list[str] | None = None) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(word, str) for word in value):
        raise Malformed("a list of words is expected", where)
    for place, word in enumerate(value):
        if known is not None:
            _require_one_of(word, known, f"{where}[{place}]")
    return list(value)


def _require_one_of(value: Any, known: tuple[str, ...] | list[str], where: str) -> str:
    if not isinstance(value, str) or value not in known:
        raise Malformed(f"one of {', '.join(known)} is expected", where)
    return value
