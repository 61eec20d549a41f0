"""The view of Occam's razor: what stands in its sections, and what it says."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Final

import pandas as pd
import streamlit as st

from evalcore.figures.hypotheses.occam import TRUTH, WIGGLE, occam_figure
from evalcore.views.hypotheses.occam import MOST_WIGGLE, TRUTHS, WIGGLES, OccamView, occam_view
from ui.frame import named
from ui.frame.figure_tables import FigureTable, course
from ui.frame.page import Answer, Button, Picture, Sections, Tab, Table
from ui.hypotheses import controls, occam_points
from ui.live import bridge
from ui.live.sentence import held
from ui.session import fields, memory
from ui.session.choices import Choice, register
from ui.shared import marks, tables, tex
from ui.shared.numbers import number, percent, price
from ui.shared.text import N_, _, paragraph, remark, say_in_figure

CHART = "occam_chart"
FAR: Final = register(
    Choice("ml_wiggle", default=0.8, low=0, high=MOST_WIGGLE, stays=True, called=N_("How far B swings"))
)
SHARE: Final = register(Choice("ml_truth", default=0.0, low=0, high=1, stays=True, called=N_("Where the truth lies")))
SWINGS: Final = register(Choice("ml_swings", default="2", options=("1", "2", "3", "4"), stays=True))
CHOICES: Final = (FAR, SHARE, SWINGS, *occam_points.CHOICES)
CLOSER: Final = {
    "a": N_("**A** is closer to the truth"),
    "b": N_("**B** is closer to the truth"),
    "none": N_("**neither** is closer to the truth"),
}


def of() -> Sections:
    """Return the sections for what is set."""
    swings = fields.one_of(
        SWINGS,
        {key: _("{n} swings of B", n=key) for key in SWINGS.options},
        _("Swings"),
        _("How often B swings between two points."),
        width=controls.width(150),
    )
    points = occam_points.ask()
    wiggle, truth = fields.real(FAR), fields.real(SHARE)
    key = (wiggle, truth, int(swings), points)
    view = memory.memo(
        "occam",
        *key,
        make=lambda: occam_view(wiggle=wiggle, truth=truth, swings=int(swings), points=points),
        most=4,
    )
    return Sections(
        of_loaded=False,
        mark=marks.example(),
        about=[named.data(_("{n} points", n=len(view.x)))],
        picture=_picture(view),
        figure_tables=lambda _t: [_as_table(view)],
        of=("occam", *key),
        answer=lambda _t: _answer(view),
        tabs=lambda _t: [Tab("readings", partial(_readings, view)), Tab("formulas", partial(_formulas, view))],
        handles={WIGGLE: partial(fields.take, FAR), TRUTH: partial(fields.take, SHARE)},
        typed={WIGGLE: partial(fields.take_typed, FAR)},
        says={
            WIGGLE: lambda step: _answer(replace(view, wiggle=WIGGLES.index(float(step)))).sentence,
            TRUTH: lambda step: _answer(replace(view, truth=TRUTHS.index(float(step)))).sentence,
        },
        table=lambda _t: Table(_("Curves as CSV"), "occam", view.to_frame),
    )


def _notes(view: OccamView) -> None:
    if view.now.equation is not None:
        # How far B swings is what its handle decides.
        with st.container(key="waits_equation"):
            paragraph(
                "A is ${equation}$: three numbers describe it. B is A + ${w}\\sin({k}\\pi\\varphi(x))$ and takes more. "
                "Occam's razor takes A, which is easier to describe; whether the truth is, no point says.",
                equation=tex.parabola(view.now.equation),
                w=tex.number(view.now.wiggle),
                k=view.now.swings,
            )
        return
    remark(
        "A is the smoothest of all curves through the points (natural cubic spline). Occam's razor takes it. That "
        "the truth is smooth is an assumption about the world: drag the truth to B, and the same razor cuts the "
        "wrong way."
    )


def _answer(view: OccamView) -> Answer:
    said = _(
        "Both fit every point, B swings by {wiggle}; {closer}: error {a} against {b}.",
        wiggle=held(f"{WIGGLES[view.wiggle]:g}", WIGGLE),
        closer=_(CLOSER[view.closer]),
        a=number(view.errors[0]),
        b=number(view.errors[1]),
    )
    to_b = view.truth == 0
    label = _("If the truth is B") if to_b else _("If the truth is A")
    return Answer(said, Button(label, controls.put, (SHARE.key, 1.0 if to_b else 0.0)))


def _alt(view: OccamView) -> str:
    return _(
        "Curves A and B through the same {n} points; B swings {wiggle} away between them. The truth lies {share} of "
        "the way from A to B: mean squared error {a} of A, {b} of B.",
        n=len(view.x),
        wiggle=number(view.now.wiggle, 2),
        share=percent(TRUTHS[view.truth], 0),
        a=number(view.errors[0]),
        b=number(view.errors[1]),
    )


def _as_table(view: OccamView) -> FigureTable:
    """Return both curves and the truth along x."""
    found = view.to_frame()
    lines = {"A": found["a"].to_numpy(), "B": found["b"].to_numpy(), _("truth"): found["truth"].to_numpy()}
    return course(_("Both curves and the truth"), ("x", [number(x) for x in found["x"]]), lines)


def _readings(view: OccamView) -> None:
    of_a, of_b = view.errors
    rows = [
        {
            _("curve"): name,
            _("error on the points"): number(0),
            _("error on new points"): number(error),
            _("roughness"): price(rough),
        }
        for name, error, rough in (("A", of_a, view.now.roughness_a), ("B", of_b, view.now.roughness_b))
    ]
    tables.show(pd.DataFrame(rows), alt=_("Errors and roughness of both curves"))
    paragraph(
        "What is simplest is not always clear either: roughness is one measure of many. Of two hypotheses over "
        "melons, is the one simpler that names fewer values, or the one that is true of fewer melons?"
    )


def _formulas(view: OccamView) -> None:
    of_a, of_b = (tex.number(error) for error in view.errors)
    if view.now.equation is None:
        bridge.formula(r"A = \arg\min_g \int g''(x)^2\,dx,\qquad g(x_i)=y_i")
    else:
        bridge.formula(rf"A:\; {tex.parabola(view.now.equation)}")
    bridge.formula(r"B(x) = A(x) + w\,\sin\big(\pi k\,\varphi(x)\big)")
    bridge.formula(rf"\varphi(x_i)=i,\quad w={tex.number(view.now.wiggle)},\quad k={view.now.swings}")
    share = tex.number(TRUTHS[view.truth])
    bridge.formula(rf"f = A + \theta\,(B-A),\qquad \theta={share}")
    bridge.formula(rf"E(A) = \theta^2\,\overline{{(B-A)^2}} = {of_a}")
    bridge.formula(rf"E(B) = (1-\theta)^2\,\overline{{(B-A)^2}} = {of_b}")
    remark("At every x of the training set the sine is 0: no example tells A from B.")


def _picture(view: OccamView) -> Picture:
    draw = partial(occam_figure, view, say=say_in_figure)
    return Picture(CHART, draw, _alt(view), "occam", _("Occam's razor"), notes=partial(_notes, view))
