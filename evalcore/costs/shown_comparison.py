"""Which of two scores is shown to be cheaper, and under which conditions? Only where an interval says so."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import partial
from typing import Final, Literal

import numpy as np
from numpy.typing import ArrayLike

from evalcore.errors import Message
from evalcore.intervals.together import paired_resamples, width_together
from evalcore.support.arrays import BoolArray, FloatArray, frozen
from evalcore.support.checks import check_level, finite_numbers, same_length, truths
from evalcore.support.results import Result

# P(+)cost of the conditions looked at; at 0 and 1 every score costs nothing.
GRID: Final = np.linspace(0.05, 0.95, 19)
LEAST_ROWS: Final = 10  # of each class
MOST_DRAWN: Final = 10_000  # rows of a replicate; of more so many are drawn, and what they vary by is scaled
FEW: Final = Message("Fewer than ten rows of a class cannot show which model is cheaper.")


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
    truth = truths(y_true)
    scores = [finite_numbers(score, name) for score, name in ((first, "first"), (second, "second"))]
    for score, name in zip(scores, ("first", "second"), strict=True):
        same_length(score, len(truth), name)
    sizes = int(np.count_nonzero(truth)), int(np.count_nonzero(~truth))
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
    order = np.argsort(-score, kind="stable")
    ordered = score[order]
    ends = np.append(np.flatnonzero(ordered[1:] != ordered[:-1]), len(order) - 1)
    tp = np.append(0, np.cumsum(truth[order])[ends])
    fp = np.append(0, ends + 1) - tp
    fpr, fnr = fp / fp[-1], 1 - tp / tp[-1]
    return np.asarray((np.outer(GRID, fnr) + np.outer(1 - GRID, fpr)).min(axis=1))


def _said(seen: FloatArray, low: FloatArray, high: FloatArray, names: tuple[str, str]) -> ShownCheaper:
    """Say which is shown to be cheaper where."""
    a, b = names
    cheaper, dearer = high < 0, low > 0
    found = partial(ShownCheaper, x=GRID, difference=frozen(seen), low=frozen(low), high=frozen(high))
    if cheaper.any() and dearer.any():
        both = Message(
            "{a} is shown to be cheaper at P(+)cost {stretches}; {b} at {others}.",
            {"a": a, "b": b, "stretches": _stretches(cheaper), "others": _stretches(dearer)},
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
        {"cheap": cheap, "dear": dear, "stretches": _stretches(where)},
    )
    return found("first" if cheaper.any() else "second", message=one)


def _stretches(where: BoolArray) -> str:
    """Return the conditions of a grid where something holds: neighbours as a stretch."""
    edges = np.flatnonzero(np.diff(np.concatenate([[False], where, [False]])))
    shown = []
    for start, stop in zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True):
        low, high = GRID[start], GRID[stop - 1]
        shown.append(f"{low:.2f}" if stop - start == 1 else f"{low:.2f}–{high:.2f}")
    return ", ".join(shown)
