"""How sure is what a row of a single class costs?"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike
from scipy import special

from evalcore.costs.by_class import class_costs
from evalcore.costs.estimates import CostInterval
from evalcore.costs.many_classes import cost_table
from evalcore.counts import ConfusionMatrix
from evalcore.counts.reasons import not_alone
from evalcore.errors import Message
from evalcore.intervals import wilson
from evalcore.intervals.percentiles import WEIGHTED
from evalcore.metrics.readings import FEW, SMALL_SHARE
from evalcore.support.arrays import FloatArray
from evalcore.support.checks import check_level

NO_ROW = Message("The class has no row.")
SAME_COST = Message("Whatever is decided costs the same here.")


def class_cost_intervals(
    cm: ConfusionMatrix, cost: ArrayLike, *, confidence_level: float = 0.95
) -> tuple[CostInterval, ...]:
    """Between which values does the cost of a row of each class lie?

    Parameters
    ----------
    cm : ConfusionMatrix of k classes
        Of rows, not of weights.
    cost : (k, k) numbers
        As for `label_cost`.
    confidence_level : float in (0, 1)

    Returns
    -------
    tuple of CostInterval
        In the order of the classes.

    Notes
    -----
    Where the decisions about a class have two different costs, the dearer ones are a share of its rows, with Wilson's
    interval. Of more costs the mean is Agresti and Coull's: z^2 rows are added, half of them at the lowest cost of the
    class and half at the highest, whether any row shows it or not, and the interval is the mean and z standard errors
    of these rows to either side, within both costs. It covers more often than its level says where the highest cost is
    rare. *Undefined when* a class has no row, rows are weighted, or every decision about the class costs the same.

    References
    ----------
    Wilson (1927), https://doi.org/10.1080/01621459.1927.10502953; Agresti and Coull (1998),
    https://doi.org/10.1080/00031305.1998.10480550

    Examples
    --------
    >>> _, second = class_cost_intervals(ConfusionMatrix([[8, 0], [6, 6]]), [[0, 5], [1, 0]])
    >>> f"{second.low:.2f} < {second.cost:.2f} < {second.high:.2f}"
    '0.25 < 0.50 < 0.75'
    """
    check_level(confidence_level)
    table, each = cost_table(cost), class_costs(cm, cost).cost
    found = []
    for costs, counted, value in zip(table, cm.table, each, strict=True):
        reason = _no_interval(cm, costs, float(counted.sum()))
        low, high = (np.nan, np.nan) if reason is not None else _ends(costs, counted.astype(float), confidence_level)
        few = (SMALL_SHARE,) if reason is None and counted.sum() < FEW else ()
        found.append(
            CostInterval(float(value), low, high, confidence_level=confidence_level, reason=reason, warnings=few)
        )
    return tuple(found)


def _no_interval(cm: ConfusionMatrix, costs: FloatArray, n: float) -> Message | None:
    """Say why the cost of a row of a class has no interval."""
    if n == 0:
        return NO_ROW
    if (alone := not_alone(cm, WEIGHTED)) is not None:
        return alone
    return SAME_COST if costs.min() == costs.max() else None


def _ends(costs: FloatArray, counted: FloatArray, level: float) -> tuple[float, float]:
    """Return the interval of the mean cost of rows with these costs."""
    least, most = float(costs.min()), float(costs.max())
    scaled, n = (costs - least) / (most - least), float(counted.sum())
    if ((scaled == 0) | (scaled == 1)).all():
        low, high = wilson(float(counted[scaled == 1].sum()), n, confidence_level=level)
    else:
        z = float(special.ndtri((1 + level) / 2))
        rows = n + z * z
        mean = (float(counted @ scaled) + z * z / 2) / rows
        half = z * math.sqrt(max((float(counted @ scaled**2) + z * z / 2) / rows - mean**2, 0.0) / rows)
        low, high = max(mean - half, 0.0), min(mean + half, 1.0)
    return least + float(low) * (most - least), least + float(high) * (most - least)
