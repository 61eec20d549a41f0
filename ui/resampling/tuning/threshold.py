"""Tuning the threshold on the test set: what stands in its sections."""

from __future__ import annotations

from functools import partial
from typing import Final

import streamlit as st

from evalcore.figures.resampling.tuning import SETTING, tuning_figure
from evalcore.views.resampling.rounds import following
from evalcore.views.resampling.tuning import PREVALENCE, SEPARATION, ThresholdView, threshold_view
from ui.frame.page import Answer, Button, Picture, Sections, Tab, Table
from ui.live import drawn
from ui.live.sentence import still
from ui.resampling import as_tables, controls
from ui.resampling.tuning import setting
from ui.session import fields, memory
from ui.shared import cards, marks, tables
from ui.shared.numbers import count, number, percent
from ui.shared.text import _, paragraph, say_in_figure

CHART: Final = "evaluation_tuning_chart"


def of() -> Sections:
    """Return the sections for what is set."""
    shown = _("n = {n}, R = {sets}", n=fields.kept(setting.POINTS), sets=fields.kept(setting.TEST_SETS))
    with st.popover(shown, icon=":material/edit:", key="ev_threshold_numbers"):
        n = fields.whole(setting.POINTS, _("rows n"), _("Rows of each test set."), step=20)
        n_sets = fields.whole(setting.TEST_SETS, _("test sets R"), _("How many test sets are drawn."), step=100)
        seed = controls.seed()
    view = memory.memo("threshold worth", n, n_sets, seed, make=partial(threshold_view, n=n, n_sets=n_sets, seed=seed))
    active = view.nearest(setting.looked_at(setting.THRESHOLD_AT))
    draw = partial(tuning_figure, view, view.rows, active, parameter=_("threshold"), say=say_in_figure)
    return Sections(
        of_loaded=False,
        mark=marks.simulated(),
        picture=Picture(CHART, draw, alt(view), "threshold", _("Parameter tuning")),
        figure_tables=lambda _t: as_tables.of_f1(view.settings, view.lines, view.rows, active),
        of=("threshold tuning", n, n_sets, seed, active),
        answer=lambda _t: _answer(view, seed),
        tabs=lambda _t: [Tab("readings", partial(_readings, view)), Tab("sure", partial(_how_sure, view))],
        handles={SETTING: partial(fields.take, setting.THRESHOLD_AT)},
        says={SETTING: still(_sentence(view))},
        table=lambda _t: Table(_("Thresholds as CSV"), "threshold", view.to_frame),
    )


def _answer(view: ThresholdView, seed: int) -> Answer:
    return Answer(_sentence(view), Button(_("Draw again"), _draw_again, (seed,)))


def _sentence(view: ThresholdView) -> str:
    """Say what the chosen threshold is worth, whichever is looked at."""
    return _(
        "Best F1 threshold, chosen on the test set: reads **{own}** there, on fresh data **{fresh}**, on average.",
        own=number(view.rows["naive"].mean),
        fresh=number(view.rows["fresh"].mean),
    )


def _draw_again(seed: int) -> None:
    st.session_state[controls.SEED.key] = following(seed, int(controls.SEED.high))
    st.session_state.pop(setting.THRESHOLD_AT.key, None)
    drawn.anew()


def alt(view: ThresholdView) -> str:
    """Describe the figure."""
    return _(
        "F1 at every threshold on one test set of {n} rows, and on fresh data: {best} is best there with {own}, and is "
        "worth {fresh}. Beside it, over {sets} test sets, the F1 of the threshold chosen on each: {naive} there, "
        "{true} on fresh data, on average.",
        n=count(len(view.settings)),
        best=number(view.settings[view.best]),
        own=number(view.own[view.best]),
        fresh=number(view.true[view.best]),
        sets=count(view.found.n_sets),
        naive=number(view.rows["naive"].mean),
        true=number(view.rows["fresh"].mean),
    )


def _readings(view: ThresholdView) -> None:
    cards.row(
        (_("threshold"), number(view.settings[view.best]), _("best F1 of {n} thresholds", n=count(len(view.settings)))),
        (_("own score"), number(view.own[view.best]), _("chosen for it: too good")),
        (_("on fresh data"), number(view.true[view.best]), _("of the same threshold, exact")),
    )
    paragraph("**The chosen threshold's F1 over {sets} test sets**", sets=count(view.found.n_sets))
    names = {"naive": _("own score"), "fresh": _("on fresh data")}
    tables.show(
        {
            "F1": [names[name] for name in view.rows],
            _("mean"): [number(row.mean) for row in view.rows.values()],
            _("SD"): [number(row.sd) for row in view.rows.values()],
        },
        alt=_("F1 of the chosen threshold on its test set and on fresh data"),
    )


def _how_sure(view: ThresholdView) -> None:
    paragraph(
        "- Own score minus fresh: **{gap}** ± {error} (Monte-Carlo standard error of {sets} test sets).\n"
        "- Scores are drawn from two normal distributions {separation} standard deviations apart, {share} of the "
        "rows are positive; the F1 on fresh data is computed, not drawn.\n"
        "- A test set by which a threshold was chosen is a validation set. Choose it there, and judge it on rows "
        "that nothing was chosen by.",
        gap=number(view.gap.mean),
        error=number(view.gap.error),
        sets=count(view.found.n_sets),
        separation=f"{SEPARATION:g}",
        share=percent(PREVALENCE, 0),
    )
