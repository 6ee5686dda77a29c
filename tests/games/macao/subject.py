"""What Les Ombres de Macao tells the tests that every game passes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from games.core.chance import QuickChance
from games.core.contract import Action, Json
from games.core.simulation import Case
from games.macao import rules
from games.macao.rules.state import State
from tests.games.core.conformance import Subject
from tests.games.macao.test_refusals import REFUSED


def turn_setup(setup: Json, places: int, seats: int) -> Json:
    return {**setup, "first": (setup["first"] + places) % seats}


def turn_action(action: Action, places: int, seats: int) -> Action:
    """The widows that are not shuffled belong to seats."""
    swap = {f"widow-{seat + 1}": f"widow-{(seat + places) % seats + 1}" for seat in range(seats)}

    def turn(item: Any) -> Any:
        return (
            tuple(swap.get(name, name) for name in item) if isinstance(item, tuple) else swap.get(item, item)
        )

    return tuple(turn(item) for item in action)


def find_hidden(state: State, seat: int | None) -> set[str]:
    """Cards beneath the tops, but for those so near the bottom that the last action may have put
    them there.
    """
    return {state.deck.names[card] for pile in state.piles for card in pile[1:-8]}


def choose_first(state: Any, seat: int, luck: QuickChance) -> Action:
    return rules.ENGINE.legal(state, seat)[0]


def deal_standstill() -> Json:
    """A box in which nobody can ever pay: three seats keep all of its cards, and the piles run out."""
    box: Json = json.loads(Path(rules.__file__).with_name("macao.json").read_text(encoding="utf-8"))
    *given, never = box["resources"]
    box["characters"] = box["characters"][:10]
    for n, character in enumerate(box["characters"]):
        character["cost"] = [never] * 6
        if character["resource"] == never:
            character["resource"] = given[n % len(given)]
    for tile in box["tiles"]:
        tile.pop("needs", None)
        tile["cost"] = [never] * 6
    return box


SUBJECT = Subject(
    longest=60 * 4 * 4,
    turn_setup=turn_setup,
    turn_action=turn_action,
    hidden=find_hidden,
    refused=[(row[0], row[4]) for row in REFUSED],
    rulings=26,
    rare_ends=[
        # who always takes the first card in sight never recruits
        (Case(rules.ENGINE, 2, {}), choose_first),
        (Case(rules.ENGINE, 3, {}, {"deck": deal_standstill()}), choose_first),
    ],
    never_said={
        "actions open.pay is absent": "people may leave an empty list out; the menu names it",
        "actions recruit.pay is absent": "the same",
        "actions recruit.croupier is absent": "the same",
        "state.mine.openings[].payments[].croupier[]: str": "croupiers help only with characters",
        "state.mine.openings[].discounts[][]: str": "croupiers help only with characters: the list is empty",
    },
)
