"""One model against a bar: every step of every handle says what the tests themselves say."""

import numpy as np
import pytest

from evalcore.counts import ConfusionMatrix
from evalcore.errors import InputError
from evalcore.figures.significance import words
from evalcore.significance import binomial_test, power_binomial, t_test
from evalcore.significance.results import rejects
from evalcore.views.significance import one_model as o
from evalcore.views.significance.one_model import ALPHA, RATE, t_view, t_window

EVERY = (o.RATE, o.ROWS, o.ALPHA, o.ERRORS)


def test_the_lectures_figure():
    step = o.binomial_step(6, 10, 0.3, 0.05, "greater")
    assert step.kept == (0, 5)
    assert (round(step.size, 4), round(step.pvalue, 4), step.alpha) == (0.0473, 0.0473, 0.05)
    assert (step.share, round(step.low, 3), round(step.high, 3)) == (0.6, 0.313, 0.832)


@pytest.mark.parametrize(("errors", "n", "rate"), [(6, 10, 0.3), (15, 100, 0.1), (1_400, 5_000, 0.3), (0, 5, 0.5)])
def test_each_step_is_the_test_of_its_value(errors, n, rate):
    view = o.binomial_view(errors, n, rate, alpha=0.05, handles=EVERY)
    now = {"errors": errors, "n": n, "rate": rate, "alpha": 0.05}
    for name, key in ((o.RATE, "rate"), (o.ROWS, "n"), (o.ALPHA, "alpha"), (o.ERRORS, "errors")):
        series = view.by[name]
        assert series.values[series.active] == now[key]
        assert list(series.at) == sorted(series.at)
        for value, step in list(zip(series.values, series.shown, strict=True))[::7]:
            given = {**now, key: value}
            if key == "n":
                given["errors"] = o.scaled(errors, n, value)
            test = binomial_test(
                given["errors"], given["n"], given["rate"], alpha=given["alpha"], confidence_level=1 - given["alpha"]
            )
            assert (step.errors, step.n, step.kept) == (test.statistic, test.n, test.not_rejected)
            np.testing.assert_allclose(
                (step.pvalue, step.low, step.high), (test.pvalue, test.low, test.high), atol=1e-9
            )


def test_the_handle_of_the_errors_stands_where_their_bars_do():
    view = o.binomial_view(15, 100, 0.1, alpha=0.05, handles=(o.ERRORS,))
    assert list(view.by[o.ERRORS].at) == [step.picture.observed for step in view.by[o.ERRORS].shown]
    assert set(view.by) == {o.ERRORS}


def test_outlines_of_all_steps_have_equally_many_points():
    view = o.binomial_view(6, 10, 0.3, alpha=0.05, handles=EVERY)
    steps = [view.now, *(step for series in view.by.values() for step in series.shown)]
    assert len({len(step.picture.whole[0]) for step in steps}) == 1
    assert len({len(step.picture.rejected[0]) for step in steps}) == 1


def test_a_side_that_is_not_sought_is_said():
    above, below = (o.against_bar(binomial_test(errors, 10, 0.3), 0.3) for errors in (6, 0))
    assert (above.is_above, above.is_sought, below.is_below, below.is_sought) == (True, True, True, False)
    assert (round(below.difference, 3), round(below.distance, 3)) == (-0.3, 0.3)
    assert o.against_bar(binomial_test(3, 10, 0.3, alternative="less"), 0.3).is_sought


def test_power_is_shown_on_the_side_of_the_test_and_within_0_and_1():
    assert [round(rate, 2) for rate, _power in o.power_at(50, 0.1, "two-sided", 0.05)] == [0, 0.05, 0.15, 0.2, 0.3]
    assert [round(rate, 2) for rate, _power in o.power_at(50, 0.1, "less", 0.05)] == [0, 0.05]


def test_weighted_rows_cannot_be_counted():
    assert o.counted_errors(ConfusionMatrix.binary(tp=8, fp=2, fn=2, tn=8)) == (4, 20)
    assert o.right_of(4, 20) == 16
    weighted = ConfusionMatrix(np.array([[1.5, 2], [0, 3]]), ("n", "p"))
    with pytest.raises(InputError, match=r"The rows must count once each; these have weights\."):
        o.counted_errors(weighted)


@pytest.mark.parametrize(
    ("alternative", "sides"), [("greater", [True]), ("less", [False]), ("two-sided", [False, True])]
)
@pytest.mark.parametrize(("n", "rate"), [(100, 0.1), (400, 0.5), (1_000, 0.97)])
def test_detectable_rates_are_those_of_the_test_that_is_made(n, rate, alternative, sides):
    found = o.detectable_rates(n, rate, alternative, power=0.8, alpha=0.05)
    assert [one.is_above for one in found] == sides
    for one in found:
        assert (one.rate > rate) == one.is_above
        assert power_binomial(n, rate, one.rate, alternative=alternative) == pytest.approx(0.8)


def test_of_few_rows_one_side_may_show_nothing():
    below, above = o.detectable_rates(20, 0.1, "two-sided", power=0.8, alpha=0.05)
    assert np.isnan(below.rate)
    assert above.rate > 0.1


