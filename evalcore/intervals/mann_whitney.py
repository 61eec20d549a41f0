"""How sure may one be of the share of pairs in the right order, also where all of them are?"""

from __future__ import annotations

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
