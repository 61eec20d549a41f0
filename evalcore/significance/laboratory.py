"""The laboratory: two learners, and how often each test, run many times, calls them different.

Here the truth is known. Where both are equally good a rejection is a false alarm, and a test keeps its promise if it
rejects in alpha of the replicates; where one is better it is a find, and their share is the power. `laboratory_steps`
yields the result so far, for a screen that shows it grow and may stop.
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
from evalcore.significance.laboratory_learners import PREDICT, SEPARATION, Learner, better_by
from evalcore.significance.laboratory_tests import TESTS, Outcome, outcome, pvalues, splits
from evalcore.significance.results import check_alpha, rejects
from evalcore.support.arrays import CountArray, FloatArray, frozen
from evalcore.support.checks import option, whole_number
from evalcore.support.results import Result
from evalcore.support.runs import Effort
from evalcore.support.text import shown

ROWS: Final = (40, 5_000)  # with fewer a half may lack a class: of 40 rows once in 10^11 halvings
DIFFERENCES: Final = (0.01, 0.1)
USUAL_DIFFERENCE: Final = 0.06
_FITS: Final = 420  # of a replicate: learners of three features, each on every split
STEP: Final = 25  # replicates between two results; the draws do not depend on it


class RunningRate(NamedTuple):
    """Rejection rates after each replicate with their 95% intervals, (tests, replicates) each."""

    rate: FloatArray
    low: FloatArray
    high: FloatArray


@dataclass(frozen=True, eq=False, kw_only=True)
class LaboratoryResult(Result):
    """How often does each test call two learners different: equally good ones, and such that differ?

    Parameters
    ----------
    learner : "lda" or "1-nn"
    n : int
        Rows in each replicate.
    pvalues : (11, replicates) float64
        Of each test, in the order of `TESTS`, where both learners are equally good; nan where undefined.
    differing : (11, replicates) float64
        The same where the second learner is better: on the same rows, but for its feature.
    difference : float
        By how much: of the error rates after training on very many rows.
    alpha : float in (0, 1)
        Level of the tests: the share of replicates that a test may reject.
    """

    learner: Learner
    n: int
    pvalues: FloatArray
    differing: FloatArray
    difference: float = USUAL_DIFFERENCE
    alpha: float = 0.05

    @property
    def n_replicates(self) -> int:
        """Replicates so far."""
        return int(self.pvalues.shape[1])

    @property
    def rejections(self) -> CountArray:
        """Replicates with p < alpha, (tests,); an undefined p does not reject."""
        return np.asarray(np.count_nonzero(rejects(self.pvalues, self.alpha), axis=1))

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
        """Lower end of the 95% interval of each rate (Wilson), (tests,)."""
        return np.asarray(wilson(self.rejections, self.n_replicates).low)

    @property
    def high(self) -> FloatArray:
        """Upper end of the 95% interval of each rate (Wilson), (tests,)."""
        return np.asarray(wilson(self.rejections, self.n_replicates).high)

    @property
    def finds(self) -> CountArray:
        """Replicates with p < alpha where the learners differ, (tests,)."""
        return np.asarray(np.count_nonzero(rejects(self.differing, self.alpha), axis=1))

    @property
    def power(self) -> FloatArray:
        """Share of all replicates in which each test finds the difference, (tests,)."""
        return self.finds / self.n_replicates

    @property
    def power_ends(self) -> tuple[FloatArray, FloatArray]:
        """Ends of the 95% interval of each power (Wilson), (tests,) each."""
        low, high = wilson(self.finds, self.n_replicates)
        return np.asarray(low), np.asarray(high)

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

    def joined(self, pvalues: FloatArray, differing: FloatArray) -> LaboratoryResult:
        """Return the same with the p-values of further replicates, (11, replicates) each."""
        of_equal, of_differing = np.hstack([self.pvalues, pvalues]), np.hstack([self.differing, differing])
        return replace(self, pvalues=frozen(of_equal), differing=frozen(of_differing))

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
        so_far = np.cumsum(rejects(self.pvalues, self.alpha), axis=1)
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
        """Return a row a test: its name, replicates, rejections, rate with interval, power with interval, alpha, ..."""
        return pd.DataFrame(
            {
                "test": [test.name for test in TESTS],
                "replicates": self.n_replicates,
                "rejections": self.rejections,
                "rate": self.rate,
                "low": self.low,
                "high": self.high,
                "difference": self.difference,
                "finds": self.finds,
                "power": self.power,
                "power_low": self.power_ends[0],
                "power_high": self.power_ends[1],
                "alpha": self.alpha,
                "undefined": self.undefined,
            }
        )

    def replicates_frame(self) -> pd.DataFrame:
        """Return two rows a replicate: learner, n, true difference (0 first), its number from 1, p of each test."""
        number = np.arange(1, self.n_replicates + 1)
        tables = [
            pd.DataFrame({"learner": self.learner, "n": self.n, "difference": difference, "replicate": number}).assign(
                **{test.name: p for test, p in zip(TESTS, table, strict=True)}
            )
            for difference, table in ((0.0, self.pvalues), (self.difference, self.differing))
        ]
        return pd.concat(tables, ignore_index=True)


def run_laboratory(
    learner: Learner,
    *,
    n: int,
    n_replicates: int,
    rng: np.random.Generator,
    difference: float = USUAL_DIFFERENCE,
    alpha: float = 0.05,
    progress: Progress | None = None,
) -> LaboratoryResult:
    """How often does each test call two learners different: where they are equally good, and where they are not?

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
    difference : float in [0.01, 0.1]
        By how much the second learner is better where they differ: its error rate after training on very many rows.
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
    exactly true (McNemar's: on average over training sets). For the power the classes lie further apart in the second
    feature, with the same noise. Every test sees the same rows. The splits are those of
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
    for found in laboratory_steps(learner, n=n, n_replicates=n_replicates, rng=rng, difference=difference, alpha=alpha):
        if progress is not None:
            progress(found.n_replicates / n_replicates)
    assert found is not None  # there is at least one replicate
    return found


def laboratory_steps(
    learner: Learner,
    *,
    n: int,
    n_replicates: int,
    rng: np.random.Generator,
    difference: float = USUAL_DIFFERENCE,
    alpha: float = 0.05,
) -> Iterator[LaboratoryResult]:
    """Yield what `run_laboratory` has found so far, every 25 replicates and at the end; take no more of it to stop.

    Parameters
    ----------
    learner, n, n_replicates, rng, difference, alpha
        As in `run_laboratory`.

    Yields
    ------
    LaboratoryResult
        Of all replicates so far.
    """
    begun = nothing_yet(learner, n=n, difference=difference, alpha=alpha)
    total = whole_number(n_replicates, "n_replicates", least=1)
    return _steps(begun, total, rng)


def laboratory_effort(learner: Learner, *, n: int, n_replicates: int) -> Effort:
    """What does a run take: seconds of a core of 2026, and rows that learners are trained on?

    >>> laboratory_effort("lda", n=200, n_replicates=1000)
    Effort(seconds=1.15, rows=84000000)
    """
    once, each_row = {"lda": (1.5e-4, 5e-6), "1-nn": (2e-4, 1.2e-5)}[learner]
    return Effort(n_replicates * (once + each_row * n), n_replicates * n * _FITS)


def nothing_yet(
    learner: Learner, *, n: int, difference: float = USUAL_DIFFERENCE, alpha: float = 0.05
) -> LaboratoryResult:
    """Return the result before the first replicate."""
    option(learner, "learner", PREDICT)
    if not isinstance(n, Integral) or not ROWS[0] <= n <= ROWS[1]:
        raise InputError(
            "Number of rows must be a whole number from {low} to {high}; got {value}. Choose one in that range.",
            low=ROWS[0],
            high=ROWS[1],
            value=shown(n),
        )
    if not DIFFERENCES[0] <= difference <= DIFFERENCES[1]:
        raise InputError(
            "difference must be a number from {low} to {high}; got {value}. Choose one in that range.",
            low=DIFFERENCES[0],
            high=DIFFERENCES[1],
            value=shown(difference),
        )
    check_alpha(alpha)
    none = np.empty((len(TESTS), 0))
    return LaboratoryResult(learner=learner, n=int(n), pvalues=none, differing=none, difference=difference, alpha=alpha)


def _steps(found: LaboratoryResult, total: int, rng: np.random.Generator) -> Iterator[LaboratoryResult]:
    """Yield the result with more and more replicates."""
    separation = better_by(found.learner, found.difference)
    for first in range(0, total, STEP):
        drawn = [replicate(found.learner, found.n, rng, separation) for _ in range(min(STEP, total - first))]
        of_equal, of_differing = (
            pvalues(Outcome(*map(np.concatenate, zip(*outcomes, strict=True))), found.n)
            for outcomes in zip(*drawn, strict=True)
        )
        found = found.joined(of_equal, of_differing)
        yield found


def replicate(learner: Learner, n: int, rng: np.random.Generator, separation: float) -> tuple[Outcome, Outcome]:
    """Draw rows and splits, train both learners on every split, and return where they differ.

    Parameters
    ----------
    learner, n, rng
        As in `run_laboratory`.
    separation : float
        Of the classes in the second feature where it is the better one.

    Returns
    -------
    (Outcome, Outcome)
        Of equally good learners, and where the second is better; their first axis has length 1.
    """
    y_true = np.arange(n) < n // 2
    noise_a, noise_b = rng.standard_normal((2, n))
    tested = splits(n, rng)
    features = (
        noise + apart * (y_true - 0.5)
        for noise, apart in ((noise_a, SEPARATION), (noise_b, SEPARATION), (noise_b, separation))
    )
    wrong_a, wrong_b, wrong_better = (PREDICT[learner](x, y_true, tested) != y_true for x in features)
    return outcome(wrong_a, wrong_b, tested), outcome(wrong_a, wrong_better, tested)


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
        is_equal = rows["difference"] == 0
        found[learner] = LaboratoryResult(
            learner=learner,
            n=int(rows["n"].iloc[0]),
            pvalues=_table(rows[is_equal]),
            differing=_table(rows[~is_equal]),
            difference=float(rows["difference"].max()),
            alpha=alpha,
        )
    return found


def _table(rows: pd.DataFrame) -> FloatArray:
    return frozen(rows[[test.name for test in TESTS]].to_numpy(dtype=np.float64).T.copy())
