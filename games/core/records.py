"""The game record, version 1: write, read, replay at any move, and check that nobody chose the luck.

The format is public (docs/game-record.md). Whatever is wrong with a record is said with its place:
`moves[3].action.die`.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from games.core.chance import FairChance, ScriptedChance, make_commitment
from games.core.contract import (
    Engine,
    Event,
    Json,
    Malformed,
    Outcome,
    Refusal,
    complete_options,
    encode,
)
from games.core.record_parts import (
    Move,
    read_fairness,
    read_move,
    read_optional,
    read_result,
    read_seat,
    require_list,
    require_object,
)

FORMAT = "escale-game-record"
VERSION = 1
_KEYS = ("format", "version", "game", "options", "seats", "setup", "moves", "result", "fairness")
_LONGEST = 2_000_000  # characters; the longest match of any game here takes a fiftieth


@dataclass(slots=True)
class Record:
    """A match as facts. `result` is None while it is played, `fairness` if its luck cannot be checked."""

    engine: Engine
    options: Json
    seats: list[Json]
    setup: Json
    moves: list[Move] = field(default_factory=list)
    result: Json | None = None
    fairness: Json | None = None


class Step(NamedTuple):
    """Where a replay stands after `number` moves. The state is the replay's own: copy it to keep it."""

    number: int
    state: Any
    events: list[Event]


class WrongMove(Malformed):
    """A move that the rules refuse: says which, and why."""

    def __init__(self, game: str, number: int, refusal: Refusal) -> None:
        super().__init__(f"{refusal.code} (rule {refusal.rule})", f"moves[{number - 1}]")
        self.game = game
        self.number = number
        self.refusal = refusal


def write_document(record: Record) -> Json:
    """The public document; JSON-ready."""
    names = record.engine.META.actions
    moves = [
        {"n": n, "seat": seat, "action": encode(names, action), **({"chance": chance} if chance else {})}
        for n, (seat, action, chance) in enumerate(record.moves, start=1)
    ]
    document = {
        "format": FORMAT,
        "version": VERSION,
        "game": record.engine.META.slug,
        "options": record.options,
        "seats": record.seats,
        "setup": record.setup,
        "moves": moves,
    }
    optional = {"result": record.result, "fairness": record.fairness}
    return document | {name: value for name, value in optional.items() if value is not None}


def describe_result(outcome: Outcome) -> Json:
    """The result of a match that was played to the end of its rules."""
    return {"scores": list(outcome.scores), "winners": list(outcome.winners), "reason": "complete"}


def parse_document(text: str | bytes, engines: dict[str, Engine]) -> Record:
    """A record from a file or a request."""
    if len(text) > _LONGEST:
        raise Malformed(f"a record has at most {_LONGEST} characters")
    try:
        data = json.loads(text if isinstance(text, str) else text.decode(), object_pairs_hook=_named_once)
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


def _named_once(pairs: list[tuple[str, Any]]) -> Json:
    """Of two entries with one name every program would choose for itself."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise Malformed("this name stands twice", Counter(name for name, _ in pairs).most_common(1)[0][0])
    return found


def read_document(data: object, engines: dict[str, Engine]) -> Record:
    """A record from parsed JSON: the shape is checked here, the moves by `replay`."""
    document = require_object(data, "record")
    if document.get("format") != FORMAT:
        raise Malformed(f"{FORMAT} is expected", "format")
    unknown = sorted(set(document) - set(_KEYS), key=str)
    if unknown:
        raise Malformed("unknown field", str(unknown[0]))
    if document.get("version") != VERSION or type(document["version"]) is not int:
        raise Malformed(f"only version {VERSION} is known", "version")
    game = document.get("game")
    if not isinstance(game, str) or game not in engines:
        raise Malformed("unknown game", "game")
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
        fairness=read_optional(document, "fairness", lambda value: read_fairness(value, len(seats))),
    )


def replay(record: Record, draws: FairChance | None = None) -> Iterator[Step]:
    """Every position from the deal to the end. With `draws`, what the record says of chance is compared with them."""
    engine = record.engine
    state = engine.deal(len(record.seats), record.options, record.setup)
    yield Step(0, state, [])
    for number, (seat, action, chance) in enumerate(record.moves, start=1):
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
            _compare(draws.collect(), chance, place)
        else:
            script.finish()
        yield Step(number, state, events)


def replay_to(record: Record, number: int) -> Any:
    """The state after so many moves."""
    for step in replay(record):
        if step.number == number:
            return step.state
    raise Malformed(f"the record has {len(record.moves)} moves", "moves")


def check_result(record: Record) -> Any:
    """Replay to the end and compare with the result; the last state, or Malformed."""
    state = deque(replay(record), maxlen=1).pop().state
    record.engine.invariant(state)
    _compare_result(record, record.engine.outcome(state))
    return state


def verify_record(record: Record) -> None:
    """The fairness of a finished match from its record alone; Malformed says what does not fit."""
    check_result(record)
    if record.fairness is None:
        raise Malformed("the record does not reveal its secret", "fairness")
    secret = bytes.fromhex(record.fairness["secret"])
    if make_commitment(secret) != record.fairness["commitment"]:
        raise Malformed("not the SHA-256 of the secret", "fairness.commitment")
    draws = FairChance(secret, [bytes.fromhex(nonce) for nonce in record.fairness["nonces"]])
    carried = record.engine.META.carried
    kept = {name: value for name, value in record.setup.items() if name in carried}
    setup = record.engine.draw(len(record.seats), record.options | kept, draws)
    _compare(_drawn(setup, carried), _drawn(record.setup, carried), "setup")
    draws.collect()
    for _ in replay(record, draws):
        pass


def reveal_fairness(secret: bytes, nonces: Sequence[bytes]) -> Json:
    """What a finished match reveals."""
    return {"commitment": make_commitment(secret), "secret": secret.hex(), "nonces": [nonce.hex() for nonce in nonces]}


def make_seeded_luck(seed: int, seats: int) -> tuple[bytes, list[bytes]]:
    """A secret and nonces that anyone can repeat: for simulations and fixtures, never for people."""
    words = [hashlib.sha256(f"seed {seed} word {i}".encode()).digest() for i in range(seats + 1)]
    return words[0], [word[:16] for word in words[1:]]


def _drawn(setup: Json, carried: frozenset[str]) -> Json:
    return {name: value for name, value in setup.items() if name not in carried}


def _compare(drawn: object, recorded: object, where: str) -> None:
    if json.dumps(drawn, sort_keys=True) != json.dumps(recorded, sort_keys=True):
        raise Malformed("this is not what the fair stream gives", where)


def _compare_result(record: Record, outcome: Outcome | None) -> None:
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
