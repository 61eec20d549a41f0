"""The exercises of all pages."""

from __future__ import annotations

from typing import Final

from ui.bias_variance import exercises as bias_variance
from ui.confusion_matrix import exercises as confusion_matrix
from ui.costs import exercises as costs
from ui.curves import exercises as curves
from ui.exercises.kinds import Exercise
from ui.hypotheses import exercises as hypotheses
from ui.regression import exercises as regression
from ui.resampling import exercises as resampling
from ui.significance import exercises as significance

SETS: Final[dict[str, tuple[Exercise, ...]]] = {
    "confusion_matrix": confusion_matrix.EXERCISES,
    "curves": curves.EXERCISES,
    "costs": costs.EXERCISES,
    "significance": significance.EXERCISES,
    "resampling": resampling.EXERCISES,
    "bias_variance": bias_variance.EXERCISES,
    "hypotheses": hypotheses.EXERCISES,
    "regression": regression.EXERCISES,
}
