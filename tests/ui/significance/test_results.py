"""How what a test finds is written: p-values, intervals without an end, verdicts that never call two things equal."""

import math

import pytest

from evalcore.significance import mcnemar
from ui.significance import results


@pytest.mark.parametrize(
    ("value", "written", "said"),
    [
        (0.0473490, "0.0473", "p = 0.0473"),
        (1e-9, "< 0.0001", "p < 0.0001"),
        (1.0, "1", "p = 1"),
        (math.nan, "—", "p = —"),
    ],
)
def test_p_is_no_number_below_what_a_test_can_vouch_for(value, written, said):
    assert results.pvalue(value) == written
    assert results.p_is(value) == said


def test_an_interval_may_have_no_upper_end():
    assert results.open_interval(0.5, math.inf) == "[0.500, ∞)"
    assert results.open_interval(0.5, 2) == "[0.500, 2.000]"
    assert results.open_interval(math.nan, math.nan) == "—"


def test_a_hypothesis_is_rejected_or_cannot_be():
    test = mcnemar(25, 10, method="corrected")
    assert (results.verdict(test, 0.05), results.verdict(test, 0.01)) == ("rejected", "cannot reject")
    assert results.method(test) == "McNemar, χ² with continuity correction"
    assert (results.freedom(test), results.freedom(mcnemar(12, 4))) == ("1", "—")


def test_a_p_with_a_warning_carries_its_mark():
    assert results.marked(mcnemar(4, 2, method="uncorrected")).endswith(results.WARNED)
    assert results.marked(mcnemar(25, 10)) == "0.0113"
