"""Macao's deck is data: a match keeps its own, and every fault in one is named."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from games.core import record_parts, records
from games.core.chance import FairChance, QuickChance
from games.core.contract import Malformed, begin_match
from games.core.fairness import reveal_version_1
from games.core.records import make_seeded_luck
from games.macao.rules import ENGINE
from games.macao.rules.deck.validation import clean_deck
from games.macao.rules.state import State, load
from games.macao.rules.tables import SHIPPED_DECK, read_deck, read_shipped_data
from tests.games.core.conformance import Case, play_random_match
from tests.games.macao.positions import change_deck, deal_seeded, position

rule = pytest.mark.rule


@rule("components")
def test_the_shipped_deck_says_that_its_values_are_reconstructed() -> None:
    assert "RECONSTRUCTED" in read_shipped_data()["note"]


@rule("components")
def test_a_match_keeps_the_deck_that_it_began_with() -> None:
    """A corrected file changes neither the record's replay nor its verification nor a stored state."""
    record = play_random_match(Case(ENGINE, 3, {}), 4)
    corrected = change_deck(cards={"killer-alcohol": {"coins": 9, "cost": ["jade"]}})
    old = json.loads(json.dumps(records.write_document(record)))
    other = ENGINE.deal(3, {}, {**record.setup, "deck": corrected})
    assert other.deck is not SHIPPED_DECK and other.deck.cards[other.deck.index["killer-alcohol"]].coins == 9
    assert load(json.loads(json.dumps(ENGINE.dump(other)))).deck is other.deck, "equal decks are one object"
    drawn = ENGINE.draw(3, {"deck": corrected}, FairChance(*make_seeded_luck(4, 3)))
    assert drawn == {**record.setup, "deck": corrected}
    records.verify_record(records.read_document(old, {"macao": ENGINE}))


@rule("components")
def test_a_record_made_with_another_deck_is_verified_with_it() -> None:
    corrected = change_deck(cards={"killer-alcohol": {"cost": ["jade"], "coins": 9}})
    secret, nonces = make_seeded_luck(3, 2)
    chance = FairChance(secret, nonces)
    start = ENGINE.draw(2, {"deck": corrected}, chance)
    state, moves, choice = ENGINE.deal(2, {}, start), [], QuickChance(3)
    while (seat := ENGINE.turn(state)) >= 0:
        menu = ENGINE.legal(state, seat)
        moves.append(record_parts.Move(seat, menu[choice.below(len(menu))], {}))
        ENGINE.advance(state, seat, moves[-1].action, chance)
    seats = [{"name": name, "kind": "human"} for name in ("Anna", "Bernd")]
    result = records.describe_result(ENGINE.outcome(state))
    record = records.Record(ENGINE, {}, seats, start, moves, result, reveal_version_1(secret, nonces))
    records.verify_record(
        records.read_document(json.loads(json.dumps(records.write_document(record))), {"macao": ENGINE})
    )


def test_a_setup_without_a_deck_has_the_shipped_one() -> None:
    _, start = begin_match(ENGINE, 2, {}, FairChance(*make_seeded_luck(1, 2)))
    del start["deck"]
    assert ENGINE.deal(2, {}, start).deck is SHIPPED_DECK


DAMAGED: list[tuple[str, Any, str]] = [
    ("resources", [], "deck.resources"),
    ("resources", ["jade", "jade"], "deck.resources"),
    ("resources", "jade", "deck.resources"),
    ("resources", ["\ud800"], "deck.resources"),
    ("characters", {}, "deck.characters"),
    ("characters", [3], "deck.characters[0]"),
    ("characters", [], "deck.characters"),
    ("characters", [3] * 1001, "deck.characters"),
    ("tiles", [{"id": "inn", "coins": 1}], "deck.tiles[0]"),
    ("tiles", [{"id": "inn", "coins": 1, "needs": {"tea": 1}}], "deck.tiles[0].needs"),
    ("tiles", [{"id": "inn", "coins": 1, "needs": {}}], "deck.tiles[0].needs"),
    ("tiles", [{"id": "inn", "coins": 1, "cost": []}], "deck.tiles[0].cost"),
    ("tiles", [{"id": "inn", "coins": 1, "cost": ["tea"]}], "deck.tiles[0].cost[0]"),
    ("widow", {"copies": 6, "cost": ["jade"], "coins": 0}, "deck.widow.copies"),
    ("tiles_in_play", {"2": 4}, "deck.tiles_in_play"),
    ("tiles_in_play", {"2": 4, "3": 5, "4": 70}, "deck.tiles_in_play.4"),
    ("blue_limit", 0, "deck.blue_limit"),
    ("blue_limit", True, "deck.blue_limit"),
    ("blue_limit", 7, "deck.blue_limit"),
    ("red_cards_to_end", "7", "deck.red_cards_to_end"),
    ("red_cards_to_end", 10, "deck.red_cards_to_end"),
]
BAD_CARDS: list[tuple[dict[str, Any], str]] = [
    ({"id": "Killer"}, "deck.characters[0].id"),
    ({"id": "widow-9"}, "deck.characters[0].id"),
    ({"id": "killer-jade"}, "deck.characters[4].id"),
    ({"type": "cook"}, "deck.characters[0].type"),
    ({"resource": "tea"}, "deck.characters[0].resource"),
    ({"coins": 1.5}, "deck.characters[0].coins"),
    ({"type": "trader"}, "deck.characters[0].pair"),
    ({"type": "trader", "pair": ["jade", "jade"]}, "deck.characters[0].pair"),
    ({"cost": ["jade"] * 7}, "deck.characters[0].cost"),
]


