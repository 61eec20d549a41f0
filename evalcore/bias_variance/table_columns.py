"""Columns of a table of one's own: numbers, categories, and those nothing can be learned from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np

from evalcore.bias_variance.checks import LARGEST
from evalcore.errors import InputError, Message
from evalcore.predictions.empty_cells import EMPTY, MOST_CATEGORIES, TEXTS, Cells, left_out, mostly_empty
from evalcore.support.arrays import FloatArray
from evalcore.support.text import shown

TIMES: Final = Message("Columns of times were left out: {columns}.")
CONSTANT: Final = Message("Columns with a single value were left out: {columns}.")


def usable(columns: Mapping[str, Cells | None]) -> tuple[dict[str, Cells], tuple[Message, ...]]:
    """Return the columns something can be learned from, and which of the others are left out, and why."""
    read = {name: cells for name, cells in columns.items() if cells is not None}
    empty = mostly_empty({name: np.asarray(cells.isna()) for name, cells in read.items()})
    texts = {
        name
        for name, cells in read.items()
        if name not in empty and cells.dtype != np.float64 and cells.nunique() > MOST_CATEGORIES
    }
    notes = (
        *left_out(TIMES, columns.keys() - read.keys()),
        *left_out(EMPTY, empty),
        *left_out(TEXTS, texts),
    )
    return {name: cells for name, cells in read.items() if name not in empty | texts}, notes


def label(value: object) -> str:
    """Return a class or category as it is shown: 1, not 1.0."""
    return f"{value:.15g}" if isinstance(value, float) else shown(value)


def features_of(columns: Mapping[str, Cells]) -> tuple[list[tuple[str, FloatArray]], set[str]]:
    """Return the features the columns become, with their names, and the columns that have one value only."""
    features: list[tuple[str, FloatArray]] = []
    constant = {name for name, cells in columns.items() if cells.nunique() < 2}
    for name, cells in columns.items():
        if name in constant:
            continue
        if cells.dtype == np.float64:
            features.append((name, within(cells.to_numpy(dtype=np.float64), name)))
        else:
            for value in sorted(cells.unique()):
                features.append((f"{name} = {value}", (cells == value).to_numpy(dtype=np.float64)))
    return features, constant


def within(numbers: FloatArray, name: str) -> FloatArray:
    """Refuse numbers whose fourth powers are none."""
    if (wrong := np.abs(numbers) > LARGEST).any():
        raise InputError(
            "{name} must lie between -{most} and {most}; got {value}. Choose a larger unit.",
            name=shown(name),
            most=f"{LARGEST:.0e}",
            value=shown(float(numbers[wrong][0])),
        )
    return numbers
