"""Two classes out of any predictions: one class against all the others."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evalcore.errors import InputError
from evalcore.predictions.result import Predictions
from evalcore.support.arrays import BoolArray, FloatArray
from evalcore.support.cases import Cases
from evalcore.support.results import Result
from evalcore.support.text import listed, shown


@dataclass(frozen=True, eq=False)
class BinaryView(Result):
    """One model's predictions with one class as the positive one. Arrays are read-only.

    Attributes
    ----------
    digest : str
        Of the predictions this was taken from.
    model : str
        The name of the scores or labels.
    positive : str
    negative : str or None
        The other class; None where it stands for several.
    y_true : bool ndarray of shape (n,)
        True where a row is of the positive class.
    score : float64 ndarray of shape (n,) or None
        None for predicted labels.
    predicted : bool ndarray of shape (n,) or None
        True where the label is the positive class; None for scores.
    weight : float64 ndarray of shape (n,) or None
    cases : Cases or None
        Which rows belong to one case; None where each is a case of its own, as far as is known.
    """

    digest: str
    model: str
    positive: str
    negative: str | None
    y_true: BoolArray
    score: FloatArray | None
    predicted: BoolArray | None
    weight: FloatArray | None
    cases: Cases | None = None

    def __post_init__(self) -> None:
        for array in (self.y_true, self.score, self.predicted):
            if array is not None:
                array.flags.writeable = False

    @property
    def n(self) -> int:
        """Rows."""
        return len(self.y_true)

    @property
    def has_score(self) -> bool:
        """Whether the model has a score, so that there is a threshold to choose."""
        return self.score is not None

    @property
    def rows_alone(self) -> bool:
        """Whether rows count once each and are independent, as far as is known."""
        return self.weight is None and self.cases is None

    @property
    def positive_share(self) -> float:
        """Share of the rows that are positive, each counted once; without rows nan."""
        return float(self.y_true.mean()) if self.y_true.size else np.nan

    @property
    def weighted_positive_share(self) -> float:
        """Share of what the rows stand for that is positive; without weights that of the rows."""
        if self.weight is None:
            return self.positive_share
        total = float(self.weight.sum())
        return float(self.weight[self.y_true].sum()) / total if total else np.nan

    @property
    def key(self) -> tuple[str, ...]:
        """Which rows these are, in few words: equal keys mean equal contents."""
        return self.digest, self.model, "score" if self.has_score else "labels", self.positive


def one_vs_rest(
    predictions: Predictions, positive: str, *, model: str | None = None, labels: str | None = None
) -> BinaryView:
    """What did a model predict, if one class is looked for and all others are the rest?

    Parameters
    ----------
    predictions : Predictions of classes
    positive : str
        One of `predictions.classes`.
    model, labels : str
        One of them: the name of scores, or the name of predicted labels.

    Returns
    -------
    BinaryView

    Notes
    -----
    In a binary table the other class may be looked at: truth and labels are then turned over, but never a score. A high
    score then speaks for the rest, so each AUC becomes 1 - AUC. Of many classes each has a score of its own.

    Examples
    --------
    >>> import pandas as pd
    >>> from evalcore.predictions import from_frame
    >>> frame = pd.DataFrame({"y": ["a", "b", "c"], "m": ["a", "c", "c"]})
    >>> view = one_vs_rest(from_frame(frame, truth="y", labels=["m"]), "c", labels="m")
    >>> view.y_true.tolist(), view.predicted.tolist(), view.negative
    ([False, False, True], [False, True, True], None)
    """
    if predictions.task == "regression":
        raise ValueError("a regression has no classes, so none can be looked at against the rest")
    if positive not in predictions.classes:
        raise InputError(
            "The positive class must be one of {classes}; got '{value}'. Choose one of them.",
            classes=listed(predictions.classes),
            value=shown(positive),
        )
    score = None if model is None else _score(predictions, positive, _named(predictions.scores, model))
    predicted = None if labels is None else _is_positive(predictions, positive, _named(predictions.labels, labels))
    if (score is None) == (predicted is None):
        raise ValueError("either scores or labels are looked at: pass one of model and labels")
    others = [name for name in predictions.classes if name != positive]
    return BinaryView(
        digest=predictions.digest,
        model=str(model if labels is None else labels),
        positive=positive,
        negative=others[0] if predictions.task == "binary" else None,
        y_true=_is_positive(predictions, positive, predictions.y_true),
        score=score,
        predicted=predicted,
        weight=predictions.weight,
        cases=None if predictions.cases is None else predictions.cases.several,
    )


def _named(columns: Mapping[str, NDArray[Any]], name: str) -> NDArray[Any]:
    if name not in columns:
        raise InputError(
            "The model must be one of {names}; got '{name}'. Choose one of them.",
            names=listed(columns) or "-",
            name=shown(name),
        )
    return columns[name]


def _is_positive(predictions: Predictions, positive: str, codes: NDArray[Any]) -> BoolArray:
    """Return which of these classes, coded as the truth is, are the positive one."""
    if predictions.task == "binary":
        # True stands for the table's own positive class.
        return codes if positive == predictions.positive else ~codes
    return np.asarray(codes == predictions.classes.index(positive))


def _score(predictions: Predictions, positive: str, scores: FloatArray) -> FloatArray:
    if predictions.task == "binary":
        return scores
    return np.ascontiguousarray(scores[:, predictions.classes.index(positive)])
