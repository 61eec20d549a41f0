"""How sure may one be of the share of pairs in the right order, also where all of them are?"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from scipy import special

from evalcore.intervals.proportions import Interval

HALVINGS = 60  # leaves less than a rounding error of an interval within [0, 1]
# Up to so many rows a class may hide a few that are ordered wrongly: docs/coverage.md, one in twenty reversed.
FEW_ROWS = 30


def newcombe(
    auc: float, n_pos: float, n_neg: float, *, uneven: float = 0.0, confidence_level: float = 0.95
) -> Interval:
    """Between which values does the area under the ROC curve lie, by a score method?

    Parameters
    ----------
    auc : float in [0, 1]
        Share of the pairs of a positive and a negative row that are in the right order, ties as half.
    n_pos, n_neg : whole numbers >= 1
        Rows of each class.
    uneven : float in [0, 1]
        How much of the variance that one class has more than the other is that of the class with fewer rows: 0 takes no
        side, 1 gives it all.
    confidence_level : float in (0, 1)

    Returns
    -------
    Interval
        `low` and `high` in [0, 1]; never a single point. The more uneven, the wider, unless both classes have as many
        rows.

    Notes
    -----
    The areas A for which |auc - A| <= z sqrt(V(A)), with the variance at A and not at what was found. Hanley and
    McNeil's variance for exponential scores is V(A) = A (1 - A) (1 + (m- - 1) a + (m+ - 1) b) / (m+ m-), where
    a = A / (1 + A) is the part of the positives and b = (1 - A) / (2 - A) that of the negatives: for A above 1/2
    exponential scores spread wider in the positives. Newcombe's method 5, `uneven` 0, takes (a + b) / 2 for both, which
    takes no side in which class varies more. With `uneven` 1 the larger of a and b goes with the class of fewer rows,
    whose spread weighs most and is known least. *Undefined when* a class has no row: it must not be asked then.

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
        return (auc - area) ** 2 > squared * _variance(area, n_pos, n_neg, uneven)

    return Interval(_end(outside, 0.0, auc), _end(outside, 1.0, auc))


def on_logit_scale(auc: float, error: float, *, confidence_level: float = 0.95) -> Interval:
    """Between which values does the area lie, by its standard error on the logit scale?

    Parameters
    ----------
    auc : float in [0, 1]
    error : float >= 0
        Standard error of the area, by DeLong's method; nan where there is none.
    confidence_level : float in (0, 1)

    Returns
    -------
    Interval
        logit(auc) -+ z error / (auc (1 - auc)), turned back. *Undefined when* auc is 0 or 1, the error 0 or nan: nan.

    References
    ----------
    Pepe (2003), The Statistical Evaluation of Medical Tests, 5.2

    Examples
    --------
    >>> low, high = on_logit_scale(0.9, 0.05)
    >>> f"{low:.4f} {high:.4f}"
    '0.7518 0.9639'
    """
    if not (0 < auc < 1 and error > 0):
        return Interval(math.nan, math.nan)
    middle, half = float(special.logit(auc)), float(special.ndtri((1 + confidence_level) / 2)) * error
    reach = half / (auc * (1 - auc))
    return Interval(float(special.expit(middle - reach)), float(special.expit(middle + reach)))


