"""What the figure of several algorithms shows at each level: golden values of the lecture's ranks, groups, dots."""

import numpy as np
import pytest

from evalcore.significance import friedman, nemenyi, wilcoxon_holm
from evalcore.views.significance.many import (
    MOST_STEMS,
    levels,
    many_view,
    pvalue,
    standing,
    statistic_used,
    together,
)

LECTURE = np.array([[1, 2, 3], [1, 2.5, 2.5], [1, 2, 3], [1, 2, 3]])


def lecture(ties="textbook"):
    return friedman(LECTURE, higher_is_better=False, ties=ties)


def many(n=12, k=6, apart=0.8):
    rng = np.random.default_rng(0)
    return rng.normal(size=(n, k)) + apart * np.arange(k)


@pytest.mark.parametrize(
    ("ties", "statistic", "p"),
    [
        ("textbook", "chi2", 0.0284),
        ("corrected", "chi2", 0.0224),
        ("textbook", "f", 0.0013),
        ("textbook", "exact", 0.0093),
        ("corrected", "exact", 0.0093),
    ],
)
def test_golden_p_values(ties, statistic, p):
    assert pvalue(lecture(ties), statistic) == pytest.approx(p, abs=5e-5)


def test_lecture_at_the_usual_level():
    view = many_view(lecture(), None, alpha=0.05, statistic="exact")
    assert view.order == (0, 1, 2)
    assert view.ranks.tolist() == [1, 2.125, 2.875]
    assert view.alpha[view.active] == 0.05
    assert view.critical_difference[view.active] == pytest.approx(1.657, abs=5e-4)
    assert [bar.members for bar in view.bars[view.active]] == [(0, 1), (1, 2)]
    assert view.rejected[view.active]
    assert not view.rejected[0]
    assert view.has_ruler


def test_steps_hold_the_present_level():
    grid, active = levels(0.0375)
    assert grid[active] == 0.0375
    assert np.all(np.diff(grid) > 0)
    assert 60 <= len(grid) <= 101


def test_higher_level_shortens_the_critical_difference_and_splits_groups():
    view = many_view(friedman(many(), higher_is_better=False), None, alpha=0.05, statistic="f")
    assert np.all(np.diff(view.critical_difference) < 0)
    sizes = [max((len(bar.members) for bar in bars), default=1) for bars in view.bars]
    assert sizes == sorted(sizes, reverse=True)
    assert view.most_bars == max(map(len, view.bars))
    for i in (0, 40, 100):
        expected = nemenyi(friedman(many(), higher_is_better=False).mean_ranks, 12, alpha=float(view.alpha[i])).groups
        assert {tuple(sorted(bar.members)) for bar in view.bars[i]} == set(expected)


def test_groups_of_pairs_have_no_ruler():
    posthoc = wilcoxon_holm(many(), higher_is_better=False)
    view = many_view(friedman(many(), higher_is_better=False), posthoc, alpha=0.05, statistic="f")
    assert not view.has_ruler
    assert {tuple(sorted(bar.members)) for bar in view.bars[view.active]} == set(posthoc.groups)


def test_each_data_set_has_a_dot_of_its_own():
    scores = np.tile([1.0, 2.0, 3.0], (30, 1))
    dots = many_view(friedman(scores), None, alpha=0.05, statistic="exact").dots
    places = set(zip(dots.place.tolist(), dots.rank.tolist(), dots.up.round(6).tolist(), strict=True))
    assert len(places) == dots.rank.size == 90
    assert np.abs(dots.up).max() < 0.5
    first = dots.place == 0
    assert set(dots.column[first].tolist()) == {2}
    assert set(dots.rank[first].tolist()) == {1}


def test_exact_distribution_has_its_region_where_rejection_begins():
    test = lecture()
    null = many_view(test, None, alpha=0.05, statistic="exact").null
    assert null.is_counted
    assert null.name == "χ²"
    assert null.y.sum() == pytest.approx(1)
    grid, _ = levels(0.05)
    for alpha, critical in zip(grid.tolist(), null.critical.tolist(), strict=True):
        assert (null.observed > critical) == (test.exact_pvalue < alpha)


@pytest.mark.parametrize("statistic", ["f", "chi2"])
def test_region_of_a_density_begins_at_the_critical_value(statistic):
    test = friedman(many(apart=0.2), higher_is_better=False)
    view = many_view(test, None, alpha=0.05, statistic=statistic)
    null = view.null
    assert (null.is_counted, null.is_chi2, null.beyond) == (False, statistic == "chi2", False)
    expected = test.critical_value(0.05) if statistic == "f" else test.chi2_critical_value(0.05)
    assert null.critical[view.active] == pytest.approx(expected)
    np.testing.assert_array_equal(view.rejected, null.observed > null.critical)
    assert np.isfinite(null.y).all()


def test_infinite_f_stands_beyond_the_axis():
    null = many_view(friedman(np.tile([1, 2, 3], (5, 1))), None, alpha=0.05, statistic="f").null
    assert null.beyond


def test_large_table_falls_back_to_f():
    test = friedman(many(20, 8))
    assert statistic_used(test, "exact") == "f"
    assert pvalue(test, "exact") == test.pvalue
    assert statistic_used(lecture(), "exact") == "exact"


def test_without_a_null_distribution_there_is_none_to_draw():
    assert many_view(friedman([[1, 2, 3]]), None, alpha=0.05, statistic="f").null is None
    tied = friedman([[1, 1, 1]] * 4)
    assert many_view(tied, None, alpha=0.05, statistic="exact").null is None
    assert not many_view(tied, None, alpha=0.05, statistic="chi2").rejected.any()


def test_many_values_are_thinned_and_keep_their_probability():
    null = many_view(friedman(many(8, 5)), None, alpha=0.05, statistic="exact").null
    assert len(null.x) <= MOST_STEMS
    assert null.y.sum() == pytest.approx(1)


def test_standing_of_the_best():
    test = lecture()
    found = nemenyi(test.mean_ranks, 4)
    now = standing(test, found, rejected=True)
    assert (now.best, now.ahead_of, now.not_apart, now.pairs_apart) == (0, (2,), (1,), 1)
    assert together(found).tolist() == [[True, True, False], [True, True, True], [False, True, True]]


def test_standing_by_pairs():
    scores = many(30, 3)
    posthoc = wilcoxon_holm(scores, higher_is_better=False)
    now = standing(friedman(scores, higher_is_better=False), posthoc, rejected=True)
    apart = {j for j in range(3) if j != now.best and posthoc.pvalues[now.best, j] < 0.05}
    assert set(now.ahead_of) == apart
