"""What a figure by group shows at each step: against `by_group` at the same threshold, and rows one by one."""

import math

import numpy as np
import pytest

from evalcore.counts import threshold_counts
from evalcore.decisions import by_group, group_counts, parity
from evalcore.decisions.by_group import FEW, NAMES, by_group_from_counts
from evalcore.errors import InputError
from evalcore.views.behind import behind
from evalcore.views.groups import BY_CASE, WEIGHTED, Apart, groups_view, most_apart
from evalcore.views.threshold import threshold_view


def rows(n=300, groups="aaabbcd"):
    rng = np.random.default_rng(7)
    truth = rng.random(n) < 0.4
    group = rng.choice(list(groups), n)
    return truth, np.round(rng.random(n) * 0.6 + 0.3 * truth, 2), group


def made(truth, score, group, *, metric="recall", threshold=0.5, **more):
    counts = group_counts(truth, score, group, **more)
    view = threshold_view(counts.whole, special=(threshold,))
    return groups_view(counts, view, metric=metric, threshold=threshold)


@pytest.mark.parametrize("metric", NAMES)
@pytest.mark.parametrize("threshold", [0.31, 0.5, 0.77])
def test_every_number_is_that_of_by_group(metric, threshold):
    truth, score, group = rows()
    view = made(truth, score, group, metric=metric, threshold=threshold)
    found = by_group(truth, score, group, threshold, names=[metric])
    i = view.threshold.steps.nearest(threshold)
    assert view.names == tuple(row.group for row in found)
    assert view.compared == found.compared == 4
    assert view.level == pytest.approx(1 - 0.05 / 4)
    assert view.whole[i] == found.whole[0].value
    for place, row in enumerate(found):
        reading = row.together[0]
        assert reading.confidence_level == view.level
        np.testing.assert_array_equal(
            [view.value[place, i], view.low[place, i], view.high[place, i]],
            [reading.value, reading.low, reading.high],
        )
        assert [float(getattr(view.cells, name)[place, i]) for name in ("tp", "fp", "fn", "tn")] == [
            float(getattr(row.confusion, name)) for name in ("tp", "fp", "fn", "tn")
        ]
        assert (view.n[place], view.prevalence[place]) == (row.n, row.prevalence)
        assert bool(view.few[place]) is bool(row.warnings)


def test_every_step_counts_the_rows():
    truth, score, group = rows()
    view = made(truth, score, group)
    for i, t in enumerate(view.threshold.steps.threshold.tolist()):
        for place, name in enumerate(view.names):
            own = group == name
            assert view.cells.tp[place, i] == np.count_nonzero(own & truth & (score >= t))
            assert view.cells.fp[place, i] == np.count_nonzero(own & ~truth & (score >= t))
            assert view.cells.fn[place, i] == np.count_nonzero(own & truth & (score < t))


def test_a_group_of_one_class_is_undefined_and_comes_last():
    truth, score, group = rows()
    group[:5], truth[:5] = "z", False
    view = made(truth, score, group)
    assert view.names[-1] == "z"
    assert np.isnan(view.value[-1]).all()
    assert np.isnan(view.low[-1]).all()
    assert view.few[-1]
    assert view.prevalence[-1] == 0


def test_of_many_groups_those_with_the_largest_gaps_are_drawn():
    truth, score, _ = rows(3000)
    group = np.array([f"g{i % 25}" for i in range(3000)])
    counts = group_counts(truth, score, group)
    view = groups_view(counts, threshold_view(counts.whole, special=(0.5,)), metric="recall", threshold=0.5, most=8)
    assert view.left_out == 17
    assert view.names == tuple(row.group for row in by_group(truth, score, group, 0.5, by="recall"))[:8]
    assert view.compared == 25


