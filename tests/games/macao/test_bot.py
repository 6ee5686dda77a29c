"""Macao's bots: they see nothing secret, judge plain cases right, and each level beats the one below."""

from __future__ import annotations

import pytest

from games.bots.base import Bot, Turn, ask_bot, choose_any
from games.core.chance import QuickChance
from games.core.contract import Action
from games.macao.bot import (
    choose_by_reflex,
    drop_equivalent,
    easy,
    expect_coins,
    expect_standing,
    find_best,
    steady,
)
from games.macao.rules import ENGINE
from games.macao.rules.state import State
from tests.games.bots.measuring import measure_share
from tests.games.macao.positions import play_actions, position


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_each_level_beats_the_one_below(seats: int) -> None:
    """Measured with n = 400 the shares are above 1.4 and 1.7; with few matches only the order is sure."""
    assert measure_share(ENGINE, easy, choose_any, seats, 36, [{}]) > 1.1
    assert measure_share(ENGINE, steady, easy, seats, 36, [{}]) > 1.2


def answer(bot: Bot, state: State, seat: int) -> Action:
    """Luck of the same seed; the redeal inside is drawn from it."""
    return ask_bot(bot, ENGINE, state, seat, QuickChance(7))


def test_actions_that_lose_the_same_cards_are_looked_at_once() -> None:
    reds = ["killer-weapons", "killer-opium", "killer-jade", "dancer-jade"]
    state = position(blue=[["dancer-alcohol"]], red=[reds])
    menu = ENGINE.legal(state, 0)
    assert len(menu) == 3 and len(drop_equivalent(state, menu)) == 2
    assert {action[0] for action in drop_equivalent(state, menu)} == {"contact", "recruit"}


def test_what_can_be_bought_is_worth_more_than_what_cannot() -> None:
    able = position(blue=[["dancer-alcohol", "killer-weapons", "killer-opium", "killer-jade"]])
    short = position(blue=[["dancer-alcohol", "killer-weapons", "killer-opium", "dancer-opium"]])
    assert expect_coins(able, 0) > expect_coins(short, 0)
    assert expect_standing(able, 0) > expect_standing(able, 1)


def test_a_finished_match_is_judged_by_its_winner() -> None:
    state = play_actions(position(red=[["widow-1"]], round=60, turn=1), (1, "contact", 3))
    assert expect_standing(state, 1) > 15 > -15 > expect_standing(state, 0)


def test_a_sure_win_is_taken() -> None:
    """Last turn of the last round, equal coins: only the tile wins."""
    reds = ["killer-jade", "killer-opium", "killer-money", "killer-weapons"]
    state = position(
        blue=[[], ["widow-2"]], red=[["politician-jade", "trader-jade"], reds], opened=[["red-room"]], round=60, turn=1,
        tiles=["harbour-restaurant", "temple-bar", "china-club"],
    )  # fmt: skip
    for bot in (reflex_bot, steady):
        assert ask_bot(bot, ENGINE, state, 1, QuickChance(1)) == ("open", "harbour-restaurant", ())


def reflex_bot(turn: Turn, chance: QuickChance) -> Action:
    return choose_by_reflex(turn.redeal(chance), turn.seat, turn.menu, chance)


def test_a_follow_up_of_the_same_turn_is_thought_through() -> None:
    """Over the limit the best discard counts, not the first one."""
    politicians = ["politician-jade", "politician-opium", "politician-money", "politician-weapons"]
    state = position(
        blue=[["widow-1", *politicians]], tiles=["distillery", "red-room", "casino-royal", "art-gallery"]
    )
    value, action = find_best(state, 0, ENGINE.legal(state, 0), QuickChance(1))
    assert action == ("contact", 3)
    full = play_actions(state, (0, "contact", 3))
    discards = [expect_standing(play_actions(full, (0, *discard)), 0) for discard in ENGINE.legal(full, 0)]
    assert value == pytest.approx(max(discards), abs=0.02)