@pytest.mark.parametrize(("name", "value", "where"), DAMAGED)
def test_a_damaged_deck_is_refused_with_its_place(name: str, value: Any, where: str) -> None:
    data = {**copy.deepcopy(read_shipped_data()), name: value}
    with pytest.raises(Malformed) as error:
        clean_deck(data)
    assert error.value.where == where


@pytest.mark.parametrize(("change", "where"), BAD_CARDS)
def test_a_damaged_card_is_refused_with_its_place(change: dict[str, Any], where: str) -> None:
    data = copy.deepcopy(read_shipped_data())
    data["characters"][0].update(change)
    with pytest.raises(Malformed) as error:
        clean_deck(data)
    assert error.value.where == where


def test_too_many_innkeepers_are_refused() -> None:
    data = copy.deepcopy(read_shipped_data())
    for row in data["characters"]:
        row.update(type="innkeeper")
    with pytest.raises(Malformed, match="innkeepers"):
        clean_deck(data)


def largest(kinds: list[str]) -> dict[str, Any]:
    """The deck with most to reckon that is allowed: everything pays everything, a limit of 12,
    nine members.
    """
    resources = ["alcohol", "weapons"]
    row = {"resource": "alcohol", "cost": ["alcohol"] * 6, "coins": 1, "pair": resources}
    characters = [{"id": f"{kind}-{n}", "type": kind, **row} for n, kind in enumerate(kinds)]
    tiles = [{"id": f"tile-{n}", "coins": 1, "cost": ["weapons"] * 6} for n in range(4)]
    widow = {"copies": 7, "cost": ["alcohol"], "coins": 0}
    rows = {"resources": resources, "characters": characters, "tiles": tiles, "widow": widow}
    limits = {"blue_limit": 12 - kinds.count("innkeeper"), "red_cards_to_end": 9}
    return change_deck(**rows, **limits, tiles_in_play=dict.fromkeys("234", 4))


@pytest.mark.parametrize("special", ["trader", "sailor", "innkeeper"])
def test_whoever_made_the_deck_sums_hold_and_menus_end(special: str) -> None:
    """A record brings any deck: every unit before a seat counts, and its payments can be listed."""
    kinds = ["trader", *[special] * 8, *["politician"] * 30]
    data = clean_deck(largest(kinds))
    names = [row["id"] for row in data["characters"]]
    piles = [names[40:]]
    state = position(blue=[names[9:21]], red=[names[:9]], piles=piles, data=data)
    units = 9 + 8 * (special == "sailor") + 12
    assert sum(group["units"] for group in ENGINE.view(state, 0)["mine"]["production"]["groups"]) == units
    assert len(ENGINE.legal(state, 0)) < 20_000


def test_a_deck_that_is_nested_too_deeply_is_refused() -> None:
    deep: Any = []
    for _ in range(100_000):
        deep = [deep]
    with pytest.raises(Malformed, match="nested"):
        read_deck({"note": deep})


@pytest.mark.parametrize("name", ["deck", "piles", "phase", "given", "blue", "turn"])
def test_a_state_that_is_none_is_refused(name: str) -> None:
    data = ENGINE.dump(deal_seeded(2))
    for value in (None, "x", [["x"]], -9):
        with pytest.raises((Malformed, AssertionError)):
            ENGINE.load({**data, name: value})
    with pytest.raises(Malformed):
        ENGINE.load({key: item for key, item in data.items() if key != name})


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (
            lambda state: state.piles.__setitem__(3, state.piles[3][1:]),
            "every card lies in exactly one place",
        ),
        (lambda state: state.blue.__setitem__(0, state.blue[1]), "every card lies in exactly one place"),
        (lambda state: state.deceased.__setitem__(0, ()), "every card lies in exactly one place"),
        (
            lambda state: state.crews.__setitem__(0, state.deck.crews[()]),
            "the crew of seat 0 is its red cards",
        ),
    ],
)
def test_an_invariant_notices_what_is_lost_or_doubled(spoil: Callable[[State], None], message: str) -> None:
    state = position(blue=[["killer-jade"], ["killer-opium"]], red=[["innkeeper-jade"]], dead=[["widow-1"]])
    ENGINE.invariant(state)
    spoil(state)
    with pytest.raises(AssertionError, match=message):
        ENGINE.invariant(state)
