"""Predictions of some of the rows, such as those of one group."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from evalcore.predictions.cases import MEAN, CaseColumn
from evalcore.predictions.folds import Membership
from evalcore.predictions.result import Predictions
from evalcore.predictions.roles import PER_ROW
from evalcore.support.arrays import BoolArray
from evalcore.support.cases import numbered


def only(predictions: Predictions, used: BoolArray) -> Predictions:
    """Which predictions are left where some of the rows in use are looked at?

    Parameters
    ----------
    predictions : Predictions
    used : bool ndarray of shape (n,)
        Which rows stay; one at least.

    Returns
    -------
    Predictions
        With classes, names and notes as they were, and a digest of its own.

    Examples
    --------
    >>> import pandas as pd
    >>> from evalcore.predictions import from_frame
    >>> frame = pd.DataFrame({"y": ["p", "n", "p"], "score": [0.9, 0.2, 0.4]})
    >>> found = only(from_frame(frame, truth="y", scores=["score"]), np.array([True, False, True]))
    >>> found.y_true.tolist(), found.scores["score"].tolist(), found.rows.tolist()
    ([True, True], [0.9, 0.4], [0, 2])
    """
    per_row = {role: getattr(predictions, role) for role in PER_ROW}
    of_rows: dict[str, Any] = {role: None if values is None else values[used] for role, values in per_row.items()}
    cases, places = predictions.cases, predictions.rows
    if places is None and predictions.taken != MEAN:
        places = np.arange(predictions.n)
    return replace(
        predictions,
        y_true=predictions.y_true[used],
        scores={name: score[used] for name, score in predictions.scores.items()},
        labels={name: labels[used] for name, labels in predictions.labels.items()},
        folds=_of(predictions.folds, used),
        repeats=_of(predictions.repeats, used),
        groups={name: Membership(of.column, of.labels, of.codes[used]) for name, of in predictions.groups.items()},
        cases=None if cases is None else CaseColumn(cases.column, numbered(cases.of.code[used], int(used.sum()))),
        rows=None if places is None else places[used],
        **of_rows,
    )


def _of(of: Membership | None, used: BoolArray) -> Membership | None:
    return None if of is None else Membership(of.column, of.labels, of.codes[used])
