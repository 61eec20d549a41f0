"""Several algorithms on several data sets: the answer, the critical-difference diagram, tabs, files."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial

import streamlit as st

from evalcore.figures.significance.many import many_figure
from evalcore.figures.significance.plane import ALPHA_TRACK
from ui.frame import named
from ui.frame.page import Answer, Export, Figure, Sections, Tab, Table
from ui.live import bridge
from ui.session import screen
from ui.shared import controls as shared
from ui.shared.text import _, say_in_figure
from ui.significance import controls
from ui.significance.many import compare, formulas, readings
from ui.significance.many import setting as many_setting
from ui.significance.many import words as many_words
from ui.significance.many.setting import Setting

CHART = "ranks_chart"


def of() -> Sections:
    """Return the sections for the table in use."""
    setting = many_setting.ask(_alpha())
    return Sections(
        of_loaded=False,
        mark=many_setting.TABLE.mark(),
        about=[named.data(many_setting.TABLE.title())],
        figure=lambda _t: _figure(setting),
        figure_tables=lambda _t: readings.as_tables(setting),
        of=(*setting.key, setting.alpha, setting.statistic, setting.groups, setting.bars),
        answer=lambda _t: Answer(many_words.answer(setting)),
        tabs=lambda _t: _tabs(setting),
        options=partial(many_setting.options, setting.whole),
        handles={ALPHA_TRACK: controls.take_alpha},
        typed={ALPHA_TRACK: controls.type_alpha},
        says={ALPHA_TRACK: _said(setting)},
        export=lambda _t: _export(setting),
        table=lambda _t: Table(_("Ranks as CSV"), "ranks", readings.file_of(setting)),
    )


def _alpha() -> float:
    """Ask for the level; in front of a class the handle of the figure says it."""
    if not screen.is_on(screen.PRESENT):
        return controls.alpha()
    shared.seed(controls.ALPHA.key, controls.ALPHA.default)
    return float(st.session_state[controls.ALPHA.key])


def _figure(setting: Setting) -> Figure:
    drawn = many_figure(setting.view(), setting.drawn(), say=say_in_figure, look=bridge.look())
    return Figure(CHART, drawn, many_words.alt(setting), notes=partial(readings.notes, setting))


def _said(setting: Setting) -> Callable[[str], str]:
    """Return what the page says once the handle is let go at a level."""
    known = cache(setting.standings)
    return lambda value: many_words.at_level(setting, known()[float(value)], float(value))


def _tabs(setting: Setting) -> list[Tab]:
    return [
        Tab("readings", partial(readings.show, setting)),
        Tab("readings", partial(readings.pairs, setting), title=_("All pairs")),
        Tab("readings", partial(readings.against_one, setting), title=_("Each against one")),
        Tab("sure", partial(readings.how_sure, setting)),
        Tab("compare", partial(compare.show, setting), title=_("Two of them, by other tests")),
        Tab("compare", partial(compare.pool, setting), title=_("The same two in another pool")),
        *([Tab("compare", partial(compare.cochran, setting), title="Cochran Q")] if _is_counted(setting) else []),
        Tab("formulas", partial(formulas.show, setting)),
    ]


def _is_counted(setting: Setting) -> bool:
    return setting.table.is_right_or_wrong


def _export(setting: Setting) -> Export:
    view, drawn = setting.view(), setting.drawn()
    return Export(
        label=_("Figure as HTML, its handle included"),
        name="ranks",
        title=_("Several algorithms, several data sets"),
        caption=many_words.alt(setting),
        draw=partial(many_figure, view, drawn, say=say_in_figure),
    )
