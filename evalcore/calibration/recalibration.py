"""Scores made into probabilities that come true: fitted on some rows, judged on others."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal, get_args

import numpy as np
from numpy.typing import ArrayLike
from scipy import optimize, special

from evalcore.calibration._logistic import check_nearest, fit, groups, log_odds, no_line, no_slope
from evalcore.counts import ThresholdCounts
from evalcore.counts.reasons import one_class
from evalcore.errors import InputError, Message, present
from evalcore.support.arrays import FloatArray, frozen
from evalcore.support.checks import finite_numbers, option, share
from evalcore.support.results import Result

Method = Literal["platt", "logistic", "temperature", "beta", "isotonic"]
Order = Literal["kept", "tied", "reversed"]

ON_LOG_ODDS = ("logistic", "temperature", "beta")
FEW_ROWS = 1_000
AGAINST = Message(
    "High scores go with negative rows here, so that no temperature and no growing curve makes probabilities of them."
)
REVERSED = Message("High scores go with negative rows here: recalibration turns their order round, and AUC with it.")
TIED = Message(
    "Isotonic recalibration gives neighbouring scores one probability, so that AUC and ranks change a little."
)
SURE = Message(
    "Isotonic recalibration gives some scores the probability 0 or 1; a single row that is not so makes the log loss "
    "infinite."
)
FEW = Message(
    "Isotonic recalibration follows each step of the rows it is fitted on; with fewer than 1,000 a curve of two or "
    "three numbers mostly does better on new rows."
)


@dataclass(frozen=True, eq=False)
class Recalibration(Result):
    """Which probability belongs to each score?

    Parameters
    ----------
    method : "platt", "logistic", "temperature", "beta" or "isotonic"
    coefficients : tuple of float
        Of "platt" and "logistic" slope and intercept, of "temperature" the temperature, of "beta" a, b and c; empty of
        "isotonic".
    score, probability : (k,) float64
        Of "isotonic", the corners of its steps, ascending; empty of the others.
    order : "kept", "tied" or "reversed"
        What becomes of the order of the rows: kept, so that AUC and all ranks stay; kept but for neighbours that become
        tied; or turned round.
    n : float
        Rows it was fitted on, or the sum of their weights.
    nearest : float or None
        What scores nearer to 0 or 1 are taken for.
    reason : Message or None
        Why there is none: all probabilities are nan then.
    warnings : tuple of Message
    """

    method: Method
    coefficients: tuple[float, ...]
    score: FloatArray
    probability: FloatArray
    order: Order
    n: float
    nearest: float | None = None
    reason: Message | None = None
    warnings: tuple[Message, ...] = ()

    def apply(self, scores: ArrayLike) -> FloatArray:
        """Which probability belongs to each of these scores?

        Parameters
        ----------
        scores : (n,) finite numbers
            In [0, 1], but for "platt" and "isotonic".

        Returns
        -------
        (n,) float64 in [0, 1]
            Of scores beyond those it was fitted on, "isotonic" gives the probability of the nearest. *Undefined when*
            there is no recalibration: nan.

        Raises
        ------
        InputError
            Where a score has no log odds.
        """
        score = finite_numbers(scores, "scores")
        if self.method in ON_LOG_ODDS:
            _check_probabilities(score)
        if self.reason is not None:
            return np.full(len(score), np.nan)
        if self.method == "isotonic":
            return np.interp(score, self.score, self.probability)
        return np.asarray(special.expit(self._log_odds(score)))

    def score_at(self, probability: float) -> float:
        """From which score on does the recalibrated probability reach this one?

        Parameters
        ----------
        probability : float in [0, 1]

        Returns
        -------
        float
            The threshold of the former scores that decides as this one does of probabilities, up to rounding; -inf
            where all reach it, +inf where none does. *Undefined when* the order is reversed, or there is no
            recalibration: nan.
        """
        p = share(probability, "probability")
        if self.reason is not None or self.order == "reversed":
            return math.nan
        if self.method == "isotonic":
            return self._corner_at(p)
        wanted = float(special.logit(p))
        if math.isinf(wanted):
            return wanted
        if self.method == "platt":
            slope, intercept = self.coefficients
            return (wanted - intercept) / slope
        at_ends = [self._log_odds(np.array([end])).item() for end in (self.nearest or 0.0, 1 - (self.nearest or 0.0))]
        if not at_ends[0] < wanted <= at_ends[1]:
            return -math.inf if wanted <= at_ends[0] else math.inf
        return self._solved(wanted)

    def _solved(self, wanted: float) -> float:
        """Return the score with these log odds after recalibration; they grow with its own."""

        def beyond(x: float) -> float:
            """Return how far the log odds are off at a score with these of its own."""
            return (
                self._of_log_odds(np.array([special.log_expit(x)]), np.array([special.log_expit(-x)])).item() - wanted
            )

        reach = 1.0
        while beyond(-reach) > 0 or beyond(reach) < 0:
            reach *= 2
        return float(special.expit(optimize.brentq(beyond, -reach, reach, xtol=1e-13)))

    def _log_odds(self, score: FloatArray) -> FloatArray:
        """Return the log odds that belong to each score."""
        if self.method == "platt":
            slope, intercept = self.coefficients
            return slope * score + intercept
        if self.nearest is not None:
            score = np.clip(score, self.nearest, 1 - self.nearest)
        with np.errstate(divide="ignore"):
            return self._of_log_odds(np.log(score), np.log1p(-score))

    def _of_log_odds(self, log_p: FloatArray, log_q: FloatArray) -> FloatArray:
        """Return the log odds that belong to scores whose logarithm, and that of 1 less them, is this."""
        if self.method == "beta":
            a, b, c = self.coefficients
            # A factor of 0 leaves out a logarithm that may be infinite.
            return np.asarray((a * log_p if a else 0.0) - (b * log_q if b else 0.0) + c)
        slope, intercept = (1 / self.coefficients[0], 0.0) if self.method == "temperature" else self.coefficients
        return slope * (log_p - log_q) + intercept

    def _corner_at(self, p: float) -> float:
        """Return from which score on the steps reach a probability, lines between their corners."""
        place = int(np.searchsorted(self.probability, p))
        if place in (0, len(self.probability)):
            return -math.inf if place == 0 else math.inf
        (x0, x1), (p0, p1) = (of[place - 1 : place + 1].tolist() for of in (self.score, self.probability))
        return float(x0 + (x1 - x0) * ((p - p0) / (p1 - p0)))


def recalibrate(counts: ThresholdCounts, method: Method = "logistic", *, nearest: float | None = None) -> Recalibration:
    """Which probability belongs to each score, by these rows?

    Parameters
    ----------
    counts : ThresholdCounts
        Of rows or of weights. What is fitted must be judged on other rows (`recalibrated`).
    method : str
        "platt": logit P(+) = a score + b, of scores of any range; "logistic": a logit(score) + b; "temperature":
        logit(score) / T; "beta": a ln(score) - b ln(1 - score) + c with a, b >= 0; "isotonic": the growing steps that
        are nearest to the rows, with lines between them, of scores of any range.
    nearest : float in (0, 0.5), optional
        As for `calibration_line`, of the three that rest on log odds.

    Returns
    -------
    Recalibration

    Notes
    -----
    All but "isotonic" have highest likelihood, "platt" with the truth pulled in as Platt has it, to
    (n_pos + 1) / (n_pos + 2) and 1 / (n_neg + 2), so that it exists always. Where a or b of "beta" would be negative,
    it is left out and the other fitted anew. Strictly growing curves keep the order of the rows: AUC, gains and K-S
    stay, and at the same share of alerts so does every decision; calibration, losses and what a threshold probability
    decides change.
    *Undefined when* a class has no row; on log odds when `calibration_line` has no slope, and of "temperature" and
    "beta" when scores run against the truth.

    References
    ----------
    Platt (1999), Advances in Large Margin Classifiers, 61-74; Zadrozny and Elkan (2002),
    https://doi.org/10.1145/775047.775151 (isotonic); Guo et al. (2017), ICML (temperature); Kull, Silva Filho and Flach
    (2017), https://doi.org/10.1214/17-EJS1338SI (beta)

    Examples
    --------
    >>> counts = ThresholdCounts.from_grouped([0.9, 0.5, 0.1], [30, 20, 15], [10, 20, 45])
    >>> recalibrate(counts).apply([0.9, 0.5]).round(3).tolist()
    [0.75, 0.5]
    """
    option(method, "method", get_args(Method))
    check_nearest(nearest)
    nothing = frozen(np.empty(0))
    blank = Recalibration(method, (), nothing, nothing, "kept", counts.n_pos + counts.n_neg, nearest)
    reason = one_class(counts)
    if method in ON_LOG_ODDS:
        reason = no_line(counts, nearest) or no_slope(counts, nearest)
    if reason is not None:
        return replace(blank, reason=reason)
    score, pos, neg = groups(counts)
    if method == "isotonic":
        return _isotonic(blank, score, pos, neg)
    if method == "platt":
        return _line(blank, score, *_pulled(pos, neg))
    if method == "logistic":
        return _line(blank, log_odds(score, nearest), pos, neg)
    if method == "temperature":
        (slope,) = fit(log_odds(score, nearest)[:, None], pos, neg, start=np.ones(1)).coefficients.tolist()
        return replace(blank, coefficients=(1 / slope,)) if slope > 0 else replace(blank, reason=AGAINST)
    return _beta(blank, score if nearest is None else np.clip(score, nearest, 1 - nearest), pos, neg)


def _pulled(pos: FloatArray, neg: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return the rows of both classes as Platt's targets count them: none is wholly of its own."""
    n_pos, n_neg = float(pos.sum()), float(neg.sum())
    high, low = (n_pos + 1) / (n_pos + 2), 1 / (n_neg + 2)
    taken = pos * high + neg * low
    return taken, pos + neg - taken


