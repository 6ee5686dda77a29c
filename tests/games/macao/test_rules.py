"""The sections of the rule of Macao that no ruling concerns, and the test vectors of the rule page."""

from __future__ import annotations

from collections import Counter

import pytest

from games.core.chance import ScriptedChance
from games.macao.rules import ENGINE
from games.macao.rules.tables import SHIPPED_DECK
from tests.games.macao.positions import (
    blue_names,
    card_names,
    change_deck,
    deal_seeded,
    list_payments,
    phase_name,
    pile_names,
    play_action,
    play_actions,
    position,
    red_names,
)

rule = pytest.mark.rule


@rule("components")
def test_forty_five_characters_of_eight_types_seven_widows_ten_tiles() -> None:
    kinds = Counter(SHIPPED_DECK.kind)
    assert kinds.pop("widow") == 7
    assert (len(kinds), sum(kinds.values())) == (8, 45)
    assert len(SHIPPED_DECK.tile_names) == 10


@rule("setup")
@pytest.mark.parametrize(("seats", "tiles"), [(2, 4), (3, 5), (4, 7)])
def test_each_seat_begins_with_a_widow_and_tiles_lie_in_the_centre(seats: int, tiles: int) -> None:
    state = deal_seeded(seats)
    assert [blue_names(state, seat) for seat in range(seats)] == [
        {f"widow-{seat + 1}"} for seat in range(seats)
    ]
    shuffled = {name for n in range(4) for name in pile_names(state, n) if name.startswith("widow")}
    assert shuffled == {f"widow-{n}" for n in range(seats + 1, 2 * seats)}
    assert len(state.tiles) == tiles and ENGINE.turn(state) == state.first


@rule("setup")
def test_the_order_of_draws_and_the_canonical_order() -> None:
    """First the seat, then 46 cards, then 10 tiles; with no exchange the lists stay as the data have them."""
    unshuffled = [*range(45, 0, -1), *range(9, 0, -1)]
    script = ScriptedChance(numbers=[1, *unshuffled])
    drawn = ENGINE.draw(2, {}, script)
    script.finish()
    assert drawn["first"] == 1
    assert (
        drawn["piles"][0][:2] == ["killer-alcohol", "killer-jade"]
        and drawn["piles"][1][0] == "killer-weapons"
    )
    assert drawn["piles"][1][-1] == "widow-3"
    assert drawn["tiles"] == ["harbour-restaurant", "temple-bar", "china-club", "black-market"]
    state = ENGINE.deal(2, {}, drawn)
    assert pile_names(state, 0)[0] == "killer-alcohol" and ENGINE.turn(state) == 1


@rule("turn")
def test_one_action_and_the_next_seat_clockwise_has_the_turn() -> None:
    state = position(3, blue=[["widow-1"], ["widow-2"], ["widow-3"]], turn=1, first=1)
    for seat in (1, 2, 0):
        assert ENGINE.turn(state) == seat
        state, _ = play_action(state, seat, "contact", 3)
    assert (ENGINE.turn(state), state.round) == (1, 6)


@rule("contact")
def test_the_top_card_comes_before_you_and_the_limit_is_five() -> None:
    state = position(blue=[["widow-1"]], piles=[["killer-jade", "killer-opium"]])
    state, events = play_action(state, 0, "contact", 0)
    assert events == [("contacted", 0, "killer-jade", 0)]
    assert (blue_names(state, 0), pile_names(state, 0)) == ({"widow-1", "killer-jade"}, ["killer-opium"])


@rule("contact")
def test_the_new_card_may_be_the_one_discarded() -> None:
    five = ["widow-1", "killer-jade", "killer-opium", "killer-money", "killer-weapons"]
    state = position(blue=[five], piles=[["dancer-jade"], ["dancer-opium"], ["dancer-money"]])
    state = play_actions(state, (0, "contact", 0), (0, "discard", "dancer-jade"))
    assert (blue_names(state, 0), pile_names(state, 0)) == (set(five), ["dancer-jade"])


