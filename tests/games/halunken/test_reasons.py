"""What hints and analyses say of an action is true of the position."""

from games.halunken.reasons import find_reason
from tests.games.halunken.positions import deal_unshuffled, play_action, position


def test_a_card_that_leads_out_of_reach_is_told_from_one_that_does_not():
    """With his 7 the captain on 9 comes to 2, where a 2 leads, and robs; he does not come to 3."""
    state = position([["yellow-2", "yellow-11"], ["purple-3", "purple-9"]], [0, 9])
    assert find_reason(state, 0, ("choose", 2)).params["escapes"] is False
    assert find_reason(state, 0, ("choose", 3)).params["escapes"] is True
    richer = position([["yellow-2"], ["purple-3", "purple-9"]], [0, 9])
    assert find_reason(richer, 0, ("choose", 2)).params["escapes"] is False, "nothing threatens anywhere"
    assert find_reason(richer, 0, ("choose", 3)).params["escapes"] is False


def test_behind_another_captain_one_reaches_and_is_not_reached():
    state, _ = play_action(deal_unshuffled(2, black_jack=False), 0, "settle", 5)
    behind = find_reason(state, 1, ("settle", 3))
    assert (behind.code, behind.params) == ("settle_behind", {"rival": 0})
    assert find_reason(state, 1, ("settle", 9)).code == "settle"


def test_a_bid_that_costs_more_than_it_brings_only_raises_the_price():
    """Black Jack's last card leads him past nobody."""
    crews = [["yellow-12", "yellow-11", "yellow-9"], ["yellow-8", "yellow-7"], ["yellow-10"]]
    state = position(crews, [4, 5, 6], jack=8, pile=[1], auction=True, last_round=True)
    assert find_reason(state, 0, ("bid", "yellow-12")).code == "bid_price"


def test_a_walk_to_black_jack_names_what_lies_beside_the_boat():
    crews = [["yellow-9", "yellow-12"], ["red-9"]]
    state = position(crews, [0, 9], jack=3, boat=["red-5", "yellow-7"], dives={3: ["red-4"]})
    reason = find_reason(state, 0, ("choose", 3))
    assert (reason.code, reason.params["prize"]) == ("walk_to_jack", "yellow-7")


def test_a_card_may_be_good_because_somebody_else_may_play_it():
    best, weak = ["red-15", "grey-2", "grey-3"], ["grey-4", "grey-5", "grey-6"]
    crews = [["yellow-9"], ["red-9"]]
    reason = find_reason(position(crews, [0, 9], dives={0: best, 3: weak}), 0, ("choose", 3))
    assert (reason.code, reason.params["here"], reason.params["here_points"]) == (
        "walk_or_stay",
        "red-15",
        21,
    )
    better_there = position(crews, [0, 9], dives={0: weak, 3: best})
    assert find_reason(better_there, 0, ("choose", 3)).code == "walk"


def test_rum_meets_a_captain_who_walks_earlier():
    state = position([["yellow-9"], ["red-9", "red-11"]], [0, 2], dives={5: ["grey-4"]})
    for seat, card in ((0, "rum"), (1, 3)):
        state, _ = play_action(state, seat, "choose", card)
    reason = find_reason(state, 0, ("rum", 5))
    assert (reason.code, reason.params["rival"]) == ("walk_to_brawl", 1)
    assert find_reason(state, 0, ("rum", 4)).code == "walk"
