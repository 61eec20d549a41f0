"""Families of learners: what they and their complexity are called, where each stands on its axis, how it is written.

An entry is all a family needs; the page of bias and variance offers it as soon as it is there.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Final

from evalcore.bias_variance import Bagging, Boosting, Learner, family
from evalcore.errors import Message


@dataclass(frozen=True)
class Family:
    """Learners of one kind, from rigid to flexible.

    Parameters
    ----------
    name : str
    title : Message
        What its learners are called.
    axis : Message
        What the number is called at the axis, and where it is smaller to the right.
    setting : callable
        Which number says how complex a learner is: a degree, log10 of a penalty, a number of neighbours.
    flexibility : callable
        Where that number stands on an axis that rises with flexibility.
    shown : str
        How the number is written, as in "k = {:g}".
    usual, low, high : float
        The number to begin with, and its range.
    ticks : tuple of float
        Numbers that the axis names.
    make : callable
        The learners for training sets of n points.
    seconds : callable
        About how long all of them take to learn from sets of n points, by n, the number of sets, and whether all sets
        have the same x; as on two shared cores.
    is_linear : bool
        Whether predictions are linear in the targets, for sets of the same x.
    is_averaged : bool
        Whether more members average out what sets differ by, and do not make the learner more flexible.
    label : callable, optional
        How the number is written, where that is not as `shown` says.
    amount : callable
        The number that is written, of `setting`: a penalty of its log10.
    """

    name: str
    title: Message
    axis: Message
    setting: Callable[[Any], float]
    flexibility: Callable[[float], float]
    shown: str
    usual: float
    low: float
    high: float
    ticks: tuple[float, ...]
    make: Callable[[int], tuple[Learner, ...]]
    seconds: Callable[[int, int, bool], float]
    is_linear: bool = True
    is_averaged: bool = False
    label: Callable[[float], str] | None = None
    amount: Callable[[float], float] = float

    def at(self, learner: Learner) -> float:
        """Where a learner stands on the axis."""
        return round(self.flexibility(self.setting(learner)), 6)

    def setting_at(self, at: float, n: int) -> float:
        """Which number has the learner, of those for n points, that stands closest to a place on the axis?

        >>> FAMILIES["neighbours"].setting_at(-1.0, 25), FAMILIES["ridge"].setting_at(1.0, 25)
        (10.0, -1.0)
        """
        return self.setting(self._nearest(at, n))

    def typed(self, amount: float, n: int) -> float:
        """Which number has the learner, of those for n points, of which what is written is closest to what was typed?

        >>> FAMILIES["polynomial"].typed(3.2, 25), FAMILIES["ridge"].typed(0.1, 25), FAMILIES["tree"].typed(1e9, 25)
        (3.0, -1.0, 10.0)
        """
        settings = map(self.setting, self.make(n))
        return min(settings, key=lambda setting: abs(self.amount(setting) - amount))

    def nearest(self, setting: float, n: int) -> Learner:
        """Return the learner, of those for n points, whose number is closest to this one on the axis."""
        return self._nearest(self.flexibility(setting), n)

    def _nearest(self, at: float, n: int) -> Learner:
        return min(self.make(n), key=lambda learner: abs(self.at(learner) - at))

    def written(self, setting: float) -> str:
        """Return the number of a learner as it is shown."""
        return self.shown.format(setting if self.label is None else self.label(setting))

    def tick(self, setting: float) -> str:
        """Return the number as it stands on the axis."""
        return f"{setting:g}" if self.label is None else self.label(setting)


def _matrices(n: int, n_sets: int, is_fixed: bool) -> float:
    """Return how long least squares takes: one decomposition for all sets, or one for each."""
    return n * n_sets * (4e-6 if is_fixed else 3e-5)


def _distances(n: int, n_sets: int, is_fixed: bool) -> float:
    """Return how long neighbours take: those of all sets are the same, or each set has its own, sorted along x."""
    return n_sets * (3e-6 * n if is_fixed else 22 * 3e-7 * (n + 221))


def _power(power: float) -> str:
    """Write ten to a power.

    >>> _power(2), _power(-0.5), _power(-4), _power(-4.5)
    ('100', '0.32', '10⁻⁴', '3.2×10⁻⁵')
    """
    if power > -3:
        return f"{float(f'{10**power:.2g}'):g}"
    whole = math.floor(power)
    factor = "" if whole == power else f"{10 ** (power - whole):.2g}×"
    return f"{factor}10⁻{'⁰¹²³⁴⁵⁶⁷⁸⁹'[-whole]}"


def _trees(n: int, n_sets: int, is_fixed: bool) -> float:
    """Return how long trees take, each set for itself: growing one costs more than what it then predicts."""
    points = 2 * n + 121 if is_fixed else n + 221
    return n_sets * (8e-3 + 6e-7 * points)


def _forests(n: int, n_sets: int, is_fixed: bool) -> float:
    """Return how long forests of 50 trees take: what a tree alone begins with is done once for all of them."""
    return 35 * _trees(n, n_sets, is_fixed)


def _staged(seconds: float) -> Callable[[int, int, bool], float]:
    """Return how long learners take that are stages of one, which takes so many seconds a set to train."""
    return lambda n, n_sets, is_fixed: n_sets * (seconds + 4e-5 * (2 * n + 121 if is_fixed else n + 221))


def _of(name: str) -> Callable[[int], tuple[Learner, ...]]:
    return lambda n: family(name, n=n)


_ROUNDS: Final = (1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100, 150, 200, 300)
_BAGS: Final = (1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100)
_TREE: Final = Family(
    name="tree",
    title=Message("Tree"),
    axis=Message("depth d of the tree"),
    setting=lambda learner: float(learner.depth),
    flexibility=float,
    shown="d = {:g}",
    usual=3,
    low=1,
    high=10,
    ticks=tuple(range(1, 11)),
    make=_of("tree"),
    seconds=_trees,
    is_linear=False,
)
FAMILIES: Final[Mapping[str, Family]] = MappingProxyType(
    {
        "polynomial": Family(
            name="polynomial",
            title=Message("Polynomial"),
            axis=Message("degree d"),
            setting=lambda learner: float(learner.degree),
            flexibility=float,
            shown="d = {:g}",
            usual=3,
            low=0,
            high=12,
            ticks=tuple(range(0, 13, 2)),
            make=_of("polynomial"),
            seconds=_matrices,
        ),
        "ridge": Family(
            name="ridge",
            title=Message("Ridge"),
            axis=Message("penalty λ: less to the right"),
            setting=lambda learner: round(math.log10(learner.penalty), 6),
            flexibility=lambda power: -power,
            shown="λ = {}",
            label=_power,
            amount=lambda power: 10.0**power,
            usual=-1,
            low=-6,
            high=2,
            ticks=(2, 0, -2, -4, -6),
            make=_of("ridge"),
            seconds=_matrices,
        ),
        "neighbours": Family(
            name="neighbours",
            title=Message("Nearest neighbours"),
            axis=Message("neighbours k: fewer to the right"),
            setting=lambda learner: float(learner.k),
            flexibility=lambda k: -math.log10(k),
            shown="k = {:g}",
            usual=5,
            low=1,
            high=200,
            ticks=(200, 100, 50, 20, 10, 5, 2, 1),
            make=_of("neighbours"),
            seconds=_distances,
        ),
        "tree": _TREE,
        "forest": replace(
            _TREE,
            name="forest",
            title=Message("Forest of 50 trees"),
            axis=Message("depth d of each tree"),
            make=_of("forest"),
            seconds=_forests,
        ),
        "boosting": replace(
            _TREE,
            name="boosting",
            title=Message("Boosted trees"),
            axis=Message("rounds M of boosting"),
            setting=lambda learner: float(learner.rounds),
            flexibility=math.log10,
            shown="M = {:g}",
            usual=30,
            high=300,
            ticks=(1, 3, 10, 30, 100, 300),
            make=lambda _n: tuple(Boosting(rounds) for rounds in _ROUNDS),
            seconds=_staged(0.045),
        ),
        "bagging": replace(
            _TREE,
            name="bagging",
            title=Message("Bagged trees"),
            axis=Message("bagged trees B"),
            setting=lambda learner: float(learner.trees),
            flexibility=math.log10,
            shown="B = {:g}",
            usual=1,
            high=100,
            ticks=(1, 2, 5, 10, 20, 50, 100),
            make=lambda _n: tuple(Bagging(trees) for trees in _BAGS),
            seconds=_staged(0.07),
            is_averaged=True,
        ),
    }
)
