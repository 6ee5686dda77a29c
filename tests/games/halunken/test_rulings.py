"""The twelve rulings where the sheet of Halunken is silent, one after the other."""

from __future__ import annotations

import pytest

from games.core.chance import ScriptedChance
from games.core.contract import Malformed
from games.halunken.rules import ENGINE
from tests.games.halunken.positions import (
    boat_names,
    crew_names,
    deal_unshuffled,
    find_events,
    find_refusal,
    last_fields,
    play_action,
    position,
    reveal_cards,
)

rule = pytest.mark.rule


@rule("setup")
def test_ruling_1_chance_fixes_the_seat_that_places_first() -> None:
    unshuffled = [*range(41, 0, -1), *range(11, 0, -1)]  # every card stays where it is
    setup = ENGINE.draw(3, {"black_jack": True}, ScriptedChance(numbers=[2, *unshuffled]))
    assert setup["first"] == 2
    state = ENGINE.deal(3, {"black_jack": True}, setup)
    order = []
    for space in (0, 1, 2):
        order.append(ENGINE.turn(state))
        state, _ = play_action(state, order[-1], "settle", space)
    assert order == [2, 0, 1]


@rule("auction")
def test_ruling_2_a_bid_is_one_card_of_higher_value() -> None:
    state = position([["red-9"], ["grey-9", "yellow-10"], []], [0, 1, 2], jack=5, auction=True)
    state, _ = play_action(state, 0, "bid", "red-9")  # the last scoundrel may be bid
    assert find_refusal(state, 1, "bid", "grey-9") == (
        "bid_too_low",
        "auction",
        {"card": "grey-9", "value": 9, "best": 9},
    )
    assert find_refusal(state, 1, "bid", "grey-9", "yellow-10").code == "unknown_action"
    assert ENGINE.legal(state, 1) == [("bid", "yellow-10"), ("pass",)]
    state, _ = play_action(state, 1, "pass")  # nobody is obliged
    assert ENGINE.legal(state, 2) == [("pass",)]  # a player without scoundrels
    state, events = play_action(state, 2, "pass")
    assert find_events("rented", events) == [(0, "red-9")]
    assert (crew_names(state, 0), boat_names(state)) == ([], ["red-9"])


@rule("rum")
def test_ruling_3_rum_takes_a_number_that_no_other_player_shows() -> None:
    state, events = reveal_cards(
        position([["red-4"], ["red-5"], ["red-6"], ["red-7"]], [0, 3, 6, 9]), 5, 5, "rum", 2
    )
    assert [event[0] for event in events] == ["chosen", "revealed"], "rum is chosen before anyone moves"
    assert last_fields(ENGINE.legal(state, 2)) == [1, 3, 4, 6, 7]
    assert find_refusal(state, 2, "rum", 5) == ("number_shown", "rum", {"number": 5})  # also a cancelled one
    _, events = play_action(state, 2, "rum", 1)
    assert [seat for seat, *_ in find_events("moved", events)] == [2, 3]
    _, events = play_action(state, 2, "rum", 4)
    assert [seat for seat, *_ in find_events("moved", events)] == [3, 2]


@rule("cancelled")
@pytest.mark.parametrize(
    ("cards", "order"),
    [
        ((5, 3, 5, 3), [(3, 3), (1, 3), (2, 5), (0, 5)]),
        (("rum", 6, "rum", 6), [(3, 6), (1, 6), (2, "rum"), (0, "rum")]),
    ],
)
def test_ruling_4_cancelled_players_take_by_card_then_from_the_opener(
    cards: tuple[int | str, ...], order: list[tuple[int, int | str]]
) -> None:
    crews = [["red-4"], ["red-5"], ["red-6"], ["red-7"]]
    _, events = reveal_cards(position(crews, [0, 3, 6, 9], jack=12, opener=2), *cards, jack=1)
    assert find_events("cancelled", events) == order
    assert [seat for seat, *_ in find_events("took", events)] == [seat for seat, _ in order]


@rule("cancelled")
def test_ruling_4_without_black_jack_from_the_seat_that_settled_first() -> None:
    state = deal_unshuffled(3, black_jack=False, first=1)
    for seat in (1, 2, 0):
        state, _ = play_action(state, seat, "settle", seat)
    _, events = reveal_cards(state, 4, 4, 4)
    assert [seat for seat, _ in find_events("cancelled", events)] == [1, 2, 0]


