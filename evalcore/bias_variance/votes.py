"""Labels as counts: which share of the training sets predicts each class at each point."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evalcore.bias_variance.checks import a_point, sets_by_points
from evalcore.errors import InputError
from evalcore.support.arrays import CountArray, FloatArray, one_dimensional, same_length, shown


@dataclass(frozen=True, eq=False)
class Votes:
    """Predictions of many sets, the best labels and their noise, with classes as numbers from 0."""

    classes: NDArray[Any]  # (classes,)
    codes: CountArray  # (sets, points)
    best: CountArray  # (points,)
    shares: FloatArray  # (classes, points)
    noise: FloatArray  # (points,)


def votes(predictions: ArrayLike, truth_labels: ArrayLike, noise: ArrayLike, classes: ArrayLike | None) -> Votes:
    """Return which share of the sets predicts each class at each point; arguments as in `decompose_zero_one`."""
    table = sets_by_points(predictions)
    best = one_dimensional(truth_labels, "truth_labels")
    same_length(best, table.shape[1], "truth_labels")
    known = _classes(table, best, classes)
    codes, best_codes = _codes(table, known, "predictions"), _codes(best, known, "truth_labels")
    shares = np.stack([(codes == code).mean(axis=0) for code in range(len(known))])
    return Votes(known, codes, best_codes, shares, _noise(noise, table.shape[1], len(known)))


def _classes(table: NDArray[Any], best: NDArray[Any], classes: ArrayLike | None) -> NDArray[Any]:
    """Return the labels there are; where only one is seen, a second one that nobody predicts does no harm."""
    if classes is not None:
        known = one_dimensional(classes, "classes")
        if len(np.unique(known)) < max(2, len(known)):
            raise InputError(
                "classes must name at least two different labels; got {classes}. Name each label once.",
                classes=", ".join(shown(label) for label in known),
            )
        return known
    known = np.unique(np.concatenate([table.ravel(), best]))
    return known if len(known) > 1 else np.concatenate([known, known])


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
