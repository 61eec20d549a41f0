"""What is handed to the workbench, as `Predictions`: which task it is, what the classes are, which rows can be used."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from evalcore.errors import InputError, Message
from evalcore.predictions import Predictions
from evalcore.predictions.cases import CaseColumn
from evalcore.predictions.rows import Rows
from evalcore.predictions.truth import Task
from evalcore.support.arrays import FloatArray, frozen
from evalcore.support.cases import Cases, numbered
from evalcore.support.checks import finite_numbers, same_length, weights
from evalcore.support.text import listed, shown
from evalcore.support.whole import narrowed
from evalcore.workbench.outputs import Output, column, in_order, outputs, plain

TRUTH: Final = "y_true"
MOST_CLASSES: Final = 1000
# The labels of two classes that say which is positive, as scikit-learn has it.
TOLD: Final = (frozenset({0, 1}), frozenset({-1, 1}))


@dataclass(frozen=True, eq=False)
class Given:
    """What was handed over.

    Parameters
    ----------
    predictions : Predictions
    decides_at : dict of model to float
        The threshold of scores whose estimator has one of its own.
    """

    predictions: Predictions
    decides_at: dict[str, float] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class _Truth:
    """The truth of each row: its `values`, and the place of each in `distinct`, -1 where it is missing."""

    values: NDArray[Any]
    codes: NDArray[np.intp]
    distinct: tuple[Any, ...]

    @property
    def are_numbers(self) -> bool:
        """Whether it holds numbers, True and False not among them."""
        return self.values.dtype.kind in "iuf"

    @property
    def are_amounts(self) -> bool:
        """Whether a number has a fraction."""
        return self.are_numbers and any(isinstance(one, float) for one in self.distinct)


def given(
    y_true: Any,
    scores: Any,
    *,
    pos_label: Any = None,
    sample_weight: Any = None,
    case: Any = None,
    features: Any = None,
    name: str | None = None,
) -> Given:
    """Which predictions are these?

    Parameters
    ----------
    y_true, scores, pos_label, sample_weight, case, features, name
        As `workbench` takes them; `features` is its X.

    Returns
    -------
    Given

    Raises
    ------
    InputError
        That names the argument.

    Notes
    -----
    Without `pos_label` truths that are numbers with a fraction are amounts; more than two different whole numbers are
    classes only where a model has a column for each class, or decides between them.
    """
    truth = _truth(y_true)
    n = len(truth.values)
    if features is not None and (length := _rows(features)) not in (None, n):
        raise InputError(
            "X must have {expected} rows, as y_true has; got {length}. Pass the rows that y_true is of.",
            expected=n,
            length=length,
        )
    for said, values in _with_rows(scores, sample_weight=sample_weight, case=case, X=features):
        _same_order(y_true, values, said)
    found = outputs(scores, features, name, frozenset(truth.distinct))
    for one in found.values():
        same_length(one.values, n, one.said)
    weight = None if sample_weight is None else weights(column(sample_weight, "sample_weight"), n)
    cases = None if case is None else numbered(column(case, "case"), n)
    rows = Rows(np.ones(n, dtype=bool))
    missing = Message("The truth is missing in column '{column}'.", {"column": TRUTH})
    rows.leave_out(truth.codes < 0, TRUTH, missing)
    if pos_label is None and _is_regression(truth, found):
        _not_swapped(truth, found)
        read = _Read("regression", (), None, truth.values.astype(np.float64))
        read.scores = {model: _score(one, one.values, rows, model) for model, one in found.items()}
    else:
        read = _classified(truth, found, pos_label, rows)
    margins = {model: 0.0 for model, one in found.items() if one.is_margin and not one.has_columns}
    return Given(_predictions(read, rows, weight, cases), margins)


@dataclass(eq=False)
class _Read:
    """The truth and what models said, before rows are left out."""

    task: Task
    classes: tuple[str, ...]
    positive: str | None
    truth: NDArray[Any]
    scores: dict[str, FloatArray] = field(default_factory=dict)
    labels: dict[str, NDArray[Any]] = field(default_factory=dict)


def _predictions(read: _Read, rows: Rows, weight: FloatArray | None, cases: Cases | None) -> Predictions:
    """Return what was read of the rows that can be used, in arrays of its own."""
    if not rows.keep.any():
        raise InputError("y_true and scores must share a row without a missing value; got none. Check both.")
    of_rows = None if cases is None else numbered(rows.take(cases.code), int(rows.keep.sum()))
    return Predictions(
        task=read.task,
        classes=read.classes,
        positive=read.positive,
        y_true=rows.take(read.truth),
        scores={model: rows.take(one) for model, one in read.scores.items()},
        labels={model: rows.take(one) for model, one in read.labels.items()},
        weight=None if weight is None else rows.take(weight),
        dropped=tuple(rows.dropped),
        missing=rows.missing,
        notes=(),
        truth=TRUTH,
        n_rows_read=len(rows.keep),
        cases=None if of_rows is None else CaseColumn("case", of_rows),
        rows=frozen(narrowed(np.flatnonzero(rows.keep))) if rows.dropped else None,
    )


def _truth(y_true: Any) -> _Truth:
    values = column(y_true, TRUTH)
    codes, distinct = pd.factorize(values)
    if values.dtype.kind == "f":
        finite_numbers(distinct, TRUTH)
    return _Truth(values, codes, tuple(plain(one) for one in np.asarray(distinct).tolist()))


def _rows(features: Any) -> int | None:
    """Return how many rows X has, where it says so."""
    shape = getattr(features, "shape", None)
    if shape:
        return int(shape[0])
    return len(features) if isinstance(features, list | tuple) else None


def _with_rows(scores: Any, **others: Any) -> Iterator[tuple[str, Any]]:
    """Yield everything that has one value a row, with the name it has in a refusal."""
    if isinstance(scores, Mapping):
        yield from ((f"scores[{str(model)!r}]", one) for model, one in scores.items())
    else:
        yield "scores", scores
    yield from others.items()


def _same_order(y_true: Any, values: Any, said: str) -> None:
    """Refuse what names the same rows as y_true in another order: which of both is meant cannot be told.

    Rows are taken as they stand, as in scikit-learn; an index of other names is no order.
    """
    labelled = pd.Series | pd.DataFrame
    if not isinstance(y_true, labelled) or not isinstance(values, labelled) or len(y_true) != len(values):
        return
    first, second = y_true.index, values.index
    if first.equals(second) or not (first.is_unique and second.is_unique) or len(first.difference(second)):
        return
    raise InputError(
        "{name} must have its rows in the order of y_true; got the same index in another order. Pass "
        "{name}.loc[y_true.index], or {name}.to_numpy() where the rows are in order and only the index is not.",
        name=said,
    )


def _is_regression(truth: _Truth, found: dict[str, Output]) -> bool:
    """Tell whether the truth is an amount: with fractions, or more than two numbers that no model takes for classes."""
    if not truth.are_numbers or any(one.has_columns or one.classes is not None for one in found.values()):
        return False
    if truth.are_amounts:
        return True
    classes = frozenset(truth.distinct)
    return len(classes) > 2 and not any(_decides(one, classes) for one in found.values())


def _not_swapped(truth: _Truth, found: dict[str, Output]) -> None:
    """Refuse shares between 0 and 1 as the truth of models that say 0 or 1 only: these are scores and their truth."""
    labels = [set(map(plain, pd.unique(one.values[~pd.isna(one.values)]).tolist())) for one in found.values()]
    if truth.are_amounts and all(0 <= one <= 1 for one in truth.distinct) and all(one <= {0, 1} for one in labels):
        raise InputError(
            "y_true must be the truth, and scores what a model said; got shares as y_true and only 0 and 1 as scores. "
            "Pass the truth first."
        )


def _decides(output: Output, classes: frozenset[Any]) -> bool:
    """Tell whether a model's values are decisions: no numbers, or whole ones that are all classes."""
    if output.has_columns or output.values.dtype.kind == "f":
        return False
    if not output.are_numbers():
        return True
    return {plain(one) for one in pd.unique(output.values).tolist()} <= classes


