"""Whole matches without a site: played by bots, at random to find what is broken, or as fixtures for tests.

Everything is repeatable from its seed, and everything ends as a record.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from games.core.chance import FairChance, QuickChance
from games.core.contract import Action, Engine, Event, Json, complete_options, encode
from games.core.record_parts import Move
from games.core.records import Record, describe_result, make_seeded_luck, reveal_fairness

#: no match of any game here comes near; a longer one will never end
MOST_MOVES = 5_000

Choose = Callable[[Any, int, QuickChance], Action]


class Case(NamedTuple):
    """One way to play one game."""

    engine: Engine
    seats: int
    options: Json
    #: data of the house instead of what is shipped: see META.carried
    carried: Json = {}

    def __str__(self) -> str:
        chosen = [f"{name}-{value}" for name, value in self.options.items()]
        return "-".join([self.engine.META.slug, str(self.seats), *chosen]).lower()


class Broken(Exception):
    """A match in which the engine broke its contract; the record shows how to get there."""

    def __init__(self, record: Record, cause: Exception) -> None:
        super().__init__(f"after {len(record.moves)} moves: {type(cause).__name__}: {cause}")
        self.record = record


def list_cases(engine: Engine) -> list[Case]:
    """Every number of seats with every choice of options."""
    names = [option.name for option in engine.META.options]
    choices = [option.values for option in engine.META.options]
    return [
        Case(engine, seats, dict(zip(names, values, strict=True)))
        for seats in engine.META.seats
        for values in itertools.product(*choices)
    ]


def choose_at_random(engine: Engine) -> Choose:
    def choose(state: Any, seat: int, luck: QuickChance) -> Action:
        menu = engine.legal(state, seat)
        return menu[luck.below(len(menu))]

    return choose


def begin_case(case: Case, seed: int, seats: list[Json] | None = None) -> tuple[Any, Record, FairChance]:
    """The first state, the record to fill and the stream of chance."""
    secret, nonces = make_seeded_luck(seed, case.seats)
    chance = FairChance(secret, nonces)
    options = complete_options(case.engine.META, case.seats, case.options)
    dealt = case.engine.draw(case.seats, options | case.carried, chance)
    chance.collect()
    named = seats or [{"name": f"Seat {n}", "kind": "bot", "level": "random"} for n in range(1, case.seats + 1)]
    record = Record(case.engine, options, named, dealt, fairness=reveal_fairness(secret, nonces))
    return case.engine.deal(case.seats, options, dealt), record, chance


def play_on(state: Any, record: Record, chance: FairChance, choose: Choose, luck: QuickChance) -> Iterator[list[Event]]:
    """Play on to the end: change state and record, yield the events of each move.

    Of several seats that must decide, any may be the first.
    """
    engine = record.engine
    while pending := engine.decisions(state):
        seat = pending[luck.below(len(pending))].seat if len(pending) > 1 else pending[0].seat
        action = choose(state, seat, luck)
        events = engine.advance(state, seat, action, chance)
        record.moves.append(Move(seat, action, chance.collect()))
        yield events
    outcome = engine.outcome(state)
    assert outcome is not None, "nobody decides and there is no outcome"
    record.result = describe_result(outcome)


def play_match(case: Case, seed: int, choose: Choose, seats: list[Json] | None = None) -> Record:
    """A whole match."""
    state, record, chance = begin_case(case, seed, seats)
    for _ in play_on(state, record, chance, choose, QuickChance(seed)):
        if len(record.moves) > MOST_MOVES:
            raise Broken(record, AssertionError("the match does not end"))
    return record


def probe_match(case: Case, seed: int) -> Record:
    """A random match in which every step is held to the contract; Broken if it does not keep it."""
    state, record, chance = begin_case(case, seed)
    luck = QuickChance(seed)
    try:
        case.engine.invariant(state)
        for _ in play_on(state, record, chance, _tested(case), luck):
            case.engine.invariant(state)
            assert len(record.moves) <= MOST_MOVES, "the match does not end"
    except Exception as error:
        raise Broken(record, error) from error
    return record


def _tested(case: Case) -> Choose:
    """A random choice, after asking the engine about it and about a damaged form of it."""
    engine, choose = case.engine, choose_at_random(case.engine)

    def tested(state: Any, seat: int, luck: QuickChance) -> Action:
        assert engine.legal(state, seat), "a decision without an action"
        action = choose(state, seat, luck)
        assert engine.check(state, seat, action) is None, f"{action} is offered and refused"
        _mutate(engine, state, seat, action, luck)
        return action

    return tested


_WRONG = (None, -1, 99, "x", True, 1.5, ("x",))


def _mutate(engine: Engine, state: Any, seat: int, action: Action, luck: QuickChance) -> None:
    """A damaged action is refused by a code of META, or is allowed and has a JSON form."""
    place = luck.below(len(action) + 1)
    wrong = _WRONG[luck.below(len(_WRONG))]
    damaged = (*action[:place], wrong, *action[place + 1 :])
    refusal = engine.check(state, seat, damaged)
    if refusal is None:
        encode(engine.META.actions, damaged)
    else:
        assert engine.META.refusals[refusal.code] == refusal.rule, f"{refusal.code} is not what META says"