@rule("brawl")
def test_ruling_5_the_next_space_is_free_of_captains_and_black_jack() -> None:
    crews = [["red-4", "red-5", "red-6"], ["red-7"], ["red-8"]]
    _, events = reveal_cards(position(crews, [3, 4, 5], jack=6), 1, 6, 7, jack=1)
    assert find_events("pushed", events) == [(1, 4, 7)]
    between = events[events.index(("pushed", 1, 4, 7)) + 1]
    assert between[:2] == ("moved", 1), "the pushed captain takes nothing there"
    assert [seat for seat, *_ in find_events("took", events)] == [0, 2], "it arrives on an empty dive"


@rule("meet-black-jack")
def test_ruling_5_black_jack_makes_room_in_the_same_way() -> None:
    crews = [["red-4"], ["red-7"], ["red-8"]]
    _, events = reveal_cards(position(crews, [3, 5, 6], jack=4), 1, 6, 7, jack=1)
    assert find_events("jack_pushed", events) == [(4, 7)]
    assert not find_events("robbed", events)


@rule("brawl")
@pytest.mark.parametrize(
    ("own", "theirs", "robs"),
    [
        (["red-4"], ["red-7", "red-8"], True),  # two against two once the dive's scoundrel is aboard
        (["red-4", "red-5"], ["red-7", "red-8"], False),  # three against two
        (["red-4"], ["red-7"], False),
        ([], [], False),
    ],
)
def test_ruling_6_counts_are_compared_after_taking(own: list[str], theirs: list[str], robs: bool) -> None:
    state, events = reveal_cards(position([own, theirs], [0, 1]), 1, 2)
    if robs:
        assert [(d.seat, d.kind) for d in ENGINE.decisions(state)] == [(0, "rob")]
        assert last_fields(ENGINE.legal(state, 0)) == theirs
    else:
        assert find_events("spared", events) == [(0, 1, len(own) + 1, len(theirs))]


@rule("brawl")
def test_ruling_6_robbing_is_not_optional_and_the_thief_chooses() -> None:
    state, _ = reveal_cards(position([["red-4"], ["red-7", "red-8"]], [0, 1]), 1, 2)
    assert find_refusal(state, 0, "decline").code == "brawl_compulsory"
    state, events = play_action(state, 0, "rob", 1, "red-8")
    assert find_events("robbed", events) == [(0, 1, "red-8")]
    assert "red-8" in crew_names(state, 0)


@rule("brawl")
def test_ruling_6_a_victim_without_scoundrels_loses_nothing() -> None:
    dives = {1: [], 2: ["red-5", "red-6", "red-7"]}
    _, events = reveal_cards(
        position([[], []], [0, 1], dives=dives, boat=["grey-2", "grey-3", "grey-4"]), 1, 2
    )
    assert find_events("spared", events) == [(0, 1, 0, 0)]
    assert find_events("pushed", events) == [(1, 1, 2)]


@rule("order")
def test_ruling_7_who_was_pushed_moves_from_where_it_stands_then() -> None:
    crews = [["red-4", "red-5"], ["red-7"]]
    _, events = reveal_cards(position(crews, [3, 4]), 1, 6)
    assert find_events("pushed", events) == [(1, 4, 5)]
    assert find_events("moved", events) == [(0, 3, 4), (1, 5, 11)]


@rule("movement")
def test_ruling_7_no_card_leads_back_to_where_it_started() -> None:
    for card in range(1, 8):
        _, events = reveal_cards(position([[], []], [5, 12]), card, card % 7 + 1)
        assert all(start != end for _, start, end in find_events("moved", events))


AFTER_MOVING = ([1, 3, 13], (1, 2, 7))  # the captains come to stand on 2, 5 and 6


@rule("black-jack-alone")
def test_ruling_8_black_jack_passes_the_target_and_those_skipped() -> None:
    captains, cards = AFTER_MOVING
    state = position([["red-4"], ["red-5"], ["red-6"]], captains, jack=0, pile=[5])
    state, events = reveal_cards(state, *cards, jack=5)
    assert state.positions == [2, 5, 6]
    assert find_events("jack_moved", events) == [(0, 7)]
    losers = []
    while ENGINE.decisions(state)[0].kind == "lose":
        losers.append(ENGINE.turn(state))
        state, _ = play_action(state, losers[-1], *ENGINE.legal(state, losers[-1])[0])
    assert losers == [0, 1, 2]


