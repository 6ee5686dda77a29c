"""The contract between a game and everything that plays it: pages, API, bots, tests, the command line.

The author of a game writes one `Engine` (below): a `META` that declares its names, a class for its state, and
seventeen functions. Three ideas are common to all of them.

- An *action* is what a seat does, an *event* is what happened. Both are tuples whose first item names their
  type, such as ``("place", 2)``. They are tuples because bots make millions of them. Outside the program they
  are JSON objects, with the fields that META declares.
- A *decision* says which seat must choose now. A seat has at most one at a time; several seats may have one.
- *Chance* is an argument. An engine never draws random numbers by itself, and reads no clock and no file.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from games.core.shapes.shape import Fault, ObjectOf, Shape

Action = tuple[Any, ...]
Event = tuple[Any, ...]
Json = dict[str, Any]


class Decision(NamedTuple):
    """Says that a seat must choose now."""

    #: An answer names this id, so that a late answer is recognised. No other decision of the match has the
    #: same id.
    id: str
    seat: int
    kind: str
    #: the section of the rule that is in force, if it differs from the one that META gives for the kind
    rule: str = ""


class Refusal(NamedTuple):
    """Why an action may not be done, as facts from which the site makes a sentence.

    `META.refuse` builds it.
    """

    #: one of `META.refusals`, such as `too_few_dice_placed`; the API puts the game's slug before it
    code: str
    #: the section of the rule that forbids the action
    rule: str
    #: numbers and names that the sentence needs
    params: Mapping[str, Any] = {}


class Disabled(NamedTuple):
    """An action that belongs to a decision but is not possible, with its reason."""

    action: Action
    refusal: Refusal


class Outcome(NamedTuple):
    """How a match ended. Each list has one item a seat, except `winners`."""

    scores: list[int]
    #: the best rank is 1; seats with equal scores have the same rank
    ranks: list[int]
    #: the seats of rank 1
    winners: list[int]
    #: one of `META.end_reasons`
    reason: str
    #: the parts of the scores, as the screens of the game show them
    breakdown: Json


class Malformed(ValueError):
    """Raised for input that is not even an action, a setup, a record or a notation of this game."""

    def __init__(self, message: str, where: str = "") -> None:
        self.message = message
        #: the place in the input; names of the input in it may hold characters that cannot be encoded
        self.where = where.encode(errors="backslashreplace").decode()
        #: what else is wrong with the same value
        self.others: list[Malformed] = []
        super().__init__(f"{self.where}: {message}" if where else message)

    @classmethod
    def of(cls, faults: Sequence[Fault], where: str) -> Malformed:
        """The error for a value at this place that has these faults, at least one."""
        error, *others = [cls(fault.message, where + fault.place) for fault in faults]
        error.others = others
        return error

    def within(self, place: str) -> Malformed:
        """Returns the same error with its place in the whole document, in which the input is at `place`."""
        if self.where.startswith(place):  # It has the prefix already.
            return self
        return Malformed(self.message, f"{place}.{self.where}")


class Illegal(ValueError):
    """Raised by `apply` for an action that `check` refuses."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.code} (rule {refusal.rule})")
        self.refusal = refusal


@dataclass(frozen=True, slots=True)
class Option:
    """A choice that is made when a match is created."""

    name: str
    #: all values that it can have, the default first
    values: tuple[Any, ...]
    #: the section of the rule that describes it
    rule: str


@dataclass(frozen=True, slots=True)
class Meta:
    """What the site knows of a game without playing it: every name that the engine may return."""

    #: the name of the game in addresses, folders and records
    slug: str
    #: It grows by 1 when the engine begins to play differently. Each match keeps the version with which it
    #: was played.
    version: int
    #: the numbers of seats that can play it
    seats: tuple[int, ...]
    options: tuple[Option, ...]
    #: every reason that an Outcome can have
    end_reasons: tuple[str, ...]
    #: the sections of the rule that the engine follows; refusals cite some of them
    rule_keys: frozenset[str]
    #: refusal code -> the section that forbids the action
    refusals: Mapping[str, str]
    #: type of action -> its fields by name, in the order of the tuple; an absent field is None in the tuple
    actions: Mapping[str, Mapping[str, Shape]]
    #: type of event -> its fields
    events: Mapping[str, Mapping[str, Shape]]
    #: what `draw` gives and `deal` takes
    setup: ObjectOf
    chance: Mapping[str, Shape]  # label of a draw -> what is drawn
    #: what `view` gives
    state: ObjectOf
    breakdown: ObjectOf  # of an Outcome
    #: the kinds that a Decision of this game may have -> the section of the rule that is in force then
    decision_kinds: Mapping[str, str] = field(default_factory=dict)
    #: entries of the setup that `draw` copies from the options instead of drawing them, such as a given deck
    #: of cards
    entries_from_options: frozenset[str] = field(default_factory=frozenset)

    def refuse(self, code: str, **params: Any) -> Refusal:
        """A refusal with this code; its section of the rule is the one that `refusals` gives."""
        return Refusal(code, self.refusals[code], params)


