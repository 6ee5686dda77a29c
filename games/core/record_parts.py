"""Reads the parts of a game record and checks their shapes; Malformed says what is wrong in which place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from games.core.contract import Action, Engine, Json, Malformed
from games.core.json_form import decode
from games.core.shapes.shape import UNREADABLE_CHARACTERS

#: Other readers of JSON round whole numbers above 2**53; no game comes near this limit.
MAX_POINTS = 10**9
#: `complete` is the end by the rules; with the others the match ended early
REASONS = ("complete", "resigned", "timeout", "abandoned")


class Move(NamedTuple):
    """One accepted action."""

    seat: int
    action: Action
    #: label -> what the action drew
    chance: Json


def read_move(engine: Engine, number: int, data: object) -> Move:
    where = f"moves[{number - 1}]"
    move = require_object(data, where)
    unknown = sorted(set(move) - {"n", "seat", "action", "chance"})
    if unknown:
        raise Malformed("unknown field", f"{where}.{unknown[0]}")
    if type(move.get("n")) is not int or move["n"] != number:
        raise Malformed(f"{number} is expected", f"{where}.n")
    if type(move.get("seat")) is not int or move["seat"] < 0:
        raise Malformed("a seat counts from 0", f"{where}.seat")
    action = decode(engine.META.actions, move.get("action"), f"{where}.action")
    return Move(move["seat"], action, require_object(move.get("chance", {}), f"{where}.chance"))


def read_seat(data: object, where: str) -> Json:
    seat = require_object(data, where)
    for name, value in seat.items():
        if (
            name not in ("name", "kind", "level")
            or not isinstance(value, str)
            or UNREADABLE_CHARACTERS.search(value)
        ):
            raise Malformed("a seat has a name, a kind and perhaps a level, in words", f"{where}.{name}")
    if "name" not in seat or seat.get("kind") not in ("human", "bot"):
        raise Malformed("a seat has a name and is human or bot", where)
    return seat


def read_result(data: object, seats: int) -> Json:
    end = require_object(data, "result")
    if set(end) != {"scores", "winners", "reason"}:
        raise Malformed("a result has scores, winners and a reason", "result")
    scores = require_list(end["scores"], "result.scores")
    winners = require_list(end["winners"], "result.winners")
    if len(scores) != seats or any(type(score) is not int or abs(score) > MAX_POINTS for score in scores):
        raise Malformed(f"a number for each seat is expected, {MAX_POINTS} at most", "result.scores")
    are_seats = all(type(seat) is int and 0 <= seat < seats for seat in winners)
    if not are_seats or len(set(winners)) < len(winners):
        raise Malformed("winners are seats, each named once", "result.winners")
    if end["reason"] not in REASONS:
        raise Malformed(f"one of {', '.join(REASONS)} is expected", "result.reason")
    return end


def require_hex(value: object, size: int, where: str) -> None:
    if not isinstance(value, str) or len(value) != 2 * size or set(value) - set("0123456789abcdef"):
        raise Malformed(f"{size} bytes in lower-case hexadecimal are expected", where)


def require_object(value: object, where: str) -> Json:
    if not isinstance(value, dict):
        raise Malformed("an object is expected", where)
    return value


def require_list(value: object, where: str) -> list[Any]:
    if not isinstance(value, list):
        raise Malformed("a list is expected", where)
    return value


def read_optional(document: Json, name: str, read_it: Callable[[object], Json]) -> Json | None:
    return read_it(document[name]) if document.get(name) is not None else None