@rule("recruit")
def test_a_recruit_turns_red_and_blue_payers_go_under_a_pile() -> None:
    """The example of the sheet: three resources from one red and two blue cards; only the blue ones are
    discarded.
    """
    state = position(blue=[["innkeeper-alcohol", "killer-weapons", "killer-money"]], red=[["dancer-jade"]])
    state, events = play_action(
        state, 0, "recruit", "innkeeper-alcohol", ("dancer-jade", "killer-weapons", "killer-money"), ()
    )
    assert (blue_names(state, 0), red_names(state, 0)) == (set(), {"dancer-jade", "innkeeper-alcohol"})
    assert pile_names(state, 0) == ["killer-weapons", "killer-money"]
    paid = ("dancer-jade", "killer-weapons", "killer-money")
    assert events == [("discarded", 0, paid[1:], 0), ("recruited", 0, "innkeeper-alcohol", paid, ())]


@rule("pay")
def test_a_card_yields_once_in_a_payment() -> None:
    cards = ["killer-alcohol", "killer-weapons", "dancer-money", "killer-jade"]  # the killer asks money twice
    assert list_payments(position(blue=[cards]), 0, "killer-alcohol") == []


@rule("widow")
def test_vector_a_widow_alone_pays_a_cost_of_one_and_is_spared_later() -> None:
    """A later killer takes nothing."""
    data = change_deck(houses={"distillery": {"cost": ["jade"]}})
    reds = ["dancer-weapons", "dancer-money", "trader-money", "dancer-jade"]
    state = position(
        blue=[["widow-1"], ["killer-alcohol"]], red=[[], reds], tiles=["distillery", *_OTHERS], data=data
    )
    state, events = play_action(state, 0, "open", "distillery", ("widow-1",))
    assert events == [("deceased", 0, "widow-1"), ("opened", 0, "distillery", ("widow-1",))]
    assert (blue_names(state, 0), card_names(state, state.deceased[0])) == (set(), ["widow-1"])
    state, _ = play_action(state, 1, "recruit", "killer-alcohol", tuple(reds), ())
    assert (phase_name(state), ENGINE.turn(state)) == ("turn", 0)


_OTHERS = ["red-room", "casino-royal", "art-gallery"]


@rule("widow")
def test_a_recruited_widow_is_a_joker_in_every_payment_and_costs_two_coins() -> None:
    state = position(
        blue=[["widow-1", "killer-alcohol", "killer-money", "dancer-alcohol"]], red=[["dancer-jade"]]
    )
    state, _ = play_action(state, 0, "recruit", "widow-1", ("killer-alcohol", "killer-money"), ())
    assert ENGINE.view(state, 0)["seats"][0]["coins"]["members"] == 2 - 2
    source = next(
        line for line in ENGINE.view(state, 0)["mine"]["production"]["sources"] if line["card"] == "widow-1"
    )
    assert source["joker"] and source["colour"] == "red" and len(source["stands_for"]) == 5


@rule("open")
def test_a_tile_with_a_cost_is_paid_like_a_recruit() -> None:
    cards = ["killer-alcohol", "killer-weapons", "killer-money", "killer-opium", "killer-jade"]
    state = position(blue=[cards], tiles=["crime-syndicate", *_OTHERS])
    state, _ = play_action(state, 0, "open", "crime-syndicate", tuple(cards))
    assert blue_names(state, 0) == set() and pile_names(state, 0) == cards
    assert ENGINE.view(state, 0)["seats"][0]["opened"] == ["crime-syndicate"]
    assert ENGINE.view(state, 0)["tiles"] == _OTHERS


@rule("open")
def test_a_tile_that_you_reserved_is_opened_like_a_central_one() -> None:
    cards = ["killer-alcohol", "killer-weapons", "killer-money", "killer-opium", "killer-jade"]
    state = position(blue=[cards], reserved=[["crime-syndicate"]], tiles=_OTHERS)
    state, _ = play_action(state, 0, "open", "crime-syndicate", tuple(cards))
    mine = ENGINE.view(state, 0)["seats"][0]
    assert (mine["reserved"], mine["opened"], ENGINE.view(state, 0)["tiles"]) == (
        [],
        ["crime-syndicate"],
        _OTHERS,
    )
    assert mine["coins"]["establishments"] == 6


@rule("characters")
@pytest.mark.parametrize(
    "kind", ["killer", "dancer", "policeman", "croupier", "trader", "innkeeper", "sailor"]
)
def test_immediate_effects_ask_for_a_decision_and_lasting_ones_do_not(kind: str) -> None:
    asked = {"killer": "victim", "dancer": "contact", "policeman": "reserve"}
    data = change_deck(cards={f"{kind}-alcohol": {"cost": ["jade"]}})
    state = position(blue=[[f"{kind}-alcohol"], ["widow-2"]], red=[["politician-jade"]], data=data)
    state, _ = play_action(state, 0, "recruit", f"{kind}-alcohol", ("politician-jade",), ())
    assert phase_name(state) == asked.get(kind, "turn")
    assert ENGINE.turn(state) == (0 if kind in ("dancer", "policeman") else 1)