class Chance(Protocol):
    """The source of luck: the fair random stream of the site, a recorded match, or a quick source.

    Bots use the quick source. Each draw of a move has a label. The record keeps the drawn values by label, so
    that a replay can return the same. `below` and `shuffle` have no label: only `draw` of an engine may use
    them.
    """

    def below(self, n: int) -> int:
        """A number from 0 to n - 1."""

    def shuffle(self, items: list[Any]) -> None:
        """Puts a list into a random order, in place."""

    def dice(self, label: str, count: int) -> tuple[int, ...]:
        """This many dice, each from 1 to 6."""

    def pick(self, label: str, items: Sequence[Any]) -> Any:
        """One of these items."""

    def note(self, label: str, value: Any) -> None:
        """Writes a value to the record that the setup decided earlier, such as a card that is turned up."""

    def record_setup(self, label: str, draw: Callable[[Chance], Json]) -> Json:
        """Calls `draw` with unlabelled chance, and keeps its result under one label: the setup of a round."""


class Engine(Protocol):
    """One game. A module with these names is an engine, and each game's package `rules` exports it as ENGINE.

    The type of `state` is the game's own. It is a class with slots and with a method `copy()` that costs
    little, because bots copy it thousands of times for one move.
    """

    META: Meta

    def draw(self, seats: int, options: Json, chance: Chance) -> Json:
        """The setup: all luck before the first move, as JSON. The record of the match begins with it."""

    def deal(self, seats: int, options: Json, setup: Json) -> Any:
        """The first state. Malformed if the setup is not one that `draw` could have made."""

    def decisions(self, state: Any) -> list[Decision]:
        """All decisions that are open now; none when the match is over."""

    def turn(self, state: Any) -> int:
        """The first seat that must decide, or -1 when the match is over.

        Bots call this, because it is fast.
        """

    def legal(self, state: Any, seat: int) -> Sequence[Action]:
        """The menu: all actions that a person or a bot may choose. The caller must not change it."""

    def check(self, state: Any, seat: int, action: object) -> Refusal | None:
        """Returns why this may not be done, or None if it may. It never raises, whatever the action is."""

    def explain(self, state: Any, seat: int) -> list[Disabled]:
        """The actions that belong to this decision but are not possible now, with reasons.

        Screens disable them.
        """

    def advance(self, state: Any, seat: int, action: Action, chance: Chance) -> list[Event]:
        """Changes the state in place, and returns the events, which everybody may see.

        The function does an action that `check` has allowed, and all that follows until a seat must decide
        again.
        """

    def may_undo(self, before: Any, seat: int, action: Action) -> bool:
        """Whether the action, done in the state `before`, drew nothing and revealed nothing."""

    def view(self, state: Any, seat: int | None) -> Json:
        """What this seat may know, as a new object; None stands for a spectator."""

    def redeal(self, state: Any, seat: int | None, chance: Chance) -> Any:
        """A new state for bots: what the seat knows is the same, everything else is dealt again."""

    def outcome(self, state: Any) -> Outcome | None:
        """How the match ended, or None while it lasts."""

    def invariant(self, state: Any) -> None:
        """Raises AssertionError if a card was lost, or anything else is in a place where it cannot be."""

    def dump(self, state: Any) -> Json:
        """The whole state as JSON, secrets included. It is for storage."""

    def load(self, data: Json) -> Any:
        """The state that `dump` wrote."""

    def notate(self, action: Action) -> str:
        """The action as one line of text, such as `place 2`."""

    def parse(self, text: str) -> Action:
        """The action that `notate` wrote. Malformed gives the column of a mistake."""


def complete_options(meta: Meta, seats: object, options: object) -> Json:
    """The options of a match, with the default of each that is absent.

    Malformed if the game cannot be played with this number of seats, or has no such option or value.
    """
    if type(seats) is not int or seats not in meta.seats:
        raise Malformed(f"{meta.slug} is played by {' or '.join(map(str, meta.seats))}", "seats")
    if not isinstance(options, dict):
        raise Malformed("an object of options is expected", "options")
    values_by_name = {option.name: option.values for option in meta.options}
    faults = []
    for name, value in options.items():
        values = values_by_name.get(name)
        if values is None:
            faults.append(Fault(f".{name}", "unknown option"))
        elif not any(is_same_json(value, allowed) for allowed in values):
            faults.append(Fault(f".{name}", f"one of {', '.join(map(json.dumps, values))} is expected"))
    if faults:
        raise Malformed.of(faults, "options")
    return {name: options.get(name, values[0]) for name, values in values_by_name.items()}


def is_same_json(value: object, other: object) -> bool:
    """Whether two values are equal and of one type: in Python `True == 1`, in JSON they differ."""
    return type(value) is type(other) and value == other


def begin_match(engine: Engine, seats: int, options: Json, chance: Chance) -> tuple[Any, Json]:
    """The first state of a new match, and the setup that its record keeps."""
    options = complete_options(engine.META, seats, options)
    setup = engine.draw(seats, options, chance)
    return engine.deal(seats, options, setup), setup


def apply(engine: Engine, state: Any, seat: int, action: Action, chance: Chance) -> tuple[Any, list[Event]]:
    """A new state with its invariant checked, and the events. Illegal if `check` refuses the action."""
    refusal = engine.check(state, seat, action)
    if refusal is not None:
        raise Illegal(refusal)
    after = state.copy()
    events = engine.advance(after, seat, action, chance)
    engine.invariant(after)
    return after, events
