"""Random matches of any engine, for the suite that every engine must pass.

What the suite cannot know of a game stands in its `Subject`: the same match with the seats exchanged, what is secret.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from games.engines import ENGINES
from games.engines.base import Action, Engine, Event, Json, encode, setup
from games.engines.chance import FairChance, QuickChance
from games.engines.records import Move, Record, fairness, result, seeded


@dataclass(frozen=True)
class Subject:
    """What a game tells the conformance suite about itself."""

    slug: str
    #: no match may have more actions than this
    longest: int
    #: setup, number of places every seat moves up, seats -> the same setup for the exchanged seats
    turn_setup: Callable[[Json, int, int], Json]
    #: action, number of places, seats -> the same action after the exchange
    turn_action: Callable[[Action, int, int], Action]
    #: state, seat or None -> words that must not be found in what this seat sees
    hidden: Callable[[Any, int | None], set[str]]


@dataclass(frozen=True)
class Case:
    """One way to play one game."""

    engine: Engine
    seats: int
    options: Json

    def __str__(self) -> str:
        chosen = [f"{name}={value}" for name, value in self.options.items()]
        return "-".join([self.engine.META.slug, str(self.seats), *chosen])


@dataclass(frozen=True)
class Ply:
    """One step of a match: the states before and after are copies."""

    before: Any
    seat: int
    action: Action
    after: Any
    events: list[Event]
    chance: Json


def cases() -> list[Case]:
    """Every engine × number of seats × choice of options."""
    found = []
    for engine in ENGINES.values():
        names = [option.name for option in engine.META.options]
        for seats in engine.META.seats:
            for values in itertools.product(*(option.values for option in engine.META.options)):
                found.append(Case(engine, seats, dict(zip(names, values, strict=True))))
    return found


def start(case: Case, seed: int) -> tuple[Any, Json, FairChance]:
    chance = FairChance(*seeded(seed, case.seats))
    state, dealt = setup(case.engine, case.seats, case.options, chance)
    chance.collect()
    return state, dealt, chance


def plies(case: Case, seed: int) -> Iterator[Ply]:
    """A random match; any seat that must decide may be the next to do so."""
    engine = case.engine
    state, _, chance = start(case, seed)
    choice = QuickChance(seed)
    while pending := engine.decisions(state):
        seat = pending[choice.below(len(pending))].seat
        menu = engine.legal(state, seat)
        action = menu[choice.below(len(menu))]
        before = state.copy()
        events = engine.advance(state, seat, action, chance)
        yield Ply(before, seat, action, state.copy(), events, chance.collect())


def played(case: Case, seed: int) -> Record:
    """A random match as its record."""
    secret, nonces = seeded(seed, case.seats)
    first, dealt, _ = start(case, seed)
    steps = list(plies(case, seed))
    outcome = case.engine.outcome(steps[-1].after if steps else first)
    assert outcome is not None
    seats = [{"name": f"Seat {i}", "kind": "bot", "level": "random"} for i in range(case.seats)]
    moves = [Move(ply.seat, ply.action, ply.chance) for ply in steps]
    return Record(case.engine, case.options, seats, dealt, moves, result(outcome), fairness(secret, nonces))


def words(value: object) -> set[str]:
    """Every string inside a JSON value, keys included."""
    if isinstance(value, dict):
        return set().union(*(words(key) | words(item) for key, item in value.items()))
    if isinstance(value, (list, tuple)):
        return set().union(*(words(item) for item in value))
    return {value} if isinstance(value, str) else set()


def told(engine: Engine, events: list[Event]) -> list[Json]:
    return [encode(engine.META.events, event) for event in events]


def same(value: object) -> str:
    """A canonical text of a JSON value, to compare."""
    return json.dumps(value, sort_keys=True)
