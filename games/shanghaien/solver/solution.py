"""The value of every position and of every action in what is left of a round.

Exact within the round: every roll, every answer, and the trick cards that the seats own. In round 8 the round
ends with the match, and the values are exact; before, its ends are worth what `worth.py` estimates.
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import Final

import numpy as np

from games.core.chance import QuickChance
from games.core.contract import Action
from games.shanghaien.rules.menu import SHANGHAI, legal, list_nations, list_owned_tricks
from games.shanghaien.rules.phases import advance
from games.shanghaien.rules.scoring import add_scores
from games.shanghaien.rules.state import AIMING_BOTH, OVER, TURN, State
from games.shanghaien.rules.tables import (
    CARDS,
    DICE_PER_ROLL,
    NATIONS,
    ROUNDS,
    ROW,
    SAILORS,
    SECOND_USE,
    TRICKS,
    has_bit,
)
from games.shanghaien.solver.dice_sets import VERDICTS, Array, number_sets
from games.shanghaien.solver.endings import Endings
from games.shanghaien.solver.round import BOTH, CLOSED, OPEN, SPENT, LaidDice, Modes, Round, Side
from games.shanghaien.solver.worth import Weights, load_weights

_BEST: Final = (max, min)
#: unordered rolls of two dice, and how many of 36 they are
ROLLS: Final = [
    (pair, 1 if pair[0] == pair[1] else 2)
    for pair in combinations_with_replacement(range(1, ROW + 1), DICE_PER_ROLL)
]
_NO_LUCK: Final = QuickChance(0)
#: with so few dice left to lay, dropping jokers takes longer than solving for all of them
_FEW_DICE: Final = 7


class Solution:
    """The solved rest of a round, from the turn in which `state` is on.

    Values are the chance of seat 0 to win, with half of a draw.
    """

    def __init__(self, state: State, weights: Weights) -> None:
        self._base = state.copy()
        self._weights = weights
        self._endings: dict[int, Endings] = {}
        self._rounds: dict[int, Round] = {}
        self._nations: dict[int, tuple[str, ...]] = {}
        self._start_value: float | None = None

    # --- questions

    def find_value(self, state: State) -> float:
        """The value of a position of this round that can follow, before its luck and decisions."""
        if state.phase == OVER:
            own, other = add_scores(state)
            return ((own > other) - (own < other) + 1) / 2
        if state.phase != TURN:
            best = _BEST[state.decider]
            return best([value for _, value in self.judge_menu(state)])
        if not state.direction:
            return self._find_start_value(state)
        if not self._knows(state):
            return Solution(state, self._weights).find_value(state)
        return self._find_round(state.direction).find_value(*self._locate(state))

    def judge_menu(self, state: State | None = None) -> list[tuple[Action, float]]:
        """The actions of the seat in turn with their values, without jokers that cannot be the best; by
        default those of the position that was solved.
        """
        state = state or self._base
        menu = [action for action in legal(state, state.decider) if not self._is_hopeless(state, action)]
        return [(action, self.judge(state, action)) for action in menu]

    def judge(self, state: State, action: Action) -> float:
        """The value of an action, averaged over the dice that it rolls."""
        seat = state.decider
        if action == SHANGHAI:
            return self._judge_end(state)
        if action[0] == "roll":
            if not state.direction:
                return self._find_start_value(state)
            if not self._knows(state):
                return Solution(state, self._weights).judge(state, action)
            return self._find_round(state.direction).find_roll_value(*self._locate(state))
        after = state.copy()
        advance(after, seat, action, _NO_LUCK)
        if "reroll" not in action:
            return self.find_value(after)
        if not state.direction:
            return self._average_over_rolls(after)
        return self._find_round(state.direction).find_roll_value(*self._locate(after))

    # --- the parts of an answer

    def _find_start_value(self, state: State) -> float:
        """The value before the first roll of a round."""
        if self._start_value is None:
            first = state.copy()
            advance(first, state.decider, ("roll",), _NO_LUCK)
            self._start_value = self._average_over_rolls(first)
        return self._start_value

    def _average_over_rolls(self, state: State) -> float:
        rolled = state.copy()
        total = 0.0
        for roll, times in ROLLS:
            rolled.roll = roll
            total += times * self.find_value(rolled)
        return total / ROW**DICE_PER_ROLL

    def _judge_end(self, state: State) -> float:
        """The value of the position after the seat in turn has shanghaied."""
        numbers = [
            int(number_sets(tuple(state.dice_laid[ROW * seat : ROW * (seat + 1)]), 0)[0]) for seat in (0, 1)
        ]
        modes = self._find_mode(state, 0), self._find_mode(state, 1)
        values = self._find_endings(state.direction).judge(modes, state.decider)
        return float(values[VERDICTS[numbers[0], numbers[1]]])

    def _find_round(self, direction: int) -> Round:
        """The solved round, with number 1 at this end."""
        if direction not in self._rounds:
            sides = self._make_side(0), self._make_side(1)
            judge_end = self._find_endings(direction).judge
            self._rounds[direction] = Round(sides, self._base.decider, judge_end)
        return self._rounds[direction]

    def _find_endings(self, direction: int) -> Endings:
        if direction not in self._endings:
            tavern = self._base.find_tavern()
            row = tavern if direction == 1 else tavern[::-1]
            self._endings[direction] = Endings(self._base, row, self._weights)
        return self._endings[direction]

    def _make_side(self, seat: int) -> Side:
        base = self._base
        laid = tuple(base.dice_laid[ROW * seat : ROW * (seat + 1)])
        if not _may_trick(base, seat):
            return Side(laid, base.supply[seat])
        uses = frozenset(SECOND_USE[card] for card in list_owned_tricks(base, seat))
        return Side(laid, base.supply[seat], OPEN, uses, self._keep_nations(seat))

    # --- jokers that are worse than another one, whatever the verdict

    def _keep_nations(self, seat: int) -> tuple[str, ...]:
        """The nations that a joker of this seat may join, without those that cannot be the best."""
        if seat not in self._nations:
            nations = list_nations(self._base, seat)
            if sum(self._base.supply) > _FEW_DICE:
                nations = self._drop_worse(seat, nations)
            self._nations[seat] = tuple(nations)
        return self._nations[seat]

    def _drop_worse(self, seat: int, nations: list[str]) -> list[str]:
        """Without each nation than which another one, or no joker at all, is never worse."""
        ends = {mode: self._list_ends(seat, mode) for mode in (*nations, OPEN)}
        kept = [OPEN]
        for nation in sorted(nations, key=lambda mode: -float(ends[mode].sum())):
            if not any(bool((ends[mode] >= ends[nation]).all()) for mode in kept):
                kept.append(nation)
        return kept[1:]

    def _list_ends(self, seat: int, mode: str) -> Array:
        """The values, for this seat, of all verdicts in which it may end in this mode."""
        directions = [self._base.direction] if self._base.direction else [1, 2]
        others = [CLOSED]
        if _may_trick(self._base, 1 - seat):
            others = [OPEN, SPENT, *list_nations(self._base, 1 - seat)]
        sign = 1 if seat == 0 else -1
        pairs = [(mode, other) if seat == 0 else (other, mode) for other in others]
        ends = [self._find_endings(direction) for direction in directions]
        return sign * np.concatenate([end.judge(pair, by) for end in ends for pair in pairs for by in (0, 1)])

    def _is_hopeless(self, state: State, action: Action) -> bool:
        """A joker in a nation that was dropped."""
        if action[0] != "trick" or action[2] != "joker" or not _may_trick(self._base, state.decider):
            return False
        return action[3] not in self._keep_nations(state.decider)

    def _knows(self, state: State) -> bool:
        """Whether the tables have this position. Those after jokers that were dropped are missing, and those
        after *both dice* if the position that was solved stands between the trick and the dice.
        """
        if self._base.phase == AIMING_BOTH:
            return False
        modes = [self._find_mode(state, seat) for seat in (0, 1)]
        return all(mode not in NATIONS or mode in self._keep_nations(seat) for seat, mode in enumerate(modes))

    # --- where a position stands in the tables

    def _locate(self, state: State) -> tuple[int, Modes, LaidDice]:
        """Turns since the base, the modes of the seats, and the dice laid since by each."""
        modes = self._find_mode(state, 0), self._find_mode(state, 1)
        laid = self._subtract_base(state, 0), self._subtract_base(state, 1)
        turn = sum(laid[0]) + sum(laid[1]) - modes.count(BOTH)
        return turn, modes, laid

    def _subtract_base(self, state: State, seat: int) -> tuple[int, ...]:
        """The dice that the seat has laid since the base, by number."""
        places = slice(ROW * seat, ROW * (seat + 1))
        dice, earlier_dice = state.dice_laid[places], self._base.dice_laid[places]
        return tuple(now - before for now, before in zip(dice, earlier_dice, strict=True))

    def _find_mode(self, state: State, seat: int) -> str:
        if not _may_trick(self._base, seat):
            return CLOSED
        if _may_trick(state, seat):
            return OPEN
        spent = self._base.trick_masks[seat] ^ state.trick_masks[seat]
        (card,) = [SAILORS + trick for trick in range(TRICKS + 2) if has_bit(spent, trick)]
        for joker, _, nation in state.jokers:
            if joker == card:
                return NATIONS[nation]
        return BOTH if SECOND_USE[CARDS[card]] == "both" else SPENT


def _may_trick(state: State, seat: int) -> bool:
    """Whether this seat may still play a trick card in this round."""
    return bool(state.trick_masks[seat]) and not has_bit(state.trick_players, seat)


def solve(state: State) -> Solution:
    """The solution from this position, with the estimates that were fitted."""
    return Solution(state, load_weights())


def solve_last_round(state: State, seat: int) -> list[tuple[Action, float]]:
    """Each action of the seat in turn with its chance to win, draws by half; nothing before the last round.

    Of trick cards that do the same one stands for all, because only one more can be played.
    """
    if state.round < ROUNDS:
        return []
    judged: dict[Action, tuple[Action, float]] = {}
    for action, value in solve(state).judge_menu():
        effect = (action[0], *action[2:]) if action[0] == "trick" else action
        judged.setdefault(effect, (action, value if seat == 0 else 1 - value))
    return list(judged.values())