@rule("innkeeper")
def test_each_innkeeper_raises_the_limit_by_one() -> None:
    """Test vector: limit 5, four blue and one deceased: the contact forces a discard among the
    five others.
    """
    four = ["killer-jade", "killer-opium", "killer-money", "killer-weapons"]
    state = play_actions(
        position(blue=[four], dead=[["widow-1"]], piles=[["dancer-jade"]]), (0, "contact", 0)
    )
    assert {action[1] for action in ENGINE.legal(state, 0)} == {*four, "dancer-jade"}
    inns = ["innkeeper-jade", "innkeeper-opium"]
    six = position(blue=[[*four, "dancer-opium"]], dead=[["widow-1"]], red=[inns], piles=[["dancer-jade"]])
    assert ENGINE.turn(play_actions(six, (0, "contact", 0))) == 1


@rule("politician")
def test_politicians_do_nothing_and_bring_the_most_coins() -> None:
    most = max(row["coins"] for row in SHIPPED_DECK.data["characters"])
    assert {row["type"] for row in SHIPPED_DECK.data["characters"] if row["coins"] == most} == {"politician"}
    reds = ["dancer-weapons", "killer-weapons", "dancer-money", "killer-money", "dancer-opium"]
    state = position(blue=[["politician-alcohol"]], red=[reds])
    state, events = play_action(state, 0, "recruit", "politician-alcohol", tuple(reds), ())
    assert len(events) == 1 and ENGINE.turn(state) == 1


TWO_TILES = {"opened": [["red-room", "distillery"], ["art-gallery"]]}
ONE_TILE = {"opened": [["red-room"], ["art-gallery"]]}
TWO_CARDS = {"red": [["killer-jade", "dancer-jade"], ["killer-opium"]]}
ONE_CARD = {"red": [["killer-jade"], ["killer-opium"]]}


@rule("scoring")
@pytest.mark.parametrize(
    ("rows", "ranks"),
    [(TWO_TILES | ONE_CARD, [1, 2]), (ONE_TILE | TWO_CARDS, [1, 2]), (ONE_TILE | ONE_CARD, [1, 1])],
)
def test_vector_equal_coins_then_tiles_then_red_cards_then_shared(
    rows: dict[str, list[list[str]]], ranks: list[int]
) -> None:
    """Thirty coins each: the data are changed so that they come to it."""
    houses = {"red-room": {"coins": 10}, "distillery": {"coins": 10}, "art-gallery": {"coins": 10}}
    cards = {"dancer-jade": {"coins": 0}, "killer-opium": {"coins": 20}}
    cards["killer-jade"] = {"coins": 30 - 10 * len(rows["opened"][0])}
    data = change_deck(houses=houses, cards=cards)
    state = position(**rows, tiles=[], data=data | {"tiles_in_play": _count(rows)}, turn=1)
    outcome = ENGINE.outcome(play_action(state, 1, "contact", 3)[0])
    assert (outcome.scores, outcome.ranks) == ([30, 30], ranks)
    assert outcome.winners == [seat for seat, rank in enumerate(ranks) if rank == 1]
    assert outcome.breakdown["seats"][1]["coins"] == {"members": 20, "establishments": 10}


def _count(rows: dict[str, list[list[str]]]) -> dict[str, int]:
    return dict.fromkeys("234", sum(map(len, rows["opened"])))


@rule("game-end")
def test_all_have_had_equally_many_turns() -> None:
    seven = [
        f"{kind}-jade"
        for kind in ("killer", "dancer", "policeman", "croupier", "trader", "sailor", "innkeeper")
    ]
    state = position(3, red=[[], seven], first=2, turn=1)
    state, events = play_action(state, 1, "contact", 3)
    assert events[-1] == ("ended", "members"), "the seat before the first one was the last"
    assert ENGINE.turn(state) == -1
    state, events = play_action(position(3, red=[[], seven], first=2, turn=0), 0, "contact", 3)
    assert ENGINE.turn(state) == 1
