"""Every refusal code of Macao, with the numbers that its sentence needs."""

from __future__ import annotations

from typing import Any

import pytest

from games.macao.rules import ENGINE
from games.macao.rules.state import State
from tests.games.macao.positions import find_refusal, play_actions, position

HAND = [
    "dancer-alcohol",
    "killer-weapons",
    "killer-opium",
    "killer-jade",
]  # the dancer asks weapons, opium, jade
PAY = tuple(HAND[1:])


def hand(**more: Any) -> State:
    return position(**{"blue": [HAND], **more})


def over_the_limit() -> State:
    return play_actions(position(blue=[[*HAND, "widow-1"]]), (0, "contact", 3))


def deceased_and_over() -> State:
    return play_actions(position(blue=[HAND], dead=[["widow-1"]]), (0, "contact", 3))


def dancing() -> State:
    return play_actions(hand(), (0, "recruit", "dancer-alcohol", PAY, ()))


def policing() -> State:
    reds = ["dancer-weapons", "killer-weapons", "dancer-opium", "killer-opium"]
    state = position(blue=[["policeman-alcohol"]], red=[reds], reserved=[[], ["red-room"]])
    return play_actions(state, (0, "recruit", "policeman-alcohol", tuple(reds), ()))


def killing() -> State:
    pay = ("dancer-weapons", "dancer-money", "trader-money", "dancer-jade")
    state = position(blue=[["killer-alcohol"], ["trader-jade"]], dead=[[], ["widow-2"]], red=[pay])
    return play_actions(state, (0, "recruit", "killer-alcohol", pay, ()))


def over() -> State:
    return play_actions(
        position(blue=[["widow-1"], ["widow-2"]], round=60), (0, "contact", 3), (1, "contact", 3)
    )


