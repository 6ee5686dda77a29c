"""Judges one decision of a match by rollouts: what the action led to, and whether another was better.

A rollout is a match that a bot plays on for some rounds; then `odds.py` estimates the chances in the position
that it reached. After each action that could be chosen there are many rollouts. What the deciding seat could
not know is dealt again each time, the same for all actions: a decision is judged by what the seat knew.

The first rollouts compare all actions. If one of them, the *rival*, seems better than the played one, both
are played on again in new matches, the confirming ones. The rival counts as better only if these show it by
more than their error. This is necessary because the first rollouts overestimate the rival: it was chosen as
their best.

Quick reflexes make the hidden choices, which several seats make at the same time. Otherwise the best answer
to a bot that can be foreseen would look better than it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from games.bots.judging.judged_game import JudgedGame, RolloutPlayer, average
from games.bots.rollouts import find_margin
from games.core.analysis.measures import NumbersBySeat
from games.core.chance import QuickChance
from games.core.contract import Action

#: rollouts after each action, to compare all of them
COMPARED_MATCHES: Final = 20
#: rollouts after the played action and its rival, to be sure which is better
CONFIRMING_MATCHES: Final = 100
#: rollouts to estimate the value of a position or of an action with a draw
MATCHES_FOR_ESTIMATE: Final = 50
#: an estimate needs at least this many rollouts, however long the match is
MIN_MATCHES: Final = 8
#: at most this many actions of a decision are compared, besides the played one
MAX_ACTIONS: Final = 14
#: the number of seeds of one decision, which is more than it has rollouts; the comparison uses those from the
#: middle on
_SEEDS_PER_DECISION: Final = 10_000
_FIRST_COMPARED_SEED: Final = 5_000


class Verdict(NamedTuple):
    """The result of the rollouts of one decision."""

    #: by seat, the mean share after the played action; zeros if it was the only action and draws nothing
    mean: NumbersBySeat
    #: by seat, the loss compared with the best action; zeros if no action was clearly better
    losses: NumbersBySeat
    #: half of the 95 % confidence interval of the loss of the deciding seat
    margin: float
    #: the best action first, each with the difference between its value and that of the best
    choices: list[tuple[Action, float]]


class DecisionJudge:
    """Judges the decisions of one match. `effort` scales the numbers of its rollouts."""

    def __init__(self, game: JudgedGame, player: RolloutPlayer, seat_count: int, effort: float) -> None:
        self._game = game
        self._player = player
        self._effort = effort
        self._zeros: NumbersBySeat = (0.0,) * seat_count

    def scale_to_effort(self, matches: int) -> int:
        """The number of rollouts that are played instead of `matches`."""
        return max(MIN_MATCHES, round(self._effort * matches))

    def judge(self, number: int, state: Any, seat: int, played: Action, *, draws: bool) -> Verdict:
        """The verdict on the decision with this number in its match.

        `draws` says if the action draws anything.
        """
        rollouts = _Rollouts(self._game, self._player, state, seat, number * _SEEDS_PER_DECISION)
        actions = self._list_actions(number, state, seat, played)
        mean_matches = self.scale_to_effort(MATCHES_FOR_ESTIMATE)
        if len(actions) == 1:
            mean = rollouts.find_mean(played, mean_matches) if draws else self._zeros
            return Verdict(mean, self._zeros, margin=0.0, choices=[(played, 0.0)])
        compared = rollouts.play(actions, self.scale_to_effort(COMPARED_MATCHES), _FIRST_COMPARED_SEED)
        value_by_action = {action: average(shares)[seat] for action, shares in compared.items()}
        rival = max((action for action in actions if action != played), key=value_by_action.__getitem__)
        if value_by_action[rival] <= value_by_action[played]:
            mean = rollouts.find_mean(played, mean_matches) if draws else average(compared[played])
            return Verdict(mean, self._zeros, margin=0.0, choices=_rank(value_by_action, played))
        confirming = rollouts.play([played, rival], self.scale_to_effort(CONFIRMING_MATCHES))
        differences = _subtract(confirming[rival], confirming[played])
        losses = average(differences)
        margin = find_margin([difference[seat] for difference in differences])
        mean = average(confirming[played])
        if losses[seat] <= margin:
            return Verdict(mean, self._zeros, margin=0.0, choices=_rank(value_by_action, played))
        gap_by_action = {played: losses[seat]}  # The confirming rollouts are more exact than the first ones.
        return Verdict(mean, losses, margin, _rank(value_by_action, rival, gap_by_action))

    def _list_actions(self, number: int, state: Any, seat: int, played: Action) -> list[Action]:
        """The most promising actions, and in any case the one that was played."""
        engine = self._game.engine
        menu = engine.legal(state, seat)
        redealt = engine.redeal(state, seat, QuickChance(number))
        actions = list(self._game.policy.candidates(redealt, seat, menu))[:MAX_ACTIONS]
        return actions if played in actions else [*actions, played]


class _Rollouts:
    """The rollouts after actions of one decision."""

    def __init__(
        self, game: JudgedGame, player: RolloutPlayer, state: Any, seat: int, first_seed: int
    ) -> None:
        self._game = game
        self._player = player
        self._state = state
        self._seat = seat
        self._first_seed = first_seed

    def play(
        self, actions: Sequence[Action], matches: int, seed_offset: int = 0
    ) -> dict[Action, list[NumbersBySeat]]:
        """Returns for each action the shares that its rollouts led to."""
        engine, policy = self._game.engine, self._game.policy
        shares_by_action: dict[Action, list[NumbersBySeat]] = {action: [] for action in actions}
        first_seed = self._first_seed + seed_offset
        for seed in range(first_seed, first_seed + matches):
            redealt = engine.redeal(self._state, self._seat, QuickChance(seed))
            policy.reopen_choices(redealt, self._seat)
            progress = policy.progress(redealt)
            for action in actions:
                state, luck = redealt.copy(), QuickChance(seed)
                engine.advance(state, self._seat, action, luck)
                shares = self._player.play_on(state, luck, progress)
                shares_by_action[action].append(shares)
        return shares_by_action

    def find_mean(self, action: Action, matches: int) -> NumbersBySeat:
        return average(self.play([action], matches)[action])


def _subtract(rows: Sequence[NumbersBySeat], other_rows: Sequence[NumbersBySeat]) -> list[NumbersBySeat]:
    """The differences of two tables, number by number."""
    differences = []
    for row, other_row in zip(rows, other_rows, strict=True):
        differences.append(tuple(share - other for share, other in zip(row, other_row, strict=True)))
    return differences


def _rank(
    value_by_action: dict[Action, float], best: Action, known_gaps: dict[Action, float] | None = None
) -> list[tuple[Action, float]]:
    """The best action, then the others, sorted by the difference of their value from the best.

    A difference is the one in `known_gaps`, or else that of the given values.
    """
    gap_by_action = {
        action: max(0.0, value_by_action[best] - value) for action, value in value_by_action.items()
    }
    gap_by_action |= known_gaps or {}
    return sorted(gap_by_action.items(), key=lambda item: (item[0] != best, item[1]))
