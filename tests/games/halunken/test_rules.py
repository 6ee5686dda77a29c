"""Every section of the rule of Halunken, in the order of a match."""

from __future__ import annotations

from collections import Counter

import pytest

from games.core.chance import FairChance, QuickChance, ScriptedChance
from games.core.contract import Malformed, begin_match
from games.core.records import make_seeded_luck
from games.halunken.rules import ENGINE
from games.halunken.rules.scoring import count_worth
from games.halunken.rules.state import State
from games.halunken.rules.tables import COLOUR, COLOURS, SCOUNDREL, SCOUNDREL_NAMES, VALUE
from tests.games.halunken.positions import (
    boat_names,
    crew_names,
    deal_unshuffled,
    find_events,
    last_fields,
    play_action,
    position,
    reveal_cards,
)

rule = pytest.mark.rule


@rule("components")
def test_forty_two_scoundrels_in_four_colours() -> None:
    held = {
        colour: [VALUE[card] for card in range(42) if COLOURS[COLOUR[card]] == colour] for colour in COLOURS
    }
    assert held["red"] == [4, 5, 6, 7, 8, 9, 10, 11, 15]
    assert held["purple"] == [3, 4, 5, 6, 7, 8, 9, 10, 11, 14]
    assert held["grey"] == [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13]
    assert held["yellow"] == list(range(1, 13))
    assert len(SCOUNDREL_NAMES) == len(SCOUNDREL) == 42


@rule("setup")
def test_scoundrels_lie_face_down_until_everybody_has_settled() -> None:
    state = deal_unshuffled(2)
    assert all(dive["top"] is None and dive["left"] == 3 for dive in ENGINE.view(state, 0)["ring"])
    state, events = play_action(state, 0, "settle", 4)
    assert events == [("settled", 0, 4, "purple-6")], "the uppermost of the fifth three"
    assert all(dive["top"] is None for dive in ENGINE.view(state, 0)["ring"])
    state, events = play_action(state, 1, "settle", 5)
    (opened,) = find_events("opened", events)
    assert opened[0][:6] == ("red-4", "red-7", "red-10", "purple-3", "purple-7", "purple-10")
    assert [dive["top"] for dive in ENGINE.view(state, 0)["ring"]] == list(opened[0])


@rule("setup")
def test_canonical_order_of_the_draws() -> None:
    unshuffled = [*range(41, 0, -1), *range(11, 0, -1)]
    script = ScriptedChance(numbers=[3, *unshuffled])
    drawn = ENGINE.draw(4, {"black_jack": True}, script)
    script.finish()
    assert drawn["dives"][0] == ["red-4", "red-5", "red-6"] and drawn["dives"][13] == [
        "yellow-10",
        "yellow-11",
        "yellow-12",
    ]
    assert drawn["jack"] == list(range(1, 13))
    assert "jack" not in ENGINE.draw(2, {"black_jack": True}, FairChance(*make_seeded_luck(1, 2)))
    assert "jack" not in ENGINE.draw(4, {"black_jack": False}, FairChance(*make_seeded_luck(1, 4)))


@rule("setup-black-jack")
def test_the_weakest_places_black_jack_and_the_strongest_opens() -> None:
    state = deal_unshuffled(3)
    for seat, space in enumerate(
        (7, 2, 13)
    ):  # grey-4, red-10, yellow-10: the later colour is the stronger one
        state, _ = play_action(state, seat, "settle", space)
    assert [crew_names(state, seat) for seat in range(3)] == [["grey-4"], ["red-10"], ["yellow-10"]]
    assert [(d.seat, d.kind) for d in ENGINE.decisions(state)] == [(0, "settle_jack")]
    assert last_fields(ENGINE.legal(state, 0)) == [0, 1, 3, 4, 5, 6, 8, 9, 10, 11, 12]
    state, _ = play_action(state, 0, "settle_jack", 0)
    assert state.jack_space == 0
    assert [(d.seat, d.kind) for d in ENGINE.decisions(state)] == [(2, "bid")]


STAGES = {"auction": 1, "choosing": 2, "rum": 3, "brawl": 3, "meeting": 3, "raid": 4, "alone": 4}


