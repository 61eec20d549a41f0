"""The view of 0-1 loss: what stands in its sections."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from evalcore.figures.bias_variance.zero_one import FLEXIBILITY, zero_one_figure
from evalcore.views.bias_variance.zero_one import ZeroOneStep, ZeroOneView
from ui.bias_variance import compare, controls, least
from ui.bias_variance.sweeping import whole
from ui.bias_variance.zero_one import formulas, readings, setting, simulation, words
from ui.bias_variance.zero_one.setting import LEARNERS, Setting
from ui.frame.figure_tables import rows
from ui.frame.page import Answer, Export, Figure, Sections, Tab, Table
from ui.live import bridge
from ui.shared import marks, tables
from ui.shared.numbers import count, number
from ui.shared.text import N_, _, say, say_in_figure

CHART = "zero_one_chart"


def of() -> Sections:
    """Return the sections for what is set."""
    asked = setting.ask()
    view = simulation.view(asked)
    if view is None:
        return Sections(of_loaded=False, answer=lambda _t: simulation.SWEEPS.nothing_yet())
    active = view.nearest(asked.complexity)
    return Sections(
        of_loaded=False,
        mark=marks.simulated(),
        about=asked.about,
        figure=lambda _t: _figure(view, active, asked),
        figure_tables=lambda _t: [rows(_("Parts of the loss of every learner"), readings.learners(view), active)],
        of=("zero_one", asked.second, *asked.drawn, view.n_sets, len(view.steps), active),
        answer=lambda _t: _answer(view, active, asked),
        tabs=lambda _t: _tabs(view, active, asked),
        handles={FLEXIBILITY: partial(setting.take_complexity, asked)},
        typed={FLEXIBILITY: partial(controls.type_learner, setting.COMPLEXITY[asked.learner], asked.family, asked.n)},
        says=whole(view, asked.n_sets, {FLEXIBILITY: lambda step: words.answer(view, view.nearest(float(step)))}),
        export=lambda _t: _export(view, active, asked),
        table=lambda _t: Table(_("Table of the learners"), "zero-one-loss", view.to_frame),
    )


def _figure(view: ZeroOneView, active: int, asked: Setting) -> Figure:
    figure = _draw(view, active, asked)(look=bridge.look())
    return Figure(CHART, figure, words.alt(view, active, asked))


def _draw(view: ZeroOneView, active: int, asked: Setting) -> Callable[..., go.Figure]:
    complexity = say(asked.family.axis)
    return partial(zero_one_figure, view, active, complexity=complexity, second=asked.second, say=say_in_figure)


def _answer(view: ZeroOneView, active: int, asked: Setting) -> Answer:
    interrupted = simulation.SWEEPS.interrupted(view, asked.n_sets)
    if interrupted is not None:
        return interrupted
    return Answer(words.answer(view, active), least.button(view, active, setting.COMPLEXITY[asked.learner]))


def _tabs(view: ZeroOneView, active: int, asked: Setting) -> list[Tab]:
    return [
        Tab(
            "readings",
            simulation.SWEEPS.job.with_notes(partial(readings.show, view, active), asked.drawn),
        ),
        Tab("sure", partial(readings.how_sure, view, active)),
        Tab("compare", partial(_compare, asked)),
        Tab("formulas", partial(_formulas, view, active, asked)),
    ]


def _formulas(view: ZeroOneView, active: int, asked: Setting) -> None:
    """Show the formulas with the numbers of the learner that is looked at."""
    found = simulation.sweep(asked)
    if found is not None:
        formulas.show(found.simulations[active], view.steps[active])


def _export(view: ZeroOneView, active: int, asked: Setting) -> Export:
    return Export(
        label=_("Figure as HTML, its handles included"),
        name="zero-one-loss",
        title=_("0-1 loss: bias, variance and noise"),
        caption=words.alt(view, active, asked),
        draw=_draw(view, active, asked),
    )


# In the order of `FOUR`; the last needs as many points as it has neighbours.
FOUR_NAMES: Final = (N_("stump"), N_("tree of depth 3"), N_("full tree"), N_("25-NN"))


def _compare(asked: Setting) -> None:
    """Show four learners beside each other, then for each family the learner with the least loss."""
    four = simulation.four(asked)
    if four is not None:
        tables.show(_four(four.steps), alt=_("Four learners on the same sets"))
        st.caption(
            _(
                "Four learners on the same {sets} sets: with its depth a tree trades bias for variance; a vote of 25 "
                "neighbours keeps variance low.",
                sets=count(four.n_sets),
            )
        )
    views = {name: simulation.known(replace(asked, learner=name)) for name in LEARNERS}
    compare.show({_(LEARNERS[name]): None if view is None else _best(view) for name, view in views.items()})


def _four(steps: Sequence[ZeroOneStep]) -> pd.DataFrame:
    return pd.DataFrame([{_("learner"): _(name), **_row(step)} for name, step in zip(FOUR_NAMES, steps, strict=False)])


def _best(view: ZeroOneView) -> dict[str, str]:
    step = view.steps[view.best]
    return {_("least error at"): step.shown, **_row(step)}


def _row(step: ZeroOneStep) -> dict[str, str]:
    parts = step.parts
    return {
        _("loss"): f"{number(parts.loss)} ± {number(parts.loss_error)}",
        _("noise c₁N"): number(parts.noise_term),
        _("bias B"): number(parts.bias),
        _("variance where unbiased"): number(parts.variance_unbiased),
        _("variance where biased"): number(parts.variance_biased),
        _("training error"): number(step.training_error),
    }
