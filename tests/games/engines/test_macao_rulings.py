"""The twenty-six rulings of the rule page, each by its number; ruling 8 is proved in test_macao_payments."""

from __future__ import annotations

import pytest

from games.engines.macao import ENGINE

from .macao_positions import (
    after,
    blue,
    dealt,
    deck,
    names,
    payments,
    phase,
    pile,
    play,
    position,
    red,
    refused,
    tiles_in_play,
)

rule = pytest.mark.rule

FOUR_POLITICIANS = ["politician-weapons", "politician-money", "politician-opium", "politician-jade"]


def nobody_can_act(**fields: int) -> object:
    """Every card lies before somebody, and nobody can pay anything."""
    data = deck()
    data["characters"] = [row for row in data["characters"] if row["id"] in FOUR_POLITICIANS]
    return position(
        blue=[FOUR_POLITICIANS[:2], FOUR_POLITICIANS[2:]],
        dead=[["widow-1", "widow-3"], ["widow-2"]],
        tiles=["distillery", "officers-club", "casino-royal", "red-room"],
        data=data,
        **fields,
    )


@rule("turn")
def test_ruling_1_one_action_is_compulsory_and_who_has_none_passes() -> None:
    stuck = nobody_can_act()
    assert ENGINE.legal(stuck, 0) == [("pass",)]
    passed, events = play(stuck, 0, "pass")
    assert events == [("passed", 0)] and ENGINE.turn(passed) == 1
    assert refused(dealt(2), ENGINE.turn(dealt(2)), "pass").code == "must_act"


@rule("setup")
@pytest.mark.parametrize(("seats", "sizes"), [(2, [12, 12, 11, 11]), (3, [12, 12, 12, 11]), (4, [12, 12, 12, 12])])
def test_ruling_2_cards_are_dealt_in_turn_to_the_piles(seats: int, sizes: list[int]) -> None:
    assert [len(row) for row in dealt(seats).piles] == sizes


@rule("setup")
def test_ruling_3_only_tops_and_numbers_of_cards_are_known() -> None:
    state = dealt(3)
    shown = ENGINE.view(state, 0)["piles"]
    assert shown == [{"top": pile(state, n)[0], "count": len(pile(state, n))} for n in range(4)]
    beneath = {name for n in range(4) for name in pile(state, n)[1:]}
    assert not beneath & set(ENGINE.view(state, 0)["cards"])


@rule("contact")
def test_ruling_4_the_living_widow_counts_among_the_five() -> None:
    five = ["widow-1", "killer-jade", "killer-opium", "killer-money", "killer-weapons"]
    state, _ = play(position(blue=[five]), 0, "contact", 3)
    assert phase(state) == "discard"
    assert ("discard", "widow-1") in ENGINE.legal(state, 0)


@rule("widow")
def test_ruling_5_a_deceased_widow_is_never_discarded_recruited_or_used() -> None:
    full = ["killer-jade", "killer-opium", "killer-money", "killer-weapons"]
    state = position(blue=[full], dead=[["widow-1"]])
    assert refused(state, 0, "recruit", "widow-1", (), ()).code == "widow_deceased"
    paying = position(
        blue=[["dancer-jade", "killer-alcohol", "killer-money"]], dead=[["widow-1"]], red=[["killer-opium"]]
    )
    pay = ("killer-alcohol", "killer-money", "widow-1")
    assert refused(paying, 0, "recruit", "dancer-jade", pay, ()).code == "widow_deceased"
    over, _ = play(state, 0, "contact", 3)
    assert refused(over, 0, "discard", "widow-1").code == "discard_deceased"
    assert ("discard", "widow-1") not in ENGINE.legal(over, 0)


