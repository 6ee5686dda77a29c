"""What screens and bots get of Macao: views, explanations, what is dealt again, undo, notation."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.core.chance import QuickChance
from games.core.contract import Malformed
from games.macao.rules import ENGINE
from games.macao.rules.state import State
from games.macao.rules.tables import SHIPPED_DECK
from tests.games.macao.positions import deal_seeded, play_actions, position

HAND = ["dancer-alcohol", "killer-weapons", "killer-opium", "killer-jade", "widow-1"]


def mine(**rows: Any) -> dict[str, Any]:
    found: dict[str, Any] = ENGINE.view(position(**rows), 0)["mine"]
    return found


def test_the_production_line_shows_sources_doubles_jokers_exchanges_and_discounts() -> None:
    reds = ["sailor-jade", "trader-opium", "croupier-money", "innkeeper-money"]
    line = mine(blue=[["widow-1", "killer-opium"]], red=[reds])["production"]
    units = {
        source["card"]: (source["colour"], source["units"], source["stands_for"])
        for source in line["sources"]
    }
    assert units["sailor-jade"] == ("red", 2, ["opium", "jade"])
    assert units["killer-opium"] == ("blue", 1, ["opium", "jade"])
    assert units["widow-1"][2] == SHIPPED_DECK.resources
    groups = {tuple(group["resources"]): group["units"] for group in line["groups"]}
    assert groups == {("alcohol",): 0, ("weapons",): 0, ("money",): 2, ("opium", "jade"): 4}
    assert line["jokers"] == 1
    assert line["exchanges"] == [{"card": "trader-opium", "resources": ["opium", "jade"]}]
    assert (line["croupiers"], line["innkeepers"]) == (["croupier-money"], ["innkeeper-money"])


def test_a_recruit_line_proposes_payments_and_says_what_will_be_lost() -> None:
    line = next(line for line in mine(blue=[HAND])["recruits"] if line["card"] == "dancer-alcohol")
    assert (line["possible"], line["short"]) == (True, 0)
    first, *others = line["payments"]
    assert (set(first["discards"]), first["widows"]) == (
        {"killer-weapons", "killer-opium", "killer-jade"},
        [],
    )
    assert (
        all(other["widows"] == ["widow-1"] and len(other["discards"]) == 2 for other in others)
        and len(others) == 3
    )


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_copies_of_each_type_are_those_of_the_box_wherever_they_lie(seats: int) -> None:
    state = deal_seeded(seats)
    copies = ENGINE.view(state, None)["copies"]
    assert sum(copies.values()) == len(SHIPPED_DECK.shuffled) + 2 * seats - 1
    assert (copies["croupier"], copies["widow"]) == (5, 2 * seats - 1)
    dealt_again = ENGINE.redeal(state, 0, QuickChance(7))
    assert ENGINE.view(dealt_again, 0)["copies"] == copies


def test_proposals_that_lose_the_same_cards_are_one() -> None:
    state = position(blue=[HAND[:1]], red=[[*HAND[1:4], "dancer-jade", "trader-jade"]])
    assert len([action for action in ENGINE.legal(state, 0) if action[0] == "recruit"]) == 3
    (line,) = ENGINE.view(state, 0)["mine"]["recruits"]
    assert len(line["payments"]) == 1 and line["payments"][0]["discards"] == []


def test_one_short_is_said_with_what_would_do() -> None:
    line = mine(blue=[["dancer-alcohol", "killer-weapons", "widow-1"]])["recruits"][0]
    assert (line["card"], line["possible"], line["short"], line["jokers"]) == ("dancer-alcohol", False, 1, 1)
    assert line["missing"] == [["opium"], ["jade"]] and line["payments"] == []


def test_conditions_are_a_checklist() -> None:
    tiles = ["black-market", "temple-bar", "distillery", "harbour-restaurant"]
    lines = {line["tile"]: line for line in mine(blue=[HAND], tiles=tiles)["openings"]}
    assert lines["black-market"]["checklist"][0] == {"need": "blue", "have": 5, "of": 1, "met": True}
    assert [line["met"] for line in lines["black-market"]["checklist"]] == [True, False, False, False]
    assert lines["temple-bar"]["checklist"] == [{"need": "blue", "have": 5, "of": 6, "met": False}]
    assert lines["harbour-restaurant"]["checklist"] == [
        {"need": "same_type", "have": 3, "of": 4, "met": False}
    ]
    assert lines["distillery"]["short"] == 2


def test_a_spectator_has_no_line_of_his_own() -> None:
    state = position(blue=[HAND])
    assert ENGINE.view(state, None)["mine"] is None and ENGINE.view(state, 7)["mine"] is None
    assert ENGINE.view(state, 0)["seats"] == ENGINE.view(state, None)["seats"]


def test_explain_gives_each_thinkable_action_that_is_not_possible() -> None:
    state = position(blue=[["widow-1", "killer-jade"]], reserved=[[], ["red-room"]])
    reasons = {disabled.action[:2]: disabled.refusal.code for disabled in ENGINE.explain(state, 0)}
    assert reasons["contact", 0] == "pile_empty"
    assert reasons["recruit", "killer-jade"] == "cannot_pay"
    assert reasons["open", "red-room"] == "tile_reserved"
    assert reasons["pass",] == "must_act"
    assert ("contact", 3) not in reasons
    assert ENGINE.explain(state, 1) == []


def test_explain_tells_what_must_be_done_first() -> None:
    state = play_actions(position(blue=[HAND]), (0, "contact", 3))
    assert {disabled.refusal.code for disabled in ENGINE.explain(state, 0)} == {"discard_first"}


def test_explain_tells_which_cards_and_tiles_are_not_to_be_chosen() -> None:
    over = play_actions(position(blue=[HAND[:4]], dead=[["widow-1"]]), (0, "contact", 3))
    reds = ("dancer-weapons", "killer-weapons", "dancer-opium", "killer-opium")
    police = position(blue=[["policeman-alcohol"]], red=[reds], reserved=[[], ["red-room"]])
    police = play_actions(police, (0, "recruit", "policeman-alcohol", reds, ()))
    for state, action, code in (
        (over, ("discard", "widow-1"), "discard_deceased"),
        (police, ("reserve", "red-room"), "reserve_not_central"),
    ):
        explained = {disabled.action: disabled.refusal.code for disabled in ENGINE.explain(state, 0)}
        assert {key: value for key, value in explained.items() if key[0] == action[0]} == {action: code}


@pytest.mark.parametrize("state", [deal_seeded(4), position(piles=[["killer-jade"], []])])
def test_everything_beneath_the_tops_is_dealt_again_and_nothing_else(state: State) -> None:
    before = ENGINE.dump(state)
    again = [ENGINE.redeal(state, 1, QuickChance(seed)) for seed in range(60)]
    for number, row in enumerate(state.piles):
        assert {found.piles[number][:1] for found in again} == {row[:1]}
        assert {len(found.piles[number]) for found in again} == {len(row)}
        assert all(len({found.piles[number][place] for found in again}) > 10 for place in range(1, len(row)))
    assert all((found.blue, found.tiles) == (state.blue, state.tiles) for found in again)
    assert ENGINE.dump(state) == before


def test_the_true_order_does_not_steer_what_is_dealt_again() -> None:
    one, other = deal_seeded(3), deal_seeded(3)
    other.piles = [pile[:1] + pile[:0:-1] for pile in other.piles]
    assert ENGINE.redeal(one, 0, QuickChance(9)).piles == ENGINE.redeal(other, 0, QuickChance(9)).piles


def test_other_victims_choices_are_dealt_again_the_own_is_kept() -> None:
    pay = ("dancer-weapons", "dancer-money", "trader-money", "dancer-jade")
    rows = [["killer-alcohol"], ["trader-jade", "trader-opium", "widow-2"], ["sailor-opium"]]
    state = play_actions(
        position(3, blue=rows, red=[pay]),
        (0, "recruit", "killer-alcohol", pay, ()),
        (1, "discard", "trader-opium"),
    )
    seen = {ENGINE.redeal(state, 2, QuickChance(seed)).victim_choices[1] for seed in range(40)}
    assert seen == set(state.blue[1])
    assert {ENGINE.redeal(state, 1, QuickChance(seed)).victim_choices for seed in range(9)} == {
        state.victim_choices
    }


def test_undo_is_possible_until_something_is_shown() -> None:
    state = position(blue=[HAND], piles=[["trader-jade"], ["trader-opium", "trader-money"]])
    assert ENGINE.may_undo(state, 0, ("contact", 0)), "nothing lay beneath"
    assert not ENGINE.may_undo(state, 0, ("contact", 1))
    assert ENGINE.may_undo(state, 0, ("recruit", "dancer-alcohol", tuple(HAND[1:4]), ()))
    pay = ("dancer-weapons", "dancer-money", "trader-money", "dancer-jade")
    rows = [["killer-alcohol"], ["trader-jade"], ["sailor-opium"]]
    asked = play_actions(position(3, blue=rows, red=[pay]), (0, "recruit", "killer-alcohol", pay, ()))
    assert ENGINE.may_undo(asked, 1, ("discard", "trader-jade"))
    last = play_actions(asked, (1, "discard", "trader-jade"))
    assert not ENGINE.may_undo(last, 2, ("discard", "sailor-opium"))


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("contact 2", ("contact", 2)),
        ("recruit killer-jade with dancer-opium widow-1 without weapons", None),
        ("recruit widow-1", ("recruit", "widow-1", (), ())),
        ("open temple-bar", ("open", "temple-bar", ())),
        ("open distillery with sailor-alcohol", ("open", "distillery", ("sailor-alcohol",))),
        ("discard dancer-jade", ("discard", "dancer-jade")),
        ("reserve temple-bar", ("reserve", "temple-bar")),
        ("pass", ("pass",)),
    ],
)
def test_notation(line: str, action: tuple[Any, ...] | None) -> None:
    action = action or ("recruit", "killer-jade", ("dancer-opium", "widow-1"), ("weapons",))
    assert ENGINE.parse(line) == action
    assert ENGINE.notate(action) == line


@pytest.mark.parametrize(
    ("line", "where"),
    [
        ("", "column 1"),
        ("steal 2", "column 1"),
        ("contact", "column 9"),
        ("contact two", "column 9"),
        ("contact 12", "column 9"),
        ("contact  2", "column 9"),
        ("recruit killer-jade with", "column 26"),
        ("recruit killer-jade with without weapons", "column 26"),
        ("open distillery without weapons", "column 17"),
        ("pass on", "column 6"),
        ("pass ", "column 6"),
        ("x" * 3000, "column 1"),
    ],
)
def test_a_bad_notation_is_refused_with_its_column(line: str, where: str) -> None:
    with pytest.raises(Malformed) as error:
        ENGINE.parse(line)
    assert error.value.where == where


@settings(max_examples=400)
@given(st.text(alphabet="acdinoprtuw 0123-", max_size=40) | st.text(max_size=20))
def test_any_text_is_an_action_or_malformed(text: str) -> None:
    try:
        action = ENGINE.parse(text)
    except Malformed:
        return
    assert ENGINE.parse(ENGINE.notate(action)) == action


WORDS = st.sampled_from(
    [*SHIPPED_DECK.names[:6], *SHIPPED_DECK.tile_names[:3], *SHIPPED_DECK.resources[:2], "x", ""]
)
VALUES = (
    WORDS
    | st.integers()
    | st.none()
    | st.booleans()
    | st.floats()
    | st.lists(WORDS)
    | st.lists(WORDS).map(tuple)
)
TYPES = st.sampled_from([*ENGINE.META.actions, "x"]) | VALUES


@pytest.mark.slow
@settings(max_examples=600)
@given(st.tuples(TYPES) | st.tuples(TYPES, VALUES) | st.tuples(TYPES, VALUES, VALUES, VALUES) | VALUES)
def test_garbage_is_refused_and_changes_nothing(action: Any) -> None:
    for state in (position(blue=[HAND]), play_actions(position(blue=[HAND]), (0, "contact", 3))):
        before = ENGINE.dump(state)
        refusal = ENGINE.check(state, 0, action)
        if refusal is None:
            assert action[0] in ENGINE.META.actions
        else:
            assert ENGINE.META.refusals[refusal.code] == refusal.rule
        assert ENGINE.dump(state) == before
