"""Formulas with the live numbers in them: symbols, then the numbers put in, then the value."""

from __future__ import annotations

import math
import re
from collections.abc import Callable

import streamlit as st

from evalcore import metrics
from evalcore.counts import ConfusionMatrix
from ui.live import bridge
from ui.shared import controls
from ui.shared.numbers import count, number, tex
from ui.shared.tex import stacked
from ui.shared.text import _

# (symbols, the same with numbers) in LaTeX; doubled braces are LaTeX's own.
_FORMULAS: dict[str, tuple[str, str, str]] = {
    "error_rate": ("E", r"\frac{FP+FN}{m}", r"\frac{{{fp}+{fn}}}{{{n}}}"),
    "accuracy": ("ACC", r"\frac{TP+TN}{m}", r"\frac{{{tp}+{tn}}}{{{n}}}"),
    "precision": ("P", r"\frac{TP}{TP+FP}", r"\frac{{{tp}}}{{{tp}+{fp}}}"),
    "recall": ("R", r"\frac{TP}{TP+FN}", r"\frac{{{tp}}}{{{tp}+{fn}}}"),
    "f1": ("F_1", r"\frac{2\,TP}{2\,TP+FP+FN}", r"\frac{{2\cdot {tp}}}{{2\cdot {tp}+{fp}+{fn}}}"),
    "f1_book": ("F_1", r"\frac{2\,TP}{m+TP-TN}", r"\frac{{2\cdot {tp}}}{{{n}+{tp}-{tn}}}"),
    "specificity": ("TNR", r"\frac{TN}{TN+FP}", r"\frac{{{tn}}}{{{tn}+{fp}}}"),
    "fpr": ("FPR", r"\frac{FP}{FP+TN}", r"\frac{{{fp}}}{{{fp}+{tn}}}"),
    "npv": ("NPV", r"\frac{TN}{TN+FN}", r"\frac{{{tn}}}{{{tn}+{fn}}}"),
}
# From this many rows on a formula with its numbers needs the whole width.
WIDE_NUMBERS = 1000
_VALUE: dict[str, Callable[[ConfusionMatrix], float]] = {
    "error_rate": metrics.error_rate,
    "accuracy": metrics.accuracy,
    "precision": metrics.precision,
    "recall": metrics.recall,
    "f1": metrics.f1,
    "f1_book": metrics.f1,
    "specificity": metrics.specificity,
    "fpr": metrics.fpr,
    "npv": metrics.npv,
}


def _tex(value: float) -> str:
    return tex(count(value))


def _upright(symbols: str) -> str:
    """Set abbreviations of two letters and more upright: TP is one quantity, not T times P."""
    return re.sub(r"\b[A-Z]{2,}\b", r"\\mathrm{\g<0>}", symbols)


def live(cm: ConfusionMatrix) -> list[str]:
    """Return one line of LaTeX for each formula, with the numbers of this matrix."""
    cells = {name: _tex(getattr(cm, name)) for name in ("tp", "fp", "fn", "tn", "n")}
    lines = []
    for name, (symbol, symbols, numbers) in _FORMULAS.items():
        value = float(_VALUE[name](cm))
        lines.append(rf"{_upright(symbol)} = {_upright(symbols)} = {numbers.format(**cells)} = {tex(number(value))}")
    return lines


def live_f_beta(cm: ConfusionMatrix, beta: float) -> list[str]:
    """Return F-beta twice: as the book's fraction, and as the weighted harmonic mean of P and R."""
    p, r, value = metrics.precision(cm), metrics.recall(cm), metrics.f_beta(cm, beta=beta)
    if math.isnan(p) or math.isnan(r):
        return [r"F_\beta = \frac{(1+\beta^2)\,P\,R}{\beta^2 P+R} = " + tex(number(math.nan))]
    square = f"{beta * beta:.4g}"
    weight = 1 / (1 + beta * beta)
    if p == 0:  # and so is R: the forms below would be 0/0, the one of the counts is not
        symbols = _upright(r"F_\beta = \frac{(1+\beta^2)\,TP}{(1+\beta^2)\,TP+\beta^2\,FN+FP} = ")
        return [symbols + rf"\frac{{0}}{{{square}\cdot {_tex(cm.fn)}+{_tex(cm.fp)}}} = {number(value)}"]
    return [
        r"F_\beta = \frac{(1+\beta^2)\,P\,R}{\beta^2 P+R} = "
        rf"\frac{{(1+{square})\cdot {p:.4f}\cdot {r:.4f}}}{{{square}\cdot {p:.4f}+{r:.4f}}} = {number(value)}",
        r"\frac{1}{F_\beta} = \frac{1}{1+\beta^2}\cdot\frac{1}{P}+\frac{\beta^2}{1+\beta^2}\cdot\frac{1}{R} = "
        rf"\frac{{{weight:.4f}}}{{{p:.4f}}}+\frac{{{1 - weight:.4f}}}{{{r:.4f}}}",
    ]


def show(cm: ConfusionMatrix) -> None:
    """Show the formulas, and F-beta with its own control."""
    lines, narrow = live(cm), bridge.is_narrow()
    if cm.n >= WIDE_NUMBERS or narrow:
        for line in lines:
            # Only F has fractions too long for a narrow page.
            st.latex(stacked(line) if narrow and line.startswith("F_") else line)
    else:
        for column, part in zip(st.columns(2), (lines[::2], lines[1::2]), strict=True):
            for line in part:
                column.latex(line)
    controls.seed("beta", 2.0)
    beta = st.slider(
        "β",
        0.1,
        10.0,
        step=0.1,
        key="beta",
        persist_state="session",
        help=_("Above 1 recall weighs more, below 1 precision does."),
    )
    for line in live_f_beta(cm, beta):
        st.latex(stacked(line) if narrow else line)
