"""Judges one decision of a match by rollouts: what the played action led to, and whether another one was
better.

After each action that could be chosen a bot plays on for some rounds, many times, and `odds.py` says what is
reached then. What the deciding seat could not know is dealt again each time, the same for all actions: a
decision is judged by what the seat knew.

The first rollouts compare all actions. If one of them seems better than the played one, both are played out
again in new matches. The action counts as better only if these say so with a margin: it was chosen because of
the first rollouts, so those overestimate it.

Hidden choices, which seats make at the same time, are made by quick reflexes: the best answer to a bot that
can be foreseen would look better than it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from games.bots.judging.judge import Judge, RolloutPlayer, average
from games.bots.rollouts import find_margin
from games.core.analysis.measures import Shares
from games.core.chance import QuickChance
from games.core.contract import Action

#: matches after each action to compare all of them
COMPARED_MATCHES: Final = 20
#: matches after the played action and its rival to be sure which is better
CONFIRMING_MATCHES: Final = 100
#: matches after a move that draws, where only its mean is asked for
MATCHES_PER_MEAN: Final = 50
#: an estimate needs so many matches, however long the match that is judged
FEWEST_MATCHES: Final = 8
MOST_ACTIONS: Final = 14
#: seeds of one decision: more than matches are played for it; those of the comparison begin in the middle
_SEEDS_PER_DECISION: Final = 10_000
_FIRST_COMPARED_SEED: Final = 5_000


class Verdict(NamedTuple):
    """What the rollouts said of one decision."""

    #: the mean of what the played action led to; zeros where the action was the only one and draws nothing
    mean: Shares
    #: what it cost each seat, compared with the best action; zeros if no action was clearly better
    losses: Shares
    #: half of the interval of 95 % of the loss of the seat
    margin: float
    #: the best action first, each with what it is worth less than the best
    choices: list[tuple[Action, float]]


class DecisionJudge:
    """Judges the decisions of one match. `effort` scales the numbers of its rollouts."""

    def __init__(self, judge: Judge, player: RolloutPlayer, seat_count: int, effort: float) -> None:
        self._judge = judge
        self._player = player
        self._effort = effort
        self._zeros: Shares = (0.0,) * seat_count

    def scale_to_effort(self, matches: int) -> int:
        """How many matches are played instead of so many."""
        return max(FEWEST_MATCHES, round(self._effort * matches))

    def judge(self, number: int, state: Any, seat: int, played: Action, *, draws: bool) -> Verdict:
        """The verdict on the decision with this number in its match; `draws` if the action draws something."""
        rollouts = _Rollouts(self._judge, self._player, state, seat, number * _SEEDS_PER_DECISION)
        actions = self._list_actions(number, state, seat, played)
        mean_matches = self.scale_to_effort(MATCHES_PER_MEAN)
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
        gap_by_action = {played: losses[seat]}  # The confirming matches are more exact than the first ones.
        return Verdict(mean, losses, margin, _rank(value_by_action, rival, gap_by_action))

    def _list_actions(self, number: int, state: Any, seat: int, played: Action) -> list[Action]:
        """The most promising actions, and in any case the one that was played."""
        engine = self._judge.engine
        menu = engine.legal(state, seat)
        redealt = engine.redeal(state, seat, QuickChance(number))
        actions = list(self._judge.policy.candidates(redealt, seat, menu))[:MOST_ACTIONS]
        return actions if played in actions else [*actions, played]


class _Rollouts:
    """Matches that are played on after actions of one decision."""

    def __init__(self, judge: Judge, player: RolloutPlayer, state: Any, seat: int, first_seed: int) -> None:
        self._judge = judge
        self._player = player
        self._state = state
        self._seat = seat
        self._first_seed = first_seed

    def play(
        self, actions: Sequence[Action], matches: int, seed_offset: int = 0
    ) -> dict[Action, list[Shares]]:
        """The shares to which so many matches after each action led."""
        engine, policy = self._judge.engine, self._judge.policy
        shares_by_action: dict[Action, list[Shares]] = {action: [] for action in actions}
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

    def find_mean(self, action: Action, matches: int) -> Shares:
        return average(self.play([action], matches)[action])


def _subtract(rows: Sequence[Shares], other_rows: Sequence[Shares]) -> list[Shares]:
    """The differences of two tables, number by number."""
    differences = []
    for row, other_row in zip(rows, other_rows, strict=True):
        differences.append(tuple(share - other for share, other in zip(row, other_row, strict=True)))
    return differences


def _rank(
    value_by_action: dict[Action, float], best: Action, known_gaps: dict[Action, float] | None = None
) -> list[tuple[Action, float]]:
    """The best action, then the others by how much less each is worth: by the known gap, or by these values."""
    gap_by_action = {
        action: max(0.0, value_by_action[best] - value) for action, value in value_by_action.items()
    }
    gap_by_action |= known_gaps or {}
    return sorted(gap_by_action.items(), key=lambda item: (item[0] != best, item[1]))
