"""What judging by rollouts must know of a game, and the player that plays on from its positions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from games.bots.base import Bot, Turn, victory_shares
from games.bots.judging.odds import Odds
from games.bots.judging.playing import play_until
from games.bots.search import Policy
from games.core.analysis.measures import Shares
from games.core.chance import QuickChance
from games.core.coaching import Reason
from games.core.contract import Action, Engine


class Judge(NamedTuple):
    """What judging by rollouts must know of a game."""

    engine: Engine
    steady: Bot
    policy: Policy
    odds: Odds
    #: the bot plays on until so many more rounds have begun
    rounds_ahead: int
    #: (a state that the seat cannot tell from the true one, seat, action) -> why the action is good
    find_reason: Callable[[Any, int, Action], Reason]
    #: (state, seat, action) -> what the board outlines to show the action
    list_things: Callable[[Any, int, Action], list[str]]


def mix_reflexes(steady: Bot, policy: Policy) -> Bot:
    """A bot that decides like `steady`, but makes its hidden choices by reflex."""

    def choose(turn: Turn, chance: QuickChance) -> Action:
        if not policy.hides_choice(turn.menu):
            return steady(turn, chance)
        return policy.reflex(turn.redeal(chance), turn.seat, turn.menu, chance)

    return choose


class RolloutPlayer:
    """Plays on from positions of a game, and estimates by that what they are worth."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge
        self._bot = mix_reflexes(judge.steady, judge.policy)

    def play_on(self, state: Any, luck: QuickChance, first_progress: int) -> Shares:
        """The shares of the seats some rounds after this progress; changes the state."""
        engine, find_progress = self._judge.engine, self._judge.policy.progress
        last_progress = first_progress + self._judge.rounds_ahead
        play_until(engine, self._bot, state, luck, lambda reached: find_progress(reached) >= last_progress)
        if engine.turn(state) < 0:
            return tuple(victory_shares(engine, state))
        return tuple(self._judge.odds.estimate(state))

    def estimate(self, state: Any, matches: int) -> Shares:
        """The mean of the shares to which so many matches lead, which go on from before the next decision."""
        progress = self._judge.policy.progress(state)
        # Seeds are counted from 0 here; decisions use greater ones for what is dealt again.
        positions = [self._redeal(state, seed) for seed in range(matches)]
        shares = [
            self.play_on(position, QuickChance(seed), progress) for seed, position in enumerate(positions)
        ]
        return average(shares)

    def measure_errors(self, state: Any, matches: int, estimate_matches: int) -> list[float]:
        """How far the estimate of each seat is from what it won in so many whole matches."""
        engine = self._judge.engine
        won_shares = []
        for seed in range(matches):
            position = self._redeal(state, seed)
            play_until(engine, self._bot, position, QuickChance(seed), lambda _reached: False)
            won_shares.append(victory_shares(engine, position))
        estimated = self.estimate(state, estimate_matches)
        pairs = zip(estimated, average(won_shares), strict=True)
        return [abs(estimated_share - won_share) for estimated_share, won_share in pairs]

    def _redeal(self, state: Any, seed: int) -> Any:
        """What nobody can know is dealt again. The seeds are negative, so none is that of a decision."""
        return self._judge.engine.redeal(state, None, QuickChance(-1 - seed))


def average(rows: Sequence[Sequence[float]]) -> Shares:
    """The mean of each column."""
    return tuple(sum(column) / len(rows) for column in zip(*rows, strict=True))