CROUPIERS = {
    "red": [["croupier-jade", "croupier-money"]],
    "blue": [["croupier-alcohol", "killer-money", "killer-opium"]],
}
REFUSED: list[tuple[str, Any, int, tuple[Any, ...], dict[str, Any]]] = [
    ("match_over", over, 0, ("contact", 3), {}),
    ("not_your_decision", hand, 1, ("contact", 3), {}),
    ("not_an_action", hand, 0, ("contact", "3"), {"field": "pile"}),
    ("not_an_action", hand, 0, ("recruit", "dancer-alcohol", ["killer-jade"], ()), {"field": "pay"}),
    ("not_an_action", hand, 0, ("steal",), {"field": "type"}),
    ("not_an_action", hand, 0, ("pass", 1), {"field": "action"}),
    ("must_act", hand, 0, ("pass",), {}),
    ("discard_first", over_the_limit, 0, ("contact", 3), {}),
    ("contact_first", dancing, 0, ("pass",), {}),
    ("reserve_first", policing, 0, ("contact", 3), {}),
    ("give_up_first", killing, 1, ("contact", 3), {}),
    ("nothing_to_discard", hand, 0, ("discard", "killer-jade"), {}),
    ("nothing_to_reserve", hand, 0, ("reserve", "red-room"), {}),
    ("no_such_pile", hand, 0, ("contact", 4), {"pile": 4, "piles": 4}),
    ("no_such_pile", hand, 0, ("contact", -1), {"pile": -1, "piles": 4}),
    ("pile_empty", hand, 0, ("contact", 0), {"pile": 0}),
    ("unknown_card", hand, 0, ("recruit", "killer-tea", (), ()), {"card": "killer-tea"}),
    ("unknown_card", hand, 0, ("recruit", "dancer-alcohol", ("x",), ()), {"card": "x"}),
    ("unknown_tile", hand, 0, ("open", "tea-house", ()), {"tile": "tea-house"}),
    (
        "unknown_resource",
        lambda: position(**CROUPIERS),
        0,
        ("recruit", "croupier-alcohol", ("killer-money", "killer-opium"), ("tea",)),
        {"resource": "tea"},
    ),
    ("card_not_yours", hand, 0, ("recruit", "widow-2", (), ()), {"card": "widow-2"}),
    (
        "card_already_red",
        lambda: hand(red=[["trader-jade"]]),
        0,
        ("recruit", "trader-jade", (), ()),
        {"card": "trader-jade"},
    ),
    (
        "widow_deceased",
        lambda: hand(dead=[["widow-1"]]),
        0,
        ("recruit", "widow-1", (), ()),
        {"card": "widow-1"},
    ),
    (
        "cannot_pay",
        lambda: hand(blue=[[*HAND[:2], "widow-1"]]),
        0,
        ("recruit", "dancer-alcohol", (), ()),
        {"card": "dancer-alcohol", "short": 1, "missing": [["opium"], ["jade"]], "jokers": 1},
    ),
    (
        "cannot_pay",
        lambda: position(blue=[HAND[:2]], red=[["trader-opium"]]),
        0,
        ("recruit", "dancer-alcohol", (), ()),
        {"card": "dancer-alcohol", "short": 1, "missing": [["opium", "jade"]], "jokers": 0},
    ),
    (
        "cannot_pay",
        lambda: hand(tiles=["distillery", "red-room", "temple-bar", "china-club"]),
        0,
        ("open", "distillery", ()),
        {"tile": "distillery", "short": 3, "missing": [["alcohol"], ["alcohol"], ["money"]], "jokers": 0},
    ),
    (
        "payment_not_yours",
        hand,
        0,
        ("recruit", HAND[0], (*PAY[:2], "trader-jade"), ()),
        {"card": "trader-jade"},
    ),
    ("payment_pays_itself", hand, 0, ("recruit", HAND[0], (*PAY[:2], HAND[0]), ()), {"card": HAND[0]}),
    ("payment_twice", hand, 0, ("recruit", HAND[0], (*PAY, PAY[0]), ()), {"card": PAY[0]}),
    ("payment_short", hand, 0, ("recruit", HAND[0], PAY[:1], ()), {"short": 2}),
    ("payment_short", hand, 0, ("recruit", HAND[0], None, None), {"short": 3}),
    (
        "payment_idle",
        lambda: hand(blue=[[*HAND, "dancer-jade"]]),
        0,
        ("recruit", HAND[0], (*PAY, "dancer-jade"), ()),
        {"card": "killer-jade"},
    ),
    (
        "croupier_count",
        lambda: position(**CROUPIERS),
        0,
        ("recruit", "croupier-alcohol", ("killer-money", "killer-opium"), ()),
        {"removed": 0, "due": 1},
    ),
    (
        "croupier_not_repeated",
        lambda: position(**CROUPIERS),
        0,
        ("recruit", "croupier-alcohol", ("killer-money", "killer-opium"), ("opium",)),
        {"resource": "opium", "asked": 1, "removed": 1},
    ),
    (
        "tile_not_there",
        lambda: hand(tiles=["distillery", "red-room", "temple-bar", "china-club"]),
        0,
        ("open", "black-market", ()),
        {"tile": "black-market"},
    ),
    (
        "tile_reserved",
        lambda: hand(reserved=[[], ["distillery"]]),
        0,
        ("open", "distillery", ()),
        {"tile": "distillery", "seat": 1},
    ),
    (
        "condition_not_met",
        hand,
        0,
        ("open", "black-market", ()),
        {
            "tile": "black-market",
            "missing": [{"need": need, "have": 0, "of": 1} for need in ("red", "green", "yellow")],
        },
    ),
    (
        "condition_costs_nothing",
        lambda: position(blue=[[f"killer-{name}" for name in ("jade", "opium", "money", "weapons")]]),
        0,
        ("open", "harbour-restaurant", ("killer-jade",)),
        {"tile": "harbour-restaurant"},
    ),
    ("discard_not_blue", over_the_limit, 0, ("discard", "widow-2"), {"card": "widow-2"}),
    ("discard_deceased", deceased_and_over, 0, ("discard", "widow-1"), {"card": "widow-1"}),
    ("victim_deceased", killing, 1, ("discard", "widow-2"), {"card": "widow-2"}),
    ("reserve_not_central", policing, 0, ("reserve", "red-room"), {"tile": "red-room"}),
]


@pytest.mark.parametrize(("code", "make", "seat", "action", "params"), REFUSED)
def test_a_refusal_says_what_is_wrong_and_changes_nothing(
    code: str, make: Any, seat: int, action: tuple[Any, ...], params: dict[str, Any]
) -> None:
    state = make()
    before = ENGINE.dump(state)
    refusal = find_refusal(state, seat, *action)
    assert (refusal.code, refusal.params) == (code, params)
    assert ENGINE.dump(state) == before


def test_every_code_of_meta_is_reached() -> None:
    assert {code for code, *_ in REFUSED} == set(ENGINE.META.refusals)
