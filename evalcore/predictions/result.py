"""A table and the roles of its columns to Predictions: checked once, frozen, with a digest of the contents."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from evalcore.errors import InputError, Message
from evalcore.predictions.assemble import assemble
from evalcore.predictions.cases import ALL, MEAN, CaseColumn, averaged
from evalcore.predictions.columns import Columns
from evalcore.predictions.folds import Membership, fold_column
from evalcore.predictions.labels import read_labels
from evalcore.predictions.lists import with_lists
from evalcore.predictions.long import widened
from evalcore.predictions.roles import PER_ROW, Roles
from evalcore.predictions.rows import Dropped
from evalcore.predictions.truth import Meaning, Task
from evalcore.predictions.vocabulary import MEANINGS, SINGLE, TRUTH_NAMES
from evalcore.support.arrays import FloatArray, IntArray
from evalcore.support.results import Result
from evalcore.support.text import listed


@dataclass(frozen=True, eq=False)
class Predictions(Result):
    """What models predicted and what was true, without the rows that could not be used. Arrays are read-only.

    Attributes
    ----------
    task : "binary", "multiclass" or "regression"
    classes : tuple of str
        Labels as text, in order; binary: (negative, positive); regression: empty.
    positive : str or None
        The positive class, binary only.
    y_true : ndarray of shape (n,)
        binary: bool, True = positive; multiclass: int places in `classes`; regression: float64.
    scores : dict of model to float64 ndarray
        Shape (n,), larger speaks for the positive class (regression: the predicted value); multiclass: (n, k) in the
        order of `classes`.
    labels : dict of model to ndarray of shape (n,)
        Predicted labels, coded as `y_true`.
    weight : float64 ndarray of shape (n,) or None
    dropped : tuple of Dropped
        The rows left out, by first reason.
    missing : dict of column to int
        Empty cells of each column used, in all rows read.
    notes : tuple of Message
        What a reader should know about how the table was taken.
    truth : str
        The truth column's name.
    n_rows_read : int
        Rows of the table, `n` and those left out.
    amount : float64 ndarray of shape (n,) or None
        What a mistake with each row costs, such as the amount of an invoice; 0 or more.
    split, part : str or None
        The column that tells training, test and other rows or folds apart, and the part in use; a part of None means
        that all are taken together.
    folds, repeats : Membership or None
        The fold each row was predicted in, and the repetition of the folds.
    cases : CaseColumn or None
        The case of each row, such as a patient; rows of one case are not independent.
    groups : dict of column to Membership
        In which group of each column with few values, at most 100, the rows are; -1 for none.
    taken : str
        What was taken of a case with several predictions: "all", the "mean", or "one:" with the label of a repetition.
    rows : (n,) whole numbers or None
        The places of the rows in use among those read, of a long table among its cases; None: all of them, or, where
        the mean of each case is taken, no single rows.
    digest : str
        Changes with every value, class, name and row left out; not with `groups`, each of which has one of its own.
    """

    task: Task
    classes: tuple[str, ...]
    positive: str | None
    y_true: npt.NDArray[Any]
    scores: Mapping[str, FloatArray]
    labels: Mapping[str, npt.NDArray[Any]]
    weight: FloatArray | None
    dropped: tuple[Dropped, ...]
    missing: Mapping[str, int]
    notes: tuple[Message, ...]
    truth: str
    n_rows_read: int
    amount: FloatArray | None = None
    split: str | None = None
    part: str | None = None
    folds: Membership | None = None
    repeats: Membership | None = None
    cases: CaseColumn | None = None
    groups: Mapping[str, Membership] = field(default_factory=dict)
    taken: str = ALL
    rows: IntArray | None = None
    digest: str = ""

    def __post_init__(self) -> None:
        of_rows = (getattr(self, role) for role in PER_ROW)
        for array in (self.y_true, *of_rows, *self.scores.values(), *self.labels.values()):
            if array is not None:
                array.flags.writeable = False
        object.__setattr__(self, "digest", _digest(self))

    @property
    def n(self) -> int:
        """Rows in use."""
        return len(self.y_true)

    @property
    def n_dropped(self) -> int:
        """Rows left out."""
        return sum(dropped.count for dropped in self.dropped)

    @property
    def class_counts(self) -> tuple[int, ...]:
        """Rows in use of each class, in the order of `classes`."""
        return tuple(np.bincount(self.y_true.astype(np.intp), minlength=len(self.classes)).tolist())

    def describe(self) -> Description:
        """Return what was read: rows of each class, and the range of each score. Sorts every score once."""
        return _describe(self)


@dataclass(frozen=True, eq=False)
class Description(Result):
    """Tables for the screen.

    Attributes
    ----------
    classes : DataFrame
        class, count, share (0 to 1); no rows for a regression.
    scores : DataFrame
        model, class ("" but for multiclass), minimum, maximum, distinct (different values); the truth of a regression
        comes first.
    missing : DataFrame
        column, count: empty cells of each column used, in all rows read.
    """

    classes: pd.DataFrame
    scores: pd.DataFrame
    missing: pd.DataFrame


def from_frame(
    frame: pd.DataFrame,
    *,
    truth: str,
    scores: Sequence[str] = (),
    labels: Sequence[str] = (),
    positive: object = None,
    weight: str | None = None,
    amount: str | None = None,
    split: str | None = None,
    part: object = None,
    fold: str | None = None,
    repeat: str | None = None,
    truth_holds: Meaning | None = None,
    reversed: Sequence[str] = (),
    of_predicted: Sequence[str] = (),
    case: str | None = None,
    taken: str = ALL,
    model: str | None = None,
    groups: Sequence[str] = (),
) -> Predictions:
    """Which predictions does this table hold, once its columns have roles?

    Parameters
    ----------
    frame : DataFrame
        One row a case.
    truth : str
        Column of the true class or value. Numbers with a fraction, or more than 20 different ones, make a regression,
        unless `positive`, `labels` or `model:class` columns say that they are classes.
    scores : sequence of str
        Columns of numbers, a model each; for a multi-class problem one column a class, named `model:class`.
    labels : sequence of str
        Columns of predicted classes, a model each.
    positive : label, optional
        The positive class, compared without case and outer space. With three or more classes it stands against all
        others together. Without it the class is guessed, and a note says why unless 0 and 1 or the like tell.
    weight : str, optional
        Column of case weights, 0 or more.
    split, part : str, optional
        Column that names the part of each row (train, test, a fold), and the part to use: rows of other parts are left
        out and counted. Without `part` all are taken together, and a note says so.
    fold, repeat : str, optional
        Column of the fold in which each row was predicted, and of the repetition of the folds. They leave out no row.
    amount : str, optional
        Column of what a mistake with each row costs, 0 to 1e100, and used for nothing else.
    truth_holds : "classes" or "amounts", optional
        Whether the truth names classes or is a number to predict. `positive` and `labels` say that it names classes.
    reversed : sequence of str
        Score columns that speak for the other of two classes: 1 - score is used where all lie in 0 to 1, else -score.
    of_predicted : sequence of str
        Score columns that are the confidence of the class predicted in the first of `labels`, as Weka writes them.
    case : str, optional
        Column of the case of each row, such as a patient: rows of one case are not independent.
    taken : "all", "mean" or "one:" with the label of a repetition
        What is taken of a case with several predictions: all rows, the mean of each case, or those of one repetition;
        without `repeat` the repetitions are numbered from 1, in the order of the rows of a case.
    model : str, optional
        Column that names the model in a long table, one row for each case and model; each model is then one of
        `scores`. A case that a model lacks is left out and counted.
    groups : sequence of str, optional
        Columns that tell groups of rows apart; one with more than 100 different values does not, and a note says so.

    Returns
    -------
    Predictions
        Rows without truth, score, label, weight or amount are left out, counted and never filled in.

    Raises
    ------
    InputError
        For a table that cannot be used so, in one sentence.

    Notes
    -----
    Spellings of a class that differ only in case, character width or outer space become one class, with a note. With
    two classes, `model:class` of the positive class is the score of `model`, that of the other is not used.

    Examples
    --------
    >>> table = pd.DataFrame({"y": ["p", "p", "n"], "score": [0.9, None, 0.2]})
    >>> predictions = from_frame(table, truth="y", scores=["score"])
    >>> predictions.classes, predictions.y_true, predictions.n_dropped
    (('n', 'p'), array([ True, False]), 1)
    """
    single = {"weight": weight, "amount": amount, "split": split, "fold": fold, "repeat": repeat, "case": case}
    further: dict[str, Any] = {role: None if column is None else str(column) for role, column in single.items()}
    further |= {"truth_holds": truth_holds, "reversed": _names(reversed), "of_predicted": _names(of_predicted)}
    roles = _Asked(str(truth), _names(scores), _names(labels), _names(groups), model, taken, further)
    return _predictions(frame, roles, positive, part)


@dataclass(frozen=True, eq=False)
class _Asked:
    """What is asked of a table: its columns by role; `further` those that one column has, or none."""

    truth: str
    scores: tuple[str, ...]
    labels: tuple[str, ...]
    groups: tuple[str, ...]
    model: str | None
    taken: str
    further: Mapping[str, Any]


def _predictions(
    frame: pd.DataFrame, asked: _Asked, positive: object, part: object, case_code: IntArray | None = None
) -> Predictions:
    """Return the predictions of a table, a long one turned wide; `case_code` where the cases are numbered already."""
    scores, labels, further = asked.scores, asked.labels, asked.further
    notes: tuple[Message, ...] = ()
    lacking: dict[str, Any] = {}
    frame = with_lists(frame, [asked.truth, *scores, *labels])
    if asked.model is not None:
        of = {"case": further["case"], "repeat": further["repeat"]}
        wide = widened(frame, str(asked.model), truth=asked.truth, scores=scores, labels=labels, **of)
        # What holds of the column of scores holds of every model in it.
        meant = {role: wide.scores if set(further[role]) & set(scores) else () for role in MEANINGS[1:]}
        further = {**further, **meant}
        frame, scores, labels, notes = wide.frame, wide.scores, wide.labels, wide.notes
        lacking = {"lacking": wide.lacking, "lacking_said": wide.lacking_said}
    names = {str(name) for name in frame.columns}
    roles = Roles(
        frame,
        asked.truth,
        scores,
        labels,
        **further,
        **lacking,
        taken=asked.taken,
        groups=tuple(one for one in asked.groups if one in names),
        case_code=case_code if asked.model is None else None,
    )
    roles.notes.extend(notes)
    predictions = Predictions(**assemble(roles, positive, part))
    return averaged(predictions) if asked.taken == MEAN else predictions


def from_columns(frame: pd.DataFrame, columns: Columns) -> Predictions:
    """Which predictions does this table hold, its columns taken as guessed or chosen?

    Parameters
    ----------
    frame : DataFrame
        One row a case.
    columns : Columns
        As `guess_columns` found them; of a split and folds the split is used.

    Returns
    -------
    Predictions

    Raises
    ------
    InputError
        As `from_frame`, and where `columns` name no truth.

    Examples
    --------
    >>> table = pd.DataFrame({"y": [1, 0, 1], "score": [0.9, 0.2, 0.4]})
    >>> from evalcore.predictions import guess_columns
    >>> from_columns(table, guess_columns(table)).n
    3
    """
    if columns.truth is None:
        for name in frame.columns:
            if str(name).strip().lower() in TRUTH_NAMES and list(frame.columns).count(name) == 1:
                read_labels(frame[name], str(name))  # of too many classes it says so
        raise InputError(
            "One column must hold the truth; got columns {columns}, and none looks like it. Choose it.",
            columns=listed(frame.columns),
        )
    further = {role: getattr(columns, role) for role in (*SINGLE, *MEANINGS) if role != "model"}
    further["fold"] = fold_column(columns)
    of = (columns.truth, columns.scores, columns.labels, columns.groups, columns.model, columns.taken)
    code = None if columns.cases is None else columns.cases.code
    return _predictions(frame, _Asked(*of, further), columns.positive, columns.part, code)


def duplicate_rows(frame: pd.DataFrame) -> int:
    """How many rows repeat an earlier row in every column?

    >>> duplicate_rows(pd.DataFrame({"y": [1, 1, 0], "score": [0.5, 0.5, 0.5]}))
    1
    """
    try:
        return int(frame.duplicated().sum())
    except TypeError:  # cells that hold lists
        return int(frame.astype(str).duplicated().sum())


def _names(columns: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(map(str, [columns] if isinstance(columns, str) else columns)))


def _digest(predictions: Predictions) -> str:
    """Return a digest of everything a number may depend on: names, classes, every value, and the rows left out."""
    digest = hashlib.blake2b(digest_size=16)
    dropped = [(drop.column, drop.reason.template, drop.count, drop.rows) for drop in predictions.dropped]
    head = (
        predictions.task,
        predictions.classes,
        predictions.positive,
        predictions.truth,
        predictions.n_rows_read,
        predictions.part,
        dropped,
        *(() if predictions.taken == ALL else (predictions.taken,)),
    )
    digest.update(repr(head).encode("utf-8", "backslashreplace"))
    groups = (
        {"truth": predictions.y_true},
        predictions.scores,
        predictions.labels,
        {role: getattr(predictions, role) for role in PER_ROW},
        {of.column: of.codes for of in (predictions.folds, predictions.repeats) if of is not None},
        {} if predictions.cases is None else {predictions.cases.column: predictions.cases.of.code},
    )
    for role, group in enumerate(groups):
        for name, array in group.items():
            if array is not None:
                digest.update(repr((role, name, array.shape, str(array.dtype))).encode("utf-8", "backslashreplace"))
                digest.update(np.ascontiguousarray(array).data)
    return digest.hexdigest()


def _describe(predictions: Predictions) -> Description:
    n_classes = len(predictions.classes)
    counts = np.bincount(predictions.y_true.astype(np.intp), minlength=n_classes) if n_classes else np.zeros(0, np.intp)
    rows: list[tuple[str, str, FloatArray]] = []
    if predictions.task == "regression":
        rows.append((predictions.truth, "", predictions.y_true))
    for model, score in predictions.scores.items():
        if score.ndim == 1:
            rows.append((model, "", score))
        else:
            rows.extend((model, label, score[:, i]) for i, label in enumerate(predictions.classes))
    classes = pd.DataFrame({"class": list(predictions.classes), "count": counts})
    return Description(
        classes=classes.assign(share=classes["count"] / max(predictions.n, 1)),
        scores=pd.DataFrame(
            [(model, label, score.min(), score.max(), len(np.unique(score))) for model, label, score in rows],
            columns=["model", "class", "minimum", "maximum", "distinct"],
        ),
        missing=pd.DataFrame({"column": list(predictions.missing), "count": list(predictions.missing.values())}),
    )