def test_weights_and_cases_leave_no_interval_and_say_why():
    truth, score, group = rows()
    weighted = made(truth, score, group, sample_weight=np.where(truth, 2.0, 0.5))
    by_case = made(truth, score, group, case=np.arange(300) // 3)
    assert weighted.reason is WEIGHTED
    assert by_case.reason is BY_CASE
    for view in (weighted, by_case):
        assert np.isnan(view.low).all()
        assert not np.isnan(view.value[0]).all()
    assert not weighted.few.any()
    assert weighted.n.sum() == pytest.approx(np.where(truth, 2.0, 0.5).sum())


def test_two_groups_have_one_gap():
    truth, score, _ = rows()
    view = made(truth, score, np.arange(300) % 2)
    assert (view.compared, view.level) == (1, 0.95)
    assert math.isclose(view.n.sum(), 300)
    assert FEW == 10


def test_a_metric_that_is_no_share_is_refused():
    counts = group_counts(*rows())
    with pytest.raises(InputError, match="metric must be one of"):
        groups_view(counts, threshold_view(counts.whole), metric="f1", threshold=0.5)


@pytest.mark.parametrize("more", [{}, {"sample_weight": np.linspace(0, 2, 300)}, {"case": np.arange(300) // 2}])
def test_counts_put_away_come_back_whole(more):
    truth, score, group = rows()
    counts = group_counts(truth, score, group, **more)
    again = counts.packed().unpacked(counts.whole)
    assert again.names == counts.names
    np.testing.assert_array_equal(again.code, counts.code)
    for one, other in zip(again.counts, counts.counts, strict=True):
        np.testing.assert_array_equal(one.tp, other.tp)
        np.testing.assert_array_equal(one.fn, other.fn)
    assert again.shares_cases == counts.shares_cases


def test_the_digest_changes_with_a_name_and_with_a_row():
    truth, score, group = rows()
    digest = group_counts(truth, score, group).packed().digest
    assert digest == group_counts(truth, score, group.copy()).packed().digest
    assert digest != group_counts(truth, score, np.where(group == "a", "A", group)).packed().digest
    other = group.copy()
    other[0] = "a" if group[0] != "a" else "b"
    assert digest != group_counts(truth, score, other).packed().digest


def test_the_whole_is_that_of_the_table():
    truth, score, group = rows()
    view = made(truth, score, group, metric="precision")
    table = threshold_counts(truth, score)
    for i, t in enumerate(view.threshold.steps.threshold.tolist()):
        cm = table.at(t)
        expected = cm.tp / (cm.tp + cm.fp) if cm.tp + cm.fp else math.nan
        np.testing.assert_equal(view.whole[i], expected)


def test_the_rows_a_threshold_was_chosen_on_have_the_metric_at_the_same_steps():
    truth, score, group = rows()
    other = threshold_counts(~truth, score / 2)
    counts = group_counts(truth, score, group)
    shown = threshold_view(counts.whole, special=(0.5,))
    of = behind("validation", other, threshold_view(other), shown.steps)
    view = groups_view(counts, shown, metric="precision", threshold=0.5, behind=of.steps)
    for t, value in zip(shown.steps.threshold, view.behind, strict=True):
        called = score / 2 >= t
        found = np.count_nonzero(~truth & called) / called.sum() if called.any() else np.nan
        np.testing.assert_allclose(value, found)
    assert groups_view(counts, shown, metric="precision", threshold=0.5).behind is None


@pytest.mark.parametrize("metric", NAMES)
def test_at_every_step_the_groups_that_are_farthest_apart_are_those_of_parity(metric):
    rng = np.random.default_rng(3)
    y, score, names = rng.random(60) < 0.4, rng.random(60).round(1), rng.choice(list("abcdef"), 60)
    y[names == "f"] = False  # without a positive row
    groups = group_counts(y, score, names)
    view = groups_view(groups, threshold_view(threshold_counts(y, score)), metric=metric, threshold=0.5, most=2)
    for i, t in enumerate(view.threshold.steps.threshold.tolist()):
        gap = parity(groups, t).of(metric)
        assert (view.lowest[i], view.highest[i]) == (gap.lowest, gap.highest)
        if gap.lowest >= 0:
            assert (view.least[i], view.most[i]) == (gap.values[gap.lowest], gap.values[gap.highest])
        else:
            assert np.isnan([view.least[i], view.most[i]]).all()


@pytest.mark.parametrize("metric", NAMES)
def test_at_every_step_the_group_most_apart_is_that_of_the_table(metric):
    rng = np.random.default_rng(3)
    group = rng.choice(list("abc"), 900)
    truth = rng.random(900) < 0.4
    # Among "c" the scores say little.
    score = np.round(np.where(group == "c", rng.random(900), rng.random(900) * 0.6 + 0.4 * truth), 1)
    counts = group_counts(truth, score, group)
    view = made(truth, score, group, metric=metric)
    seen = set()
    for i, t in enumerate(view.threshold.steps.threshold.tolist()):
        gaps = [(row.group, row.differences[0]) for row in by_group_from_counts(counts, t, names=[metric])]
        known = [one for _group, one in gaps if not math.isnan(one.low_all)]
        differ = [(name, one) for name, one in gaps if one.low_all > 0 or one.high_all < 0]
        found = Apart(*(part[i].item() for part in view.apart))
        np.testing.assert_equal(most_apart(counts, metric, t), found)
        assert found.n == (len(differ) if known else -1)
        seen.add(found.n)
        if differ:
            name, one = differ[0]
            assert counts.names[found.group] == name
            np.testing.assert_allclose(found[1:4], (one.value, one.low_all, one.high_all), rtol=1e-12)
        else:
            assert found.group == -1
            assert np.isnan(found[1:4]).all()
    assert len(seen) > 1


def test_weighted_rows_and_a_single_group_have_no_gap_with_an_interval():
    truth, score, group = rows()
    none = (-1, math.nan, math.nan, math.nan, -1)
    weight = np.linspace(1, 2, truth.size)
    assert (made(truth, score, group, sample_weight=weight).apart.n == -1).all()
    np.testing.assert_equal(most_apart(group_counts(truth, score, group, sample_weight=weight), "recall", 0.5), none)
    np.testing.assert_equal(most_apart(group_counts(truth, score, ["a"] * truth.size), "recall", 0.5), none)