@rule("establishments")
def test_ruling_5_a_deceased_widow_counts_as_a_blue_card_of_type_widow() -> None:
    four = position(
        blue=[["widow-1"]],
        dead=[["widow-2", "widow-3"]],
        red=[["widow-4"]],
        seats=3,
        tiles=_with("harbour-restaurant", 5),
    )
    assert ("open", "harbour-restaurant", ()) in ENGINE.legal(four, 0)
    six = ["killer-jade", "dancer-jade", "policeman-jade", "croupier-jade", "trader-jade"]
    kinds = position(blue=[six[:4]], dead=[["widow-1"]], red=[six[4:]], tiles=_with("china-club", 4))
    assert ("open", "china-club", ()) in ENGINE.legal(kinds, 0)


def _with(tile: str, count: int) -> list[str]:
    return [tile, *[other for other in ("distillery", "officers-club", "casino-royal", "red-room") if other != tile]][
        :count
    ]


@rule("recruit")
def test_ruling_6_a_card_never_helps_to_pay_for_itself() -> None:
    widow = position(blue=[["widow-1", "dancer-alcohol"]])
    assert payments(widow, 0, "widow-1") == []
    assert refused(widow, 0, "recruit", "widow-1", ("dancer-alcohol", "widow-1"), ()).code == "cannot_pay"
    state = position(blue=[["widow-1", "dancer-alcohol", "dancer-money"]])
    assert refused(state, 0, "recruit", "widow-1", ("dancer-alcohol", "widow-1"), ()).code == "payment_pays_itself"


@rule("croupier")
def test_ruling_6_effects_count_as_before_the_turning() -> None:
    """A croupier does not reduce its own cost, nor a trader exchange for its own."""
    croupier = position(blue=[["croupier-alcohol", "killer-money", "killer-opium"]])  # money, money, opium
    assert payments(croupier, 0, "croupier-alcohol") == []
    trader = position(blue=[["trader-alcohol", "killer-weapons", "killer-opium", "killer-jade"]])  # money opium jade
    assert payments(trader, 0, "trader-alcohol") == []


@rule("pay")
def test_ruling_7_every_card_must_serve_a_unit() -> None:
    state = position(blue=[["dancer-alcohol", "killer-weapons", "killer-opium", "killer-jade", "dancer-jade"]])
    pay = ("killer-weapons", "killer-opium", "killer-jade", "dancer-jade")
    assert refused(state, 0, "recruit", "dancer-alcohol", pay, ()).code == "payment_idle"
    assert ENGINE.check(state, 0, ("recruit", "dancer-alcohol", pay[:3], ())) is None


@rule("sailor")
def test_ruling_7_the_surplus_of_a_sailor_is_lost() -> None:
    state = position(blue=[["dancer-alcohol", "killer-opium", "killer-jade"]], red=[["sailor-weapons"]])
    assert {frozenset(pay) for pay, _ in payments(state, 0, "dancer-alcohol")} == {
        frozenset({"sailor-weapons", "killer-opium", "killer-jade"})
    }
    after_it = after(state, (0, "recruit", "dancer-alcohol", ("sailor-weapons", "killer-opium", "killer-jade"), ()))
    assert red(after_it, 0) == {"sailor-weapons", "dancer-alcohol"}


@rule("widow")
def test_ruling_9_jokers_pay_tiles_too() -> None:
    blues = ["widow-1", "killer-alcohol", "killer-weapons", "killer-money"]  # jade is the widow's
    state = position(blue=[blues], red=[["widow-3"]], tiles=_with("crime-syndicate", 4))
    state, _ = play(state, 0, "open", "crime-syndicate", ("widow-1", *blues[1:], "widow-3"))
    assert names(state, state.dead[0]) == ["widow-1"] and red(state, 0) == {"widow-3"}
    assert state.deck.tile_names[state.yellow[0][0]] == "crime-syndicate"


@rule("sailor")
def test_ruling_10_a_blue_sailor_yields_one() -> None:
    cards = ["trader-jade", "killer-money", "killer-opium", "sailor-weapons", "croupier-jade"]
    assert payments(position(blue=[cards]), 0, "croupier-jade") == []  # weapons, weapons, money
    reds = position(blue=[cards[:3] + cards[4:]], red=[["sailor-weapons"]])
    ((pay, _),) = payments(reds, 0, "croupier-jade")
    assert set(pay) == {"sailor-weapons", "killer-money"}


