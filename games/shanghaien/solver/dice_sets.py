"""Numbers every way in which the dice of one seat can lie on the six cards, as tables for NumPy.

A *set* says how many dice lie on each card. Sets with equally many dice have successive numbers.
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from games.shanghaien.rules.tables import CARDS_IN_ROW, DICE

#: a table of numbers, values or codes
Array = npt.NDArray[Any]


def _list_sets(dice: int) -> list[tuple[int, ...]]:
    """All sets of this many dice."""
    dice_sets = []
    for cards_of_dice in combinations_with_replacement(range(CARDS_IN_ROW), dice):
        dice_sets.append(tuple(cards_of_dice.count(card) for card in range(CARDS_IN_ROW)))
    return dice_sets


#: number of dice -> its sets
SETS: Final = [_list_sets(dice) for dice in range(DICE + 1)]
#: set -> its place among those with equally many dice
PLACE_OF: Final = [{dice_set: place for place, dice_set in enumerate(sets)} for sets in SETS]
_ALL_SETS: Final = [dice_set for sets in SETS for dice_set in sets]
#: set -> its number, which is its place among all sets
_NUMBER_OF: Final = {dice_set: number for number, dice_set in enumerate(_ALL_SETS)}


def _add_die(dice_set: tuple[int, ...], card: int) -> tuple[int, ...]:
    return (*dice_set[:card], dice_set[card] + 1, *dice_set[card + 1 :])


def _list_next_places(dice: int) -> Array:
    """[place of a set with this many dice, card] -> place of the set with one more die on this card"""
    place_by_larger_set = PLACE_OF[dice + 1]
    rows = []
    for dice_set in SETS[dice]:
        rows.append([place_by_larger_set[_add_die(dice_set, card)] for card in range(CARDS_IN_ROW)])
    return np.array(rows)


#: [number of dice][place of a set, card] -> place of the set with one more die on this card
NEXT: Final = [_list_next_places(dice) for dice in range(DICE)]


def find_set_number(dice_set: tuple[int, ...]) -> int:
    """The number of a set, which is its index in the tables below."""
    return _NUMBER_OF[dice_set]


def number_sets(base: tuple[int, ...], dice: int) -> Array:
    """The numbers of all sets that arise if this many dice are added to a set."""
    numbers = []
    for added_set in SETS[dice]:
        whole_set = tuple(before + added for before, added in zip(base, added_set, strict=True))
        numbers.append(_NUMBER_OF[whole_set])
    return np.array(numbers)


def _judge_all() -> Array:
    """[number of seat 0's set, number of seat 1's] -> who takes the six cards, as a number in base 3.

    The digit of a card is 0 if it leaves the game, 1 if seat 0 takes it, 2 if seat 1 does.

    rules: distribution, distribution-tie
    """
    dice = np.array(_ALL_SETS, dtype=np.int8)
    sums = dice * np.arange(1, CARDS_IN_ROW + 1, dtype=np.int8)  # The dice at a card show its number.
    sums_beside = np.zeros_like(sums)
    sums_beside[:, 1:] += sums[:, :-1]
    sums_beside[:, :-1] += sums[:, 1:]
    verdicts = np.zeros((len(dice), len(dice)), dtype=np.int16)
    for card in range(CARDS_IN_ROW):
        # Each is 1 if seat 0 is ahead, -1 if seat 1 is, 0 if neither is.
        more_dice = _compare_all(dice[:, card])
        has_dice = dice[:, None, card] > 0
        more_beside = _compare_all(sums_beside[:, card]) * has_dice
        ahead = np.where(more_dice, more_dice, more_beside)
        digit = np.where(ahead < 0, 2, ahead).astype(np.int16)
        verdicts += digit * 3**card
    return verdicts


def _compare_all(figures: Array) -> Array:
    """[set of seat 0, set of seat 1] -> the sign of the difference between their figures"""
    signs: Array = np.sign(figures[:, None] - figures[None, :])
    return signs


VERDICTS: Final = _judge_all()
#: [verdict] -> the digit of each card
DIGITS: Final = np.array(
    [[verdict // 3**card % 3 for card in range(CARDS_IN_ROW)] for verdict in range(3**CARDS_IN_ROW)]
)
