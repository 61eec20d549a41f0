"""Formulas of one model against a bar, with the live numbers."""

from __future__ import annotations

from evalcore.significance import BinomialResult, TestResult, TResult
from evalcore.views.significance.one_model import likelihood
from ui.live import bridge
from ui.shared.tex import count, number, short
from ui.shared.text import remark
from ui.significance.one.controls import Asked
from ui.significance.results import level


def show(test: TestResult, asked: Asked) -> None:
    """Show the formulas of the test."""
    if isinstance(test, BinomialResult):
        _binomial(test, asked)
    elif isinstance(test, TResult):
        _t(test, asked)
    remark("Numbers of equations: 周志华《机器学习》, chapter 2.")


def _binomial(test: BinomialResult, asked: Asked) -> None:
    m, errors, bar = count(test.n), count(test.statistic), f"{asked.bar:.4g}"
    right = count(asked.right)
    bridge.formula(
        r"(2.26)\quad P(\hat\epsilon;\epsilon) = \binom{m}{\hat\epsilon m}\epsilon^{\hat\epsilon m}"
        rf"(1-\epsilon)^{{m-\hat\epsilon m}} = \binom{{{m}}}{{{errors}}}\,{bar}^{{{errors}}}\,(1-{bar})^{{{right}}} = "
        f"{short(likelihood(asked.errors, asked.n, asked.bar))}"
    )
    if test.alternative != "greater":
        return
    bridge.formula(
        r"(2.27)\quad \bar\epsilon = \min\epsilon \;\; \mathrm{s.t.} \sum_{i=\epsilon m+1}^{m}\binom{m}{i}"
        r"\epsilon_0^i(1-\epsilon_0)^{m-i} < \alpha"
        rf" \;\Rightarrow\; \bar\epsilon = {short(test.critical_rate)},\;\;"
        rf"\sum_{{i={test.critical_errors}+1}}^{{{m}}} = {test.size:.4f} < {level(asked.alpha)}"
    )
    remark(
        "(2.27) as corrected: the first printings of the book look for the largest ε and sum with ε in place of "
        "ε₀; with 10 rows, a bar of 0.3 and α = 0.05 that gives 0.150 instead of 0.5."
    )


def _t(test: TResult, asked: Asked) -> None:
    k = len(asked.rates)
    bridge.formula(
        rf"(2.28)\quad \mu = \frac{{1}}{{k}}\sum_{{i=1}}^{{k}}\hat\epsilon_i = \frac{{1}}{{{k}}}\sum_{{i=1}}^{{{k}}}"
        rf"\hat\epsilon_i = {_digits(test.effect)}"
    )
    bridge.formula(
        r"(2.29)\quad \sigma^2 = \frac{1}{k-1}\sum_{i=1}^{k}(\hat\epsilon_i-\mu)^2 = "
        rf"{_digits(test.standard_deviation)}^2"
    )
    bridge.formula(
        r"(2.30)\quad \tau_t = \frac{\sqrt{k}\,(\mu-\epsilon_0)}{\sigma} = "
        rf"\frac{{\sqrt{{{k}}}\,({_digits(test.effect)}-{asked.bar:.4g})}}{{{_digits(test.standard_deviation)}}} = "
        rf"{number(test.statistic)}"
    )
    remark(
        "The hypothesis is rejected where |τ| is beyond {critical}, the 1 − α/2 quantile of t with k − 1 = {df} "
        "degrees of freedom.",
        critical=number(test.critical_value(asked.alpha)),
        df=f"{test.df:g}",
    )


def _digits(value: float) -> str:
    return f"{value:.6f}".rstrip("0")
