"""The game record, version 1: write it, read it, replay it, and check that nobody chose the luck.

docs/game-record.md describes the public format. Each error names its place in the record:
`moves[3].action.die`.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from games.core import fairness
from games.core.chance import FairChance, ScriptedChance
from games.core.contract import Engine, Event, Json, Malformed, Outcome, Refusal, complete_options
from games.core.json_form import encode
from games.core.real_table.luck import FAIR, TABLE
from games.core.record_parts import (
    Move,
    read_move,
    read_optional,
    read_result,
    read_seat,
    require_list,
    require_object,
)

FORMAT = "escale-game-record"
VERSION = 1
_FIELDS = ("format", "version", "game", "luck", "options", "seats", "setup", "moves", "result", "fairness")
_MAX_CHARACTERS = 2_000_000  # fifty times as many as the longest match of any game takes


@dataclass(slots=True)
class Record:
    """A match as facts, from which every position can be computed again."""

    engine: Engine
    options: Json
    #: for each seat its name, whether a person or a bot plays, and at which level
    seats: list[Json]
    setup: Json
    moves: list[Move] = field(default_factory=list)
    #: None while the match is played
    result: Json | None = None
    #: the fairness block (see games.core.fairness); None if nobody can check the luck of this match
    fairness: Json | None = None
    #: TABLE if people entered the luck of their own dice and cards
    luck: str = FAIR


class Step(NamedTuple):
    """The state of a replay after `number` moves. The replay changes it in place: copy it to keep it."""

    number: int
    state: Any
    events: list[Event]


class WrongMove(Malformed):
    """Raised for a record with a move that the rules refuse; says which move, and why."""

    def __init__(self, game: str, number: int, refusal: Refusal) -> None:
        super().__init__(f"{refusal.code} (rule {refusal.rule})", f"moves[{number - 1}]")
        self.game = game
        self.number = number
        self.refusal = refusal


def write_document(record: Record) -> Json:
    """The record as the public JSON document."""
    moves = [_write_move(record.engine, number, move) for number, move in enumerate(record.moves, start=1)]
    document = {
        "format": FORMAT,
        "version": VERSION,
        "game": record.engine.META.slug,
        "options": record.options,
        "seats": record.seats,
        "setup": record.setup,
        "moves": moves,
    }
    if record.luck == TABLE:
        document["luck"] = TABLE
    if record.result is not None:
        document["result"] = record.result
    if record.fairness is not None:
        document["fairness"] = record.fairness
    return document


def _write_move(engine: Engine, number: int, move: Move) -> Json:
    data = {"n": number, "seat": move.seat, "action": encode(engine.META.actions, move.action)}
    if move.chance:
        data["chance"] = move.chance
    return data


def describe_result(outcome: Outcome) -> Json:
    """The result of a match that was played to the end of its rules."""
    return {"scores": list(outcome.scores), "winners": list(outcome.winners), "reason": "complete"}


def parse_document(text: str | bytes, engines: dict[str, Engine]) -> Record:
    """The record in the text of a file or a request."""
    if len(text) > _MAX_CHARACTERS:
        raise Malformed(f"a record has at most {_MAX_CHARACTERS} characters")
    try:
        data = json.loads(text if isinstance(text, str) else text.decode(), object_pairs_hook=_make_object)
    except Malformed:
        raise
    except json.JSONDecodeError as error:
        raise Malformed(error.msg, f"line {error.lineno} column {error.colno}") from None
    except UnicodeDecodeError as error:
        raise Malformed("not UTF-8", f"byte {error.start}") from None
    except RecursionError:
        raise Malformed("nested too deeply") from None
    except ValueError:  # a number with thousands of digits
        raise Malformed("a number is too long") from None
    return read_document(data, engines)


def _make_object(pairs: list[tuple[str, Any]]) -> Json:
    """A JSON object.

    Malformed if a name occurs twice in it, because programs differ in which of the two they read.
    """
    data = dict(pairs)
    if len(data) < len(pairs):
        counts = Counter(name for name, _ in pairs)
        raise Malformed("this name stands twice", counts.most_common(1)[0][0])
    return data


def read_document(data: object, engines: dict[str, Engine]) -> Record:
    """The record in a JSON document. Only its shape is checked here; `replay` checks the moves."""
    document = require_object(data, "record")
    if document.get("format") != FORMAT:
        raise Malformed(f"{FORMAT} is expected", "format")
    unknown = sorted(set(document) - set(_FIELDS), key=str)
    if unknown:
        raise Malformed("unknown field", str(unknown[0]))
    if document.get("version") != VERSION or type(document["version"]) is not int:
        raise Malformed(f"only version {VERSION} is known", "version")
    game = document.get("game")
    if not isinstance(game, str) or game not in engines:
        raise Malformed("unknown game", "game")
    if document.get("luck", TABLE) != TABLE:
        raise Malformed(f"{TABLE} is expected, or nothing", "luck")
    if "luck" in document and document.get("fairness") is not None:
        raise Malformed("luck from a table does not follow from a secret", "fairness")
    engine = engines[game]
    seat_rows = require_list(document.get("seats"), "seats")
    move_rows = require_list(document.get("moves"), "moves")
    seats = [read_seat(row, f"seats[{index}]") for index, row in enumerate(seat_rows)]
    return Record(
        engine=engine,
        options=complete_options(engine.META, len(seats), document.get("options", {})),
        seats=seats,
        setup=require_object(document.get("setup"), "setup"),
        moves=[read_move(engine, number, row) for number, row in enumerate(move_rows, start=1)],
        result=read_optional(document, "result", lambda value: read_result(value, len(seats))),
        fairness=read_optional(document, "fairness", lambda value: fairness.read(value, len(seats))),
        luck=document.get("luck", FAIR),
    )


def replay(record: Record, draws: FairChance | None = None) -> Iterator[Step]:
    """Yields every position from the deal to the end.

    With `draws` the luck of the record is compared with this fair stream; without them it is used as it is.
    """
    state = record.engine.deal(len(record.seats), record.options, record.setup)
    yield Step(0, state, [])
    yield from continue_replay(record.engine, state, record.moves, draws=draws)


def continue_replay(
    engine: Engine,
    state: Any,
    moves: Iterable[Move],
    *,
    first_number: int = 1,
    draws: FairChance | None = None,
) -> Iterator[Step]:
    """Yields every position after the first of these moves; changes the state in place."""
    for number, (seat, action, chance) in enumerate(moves, start=first_number):
        refusal = engine.check(state, seat, action)
        if refusal is not None:
            raise WrongMove(engine.META.slug, number, refusal)
        place = f"moves[{number - 1}].chance"
        script = ScriptedChance(chance, where=place)
        try:
            events = engine.advance(state, seat, action, draws or script)
        except Malformed as error:
            raise error.within(place) from None
        if draws:
            _require_same_luck(draws.take_draws(), chance, place)
        else:
            script.finish()
        yield Step(number, state, events)


def replay_to(record: Record, number: int) -> Any:
    """The state after this many moves."""
    for step in replay(record):
        if step.number == number:
            return step.state
    raise Malformed(f"the record has {len(record.moves)} moves", "moves")


def check_result(record: Record) -> Any:
    """The last state. Malformed if the moves lead to another result than the record says."""
    for step in replay(record):
        state = step.state
    record.engine.invariant(state)
    _require_same_result(record, record.engine.outcome(state))
    return state


def verify_record(record: Record) -> None:
    """Raises Malformed unless a finished match was played by the rules and with its fair luck."""
    check_result(record)
    if record.luck == TABLE:
        raise Malformed("people entered the luck of this match at a table; nobody can check it", "luck")
    if record.fairness is None:
        raise Malformed("the record does not reveal its secret", "fairness")
    draws = fairness.make_chance(record.fairness, record.seats)
    carried = record.engine.META.entries_from_options
    carried_data = {name: value for name, value in record.setup.items() if name in carried}
    setup = record.engine.draw(len(record.seats), record.options | carried_data, draws)
    _require_same_luck(_without(carried, setup), _without(carried, record.setup), "setup")
    draws.take_draws()
    for _ in replay(record, draws):
        pass  # each step compares its luck


def make_seeded_luck(seed: int, seats: int) -> tuple[bytes, list[bytes]]:
    """A secret and nonces that anyone can compute again: for simulations and fixtures, never for people."""
    secret, *seat_digests = [
        hashlib.sha256(f"seed {seed} word {i}".encode()).digest() for i in range(seats + 1)
    ]
    return secret, [digest[:16] for digest in seat_digests]


def _without(names: frozenset[str], setup: Json) -> Json:
    return {name: value for name, value in setup.items() if name not in names}


def _require_same_luck(drawn: object, recorded: object, where: str) -> None:
    if json.dumps(drawn, sort_keys=True) != json.dumps(recorded, sort_keys=True):
        raise Malformed("this is not what the fair stream gives", where)


def _require_same_result(record: Record, outcome: Outcome | None) -> None:
    if record.result is None:
        if outcome is not None:
            raise Malformed("the match is over but has no result", "result")
    elif record.result["reason"] == "complete":
        if outcome is None:
            raise Malformed("the match is not over after the last move", "result.reason")
        for name, value in describe_result(outcome).items():
            if record.result[name] != value:
                raise Malformed(f"the replay gives {value!r}", f"result.{name}")
    elif outcome is not None:
        raise Malformed("the match was played to its end", "result.reason")
