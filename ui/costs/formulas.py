"""Formulas of the page of costs with the live numbers, the copies behind P(+)cost, the names of the cells."""

from __future__ import annotations

import math
from typing import Final

import pandas as pd
import streamlit as st

from evalcore import costs, metrics
from evalcore.counts import ConfusionMatrix
from evalcore.figures.costs.bars import CopyWords, copies_figure
from ui.costs import controls as cost_setting
from ui.costs.controls import Priced, Setting, is_known
from ui.live import bridge
from ui.shared import charts, controls
from ui.shared.numbers import count, number, price, share, tex
from ui.shared.tex import stacked
from ui.shared.text import N_, _

NAMINGS: Final = {
    "textbook": (N_("textbook"), N_("class 0 is the positive one; rows are the truth, columns the prediction")),
    "sklearn": ("scikit-learn", N_("class 1 is the positive one; rows are the truth, columns the prediction")),
    "elkan": ("Elkan", N_("class 1 is the positive one; rows are the prediction, columns the truth")),
}
# Where the four outcomes stand, and how a cell is written.
PLACES: Final = {
    "textbook": ((("TP", "FN"), ("FP", "TN")), "cost_{}{}"),
    "sklearn": ((("TN", "FP"), ("FN", "TP")), "C[{}, {}]"),
    "elkan": ((("TN", "FN"), ("FP", "TP")), "c({}, {})"),
}


def formulas(rows: Priced, t: float, setting: Setting) -> None:
    """Show (2.23) to (2.25) with the live numbers."""
    cm, matrix = rows.counts.at(t), setting.matrix
    fnr, fpr = float(metrics.fnr(cm)), float(metrics.fpr(cm))
    here = cost_setting.sample_prevalence(rows.rows)
    error = costs.expected_cost(fpr, fnr, prevalence=here, **vars(matrix))
    letters, numbers = zip(*_paid(cm, setting), strict=True)
    _show(
        rf"(2.23)\quad E(f;D;cost) = \frac{{{'+'.join(letters)}}}{{m}} = "
        rf"\frac{{{'+'.join(numbers)}}}{{{tex(count(cm.n))}}} = {tex(number(float(error)))}"
    )
    st.caption(
        _(
            "(2.23), the cost-sensitive error, is about these {m} rows, which cost {total} together; the lines below, "
            "and the money, are about the prevalence at deployment.",
            m=count(cm.n),
            total=number(float(error) * cm.n, 1),
        )
    )
    p = share(setting.prevalence)
    c_fn, c_fp = tex(price(matrix.excess_fn)), tex(price(matrix.excess_fp))
    x = tex(share(setting.condition))
    of_fn, of_fp = ("cost_{FN}", "cost_{FP}")
    if setting.pays_for_right:
        of_fn, of_fp = "(cost_{FN}-cost_{TP})", "(cost_{FP}-cost_{TN})"
    _show(
        rf"(2.24)\quad P(+)cost = \frac{{p\,{of_fn}}}{{p\,{of_fn}+(1-p)\,{of_fp}}} = "
        rf"\frac{{{p}\cdot {c_fn}}}{{{p}\cdot {c_fn}+(1-{p})\cdot {c_fp}}} = {x}"
    )
    value = costs.normalized_cost(fpr, fnr, setting.condition) if is_known(setting) else math.nan
    _show(
        rf"(2.25)\quad cost_{{norm}} = \mathrm{{FNR}}\cdot P(+)cost+\mathrm{{FPR}}\cdot(1-P(+)cost) = "
        rf"{tex(number(fnr))}\cdot {x}+{tex(number(fpr))}\cdot(1-{x}) = {tex(number(float(value)))}"
    )
    _show(_at_deployment(fnr, fpr, setting))
    if setting.replaces is not None:
        st.caption(
            _(
                "a is the amount of a row and c what a unit of it counts for: cost({cell}) is c times the mean amount, "
                "and {rate} the share of the amount that is lost.",
                cell=setting.replaces.upper(),
                rate="FNR" if setting.replaces == "fn" else "FPR",
            )
        )


def _show(line: str) -> None:
    """Show a formula, in lines one below the other where the page is too narrow for it."""
    st.latex(stacked(line) if bridge.is_narrow() else line)


