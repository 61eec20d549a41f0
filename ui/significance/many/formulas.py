"""Formulas (2.34) to (2.36) with the live numbers."""

from __future__ import annotations

import math

from evalcore.views.significance.pairs import rank_formulas
from ui.live import bridge
from ui.shared import tex
from ui.shared.text import remark
from ui.significance import results
from ui.significance.many.setting import Setting


def show(setting: Setting) -> None:
    """Show Friedman's statistic, its form as F, and the critical difference."""
    found = rank_formulas(setting.test(), setting.test("textbook"), alpha=setting.alpha)
    n, k, squares = tex.count(found.n), tex.count(found.k), tex.number(found.sum_of_squares)
    textbook, chi2 = tex.number(found.textbook), tex.number(found.chi2)
    f = r"\infty" if math.isinf(found.f) else tex.number(found.f)
    bridge.formula(
        r"(2.34)\quad \tau_{\chi^2} = \frac{12N}{k(k+1)}\left(\sum_{i=1}^{k} r_i^2-\frac{k(k+1)^2}{4}\right) = "
        rf"\frac{{12\cdot {n}}}{{{k}\cdot({k}+1)}}\left({squares}-\frac{{{k}\cdot({k}+1)^2}}{{4}}\right) = {textbook}"
    )
    if setting.ties == "corrected":
        bridge.formula(
            r"\tau_{\chi^2}' = \frac{\tau_{\chi^2}}{1-\frac{\sum(t^3-t)}{Nk(k^2-1)}} = "
            rf"\frac{{{textbook}}}{{{tex.number(found.correction)}}} = {chi2}"
        )
        remark("t algorithms share a rank on one data set; without ties this divides by 1. The book leaves it out.")
    chi = r"\tau_{\chi^2}'" if setting.ties == "corrected" else r"\tau_{\chi^2}"
    bridge.formula(
        rf"(2.35)\quad \tau_F = \frac{{(N-1)\,{chi}}}{{N(k-1)-{chi}}} = "
        rf"\frac{{({n}-1)\cdot {chi2}}}{{{n}\cdot({k}-1)-{chi2}}} = {f}"
    )
    bridge.formula(
        r"(2.36)\quad \mathrm{CD} = q_\alpha\sqrt{\frac{k(k+1)}{6N}} = "
        rf"{tex.number(found.q)}\cdot\sqrt{{\frac{{{k}\cdot({k}+1)}}{{6\cdot {n}}}}} = "
        + tex.number(found.critical_difference)
    )
    remark(
        "q is the quantile of the studentised range of {k} at level {alpha}, divided by √2; the book's table "
        "rounds it. Numbers of equations: 周志华《机器学习》, chapter 2.",
        k=k,
        alpha=results.level(setting.alpha),
    )
