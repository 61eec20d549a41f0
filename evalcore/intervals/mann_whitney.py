"""How sure may one be of the share of pairs in the right order, also where all of them are?"""

from __future__ import annotations

import math
from collections.abc import Callable

from scipy import special

from evalcore.intervals.proportions import Interval

HALVINGS = 60  # leaves less than a rounding error of an interval within [0, 1]


def newcombe(auc: float, n_pos: float, n_neg: float, *, confidence_level: float = 0.95) -> Interval:
    """Between which values does the area under the ROC curve lie, by a score method?

    Parameters
    ----------
    auc : float in [0, 1]
        Share of the pairs of a positive and a negative row that are in the right order, ties as half.
    n_pos, n_neg : whole numbers >= 1
        Rows of each class.
    confidence_level : float in (0, 1)

    Returns
    -------
    Interval
        `low` and `high` in [0, 1]; never a single point.

    Notes
    -----
    Method 5 of Newcombe: the areas A for which |auc - A| <= z sqrt(V(A)), with the variance at A and not at what was
    found, V(A) = A (1 - A) (1 + h ((1 - A) / (2 - A) + A / (1 + A))) / (m+ m-) and h = (m+ + m-) / 2 - 1. That is
    Hanley and McNeil's variance for exponential scores, with the rows divided evenly in the numerator, so that it takes
    no side in which class varies more. *Undefined when* a class has no row: it must not be asked then.

    References
    ----------
    Newcombe (2006), https://doi.org/10.1002/sim.2324; Hanley and McNeil (1982),
    https://doi.org/10.1148/radiology.143.1.7063747

    Examples
    --------
    >>> low, high = newcombe(1.0, 10, 20)
    >>> f"{low:.4f} {high:.4f}"
    '0.8489 1.0000'
    """
    squared = float(special.ndtri((1 + confidence_level) / 2)) ** 2

    def outside(area: float) -> bool:
        """Tell whether this area is too far from what was found."""
        return (auc - area) ** 2 > squared * _variance(area, n_pos, n_neg)

    return Interval(_end(outside, 0.0, auc), _end(outside, 1.0, auc))


def newcombe_difference(
    auc_a: float, auc_b: float, n_pos: float, n_neg: float, *, correlation: float, confidence_level: float = 0.95
) -> Interval:
    """Between which values does the difference of two areas under ROC curves of the same rows lie?

    Parameters
    ----------
    auc_a, auc_b : float in [0, 1]
    n_pos, n_neg : whole numbers >= 1
        Rows of each class.
    correlation : float in [0, 1]
        Of both estimates of an area; 0 is on the safe side.
    confidence_level : float in (0, 1)

    Returns
    -------
    Interval
        Of auc_a - auc_b, in [-1, 1].

    Notes
    -----
    The limits of the difference are recovered from those of both areas (MOVER): with Newcombe's (la, ua) and (lb, ub),
    low = d - sqrt((a - la)^2 + (ub - b)^2 - 2 r (a - la) (ub - b)), and high likewise. So it covers also with few rows:
    .92 and more with 2 to 9 of a class, where DeLong's variance is read off too few (tests/benchmarks/coverage.py).
    *Undefined when* a class has no row: it must not be asked then.

    References
    ----------
    Zou (2007), https://doi.org/10.1037/1082-989X.12.4.399; Newcombe (2006), https://doi.org/10.1002/sim.2324

    Examples
    --------
    >>> low, high = newcombe_difference(0.9, 0.7, 5, 95, correlation=0.5)
    >>> f"{low:.3f} {high:.3f}"
    '-0.017 0.431'
    """
    (low_a, high_a), (low_b, high_b) = (
        newcombe(area, n_pos, n_neg, confidence_level=confidence_level) for area in (auc_a, auc_b)
    )
    difference = auc_a - auc_b

    def reach(of_a: float, of_b: float) -> float:
        """Return how far the difference reaches, from how far both areas do."""
        return math.sqrt(max(of_a * of_a + of_b * of_b - 2 * correlation * (of_a * of_b), 0.0))

    low = difference - reach(auc_a - float(low_a), float(high_b) - auc_b)
    high = difference + reach(float(high_a) - auc_a, auc_b - float(low_b))
    return Interval(max(low, -1.0), min(high, 1.0))


def _variance(area: float, n_pos: float, n_neg: float) -> float:
    """Return the variance of the share of pairs in the right order if this is the true one."""
    half = (n_pos + n_neg) / 2 - 1
    of_pairs = 1 + half * ((1 - area) / (2 - area) + area / (1 + area))
    return area * (1 - area) * of_pairs / (n_pos * n_neg)


def _end(outside: Callable[[float], bool], beyond: float, within: float) -> float:
    """Return where the areas end that are not too far, between one that is and the one that was found."""
    if beyond == within:
        return beyond
    for _ in range(HALVINGS):
        middle = (beyond + within) / 2
        if outside(middle):
            beyond = middle
        else:
            within = middle
    return within
