"""Formulas of the question about folds, with the live numbers in them and what is corrected in them."""

from __future__ import annotations

from evalcore.views.significance.five_by_two import FiveByTwoView, five_by_two_tests
from evalcore.views.significance.folds import FoldsView
from ui.live import bridge
from ui.shared import tex
from ui.shared.numbers import tex as as_tex
from ui.shared.text import remark
from ui.significance.folds.data import Setting


def paired(view: FoldsView, setting: Setting) -> None:
    """Show the paired t-test, plain and corrected, with the numbers of these folds."""
    k = tex.count(len(view.winners))
    mean, spread = tex.number(view.plain.effect), _digits(view.plain.standard_deviation)
    ratio = tex.number(setting.ratio)
    bridge.formula(
        r"\mu = \frac{1}{k}\sum_{i=1}^{k}\Delta_i = " + mean + r",\quad \Delta_i=\epsilon_i^{A}-\epsilon_i^{B}",
    )
    bridge.formula(r"\sigma^2 = \frac{1}{k-1}\sum_{i=1}^{k}(\Delta_i-\mu)^2 = " + spread + "^2")
    bridge.formula(
        r"(2.31)\quad \tau_t = \left|\frac{\sqrt{k}\,\mu}{\sigma}\right| = "
        rf"\left|\frac{{\sqrt{{{k}}}\cdot {mean}}}{{{spread}}}\right| = {tex.number(view.absolute_t)}"
    )
    bridge.formula(
        r"\tau_{\mathrm{NB}} = \frac{\mu}{\sqrt{\left(\frac{1}{k}+\frac{n_{\mathrm{test}}}{n_{\mathrm{train}}}\right)"
        rf"\sigma^2}}}} = \frac{{{mean}}}{{\sqrt{{\left(\frac{{1}}{{{k}}}+{ratio}\right)\cdot {spread}^2}}}} = "
        + tex.number(view.corrected.statistic)
    )
    bridge.formula(rf"t_{{\alpha/2,\,k-1}} = {tex.number(view.now.critical)}")
    remark(
        "**Overlap makes the variance too small, so the hypothesis “both perform alike” is rejected too often**: "
        "equal algorithms are called different. The book says that overlap over-estimates the probability that the "
        "hypothesis holds, which can be read the other way round."
    )
    _book()


def five_by_two(view: FiveByTwoView) -> None:
    """Show the forms of the 5x2 tests with the numbers of these differences."""
    tests, d = five_by_two_tests(view), view.differences
    first, second = _digits(float(d[0, 0])), _digits(float(d[0, 1]))
    error = _digits(view.chosen.standard_error)
    variances = "+".join(_digits(v, 6) for v in view.chosen.variances.tolist())
    bridge.formula(
        r"\sigma_i^2 = \left(\Delta_i^1-\tfrac{\Delta_i^1+\Delta_i^2}{2}\right)^2"
        r"+\left(\Delta_i^2-\tfrac{\Delta_i^1+\Delta_i^2}{2}\right)^2"
    )
    bridge.formula(r"\sqrt{0.2\sum_{i=1}^{5}\sigma_i^2} = \sqrt{0.2\,(" + variances + ")} = " + error)
    bridge.formula(
        r"\tau_t = \frac{\Delta_1^1}{\sqrt{0.2\sum_{i=1}^5\sigma_i^2}} = "
        rf"\frac{{{first}}}{{{error}}} = {tex.number(tests['5x2-first'].statistic)}"
    )
    bridge.formula(
        r"(2.32)\quad \tau_t = \frac{\mu}{\sqrt{0.2\sum_{i=1}^5\sigma_i^2}} = "
        rf"\frac{{0.5\,({first}+{second})}}{{{error}}} = {tex.number(tests['5x2-mean'].statistic)}"
    )
    bridge.formula(rf"\sqrt{{2}}\,\tau_t = {tex.number(tests['5x2-scaled-mean'].statistic)}")
    bridge.formula(rf"t_{{\alpha/2,\,5}} = {tex.number(view.now.critical)}")
    bridge.formula(
        r"F = \frac{\sum_{i=1}^{5}\sum_{j=1}^{2}(\Delta_i^j)^2}{2\sum_{i=1}^{5}\sigma_i^2} = "
        + tex.number(view.f.statistic)
        + rf",\quad F_{{\alpha,\,10,\,5}}={tex.number(view.now.critical_f)}"
    )
    remark(
        "**Dietterich divides the first difference**; (2.32) divides the mean of two, which varies half as much, "
        "so it rejects too rarely: 0.015 instead of 0.05. √2 × the mean varies as one difference does. Each "
        "variance is that of its own repetition, and the root covers the whole sum."
    )
    _book()


def _book() -> None:
    remark("Numbers of equations: 周志华《机器学习》, chapter 2.")


def _digits(value: float, digits: int = 5) -> str:
    return as_tex(f"{value:.{digits}f}".rstrip("0"))
