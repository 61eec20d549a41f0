"""The view of a line and its squares: what stands in its sections."""

from __future__ import annotations

from functools import partial

import pandas as pd
import streamlit as st

from evalcore.figures.regression.line import INTERCEPT, OUTLIER, SLOPE, line_figure
from evalcore.figures.regression.numbers import written
from evalcore.figures.style import signed
from evalcore.views.regression.line import LOSSES, LineView, line_view, step_values
from ui.frame import named
from ui.frame.page import Answer, Button, Picture, Sections, Tab, Table
from ui.live import bridge
from ui.live.sentence import held
from ui.regression import as_tables, line_setting
from ui.regression.line_setting import NAMES
from ui.session import fields, memory
from ui.shared import marks, tables
from ui.shared.numbers import count
from ui.shared.tex import short
from ui.shared.text import N_, _, remark, say_in_figure

CHART = "regression_line_chart"
SAID = {
    "mse": N_("MSE **{now}** for y = {w}·x {b}; the least is {least}."),
    "mae": N_("MAE **{now}** for y = {w}·x {b}; the least is {least}."),
    "huber": N_("Huber's loss **{now}** for y = {w}·x {b}; the least is {least}."),
}


def of() -> Sections:
    """Return the sections for what is set."""
    asked = line_setting.ask()
    view = memory.memo(
        "regression line view",
        *asked.key,
        make=lambda: line_view(
            asked.x,
            asked.y,
            slope=asked.slope,
            intercept=asked.intercept,
            outlier=asked.outlier,
            loss=asked.loss,
            delta=asked.delta,
        ),
        most=6,
    )
    return Sections(
        of_loaded=False,
        mark=marks.example(),
        about=[named.data(_("{n} points", n=len(asked.x)))],
        picture=_picture(view),
        figure_tables=lambda _t: as_tables.of_line(view),
        of=("line", *asked.key),
        answer=lambda _t: _answer(view),
        tabs=lambda _t: _tabs(view),
        table=lambda _t: Table(_("Points with their errors as CSV"), "regression_line", view.to_frame),
        handles={
            SLOPE: partial(line_setting.take, line_setting.SLOPE),
            INTERCEPT: partial(line_setting.take, line_setting.INTERCEPT),
            OUTLIER: partial(line_setting.take, line_setting.OUTLIER),
        },
        typed={
            SLOPE: partial(fields.take_typed, line_setting.SLOPE),
            INTERCEPT: partial(fields.take_typed, line_setting.INTERCEPT),
        },
        says={
            SLOPE: lambda step: _sentence(view.moved(slope=float(step))),
            INTERCEPT: lambda step: _sentence(view.moved(intercept=float(step))),
            OUTLIER: lambda step: _sentence(view.moved(outlier=float(step))),
        },
    )


def _alt(view: LineView) -> str:
    now = view.now
    return _(
        "{n} points and the line y = {w}·x {b} with its errors, and the loss of other lines. MSE {mse}, MAE {mae}, "
        "Huber's loss {huber}, R² {r2}.",
        n=count(view.n),
        w=written(now.slope),
        b=_term(f"{now.intercept:+g}"),
        mse=written(now.errors.mse),
        mae=written(now.errors.mae),
        huber=written(now.huber),
        r2=written(now.errors.r2),
    )


def _term(signed: str) -> str:
    """Return a number with its sign as the second term of a sum."""
    return f"{signed[0].replace('-', '−')} {signed[1:]}"


def _sentence(view: LineView) -> str:
    """Say what the present line loses, and what the best one does: of where all three handles stand."""
    now = view.now
    return _(
        SAID[view.loss],
        now=written(now.loss(view.loss)),
        w=held(signed(f"{now.slope:g}"), SLOPE),
        b=held(_term(f"{now.intercept:+g}"), INTERCEPT),
        least=written(view.least.loss(view.loss)),
    )


def _answer(view: LineView) -> Answer:
    now = view.now
    slope, intercept = step_values(view.least)
    is_there = (slope, intercept) == (now.slope, now.intercept)
    return Answer(
        _sentence(view), Button(_("Take the best line"), line_setting.take_line, (slope, intercept), disabled=is_there)
    )


def _tabs(view: LineView) -> list[Tab]:
    return [
        Tab("readings", partial(_readings, view)),
        Tab("compare", partial(_compare, view)),
        Tab("formulas", partial(_formulas, view)),
    ]


def _readings(view: LineView) -> None:
    """Show every point with its error."""
    found = view.to_frame()
    frame = pd.DataFrame({_(name): [written(v) for v in found[name]] for name in found.columns})
    tables.show(frame, alt=_("Points with their errors"), height="auto", of_rows=True)
    remark("The last point, drawn hollow, is the one that is dragged: an outlier costs its distance squared.")


def _compare(view: LineView) -> None:
    """Show the best line by each loss: an outlier moves the one of squares most."""
    lines = view.best_by_loss()
    tables.show(
        {
            _("best by"): [_(NAMES[loss]) for loss in lines],
            _("slope w"): [written(one.slope) for one in lines.values()],
            _("intercept b"): [written(one.intercept) for one in lines.values()],
            **{_(NAMES[name]): [written(one.loss(name)) for one in lines.values()] for name in LOSSES},
        },
        alt=_("The best line by each loss"),
    )
    remark("Drag the last point far away: the line of least squares follows it, the others hardly do.")


def _formulas(view: LineView) -> None:
    now = view.now
    bridge.formula(rf"(2.2)\quad MSE = \frac{{1}}{{m}}\sum_{{i=1}}^m (w x_i+b-y_i)^2 = {short(now.errors.mse)}")
    st.latex(rf"w={now.slope:g},\quad b={now.intercept:g},\quad m={view.n}")
    bridge.formula(rf"MAE = \frac{{1}}{{m}}\sum_{{i=1}}^m |w x_i+b-y_i| = {short(now.errors.mae)}")
    st.latex(
        r"L_\delta(e)=\begin{cases}\tfrac{1}{2} e^2 & |e|\le\delta \\ "
        r"\delta(|e|-\tfrac{1}{2}\delta) & |e|>\delta\end{cases}"
    )
    bridge.formula(rf"\bar L = {short(now.huber)},\quad \delta={view.delta:g}")
    remark("Numbers of equations: 周志华《机器学习》, chapter 2.")


def _picture(view: LineView) -> Picture:
    draw = partial(line_figure, view, say=say_in_figure)
    return Picture(CHART, draw, _alt(view), "regression_line", _("Line and squares"))
