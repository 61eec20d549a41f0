"""P(+)cost turned around: which cost or prevalence belongs to a condition."""

from __future__ import annotations

import numpy as np


def cost_fn_at(x: float, *, prevalence: float, cost_fp: float) -> float:
    """Which cost of a missed positive gives this P(+)cost?

    Parameters
    ----------
    x : float in [0, 1)
        P(+)cost.
    prevalence : float in (0, 1]
    cost_fp : float >= 0
        Cost of a false alarm.

    Returns
    -------
    float >= 0

    Notes
    -----
    (2.24) solved for cost_fn. *Undefined when* x is 1 or the prevalence 0: nan.

    Examples
    --------
    >>> round(cost_fn_at(10 / 13, prevalence=0.4, cost_fp=1), 12)
    5.0
    """
    if x >= 1 or prevalence <= 0:
        return np.nan
    return x * (1 - prevalence) * cost_fp / (prevalence * (1 - x))


def prevalence_at(x: float, *, cost_fn: float, cost_fp: float) -> float:
    """Which prevalence gives this P(+)cost?

    Parameters
    ----------
    x : float in [0, 1]
        P(+)cost.
    cost_fn, cost_fp : float >= 0

    Returns
    -------
    float in [0, 1]

    Notes
    -----
    (2.24) solved for the prevalence. *Undefined when* nothing is at stake: nan.

    Examples
    --------
    >>> round(prevalence_at(10 / 13, cost_fn=5, cost_fp=1), 12)
    0.4
    """
    at_stake = (1 - x) * cost_fn + x * cost_fp
    return x * cost_fp / at_stake if at_stake > 0 else np.nan
