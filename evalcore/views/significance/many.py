"""What the figure of several algorithms on several data sets shows at each level: critical difference and groups.

Everything a drag moves is computed here, step by step; the figure only lays it out.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np

from evalcore.significance import (
    FriedmanResult,
    NemenyiResult,
    WilcoxonHolmResult,
    critical_difference,
)
from evalcore.significance.cliques import maximal_cliques, rank_groups
from evalcore.significance.diagram import Bar, bars_of
from evalcore.significance.null_distributions import known_null
from evalcore.significance.results import rejects
from evalcore.support.arrays import BoolArray, FloatArray, frozen

PostHoc = Literal["nemenyi", "holm"]
Statistic = Literal["exact", "f", "chi2"]
STEPS = 100
LOWEST, HIGHEST = 0.001, 0.2
MOST_STEMS = 400
CURVE = 120
# The dots of one rank stand above each other, so far apart in lines; more of them move together. Beside each other they
# would stand at ranks that nobody has.
DOTS_APART, DOTS_HIGH = 0.25, 0.96


@dataclass(frozen=True, eq=False)
class Dots:
    """One dot for each data set and algorithm.

    `place` says in which line, counted from the best algorithm. `up`, in lines, moves it from the middle of its line,
    so that dots of one rank stand above each other.
    """

    place: np.ndarray
    rank: FloatArray
    up: FloatArray
    row: np.ndarray
    column: np.ndarray


@dataclass(frozen=True, eq=False)
class NullView:
    """The distribution of the chosen statistic if only chance is at work, and where rejection begins at each level.

    `is_counted`: x and y are single values with their probabilities, else a density. `critical` is where the shaded
    region begins, `high` where the axis ends; `observed` is the statistic, `beyond` whether the axis ends before it.
    """

    x: FloatArray
    y: FloatArray
    is_counted: bool
    is_chi2: bool
    critical: FloatArray
    high: float
    observed: float
    beyond: bool

    @property
    def name(self) -> str:
        """Return the sign of the statistic."""
        return "χ²" if self.is_chi2 else "F"


@dataclass(frozen=True, eq=False)
class ManyView:
    """Algorithms in the order of their mean ranks, their segments and groups at each level, and the null distribution.

    `order` are columns of the table, the best first; `critical_difference` is nan at each level where groups come from
    pairwise tests, which have no ruler. `rejected` says at which levels the ranks differ by more than chance explains.
    """

    order: tuple[int, ...]
    ranks: FloatArray
    dots: Dots
    alpha: FloatArray
    active: int
    critical_difference: FloatArray
    bars: tuple[tuple[Bar, ...], ...]
    rejected: BoolArray
    null: NullView | None

    @property
    def has_ruler(self) -> bool:
        """Whether groups come from one critical difference."""
        return bool(np.isfinite(self.critical_difference).all())

    @property
    def levels(self) -> int:
        """Return on how many lines the bars lie at the level that needs most of them."""
        return max((bar.level + 1 for bars in self.bars for bar in bars), default=0)

    @property
    def most_bars(self) -> int:
        """Return how many bars the level with most of them has."""
        return max(map(len, self.bars))


def levels(alpha: float) -> tuple[FloatArray, int]:
    """Which levels does the handle step through, and which of them is the present one?

    Examples
    --------
    >>> steps, active = levels(0.05)
    >>> len(steps), float(steps[0]), float(steps[-1]), float(steps[active])
    (101, 0.001, 0.2, 0.05)
    """
    grid = np.append(LOWEST, np.linspace(0, HIGHEST, STEPS + 1)[1:]).round(6)
    active = int(np.argmin(np.abs(grid - alpha)))
    grid[active] = alpha
    return frozen(grid), active


def many_view(
    test: FriedmanResult, posthoc: WilcoxonHolmResult | None, *, alpha: float, statistic: Statistic
) -> ManyView:
    """What does the figure show of these ranks at each level?

    Parameters
    ----------
    test : FriedmanResult
    posthoc : WilcoxonHolmResult or None
        The groups come from its pairs; None takes Nemenyi's critical difference.
    alpha : float in (0, 1)
        The present level.
    statistic : "exact", "f" or "chi2"
        Whose p-value is the verdict, and whose null distribution is drawn.
    """
    steps, active = levels(alpha)
    n, order = len(test.ranks), np.argsort(test.mean_ranks, kind="stable")
    if posthoc is None:
        # As `nemenyi` has it, but for its p-values, which are the same at every level and take the longest.
        difference = np.array([critical_difference(len(order), n, alpha=level) for level in steps.tolist()])
        bars = tuple(bars_of(test.mean_ranks, rank_groups(test.mean_ranks, one)) for one in difference.tolist())
    else:
        bars = tuple(_bars(posthoc, level) for level in steps.tolist())
        difference = np.full(len(steps), np.nan)
    return ManyView(
        tuple(order.tolist()),
        frozen(test.mean_ranks[order]),
        _dots(test.ranks, order),
        steps,
        active,
        frozen(difference),
        bars,
        frozen(np.array([pvalue(test, statistic) < level for level in steps.tolist()])),
        _null(test, statistic_used(test, statistic), steps),
    )


def statistic_used(test: FriedmanResult, wanted: Statistic) -> Statistic:
    """Return whose p-value is the verdict: the wanted one's, or that of F where the table is too large to count."""
    return "f" if wanted == "exact" and math.isnan(test.exact_pvalue) else wanted


