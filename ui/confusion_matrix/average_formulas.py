"""The averages over classes as formulas of the book, with the numbers of this matrix put in."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

import streamlit as st

from evalcore import metrics
from evalcore.counts import ConfusionMatrix
from evalcore.figures.style import INK
from ui.live import bridge
from ui.shared.tex import count, long_sum, number, stacked
from ui.shared.text import paragraph, remark

MACRO_P, MACRO_R, MACRO_F1 = (rf"\text{{macro-}}{symbol}" for symbol in ("P", "R", "F_1"))
MICRO_P, MICRO_R, MICRO_F1 = (rf"\text{{micro-}}{symbol}" for symbol in ("P", "R", "F_1"))
_TP, _FP, _FN = (rf"\overline{{\mathrm{{{cell}}}}}" for cell in ("TP", "FP", "FN"))
# So many numbers of a sum stand on a line, on a narrow page and on a wide one; of longer sums the first and the last.
A_LINE: Final = {True: 2, False: 10}
MOST_TERMS = 20
# How `long_sum` begins a further line.
_BREAK: Final = r" \\ &\qquad {}"


def macro(cm: ConfusionMatrix, *, a_line: int) -> list[str]:
    """Return (2.12) to (2.14), and the mean of F1s that scikit-learn calls macro-F1."""
    each, averages = metrics.per_class(cm), metrics.macro(cm)
    p, r = number(averages.precision), number(averages.recall)
    return [
        _mean("2.12", MACRO_P, "P", each.precision.tolist(), averages.precision, a_line=a_line),
        _mean("2.13", MACRO_R, "R", each.recall.tolist(), averages.recall, a_line=a_line),
        _harmonic("2.14", MACRO_F1, (MACRO_P, MACRO_R), (p, r), averages.f1),
        _mean("", r"\overline{F_1}", "F_{1}", each.f1.tolist(), averages.mean_f1, a_line=a_line),
    ]


def micro(cm: ConfusionMatrix) -> list[str]:
    """Return (2.15) to (2.17)."""
    mean, averages = metrics.mean_counts(cm), metrics.micro(cm)
    p, r = number(averages.precision), number(averages.recall)
    return [
        _share("2.15", MICRO_P, (_TP, _FP), (mean.tp, mean.fp), averages.precision),
        _share("2.16", MICRO_R, (_TP, _FN), (mean.tp, mean.fn), averages.recall),
        _harmonic("2.17", MICRO_F1, (MICRO_P, MICRO_R), (p, r), averages.f1),
    ]


def of_counts(cm: ConfusionMatrix, *, a_line: int) -> list[str]:
    """Return the mean counts that the micro averages are made of, as sums over the classes.

    Each wrong row is one FP and one FN, so the two have one mean.
    """
    mean, (tp, fp, _fn) = metrics.mean_counts(cm), metrics.class_cells(cm)
    found = []
    for name, cell, of, value in ((_TP, "TP", tp, mean.tp), (f"{_FN} = {_FP}", "FP", fp, mean.fp)):
        total = _sum_of([count(one) for one in of.tolist()], rf"\mathrm{{{cell}}}_i", a_line=a_line)
        found.append(f"{name} = {total} = {count(value)}")
    return found


def _numbered(equation: str) -> str:
    return rf"({equation})\quad " if equation else ""


def _mean(equation: str, name: str, symbol: str, values: Sequence[float], value: float, *, a_line: int) -> str:
    """Return a mean over the classes; of very many the first and the last are written."""
    one = symbol[:-1] + ",i}" if symbol.endswith("}") else f"{symbol}_i"
    total = _sum_of([number(one) for one in values], one, a_line=a_line)
    return f"{_numbered(equation)}{name} = {total} = {number(value)}"


def _sum_of(terms: Sequence[str], one: str, *, a_line: int) -> str:
    """Return a mean as a sum of symbols, and as one of numbers."""
    n = len(terms)
    written = [*terms[:3], r"\cdots", terms[-1]] if n > MOST_TERMS else terms
    numbers = long_sum(written, a_line=a_line)
    return rf"\frac{{1}}{{n}}\sum_{{i=1}}^{{n}} {one} = \frac{{1}}{{{n}}}\,({numbers})"


def _share(equation: str, name: str, symbols: tuple[str, str], counts: tuple[float, float], value: float) -> str:
    fractions = (rf"\frac{{{a}}}{{{a}+{b}}}" for a, b in (symbols, (count(counts[0]), count(counts[1]))))
    parts = " = ".join((name, *fractions, number(value)))
    return f"{_numbered(equation)}{parts}"


def _harmonic(equation: str, name: str, symbols: tuple[str, str], values: tuple[str, str], value: float) -> str:
    p, r = symbols
    a, b = values
    return (
        rf"{_numbered(equation)}{name} = \frac{{2\times {p}\times {r}}}{{{p}+{r}}} = "
        rf"\frac{{2\cdot {a}\cdot {b}}}{{{a}+{b}}} = {number(value)}"
    )


def _narrowed(line: str) -> str:
    """Return a formula for a narrow page: its number, and each of its parts, on a line of its own."""
    return stacked(re.sub(r"^(\(2\.\d+\))\\quad ", r"\1 \\\\ &", line))


def guessed(line: str) -> str:
    """Return a formula whose numbers can be hidden: what follows its symbols is in ink, and so has a mark of its own.

    >>> guessed("P = a = 0.5 = 0.5").replace(INK, "ink")
    'P = a = \\\\textcolor{ink}{0.5} = \\\\textcolor{ink}{0.5}'
    """
    *symbols, numbers, value = line.split(" = ")
    # A colour ends with its line.
    marked = [_BREAK.join(rf"\textcolor{{{INK}}}{{{one}}}" for one in part.split(_BREAK)) for part in (numbers, value)]
    return " = ".join((*symbols, *marked))


def sums(cm: ConfusionMatrix) -> None:
    """Show alone what is averaged first and what is summed first, as sums: F1, made of both, is no part of it."""
    of_macro, of_micro = macro(cm, a_line=5)[:2], micro(cm)[:2]
    for line in (*of_macro, *of_counts(cm, a_line=7), *of_micro):
        # A long sum goes on in a second line.
        st.latex(rf"\begin{{aligned}}&{guessed(line)}\end{{aligned}}")


def show(cm: ConfusionMatrix) -> None:
    """Show the macro averages, then the micro averages."""
    narrow = bridge.is_narrow()
    of_macro = macro(cm, a_line=A_LINE[narrow])
    long = _narrowed if narrow else stacked
    for line in of_macro[:3]:
        st.latex(long(line))
    paragraph("The F1 of the means is the book's macro-F1. scikit-learn calls another number so, the mean of F1s:")
    st.latex(long(of_macro[3]))
    paragraph("The micro averages are made of the mean counts, with each class in turn as the positive one:")
    for line in micro(cm):
        st.latex(_narrowed(line) if narrow else line)
    remark("Every wrong row is one FP and one FN, so with one label a row all three micro averages are the accuracy.")
