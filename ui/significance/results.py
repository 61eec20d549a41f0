"""What every test shows: effect and interval first, then statistic and p, what it assumes, and its warnings."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import pandas as pd
import streamlit as st

from evalcore.significance import TestResult
from ui.shared import tables
from ui.shared.numbers import UNDEFINED, interval, number
from ui.shared.text import _, say

TINY = 0.0001
WARNED = "⚠"


def pvalue(value: float) -> str:
    """Write a p-value: below 0.0001 it is no number any test can vouch for."""
    if math.isnan(value):
        return UNDEFINED
    return "< 0.0001" if value < TINY else f"{value:.3g}"


def p_is(value: float) -> str:
    """Write a p-value as a statement."""
    return f"p {pvalue(value)}" if value < TINY else f"p = {pvalue(value)}"


def level(alpha: float) -> str:
    """Write a level."""
    return f"{alpha:.3g}"


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
        "paired-bootstrap": _("paired bootstrap"),
        "paired-t": _("paired t-test, plain"),
        "nadeau-bengio": _("paired t-test, corrected (Nadeau and Bengio)"),
        "5x2-t": _("5×2 t-test"),
        "5x2-f": _("5×2 F-test, all ten differences (Alpaydin)"),
    }


def method(test: TestResult) -> str:
    """Return what the method of a test is called."""
    return names().get(test.method, test.method)


def verdict(test: TestResult, alpha: float) -> str:
    """Say in two words whether the hypothesis is rejected; "not rejected" is never "equal"."""
    if math.isnan(test.pvalue):
        return UNDEFINED
    return _("rejected") if test.reject(alpha) else _("cannot reject")


def figures(test: TestResult, alpha: float) -> None:
    """Show the statistic with its degrees of freedom, the critical value, p and the verdict, as a row of a table."""
    frame = pd.DataFrame(
        {
            _("method"): [method(test)],
            _("statistic"): [number(test.statistic)],
            _("degrees of freedom"): [freedom(test)],
            _("critical value"): [number(test.critical_value(alpha))],
            _("p"): [pvalue(test.pvalue)],
            _("verdict at level {alpha}", alpha=level(alpha)): [verdict(test, alpha)],
        }
    )
    tables.show(frame, alt=_("Statistic, critical value and p of the test"))


def freedom(test: TestResult) -> str:
    """Write the degrees of freedom."""
    if isinstance(test.df, tuple):
        return ", ".join(f"{one:g}" for one in test.df)
    return UNDEFINED if math.isnan(test.df) else f"{test.df:g}"


def notes(test: TestResult, alpha: float) -> None:
    """Say what the test concludes, from which hypothesis and assumptions, and what is wrong in this case."""
    warnings([test])
    st.markdown(say(test.verdict(alpha)))
    grounds(test)


def warnings(tests: Sequence[TestResult]) -> None:
    """Say what is wrong in the cases of these tests, each sentence once."""
    for warning in dict.fromkeys(say(w) for test in tests for w in test.warnings):
        st.caption(f"{WARNED} {warning}")


def grounds(test: TestResult) -> None:
    """Say the hypothesis of a test and what it takes for granted."""
    st.caption(
        _(
            "Hypothesis: {hypothesis} Assumed: {assumptions}",
            hypothesis=say(test.hypothesis),
            assumptions=" ".join(map(say, test.assumptions)),
        )
    )


def side_by_side(tests: Sequence[tuple[str, TestResult]], alpha: float) -> None:
    """Show several tests of the same data one below the other: effect and interval, p, verdict."""
    frame = pd.DataFrame(
        {
            _("test"): [name for name, _test in tests],
            _("effect"): [number(test.effect) for _name, test in tests],
            _("interval, level {level}", level=f"{tests[0][1].confidence_level:.4g}"): [
                interval(test.low, test.high) for _name, test in tests
            ],
            _("statistic"): [number(test.statistic) for _name, test in tests],
            _("p"): [marked(test) for _name, test in tests],
            _("verdict at level {alpha}", alpha=level(alpha)): [verdict(test, alpha) for _name, test in tests],
        }
    )
    tables.show(frame, alt=_("Verdicts of several tests of the same data"))
    warnings([test for _name, test in tests])


def open_interval(low: float, high: float) -> str:
    """Write an interval that may have no upper end."""
    return f"[{number(low)}, ∞)" if math.isinf(high) else interval(low, high)


def marked(test: TestResult) -> str:
    """Write a p-value; one with a warning below the table carries its mark."""
    written = pvalue(test.pvalue)
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
                "critical": test.critical_value(alpha),
                "alpha": alpha,
                "rejected": test.reject(alpha),
            }
            for name, test in tests.items()
        ]
    )
