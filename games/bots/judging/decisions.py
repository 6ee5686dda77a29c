"""Judges one decision of a match by rollouts: what the action led to, and whether another was better.

A rollout is a match that a bot plays on for some rounds; then `odds.py` estimates the chances in the position
that it reached. After each action that could be chosen there are many rollouts. What the deciding seat could
not know is dealt again each time, the same for all actions: a decision is judged by what the seat knew.
Values, means and losses are shares of the victory.

The first rollouts compare all actions. If one of them, the *rival*, seems better than the played one, both
are played on again in new matches, the confirming ones. The rival counts as better only if these show it by
more than their error. This is necessary because the first rollouts overestimate the rival: it was chosen as
their best.

Several seats make hidden choices at the same time. In rollouts a quick, partly random rule makes them (the
`reflex` of `bots/search.py`). A bot that always chooses alike could be foreseen, and the best answer to it
would look better than it is.
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
#: Each decision has its own range of seeds, with more seeds than it needs. The comparison uses the second
#: half, so that the confirming rollouts, which use the first half, are new matches.
_SEEDS_PER_DECISION: Final = 10_000
_FIRST_COMPARED_SEED: Final = 5_000


class Verdict(NamedTuple):
    """The result of the rollouts of one decision."""

    #: by seat, the mean share of the victory after the played action; zeros if this action was the only one
    #: and draws nothing, because nobody needs its mean then
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
        if len(actions) == 1:
            mean = self._find_exact_mean(rollouts, played) if draws else self._zeros
            return Verdict(mean, self._zeros, margin=0.0, choices=[(played, 0.0)])
        compared = rollouts.play(
            actions, self.scale_to_effort(COMPARED_MATCHES), seed_offset=_FIRST_COMPARED_SEED
        )
        value_by_action = {action: average(shares)[seat] for action, shares in compared.items()}
        rival = max((action for action in actions if action != played), key=value_by_action.__getitem__)
        if value_by_action[rival] > value_by_action[played]:
            return self._compare_with_rival(rollouts, seat, played, rival, value_by_action)
        mean = self._find_exact_mean(rollouts, played) if draws else average(compared[played])
        return Verdict(mean, self._zeros, margin=0.0, choices=_rank(value_by_action, played))

    def _find_exact_mean(self, rollouts: _Rollouts, action: Action) -> NumbersBySeat:
        """The mean over more rollouts than the comparison has: the luck of a draw is measured from it."""
        return rollouts.find_mean(action, self.scale_to_effort(MATCHES_FOR_ESTIMATE))

    def _compare_with_rival(
        self,
        rollouts: _Rollouts,
        seat: int,
        played: Action,
        rival: Action,
        value_by_action: dict[Action, float],
    ) -> Verdict:
        """The verdict on an action that was worse than its rival in the first rollouts."""
        confirming = rollouts.play([played, rival], self.scale_to_effort(CONFIRMING_MATCHES))
        differences = _subtract(confirming[rival], confirming[played])
        losses = average(differences)
        margin = find_margin([difference[seat] for difference in differences])
        mean = average(confirming[played])
        if losses[seat] <= margin:
            return Verdict(mean, self._zeros, margin=0.0, choices=_rank(value_by_action, played))
        # The confirming rollouts are more exact than the first ones.
        confirmed_gap_by_action = {played: losses[seat]}
        choices = _rank(value_by_action, rival, confirmed_gap_by_action)
        return Verdict(mean, losses, margin, choices)

    def _list_actions(self, number: int, state: Any, seat: int, played: Action) -> list[Action]:
        """The most promising actions, and in any case the one that was played."""
        engine = self._game.engine
        menu = engine.legal(state, seat)
        # This deal only sorts the menu, so its seed needs no range of its own.
        menu_seed = number
        redealt = engine.redeal(state, seat, QuickChance(menu_seed))
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
        count_rounds = policy.progress  # how many rounds have begun
        shares_by_action: dict[Action, list[NumbersBySeat]] = {action: [] for action in actions}
        first_seed = self._first_seed + seed_offset
        for seed in range(first_seed, first_seed + matches):
            redealt = engine.redeal(self._state, self._seat, QuickChance(seed))
            # The hidden choices that the others have made already are made anew in each rollout.
            policy.reopen_choices(redealt, self._seat)
            first_round = count_rounds(redealt)
            for action in actions:
                state, luck = redealt.copy(), QuickChance(seed)
                engine.advance(state, self._seat, action, luck)
                shares = self._player.play_on(state, luck, first_round)
                shares_by_action[action].append(shares)
        return shares_by_action

    def find_mean(self, action: Action, matches: int) -> NumbersBySeat:
        return average(self.play([action], matches)[action])


def _subtract(rows: Sequence[NumbersBySeat], other_rows: Sequence[NumbersBySeat]) -> list[NumbersBySeat]:
    """Each number of the first table minus the one in the same place of the other."""
    differences = []
    for row, other_row in zip(rows, other_rows, strict=True):
        differences.append(tuple(share - other for share, other in zip(row, other_row, strict=True)))
    return differences


def _rank(
    value_by_action: dict[Action, float],
    best: Action,
    confirmed_gap_by_action: dict[Action, float] | None = None,
) -> list[tuple[Action, float]]:
    """The best action, then the others, sorted by their gap: the difference of their value from the best.

    A confirmed gap replaces that of the values.
    """
    gap_by_action = {
        action: max(0.0, value_by_action[best] - value) for action, value in value_by_action.items()
    }
    gap_by_action |= confirmed_gap_by_action or {}
    best_gap = gap_by_action.pop(best)
    others = sorted(gap_by_action.items(), key=lambda action_and_gap: action_and_gap[1])
    return [(best, best_gap), *others]
