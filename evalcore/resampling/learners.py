"""Learners by name, and the two that need no library: the majority rule and the memoriser."""

from __future__ import annotations

import copy
import importlib
import math
from collections import Counter
from contextlib import nullcontext
from types import MappingProxyType
from typing import Any, Final, Protocol, Self

import numpy as np
from numpy.typing import NDArray

from evalcore.errors import InputError
from evalcore.support.arrays import FloatArray, IntArray
from evalcore.support.checks import option
from evalcore.support.runs import Effort
from evalcore.support.text import shown


class Learner(Protocol):
    """What can be trained and can then predict, such as any classifier of scikit-learn."""

    def fit(self, x: FloatArray, y: IntArray) -> Any:
        """Train on (n, features) and (n,) classes."""

    def predict(self, x: FloatArray) -> NDArray[Any]:
        """Return a class for each row."""


class MajorityRule:
    """A learner that looks at no feature: every row is of the class it has seen most.

    Where classes are equally frequent it takes the first, so that nothing depends on the order of the rows.
    """

    def fit(self, x: FloatArray, y: IntArray) -> Self:
        """Count the classes."""
        del x  # no feature is looked at
        labels, counts = np.unique(y, return_counts=True)
        self._label = labels[np.argmax(counts)]
        return self

    def predict(self, x: FloatArray) -> NDArray[Any]:
        """Return the most frequent class for each row."""
        return np.full(len(x), self._label)


class Memoriser:
    """A learner that knows what it has seen by heart and nothing else: to new rows it applies the majority rule.

    A row seen with several classes gets the most frequent of them, of equally frequent ones the first.
    """

    def fit(self, x: FloatArray, y: IntArray) -> Self:
        """Remember each row."""
        self._else = MajorityRule().fit(x, y)
        seen: dict[bytes, Counter[Any]] = {}
        for row, label in zip(_keys(x), y, strict=True):
            seen.setdefault(row, Counter())[label] += 1
        self._seen = {row: min(counts, key=lambda label: (-counts[label], label)) for row, counts in seen.items()}
        return self

    def predict(self, x: FloatArray) -> NDArray[Any]:
        """Return what was seen with each row."""
        default = self._else.predict(x)
        return np.array([self._seen.get(row, other) for row, other in zip(_keys(x), default, strict=True)])


def _keys(x: FloatArray) -> list[bytes]:
    """Return each row as something that can be looked up; 0.0 turns -0.0 into 0."""
    return [row.tobytes() for row in np.ascontiguousarray(x) + 0.0]


_OF_SCIKIT_LEARN: Final = MappingProxyType(
    {
        "lda": ("discriminant_analysis", "LinearDiscriminantAnalysis", {}),
        "naive bayes": ("naive_bayes", "GaussianNB", {}),
        "tree": ("tree", "DecisionTreeClassifier", {"random_state": 0}),
        "forest": ("ensemble", "RandomForestClassifier", {"n_estimators": 50, "random_state": 0}),
    }
)
_NEIGHBOURS: Final = MappingProxyType({"1-nn": 1, "3-nn": 3})
_OWN: Final = MappingProxyType[str, type[Learner]]({"majority": MajorityRule, "memoriser": Memoriser})
LEARNERS: Final = (*_NEIGHBOURS, *_OF_SCIKIT_LEARN, *_OWN)


def of_scikit_learn(module: str, name: str, **options: Any) -> Any:
    """Return an estimator of scikit-learn, which is imported now if it was not before; that takes a second."""
    return getattr(importlib.import_module(f"sklearn.{module}"), name)(**options)


def neighbours(k: float) -> Any:
    """Return k nearest neighbours; by a tree, since the other way takes threads, which few rows are not worth."""
    return of_scikit_learn("neighbors", "KNeighborsClassifier", n_neighbors=int(k), algorithm="kd_tree")


def learner(name: str) -> Learner:
    """Which learner has this name?

    Parameters
    ----------
    name : one of `LEARNERS`
        Of scikit-learn with its own options, trees and forests with random_state 0; "majority" and "memoriser" need
        no library.

    Returns
    -------
    Learner
        Not trained yet.

    Raises
    ------
    InputError
        If there is no such learner.
    """
    option(name, "learner", LEARNERS)
    if name in _OWN:
        return _OWN[name]()
    if name in _NEIGHBOURS:
        nearest: Learner = neighbours(_NEIGHBOURS[name])
        return nearest
    module, title, options = _OF_SCIKIT_LEARN[name]
    made: Learner = of_scikit_learn(module, title, **options)
    return made


