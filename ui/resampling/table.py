"""The view of real data and of a table of one's own: what stands in its sections."""

from __future__ import annotations

from functools import partial
from typing import Final

import numpy as np
import streamlit as st

from evalcore.errors import InputError, Message
from evalcore.figures.resampling.table import NAMES, estimates_figure
from evalcore.resampling import LEARNERS as EVERY
from evalcore.resampling import NOT_A_STANDARD_ERROR, Estimates, estimates_steps, rounds_of, training_effort
from evalcore.views.resampling.table import MOST_LEFT_OUT, EstimatesView, estimates_view, table_methods
from ui.frame.page import Answer, Picture, Sections, Tab, Table, refused
from ui.resampling import as_tables, controls, table_data
from ui.resampling.runs import Key, Place
from ui.resampling.table_data import Chosen
from ui.session import fields
from ui.session.choices import Choice, Group
from ui.shared import tables
from ui.shared.numbers import count, number
from ui.shared.text import N_, _, listed, paragraph, remark, say, say_in_figure, show_said

CHART: Final = "evaluation_table_chart"
PLACE: Final[Place[Estimates]] = Place("evaluation_table")
LEARNERS: Final = {**controls.LEARNERS, "forest": N_("Forest of 50 trees")}
CHOICES: Final = Group([table_data.EXAMPLE])
LEARNER: Final = CHOICES.add(Choice("ev_table_learner", default="3-nn", options=EVERY, stays=True))
SHARE: Final = CHOICES.add(Choice("ev_table_share", default=0.3, low=0.05, high=0.95, stays=True))
FOLDS: Final = CHOICES.add(Choice("ev_table_k", default=10, low=2, high=50, stays=True))
ROUNDS: Final = CHOICES.add(Choice("ev_table_rounds", default=25, low=1, high=200, stays=True))
SCALED: Final = CHOICES.add(Choice("ev_table_scaled", default=True, is_flag=True, stays=True))


def of() -> Sections:
    """Return the sections for what is set."""
    chosen = table_data.ask()
    learner = fields.one_of(
        LEARNER, LEARNERS, _("Learner"), _("What is trained, and how wrong it is on new rows."), width=190
    )
    with st.popover(_("k = {k}", k=fields.kept(FOLDS)), icon=":material/edit:", key="ev_table_numbers"):
        k = fields.whole(FOLDS, _("folds k"), _("Of the cross validation."))
        share = fields.share(SHARE, _("share that is held out"), _("Of the 20 hold-outs."))
        rounds = fields.whole(ROUNDS, _("bootstrap rounds B"), _("How many bootstrap samples are drawn."), step=25)
        scaled = fields.flag(SCALED, _("scale the features"), _("By the rows trained on, in each round."))
        seed = controls.seed()
    if isinstance(chosen, Message):
        return refused(chosen)
    key: Key = (*chosen.key, learner, k, share, rounds, scaled, seed)
    try:
        methods = table_methods(chosen.rows, share=share, k=k, rounds=rounds)
        preparation = "scaling" if scaled else None
        n_rounds = rounds_of(methods, chosen.rows)  # refuses here what cannot be split
        rng = np.random.default_rng(seed)
        found = PLACE.find(
            key,
            partial(estimates_steps, learner, chosen.rows, methods, preparation=preparation, rng=rng),
            effort=training_effort(learner, chosen.rows.n, n_rounds),
        )
    except InputError as error:
        return refused(error.message)
    if found is None or isinstance(found, Message):
        return PLACE.instead(key, found, "evaluation table", *chosen.key)
    return _bands(found, chosen, learner, key)


def _bands(found: Estimates, chosen: Chosen, learner: str, key: Key) -> Sections:
    view = estimates_view(found, chosen.rows)
    draw = partial(estimates_figure, view, say=say_in_figure)
    return Sections(
        of_loaded=False,
        mark=table_data.TABLE.mark(),
        picture=Picture(CHART, draw, alt(view, chosen, learner), "estimates", _("Evaluation methods"), handles=0),
        figure_tables=lambda _t: as_tables.of_estimates(view),
        of=("evaluation table", *key, found.n_done),
        answer=lambda _t: _answer(view, found, key),
        tabs=lambda _t: [
            Tab("readings", PLACE.job.with_notes(partial(_readings, view), key)),
            Tab("sure", partial(_how_sure, view)),
        ],
        table=lambda _t: Table(_("Estimates as CSV"), "estimates", view.to_frame),
    )


def _answer(view: EstimatesView, found: Estimates, key: Key) -> Answer:
    if view.is_partial:
        return PLACE.so_far(key, found, _("Stopped before all rounds were done."))
    folds, training = view.of("kfold"), view.of("training")
    assert folds is not None
    assert training is not None
    return Answer(
        _(
            "Cross validation says **{folds}** (training error {training}); always the most frequent class: "
            "{majority}.",
            folds=number(folds.row.mean),
            training=number(training.row.mean),
            majority=number(view.majority),
        )
    )


def alt(view: EstimatesView, chosen: Chosen, learner: str) -> str:
    """Describe the figure."""
    said = listed(f"{say(NAMES[one.said])} {number(one.row.mean)}" for one in view.estimates)
    return _(
        "Estimated error of {learner} on {name}, {n} rows: {said}.",
        learner=_(LEARNERS[learner]),
        name=chosen.name,
        n=count(view.rows.n),
        said=said,
    )


def _readings(view: EstimatesView) -> None:
    tables.show(
        {
            _("estimator"): [say(NAMES[one.said]) for one in view.estimates],
            _("estimate"): [number(one.row.mean) for one in view.estimates],
            _("SD over rounds"): [number(one.row.sd) for one in view.estimates],
            _("models trained"): [count(one.n_fits) for one in view.estimates],
            _("rows trained on"): [count(one.train_size) for one in view.estimates],
        },
        alt=_("What every estimator says of these rows"),
    )
    show_said(*view.rows.notes)
    if view.of("loo") is None:
        remark("Leaving out one row at a time is done up to {most} rows.", most=count(MOST_LEFT_OUT))
    if view.rows.groups is not None:
        remark("A bootstrap would tear groups apart, so none is drawn.")


def _how_sure(view: EstimatesView) -> None:
    paragraph(
        "- {not_one}\n- The true error of these rows is not known; the view of the estimators shows how far such "
        "estimates are off where it is.\n- {n} rows were drawn once: another draw of as many would say something "
        "else.",
        not_one=say(NOT_A_STANDARD_ERROR),
        n=count(view.rows.n),
    )
