"""Labels as counts: which share of the training sets predicts each class at each point."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from evalcore.bias_variance.checks import a_point, sets_by_points, whole_rows
from evalcore.errors import InputError
from evalcore.support.arrays import CountArray, FloatArray
from evalcore.support.checks import one_dimensional, same_length
from evalcore.support.text import shown


@dataclass(frozen=True, eq=False)
class Votes:
    """Predictions of many sets, the best labels and their noise, with classes as numbers from 0."""

    classes: NDArray[Any]  # those seen or named
    codes: CountArray  # (sets, points)
    best: CountArray  # (points,)
    shares: FloatArray  # (classes, points), at least two classes: a second one that nobody predicts does no harm
    noise: FloatArray  # (points,)


def votes(predictions: ArrayLike, truth_labels: ArrayLike, noise: ArrayLike, classes: ArrayLike | None) -> Votes:
    """Return which share of the sets predicts each class at each point; arguments as in `decompose_zero_one`."""
    table = sets_by_points(predictions)
    best = one_dimensional(whole_rows(truth_labels, "truth_labels"), "truth_labels")
    same_length(best, table.shape[1], "truth_labels")
    known = _classes(table, best, classes)
    codes, best_codes = _codes(table, known, "predictions"), _codes(best, known, "truth_labels")
    shares = np.stack([(codes == code).mean(axis=0) for code in range(max(2, len(known)))])
    return Votes(known, codes, best_codes, shares, _noise(noise, table.shape[1], len(shares)))


def _classes(table: NDArray[Any], best: NDArray[Any], classes: ArrayLike | None) -> NDArray[Any]:
    """Return the labels there are."""
    known = None if classes is None else one_dimensional(classes, "classes").copy()
    _comparable({"predictions": table, "truth_labels": best} | ({} if known is None else {"classes": known}))
    if known is not None:
        if len(np.unique(known)) < max(2, len(known)):
            raise InputError(
                "classes must name at least two different labels; got {classes}. Name each label once.",
                classes=", ".join(shown(label) for label in known),
            )
        return known
    return np.unique(np.concatenate([np.unique(table), np.unique(best)]))


def _comparable(named: Mapping[str, NDArray[Any]]) -> None:
    """Refuse missing labels, and text beside numbers: '1' and 1 would be two classes, or none."""
    for name, labels in named.items():
        if labels.dtype.kind in "OfMm" and (missing := np.asarray(pd.isna(labels))).any():
            raise InputError(
                "{name} must hold a label everywhere; got '{value}'. Leave the point or the set out, or give it a "
                "label.",
                name=name,
                value=shown(labels[missing][0]),
            )
    kinds = {name: _kind(labels) for name, labels in named.items()}
    if len(set(kinds.values())) > 1 or "mixed" in kinds.values():
        raise InputError(
            "Labels must be of one kind; got {kinds}. Write all of them as text, or all as numbers.",
            kinds=", ".join(f"{name}: {kind}" for name, kind in kinds.items()),
        )


def _kind(labels: NDArray[Any]) -> str:
    """Return in one word what labels are: numbers, text, or something else."""
    if labels.dtype.kind != "O":
        return {**dict.fromkeys("biuf", "numbers"), "U": "text"}.get(labels.dtype.kind, labels.dtype.name)
    inferred = pd.api.types.infer_dtype(labels.ravel(), skipna=False)
    if inferred in {"boolean", "integer", "floating", "mixed-integer-float"}:
        return "numbers"
    return {"string": "text", "mixed-integer": "mixed"}.get(inferred, inferred)


def _codes(labels: NDArray[Any], classes: NDArray[Any], name: str) -> CountArray:
    """Return the place of each label among the classes."""
    order = np.argsort(classes, kind="stable")
    place = np.minimum(np.searchsorted(classes, labels, sorter=order), len(classes) - 1)
    codes: CountArray = order[place]
    unknown = np.asarray(classes[codes] != labels)
    if unknown.any():
        raise InputError(
            "{name} must hold labels of the classes given; got '{value}'. Name this class, too.",
            name=name,
            value=shown(labels[unknown][0]),
        )
    return codes


def _noise(noise: ArrayLike, n_points: int, n_classes: int) -> FloatArray:
    """Return for each point the probability that a fresh label is not the best one."""
    numbers = a_point(noise, n_points, "noise")
    most = (n_classes - 1) / n_classes
    wrong = (numbers < 0) | (numbers > most + 1e-12)
    if wrong.any():
        raise InputError(
            "noise must lie between 0 and {most}; got {value}. With more noise another label would be the best one.",
            most=round(most, 4),
            value=shown(float(numbers[wrong][0])),
        )
    return numbers.copy()
