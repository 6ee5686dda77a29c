"""Fits the weights of `odds.py` to the results of positions, by a conditional logistic regression.

The regression uses Newton's method.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt

#: the strength of the regularisation, which keeps the weight of a rare figure near 0
_REGULARISATION: Final = 1.0
_STEPS_OF_NEWTON: Final = 25
_DIGITS: Final = 5


def fit_weights(
    features: Sequence[Sequence[Sequence[float]]], shares: Sequence[Sequence[float]]
) -> list[float]:
    """The weight of each figure.

    `features` has the figures of each seat of each position, `shares` the shares of the victory. In the
    indices of `einsum`, p stands for a position, s for a seat, f and g for figures.
    """
    figures, true_shares = np.array(features, dtype=float), np.array(shares, dtype=float)
    figure_count = figures.shape[-1]
    # All figures are scaled to the same spread, because regularisation treats all weights alike.
    spread = figures.reshape(-1, figure_count).std(axis=0) + 1e-9
    figures = figures / spread
    weights = np.zeros(figure_count)
    for _step in range(_STEPS_OF_NEWTON):
        estimated_shares = _find_softmax(figures @ weights)
        errors = true_shares - estimated_shares
        gradient = np.einsum("psf,ps->f", figures, errors) - _REGULARISATION * weights
        mean_figures = np.einsum("psf,ps->pf", figures, estimated_shares)
        mean_squares = np.einsum("psf,psg,ps->fg", figures, figures, estimated_shares)
        hessian = mean_squares - mean_figures.T @ mean_figures + _REGULARISATION * np.eye(figure_count)
        weights += np.linalg.solve(hessian, gradient)
    return [round(float(weight), _DIGITS) for weight in weights / spread]


def _find_softmax(sums: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """The sums of the seats of each position as shares, which add up to 1."""
    # The greatest sum becomes 0, so nothing overflows.
    powers = np.exp(sums - sums.max(axis=1, keepdims=True))
    shares: npt.NDArray[Any] = powers / powers.sum(axis=1, keepdims=True)
    return shares