def robust_area(auc: float, error: float, n_pos: float, n_neg: float, *, confidence_level: float = 0.95) -> Interval:
    """Between which values does the area lie, whichever class varies more and however few rows there are?

    Parameters
    ----------
    auc : float in [0, 1]
    error : float >= 0
        As for `on_logit_scale`; nan where there is none.
    n_pos, n_neg : whole numbers >= 1
        Rows of each class.
    confidence_level : float in (0, 1)

    Returns
    -------
    Interval
        It holds that of `newcombe` and that `on_logit_scale`, and reaches beyond both only where rows are few.

    Notes
    -----
    Each end is the farther one of two methods that fail in different places. DeLong's on the logit scale knows how
    much the scores vary, but not from few rows: of 2 + 98 it holds .74 and less. Newcombe's score method needs no rows
    to tell, but supposes how they vary; where positives spread three times as wide, are a mixture, or one in ten is
    reversed, its method 5 holds .70 to .90 at any size. Here its `uneven` is min(1, 30 / m), m the rows of the smaller
    class: so it does not take for granted that rows not seen are like those seen, and with many rows it is method 5.
    The share of intervals at 95% that hold the truth is shown in docs/coverage.md. *Undefined when* a class has no
    row: it must not be asked then.

    References
    ----------
    Newcombe (2006), https://doi.org/10.1002/sim.2324; DeLong, DeLong and Clarke-Pearson (1988),
    https://doi.org/10.2307/2531595; Hanley and McNeil (1982), https://doi.org/10.1148/radiology.143.1.7063747

    Examples
    --------
    >>> low, high = robust_area(0.9, 0.05, 10, 90)
    >>> f"{low:.4f} {high:.4f}"
    '0.7130 0.9722'
    """
    uneven = min(1.0, FEW_ROWS / min(n_pos, n_neg))
    score = newcombe(auc, n_pos, n_neg, uneven=uneven, confidence_level=confidence_level)
    delong = on_logit_scale(auc, error, confidence_level=confidence_level)
    # fmin and fmax leave nan out: where one method has no interval the other stands alone
    return Interval(float(np.fmin(score.low, delong.low)), float(np.fmax(score.high, delong.high)))


def newcombe_difference(
    auc_a: float,
    auc_b: float,
    n_pos: float,
    n_neg: float,
    *,
    correlation: float,
    errors: tuple[float, float] | None = None,
    confidence_level: float = 0.95,
) -> Interval:
    """Between which values does the difference of two areas under ROC curves of the same rows lie?

    Parameters
    ----------
    auc_a, auc_b : float in [0, 1]
    n_pos, n_neg : whole numbers >= 1
        Rows of each class.
    correlation : float in [0, 1]
        Of both estimates of an area; 0 is on the safe side.
    errors : (float, float), optional
        Standard errors of both areas: then their intervals are those of `robust_area`, else of `newcombe`.
    confidence_level : float in (0, 1)

    Returns
    -------
    Interval
        Of auc_a - auc_b, in [-1, 1].

    Notes
    -----
    The limits of the difference are recovered from those of both areas (MOVER): with (la, ua) and (lb, ub),
    low = d - sqrt((a - la)^2 + (ub - b)^2 - 2 r (a - la) (ub - b)), and high likewise. *Undefined when* a class has no
    row: it must not be asked then.

    References
    ----------
    Zou (2007), https://doi.org/10.1037/1082-989X.12.4.399; Newcombe (2006), https://doi.org/10.1002/sim.2324

    Examples
    --------
    >>> low, high = newcombe_difference(0.9, 0.7, 5, 95, correlation=0.5)
    >>> f"{low:.3f} {high:.3f}"
    '-0.017 0.431'
    """
    areas, level = (auc_a, auc_b), confidence_level
    if errors is None:
        found = [newcombe(area, n_pos, n_neg, confidence_level=level) for area in areas]
    else:
        each = zip(areas, errors, strict=True)
        found = [robust_area(area, error, n_pos, n_neg, confidence_level=level) for area, error in each]
    (low_a, high_a), (low_b, high_b) = ((float(ends.low), float(ends.high)) for ends in found)
    difference = auc_a - auc_b

    def reach(of_a: float, of_b: float) -> float:
        """Return how far the difference reaches, from how far both areas do."""
        return math.sqrt(max(of_a * of_a + of_b * of_b - 2 * correlation * (of_a * of_b), 0.0))

    low = difference - reach(auc_a - low_a, high_b - auc_b)
    high = difference + reach(high_a - auc_a, auc_b - low_b)
    return Interval(max(low, -1.0), min(high, 1.0))


def _variance(area: float, n_pos: float, n_neg: float, uneven: float) -> float:
    """Return the variance of the share of pairs in the right order if this is the true one."""
    of_both = (1 - area) / (2 - area), area / (1 + area)
    middle, aside = sum(of_both) / 2, uneven * abs(of_both[0] - of_both[1]) / 2
    # The spread of the class with fewer rows is met once for each row of the other: (more - 1) (middle + aside) and
    # (fewer - 1) (middle - aside), so summed that rounding makes none of as many rows narrower.
    of_pairs = 1 + (n_pos + n_neg - 2) * middle + abs(n_pos - n_neg) * aside
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
