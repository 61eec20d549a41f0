"""Formulas of the page of curves with the live numbers in them."""

from __future__ import annotations

import streamlit as st

from evalcore import curves, metrics
from evalcore.counts import ConfusionMatrix, ThresholdCounts
from evalcore.predictions import BinaryView
from ui.session import computed
from ui.shared import tex

# So many thresholds have their trapezoids written out.
MOST_TRAPEZOIDS = 60


def show(rows: BinaryView, cm: ConfusionMatrix) -> None:
    """Show the rates and the area with the live numbers in them."""
    counts = computed.counts(rows)
    pairs = curves.pair_order(counts)
    tp, fn, fp, tn = (tex.count(v) for v in (cm.tp, cm.fn, cm.fp, cm.tn))
    left, right = st.columns(2)
    left.latex(
        rf"\mathrm{{TPR}} = \frac{{\mathrm{{TP}}}}{{\mathrm{{TP}}+\mathrm{{FN}}}} = \frac{{{tp}}}{{{tp}+{fn}}} = "
        + tex.number(float(metrics.recall(cm)))
    )
    right.latex(
        rf"\mathrm{{FPR}} = \frac{{\mathrm{{FP}}}}{{\mathrm{{FP}}+\mathrm{{TN}}}} = \frac{{{fp}}}{{{fp}+{tn}}} = "
        + tex.number(float(metrics.fpr(cm)))
    )
    wrong, tied, m_pos, m_neg = (tex.count(v) for v in (pairs.wrong, pairs.tied, counts.n_pos, counts.n_neg))
    st.latex(
        r"\ell_{\mathrm{rank}} = \frac{n_{<} + \frac{1}{2}\,n_{=}}{m^+ m^-} = "
        rf"\frac{{{wrong} + \frac{{1}}{{2}}\cdot {tied}}}{{{m_pos}\cdot {m_neg}}} = "
        + tex.number(curves.rank_loss(counts))
    )
    st.latex(rf"\mathrm{{AUC}} = 1 - \ell_{{\mathrm{{rank}}}} = {tex.number(curves.roc_curve(counts).auc)}")
    if len(counts) <= MOST_TRAPEZOIDS:
        st.latex(_trapezoids(counts))


def _trapezoids(counts: ThresholdCounts) -> str:
    """Return (2.20) with the trapezoids that have a width, in whole numbers of rows."""
    found = curves.trapezoids(counts)
    sides = zip(found.width, found.left, found.right, strict=True)
    body = tex.long_sum([rf"{tex.count(w)}\cdot({tex.count(a)}+{tex.count(b)})" for w, a, b in sides], a_line=6)
    factor = rf"\frac{{1}}{{2\cdot {tex.count(counts.n_pos)}\cdot {tex.count(counts.n_neg)}}}"
    value = tex.number(curves.roc_curve(counts).auc)
    return rf"\begin{{aligned}}\mathrm{{AUC}} &= {factor}\big({body}\big) \\ &= {value}\end{{aligned}}"
