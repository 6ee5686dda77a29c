"""Fits the weights of `odds.py` to what positions led to: a conditional logistic regression, by Newton's method."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

#: the strength of the regularisation that keeps the weight of a rare figure near 0
_REGULARISATION: Final = 1.0
_STEPS_OF_NEWTON: Final = 25
_DIGITS: Final = 5


def fit_weights(
    features: Sequence[Sequence[Sequence[float]]], shares: Sequence[Sequence[float]]
) -> list[float]:
    """`features` has the figures of each seat of each position, `shares` what the seats had of the victory."""
    figures, wanted = np.array(features, dtype=float), np.array(shares, dtype=float)
    # Weights of figures that are measured alike can be regularised alike.
    scale = figures.reshape(-1, figures.shape[-1]).std(axis=0) + 1e-9
    figures = figures / scale
    weights = np.zeros(figures.shape[-1])
    for _step in range(_STEPS_OF_NEWTON):
        sums = figures @ weights
        powers = np.exp(sums - sums.max(axis=1, keepdims=True))
        estimates = powers / powers.sum(axis=1, keepdims=True)
        gradient = np.einsum("psf,ps->f", figures, wanted - estimates) - _REGULARISATION * weights
        mean = np.einsum("psf,ps->pf", figures, estimates)
        hessian = np.einsum("psf,psg,ps->fg", figures, figures, estimates) - mean.T @ mean
        weights += np.linalg.solve(hessian + _REGULARISATION * np.eye(len(weights)), gradient)
    return [round(float(weight), _DIGITS) for weight in weights / scale]
