"""Which of several models is closer to the truth, and by how much? The same rows are drawn for both of a pair."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from itertools import combinations

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from evalcore.errors import InputError, Message
from evalcore.intervals import BootstrapInterval
from evalcore.intervals.cases import few_cases
from evalcore.intervals.percentiles import Progress, check_options
from evalcore.regression import influence
from evalcore.regression.draws import EXACT_ROWS, Design, Sums, design, of_rows
from evalcore.regression.errors import ONE_TRUTH, effective_rows
from evalcore.regression.influence import METRICS, Metric, accelerated_ends, farther_ends
from evalcore.regression.intervals import collected, few_rows, in_units, several
from evalcore.regression.rows import Rows, rows
from evalcore.support.arrays import FloatArray, frozen
from evalcore.support.cases import Cases
from evalcore.support.checks import option
from evalcore.support.results import Result
from evalcore.support.text import shown

SAME = Message(
    "Both models differ by the same amount in every row: these rows cannot show how far the value may be off."
)


@dataclass(frozen=True, kw_only=True)
class PairedDifference(BootstrapInterval):
    """By how much two models differ on the same rows.

    Parameters
    ----------
    value, low, high, confidence_level, method, reason, warnings, standard_error
        See `BootstrapInterval`: measure of a minus measure of b, below 0 where the error of a is smaller; for R² the
        other way round. The interval is that of this difference alone.
    a, b : str
        Names of the models.
    low_all, high_all : float
        Interval that holds together with those of all other pairs (Bonferroni).
    """

    a: str
    b: str
    low_all: float = np.nan
    high_all: float = np.nan

    @property
    def difference(self) -> float:
        """The value."""
        return self.value


@dataclass(frozen=True, eq=False, kw_only=True)
class PairedDifferences(Result):
    """Several models on the same rows.

    Parameters
    ----------
    metric : str
    names : tuple of str
    value : (models,) float64
        Measure of each model; nan where undefined.
    pairs : tuple of PairedDifference
        In the order of the names; with a control only those with it, as b.
    confidence_level, n_replicates
        As asked for.
    exact : bool
        Whether every row was drawn by itself.
    warnings : tuple of Message
    n_cases : int or None
        Cases that were drawn, where rows belong to any.
    """

    metric: Metric
    names: tuple[str, ...]
    value: FloatArray
    pairs: tuple[PairedDifference, ...]
    confidence_level: float
    n_replicates: int
    exact: bool
    warnings: tuple[Message, ...]
    n_cases: int | None = None

    def to_frame(self) -> pd.DataFrame:
        """Return a row a pair."""
        columns = ["a", "b", "difference", "standard_error", "low", "high", "low_all", "high_all"]
        return pd.DataFrame([[getattr(pair, column) for column in columns] for pair in self.pairs], columns=columns)


def paired_differences(
    y_true: ArrayLike,
    predictions: Mapping[str, ArrayLike],
    *,
    metric: Metric = "mse",
    control: str | None = None,
    sample_weight: ArrayLike | None = None,
    case: ArrayLike | Cases | None = None,
    n_replicates: int = 2_000,
    confidence_level: float = 0.95,
    rng: np.random.Generator,
    progress: Progress | None = None,
) -> PairedDifferences:
    """By how much do several models that predicted the same rows differ?

    Parameters
    ----------
    y_true : (n,) numbers
    predictions : mapping of names to (n,) numbers
        At least two models.
    metric : "mse", "rmse", "mae", "r2" or "median_absolute_error"
    control : str, optional
        Compare every other model with this one only; else all pairs.
    sample_weight : (n,) >= 0, optional
        As in `bootstrap_errors`.
    case : (n,) labels of any kind, optional
        As in `bootstrap_errors`.
    n_replicates : int >= 2
    confidence_level : float in (0, 1)
    rng : numpy.random.Generator
    progress : callable, optional
        Called with the share that is done; raise an exception in it to stop.

    Returns
    -------
    PairedDifferences

    Notes
    -----
    A row is drawn with the truth and both predictions, so what makes it hard for both cancels. Each end is the farther
    of the percentile, corrected and widened as in `bootstrap_errors`, and of the difference plus or minus Student's t
    times the standard error; the median has the percentiles alone. Of the two the percentiles follow a skewed
    difference and the other long tails: with errors like Student's t (5 degrees) percentiles alone hold .86 to .91 of
    the differences of MSE in 50 to 300 rows, both together .90 to .97. With m pairs `low_all` and `high_all` have the
    level 1 - (1 - confidence_level) / m each. Every pair is drawn with the same seed. *Undefined when* the measure is
    (R² of one true value), or when the difference does not vary between rows.

    References
    ----------
    Efron (1987), https://doi.org/10.1080/01621459.1987.10478410

    Examples
    --------
    >>> truth = np.arange(60.0)
    >>> models = {"a": truth + np.sin(truth), "b": truth + 2 * np.cos(truth)}
    >>> pair = paired_differences(truth, models, metric="mae", rng=np.random.default_rng(0)).pairs[0]
    >>> f"{pair.low:.2f} < {pair.difference:.2f} < {pair.high:.2f}"
    '-0.88 < -0.64 < -0.40'
    """
    check_options(n_replicates, confidence_level)
    option(metric, "metric", METRICS)
    models = _models(y_true, predictions, sample_weight)
    pairs = _pairs(tuple(models), control)
    first = next(iter(models.values()))
    cases = several(case, len(first.truth))
    seed = rng.integers(2**63)
    level_all = 1 - (1 - confidence_level) / len(pairs)
    found = []
    for place, pair in enumerate(pairs):
        share = None if progress is None else _part_of(progress, place, len(pairs))
        draws = _Draws(n_replicates, np.random.default_rng(seed), share, cases)
        found.append(_difference(pair, models, metric, (confidence_level, level_all), draws))
    return PairedDifferences(
        metric=metric,
        names=tuple(models),
        value=frozen(np.array([_value(model, metric) for model in models.values()])),
        pairs=tuple(found),
        confidence_level=confidence_level,
        n_replicates=n_replicates,
        exact=len(first.truth) <= EXACT_ROWS,
        warnings=few_rows(effective_rows(first.weight)) if cases is None else few_cases(cases.sizes),
        n_cases=None if cases is None else cases.count,
    )


@dataclass(frozen=True)
class _Draws:
    n_replicates: int
    rng: np.random.Generator
    progress: Progress | None
    cases: Cases | None


def _models(
    y_true: ArrayLike, predictions: Mapping[str, ArrayLike], sample_weight: ArrayLike | None
) -> dict[str, Rows]:
    """Return the rows of each model."""
    if len(predictions) < 2:
        raise InputError(
            "Models to compare must be two or more; got {count}. Add the predictions of a second one.",
            count=len(predictions),
        )
    return {name: rows(y_true, predicted, sample_weight) for name, predicted in predictions.items()}


def _pairs(names: tuple[str, ...], control: str | None) -> list[tuple[str, str]]:
    """Return who is compared with whom."""
    if control is None:
        return list(combinations(names, 2))
    if control not in names:
        raise InputError(
            "control must be the name of a model; got '{value}'. Choose one of the models.", value=shown(control)
        )
    return [(name, control) for name in names if name != control]


def _part_of(progress: Progress, place: int, parts: int) -> Progress:
    """Return who tells `progress` about one of several parts."""
    return lambda share: progress((place + share) / parts)


def _value(model: Rows, metric: Metric) -> float:
    """Return a measure of one model."""
    alone = design([model])
    return float(influence.value(of_rows(alone), metric)[0]) * in_units(metric, alone.unit)


def _difference(
    pair: tuple[str, str],
    models: Mapping[str, Rows],
    metric: Metric,
    levels: tuple[float, float],
    draws: _Draws,
) -> PairedDifference:
    """Return the difference of a pair with both its intervals."""
    a, b = pair
    drawn_from = design([models[a], models[b]], draws.cases)
    measured = of_rows(drawn_from)
    value, unit = float(_between_models(measured, metric)[0]), in_units(metric, drawn_from.unit)
    found = partial(PairedDifference, a=a, b=b, confidence_level=levels[0])
    if np.isnan(value):
        return found(np.nan, reason=ONE_TRUTH)
    drawn = collected(drawn_from, draws.n_replicates, draws.rng, draws.progress)
    alone, together = _ends(drawn_from, measured, drawn, metric, levels)
    if alone is None or together is None:
        return found(value * unit, reason=SAME)
    return found(
        value * unit,
        alone[0] * unit,
        alone[1] * unit,
        standard_error=float(np.nanstd(_between_models(drawn, metric))) * unit,
        low_all=together[0] * unit,
        high_all=together[1] * unit,
    )


def _between_models(sums: Sums, metric: Metric) -> FloatArray:
    """Return the measure of the first model minus that of the second, for each resample."""
    return influence.value(sums, metric, 0) - influence.value(sums, metric, 1)


def _ends(
    drawn_from: Design, measured: Sums, drawn: Sums, metric: Metric, levels: tuple[float, float]
) -> list[tuple[float, float] | None]:
    """Return the ends of an interval for each level, None where nothing varies."""
    acceleration, ends = 0.0, accelerated_ends
    if metric != "median_absolute_error":
        ends = farther_ends
        slopes = [influence.gradient(measured, metric, model) for model in (0, 1)]
        acceleration = influence.acceleration(drawn_from, slopes[0] - slopes[1])
    value, replicates = float(_between_models(measured, metric)[0]), _between_models(drawn, metric)
    effective = drawn_from.effective
    return [ends(value, replicates, acceleration, level, effective) for level in levels]
