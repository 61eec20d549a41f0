"""From predictions to the confusion matrix of all their classes."""

from __future__ import annotations

from evalcore.counts.confusion import ConfusionMatrix, confusion_matrix
from evalcore.predictions import Predictions


def class_matrix(predictions: Predictions, *, model: str | None = None, labels: str | None = None) -> ConfusionMatrix:
    """How often did a model take each of many classes for which?

    Parameters
    ----------
    predictions : Predictions of more than two classes
    model, labels : str
        One of them: the name of scores, or the name of predicted labels.

    Returns
    -------
    ConfusionMatrix
        With the classes in their order, also those that no row has; weighted where the rows are.

    Notes
    -----
    Of scores, the class with the highest one is predicted; of equal scores the first in the order of the classes. (Two
    classes need a threshold instead: see `threshold_counts`.)

    Examples
    --------
    >>> import pandas as pd
    >>> from evalcore.predictions import from_frame
    >>> frame = pd.DataFrame({"y": ["a", "b", "c"], "m": ["a", "c", "c"]})
    >>> class_matrix(from_frame(frame, truth="y", labels=["m"]), labels="m").table.tolist()
    [[1, 0, 0], [0, 0, 1], [0, 0, 1]]
    """
    if predictions.task != "multiclass":
        raise ValueError("only of more than two classes is the one with the highest score predicted")
    if (model is None) == (labels is None):
        raise ValueError("either scores or labels are looked at: pass one of model and labels")
    codes = predictions.scores[model].argmax(axis=1) if model is not None else predictions.labels[str(labels)]
    of_codes = confusion_matrix(
        predictions.y_true,
        codes,
        classes=range(len(predictions.classes)),
        sample_weight=predictions.weight,
        case=None if predictions.cases is None else predictions.cases.several,
    )
    return ConfusionMatrix(of_codes.table, predictions.classes).with_rows(of_codes.rows)
