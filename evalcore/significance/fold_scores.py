"""Results of models fold by fold, of rows that were each predicted in a fold: what the paired tests take."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from evalcore.counts import ConfusionMatrix
from evalcore.errors import InputError, Message
from evalcore.predictions.folds import Membership
from evalcore.significance.fold_layout import Layout
from evalcore.significance.result_table import ResultTable
from evalcore.support.arrays import BoolArray, FloatArray, IndexArray, IntArray, frozen
from evalcore.support.checks import truths
from evalcore.support.results import Result
from evalcore.support.text import listed

MOST_FOLDS = 100
# Beyond it the largest fold says much more than the smallest, and the tests weigh both alike.
UNEVEN = 2.0


@dataclass(frozen=True, eq=False)
class FoldScores(Result):
    """What does each model reach in each fold?

    Parameters
    ----------
    table : ResultTable
        A row a fold, repetition by repetition, named "repetition/fold" where there is more than one; `notes` say what
        was left out, and why.
    sizes : (folds,) int64
        Rows of each fold of the table.
    ratio : float
        Test rows for each training row, as the sizes of all folds tell: 1 / (k - 1) for k folds.
    layout : Layout or None
        How many repetitions of how many folds the table holds; None where repetitions differ in that.
    """

    table: ResultTable
    sizes: IntArray
    ratio: float
    layout: Layout | None

    @property
    def is_five_by_two(self) -> bool:
        """Whether these are five repetitions of two folds."""
        return self.layout == Layout(5, 2)


@dataclass(frozen=True, eq=False)
class _Cells:
    """The folds of all repetitions in their order: which fold each row is in, -1 for none."""

    of_row: IndexArray
    names: list[str]
    repeat_of: IndexArray
    sizes: IntArray


def fold_scores(
    metric: Callable[[ConfusionMatrix], float],
    y_true: ArrayLike,
    predicted: Mapping[str, ArrayLike],
    folds: Membership,
    *,
    repeats: Membership | None = None,
    sample_weight: FloatArray | None = None,
) -> FoldScores:
    """What does each model reach in each fold?

    Parameters
    ----------
    metric : callable
        Of a confusion matrix, such as `evalcore.metrics.error_rate`; nan where undefined.
    y_true : (n,) True/False or 1/0
    predicted : mapping of model to (n,) True/False or 1/0
        What each model says of the same rows, in the fold in which it had not seen them.
    folds, repeats : Membership of the n rows
        The fold of each row, and the repetition of the folds. Rows without one are left out and counted.
    sample_weight : (n,) float64, optional

    Returns
    -------
    FoldScores
        Without folds in which a model has no value; the notes of the table name them.

    Raises
    ------
    InputError
        Where fewer than two folds have a value, a repetition has one fold only, or there are more than 100.

    Notes
    -----
    Each repetition is taken for k-fold cross validation of its rows: a fold is tested by models trained on all other
    folds of the repetition. The ratio is the mean number of test rows over the mean number of training rows.

    Examples
    --------
    >>> folds = Membership("fold", ("1", "2"), np.array([0, 0, 1, 1]))
    >>> rates = fold_scores(lambda m: m.fn + m.fp, [1, 0, 1, 0], {"a": [1, 0, 0, 0], "b": [1, 1, 1, 1]}, folds)
    >>> rates.table.rows, rates.table.values.tolist(), rates.ratio
    (('1', '2'), [[0.0, 1.0], [1.0, 1.0]], 1.0)
    """
    cells = _cells(folds, repeats)
    truth = truths(y_true, "y_true")
    columns = [_values(metric, truth, truths(one, name), cells, sample_weight) for name, one in predicted.items()]
    values = np.column_stack(columns)
    whole = ~np.isnan(values).any(axis=1)
    if whole.sum() < 2:
        raise InputError(
            "At least two folds must give each model a value; got {count}. Choose another metric, threshold or column "
            "of folds.",
            count=int(whole.sum()),
        )
    table = ResultTable(
        tuple(name for name, is_whole in zip(cells.names, whole, strict=True) if is_whole),
        tuple(predicted),
        frozen(values[whole]),
        _notes(cells, whole, is_weighted=sample_weight is not None),
    )
    kept = replace(cells, repeat_of=cells.repeat_of[whole])
    return FoldScores(table, cells.sizes[whole], _ratio(cells), _layout(kept))


def _cells(folds: Membership, repeats: Membership | None) -> _Cells:
    """Number the folds that have rows, repetition by repetition."""
    repeat = np.zeros(len(folds.codes), dtype=np.intp) if repeats is None else repeats.codes
    usable = (folds.codes >= 0) & (repeat >= 0)
    code = repeat * len(folds.labels) + folds.codes
    present, places = np.unique(code[usable], return_inverse=True)
    of_row = np.full(len(code), -1, dtype=np.intp)
    of_row[usable] = places
    repeat_of, fold_of = np.divmod(present, len(folds.labels))
    _check(repeat_of)
    names = [folds.labels[i] for i in fold_of]
    if repeats is not None and len(np.unique(repeat_of)) > 1:
        names = [f"{repeats.labels[i]}/{name}" for i, name in zip(repeat_of, names, strict=True)]
    return _Cells(of_row, names, repeat_of, np.bincount(places, minlength=len(present)))


def _check(repeat_of: IndexArray) -> None:
    """Refuse what is no cross validation, and more of it than a figure shows."""
    if len(repeat_of) > MOST_FOLDS:
        raise InputError(
            "There must be at most {most} folds in all repetitions; got {count}. Choose another column, or average "
            "over repetitions first.",
            most=MOST_FOLDS,
            count=len(repeat_of),
        )
    _repetitions, each = np.unique(repeat_of, return_counts=True)
    if len(each) == 0 or each.min() < 2:
        raise InputError(
            "Every repetition must have at least two folds; got {count} in one of them. Choose the column that numbers "
            "the folds, and load all of its parts.",
            count=int(each.min()) if len(each) else 0,
        )


def _values(
    metric: Callable[[ConfusionMatrix], float],
    truth: BoolArray,
    predicted: BoolArray,
    cells: _Cells,
    weight: FloatArray | None,
) -> list[float]:
    """Return the metric of one model in each fold."""
    usable, n = cells.of_row >= 0, len(cells.names)
    code = 4 * cells.of_row + 2 * truth + predicted
    weights = None if weight is None else weight[usable]
    counts = np.bincount(code[usable], weights=weights, minlength=4 * n).reshape(n, 4)
    return [float(metric(ConfusionMatrix.binary(tp=tp, fp=fp, fn=fn, tn=tn))) for tn, fp, fn, tp in counts.tolist()]


def _ratio(cells: _Cells) -> float:
    """Return how many test rows come on a training row, on average."""
    of_repeat = np.bincount(cells.repeat_of, weights=cells.sizes)
    trained = of_repeat[cells.repeat_of] - cells.sizes
    return float(cells.sizes.sum() / trained.sum())


def _layout(cells: _Cells) -> Layout | None:
    """Return the repetitions and the folds of each, where they are as many in each."""
    _repetitions, each = np.unique(cells.repeat_of, return_counts=True)
    return Layout(len(each), int(each[0])) if (each == each[0]).all() else None


def _notes(cells: _Cells, whole: BoolArray, *, is_weighted: bool) -> tuple[Message, ...]:
    """Say what was left out, and what the tests do not allow for."""
    said: list[Message] = []
    outside = int(np.count_nonzero(cells.of_row < 0))
    if outside:
        said.append(Message("Rows without a fold or repetition were left out: {count}.", {"count": outside}))
    if not whole.all():
        gone = [name for name, is_whole in zip(cells.names, whole, strict=True) if not is_whole]
        said.append(Message("Folds in which a model has no value were left out: {folds}.", {"folds": listed(gone)}))
    if is_weighted:
        said.append(
            Message("Rows count with their weights within a fold; each fold counts the same, whatever its weight.")
        )
    least, most = int(cells.sizes.min()), int(cells.sizes.max())
    if most > UNEVEN * least:
        said.append(
            Message(
                "The folds have from {least} to {most} rows, and the tests take each for the same.",
                {"least": least, "most": most},
            )
        )
    return tuple(said)
