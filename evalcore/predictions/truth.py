"""The truth column: classes, or numbers to predict."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
import pandas as pd

from evalcore.errors import InputError
from evalcore.predictions.labels import Labels, label_key, label_text, read_labels
from evalcore.support.arrays import BoolArray, FloatArray
from evalcore.support.numbers import is_number_typed, parse_numbers, to_numbers
from evalcore.support.text import listed, shown

Task = Literal["binary", "multiclass", "regression"]
Meaning = Literal["classes", "amounts"]
NUMBER_CLASSES = 20  # more different numbers than this are values to predict, not names of classes
_GLANCE = 10_000


@dataclass(frozen=True, eq=False)
class Truth:
    """A truth column, read: `labels` for classes, `values` for a regression."""

    labels: Labels | None = None
    values: FloatArray = field(default_factory=lambda: np.empty(0))

    @property
    def missing(self) -> BoolArray:
        """Rows without truth."""
        return np.isnan(self.values) if self.labels is None else self.labels.missing

    @property
    def task(self) -> Task:
        """What kind of problem this truth poses."""
        if self.labels is None:
            return "regression"
        return "binary" if len(self.labels.texts) == 2 else "multiclass"


def read_truth(
    series: pd.Series,
    column: str,
    *,
    as_classes: bool = False,
    suffixes: Sequence[str] = (),
    holds: Meaning | None = None,
) -> Truth:
    """Read the truth: numbers with a fraction, or more than 20 different ones, are values unless `as_classes`.

    Thirty numbered classes look like values, too; `suffixes`, the ends of score columns named `model:class`, tell.
    What the reader says that it `holds` goes before all that.
    """
    if holds == "amounts" and not as_classes:
        return Truth(values=to_numbers(series, column))
    as_classes = as_classes or holds == "classes"
    if not as_classes and _holds_values(series):
        values = to_numbers(series, column)
        some = {label_key(label_text(value)) for value in pd.unique(values[:_GLANCE])} if suffixes else set()
        if not some & {label_key(suffix) for suffix in suffixes}:
            return Truth(values=values)
    labels = read_labels(series, column)
    if not labels.texts:
        raise InputError(
            "Column '{column}' must hold the truth; all {count} cells are empty. Choose another column.",
            column=shown(column),
            count=len(series),
        )
    if len(labels.texts) == 1:
        raise InputError(
            "Column '{column}' must hold at least two classes; got only {value}. Choose another column or add rows of "
            "another class.",
            column=shown(column),
            value=listed(labels.texts),
        )
    return Truth(labels=labels)


def _holds_values(series: pd.Series) -> bool:
    """Tell whether a column holds numbers to predict; text does when more than half of it is such numbers."""
    if is_number_typed(series):
        if pd.api.types.is_bool_dtype(series.dtype):
            return False
        numbers: FloatArray = series.to_numpy(dtype=np.float64, na_value=np.nan)
        return _are_values(numbers[:_GLANCE]) or _are_values(numbers)
    glance = series.dropna().iloc[:_GLANCE]
    numbers, _ = parse_numbers(glance)
    known = numbers[~np.isnan(numbers)]
    return len(known) > len(glance) / 2 and _are_values(known)


def _are_values(numbers: FloatArray) -> bool:
    known = numbers[~np.isnan(numbers)]
    if known.size == 0:
        return False
    fractions = known != np.floor(known)
    return bool(fractions.any()) or len(pd.unique(known)) > NUMBER_CLASSES
