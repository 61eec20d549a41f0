"""Several error rates of one model against a bar, step by step: the t-test."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from evalcore.significance import TResult, t_test
from evalcore.views.significance import steps
from evalcore.views.significance.null_pictures import NullPicture, Window, density_picture, with_observed
from evalcore.views.significance.one_model import ALPHA, RATE
from evalcore.views.significance.series import View, view_of


@dataclass(frozen=True)
class TStep:
    """What the figure shows for one choice of all values: the mean, the test, and its null distribution."""

    rate: float
    alpha: float
    mean: float
    low: float
    high: float
    statistic: float
    pvalue: float
    critical: float
    picture: NullPicture


def t_view(values: Sequence[float], rate: float, *, alpha: float, handles: Sequence[str]) -> View:
    """What does the t-test of several error rates show, and how does that follow the bar and the level?

    Parameters
    ----------
    values : sequence of float
        One error rate a repetition.
        They differ: else there is no t, and `t_test` says why.
    rate, alpha : float
    handles : sequence of RATE, ALPHA

    Returns
    -------
    View
        Of `TStep`.
    """
    test = t_test(values, rate, confidence_level=1 - alpha)
    window = t_window(test, alpha)
    rates, levels = steps.rates(rate), steps.alphas(alpha)
    now = _t_steps(test, [rate], [alpha], window)[0]
    wanted = {
        RATE: (rates, rates, _t_steps(test, rates, [alpha] * len(rates), window)),
        ALPHA: (levels, levels, _t_steps(test, [rate] * len(levels), levels, window)),
    }
    wanted = {name: steps_of for name, steps_of in wanted.items() if name in handles}
    found = view_of(now, wanted, {RATE: rate, ALPHA: alpha}, "two-sided")
    return replace(found, values=tuple(values))


def t_window(test: TResult, alpha: float) -> Window:
    """Return which values of t are shown: from -5 to 5, or further where the critical value needs it."""
    half = 5 * math.ceil(max(1.0, min(test.critical_value(alpha) / 4, 10)))
    return Window(-half, 2 * half / 5)


def _t_steps(test: TResult, rates: Sequence[float], levels: Sequence[float], window: Window) -> list[TStep]:
    """Return what is shown for bars and levels side by side; neither changes the mean or its standard error."""
    null, mean, error = test.null_distribution, test.effect, test.standard_error
    statistics = (mean - np.array(rates)) / error
    pvalues = 2 * null.sf(np.abs(statistics))
    criticals = null.isf(np.array(levels) / 2)
    pictures: dict[float, NullPicture] = {}
    found = []
    for rate, alpha, t, p, critical in zip(rates, levels, statistics, pvalues, criticals, strict=True):
        if alpha not in pictures:
            pictures[alpha] = density_picture(null, (-critical, critical), t, window)
        picture = with_observed(pictures[alpha], float(t), window, both=True)
        ends = (float(mean - critical * error), float(mean + critical * error))
        found.append(TStep(rate, alpha, mean, *ends, float(t), float(p), float(critical), picture))
    return found
