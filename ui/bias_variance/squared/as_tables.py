"""What the figures of squared loss draw, as tables."""

from __future__ import annotations

from evalcore.figures.parts.numbers import written
from evalcore.views.bias_variance.curves import grid
from evalcore.views.bias_variance.squared import SquaredStep, SquaredView
from ui.frame.figure_tables import FigureTable, course
from ui.shared.numbers import number
from ui.shared.text import _


def of_flexibility(view: SquaredView, active: int, axis: str) -> list[FigureTable]:
    """Return what the error is made of at each flexibility, and the fits of the present one."""
    steps = view.steps
    parts = [step.parts.mean for step in steps]
    lines = {
        _("bias²"): [one.bias2 for one in parts],
        _("variance"): [one.variance for one in parts],
        _("noise σ²"): [one.noise for one in parts],
        _("error"): [one.error for one in parts],
        _("median error"): [step.median_error for step in steps],
        _("training error"): [step.training_error for step in steps],
    }
    title = _("Error on fresh data, in parts")
    return [
        course(title, (axis, [step.shown for step in steps]), lines, here=active, write=written),
        of_fits(view, steps[active]),
    ]


def of_fits(view: SquaredView, step: SquaredStep) -> FigureTable:
    """Return truth, mean prediction and its spread along x."""
    lines = {
        _("truth"): view.truth,
        _("mean of the fits"): step.mean,
        _("standard deviation of the fits"): step.spread,
    }
    places = [number(x, 2) for x in grid().tolist()]
    return course(_("The fits of all training sets at {shown}", shown=step.shown), ("x", places), lines)
