"""Ways of choosing a threshold for each condition, and the areas below the cost curves they lead to."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from evalcore.costs._condition import rates_at
from evalcore.costs.envelope import cost_curve
from evalcore.counts import ThresholdCounts
from evalcore.counts.given import of_scores
from evalcore.counts.reasons import no_probabilities, one_class
from evalcore.errors import Message
from evalcore.support.arrays import FloatArray
from evalcore.support.blocks import blocks, in_two
from evalcore.support.checks import share, shares
from evalcore.support.results import Result


@dataclass(frozen=True)
class ChoiceAreas(Result):
    """What does each way of choosing a threshold cost, if every P(+)cost in [0, 1] is as likely?

    Parameters
    ----------
    fixed : float in [0, 1]
        The same threshold always: (FPR + FNR) / 2.
    score_driven : float in [0, 0.5]
        Threshold 1 - P(+)cost: the class-balanced Brier score; nan unless the scores lie in [0, 1].
    rate_driven : float in [1/12, 7/12]
        So many predicted positive that (FPR + TPR) / 2 = P(+)cost: 7/12 - AUC / 2.
    rate_random : float in [1/4, 3/4]
        (FPR + TPR) / 2 drawn at random, without a look at P(+)cost: 3/4 - AUC / 2.
    optimal : float in [0, 1/4]
        The best threshold for each P(+)cost: the area under the lower envelope.
    reason : Message or None
        Why all are nan, or `score_driven` alone.
    """

    fixed: float
    score_driven: float
    rate_driven: float
    rate_random: float
    optimal: float
    reason: Message | None = None


def choice_areas(counts: ThresholdCounts, threshold: float) -> ChoiceAreas:
    """What does each way of choosing a threshold cost, if every P(+)cost in [0, 1] is as likely?

    Parameters
    ----------
    counts : ThresholdCounts
    threshold : float
        The fixed one.

    Returns
    -------
    ChoiceAreas

    Notes
    -----
    Areas of normalised cost, each in closed form. The rate is the balanced one, (FPR + TPR) / 2, of a sample with as
    many positive as negative rows; between two thresholds a coin decides. No area is a cost under one condition, and
    none is money. *Undefined when* there is no positive or no negative row.

    References
    ----------
    Hernandez-Orallo, Flach and Ferri (2012), JMLR 13, 2813-2869; (2013), https://doi.org/10.1007/s10994-013-5328-9

    Examples
    --------
    >>> areas = choice_areas(ThresholdCounts.from_grouped([0.9, 0.5, 0.2], [3, 1, 0], [0, 2, 2]), 0.5)
    >>> areas.fixed, areas.rate_random, round(areas.optimal, 4)
    (0.25, 0.28125, 0.0833)
    """
    if (reason := one_class(counts)) is not None:
        return ChoiceAreas(np.nan, np.nan, np.nan, np.nan, np.nan, reason)
    counts = counts.scaled
    auc = counts.rates.twice_area / (2 * counts.n_pos * counts.n_neg)
    return ChoiceAreas(
        fixed=fixed_area(counts, threshold),
        score_driven=brier_score(counts, prevalence=0.5),
        rate_driven=7 / 12 - auc / 2,
        rate_random=3 / 4 - auc / 2,
        optimal=cost_curve(counts).area,
        reason=no_probabilities(counts),
    )


def fixed_area(counts: ThresholdCounts, threshold: float) -> float:
    """What does one threshold cost on average, if every P(+)cost in [0, 1] is as likely?

    Parameters
    ----------
    counts : ThresholdCounts
    threshold : float

    Returns
    -------
    float in [0, 1]
        (FPR + FNR) / 2, the area below its line. *Undefined when* there is no positive or no negative row: nan.

    Examples
    --------
    >>> fixed_area(ThresholdCounts.from_grouped([0.9, 0.5, 0.2], [3, 1, 0], [0, 2, 2]), 0.5)
    0.25
    """
    fpr, fnr = rates_at(counts, counts.index_of(threshold))
    return float(fpr + fnr) / 2


def score_driven_cost(counts: ThresholdCounts, x: ArrayLike) -> FloatArray:
    """What does it cost to take the scores for calibrated probabilities?

    Parameters
    ----------
    counts : ThresholdCounts
    x : numbers in [0, 1], any shape
        P(+)cost; see `probability_cost`.

    Returns
    -------
    array in [0, 1]
        Normalised cost of the threshold 1 - x, the Brier curve: it jumps where 1 - x is a score.

    Notes
    -----
    The area below is the class-balanced Brier score, `brier_score(counts, prevalence=0.5)`. *Undefined when* there is
    no positive or no negative row, or a score is not in [0, 1]: nan.

    References
    ----------
    Hernandez-Orallo, Flach and Ferri (2011), Brier curves, ICML, 585-592.

    Examples
    --------
    >>> counts = ThresholdCounts.from_grouped([0.9, 0.5, 0.2], [3, 1, 0], [0, 2, 2])
    >>> score_driven_cost(counts, [0.25, 0.75]).tolist()
    [0.0625, 0.125]
    """
    place = shares(x, "x")
    if no_probabilities(counts) is not None:
        return np.full(place.shape, np.nan)
    fpr, fnr = rates_at(counts, counts.index_of(1 - place))
    return np.asarray(place * fnr + (1 - place) * fpr)


def rate_driven_cost(counts: ThresholdCounts, x: ArrayLike) -> FloatArray:
    """What does it cost to call the more rows positive, the more the positive ones matter?

    Parameters
    ----------
    counts : ThresholdCounts
    x : numbers in [0, 1], any shape
        P(+)cost; see `probability_cost`.

    Returns
    -------
    array in [0, 1]
        Normalised cost where (FPR + TPR) / 2 = x; smooth between the thresholds.

    Notes
    -----
    With that rate, x FNR + (1 - x) FPR is x - 2 x^2 + FPR. The area below is 7/12 - AUC / 2. *Undefined when* there is
    no positive or no negative row: nan.

    References
    ----------
    Hernandez-Orallo, Flach and Ferri (2013), https://doi.org/10.1007/s10994-013-5328-9

    Examples
    --------
    >>> counts = ThresholdCounts.from_grouped([0.9, 0.5, 0.2], [3, 1, 0], [0, 2, 2])
    >>> rate_driven_cost(counts, [0.25, 0.75]).tolist()
    [0.125, 0.125]
    """
    place = shares(x, "x")
    if one_class(counts) is not None:
        return np.full(place.shape, np.nan)
    fpr, tpr = counts.rates.fpr, counts.rates.tpr
    return np.asarray(place - 2 * place**2 + np.interp(place, (fpr + tpr) / 2, fpr))


@of_scores
def brier_score(counts: ThresholdCounts, *, prevalence: float | None = None) -> float:
    """How far are the scores, taken as probabilities, from what came true?

    Parameters
    ----------
    counts : ThresholdCounts
    prevalence : float in [0, 1], optional
        Weight of the positive rows together: that of the rows when left out, 0.5 for the class-balanced score.

    Returns
    -------
    float in [0, 1]

    Notes
    -----
    p mean (1 - s)^2 over positive rows + (1 - p) mean s^2 over negative rows; with the prevalence of the rows the plain
    mean of squared differences. *Undefined when* a score is not in [0, 1] or there is no row; with a prevalence, when
    there is no positive or no negative row.

    References
    ----------
    Brier (1950), https://doi.org/10.1175/1520-0493(1950)078<0001:VOFEIT>2.0.CO;2

    Examples
    --------
    >>> brier_score(ThresholdCounts.from_grouped([0.9, 0.5, 0.5, 0.2], [1, 1, 0, 0], [0, 0, 1, 1]))
    0.1375
    """
    p = None if prevalence is None else share(prevalence, "prevalence")
    if no_probabilities(counts) is not None:
        return np.nan
    of_pos = _sum_over_groups(counts.tp, lambda rows: (1 - counts.threshold[rows]) ** 2)
    of_neg = _sum_over_groups(counts.fp, lambda rows: counts.threshold[rows] ** 2)
    n_pos, n_neg = counts.n_pos, counts.n_neg
    if p is None:
        return (of_pos + of_neg) / (n_pos + n_neg) if n_pos + n_neg else np.nan
    return p * of_pos / n_pos + (1 - p) * of_neg / n_neg if n_pos and n_neg else np.nan


def _sum_over_groups(cumulative: FloatArray, value: Callable[[slice], FloatArray]) -> float:
    """Return the sum over the rows of the table, +inf left out, of a value times the rows of a class there."""

    def sums(start: int, stop: int) -> list[float]:
        """Return one sum a block; `fsum` adds them without a further rounding."""
        return [
            float(np.einsum("i,i->", np.diff(cumulative[rows.start - 1 : rows.stop]), value(rows)))
            for rows in blocks(start, stop)
        ]

    return math.fsum(part for half in in_two(sums, 1, len(cumulative)) for part in half)
