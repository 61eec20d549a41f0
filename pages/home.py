"""Home: what the app does, to be taken hold of at once; the ways to begin; and the samples."""

from __future__ import annotations

import ui.bias_variance.controls
import ui.bias_variance.exercises
import ui.confusion_matrix.exercises
import ui.costs.exercises
import ui.curves.exercises
import ui.evaluation_methods.controls
import ui.evaluation_methods.exercises
import ui.significance.exercises
from ui.frame import header
from ui.home import doors, opening
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
    },
    {
        "significance": doors.Steps(controls.QUESTION, controls.QUESTIONS, samples={"two": "two-models"}),
        "evaluation_methods": doors.Steps(ui.evaluation_methods.controls.VIEW, ui.evaluation_methods.controls.VIEWS),
        "bias_variance": doors.Steps(ui.bias_variance.controls.VIEW, ui.bias_variance.controls.VIEWS),
    },
)
gallery.show()