# Milliseconds of training once and judging a fifth of the rows, and what each row adds; measured with ten features. Of
# the learners that are tuned a usual one.
_MILLISECONDS: Final = MappingProxyType(
    {
        "1-nn": (2.0, 0.001),
        "3-nn": (2.0, 0.009),
        "neighbours": (2.0, 0.009),
        "lda": (1.2, 0.001),
        "naive bayes": (1.0, 0.001),
        "tree": (1.2, 0.01),
        "forest": (55.0, 0.12),
        "majority": (0.1, 0.0),
        "memoriser": (0.1, 0.007),
    }
)


def training_seconds(name: str, n: int, *times: int) -> float:
    """About how long does it take to train a learner so often, and to judge it each time?

    Parameters
    ----------
    name : one of `LEARNERS` or of `TUNABLE`
    n : int
        Rows.
    times : int
        How often it is trained: so many times so many times ...

    Returns
    -------
    float
        Seconds of a core of 2026; within a factor of two for ten features.

    Examples
    --------
    >>> round(training_seconds("forest", 60, 10, 10), 1)
    6.2
    """
    once, each_row = _MILLISECONDS[name]
    return math.prod(times) * (once + each_row * n) / 1000


def training_effort(name: str, n: int, *times: int) -> Effort:
    """What does it take to train a learner so often: seconds as of `training_seconds`, and rows trained on?

    >>> training_effort("majority", 60, 10, 10).rows
    6000
    """
    return Effort(training_seconds(name, n, *times), math.prod(times) * n)


def as_learner(given: Learner | str) -> Learner:
    """Return a learner as it is given, by its name the one that has it."""
    return learner(given) if isinstance(given, str) else given


def trained(learner: Learner, x: FloatArray, y: IntArray) -> Learner:
    """Return a copy of the learner, trained; of one class only, the majority rule, which most learners refuse to be.

    Parameters
    ----------
    learner : Learner
        Left as it is.
    x : (n, features) float64
    y : (n,) int64

    Raises
    ------
    InputError
        If the learner refuses the rows.
    """
    if (y == y[0]).all():
        return MajorityRule().fit(x, y)
    fresh = _copy(learner)
    with _checked(learner):
        try:
            fresh.fit(x, y)
        except InputError:  # of a learner inside it, which has said why
            raise
        except ValueError as refusal:
            raise _refused(refusal, len(y)) from refusal
    return fresh


def predicted(learner: Learner, x: FloatArray, n_trained: int) -> NDArray[Any]:
    """Return a class for each row; of no rows none, which learners of scikit-learn refuse.

    Raises
    ------
    InputError
        If the learner refuses, such as three neighbours among two rows.
    """
    if not len(x):
        return np.empty(0, dtype=np.int64)
    with _checked(learner):
        try:
            return np.asarray(learner.predict(x))
        except InputError:  # of a learner inside it, which has said why
            raise
        except ValueError as refusal:
            raise _refused(refusal, n_trained) from refusal


def _copy(learner: Learner) -> Learner:
    """Return the same learner, untrained; scikit-learn is asked for its own only, so that it is not imported."""
    if not hasattr(learner, "get_params"):
        return copy.deepcopy(learner)
    from sklearn.base import clone  # noqa: PLC0415 - the learner has imported it

    fresh: Learner = clone(learner)
    return fresh


def _checked(learner: Learner) -> Any:
    """Return a context that spares scikit-learn looking for nan again."""
    if not hasattr(learner, "get_params"):
        return nullcontext()
    from sklearn import config_context  # noqa: PLC0415 - the learner has imported it

    return config_context(assume_finite=True)


def _refused(refusal: ValueError, n: int) -> InputError:
    return InputError(
        "The learner must be able to use {n} rows to train on; it says '{reason}'. Choose another learner, or a method "
        "that trains on more rows.",
        n=n,
        reason=shown(refusal),
    )
