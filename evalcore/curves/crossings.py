"""Whether one ROC curve lies above another, or where they cross: as drawn, and as far as an interval shows it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Final, Literal

import numpy as np
from numpy.typing import ArrayLike

from evalcore.curves.roc import RocCurve
from evalcore.errors import Message
from evalcore.intervals.together import paired_resamples, paired_scores, rates_of, width_together
from evalcore.support.arrays import BoolArray, FloatArray, IndexArray, frozen
from evalcore.support.checks import check_level
from evalcore.support.results import Result

TOUCH = 1e-12  # curves this close are the same: rounding of the rates and of the lines between them
GRID: Final = np.linspace(0.05, 0.95, 19)
LEAST_ROWS: Final = 10  # of each class
MOST_DRAWN: Final = 10_000  # rows of a replicate; of more so many are drawn, and what they vary by is scaled
FEW: Final = Message(
    "Fewer than ten rows of a class cannot show which curve lies above: where the drawn curves cross, chance alone "
    "could do that."
)


@dataclass(frozen=True, eq=False)
class Dominance(Result):
    """Which of two ROC curves lies above?

    Parameters
    ----------
    verdict : "first", "second", "equal", "cross" or "undefined"
        Which is nowhere below the other and somewhere above; "undefined" where a curve is.
    crossings : (c,) float64 in [0, 1]
        False positive rates at which the upper one changes, ascending; empty unless they cross.
    first_leads : (c + 1,) bool
        Whether the first lies above before, between and after the crossings; empty where neither does.
    message : Message
        The same in a sentence.
    """

    verdict: Literal["first", "second", "equal", "cross", "undefined"]
    crossings: FloatArray
    first_leads: BoolArray
    message: Message


def dominance(first: RocCurve, second: RocCurve, *, names: tuple[str, str] = ("A", "B")) -> Dominance:
    """Does one curve lie above the other everywhere, or where do they cross?

    Parameters
    ----------
    first, second : RocCurve
        Of any two scores, also with different thresholds and rows.
    names : two str
        What the sentence calls them.

    Returns
    -------
    Dominance

    Notes
    -----
    Both are compared as lines, ties as diagonals, at every point of either, from both sides where a line is vertical;
    between these the difference is straight, so its zeros are exact up to rounding. A curve that lies above for every
    false positive rate also lies above in the precision-recall plane, and the other way round. It is a statement on
    these rows only: of two close curves from few rows either may come out above. *Undefined when* a curve lacks
    rows of one class.

    References
    ----------
    Davis and Goadrich (2006), theorem 3.2, https://doi.org/10.1145/1143844.1143874

    Examples
    --------
    >>> from evalcore.counts import threshold_counts
    >>> from evalcore.curves.roc import roc_curve
    >>> roc = [roc_curve(threshold_counts([1, 1, 0, 0], score)) for score in ([4, 2, 3, 1], [3, 2, 4, 1])]
    >>> str(dominance(*roc).message)
    'A lies nowhere below B, and above it somewhere.'
    """
    a, b = names
    none, nobody = np.empty(0), np.empty(0, dtype=bool)
    reason = first.reason or second.reason
    if reason is not None:
        return Dominance("undefined", none, nobody, reason)
    x, gap = _gaps(first, second)
    leads = np.flatnonzero(np.abs(gap) > TOUCH)
    if not leads.size:
        return Dominance("equal", none, nobody, _same(names))
    ahead = gap[leads] > 0
    change = np.flatnonzero(ahead[1:] != ahead[:-1])
    if not change.size:
        upper, lower = (a, b) if ahead[0] else (b, a)
        sentence = Message(
            "{upper} lies nowhere below {lower}, and above it somewhere.", {"upper": upper, "lower": lower}
        )
        return Dominance("first" if ahead[0] else "second", none, frozen(ahead[:1]), sentence)
    crossings = _zeros(x, gap, leads[change], leads[change + 1])
    shown = {"a": a, "b": b, "upper": a if ahead[0] else b, "count": len(crossings), "fpr": float(crossings[0])}
    once = Message("{a} and {b} cross at a false positive rate of {fpr:.3g}; up to there {upper} lies above.", shown)
    often = Message(
        "{a} and {b} cross {count:,} times, first at a false positive rate of {fpr:.3g}; up to there {upper} lies "
        "above.",
        shown,
    )
    leaders = frozen(np.append(ahead[change], ahead[-1]))
    return Dominance("cross", frozen(crossings), leaders, once if len(crossings) == 1 else often)


def alike(first: RocCurve, second: RocCurve, *, names: tuple[str, str] = ("A", "B")) -> Message | None:
    """Are two curves one, or is there nothing to compare? Which lies above is another question.

    Parameters
    ----------
    first, second : RocCurve
    names : two str
        What the sentence calls them.

    Returns
    -------
    Message or None
        That they are the same, or why a curve is undefined; None where they differ somewhere. That is all the drawn
        curves show of two models: see `shown_dominance`.

    Examples
    --------
    >>> from evalcore.counts import threshold_counts
    >>> from evalcore.curves.roc import roc_curve
    >>> roc = [roc_curve(threshold_counts([1, 1, 0, 0], score)) for score in ([4, 2, 3, 1], [8, 4, 6, 2])]
    >>> str(alike(*roc))
    'A and B are the same curve.'
    """
    reason = first.reason or second.reason
    if reason is not None:
        return reason
    _x, gap = _gaps(first, second)
    return None if (np.abs(gap) > TOUCH).any() else _same(names)


def _same(names: tuple[str, str]) -> Message:
    """Say that two curves are one."""
    return Message("{a} and {b} are the same curve.", {"a": names[0], "b": names[1]})


def _gaps(first: RocCurve, second: RocCurve) -> tuple[FloatArray, FloatArray]:
    """Return every false positive rate of either curve twice, with the gap from the left and from the right."""
    sides = [_sides(roc) for roc in (first, second)]
    # a stable sort merges what is sorted already
    x = np.sort(np.concatenate([sides[0][0], sides[1][0]]), kind="stable")
    x = x[np.append(True, x[1:] != x[:-1])]
    gap = np.zeros((len(x), 2))
    for sign, (at, low, high) in zip((1, -1), sides, strict=True):
        own = np.searchsorted(x, at)
        marks = np.zeros(len(x), dtype=np.int64)
        marks[own] = 1
        before = np.cumsum(marks) - 1
        after = np.minimum(before + 1, len(at) - 1)
        with np.errstate(invalid="ignore"):  # 0/0 at the last point, which is one of the curve's own
            line = high[before] + (x - at[before]) / (at[after] - at[before]) * (low[after] - high[before])
        left, right = line, line.copy()
        left[own], right[own] = low, high
        gap += sign * np.column_stack([left, right])
    return np.repeat(x, 2), gap.ravel()


def _sides(roc: RocCurve) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return the distinct false positive rates, and the lowest and highest TPR of each."""
    new = np.flatnonzero(np.append(True, roc.fpr[1:] != roc.fpr[:-1]))
    last = np.append(new[1:], len(roc.fpr)) - 1
    return roc.fpr[new], roc.tpr[new], roc.tpr[last]


