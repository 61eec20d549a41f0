"""Whether one ROC curve lies above another, or where they cross."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from evalcore.curves.roc import RocCurve
from evalcore.errors import Message
from evalcore.support.arrays import BoolArray, FloatArray, IndexArray, frozen
from evalcore.support.results import Result

TOUCH = 1e-12  # curves this close are the same: rounding of the rates and of the lines between them


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
