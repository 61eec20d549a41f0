"""The exercises of each teaching page, in the order they are asked."""

from __future__ import annotations

from typing import Final

from ui.exercise_sets import confusion_matrix, costs, curves
from ui.exercise_sets.kinds import Exercise

SETS: Final[dict[str, tuple[Exercise, ...]]] = {
    "confusion_matrix": confusion_matrix.EXERCISES,
    "curves": curves.EXERCISES,
    "costs": costs.EXERCISES,
}
