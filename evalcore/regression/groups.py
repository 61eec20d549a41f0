"""Where are predictions bad? Rows in tenths of the prediction or of the truth, with the errors of each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from evalcore.errors import Message
from evalcore.regression.rows import Rows, rows, weighted_median
from evalcore.support.arrays import FloatArray, IntArray, frozen
from evalcore.support.checks import option, whole_number
from evalcore.support.results import Result

By = Literal["prediction", "truth"]

BY_TRUTH = Message(
    "Rows sorted by their truth: the lowest ones are low also by chance and the highest ones high, so even the best "
    "predictions look too high on the left and too low on the right. Sort by the prediction to see where it is off."
)


@dataclass(frozen=True, eq=False, kw_only=True)
class ErrorGroups(Result):
    """Errors of rows in groups of about equal weight, from low to high values.

    Parameters
    ----------
    low, high : (g,) float64
        Smallest and largest value in the group, of what the rows were sorted by.
    n : (g,) int64
        Rows.
    share : (g,) float64
        Share of the weight.
    mean_truth, mean_prediction : (g,) float64
    bias : (g,) float64
        Mean prediction minus mean truth.
    mse, rmse, mae, median_absolute_error : (g,) float64
    warnings : tuple of Message
        What a reader of the groups has to know.
    """

    low: FloatArray
    high: FloatArray
    n: IntArray
    share: FloatArray
    mean_truth: FloatArray
    mean_prediction: FloatArray
    bias: FloatArray
    mse: FloatArray
    rmse: FloatArray
    mae: FloatArray
    median_absolute_error: FloatArray
    warnings: tuple[Message, ...]

    def __len__(self) -> int:
        return len(self.low)

    def to_frame(self) -> pd.DataFrame:
        """Return a row a group."""
        return pd.DataFrame({name: values for name, values in vars(self).items() if name != "warnings"})


def error_groups(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    by: By = "prediction",
    groups: int = 10,
    sample_weight: ArrayLike | None = None,
) -> ErrorGroups:
    """How large are the errors in each tenth of the predictions, or of the true values?

    Parameters
    ----------
    y_true, y_pred : (n,) numbers in one unit
    by : "prediction" or "truth"
        What the rows are sorted by.
    groups : int >= 1
        At most so many groups, each of about the same weight.
    sample_weight : (n,) >= 0, optional
        As in `mse`; rows without weight are in no group.

    Returns
    -------
    ErrorGroups
        Never undefined: a group has at least one row.

    Notes
    -----
    Rows with one value stay together and go where the middle of their weight lies, so with many ties there are fewer
    groups than asked for.

    Examples
    --------
    >>> error_groups([1, 2, 3, 4], [1, 2, 5, 8], groups=2).mae.tolist()
    [0.0, 3.0]
    """
    option(by, "by", get_args(By))
    wanted = whole_number(groups, "groups", least=1)
    found = rows(y_true, y_pred, sample_weight)
    value = found.predicted if by == "prediction" else found.truth
    order = np.argsort(value, kind="stable")
    order = order[found.weight[order] > 0]
    members = np.split(order, _starts(value[order], found.weight[order], wanted))
    table = [_of_group(found, rows_of_group) for rows_of_group in members]
    columns = {name: np.array([one[name] for one in table]) for name in table[0]}
    ends = {"low": value[[one[0] for one in members]], "high": value[[one[-1] for one in members]]}
    arrays = {name: frozen(column) for name, column in {**columns, **ends}.items()}
    return ErrorGroups(**arrays, warnings=(BY_TRUTH,) if by == "truth" else ())


def _starts(value: FloatArray, weight: FloatArray, groups: int) -> IntArray:
    """Return where the second and each later group of sorted rows begins."""
    first = np.flatnonzero(np.append(True, value[1:] != value[:-1]))
    tied = np.add.reduceat(weight, first)
    middle = (np.cumsum(tied) - tied / 2) / tied.sum()
    # A middle on an edge goes up, however its weight was rounded.
    group = np.minimum((middle * groups + 1e-9).astype(np.int64), groups - 1)
    starts: IntArray = first[1:][group[1:] != group[:-1]]
    return starts


def _of_group(found: Rows, members: IntArray) -> dict[str, float]:
    """Return the errors of some rows."""
    one = Rows(found.truth[members], found.predicted[members], found.weight[members], found.is_weighted)
    squared = one.mean(np.square(one.error))
    truth, prediction = one.mean(one.truth), one.mean(one.predicted)
    return {
        "n": len(members),
        "share": float(one.weight.sum() / found.weight.sum()),
        "mean_truth": truth,
        "mean_prediction": prediction,
        "bias": one.mean(one.error),
        "mse": squared,
        "rmse": float(np.sqrt(squared)),
        "mae": one.mean(np.abs(one.error)),
        "median_absolute_error": weighted_median(np.abs(one.error), one.weight),
    }
