"""The metrics by name: function, range, and why a value may be undefined."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from evalcore.errors import InputError, Message
from evalcore.metrics import composites, proportions
from evalcore.metrics.margins import margins


class Gap(NamedTuple):
    """A case in which a metric is undefined: whether it is there, and how to say so."""

    found: Callable[[Any], bool]
    reason: Message


NO_ROW = Gap(lambda cm: margins(cm).n == 0, Message("There is no row."))
NO_POSITIVE = Gap(lambda cm: cm.tp + cm.fn == 0, Message("No row is positive."))
NO_NEGATIVE = Gap(lambda cm: cm.fp + cm.tn == 0, Message("No row is negative."))
NO_PREDICTED_POSITIVE = Gap(lambda cm: cm.tp + cm.fp == 0, Message("No row is predicted positive."))
NO_PREDICTED_NEGATIVE = Gap(lambda cm: cm.fn + cm.tn == 0, Message("No row is predicted negative."))
NO_POSITIVE_AT_ALL = Gap(
    lambda cm: cm.tp + cm.fp + cm.fn == 0, Message("No row is positive, and none is predicted positive.")
)
CLASS_WITHOUT_ROW = Gap(lambda cm: min(margins(cm).truth) == 0, Message("At least one class has no row."))
ONE_CLASS_TRUE = Gap(lambda cm: np.count_nonzero(margins(cm).truth) == 1, Message("All rows are of one class."))
ONE_CLASS_PREDICTED = Gap(
    lambda cm: np.count_nonzero(margins(cm).predicted) == 1, Message("All rows are predicted to be of one class.")
)
ONE_CELL = Gap(
    lambda cm: max((m := margins(cm)).correct) == m.n, Message("All rows are of one class and predicted to be of it.")
)


@dataclass(frozen=True)
class Metric:
    """A metric: its function of a matrix, whether it takes more than two classes, its range and its gaps."""

    function: Callable[..., Any]
    gaps: tuple[Gap, ...]
    many_classes: bool = False
    lowest: float = 0.0
    highest: float = 1.0


METRICS: Mapping[str, Metric] = MappingProxyType(
    {
        "error_rate": Metric(proportions.error_rate, (), many_classes=True),
        "accuracy": Metric(proportions.accuracy, (), many_classes=True),
        "majority_baseline": Metric(proportions.majority_baseline, (), many_classes=True),
        "precision": Metric(proportions.precision, (NO_PREDICTED_POSITIVE,)),
        "recall": Metric(proportions.recall, (NO_POSITIVE,)),
        "f_beta": Metric(composites.f_beta, (NO_POSITIVE_AT_ALL, NO_PREDICTED_POSITIVE)),
        "f1": Metric(composites.f1, (NO_POSITIVE_AT_ALL,)),
        "specificity": Metric(proportions.specificity, (NO_NEGATIVE,)),
        "fpr": Metric(proportions.fpr, (NO_NEGATIVE,)),
        "fnr": Metric(proportions.fnr, (NO_POSITIVE,)),
        "npv": Metric(proportions.npv, (NO_PREDICTED_NEGATIVE,)),
        "queue_rate": Metric(proportions.queue_rate, ()),
        "prevalence": Metric(proportions.prevalence, ()),
        "balanced_accuracy": Metric(composites.balanced_accuracy, (CLASS_WITHOUT_ROW,), many_classes=True),
        "youden_j": Metric(composites.youden_j, (NO_POSITIVE, NO_NEGATIVE), lowest=-1.0),
        "matthews": Metric(composites.matthews, (ONE_CLASS_TRUE, ONE_CLASS_PREDICTED), many_classes=True, lowest=-1.0),
        "kappa": Metric(composites.kappa, (ONE_CELL,), many_classes=True, lowest=-1.0),
    }
)


def metric(name: str) -> Metric:
    """Return a metric by name; InputError if there is none of that name."""
    if name not in METRICS:
        raise InputError(
            "The metric must be one of {names}; got '{name}'. Choose one of them.", names=", ".join(METRICS), name=name
        )
    return METRICS[name]


def evaluate(name: str, cm: Any, *, beta: float = 1.0) -> Any:
    """What is the value of the metric of that name?

    Parameters
    ----------
    name : str
        A key of `METRICS`.
    cm : ConfusionMatrix, or anything with `tp fp fn tn`
    beta : float >= 0
        Only for "f_beta".

    Returns
    -------
    float or array
        nan where undefined.
    """
    return composites.f_beta(cm, beta) if name == "f_beta" else metric(name).function(cm)


def undefined_reason(name: str, cm: Any, *, beta: float = 1.0) -> Message | None:
    """Why has a metric no value for this matrix?

    Parameters
    ----------
    name : str
        A key of `METRICS`.
    cm : ConfusionMatrix, or anything with scalar `tp fp fn tn`
    beta : float >= 0
        Only for "f_beta".

    Returns
    -------
    Message or None
        None if there is a value.

    Examples
    --------
    >>> from evalcore.counts import ConfusionMatrix
    >>> str(undefined_reason("precision", ConfusionMatrix.binary(tp=0, fp=0, fn=8, tn=12)))
    'No row is predicted positive.'
    """
    if not np.isnan(evaluate(name, cm, beta=beta)):
        return None
    return next((gap.reason for gap in (NO_ROW, *metric(name).gaps) if gap.found(cm)), None)
