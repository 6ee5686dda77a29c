"""Solves a round of Shanghaien: finds the value of every position that can follow, if both seats choose best.

Values are those of seat 0, so seat 0 takes the greatest and seat 1 the least. The solver goes backwards from
the end of the round. A *layer* is the array of all positions after equally many turns and with the same
modes: a row for each set of dice that seat 0 has laid, a column for each set of seat 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

import numpy as np

from games.shanghaien.rules.tables import CARDS_IN_ROW, DICE_PER_ROLL, DICE_TO_SHANGHAI
from games.shanghaien.solver.dice_sets import NEXT, PLACE_OF, VERDICTS, Array, number_sets

#: a seat that may not play a trick card: it has none, or has played one in this round
CLOSED: Final = "closed"
#: a seat that may still play a trick card
OPEN: Final = "open"
#: a seat that used up a trick card in this round to adjust a die or to roll again
SPENT: Final = "spent"
#: a seat that laid both dice with a trick card in this round
BOTH: Final = "both"

#: the mode of each seat: one of those above, or the nation that its joker has joined in this round
Modes = tuple[str, str]
#: for each seat how many dice it has laid on each card since the position that was solved
LaidDice = tuple[tuple[int, ...], tuple[int, ...]]
#: seat -> the function that selects the better of two values for it
_BETTER: Final = (np.maximum, np.minimum)


class Side(NamedTuple):
    """A seat at the start of the rest of the round."""

    #: how many dice it has on each card
    laid: tuple[int, ...]
    #: the dice that it has left to lay
    supply: int
    #: whether a trick card may be played: OPEN or CLOSED
    mode: str = CLOSED
    #: what its trick cards can do besides becoming a joker: adjust, both, reroll
    uses: frozenset[str] = frozenset()
    #: the nations that a joker may join
    nations: tuple[str, ...] = ()

    def list_modes(self) -> list[str]:
        """The modes that the seat may have until the round ends, OPEN last."""
        if self.mode == CLOSED:
            return [CLOSED]
        modes = list(self.nations)
        if self.uses & {"adjust", "reroll"}:
            modes.append(SPENT)
        if "both" in self.uses:
            modes.append(BOTH)
        return [*modes, OPEN]


class Round:
    """A solved round. `turn` counts the turns since the position that was solved."""

    def __init__(
        self, sides: tuple[Side, Side], first: int, judge_end: Callable[[Modes, int], Array]
    ) -> None:
        """`first` is the seat in turn. `judge_end` takes the modes and the seat that ends the round.

        It returns the value of each verdict, which is one way to distribute the six cards.
        """
        self.sides = sides
        self.first = first
        self._judge_end = judge_end
        #: [seat][dice laid since] -> the numbers of its sets of dice in `VERDICTS`
        self._set_numbers = [
            [number_sets(side.laid, dice) for dice in range(side.supply + 1)] for side in sides
        ]
        #: [turn][modes] -> the layer before the seat in turn rolls or ends the round
        self._values: list[dict[Modes, Array]] = []
        #: [turn][modes] -> the layer if it rolls
        self._roll_values: list[dict[Modes, Array]] = []
        self._solve()

    # --- answers

    def find_value(self, turn: int, modes: Modes, laid: LaidDice) -> float:
        """The value before the seat in turn rolls or ends the round."""
        return float(self._values[turn][modes][self._find_cell(laid)])

    def find_roll_value(self, turn: int, modes: Modes, laid: LaidDice) -> float:
        """The mean value over all rolls of the seat in turn."""
        return float(self._roll_values[turn][modes][self._find_cell(laid)])

    def count_positions(self) -> int:
        return sum(values.size for layer in self._values for values in layer.values())

    @staticmethod
    def _find_cell(laid: LaidDice) -> tuple[int, int]:
        """Row and column of a position in its layer."""
        row, column = (PLACE_OF[sum(dice_set)][dice_set] for dice_set in laid)
        return row, column

    # --- the way backwards

    def _solve(self) -> None:
        last = self._find_last_turn()
        self._values = [{} for _ in range(last + 1)]
        self._roll_values = [{} for _ in range(last + 1)]
        for turn in reversed(range(last + 1)):
            for modes in self._list_modes_of_both():
                self._solve_layer(turn, modes)

    def _find_last_turn(self) -> int:
        """The first turn in which the seat in turn cannot roll, whatever was done before."""
        rolls_of_first = self._count_possible_rolls(self.first)
        rolls_of_other = self._count_possible_rolls(1 - self.first)
        return min(2 * rolls_of_first, 2 * rolls_of_other + 1)

    def _count_possible_rolls(self, seat: int) -> int:
        """How often the seat can roll: each roll lays one die, but needs two."""
        return max(0, self.sides[seat].supply - DICE_PER_ROLL + 1)

    def _list_modes_of_both(self) -> Iterator[Modes]:
        """All pairs of modes. OPEN comes last, because its values need those of the modes after a trick."""
        for mode_0 in self.sides[0].list_modes():
            for mode_1 in self.sides[1].list_modes():
                yield mode_0, mode_1

    def count_dice(self, turn: int, modes: Modes) -> tuple[int, int]:
        """The dice that each seat has laid after this many turns; *both dice* lays one more."""
        turns = [turn // 2, turn // 2]
        turns[self.first] += turn % 2
        return turns[0] + (modes[0] == BOTH), turns[1] + (modes[1] == BOTH)

    def _solve_layer(self, turn: int, modes: Modes) -> None:
        seat = (self.first + turn) % 2
        dice = self.count_dice(turn, modes)
        supply = [side.supply - laid for side, laid in zip(self.sides, dice, strict=True)]
        if min(supply) < 0:
            return  # There is no such position.
        can_roll = supply[seat] >= DICE_PER_ROLL
        can_shanghai = sum(self.sides[seat].laid) + dice[seat] >= DICE_TO_SHANGHAI
        if can_roll:
            self._roll_values[turn][modes] = values = self._find_roll_values(turn, modes, seat, dice[seat])
        if can_shanghai:
            shanghai = self._find_shanghai_values(modes, seat, dice)
            values = _BETTER[seat](values, shanghai) if can_roll else shanghai
        self._values[turn][modes] = values

    def _find_shanghai_values(self, modes: Modes, seat: int, dice: tuple[int, int]) -> Array:
        rows, columns = self._set_numbers[0][dice[0]], self._set_numbers[1][dice[1]]
        verdicts = VERDICTS[rows[:, None], columns]
        return self._judge_end(modes, seat)[verdicts]

    def _find_roll_values(self, turn: int, modes: Modes, seat: int, dice: int) -> Array:
        """The mean over the 36 rolls of the best value that each roll allows.

        `dice` is how many dice the seat has laid since the position that was solved.
        """
        side, better, after = self.sides[seat], _BETTER[seat], self._values[turn + 1]

        def place_each(new_mode: str) -> list[Array]:
            return _place_each(after[_change_mode(modes, seat, new_mode)], seat, dice)

        by_die = place_each(modes[seat])
        if modes[seat] != OPEN:
            return _average(better, by_die)
        for nation in side.nations:
            by_die = [better(*values) for values in zip(by_die, place_each(nation), strict=True)]
        if "adjust" in side.uses:
            spent = place_each(SPENT)
            by_die = [_adjust(better, by_die, spent, die) for die in range(CARDS_IN_ROW)]
        if "reroll" in side.uses:
            again = self._roll_values[turn][_change_mode(modes, seat, SPENT)]
            by_die = [better(values, again) for values in by_die]
        if "both" in side.uses:
            return _average_with_both(better, by_die, after[_change_mode(modes, seat, BOTH)], seat, dice)
        return _average(better, by_die)


def _change_mode(modes: Modes, seat: int, mode: str) -> Modes:
    return (mode, modes[1]) if seat == 0 else (modes[0], mode)


def _place_each(after: Array, seat: int, dice: int) -> list[Array]:
    """Returns for each card the values after this seat has laid one more die on it."""
    return [np.take(after, NEXT[dice][:, card], axis=seat) for card in range(CARDS_IN_ROW)]


def _adjust(better: np.ufunc, unchanged: list[Array], spent: list[Array], die: int) -> Array:
    """The values of laying this die, if the seat may first turn one die of its roll up or down by one.

    `unchanged` and `spent` hold a value for each card, without and with the trick. The seat may also turn the
    other die and lay this one as it is; then the trick is spent too.
    """
    values = better(unchanged[die], spent[die])
    if die > 0:
        values = better(values, spent[die - 1])
    if die < CARDS_IN_ROW - 1:
        values = better(values, spent[die + 1])
    return values


def _average(better: np.ufunc, by_die: list[Array]) -> Array:
    """The mean over all rolls of two dice, of which the better one is laid.

    Two different dice can be rolled in two ways, doubles in one way, so a double counts half.
    """
    total = sum(by_die[1:], by_die[0].copy()) / 2
    for first in range(CARDS_IN_ROW):
        for second in range(first):
            total += better(by_die[first], by_die[second])
    return total / (CARDS_IN_ROW * CARDS_IN_ROW / 2)


def _average_with_both(better: np.ufunc, by_die: list[Array], after: Array, seat: int, dice: int) -> Array:
    """Returns the same mean for a seat that may lay both dice at once; `after` is the layer after that."""
    total = np.zeros_like(by_die[0])
    for first in range(CARDS_IN_ROW):
        places_with_first = NEXT[dice][:, first]
        for second in range(first + 1):
            both = np.take(after, NEXT[dice + 1][places_with_first, second], axis=seat)
            best = better(better(by_die[first], by_die[second]), both)
            total += best if first != second else best / 2
    return total / (CARDS_IN_ROW * CARDS_IN_ROW / 2)
