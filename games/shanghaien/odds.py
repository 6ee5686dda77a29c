"""Estimates the chances to win before a round of Shanghaien, with the weights of its solver."""

from __future__ import annotations

from games.shanghaien.rules.scoring import add_scores
from games.shanghaien.rules.state import State
from games.shanghaien.solver.fitting import look_ahead
from games.shanghaien.solver.worth import estimate_win, load_weights


def estimate(state: State) -> list[float] | None:
    """The share of each seat before the row of a round is seen.

    None in the first round, which has no estimate.
    """
    if state.round not in load_weights():
        return None
    own = float(estimate_win(look_ahead(state, state.decider), load_weights()[state.round]))
    return [own, 1 - own]


def count_points(state: State) -> list[float]:
    """The points of each seat if the match ended now."""
    return [float(score) for score in add_scores(state)]
