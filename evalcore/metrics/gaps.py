"""Why a metric may have no value: the cases, and how to say each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from evalcore.errors import Message
from evalcore.metrics.margins import margins


class Gap(NamedTuple):
    """A case in which a metric is undefined: whether it holds of a matrix, and how to say so."""

    holds: Callable[[Any], bool]
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
