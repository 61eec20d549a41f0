"""Each evaluation method over many data sets against the true error: its bias and its spread."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd

from evalcore.errors import InputError
from evalcore.intervals.percentiles import Progress
from evalcore.resampling.estimates import estimate_steps
from evalcore.resampling.learners import Learner, as_learner
from evalcore.resampling.methods import Bootstrap, Method
from evalcore.resampling.problems import TwoNormals, trained_on
from evalcore.resampling.results import ErrorEstimate
from evalcore.resampling.rows import Rows
from evalcore.support.arrays import FloatArray, frozen
from evalcore.support.checks import whole_number
from evalcore.support.results import Result


@dataclass(frozen=True, eq=False, kw_only=True)
class Comparison(Result):
    """What each method said about each data set, as far as they are drawn.

    Parameters
    ----------
    methods : tuple of Method
    errors : (sets done, methods) float64
        Estimates; nan where a method judged no row.
    true_errors : (sets done,) float64
        Expected error, on new rows, of the learner trained on all rows of the set.
    n_sets : int
        How many there are to be.
    n_fits : tuple of int
        Of each method, on one set.
    """

    methods: tuple[Method, ...]
    errors: FloatArray
    true_errors: FloatArray
    n_sets: int
    n_fits: tuple[int, ...]

    @property
    def progress(self) -> float:
        """How much is done, 0 to 1."""
        return len(self.errors) / self.n_sets

    @property
    def true_error(self) -> float:
        """Mean of the true errors."""
        return float(self.true_errors.mean())

    @property
    def mean(self) -> FloatArray:
        """Mean estimate of each method, (methods,)."""
        return np.asarray(self.errors.mean(axis=0))

    @property
    def bias(self) -> FloatArray:
        """Mean estimate minus mean true error, (methods,): too pessimistic above 0."""
        return np.asarray(self.mean - self.true_error)

    @property
    def bias_error(self) -> FloatArray:
        """Monte Carlo standard error of the bias, (methods,); nan for one set."""
        return np.asarray(self._spread(self.errors - self.true_errors[:, None]) / np.sqrt(len(self.errors)))

    @property
    def sd(self) -> FloatArray:
        """Standard deviation of the estimates over the sets, (methods,); nan for one set."""
        return self._spread(self.errors)

    @property
    def rmse(self) -> FloatArray:
        """Root mean squared distance of the estimate from the true error of the same set, (methods,)."""
        return np.asarray(np.sqrt(np.square(self.errors - self.true_errors[:, None]).mean(axis=0)))

    @property
    def correlation(self) -> FloatArray:
        """Correlation of estimate and true error over the sets, (methods,); nan where one of them never varies.

        It is low: cross validation estimates the average over data sets more than the error of this one's learner
        (S. Bates, T. Hastie, R. Tibshirani, Journal of the American Statistical Association 119 (2024) 1434-1445,
        https://doi.org/10.1080/01621459.2023.2197686).
        """
        estimates, truth = self.errors - self.mean, (self.true_errors - self.true_error)[:, None]
        size = np.sqrt(np.square(estimates).sum(axis=0) * np.square(truth).sum(axis=0))
        products = (estimates * truth).sum(axis=0)
        known = np.where(size > 1e-12, size, np.nan)
        return np.asarray(products / known)

    def _spread(self, values: FloatArray) -> FloatArray:
        return np.asarray(values.std(axis=0, ddof=1)) if len(values) > 1 else np.full(values.shape[1], np.nan)

    def to_frame(self) -> pd.DataFrame:
        """Return a row a method: mean, bias and its Monte Carlo error, SD, RMSE, correlation, fits on one set."""
        return pd.DataFrame(
            {
                "method": [repr(method) for method in self.methods],
                "mean": self.mean,
                "bias": self.bias,
                "bias_standard_error": self.bias_error,
                "sd": self.sd,
                "rmse": self.rmse,
                "correlation": self.correlation,
                "fits": self.n_fits,
            }
        )


def compare(
    problem: TwoNormals,
    learner: Learner | str,
    methods: Sequence[Method],
    *,
    n: int,
    n_sets: int,
    rng: np.random.Generator,
    progress: Progress | None = None,
) -> Comparison:
    """How far off is each evaluation method, on average and from one data set to the next?

    Parameters
    ----------
    problem : TwoNormals
        Where the data sets are drawn from.
    learner : Learner or str
        Or the name of one, of `LEARNERS`.
    methods : sequence of Method
        At least one. Bootstraps of equally many rounds share their draws, and are trained once.
    n : int >= 2
        Rows of each data set.
    n_sets : int >= 1
    rng : numpy.random.Generator
        Each set and each method has draws of its own, so that the first of many sets are those of few.
    progress : callable, optional
        Called with the share that is done; raise an exception in it to stop.

    Returns
    -------
    Comparison

    Raises
    ------
    InputError
        If there is no method, a number is too small, or a method cannot split so few rows.
    """
    found = None
    for found in compare_steps(problem, learner, methods, n=n, n_sets=n_sets, rng=rng):
        if progress is not None:
            progress(found.progress)
    assert found is not None  # there is at least one set
    return found


def compare_steps(
    problem: TwoNormals,
    learner: Learner | str,
    methods: Sequence[Method],
    *,
    n: int,
    n_sets: int,
    rng: np.random.Generator,
) -> Iterator[Comparison]:
    """Yield what `compare` has found so far, data set by data set; take no more of it to stop.

    Parameters
    ----------
    problem, learner, methods, n, n_sets, rng
        As in `compare`.

    Yields
    ------
    Comparison
        Of all data sets so far.
    """
    if not methods:
        raise InputError("methods must name at least one evaluation method; got none. Choose one.")
    n_sets = whole_number(n_sets, "n_sets", least=1)
    example = problem.draw(n, np.random.default_rng(0))  # refuses a size before anything long begins
    fits = tuple(method.n_fits(example) for method in methods)
    for method in methods:
        method.assign(example, np.random.default_rng(0))
    return _steps(problem, as_learner(learner), tuple(methods), n=n, n_sets=n_sets, fits=fits, rng=rng)


def fits_of(methods: Sequence[Method], rows: Rows) -> int:
    """How often is a learner trained for all methods on one data set?

    Parameters
    ----------
    methods : sequence of Method
    rows : Rows

    Returns
    -------
    int
        Bootstraps of equally many rounds share theirs.
    """
    return sum(method.n_fits(rows) for method in {_shared(method) for method in methods})


def drawn_set(problem: TwoNormals, *, n: int, at: int, rng: np.random.Generator) -> Rows:
    """Which rows does one of the data sets of `compare` have?

    Parameters
    ----------
    problem, n
        As in `compare`.
    at : int >= 0
        Place of the data set.
    rng : numpy.random.Generator
        In the state `compare` is given it.

    Returns
    -------
    Rows
    """
    data, _draws = rng.spawn(at + 1)[at].spawn(2)
    return problem.draw(n, data)


def _steps(
    problem: TwoNormals,
    learner: Learner,
    methods: tuple[Method, ...],
    *,
    n: int,
    n_sets: int,
    fits: tuple[int, ...],
    rng: np.random.Generator,
) -> Iterator[Comparison]:
    true_error = problem.judge(rng)
    errors, true_errors = np.empty((n_sets, len(methods))), np.empty(n_sets)
    for at, own in enumerate(rng.spawn(n_sets)):
        data, draws = own.spawn(2)
        rows = problem.draw(n, data)
        true_errors[at] = true_error(*trained_on(learner, rows))
        errors[at] = _estimates(learner, rows, methods, draws)
        yield Comparison(
            methods=methods,
            errors=frozen(errors[: at + 1].view()),
            true_errors=frozen(true_errors[: at + 1].view()),
            n_sets=n_sets,
            n_fits=fits,
        )


def _estimates(learner: Learner, rows: Rows, methods: tuple[Method, ...], rng: np.random.Generator) -> list[float]:
    """Return what each method says about the rows; bootstraps of as many rounds are one, read in several ways."""
    done: dict[Method, ErrorEstimate] = {}
    said = []
    for method in methods:
        shared = _shared(method)
        if shared not in done:
            *_, done[shared] = estimate_steps(learner, rows, method=shared, rng=rng)
        found = done[shared]
        said.append((found.read_as(method.estimator) if isinstance(method, Bootstrap) else found).error)
    return said


def _shared(method: Method) -> Method:
    """Return the method whose rounds this one reads."""
    return replace(method, estimator=".632") if isinstance(method, Bootstrap) else method
