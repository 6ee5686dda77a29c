"""What a seat cannot know: dealt again for bots, and never gone behind by an undo."""

from __future__ import annotations

from games.core.contract import Action, Chance
from games.shanghaien.rules.state import State
from games.shanghaien.rules.tables import ROW


def redeal(state: State, seat: int | None, chance: Chance) -> State:
    """Only the draw pile is unknown, and to everybody alike; sorted first, so that equal luck
    deals equally.
    """
    new = state.copy()
    pile = sorted(state.deck[ROW * state.round :])
    chance.shuffle(pile)
    new.deck = state.deck[: ROW * state.round] + tuple(pile)
    return new


def may_undo(before: State, seat: int, action: Action) -> bool:
    """Rolling draws, shanghaiing reveals the next tavern."""
    return action[0] in ("place", "direction") or (action[0] == "trick" and action[2] != "reroll")
