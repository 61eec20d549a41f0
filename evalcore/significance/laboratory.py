"""The laboratory: two learners that are equally good, and how often each test, run many times, calls them different.

Here the truth is known, so a rejection is a false alarm, and a test keeps its promise if it rejects in alpha of the
replicates. `laboratory_steps` yields the result so far, for a screen that shows it grow and may stop.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from numbers import Integral
from typing import Final, NamedTuple

import numpy as np
import pandas as pd

from evalcore.errors import InputError, Message
from evalcore.intervals import wilson
from evalcore.intervals.percentiles import Progress
from evalcore.significance.laboratory_learners import PREDICT, Learner
from evalcore.significance.laboratory_tests import TESTS, Outcome, outcome, pvalues, splits
from evalcore.significance.results import check_alpha
from evalcore.support.arrays import CountArray, FloatArray, frozen, shown
from evalcore.support.options import option, whole_number

ROWS: Final = (40, 5_000)  # with fewer a half may lack a class: of 40 rows once in 10^11 halvings
SEPARATION: Final = 2.0
STEP: Final = 25  # replicates between two results; the draws do not depend on it


class RunningRate(NamedTuple):
    """Rejection rates after each replicate with their 95 % intervals, (tests, replicates) each."""

    rate: FloatArray
    low: FloatArray
    high: FloatArray


@dataclass(frozen=True, eq=False, kw_only=True)
class LaboratoryResult:
    """How often does each test call two equally good learners different?

    Parameters
    ----------
    learner : "lda" or "1-nn"
    n : int
        Rows in each replicate.
    pvalues : (10, replicates) float64
        Of each test, in the order of `TESTS`; nan where undefined.
    alpha : float in (0, 1)
        Level of the tests: the share of replicates that a test may reject.
    """

    learner: Learner
    n: int
    pvalues: FloatArray
    alpha: float = 0.05

    @property
    def n_replicates(self) -> int:
        """Replicates so far."""
        return int(self.pvalues.shape[1])

    @property
    def rejections(self) -> CountArray:
        """Replicates with p < alpha, (tests,); an undefined p does not reject."""
        return np.asarray(np.count_nonzero(self.pvalues < self.alpha, axis=1))

    @property
    def undefined(self) -> CountArray:
        """Replicates without p, (tests,)."""
        return np.asarray(np.count_nonzero(np.isnan(self.pvalues), axis=1))

    @property
    def rate(self) -> FloatArray:
        """Share of all replicates that each test rejects, (tests,)."""
        return self.rejections / self.n_replicates

    @property
    def low(self) -> FloatArray:
        """Lower end of the 95 % interval of each rate (Wilson), (tests,)."""
        return np.asarray(wilson(self.rejections, self.n_replicates).low)

    @property
    def high(self) -> FloatArray:
        """Upper end of the 95 % interval of each rate (Wilson), (tests,)."""
        return np.asarray(wilson(self.rejections, self.n_replicates).high)

    @property
    def warnings(self) -> tuple[Message | None, ...]:
        """For each test what has to be said of it, or None."""
        return tuple(
            Message(
                "In {count} of {total} replicates the differences do not vary, so this test has no p; they count as "
                "not rejected.",
                {"count": count, "total": self.n_replicates},
            )
            if count
            else None
            for count in self.undefined.tolist()
        )

    def joined(self, more: FloatArray) -> LaboratoryResult:
        """Return the same with the p-values of further replicates, (10, replicates)."""
        return replace(self, pvalues=frozen(np.concatenate([self.pvalues, more], axis=1)))

    def at(self, alpha: float) -> LaboratoryResult:
        """Return the same replicates judged at another level.

        Parameters
        ----------
        alpha : float in (0, 1)
        """
        check_alpha(alpha)
        return replace(self, alpha=alpha)

    def running(self) -> RunningRate:
        """Return the rejection rate after each replicate: where it settles, and how sure that is."""
        so_far = np.cumsum(self.pvalues < self.alpha, axis=1)
        seen = np.arange(1, self.n_replicates + 1)
        low, high = wilson(so_far, seen)
        return RunningRate(so_far / seen, np.asarray(low), np.asarray(high))

    def histogram(self, *, bins: int = 20) -> CountArray:
        """Count the p-values of each test in bins of one width; a test that keeps its promise at every level is flat.

        Parameters
        ----------
        bins : int >= 1

        Returns
        -------
        (tests, bins) int64
            From 0 to 1, each bin with its lower end; the last also with 1. An undefined p is in none.
        """
        bins = whole_number(bins, "bins", least=1)
        return np.stack([np.histogram(p[~np.isnan(p)], bins=bins, range=(0, 1))[0] for p in self.pvalues])

    def to_frame(self) -> pd.DataFrame:
        """Return a row a test: its name, replicates, rejections, rate with interval, alpha, undefined."""
        return pd.DataFrame(
            {
                "test": [test.name for test in TESTS],
                "replicates": self.n_replicates,
                "rejections": self.rejections,
                "rate": self.rate,
                "low": self.low,
                "high": self.high,
                "alpha": self.alpha,
                "undefined": self.undefined,
            }
        )

    def replicates_frame(self) -> pd.DataFrame:
        """Return a row a replicate: learner, n, its number from 1, and the p-value of each test."""
        known = {"learner": self.learner, "n": self.n, "replicate": np.arange(1, self.n_replicates + 1)}
        return pd.DataFrame(known | {test.name: p for test, p in zip(TESTS, self.pvalues, strict=True)})


def run_laboratory(
    learner: Learner,
    *,
    n: int,
    n_replicates: int,
    rng: np.random.Generator,
    alpha: float = 0.05,
    progress: Progress | None = None,
) -> LaboratoryResult:
    """How often does each test call two learners different whose true error rates are equal?

    Parameters
    ----------
    learner : "lda" or "1-nn"
        Both learners are of this kind: linear discriminant analysis, which hardly changes with its training set, or the
        nearest neighbour, which changes with every row.
    n : int
        Rows in each replicate, 40 to 5,000; half of them are positive.
    n_replicates : int >= 1
    rng : numpy.random.Generator
        The draws come replicate by replicate, so that with the same seed the first of many are those of few.
    alpha : float in (0, 1)
    progress : callable, optional
        Called with the share that is done; raise an exception in it to stop.

    Returns
    -------
    LaboratoryResult

    Notes
    -----
    A replicate draws n rows with two features, each N(1, 1) in the one class and N(-1, 1) in the other, independent
    within a class. The first learner sees the first feature, the second the second. Nothing tells the features apart,
    so both learners have the same expected error rate on training sets of any size, and the hypothesis of every test is
    exactly true (McNemar's: on average over training sets). Every test sees the same rows. The splits are those of
    `laboratory_tests.splits`: a hold-out tests a third of the rows, nothing is stratified.

    References
    ----------
    Dietterich (1998), https://doi.org/10.1162/089976698300017197; Nadeau and Bengio (2003),
    https://doi.org/10.1023/A:1024068626366

    Examples
    --------
    >>> found = run_laboratory("lda", n=60, n_replicates=50, rng=np.random.default_rng(0))
    >>> dict(zip(found.to_frame()["test"], found.rejections.tolist()))["hold-out-t"]
    22
    """
    found = None
    for found in laboratory_steps(learner, n=n, n_replicates=n_replicates, rng=rng, alpha=alpha):
        if progress is not None:
            progress(found.n_replicates / n_replicates)
    assert found is not None  # there is at least one replicate
    return found


def laboratory_steps(
    learner: Learner, *, n: int, n_replicates: int, rng: np.random.Generator, alpha: float = 0.05
) -> Iterator[LaboratoryResult]:
    """Yield what `run_laboratory` has found so far, every 25 replicates and at the end; take no more of it to stop.

    Parameters
    ----------
    learner, n, n_replicates, rng, alpha
        As in `run_laboratory`.

    Yields
    ------
    LaboratoryResult
        Of all replicates so far.
    """
    begun, total = nothing_yet(learner, n=n, alpha=alpha), whole_number(n_replicates, "n_replicates", least=1)
    return _steps(begun, total, rng)


def nothing_yet(learner: Learner, *, n: int, alpha: float = 0.05) -> LaboratoryResult:
    """Return the result before the first replicate."""
    option(learner, "learner", PREDICT)
    if not isinstance(n, Integral) or not ROWS[0] <= n <= ROWS[1]:
        raise InputError(
            "Number of rows must be a whole number from {low} to {high}; got {value}. Choose one in that range.",
            low=ROWS[0],
            high=ROWS[1],
            value=shown(n),
        )
    check_alpha(alpha)
    return LaboratoryResult(learner=learner, n=int(n), pvalues=np.empty((len(TESTS), 0)), alpha=alpha)


def _steps(found: LaboratoryResult, total: int, rng: np.random.Generator) -> Iterator[LaboratoryResult]:
    """Yield the result with more and more replicates."""
    for first in range(0, total, STEP):
        drawn = [replicate(found.learner, found.n, rng) for _ in range(min(STEP, total - first))]
        found = found.joined(pvalues(Outcome(*map(np.concatenate, zip(*drawn, strict=True)))))
        yield found


def replicate(learner: Learner, n: int, rng: np.random.Generator) -> Outcome:
    """Draw rows and splits, train both learners on every split, and return where they differ.

    Parameters
    ----------
    learner, n, rng
        As in `run_laboratory`.

    Returns
    -------
    Outcome
        Its first axis has length 1.
    """
    y_true = np.arange(n) < n // 2
    features = rng.standard_normal((2, n)) + SEPARATION * (y_true - 0.5)
    tested = splits(n, rng)
    wrong_a, wrong_b = (PREDICT[learner](x, y_true, tested) != y_true for x in features)
    return outcome(wrong_a, wrong_b, tested)


def laboratories_from_frame(frame: pd.DataFrame, *, alpha: float = 0.05) -> dict[Learner, LaboratoryResult]:
    """Which results does a table of p-values hold, by learner?

    Parameters
    ----------
    frame : DataFrame
        Rows by `LaboratoryResult.replicates_frame`, of one run or of several with different learners.
    alpha : float in (0, 1)

    Returns
    -------
    dict of LaboratoryResult
        In the order of the table.
    """
    check_alpha(alpha)
    found: dict[Learner, LaboratoryResult] = {}
    for name in frame["learner"].unique():
        option(name, "learner", PREDICT)
        learner: Learner = name
        rows = frame[frame["learner"] == learner]
        table = frozen(rows[[test.name for test in TESTS]].to_numpy(dtype=np.float64).T.copy())
        found[learner] = LaboratoryResult(learner=learner, n=int(rows["n"].iloc[0]), pvalues=table, alpha=alpha)
    return found
