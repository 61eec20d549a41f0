"""Chosen on some rows and reported on others; on other folds each time; one rate where the other is held."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from evalcore import curves, metrics
from evalcore.costs import CostMatrix, Criterion, threshold_cost_interval
from evalcore.counts import ThresholdCounts, confusion_matrix, threshold_counts
from evalcore.decisions import Wish, carried, fulfil, nested_choice, sensitivity_at, specificity_at
from evalcore.decisions.carried import CHOSEN, SAME_ROWS
from evalcore.errors import InputError
from evalcore.intervals import independent_difference
from tests.evalcore.cases import clustered


def drawn(n, d, rng, p=0.3):
    y = rng.random(n) < p
    return y, rng.normal(size=n) + d * y


def both(seed=0, n=300, **options):
    rng = np.random.default_rng(seed)
    return tuple(threshold_counts(*drawn(n, 1.5, rng), **options) for _ in range(2))


class TestCarried:
    def test_both_sides_and_the_difference_with_its_interval(self):
        here, there = both()
        wish = Wish("precision", at_least={"recall": 0.9})
        found = carried(here, there, wish)
        assert found.threshold == fulfil(here, wish).threshold == found.chosen.threshold
        names = [one.name for one in found.differences]
        assert names == [one.name for one in found.here] == [one.name for one in found.there]
        assert {"precision", "recall"} <= set(names)
        for a, b, apart in zip(found.here, found.there, found.differences, strict=True):
            expected = independent_difference(b, a)
            assert (apart.value, apart.low, apart.high) == (expected.value, expected.low, expected.high)
            assert a.value == metrics.evaluate(a.name, here.at(found.threshold))
        assert found.here[2].value >= 0.9 or found.here[2].name != "recall"
        assert found.warnings == (CHOSEN,)

    def test_what_is_not_kept_there_is_told(self):
        here, there = both(seed=2)
        kept = carried(here, there, Wish("recall", at_least={"precision": 0.0}))
        assert kept.misses == ()
        found = carried(
            here, threshold_counts([1] * 9, np.zeros(9) - 9), Wish("f1", at_least={"precision": 0.5, "recall": 0.6})
        )
        assert [one.name for one in found.misses] == ["precision", "recall"]
        assert str(found.misses[0].message) == "precision has no value"

    def test_a_threshold_was_not_chosen(self):
        found = carried(*both(), 0.5, names=["f1"])
        assert (found.threshold, found.chosen, found.warnings, found.misses) == (0.5, None, (), ())
        assert [one.name for one in found.differences] == ["f_beta"]

    def test_costs_have_both_numbers_too(self):
        here, there = both()
        found = carried(here, there, Wish("cost", costs=CostMatrix(5, 1)), names=["recall"])
        a, b = (threshold_cost_interval(of, found.threshold, cost_fn=5, cost_fp=1) for of in (here, there))
        assert (found.cost_here.low, found.cost_there.high) == (a.low, b.high)
        assert found.differences[-1].name == "cost"
        assert found.differences[-1].low == independent_difference(b, a).low
        assert found.to_frame()["name"].tolist() == ["recall", "cost"]

    def test_costs_that_nobody_wished_are_read_where_they_are_asked_for(self):
        here, there = both()
        of_costs = Criterion(costs=CostMatrix(5, 1), prevalence=0.1)
        for wish in (0.5, Wish("f1"), Wish("cost", costs=CostMatrix(2, 1))):
            found = carried(here, there, wish, names=["recall"], criterion=of_costs)
            costs = {"cost_fn": 5, "cost_fp": 1, "prevalence": 0.1}
            a, b = (threshold_cost_interval(of, found.threshold, **costs) for of in (here, there))
            assert (found.cost_here.value, found.cost_there.low) == (a.value, b.low)
            assert found.differences[-1].low == independent_difference(b, a).low
        assert carried(here, there, 0.5, criterion=Criterion("f1")).cost_here is None

    def test_the_same_rows_on_both_sides_have_no_interval(self):
        here, _ = both()
        again = threshold_counts(*drawn(300, 1.5, np.random.default_rng(0)))
        for other in (here, again):
            found = carried(here, other, 0.5)
            assert all(math.isnan(one.low) and one.reason == SAME_ROWS and one.value == 0 for one in found.differences)
            assert found.warnings == (SAME_ROWS,)
        said = carried(*both(), 0.5, independent=False)
        assert all(one.reason == SAME_ROWS for one in said.differences)
        assert "serve both sides" in said.to_frame()["note"][0]

    def test_what_no_threshold_does_is_not_reported(self):
        found = carried(*both(), Wish("f1", at_least={"recall": 2}))
        assert math.isnan(found.threshold)
        assert len(found.here) == len(found.differences) == 0
        assert found.reason is found.chosen.reason

    def test_weights_leave_values_and_cases_make_intervals_by_case(self):
        found = carried(*both(sample_weight=np.full(300, 0.5)), 0.5)
        assert all(math.isnan(one.low) and "weighted" in str(one.reason) for one in found.differences)
        truth, score, _, case = clustered(cases=60)
        first = case < 30
        sides = [threshold_counts(truth[of], score[of], case=case[of]) for of in (first, ~first)]
        found = carried(*sides, 0.3, names=["recall"])
        assert [one.method for one in (*found.here, *found.there)] == ["by case"] * 2
        assert not math.isnan(found.differences[0].low)


class TestNested:
    def test_each_fold_is_decided_by_the_others(self):
        truth, score = drawn(400, 1.5, np.random.default_rng(0))
        fold, wish = np.arange(400) % 12, Wish("precision", at_least={"recall": 0.8})
        found = nested_choice(truth, score, fold, wish)
        assert found.folds == tuple(map(str, range(12)))
        called = np.zeros(400, dtype=bool)
        for place in range(12):
            mine = fold == place
            t = fulfil(threshold_counts(truth[~mine], score[~mine]), wish).threshold
            assert found.threshold[place] == t
            called[mine] = score[mine] >= t
            own = confusion_matrix(truth[mine], called[mine], classes=(True, False))
            assert found.matrices[place].table.tolist() == own.table.tolist()
            np.testing.assert_equal(found.values["recall"][place], metrics.recall(own))
        whole = confusion_matrix(truth, called, classes=(True, False))
        assert found.confusion.table.tolist() == whole.table.tolist()
        assert found.spread("recall") == pytest.approx(np.std(found.values["recall"], ddof=1))
        assert found.reason is None
        assert len(found.to_frame()) == 12
        assert "no standard error" in str(found.warnings[0])

    def test_by_case_and_with_weights(self):
        truth, score, _, case = clustered(cases=60)
        found = nested_choice(truth, score, case % 5, Wish("f1"), case=case, names=["recall"])
        assert found.readings[0].method == "by case"
        weighted = nested_choice(truth, score, case % 5, Wish("f1"), sample_weight=np.full(len(truth), 2.0))
        plain = nested_choice(truth, score, case % 5, Wish("f1"))
        assert weighted.threshold.tolist() == plain.threshold.tolist()
        assert "weighted" in str(weighted.readings[0].reason)

    def test_folds_without_a_threshold_are_left_out_and_counted(self):
        truth, score = np.array([1, 1, 0, 0, 0, 0]), np.array([3, 2, 1, 0, 1, 0])
        found = nested_choice(truth, score, list("aabbcc"), Wish("recall"))
        assert math.isnan(found.threshold[0])
        assert str(found.warnings[1]) == "Folds left out, since no threshold of the others does what is wished: 1."
        assert (found.confusion.n, found.reason) == (4, None)
        none = nested_choice(truth, score, list("aabbcc"), Wish("f1", at_least={"recall": 2}))
        assert str(none.reason) == "In no fold does a threshold of the others do what is wished."
        assert math.isnan(none.spread("recall"))
        with pytest.raises(InputError, match="fold must have at least two different values; got 1"):
            nested_choice([1, 0], [1, 2], ["a", "a"], Wish("f1"))

    def test_chosen_on_other_folds_it_looks_no_better_than_it_is(self):
        """F1 of 60 rows: chosen here it looks far better than on new rows, chosen on other folds it does not."""
        rng, found = np.random.default_rng(0), []
        for _ in range(60):
            truth, score = drawn(60, 1.0, rng)
            here = fulfil(threshold_counts(truth, score), Wish("f1"))
            nested = nested_choice(truth, score, np.arange(60) % 6, Wish("f1"), names=["f1"])
            tpr, fpr = stats.norm.sf(here.threshold - 1), stats.norm.sf(here.threshold)
            found.append((here.value, nested.readings[0].value, 0.6 * tpr / (0.3 * tpr + 0.7 * fpr + 0.3)))
        here, nested, true = np.nanmean(found, axis=0)
        assert here - true > 0.04
        assert abs(nested - true) < here - true


class TestFixedRate:
    @given(st.lists(st.tuples(st.booleans(), st.integers(-3, 3)), min_size=2), st.floats(0, 1))
    def test_the_rate_lies_on_the_roc_curve(self, rows, held):
        truth, score = map(np.array, zip(*rows, strict=True))
        if truth.all() or not truth.any():
            return
        counts = threshold_counts(truth, score)
        roc, found = curves.roc_curve(counts), sensitivity_at(counts, held)
        upper = [(f, max(roc.tpr[roc.fpr == f])) for f in np.unique(roc.fpr)]
        if abs((1 - held) * counts.n_neg - round((1 - held) * counts.n_neg)) > 1e-6:
            starts = [(f, min(roc.tpr[roc.fpr == f])) for f in np.unique(roc.fpr)]
            i = np.searchsorted([f for f, _ in upper], 1 - held)
            (f0, t0), (f1, t1) = upper[i - 1], starts[i]
            assert found.value == pytest.approx(t0 + (t1 - t0) * (1 - held - f0) / (f1 - f0))
        assert found.low <= found.value <= found.high
        if not math.isnan(found.threshold):
            assert metrics.specificity(counts.at(found.threshold)) >= held

    def test_the_bootstrap_is_the_band_of_the_curve(self):
        counts = both()[0]
        found = sensitivity_at(counts, 0.8, rng=np.random.default_rng(1), n_replicates=500)
        band = curves.roc_band(counts, grid=[0.2], rng=np.random.default_rng(1), n_replicates=500)
        assert found.value == band.tpr[0]
        assert (found.bootstrap_low, found.bootstrap_high) == pytest.approx((band.low[0], band.high[0]), abs=0.03)
        assert math.isnan(sensitivity_at(counts, 0.8).bootstrap_low)

    def test_the_reverse_exchanges_the_classes(self):
        truth, score = drawn(200, 1.5, np.random.default_rng(0))
        found = specificity_at(threshold_counts(truth, score), 0.9)
        other = sensitivity_at(threshold_counts(~truth, -score), 0.9)
        assert (found.value, found.low, found.high) == (other.value, other.low, other.high)
        assert found.name == "specificity"
        t = fulfil(threshold_counts(truth, score), Wish("specificity", at_least={"recall": 0.9})).threshold
        assert found.threshold == t

    @pytest.mark.parametrize(
        ("counts", "reason"),
        [
            (threshold_counts([1, 1], [1, 2]), "No row is negative."),
            (threshold_counts([1, 0], [1, 2], sample_weight=[0.5, 1]), "The rows are weighted"),
            (threshold_counts([1, 0, 1, 0], [1, 2, 3, 4], case=list("aabb")), "Rows of one case are not independent"),
        ],
    )
    def test_without_rows_of_their_own_there_is_a_reason(self, counts, reason):
        for found in (sensitivity_at(counts, 0.9), specificity_at(counts, 0.9)):
            assert math.isnan(found.low)
            assert reason in str(found.reason)
            assert math.isnan(found.value) == reason.startswith("No row")

    @given(st.lists(st.tuples(st.booleans(), st.integers(-3, 3)), min_size=2), st.sampled_from([0, 0.2, 0.5, 0.9, 1]))
    def test_weights_leave_the_value(self, rows, held):
        truth, score = map(np.array, zip(*rows, strict=True))
        if truth.all() or not truth.any():
            return
        tables = (threshold_counts(truth, score, sample_weight=of) for of in (None, np.ones(len(truth))))
        plain, weighted = (sensitivity_at(of, held) for of in tables)
        assert (weighted.value, weighted.threshold) == (
            pytest.approx(plain.value),
            pytest.approx(plain.threshold, nan_ok=True),
        )

    def test_few_rows_beyond_it_are_said(self):
        counts = ThresholdCounts.from_grouped([2, 1], [20, 10], [5, 25])
        assert "Fewer than five rows" in str(sensitivity_at(counts, 0.95).warnings[0])
        assert sensitivity_at(counts, 0.5).warnings == ()
        with pytest.raises(InputError, match="specificity must be a number from 0 to 1"):
            sensitivity_at(counts, 2)
