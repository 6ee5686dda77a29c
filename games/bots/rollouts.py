"""Estimates what actions are worth by playing matches to their end, for games that nobody has solved.

The margin of an estimate is half of its 95 % confidence interval.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Any, NamedTuple

from games.bots.base import Bot, ask_bot, victory_shares
from games.bots.ladder import Z_95
from games.core.chance import QuickChance
from games.core.contract import Action, Engine


class Rollouts(NamedTuple):
    """An action, and the share of the victory that its seat had after each of some matches."""

    action: Action
    shares: list[float]

    @property
    def mean(self) -> float:
        return sum(self.shares) / len(self.shares)

    @property
    def margin(self) -> float:
        """Half of the 95 % confidence interval of the mean."""
        return find_margin(self.shares)


def find_margin(values: Sequence[float]) -> float:
    """Half of the 95 % confidence interval of a mean.

    If all values are equal, it is computed as if one of them differed.
    """
    count = len(values)
    mean = sum(values) / count
    variance = sum((value - mean) ** 2 for value in values) / max(1, count - 1)
    return Z_95 * sqrt(max(variance, 1 / count) / count)


def compare(better: Rollouts, worse: Rollouts) -> tuple[float, float]:
    """The mean difference between two actions, and its margin."""
    pairs = zip(better.shares, worse.shares, strict=True)
    differences = [better_share - worse_share for better_share, worse_share in pairs]
    return sum(differences) / len(differences), find_margin(differences)


def play_out(
    engine: Engine, bot: Bot, state: Any, seat: int, actions: Sequence[Action], matches: int, seed: int = 0
) -> list[Rollouts]:
    """Plays this many matches to the end after each action; the bot plays all seats.

    What the seat cannot know is dealt again for each match, the same for all actions.
    """
    rollouts = [Rollouts(action, []) for action in actions]
    for number in range(matches):
        dealt = engine.redeal(state, seat, QuickChance(seed + number))
        for action, shares in rollouts:
            after, luck = dealt.copy(), QuickChance(seed + number)
            engine.advance(after, seat, action, luck)
            shares.append(_play_to_end(engine, bot, after, luck)[seat])
    return rollouts


def _play_to_end(engine: Engine, bot: Bot, state: Any, luck: QuickChance) -> list[float]:
    while (seat := engine.turn(state)) >= 0:
        engine.advance(state, seat, ask_bot(bot, engine, state, seat, luck), luck)
    return victory_shares(engine, state)
