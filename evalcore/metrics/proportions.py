"""Metrics that are proportions: so many of so many rows."""

from __future__ import annotations

from typing import cast

from evalcore.metrics.margins import HasCells, T
from evalcore.metrics.registry import evaluate


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
    return cast("T", evaluate("accuracy", cm))


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
    return cast("T", evaluate("error_rate", cm))


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
    return cast("T", evaluate("precision", cm))


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
    return cast("T", evaluate("recall", cm))


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
    return cast("T", evaluate("specificity", cm))


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
    return cast("T", evaluate("npv", cm))


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
    return cast("T", evaluate("fpr", cm))


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
    return cast("T", evaluate("fnr", cm))


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
    return cast("T", evaluate("queue_rate", cm))


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
    return cast("T", evaluate("prevalence", cm))


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
    return cast("T", evaluate("majority_baseline", cm))
