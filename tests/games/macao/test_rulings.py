"""Rulings of the rule page on turns, contacts, effects and discards (1–4, 13–15, 20, 21), each by
its number.
"""

from __future__ import annotations

import pytest

from games.macao.rules import ENGINE
from tests.games.macao.positions import (
    blue_names,
    change_deck,
    deal_seeded,
    find_refusal,
    nobody_can_act,
    phase_name,
    pile_names,
    play_action,
    play_actions,
    position,
)

rule = pytest.mark.rule


@rule("turn")
def test_ruling_1_one_action_is_compulsory_and_who_has_none_passes() -> None:
    stuck = nobody_can_act()
    assert ENGINE.legal(stuck, 0) == [("pass",)]
    passed, events = play_action(stuck, 0, "pass")
    assert events == [("passed", 0)] and ENGINE.turn(passed) == 1
    fresh = deal_seeded(2)
    assert find_refusal(fresh, ENGINE.turn(fresh), "pass").code == "must_act"
    assert ("pass",) not in ENGINE.legal(fresh, ENGINE.turn(fresh))


@rule("setup")
@pytest.mark.parametrize(
    ("seats", "sizes"), [(2, [12, 12, 11, 11]), (3, [12, 12, 12, 11]), (4, [12, 12, 12, 12])]
)
def test_ruling_2_cards_are_dealt_in_turn_to_the_piles(seats: int, sizes: list[int]) -> None:
    assert [len(row) for row in deal_seeded(seats).piles] == sizes


@rule("setup")
def test_ruling_3_only_tops_and_numbers_of_cards_are_known() -> None:
    state = deal_seeded(3)
    shown = ENGINE.view(state, 0)["piles"]
    assert shown == [{"top": pile_names(state, n)[0], "count": len(pile_names(state, n))} for n in range(4)]
    beneath = {name for n in range(4) for name in pile_names(state, n)[1:]}
    assert not beneath & set(ENGINE.view(state, 0)["cards"])


@rule("contact")
def test_ruling_4_the_living_widow_counts_among_the_five() -> None:
    five = ["widow-1", "killer-jade", "killer-opium", "killer-money", "killer-weapons"]
    state, _ = play_action(position(blue=[five]), 0, "contact", 3)
    assert phase_name(state) == "discard"
    assert ("discard", "widow-1") in ENGINE.legal(state, 0)


@rule("dancer")
def test_ruling_13_the_dancers_contact_is_compulsory_and_the_limit_applies() -> None:
    reds = ["killer-weapons", "killer-opium", "killer-jade"]
    blues = ["dancer-alcohol", "killer-money", "dancer-jade", "dancer-opium", "trader-jade"]
    state = position(blue=[blues], red=[reds])
    state, _ = play_action(state, 0, "recruit", "dancer-alcohol", tuple(reds), ())
    assert phase_name(state) == "contact"
    assert ENGINE.legal(state, 0) == [("contact", 3)]
    assert find_refusal(state, 0, "pass").code == "contact_first"
    state, _ = play_action(state, 0, "contact", 3)
    assert ENGINE.turn(state) == 1, "four blue cards and the new one"
    full = position(blue=[blues[:4]], dead=[["widow-1"]], red=[reds])
    full = play_actions(full, (0, "recruit", "dancer-alcohol", tuple(reds), ()), (0, "contact", 3))
    assert ENGINE.turn(full) == 1, "three blue, one deceased and the new one are five: the limit is kept"


@rule("dancer")
def test_ruling_13_without_cards_in_the_piles_there_is_no_contact() -> None:
    data = change_deck()
    cards = ["dancer-alcohol", "killer-weapons", "killer-opium", "killer-jade"]
    data["characters"] = [row for row in data["characters"] if row["id"] in cards]
    reds = [[*cards[1:], "widow-3"]]
    state = position(blue=[["dancer-alcohol", "widow-1"], ["widow-2"]], red=reds, data=data)
    state, _ = play_action(state, 0, "recruit", "dancer-alcohol", tuple(cards[1:]), ())
    assert (phase_name(state), ENGINE.turn(state)) == ("turn", 1)


