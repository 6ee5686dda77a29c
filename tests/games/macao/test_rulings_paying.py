"""Rulings of the rule page on what pays for what (5–7, 9–12), each by its number; 8 is in
test_macao_payments.
"""

from __future__ import annotations

import pytest

from games.macao.rules import ENGINE
from tests.games.macao.positions import (
    card_names,
    centre_with,
    find_refusal,
    list_payments,
    play_action,
    play_actions,
    position,
    red_names,
)

rule = pytest.mark.rule


@rule("widow")
def test_ruling_5_a_deceased_widow_is_never_discarded_recruited_or_used() -> None:
    full = ["killer-jade", "killer-opium", "killer-money", "killer-weapons"]
    state = position(blue=[full], dead=[["widow-1"]])
    assert find_refusal(state, 0, "recruit", "widow-1", (), ()).code == "widow_deceased"
    paying = position(
        blue=[["dancer-jade", "killer-alcohol", "killer-money"]], dead=[["widow-1"]], red=[["killer-opium"]]
    )
    pay = ("killer-alcohol", "killer-money", "widow-1")
    assert find_refusal(paying, 0, "recruit", "dancer-jade", pay, ()).code == "widow_deceased"
    over, _ = play_action(state, 0, "contact", 3)
    assert find_refusal(over, 0, "discard", "widow-1").code == "discard_deceased"
    assert ("discard", "widow-1") not in ENGINE.legal(over, 0)


@rule("establishments")
def test_ruling_5_a_deceased_widow_counts_as_a_blue_card_of_type_widow() -> None:
    four = position(
        blue=[["widow-1"]],
        dead=[["widow-2", "widow-3"]],
        red=[["widow-4"]],
        seats=3,
        tiles=centre_with("harbour-restaurant", 5),
    )
    assert ("open", "harbour-restaurant", ()) in ENGINE.legal(four, 0)
    play_action(four, 0, "open", "harbour-restaurant", ())
    six = ["killer-jade", "dancer-jade", "policeman-jade", "croupier-jade", "trader-jade"]
    kinds = position(blue=[six[:4]], dead=[["widow-1"]], red=[six[4:]], tiles=centre_with("china-club", 4))
    assert ("open", "china-club", ()) in ENGINE.legal(kinds, 0)
    play_action(kinds, 0, "open", "china-club", ())


@rule("recruit")
def test_ruling_6_a_card_never_helps_to_pay_for_itself() -> None:
    widow = position(blue=[["widow-1", "dancer-alcohol"]])
    assert list_payments(widow, 0, "widow-1") == []
    assert (
        find_refusal(widow, 0, "recruit", "widow-1", ("dancer-alcohol", "widow-1"), ()).code == "cannot_pay"
    )
    state = position(blue=[["widow-1", "dancer-alcohol", "dancer-money"]])
    assert (
        find_refusal(state, 0, "recruit", "widow-1", ("dancer-alcohol", "widow-1"), ()).code
        == "payment_pays_itself"
    )
    assert list_payments(state, 0, "widow-1") == [(("dancer-alcohol", "dancer-money"), ())]


@rule("croupier")
def test_ruling_6_effects_count_as_before_the_turning() -> None:
    """A croupier does not reduce its own cost, nor a trader exchange for its own."""
    croupier = position(blue=[["croupier-alcohol", "killer-money", "killer-opium"]])  # money, money, opium
    assert list_payments(croupier, 0, "croupier-alcohol") == []
    trader = position(
        blue=[["trader-alcohol", "killer-weapons", "killer-opium", "killer-jade"]]
    )  # money opium jade
    assert list_payments(trader, 0, "trader-alcohol") == []


@rule("pay")
def test_ruling_7_every_card_must_serve_a_unit() -> None:
    state = position(
        blue=[["dancer-alcohol", "killer-weapons", "killer-opium", "killer-jade", "dancer-jade"]]
    )
    pay = ("killer-weapons", "killer-opium", "killer-jade", "dancer-jade")
    assert find_refusal(state, 0, "recruit", "dancer-alcohol", pay, ()).code == "payment_idle"
    assert ENGINE.check(state, 0, ("recruit", "dancer-alcohol", pay[:3], ())) is None


@rule("sailor")
def test_ruling_7_the_surplus_of_a_sailor_is_lost() -> None:
    state = position(blue=[["dancer-alcohol", "killer-opium", "killer-jade"]], red=[["sailor-weapons"]])
    assert {frozenset(pay) for pay, _ in list_payments(state, 0, "dancer-alcohol")} == {
        frozenset({"sailor-weapons", "killer-opium", "killer-jade"})
    }
    after_it = play_actions(
        state, (0, "recruit", "dancer-alcohol", ("sailor-weapons", "killer-opium", "killer-jade"), ())
    )
    assert red_names(after_it, 0) == {"sailor-weapons", "dancer-alcohol"}


