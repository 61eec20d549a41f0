"""Evaluation methods: hold-out, k-fold cross validation, leave-one-out, bootstrap, and the training error beside them.

The splits are those of scikit-learn's splitters, which are imported when the first split is drawn.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, Literal, Protocol, get_args

import numpy as np

from evalcore.errors import InputError
from evalcore.resampling.assignment import Assignment, assigned
from evalcore.resampling.learners import of_scikit_learn
from evalcore.resampling.rows import Rows
from evalcore.support.arrays import IntArray, frozen
from evalcore.support.checks import option, share, whole_number
from evalcore.support.text import shown

Estimator = Literal["out-of-bag", ".632", ".632+"]
ESTIMATORS: Final[tuple[Estimator, ...]] = get_args(Estimator)
_SEEDS: Final = 2**32


class Method(Protocol):
    """A way to estimate how wrong a learner is on rows it has not seen."""

    def n_fits(self, rows: Rows) -> int:
        """Return how often the learner is trained."""

    def assign(self, rows: Rows, rng: np.random.Generator) -> Assignment:
        """Draw who is trained on and who is judged."""


@dataclass(frozen=True)
class TrainingError:
    """Judge the learner on the rows it was trained on, which flatters it."""

    def n_fits(self, rows: Rows) -> int:
        """One learner is trained."""
        del rows
        return 1

    def assign(self, rows: Rows, rng: np.random.Generator) -> Assignment:
        """Every row is trained on and judged on; nothing is drawn."""
        del rng
        return Assignment(
            times_trained=frozen(np.ones((1, rows.n), dtype=np.int64)), judged=frozen(np.ones((1, rows.n), dtype=bool))
        )


@dataclass(frozen=True)
class HoldOut:
    """Train on a part of the rows, judge on the rest.

    Parameters
    ----------
    test_share : float between 0 and 1
        Of the rows, rounded to whole rows, at least one; of the groups where these stay together.
    repeats : int >= 1
        Each time another part is drawn.
    stratified : bool
        Whether both parts have the class shares of all rows, as far as whole rows allow.
    grouped : bool
        Whether the rows of a group stay together; then it cannot be stratified as well.
    """

    test_share: float = 0.3
    repeats: int = 1
    stratified: bool = True
    grouped: bool = False

    def __post_init__(self) -> None:
        whole_number(self.repeats, "repeats", least=1)
        if share(self.test_share, "test_share") in (0, 1):
            raise InputError(
                "test_share must leave rows to train on and rows to judge on; got {value}. Choose 0.3, for example.",
                value=shown(self.test_share),
            )
        if self.stratified and self.grouped:
            raise InputError(
                "A hold-out must be stratified or keep groups together; got both. Switch one of them off, or take "
                "k-fold cross validation."
            )

    def n_fits(self, rows: Rows) -> int:
        """One learner is trained each time."""
        del rows
        return self.repeats

    def n_tested(self, n: int) -> int:
        """How many of n rows, or groups, are judged on."""
        return min(max(round(self.test_share * n), 1), n - 1)

    def assign(self, rows: Rows, rng: np.random.Generator) -> Assignment:
        """Draw each part from those of scikit-learn's splitter, with one seed for all repeats.

        Raises
        ------
        InputError
            If there are too few rows or groups, or too few of a class to stand on both sides.
        """
        n, name = rows.n, "ShuffleSplit"
        if self.grouped:
            n, name = _n_groups(rows, 2), "GroupShuffleSplit"
        elif self.stratified:
            _both_sides(rows, self.n_tested(n))
            name = "StratifiedShuffleSplit"
        splitter = of_scikit_learn(
            "model_selection", name, n_splits=self.repeats, test_size=self.n_tested(n), random_state=_seed(rng)
        )
        return _assigned(splitter, rows, self.grouped)


@dataclass(frozen=True)
class KFold:
    """Deal the rows into k folds; each fold is judged on once, by a learner trained on the others.

    Parameters
    ----------
    k : int >= 2
    repeats : int >= 1
        Each time the rows are dealt anew: p times k-fold cross validation.
    stratified : bool
        Whether each fold has the class shares of all rows, as far as whole rows allow.
    grouped : bool
        Whether the rows of a group stay together.
    """

    k: int = 10
    repeats: int = 1
    stratified: bool = True
    grouped: bool = False

    def __post_init__(self) -> None:
        whole_number(self.k, "k", least=2)
        whole_number(self.repeats, "repeats", least=1)

    def n_fits(self, rows: Rows) -> int:
        """One learner is trained for each fold, each time."""
        del rows
        return self.k * self.repeats

    def assign(self, rows: Rows, rng: np.random.Generator) -> Assignment:
        """Deal the rows as scikit-learn's splitter does, with a seed of its own each time.

        Raises
        ------
        InputError
            If there are fewer rows or groups than folds, or fewer rows of a class where it is stratified.
        """
        if self.k > rows.n:
            raise InputError(
                "k must be at most the number of rows, {n}; got {k}. Choose fewer folds.", n=rows.n, k=self.k
            )
        if self.grouped:
            _n_groups(rows, self.k)
        if self.stratified:
            _in_each_fold(rows, self.k)
        name = "Stratified" * self.stratified + "Group" * self.grouped + "KFold"
        return assigned(self._splits(name, rows, rng), rows.n)

    def _splits(self, name: str, rows: Rows, rng: np.random.Generator) -> Iterator[tuple[IntArray, IntArray]]:
        # GroupKFold shuffles from scikit-learn 1.6 on; its folds are those of the groups, each with all its rows.
        of_groups = rows.groups if name == "GroupKFold" else None
        for _ in range(self.repeats):
            splitter = of_scikit_learn(
                "model_selection",
                name if of_groups is None else "KFold",
                n_splits=self.k,
                shuffle=True,
                random_state=_seed(rng),
            )
            if of_groups is None:
                yield from splitter.split(rows.x, rows.y, rows.groups if self.grouped else None)
            else:
                yield from _with_their_rows(splitter, of_groups)


@dataclass(frozen=True)
class LeaveOneOut:
    """Judge each row by a learner trained on all others; it cannot be stratified.

    Parameters
    ----------
    grouped : bool
        Whether a whole group is left out at a time.
    """

    grouped: bool = False

    def n_fits(self, rows: Rows) -> int:
        """One learner is trained for each row, or group."""
        return _n_groups(rows, 2) if self.grouped else rows.n

    def assign(self, rows: Rows, rng: np.random.Generator) -> Assignment:
        """Leave out one after the other; nothing is drawn."""
        del rng
        name = "LeaveOneOut"
        if self.grouped:
            _n_groups(rows, 2)
            name = "LeaveOneGroupOut"
        return _assigned(of_scikit_learn("model_selection", name), rows, self.grouped)


@dataclass(frozen=True)
class Bootstrap:
    """Train on as many rows, drawn with replacement; judge on those never drawn, about 36.8% of them.

    Parameters
    ----------
    rounds : int >= 1
    estimator : "out-of-bag", ".632" or ".632+"
        What is made of it. The out-of-bag error is too high, since fewer different rows are trained on; the other two
        mix it with the training error, which takes one more fit.
    """

    rounds: int = 25
    estimator: Estimator = ".632"

    def __post_init__(self) -> None:
        whole_number(self.rounds, "rounds", least=1)
        option(self.estimator, "estimator", ESTIMATORS)

    def n_fits(self, rows: Rows) -> int:
        """One learner is trained a round, and one on all rows for the training error."""
        del rows
        return self.rounds + (self.estimator != "out-of-bag")

    def assign(self, rows: Rows, rng: np.random.Generator) -> Assignment:
        """Draw n of n rows a round, with replacement."""
        drawn = [np.bincount(rng.integers(rows.n, size=rows.n), minlength=rows.n) for _ in range(self.rounds)]
        times = np.array(drawn, dtype=np.int64)
        return Assignment(times_trained=frozen(times), judged=frozen(times == 0))


def _with_their_rows(splitter: Any, group_of: IntArray) -> Iterator[tuple[IntArray, IntArray]]:
    """Split the groups, and return the rows of either part."""
    groups = np.unique(group_of)
    for _train, test in splitter.split(groups):
        is_test = np.isin(group_of, groups[test])
        yield np.flatnonzero(~is_test), np.flatnonzero(is_test)


def _assigned(splitter: Any, rows: Rows, is_grouped: bool) -> Assignment:
    return assigned(splitter.split(rows.x, rows.y, rows.groups if is_grouped else None), rows.n)


def _seed(rng: np.random.Generator) -> int:
    """Return a seed for a splitter of scikit-learn, which knows no Generator."""
    return int(rng.integers(_SEEDS))


def _n_groups(rows: Rows, least: int) -> int:
    """Return how many groups there are, at least that many."""
    if rows.groups is None:
        raise InputError(
            "groups must say what each row belongs to where groups stay together; got none. Name the column, or let "
            "rows be dealt one by one."
        )
    count = len(np.unique(rows.groups))
    if count < least:
        raise InputError(
            "There must be at least {least} groups; got {count}. Choose fewer folds, or another column.",
            least=least,
            count=count,
        )
    return count


def _rarest(rows: Rows) -> tuple[str, int]:
    """Return the rarest class that occurs, and how many rows it has."""
    counts = np.where(rows.class_counts > 0, rows.class_counts, rows.n + 1)
    at = int(np.argmin(counts))
    return rows.classes[at], int(counts[at])


def _in_each_fold(rows: Rows, k: int) -> None:
    label, count = _rarest(rows)
    if count < k:
        raise InputError(
            "Each class must have a row for each of the {k} folds where they are stratified; '{label}' has {count}. "
            "Choose fewer folds, or deal the rows without looking at classes.",
            k=k,
            label=shown(label),
            count=count,
        )


def _both_sides(rows: Rows, n_tested: int) -> None:
    label, count = _rarest(rows)
    n_classes = np.count_nonzero(rows.class_counts)
    if count < 2 or min(n_tested, rows.n - n_tested) < n_classes:
        raise InputError(
            "Each class must have rows on both sides of a stratified hold-out; '{label}' has {count} rows, and "
            "{tested} of {n} are judged on. Choose another share, or split without looking at classes.",
            label=shown(label),
            count=count,
            tested=n_tested,
            n=rows.n,
        )
