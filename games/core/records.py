"""The game record, version 1: write, read, replay at any move, and check that nobody chose the luck.

The format is public (docs/game-record.md). Whatever is wrong with a record is said with its place:
`moves[3].action.die`.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from games.core.chance import FairChance, ScriptedChance, commitment
from games.core.contract import (
    UNREADABLE,
    Action,
    Engine,
    Event,
    Json,
    Malformed,
    Outcome,
    Refusal,
    decode,
    encode,
    settle,
)

FORMAT = "escale-game-record"
VERSION = 1
#: `complete` is what the rules call the end; with the others the record ends early
#: no game counts so far; other readers of JSON know whole numbers only up to a limit
MOST_POINTS = 10**9
REASONS = ("complete", "resigned", "timeout", "abandoned")
_KEYS = ("format", "version", "game", "options", "seats", "setup", "moves", "result", "fairness")
_LONGEST = 2_000_000  # characters; the longest match of any game here takes a fiftieth


class Move(NamedTuple):
    """One accepted action, with what chance gave on it."""

    seat: int
    action: Action
    chance: Json


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


def write(record: Record) -> Json:
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


def result(outcome: Outcome) -> Json:
    """The result of a match that was played to the end of its rules."""
    return {"scores": list(outcome.scores), "winners": list(outcome.winners), "reason": "complete"}


def loads(text: str | bytes, engines: dict[str, Engine]) -> Record:
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
    return read(data, engines)


def _named_once(pairs: list[tuple[str, Any]]) -> Json:
    """Of two entries with one name every program would choose for itself."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise Malformed("this name stands twice", Counter(name for name, _ in pairs).most_common(1)[0][0])
    return found


def read(data: object, engines: dict[str, Engine]) -> Record:
    """A record from parsed JSON: the shape is checked here, the moves by `replay`."""
    document = _object(data, "record")
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
    seats = [_seat(seat, f"seats[{i}]") for i, seat in enumerate(_list(document.get("seats"), "seats"))]
    return Record(
        engine=engine,
        options=settle(engine.META, len(seats), document.get("options", {})),
        seats=seats,
        setup=_object(document.get("setup"), "setup"),
        moves=[_move(engine, n, move) for n, move in enumerate(_list(document.get("moves"), "moves"), start=1)],
        result=_optional(document, "result", lambda value: _result(value, len(seats))),
        fairness=_optional(document, "fairness", lambda value: _fairness(value, len(seats))),
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


def at(record: Record, number: int) -> Any:
    """The state after so many moves."""
    for step in replay(record):
        if step.number == number:
            return step.state
    raise Malformed(f"the record has {len(record.moves)} moves", "moves")


def check(record: Record) -> Any:
    """Replay to the end and compare with the result; the last state, or Malformed."""
    state = deque(replay(record), maxlen=1).pop().state
    record.engine.invariant(state)
    _compare_result(record, record.engine.outcome(state))
    return state


def verify(record: Record) -> None:
    """The fairness of a finished match from its record alone; Malformed says what does not fit."""
    check(record)
    if record.fairness is None:
        raise Malformed("the record does not reveal its secret", "fairness")
    secret = bytes.fromhex(record.fairness["secret"])
    if commitment(secret) != record.fairness["commitment"]:
        raise Malformed("not the SHA-256 of the secret", "fairness.commitment")
    draws = FairChance(secret, [bytes.fromhex(nonce) for nonce in record.fairness["nonces"]])
    carried = record.engine.META.carried
    kept = {name: value for name, value in record.setup.items() if name in carried}
    setup = record.engine.draw(len(record.seats), record.options | kept, draws)
    _compare(_drawn(setup, carried), _drawn(record.setup, carried), "setup")
    draws.collect()
    for _ in replay(record, draws):
        pass


def fairness(secret: bytes, nonces: Sequence[bytes]) -> Json:
    """What a finished match reveals."""
    return {"commitment": commitment(secret), "secret": secret.hex(), "nonces": [nonce.hex() for nonce in nonces]}


def seeded(seed: int, seats: int) -> tuple[bytes, list[bytes]]:
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
        for name, value in result(outcome).items():
            if record.result[name] != value:
                raise Malformed(f"the replay gives {value!r}", f"result.{name}")
    elif outcome is not None:
        raise Malformed("the match was played to its end", "result.reason")


def _move(engine: Engine, number: int, data: object) -> Move:
    where = f"moves[{number - 1}]"
    move = _object(data, where)
    unknown = sorted(set(move) - {"n", "seat", "action", "chance"}, key=str)
    if unknown:
        raise Malformed("unknown field", f"{where}.{unknown[0]}")
    if type(move.get("n")) is not int or move["n"] != number:
        raise Malformed(f"{number} is expected", f"{where}.n")
    if type(move.get("seat")) is not int or move["seat"] < 0:
        raise Malformed("a seat counts from 0", f"{where}.seat")
    action = decode(engine.META.actions, move.get("action"), f"{where}.action")
    return Move(move["seat"], action, _object(move.get("chance", {}), f"{where}.chance"))


def _seat(data: object, where: str) -> Json:
    seat = _object(data, where)
    for name, value in seat.items():
        if name not in ("name", "kind", "level") or not isinstance(value, str) or UNREADABLE.search(value):
            raise Malformed("a seat has a name, a kind and perhaps a level, in words", f"{where}.{name}")
    if "name" not in seat or seat.get("kind") not in ("human", "bot"):
        raise Malformed("a seat has a name and is human or bot", where)
    return seat


def _result(data: object, seats: int) -> Json:
    end = _object(data, "result")
    if set(end) != {"scores", "winners", "reason"}:
        raise Malformed("a result has scores, winners and a reason", "result")
    scores, winners = _list(end["scores"], "result.scores"), _list(end["winners"], "result.winners")
    if len(scores) != seats or any(type(score) is not int or abs(score) > MOST_POINTS for score in scores):
        raise Malformed(f"a number for each seat is expected, {MOST_POINTS} at most", "result.scores")
    if any(type(seat) is not int or not 0 <= seat < seats for seat in winners) or len(set(winners)) < len(winners):
        raise Malformed("winners are seats, each named once", "result.winners")
    if end["reason"] not in REASONS:
        raise Malformed(f"one of {', '.join(REASONS)} is expected", "result.reason")
    return end


def _fairness(data: object, seats: int) -> Json:
    revealed = _object(data, "fairness")
    if set(revealed) != {"commitment", "secret", "nonces"}:
        raise Malformed("a commitment, a secret and nonces are expected", "fairness")
    nonces = _list(revealed["nonces"], "fairness.nonces")
    if len(nonces) != seats:
        raise Malformed("a nonce for each seat is expected", "fairness.nonces")
    _hex(revealed["commitment"], 32, "fairness.commitment")
    _hex(revealed["secret"], 32, "fairness.secret")
    for i, nonce in enumerate(nonces):
        _hex(nonce, 16, f"fairness.nonces[{i}]")
    return revealed


def _hex(value: object, size: int, where: str) -> None:
    if not isinstance(value, str) or len(value) != 2 * size or set(value) - set("0123456789abcdef"):
        raise Malformed(f"{size} bytes in lower-case hexadecimal are expected", where)


def _object(value: object, where: str) -> Json:
    if not isinstance(value, dict):
        raise Malformed("an object is expected", where)
    return value


def _list(value: object, where: str) -> list[Any]:
    if not isinstance(value, list):
        raise Malformed("a list is expected", where)
    return value


def _optional(document: Json, name: str, read_it: Callable[[object], Json]) -> Json | None:
    return read_it(document[name]) if document.get(name) is not None else None
