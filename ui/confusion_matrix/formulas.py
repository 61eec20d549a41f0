"""Formulas with the live numbers in them: symbols, then the numbers put in, then the value."""

from __future__ import annotations

import math
import re
from typing import Final

import streamlit as st

from evalcore import metrics
from evalcore.counts import ConfusionMatrix
from evalcore.metrics import METRICS
from ui.confusion_matrix.controls import BETA
from ui.live import bridge
from ui.shared import controls, terms, told
from ui.shared.numbers import count, number, tex
from ui.shared.text import _

# What stands for a count in a formula, and its name in a matrix.
_COUNTS: Final = {"TP": "tp", "FP": "fp", "FN": "fn", "TN": "tn", "m": "n"}
# The equations of the book, by what stands on the left and in the numerator; the others have no number there.
EQUATIONS: Final = {
    ("E", r"\frac{FP+FN}{m}"): "2.4",
    ("ACC", r"\frac{TP+TN}{m}"): "2.5",
    ("P", r"\frac{TP}{TP+FP}"): "2.8",
    ("R", r"\frac{TP}{TP+FN}"): "2.9",
    ("F_1", r"\frac{2\,TP}{m+TP-TN}"): "2.10",
    ("FPR", r"\frac{FP}{FP+TN}"): "2.19",
}
# From this many rows on a formula with its numbers needs the whole width.
WIDE_NUMBERS = 1000


def _tex(value: float) -> str:
    return tex(count(value))


def _upright(symbols: str) -> str:
    """Set abbreviations of two letters and more upright: TP is one quantity, not T times P."""
    return re.sub(r"\b[A-Z]{2,}\b", r"\\mathrm{\g<0>}", symbols)


def _with_numbers(symbols: str, cm: ConfusionMatrix) -> str:
    """Put the counts of a matrix in the place of their symbols; a product gets its dot."""
    products = symbols.replace(r"\,", r"\cdot ")
    return re.sub(rf"\b({'|'.join(_COUNTS)})\b", lambda symbol: _tex(getattr(cm, _COUNTS[symbol[0]])), products)


def live(cm: ConfusionMatrix) -> list[str]:
    """Return one line of LaTeX for each formula of each metric, with the numbers of this matrix."""
    lines = []
    for name, metric in METRICS.items():
        value = tex(number(float(metrics.evaluate(name, cm))))
        for symbol, symbols in metric.formulas:
            numbers, equation = _with_numbers(symbols, cm), EQUATIONS.get((symbol, symbols))
            numbered = rf"({equation})\quad " if equation else ""
            lines.append(rf"{numbered}{_upright(symbol)} = {_upright(symbols)} = {numbers} = {value}")
    return lines


def live_f1(cm: ConfusionMatrix) -> list[str]:
    """Return F1 twice more: of precision and recall, and as their harmonic mean."""
    parts = metrics.f_beta_parts(cm, 1.0)
    p, r, value = tex(number(parts.precision)), tex(number(parts.recall)), tex(number(parts.value))
    fraction = r"F_1 = \frac{2\,P\,R}{P+R}"
    if not parts.precision > 0:  # 0/0, or no precision at all; the forms of the counts above say what is known
        return [rf"{fraction} = \frac{{2\cdot {p}\cdot {r}}}{{{p}+{r}}} = {tex(number(math.nan))}"]
    return [
        rf"{fraction} = \frac{{2\cdot {p}\cdot {r}}}{{{p}+{r}}} = {value}",
        r"\frac{1}{F_1} = \frac{1}{2}\left(\frac{1}{P}+\frac{1}{R}\right) = "
        rf"\frac{{1}}{{2}}\left(\frac{{1}}{{{p}}}+\frac{{1}}{{{r}}}\right) = \frac{{1}}{{{value}}}",
    ]


def live_f_beta(cm: ConfusionMatrix, beta: float) -> list[str]:
    """Return F-beta twice: as the book's fraction, and as the weighted harmonic mean of P and R."""
    parts = metrics.f_beta_parts(cm, beta)
    p, r, value = parts.precision, parts.recall, number(parts.value)
    if math.isnan(p) or math.isnan(r):
        return [r"(2.11)\quad F_\beta = \frac{(1+\beta^2)\,P\,R}{\beta^2 P+R} = " + tex(number(math.nan))]
    of_p, of_r = number(p), number(r)
    square = f"{parts.beta_squared:.4g}"
    if p == 0:  # and so is R: the forms below would be 0/0, the one of the counts is not
        symbols = _upright(r"F_\beta = \frac{(1+\beta^2)\,TP}{(1+\beta^2)\,TP+\beta^2\,FN+FP} = ")
        return [symbols + rf"\frac{{0}}{{{square}\cdot {_tex(cm.fn)}+{_tex(cm.fp)}}} = {value}"]
    return [
        r"(2.11)\quad F_\beta = \frac{(1+\beta^2)\,P\,R}{\beta^2 P+R} = "
        rf"\frac{{(1+{square})\cdot {of_p}\cdot {of_r}}}{{{square}\cdot {of_p}+{of_r}}} = {value}",
        r"\frac{1}{F_\beta} = \frac{1}{1+\beta^2}\cdot\frac{1}{P}+\frac{\beta^2}{1+\beta^2}\cdot\frac{1}{R} = "
        rf"\frac{{{number(parts.weight_of_precision)}}}{{{of_p}}}+\frac{{{number(parts.weight_of_recall)}}}{{{of_r}}}",
    ]


def show(cm: ConfusionMatrix) -> None:
    """Show the formulas, and F-beta with its own control."""
    lines = live(cm)
    if cm.n >= WIDE_NUMBERS or bridge.is_narrow():
        for line in lines:
            bridge.formula(line)
    else:
        for column, part in zip(st.columns(2), (lines[::2], lines[1::2]), strict=True):
            for line in part:
                column.latex(line)
    for line in live_f1(cm):
        bridge.formula(line)
    controls.seed(BETA.key, BETA.default)
    told.tell(BETA.key, "β")
    beta = st.slider(
        "β",
        BETA.low,
        BETA.high,
        step=0.1,
        key=BETA.key,
        persist_state="session",
        help=terms.explained("f-beta", _("Above 1 recall weighs more, below 1 precision does.")),
    )
    for line in live_f_beta(cm, beta):
        bridge.formula(line)
