"""The exercises of all pages."""

from __future__ import annotations

from typing import Final

from ui.bias_variance import exercises as bias_variance
from ui.confusion_matrix import exercises as confusion_matrix
from ui.costs import exercises as costs
from ui.curves import exercises as curves
from ui.evaluation_methods import exercises as evaluation_methods
from ui.exercises.kinds import Exercise
from ui.model_learning import exercises as model_learning
from ui.regression_error import exercises as regression_error
from ui.significance import exercises as significance

SETS: Final[dict[str, tuple[Exercise, ...]]] = {
    "confusion_matrix": confusion_matrix.EXERCISES,
    "curves": curves.EXERCISES,
    "costs": costs.EXERCISES,
    "significance": significance.EXERCISES,
    "evaluation_methods": evaluation_methods.EXERCISES,
    "bias_variance": bias_variance.EXERCISES,
    "model_learning": model_learning.EXERCISES,
    "regression_error": regression_error.EXERCISES,
}
