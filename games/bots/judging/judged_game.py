"""The facts about a game that judging by rollouts needs, and the player that plays on from its positions.

A policy is what the search of a strong bot knows of the game (`bots/search.py`). A reflex is a quick,
plausible choice.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from games.bots.base import Bot, Turn, victory_shares
from games.bots.judging.odds import OddsModel
from games.bots.judging.playing import play_until
from games.bots.search import Policy
from games.core.analysis.measures import NumbersBySeat
from games.core.chance import QuickChance
from games.core.coaching import Reason
from games.core.contract import Action, Engine, Json


class JudgedGame(NamedTuple):
    """What judging by rollouts needs to know of a game."""

    engine: Engine
    steady: Bot
    policy: Policy
    odds_model: OddsModel
    #: a rollout ends when this many more rounds have begun
    rounds_ahead: int
    #: (a state that the seat cannot tell from the true one, seat, action) -> why the action is good
    find_reason: Callable[[Any, int, Action], Reason]
    #: (state, seat, action) -> the `data-key` attributes that the board highlights to show the action
    list_things: Callable[[Any, int, Action], list[str]]
    #: (state, seat, action) -> `Choice.facts`
    find_facts: Callable[[Any, int, Action], Json]


def mix_reflexes(steady: Bot, policy: Policy) -> Bot:
    """A bot that decides like `steady`, but makes its hidden choices by reflex."""

    def choose(turn: Turn, chance: QuickChance) -> Action:
        if not policy.hides_choice(turn.menu):
            return steady(turn, chance)
        return policy.reflex(turn.redeal(chance), turn.seat, turn.menu, chance)

    return choose


class RolloutPlayer:
    """Plays on from positions of a game, and so estimates their values."""

    def __init__(self, game: JudgedGame) -> None:
        self._game = game
        self._bot = mix_reflexes(game.steady, game.policy)

    def play_on(self, state: Any, luck: QuickChance, first_progress: int) -> NumbersBySeat:
        """The estimated shares of the seats when `rounds_ahead` rounds have passed.

        Changes the state in place.
        """
        engine, find_progress = self._game.engine, self._game.policy.progress
        last_progress = first_progress + self._game.rounds_ahead
        play_until(engine, self._bot, state, luck, lambda reached: find_progress(reached) >= last_progress)
        if engine.turn(state) < 0:
            return tuple(victory_shares(engine, state))
        return tuple(self._game.odds_model.estimate(state))

    def estimate(self, state: Any, matches: int) -> NumbersBySeat:
        """The mean share of each seat over this many rollouts, which begin before the next decision."""
        progress = self._game.policy.progress(state)
        # These seeds start at 0; decisions use greater seeds for what is dealt again.
        positions = [self._redeal(state, seed) for seed in range(matches)]
        shares = [
            self.play_on(position, QuickChance(seed), progress) for seed, position in enumerate(positions)
        ]
        return average(shares)

    def measure_errors(self, state: Any, matches: int, estimate_matches: int) -> list[float]:
        """Returns for each seat its estimate less its mean share in this many whole matches."""
        engine = self._game.engine
        won_shares = []
        for seed in range(matches):
            position = self._redeal(state, seed)
            play_until(engine, self._bot, position, QuickChance(seed), lambda _reached: False)
            won_shares.append(victory_shares(engine, position))
        estimated = self.estimate(state, estimate_matches)
        pairs = zip(estimated, average(won_shares), strict=True)
        return [abs(estimated_share - won_share) for estimated_share, won_share in pairs]

    def _redeal(self, state: Any, seed: int) -> Any:
        """The state with everything dealt again that nobody can know.

        The seeds are negative, so a decision uses none of them.
        """
        return self._game.engine.redeal(state, None, QuickChance(-1 - seed))


def average(rows: Sequence[Sequence[float]]) -> NumbersBySeat:
    """The mean of each column."""
    return tuple(sum(column) / len(rows) for column in zip(*rows, strict=True))