def pvalue(test: FriedmanResult, wanted: Statistic) -> float:
    """Return the p-value by the chosen statistic; F's is the exact one where F is no finite number."""
    used = statistic_used(test, wanted)
    return {"exact": test.exact_pvalue, "f": test.pvalue, "chi2": test.chi2_pvalue}[used]


def _bars(posthoc: WilcoxonHolmResult, level: float) -> tuple[Bar, ...]:
    return bars_of(posthoc.mean_ranks, maximal_cliques(~rejects(posthoc.pvalues, level)))


def _dots(ranks: FloatArray, order: np.ndarray) -> Dots:
    """Place a dot for each data set: those of one algorithm and rank above each other, amid their line."""
    n, k = ranks.shape
    up = np.zeros((n, k))
    for j in range(k):
        for rank in np.unique(ranks[:, j]):
            same = np.flatnonzero(ranks[:, j] == rank)
            apart = min(DOTS_APART, DOTS_HIGH / len(same))
            up[same, j] = ((len(same) - 1) / 2 - np.arange(len(same))) * apart
    place = np.empty(k, dtype=np.int64)
    place[order] = np.arange(k)
    rows, columns = (one.ravel() for one in np.indices((n, k)))
    return Dots(place[columns], ranks.ravel(), up.ravel(), rows, columns)


def _null(test: FriedmanResult, used: Statistic, steps: FloatArray) -> NullView | None:
    """Return the distribution the p-value comes from; None where there is none to draw."""
    n, k = test.ranks.shape
    if used == "exact":
        return _counted(test, steps)
    if used == "f" and test.null_distribution is None:
        return None
    observed = test.chi2 if used == "chi2" else test.f
    if math.isnan(observed):
        return None
    critical = [test.chi2_critical_value(a) if used == "chi2" else test.critical_value(a) for a in steps.tolist()]
    high = float(n * (k - 1)) if used == "chi2" else 1.25 * max(critical)
    if used == "f" and observed < 3 * high:
        high = max(high, 1.05 * observed)
    x = np.linspace(0, high, CURVE + 1)
    x[0] = x[1] / 20  # some densities have no value at 0
    y = _density(test, used, x)
    return NullView(
        frozen(x),
        frozen(y),
        False,
        used == "chi2",
        frozen(np.minimum(critical, high)),
        high,
        observed,
        bool(observed > high),
    )


def _density(test: FriedmanResult, used: Statistic, x: FloatArray) -> FloatArray:
    null = known_null("chi2", len(test.mean_ranks) - 1) if used == "chi2" else test.null_distribution
    return np.asarray(null.pdf(x))