@rule("killer")
def test_ruling_14_victims_choose_at_the_same_time_and_who_has_nothing_is_spared() -> None:
    reds = [
        "dancer-weapons",
        "dancer-opium",
        "dancer-money",
        "trader-money",
        "dancer-jade",
    ]  # weapons money money jade
    rows = [["killer-alcohol"], ["trader-jade", "widow-2"], [], ["trader-opium"]]
    state = position(
        4, blue=rows, red=[reds], dead=[[], [], ["widow-3"], []], piles=[["sailor-jade"], ["sailor-opium"]]
    )
    state, _ = play_action(
        state,
        0,
        "recruit",
        "killer-alcohol",
        ("dancer-weapons", "dancer-money", "trader-money", "dancer-jade"),
        (),
    )
    assert [decision.seat for decision in ENGINE.decisions(state)] == [1, 3]
    assert len({decision.id for decision in ENGINE.decisions(state)}) == 2
    one = play_actions(state, (3, "discard", "trader-opium"), (1, "discard", "widow-2"))
    other = play_actions(state, (1, "discard", "widow-2"), (3, "discard", "trader-opium"))
    assert ENGINE.dump(one) == ENGINE.dump(other), "the order of choosing does not matter"
    # clockwise from the attacker: seat 1's card goes under pile 2, which is empty; then seat 3's under pile 0
    assert (pile_names(one, 2), pile_names(one, 0)) == (["widow-2"], ["sailor-jade", "trader-opium"])
    assert (blue_names(one, 1), blue_names(one, 3)) == ({"trader-jade"}, set())


@rule("killer")
def test_ruling_14_a_choice_is_secret_until_all_have_chosen() -> None:
    reds = ["dancer-weapons", "dancer-opium", "dancer-money", "trader-money", "dancer-jade"]
    state = position(3, blue=[["killer-alcohol"], ["trader-jade", "widow-2"], ["trader-opium"]], red=[reds])
    state, _ = play_action(
        state,
        0,
        "recruit",
        "killer-alcohol",
        ("dancer-weapons", "dancer-money", "trader-money", "dancer-jade"),
        (),
    )
    state, events = play_action(state, 1, "discard", "widow-2")
    assert events == [("gave_up", 1)]
    assert ENGINE.view(state, 1)["victims"] == {"waiting": [2], "given": "widow-2"}
    for other in (0, 2, None):
        assert ENGINE.view(state, other)["victims"] == {"waiting": [2], "given": None}
        assert "widow-2" in ENGINE.view(state, other)["seats"][1]["blue"]


@rule("policeman")
def test_ruling_15_reserving_is_compulsory_unlimited_and_worth_nothing() -> None:
    reds = ["dancer-weapons", "killer-weapons", "dancer-opium", "killer-opium"]
    state = position(blue=[["policeman-alcohol"]], red=[reds], reserved=[["casino-royal", "red-room"]])
    state, _ = play_action(state, 0, "recruit", "policeman-alcohol", tuple(reds), ())
    assert phase_name(state) == "reserve" and find_refusal(state, 0, "contact", 3).code == "reserve_first"
    tile = ENGINE.legal(state, 0)[0][1]
    state, events = play_action(state, 0, "reserve", tile)
    assert events == [("reserved", 0, tile)] and len(state.reserved[0]) == 3
    assert ENGINE.view(state, 0)["seats"][0]["coins"]["establishments"] == 0
    assert find_refusal(state, 1, "open", tile, ()).code == "tile_reserved"
    none_left = position(
        blue=[["policeman-alcohol"]],
        red=[reds],
        tiles=[],
        opened=[[], ["distillery", "red-room", "casino-royal", "art-gallery"]],
    )
    none_left, _ = play_action(none_left, 0, "recruit", "policeman-alcohol", tuple(reds), ())
    assert ENGINE.turn(none_left) == 1, "no decision without a central tile"


@rule("discard")
def test_ruling_20_the_leftmost_of_equal_piles_and_all_cards_under_one() -> None:
    cards = ["dancer-alcohol", "killer-weapons", "killer-opium", "killer-jade"]
    state = position(blue=[cards], piles=[["trader-jade", "trader-opium"], ["sailor-jade"], ["sailor-opium"]])
    state, events = play_action(
        state, 0, "recruit", "dancer-alcohol", ("killer-opium", "killer-jade", "killer-weapons"), ()
    )
    assert events[0] == ("discarded", 0, ("killer-opium", "killer-jade", "killer-weapons"), 1)
    assert pile_names(state, 1) == ["sailor-jade", "killer-opium", "killer-jade", "killer-weapons"], (
        "in the order named"
    )


@rule("discard")
def test_ruling_21_an_empty_pile_is_the_smallest_and_nobody_takes_from_it() -> None:
    cards = ["dancer-alcohol", "killer-weapons", "killer-opium", "killer-jade"]
    state = position(blue=[cards], piles=[["sailor-jade"], [], ["sailor-opium"]])
    refusal = find_refusal(state, 0, "contact", 1)
    assert (refusal.code, refusal.params) == ("pile_empty", {"pile": 1})
    state, _ = play_action(
        state, 0, "recruit", "dancer-alcohol", ("killer-jade", "killer-opium", "killer-weapons"), ()
    )
    assert pile_names(state, 1) == ["killer-jade", "killer-opium", "killer-weapons"]
    assert ("contact", 1) in ENGINE.legal(state, 0), "what was named first lies on top"
