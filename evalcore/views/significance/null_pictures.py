"""What a null distribution looks like: its shape, what of it is rejected, and where the observed value lies.

All places are whole numbers on a plane of 0 to SPAN both ways, whose numbers are texts. So whatever changes, its
window, too, is a change of lines and texts, which a figure can follow while something is dragged.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from scipy import stats

from evalcore.significance.one_learner import ALIKE, count_pvalues
from evalcore.significance.results import Alternative, rejects
from evalcore.support.arrays import FloatArray, IntArray

SPAN = 1000
# A window is divided into so many parts, with a number at each end.
PARTS = 5
# Up to so many counts each has a bar of its own, then they touch; of more the outline is drawn through so many points,
# and a density through so many.
APART, TOUCHING, OUTLINE, CURVE = 24, 48, 60, 80
# A window reaches so many standard deviations to either side, and a small sample is shown whole.
REACH, WHOLE, SEEN = 6.0, 40, 8.0
NICE = (1, 2, 3, 4, 5, 6, 8)

Path = tuple[list[int], list[int]]
# Between which places nothing is as extreme as the observed value: if that is everywhere, these.
Cut = tuple[int, int]
EVERYWHERE: Cut = (-SPAN, 2 * SPAN)


@dataclass(frozen=True)
class Window:
    """What of a distribution is shown: PARTS steps from `low` on."""

    low: float
    step: float

    @property
    def high(self) -> float:
        """The last value shown."""
        return self.low + PARTS * self.step

    def at(self, value: float) -> int:
        """Return where a value stands; what lies outside stands at the end."""
        if not math.isfinite(value):
            return 0 if value < 0 else SPAN
        return round(SPAN * min(max((value - self.low) / (self.high - self.low), 0.0), 1.0))

    def all_at(self, values: FloatArray | IntArray) -> list[int]:
        """Return where finite values stand, as `at` does of one.

        >>> Window(0, 1).all_at(np.array([-1, 2.5, 9])), [Window(0, 1).at(one) for one in (-1, 2.5, 9)]
        ([0, 500, 1000], [0, 500, 1000])
        """
        shares = np.clip((values - self.low) / (self.high - self.low), 0.0, 1.0)
        places: list[int] = np.rint(SPAN * shares).astype(int).tolist()
        return places

    def beyond(self, value: float) -> int:
        """Return on which side of what is shown a value lies: -1, 1, or 0 where it is shown.

        >>> [Window(0, 1).beyond(value) for value in (-0.1, 0, 5, 7)]
        [-1, 0, 0, 1]
        """
        return int(value > self.high) - int(value < self.low)

    def ticks(self) -> list[float]:
        """Return the values that have a number below them."""
        return [self.low + k * self.step for k in range(PARTS + 1)]


@dataclass(frozen=True)
class NullPicture:
    """How a statistic varies if the hypothesis is true.

    Parameters
    ----------
    whole, rejected : (list of int, list of int)
        The outline of the distribution and of what of it is rejected, from the base line back to it.
    observed : int
        Where the observed value stands.
    ticks : list of float
        The values below 0, SPAN / 5, ..., SPAN.
    top : float
        Probability or density at the top of the plane.
    cut : (int, int)
        What is at least as extreme as the observed value lies outside of these places; its area is the p-value.
    beyond : -1, 0 or 1
        On which side the observed value lies outside of what is shown; it then stands at that end.
    """

    whole: Path
    rejected: Path
    observed: int
    ticks: list[float]
    top: float
    cut: Cut = EVERYWHERE
    beyond: int = 0


def count_window(n: int, rate: float, observed: int) -> Window:
    """Which counts of `n` are shown: all of a small sample, else those that may come about, and the observed one."""
    if n <= WHOLE:
        return Window(0, max(math.ceil(n / PARTS), 1))
    reach = max(REACH * math.sqrt(n * rate * (1 - rate)), 5.0)
    low, high = min(max(n * rate - reach, 0), observed), max(min(n * rate + reach, n), observed)
    step = _nice_step(high - low)
    while _begin(low, step) + PARTS * step < high:
        step = _nice_step(PARTS * step + 1)
    return Window(_begin(low, step), step)


def _begin(low: float, step: int) -> float:
    """Return a round number up to `low`: of tens a half will do, else 7 to 53 of 60 would need a window of 100."""
    unit = step // 2 if step % 10 == 0 else step
    return low // unit * unit


def _nice_step(width: float) -> int:
    """Return the smallest round step of which PARTS are as wide."""
    least = max(width / PARTS, 1)
    power = int(10 ** math.floor(math.log10(least)))
    return next(k * power for k in (*NICE, 10) if k * power >= least)


def count_picture(
    n: int,
    rate: float,
    kept: tuple[int, int],
    observed: int,
    window: Window,
    *,
    alternative: Alternative = "two-sided",
) -> NullPicture:
    """How does a number of rows vary that is binomial (n, rate), if counts outside of `kept` are rejected?

    Parameters
    ----------
    n : int
    rate : float
    kept : (int, int)
        The smallest and the largest count that is not rejected.
    observed : int
    window : Window
    alternative : "greater", "less" or "two-sided"
        Which counts are at least as extreme as the observed one: those that are not more likely, if two-sided.
    """
    # Further away a bar would be less than a thousandth as high as the highest.
    reach = SEEN * math.sqrt(n * rate * (1 - rate)) + SEEN
    low, high = max(window.low, n * rate - reach, 0), min(window.high, n * rate + reach, n)
    counts = np.arange(math.ceil(low), math.floor(high) + 1)
    chance = stats.binom.pmf(counts, n, rate)
    top = float(chance.max())
    heights = np.rint(SPAN * chance / top).astype(int) if top else np.zeros(counts.size, dtype=int)
    seen = np.flatnonzero(heights)
    counts, heights = (column[seen[0] : seen[-1] + 1] for column in (counts, heights))
    parts = [(counts < kept[0]), (counts > kept[1])]
    rejected = [_bars(counts[part], heights[part], counts.size, window) for part in parts if part.any()]
    return NullPicture(
        _bars(counts, heights, counts.size, window),
        _joined(rejected),
        window.at(observed),
        window.ticks(),
        top,
        _count_cut(n, rate, observed, window, alternative),
        window.beyond(observed),
    )


def _count_cut(n: int, rate: float, observed: int, window: Window, alternative: Alternative) -> Cut:
    """Return between which places no count is at least as extreme as the observed one."""
    low, high = {"greater": (-1, observed), "less": (observed, n + 1)}.get(alternative, (-1, n + 1))
    if alternative == "two-sided":
        reach = SEEN * math.sqrt(n * rate * (1 - rate)) + SEEN
        counts = np.arange(max(0, math.floor(n * rate - reach)), min(n, math.ceil(n * rate + reach)) + 1)
        likely = counts[stats.binom.pmf(counts, n, rate) > stats.binom.pmf(observed, n, rate) * ALIKE]
        low, high = (int(likely[0]) - 1, int(likely[-1]) + 1) if likely.size else (observed, observed + 1)
    return (
        window.at(low + 0.5) if low >= 0 else EVERYWHERE[0],
        window.at(high - 0.5) if high <= n else EVERYWHERE[1],
    )


def density_picture(null: Any, kept: tuple[float, float], observed: float, window: Window) -> NullPicture:
    """How does a statistic vary that has a density, if values outside of `kept` are rejected?

    Parameters
    ----------
    null : frozen scipy distribution
    kept : (float, float)
        Infinite where nothing is rejected on that side, and nothing there is extreme.
    observed : float
    window : Window
    """
    grid = np.linspace(window.low, window.high, CURVE + 1)
    top = float(np.max(null.pdf(grid)))
    sides = [grid[grid < kept[0]], grid[grid > kept[1]]]
    sides = [np.append(sides[0], kept[0]), np.append(kept[1], sides[1])]
    rejected = [_under(null, side, top, window) for side in sides if side.size > 1 and np.isfinite(side).all()]
    picture = NullPicture(_under(null, grid, top, window), _joined(rejected), 0, window.ticks(), top)
    return with_observed(picture, observed, window, both=math.isfinite(kept[0]))


def with_observed(picture: NullPicture, observed: float, window: Window, *, both: bool) -> NullPicture:
    """Return the picture of a density with another observed value; `both` where both tails are as extreme."""
    if math.isnan(observed):
        return replace(picture, observed=window.at(0), cut=EVERYWHERE, beyond=0)
    start = abs(observed) if both else observed
    low, high = window.at(-start) if both else EVERYWHERE[0], window.at(start)
    if start > window.high:
        low, high = EVERYWHERE
    return replace(picture, observed=window.at(observed), cut=(low, high), beyond=window.beyond(observed))


def of_one_length(pictures: Sequence[NullPicture]) -> list[NullPicture]:
    """Return pictures whose outlines have equally many points: what moves keeps its number of points."""
    whole = max(len(one.whole[0]) for one in pictures)
    rejected = max(len(one.rejected[0]) for one in pictures)
    return [replace(one, whole=_padded(one.whole, whole), rejected=_padded(one.rejected, rejected)) for one in pictures]


def _padded(path: Path, length: int) -> Path:
    """Repeat the last point of an outline."""
    more = length - len(path[0])
    return path[0] + path[0][-1:] * more, path[1] + path[1][-1:] * more


def _under(null: Any, values: FloatArray, top: float, window: Window) -> Path:
    """Return the outline of the area below a density."""
    heights = np.rint(SPAN * np.minimum(null.pdf(values), top) / top).astype(int).tolist()
    places = window.all_at(values)
    return [places[0], *places, places[-1]], [0, *heights, 0]


def _bars(counts: IntArray, heights: IntArray, many: int, window: Window) -> Path:
    """Return the outline of the bars of some counts; `many` is how many are shown together."""
    if many > TOUCHING:
        chosen = np.unique(np.linspace(0, counts.size - 1, min(counts.size, OUTLINE)).astype(int))
        places = window.all_at(counts[chosen])
        return [places[0], *places, places[-1]], [0, *heights[chosen].tolist(), 0]
    unit = SPAN / (window.high - window.low)
    half = min(0.4 * unit, 40.0) if many <= APART else unit / 2
    middles = [SPAN * (count - window.low) / (window.high - window.low) for count in counts.tolist()]
    edges = [[round(middle - half), round(middle + half)] for middle in middles]
    if many <= APART:
        corners = [(x, y) for (a, b), h in zip(edges, heights.tolist(), strict=True) for x, y in _bar(a, b, h)]
    else:
        sides = [(x, h) for pair, h in zip(edges, heights.tolist(), strict=True) for x in pair]
        corners = [(sides[0][0], 0), *sides, (sides[-1][0], 0)]
    return [x for x, _ in corners], [y for _, y in corners]


def _bar(left: int, right: int, height: int) -> list[tuple[int, int]]:
    return [(left, 0), (left, height), (right, height), (right, 0)]


def _joined(paths: Sequence[Path]) -> Path:
    """Return outlines as one: from one to the next it runs along the base line."""
    if not paths:
        return [SPAN, SPAN], [0, 0]
    return [x for path in paths for x in path[0]], [y for path in paths for y in path[1]]


@dataclass(frozen=True)
class NullCounts:
    """The p-value of every count that can come about, taken at once: it is asked for at every step of a handle.

    Parameters
    ----------
    counts : (c,) int64
        All that are not further than 12 standard deviations away.
    chance, tail : (c,) float64
        Probability, and p-value, of each.
    of : function
        The p-value of any count: that of `binomial_test`.
    """

    n: int
    rate: float
    alternative: Alternative
    counts: IntArray
    chance: FloatArray
    tail: FloatArray
    of: Callable[[int], FloatArray]

    def kept(self, alpha: float) -> tuple[int, int]:
        """Return the smallest and the largest count that is not rejected, as `binomial_test`.

        >>> null_counts(10, 0.3, "greater").kept(0.05)
        (0, 5)
        """
        kept = self.counts[~rejects(self.tail, alpha)]
        low, high = int(kept[0]), int(kept[-1])
        return (low if self.alternative != "greater" else 0), (high if self.alternative != "less" else self.n)

    def outside(self, kept: tuple[int, int]) -> float:
        """Return how likely a count outside of these is."""
        return float(self.chance[(self.counts < kept[0]) | (self.counts > kept[1])].sum())

    def pvalue(self, errors: int) -> float:
        """Return the p-value of a count."""
        first, last = int(self.counts[0]), int(self.counts[-1])
        return float(self.tail[errors - first] if first <= errors <= last else self.of(errors))


def null_counts(n: int, rate: float, alternative: Alternative) -> NullCounts:
    """How likely is each count of errors, and what is its p-value, if the error rate is the bar?"""
    reach = 12 * math.sqrt(n * rate * (1 - rate)) + 20
    counts = np.arange(max(0, math.floor(n * rate - reach)), min(n, math.ceil(n * rate + reach)) + 1)
    chance = np.asarray(stats.binom.pmf(counts, n, rate))
    of = count_pvalues(n, rate, alternative)
    return NullCounts(n, rate, alternative, counts, chance, of(counts), of)