@rule("round")
def test_a_game_has_eight_rounds_of_four_phases() -> None:
    state, _ = begin_match(ENGINE, 3, {}, FairChance(*make_seeded_luck(4, 3)))
    luck, told = QuickChance(4), []
    while (seat := ENGINE.turn(state)) >= 0:
        if state.round:
            told.append((state.round, STAGES[ENGINE.view(state, None)["phase"]]))
        menu = ENGINE.legal(state, seat)
        ENGINE.advance(state, seat, menu[luck.below(len(menu))], luck)
    assert told == sorted(told)
    assert {number for number, _ in told} == set(range(1, 9))
    assert {stage for _, stage in told} == {1, 2, 3, 4}


@rule("auction")
def test_whoever_played_black_jack_last_opens() -> None:
    state = position(
        [["red-4"], ["red-5"], ["red-6"]], [0, 4, 8], jack=13, opener=0, auction=True, pile=[1, 2, 3]
    )
    state, _ = play_action(state, 0, "pass")
    state, _ = play_action(state, 1, "bid", "red-5")
    state, events = play_action(state, 2, "bid", "red-6")
    assert find_events("rented", events) == [(2, "red-6")] and crew_names(state, 1) == ["red-5"]
    state, _ = reveal_cards(state, 1, 2, 3, jack=1)
    state = settled_raids(state)
    assert (state.round, ENGINE.turn(state)) == (2, 2)
    for seat in (2, 0, 1):
        state, events = play_action(state, seat, "pass")
    assert find_events("unrented", events) == [()]
    state, _ = reveal_cards(state, 2, 3, 4, jack=2)
    state = settled_raids(state)
    assert (state.round, ENGINE.turn(state)) == (3, 2), "nobody rented, so the opener stays"


def settled_raids(state: State) -> State:
    """Answer with the first action until the round is over."""
    while ENGINE.decisions(state)[0].kind in ("rob", "lose", "salvage"):
        seat = ENGINE.turn(state)
        state, _ = play_action(state, seat, *ENGINE.legal(state, seat)[0])
    return state


@rule("movement")
def test_cards_stay_secret_until_all_have_chosen_and_then_stay_visible() -> None:
    state = position([["red-4"], ["red-5"], ["red-6"]], [0, 4, 8])
    assert [(d.seat, d.kind) for d in ENGINE.decisions(state)] == [
        (0, "choose"),
        (1, "choose"),
        (2, "choose"),
    ]
    state, events = play_action(state, 1, "choose", 3)
    assert events == [("chosen", 1)]
    assert [(d.seat, d.kind) for d in ENGINE.decisions(state)] == [(0, "choose"), (2, "choose")]
    state, _ = play_action(state, 2, "choose", "rum")
    state, events = play_action(state, 0, "choose", 1)
    assert find_events("revealed", events) == [((1, 3, "rum"), None)]
    assert [hand["played"] for hand in ENGINE.view(state, 0)["hands"]] == [[1], [3], ["rum"]]
    assert ENGINE.view(state, 0)["hands"][1]["left"] == [1, 2, 4, 5, 6, 7, "rum"]


@rule("cancelled")
def test_rum_and_rum_cancel_and_the_third_moves() -> None:
    _, events = reveal_cards(position([["red-4"], ["red-5"], ["red-6"]], [0, 4, 8]), "rum", "rum", 4)
    assert find_events("cancelled", events) == [(0, "rum"), (1, "rum")]
    assert [(seat, space) for seat, space, *_ in find_events("took", events)] == [(0, 0), (1, 4), (2, 12)]
    assert find_events("moved", events) == [(2, 8, 12)]
    assert [event[0] for event in events].index("moved") > [event[0] for event in events].index("took")


@rule("order")
def test_captains_move_in_ascending_order() -> None:
    _, events = reveal_cards(position([["red-4"], ["red-5"], ["red-6"]], [0, 4, 8]), 7, 1, 3)
    assert [seat for seat, *_ in find_events("moved", events)] == [1, 2, 0]


