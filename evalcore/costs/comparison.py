"""Which of two scores is cheaper, and under which conditions: on these rows, and as far as an interval shows it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import partial
from typing import Final, Literal

import numpy as np
from numpy.typing import ArrayLike

from evalcore.costs.envelope import CostCurve
from evalcore.errors import Message
from evalcore.intervals.together import paired_resamples, paired_scores, rates_of, width_together
from evalcore.support.arrays import BoolArray, FloatArray, IndexArray, frozen
from evalcore.support.checks import check_level
from evalcore.support.results import Result

SAME = 1e-12  # normalised costs this close are the same: rounding of the rates
MOST_SHOWN = 5  # stretches in a sentence
# P(+)cost of the conditions looked at; at 0 and 1 every score costs nothing.
GRID: Final = np.linspace(0.05, 0.95, 19)
LEAST_ROWS: Final = 10  # of each class
MOST_DRAWN: Final = 10_000  # rows of a replicate; of more so many are drawn, and what they vary by is scaled
FEW: Final = Message("Fewer than ten rows of a class cannot show which model is cheaper.")


@dataclass(frozen=True, eq=False)
class Cheaper(Result):
    """Which of two scores is cheaper under each condition, each with its best threshold?

    Parameters
    ----------
    edges : (s + 1,) float64 in [0, 1]
        P(+)cost where the cheaper one changes, ascending, from 0 to 1; empty where a curve is undefined.
    winner : (s,) int
        From each edge to the next: 0 the first, 1 the second, -1 if both cost the same.
    message : Message
        The same in a sentence.
    """

    edges: FloatArray
    winner: IndexArray
    message: Message


def cheaper(first: CostCurve, second: CostCurve, *, names: tuple[str, str] = ("A", "B")) -> Cheaper:
    """Which of two scores is cheaper under each condition, each with its best threshold?

    Parameters
    ----------
    first, second : CostCurve
        Of any two scores, also with different thresholds and rows.
    names : two str
        What the sentence calls them.

    Returns
    -------
    Cheaper

    Notes
    -----
    Compares the lower envelopes. Between neighbouring vertices of either, both are straight lines, from (0, FPR_1) and
    (0, FPR_2) to (1, FNR_1) and (1, FNR_2), and cross at most once, at
    x = (FPR_1 - FPR_2) / (FPR_1 - FPR_2 + FNR_2 - FNR_1). Normalised costs within 1e-12 are the same. It is a
    statement on these rows only: of two close envelopes from few rows either may come out lower; what they show of
    others says `shown_cheaper`. *Undefined when* a
    curve lacks rows of one class.

    References
    ----------
    Drummond and Holte (2006), section 4, https://doi.org/10.1007/s10994-006-8199-5

    Examples
    --------
    >>> from evalcore import costs, counts
    >>> tables = [counts.ThresholdCounts.from_grouped([2, 1], *rows) for rows in (([1, 1], [0, 3]), ([2, 0], [1, 2]))]
    >>> found = cheaper(*map(costs.cost_curve, tables))
    >>> found.edges.tolist(), str(found.message)
    ([0.0, 0.4, 1.0], 'On these rows A is cheaper for P(+)cost in (0.000, 0.400); B in (0.400, 1.000).')
    """
    reason = first.reason or second.reason
    if reason is not None:
        return Cheaper(frozen(np.empty(0)), frozen(np.empty(0, dtype=np.intp)), reason)
    place, left, right, zero = _gaps(first, second)
    # up to two pieces between neighbouring vertices: the sign of the gap at one end, then at the other
    signs = np.sign(np.where(np.abs([left, right]) > SAME, [left, right], 0.0))
    at_left, at_right = np.where(signs == 0, signs[::-1], signs)
    start = np.column_stack([place[:-1], np.where(at_left == at_right, place[1:], zero)]).ravel()
    stop = np.append(start[1:], 1.0)
    sign = np.column_stack([at_left, at_right]).ravel()[start < stop]
    start = start[start < stop]
    new = np.append(True, sign[1:] != sign[:-1])
    edges = np.append(start[new], 1.0)
    winner = np.select([sign[new] < 0, sign[new] > 0], [0, 1], -1).astype(np.intp)
    return Cheaper(frozen(edges), frozen(winner), _sentence(edges, winner, names))


def _gaps(first: CostCurve, second: CostCurve) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray]:
    """Return all vertices, and for each stretch between them the gap at both ends and where it would be 0."""
    place = np.union1d(first.envelope.x, second.envelope.x)
    mine, theirs = (curve.envelope.best(place[:-1]) for curve in (first, second))
    at_0, at_1 = first.fpr[mine] - second.fpr[theirs], first.fnr[mine] - second.fnr[theirs]
    left, right = (at_0 * (1 - x) + at_1 * x for x in (place[:-1], place[1:]))
    slope = np.where(at_0 == at_1, 1.0, at_0 - at_1)
    return place, left, right, np.clip(at_0 / slope, place[:-1], place[1:])


def _sentence(edges: FloatArray, winner: IndexArray, names: tuple[str, str]) -> Message:
    """Say who is cheaper where."""
    a, b = names
    won = {int(w) for w in winner}
    if won == {-1}:
        return Message("On these rows {a} and {b} cost the same under every condition.", {"a": a, "b": b})
    if not {0, 1} <= won:
        low, high, which = (a, b, 0) if 0 in won else (b, a, 1)
        shown = {"cheap": low, "dear": high, "stretches": _stretches(edges, winner, which)}
        return Message(
            "On these rows {cheap} is nowhere dearer than {dear}, and cheaper for P(+)cost in {stretches}.", shown
        )
    shown = {"a": a, "b": b, "stretches": _stretches(edges, winner, 0), "others": _stretches(edges, winner, 1)}
    if -1 in won:
        return Message(
            "On these rows {a} is cheaper for P(+)cost in {stretches}; {b} in {others}; elsewhere both cost the same.",
            shown,
        )
    return Message("On these rows {a} is cheaper for P(+)cost in {stretches}; {b} in {others}.", shown)


def _stretches(edges: FloatArray, winner: IndexArray, which: int) -> str:
    """Return the stretches one of them wins, the first few if there are many."""
    won = np.flatnonzero(winner == which)
    # Both cost the same at each end: they cross there, or nothing is at stake for either.
    shown = [f"({edges[i]:.3f}, {edges[i + 1]:.3f})" for i in won[:MOST_SHOWN]]
    return ", ".join(shown if len(won) <= MOST_SHOWN else [*shown, "…"])


@dataclass(frozen=True, eq=False)
class ShownCheaper(Result):
    """Which of two scores is shown to be cheaper, each with its best threshold?

    Parameters
    ----------
    verdict : "first", "second", "both", "none" or "few"
        Which is shown to be cheaper under some condition; "both" where each is under its own.
    x : (g,) float64
        P(+)cost of the conditions that were looked at.
    difference, low, high : (g,) float64
        Least normalised cost of the first less that of the second, with intervals that hold for all conditions
        together; nan where undefined.
    message : Message
        The same in a sentence.
    """

    verdict: Literal["first", "second", "both", "none", "few"]
    x: FloatArray
    difference: FloatArray
    low: FloatArray
    high: FloatArray
    message: Message

    def at(self, condition: float) -> Literal["first", "second", "none"]:
        """Which is shown to be cheaper at one P(+)cost: at both conditions looked at that lie beside it.

        *Undefined when* it is nan or lies outside of those looked at: "none".

        Examples
        --------
        >>> y, rng = np.repeat([True, False], 200), np.random.default_rng(0)
        >>> noise = rng.normal(size=400)
        >>> found = shown_cheaper(y, noise + 3 * y, noise, rng=rng)
        >>> found.at(0.52), found.at(0.999)
        ('first', 'none')
        """
        on = np.flatnonzero(np.isclose(self.x, condition, rtol=0, atol=SAME))
        if not on.size and not self.x[0] < condition < self.x[-1]:
            return "none"
        right = int(np.searchsorted(self.x, condition))
        beside = on if on.size else [right - 1, right]
        if (self.high[beside] < 0).all():
            return "first"
        return "second" if (self.low[beside] > 0).all() else "none"


def shown_cheaper(
    y_true: ArrayLike,
    first: ArrayLike,
    second: ArrayLike,
    *,
    rng: np.random.Generator,
    names: tuple[str, str] = ("A", "B"),
    confidence_level: float = 0.95,
    n_replicates: int = 200,
) -> ShownCheaper:
    """Is one score shown to be cheaper than the other under some condition, each with its best threshold?

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
    ShownCheaper

    Notes
    -----
    The difference of the lower envelopes is looked at for 19 P(+)cost from .05 to .95; at 0 and 1 every score costs
    nothing. Rows of each class are drawn again, for both models at once; the largest distance of a resampled
    difference from the one seen, in standard errors, gives one width for all conditions, so that all intervals hold
    together. They reach as far again as the mean of the resamples lies off, since a score with more thresholds gains
    more by choosing among them. Of more than 10,000 rows so many are drawn and their distances scaled by the root of
    the share drawn. Of two models of like quality (normal scores, d' 1.7, correlated by .5; 600 samples each) one was
    said to be cheaper in .05 (30 rows of each class) and .07 (20 positives, 200 negatives); a score that knows nothing
    against no score at all, 30 rows of each class, in .08. *Undefined when* a class has fewer than ten rows: verdict
    "few".

    References
    ----------
    Drummond and Holte (2006), section 5, https://doi.org/10.1007/s10994-006-8199-5; Politis and Romano (1994),
    https://doi.org/10.1214/aos/1176325770

    Examples
    --------
    >>> y, rng = np.repeat([True, False], 200), np.random.default_rng(0)
    >>> noise = rng.normal(size=400)
    >>> shown_cheaper(y, noise + 3 * y, noise, rng=rng).verdict
    'first'
    """
    check_level(confidence_level)
    truth, scores, sizes = paired_scores(y_true, first, second)
    if min(sizes) < LEAST_ROWS:
        none = frozen(np.full(len(GRID), np.nan))
        return ShownCheaper("few", GRID, none, none, none, FEW)
    share = min(1.0, MOST_DRAWN / len(truth))
    seen = _difference(truth, *scores)
    drawn = paired_resamples(truth, scores, _difference, n_replicates=n_replicates, share=share, rng=rng)
    away = drawn - seen
    # Where a handful of rows decides, resamples may not vary: a row of the smaller class is added.
    error = np.hypot(np.sqrt(np.square(away).mean(axis=0) * share), 1 / min(sizes))
    width = width_together(np.abs(away / error).max(axis=1) * math.sqrt(share), confidence_level)
    # A score with more thresholds gains more by choosing among them, once on the rows and once more on resamples.
    gained = away.mean(axis=0) * share
    low, high = (seen - np.maximum(gained, 0) - width * error, seen - np.minimum(gained, 0) + width * error)
    return _said(seen, low, high, names)


def _difference(truth: BoolArray, first: FloatArray, second: FloatArray) -> FloatArray:
    return _least_costs(truth, first) - _least_costs(truth, second)


def _least_costs(truth: BoolArray, score: FloatArray) -> FloatArray:
    """Return the lower envelope at each condition of the grid."""
    fpr, tpr = rates_of(truth, score)
    return np.asarray((np.outer(GRID, 1 - tpr) + np.outer(1 - GRID, fpr)).min(axis=1))


def _said(seen: FloatArray, low: FloatArray, high: FloatArray, names: tuple[str, str]) -> ShownCheaper:
    """Say which is shown to be cheaper where."""
    a, b = names
    cheaper, dearer = high < 0, low > 0
    found = partial(ShownCheaper, x=GRID, difference=frozen(seen), low=frozen(low), high=frozen(high))
    if cheaper.any() and dearer.any():
        both = Message(
            "{a} is shown to be cheaper at P(+)cost {stretches}; {b} at {others}.",
            {"a": a, "b": b, "stretches": _grid_stretches(cheaper), "others": _grid_stretches(dearer)},
        )
        return found("both", message=both)
    if not (cheaper.any() or dearer.any()):
        return found(
            "none",
            message=Message("{a} and {b} cannot be told apart by their costs on these rows.", {"a": a, "b": b}),
        )
    cheap, dear, where = (a, b, cheaper) if cheaper.any() else (b, a, dearer)
    one = Message(
        "{cheap} is shown to be cheaper than {dear} at P(+)cost {stretches}, and nowhere to be dearer.",
        {"cheap": cheap, "dear": dear, "stretches": _grid_stretches(where)},
    )
    return found("first" if cheaper.any() else "second", message=one)


def _grid_stretches(where: BoolArray) -> str:
    """Return the conditions of a grid where something holds: neighbours as a stretch."""
    edges = np.flatnonzero(np.diff(np.concatenate([[False], where, [False]])))
    shown = []
    for start, stop in zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True):
        low, high = GRID[start], GRID[stop - 1]
        shown.append(f"{low:.2f}" if stop - start == 1 else f"{low:.2f}–{high:.2f}")
    return ", ".join(shown)
