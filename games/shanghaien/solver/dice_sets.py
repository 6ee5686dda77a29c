"""Every way in which the dice of one seat can lie on the six cards, numbered, as tables for NumPy.

A *set* says how many dice lie on each card. Sets with equally many dice follow each other.
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from games.shanghaien.rules.tables import DICE, ROW

#: a table of numbers, values or codes
Array = npt.NDArray[Any]


def _list_sets(dice: int) -> list[tuple[int, ...]]:
    """All sets of so many dice."""
    places = combinations_with_replacement(range(ROW), dice)
    return [tuple(chosen.count(place) for place in range(ROW)) for chosen in places]


#: number of dice -> its sets
SETS: Final = [_list_sets(dice) for dice in range(DICE + 1)]
#: set -> its place among those with as many dice
PLACE_OF: Final = [{dice_set: place for place, dice_set in enumerate(sets)} for sets in SETS]
_ALL: Final = [dice_set for sets in SETS for dice_set in sets]
_NUMBER: Final = {dice_set: number for number, dice_set in enumerate(_ALL)}


def _add_die(dice_set: tuple[int, ...], place: int) -> tuple[int, ...]:
    return (*dice_set[:place], dice_set[place] + 1, *dice_set[place + 1 :])


#: [number of dice][place of a set, card] -> place of the set with one more die on this card
NEXT: Final = [
    np.array(
        [[PLACE_OF[dice + 1][_add_die(dice_set, card)] for card in range(ROW)] for dice_set in SETS[dice]]
    )
    for dice in range(DICE)
]


def number_sets(base: tuple[int, ...], dice: int) -> Array:
    """The numbers in `VERDICTS` of the sets that so many more dice make of a set."""
    return np.array([_NUMBER[tuple(map(int.__add__, base, added))] for added in SETS[dice]])


def _judge_all() -> Array:
    """[number of seat 0's set, number of seat 1's] -> who takes the six cards, as a number of base 3.

    The digit of a card is 0 if it leaves the game, 1 if seat 0 takes it, 2 if seat 1 does. rules:
    distribution, distribution-tie
    """
    dice = np.array(_ALL, dtype=np.int8)
    sums = dice * np.arange(1, ROW + 1, dtype=np.int8)
    beside = np.zeros_like(sums)
    beside[:, 1:] += sums[:, :-1]
    beside[:, :-1] += sums[:, 1:]
    codes = np.zeros((len(dice), len(dice)), dtype=np.int16)
    for card in range(ROW):
        more = np.sign(dice[:, None, card] - dice[None, :, card])
        tie = np.sign(beside[:, None, card] - beside[None, :, card]) * (dice[:, None, card] > 0)
        ahead = np.where(more, more, tie)
        codes += np.where(ahead < 0, 2, ahead).astype(np.int16) * 3**card
    return codes


VERDICTS: Final = _judge_all()
#: [code] -> the digit of each card
DIGITS: Final = np.array([[code // 3**card % 3 for card in range(ROW)] for code in range(3**ROW)])