@rule("recruit")
def test_the_top_scoundrel_is_taken_and_the_next_turned_up() -> None:
    dives = {1: ["grey-13", "yellow-1"], 2: ["red-9"], 3: []}
    state = position([["red-4"], ["red-5"], ["red-6", "red-7", "red-8", "red-10"]], [0, 13, 11], dives=dives)
    state, events = reveal_cards(state, 1, 3, 6)
    assert find_events("took", events) == [(0, 1, "grey-13", "yellow-1"), (1, 2, "red-9", None)]
    assert state.top_card(1) == SCOUNDREL["yellow-1"] and state.top_card(2) == state.top_card(3) == -1
    assert find_events("moved", events)[-1] == (2, 11, 3), "an empty dive gives nothing"


@rule("brawl")
def test_a_brawl_robs_first_and_pushes_then() -> None:
    state, _ = reveal_cards(position([["red-4"], ["red-7", "red-8"]], [0, 1]), 1, 2)
    assert state.positions == [1, 1]
    state, events = play_action(state, 0, "rob", 1, "red-7")
    assert [event[0] for event in events][:3] == ["robbed", "pushed", "moved"]
    assert "red-7" in crew_names(state, 0) and crew_names(state, 1).count("red-7") == 0


@rule("meet-black-jack")
def test_who_meets_black_jack_may_take_any_one_from_the_boat() -> None:
    crews = [["red-4", "red-5", "red-6", "red-7"], ["red-8"], ["red-9"]]
    state = position(crews, [0, 5, 8], jack=1, boat=["yellow-12", "grey-2"])
    state, _ = reveal_cards(state, 1, 2, 3)
    assert ENGINE.legal(state, 0) == [("salvage", "yellow-12"), ("salvage", "grey-2"), ("decline",)]
    taken, events = play_action(state, 0, "salvage", "yellow-12", jack=1)
    assert "yellow-12" in crew_names(taken, 0) and find_events("jack_pushed", events) == [(1, 2)]
    assert boat_names(taken) == ["grey-2"]
    left, events = play_action(state, 0, "decline", jack=1)
    assert len(left.crews[0]) == 5 and find_events("jack_pushed", events) == [(1, 2)]


@rule("meet-black-jack")
def test_an_empty_boat_leaves_nothing_to_decide() -> None:
    _, events = reveal_cards(position([["red-4"], ["red-5"], ["red-6"]], [0, 5, 8], jack=1), 1, 2, 3, jack=1)
    assert find_events("jack_pushed", events) == [(1, 2)] and not find_events("salvaged", events)


@rule("black-jack")
def test_the_renter_robs_who_is_passed() -> None:
    state = position([["red-4"], ["red-5"], ["red-6"]], [0, 3, 13], jack=1, renter=2, pile=[3])
    state, _ = reveal_cards(state, 2, 3, 4, jack=3)
    assert [(d.seat, d.kind, d.rule) for d in ENGINE.decisions(state)] == [(2, "rob", "black-jack")]
    state, _ = play_action(state, 2, "rob", 0, "red-4")
    assert state.jack_space == 4 and "red-4" in crew_names(state, 2)


@rule("black-jack-alone")
def test_unrented_he_makes_everybody_passed_lose_one_of_their_choice() -> None:
    state = position([["red-4"], ["red-5"], ["red-6"]], [0, 9, 7], jack=1, pile=[3])
    state, _ = reveal_cards(state, 2, 3, 4, jack=3)
    assert [(d.seat, d.kind) for d in ENGINE.decisions(state)] == [(0, "lose")]
    state, events = play_action(state, 0, "lose", "red-4")
    assert boat_names(state) == ["red-4"] and find_events("lost", events) == [(0, "red-4")]


@rule("black-jack-alone")
def test_who_owns_nothing_has_nothing_to_lose() -> None:
    state = position([[], ["red-5", "red-7"], ["red-6"]], [0, 9, 7], jack=1, pile=[3], dives={2: []})
    state, events = reveal_cards(state, 2, 3, 4, jack=3)
    assert find_events("jack_moved", events) == [(1, 4)] and state.round == 2


