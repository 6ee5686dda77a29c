"""Rulings of the rule page on establishments and the end (16–19, 22–26), each by its number."""

from __future__ import annotations

import pytest

from games.macao.rules import ENGINE
from tests.games.macao.positions import (
    blue_names,
    centre_with,
    find_refusal,
    nobody_can_act,
    phase_name,
    play_action,
    play_actions,
    position,
    set_tiles_in_play,
)

rule = pytest.mark.rule


@rule("game-end")
def test_ruling_16_reserving_the_last_central_tile_triggers_the_end() -> None:
    reds = ["dancer-weapons", "killer-weapons", "dancer-opium", "killer-opium"]
    state = position(blue=[["policeman-alcohol"]], red=[reds], tiles=["red-room"], data=set_tiles_in_play(1))
    state = play_actions(
        state, (0, "recruit", "policeman-alcohol", tuple(reds), ()), (0, "reserve", "red-room")
    )
    assert ENGINE.outcome(state) is None and ENGINE.view(state, 1)["last_round"]
    state, events = play_action(state, 1, "contact", 3)
    assert events[-1] == ("ended", "tiles")
    assert ENGINE.outcome(state).reason == "tiles"


@rule("establishments")
def test_ruling_17_temple_bar_needs_an_innkeeper() -> None:
    five = ["killer-jade", "killer-opium", "killer-money", "killer-weapons", "killer-alcohol"]
    tiles = centre_with("temple-bar", 4)
    assert find_refusal(position(blue=[five], tiles=tiles), 0, "open", "temple-bar", ()).params[
        "missing"
    ] == [{"need": "blue", "have": 5, "of": 6}]
    state = position(blue=[five], dead=[["widow-1"]], red=[["innkeeper-jade"]], tiles=tiles)
    state, events = play_action(state, 0, "open", "temple-bar", ())
    assert events == [("opened", 0, "temple-bar", ())] and blue_names(state, 0) == set(five), (
        "nothing is discarded"
    )


@rule("establishments")
def test_ruling_18_a_reserved_tile_is_a_green_tile_for_the_black_market() -> None:
    rows = {"blue": [["widow-1"]], "red": [["killer-jade"]], "opened": [["distillery"]]}
    centre = position(**rows, tiles=["black-market", "red-room", "casino-royal"])
    missing = find_refusal(centre, 0, "open", "black-market", ()).params["missing"]
    assert missing == [{"need": "green", "have": 0, "of": 1}]
    other = position(**rows, reserved=[["red-room"]], tiles=["black-market", "casino-royal"])
    assert ("open", "black-market", ()) in ENGINE.legal(other, 0)
    itself = position(**rows, reserved=[["black-market"]], tiles=["red-room", "casino-royal"])
    assert ("open", "black-market", ()) in ENGINE.legal(itself, 0)


@rule("open")
def test_ruling_19_one_tile_a_turn() -> None:
    cards = [f"killer-{name}" for name in ("jade", "opium", "money", "weapons")]
    kinds = [
        "killer-alcohol",
        "trader-jade",
        "dancer-jade",
        "croupier-jade",
        "sailor-jade",
        "politician-jade",
    ]
    state = position(
        blue=[cards], red=[kinds[:6]], tiles=["harbour-restaurant", "china-club", "red-room", "temple-bar"]
    )
    assert {action[1] for action in ENGINE.legal(state, 0) if action[0] == "open"} >= {
        "harbour-restaurant",
        "china-club",
    }
    state, _ = play_action(state, 0, "open", "harbour-restaurant", ())
    assert ENGINE.turn(state) == 1


@rule("game-end")
def test_ruling_22_a_round_in_which_nobody_can_act_ends_the_match() -> None:
    state, events = play_action(play_actions(nobody_can_act(), (0, "pass")), 1, "pass")
    assert events[-1] == ("ended", "standstill")
    assert ENGINE.outcome(state).reason == "standstill" and ENGINE.decisions(state) == []


@rule("game-end")
def test_ruling_22_passes_of_an_earlier_round_do_not_count() -> None:
    state = play_actions(nobody_can_act(turn=1), (1, "pass"), (0, "pass"))
    assert ENGINE.outcome(state) is None
    assert ENGINE.outcome(play_actions(state, (1, "pass"))).reason == "standstill"


@rule("game-end")
def test_ruling_22_sixty_rounds_are_the_last() -> None:
    state = play_actions(
        position(blue=[["widow-1"], ["widow-2"]], round=59), (0, "contact", 3), (1, "contact", 3)
    )
    assert (state.round, ENGINE.turn(state)) == (60, 0)
    state = play_actions(state, (0, "contact", 3), (1, "contact", 3))
    assert ENGINE.outcome(state).reason == "rounds"


@rule("game-end")
def test_ruling_23_recruited_widows_count_among_the_seven() -> None:
    six = [f"killer-{name}" for name in ("jade", "opium", "alcohol", "weapons", "money")] + ["dancer-money"]
    state = position(blue=[["widow-1"]], red=[six])
    state, _ = play_action(state, 0, "recruit", "widow-1", ("killer-alcohol", "killer-money"), ())
    assert ENGINE.view(state, 0)["last_round"]
    state, events = play_action(state, 1, "contact", 3)
    assert events[-1] == ("ended", "members")


@rule("establishments")
def test_ruling_24_identical_means_the_same_type() -> None:
    four = ["killer-jade", "killer-opium", "killer-money", "killer-weapons"]
    tiles = centre_with("harbour-restaurant", 4)
    state = position(blue=[four[:2]], red=[four[2:]], tiles=tiles)
    assert ("open", "harbour-restaurant", ()) in ENGINE.legal(state, 0)
    same_resource = ["killer-jade", "dancer-jade", "croupier-jade", "trader-jade"]
    assert find_refusal(
        position(blue=[same_resource], tiles=tiles), 0, "open", "harbour-restaurant", ()
    ).params == {
        "tile": "harbour-restaurant",
        "missing": [{"need": "same_type", "have": 1, "of": 4}],
    }


@rule("game-end")
def test_ruling_25_the_end_is_tested_after_the_complete_action() -> None:
    """The last seat's seventh member is a dancer: her contact is done before the match ends."""
    six = ["killer-weapons", "killer-opium", "killer-jade", "killer-money", "trader-jade", "trader-money"]
    state = position(blue=[[], ["dancer-alcohol"]], red=[[], six], turn=1)
    state, events = play_action(state, 1, "recruit", "dancer-alcohol", tuple(six[:3]), ())
    assert phase_name(state) == "contact" and ("ended", "members") not in events
    state, events = play_action(state, 1, "contact", 3)
    assert events[-1] == ("ended", "members") and len(state.blue[1]) == 1


@rule("scoring")
def test_ruling_26_negative_totals_exist() -> None:
    state = position(red=[["widow-1", "widow-3"]], round=60, turn=1)
    state, _ = play_action(state, 1, "contact", 3)
    outcome = ENGINE.outcome(state)
    assert (outcome.scores, outcome.winners) == ([-4, 0], [1])