def _at_deployment(fnr: float, fpr: float, setting: Setting) -> str:
    """Write what a case costs on average at deployment."""
    matrix, p = setting.matrix, share(setting.prevalence)
    parts = [("p", p, "FNR", fnr, "FN"), ("(1-p)", f"(1-{p})", "FPR", fpr, "FP")]
    if setting.pays_for_right:
        parts += [("p", p, "TPR", 1 - fnr, "TP"), ("(1-p)", f"(1-{p})", "TNR", 1 - fpr, "TN")]
    letters = "+".join(rf"{of}\,\mathrm{{{name}}}\,cost_{{{cell}}}" for of, _p, name, _rate, cell in parts)
    numbers = "+".join(
        rf"{of}\cdot {tex(number(rate))}\cdot {_signed(getattr(matrix, f'cost_{cell.lower()}'))}"
        for _letter, of, _name, rate, cell in parts
    )
    value = costs.expected_cost(fpr, fnr, prevalence=setting.prevalence, **vars(matrix))
    return rf"\mathrm{{E}} = {letters} = {numbers} = {tex(number(float(value)))}"


def _signed(cost: float) -> str:
    written = tex(price(cost))
    return written if cost >= 0 else f"({written})"


def _paid(cm: ConfusionMatrix, setting: Setting) -> list[tuple[str, str]]:
    """Return the parts of a cost that are paid, in letters and in numbers."""
    found = []
    for name in ("fn", "fp", "tp", "tn"):
        of, cost = name.upper(), getattr(setting.matrix, f"cost_{name}")
        cell = float(getattr(cm, name))
        if name == setting.replaces:
            letters = rf"c\sum_{{\mathrm{{{of}}}}} a"
            found.append((letters, rf"{tex(price(setting.factor))}\cdot {tex(count(cell * setting.mean))}"))
        elif cost or name in ("fn", "fp"):
            found.append((rf"\mathrm{{{of}}}\cdot cost_{{{of}}}", rf"{tex(count(cell))}\cdot {_signed(cost)}"))
    return found


def copies(setting: Setting) -> None:
    """Explain P(+)cost as a share of copies: every row counted as often as its mistake costs."""
    of_fn, of_fp, p = setting.matrix.excess_fn, setting.matrix.excess_fp, setting.prevalence
    weight = (p * of_fn, (1 - p) * of_fp)
    st.markdown(
        _(
            "Of 100 cases {pos} are positive and {neg} negative. Copy each positive {fn} times and each negative {fp} "
            "times: of the {all} copies a share of {share} is positive. That share is P(+)cost.",
            pos=f"{100 * p:.4g}",
            neg=f"{100 - 100 * p:.4g}",
            fn=price(of_fn),
            fp=price(of_fp),
            all=f"{100 * sum(weight):.4g}",
            share=share(setting.condition),
        )
    )
    figure = copies_figure(
        100 * p,
        100 - 100 * p,
        of_fn,
        of_fp,
        CopyWords(
            cases=_("{n} cases"),
            copies=_("{n} copies"),
            positive=_("positive"),
            negative=_("negative"),
            prevalence=_("prevalence {p}"),
            condition=_("P(+)cost {z}"),
            undefined=_("nothing at stake, so nothing is copied"),
        ),
    )
    charts.chart(figure, key="copies_chart", alt=_("The cases, and their copies: P(+)cost as a share of them"))


def naming(setting: Setting) -> None:
    """Show the cost matrix as each source writes it."""
    source = controls.choice(
        _("Names of the cells"),
        {key: name for key, (name, _said) in NAMINGS.items()},
        key="naming",
        help=_("The same costs have other indices in other sources."),
    )
    sides, pattern = PLACES[source]
    cells = [
        [
            f"{pattern.format(i, j)} = {price(getattr(setting.matrix, f'cost_{side.lower()}'))}  ({side})"
            for j, side in enumerate(row)
        ]
        for i, row in enumerate(sides)
    ]
    st.table(pd.DataFrame(cells), hide_header=True, hide_index=True)
    st.caption(_(NAMINGS[source][1]))
