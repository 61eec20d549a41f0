"""Metrics that are proportions: so many of so many rows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from evalcore.metrics.margins import HasCells, T, margins, ratio


def _n(cm: Any) -> Any:
    return cm.tp + cm.fp + cm.fn + cm.tn


PARTS: dict[str, Callable[[Any], tuple[Any, Any]]] = {
    "error_rate": lambda cm: ((m := margins(cm)).n - sum(m.correct), m.n),
    "accuracy": lambda cm: (sum((m := margins(cm)).correct), m.n),
    "majority_baseline": lambda cm: (np.max((m := margins(cm)).truth, axis=0), m.n),
    "precision": lambda cm: (cm.tp, cm.tp + cm.fp),
    "recall": lambda cm: (cm.tp, cm.tp + cm.fn),
    "specificity": lambda cm: (cm.tn, cm.tn + cm.fp),
    "npv": lambda cm: (cm.tn, cm.tn + cm.fn),
    "fpr": lambda cm: (cm.fp, cm.tn + cm.fp),
    "fnr": lambda cm: (cm.fn, cm.tp + cm.fn),
    "queue_rate": lambda cm: (cm.tp + cm.fp, _n(cm)),
    "prevalence": lambda cm: (cm.tp + cm.fn, _n(cm)),
}


def parts(name: str, cm: HasCells[T]) -> tuple[T, T]:
    """Return the rows that have the property and the rows that could have it."""
    return PARTS[name](cm)


def accuracy(cm: HasCells[T]) -> T:
    """Which share of the rows is predicted right?

    Parameters
    ----------
    cm : ConfusionMatrix of any number of classes, or anything with `tp fp fn tn`

    Returns
    -------
    float or array in [0, 1]

    Notes
    -----
    (TP + TN) / m, equation (2.5). *Undefined when* there is no row.
    """
    return ratio(*parts("accuracy", cm))


def error_rate(cm: HasCells[T]) -> T:
    """Which share of the rows is predicted wrong?

    Parameters
    ----------
    cm : ConfusionMatrix of any number of classes, or anything with `tp fp fn tn`

    Returns
    -------
    float or array in [0, 1]

    Notes
    -----
    E = (FP + FN) / m, equation (2.4): disagreements are counted. *Undefined when* there is no row.
    """
    return ratio(*parts("error_rate", cm))


def precision(cm: HasCells[T]) -> T:
    """Of the rows predicted positive, which share is positive?

    Parameters
    ----------
    cm : binary ConfusionMatrix, or anything with `tp fp fn tn`

    Returns
    -------
    float or array in [0, 1]

    Notes
    -----
    P = TP / (TP + FP), equation (2.8); rises with the prevalence. *Undefined when* no row is predicted positive.
    """
    return ratio(*parts("precision", cm))


def recall(cm: HasCells[T]) -> T:
    """Of the positive rows, which share is found?

    Parameters
    ----------
    cm : binary ConfusionMatrix, or anything with `tp fp fn tn`

    Returns
    -------
    float or array in [0, 1]

    Notes
    -----
    R = TP / (TP + FN), equation (2.9); also sensitivity or TPR; does not depend on the prevalence.
    *Undefined when* no row is positive.
    """
    return ratio(*parts("recall", cm))


def specificity(cm: HasCells[T]) -> T:
    """Of the negative rows, which share is left alone?

    Parameters
    ----------
    cm : binary ConfusionMatrix, or anything with `tp fp fn tn`

    Returns
    -------
    float or array in [0, 1]

    Notes
    -----
    TN / (TN + FP) = 1 - FPR; also TNR. *Undefined when* no row is negative.
    """
    return ratio(*parts("specificity", cm))


def npv(cm: HasCells[T]) -> T:
    """Of the rows predicted negative, which share is negative?

    Parameters
    ----------
    cm : binary ConfusionMatrix, or anything with `tp fp fn tn`

    Returns
    -------
    float or array in [0, 1]

    Notes
    -----
    Negative predictive value, TN / (TN + FN). *Undefined when* no row is predicted negative.
    """
    return ratio(*parts("npv", cm))


def fpr(cm: HasCells[T]) -> T:
    """Of the negative rows, which share is predicted positive?

    Parameters
    ----------
    cm : binary ConfusionMatrix, or anything with `tp fp fn tn`

    Returns
    -------
    float or array in [0, 1]

    Notes
    -----
    FP / (TN + FP) = 1 - specificity. *Undefined when* no row is negative.
    """
    return ratio(*parts("fpr", cm))


def fnr(cm: HasCells[T]) -> T:
    """Of the positive rows, which share is missed?

    Parameters
    ----------
    cm : binary ConfusionMatrix, or anything with `tp fp fn tn`

    Returns
    -------
    float or array in [0, 1]

    Notes
    -----
    FN / (TP + FN) = 1 - recall. *Undefined when* no row is positive.
    """
    return ratio(*parts("fnr", cm))


def queue_rate(cm: HasCells[T]) -> T:
    """Which share of all rows is predicted positive, and so has to be worked on?

    Parameters
    ----------
    cm : binary ConfusionMatrix, or anything with `tp fp fn tn`

    Returns
    -------
    float or array in [0, 1]

    Notes
    -----
    (TP + FP) / m. *Undefined when* there is no row.
    """
    return ratio(*parts("queue_rate", cm))


def prevalence(cm: HasCells[T]) -> T:
    """Which share of all rows is positive?

    Parameters
    ----------
    cm : binary ConfusionMatrix, or anything with `tp fp fn tn`

    Returns
    -------
    float or array in [0, 1]

    Notes
    -----
    (TP + FN) / m. *Undefined when* there is no row.
    """
    return ratio(*parts("prevalence", cm))


def majority_baseline(cm: HasCells[T]) -> T:
    """How accurate is it to predict the most frequent class for every row?

    Parameters
    ----------
    cm : ConfusionMatrix of any number of classes, or anything with `tp fp fn tn`

    Returns
    -------
    float or array in [0, 1]

    Notes
    -----
    Rows of the largest class / m: what an accuracy has to beat. *Undefined when* there is no row.
    """
    return ratio(*parts("majority_baseline", cm))
