"""Two algorithms on one data set, fold by fold: the sections of the question."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import plotly.graph_objects as go
import streamlit as st

from evalcore.errors import Message
from evalcore.figures.significance.five_by_two import five_by_two_figure
from evalcore.figures.significance.folds import RATIO_TRACK, folds_figure
from evalcore.figures.significance.plane import ALPHA_TRACK
from evalcore.views.significance.five_by_two import FiveByTwoView, five_by_two_view
from evalcore.views.significance.folds import FoldsView, folds_view
from ui.frame.page import Answer, Button, Picture, Sections, Tab
from ui.live import bridge
from ui.session import fields, memory
from ui.shared import charts, marks
from ui.shared.downloads import Table
from ui.shared.text import _, say, say_in_figure
from ui.significance import controls, stepwise
from ui.significance.folds import data, formulas, overlap, readings, words
from ui.significance.folds.data import NUMERATORS, Setting

CHART = "folds_chart"


def of() -> Sections:
    """Return the sections of this question."""
    setting = data.ask()
    if isinstance(setting, Message):
        lacks = say(setting)
        return Sections(answer=lambda _t: Answer(lacks))
    return _paired(setting) if setting.kind == "folds" else _five_by_two(setting)


def _paired(setting: Setting) -> Sections:
    key = (*setting.table.key, setting.ratio, setting.alpha, setting.lower_is_better, setting.family)
    a, b = setting.table.values.T
    view = memory.memo(
        "folds",
        *key,
        make=lambda: folds_view(
            a,
            b,
            ratio=setting.ratio,
            alpha=setting.alpha,
            lower_is_better=setting.lower_is_better,
            others=setting.others,
        ),
    )
    said = partial(words.at_step, setting=setting)
    draw = partial(folds_figure, view, setting.names, result=words.result(setting), say=say_in_figure)
    return Sections(
        of_loaded=setting.loaded is not None,
        mark=marks.example() if setting.is_example else None,
        about=setting.about,
        picture=_picture(draw, words.alt(view, setting), setting),
        figure_tables=lambda _t: [readings.by_fold(view, setting)],
        of=("folds", *key, *setting.of),
        answer=lambda _t: Answer(words.answer(view, setting), _five_by_two_button(setting)),
        tabs=lambda _t: _paired_tabs(view, setting),
        options=partial(data.options, setting),
        handles={ALPHA_TRACK: controls.take_alpha, RATIO_TRACK: partial(fields.take, overlap.RATIO)},
        typed={ALPHA_TRACK: controls.type_alpha},
        says={
            ALPHA_TRACK: stepwise.of_steps({step.alpha: step for step in view.by_alpha}, said),
            RATIO_TRACK: stepwise.of_steps({step.ratio: step for step in view.by_ratio}, said),
        },
        scenes={"paired": partial(_plain, draw)},
        table=lambda _t: Table(_("Tests as CSV"), "folds", partial(readings.paired_frame, view)),
    )


def _plain(draw: Callable[..., go.Figure]) -> None:
    """Show differences, their mean and its t without what would correct them, as a scene of the path of lessons."""
    figure = draw(look=bridge.scene_look(), corrects=False)
    charts.chart(figure, key="paired_chart", alt=_("Two algorithms, one data set, folds"))


def _five_by_two_button(setting: Setting) -> Button | None:
    """Offer the tests made for five repetitions of two folds."""
    if not setting.is_five_by_two:
        return None
    return Button(_("Test as 5 × 2"), data.as_five_by_two, (setting,), key="as_five_by_two")


def _notes(setting: Setting) -> None:
    """Say below the figure which test this is and why, what its results are taken for, and what is not among them."""
    st.caption(words.reason(setting))
    # The ratio is written there, and its handle decides it.
    with st.container(key="waits_notes", gap="xsmall"):
        for sentence in words.notes(setting):
            st.caption(sentence)


def _paired_tabs(view: FoldsView, setting: Setting) -> list[Tab]:
    return [
        Tab("readings", partial(readings.paired, view, setting)),
        Tab("sure", partial(readings.power, view, setting)),
        Tab("compare", partial(readings.compare_paired, view, setting)),
        Tab("formulas", partial(formulas.paired, view, setting)),
    ]


def _five_by_two(setting: Setting) -> Sections:
    key = (*setting.table.key, setting.numerator, setting.alpha, setting.lower_is_better, setting.family)
    view = memory.memo(
        "5x2",
        *key,
        make=lambda: five_by_two_view(
            setting.table.values,
            numerator=NUMERATORS[setting.numerator],
            alpha=setting.alpha,
            lower_is_better=setting.lower_is_better,
            others=setting.others,
        ),
    )
    said = partial(words.at_step_5x2, view, setting=setting)
    draw = partial(five_by_two_figure, view, setting.names, say=say_in_figure)
    return Sections(
        of_loaded=setting.loaded is not None,
        mark=marks.example() if setting.is_example else None,
        about=setting.about,
        picture=_picture(draw, words.alt_5x2(view, setting), setting),
        figure_tables=lambda _t: [readings.by_repetition(view, setting)],
        of=("5x2", *key, *setting.of),
        answer=lambda _t: Answer(words.answer_5x2(view, setting)),
        tabs=lambda _t: _five_by_two_tabs(view, setting),
        options=partial(data.options, setting),
        handles={ALPHA_TRACK: controls.take_alpha},
        typed={ALPHA_TRACK: controls.type_alpha},
        says={ALPHA_TRACK: stepwise.of_steps({step.alpha: step for step in view.steps}, said)},
        table=lambda _t: Table(_("Tests as CSV"), "5x2", partial(readings.five_by_two_frame, view)),
    )


def _five_by_two_tabs(view: FiveByTwoView, setting: Setting) -> list[Tab]:
    return [
        Tab("readings", partial(readings.five_by_two, view, setting)),
        Tab("compare", partial(readings.compare_5x2, view, setting)),
        Tab("formulas", partial(formulas.five_by_two, view)),
    ]


def _picture(draw: Callable[..., go.Figure], alt: str, setting: Setting) -> Picture:
    title = _("Two algorithms, one data set, folds")
    return Picture(CHART, draw, alt, "folds", title, notes=partial(_notes, setting))