def _zeros(x: FloatArray, gap: FloatArray, before: IndexArray, after: IndexArray) -> FloatArray:
    """Return where the gap changes its sign between two places; where it first is 0 if it is for a while."""
    after = np.minimum(after, before + 1)
    share = np.clip(gap[before] / (gap[before] - gap[after]), 0, 1)
    return np.asarray(x[before] + share * (x[after] - x[before]))


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
    truth, scores, sizes = paired_scores(y_true, first, second)
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
    fpr, tpr = rates_of(truth, score)
    # At a vertical stretch both ends have one FPR: the middle of the stretch stands for it.
    left, right = (np.interp(GRID + near, fpr, tpr) for near in (-1e-9, 1e-9))
    return np.asarray((left + right) / 2)


def _said(seen: FloatArray, low: FloatArray, high: FloatArray, names: tuple[str, str]) -> ShownDominance:
    a, b = names
    above, below = low > 0, high < 0
    found = partial(ShownDominance, fpr=GRID, difference=seen, low=low, high=high)
    best, worst = (float(GRID[int(np.argmax(sign * seen))]) for sign in (1, -1))
    if above.any() and below.any():
        crossing = Message(
            "The curves cross: {a} lies above {b} at a false positive rate of {first:.2f}, and below it at "
            "{second:.2f}.",
            {"a": a, "b": b, "first": best, "second": worst},
        )
        return found("cross", message=crossing)
    if above.any() or below.any():
        upper, lower, fpr = (a, b, best) if above.any() else (b, a, worst)
        over = Message(
            "{upper} lies above {lower} at a false positive rate of {fpr:.2f}; nowhere is {lower} shown to lie above.",
            {"upper": upper, "lower": lower, "fpr": fpr},
        )
        return found("first" if above.any() else "second", message=over)
    nowhere = Message(
        "At single false positive rates neither {a} nor {b} is shown to lie above the other, and where the drawn "
        "curves cross, chance alone could do that. Their areas take all rates together and may differ all the same.",
        {"a": a, "b": b},
    )
    return found("none", message=nowhere)
