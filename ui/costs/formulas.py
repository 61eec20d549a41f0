"""Formulas of the page of costs with the live numbers, the copies behind P(+)cost, the names of the cells."""

from __future__ import annotations

import math
from typing import Final

import pandas as pd
import streamlit as st

from evalcore import costs, metrics
from evalcore.costs import AmountRows
from evalcore.counts import ConfusionMatrix
from evalcore.figures.costs.bars import copies_figure
from evalcore.views.cost_answers import cost_digits
from ui.costs.setting import CountedRows, Setting
from ui.live import bridge
from ui.shared import charts
from ui.shared.numbers import count, number, price, share, tex, whole
from ui.shared.text import N_, _, paragraph, remark, say_in_figure

# How each source lays its matrix out.
LAYOUTS: Final = {
    "textbook": N_("class 0 is the positive one; rows are the truth, columns the prediction"),
    "sklearn": N_("class 1 is the positive one; rows are the truth, columns the prediction"),
    "elkan": N_("class 1 is the positive one; rows are the prediction, columns the truth"),
}
# Where the four outcomes stand, and how a cell is written.
PLACES: Final = {
    "textbook": ((("TP", "FN"), ("FP", "TN")), "cost_{}{}"),
    "sklearn": ((("TN", "FP"), ("FN", "TP")), "C[{}, {}]"),
    "elkan": ((("TN", "FN"), ("FP", "TP")), "c({}, {})"),
}


def formulas(counted: CountedRows, t: float, setting: Setting) -> None:
    """Show (2.23) to (2.25) with the live numbers."""
    cm = counted.counts.at(t)
    _of_these_rows(cm, setting, counted.amounts)
    bridge.formula(_condition(setting))
    bridge.formula(_normalized(cm, setting))
    bridge.formula(_at_deployment(cm, setting))
    if setting.replaces is not None:
        remark(
            "a is the amount of a row and c what a unit of it counts for: cost({cell}) is c times the mean amount, "
            "and {rate} the share of the amount that is lost.",
            cell=setting.replaces.upper(),
            rate="FNR" if setting.replaces == "fn" else "FPR",
        )


def symbols(setting: Setting) -> None:
    """Say in words what the letters of the formulas stand for, with their values; of amounts it is their mean."""
    values = {"fn": price(setting.matrix.cost_fn), "fp": price(setting.matrix.cost_fp)}
    if setting.replaces is not None:
        values[setting.replaces] = _("{cost} on average", cost=values[setting.replaces])
    remark(
        "In the formulas cost_FN, here {fn}, is what a missed positive costs, cost_FP, here {fp}, what a false alarm "
        "costs, and p, here {p}, the prevalence at deployment.",
        p=share(setting.prevalence),
        **values,
    )


def _of_these_rows(cm: ConfusionMatrix, setting: Setting, amounts: AmountRows | None) -> None:
    """Show (2.23), the cost of the rows themselves."""
    spent = costs.sample_cost(cm, setting.matrix)
    letters, numbers = zip(*_paid(cm, setting, amounts), strict=True)
    bridge.formula(
        rf"(2.23)\quad E(f;D;cost) = \frac{{{'+'.join(letters)}}}{{m}} = "
        rf"\frac{{{'+'.join(numbers)}}}{{{tex(count(cm.n))}}} = {_cost(spent.mean)}"
    )
    remark(
        "(2.23), the cost-sensitive error, is about these {m} rows, which cost {total} together; the lines below, "
        "and the money, are about the prevalence at deployment.",
        m=count(cm.n),
        total=number(spent.total, cost_digits(spent.total)),
    )


def _condition(setting: Setting) -> str:
    """Write (2.24), the share of the positives in what is at stake."""
    p, x, matrix = share(setting.prevalence), tex(share(setting.condition)), setting.matrix
    c_fn, c_fp = tex(price(matrix.excess_fn)), tex(price(matrix.excess_fp))
    of_fn, of_fp = ("cost_{FN}", "cost_{FP}")
    if setting.pays_for_right:
        of_fn, of_fp = "(cost_{FN}-cost_{TP})", "(cost_{FP}-cost_{TN})"
    return (
        rf"(2.24)\quad P(+)cost = \frac{{p\,{of_fn}}}{{p\,{of_fn}+(1-p)\,{of_fp}}} = "
        rf"\frac{{{p}\cdot {c_fn}}}{{{p}\cdot {c_fn}+(1-{p})\cdot {c_fp}}} = {x}"
    )


