"""Whole matches without a site: bots play them, to find faults of an engine or as fixtures for tests.

The same seed gives the same match, and every match becomes a record.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from games.core.chance import FairChance, QuickChance
from games.core.contract import Action, Engine, Event, Json, complete_options
from games.core.fairness import reveal_version_1
from games.core.json_form import encode
from games.core.record_parts import Move
from games.core.records import Record, describe_result, make_seeded_luck

#: a longer match is taken as endless: the longest of any game has far fewer moves
MAX_MOVES = 5_000

#: (state, seat, luck) -> the action of the seat
Choose = Callable[[Any, int, QuickChance], Action]


class Case(NamedTuple):
    """One way to play one game: a number of seats with options."""

    engine: Engine
    seats: int
    options: Json
    #: the values of META.entries_from_options, if they differ from those of the game's own files
    carried: Json = {}

    def __str__(self) -> str:
        options = [f"{name}-{value}" for name, value in self.options.items()]
        return "-".join([self.engine.META.slug, str(self.seats), *options]).lower()


class Broken(Exception):
    """Raised for a match in which the engine broke its contract; the record leads to that position."""

    def __init__(self, record: Record, cause: Exception) -> None:
        super().__init__(f"after {len(record.moves)} moves: {type(cause).__name__}: {cause}")
        self.record = record


def list_cases(engine: Engine) -> list[Case]:
    """Every number of seats with every choice of options."""
    names = [option.name for option in engine.META.options]
    all_values = [option.values for option in engine.META.options]
    cases = []
    for seats in engine.META.seats:
        for values in itertools.product(*all_values):
            cases.append(Case(engine, seats, dict(zip(names, values, strict=True))))
    return cases


def choose_at_random(engine: Engine) -> Choose:
    def choose(state: Any, seat: int, luck: QuickChance) -> Action:
        menu = engine.legal(state, seat)
        return menu[luck.below(len(menu))]

    return choose


def begin_case(case: Case, seed: int, seats: list[Json] | None = None) -> tuple[Any, Record, FairChance]:
    """The first state, a record without moves and the stream of chance."""
    secret, nonces = make_seeded_luck(seed, case.seats)
    chance = FairChance(secret, nonces)
    options = complete_options(case.engine.META, case.seats, case.options)
    setup = case.engine.draw(case.seats, options | case.carried, chance)
    chance.take_draws()
    seats = seats or [
        {"name": f"Seat {n}", "kind": "bot", "level": "random"} for n in range(1, case.seats + 1)
    ]
    record = Record(case.engine, options, seats, setup, fairness=reveal_version_1(secret, nonces))
    return case.engine.deal(case.seats, options, setup), record, chance


def play_on(
    state: Any, record: Record, chance: FairChance, choose: Choose, luck: QuickChance
) -> Iterator[list[Event]]:
    """Yields the events of each move until the match ends, and changes state and record in place.

    If several seats must decide, chance selects one of them.
    """
    engine = record.engine
    while pending := engine.decisions(state):
        seat = pending[luck.below(len(pending))].seat if len(pending) > 1 else pending[0].seat
        action = choose(state, seat, luck)
        events = engine.advance(state, seat, action, chance)
        record.moves.append(Move(seat, action, chance.take_draws()))
        yield events
    outcome = engine.outcome(state)
    assert outcome is not None, "nobody decides and there is no outcome"
    record.result = describe_result(outcome)


def play_match(case: Case, seed: int, choose: Choose, seats: list[Json] | None = None) -> Record:
    """A whole match."""
    state, record, chance = begin_case(case, seed, seats)
    for _ in play_on(state, record, chance, choose, QuickChance(seed)):
        if len(record.moves) > MAX_MOVES:
            raise Broken(record, AssertionError("the match does not end"))
    return record


def probe_match(case: Case, seed: int) -> Record:
    """The record of a random match in which every step is checked against the contract.

    Broken if a check fails.
    """
    state, record, chance = begin_case(case, seed)
    luck = QuickChance(seed)
    try:
        case.engine.invariant(state)
        for _ in play_on(state, record, chance, _test_and_choose(case), luck):
            case.engine.invariant(state)
            assert len(record.moves) <= MAX_MOVES, "the match does not end"
    except Exception as error:
        raise Broken(record, error) from error
    return record


def _test_and_choose(case: Case) -> Choose:
    """Chooses at random, after asking the engine about the choice and about a damaged form of it."""
    engine, choose_randomly = case.engine, choose_at_random(case.engine)

    def choose(state: Any, seat: int, luck: QuickChance) -> Action:
        assert engine.legal(state, seat), "a decision without an action"
        action = choose_randomly(state, seat, luck)
        assert engine.check(state, seat, action) is None, f"{action} is offered and refused"
        _try_damaged(engine, state, seat, action, luck)
        return action

    return choose


_WRONG_VALUES = (None, -1, 99, "x", True, 1.5, ("x",))


def _try_damaged(engine: Engine, state: Any, seat: int, action: Action, luck: QuickChance) -> None:
    """Raises AssertionError unless a damaged action is refused properly, or is allowed and has a JSON form.

    A proper refusal has a code of META and cites the section that META gives for it.
    """
    place = luck.below(len(action) + 1)
    wrong = _WRONG_VALUES[luck.below(len(_WRONG_VALUES))]
    damaged = (*action[:place], wrong, *action[place + 1 :])
    refusal = engine.check(state, seat, damaged)
    if refusal is None:
        encode(engine.META.actions, damaged)
    else:
        assert engine.META.refusals[refusal.code] == refusal.rule, f"{refusal.code} is not what META says"
