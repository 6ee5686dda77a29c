"""The value of every position and of every action in the rest of a round.

Within the round the values are exact: they include every roll, every choice of both seats, and the trick
cards of the seats. Round 8 ends with the match, so its values are exact altogether; for earlier rounds
`worth.py` estimates the value of the end of the round.
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import Final

from games.core.chance import QuickChance
from games.core.contract import Action
from games.shanghaien.rules.menu import SHANGHAI, legal, list_owned_tricks
from games.shanghaien.rules.phases import advance
from games.shanghaien.rules.scoring import add_scores
from games.shanghaien.rules.state import AIMING_BOTH, OVER, TURN, State
from games.shanghaien.rules.tables import (
    CARDS,
    CARDS_IN_ROW,
    DICE_PER_ROLL,
    DIE_SIDES,
    EXTRA_TRICKS,
    NATIONS,
    ROUNDS,
    SAILOR_COUNT,
    SECOND_USE,
    TRICKS,
    has_bit,
)
from games.shanghaien.solver.dice_sets import VERDICTS, find_set_number
from games.shanghaien.solver.endings import Endings
from games.shanghaien.solver.jokers import choose_nations, may_play_trick
from games.shanghaien.solver.round import BOTH, CLOSED, OPEN, SPENT, LaidDice, Modes, Round, Side
from games.shanghaien.solver.worth import WeightsByRound, load_weights

#: seat -> how it chooses: values are those of seat 0, so seat 0 takes the highest and seat 1 the lowest
_CHOOSE_BEST: Final = (max, min)
#: the unordered rolls of two dice, and how many of the 36 ordered rolls each stands for
ROLLS: Final = [
    (pair, 1 if pair[0] == pair[1] else 2)
    for pair in combinations_with_replacement(range(1, DIE_SIDES + 1), DICE_PER_ROLL)
]
#: for actions whose draws do not matter, because an average over all rolls replaces them
_IGNORED_CHANCE: Final = QuickChance(0)


class Solution:
    """The solved rest of a round, from the turn of the position `state` on, which is called the base.

    Values are the chance of seat 0 to win, where a draw counts half. Each seat has a mode:

    - OPEN: it may still play a trick card in this round
    - CLOSED: it may not, because it owns none or played one before the base
    - SPENT: it has played one since the base, for its second use
    - BOTH: it has played one since the base, for its second use *both dice*
    - the name of a nation: it has played a joker since the base, which joined this nation

    The tables of a solved round are computed when they are first needed.
    """

    def __init__(self, state: State, weights: WeightsByRound) -> None:
        self._base = state.copy()
        self._weights = weights
        self._endings_by_direction: dict[int, Endings] = {}
        self._round_by_direction: dict[int, Round] = {}
        self._nations_by_seat: dict[int, tuple[str, ...]] = {}
        self._start_value: float | None = None

    # --- questions

    def find_value(self, state: State) -> float:
        """The value of a position of this round, for which both seats choose best.

        If dice are to be rolled, it is the mean over all rolls.
        """
        if state.phase == OVER:
            return _find_result(state)
        if state.phase != TURN:
            values = [value for _action, value in self.judge_menu(state)]
            return _CHOOSE_BEST[state.decider](values)
        if not _has_rolled(state):
            return self._find_start_value(state)
        if not self._is_in_tables(state):  # Then this position is solved on its own.
            return Solution(state, self._weights).find_value(state)
        return self._solve_round(state.direction).find_value(*self._locate(state))

    def judge_menu(self, state: State | None = None) -> list[tuple[Action, float]]:
        """The actions of the seat in turn with their values, by default in the base.

        Jokers that cannot be the best action are left out.
        """
        state = state or self._base
        judged_actions = []
        for action in legal(state, state.decider):
            if not self._is_dropped_joker(state, action):
                judged_actions.append((action, self.judge(state, action)))
        return judged_actions

    def judge(self, state: State, action: Action) -> float:
        """The value of an action, averaged over the dice that it rolls."""
        if action == SHANGHAI:
            return self._judge_end(state)
        if action[0] == "roll":
            return self._judge_roll(state, action)
        state_after = state.copy()
        advance(state_after, state.decider, action, _IGNORED_CHANCE)
        if not _rolls_again(action):
            return self.find_value(state_after)
        if not _has_rolled(state):
            return self._average_over_rolls(state_after)
        return self._solve_round(state.direction).find_roll_value(*self._locate(state_after))

    # --- the parts of an answer

    def _judge_roll(self, state: State, action: Action) -> float:
        if not _has_rolled(state):
            return self._find_start_value(state)
        if not self._is_in_tables(state):
            return Solution(state, self._weights).judge(state, action)
        return self._solve_round(state.direction).find_roll_value(*self._locate(state))

    def _find_start_value(self, state: State) -> float:
        """The value before the first roll of a round."""
        if self._start_value is None:
            state_after = state.copy()
            advance(state_after, state.decider, ("roll",), _IGNORED_CHANCE)
            self._start_value = self._average_over_rolls(state_after)
        return self._start_value

    def _average_over_rolls(self, state: State) -> float:
        """The mean value of a position over all rolls of its dice."""
        rolled_state = state.copy()
        total = 0.0
        for roll, ways in ROLLS:
            rolled_state.roll = roll
            total += ways * self.find_value(rolled_state)
        return total / DIE_SIDES**DICE_PER_ROLL

    def _judge_end(self, state: State) -> float:
        """The value after the seat in turn has ended the round by shouting *Shanghai*."""
        modes = self._find_mode(state, 0), self._find_mode(state, 1)
        value_by_verdict = self._find_endings(state.direction).judge(modes, state.decider)
        # A verdict says who takes each of the six cards; the dice at the cards decide it.
        verdict = VERDICTS[_find_laid_set(state, 0), _find_laid_set(state, 1)]
        return float(value_by_verdict[verdict])

    def _solve_round(self, direction: int) -> Round:
        """The solved round for one direction, which says at which end of the row number 1 is."""
        if direction not in self._round_by_direction:
            sides = self._make_side(0), self._make_side(1)
            judge_end = self._find_endings(direction).judge
            self._round_by_direction[direction] = Round(sides, self._base.decider, judge_end)
        return self._round_by_direction[direction]

    def _find_endings(self, direction: int) -> Endings:
        """The values of all possible ends of the round, for one direction."""
        if direction not in self._endings_by_direction:
            cards = self._base.find_tavern()
            row = cards if direction == 1 else cards[::-1]
            self._endings_by_direction[direction] = Endings(self._base, row, self._weights)
        return self._endings_by_direction[direction]

    def _make_side(self, seat: int) -> Side:
        base = self._base
        laid_dice = _list_laid_dice(base, seat)
        if not may_play_trick(base, seat):
            return Side(laid_dice, base.supply[seat])
        uses = frozenset(SECOND_USE[card] for card in list_owned_tricks(base, seat))
        return Side(laid_dice, base.supply[seat], OPEN, uses, self._find_nations(seat))

    def _find_nations(self, seat: int) -> tuple[str, ...]:
        """The nations that a joker of this seat may join, without those that cannot be the best."""
        if seat not in self._nations_by_seat:
            self._nations_by_seat[seat] = choose_nations(self._base, seat, self._find_endings)
        return self._nations_by_seat[seat]

    def _is_dropped_joker(self, state: State, action: Action) -> bool:
        """Whether the action plays a joker with a nation that cannot be the best.

        A seat that may not play a trick card in the base has no joker that could be dropped.
        """
        if action[0] != "trick" or not may_play_trick(self._base, state.decider):
            return False
        use, *nations = action[2:]  # the items after the type of the action and the card
        return use == "joker" and nations[0] not in self._find_nations(state.decider)

    # --- where a position stands in the tables

    def _is_in_tables(self, state: State) -> bool:
        """Whether the solved round contains this position.

        It does not contain positions after a joker that was dropped. Nor does it contain anything if the base
        is the moment after the card *both dice* was played and before its dice are laid.
        """
        if self._base.phase == AIMING_BOTH:
            return False
        for seat in (0, 1):
            mode = self._find_mode(state, seat)
            if mode in NATIONS and mode not in self._find_nations(seat):
                return False
        return True

    def _locate(self, state: State) -> tuple[int, Modes, LaidDice]:
        """The number of turns since the base, the modes of the seats, and the dice that each laid since."""
        modes = self._find_mode(state, 0), self._find_mode(state, 1)
        laid_dice = self._list_dice_since_base(state, 0), self._list_dice_since_base(state, 1)
        dice_count = sum(laid_dice[0]) + sum(laid_dice[1])
        # A seat plays *both dice* at most once in a round; all other turns lay one die.
        turns_with_two_dice = modes.count(BOTH)
        return dice_count - turns_with_two_dice, modes, laid_dice

    def _list_dice_since_base(self, state: State, seat: int) -> tuple[int, ...]:
        """Returns for each of the numbers 1 to 6 how many dice the seat has laid there since the base."""
        counts, counts_before = _list_laid_dice(state, seat), _list_laid_dice(self._base, seat)
        return tuple(count - before for count, before in zip(counts, counts_before, strict=True))

    def _find_mode(self, state: State, seat: int) -> str:
        if not may_play_trick(self._base, seat):
            return CLOSED
        if may_play_trick(state, seat):
            return OPEN
        card = self._find_spent_card(state, seat)
        for joker_card, _seat, nation_index in state.jokers:
            if joker_card == card:
                return NATIONS[nation_index]
        laid_both = SECOND_USE[CARDS[card]] == "both"
        return BOTH if laid_both else SPENT

    def _find_spent_card(self, state: State, seat: int) -> int:
        """The trick card that the seat has played since the base."""
        spent_mask = self._base.trick_masks[seat] ^ state.trick_masks[seat]
        spent_trick = next(trick for trick in range(TRICKS + EXTRA_TRICKS) if has_bit(spent_mask, trick))
        return SAILOR_COUNT + spent_trick  # The numbers of trick cards follow those of the sailors.


def _has_rolled(state: State) -> bool:
    """Whether the round has its first roll. The direction is chosen after it."""
    return bool(state.direction)


def _find_result(state: State) -> float:
    """The value of a match that is over."""
    score, other_score = add_scores(state)
    if score == other_score:
        return 0.5
    return 1.0 if score > other_score else 0.0


def _list_laid_dice(state: State, seat: int) -> tuple[int, ...]:
    """Returns for each of the numbers 1 to 6 how many dice of the seat lie there."""
    return tuple(state.dice_laid[CARDS_IN_ROW * seat : CARDS_IN_ROW * (seat + 1)])


def _find_laid_set(state: State, seat: int) -> int:
    """The number of the seat's set of laid dice in the tables of `dice_sets.py`."""
    return find_set_number(_list_laid_dice(state, seat))


def solve(state: State) -> Solution:
    """The solution from this position on, with the fitted estimates of later rounds."""
    return Solution(state, load_weights())


def solve_last_round(state: State, seat: int) -> list[tuple[Action, float]]:
    """Each action of the seat in turn with its chance to win, where a draw counts half.

    Empty before the last round.
    """
    if state.round < ROUNDS:
        return []
    judged_by_effect: dict[Action, tuple[Action, float]] = {}
    for action, value in solve(state).judge_menu():
        effect = _without_card(action) if action[0] == "trick" else action
        own_value = value if seat == 0 else 1 - value
        judged_by_effect.setdefault(effect, (action, own_value))
    return list(judged_by_effect.values())


def _rolls_again(action: Action) -> bool:
    """Whether the action plays the trick card *reroll*, after which dice are rolled."""
    return "reroll" in action


def _without_card(action: Action) -> Action:
    """The effect of a trick, without the card with which it is played: the second item of the action."""
    return (action[0], *action[2:])
