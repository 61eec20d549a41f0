"""The one call: arrays, models, estimators or a source to the workbench of their task."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pandas as pd

from evalcore.engine import Source
from evalcore.errors import InputError
from evalcore.predictions import Predictions
from evalcore.support.text import listed, shown
from evalcore.workbench.base import Workbench, groups_of
from evalcore.workbench.binary import BinaryWorkbench, DecisionsWorkbench
from evalcore.workbench.classes import ClassesWorkbench
from evalcore.workbench.given import given
from evalcore.workbench.regression import RegressionWorkbench
from evalcore.workbench.sourced import of_source


def workbench(
    y_true: Any,
    scores: Any = None,
    *,
    pos_label: Any = None,
    sample_weight: Any = None,
    case: Any = None,
    groups: Any = None,
    X: Any = None,  # noqa: N803 - as scikit-learn calls it
    name: str | None = None,
    truth: str | None = None,
    where: Any = None,
) -> Any:
    """What can be said of these predictions, with a live threshold and with intervals?

    Parameters
    ----------
    y_true : (n,) labels of any kind or numbers, or an `engine.Source`, or a DataFrame
        The right answers. Of a source or a frame `truth` names their column.
    scores : array, frame, fitted estimator, or a dict of them
        Probabilities or other scores, larger for the positive class; decisions (classes); what `predict_proba` returns;
        predicted numbers. The columns of a frame and the entries of a dict are models. Of a source or a frame their
        columns, a list of names.
    pos_label : label, optional
        The positive class. Of 0 and 1, -1 and 1, True and False, and of an estimator's two classes it need not be
        named. With three or more classes it stands against all others.
    sample_weight : (n,) numbers >= 0, optional
    case : (n,) labels, optional
        Rows with equal labels belong to one case, such as a patient: intervals are then by case. Of a source the name
        of a column: its counts do not tell which rows are of one case, so there are then no intervals and no tests.
    groups : (n,) labels, a frame or a dict of them, optional
        What tells groups of rows apart. Of a source the name of a column.
    X : (n, features), optional
        What fitted estimators are asked about.
    name : str, optional
        Of a single model.
    truth : str, optional
        Of a source or a frame the column with the right answers; of a frame the other arguments may name columns, too.
    where : mapping or sequence of (column, comparison, value), optional
        Which rows of a source.

    Returns
    -------
    BinaryWorkbench, DecisionsWorkbench, ClassesWorkbench, RegressionWorkbench or SourceWorkbench
        By what was handed over.

    Raises
    ------
    InputError
        That names the argument.

    Notes
    -----
    Rows without truth or score are left out and counted, never filled in: `.predictions.dropped`. What is known of
    some predictions is not computed again as long as a workbench of equal ones lives.

    Examples
    --------
    >>> bench = workbench([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> bench.auc()[["model", "auc"]].values.tolist()
    [['model', 0.75]]
    >>> bench.matrix(0.4).table.values.tolist()
    [[1, 1], [1, 1]]
    """
    if isinstance(y_true, Source):
        for value, what in ((sample_weight, "sample_weight"), (X, "X")):
            if value is not None:
                raise InputError("{what} must be left out where y_true is a source: its rows count once.", what=what)
        return of_source(y_true, scores, truth=truth, pos_label=pos_label, groups=groups, where=where, case=case)
    if where is not None:
        raise InputError("where must be left out unless y_true is a source: pass the rows themselves.")
    features = X
    if isinstance(y_true, pd.DataFrame) and truth is not None:
        frame = y_true
        y_true, scores = _column(frame, truth, "truth"), _columns(frame, scores)
        sample_weight, case = (
            _column(frame, one, said) if isinstance(one, str) else one
            for one, said in ((sample_weight, "sample_weight"), (case, "case"))
        )
        groups = _columns(frame, groups, "groups") if _are_names(groups) else groups
    elif truth is not None:
        raise InputError("truth must be left out unless y_true is a source or a frame: pass the truth as y_true.")
    if scores is None and isinstance(y_true, pd.DataFrame):
        raise InputError(
            "truth must name the column of y_true with the right answers, and scores those of the models; got no "
            "scores. The frame has {names}.",
            names=listed(y_true.columns),
        )
    if scores is None:
        raise InputError("scores must be given; got none. Pass probabilities, decisions or a fitted estimator.")
    found = given(
        y_true, scores, pos_label=pos_label, sample_weight=sample_weight, case=case, features=features, name=name
    )
    return of_predictions(found.predictions, groups=groups, decides_at=found.decides_at)


def of_predictions(rows: Predictions, *, groups: Any = None, decides_at: dict[str, float] | None = None) -> Workbench:
    """Return the workbench of predictions that are there.

    Parameters
    ----------
    rows : Predictions
    groups
        As of `workbench`.
    decides_at : dict of model to float, optional
        The thresholds that are used where none is asked for, where they are known.
    """
    named = groups_of(groups, rows.n_rows_read)
    if rows.task == "regression":
        return RegressionWorkbench(rows, groups=named)
    if rows.task == "multiclass":
        return ClassesWorkbench(rows, groups=named)
    if not rows.scores:
        return DecisionsWorkbench(rows, groups=named)
    return BinaryWorkbench(rows, decides_at=decides_at, groups=named)


def _are_names(asked: Any) -> bool:
    return isinstance(asked, str) or (isinstance(asked, list | tuple) and all(isinstance(one, str) for one in asked))


def _column(frame: pd.DataFrame, name: str, said: str) -> pd.Series:
    if name not in frame:
        raise InputError(
            "{argument} must be one of {names}; got '{value}'. Choose one of them.",
            argument=said,
            names=listed(frame.columns),
            value=shown(name),
        )
    return frame[name]


def _columns(frame: pd.DataFrame, names: str | Sequence[str], said: str = "scores") -> dict[str, Any]:
    if not _are_names(names):
        raise InputError(
            "{argument} must name columns of the frame ({names}); got '{value}'. Pass a list of names.",
            argument=said,
            names=listed(frame.columns),
            value=shown(names),
        )
    return {name: _column(frame, name, said) for name in ([names] if isinstance(names, str) else names)}