@rule("trader")
def test_ruling_11_traders_work_in_both_directions_on_any_card_and_chain() -> None:
    # alcohol = weapons and weapons = money: alcohol pays money, money pays alcohol
    reds = ["trader-alcohol", "trader-weapons"]
    state = position(blue=[["widow-1", "killer-money", "dancer-money"]], red=[reds])
    assert (("killer-money", "dancer-money"), ()) not in payments(state, 0, "widow-1")  # red cards pay for nothing
    assert ENGINE.check(state, 0, ("recruit", "widow-1", ("killer-money", "dancer-money"), ())) is None
    assert ENGINE.check(state, 0, ("recruit", "widow-1", ("trader-alcohol", "trader-weapons"), ())) is None
    tile = position(blue=[["killer-money", "dancer-alcohol", "sailor-money"]], red=[reds], tiles=_with("distillery", 4))
    assert payments(tile, 0, "distillery"), "three of alcohol, weapons, money out of five cards of the three"


@rule("trader")
def test_ruling_11_only_while_red() -> None:
    blues = ["dancer-weapons", "killer-weapons", "dancer-money", "killer-jade"]  # alcohol, money, jade
    assert refused(position(blue=[[*blues, "trader-jade"]]), 0, "recruit", blues[0], (), ()).code == "cannot_pay"
    state = position(blue=[blues], red=[["trader-alcohol"]])
    assert ENGINE.check(state, 0, ("recruit", blues[0], tuple(blues[1:]), ())) is None, "weapons pay alcohol"


@rule("croupier")
def test_ruling_12_the_player_chooses_which_repeated_resource_goes() -> None:
    """Politician-alcohol asks weapons and money twice, opium once."""
    blues = ["politician-alcohol", "killer-weapons", "killer-money", "dancer-money", "killer-opium"]
    state = position(blue=[blues], red=[["croupier-alcohol"]])
    assert {removed for _, removed in payments(state, 0, "politician-alcohol")} == {("weapons",)}
    both = position(blue=[blues], red=[["croupier-alcohol", "croupier-weapons"]])
    assert {removed for _, removed in payments(both, 0, "politician-alcohol")} == {("weapons", "money")}
    swapped = (
        "recruit",
        "politician-alcohol",
        ("killer-weapons", "killer-money", "killer-opium"),
        ("money", "weapons"),
    )
    assert ENGINE.check(both, 0, swapped) is None, "in any order"
    assert refused(both, 0, *swapped[:3], ("money",)).code == "croupier_count"
    assert refused(both, 0, *swapped[:3], ("money", "money")).code == "croupier_not_repeated"


@rule("croupier")
def test_ruling_12_characters_only() -> None:
    blues = ["killer-alcohol", "dancer-alcohol", "killer-weapons", "killer-money"]  # a third alcohol is missing
    state = position(blue=[blues], red=[["croupier-jade"]], tiles=_with("distillery", 4))
    assert refused(state, 0, "open", "distillery", tuple(blues)).code == "cannot_pay"


@rule("dancer")
def test_ruling_13_the_dancers_contact_is_compulsory_and_the_limit_applies() -> None:
    reds = ["killer-weapons", "killer-opium", "killer-jade"]
    blues = ["dancer-alcohol", "killer-money", "dancer-jade", "dancer-opium", "trader-jade"]
    state = position(blue=[blues], red=[reds])
    state, _ = play(state, 0, "recruit", "dancer-alcohol", tuple(reds), ())
    assert phase(state) == "contact"
    assert ENGINE.legal(state, 0) == [("contact", 3)]
    assert refused(state, 0, "pass").code == "contact_first"
    state, _ = play(state, 0, "contact", 3)
    assert ENGINE.turn(state) == 1, "four blue cards and the new one"
    full = position(blue=[blues[:4]], dead=[["widow-1"]], red=[reds])
    full = after(full, (0, "recruit", "dancer-alcohol", tuple(reds), ()), (0, "contact", 3))
    assert ENGINE.turn(full) == 1, "three blue, one deceased and the new one are five: the limit is kept"


