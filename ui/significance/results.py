"""What every test shows: effect and interval first, then statistic and p, what it assumes, and its warnings."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TypeAlias

import pandas as pd
import streamlit as st

from evalcore.errors import Message
from evalcore.figures.significance import words
from evalcore.figures.significance.plane import ALPHA_TRACK
from evalcore.significance import (
    BonferroniDunnResult,
    McnemarResult,
    NemenyiResult,
    PosteriorResult,
    SignedRankPosterior,
    TestResult,
    WilcoxonHolmResult,
)
from evalcore.significance.contradictions import contradicts
from evalcore.significance.results import rejects
from evalcore.views.answers import line_end
from ui.live import bridge
from ui.live.sentence import between, held
from ui.shared import cards, several, tables
from ui.shared.numbers import UNDEFINED, count, interval, number
from ui.shared.text import _, remark, say, sentences

WARNED = "⚠"
# What has assumptions and warnings but is no single test.
Comparison: TypeAlias = (
    NemenyiResult | WilcoxonHolmResult | BonferroniDunnResult | PosteriorResult | SignedRankPosterior
)


def pvalue(value: float) -> str:
    """Write a p-value as the figures do."""
    return words.pvalue_of(value)


def p_is(value: float) -> str:
    """Write a p-value as a statement."""
    return words.p_is(value)


def p_of(test: TestResult) -> str:
    """Write the p-value that decides as a statement, and for how many pairs of models it answers."""
    if test.n_tests < 2:
        return p_is(test.pvalue)
    return _("{p}, Holm, {n} pairs", p=p_is(test.adjusted), n=count(test.n_tests))


def p_card(test: TestResult, alpha: float) -> None:
    """Show the p-value that decides, with the verdict, and beside an adjusted one that of the pair alone."""
    if test.n_tests < 2:
        cards.card(_("p"), pvalue(test.pvalue), verdict(test, alpha))
        return
    alone = _("{p} for this pair alone", p=p_is(test.pvalue))
    cards.card(_("p (Holm)"), pvalue(test.adjusted), verdict(test, alpha), alone)


def p_columns(tests: Sequence[TestResult]) -> dict[str, list[str]]:
    """Return the columns of p-values: of each pair alone, and beside them the adjusted ones that decide."""
    if max(test.n_tests for test in tests) < 2:
        return {_("p"): [marked(test) for test in tests]}
    return {_("p, alone"): [pvalue(test.pvalue) for test in tests], _("p (Holm)"): [marked(test) for test in tests]}


def other_method() -> str:
    """Say in a word why an interval contradicts the test; a warning among the readings says it in full."""
    return _("(other method)")


def against_interval(test: TestResult, low: float, high: float, alpha: float) -> str:
    """Write an interval that contradicts the test in numbers, with a word on why; nothing where both agree.

    It may be of another method, of which a warning among the readings says more, or that of one pair of many, which is
    corrected alike for each.
    """
    if contradicts(test.pvalue, low, high, value=0, confidence_level=test.confidence_level):
        why = other_method()
    elif test.n_tests > 1 and test.reject(alpha) and low < 0 < high:
        why = _("(Bonferroni, wider than Holm's test)")
    else:
        return ""
    return f" {interval(low, high)} {why}"


def level(alpha: float) -> str:
    """Write a level."""
    return words.short(alpha)


def chance(test: TestResult, alpha: float) -> str:
    """Say whether chance alone could have done what was seen."""
    return chance_of(test.adjusted, alpha, n_tests=test.n_tests)


def chance_of(pvalue: float, alpha: float, *, n_tests: int = 1, is_one_sided: bool = False) -> str:
    """Say whether chance alone could have done what was seen, of the p-value that decides.

    One whose side must be said stands beside an interval with two sides.
    """
    p = against(pvalue, alpha, n_tests=n_tests)
    values = {"p": _("one-sided {p}", p=p) if is_one_sided else p}
    if rejects(pvalue, alpha):
        return _("chance alone would hardly do that ({p}).", **values)
    return _("chance alone could do that ({p}).", **values)


def against(pvalue: float, alpha: float, *, n_tests: int = 1) -> str:
    """Write the p-value that decides beside the level, which is taken hold of there, and for how many pairs it is."""
    p, written = words.against(pvalue, alpha)
    values = {"p": p, "alpha": held(written, ALPHA_TRACK)}
    if math.isnan(pvalue):
        return _("{p}, α = {alpha}", **values)
    said = _("{p} < α = {alpha}", **values) if rejects(pvalue, alpha) else _("{p} ≥ α = {alpha}", **values)
    return said if n_tests < 2 else _("{p}; Holm, {n} pairs", p=said, n=count(n_tests))


def difference(value: float, low: float, high: float, level: float) -> str:
    """Write a difference with its interval as a bar below it, whose line has 0 in its middle."""
    return between(number(value), low, value, high, most=line_end(low, high), level=level, signed=True)


def names() -> dict[str, str]:
    """Return what the methods are called."""
    return {
        "binomial": _("binomial test"),
        "t": _("t-test"),
        "mcnemar-exact": _("McNemar, exact"),
        "mcnemar-mid-p": _("McNemar, mid-p"),
        "mcnemar-corrected": _("McNemar, χ² with continuity correction"),
        "mcnemar-uncorrected": _("McNemar, χ² without correction"),
        "delong": _("DeLong, areas under the ROC curves"),
        "durkalski": _("McNemar by case, χ² (Durkalski and others)"),
        "obuchowski": _("Obuchowski, areas under the ROC curves by case"),
        "exchange": _("exchange of both models' ranks, areas under the ROC curves"),
        "paired-bootstrap": _("paired bootstrap"),
        "paired-bootstrap-by-case": _("paired bootstrap of cases"),
        "paired-t": _("paired t-test, plain"),
        "nadeau-bengio": _("paired t-test, corrected"),
        "5x2-t": _("5×2 t-test"),
        "5x2-f": _("5×2 F-test, all ten differences (Alpaydin)"),
    }


def method(test: TestResult) -> str:
    """Return what the method of a test is called."""
    return names().get(test.method, test.method) if test.title is None else say(test.title)


def verdict(test: TestResult, alpha: float) -> str:
    """Say in two words whether the hypothesis is rejected; "not rejected" is never "equal"."""
    if math.isnan(test.pvalue):
        return UNDEFINED
    return _("rejected") if test.reject(alpha) else _("cannot reject")


def figures(test: TestResult, alpha: float) -> None:
    """Show the statistic with its degrees of freedom, the critical value, p and the verdict, as a row of a table."""
    tables.show(
        {
            _("method"): [method(test)],
            _("statistic"): [number(test.statistic)],
            _("degrees of freedom"): [freedom(test)],
            **_limit(test, alpha),
            **p_columns([test]),
            _("verdict at level {alpha}", alpha=level(alpha)): [verdict(test, alpha)],
        },
        alt=_("Statistic, critical value and p of the {method}", method=method(test)),
        as_cards=bridge.is_narrow(),
    )


def _limit(test: TestResult, alpha: float) -> dict[str, list[str]]:
    """Return the column of the critical value; of a count both sides of what is rejected: it may be too small, too."""
    rejected = test.rejected_counts(alpha) if isinstance(test, McnemarResult) else None
    if rejected is None:
        return {_("critical value"): [number(test.critical_value(alpha))]}
    low, high = rejected
    sides = _("up to {low}, from {high} on", low=count(low), high=count(high))
    return {_("rejected counts"): [sides if low >= 0 else _("none")]}


def freedom(test: TestResult) -> str:
    """Write the degrees of freedom."""
    if isinstance(test.df, tuple):
        return ", ".join(f"{one:g}" for one in test.df)
    return UNDEFINED if math.isnan(test.df) else f"{test.df:g}"


def notes(test: TestResult, alpha: float) -> None:
    """Say what the test concludes, from which hypothesis and assumptions, and what is wrong in this case."""
    warnings([test])
    st.markdown(say(test.verdict(alpha)))
    several.show_rule(test.n_tests)
    grounds(test)


def warnings(tests: Iterable[TestResult | Comparison], *, said: Collection[Message] = ()) -> None:
    """Say what is wrong in the cases of these tests, each sentence once and none that was said before."""
    found = (warning for test in tests for warning in test.warnings if warning not in said)
    for warning in dict.fromkeys(map(say, found)):
        st.caption(f"{WARNED} {warning}")


def grounds(test: TestResult) -> None:
    """Say the hypothesis of a test and what it takes for granted."""
    remark(
        "Hypothesis: {hypothesis} Assumed: {assumptions}",
        hypothesis=say(test.hypothesis),
        assumptions=sentences(*map(say, test.assumptions)),
    )


def assumed(*found: Comparison) -> None:
    """Say what comparisons take for granted, each sentence once."""
    every = dict.fromkeys(say(assumption) for one in found for assumption in one.assumptions)
    remark("Assumed: {assumptions}", assumptions=sentences(*every))


def side_by_side(tests: Sequence[tuple[str, TestResult]], alpha: float) -> None:
    """Show several tests of the same data one below the other: effect and interval, p, verdict."""
    tables.show(
        {
            _("test"): [name for name, _test in tests],
            _("effect"): [number(test.effect) for _name, test in tests],
            _("interval, level {level}", level=f"{tests[0][1].confidence_level:.4g}"): [
                interval(test.low, test.high) for _name, test in tests
            ],
            _("statistic"): [number(test.statistic) for _name, test in tests],
            **p_columns([test for _name, test in tests]),
            _("verdict at level {alpha}", alpha=level(alpha)): [verdict(test, alpha) for _name, test in tests],
        },
        alt=_("Verdicts of several tests of the same data"),
        as_cards=bridge.is_narrow(),
    )
    warnings(test for _name, test in tests)
    several.show_rule(max(test.n_tests for _name, test in tests))


def open_interval(low: float, high: float) -> str:
    """Write an interval that may have no upper end."""
    return f"[{number(low)}, ∞)" if math.isinf(high) else interval(low, high)


def marked(test: TestResult) -> str:
    """Write a p-value; one with a warning below the table carries its mark."""
    written = pvalue(test.adjusted)
    return f"{written} {WARNED}" if test.warnings else written


def frame(tests: Mapping[str, TestResult], alpha: float) -> pd.DataFrame:
    """Return tests with all their digits, for a file."""
    return pd.DataFrame(
        [
            {
                "test": name,
                "effect": test.effect,
                "low": test.low,
                "high": test.high,
                "statistic": test.statistic,
                "p": test.pvalue,
                "adjusted": test.adjusted,
                "pairs": test.n_tests,
                "critical": test.critical_value(alpha),
                "alpha": alpha,
                "rejected": test.reject(alpha),
            }
            for name, test in tests.items()
        ]
    )