@rule("game-end")
def test_the_game_ends_after_the_eighth_round() -> None:
    state = position([["red-4"], ["red-5"], ["red-6"]], [0, 4, 8], last_round=True)
    assert ENGINE.outcome(state) is None
    state, _ = reveal_cards(state, "rum", "rum", "rum")
    assert ENGINE.turn(state) == -1 and ENGINE.decisions(state) == []
    assert ENGINE.outcome(state) is not None


@rule("scoring")
@pytest.mark.parametrize(
    ("cards", "total"),
    [
        (["yellow-12", "yellow-11", "red-4", "red-5", "grey-13"], 68),
        (["yellow-1", "yellow-2", "red-15"], 21),
        (["grey-13"], 26),
        ([], 0),
    ],
)
def test_the_colour_held_most_often_counts_double(cards: list[str], total: int) -> None:
    assert count_worth([SCOUNDREL[name] for name in cards]).total == total


@rule("scoring")
def test_the_highest_total_wins() -> None:
    dives = {
        0: ["red-6", "red-7", "red-8"],
        3: ["grey-6", "grey-7", "grey-8"],
        7: ["yellow-1", "yellow-2", "yellow-3"],
    }
    state = position([["red-5"], ["grey-9"], []], [0, 3, 7], dives=dives, last_round=True)
    state, _ = reveal_cards(state, "rum", "rum", "rum")
    outcome = ENGINE.outcome(state)
    assert outcome is not None
    assert (outcome.scores, outcome.ranks, outcome.winners) == ([22, 30, 2], [2, 1, 3], [1])
    assert outcome.breakdown["games"][0]["seats"][1]["doubled"] == "grey"


@rule("variant-simple")
def test_without_black_jack_there_is_neither_auction_nor_phase_four() -> None:
    state, _ = begin_match(ENGINE, 3, {"black_jack": False}, FairChance(*make_seeded_luck(9, 3)))
    luck, told = QuickChance(9), Counter[str]()
    while (seat := ENGINE.turn(state)) >= 0:
        menu = ENGINE.legal(state, seat)
        told.update(event[0] for event in ENGINE.advance(state, seat, menu[luck.below(len(menu))], luck))
    assert not {"bid", "passed", "rented", "jack_turned", "jack_moved", "salvaged", "lost"} & set(told)
    assert told["revealed"] == 8 and ENGINE.view(state, 0)["jack"] is None


@rule("variant-long")
def test_three_games_are_dealt_anew_and_added() -> None:
    state = position([["red-4"], ["red-5"], ["red-6"]], [0, 4, 8], last_round=True, games=3)
    drawn = ENGINE.draw(3, {"black_jack": False}, FairChance(*make_seeded_luck(2, 3)))
    state, events = reveal_cards(state, "rum", "rum", "rum", setup=drawn)
    assert find_events("game_begun", events) == [(2, drawn["first"])]
    (first_game,) = find_events("game_scored", events)
    assert ENGINE.turn(state) == drawn["first"] and ENGINE.view(state, 0)["points"] == list(first_game[1])
    assert [len(held) for held in state.crews] == [0, 0, 0]
    luck = QuickChance(1)
    while (seat := ENGINE.turn(state)) >= 0:
        menu = ENGINE.legal(state, seat)
        ENGINE.advance(state, seat, menu[luck.below(len(menu))], luck)
    outcome = ENGINE.outcome(state)
    assert outcome is not None and len(outcome.breakdown["games"]) == 3
    games = [[seat["total"] for seat in game["seats"]] for game in outcome.breakdown["games"]]
    assert outcome.scores == [sum(points) for points in zip(*games, strict=True)]


@rule("variant-long")
def test_a_damaged_deal_in_the_middle_is_refused() -> None:
    state = position([["red-4"], ["red-5"], ["red-6"]], [0, 4, 8], last_round=True, games=3)
    for damaged in ("x", {"first": 0}, {"first": 7, "dives": []}):
        with pytest.raises(Malformed, match="setup"):
            reveal_cards(state, "rum", "rum", "rum", setup=damaged)