def _counted(test: FriedmanResult, steps: FloatArray) -> NullView | None:
    """Return the exact distribution of chi-squared, thinned where it has too many values to draw."""
    found = test.exact_distribution
    if found is None:
        return None
    n, k = test.ranks.shape
    tails = found.at_least(found.values)
    high = 1.04 * n * (k - 1)
    rejected = [np.flatnonzero(rejects(tails, level)) for level in steps.tolist()]
    critical = [_edge(found.values, places) if len(places) else high for places in rejected]
    x, y = _thinned(found.values, found.probability)
    return NullView(x, y, True, True, frozen(np.array(critical)), high, test.chi2, False)


def _edge(values: FloatArray, rejected: np.ndarray) -> float:
    """Return where the region begins: between the last value that is kept and the first that is rejected."""
    first = int(rejected[0])
    return float(values[first] + values[first - 1]) / 2 if first else float(values[0])


def _thinned(values: FloatArray, probability: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return at most so many values as can be told apart on the screen, each with the probability around it."""
    if len(values) <= MOST_STEMS:
        return values, probability
    edges = np.linspace(values[0], values[-1], MOST_STEMS // 4 + 1)
    place = np.minimum(np.searchsorted(edges, values, side="right") - 1, MOST_STEMS // 4 - 1)
    return frozen((edges[:-1] + edges[1:]) / 2), frozen(np.bincount(place, probability, len(edges) - 1))


@dataclass(frozen=True)
class Standing:
    """Which algorithms the best one is ahead of at a level, and which it cannot be told apart from.

    Places are columns; `pairs_apart` counts all pairs that were told apart.
    """

    rejected: bool
    best: int
    ahead_of: tuple[int, ...]
    not_apart: tuple[int, ...]
    pairs_apart: int


def standing(test: FriedmanResult, found: NemenyiResult | WilcoxonHolmResult, *, rejected: bool) -> Standing:
    """What can be said of the algorithm with the best mean rank?"""
    return _standing(test, together(found), rejected=rejected)


def standings(test: FriedmanResult, posthoc: WilcoxonHolmResult | None, view: ManyView) -> dict[float, Standing]:
    """What can be said of it at each level of the figure? As `standing` of the pairs that are tested at that level.

    Examples
    --------
    >>> from evalcore.significance import friedman
    >>> test = friedman([[1, 2, 3], [1, 2.5, 2.5], [1, 2, 3], [1, 2, 3]], higher_is_better=False)
    >>> found = standings(test, None, many_view(test, None, alpha=0.05, statistic="f"))
    >>> found[0.05].ahead_of, found[0.05].not_apart, found[0.001].rejected
    ((2,), (1,), True)
    """
    gaps = _gaps(test.mean_ranks)
    steps = zip(view.alpha.tolist(), view.critical_difference.tolist(), view.rejected.tolist(), strict=True)
    return {
        level: _standing(
            test, gaps < difference if posthoc is None else ~rejects(posthoc.pvalues, level), rejected=rejected
        )
        for level, difference, rejected in steps
    }


def _standing(test: FriedmanResult, are_together: BoolArray, *, rejected: bool) -> Standing:
    order = np.argsort(test.mean_ranks, kind="stable").tolist()
    best, others = order[0], order[1:]
    return Standing(
        rejected,
        best,
        tuple(i for i in others if not are_together[best, i]),
        tuple(i for i in others if are_together[best, i]),
        int((~are_together).sum() // 2),
    )


def together(found: NemenyiResult | WilcoxonHolmResult) -> BoolArray:
    """Return which pairs cannot be told apart at the level of a result."""
    if isinstance(found, WilcoxonHolmResult):
        return ~rejects(found.pvalues, found.alpha)
    return _gaps(found.mean_ranks) < found.critical_difference


def _gaps(mean_ranks: FloatArray) -> FloatArray:
    return np.abs(mean_ranks[:, None] - mean_ranks)
