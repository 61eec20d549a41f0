"""One learner on sets of more and more points: the learning curve, dragged along its axis."""

from __future__ import annotations

from functools import partial
from typing import Final

import pandas as pd
import streamlit as st

from evalcore.bias_variance import Learner
from evalcore.figures.bias_variance.u_curve import HANDLES, u_curve_figure
from evalcore.figures.parts.numbers import known, written
from evalcore.views.bias_variance.learning import LearningSimulator, LearningSweep, learning_seconds, sizes_for
from evalcore.views.bias_variance.u_curve import Station, UCurve, learning_curve
from ui.bias_variance import controls, sweeping
from ui.bias_variance.squared import setting, words
from ui.bias_variance.squared.setting import Setting
from ui.bias_variance.sweeping import Sweeps, Wanted, whole
from ui.frame.figure_tables import rows
from ui.frame.page import Answer, Export, Figure, Sections, Tab, Table
from ui.live import bridge
from ui.session import fields, memory
from ui.shared import marks, tables
from ui.shared.numbers import count
from ui.shared.text import _, say, say_in_figure

CHART = "learning_chart"
# Predictions of many sets are large; views of them are small.
_MOST: Final = 3
SWEEPS: Final[Sweeps[LearningSweep]] = Sweeps("learning_curve")


def of(asked: Setting) -> Sections:
    """Return the sections for what is set."""
    view = _view(asked)
    if view is None:
        return Sections(of_loaded=False, answer=lambda _t: SWEEPS.nothing_yet())
    active = view.nearest(asked.n)
    draw = partial(u_curve_figure, view, active, axis=_("points n in a set"), say=say_in_figure)
    alt = words.alt_of_points(view, active, asked)
    return Sections(
        of_loaded=False,
        mark=marks.simulated(),
        figure=lambda _t: Figure(CHART, draw(look=bridge.look()), alt, notes=partial(_notes, view, active)),
        figure_tables=lambda _t: [rows(_("Errors at each number of points"), _frame(view), active)],
        of=("learning", *_of(asked), view.n_sets, len(view.stations), active),
        answer=lambda _t: SWEEPS.interrupted(view, asked.n_sets) or Answer(words.answer_of_points(view, active)),
        tabs=lambda _t: [Tab("readings", SWEEPS.job.with_notes(partial(_readings, view), _of(asked)))],
        export=lambda _t: Export(
            label=_("Figure as HTML, its handle included"),
            name="learning_curve",
            title=_("Learning curve"),
            caption=alt,
            draw=draw,
        ),
        table=lambda _t: Table(_("Errors against points as CSV"), "learning_curve", view.to_frame),
        handles={HANDLES["points"]: setting.take_points},
        typed={HANDLES["points"]: partial(fields.take_typed, controls.POINTS)},
        says=whole(
            view,
            asked.n_sets,
            {HANDLES["points"]: lambda step: words.answer_of_points(view, view.nearest(int(step)))},
        ),
    )


def _notes(view: UCurve, active: int) -> None:
    """Say what has to be said of the mean error."""
    for k, warning in enumerate(view.steps[active].warnings):
        st.container(key=f"hides_warning_{k}").warning(say(warning))


def learner_of(asked: Setting) -> Learner:
    """Return the learner that is looked at."""
    return asked.family.nearest(asked.complexity, asked.n)


def _of(asked: Setting) -> tuple[object, ...]:
    """Return what tells the curve from others: any of its sizes may be the present one."""
    learner = learner_of(asked)
    sizes = sizes_for(learner, asked.n)
    return (asked.shape, asked.sigma, asked.design, asked.learner, repr(learner), sizes, asked.seed)


def _view(asked: Setting) -> UCurve | None:
    """Return what the figure shows; None while nothing of it is found."""
    learner, key = learner_of(asked), _of(asked)
    sizes = sizes_for(learner, asked.n)
    place = memory.memo(
        "learning curve simulator",
        *key,
        make=lambda: sweeping.of_all(
            "learning", *key, make=lambda: LearningSimulator(asked.problem, learner, sizes=sizes, seed=asked.seed)
        ),
        most=_MOST,
    )
    seconds = learning_seconds(asked.family, sizes, place.missing(asked.n_sets), asked.problem.is_fixed)
    found = SWEEPS.found(place, Wanted(key, asked.n_sets, len(sizes)), seconds=seconds)
    if found is None:
        return None
    return memory.memo(
        "learning curve",
        *(*key, found.n_sets, found.n_done),
        make=lambda: learning_curve(found, asked.family),
        most=_MOST,
    )


def _readings(view: UCurve) -> None:
    """Show a row a size."""
    tables.show(_frame(view), alt=_("Errors at each number of points"))
    st.caption(
        _(
            "A number has two digits where its standard error is above a tenth of it. Beside the error on fresh data "
            "stands its Monte-Carlo standard error."
        )
    )


def _frame(view: UCurve) -> pd.DataFrame:
    return pd.DataFrame([_row(one) for one in view.stations])


def _row(station: Station) -> dict[str, str]:
    step, mean = station.step, station.step.parts.mean
    return {
        _("points n"): count(station.n),
        _("bias²"): written(mean.bias2, mean.bias2_error),
        _("variance"): written(mean.variance, mean.variance_error),
        _("noise σ²"): known(mean.noise),
        _("error"): f"{written(mean.error, mean.error_error)} ± {written(mean.error_error, mean.error_error)}",
        _("median error"): written(step.median_error),
        _("training error"): written(step.training_error),
    }