@rule("dancer")
def test_ruling_13_without_cards_in_the_piles_there_is_no_contact() -> None:
    data = deck()
    cards = ["dancer-alcohol", "killer-weapons", "killer-opium", "killer-jade"]
    data["characters"] = [row for row in data["characters"] if row["id"] in cards]
    reds = [[*cards[1:], "widow-3"]]
    state = position(blue=[["dancer-alcohol", "widow-1"], ["widow-2"]], red=reds, data=data)
    state, _ = play(state, 0, "recruit", "dancer-alcohol", tuple(cards[1:]), ())
    assert (phase(state), ENGINE.turn(state)) == ("turn", 1)


@rule("killer")
def test_ruling_14_victims_choose_at_the_same_time_and_who_has_nothing_is_spared() -> None:
    reds = ["dancer-weapons", "dancer-opium", "dancer-money", "trader-money", "dancer-jade"]  # weapons money money jade
    rows = [["killer-alcohol"], ["trader-jade", "widow-2"], [], ["trader-opium"]]
    state = position(
        4, blue=rows, red=[reds], dead=[[], [], ["widow-3"], []], piles=[["sailor-jade"], ["sailor-opium"]]
    )
    state, _ = play(
        state, 0, "recruit", "killer-alcohol", ("dancer-weapons", "dancer-money", "trader-money", "dancer-jade"), ()
    )
    assert [decision.seat for decision in ENGINE.decisions(state)] == [1, 3]
    assert len({decision.id for decision in ENGINE.decisions(state)}) == 2
    one = after(state, (3, "discard", "trader-opium"), (1, "discard", "widow-2"))
    other = after(state, (1, "discard", "widow-2"), (3, "discard", "trader-opium"))
    assert ENGINE.dump(one) == ENGINE.dump(other), "the order of choosing does not matter"
    # clockwise from the attacker: seat 1's card goes under pile 2, which is empty; then seat 3's under pile 0
    assert (pile(one, 2), pile(one, 0)) == (["widow-2"], ["sailor-jade", "trader-opium"])
    assert (blue(one, 1), blue(one, 3)) == ({"trader-jade"}, set())


@rule("killer")
def test_ruling_14_a_choice_is_secret_until_all_have_chosen() -> None:
    reds = ["dancer-weapons", "dancer-opium", "dancer-money", "trader-money", "dancer-jade"]
    state = position(3, blue=[["killer-alcohol"], ["trader-jade", "widow-2"], ["trader-opium"]], red=[reds])
    state, _ = play(
        state, 0, "recruit", "killer-alcohol", ("dancer-weapons", "dancer-money", "trader-money", "dancer-jade"), ()
    )
    state, events = play(state, 1, "discard", "widow-2")
    assert events == [("gave_up", 1)]
    assert ENGINE.view(state, 1)["victims"] == {"waiting": [2], "given": "widow-2"}
    for other in (0, 2, None):
        assert ENGINE.view(state, other)["victims"] == {"waiting": [2], "given": None}
        assert "widow-2" in ENGINE.view(state, other)["seats"][1]["blue"]


@rule("policeman")
def test_ruling_15_reserving_is_compulsory_unlimited_and_worth_nothing() -> None:
    reds = ["dancer-weapons", "killer-weapons", "dancer-opium", "killer-opium"]
    state = position(blue=[["policeman-alcohol"]], red=[reds], reserved=[["casino-royal", "red-room"]])
    state, _ = play(state, 0, "recruit", "policeman-alcohol", tuple(reds), ())
    assert phase(state) == "reserve" and refused(state, 0, "contact", 3).code == "reserve_first"
    tile = ENGINE.legal(state, 0)[0][1]
    state, _ = play(state, 0, "reserve", tile)
    assert len(state.reserved[0]) == 3
    assert ENGINE.view(state, 0)["seats"][0]["coins"]["establishments"] == 0
    assert refused(state, 1, "open", tile, ()).code == "tile_reserved"
    none_left = position(
        blue=[["policeman-alcohol"]],
        red=[reds],
        tiles=[],
        opened=[[], ["distillery", "red-room", "casino-royal", "art-gallery"]],
    )
    none_left, _ = play(none_left, 0, "recruit", "policeman-alcohol", tuple(reds), ())
    assert ENGINE.turn(none_left) == 1, "no decision without a central tile"


