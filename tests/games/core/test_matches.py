"""Whole matches without a site, and bots that do not keep to their menu."""

from __future__ import annotations

from typing import Any

import pytest

from games.bots.base import Turn, ask_bot
from games.core.chance import QuickChance
from games.core.contract import Action
from games.core.simulation import Broken, Case, begin_case, choose_at_random, play_match
from games.registry import ENGINES
from games.shanghaien.rules import ENGINE

CASE = Case(ENGINE, 2, {})


def test_a_bot_sees_its_view_and_menu_and_no_state() -> None:
    state, _, _ = begin_case(CASE, 1)
    seen: list[Turn] = []

    def curious(turn: Turn, luck: QuickChance) -> Action:
        seen.append(turn)
        return turn.menu[0]

    assert ask_bot(curious, ENGINE, state, ENGINE.turn(state), QuickChance(1)) == ("roll",)
    (turn,) = seen
    assert turn.view == ENGINE.view(state, ENGINE.turn(state)) and turn.menu == ENGINE.legal(
        state, ENGINE.turn(state)
    )
    assert not any(item is state for item in turn)
    imagined = turn.redeal(QuickChance(2))
    assert imagined.deck[:6] == state.deck[:6] and imagined.deck != state.deck


def test_a_bot_that_leaves_its_menu_is_stopped() -> None:
    state, _, _ = begin_case(CASE, 1)
    with pytest.raises(ValueError, match="not in its menu"):
        ask_bot(lambda turn, luck: ("shanghai",), ENGINE, state, ENGINE.turn(state), QuickChance(1))


def test_a_match_that_never_ends_is_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(state: Any, seat: int, action: Action, chance: Any) -> list[Any]:
        return []

    monkeypatch.setattr(ENGINE, "advance", nothing)
    with pytest.raises(Broken, match="does not end"):
        play_match(CASE, 1, choose_at_random(ENGINE))


@pytest.mark.parametrize("slug", ENGINES)
def test_the_same_seed_plays_the_same_match(slug: str) -> None:
    case = Case(ENGINES[slug], ENGINES[slug].META.seats[-1], {})
    assert (
        play_match(case, 6, choose_at_random(case.engine)).moves
        == play_match(case, 6, choose_at_random(case.engine)).moves
    )
