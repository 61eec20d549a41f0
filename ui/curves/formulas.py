"""Formulas of the page of curves with the live numbers in them."""

from __future__ import annotations

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from evalcore import curves, metrics
from evalcore.counts import ConfusionMatrix, ThresholdCounts
from evalcore.predictions import BinaryView
from ui.live import bridge
from ui.session import computed
from ui.shared import tex
from ui.shared.text import paragraph

# So many pairs are written out one by one.
MOST_PAIRS = 9
# So many thresholds have their trapezoids written out, so many of them on a line, wide and narrow.
MOST_TRAPEZOIDS = 60
A_LINE, A_NARROW_LINE = 6, 2


def show(rows: BinaryView, cm: ConfusionMatrix) -> None:
    """Show the rates and the area with the live numbers in them."""
    counts = computed.counts(rows)
    pairs = computed.of_counts(rows, curves.pair_order)
    tp, fn, fp, tn = (tex.count(v) for v in (cm.tp, cm.fn, cm.fp, cm.tn))
    left, right = st.columns(2)
    _show(
        left,
        r"(2.18)\quad "
        rf"\mathrm{{TPR}} = \frac{{\mathrm{{TP}}}}{{\mathrm{{TP}}+\mathrm{{FN}}}} = \frac{{{tp}}}{{{tp}+{fn}}} = "
        + tex.number(float(metrics.recall(cm))),
    )
    _show(
        right,
        r"(2.19)\quad "
        rf"\mathrm{{FPR}} = \frac{{\mathrm{{FP}}}}{{\mathrm{{FP}}+\mathrm{{TN}}}} = \frac{{{fp}}}{{{fp}+{tn}}} = "
        + tex.number(float(metrics.fpr(cm))),
    )
    wrong, tied, m_pos, m_neg = (tex.count(v) for v in (pairs.wrong, pairs.tied, counts.n_pos, counts.n_neg))
    _show(
        st.container(),
        r"(2.21)\quad \ell_{\mathrm{rank}} = \frac{n_{<}+\frac{1}{2}\,n_{=}}{m^+ m^-} = "
        rf"\frac{{{wrong}+\frac{{1}}{{2}}\cdot {tied}}}{{{m_pos}\cdot {m_neg}}} = "
        + tex.number(computed.of_counts(rows, curves.rank_loss)),
    )
    auc = tex.number(computed.auc(rows))
    _show(st.container(), rf"(2.22)\quad \mathrm{{AUC}} = 1 - \ell_{{\mathrm{{rank}}}} = {auc}")
    if len(counts) <= MOST_TRAPEZOIDS:
        st.latex(_trapezoids(counts))


def integral(rows: BinaryView) -> None:
    """Derive that the area under the curve is the share of the pairs in order, and end with these rows."""
    paragraph(
        "With a threshold t, TPR(t) is the share of positives that score at least t, FPR(t) that of negatives. "
        "The curve is TPR over FPR, so its area is an integral over FPR."
    )
    _show(st.container(), r"\mathrm{AUC} = \int_0^1 \mathrm{TPR}\;d\,\mathrm{FPR}")
    paragraph(
        "Let t fall from +∞ to −∞. FPR grows by the density of the negatives' scores at t, so −dFPR/dt is that "
        "density, and t takes the place of FPR."
    )
    _show(st.container(), r"\mathrm{AUC} = \int_{-\infty}^{\infty} P(f(x^+)\ge t)\;p_{f(x^-)}(t)\,dt")
    paragraph(
        "Positive and negative are drawn independently of each other. So the integrand is the density of: the "
        "negative scores t, and the positive no less. Over all t that is the probability of a pair in order."
    )
    _show(st.container(), r"\mathrm{AUC} = P(f(x^+)\ge f(x^-))")
    paragraph(
        "Scores of finitely many rows have no density: FPR jumps by 1/m⁻ at each negative, and the integral is a "
        "sum over them. Where scores tie, the line runs aslant and half of such pairs lie below it, so a tie "
        "counts one half."
    )
    pairs = computed.of_counts(rows, curves.pair_order)
    right, tied, all_pairs = (tex.count(v) for v in (pairs.right, pairs.tied, pairs.pairs))
    _show(
        st.container(),
        # A space around + lets a narrow page break the line there.
        r"\mathrm{AUC} = \frac{1}{m^+ m^-}\Big(\sum_{x^+}\sum_{x^-}\mathbb{I}(f(x^+)>f(x^-))"
        r" + \tfrac{1}{2}\sum_{x^+}\sum_{x^-}\mathbb{I}(f(x^+)=f(x^-))\Big)"
        rf" = \frac{{{right}+\frac{{1}}{{2}}\cdot {tied}}}{{{all_pairs}}} = {tex.number(pairs.auc)}",
    )