@rule("game-end")
def test_ruling_16_reserving_the_last_central_tile_triggers_the_end() -> None:
    reds = ["dancer-weapons", "killer-weapons", "dancer-opium", "killer-opium"]
    state = position(blue=[["policeman-alcohol"]], red=[reds], tiles=["red-room"], data=tiles_in_play(1))
    state = after(state, (0, "recruit", "policeman-alcohol", tuple(reds), ()), (0, "reserve", "red-room"))
    assert ENGINE.outcome(state) is None and ENGINE.view(state, 1)["last_round"]
    state, events = play(state, 1, "contact", 3)
    assert events[-1] == ("ended", "tiles")
    assert ENGINE.outcome(state).reason == "tiles"


@rule("establishments")
def test_ruling_17_temple_bar_needs_an_innkeeper() -> None:
    five = ["killer-jade", "killer-opium", "killer-money", "killer-weapons", "killer-alcohol"]
    tiles = _with("temple-bar", 4)
    assert refused(position(blue=[five], tiles=tiles), 0, "open", "temple-bar", ()).params["missing"] == [
        {"need": "blue", "have": 5, "of": 6}
    ]
    state = position(blue=[five], dead=[["widow-1"]], red=[["innkeeper-jade"]], tiles=tiles)
    state, events = play(state, 0, "open", "temple-bar", ())
    assert events == [("opened", 0, "temple-bar", ())] and blue(state, 0) == set(five), "nothing is discarded"


@rule("establishments")
def test_ruling_18_a_reserved_tile_is_a_green_tile_for_the_black_market() -> None:
    rows = {"blue": [["widow-1"]], "red": [["killer-jade"]], "opened": [["distillery"]]}
    centre = position(**rows, tiles=["black-market", "red-room", "casino-royal"])
    missing = refused(centre, 0, "open", "black-market", ()).params["missing"]
    assert missing == [{"need": "green", "have": 0, "of": 1}]
    other = position(**rows, reserved=[["red-room"]], tiles=["black-market", "casino-royal"])
    assert ("open", "black-market", ()) in ENGINE.legal(other, 0)
    itself = position(**rows, reserved=[["black-market"]], tiles=["red-room", "casino-royal"])
    assert ("open", "black-market", ()) in ENGINE.legal(itself, 0)


@rule("open")
def test_ruling_19_one_tile_a_turn() -> None:
    cards = [f"killer-{name}" for name in ("jade", "opium", "money", "weapons")]
    kinds = ["killer-alcohol", "trader-jade", "dancer-jade", "croupier-jade", "sailor-jade", "politician-jade"]
    state = position(
        blue=[cards], red=[kinds[:6]], tiles=["harbour-restaurant", "china-club", "red-room", "temple-bar"]
    )
    assert {action[1] for action in ENGINE.legal(state, 0) if action[0] == "open"} >= {
        "harbour-restaurant",
        "china-club",
    }
    state, _ = play(state, 0, "open", "harbour-restaurant", ())
    assert ENGINE.turn(state) == 1


@rule("discard")
def test_ruling_20_the_leftmost_of_equal_piles_and_all_cards_under_one() -> None:
    cards = ["dancer-alcohol", "killer-weapons", "killer-opium", "killer-jade"]
    state = position(blue=[cards], piles=[["trader-jade", "trader-opium"], ["sailor-jade"], ["sailor-opium"]])
    state, events = play(state, 0, "recruit", "dancer-alcohol", ("killer-opium", "killer-jade", "killer-weapons"), ())
    assert events[0] == ("discarded", 0, ("killer-opium", "killer-jade", "killer-weapons"), 1)
    assert pile(state, 1) == ["sailor-jade", "killer-opium", "killer-jade", "killer-weapons"], "in the order named"


