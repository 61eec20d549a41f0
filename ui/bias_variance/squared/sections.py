"""The view of squared loss: what stands in its sections."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import plotly.graph_objects as go
import streamlit as st

from evalcore.figures.bias_variance.squared import COMPLEXITY, X0, squared_figure
from evalcore.figures.bias_variance.u_curve import u_curve_figure
from evalcore.figures.parts.numbers import written
from evalcore.views.bias_variance.scales import scales
from evalcore.views.bias_variance.squared import SquaredView
from evalcore.views.bias_variance.u_curve import flexibility_curve
from ui.bias_variance import compare, controls, least
from ui.bias_variance.squared import as_tables, derivation, learning, readings, setting, simulation, words
from ui.bias_variance.squared.setting import LEARNERS, Setting
from ui.bias_variance.sweeping import whole
from ui.frame.page import Answer, Export, Figure, Sections, Tab, Table
from ui.live import bridge
from ui.live.sentence import still
from ui.shared import marks
from ui.shared.text import _, say, say_in_figure

CHART = "bias_variance_chart"


def of() -> Sections:
    """Return the sections for what is set."""
    asked = setting.ask()
    if asked.show == "learning":
        return learning.of(asked)
    view = simulation.view(asked)
    if view is None:
        return Sections(of_loaded=False, answer=lambda _t: simulation.SWEEPS.nothing_yet())
    active, place = view.nearest(asked.complexity), view.probe_at(asked.x0)
    probes = {X0: setting.take_x0} if asked.show == "all" else {}
    return Sections(
        of_loaded=False,
        mark=marks.simulated(),
        about=asked.about,
        figure=lambda _t: _figure(view, active, place, asked),
        figure_tables=lambda _t: as_tables.of_flexibility(view, active, say(asked.family.axis)),
        of=("squared", asked.show, *asked.drawn, view.n_sets, len(view.steps), active, place),
        answer=lambda _t: _answer(view, active, asked),
        tabs=lambda _t: _tabs(view, active, asked),
        export=lambda _t: _export(view, active, place, asked),
        table=lambda _t: _table(view),
        handles={COMPLEXITY: partial(setting.take_complexity, asked), **probes},
        typed={COMPLEXITY: partial(controls.type_learner, setting.COMPLEXITY[asked.learner], asked.family, asked.n)},
        says=whole(
            view,
            asked.n_sets,
            {
                COMPLEXITY: lambda step: words.answer(view, _nearest(view, asked, step)),
                X0: still(words.answer(view, active)),
            },
        ),
    )


def _nearest(view: SquaredView, asked: Setting, step: str) -> int:
    return view.nearest(asked.family.setting_at(float(step), asked.n))


def _figure(view: SquaredView, active: int, place: int, asked: Setting) -> Figure:
    figure = _draw(view, active, place, asked)(look=bridge.look())
    return Figure(CHART, figure, _alt(view, active, asked), notes=partial(_notes, view, active))


def _alt(view: SquaredView, active: int, asked: Setting) -> str:
    return (words.alt if asked.show == "all" else words.alt_of_two)(view, active, asked)


def _draw_two(view: SquaredView, active: int, asked: Setting) -> Callable[..., go.Figure]:
    return partial(u_curve_figure, flexibility_curve(view), active, axis=say(asked.family.axis), say=say_in_figure)


def _draw(view: SquaredView, active: int, place: int, asked: Setting) -> Callable[..., go.Figure]:
    if asked.show != "all":
        return _draw_two(view, active, asked)
    complexity = say(asked.family.axis)
    return partial(squared_figure, view, scales(view), (active, place), complexity=complexity, say=say_in_figure)


def _notes(view: SquaredView, active: int) -> None:
    """Say what has to be said of the mean error."""
    for k, warning in enumerate(view.steps[active].warnings):
        st.container(key=f"hides_warning_{k}").warning(say(warning))


def _answer(view: SquaredView, active: int, asked: Setting) -> Answer:
    interrupted = simulation.SWEEPS.interrupted(view, asked.n_sets)
    if interrupted is not None:
        return interrupted
    return Answer(words.answer(view, active), least.button(view, active, setting.COMPLEXITY[asked.learner]))


def _formulas(asked: Setting, active: int) -> None:
    """Show the derivation with the numbers of the learner that is looked at."""
    found = simulation.sweep(asked)
    if found is not None:
        derivation.show(found.sweep.simulations[active], asked.x0)


def _tabs(view: SquaredView, active: int, asked: Setting) -> list[Tab]:
    return [
        Tab("readings", simulation.SWEEPS.job.with_notes(partial(readings.show, view, active), asked.drawn)),
        Tab("sure", partial(readings.how_sure, view, active)),
        Tab("compare", partial(_compare, asked)),
        Tab("formulas", partial(_formulas, asked, active)),
    ]


def _export(view: SquaredView, active: int, place: int, asked: Setting) -> Export:
    return Export(
        label=_("Figure as HTML, its handles included"),
        name="bias_variance",
        title=_("Bias and variance"),
        caption=_alt(view, active, asked),
        draw=_draw(view, active, place, asked),
    )


def _table(view: SquaredView) -> Table:
    return Table(_("Errors against flexibility as CSV"), "bias_variance", view.to_frame)


def _compare(asked: Setting) -> None:
    """Show for each family the learner with the least error."""
    views = {name: simulation.known(replace(asked, learner=name)) for name in LEARNERS}
    compare.show({_(LEARNERS[name]): None if view is None else _row(view) for name, view in views.items()})


def _row(view: SquaredView) -> dict[str, str]:
    step = view.steps[view.best]
    mean = step.parts.mean
    return {
        _("least error at"): step.shown,
        _("bias²"): written(mean.bias2, mean.bias2_error),
        _("variance"): written(mean.variance, mean.variance_error),
        _("error"): f"{written(mean.error, mean.error_error)} ± {written(mean.error_error)}",
        _("training error"): written(step.training_error),
    }
