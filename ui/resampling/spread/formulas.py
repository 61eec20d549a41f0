"""The formulas of evaluation methods with the numbers of the rounds in them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import streamlit as st

from evalcore.resampling import ErrorEstimate, distinct_splits, tested_of, trained_on
from evalcore.views.resampling.rounds import RoundsStep, RoundsView
from ui.live import bridge
from ui.shared import tex
from ui.shared.text import _, paragraph, remark

# Rounds whose errors are written one by one, and on a narrow page.
_WRITTEN, _FEW = 6, 3
# Rows of each class, and the share that is held out.
LECTURE: Final = (500, 500)
LECTURE_SHARE: Final = 0.3


def show(view: RoundsView, at: int) -> None:
    """Show how the estimate is made of the rounds."""
    step = view.steps[at]
    if view.shown == "bootstrap":
        _bootstrap(step.found)
        return
    bridge.formula(_mean(step.found))
    if view.shown == "holdout":
        _splits(view, step)
    elif view.shown == "kfold":
        remark("Each fold is judged once, so that all rows have a say; k times p learners are trained.")
    elif view.shown == "loo":
        remark("The folds of one row each: k = m. Nothing is drawn at random, and nothing can be stratified.")
    else:
        remark("The rows judged are those trained on: this is no estimate of the error on new rows.")


def _mean(found: ErrorEstimate) -> str:
    written = _FEW if bridge.is_narrow() else _WRITTEN
    errors = [tex.number(value) for value in found.round_errors[:written]]
    more = r"+\dots" if found.n_rounds > written else ""
    total = tex.count(found.n_rounds)
    return (
        r"\hat\epsilon = \frac{1}{r}\sum_{i=1}^{r}\hat\epsilon_i "
        rf"= \frac{{{'+'.join(errors)}{more}}}{{{total}}} = {tex.number(found.error)}"
    )


def _splits(view: RoundsView, step: RoundsStep) -> None:
    counts = view.rows.class_counts.tolist()
    st.latex(_parts(counts, step.setting))
    ways, name = distinct_splits(counts, step.setting), _("stratified splits")
    bridge.formula(
        rf"\text{{{name}}} = \prod_c \binom{{m_c}}{{t_c}} = "
        + "".join(_binomial(one, tested) for one, tested in zip(counts, tested_of(counts, step.setting), strict=True))
        + rf" = {tex.short(float(ways))}"
    )
    paragraph("The lecture's 1,000 rows, 500 positive and 500 negative, 30% held out:")
    st.latex(_parts(LECTURE, LECTURE_SHARE))
    remark("Exercise 2.1 asks it of 500 + 500 rows, 30% held out: C(500, 350)² ≈ 3 · 10²⁶².")


def _parts(counts: Sequence[int], share: float) -> str:
    """Write how many rows of each class D has, and S and T of it."""
    parts = (("D", counts), ("S", trained_on(counts, share)), ("T", tested_of(counts, share)))
    lines = r" \\ ".join(rf"{name}: {'+'.join(map(tex.count, rows))}" for name, rows in parts)
    return rf"\begin{{array}}{{l}}{lines}\end{{array}}"


def _binomial(n: int, tested: int) -> str:
    return rf"\binom{{{n}}}{{{tested}}}"


def _bootstrap(found: ErrorEstimate) -> None:
    seen = found.on_training_rows
    if seen is None:
        return
    training, out = tex.number(seen.error), tex.number(found.out_of_bag)
    bridge.formula(
        rf"\epsilon_{{.632}} = .368\,\epsilon_{{\text{{{_('training')}}}}} + .632\,\epsilon_{{oob}} "
        rf"= .368 \cdot {training} + .632 \cdot {out} = {tex.number(found.point632)}"
    )
    bounded, random = tex.number(found.bounded_out_of_bag), tex.number(seen.no_information_rate)
    if found.overfits:
        bridge.formula(
            r"R = \frac{\min(\epsilon_{oob},\gamma)-\epsilon_{\text{tr}}}{\gamma-\epsilon_{\text{tr}}} "
            rf"= \frac{{{bounded}-{training}}}{{{random}-{training}}} = {tex.number(found.overfitting)}"
        )
    else:
        bridge.formula(
            rf"\min(\epsilon_{{oob}},\gamma) = \min({out},{random}) \le {training} = \epsilon_{{\text{{tr}}}}"
            r" \;\Rightarrow\; R = 0"
        )
    bridge.formula(
        rf"w = \frac{{.632}}{{1-.368R}} = {tex.number(found.weight)},\qquad "
        r"\epsilon_{.632+} = \epsilon_{.632} + (w-.632)\,(\min(\epsilon_{oob},\gamma)-\epsilon_{\text{tr}}) "
        rf"= {tex.number(found.point632_plus)}"
    )
    remark("γ is the error if predictions and classes were paired at random; R says how much is learned by heart.")