@rule("discard")
def test_ruling_21_an_empty_pile_is_the_smallest_and_nobody_takes_from_it() -> None:
    cards = ["dancer-alcohol", "killer-weapons", "killer-opium", "killer-jade"]
    state = position(blue=[cards], piles=[["sailor-jade"], [], ["sailor-opium"]])
    refusal = refused(state, 0, "contact", 1)
    assert (refusal.code, refusal.params) == ("pile_empty", {"pile": 1})
    state, _ = play(state, 0, "recruit", "dancer-alcohol", ("killer-jade", "killer-opium", "killer-weapons"), ())
    assert pile(state, 1) == ["killer-jade", "killer-opium", "killer-weapons"]
    assert ("contact", 1) in ENGINE.legal(state, 0), "what was named first lies on top"


@rule("game-end")
def test_ruling_22_a_round_in_which_nobody_can_act_ends_the_match() -> None:
    state, events = play(after(nobody_can_act(), (0, "pass")), 1, "pass")
    assert events[-1] == ("ended", "standstill")
    assert ENGINE.outcome(state).reason == "standstill" and ENGINE.decisions(state) == []


@rule("game-end")
def test_ruling_22_sixty_rounds_are_the_last() -> None:
    state = after(position(blue=[["widow-1"], ["widow-2"]], round=59), (0, "contact", 3), (1, "contact", 3))
    assert (state.round, ENGINE.turn(state)) == (60, 0)
    state = after(state, (0, "contact", 3), (1, "contact", 3))
    assert ENGINE.outcome(state).reason == "rounds"


@rule("game-end")
def test_ruling_23_recruited_widows_count_among_the_seven() -> None:
    six = [f"killer-{name}" for name in ("jade", "opium", "alcohol", "weapons", "money")] + ["dancer-money"]
    state = position(blue=[["widow-1"]], red=[six])
    state, _ = play(state, 0, "recruit", "widow-1", ("killer-alcohol", "killer-money"), ())
    assert ENGINE.view(state, 0)["last_round"]
    state, events = play(state, 1, "contact", 3)
    assert events[-1] == ("ended", "members")


@rule("establishments")
def test_ruling_24_identical_means_the_same_type() -> None:
    four = ["killer-jade", "killer-opium", "killer-money", "killer-weapons"]
    tiles = _with("harbour-restaurant", 4)
    state = position(blue=[four[:2]], red=[four[2:]], tiles=tiles)
    assert ("open", "harbour-restaurant", ()) in ENGINE.legal(state, 0)
    same_resource = ["killer-jade", "dancer-jade", "croupier-jade", "trader-jade"]
    assert refused(position(blue=[same_resource], tiles=tiles), 0, "open", "harbour-restaurant", ()).params == {
        "tile": "harbour-restaurant",
        "missing": [{"need": "same_type", "have": 1, "of": 4}],
    }


@rule("game-end")
def test_ruling_25_the_end_is_tested_after_the_complete_action() -> None:
    """The last seat's seventh member is a dancer: her contact is done before the match ends."""
    six = ["killer-weapons", "killer-opium", "killer-jade", "killer-money", "trader-jade", "trader-money"]
    state = position(blue=[[], ["dancer-alcohol"]], red=[[], six], turn=1)
    state, events = play(state, 1, "recruit", "dancer-alcohol", tuple(six[:3]), ())
    assert phase(state) == "contact" and ("ended", "members") not in events
    state, events = play(state, 1, "contact", 3)
    assert events[-1] == ("ended", "members") and len(state.blue[1]) == 1


@rule("scoring")
def test_ruling_26_negative_totals_exist() -> None:
    state = position(red=[["widow-1", "widow-3"]], round=60, turn=1)
    state, _ = play(state, 1, "contact", 3)
    outcome = ENGINE.outcome(state)
    assert (outcome.scores, outcome.winners) == ([-4, 0], [1])
