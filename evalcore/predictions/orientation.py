"""Which class a score speaks for: scores turned to the positive one."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from evalcore.errors import Message
from evalcore.predictions.roles import Roles
from evalcore.support.arrays import BoolArray, FloatArray
from evalcore.support.text import shown


def oriented(roles: Roles, column: str, score: FloatArray, predicted: Mapping[str, BoolArray]) -> FloatArray:
    """Return a score so that higher speaks for the positive class.

    A confidence of the class predicted in the first column of labels is 1 minus itself where the other class is
    predicted. A reversed score is 1 - score, or -score where it is no share.
    """
    if column in roles.of_predicted and predicted:
        score = np.where(next(iter(predicted.values())), score, 1 - score)
    return reverse(score) if column in roles.reversed else score


def reverse(score: FloatArray) -> FloatArray:
    """Return a score that speaks for the other class: 1 - score of shares, -score else.

    >>> reverse(np.array([0.25, 1.0])), reverse(np.array([2.0, -1.0]))
    (array([0.75, 0.  ]), array([-2.,  1.]))
    """
    return 1 - score if is_share(score) else -score


def is_share(score: FloatArray) -> bool:
    """Tell whether all numbers lie in 0 to 1."""
    known = score[~np.isnan(score)]
    return bool(known.size) and bool(known.min() >= 0) and bool(known.max() <= 1)


def notes_on(roles: Roles, column: str, score: FloatArray) -> list[Message]:
    """Say how a score was turned; `score` is as it was read."""
    notes = []
    if column in roles.of_predicted and roles.labels:
        notes.append(
            Message(
                "'{column}' is the confidence of the class in '{label}'; where that is not the positive one, 1 minus "
                "it was taken.",
                {"column": shown(column), "label": shown(roles.labels[0])},
            )
        )
    if column in roles.reversed:
        name = {"column": shown(column)}
        if is_share(score):
            said = Message("'{column}' speaks for the other class and was reversed: 1 minus it was taken.", name)
        else:
            said = Message("'{column}' speaks for the other class and was reversed: its negative was taken.", name)
        notes.append(said)
    return notes
