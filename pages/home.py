"""Home: what the app does, to be taken hold of at once; the ways to begin; and the samples."""

from __future__ import annotations

import ui.bias_variance.controls
import ui.bias_variance.exercises
import ui.confusion_matrix.exercises
import ui.costs.exercises
import ui.curves.exercises
import ui.hypotheses.controls
import ui.hypotheses.exercises
import ui.regression.controls
import ui.regression.exercises
import ui.resampling.controls
import ui.resampling.exercises
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
        "resampling": ui.resampling.exercises.EXERCISES,
        "bias_variance": ui.bias_variance.exercises.EXERCISES,
        "hypotheses": ui.hypotheses.exercises.EXERCISES,
        "regression": ui.regression.exercises.EXERCISES,
    },
    {
        "significance": doors.Steps(controls.QUESTION, controls.QUESTIONS, samples={"two": "two-models"}),
        "resampling": doors.Steps(ui.resampling.controls.VIEW, ui.resampling.controls.VIEWS),
        "bias_variance": doors.Steps(ui.bias_variance.controls.VIEW, ui.bias_variance.controls.VIEWS),
        "hypotheses": doors.Steps(ui.hypotheses.controls.VIEW, ui.hypotheses.controls.VIEWS),
        "regression": doors.Steps(ui.regression.controls.VIEW, ui.regression.controls.VIEWS),
    },
)
chapter_map.show()
gallery.show()