@rule("widow")
def test_ruling_9_jokers_pay_tiles_too() -> None:
    blues = ["widow-1", "killer-alcohol", "killer-weapons", "killer-money"]  # jade is the widow's
    state = position(blue=[blues], red=[["widow-3"]], tiles=centre_with("crime-syndicate", 4))
    state, _ = play_action(state, 0, "open", "crime-syndicate", ("widow-1", *blues[1:], "widow-3"))
    assert card_names(state, state.deceased[0]) == ["widow-1"] and red_names(state, 0) == {"widow-3"}
    assert state.deck.tile_names[state.yellow[0][0]] == "crime-syndicate"


@rule("sailor")
def test_ruling_10_a_blue_sailor_yields_one() -> None:
    cards = ["trader-jade", "killer-money", "killer-opium", "sailor-weapons", "croupier-jade"]
    assert list_payments(position(blue=[cards]), 0, "croupier-jade") == []  # weapons, weapons, money
    reds = position(blue=[cards[:3] + cards[4:]], red=[["sailor-weapons"]])
    ((pay, _),) = list_payments(reds, 0, "croupier-jade")
    assert set(pay) == {"sailor-weapons", "killer-money"}
    assert find_refusal(position(blue=[cards]), 0, "recruit", "croupier-jade", pay, ()).code == "cannot_pay"
    enough = position(blue=[["killer-weapons", *cards[1:]]])
    assert find_refusal(enough, 0, "recruit", "croupier-jade", pay, ()).params == {"short": 1}


@rule("trader")
def test_ruling_11_traders_work_in_both_directions_on_any_card_and_chain() -> None:
    # alcohol = weapons and weapons = money: alcohol pays money, money pays alcohol
    reds = ["trader-alcohol", "trader-weapons"]
    state = position(blue=[["widow-1", "killer-money", "dancer-money"]], red=[reds])
    assert (("killer-money", "dancer-money"), ()) not in list_payments(
        state, 0, "widow-1"
    )  # red cards pay for nothing
    assert ENGINE.check(state, 0, ("recruit", "widow-1", ("killer-money", "dancer-money"), ())) is None
    assert ENGINE.check(state, 0, ("recruit", "widow-1", ("trader-alcohol", "trader-weapons"), ())) is None
    tile = position(
        blue=[["killer-money", "dancer-alcohol", "sailor-money"]],
        red=[reds],
        tiles=centre_with("distillery", 4),
    )
    assert list_payments(tile, 0, "distillery"), (
        "three of alcohol, weapons, money out of five cards of the three"
    )


@rule("trader")
def test_ruling_11_only_while_red() -> None:
    blues = ["dancer-weapons", "killer-weapons", "dancer-money", "killer-jade"]  # alcohol, money, jade
    assert (
        find_refusal(position(blue=[[*blues, "trader-jade"]]), 0, "recruit", blues[0], (), ()).code
        == "cannot_pay"
    )
    state = position(blue=[blues], red=[["trader-alcohol"]])
    assert ENGINE.check(state, 0, ("recruit", blues[0], tuple(blues[1:]), ())) is None, "weapons pay alcohol"


@rule("croupier")
def test_ruling_12_the_player_chooses_which_repeated_resource_goes() -> None:
    """Politician-alcohol asks weapons and money twice, opium once."""
    blues = ["politician-alcohol", "killer-weapons", "killer-money", "dancer-money", "killer-opium"]
    state = position(blue=[blues], red=[["croupier-alcohol"]])
    assert {removed for _, removed in list_payments(state, 0, "politician-alcohol")} == {("weapons",)}
    both = position(blue=[blues], red=[["croupier-alcohol", "croupier-weapons"]])
    assert {removed for _, removed in list_payments(both, 0, "politician-alcohol")} == {("weapons", "money")}
    swapped = (
        "recruit",
        "politician-alcohol",
        ("killer-weapons", "killer-money", "killer-opium"),
        ("money", "weapons"),
    )
    assert ENGINE.check(both, 0, swapped) is None, "in any order"
    assert find_refusal(both, 0, *swapped[:3], ("money",)).code == "croupier_count"
    assert find_refusal(both, 0, *swapped[:3], ("money", "money")).code == "croupier_not_repeated"


@rule("croupier")
def test_ruling_12_characters_only() -> None:
    blues = [
        "killer-alcohol",
        "dancer-alcohol",
        "killer-weapons",
        "killer-money",
    ]  # a third alcohol is missing
    state = position(blue=[blues], red=[["croupier-jade"]], tiles=centre_with("distillery", 4))
    assert find_refusal(state, 0, "open", "distillery", tuple(blues)).code == "cannot_pay"
