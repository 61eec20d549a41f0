"""Logistic regression of counted rows, by iteratively reweighted least squares; and the log odds it is made on."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy import special

from evalcore.counts import ThresholdCounts
from evalcore.counts.of_cases import ScoredRows
from evalcore.counts.reasons import no_probabilities, one_class
from evalcore.errors import InputError, Message
from evalcore.intervals.cases import corrected
from evalcore.support.arrays import FloatArray

MOST_STEPS, MOST_HALVES = 100, 40
CLOSE = 1e-12  # of the log likelihood, by which a step must better it

SEPARATED = Message(
    "A threshold tells all positive rows from all negative ones, so that no finite slope fits these rows best."
)
ONE_SCORE = Message("All rows have one score, which shows no slope.")


@dataclass(frozen=True, eq=False)
class Fit:
    """Coefficients of highest likelihood, the inverse of their information, and that likelihood's logarithm."""

    coefficients: FloatArray
    covariance: FloatArray
    log_likelihood: float


def fit(
    design: FloatArray, pos: FloatArray, neg: FloatArray, *, offset: FloatArray | float = 0.0, start: FloatArray
) -> Fit:
    """Fit the log odds of counted rows as a sum of columns.

    Parameters
    ----------
    design : (k, p) float64
        A row for each group of rows that have all columns alike.
    pos, neg : (k,) float64 >= 0
        Rows of each class in each group, or their weights; there must be a finite fit.
    offset : (k,) float64 or float
        What is added to the sum.
    start : (p,) float64
    """
    n, found = pos + neg, np.asarray(start, dtype=np.float64)
    eta = design @ found + offset
    likelihood = _log_likelihood(pos, n, eta)
    for _ in range(MOST_STEPS):
        chance = special.expit(eta)
        information = design.T @ (design * (n * chance * (1 - chance))[:, None])
        pull = design.T @ (pos - n * chance)
        step = np.linalg.lstsq(information, pull, rcond=None)[0]
        if not float(pull @ step) / 2 > CLOSE * (abs(likelihood) + 1):
            # What is left to gain is lost in the rounding of the likelihood, which would have the step halved in vain.
            found = found + step
            eta = design @ found + offset
            likelihood = _log_likelihood(pos, n, eta)
            break
        better = likelihood
        for halves in range(MOST_HALVES):
            tried = found + step / 2**halves
            moved = design @ tried + offset
            if (better := _log_likelihood(pos, n, moved)) >= likelihood:
                found, eta = tried, moved
                break
        gain, likelihood = better - likelihood, max(better, likelihood)
        if not gain > CLOSE * (abs(likelihood) + 1):
            break
    chance = special.expit(eta)
    information = design.T @ (design * (n * chance * (1 - chance))[:, None])
    return Fit(found, np.asarray(np.linalg.pinv(information, hermitian=True), dtype=np.float64), likelihood)


def _log_likelihood(pos: FloatArray, n: FloatArray, eta: FloatArray) -> float:
    # ln(1 + exp(eta)); as np.logaddexp has it, in a third of its time
    return float(pos @ eta - n @ (np.maximum(eta, 0) + np.log1p(np.exp(-np.abs(eta)))))


def by_case(
    found: Fit, rows: ScoredRows, design: Callable[[FloatArray], FloatArray], offset: FloatArray | float = 0.0
) -> FloatArray:
    """Return the covariance of the coefficients where rows of one case depend on each other.

    What each row pulls at the coefficients is added up by case (Liang and Zeger's sandwich), times k / (k - 1).
    """
    columns = design(rows.score)
    pull = rows.truth - special.expit(columns @ found.coefficients + offset)
    sums = np.stack([rows.cases.sums(pull * column) for column in columns.T], axis=1)
    bread = found.covariance
    return np.asarray(bread @ (sums.T @ sums) @ bread * corrected(rows.cases.count))


def wider_by_rows(
    found: Fit, design: FloatArray, pos: FloatArray, neg: FloatArray, *, offset: FloatArray | float = 0.0
) -> float:
    """Return how many times as large the last coefficient's error is if the regression need not be right, at least 1.

    What each row pulls is added up by row (White's sandwich), against what the regression itself expects.
    """
    chance = special.expit(design @ found.coefficients + offset)
    pull = design.T @ (design * (pos * (1 - chance) ** 2 + neg * chance**2)[:, None])
    n, columns = float(pos.sum() + neg.sum()), design.shape[1]
    variance = (found.covariance @ pull @ found.covariance)[-1, -1] * n / max(n - columns, 1)
    return max(1.0, math.sqrt(float(variance / found.covariance[-1, -1])))


def log_odds(score: FloatArray, nearest: float | None = None) -> FloatArray:
    """Return the log odds of probabilities; 0 and 1 are taken as `nearest` to them, if one is given."""
    if nearest is not None:
        score = np.clip(score, nearest, 1 - nearest)
    with np.errstate(divide="ignore"):
        return np.asarray(special.logit(score))


def check_nearest(nearest: float | None) -> None:
    """Refuse what is no small probability."""
    if nearest is not None and not 0 < nearest < 0.5:
        raise InputError(
            "nearest must lie between 0 and 0.5; got {value}. Choose 0.000001, or leave it out.", value=nearest
        )


def groups(counts: ThresholdCounts) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return the distinct scores, ascending, and how many positive and negative rows have each."""
    counts = counts.scaled
    return (
        counts.threshold[:0:-1],
        np.diff(counts.tp)[::-1].astype(np.float64),
        np.diff(counts.fp)[::-1].astype(np.float64),
    )


def no_line(counts: ThresholdCounts, nearest: float | None) -> Message | None:
    """Say why log odds of the scores cannot be fitted to these rows at all."""
    check_nearest(nearest)
    return no_probabilities(counts) or one_class(counts) or (_at_ends(counts) if nearest is None else None)


def no_slope(counts: ThresholdCounts, nearest: float | None = None) -> Message | None:
    """Say why a slope cannot: all rows have one score, or one threshold tells both classes apart."""
    score, pos, neg = groups(counts)
    if nearest is not None:
        score = np.clip(score, nearest, 1 - nearest)
    if score[0] == score[-1]:
        return ONE_SCORE
    (low_pos, high_pos), (low_neg, high_neg) = (score[np.flatnonzero(of)[[0, -1]]] for of in (pos, neg))
    return SEPARATED if low_pos >= high_neg or low_neg >= high_pos else None


def _at_ends(counts: ThresholdCounts) -> Message | None:
    """Say that scores are exactly 0 or 1."""
    score, pos, neg = groups(counts)
    at_ends = (score == 0) | (score == 1)
    if not at_ends.any():
        return None
    rows = pos + neg
    return Message(
        "{some:,.10g} of {n:,.10g} rows have a score of exactly 0 or 1, whose log odds are infinite: these scores "
        "claim to be certain, and one that is wrong cannot be put right.",
        {"some": float(rows[at_ends].sum()), "n": float(rows.sum())},
    )
