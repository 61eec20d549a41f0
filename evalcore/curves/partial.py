"""Area under the left part of a ROC curve."""

from __future__ import annotations

import numpy as np

from evalcore.curves.roc import RocCurve
from evalcore.errors import InputError


def partial_auc(roc: RocCurve, max_fpr: float, *, corrected: bool = True) -> float:
    """How good is the order of the rows where there are few false alarms?

    Parameters
    ----------
    roc : RocCurve
    max_fpr : float in (0, 1]
        The largest false positive rate of interest.
    corrected : bool
        Rescale the area so that chance gives 0.5 and perfection 1 (McClish), whatever `max_fpr`; otherwise the plain
        area, from 0 to `max_fpr`.

    Returns
    -------
    float
        nan without rows of one class (`roc.reason`).

    Notes
    -----
    A = area under the curve up to max_fpr, where a point inside a step is found on its straight line. Corrected:
    (1 + (A - max_fpr^2 / 2) / (max_fpr - max_fpr^2 / 2)) / 2; it is below 0.5 for a curve below the diagonal, and
    equals the area under the whole curve at max_fpr = 1. *Undefined when* there is no positive or no negative row.

    References
    ----------
    McClish (1989), https://doi.org/10.1177/0272989X8900900307

    Examples
    --------
    >>> from evalcore.counts import threshold_counts
    >>> from evalcore.curves.roc import roc_curve
    >>> roc = roc_curve(threshold_counts([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]))
    >>> partial_auc(roc, 0.5, corrected=False), round(partial_auc(roc, 0.5), 4)
    (0.25, 0.6667)
    """
    if not 0 < max_fpr <= 1:
        raise InputError(
            "max_fpr must be a number above 0 and at most 1; got {max_fpr}. Choose the largest bearable false "
            "positive rate, such as 0.1.",
            max_fpr=max_fpr,
        )
    if roc.reason is not None:
        return float("nan")
    if max_fpr == 1 and corrected:
        return roc.auc
    stop = int(np.searchsorted(roc.fpr, max_fpr, side="right"))
    fpr, tpr = roc.fpr[:stop], roc.tpr[:stop]
    area = float(np.trapezoid(tpr, fpr))
    if stop < len(roc.fpr):
        x, y = roc.fpr[stop - 1 : stop + 1], roc.tpr[stop - 1 : stop + 1]
        area += (max_fpr - x[0]) * (y[0] + float(np.interp(max_fpr, x, y))) / 2
    chance = max_fpr**2 / 2
    return float((1 + (area - chance) / (max_fpr - chance)) / 2 if corrected else area)
