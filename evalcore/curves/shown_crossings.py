"""Which of two ROC curves is shown to lie above, and do they cross? Only where an interval says so."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

import numpy as np
from numpy.typing import ArrayLike

from evalcore.errors import Message
from evalcore.intervals.together import paired_resamples, width_together
from evalcore.support.arrays import BoolArray, FloatArray, frozen
from evalcore.support.checks import check_level, finite_numbers, same_length, truths
from evalcore.support.results import Result

GRID: Final = np.linspace(0.05, 0.95, 19)
LEAST_ROWS: Final = 10  # of each class
MOST_DRAWN: Final = 10_000  # rows of a replicate; of more so many are drawn, and what they vary by is scaled
FEW: Final = Message(
    "Fewer than ten rows of a class cannot show which curve lies above: where the drawn curves cross, chance alone "
    "could do that."
)


@dataclass(frozen=True, eq=False)
class ShownDominance(Result):
    """Which of two ROC curves is shown to lie above?

    Parameters
    ----------
    verdict : "first", "second", "cross", "none" or "few"
        Which is shown to lie above somewhere; "cross" where each is.
    fpr : (g,) float64
        False positive rates that were looked at.
    difference, low, high : (g,) float64
        TPR of the first less that of the second, with intervals that hold for all these rates together.
    message : Message
        The same in a sentence.
    """

    verdict: Literal["first", "second", "cross", "none", "few"]
    fpr: FloatArray
    difference: FloatArray
    low: FloatArray
    high: FloatArray
    message: Message


def shown_dominance(
    y_true: ArrayLike,
    first: ArrayLike,
    second: ArrayLike,
    *,
    rng: np.random.Generator,
    names: tuple[str, str] = ("A", "B"),
    confidence_level: float = 0.95,
    n_replicates: int = 200,
) -> ShownDominance:
    """Is one ROC curve shown to lie above the other somewhere, or each at its own false positive rates?

    Parameters
    ----------
    y_true : (n,) True/False or 1/0
        Rows count once each.
    first, second : (n,) finite numbers
        Scores of both models for the same rows.
    rng : numpy.random.Generator
    names : two str
        What the sentence calls them.
    confidence_level : float in (0, 1)
        Of all intervals together.
    n_replicates : int >= 2

    Returns
    -------
    ShownDominance

    Notes
    -----
    The difference of TPR is looked at for 19 false positive rates from .05 to .95. Rows of each class are drawn again,
    for both models at once; the largest distance of a resampled difference from the one seen, in standard errors,
    gives one width for all rates, so that all intervals hold together. A curve is said to lie above where its interval
    leaves 0 out, and curves to cross where both are. Of more than 10,000 rows so many are drawn and their distances
    scaled by the root of the share drawn. Of two models of like quality (AUC .8, scores correlated by .5; 30, 100 and
    300 rows of each class, 200 samples each) none were said to cross, and one to lie above the other in .00, .01 and
    .03. *Undefined when* a class has fewer than ten rows: verdict "few".

    References
    ----------
    Politis and Romano (1994), https://doi.org/10.1214/aos/1176325770

    Examples
    --------
    >>> y, rng = np.repeat([True, False], 200), np.random.default_rng(0)
    >>> noise = rng.normal(size=400)
    >>> shown_dominance(y, noise + 3 * y, noise, rng=rng).verdict
    'first'
    """
    check_level(confidence_level)
    truth = truths(y_true)
    scores = [finite_numbers(score, name) for score, name in ((first, "first"), (second, "second"))]
    for score, name in zip(scores, ("first", "second"), strict=True):
        same_length(score, len(truth), name)
    sizes = int(np.count_nonzero(truth)), int(np.count_nonzero(~truth))
    none = frozen(np.full(len(GRID), np.nan))
    if min(sizes) < LEAST_ROWS:
        return ShownDominance("few", GRID, none, none, none, FEW)
    seen = _difference(truth, *scores)
    share = min(1.0, MOST_DRAWN / len(truth))
    away = paired_resamples(truth, scores, _difference, n_replicates=n_replicates, share=share, rng=rng) - seen
    # A rate at which a handful of rows decides may not vary in the resamples: there nothing is shown.
    error = np.maximum(np.sqrt(np.square(away).mean(axis=0) * share), 1 / min(sizes))
    farthest = np.abs(away / error).max(axis=1) * np.sqrt(share)
    width = width_together(farthest, confidence_level)
    low, high = seen - width * error, seen + width * error
    return _said(frozen(seen), frozen(low), frozen(high), names)


def _difference(truth: BoolArray, first: FloatArray, second: FloatArray) -> FloatArray:
    return _tpr(truth, first) - _tpr(truth, second)


def _tpr(truth: BoolArray, score: FloatArray) -> FloatArray:
    """Return the TPR at each rate of the grid, ties as diagonals."""
    order = np.argsort(-score, kind="stable")
    ordered = score[order]
    ends = np.append(np.flatnonzero(ordered[1:] != ordered[:-1]), len(order) - 1)
    tp = np.append(0, np.cumsum(truth[order])[ends])
    fp = np.append(0, ends + 1) - tp
    # At a vertical stretch both ends have one FPR: the middle of the stretch stands for it.
    return np.asarray((_at(fp, tp, "left") + _at(fp, tp, "right")) / 2)


def _at(fp: FloatArray, tp: FloatArray, side: Literal["left", "right"]) -> FloatArray:
    """Return TPR by lines between the points, at a vertical stretch its lower or upper end."""
    rate = fp / fp[-1]
    near = 1e-9 if side == "right" else -1e-9
    return np.asarray(np.interp(GRID + near, rate, tp / tp[-1]))


def _said(seen: FloatArray, low: FloatArray, high: FloatArray, names: tuple[str, str]) -> ShownDominance:
    a, b = names
    above, below = low > 0, high < 0
    best, worst = (float(GRID[int(np.argmax(sign * seen))]) for sign in (1, -1))
    if above.any() and below.any():
        crossing = Message(
            "The curves cross: {a} lies above {b} at a false positive rate of {first:.2f}, and below it at "
            "{second:.2f}.",
            {"a": a, "b": b, "first": best, "second": worst},
        )
        return ShownDominance("cross", GRID, seen, low, high, crossing)
    if above.any() or below.any():
        upper, lower, fpr = (a, b, best) if above.any() else (b, a, worst)
        over = Message(
            "{upper} lies above {lower} at a false positive rate of {fpr:.2f}; nowhere is {lower} shown to lie above.",
            {"upper": upper, "lower": lower, "fpr": fpr},
        )
        return ShownDominance("first" if above.any() else "second", GRID, seen, low, high, over)
    nowhere = Message(
        "Neither {a} nor {b} is shown to lie above the other: where the drawn curves cross, chance alone could do "
        "that.",
        {"a": a, "b": b},
    )
    return ShownDominance("none", GRID, seen, low, high, nowhere)
