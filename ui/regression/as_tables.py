"""What the figures of this page draw, as tables."""

from __future__ import annotations

from evalcore.figures.regression.numbers import written
from evalcore.regression import PredictionTable
from evalcore.views.regression.errors import ErrorsView, within_each
from evalcore.views.regression.line import LineView
from evalcore.views.regression.use import TILTS, UseView
from ui.frame.figure_tables import FigureTable, course
from ui.regression.line_setting import NAMES
from ui.shared.numbers import number, percent
from ui.shared.text import _


def of_errors(table: PredictionTable, view: ErrorsView, active: int) -> list[FigureTable]:
    """Return the share of rows within tolerances of every model, and how the residuals of this one spread."""
    steps = [written(d) for d in view.tolerances.tolist()]
    edges = list(map(written, view.edges.tolist()))
    residuals = {
        _("residual from"): edges[:-1],
        _("residual to"): edges[1:],
        _("share of rows"): [percent(share) for share in view.shares.tolist()],
    }
    return [
        course(
            _("Share of rows within a tolerance"),
            (_("tolerance d"), steps),
            within_each(table, view.tolerances),
            here=active,
        ),
        FigureTable(_("Residuals of {model}, truth minus prediction", model=view.model), residuals),
    ]


def of_line(view: LineView) -> list[FigureTable]:
    """Return the points with what the line predicts, and the line beside the best one."""
    found, lines = view.to_frame(), {_("this line"): view.now, _("the best line"): view.least}
    points = {_(name): [written(value) for value in found[name]] for name in found.columns}
    both = {
        _("line"): list(lines),
        _("slope w"): [written(one.slope) for one in lines.values()],
        _("intercept b"): [written(one.intercept) for one in lines.values()],
        _(NAMES[view.loss]): [written(one.loss(view.loss)) for one in lines.values()],
    }
    return [FigureTable(_("The line and the best one"), both), FigureTable(_("Points with their errors"), points)]


def of_use(view: UseView, active: int) -> list[FigureTable]:
    """Return the mean squared error of every model at tilts of the density, and in groups of rows."""
    tilts = (_("tilt"), [number(tilt, 2) for tilt in TILTS.tolist()])
    centres = (_("mean {x} of the group", x=view.x), list(map(written, view.centres.tolist())))
    return [
        course(_("MSE under a tilted density"), tilts, view.mse, here=active, write=written),
        course(_("MSE in groups of rows along {x}", x=view.x), centres, view.by_group, write=written),
    ]