def _line(blank: Recalibration, x: FloatArray, pos: FloatArray, neg: FloatArray) -> Recalibration:
    """Return slope and intercept."""
    n, spread = pos + neg, float(np.ptp(x))
    centre = float(n @ x / n.sum())
    # Centred and of the size of 1, so that scores of any range are fitted alike; of one score the slope is 0.
    design = np.column_stack([np.ones(len(x)), (x - centre) / (spread or 1.0)])
    start = np.array([float(special.logit(pos.sum() / n.sum())), 0.0])
    intercept, slope = fit(design, pos, neg, start=start).coefficients
    slope = float(slope) / (spread or 1.0)
    order: Order = "kept" if slope > 0 else "reversed" if slope < 0 else "tied"
    warnings = (REVERSED,) if slope < 0 else ()
    return replace(blank, coefficients=(slope, float(intercept) - slope * centre), order=order, warnings=warnings)


def _beta(blank: Recalibration, score: FloatArray, pos: FloatArray, neg: FloatArray) -> Recalibration:
    """Return a, b and c; one that would be negative is left out."""
    columns = np.column_stack([np.log(score), -np.log1p(-score), np.ones(len(score))])
    fitted = partial(fit, pos=pos, neg=neg)
    a, b, c = fitted(columns, start=np.array([1.0, 1.0, 0.0])).coefficients.tolist()
    if a < 0:
        a, (b, c) = 0.0, fitted(columns[:, 1:], start=np.array([1.0, 0.0])).coefficients.tolist()
    elif b < 0:
        b, (a, c) = 0.0, fitted(columns[:, [0, 2]], start=np.array([1.0, 0.0])).coefficients.tolist()
    return replace(blank, reason=AGAINST) if min(a, b) < 0 else replace(blank, coefficients=(a, b, c))


def _isotonic(blank: Recalibration, score: FloatArray, pos: FloatArray, neg: FloatArray) -> Recalibration:
    """Return the corners of the growing steps nearest to the rows: the first and last score of each."""
    n = pos + neg
    some = n > 0  # a weight may be lost in rounding
    score, pos, n = score[some], pos[some], n[some]
    value = np.clip(optimize.isotonic_regression(pos / n, weights=n).x, 0, 1)
    edge = np.append(True, value[1:] != value[:-1])
    corner = edge | np.append(edge[1:], True)
    sure = value[0] == 0 or value[-1] == 1
    return replace(
        blank,
        score=frozen(score[corner]),
        probability=frozen(value[corner]),
        order="tied",
        warnings=present(TIED, SURE if sure else None, FEW if blank.n < FEW_ROWS else None),
    )


def _check_probabilities(score: FloatArray) -> None:
    """Refuse scores that have no log odds."""
    outside = (score < 0) | (score > 1)
    if outside.any():
        row = int(np.argmax(outside))
        raise InputError(
            "Scores must lie between 0 and 1 to have log odds; got {value} (data row {row}). Choose Platt's or "
            "isotonic recalibration, which take any numbers.",
            value=float(score[row]),
            row=row + 1,
        )
