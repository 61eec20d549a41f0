"""Families of learners for tables of many features, each with the number that says how flexible its learners are."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Final

import numpy as np

from evalcore.bias_variance import BootstrapSets, Forest, Learner, NearestNeighbours, Ridge
from evalcore.errors import Message
from evalcore.views.bias_variance.families import FAMILIES, Family

_TREES: Final = 20  # of a forest: more of them take long, and change little here
_DEPTHS: Final = (1, 2, 3, 4, 6, 8, 10)


def _linear(_n: int) -> tuple[Learner, ...]:
    # Features have mean 0 and standard deviation 1; between these bounds the basis leaves them as they are.
    return tuple(Ridge(10.0 ** (power / 2), degree=1, bounds=(-1.0, 1.0)) for power in range(8, -5, -1))


def _neighbours(n: int) -> tuple[Learner, ...]:
    few = np.unique(np.geomspace(1, max(1, n // 2), 12).round().astype(int))
    return tuple(NearestNeighbours(int(k)) for k in few[::-1])


def _unknown(_n: int, _n_sets: int, _is_fixed: bool) -> float:
    """Return that nobody knows how long these take: it depends on the table, see `table_seconds`."""
    return math.inf


def table_seconds(name: str, sets: BootstrapSets) -> float:
    """About how long do all learners of a family take on bootstrap sets, as on two shared cores?

    Parameters
    ----------
    name : one of `TABLE_FAMILIES`
    sets : BootstrapSets
    """
    rows, features = sets.x.shape
    n, held_out = sets.n, rows - sets.n
    a_set: dict[str, float] = {
        "tree": 6e-3 + 4e-6 * n * features,
        "forest": 0.2 + 4e-6 * n * features,
        "neighbours": 1e-3 + 2e-7 * n * held_out,
        "linear": 2e-3 + 2.2e-7 * n * features * features,
    }
    return sets.n_sets * a_set[name]


def table_rows(sets: BootstrapSets, learners: Sequence[Learner]) -> int:
    """How many rows are learners trained on, over all bootstrap sets?"""
    return sets.n * sets.n_sets * len(learners)


TABLE_FAMILIES: Final[Mapping[str, Family]] = MappingProxyType(
    {
        "tree": replace(
            FAMILIES["tree"],
            title=Message("Decision tree"),
            axis=Message("depth of the tree"),
            seconds=_unknown,
        ),
        "forest": replace(
            FAMILIES["forest"],
            title=Message("Random forest"),
            axis=Message("depth of each of 20 trees"),
            ticks=_DEPTHS,
            make=lambda _n: tuple(Forest(depth, trees=_TREES) for depth in _DEPTHS),
            seconds=_unknown,
        ),
        "neighbours": replace(
            FAMILIES["neighbours"],
            high=700,
            ticks=(500, *FAMILIES["neighbours"].ticks),
            make=_neighbours,
            seconds=_unknown,
        ),
        "linear": replace(
            FAMILIES["ridge"],
            name="linear",
            title=Message("Linear, with penalty"),
            usual=1,
            low=-2,
            high=4,
            ticks=(4, 3, 2, 1, 0, -1, -2),
            make=_linear,
            seconds=_unknown,
        ),
    }
)
