"""What the figures of this page draw, as tables."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from evalcore.figures.resampling.estimators import name_of
from evalcore.figures.resampling.table import NAMES
from evalcore.support.arrays import FloatArray
from evalcore.views.resampling.draws import DrawView
from evalcore.views.resampling.leaks import LeakView
from evalcore.views.resampling.plan import Kind
from evalcore.views.resampling.spread import SpreadView
from evalcore.views.resampling.table import EstimatesView
from evalcore.views.resampling.tuning import ScoreRow
from ui.frame.figure_tables import FigureTable, course
from ui.shared.numbers import UNDEFINED, count, number
from ui.shared.text import _, say


def of_spread(found: SpreadView, kinds: Collection[Kind], at: Mapping[Kind, int]) -> list[FigureTable]:
    """Return each estimator that is drawn: its mean and its spread over the data sets, at its present setting."""
    steps = [(kind, steps[at[kind]]) for kind, steps in found.only(kinds).rows.items()]
    columns = {
        _("estimator"): [*(say(name_of(kind, step)) for kind, step in steps), _("true error")],
        _("mean"): [*(number(step.mean) for _kind, step in steps), number(found.true_error)],
        _("SD"): [*(number(step.sd) for _kind, step in steps), UNDEFINED],
        _("bias"): [*(number(step.bias) for _kind, step in steps), UNDEFINED],
    }
    return [FigureTable(_("Estimates over all data sets"), columns)]


def of_draws(view: DrawView, active: int) -> list[FigureTable]:
    """Return the share never drawn at sizes."""
    steps = view.steps
    lines = {
        _("expected"): [step.expected for step in steps],
        _("mean of the draws"): [step.mean for step in steps],
        _("least"): [step.low for step in steps],
        _("largest"): [step.high for step in steps],
    }
    sizes = ("m", [count(step.m) for step in steps])
    title = _("Share never drawn for each size")
    return [course(title, sizes, lines, here=active, write=lambda value: number(value, 4))]


def of_tuning(
    parameter: str, settings: Sequence[float], lines: Mapping[str, FloatArray], rows: Mapping[str, ScoreRow], at: int
) -> list[FigureTable]:
    """Return the lines over the settings, and the scores of the winner."""
    titles = {"validation": _("validation error"), "training": _("training error"), "fresh": _("error on fresh data")}
    scores = {"naive": _("own validation error"), "nested": _("nested"), "fresh": _("on fresh data")}
    steps = (parameter, [f"{setting:.4g}" for setting in settings])
    return [
        course(_("Errors of every setting"), steps, {titles[name]: line for name, line in lines.items()}, here=at),
        of_rows(_("The winner"), {scores[name]: row for name, row in rows.items()}),
    ]


def of_f1(
    settings: Sequence[float], lines: Mapping[str, FloatArray], rows: Mapping[str, ScoreRow], at: int
) -> list[FigureTable]:
    """Return F1 over the thresholds, and that of the chosen ones."""
    titles = {"validation": _("F1 on the test set"), "fresh": _("F1 on fresh data")}
    scores = {"naive": _("own score"), "fresh": _("on fresh data")}
    steps = (_("threshold"), [number(setting) for setting in settings])
    return [
        course(_("F1 at every threshold"), steps, {titles[name]: line for name, line in lines.items()}, here=at),
        of_rows(_("F1 of the chosen thresholds"), {scores[name]: row for name, row in rows.items()}),
    ]


def of_leak(view: LeakView, names: Mapping[str, str]) -> list[FigureTable]:
    """Return the three estimates, and how much lower than the true error each leak reads."""
    estimates = {_("with the leak"): view.leaking, _("without it"): view.clean, _("true error"): view.true}
    return [
        of_rows(_("Estimates with the leak and without it, and the true error"), estimates),
        of_rows(_("True error − estimate"), {names[name]: row for name, row in view.flattery.items()}),
    ]


def of_estimates(view: EstimatesView) -> list[FigureTable]:
    """Return what every estimator says of a table."""
    named = {say(NAMES[one.said]): one.row for one in view.estimates}
    return [of_rows(_("What every estimator says of these rows"), named)]


def of_rows(caption: str, rows: Mapping[str, ScoreRow]) -> FigureTable:
    """Return rows of dots: their means and spreads."""
    columns = {
        _("row"): list(rows),
        _("mean"): [number(row.mean) for row in rows.values()],
        _("SD"): [number(row.sd) for row in rows.values()],
        _("number of points"): [count(len(row.dots)) for row in rows.values()],
    }
    return FigureTable(caption, columns)