def test_rounding_is_no_distance_from_the_bar():
    found = o.against_bar(t_test([0.3, 0.1, 0.2], 0.2), np.nextafter(0.2, 1))
    assert (found.is_above, found.is_below) == (False, False)


LECTURE = (0.12, 0.10, 0.14, 0.11, 0.13, 0.09, 0.12, 0.15, 0.10, 0.12)


def test_steps_of_t_are_the_test_of_their_value():
    view = t_view(LECTURE, 0.1, alpha=0.05, handles=(RATE, ALPHA))
    assert (round(view.now.statistic, 4), round(view.now.pvalue, 4)) == (3.0377, 0.0141)
    for name in (RATE, ALPHA):
        for value, step in list(zip(view.by[name].values, view.by[name].shown, strict=True))[::9]:
            bar, alpha = (value, 0.05) if name == RATE else (0.1, value)
            test = t_test(LECTURE, bar, confidence_level=1 - alpha)
            wanted = (test.statistic, test.pvalue, test.low, test.high, test.critical_value(alpha))
            np.testing.assert_allclose((step.statistic, step.pvalue, step.low, step.high, step.critical), wanted)


def test_two_rates_need_a_wide_window():
    assert t_window(t_test((0.1, 0.2), 0.1), 0.05).high == 20
    assert t_window(t_test(LECTURE, 0.1), 0.05).high == 5


@pytest.mark.parametrize("side", ["greater", "less", "two-sided"])
@pytest.mark.parametrize("rate", [0.1, 0.25, 0.3, 0.5, 0.75, 0.9])
def test_where_p_is_the_level_nothing_is_rejected_anywhere(side, rate):
    # Each count's p is the level, as a test or a step has it, or up to rounding.
    for errors, n in [(wrong, rows) for rows in range(1, 13) for wrong in range(rows + 1)]:
        p = binomial_test(errors, n, rate, alternative=side).pvalue
        shown = o.binomial_step(errors, n, rate, 0.05, side).pvalue
        for alpha in [one for one in (p, shown, np.nextafter(p, 0), np.nextafter(p, 1)) if 1e-9 < one < 1]:
            test = binomial_test(errors, n, rate, alternative=side, alpha=alpha)
            step = o.binomial_step(errors, n, rate, alpha, side)
            assert step.kept == test.not_rejected
            assert step.kept[0] <= errors <= step.kept[1]
            assert not test.reject(alpha)
            assert not rejects(step.pvalue, alpha)
            assert "cannot reject" in words.verdict(step.pvalue, alpha)
            assert rejects(step.pvalue, alpha * (1 + 1e-9))


def test_a_level_between_two_p_tells_them_apart():
    test = binomial_test(0, 5, 0.5, alternative="two-sided")
    assert not test.reject(0.0625)
    assert test.reject(0.062501)
    assert not binomial_test(1, 1, 0.9, alternative="less").reject(1 - 1e-13)
    assert words.against(0.0625 + 1e-17, 0.0625) == ("p = 0.0625", "0.0625")
    assert words.verdict(0.04998, 0.04997) == "p = 0.04998: cannot reject at level 0.04997"


def test_p_of_t_is_the_same_at_a_step_and_in_the_test():
    values = [0.12, 0.1, 0.14, 0.11, 0.13]
    for step in t_view(values, 0.1, alpha=0.05, handles=(RATE,)).by[RATE].shown:
        assert rejects(t_test(values, step.rate).pvalue, step.pvalue) is False
        assert rejects(step.pvalue, t_test(values, step.rate).pvalue) is False


@pytest.mark.parametrize("alternative", ["greater", "less", "two-sided"])
@pytest.mark.parametrize(
    ("n", "rate"), [(1, 0.3), (10, 0.3), (10, 0.5), (37, 0.1), (100, 0.0), (100, 1.0), (1_000, 0.02), (5_000, 0.5)]
)
def test_p_of_a_step_is_the_very_p_of_the_test(n, rate, alternative):
    for errors in sorted({*range(min(n, 12) + 1), *np.linspace(0, n, 23, dtype=int).tolist()}):
        for alpha in (0.01, 0.05, 0.1):
            test = binomial_test(errors, n, rate, alternative=alternative, alpha=alpha, confidence_level=1 - alpha)
            step = o.binomial_step(errors, n, rate, alpha, alternative)
            assert (step.pvalue, step.kept, step.low, step.high) == (
                test.pvalue,
                test.not_rejected,
                test.low,
                test.high,
            )


def test_p_and_interval_of_a_step_are_the_very_ones_of_the_t_test():
    values = [0.12, 0.10, 0.14, 0.11, 0.13, 0.09, 0.12, 0.15, 0.10, 0.12]
    view = t_view(values, 0.1, alpha=0.05, handles=(RATE, ALPHA))
    for name, key in ((RATE, "rate"), (ALPHA, "alpha")):
        for value, step in zip(view.by[name].values, view.by[name].shown, strict=True):
            rate, alpha = (value, 0.05) if key == "rate" else (0.1, value)
            test = t_test(values, rate, confidence_level=1 - alpha)
            assert (step.pvalue, step.statistic, step.low, step.high) == (
                test.pvalue,
                test.statistic,
                test.low,
                test.high,
            )
