"""The view of the bootstrap: what stands in its sections, and what it says."""

from __future__ import annotations

from functools import partial
from typing import Final

import streamlit as st

from evalcore.figures.resampling.draws import SIZE, draw_figure
from evalcore.views.resampling.draws import DrawView, draw_view
from evalcore.views.resampling.rounds import following
from ui.frame import named
from ui.frame.page import Answer, Button, Picture, Sections, Tab, Table
from ui.live import bridge, drawn
from ui.live.sentence import held
from ui.resampling import as_tables, controls
from ui.session import fields, memory
from ui.session.choices import Choice, Group
from ui.shared import marks, tables, tex
from ui.shared.numbers import count, number, percent
from ui.shared.text import N_, _, remark, say_in_figure

CHART = "evaluation_bootstrap_chart"
CHOICES: Final = Group()
M: Final = CHOICES.add(Choice("ev_m", default=100, low=1, high=1_000, stays=True, called=N_("Rows m")))
DRAWS: Final = CHOICES.add(Choice("ev_draws", default=1_000, low=10, high=5_000, stays=True))


def of() -> Sections:
    """Return the sections for what is set."""
    with st.popover(_("{draws} draws", draws=count(fields.kept(DRAWS))), icon=":material/edit:", key="ev_draw_numbers"):
        n_draws = fields.whole(DRAWS, _("draws"), _("How many bootstrap samples are drawn of each size."), step=500)
        seed = controls.seed()
    view = memory.memo("bootstrap draws", n_draws, seed, make=lambda: draw_view(n_draws, seed), most=6)
    active = view.nearest(fields.real(M))
    return Sections(
        of_loaded=False,
        mark=marks.simulated(),
        about=[named.data(_("m rows"))],
        picture=_picture(view, active),
        figure_tables=lambda _t: as_tables.of_draws(view, active),
        of=("bootstrap draws", n_draws, seed, active),
        answer=lambda _t: _answer(view, active, seed),
        tabs=lambda _t: [Tab("readings", partial(_readings, view)), Tab("formulas", partial(_formulas, view, active))],
        handles={SIZE: partial(fields.take, M)},
        typed={SIZE: partial(fields.take_typed, M)},
        says={SIZE: lambda step: _answer(view, view.nearest(float(step)), seed).sentence},
        table=lambda _t: Table(_("Share never drawn as CSV"), "bootstrap", view.to_frame),
    )


def _answer(view: DrawView, active: int, seed: int) -> Answer:
    step = view.steps[active]
    said = _(
        "{m} draws from {rows} are expected to leave out **{share}**: in single draws {low} to {high}.",
        m=held(count(step.m), SIZE),
        rows=count(step.m),
        share=percent(step.expected),
        low=percent(step.low, 0),
        high=percent(step.high, 0),
    )
    return Answer(said, Button(_("Draw again"), _draw_again, (seed,)))


def _draw_again(seed: int) -> None:
    st.session_state[controls.SEED.key] = following(seed, int(controls.SEED.high))
    drawn.anew()


def alt(view: DrawView, active: int) -> str:
    """Describe the figure."""
    step = view.steps[active]
    return _(
        "A bootstrap draw of {m} from {m}: {out} are never drawn. The share never drawn grows with m towards 1/e = "
        "0.368; here {expected} is expected, and {draws} draws have {low} to {high}.",
        m=count(step.m),
        out=count(step.n_out),
        expected=number(step.expected, 4),
        draws=count(view.n_draws),
        low=number(step.low),
        high=number(step.high),
    )


def _readings(view: DrawView) -> None:
    steps = view.steps
    frame = view.to_frame()
    frame.columns = [
        "m",
        _("expected"),
        _("mean of the draws"),
        _("Monte-Carlo standard error"),
        _("least"),
        _("largest"),
    ]
    for title in frame.columns[1:]:
        frame[title] = [number(value, 4) for value in frame[title]]
    frame["m"] = [count(step.m) for step in steps]
    tables.show(frame, alt=_("Share never drawn for each size"))


def _formulas(view: DrawView, active: int) -> None:
    step = view.steps[active]
    m, never = tex.count(step.m), _("never drawn")
    line = (
        rf"(2.1)\quad P(\text{{{never}}}) = \left(1-\frac{{1}}{{m}}\right)^m "
        rf"= \left(1-\frac{{1}}{{{m}}}\right)^{{{m}}} "
        rf"= {step.expected:.4f} \;\to\; \frac{{1}}{{e}} \approx 0.3679"
    )
    bridge.formula(line)
    remark(
        "Misprint in some notes: (1 − 1/m)^(1/m) would be {value} here and tend to 1: no row would ever be drawn.",
        value=number(step.misprint, 4),
    )


def _picture(view: DrawView, active: int) -> Picture:
    draw = partial(draw_figure, view, active, say=say_in_figure)
    return Picture(CHART, draw, alt(view, active), "bootstrap", _("Bootstrap: 36.8%"))
