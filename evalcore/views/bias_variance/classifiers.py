"""Families of learners that tell two classes apart: what their complexity is called, and how it is written."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

import numpy as np

from evalcore.bias_variance import Learner, NearestNeighbours, Tree, family
from evalcore.errors import Message
from evalcore.views.bias_variance.families import FAMILIES, Family

_FEW: Final = 10  # numbers of neighbours


def _neighbours(n: int) -> tuple[Learner, ...]:
    """Return numbers of neighbours, from at most half of the points down to one, that split no vote evenly."""
    most = max(1, n // 2)
    odd = np.unique(np.geomspace(1, most, _FEW).round().astype(int) // 2 * 2 + 1)
    return tuple(NearestNeighbours(int(k)) for k in odd[odd <= n][::-1])


def _two_digits(value: float) -> str:
    """Write a cost or a gamma.

    >>> _two_digits(100), _two_digits(0.00316)
    ('100', '0.0032')
    """
    return f"{float(f'{value:.2g}'):g}"


def _each(once: float, each_row: float) -> Callable[[int, int, bool], float]:
    """Return how long all learners take that need so long for each set, and so much more for each of its points."""
    return lambda n, n_sets, _is_fixed: (once + each_row * n) * n_sets


CLASSIFIERS: Final[Mapping[str, Family]] = MappingProxyType(
    {
        "tree": replace(FAMILIES["tree"], usual=1),
        "forest": replace(FAMILIES["forest"], usual=1),
        "neighbours": replace(
            FAMILIES["neighbours"],
            usual=25,
            high=201,
            ticks=(201, 101, 51, 25, 11, 5, 3, 1),
            make=_neighbours,
            seconds=_each(0.001, 2e-4),
        ),
        "linear svm": Family(
            name="linear svm",
            title=Message("Linear SVM"),
            axis=Message("cost C of a point on the wrong side"),
            setting=lambda learner: float(learner.cost),
            flexibility=math.log10,
            shown="C = {}",
            label=_two_digits,
            usual=1,
            low=0.001,
            high=100,
            ticks=(0.001, 0.01, 0.1, 1, 10, 100),
            make=lambda n: family("linear svm", n=n),
            seconds=_each(0.009, 2.3e-4),
        ),
        "radial svm": Family(
            name="radial svm",
            title=Message("RBF SVM"),
            axis=Message("γ: narrower kernel to the right"),
            setting=lambda learner: float(learner.gamma),
            flexibility=math.log10,
            shown="γ = {}",
            label=_two_digits,
            usual=1,
            low=0.01,
            high=100,
            ticks=(0.01, 0.1, 1, 10, 100),
            make=lambda n: family("radial svm", n=n),
            seconds=_each(0.011, 3.7e-4),
        ),
    }
)


# Learners of different families beside each other, from rigid to flexible, and one of another kind.
FOUR_LEARNERS: Final[tuple[Learner, ...]] = (Tree(1), Tree(3), Tree(None), NearestNeighbours(25))
FOUR: Final = Family(
    name="four",
    title=Message("Four learners on the same sets"),
    axis=Message("learner"),
    setting=lambda learner: float(FOUR_LEARNERS.index(learner)),
    flexibility=float,
    shown="{:g}",
    usual=0,
    low=0,
    high=len(FOUR_LEARNERS) - 1,
    ticks=(),
    make=lambda n: tuple(one for one in FOUR_LEARNERS if not isinstance(one, NearestNeighbours) or one.k <= n),
    seconds=_each(3e-3, 2e-5),
)
