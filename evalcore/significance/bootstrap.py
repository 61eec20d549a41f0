"""Two models on the same test rows: how much do they differ by any metric? Rows are drawn again, for both at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evalcore.counts import Cells
from evalcore.errors import Message
from evalcore.intervals.cases import INDEPENDENT_CASES, case_bootstrap, few_cases, one_case
from evalcore.intervals.percentiles import Progress, check_options, chunks, collected, percentiles
from evalcore.significance.contradictions import contradiction
from evalcore.significance.results import TestResult
from evalcore.support.arrays import FloatArray, IndexArray, IntArray, frozen
from evalcore.support.cases import Cases, numbered
from evalcore.support.checks import one_dimensional, option, same_length, truths

Takes = Literal["cells", "rows"]

FEW_ROWS, FEW_OF_A_CLASS = 100, 30
HYPOTHESIS = Message("Both models have the same value of the metric on all rows such as these.")
ASSUMPTIONS = (
    Message("The rows are a random sample, independent of each other, and neither model was fitted to them."),
    Message("Both models predicted the same rows, and a row is drawn for both of them."),
    Message("There are enough rows for the resamples to vary as new samples would."),
)
ASSUMPTIONS_BY_CASE = (
    INDEPENDENT_CASES,
    Message("Both models predicted the same rows, and a case is drawn for both of them, with all its rows."),
    Message("There are enough cases for the resamples to vary as new samples would."),
)
MOST_DRAWN = 4_000_000  # numbers at once
NO_VALUE = Message("The metric has no value for these rows for at least one of the models, so there is no difference.")
PERCENTILES = Message("The interval between percentiles")
COUNTED = Message("the share of resamples")
NO_RESAMPLE = Message("No two of the resamples gave the metric a value for both models, so there is no interval.")
SAME = Message("Every resample gave both models the same value, so they cannot be told apart: p is 1 by definition.")
CONSTANT = Message(
    "Every resample gave the same difference: these rows cannot show how far it may be off, which is no certainty."
)


@dataclass(frozen=True, eq=False, kw_only=True)
class BootstrapResult(TestResult):
    """How much do two models differ by a metric, and is it more than chance?

    Parameters
    ----------
    value_a, value_b : float
        Of each model; nan where undefined.
    standard_error : float >= 0
        Standard deviation of the resampled differences.
    replicates : (r,) float64
        The resampled differences that have a value.
    undefined : int
        Resamples without a value, which were left out.

    Notes
    -----
    The other fields are those of `TestResult`; `effect`, also called `difference` and `statistic`, is value_a -
    value_b.
    """

    value_a: float
    value_b: float
    standard_error: float
    replicates: FloatArray
    undefined: int

    @property
    def difference(self) -> float:
        """Metric of a minus metric of b."""
        return self.effect


def paired_bootstrap(
    metric: Callable[..., Any],
    y_true: ArrayLike,
    a: ArrayLike,
    b: ArrayLike,
    *,
    takes: Takes = "cells",
    n_replicates: int = 2_000,
    rng: np.random.Generator,
    confidence_level: float = 0.95,
    progress: Progress | None = None,
    case: ArrayLike | Cases | None = None,
) -> BootstrapResult:
    """How much do two models that predicted the same rows differ by a metric, and is it more than chance?

    Parameters
    ----------
    metric : callable
        Of one model, nan where undefined. With `takes` "cells" it is called with anything that has `tp fp fn tn`, whole
        arrays of each at once, as the metrics of `evalcore.metrics` are; with "rows" it is called with y_true and a, or
        y_true and b, of the rows drawn.
    y_true : (n,) True/False or 1/0; with "rows" labels or numbers of any kind
    a, b : (n,) True/False or 1/0; with "rows" predictions or scores of any kind
        Of both models for the same rows, which count once each.
    takes : "cells" or "rows"
    n_replicates : int >= 2
    rng : numpy.random.Generator
    confidence_level : float in (0, 1)
    progress : callable, optional
        Called with the share that is done; raise an exception in it to stop.
    case : (n,) labels of any kind, optional
        Rows with equal labels belong to one case: cases are drawn instead, each with all its rows.

    Returns
    -------
    BootstrapResult

    Notes
    -----
    A resample is n rows drawn with replacement, each with its truth and both predictions, so the numbers of positive
    and negative rows vary as they do from sample to sample. The interval runs between percentiles of the differences.
    p is twice the share of resamples, the rows themselves counted as one, in which the difference is 0 or has the
    other sign, at most 1: it is below alpha about where the interval with level 1 - alpha leaves out 0, and never
    below 2 / (n_replicates + 1). With "cells" the eight counts of (truth, a, b) are drawn from their multinomial
    distribution, which is the same and takes a moment for any number of rows; with "rows" each resample calls the
    metric twice. Below 100 rows, or 30 of the rarer class, `warnings` say that the percentiles are too narrow: with 10
    positive rows of 1,000 those of balanced accuracy hold .85 to .89 (tests/benchmarks/significance.py).
    By case (`method` "paired-bootstrap-by-case") as many cases are drawn as there are, and below 20 `warnings` say that
    percentiles are too narrow (`evalcore.intervals.case_bootstrap`); where each case has one row, or copies of one,
    rows are drawn as without. *Undefined when* the metric is, there is a single case, or when all resamples give one
    difference that is not 0; where it is 0, p = 1.

    References
    ----------
    Efron and Tibshirani (1993), An Introduction to the Bootstrap, chapters 13 and 15,
    https://doi.org/10.1201/9780429246593

    Examples
    --------
    >>> y, a, b = np.array([[1, 1, 1]] * 30 + [[1, 1, 0]] * 9 + [[0, 0, 1]] * 6 + [[0, 0, 0]] * 55).T
    >>> test = paired_bootstrap(lambda m: (m.tp + m.tn) / 100, y, a, b, rng=np.random.default_rng(0))
    >>> f"{test.difference:.2f} ({test.low:.2f} to {test.high:.2f}), p {test.pvalue:.3f}"
    '0.15 (0.08 to 0.22), p 0.001'
    """
    check_options(n_replicates, confidence_level)
    option(takes, "takes", get_args(Takes))
    if case is not None:
        y_true, a, b = _columns(y_true, a, b)
        cases = numbered(case, len(y_true))
        first = cases.one_row_each(y_true, a, b)
        if first is None:
            values, drawn = _of_cases(metric, (y_true, a, b), cases, takes)(n_replicates, rng)
            replicates = collected(drawn, n_replicates, progress)
            return _result(values, replicates, few_cases(cases.sizes), confidence_level, cases)
        y_true, a, b = (column[first] for column in (y_true, a, b))
    if takes == "cells":
        joint = _joint_counts(y_true, a, b)
        values = [float(metric(cells)) for cells in _of_both(joint)]
        drawn = _from_cells(metric, joint, n_replicates, rng)
    else:
        columns = _columns(y_true, a, b)
        values = [float(metric(columns[0], column)) for column in columns[1:]]
        drawn = _from_rows(metric, columns, n_replicates, rng)
    if np.isnan(values).any():
        drawn = iter([np.full(n_replicates, np.nan)])
    replicates = collected(drawn, n_replicates, progress)
    return _result(values, replicates, _few(np.asarray(y_true)), confidence_level)


Draw = Callable[[int, np.random.Generator], tuple[list[float], Iterator[FloatArray]]]


def _of_cases(metric: Callable[..., Any], columns: tuple[NDArray[Any], ...], cases: Cases, takes: Takes) -> Draw:
    """Return what draws cases, each with all its rows: the values of both models, and the differences."""

    def draw(n_replicates: int, rng: np.random.Generator) -> tuple[list[float], Iterator[FloatArray]]:
        """Draw so many times."""
        if takes == "cells":
            of_cases = _joint_counts_of(columns, cases)
            values = [float(metric(cells)) for cells in _of_both(of_cases.sum(axis=0))]
            drawn = _from_counts_of_cases(metric, of_cases, n_replicates, rng)
        else:
            values = [float(metric(columns[0], column)) for column in columns[1:]]
            drawn = _from_rows_of_cases(metric, columns, cases, n_replicates, rng)
        if np.isnan(values).any() or cases.count < 2:
            drawn = iter([np.full(n_replicates, np.nan)])
        return values, drawn

    return draw


def _joint_counts_of(columns: tuple[NDArray[Any], ...], cases: Cases) -> IntArray:
    """Return the rows of each (truth, a, b) in each case: (count, 8)."""
    truth, a, b = (truths(values, name) for values, name in zip(columns, ("y_true", "a", "b"), strict=True))
    code = cases.code * 8 + (4 * truth.astype(np.int64) + 2 * a + b)
    return np.bincount(code, minlength=8 * cases.count).reshape(cases.count, 8).astype(np.int64)


def _from_counts_of_cases(
    metric: Callable[..., Any], of_cases: IntArray, n_replicates: int, rng: np.random.Generator
) -> Iterator[FloatArray]:
    """Return differences of resamples of cases, chunk by chunk; cases with the same counts are drawn together."""
    n = len(of_cases)
    kinds, times = np.unique(of_cases, axis=0, return_counts=True)
    at_once = max(MOST_DRAWN // len(kinds), 1)
    for size in chunks(n_replicates):
        joint = [
            rng.multinomial(n, times / n, size=min(at_once, size - start)) @ kinds for start in range(0, size, at_once)
        ]
        a, b = _of_both(np.concatenate(joint))
        yield np.broadcast_to(np.asarray(metric(a), dtype=np.float64) - metric(b), size)


def _from_rows_of_cases(
    metric: Callable[..., Any],
    columns: tuple[NDArray[Any], ...],
    cases: Cases,
    n_replicates: int,
    rng: np.random.Generator,
) -> Iterator[FloatArray]:
    """Return differences of resamples of cases, each with its rows."""
    truth, a, b = columns

    def difference(rows: IndexArray) -> float:
        """Return the difference of one resample."""
        return float(metric(truth[rows], a[rows]) - metric(truth[rows], b[rows]))

    yield case_bootstrap(difference, cases.code, rng, n_replicates)


def _joint_counts(y_true: ArrayLike, a: ArrayLike, b: ArrayLike) -> IntArray:
    """Return the rows of each (truth, a, b), in the order of the binary number they make."""
    truth, *predicted = (truths(values, name) for values, name in ((y_true, "y_true"), (a, "a"), (b, "b")))
    code = truth.astype(np.uint8)
    for values, name in zip(predicted, ("a", "b"), strict=True):
        same_length(values, len(truth), name)
        code = 2 * code + values
    return np.bincount(code, minlength=8).astype(np.int64)


def _columns(y_true: ArrayLike, a: ArrayLike, b: ArrayLike) -> list[NDArray[Any]]:
    """Return the three columns, of one length."""
    columns = [one_dimensional(values, name) for values, name in ((y_true, "y_true"), (a, "a"), (b, "b"))]
    for column, name in zip(columns[1:], ("a", "b"), strict=True):
        same_length(column, len(columns[0]), name)
    return columns


def _of_both(joint: IntArray) -> tuple[Cells, Cells]:
    """Return the cells of a and of b from joint counts (..., 8)."""
    n000, n001, n010, n011, n100, n101, n110, n111 = np.moveaxis(joint, -1, 0)
    return (
        Cells(tp=n110 + n111, fp=n010 + n011, fn=n100 + n101, tn=n000 + n001),
        Cells(tp=n101 + n111, fp=n001 + n011, fn=n100 + n110, tn=n000 + n010),
    )


def _from_cells(
    metric: Callable[..., Any], joint: IntArray, n_replicates: int, rng: np.random.Generator
) -> Iterator[FloatArray]:
    """Return differences of resamples, chunk by chunk."""
    n = int(joint.sum())
    for size in chunks(n_replicates):
        a, b = _of_both(rng.multinomial(n, joint / n, size=size))
        yield np.broadcast_to(np.asarray(metric(a), dtype=np.float64) - metric(b), size)


def _from_rows(
    metric: Callable[..., Any], columns: list[NDArray[Any]], n_replicates: int, rng: np.random.Generator
) -> Iterator[FloatArray]:
    """Return differences of resamples, chunk by chunk."""
    n = len(columns[0])
    for size in chunks(n_replicates):
        differences = np.empty(size)
        for replicate in range(size):
            rows = rng.integers(0, n, n)
            truth, a, b = (column[rows] for column in columns)
            differences[replicate] = metric(truth, a) - metric(truth, b)
        yield differences


def _result(
    values: list[float],
    replicates: FloatArray,
    few: tuple[Message, ...],
    confidence_level: float,
    cases: Cases | None = None,
) -> BootstrapResult:
    """Return the percentiles of what was drawn, rows or cases, or why they say nothing."""
    difference = values[0] - values[1]
    usable = replicates[~np.isnan(replicates)]
    undefined = len(replicates) - len(usable)
    low = high = pvalue = np.nan
    warnings: tuple[Message, ...] = ()
    if np.isnan(difference):
        warnings = (NO_VALUE,)
    elif len(usable) < 2:
        warnings = (NO_RESAMPLE,)
    elif usable.min() == usable.max():
        pvalue, warnings = (1.0, (SAME,)) if difference == 0 else (np.nan, (CONSTANT,))
    else:
        warnings = few
        low, high = (float(end) for end in percentiles(usable, confidence_level))
        tails = (np.count_nonzero(usable <= 0), np.count_nonzero(usable >= 0))
        pvalue = min(1.0, 2 * (min(tails) + 1) / (len(usable) + 1))
        warnings += contradiction(
            pvalue, low, high, value=0.0, confidence_level=confidence_level, interval=PERCENTILES, test=COUNTED
        )
    if 0 < undefined < len(replicates):
        left_out = Message(
            "{count} of {total} resamples gave the metric no value for one of the models and were left out.",
            {"count": undefined, "total": len(replicates)},
        )
        warnings = (*warnings, left_out)
    if cases is not None and (reason := one_case(cases.sizes)) is not None:
        warnings = (reason,)
    return BootstrapResult(
        statistic=difference,
        pvalue=pvalue,
        method="paired-bootstrap" if cases is None else "paired-bootstrap-by-case",
        hypothesis=HYPOTHESIS,
        effect=difference,
        low=low,
        high=high,
        confidence_level=confidence_level,
        assumptions=ASSUMPTIONS if cases is None else ASSUMPTIONS_BY_CASE,
        warnings=warnings,
        value_a=values[0],
        value_b=values[1],
        standard_error=float(usable.std()) if len(usable) > 1 else np.nan,
        replicates=frozen(usable),
        undefined=undefined,
    )


def _few(y_true: NDArray[Any]) -> tuple[Message, ...]:
    """Say that percentiles are too narrow here: of few rows, or of few in one of two classes."""
    n, sizes = len(y_true), np.unique(y_true, return_counts=True)[1]
    if n < FEW_ROWS:
        few = Message(
            "There are only {n} rows, too few for percentiles: intervals of F1 and of Matthews' coefficient that are "
            "to hold the true difference in 0.95 of all samples did so in 0.91 of simulated samples of 30 rows, in "
            "0.92 of 50, in 0.93 of 100.",
            {"n": n},
        )
        return (few,)
    if len(sizes) == 2 and sizes.min() < FEW_OF_A_CLASS:
        rare = Message(
            "The rarer class has only {n} rows, too few for percentiles of a metric that looks at that class by "
            "itself: intervals of balanced accuracy that are to hold the true difference in 0.95 of all samples did so "
            "in 0.86 of simulated samples with 10 rows of a class, in 0.92 with 20, in 0.93 with 30.",
            {"n": int(sizes.min())},
        )
        return (rare,)
    return ()
