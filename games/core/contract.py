"""The contract between a game and everything that plays it.

An *action* is a tuple whose first item names its type: ``("place", 2)``; an *event* is a tuple of the same shape.
Both become JSON objects at the border, by the field names that the game's META declares, so that the hot path of
bots never builds a dictionary. A seat has at most one pending decision at a time.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

#: no database, page or answer can keep these
UNREADABLE = re.compile("[\x00\ud800-\udfff]")

Action = tuple[Any, ...]
Event = tuple[Any, ...]
Json = dict[str, Any]


class Decision(NamedTuple):
    """Somebody must choose now. `id` is the concurrency token: it never comes back in the same match."""

    id: str
    seat: int
    kind: str
    #: the section of the rule, where it is another one than that of its kind
    rule: str = ""


class Refusal(NamedTuple):
    """Why an action may not be done, as facts: a code of META, the section of the rule, numbers for the sentence.

    The code is bare (`too_few_dice_placed`); whoever publishes it puts the game's slug before it.
    """

    code: str
    rule: str
    params: Mapping[str, Any] = {}


class Disabled(NamedTuple):
    """An action of the turn that is not possible now, with its reason (for screens that show every action)."""

    action: Action
    refusal: Refusal


class Outcome(NamedTuple):
    """How a match ended. `ranks` counts from 1; equal ranks share. `breakdown` explains the scores."""

    scores: list[int]
    ranks: list[int]
    winners: list[int]
    reason: str
    breakdown: Json


class Malformed(ValueError):
    """Input that is not even an action, a record or a notation of this game; says where."""

    def __init__(self, message: str, where: str = "") -> None:
        self.message = message
        #: names in it are those of the input, and may be of no letters at all
        self.where = where.encode(errors="backslashreplace").decode()
        super().__init__(f"{self.where}: {message}" if where else message)

    def within(self, place: str) -> Malformed:
        """The same, for a reader who holds the whole of which `place` is a part."""
        return self if self.where.startswith(place) else Malformed(self.message, f"{place}.{self.where}")


class Illegal(ValueError):
    """Raised by `apply` for an action that `check` refuses."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.code} (rule {refusal.rule})")
        self.refusal = refusal


@dataclass(frozen=True, slots=True)
class Option:
    """A choice made when a match is created. `values` starts with the default."""

    name: str
    values: tuple[Any, ...]
    rule: str


@dataclass(frozen=True, slots=True)
class Meta:
    """What the site knows of a game without playing it."""

    slug: str
    version: int
    seats: tuple[int, ...]
    options: tuple[Option, ...]
    end_reasons: tuple[str, ...]
    #: the sections of the rule that the engine follows; refusals cite some of them
    rule_keys: frozenset[str]
    #: refusal code -> rule key
    refusals: Mapping[str, str]
    #: action type -> names of its fields, in the order of the tuple (absent ones are None)
    actions: Mapping[str, tuple[str, ...]]
    #: event type -> names of its fields
    events: Mapping[str, tuple[str, ...]]
    #: the kinds that a Decision of this game may have -> the section of the rule that is in force then
    decision_kinds: Mapping[str, str] = field(default_factory=dict)
    #: entries of a setup that nobody drew: data of the house that the match keeps. `draw` takes them like options
    carried: frozenset[str] = field(default_factory=frozenset)

    def refuse(self, code: str, **params: Any) -> Refusal:
        """A refusal with this code; its section of the rule is the one that `refusals` gives."""
        return Refusal(code, self.refusals[code], params)


class Chance(Protocol):
    """Where luck comes from: the fair stream, a recorded match, or a quick source for bots.

    Whatever a labelled draw yields is remembered under its label (bots' quick source aside), and stands in the record
    on the move that asked. `below` and `shuffle` are for `draw` alone: moves draw under a label.
    """

    def below(self, n: int) -> int: ...
    def shuffle(self, items: list[Any]) -> None: ...
    def dice(self, label: str, count: int) -> tuple[int, ...]: ...
    def pick(self, label: str, items: Sequence[Any]) -> Any: ...
    def note(self, label: str, value: Any) -> None: ...
    def deal(self, label: str, draw: Callable[[Chance], Json]) -> Json: ...  # a whole setup in the middle of a match


