"""Home: what the app does, to be taken hold of at once; the ways to begin; and the samples."""

from __future__ import annotations

import ui.bias_variance.controls
import ui.bias_variance.exercises
import ui.confusion_matrix.exercises
import ui.costs.exercises
import ui.curves.exercises
import ui.evaluation_methods.controls
import ui.evaluation_methods.exercises
import ui.model_learning.controls
import ui.model_learning.exercises
import ui.regression_error.controls
import ui.regression_error.exercises
import ui.significance.exercises
from ui.frame import header
from ui.home import chapter_map, doors, opening
from ui.session import gallery
from ui.significance import controls

header.begin()
opening.show()
# In the order in which they are learned.
doors.show(
    {
        "confusion_matrix": ui.confusion_matrix.exercises.EXERCISES,
        "curves": ui.curves.exercises.EXERCISES,
        "costs": ui.costs.exercises.EXERCISES,
        "significance": ui.significance.exercises.EXERCISES,
        "evaluation_methods": ui.evaluation_methods.exercises.EXERCISES,
        "bias_variance": ui.bias_variance.exercises.EXERCISES,
        "model_learning": ui.model_learning.exercises.EXERCISES,
        "regression_error": ui.regression_error.exercises.EXERCISES,
    },
    {
        "significance": doors.Steps(controls.QUESTION, controls.QUESTIONS, samples={"two": "two-models"}),
        "evaluation_methods": doors.Steps(ui.evaluation_methods.controls.VIEW, ui.evaluation_methods.controls.VIEWS),
        "bias_variance": doors.Steps(ui.bias_variance.controls.VIEW, ui.bias_variance.controls.VIEWS),
        "model_learning": doors.Steps(ui.model_learning.controls.VIEW, ui.model_learning.controls.VIEWS),
        "regression_error": doors.Steps(ui.regression_error.controls.VIEW, ui.regression_error.controls.VIEWS),
    },
)
chapter_map.show()
gallery.show()
