"""What holds for every bot of every game: it chooses from its menu, repeats itself, and cannot know what is
hidden.
"""

from __future__ import annotations

from typing import Any

import pytest
from _pytest.mark import ParameterSet

from games.bots.base import Bot, ask_bot
from games.bots.levels import LEVELS, LEVELS_WITH_RANDOM, MASTER, RANDOM, make_bot
from games.core.chance import QuickChance
from games.core.contract import Action, Engine, begin_match, complete_options
from games.core.simulation import MAX_MOVES, Case
from games.registry import ENGINES, load_levels
from tests.games.core.conformance import case_parameters

#: strong bots with a hundredth of their thought: these properties do not depend on it
LITTLE = 0.01


def moves(case: Case, bot: Bot, seed: int) -> list[Action]:
    """A whole match of one bot against itself; `ask` refuses what is not in the menu."""
    luck, thought, done = QuickChance(seed), QuickChance(seed + 1), []
    state, _ = begin_match(
        case.engine, case.seats, complete_options(case.engine.META, case.seats, case.options), luck
    )
    while (seat := case.engine.turn(state)) >= 0:
        done.append(ask_bot(bot, case.engine, state, seat, thought))
        case.engine.advance(state, seat, done[-1], luck)
        assert len(done) < MAX_MOVES
    assert case.engine.outcome(state) is not None
    return done


def list_levels(slug: str) -> list[str]:
    """The bots that there are for a game: not each has a master."""
    return [RANDOM, *load_levels(slug).list_names()]


def list_cases() -> list[ParameterSet]:
    """Each case of the conformance tests with each level of its game."""
    return [
        pytest.param(case, name, marks=parameter.marks, id=f"{name}-{parameter.id}")
        for parameter in case_parameters()
        for case in parameter.values
        for name in list_levels(case.engine.META.slug)
    ]


@pytest.mark.slow
@pytest.mark.parametrize(("case", "name"), list_cases())
def test_matches_end_by_legal_actions_and_are_repeated_by_their_seed(case: Case, name: str) -> None:
    bot = make_bot(load_levels(case.engine.META.slug), name, effort=LITTLE)
    assert moves(case, bot, 5) == moves(case, bot, 5)


@pytest.mark.parametrize(("slug", "name"), [(slug, name) for slug in ENGINES for name in list_levels(slug)])
def test_what_a_seat_cannot_know_does_not_change_its_answer(slug: str, name: str) -> None:
    engine = ENGINES[slug]
    luck, bot = QuickChance(3), make_bot(load_levels(slug), name, effort=LITTLE)
    state, _ = begin_match(engine, max(engine.META.seats), {}, luck)
    changed = 0
    for step in range(40):
        seat = engine.turn(state)
        again = engine.redeal(state, seat, QuickChance(step))
        changed += engine.dump(state) != engine.dump(again)
        answer = _answer(engine, bot, state, seat)
        assert answer == _answer(engine, bot, again, seat)
        engine.advance(state, seat, answer, luck)
    assert changed > 20, "something hidden was dealt again"


def _answer(engine: Engine, bot: Bot, state: Any, seat: int) -> Action:
    return ask_bot(bot, engine, state, seat, QuickChance(7))


def test_the_random_bot_is_known_but_not_offered() -> None:
    assert RANDOM in LEVELS_WITH_RANDOM and RANDOM not in LEVELS


def test_a_game_that_cannot_be_solved_has_no_master() -> None:
    assert load_levels("shanghaien").list_names() == LEVELS
    assert load_levels("halunken").list_names() == load_levels("macao").list_names() == LEVELS[:-1]
    with pytest.raises(KeyError):
        make_bot(load_levels("macao"), MASTER)


def test_a_level_that_nobody_knows_is_refused() -> None:
    with pytest.raises(KeyError):
        make_bot(load_levels("shanghaien"), "genius")


def test_a_bot_that_leaves_its_menu_is_found_out() -> None:
    engine = ENGINES["shanghaien"]
    state, _ = begin_match(engine, 2, {}, QuickChance(1))
    with pytest.raises(ValueError, match="not in its menu"):
        ask_bot(lambda turn, chance: ("shanghai",), engine, state, engine.turn(state), QuickChance(1))
