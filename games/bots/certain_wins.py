"""Finds certain wins: the match ends with this turn, whatever the others choose, and nothing is drawn."""

from __future__ import annotations

from typing import Any, Final, NoReturn

from games.bots.base import Turn, victory_shares
from games.core.chance import QuickChance
from games.core.contract import Action, Engine

#: What a seat cannot know is dealt again this many times; the action must win each time.
DEALS: Final = 3
#: at most this many positions are examined for one action: enough for a follow-up and the answers of the
#: others
MAX_POSITIONS: Final = 40


class _Uncertain(Exception):
    """Raised if chance decides, or if too many positions would have to be examined."""


class _NoChance:
    """A source of chance for lines of play in which nothing may be drawn."""

    def _refuse(self, *_arguments: object) -> NoReturn:
        raise _Uncertain

    below = shuffle = dice = pick = note = record_setup = _refuse


class _Proof:
    """Proves that a seat wins: with at least one of its own answers, and with every answer of the others."""

    def __init__(self, engine: Engine, seat: int) -> None:
        self.engine = engine
        self.seat = seat
        self.positions_left = MAX_POSITIONS

    def wins_by(self, state: Any, seat: int, action: Action) -> bool:
        """Whether the seat of the proof has the whole victory after this action of some seat."""
        self.positions_left -= 1
        if self.positions_left < 0:
            raise _Uncertain
        after = state.copy()
        self.engine.advance(after, seat, action, _NoChance())
        decider = self.engine.turn(after)
        if decider < 0:
            return victory_shares(self.engine, after)[self.seat] == 1
        answers = (self.wins_by(after, decider, answer) for answer in self.engine.legal(after, decider))
        return any(answers) if decider == self.seat else all(answers)


def find_certain_win(turn: Turn, preferred: Action | None = None) -> Action | None:
    """An action that wins for certain: the preferred one if it does. None if there is no such action.

    It uses random numbers of its own, so that it does not change those of the search.
    """
    deals = [turn.redeal(QuickChance(number)) for number in range(DEALS)]
    for action in dict.fromkeys([preferred or turn.menu[0], *turn.menu]):
        if all(_is_certain(turn, deal, action) for deal in deals):
            return action
    return None


def _is_certain(turn: Turn, state: Any, action: Action) -> bool:
    try:
        return _Proof(turn.engine, turn.seat).wins_by(state, turn.seat, action)
    except _Uncertain:
        return False