def _classified(truth: _Truth, found: dict[str, Output], pos_label: Any, rows: Rows) -> _Read:
    """Return the truth as classes, one against the others where one is named or there are two."""
    classes = _classes(truth, found, pos_label)
    place = {one: k for k, one in enumerate(classes)}
    codes = _placed(truth.distinct, truth.codes, place)
    texts = tuple(map(str, classes))
    if pos_label is None and len(classes) > 2:
        read = _Read("multiclass", texts, None, codes)
        for model, output in found.items():
            if output.has_columns:
                read.scores[model] = _by_class(output, classes, rows, model)
            else:
                read.labels[model] = _labels(output, place, rows, model)
        return read
    at = _positive(classes, pos_label, found)
    others = texts[:at] + texts[at + 1 :]
    negative = others[0] if len(others) == 1 else f"not {texts[at]}"
    read = _Read("binary", (negative, texts[at]), texts[at], codes == at)
    for model, output in found.items():
        if not output.has_columns and _decides(output, frozenset(classes)):
            read.labels[model] = _labels(output, place, rows, model) == at
        else:
            read.scores[model] = _score(output, _of_positive(output, classes, at), rows, model)
    return read


def _classes(truth: _Truth, found: dict[str, Output], pos_label: Any) -> tuple[Any, ...]:
    """Return all classes that the truth, an estimator or a decision has, in order."""
    classes = set(truth.distinct)
    for one in found.values():
        if one.classes is not None:
            classes |= set(one.classes)
        elif not one.has_columns and not one.are_numbers():
            decided = {plain(label) for label in pd.unique(one.values[~pd.isna(one.values)]).tolist()}
            classes |= decided if decided & classes else set()
    # Rows of one class alone say by their number what the other one would be.
    for told in TOLD:
        if len(classes) == 1 and classes < told:
            classes = {bool(one) for one in told} if truth.values.dtype.kind == "b" else set(told)
    if len(classes) < 2:
        raise InputError(
            "y_true must hold two classes at least; got only '{value}'. Add rows of another class.",
            value=shown(next(iter(classes), "")),
        )
    if len(classes) > MOST_CLASSES:
        raise InputError(
            "y_true must hold at most {most} classes; got {count}. Pass predicted numbers as numbers.",
            most=MOST_CLASSES,
            count=len(classes),
        )
    ordered = in_order(classes)
    if pos_label is not None and plain(pos_label) not in classes:
        raise InputError(
            "pos_label must be one of the classes of y_true ({classes}); got '{value}'. Choose one of them.",
            classes=listed(ordered),
            value=shown(pos_label),
        )
    return ordered


