"""Two models on one test set whose rows belong to cases: McNemar's test by case, step by step."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations

import numpy as np
from scipy import stats

from evalcore.predictions import BinaryView
from evalcore.significance import CaseMcnemarResult, Disagreement, mcnemar_by_case
from evalcore.significance.results import among, level_of_each
from evalcore.support.arrays import BoolArray
from evalcore.views.significance import steps
from evalcore.views.significance.null_pictures import with_observed
from evalcore.views.significance.series import View, view_of
from evalcore.views.significance.two_models import ALPHA, ROOT, McnemarStep, called_positive, chi_square_picture

USED = "by case"


def right(rows: BinaryView, t: float | None) -> BoolArray:
    """On which rows is a model right at a threshold?"""
    return np.asarray(called_positive(rows, t) == rows.y_true)


def by_case(models: Sequence[tuple[BinaryView, float | None]], alpha: float) -> CaseMcnemarResult:
    """Does the first of several models err more often than the second, if rows of one case are not independent?

    Parameters
    ----------
    models : sequence of (BinaryView, threshold)
        All models that are compared, of the same rows, which belong to cases; a threshold is None for labels.
    alpha : float

    Returns
    -------
    CaseMcnemarResult
        Of the first two, among the tests of all pairs, with an interval of level 1 - alpha together.
    """
    cases = models[0][0].cases
    if cases is None:
        raise ValueError("without cases McNemar's test takes each row for itself")
    are_right = [right(*model) for model in models]
    pairs = list(combinations(are_right, 2))
    level = level_of_each(1 - alpha, len(pairs))
    first = mcnemar_by_case(*pairs[0], cases, confidence_level=level)
    others = [mcnemar_by_case(*pair, cases).pvalue for pair in pairs[1:]]
    return among(first, others) if others else first


def by_case_view(models: Sequence[tuple[BinaryView, float | None]], table: Disagreement, *, alpha: float) -> View:
    """What does McNemar's test by case show, and how does that follow its level?

    Parameters
    ----------
    models : as for `by_case`
    table : Disagreement
        Of the rows of the first two models.
    alpha : float

    Returns
    -------
    View
        Of `McnemarStep`.
    """
    levels = steps.alphas(alpha)
    shown = [_step(models, table, level) for level in levels]
    return view_of(_step(models, table, alpha), {ALPHA: (levels, levels, shown)}, {ALPHA: alpha}, "two-sided")


def _step(models: Sequence[tuple[BinaryView, float | None]], table: Disagreement, alpha: float) -> McnemarStep:
    test = by_case(models, alpha)
    critical = float(stats.chi2.isf(test.own_level(alpha), 1))
    root = 0.0 if math.isnan(test.statistic) else math.sqrt(test.statistic)
    return McnemarStep(
        table=table,
        alpha=alpha,
        n=sum(table),
        wrong_a=table.e01 + table.e11,
        wrong_b=table.e10 + table.e11,
        difference=test.difference,
        low=test.low,
        high=test.high,
        used=USED,
        statistic=test.statistic,
        pvalue=test.adjusted,
        own_pvalue=test.pvalue,
        kept=(0, 0),
        critical=critical,
        size=math.nan,
        test=test,
        picture=with_observed(chi_square_picture(critical), root, ROOT, both=False),
    )
