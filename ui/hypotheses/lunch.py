"""The view of no free lunch: what stands in its sections, and what it says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial

import pandas as pd
import streamlit as st

from evalcore.errors import InputError
from evalcore.figures.hypotheses.lunch import TILT, lunch_figure
from evalcore.views.hypotheses.lunch import TILTS, LunchView, lunch_view
from ui.frame.figure_tables import rows
from ui.frame.page import Answer, Button, Picture, Sections, Tab, Table, refused
from ui.hypotheses import controls, formulas, lunch_setting
from ui.hypotheses.lunch_setting import NAMES, Setting
from ui.live.sentence import held
from ui.session import fields, memory
from ui.shared import tables
from ui.shared.numbers import count, number, percent
from ui.shared.text import _, paragraph, remark, say_in_figure

CHART = "lunch_chart"


def of() -> Sections:
    """Return the sections for what is set."""
    asked = lunch_setting.ask()
    try:
        view = memory.memo("lunch", *asked.key, make=lambda: _view(asked), most=6)
    except InputError as error:
        return refused(error.message)
    return Sections(
        of_loaded=False,
        picture=_picture(view),
        about=asked.about,
        figure_tables=lambda _t: [rows(_("On how many targets each error happens"), _histograms(view))],
        of=("lunch", *asked.key),
        answer=lambda _t: _answer(view),
        tabs=lambda _t: _tabs(view),
        handles={TILT: partial(fields.take, lunch_setting.TILT)},
        typed={TILT: partial(fields.take_typed, lunch_setting.TILT)},
        says={TILT: lambda step: _sentence(replace(view, active=TILTS.index(Fraction(step))))},
        table=lambda _t: Table(_("Targets as CSV"), "no_free_lunch", view.to_frame),
    )


def _view(asked: Setting) -> LunchView:
    return lunch_view(
        asked.cells,
        asked.training,
        asked.a,
        asked.b,
        tilt=asked.tilt,
        mine=asked.rule,
        density=asked.weights,
        single=asked.single,
    )


def _notes(view: LunchView) -> None:
    """Say what the prior is made of at this tilt, what the colours are, and what an error is a share of."""
    even, smooth, single = (percent(float(part), 0) for part in view.parts)
    with st.container(key="hides_prior"):
        st.caption(_prior(even, smooth, single))
    remark(
        "An error counts unseen cells alone: together they weigh {weight}, and a coin errs {coin}.",
        weight=number(float(view.weight)),
        coin=number(float(view.mean_given)),
    )


def _prior(even: str, smooth: str, single: str) -> str:
    return _(
        "Prior: {even} even over all targets, {smooth} smooth (a cell has the label of its left neighbour with "
        "probability 3/4), {single} the one function. Squares are what A and B say: blue positive, orange "
        "negative, grey a coin.",
        even=even,
        smooth=smooth,
        single=single,
    )


def _answer(view: LunchView) -> Answer:
    return Answer(
        _sentence(view),
        Button(
            _("Tilt a little") if not view.active else _("Back to even"),
            controls.put,
            (lunch_setting.TILT.key, 0.0 if view.active else 0.15),
        ),
    )


def _sentence(view: LunchView) -> str:
    of_a, of_b = (number(float(error)) for error in view.errors)
    if view.active == 0:
        return _(
            "Over all {n} targets both sums are **{total}**: with the even prior no learner is better than another.",
            n=count(len(view.found.targets)),
            total=view.found.total,
        )
    parts = {"tilt": held(f"{float(TILTS[view.active]):g}", TILT), "a": of_a, "b": of_b}
    if view.winner is None:
        return _("With a prior tilted by {tilt}, both err alike: **{a}** on average.", **parts)
    if view.winner == view.a:
        return _("With a prior tilted by {tilt}, **A wins**: it errs {a}, B {b}; the sums stay equal.", **parts)
    return _("With a prior tilted by {tilt}, **B wins**: it errs {b}, A {a}; the sums stay equal.", **parts)


def _alt(view: LunchView) -> str:
    return _(
        "A table of all {n} targets with what learners A and B predict for unseen cells; both sums of errors are "
        "{total}. Under the prior shown A errs {a} on average and B {b}.",
        n=count(len(view.found.targets)),
        total=view.found.total,
        a=number(float(view.errors[0])),
        b=number(float(view.errors[1])),
    )


def _tabs(view: LunchView) -> list[Tab]:
    return [
        Tab("readings", partial(_readings, view)),
        Tab("compare", partial(_compare, view)),
        Tab("formulas", partial(formulas.show_lunch, view)),
    ]


def _histograms(view: LunchView) -> pd.DataFrame:
    return pd.DataFrame(
        {_("error on unseen cells"): str(error), _("targets for A"): count(a), _("targets for B"): count(b)}
        for error, a, b in view.histograms()
    )


def _readings(view: LunchView) -> None:
    tables.show(_histograms(view), alt=_("On how many targets each error happens"))
    given = [_given(view, labels) for labels in view.found.learners[view.a].given]
    tables.show(pd.DataFrame(given), alt=_("Mean error given what is seen"))
    paragraph(
        "The second table takes only the targets that agree with the labels seen. With the even prior the mean is "
        "half the weight of the unseen cells in each row: the labels seen say nothing about the others."
    )


def _given(view: LunchView, labels: tuple[bool, ...]) -> Mapping[str, str]:
    found = [view.found.learners[name].given[labels] for name in (view.a, view.b)]
    of_a, of_b = ("—" if error is None else number(float(error)) for error in found)
    return {
        _("labels seen"): "".join("●" if label else "○" for label in labels) or "—",
        _("mean error of A"): of_a,
        _("mean error of B"): of_b,
    }


def _compare(view: LunchView) -> None:
    rows = [
        {
            _("learner"): _(NAMES[name]),
            _("sum over all targets"): str(found.total),
            _("even prior"): number(float(view.expected[name][0])),
            _("this prior"): number(float(view.expected[name][view.active])),
        }
        for name, found in view.found.learners.items()
    ]
    tables.show(pd.DataFrame(rows), alt=_("All learners"))
    paragraph(
        "Whether a learner is good is a question about the prior, that is, about the problem at hand: in practice "
        "targets are not all equally likely, and that is why learning works."
    )


def _picture(view: LunchView) -> Picture:
    draw = partial(lunch_figure, view, say=say_in_figure)
    return Picture(CHART, draw, _alt(view), "no_free_lunch", _("No free lunch"), handles=1, notes=partial(_notes, view))
