"""What a seat cannot know: it is dealt again for bots, and an undo must not reveal it."""

from __future__ import annotations

from games.core.contract import Action, Chance
from games.shanghaien.rules.state import State
from games.shanghaien.rules.tables import CARDS_IN_ROW


def redeal(state: State, seat: int | None, chance: Chance) -> State:
    """A new state with another draw pile, which nobody knows.

    It is sorted first, so that equal luck deals the same cards.
    """
    new = state.copy()
    pile = sorted(state.deck[CARDS_IN_ROW * state.round :])
    chance.shuffle(pile)
    new.deck = state.deck[: CARDS_IN_ROW * state.round] + tuple(pile)
    return new


def may_undo(before: State, seat: int, action: Action) -> bool:
    """True unless the action rolls dice or reveals the next row."""
    return action[0] in ("place", "direction") or (action[0] == "trick" and action[2] != "reroll")
