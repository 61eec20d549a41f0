"""The view of where a model is used: what stands in its sections."""

from __future__ import annotations

from functools import partial
from typing import Final

import streamlit as st

from evalcore.errors import Message
from evalcore.figures.regression.numbers import written
from evalcore.figures.regression.use import TILT, use_figure
from evalcore.figures.style import signed
from evalcore.regression import PredictionTable
from evalcore.views.regression.use import TILTS, UseView, use_view
from ui.frame import named
from ui.frame.page import Answer, Picture, Sections, Tab, Table, refused
from ui.live import bridge
from ui.live.sentence import held
from ui.regression import as_tables, data
from ui.session import fields, memory
from ui.session.choices import Choice, register
from ui.shared import tables
from ui.shared.numbers import count, whole
from ui.shared.tex import number, short, stacked
from ui.shared.text import N_, _, in_row, paragraph, plain, remark, say_in_figure, sentences

CHART = "regression_use_chart"
TILT_AT: Final = register(Choice("re_tilt", default=0.0, low=-1, high=1, stays=True, called=N_("Tilt of the density")))


def of() -> Sections:
    """Return the sections for what is set."""
    table = data.ask()
    if isinstance(table, Message):
        return refused(table)
    x = _feature(table)
    view = memory.memo("regression use view", table.key, x, make=lambda: use_view(table, x), most=6)
    active = view.nearest(float(st.session_state.get(TILT_AT.key, 0.0)))
    return Sections(
        of_loaded=False,
        takes_loaded=data.shows_loaded(),
        mark=data.mark(),
        about=[named.data(data.TABLE.title()), named.model(" · ".join(map(plain, table.predictions)))],
        picture=_picture(view, active),
        figure_tables=lambda _t: as_tables.of_use(view, active),
        of=("use", table.key, x, active),
        answer=lambda _t: Answer(_answer(view, active)),
        tabs=lambda _t: _tabs(table, view, active),
        table=lambda _t: Table(_("Error under each density as CSV"), "regression_use", view.to_frame),
        handles={TILT: partial(fields.take, TILT_AT)},
        typed={TILT: partial(fields.take_typed, TILT_AT)},
        says={TILT: lambda step: _answer(view, view.nearest(float(step)))},
    )


def _feature(table: PredictionTable) -> str:
    """Ask for the feature along which use differs; without one it is the truth."""
    meaning = _("The column along which the model is used more here or there.")
    return data.pick(data.FEATURE, [*table.features, table.truth], _("Along"), meaning)


def _alt(view: UseView, active: int) -> str:
    values = in_row(f"{plain(name)} {written(float(found[active]))}" for name, found in view.mse.items())
    return _(
        "Mean squared error of each model along {x}, a density of use with tilt {tilt}, and the error under it: "
        "{values}.",
        x=plain(view.x),
        tilt=f"{TILTS[active]:g}",
        values=values,
    )


def _answer(view: UseView, active: int) -> str:
    """Say which model is best where it is used like this, and where another one would be."""
    best = view.best(active)
    value, here = written(float(view.mse[best][active])), held(signed(f"{TILTS[active]:g}"), TILT)
    if len(view.mse) == 1:
        return _("MSE **{value}** at tilt {here}; the density decides.", value=value, here=here)
    if not view.crossings:
        return sentences(_best_throughout(view, best), _elsewhere(view, best))
    one = view.crossings[0]
    return _(
        "At tilt {here}, {model} has the least MSE of these rows ({value}); at tilt {tilt} {before} gives way to "
        "{after}.",
        here=here,
        model=plain(best),
        value=value,
        tilt=signed(f"{one.tilt:.2f}"),
        before=plain(one.before),
        after=plain(one.after),
    )


def _best_throughout(view: UseView, best: str) -> str:
    """Say of a model that no density makes another one better."""
    if view.is_alone(best):
        return _("{model} has the least MSE of these rows at every tilt along {x}.", model=plain(best), x=plain(view.x))
    return _(
        "At no tilt along {x} has another model a lower MSE of these rows than {model}.",
        model=plain(best),
        x=plain(view.x),
    )