def can_write_pairs(rows: BinaryView) -> bool:
    """Whether the pairs are few enough to be written out."""
    return rows.weight is None and 0 < computed.of_counts(rows, curves.pair_order).pairs <= MOST_PAIRS


def pairs_one_by_one(rows: BinaryView) -> None:
    """Write out each pair's difference with what it counts, lowest scores first, and the area as their mean."""
    pairs = curves.pair_matrix(rows.y_true, computed.score(rows))
    positive, negative = pairs.positive[::-1], pairs.negative[::-1]
    difference, counted = pairs.difference[::-1, ::-1], pairs.counted[::-1, ::-1]
    signs, counts = {0.0: "<", 0.5: "=", 1.0: ">"}, {0.0: "0", 0.5: r"\tfrac{1}{2}", 1.0: "1"}
    # On a narrow page the sign of the difference says enough.
    narrow = bridge.is_narrow()
    lines = [
        rf"e_{{{i}{j}}} &= {tex.number(high)}-{tex.number(low)} = {tex.number(apart)}"
        + ("" if narrow else rf" {signs[one]} 0")
        + rf" &&\Rightarrow u = {counts[one]}"
        for i, (high, row, each) in enumerate(zip(positive, difference, counted, strict=True), start=1)
        for j, (low, apart, one) in enumerate(zip(negative, row, each, strict=True), start=1)
    ]
    st.latex(r"e_{ij} = f(x_i^+)-f(x_j^-)")
    st.latex(r"u(e) = \begin{cases}1 & e>0 \\ \tfrac{1}{2} & e=0 \\ 0 & e<0\end{cases}")
    together = r" \\ ".join(lines)
    st.latex(rf"\begin{{aligned}}{together}\end{{aligned}}")
    body = "+".join(counts[one] for one in counted.ravel())
    _show(
        st.container(),
        r"\mathrm{AUC} = \frac{1}{m^+ m^-}\sum_i\sum_j u(e_{ij})"
        rf" = \frac{{{body}}}{{{tex.count(pairs.n_pos)}\cdot {tex.count(pairs.n_neg)}}} = {tex.number(pairs.share)}",
    )


def _show(place: DeltaGenerator, line: str) -> None:
    """Show a formula, in lines one below the other where the page is too narrow for it."""
    place.latex(tex.stacked(line) if bridge.is_narrow() else line)


def _trapezoids(counts: ThresholdCounts) -> str:
    """Return (2.20) with the trapezoids that have a width, in whole numbers of rows."""
    found = curves.trapezoids(counts)
    sides = zip(found.width, found.left, found.right, strict=True)
    terms = [rf"{tex.count(w)}\cdot({tex.count(a)}+{tex.count(b)})" for w, a, b in sides]
    body = tex.long_sum(terms, a_line=A_NARROW_LINE if bridge.is_narrow() else A_LINE)
    factor = rf"\frac{{1}}{{2\cdot {tex.count(counts.n_pos)}\cdot {tex.count(counts.n_neg)}}}"
    value = tex.number(curves.roc_curve(counts).auc)
    symbol = r"(2.20)\quad \mathrm{AUC} &" if not bridge.is_narrow() else r"&(2.20)\quad \mathrm{AUC} \\ &"
    return rf"\begin{{aligned}}{symbol}= {factor}\big({body}\big) \\ &= {value}\end{{aligned}}"
