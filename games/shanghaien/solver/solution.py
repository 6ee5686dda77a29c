"""The value of every position and of every action in what is left of a round.

Within the round the values are exact: they consider every roll, every choice of both seats, and the trick
cards that the seats own. Round 8 ends with the match, so its values are exact altogether; for earlier rounds
`worth.py` estimates what the end of the round is worth.
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
    DICE_PER_ROLL,
    NATIONS,
    ROUNDS,
    ROW,
    SAILORS,
    SECOND_USE,
    TRICKS,
    has_bit,
)
from games.shanghaien.solver.dice_sets import VERDICTS, number_sets
from games.shanghaien.solver.endings import Endings
from games.shanghaien.solver.jokers import choose_nations, may_trick
from games.shanghaien.solver.round import BOTH, CLOSED, OPEN, SPENT, LaidDice, Modes, Round, Side
from games.shanghaien.solver.worth import Weights, load_weights

#: seat -> what it chooses of several values: they are those of seat 0
_CHOOSE_BEST: Final = (max, min)
#: unordered rolls of two dice, and how many of 36 they are
ROLLS: Final = [
    (pair, 1 if pair[0] == pair[1] else 2)
    for pair in combinations_with_replacement(range(1, ROW + 1), DICE_PER_ROLL)
]
#: for actions whose draws are replaced by an average over all rolls
_IGNORED_CHANCE: Final = QuickChance(0)


class Solution:
    """The solved rest of a round, from the turn that `state` belongs to.

    Values are the chance of seat 0 to win, with half of a draw. Each seat has a mode:

    - OPEN: it may still play a trick card in this round
    - CLOSED: it may not, because it owns none or had played one before `state`
    - SPENT: it has played one since `state`, for its second use
    - BOTH: the same, with the second use *both dice*
    - the name of a nation: it has played a joker, which stands with this nation

    The tables of a solved round are made when they are first needed.
    """

    def __init__(self, state: State, weights: Weights) -> None:
        self._base = state.copy()
        self._weights = weights
        self._endings_by_direction: dict[int, Endings] = {}
        self._round_by_direction: dict[int, Round] = {}
        self._nations_by_seat: dict[int, tuple[str, ...]] = {}
        self._start_value: float | None = None

    # --- questions

    def find_value(self, state: State) -> float:
        """The value of this or a later position of the round, averaged over its dice; both seats play best."""
        if state.phase == OVER:
            return _find_result(state)
        if state.phase != TURN:
            values = [value for _action, value in self.judge_menu(state)]
            return _CHOOSE_BEST[state.decider](values)
        has_rolled = bool(state.direction)
        if not has_rolled:
            return self._find_start_value(state)
        if not self._is_in_tables(state):
            return Solution(state, self._weights).find_value(state)
        return self._solve_round(state.direction).find_value(*self._locate(state))

    def judge_menu(self, state: State | None = None) -> list[tuple[Action, float]]:
        """The actions of the seat in turn with their values, by default in the position that was solved.

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
        has_rolled_before = bool(state.direction)
        if not has_rolled_before:
            return self._average_over_rolls(state_after)
        return self._solve_round(state.direction).find_roll_value(*self._locate(state_after))

    # --- the parts of an answer

    def _judge_roll(self, state: State, action: Action) -> float:
        has_rolled = bool(state.direction)
        if not has_rolled:
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
        """The value of a position whose dice are rolled, over all rolls."""
        rolled_state = state.copy()
        total = 0.0
        for roll, ways in ROLLS:
            rolled_state.roll = roll
            total += ways * self.find_value(rolled_state)
        return total / ROW**DICE_PER_ROLL

    def _judge_end(self, state: State) -> float:
        """The value of the position after the seat in turn has ended the round by shouting *Shanghai*."""
        modes = self._find_mode(state, 0), self._find_mode(state, 1)
        value_by_verdict = self._find_endings(state.direction).judge(modes, state.decider)
        # A verdict says who wins each of the six cards; the dice at the cards decide it.
        verdict = VERDICTS[_number_laid_dice(state, 0), _number_laid_dice(state, 1)]
        return float(value_by_verdict[verdict])

    def _solve_round(self, direction: int) -> Round:
        """The solved round for one direction: number 1 is at the left or at the right end of the row."""
        if direction not in self._round_by_direction:
            sides = self._make_side(0), self._make_side(1)
            judge_end = self._find_endings(direction).judge
            self._round_by_direction[direction] = Round(sides, self._base.decider, judge_end)
        return self._round_by_direction[direction]

    def _find_endings(self, direction: int) -> Endings:
        """What the ways in which the round can end are worth, for one direction."""
        if direction not in self._endings_by_direction:
            tavern = self._base.find_tavern()
            row = tavern if direction == 1 else tavern[::-1]
            self._endings_by_direction[direction] = Endings(self._base, row, self._weights)
        return self._endings_by_direction[direction]

    def _make_side(self, seat: int) -> Side:
        base = self._base
        laid_dice = _list_laid_dice(base, seat)
        if not may_trick(base, seat):
            return Side(laid_dice, base.supply[seat])
        uses = frozenset(SECOND_USE[card] for card in list_owned_tricks(base, seat))
        return Side(laid_dice, base.supply[seat], OPEN, uses, self._find_nations(seat))

    def _find_nations(self, seat: int) -> tuple[str, ...]:
        """The nations that a joker of this seat may join, without those that cannot be the best."""
        if seat not in self._nations_by_seat:
            self._nations_by_seat[seat] = choose_nations(self._base, seat, self._find_endings)
        return self._nations_by_seat[seat]

    def _is_dropped_joker(self, state: State, action: Action) -> bool:
        """Whether the action plays a joker with a nation that cannot be the best."""
        if action[0] != "trick" or not may_trick(self._base, state.decider):
            return False
        use, *nations = action[2:]  # after the type of the action and the card
        return use == "joker" and nations[0] not in self._find_nations(state.decider)

    # --- where a position stands in the tables

    def _is_in_tables(self, state: State) -> bool:
        """Whether the solved round has this position.

        It lacks what follows a joker that was dropped. It lacks everything if the position that was solved
        stands between the trick card *both dice* and its dice.
        """
        if self._base.phase == AIMING_BOTH:
            return False
        for seat in (0, 1):
            mode = self._find_mode(state, seat)
            if mode in NATIONS and mode not in self._find_nations(seat):
                return False
        return True

    def _locate(self, state: State) -> tuple[int, Modes, LaidDice]:
        """The number of turns since the base, the modes of the seats, and the dice that each has laid since."""
        modes = self._find_mode(state, 0), self._find_mode(state, 1)
        laid_dice = self._list_dice_since_base(state, 0), self._list_dice_since_base(state, 1)
        dice_count = sum(laid_dice[0]) + sum(laid_dice[1])
        turns_with_two_dice = modes.count(BOTH)  # All other turns lay one die.
        return dice_count - turns_with_two_dice, modes, laid_dice

    def _list_dice_since_base(self, state: State, seat: int) -> tuple[int, ...]:
        """How many dice the seat has laid since the base at each of the numbers 1 to 6."""
        counts, counts_before = _list_laid_dice(state, seat), _list_laid_dice(self._base, seat)
        return tuple(count - before for count, before in zip(counts, counts_before, strict=True))

    def _find_mode(self, state: State, seat: int) -> str:
        if not may_trick(self._base, seat):
            return CLOSED
        if may_trick(state, seat):
            return OPEN
        card = self._find_spent_card(state, seat)
        for joker_card, _seat, nation in state.jokers:
            if joker_card == card:
                return NATIONS[nation]
        return BOTH if SECOND_USE[CARDS[card]] == "both" else SPENT

    def _find_spent_card(self, state: State, seat: int) -> int:
        """The trick card that the seat has played since the base."""
        spent_mask = self._base.trick_masks[seat] ^ state.trick_masks[seat]
        spent_trick = next(trick for trick in range(TRICKS + 2) if has_bit(spent_mask, trick))
        return SAILORS + spent_trick  # The numbers of trick cards follow those of the sailors.


def _find_result(state: State) -> float:
    """The value of a match that is over."""
    score, other_score = add_scores(state)
    if score == other_score:
        return 0.5
    return 1.0 if score > other_score else 0.0


def _list_laid_dice(state: State, seat: int) -> tuple[int, ...]:
    """How many dice of the seat lie at each of the numbers 1 to 6."""
    return tuple(state.dice_laid[ROW * seat : ROW * (seat + 1)])


def _number_laid_dice(state: State, seat: int) -> int:
    """The number of the dice that the seat has laid, as the tables of `dice_sets.py` count them."""
    return int(number_sets(_list_laid_dice(state, seat), 0)[0])


def solve(state: State) -> Solution:
    """The solution from this position, with the estimates that were fitted."""
    return Solution(state, load_weights())


def solve_last_round(state: State, seat: int) -> list[tuple[Action, float]]:
    """Each action of the seat in turn with its chance to win, draws by half; nothing before the last round.

    Trick cards with the same effect are listed once, because only one more can be played.
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
    """Whether the action is the trick card *reroll*, after which dice are rolled."""
    return "reroll" in action


def _without_card(action: Action) -> Action:
    """The effect of a trick, whichever card it is played with: the card is the second part of the action."""
    return (action[0], *action[2:])
