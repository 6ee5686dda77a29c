"""What changes in Halunken with two players and Black Jack."""

from __future__ import annotations

import pytest

from games.halunken.rules import ENGINE
from tests.games.halunken.positions import (
    boat_names,
    crew_names,
    find_events,
    last_fields,
    play_action,
    position,
    reveal_cards,
)

pytestmark = pytest.mark.rule("two-players")

RICH = ["red-4", "red-9", "red-11"]
POOR = ["grey-5", "grey-10"]


def test_the_auction_goes_on_until_one_passes() -> None:
    state = position([RICH, POOR], [0, 7], jack=3, auction=True)
    for seat, name in [(0, "red-4"), (1, "grey-5"), (0, "red-9"), (1, "grey-10")]:
        state, _ = play_action(state, seat, "bid", name)
    state, events = play_action(state, 0, "pass")
    assert find_events("rented", events) == [(1, "grey-10")]
    assert (crew_names(state, 0), crew_names(state, 1), boat_names(state)) == (
        sorted(RICH),
        ["grey-5"],
        ["grey-10"],
    )


@pytest.mark.parametrize("opener", [0, 1])
def test_a_pass_after_the_first_bid_ends_it(opener: int) -> None:
    state = position([RICH, POOR], [0, 7], jack=3, auction=True, opener=opener)
    bid = ("red-9", "grey-10")[opener]
    state, _ = play_action(state, opener, "bid", bid)
    _, events = play_action(state, 1 - opener, "pass")
    assert find_events("rented", events) == [(opener, bid)]


def test_after_a_pass_at_once_the_other_may_still_bid_once() -> None:
    state = position([RICH, POOR], [0, 7], jack=3, auction=True)
    state, _ = play_action(state, 0, "pass")
    _, events = play_action(state, 1, "bid", "grey-5")
    assert find_events("rented", events) == [(1, "grey-5")]
    _, events = play_action(state, 1, "pass")
    assert find_events("unrented", events) == [()]


def test_the_renter_chooses_one_of_black_jacks_cards_too() -> None:
    state = position([RICH, POOR], [0, 7], jack=3, renter=1)
    state, _ = play_action(state, 1, "choose", 2)
    assert [(d.seat, d.kind) for d in ENGINE.decisions(state)] == [(0, "choose"), (1, "choose_jack")]
    state, _ = play_action(state, 0, "choose", 1)
    assert last_fields(ENGINE.legal(state, 1)) == [1, 2, 3, 4, 5, 6, 7, "rum"]
    state, events = play_action(state, 1, "choose_jack", 5)
    assert find_events("revealed", events) == [((1, 2), 5)]
    assert find_events("jack_moved", events) == [(3, 8)]


def test_his_used_cards_stay_visible() -> None:
    state, _ = reveal_cards(position([RICH, POOR], [0, 7], jack=3, renter=1), 1, 1, for_jack=2)
    jack = ENGINE.view(state, None)["jack"]
    assert jack["played"] == [2] and jack["left"] == [1, 3, 4, 5, 6, 7, "rum"]


def test_ending_on_the_opponents_space_he_robs() -> None:
    state = position([RICH, POOR], [0, 6], jack=4, renter=1)
    state, _ = reveal_cards(state, 7, 7, for_jack=2)  # both stay: seat 0 on 0, seat 1 on 6
    assert state.round == 2, "only his renter stood there"
    state = position([POOR, RICH], [0, 6], jack=4, renter=0)
    state, _ = reveal_cards(state, 7, 7, for_jack=2)
    assert [(d.seat, d.kind) for d in ENGINE.decisions(state)] == [(0, "rob")]
    state, _ = play_action(state, 0, "rob", 1, "red-11")
    assert "red-11" in crew_names(state, 0) and state.jack_space == 7


def test_unrented_he_makes_who_is_passed_lose_one() -> None:
    state, _ = reveal_cards(position([RICH, POOR], [0, 6], jack=4), 7, 7, jack=2)
    assert [(d.seat, d.kind) for d in ENGINE.decisions(state)] == [(1, "lose")]


def test_who_meets_the_others_black_jack_may_rob_the_renter_instead() -> None:
    state = position([POOR, RICH], [3, 10], jack=4, renter=1, boat=["yellow-12"])
    state, _ = reveal_cards(state, 1, 2, for_jack=6)
    salvage, robs = [("salvage", "yellow-12")], [("rob", 1, name) for name in RICH]
    assert list(ENGINE.legal(state, 0)) == [*salvage, *robs, ("decline",)]
    state, events = play_action(state, 0, "rob", 1, "red-4")
    assert find_events("jack_pushed", events) == [(4, 5)] and "red-4" in crew_names(state, 0)


def test_that_robbery_asks_for_the_usual_condition() -> None:
    state = position([RICH, POOR], [3, 10], jack=4, renter=1, boat=["yellow-12"])
    state, _ = reveal_cards(state, 1, 2, for_jack=6)
    assert list(ENGINE.legal(state, 0)) == [("salvage", "yellow-12"), ("decline",)]
    explained = ENGINE.explain(state, 0)
    assert [action for action, _ in explained] == [("rob", 1, name) for name in POOR]
    assert {refusal.code for _, refusal in explained} == {"jack_outnumbered"}


def test_with_an_empty_boat_robbing_is_still_a_choice() -> None:
    state = position([POOR, RICH], [3, 10], jack=4, renter=1)
    state, _ = reveal_cards(state, 1, 2, for_jack=6)
    assert list(ENGINE.legal(state, 0)) == [*(("rob", 1, name) for name in RICH), ("decline",)]


@pytest.mark.parametrize("renter", [None, 0])
def test_meeting_ones_own_or_nobodys_black_jack_offers_the_boat_alone(renter: int | None) -> None:
    state = position([POOR, RICH], [3, 10], jack=4, renter=renter, boat=["yellow-12"])
    state, _ = reveal_cards(state, 1, 2, for_jack=None if renter is None else 6)
    assert list(ENGINE.legal(state, 0)) == [("salvage", "yellow-12"), ("decline",)]


def test_both_rums_are_asked_for_before_anyone_moves() -> None:
    state = position([POOR, RICH], [3, 10], jack=0, renter=1)
    state, events = reveal_cards(state, "rum", 2, for_jack="rum")
    assert [(d.seat, d.kind) for d in ENGINE.decisions(state)] == [(0, "rum")]
    state, events = play_action(state, 0, "rum", 5)
    assert [(d.seat, d.kind) for d in ENGINE.decisions(state)] == [(1, "rum_jack")]
    assert not find_events("moved", events)
    state, events = play_action(state, 1, "rum_jack", 5)
    assert find_events("moved", events) == [(1, 10, 12), (0, 3, 8)] and find_events("jack_moved", events) == [
        (0, 5)
    ]
