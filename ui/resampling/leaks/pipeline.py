"""The leak hunt by one's own hand: three steps to switch, each before or after the rows are dealt."""

from __future__ import annotations

from functools import partial
from typing import Final

import numpy as np
import pandas as pd
import streamlit as st

from evalcore.errors import Message
from evalcore.figures.resampling.leaks import pipeline_figure
from evalcore.resampling import PIPELINES, Pipeline, PipelineHunt, pipeline_effort, pipeline_steps
from evalcore.resampling.pipelines import PROBLEM
from evalcore.views.resampling.leaks import LeakView, kept_pipelines, pipeline_view
from evalcore.views.resampling.tuning import Side
from ui.frame.page import Answer, Button, Picture, Sections, Tab, Table
from ui.resampling import as_tables, controls
from ui.resampling.controls import data_sets
from ui.resampling.runs import Drawn, Place
from ui.session import fields
from ui.session.choices import Choice, Group
from ui.shared import marks, tables
from ui.shared.numbers import count, number
from ui.shared.text import N_, _, paragraph, say_in_figure

CHART: Final = "evaluation_leak_chart"
PLACE: Final[Place[PipelineHunt]] = Place("evaluation_pipeline", simulated=True)
CHOICES: Final = Group()
SCALING: Final = CHOICES.add(Choice("ev_scale_before", default=True, is_flag=True, stays=True))
SELECTION: Final = CHOICES.add(Choice("ev_select_before", default=True, is_flag=True, stays=True))
GROUPS: Final = CHOICES.add(Choice("ev_torn", default=True, is_flag=True, stays=True))
SHORT: Final = {"scaling": N_("scaling"), "selection": N_("selection"), "groups": N_("persons")}
# What the gap of the clean estimate shows, by the side of 0 on which it lies.
CLEAN: Final[dict[Side, str]] = {
    "unknown": N_("One data set has no standard error, so nothing can be said of the latter."),
    "either": N_(
        "The latter lies within two standard errors of 0: that may be chance. To be expected is a number a little "
        "below 0, since each fold trains on four fifths of the persons."
    ),
    "below": N_(
        "The latter is below 0: each fold trains on four fifths of the persons, so it learns less than the model that "
        "is used."
    ),
    "above": N_(
        "The latter is above 0 by more than two standard errors: on these data sets the clean estimate was too low as "
        "well."
    ),
}
_TRIED: Final = "ev_tried"


def of(file: pd.DataFrame, n: int, n_sets: int, seed: int) -> Sections:
    """Return the sections for what is set; `file` holds what comes with the app."""
    pipeline = _ask()
    key: Drawn = (n, n_sets, seed)
    found: PipelineHunt | Message | None = None
    if seed == controls.SEED.default:
        found = kept_pipelines(file, n, n_sets)
    if found is None:
        steps = partial(pipeline_steps, n=n, n_sets=n_sets, rng=np.random.default_rng(seed))
        found = PLACE.find(key, steps, effort=pipeline_effort(n=n, n_sets=n_sets))
    if found is None or isinstance(found, Message):
        return PLACE.instead(key, found, "pipeline")
    return _bands(found, pipeline, key)


def _ask() -> Pipeline:
    """Ask which steps look at all rows."""
    inside = _("Else in each fold, by the rows trained on.")
    with st.container(horizontal=True, width="content", key="ev_steps"):
        return Pipeline(
            scaling=fields.flag(SCALING, _("scale before the split"), inside),
            selection=fields.flag(SELECTION, _("select before the split"), inside),
            groups=fields.flag(GROUPS, _("tear persons apart"), _("Else the rows of a person stay in one fold.")),
        )