class Engine(Protocol):
    """One game. Modules with these names suffice; each package exports one value ENGINE.

    `state` is the game's own class with slots and a cheap `copy()`.
    """

    META: Meta

    def draw(
        self, seats: int, options: Json, chance: Chance
    ) -> Json: ...  # the record's `setup`: all luck before move 1
    def deal(
        self, seats: int, options: Json, setup: Json
    ) -> Any: ...  # the first state; Malformed if setup is not possible
    def decisions(self, state: Any) -> list[Decision]: ...  # empty means over
    def turn(self, state: Any) -> int: ...  # first seat that must decide, -1 when over: the fast form of `decisions`
    def legal(self, state: Any, seat: int) -> Sequence[Action]: ...  # finite menu; never mutate it
    def check(self, state: Any, seat: int, action: object) -> Refusal | None: ...  # total: never raises
    def advance(self, state: Any, seat: int, action: Action, chance: Chance) -> list[Event]: ...  # in place; trusts
    def explain(self, state: Any, seat: int) -> list[Disabled]: ...
    def view(self, state: Any, seat: int | None) -> Json: ...  # built new; JSON-ready; None is a spectator
    def outcome(self, state: Any) -> Outcome | None: ...
    def invariant(self, state: Any) -> None: ...  # AssertionError says what broke
    def redeal(self, state: Any, seat: int | None, chance: Chance) -> Any: ...  # a new state, unseen dealt again
    def may_undo(self, before: Any, seat: int, action: Action) -> bool: ...  # True: it drew and revealed nothing
    def dump(self, state: Any) -> Json: ...
    def load(self, data: Json) -> Any: ...
    def notate(self, action: Action) -> str: ...
    def parse(self, text: str) -> Action: ...  # Malformed with position


def settle(meta: Meta, seats: object, options: object) -> Json:
    """The options of a match with defaults filled in; Malformed if this game cannot be played so."""
    if type(seats) is not int or seats not in meta.seats:
        raise Malformed(f"{meta.slug} is played by {' or '.join(map(str, meta.seats))}", "seats")
    if not isinstance(options, dict):
        raise Malformed("an object of options is expected", "options")
    known = {option.name: option.values for option in meta.options}
    for name, value in options.items():
        if name not in known:
            raise Malformed("unknown option", f"options.{name}")
        if not any(type(value) is type(allowed) and value == allowed for allowed in known[name]):
            raise Malformed(f"one of {', '.join(map(repr, known[name]))} is expected", f"options.{name}")
    return {name: options.get(name, values[0]) for name, values in known.items()}


def setup(engine: Engine, seats: int, options: Json, chance: Chance) -> tuple[Any, Json]:
    """The only way to begin: the first state and the setup that the record keeps."""
    options = settle(engine.META, seats, options)
    start = engine.draw(seats, options, chance)
    return engine.deal(seats, options, start), start


def apply(engine: Engine, state: Any, seat: int, action: Action, chance: Chance) -> tuple[Any, list[Event]]:
    """Legality, purity and conservation in one place: an engine cannot forget them."""
    refusal = engine.check(state, seat, action)
    if refusal is not None:
        raise Illegal(refusal)
    after = state.copy()
    events = engine.advance(after, seat, action, chance)
    engine.invariant(after)
    return after, events


def encode(fields: Mapping[str, tuple[str, ...]], item: tuple[Any, ...]) -> Json:
    """A tuple as its JSON object; absent (None) fields are left out."""
    return {"type": item[0], **{n: v for n, v in zip(fields[item[0]], item[1:], strict=True) if v is not None}}


def decode(fields: Mapping[str, tuple[str, ...]], data: object, where: str = "action") -> tuple[Any, ...]:
    """A JSON object as its tuple; Malformed names the field that is wrong."""
    if not isinstance(data, dict):
        raise Malformed("an action is an object with a type", where)
    kind = data.get("type")
    if not isinstance(kind, str) or kind not in fields:
        raise Malformed("unknown type of action", f"{where}.type")
    names = fields[kind]
    unknown = sorted(str(name) for name in data if name != "type" and name not in names)
    if unknown:
        raise Malformed("unknown field", f"{where}.{unknown[0]}")
    return (kind, *(_plain(data.get(name), f"{where}.{name}") for name in names))


def _plain(value: object, where: str) -> Any:
    """Fields hold numbers, words, or lists of words; lists become tuples, so that actions compare and hash."""
    items = value if isinstance(value, list) else [value]
    if any(item is not None and type(item) not in (int, str) for item in items):  # JSON's true is not 1
        raise Malformed("a field holds a number, a word or a list of these", where)
    if any(isinstance(item, str) and UNREADABLE.search(item) for item in items):
        raise Malformed("a word is expected that can be read", where)
    return tuple(items) if isinstance(value, list) else value
