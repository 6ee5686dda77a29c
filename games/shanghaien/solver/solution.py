"""The value of every position and of every action in what is left of a round.

Within the round the values are exact: they consider every roll, every choice of both seats, and the trick cards
that the seats own. Round 8 ends with the match, so its values are exact altogether; for earlier rounds `worth.py`
estimates what the end of the round is worth.
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
    """The solved rest of a round, from the turn that `state` belongs to.

    Values are the chance of seat 0 to win, with half of a draw. Each seat has a mode:

    - OPEN: it may still play a trick card in this round
    - CLOSED: it may not, because it owns none or had played one before `state`
    - SPENT: it has played one since `state`, for its second use
    - BOTH: the same, with the second use *both dice*
    - the name of a nation: it has played a joker, which stands with this nation
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
        """The value of this or a later position of the round, averaged over its dice; both seats play best."""
        if state.phase == OVER:
            own, other = add_scores(state)
            return 0.5 if own == other else float(own > other)
        if state.phase != TURN:
            best = _BEST[state.decider]
            return best([value for _, value in self.judge_menu(state)])
        if not state.direction:  # nobody has rolled in this round
            return self._find_start_value(state)
        if not self._knows(state):  # the tables lack it: solve again from there
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
        if not _rolls_again(action):
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
        """The value of the position after the seat in turn has ended the round by shouting *Shanghai*."""
        modes = self._find_mode(state, 0), self._find_mode(state, 1)
        value_by_verdict = self._find_endings(state.direction).judge(modes, state.decider)
        # A verdict says who wins each of the six cards; the dice at the cards decide it.
        verdict = VERDICTS[_number_laid_dice(state, 0), _number_laid_dice(state, 1)]
        return float(value_by_verdict[verdict])

    def _find_round(self, direction: int) -> Round:
        """The solved round for one direction: number 1 is at the left or at the right end of the row."""
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
        laid = _list_laid_dice(base, seat)
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
        """The nations without those that are never better than another one, or than no joker at all."""
        values_by_nation = {nation: self._list_ends(seat, nation) for nation in nations}
        best_first = sorted(nations, key=lambda nation: -float(values_by_nation[nation].sum()))
        kept: list[str] = []
        kept_values = [self._list_ends(seat, OPEN)]
        for nation in best_first:
            values = values_by_nation[nation]
            if not any(bool((better >= values).all()) for better in kept_values):
                kept.append(nation)
                kept_values.append(values)
        return kept

    def _list_ends(self, seat: int, mode: str) -> Array:
        """For each way in which the round can end with the seat in this mode, a number that is higher the better
        it is for the seat. The numbers are only compared with each other.
        """
        directions = [self._base.direction] if self._base.direction else [1, 2]
        others = [CLOSED]
        if _may_trick(self._base, 1 - seat):
            others = [OPEN, SPENT, *list_nations(self._base, 1 - seat)]
        values = []
        for direction in directions:
            endings = self._find_endings(direction)
            for other in others:
                modes = (mode, other) if seat == 0 else (other, mode)
                values += [endings.judge(modes, shouter) for shouter in (0, 1)]
        values_of_seat_0 = np.concatenate(values)
        return values_of_seat_0 if seat == 0 else -values_of_seat_0

    def _is_hopeless(self, state: State, action: Action) -> bool:
        """A joker in a nation that was dropped."""
        if action[0] != "trick" or action[2] != "joker" or not _may_trick(self._base, state.decider):
            return False
        nation = action[3]  # after the kind, the card and its use
        return nation not in self._keep_nations(state.decider)

    def _knows(self, state: State) -> bool:
        """Whether the tables have this position.

        They lack what follows a joker that was dropped. They lack everything if the position that was solved
        stands between the trick card *both dice* and its dice.
        """
        if self._base.phase == AIMING_BOTH:
            return False
        for seat in (0, 1):
            mode = self._find_mode(state, seat)
            if mode in NATIONS and mode not in self._keep_nations(seat):
                return False
        return True

    # --- where a position stands in the tables

    def _locate(self, state: State) -> tuple[int, Modes, LaidDice]:
        """Turns since the base, the modes of the seats, and the dice laid since by each."""
        modes = self._find_mode(state, 0), self._find_mode(state, 1)
        laid = self._subtract_base(state, 0), self._subtract_base(state, 1)
        turn = sum(laid[0]) + sum(laid[1]) - modes.count(BOTH)  # a turn with both dice lays two
        return turn, modes, laid

    def _subtract_base(self, state: State, seat: int) -> tuple[int, ...]:
        """The dice that the seat has laid since the base, by number."""
        dice, earlier_dice = _list_laid_dice(state, seat), _list_laid_dice(self._base, seat)
        return tuple(now - before for now, before in zip(dice, earlier_dice, strict=True))

    def _find_mode(self, state: State, seat: int) -> str:
        if not _may_trick(self._base, seat):
            return CLOSED
        if _may_trick(state, seat):
            return OPEN
        spent_mask = self._base.trick_masks[seat] ^ state.trick_masks[seat]  # has a single bit
        spent_trick = next(trick for trick in range(TRICKS + 2) if has_bit(spent_mask, trick))
        card = SAILORS + spent_trick  # the numbers of trick cards follow those of the sailors
        for joker, _, nation in state.jokers:
            if joker == card:
                return NATIONS[nation]
        return BOTH if SECOND_USE[CARDS[card]] == "both" else SPENT


def _list_laid_dice(state: State, seat: int) -> tuple[int, ...]:
    """How many dice of the seat lie at each of the numbers 1 to 6."""
    return tuple(state.dice_laid[ROW * seat : ROW * (seat + 1)])


def _number_laid_dice(state: State, seat: int) -> int:
    """The number of the dice that the seat has laid, as the tables of `dice_sets.py` count them."""
    return int(number_sets(_list_laid_dice(state, seat), 0)[0])


def _may_trick(state: State, seat: int) -> bool:
    """Whether this seat may still play a trick card in this round."""
    return bool(state.trick_masks[seat]) and not has_bit(state.trick_players, seat)


def solve(state: State) -> Solution:
    """The solution from this position, with the estimates that were fitted."""
    return Solution(state, load_weights())


def solve_last_round(state: State, seat: int) -> list[tuple[Action, float]]:
    """Each action of the seat in turn with its chance to win, draws by half; nothing before the last round.

    Trick cards with the same effect are listed once, because only one more can be played.
    """
    if state.round < ROUNDS:
        return []
    judged: dict[Action, tuple[Action, float]] = {}
    for action, value in solve(state).judge_menu():
        effect = _without_card(action) if action[0] == "trick" else action
        judged.setdefault(effect, (action, value if seat == 0 else 1 - value))
    return list(judged.values())


def _rolls_again(action: Action) -> bool:
    """Whether the action is the trick card *reroll*, after which dice are rolled."""
    return "reroll" in action


def _without_card(action: Action) -> Action:
    """The effect of a trick, whichever card it is played with: the card is the second part of the action."""
    return (action[0], *action[2:])
