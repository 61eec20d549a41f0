"""Formulas of McNemar's test, with the live numbers."""

from __future__ import annotations

from typing import Final

from evalcore.significance import McnemarResult
from evalcore.significance.contingency import Method
from evalcore.views.significance.two_models import mcnemar_of
from ui.live import bridge
from ui.shared.tex import count, number, short
from ui.shared.text import remark
from ui.significance import results
from ui.significance.two.controls import Asked

COUNTED: Final[tuple[Method, ...]] = ("exact", "mid-p")


def show(test: McnemarResult, asked: Asked) -> None:
    """Show the statistic, and p where it is counted out."""
    e01, e10 = count(asked.table.e01), count(asked.table.e10)
    chi_square = mcnemar_of(asked.table, asked.alpha, "corrected")
    apart = rf"|{e01}-{e10}|-1"
    if e01 == e10:  # the correction takes nothing away from no difference
        apart = rf"\max({apart},\,0)"
    bridge.formula(
        r"(2.33)\quad \tau_{\chi^2} = \frac{(|e_{01}-e_{10}|-1)^2}{e_{01}+e_{10}} = "
        rf"\frac{{({apart})^2}}{{{e01}+{e10}}} = {number(chi_square.statistic)}"
    )
    exact, mid_p = (mcnemar_of(asked.table, asked.alpha, form) for form in COUNTED)
    bridge.formula(
        r"p_{\mathrm{exact}} = \min\Big(1,\; 2\sum_{i=0}^{\min(e_{01},e_{10})}\binom{e_{01}+e_{10}}{i}"
        rf"\frac{{1}}{{2^{{e_{{01}}+e_{{10}}}}}}\Big) = {short(exact.pvalue)}"
    )
    bridge.formula(
        r"p_{\mathrm{mid}} = \Big(2\sum_{i=0}^{k}\binom{e_{01}+e_{10}}{i} - \binom{e_{01}+e_{10}}{k}\Big)"
        rf"\frac{{1}}{{2^{{e_{{01}}+e_{{10}}}}}} = {short(mid_p.pvalue)},\quad k = \min(e_{{01}},e_{{10}})"
    )
    bridge.formula(
        rf"\hat\epsilon_A-\hat\epsilon_B = \frac{{e_{{01}}-e_{{10}}}}{{m}} = "
        rf"\frac{{{e01}-{e10}}}{{{count(asked.n)}}} = {number(test.difference)}"
    )
    remark(
        "If both models err as often, e₀₁ − e₁₀ is about normal with mean 0 and variance e₀₁ + e₁₀; its absolute "
        "value, as early printings of the book have it, is not. The −1 is the continuity correction."
    )
    remark(
        "Critical value of χ² with one degree of freedom at level {alpha}: {critical}.",
        alpha=results.level(asked.alpha),
        critical=number(chi_square.critical_value(asked.alpha)),
    )
    remark("Numbers of equations: 周志华《机器学习》, chapter 2.")
