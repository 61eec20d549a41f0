"""Learners of scikit-learn, trained set by set; it is imported when the first is trained, which takes a second."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar
from zlib import crc32

import numpy as np

from evalcore.bias_variance.checks import one_from_zero
from evalcore.errors import InputError
from evalcore.support.arrays import FloatArray
from evalcore.support.checks import whole_number
from evalcore.support.text import shown


class Refitted(ABC):
    """A learner that has to be trained set by set, so that long work is done in steps of a few sets.

    What it draws at random is drawn anew for each set, from the numbers of the set: however the sets are divided into
    steps, each learner comes out the same.
    """

    sets_a_step: ClassVar[int]

    def predict(self, x: FloatArray, y: FloatArray, at: FloatArray) -> FloatArray:
        """Train on each set, and predict; see `Learner`."""
        found = np.empty((len(y), at.shape[-2]))
        for i, targets in enumerate(y):
            inputs = x if x.ndim == 2 else x[i]
            found[i] = self._predicted(inputs, targets, at if at.ndim == 2 else at[i])
        return found

    def _predicted(self, x: FloatArray, y: FloatArray, at: FloatArray) -> FloatArray:
        """Return what the learner of one set predicts, (points,)."""
        from sklearn import config_context  # noqa: PLC0415 - takes a second to import

        with config_context(assume_finite=True, skip_parameter_validation=True):
            return np.asarray(self._estimator(crc32(y.tobytes(), crc32(x.tobytes()))).fit(x, y).predict(at))

    @abstractmethod
    def _estimator(self, seed: int) -> Any:
        """Return an estimator of scikit-learn that is not trained yet."""


@dataclass(frozen=True)
class Tree(Refitted):
    """A tree of decisions; on 1 and 0 it is the one for classes, since the Gini index is twice their variance.

    Parameters
    ----------
    depth : int >= 1, optional
        Most decisions one below the other: 1 is a stump; None grows the tree until every leaf is pure.
    """

    depth: int | None = 3
    sets_a_step: ClassVar[int] = 100

    def __post_init__(self) -> None:
        if self.depth is not None:
            whole_number(self.depth, "depth", least=1)

    def _estimator(self, seed: int) -> Any:
        from sklearn.tree import DecisionTreeRegressor  # noqa: PLC0415 - takes a second to import

        return DecisionTreeRegressor(max_depth=self.depth, random_state=seed)


@dataclass(frozen=True)
class Forest(Refitted):
    """The mean of trees, each on a bootstrap sample of the set; every decision tries some of the features at random.

    Parameters
    ----------
    depth : int >= 1, optional
        Of each tree, as in `Tree`.
    trees : int >= 1

    Notes
    -----
    The square root of the number of features is tried: one of two, or the only one.
    """

    depth: int | None = None
    trees: int = 50
    sets_a_step: ClassVar[int] = 5

    def __post_init__(self) -> None:
        if self.depth is not None:
            whole_number(self.depth, "depth", least=1)
        whole_number(self.trees, "trees", least=1)

    def _estimator(self, seed: int) -> Any:
        from sklearn.ensemble import RandomForestRegressor  # noqa: PLC0415 - takes a second to import

        return RandomForestRegressor(self.trees, max_depth=self.depth, max_features="sqrt", random_state=seed)


class Staged(Refitted):
    """A learner that grows member by member: trained once, it tells what each of its earlier stages predicts."""

    @property
    @abstractmethod
    def members(self) -> int:
        """How many there are: rounds of boosting, or trees in a bag."""

    @abstractmethod
    def grown(self, members: int) -> Staged:
        """Return the same learner with so many members."""

    def stages(self, x: FloatArray, y: FloatArray, at: FloatArray, members: Sequence[int]) -> FloatArray:
        """Train on each set, and predict with so many of the members each time.

        Parameters
        ----------
        x, y, at
            As in `Learner.predict`.
        members : sequence of int from 1 to `self.members`

        Returns
        -------
        (stages, sets, points) float64
            Bit for bit what learners with so many members predict that are trained alone.
        """
        from sklearn import config_context  # noqa: PLC0415 - takes a second to import

        chosen, found = [count - 1 for count in members], np.empty((len(members), len(y), at.shape[-2]))
        with config_context(assume_finite=True, skip_parameter_validation=True):
            for i, targets in enumerate(y):
                inputs, wanted = x if x.ndim == 2 else x[i], at if at.ndim == 2 else at[i]
                model = self._estimator(crc32(targets.tobytes(), crc32(inputs.tobytes()))).fit(inputs, targets)
                found[:, i] = self._staged(model, wanted)[chosen]
        return found

    @abstractmethod
    def _staged(self, model: Any, at: FloatArray) -> FloatArray:
        """Return what a trained model predicts with one member, two, ..., all, (members, points)."""


@dataclass(frozen=True)
class Boosting(Staged):
    """Trees one after the other, each fitted to what those before it leave of the error.

    Parameters
    ----------
    rounds : int >= 1
        How many trees.
    depth : int >= 1
        Of each tree.
    rate : float > 0
        Which share of each tree is added.

    Notes
    -----
    scikit-learn's GradientBoostingRegressor: every round follows the training set more closely, as every epoch of a
    network does.
    """

    rounds: int = 30
    depth: int = 2
    rate: float = 0.1
    sets_a_step: ClassVar[int] = 5

    def __post_init__(self) -> None:
        whole_number(self.rounds, "rounds", least=1)
        whole_number(self.depth, "depth", least=1)
        _above_zero(self.rate, "rate")

    @property
    def members(self) -> int:
        """How many rounds."""
        return self.rounds

    def grown(self, members: int) -> Boosting:
        """Return the same with so many rounds."""
        return replace(self, rounds=members)

    def _estimator(self, seed: int) -> Any:
        from sklearn.ensemble import GradientBoostingRegressor  # noqa: PLC0415 - takes a second to import

        return GradientBoostingRegressor(
            n_estimators=self.rounds, max_depth=self.depth, learning_rate=self.rate, random_state=seed
        )

    def _staged(self, model: Any, at: FloatArray) -> FloatArray:
        return np.array(list(model.staged_predict(at)))


@dataclass(frozen=True)
class Bagging(Staged):
    """The mean of trees that are grown until every leaf is pure, each on a bootstrap sample of the set.

    Parameters
    ----------
    trees : int >= 1
    """

    trees: int = 10
    sets_a_step: ClassVar[int] = 5

    def __post_init__(self) -> None:
        whole_number(self.trees, "trees", least=1)

    @property
    def members(self) -> int:
        """How many trees."""
        return self.trees

    def grown(self, members: int) -> Bagging:
        """Return the same with so many trees."""
        return replace(self, trees=members)

    def _estimator(self, seed: int) -> Any:
        from sklearn.ensemble import BaggingRegressor  # noqa: PLC0415 - takes a second to import

        return BaggingRegressor(n_estimators=self.trees, random_state=seed)

    def _staged(self, model: Any, at: FloatArray) -> FloatArray:
        each = np.array([tree.predict(at) for tree in model.estimators_])
        return np.asarray(np.cumsum(each, axis=0) / np.arange(1, len(each) + 1)[:, None])


class _SupportVectors(Refitted):
    """A support vector machine, which tells two classes apart and fits no numbers."""

    sets_a_step: ClassVar[int] = 10

    def _predicted(self, x: FloatArray, y: FloatArray, at: FloatArray) -> FloatArray:
        """Return 1 or 0 at each point; of one class only, that class."""
        known = (y == 0) | (y == 1)
        if not known.all():
            raise InputError(
                "targets must be 1 and 0 for a support vector machine; got {value}. Choose a problem of two classes or "
                "another learner.",
                value=shown(float(y[~known][0])),
            )
        if (y == y[0]).all():
            return np.full(len(at), y[0])
        return super()._predicted(x, y, at)


@dataclass(frozen=True)
class LinearSVM(_SupportVectors):
    """A support vector machine whose boundary is a straight line.

    Parameters
    ----------
    cost : float > 0
        C: what a point on the wrong side of its margin costs, against the width of the margin.
    """

    cost: float = 1.0

    def __post_init__(self) -> None:
        _above_zero(self.cost, "cost")

    def _estimator(self, seed: int) -> Any:
        from sklearn.svm import SVC  # noqa: PLC0415 - takes a second to import

        return SVC(kernel="linear", C=self.cost, random_state=seed)


@dataclass(frozen=True)
class RadialSVM(_SupportVectors):
    """A support vector machine with the radial kernel exp(-gamma distance^2).

    Parameters
    ----------
    gamma : float > 0
        The larger, the nearer a point has to be to have a say.
    cost : float > 0
        As in `LinearSVM`.
    """

    gamma: float = 1.0
    cost: float = 1.0

    def __post_init__(self) -> None:
        _above_zero(self.gamma, "gamma")
        _above_zero(self.cost, "cost")

    def _estimator(self, seed: int) -> Any:
        from sklearn.svm import SVC  # noqa: PLC0415 - takes a second to import

        return SVC(kernel="rbf", C=self.cost, gamma=self.gamma, random_state=seed)


def _above_zero(value: float, name: str) -> None:
    if one_from_zero(value, name) == 0:
        raise InputError(
            "{name} must be above 0; got {value}. Choose a positive number.", name=name, value=shown(value)
        )
