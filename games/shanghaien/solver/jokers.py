"""Finds the nations that a joker may join in the rest of a round, without those that are never best.

Each nation makes it longer to solve a round. A nation is dropped if another one, or no joker at all, is at
least as good for the seat however the round ends.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

from games.shanghaien.rules.menu import list_nations
from games.shanghaien.rules.state import State
from games.shanghaien.rules.tables import has_bit
from games.shanghaien.solver.dice_sets import Array
from games.shanghaien.solver.endings import Endings
from games.shanghaien.solver.round import CLOSED, OPEN, SPENT, Modes

#: with this few dice left, dropping nations takes longer than solving for all of them
FEW_DICE: Final = 7
DIRECTIONS: Final = (1, 2)

#: direction of the row -> the values of all possible ends of the round
FindEndings = Callable[[int], Endings]


def may_play_trick(state: State, seat: int) -> bool:
    """Whether this seat may still play a trick card in this round."""
    return bool(state.trick_masks[seat]) and not has_bit(state.trick_players, seat)


def choose_nations(base: State, seat: int, find_endings: FindEndings) -> tuple[str, ...]:
    """The nations that a joker of the seat may usefully join from this position on."""
    nations = list_nations(base, seat)
    if sum(base.supply) <= FEW_DICE:
        return tuple(nations)
    values_by_nation = {nation: _list_end_values(base, seat, nation, find_endings) for nation in nations}
    best_first = sorted(nations, key=lambda nation: -float(values_by_nation[nation].sum()))
    chosen_nations: list[str] = []
    chosen_values = [_list_end_values(base, seat, OPEN, find_endings)]  # the value without a joker
    for nation in best_first:
        values = values_by_nation[nation]
        if not any(_is_never_worse(other_values, values) for other_values in chosen_values):
            chosen_nations.append(nation)
            chosen_values.append(values)
    return tuple(chosen_nations)


def _is_never_worse(values: Array, other_values: Array) -> bool:
    return bool((values >= other_values).all())


def _list_end_values(base: State, seat: int, mode: str, find_endings: FindEndings) -> Array:
    """The values of all possible ends of the round for the seat, if it is in this mode.

    The values are only compared with each other, so those of seat 1 are simply negative.
    """
    directions = [base.direction] if base.direction else DIRECTIONS
    values = []
    for direction in directions:
        endings = find_endings(direction)
        for other_mode in _list_other_modes(base, seat):
            modes: Modes = (mode, other_mode) if seat == 0 else (other_mode, mode)
            for last_seat in (0, 1):
                values.append(endings.judge(modes, last_seat))
    values_of_seat_0 = np.concatenate(values)
    return values_of_seat_0 if seat == 0 else -values_of_seat_0


def _list_other_modes(base: State, seat: int) -> list[str]:
    """The modes that the other seat may have when the round ends, as far as they make a difference."""
    other_seat = 1 - seat
    if not may_play_trick(base, other_seat):
        return [CLOSED]
    return [OPEN, SPENT, *list_nations(base, other_seat)]
