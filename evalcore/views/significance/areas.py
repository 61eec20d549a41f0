"""Two models on one test set, step by step: DeLong's test of the areas under their ROC curves."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

from scipy import stats

from evalcore.curves import RocCurve, thin_roc
from evalcore.significance import AucDifferences, DelongResult
from evalcore.significance.results import among
from evalcore.support.arrays import FloatArray
from evalcore.views.significance import steps
from evalcore.views.significance.null_pictures import EVERYWHERE, NullPicture, Window, density_picture
from evalcore.views.significance.series import View, view_of
from evalcore.views.significance.two_models import ALPHA

# Which values of z, or of t, are shown, and so many points draw a curve in a plane of a few hundred pixels.
WINDOW, MOST = Window(-5, 2), 400


@dataclass(frozen=True)
class AreasStep:
    """What the figure shows for one level.

    Parameters
    ----------
    difference, low, high : float
        Area of a minus that of b with its interval at level 1 - alpha, of all pairs together.
    pvalue, own_pvalue : float
        Adjusted for all pairs of models, and of this pair alone.
    statistic, critical : float
        z, by case t, and beyond which the hypothesis is rejected; nan where there is none.
    test : DelongResult
        All of these are read off it.
    """

    alpha: float
    difference: float
    low: float
    high: float
    statistic: float
    critical: float
    pvalue: float
    own_pvalue: float
    test: DelongResult
    picture: NullPicture


def of_first(found: AucDifferences) -> DelongResult:
    """Return the test of the first pair of models among those of all others."""
    return among(found.tests[0], [test.pvalue for test in found.tests[1:]])


def levels(alpha: float) -> list[float]:
    """Return the levels at which the figure is drawn, the present one among them."""
    return steps.alphas(alpha)


def areas_view(tests: Mapping[float, DelongResult], alpha: float) -> View:
    """What does DeLong's test show, and how does that follow its level?

    Parameters
    ----------
    tests : mapping of alpha to DelongResult
        At each of `levels(alpha)`.
    alpha : float

    Returns
    -------
    View
        Of `AreasStep`.
    """
    shown = [_step(test, level) for level, test in tests.items()]
    return view_of(_step(tests[alpha], alpha), {ALPHA: (list(tests), list(tests), shown)}, {ALPHA: alpha}, "two-sided")


def drawn(roc: RocCurve) -> tuple[FloatArray, FloatArray]:
    """Return the points that draw a ROC curve in a small plane."""
    kept = thin_roc(roc, most=MOST)
    return roc.fpr[kept], roc.tpr[kept]


def _step(test: DelongResult, alpha: float) -> AreasStep:
    return AreasStep(
        alpha=alpha,
        difference=test.difference,
        low=test.low,
        high=test.high,
        statistic=test.statistic,
        critical=test.critical_value(alpha),
        pvalue=test.adjusted,
        own_pvalue=test.pvalue,
        test=test,
        picture=_picture(test, alpha),
    )


def _picture(test: DelongResult, alpha: float) -> NullPicture:
    """Return how z varies if both areas are the same; where p is not read off z, without what is rejected."""
    if test.null_distribution is None or math.isnan(test.statistic):
        everything = (-math.inf, math.inf)
        bare = density_picture(test.null_distribution or stats.norm, everything, test.statistic, WINDOW)
        return replace(bare, cut=EVERYWHERE)
    critical = test.critical_value(alpha)
    return density_picture(test.null_distribution, (-critical, critical), test.statistic, WINDOW)
