"""Every reason for which Shanghaien refuses an action, with the section of the rule and numbers for the
sentence.
"""

from __future__ import annotations

from typing import Any

import pytest

from games.shanghaien.rules import ENGINE
from games.shanghaien.rules.state import State
from tests.games.shanghaien.positions import (
    LEFT,
    ROLL,
    SHANGHAI,
    find_refusal,
    first_roll,
    place,
    position,
    trick,
)

OWN = (["trick-1", "trick-4", "red-1"], [])
ROLLED = position(round=2, phase="rolled", rolled=(1, 5), own=OWN)
BARE = position(phase="rolled", rolled=(1, 5))

CASES: list[tuple[str, State, Any, dict[str, Any]]] = [
    ("not_an_action", ROLLED, ("dance",), {}),
    ("not_an_action", ROLLED, ["place", 1], {}),
    ("not_an_action", ROLLED, ("place", True), {}),
    ("not_an_action", ROLLED, ("place",), {}),
    ("not_an_action", ROLLED, ("trick", "trick-4", "both", "red", None, None), {}),
    ("not_an_action", ROLLED, ("trick", "trick-4", "joker", "red", 0, 1), {}),
    ("not_an_action", ROLLED, ("trick", "trick-1", "adjust", "red", 0, 1), {}),
    ("match_over", position(round=8, phase="over"), ROLL, {}),
    ("already_rolled", ROLLED, ROLL, {"rolled": [1, 5]}),
    ("already_rolled", ROLLED, SHANGHAI, {"rolled": [1, 5]}),
    ("too_few_dice_to_roll", position(dice=([1] * 5, [])), ROLL, {"supply": 1, "needed": 2}),
    ("too_few_dice_placed", position(dice=([1], [])), SHANGHAI, {"placed": 1, "needed": 2}),
    ("roll_first", position(), place(1), {}),
    ("die_not_rolled", ROLLED, place(2), {"rolled": [1, 5]}),
    ("die_not_rolled", ROLLED, place(7), {"rolled": [1, 5]}),
    ("direction_before_roll", position(one=""), LEFT, {}),
    ("direction_first", first_roll(1, 5), place(1), {}),
    ("direction_chosen", ROLLED, LEFT, {"one": "left"}),
    ("unknown_end", first_roll(1, 5), ("direction", "up"), {"ends": ["left", "right"]}),
    ("trick_before_roll", position(round=2, own=OWN), trick("trick-4", "both"), {}),
    (
        "trick_used",
        position(round=2, phase="rolled", rolled=(1, 5), own=OWN, used=1),
        trick("trick-4", "both"),
        {},
    ),
    (
        "trick_too_late",
        position(round=2, phase="place", rolled=(1, 5), own=OWN),
        trick("trick-4", "both"),
        {},
    ),
    ("no_trick", BARE, trick("trick-4", "both"), {}),
    ("trick_not_owned", ROLLED, trick("trick-5", "both"), {"owned": ["trick-1", "trick-4"]}),
    ("trick_other_use", ROLLED, trick("trick-4", "reroll"), {"card": "trick-4", "uses": ["joker", "both"]}),
    (
        "joker_without_sailor",
        ROLLED,
        trick("trick-4", "joker", "blue"),
        {"nation": "blue", "nations": ["red"]},
    ),
    ("adjust_unknown_die", ROLLED, trick("trick-1", "adjust", None, 2, 1), {"dice": 2}),
    ("adjust_not_by_one", ROLLED, trick("trick-1", "adjust", None, 0, 2), {"delta": 2}),
    ("adjust_out_of_range", ROLLED, trick("trick-1", "adjust", None, 0, -1), {"value": 1, "delta": -1}),
]


@pytest.mark.parametrize(("code", "state", "action", "params"), CASES)
def test_a_refusal_says_code_rule_and_numbers(
    code: str, state: State, action: Any, params: dict[str, Any]
) -> None:
    assert find_refusal(state, action, seat=0) == (code, ENGINE.META.refusals[code], params)


def test_the_other_seat_must_wait() -> None:
    assert find_refusal(ROLLED, place(1), seat=1) == ("not_your_turn", "turn", {})


def test_every_code_is_reached() -> None:
    assert {code for code, *_ in CASES} | {"not_your_turn"} == set(ENGINE.META.refusals)


def test_explain_shows_each_impossible_action_of_the_turn() -> None:
    explained = {entry.action[0]: entry.refusal.code for entry in ENGINE.explain(position(dice=([1], [])), 0)}
    assert explained == {
        "shanghai": "too_few_dice_placed",
        "place": "roll_first",
        "direction": "direction_chosen",
        "trick": "trick_before_roll",
    }


def test_explain_shows_the_uses_of_a_card_that_the_dice_do_not_allow() -> None:
    state = position(round=2, phase="rolled", rolled=(1, 5), own=(["trick-1"], []))
    tricks = [
        (entry.action[2:], entry.refusal.code)
        for entry in ENGINE.explain(state, 0)
        if entry.action[0] == "trick"
    ]
    assert tricks == [
        (("joker", None, None, None), "joker_without_sailor"),
        (("adjust", None, 0, -1), "adjust_out_of_range"),
    ]


def test_explain_tells_nothing_to_who_waits_or_when_all_is_over() -> None:
    assert ENGINE.explain(ROLLED, 1) == []
    assert ENGINE.explain(position(round=8, phase="over"), 0) == []