def _positive(classes: tuple[Any, ...], pos_label: Any, found: dict[str, Output]) -> int:
    """Return the place of the positive class: the one named, 1 of 0 and 1, or the second one of an estimator."""
    if pos_label is not None:
        return classes.index(plain(pos_label))
    if frozenset(classes) in TOLD or any(one.classes is not None for one in found.values()):
        return 1
    raise InputError(
        "pos_label must be given unless y_true holds 0 and 1, or -1 and 1; got the classes {classes}. Name the "
        "positive one.",
        classes=listed(classes),
    )


def _placed(distinct: tuple[Any, ...], codes: NDArray[np.intp], place: dict[Any, int]) -> NDArray[np.int64]:
    """Return the place of each row's class; of a missing one 0, which is left out."""
    of = np.array([*(place[one] for one in distinct), 0], dtype=np.int64)
    return np.asarray(of[codes])


def _labels(output: Output, place: dict[Any, int], rows: Rows, model: str) -> NDArray[np.int64]:
    """Return the place of each decision; rows without one are left out."""
    codes, distinct = pd.factorize(output.values)
    known = tuple(plain(one) for one in np.asarray(distinct).tolist())
    if (wrong := next((one for one in known if one not in place), None)) is not None:
        if all(map(_is_number, known)):
            raise InputError(
                "{name} must hold numbers; got the text '{value}'. Convert them first: .astype(float).",
                name=output.said,
                value=shown(wrong),
            )
        raise InputError(
            "{name} must hold classes of y_true ({classes}); got '{value}'. Pass decisions, or a column of scores a "
            "class.",
            name=output.said,
            classes=listed(place),
            value=shown(wrong),
        )
    missing = Message("The predicted label is missing in column '{column}'.", {"column": model})
    rows.leave_out(codes < 0, model, missing)
    return _placed(known, codes, place)


def _is_number(text: Any) -> bool:
    """Tell whether a text writes a number."""
    try:
        float(text)
    except (TypeError, ValueError):
        return False
    return isinstance(text, str)


def _of_positive(output: Output, classes: tuple[Any, ...], at: int) -> NDArray[Any]:
    """Return the column of the positive class; a margin of two classes speaks for the second one."""
    if output.has_columns:
        return output.values[:, _column_of(output, classes, at)]
    turned = output.is_margin and at == 0
    return -output.values if turned else output.values


def _column_of(output: Output, classes: tuple[Any, ...], at: int) -> int:
    of_columns = _of_columns(output, classes)
    return of_columns.index(classes[at]) if isinstance(classes[at], str) else [*of_columns].index(classes[at])


def _of_columns(output: Output, classes: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return the class of each column: as told, else all of them in order."""
    known = output.classes
    if known is not None and len(known) == output.values.shape[1]:
        by_text = {str(one): one for one in classes}
        return tuple(by_text.get(str(one), one) for one in known)
    if output.values.shape[1] != len(classes):
        raise InputError(
            "{name} must have a column for each of the {count} classes of y_true ({classes}); got {columns}. Pass them "
            "in this order, or models as a dict.",
            name=output.said,
            count=len(classes),
            classes=listed(classes),
            columns=output.values.shape[1],
        )
    return classes


def _by_class(output: Output, classes: tuple[Any, ...], rows: Rows, model: str) -> FloatArray:
    """Return the scores of all classes in order; a class that an estimator never saw has none, which is 0."""
    of_columns = _of_columns(output, classes)
    found = np.zeros((len(output.values), len(classes)))
    for k, one in enumerate(classes):
        if one in of_columns:
            found[:, k] = _score(output, output.values[:, of_columns.index(one)], rows, model)
    return found


def _score(output: Output, values: NDArray[Any], rows: Rows, model: str) -> FloatArray:
    """Return numbers; rows without one are left out."""
    missing = pd.isna(values)
    kept = values[~missing] if missing.any() else values
    if not len(kept):
        raise InputError("{name} must hold a number for one row at least; got none. Pass the scores.", name=output.said)
    numbers = finite_numbers(kept, output.said)
    if not missing.any():
        return numbers
    rows.leave_out(missing, model, Message("The score is missing in column '{column}'.", {"column": model}))
    found = np.full(len(values), np.nan)
    found[~missing] = numbers
    return found
