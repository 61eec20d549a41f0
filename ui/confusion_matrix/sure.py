"""The view of many classes where a low score says nothing: how many rows are answered, and how many rightly."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import partial
from typing import Final

import streamlit as st

from evalcore.curves import AbstentionAt, AbstentionCurve, abstention_at, abstention_curve
from evalcore.decisions import Wish, WishedThreshold, fulfil
from evalcore.figures.confusion_matrix.abstention import LEAST, abstention_figure
from evalcore.intervals import Estimate
from evalcore.predictions import BinaryView
from evalcore.views.ranking import abstention_steps, drawn_abstention, first_least_score
from evalcore.views.threshold import none_positive
from ui.confusion_matrix import answers, as_tables, controls
from ui.frame.page import Answer, Picture, Sections, Tab, Table
from ui.live import bridge, drawn
from ui.live.sentence import held
from ui.session import address, fields, loaded, looked_at, memory
from ui.session.choices import Choice, register
from ui.shared import controls as shared
from ui.shared import tables, terms, told
from ui.shared.numbers import count, interval, number, percent, tex
from ui.shared.numbers import threshold as shown
from ui.shared.text import _, paragraph, plain, remark, say_in_figure, show_said, show_said_of

CHART: Final = "abstention_chart"
SCORE: Final = register(Choice("least_score"))
RIGHT: Final = register(Choice("least_right", default=0.95, low=0.0, high=1.0))
CHOICES: Final = (RIGHT,)


def of(_rows: BinaryView) -> Sections:
    """Return the sections for the least score that is set."""
    controls.view("sure")
    curve = _curve()
    t = _ask(curve)
    at, of_all = abstention_at(curve, t), abstention_at(curve, -math.inf)
    steps = abstention_steps(curve, (first_least_score(curve.counts), t))
    draw = partial(
        abstention_figure,
        memory.memo("abstention drawn", *_key(), make=lambda: drawn_abstention(_curve())),
        steps,
        steps.nearest(t),
        say=say_in_figure,
    )
    return Sections(
        picture=Picture(CHART, draw, _alt(at), "abstention", _("Only answers with a high score"), handles=1),
        figure_tables=lambda _t: as_tables.of_abstention(steps, t),
        of=("sure", *_key(), t),
        answer=lambda _t: Answer(sentence(at, of_all)),
        tabs=lambda _t: [
            Tab("readings", partial(_readings, at, of_all, curve.area)),
            Tab("formulas", partial(_formulas, at)),
        ],
        table=lambda _t: Table(_("Coverage and accuracy as CSV"), "abstention", curve.to_frame),
        handles={LEAST: partial(fields.take, SCORE)},
        typed={LEAST: _typed},
        says={LEAST: partial(_held, curve)},
    )


def _key() -> tuple[str, str]:
    return looked_at.predictions().digest, loaded.model()


def _curve() -> AbstentionCurve:
    """Return coverage and accuracy at every score: as long as the rows, so for this run."""
    predictions = looked_at.predictions()

    def make() -> AbstentionCurve:
        top = answers.top()
        case = None if predictions.cases is None else predictions.cases.several
        return abstention_curve(top.right, top.confidence, sample_weight=predictions.weight, case=case)

    return memory.for_run("abstention", *_key(), make=make)


def _ask(curve: AbstentionCurve) -> float:
    """Ask for the least score that is answered, by itself or by how many answers are to be right."""
    usual = first_least_score(curve.counts)
    shared.seed(SCORE.key, usual)
    told.tell(SCORE.key, _("least score"))
    t = st.number_input(
        _("least score"),
        step=0.01,
        format="%.4g",
        key=SCORE.key,
        persist_state="session",
        on_change=drawn.anew,
        width=220,
        help=terms.explained(
            "coverage",
            _(
                "The class with the highest score is the answer where that score is at least this. Else nothing is "
                "said."
            ),
        ),
    )
    address.write_choice(SCORE, default=usual)
    with st.popover(_("Choose"), icon=":material/target:", key="choose_least"):
        _choose(curve)
    return float(t)


def _choose(curve: AbstentionCurve) -> None:
    """Offer the least score with most answers of which so many are right."""
    meaning = _("Among the least scores at which as large a share is right the one with most answers is taken.")
    least = fields.share(RIGHT, _("right at least"), meaning, width=150)
    # Right answers are the positives of the curve: with most of them most rows are answered rightly.
    found = _wished(least)
    if not found.reached:
        show_said(found.reason)
        return
    t = none_positive(curve.counts) if math.isinf(found.threshold) else found.threshold
    at = abstention_at(curve, t)
    label = _("Take {t}: answers {share}", t=shown(t), share=percent(at.coverage.value))
    st.button(label, key="take_least", on_click=_take, args=(t,), width="stretch")
    remark("What just holds on these rows is mostly worse on new ones: report it on others.")


def _wished(least: float) -> WishedThreshold:
    wish = Wish("recall", at_least={"precision": least})
    found: WishedThreshold = memory.memo("least score", *_key(), wish, make=lambda: fulfil(_curve().counts, wish))
    return found


def _take(t: float) -> None:
    st.session_state[SCORE.key] = t
    drawn.anew()


def sentence(at: AbstentionAt, of_all: AbstentionAt) -> str:
    """Say how many rows are answered, how many of these rightly, and how many of all would be."""
    parts = {
        "t": held(shown(at.threshold), LEAST),
        "share": percent(at.coverage.value),
        "accuracy": number(at.accuracy.value),
        "interval": plain(interval(at.accuracy.low, at.accuracy.high)),
        "all": number(of_all.accuracy.value),
    }
    if not at.answered:
        return _("Saying nothing below {t}: **no row** is answered.", **parts)
    if math.isnan(at.accuracy.low):
        return _("Saying nothing below {t}: answers **{share}**, accuracy **{accuracy}**; of all rows {all}.", **parts)
    return _(
        "Saying nothing below {t}: answers **{share}**, accuracy **{accuracy}** {interval}; of all rows {all}.", **parts
    )


def _typed(text: str) -> None:
    """Take over what was typed on the number of the sentence, where it is one."""
    t = fields.typed_number(text)
    if t is not None:
        fields.take(SCORE, repr(t))


def _held(curve: AbstentionCurve, step: str) -> str:
    """Say the same at a step of the handle; by case without its interval, which takes a look at every row."""
    quick = curve if curve.counts.rows is None else replace(curve, counts=replace(curve.counts, rows=None))
    at, of_all = (abstention_at(quick, t) for t in (float(step), -math.inf))
    if curve.counts.rows is not None:
        at = replace(at, accuracy=Estimate(at.accuracy.value))
    return sentence(at, of_all)


def _alt(at: AbstentionAt) -> str:
    return _(
        "Coverage and accuracy of the answers against the least score: from {t} on {share} of the rows are answered, "
        "with accuracy {accuracy}.",
        t=shown(at.threshold),
        share=percent(at.coverage.value),
        accuracy=number(at.accuracy.value),
    )


def _readings(at: AbstentionAt, of_all: AbstentionAt, area: float) -> None:
    lines = [
        (_("coverage"), at.coverage, at.answered, at.n),
        (_("accuracy of the answers"), at.accuracy, at.right, at.answered),
        (_("accuracy of all rows"), of_all.accuracy, of_all.right, of_all.n),
    ]
    table = {
        _("quantity"): [name for name, *_rest in lines],
        _("value"): [number(of.value) for _name, of, *_rest in lines],
        _("95% interval"): [interval(of.low, of.high) for _name, of, *_rest in lines],
        _("count"): [_("{some} of {all}", some=count(some), all=count(n)) for _name, _of, some, n in lines],
    }
    tables.show(table, alt=_("Coverage and accuracy, with intervals"))
    paragraph("Mean accuracy over all coverages: **{area}**.", area=number(area))
    remark("It has no interval: it is a mean over all least scores, and answers stand in many of them.")
    remark("The intervals are for a least score that was fixed before these rows were seen.")
    show_said_of(at.coverage, at.accuracy, of_all.accuracy)


def _formulas(at: AbstentionAt) -> None:
    """Show both shares with their numbers."""
    lines = (
        (_("coverage"), _("rows answered"), _("rows"), at.answered, at.n, at.coverage.value),
        (_("accuracy"), _("answered rightly"), _("rows answered"), at.right, at.answered, at.accuracy.value),
    )
    for name, above, below, some, n, value in lines:
        bridge.formula(
            rf"\text{{{name}}} = \frac{{\text{{{above}}}}}{{\text{{{below}}}}} = "
            rf"\frac{{{tex(count(some))}}}{{{tex(count(n))}}} = {tex(number(value))}"
        )
