"""What Shanghaien tells the tests that every game passes."""

from __future__ import annotations

from typing import Any

from games.core.contract import Action, Json
from games.shanghaien.rules.tables import CARDS
from tests.games.core.conformance import Subject
from tests.games.shanghaien.test_refusals import CASES


def turn_setup(setup: Json, places: int, seats: int) -> Json:
    return {**setup, "starter": (setup["starter"] + places) % seats}


def turn_action(action: Action, places: int, seats: int) -> Action:
    """The two cards of the variant belong to seats."""
    swap = {"trick-9": "trick-10", "trick-10": "trick-9"} if places % 2 else {}
    return tuple(swap.get(item, item) for item in action)


def find_hidden(state: Any, seat: int | None) -> set[str]:
    return {CARDS[card] for card in state.deck[6 * state.round :]}


SUBJECT = Subject(
    longest=8 * 40,
    turn_setup=turn_setup,
    turn_action=turn_action,
    hidden=find_hidden,
    refused=[("not_your_turn", {}), *((row[0], row[3]) for row in CASES)],
    rulings=16,
)
