"""The search: what it counts, what it may not know, and that more thought than a reflex wins."""

from __future__ import annotations

from typing import Any

import pytest

from games.bots import search
from games.bots.base import Turn, ask_bot, choose_any
from games.bots.levels import make_bot
from games.bots.search import Node, Policy, estimate_odds, find_most_visited, grow_tree, share_victory
from games.core.chance import QuickChance
from games.core.contract import Action, begin_match
from games.halunken import bot as halunken
from games.macao import bot as macao
from games.registry import ENGINES, load_levels
from tests.games.halunken import positions as halunken_positions
from tests.games.macao import positions as macao_positions
from tests.games.shanghaien import positions as shanghaien_positions
from tests.games.shanghaien.positions import SHANGHAI

SIZES = range(1, 150, 8)
POLICIES = {slug: load_levels(slug).policy for slug in ENGINES}


def tree(slug: str, state: Any, policy: Policy | None = None, iterations: int = 60) -> Node:
    engine, seat = ENGINES[slug], ENGINES[slug].turn(state)
    menu = engine.legal(state, seat)
    turn = Turn(engine, seat, engine.view(state, seat), menu, lambda luck: engine.redeal(state, seat, luck))
    return grow_tree(turn, policy or POLICIES[slug], iterations, QuickChance(1))


def crowded(slug: str) -> Any:
    """A position with at least three actions; with two where a game never offers more."""
    engine = ENGINES[slug]
    for least in (3, 2):
        luck = QuickChance(4)
        state, _ = begin_match(engine, max(engine.META.seats), {}, luck)
        for _ in range(30):
            menu = engine.legal(state, engine.turn(state))
            engine.advance(state, engine.turn(state), menu[luck.below(len(menu))], luck)
        while (seat := engine.turn(state)) >= 0:
            if len(menu := engine.legal(state, seat)) >= least:
                return state
            engine.advance(state, seat, menu[-1], luck)
    raise AssertionError(f"{slug} never offers a choice")


@pytest.mark.parametrize("slug", POLICIES)
def test_every_iteration_is_counted_once_and_rewards_are_shares(slug: str) -> None:
    root = tree(slug, crowded(slug))
    assert root.visits == 60 == sum(node.visits for node in root.children.values())
    nodes = list(root.children.values())
    while nodes:
        node = nodes.pop()
        assert 0 <= node.total_reward <= node.visits <= node.offered
        nodes += node.children.values()


@pytest.mark.slow
@pytest.mark.parametrize("slug", POLICIES)
def test_what_nothing_can_change_is_not_searched_further(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    state, whole, short = crowded(slug), [], []
    for look, trees in ((1000, whole), (1, short)):
        monkeypatch.setattr(search, "CHECK_EVERY", look)
        trees += [tree(slug, state, iterations=n) for n in SIZES]
    assert [find_most_visited(root) for root in short] == [find_most_visited(root) for root in whole]
    assert sum(root.visits for root in short) < sum(root.visits for root in whole) == sum(SIZES)


@pytest.mark.parametrize("slug", POLICIES)
def test_a_large_menu_is_opened_little_by_little(slug: str) -> None:
    narrow = POLICIES[slug]._replace(width=1)
    state = crowded(slug)
    assert len(tree(slug, state, narrow, iterations=1).children) == 1
    assert 1 < len(tree(slug, state, narrow, iterations=5).children) <= 3


@pytest.mark.parametrize("slug", POLICIES)
def test_rewards_of_a_finished_match_are_its_winners(slug: str) -> None:
    engine, luck = ENGINES[slug], QuickChance(9)
    state, _ = begin_match(engine, max(engine.META.seats), {}, luck)
    while (seat := engine.turn(state)) >= 0:
        rewards = POLICIES[slug].rewards(state)
        assert len(rewards) == max(engine.META.seats) and all(0 < reward < 1 for reward in rewards)
        engine.advance(state, seat, engine.legal(state, seat)[0], luck)
    outcome = engine.outcome(state)
    assert outcome is not None
    for seat, reward in enumerate(POLICIES[slug].rewards(state)):
        assert reward == (1 / len(outcome.winners) if seat in outcome.winners else 0)


def test_odds_and_victories() -> None:
    assert estimate_odds(-5, 5) < estimate_odds(0, 5) == 0.5 and estimate_odds(5, 5) == pytest.approx(
        1 - estimate_odds(-5, 5)
    )
    assert share_victory([3, 5, 5]) == [0, 0.5, 0.5]


def test_cards_that_others_chose_in_secret_are_chosen_again() -> None:
    state = halunken_positions.position([["red-4"], ["red-5"], ["red-6"]], [0, 4, 8])
    halunken_positions.ENGINE.advance(state, 0, ("choose", 3), QuickChance(1))
    halunken.reopen_choices(state, 1)
    assert state.chosen_cards == [0, 0, 0] and state.decider == 0
    halunken_positions.ENGINE.advance(state, 1, ("choose", 2), QuickChance(1))
    halunken.reopen_choices(state, 1)
    assert state.chosen_cards == [0, 2, 0], "one's own choice is known"


def test_what_other_victims_gave_up_is_given_up_again() -> None:
    blue = [["killer-jade"], ["dancer-opium", "dancer-jade"], ["trader-jade", "trader-opium"]]
    state = macao_positions.position(3, blue=blue)
    state.phase, state.victim_choices = macao.VICTIM, (-1, state.blue[1][0], -2)
    macao.reopen_choices(state, 2)
    assert state.victim_choices == (-1, macao.ASKED, macao.ASKED)


def test_a_sure_win_is_found() -> None:
    row = ["red-4", "blue-1", "yellow-2", "green-2", "grey-1", "orange-3a"]
    state = shanghaien_positions.position(round=8, dice=([1, 1, 6], [2, 5]), tavern=row)
    assert _strong("shanghaien", state) == SHANGHAI
    reds = ["killer-jade", "killer-opium", "killer-money", "killer-weapons"]
    state = macao_positions.position(
        blue=[[], ["widow-2"]], red=[["politician-jade", "trader-jade"], reds], opened=[["red-room"]], round=60, turn=1,
        tiles=["harbour-restaurant", "temple-bar", "china-club"],
    )  # fmt: skip
    assert _strong("macao", state) == ("open", "harbour-restaurant", ())
    crews = [["red-4", "red-5"], ["red-8", "grey-10", "yellow-2"]]
    state, _ = halunken_positions.reveal_cards(halunken_positions.position(crews, [0, 1]), 1, 2)
    assert _strong("halunken", state) == ("rob", 1, "red-8")


def _strong(slug: str, state: Any) -> Action:
    bot = make_bot(load_levels(slug), "strong", effort=0.2)
    return ask_bot(bot, ENGINES[slug], state, ENGINES[slug].turn(state), QuickChance(1))


@pytest.mark.slow
@pytest.mark.parametrize("slug", POLICIES)
def test_a_little_thought_beats_none(slug: str) -> None:
    """With a twentieth of its thought; measured with all of it in the ladder."""
    engine, bot, won = ENGINES[slug], make_bot(load_levels(slug), "strong", effort=0.05), 0
    for number in range(8):
        luck, thought = QuickChance(number), QuickChance(100 + number)
        state, _ = begin_match(engine, 2, {}, luck)
        while (seat := engine.turn(state)) >= 0:
            engine.advance(
                state, seat, ask_bot([bot, choose_any][seat ^ number & 1], engine, state, seat, thought), luck
            )
        outcome = engine.outcome(state)
        assert outcome is not None
        won += outcome.winners == [number & 1]
    assert won >= 6
