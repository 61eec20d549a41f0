"""How sure may one be of a measure of regression? Rows are drawn again, each with truth, prediction and weight."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import partial

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from evalcore.errors import Message
from evalcore.intervals import BootstrapInterval
from evalcore.intervals.cases import FEW_CASES, equal_cases, few_cases
from evalcore.intervals.percentiles import Progress, check_options, chunks
from evalcore.regression import influence
from evalcore.regression.draws import EXACT_ROWS, Design, Sums, design, of_rows, resampled
from evalcore.regression.errors import ONE_TRUTH, has_one_truth
from evalcore.regression.influence import METRICS, Metric, accelerated_ends
from evalcore.regression.rows import Rows, rows
from evalcore.support.cases import Cases, numbered
from evalcore.support.results import Result

FEW = 100  # of 50 rows with long tails the MSE is covered with .88: docs/coverage.md
ALIKE = Message("Every row has the same error: these rows cannot show how far the value may be off.")


@dataclass(frozen=True, eq=False, kw_only=True)
class RegressionIntervals(Result):
    """Every measure of one column of predictions, with bootstrap intervals.

    Parameters
    ----------
    mse, rmse, mae, r2, median_absolute_error : BootstrapInterval
    n : int
        Rows.
    effective_rows : float
        Equally weighted rows that would say as much.
    confidence_level, n_replicates
        As asked for.
    exact : bool
        Whether every row was drawn by itself; else only those that stand out were.
    warnings : tuple of Message
    n_cases : int or None
        Cases that were drawn, where rows belong to any.
    """

    mse: BootstrapInterval
    rmse: BootstrapInterval
    mae: BootstrapInterval
    r2: BootstrapInterval
    median_absolute_error: BootstrapInterval
    n: int
    effective_rows: float
    confidence_level: float
    n_replicates: int
    exact: bool
    warnings: tuple[Message, ...]
    n_cases: int | None = None

    def to_frame(self) -> pd.DataFrame:
        """Return a row a measure: value, standard error, low, high."""
        columns = ["value", "standard_error", "low", "high"]
        table = {name: [getattr(getattr(self, name), column) for column in columns] for name in METRICS}
        return pd.DataFrame.from_dict(table, orient="index", columns=columns)


def bootstrap_errors(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    case: ArrayLike | Cases | None = None,
    n_replicates: int = 2_000,
    confidence_level: float = 0.95,
    rng: np.random.Generator,
    progress: Progress | None = None,
) -> RegressionIntervals:
    """How sure may one be of MSE, RMSE, MAE, R² and the median error?

    Parameters
    ----------
    y_true, y_pred : (n,) numbers in one unit
    sample_weight : (n,) >= 0, optional
        Density of the place of use, as in `mse`. A row is one observation whatever it weighs: weights are drawn with
        their rows, and an interval of rows that weigh 3 is not that of three times as many rows.
    case : (n,) labels of any kind, optional
        Rows with equal labels belong to one case, such as a patient, and are not independent: cases are then drawn,
        each with all its rows.
    n_replicates : int >= 2
    confidence_level : float in (0, 1)
    rng : numpy.random.Generator
    progress : callable, optional
        Called with the share that is done; raise an exception in it to stop.

    Returns
    -------
    RegressionIntervals

    Notes
    -----
    Percentiles, corrected for bias and acceleration (BCa) because errors are skewed, and widened as Student's t is
    wider than the normal. Of samples of 20 rows with normal errors plain percentiles hold the true MSE in .88, these
    in .93; of 50 rows in .92 and .93; MAE, R² and the median are held in .94 to .96. Errors with long tails (Student's
    t, 5 degrees) make it .86 for the MSE of 20 rows and .91 of 100. A bootstrap-t would hold .90 and .92 there, but a
    single outlier sends its ends a thousand times too far. The median error has no acceleration. Up to 4,000 rows each
    resample is n rows drawn with replacement. Of more, the 512 rows that change the sums most are drawn so, and the
    sums over the others are taken as normal with their mean and covariance; the median follows from the share of
    weight below it. With `case` as many cases are drawn as there are (above 4,000 their sums are normal), acceleration
    and Student's quantile are those of sums by case, for as many cases of equal size as are as good (Kish); above 4,000
    rows the median follows as above. Where each row is a case it is the interval of rows. *Undefined when* the measure
    is, or when all rows have the same error: nan with the reason. Resamples for which the measure is undefined are left
    out.

    References
    ----------
    Efron (1987), https://doi.org/10.1080/01621459.1987.10478410; Hesterberg (2015), section 5 (widened percentiles),
    https://doi.org/10.1080/00031305.2015.1089789

    Examples
    --------
    >>> truth = np.arange(60.0)
    >>> found = bootstrap_errors(truth, truth + np.sin(truth), rng=np.random.default_rng(0)).rmse
    >>> f"{found.low:.2f} < {found.value:.2f} < {found.high:.2f}"
    '0.63 < 0.71 < 0.76'
    """
    check_options(n_replicates, confidence_level)
    found = rows(y_true, y_pred, sample_weight)
    cases = several(case, len(found.truth))
    drawn_from = design([found], cases)
    measured = of_rows(drawn_from)
    drawn = collected(drawn_from, n_replicates, rng, progress)
    of_one_truth = (
        BootstrapInterval(np.nan, confidence_level=confidence_level, reason=ONE_TRUTH) if has_one_truth(found) else None
    )
    estimates = {
        metric: (metric == "r2" and of_one_truth) or _estimate(drawn_from, measured, drawn, metric, confidence_level)
        for metric in METRICS
    }
    effective = drawn_from.effective
    return RegressionIntervals(
        **estimates,
        n=len(found.truth),
        effective_rows=effective,
        confidence_level=confidence_level,
        n_replicates=n_replicates,
        exact=len(found.truth) <= EXACT_ROWS,
        warnings=few_rows(effective) if cases is None else few_cases(cases.sizes) or _few_with_errors(found, cases),
        n_cases=None if cases is None else cases.count,
    )


def several(case: ArrayLike | Cases | None, n: int) -> Cases | None:
    """Return the cases of n rows where one of them has several; else None."""
    cases = None if case is None else numbered(case, n)
    return None if cases is None or cases.count == n else cases


def _few_with_errors(found: Rows, cases: Cases) -> tuple[Message, ...]:
    """Say where a few cases make most of the squared errors, so that the others hardly count."""
    size = np.abs(found.error)
    largest = size.max()
    alike = equal_cases(cases.sums(found.weight * (size / largest) ** 2)) if largest else np.inf
    if alike >= FEW_CASES:
        return ()
    few = Message(
        "A few of the {count} cases make most of the squared errors: they are as good as {alike:.0f} whose errors are "
        "alike. Below 20, intervals of MSE, RMSE and R² hold what they say only roughly.",
        {"count": cases.count, "alike": alike},
    )
    return (few,)


def few_rows(effective: float) -> tuple[Message, ...]:
    """Say where intervals hold less than they promise."""
    if effective >= FEW:
        return ()
    few = Message(
        "These rows say as much as {n} rows of equal weight, which is few: intervals meant to hold the true value in "
        "0.95 of all samples hold it less often.",
        {"n": f"{effective:.3g}"},
    )
    return (few,)


def collected(drawn_from: Design, n_replicates: int, rng: np.random.Generator, progress: Progress | None) -> Sums:
    """Return all resamples that have sums, telling `progress` after each chunk which share is done."""
    found: list[Sums] = []
    done = 0
    for size, chunk in zip(chunks(n_replicates), resampled(drawn_from, n_replicates, rng), strict=True):
        found.append(chunk)
        done += size
        if progress is not None:
            progress(done / n_replicates)
    return Sums(**{one.name: np.concatenate([getattr(chunk, one.name) for chunk in found]) for one in fields(Sums)})


def _estimate(
    drawn_from: Design, measured: Sums, drawn: Sums, metric: Metric, confidence_level: float
) -> BootstrapInterval:
    """Return one measure with its interval, in units of the truth."""
    unit = in_units(metric, drawn_from.unit)
    value, replicates = float(influence.value(measured, metric)[0]), influence.value(drawn, metric)
    acceleration = 0.0
    if metric != "median_absolute_error":
        acceleration = influence.acceleration(drawn_from, influence.gradient(measured, metric))
    ends = accelerated_ends(value, replicates, acceleration, confidence_level, drawn_from.effective)
    found = partial(BootstrapInterval, value * unit, confidence_level=confidence_level)
    if ends is None:
        return found(reason=ALIKE)
    return found(ends[0] * unit, ends[1] * unit, standard_error=float(np.nanstd(replicates)) * unit)


def in_units(metric: Metric, unit: float) -> float:
    """Return what a measure of 1 stands for where numbers are in this unit."""
    return {"mse": unit**2, "r2": 1.0}.get(metric, unit)
