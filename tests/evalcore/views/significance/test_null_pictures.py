"""Pictures of null distributions: windows with round numbers, outlines, what of them is rejected."""

import itertools

import numpy as np
import pytest
from scipy import stats

from evalcore.significance import binomial_test
from evalcore.views.significance import null_pictures as p
from evalcore.views.significance.null_pictures import null_counts


@pytest.mark.parametrize(
    ("n", "ticks"), [(10, [0, 2, 4, 6, 8, 10]), (5, [0, 1, 2, 3, 4, 5]), (37, list(range(0, 41, 8)))]
)
def test_a_small_sample_is_shown_whole(n, ticks):
    assert p.count_window(n, 0.3, 2).ticks() == ticks


def test_a_window_has_little_beyond_the_sample():
    """Of 60 discordant rows the axis once ran to 100."""
    window = p.count_window(60, 0.5, 27)
    assert window.low <= 30 - 6 * 15**0.5 + 1
    assert 53 <= window.high <= 60


@pytest.mark.parametrize("observed", [0, 1_200, 1_500, 5_000])
@pytest.mark.parametrize("rate", [0, 0.001, 0.3, 0.5, 1])
def test_of_a_large_one_the_mass_and_the_observed_count_in_round_numbers(rate, observed):
    window = p.count_window(5_000, rate, observed)
    reach = 5 * np.sqrt(5_000 * rate * (1 - rate))
    assert window.low <= max(5_000 * rate - reach, 0)
    assert min(5_000 * rate + reach, 5_000) <= window.high
    assert window.low <= observed <= window.high
    assert all(float(tick).is_integer() for tick in window.ticks())


def test_a_value_outside_of_the_window_stands_at_its_end():
    window = p.Window(0, 3)
    assert [window.at(value) for value in (-1, 0, 7.5, 15, 40, np.inf, -np.inf)] == [0, 0, 500, 1000, 1000, 1000, 0]


def test_each_of_few_counts_has_a_bar_as_high_as_its_probability():
    picture = p.count_picture(10, 0.3, (0, 5), 6, p.count_window(10, 0.3, 6))
    x, y = (np.array(values) for values in picture.whole)
    chance = stats.binom.pmf(np.arange(11), 10, 0.3)
    seen = chance > 0.0005 * chance.max()
    np.testing.assert_array_equal(y[1::4], np.rint(1000 * chance / chance.max())[seen])
    np.testing.assert_allclose((x[1::4] + x[2::4]) / 2, 100 * np.arange(11)[seen])
    # From 6 errors on they are rejected.
    assert min(picture.rejected[0]) == 560
    assert (picture.observed, round(picture.top, 4)) == (600, 0.2668)


@pytest.mark.parametrize("n", [5, 20, 45, 100, 1_000, 5_000])
def test_outlines_begin_and_end_on_the_base_line_and_are_short(n):
    picture = p.count_picture(n, 0.3, (n // 5, 2 * n // 5), n // 2, p.count_window(n, 0.3, n // 2))
    for x, y in (picture.whole, picture.rejected):
        assert len(x) == len(y) <= 4 * p.APART + 4
        assert (y[0], y[-1]) == (0, 0)
        assert min(y) >= 0
        assert max(y) <= p.SPAN


def test_nothing_rejected_is_drawn_as_nothing():
    assert p.count_picture(5, 0.5, (0, 5), 2, p.count_window(5, 0.5, 2)).rejected == ([1000, 1000], [0, 0])


def test_of_a_density_both_tails_are_rejected():
    picture = p.density_picture(stats.t(9), (-2.262, 2.262), 3.04, p.Window(-5, 2))
    x, y = (np.array(values) for values in picture.rejected)
    high = y > 0
    assert x[high].min() < 1000 * (5 - 2.262) / 10 + 1
    assert not ((x[high] > 275) & (x[high] < 725)).any()
    assert picture.observed == 804


def test_pictures_of_one_length_end_in_the_same_point():
    pictures = [p.count_picture(n, 0.3, (0, n // 2), 1, p.count_window(n, 0.3, 1)) for n in (5, 20)]
    padded = p.of_one_length(pictures)
    assert len({len(one.whole[0]) for one in padded}) == len({len(one.rejected[1]) for one in padded}) == 1
    assert padded[0].whole[0][-1] == pictures[0].whole[0][-1]


@pytest.mark.parametrize("alternative", ["greater", "less", "two-sided"])
@pytest.mark.parametrize(
    ("n", "rate", "observed"), [(10, 0.3, 6), (10, 0.3, 0), (10, 0.3, 10), (40, 0.5, 20), (12, 0.5, 4)]
)
def test_what_lies_outside_of_the_cut_is_the_p_value(n, rate, observed, alternative):
    window = p.count_window(n, rate, observed)
    low, high = p.count_picture(n, rate, (0, n), observed, window, alternative=alternative).cut
    places = np.array([p.SPAN * (count - window.low) / (window.high - window.low) for count in range(n + 1)])
    extreme = (places <= low) | (places >= high)
    wanted = stats.binomtest(observed, n, rate, alternative=alternative).pvalue
    assert stats.binom.pmf(np.arange(n + 1), n, rate)[extreme].sum() == pytest.approx(wanted)


def test_of_a_density_both_tails_are_as_extreme_unless_one_is_asked_for():
    t = p.density_picture(stats.t(9), (-2.262, 2.262), -3.0, p.Window(-5, 2))
    assert (t.cut, t.observed, t.beyond) == ((200, 800), 200, 0)
    root = p.density_picture(stats.halfnorm, (-np.inf, 1.96), 2.5, p.Window(0, 1))
    assert root.cut == (-p.SPAN, 500)
    assert p.with_observed(root, np.nan, p.Window(0, 1), both=False).cut == p.EVERYWHERE


def test_an_observed_value_beyond_the_window_is_marked_and_nothing_shown_is_as_extreme():
    far = p.density_picture(stats.t(9), (-2.262, 2.262), -7.0, p.Window(-5, 2))
    assert (far.observed, far.beyond, far.cut) == (0, -1, p.EVERYWHERE)


@pytest.mark.parametrize("alternative", ["greater", "less", "two-sided"])
@pytest.mark.parametrize(
    ("n", "rate"), [(1, 0.3), (10, 0.3), (37, 0.1), (100, 0), (100, 1), (1_000, 0.5), (5_000, 0.01)]
)
def test_all_counts_at_once_agree_with_the_test_of_one(n, rate, alternative):
    null = null_counts(n, rate, alternative)
    for alpha, errors in itertools.product((0.001, 0.05, 0.2), {0, n // 3, n}):
        test = binomial_test(errors, n, rate, alternative=alternative, alpha=alpha)
        kept = null.kept(alpha)
        assert kept == test.not_rejected
        assert null.pvalue(errors) == pytest.approx(test.pvalue, abs=1e-10)
        assert null.outside(kept) == pytest.approx(test.size, abs=1e-9)