@rule("black-jack")
def test_ruling_8_black_jack_never_robs_his_renter() -> None:
    captains, cards = AFTER_MOVING
    crews = [["red-4", "red-7"], [], ["red-6", "red-8"]]
    state = position(crews, captains, jack=0, pile=[5], renter=1)
    state, _ = reveal_cards(state, *cards, jack=5)
    victims = []
    while ENGINE.decisions(state)[0].kind == "rob":
        victims.append(state.victim)
        state, _ = play_action(state, 1, *ENGINE.legal(state, 1)[0])
    assert victims == [0, 2]


@rule("black-jack")
def test_ruling_9_counts_are_those_of_the_moment() -> None:
    captains, cards = AFTER_MOVING
    state = position([["red-4", "red-15"], ["red-5"], ["red-6"]], captains, jack=0, pile=[5], auction=True)
    state, _ = play_action(state, 0, "bid", "red-15")
    state, _ = play_action(state, 1, "pass")
    state, _ = play_action(state, 2, "pass")
    state, _ = reveal_cards(state, *cards, jack=5)
    assert state.victim == 1, "the bid has left: two against two"
    state, events = play_action(state, 0, *ENGINE.legal(state, 0)[0])
    assert find_events("spared", events) == [(0, 2, 3, 2)]


@rule("two-players")
def test_ruling_10_an_unrented_black_jack_draws_from_the_cards_left() -> None:
    state, events = reveal_cards(position([["red-4"], ["red-5"]], [0, 7], jack=3), 1, 2, jack=6)
    assert find_events("jack_turned", events) == [(6, 6)]
    assert state.jack_used == [6] and not state.jack_hand >> 6 & 1
    with pytest.raises(Malformed, match="could not have been drawn"):
        reveal_cards(position([["red-4"], ["red-5"]], [0, 7], jack=3, last_round=True), "rum", "rum", jack=6)


@rule("two-players")
def test_ruling_10_a_rum_drawn_moves_by_chance() -> None:
    state = position([["red-4"], ["red-5"]], [8, 9], jack=0)
    state, events = reveal_cards(state, 1, 2, jack="rum", number=4)
    assert find_events("jack_turned", events) == [("rum", 4)]
    assert find_events("jack_moved", events) == [(0, 4)]


@rule("two-players")
def test_ruling_10_a_rum_chosen_takes_a_number_that_no_captain_shows() -> None:
    state = position([["red-4"], ["red-5"]], [7, 9], jack=0, renter=1)
    state, _ = reveal_cards(state, 1, 2, for_jack="rum")
    assert last_fields(ENGINE.legal(state, 1)) == [3, 4, 5, 6, 7]
    assert find_refusal(state, 1, "rum_jack", 1) == ("jack_number_shown", "two-players", {"number": 1})
    assert find_refusal(state, 1, "rum_jack", 2).code == "jack_number_shown"
    state, events = play_action(state, 1, "rum_jack", 3)
    assert find_events("jack_moved", events) == [(0, 3)]


@rule("black-jack")
def test_ruling_10_the_pile_shows_one_card_a_round() -> None:
    state = position([["red-4"], ["red-5"], ["red-6"]], [1, 5, 9], jack=0, pile=[12, 3], last_round=True)
    assert state.jack_pile[:8] == [12, 3, 1, 2, 4, 5, 6, 7]
    state, events = reveal_cards(state, "rum", "rum", "rum", jack=7)
    assert find_events("jack_turned", events) == [(7, 7)]
    assert len(state.jack_used) == 8


@rule("scoring")
def test_ruling_11_equal_totals_are_a_shared_win() -> None:
    dives = {0: ["red-6", "red-7", "red-8"], 3: ["grey-6", "grey-7", "grey-8"]}
    state = position([["red-5"], ["grey-5"]], [0, 3], dives=dives, last_round=True)
    state, _ = reveal_cards(state, "rum", "rum")
    outcome = ENGINE.outcome(state)
    assert outcome is not None
    assert (outcome.scores, outcome.ranks, outcome.winners) == ([22, 22], [1, 1], [0, 1])


@rule("two-players")
def test_ruling_12_black_jacks_card_cancels_nobody() -> None:
    state = position([["red-4"], ["red-5"]], [7, 9], jack=0, renter=0)
    _, events = reveal_cards(state, 4, 2, for_jack=4)
    assert not find_events("cancelled", events)
    assert find_events("moved", events) == [(1, 9, 11), (0, 7, 11)]