def _bands(found: PipelineHunt, pipeline: Pipeline, key: Drawn) -> Sections:
    tried = _tried(pipeline)
    view = pipeline_view(found, pipeline, tried)
    draw = partial(pipeline_figure, view, {one.name: named(one, "<br>+ ") for one in PIPELINES}, say=say_in_figure)
    return Sections(
        of_loaded=False,
        mark=marks.simulated(),
        picture=Picture(CHART, draw, alt(view, pipeline), "leak", _("Leak hunt"), handles=0),
        figure_tables=lambda _t: as_tables.of_leak(view, {one.name: named(one) for one in PIPELINES}),
        of=("pipeline", *key, view.n_sets, pipeline, *tried),
        answer=lambda _t: _answer(found, view, key),
        tabs=lambda _t: [
            Tab("readings", PLACE.job.with_notes(partial(_readings, view, key[0]), key)),
            Tab("sure", partial(_how_sure, view)),
        ],
        table=lambda _t: Table(_("Estimates as CSV"), "leak", view.found.to_frame),
    )


def _tried(pipeline: Pipeline) -> tuple[Pipeline, ...]:
    """Return the combinations seen so far, this one among them, in the order of their steps."""
    seen: set[Pipeline] = st.session_state.setdefault(_TRIED, set())
    seen.add(pipeline)
    return tuple(one for one in PIPELINES if one in seen)


def _try_all() -> None:
    st.session_state[_TRIED] = set(PIPELINES)


def named(pipeline: Pipeline, joint: str = " + ") -> str:
    """Return which steps look too far."""
    steps = [_(name) for step, name in SHORT.items() if getattr(pipeline, step)]
    if len(steps) == len(SHORT):
        return _("all three")
    return joint.join(steps) or _("none")


def _answer(found: PipelineHunt, view: LeakView, key: Drawn) -> Answer:
    if view.is_partial:
        said = _("Stopped after {done} of {total} data sets.", done=view.n_sets, total=found.n_sets)
        return PLACE.so_far(key, found, said)
    values = {"leaking": number(view.leaking.mean), "true": number(view.true.mean)}
    if view.gap.mean > 0:
        said = _(
            "As switched the error reads **{leaking}**; the truth is {true}. Which switch makes the difference?",
            **values,
        )
    else:
        said = _("As switched the error reads **{leaking}**; the truth is {true}. It is no longer too good.", **values)
    return Answer(said, Button(_("Show all eight"), _try_all, disabled=len(view.flattery) == len(PIPELINES)))


def alt(view: LeakView, pipeline: Pipeline) -> str:
    """Describe the figure."""
    return _(
        "Before the split: {steps}. Over {sets} the estimate is {leaking}, with all steps in each fold "
        "{clean}, and the true error {true}, on average. Beside it how much lower than the true error the estimate is "
        "for {tried} of 8 combinations.",
        steps=named(pipeline),
        sets=data_sets(view.n_sets),
        leaking=number(view.leaking.mean),
        clean=number(view.clean.mean),
        true=number(view.true.mean),
        tried=count(len(view.flattery)),
    )


def _readings(view: LeakView, n: int) -> None:
    paragraph(
        "1. {persons} persons with three rows each, 200 features, one of them useful\n2. **Scale**: "
        "mean and standard deviation\n3. **Select** the ten features that tell the classes apart best\n4. "
        "**Deal** the rows into 5 folds\n5. 3 nearest neighbours, trained and judged in each fold\n\nA step "
        "switched to *before the split* looks at the rows that will be judged. The true error is that on new "
        "persons.",
        persons=count(PROBLEM.groups(n)),
    )
    names = {one.name: named(one) for one in PIPELINES}
    tables.show(
        {
            _("before the split"): [names[name] for name in view.flattery],
            _("true error − estimate"): [number(row.mean) for row in view.flattery.values()],
            _("SD"): [number(row.sd) for row in view.flattery.values()],
        },
        alt=_("How much lower than the true error each combination reads"),
    )


def _how_sure(view: LeakView) -> None:
    paragraph(
        "True error minus estimate: **{gap}** ± {gap_error} as switched, {clean} ± {clean_error} with all steps in "
        "each fold (Monte-Carlo standard errors of {sets}). {clean_says}",
        gap=number(view.gap.mean),
        gap_error=number(view.gap.error),
        clean=number(view.clean_gap.mean),
        clean_error=number(view.clean_gap.error),
        sets=data_sets(view.n_sets),
        clean_says=_(CLEAN[view.clean_gap.side_of_zero]),
    )
