"""Random matches of any engine, for the suite that every engine must pass.

What the suite cannot know of a game stands in its `Subject`: the same match with the seats exchanged, what is
secret.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from games.core.chance import QuickChance
from games.core.contract import Action, Engine, Event, Json, complete_options
from games.core.json_form import encode
from games.core.records import Record
from games.core.simulation import Case, Choose, begin_case, choose_at_random, list_cases, play_match, play_on
from games.registry import ENGINES


@dataclass(frozen=True, kw_only=True)
class Subject:
    """What a game tells the tests that every game passes about itself."""

    #: no match may have more actions than this
    longest: int
    #: setup, number of places every seat moves up, seats -> the same setup for the exchanged seats
    turn_setup: Callable[[Json, int, int], Json]
    #: action, number of places, seats -> the same action after the exchange
    turn_action: Callable[[Action, int, int], Action]
    #: state, seat or None -> words that must not be found in what this seat sees
    hidden: Callable[[Any, int | None], set[str]]
    #: every refusal code with facts that come with it
    refused: Sequence[tuple[str, Json]]
    #: how many numbered rulings the rule has; each needs a test
    rulings: int = 0
    #: ways to play that end as random play with the shipped box does not
    rare_ends: Sequence[tuple[Case, Choose]] = ()
    #: variants of the declared shapes that no match can show -> why they are declared
    never_said: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class PlayedMove:
    """One step of a match: the states before and after are copies."""

    before: Any
    seat: int
    action: Action
    after: Any
    events: list[Event]
    chance: Json


def case_parameters() -> list[Any]:
    """Parameters for every number of seats with every choice of options; choices beside the usual ones are
    slow.
    """
    return [
        pytest.param(case, marks=() if has_usual_options(case) else pytest.mark.slow, id=str(case))
        for engine in ENGINES.values()
        for case in list_cases(engine)
    ]


def has_usual_options(case: Case) -> bool:
    return case.options == complete_options(case.engine.META, case.seats, {})


def play_moves(case: Case, seed: int) -> Iterator[PlayedMove]:
    """A random match; any seat that must decide may be the next to do so."""
    state, record, chance = begin_case(case, seed)
    before = state.copy()
    for events in play_on(state, record, chance, choose_at_random(case.engine), QuickChance(seed)):
        seat, action, drawn = record.moves[-1]
        after = state.copy()
        yield PlayedMove(before, seat, action, after, events, drawn)
        before = after


def play_random_match(case: Case, seed: int) -> Record:
    """A random match as its record."""
    return play_match(case, seed, choose_at_random(case.engine))


def find_strings(value: object) -> set[str]:
    """Every string inside a JSON value, keys included."""
    if isinstance(value, dict):
        return set().union(*(find_strings(key) | find_strings(item) for key, item in value.items()))
    if isinstance(value, (list, tuple)):
        return set().union(*(find_strings(item) for item in value))
    return {value} if isinstance(value, str) else set()


def encode_events(engine: Engine, events: list[Event]) -> list[Json]:
    return [encode(engine.META.events, event) for event in events]


def write_canonical(value: object) -> str:
    """A canonical text of a JSON value, to compare."""
    return json.dumps(value, sort_keys=True)
