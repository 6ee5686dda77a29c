"""What each game tells the conformance suite about itself."""

from __future__ import annotations

from typing import Any

from games.core.contract import Action, Json
from games.halunken.rules.state import SETTLING, State
from games.halunken.rules.tables import NAME
from games.macao.rules.state import State as Macao
from games.shanghaien.rules.tables import CARDS
from tests.games.core.conformance import Subject, words


def _turn_shanghaien_setup(setup: Json, places: int, seats: int) -> Json:
    return {**setup, "starter": (setup["starter"] + places) % seats}


def _turn_shanghaien_action(action: Action, places: int, seats: int) -> Action:
    """The two cards of the variant belong to seats."""
    swap = {"trick-9": "trick-10", "trick-10": "trick-9"} if places % 2 else {}
    return tuple(swap.get(item, item) for item in action)


def _hidden_in_shanghaien(state: Any, seat: int | None) -> set[str]:
    return {CARDS[card] for card in state.deck[6 * state.round :]}


def _turn_halunken_setup(setup: Json, places: int, seats: int) -> Json:
    return {**setup, "first": (setup["first"] + places) % seats}


def _turn_halunken_action(action: Action, places: int, seats: int) -> Action:
    return ("rob", (action[1] + places) % seats, action[2]) if action[0] == "rob" else action


def _hidden_in_halunken(state: State, seat: int | None) -> set[str]:
    """Scoundrels face down, unless the last movement of the game before still tells of them."""
    open_tops = 0 if state.phase == SETTLING else 1
    places = [(s, k) for s in range(14) for k in range(state.taken[s] + open_tops, 3)]
    hidden = {NAME[state.deal[3 * space + k]] for space, k in places}
    told: Any = state.recap if state.game > 1 and not state.played else ()
    return hidden - words(told)


def _turn_macao_setup(setup: Json, places: int, seats: int) -> Json:
    return {**setup, "first": (setup["first"] + places) % seats}


def _turn_macao_action(action: Action, places: int, seats: int) -> Action:
    """The widows that are not shuffled belong to seats."""
    swap = {f"widow-{seat + 1}": f"widow-{(seat + places) % seats + 1}" for seat in range(seats)}

    def turn(item: Any) -> Any:
        return tuple(swap.get(name, name) for name in item) if isinstance(item, tuple) else swap.get(item, item)

    return tuple(turn(item) for item in action)


def _hidden_in_macao(state: Macao, seat: int | None) -> set[str]:
    """Cards beneath the tops, but for those so near the bottom that the last action may have put them there."""
    return {state.deck.names[card] for pile in state.piles for card in pile[1:-8]}


_ALL: list[Subject] = [
    Subject("shanghaien", 8 * 40, _turn_shanghaien_setup, _turn_shanghaien_action, _hidden_in_shanghaien),
    Subject("halunken", 8 * 30 * 3, _turn_halunken_setup, _turn_halunken_action, _hidden_in_halunken),
    Subject("macao", 60 * 4 * 4, _turn_macao_setup, _turn_macao_action, _hidden_in_macao),
]
SUBJECTS: dict[str, Subject] = {subject.slug: subject for subject in _ALL}
