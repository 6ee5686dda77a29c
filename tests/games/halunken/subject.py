"""What Halunken tells the tests that every game passes."""

from __future__ import annotations

from typing import Any

from games.core.contract import Action, Json
from games.halunken.rules.state import SETTLING, State
from games.halunken.rules.tables import SCOUNDREL_NAMES
from tests.games.core.conformance import Subject, find_strings
from tests.games.halunken.test_refusals import REFUSALS


def turn_setup(setup: Json, places: int, seats: int) -> Json:
    return {**setup, "first": (setup["first"] + places) % seats}


def turn_action(action: Action, places: int, seats: int) -> Action:
    return ("rob", (action[1] + places) % seats, action[2]) if action[0] == "rob" else action


def find_hidden(state: State, seat: int | None) -> set[str]:
    """Scoundrels face down, unless the last movement of the game before still tells of them."""
    open_tops = 0 if state.phase == SETTLING else 1
    places = [(s, k) for s in range(14) for k in range(state.taken_counts[s] + open_tops, 3)]
    hidden = {SCOUNDREL_NAMES[state.dealt_cards[3 * space + k]] for space, k in places}
    told: Any = state.recap if state.game > 1 and not state.played else ()
    return hidden - find_strings(told)


SUBJECT = Subject(
    longest=8 * 30 * 3,
    turn_setup=turn_setup,
    turn_action=turn_action,
    hidden=find_hidden,
    refused=[(row[0], row[4]) for row in REFUSALS],
    rulings=12,
    never_said={
        place: "a crew that is empty at the end: no recorded or random match has one"
        for place in (
            "breakdown.games[].seats[].doubled: NoneType",
            "state.finished[].seats[].doubled: NoneType",
        )
    },
)