def _normalized(cm: ConfusionMatrix, setting: Setting) -> str:
    """Write (2.25), the cost as a share of getting everything wrong."""
    fnr, fpr, x = float(metrics.fnr(cm)), float(metrics.fpr(cm)), tex(share(setting.condition))
    value = costs.normalized_cost(fpr, fnr, setting.condition) if setting.is_known else math.nan
    return (
        rf"(2.25)\quad cost_{{norm}} = \mathrm{{FNR}}\cdot P(+)cost + \mathrm{{FPR}}\cdot(1-P(+)cost) = "
        rf"{tex(number(fnr))}\cdot {x} + {tex(number(fpr))}\cdot(1-{x}) = {tex(number(float(value)))}"
    )


def _at_deployment(cm: ConfusionMatrix, setting: Setting) -> str:
    """Write what a case costs on average at deployment."""
    matrix, p = setting.matrix, share(setting.prevalence)
    parts = [("p", p, "FNR", metrics.fnr, "FN"), ("(1-p)", f"(1-{p})", "FPR", metrics.fpr, "FP")]
    if setting.pays_for_right:
        parts += [("p", p, "TPR", metrics.recall, "TP"), ("(1-p)", f"(1-{p})", "TNR", metrics.specificity, "TN")]
    letters = " + ".join(rf"{of}\,\mathrm{{{name}}}\,cost_{{{cell}}}" for of, _p, name, _rate, cell in parts)
    numbers = " + ".join(
        rf"{of}\cdot {tex(number(float(rate(cm))))}\cdot {_signed(getattr(matrix, f'cost_{cell.lower()}'))}"
        for _letter, of, _name, rate, cell in parts
    )
    value = costs.expected_cost(metrics.fpr(cm), metrics.fnr(cm), **setting.options)
    return rf"\overline{{cost}} = {letters} = {numbers} = {_cost(float(value))}"


def _cost(value: float) -> str:
    return tex(number(value, cost_digits(value)))


def _signed(cost: float) -> str:
    written = tex(price(cost))
    return written if cost >= 0 else f"({written})"


def _paid(cm: ConfusionMatrix, setting: Setting, amounts: AmountRows | None) -> list[tuple[str, str]]:
    """Return the parts of a cost that are paid, in letters and in numbers."""
    parts = []
    for name in ("fn", "fp", "tp", "tn"):
        of, cost, cell = name.upper(), getattr(setting.matrix, f"cost_{name}"), float(getattr(cm, name))
        if amounts is not None and name == amounts.replaces:
            lost = tex(count(amounts.of_means(cell)))
            parts.append((rf"c\sum_{{\mathrm{{{of}}}}} a", rf"{tex(price(setting.factor))}\cdot {lost}"))
        elif cost or name in ("fn", "fp"):
            parts.append((rf"\mathrm{{{of}}}\cdot cost_{{{of}}}", rf"{tex(count(cell))}\cdot {_signed(cost)}"))
    return parts


def copies(setting: Setting) -> None:
    """Explain P(+)cost as a share of copies: every row counted as often as its mistake costs."""
    of_fn, of_fp = setting.matrix.excess_fn, setting.matrix.excess_fp
    copied = costs.copies(setting.matrix, setting.prevalence)
    paragraph(
        "Of {n} cases {pos} are positive and {neg} negative. Copy each positive {fn} times and each negative {fp} "
        "times: of the {all} copies a share of {share} is positive. That share is P(+)cost.",
        n=whole(copied.cases),
        pos=whole(copied.positive),
        neg=whole(copied.negative),
        fn=price(of_fn),
        fp=price(of_fp),
        all=whole(copied.n),
        share=share(setting.condition),
    )
    figure = copies_figure(copied.positive, copied.negative, of_fn, of_fp, say=say_in_figure)
    charts.chart(figure, key="copies_chart", alt=_("The cases, and their copies: P(+)cost as a share of them"))


def naming(setting: Setting, source: str) -> None:
    """Show the cost matrix as a source writes it."""
    sides, pattern = PLACES[source]
    cells = [
        [
            f"{pattern.format(i, j)} = {price(getattr(setting.matrix, f'cost_{side.lower()}'))}  ({side})"
            for j, side in enumerate(row)
        ]
        for i, row in enumerate(sides)
    ]
    st.table(pd.DataFrame(cells), hide_header=True, hide_index=True)
    remark(LAYOUTS[source])