def _elsewhere(view: UseView, best: str) -> str:
    """Say of the same model how it does from group to group: a use of one group alone is none of the densities."""
    groups, beaten = len(view.centres), view.beaten(best)
    if not beaten:
        return _("In none of {groups} groups of rows is another one better.", groups=groups)
    return _("Yet in {beaten} of {groups} groups of rows another one is better.", beaten=beaten, groups=groups)


def _tabs(table: PredictionTable, view: UseView, active: int) -> list[Tab]:
    return [
        Tab("readings", partial(_readings, table, view, active)),
        Tab("formulas", partial(_formulas, view, active)),
    ]


def _readings(table: PredictionTable, view: UseView, active: int) -> None:
    """Show the error of each model under this density and under those at both ends."""
    steps = {"−1": 0, "0": view.nearest(0.0), "+1": view.nearest(1.0), _("here"): active}
    tables.show(
        {
            _("model"): list(view.mse),
            **{
                _("MSE, tilt {tilt}", tilt=name): [written(float(found[step])) for found in view.mse.values()]
                for name, step in steps.items()
            },
        },
        alt=_("Error of each model under several densities"),
    )
    remark(
        "Rows are weighted by the density where the model is used over that of the rows, (2.3). Under this one "
        "{n} rows say as much as {effective} equal ones.",
        n=count(table.n),
        effective=whole(float(view.effective[active])),
    )


def _formulas(view: UseView, active: int) -> None:
    tilt = f"{TILTS[active]:g}"
    first = r"(2.3)\quad E(f;\mathcal D) = \int (f(x)-y)^2\,p(x)\,dx"
    estimate = r"\approx \frac{\sum w_i (f(x_i)-y_i)^2}{\sum w_i}"
    for line in (stacked(first), estimate) if bridge.is_narrow() else (f"{first} {estimate}",):
        st.latex(line)
    st.latex(rf"w_i=1+({tilt})(2u_i-1)")
    for name, found in view.mse.items():
        st.latex(rf"E(\text{{{_plain(name)}}}) = {short(float(found[active]))}")
    remark("u is the place of x between the smallest (0) and the largest (1).")
    _error_rates(view, active)
    remark("Numbers of equations: 周志华《机器学习》, chapter 2.")


def _error_rates(view: UseView, active: int) -> None:
    """Show error rate and accuracy under the density: (2.6) and (2.7)."""
    paragraph(
        "Error rate and accuracy under the same density. A predicted number hardly ever equals the truth: right "
        "means here at most d = {d} off, the least mean absolute error of the models.",
        d=written(view.tolerance),
    )
    for line in (
        r"(2.6)\quad E(f;\mathcal D) = \int \mathbb{I}(f(x)\neq y)\,p(x)\,dx",
        r"\approx \frac{\sum w_i\,\mathbb{I}(|f(x_i)-y_i|>d)}{\sum w_i}",
        r"(2.7)\quad acc(f;\mathcal D) = \int \mathbb{I}(f(x)=y)\,p(x)\,dx = 1-E(f;\mathcal D)",
    ):
        bridge.formula(line)
    for name, found in view.error_rate.items():
        rate, accuracy = number(float(found[active])), number(float(view.accuracy[name][active]))
        line = rf"E(\text{{{_plain(name)}}}) = {rate},\quad acc = 1-{rate} = {accuracy}"
        bridge.formula(line)


def _plain(name: str) -> str:
    """Return a name as LaTeX shows it literally: what it would take for a command is left out."""
    return "".join(letter if letter.isalnum() or letter in " .-" else " " for letter in name)


def _picture(view: UseView, active: int) -> Picture:
    draw = partial(use_figure, view, active, say=say_in_figure)
    return Picture(CHART, draw, _alt(view, active), "regression_use", _("Where it is used"))
