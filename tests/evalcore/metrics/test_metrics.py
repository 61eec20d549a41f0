"""Metrics of one matrix, of many thresholds, averages over classes, and readings with intervals."""

import math
import warnings
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import metrics as sk
from statsmodels.stats.proportion import confint_proportions_2indep, proportion_confint

from evalcore import metrics
from evalcore.counts import Cells, ConfusionMatrix, ThresholdCounts, confusion_matrix, threshold_counts
from evalcore.errors import InputError
from evalcore.intervals import wilson
from evalcore.metrics import METRICS
from tests.evalcore.golden import LECTURE_SCORE, LECTURE_TRUTH, MELON_SCORE, MELON_TABLE, MELON_TRUTH

A = ConfusionMatrix.binary(tp=30, fp=10, fn=20, tn=40)
B = ConfusionMatrix([[50, 3, 2], [10, 20, 5], [1, 4, 5]])
C = ConfusionMatrix([[1, 999], [0, 1]])
MELON = threshold_counts(MELON_TRUTH, MELON_SCORE)
BINARY = st.builds(ConfusionMatrix.binary, *[st.integers(0, 12) | st.integers(0, 10**9)] * 4)
SQUARE = st.integers(2, 5).flatmap(
    lambda k: st.lists(st.lists(st.integers(0, 30), min_size=k, max_size=k), min_size=k, max_size=k)
)


def rows_of(cm):
    """Return the rows a small matrix was counted from."""
    index = [(i, j) for (i, j), count in np.ndenumerate(cm.table) for _ in range(count)]
    return np.array(index).T


class TestGolden:
    @pytest.mark.parametrize(
        ("name", "column", "digits"),
        [("precision", 5, 4), ("recall", 6, 4), ("f1", 7, 4), ("accuracy", 8, 2), ("fpr", 9, 4), ("youden_j", 10, 4)],
    )
    def test_melon_row_by_row(self, name, column, digits):
        np.testing.assert_array_equal(METRICS[name].function(MELON)[1:].round(digits), MELON_TABLE[:, column])
        single = [METRICS[name].function(MELON.at(t)) for t in MELON_TABLE[:, 0]]
        np.testing.assert_array_equal(np.round(single, digits), MELON_TABLE[:, column])

    def test_lecture(self):
        cm = threshold_counts(LECTURE_TRUTH, LECTURE_SCORE).at(0.5)
        values = [metrics.accuracy(cm), metrics.precision(cm), metrics.recall(cm), metrics.f1(cm)]
        assert values == pytest.approx([0.6] * 4)
        assert metrics.error_rate(cm) == 0.4

    @pytest.mark.parametrize(
        ("name", "value"),
        [
            ("precision", 0.75),
            ("recall", 0.60),
            ("f1", 0.6667),
            ("accuracy", 0.70),
            ("error_rate", 0.30),
            ("balanced_accuracy", 0.70),
            ("matthews", 0.4082),
            ("kappa", 0.40),
            ("specificity", 0.80),
            ("fpr", 0.20),
            ("fnr", 0.40),
            ("npv", 0.6667),
            ("queue_rate", 0.40),
            ("prevalence", 0.50),
            ("majority_baseline", 0.50),
            ("youden_j", 0.40),
        ],
    )
    def test_a(self, name, value):
        assert round(METRICS[name].function(A), 4) == value

    def test_a_with_beta_and_swapped(self):
        assert round(metrics.f_beta(A, 0.5), 4) == 0.7143
        assert round(metrics.f_beta(A, beta=2), 4) == 0.6250
        assert round(metrics.f1(A.swapped()), 4) == 0.7273

    def test_b(self):
        classes = metrics.per_class(B)
        assert classes.precision.round(4).tolist() == [0.8197, 0.7407, 0.4167]
        assert classes.recall.round(4).tolist() == [0.9091, 0.5714, 0.5000]
        assert classes.f1.round(4).tolist() == [0.8621, 0.6452, 0.4545]
        assert classes.to_frame().loc[2, "support"] == 10
        micro, macro = metrics.micro(B), metrics.macro(B)
        assert [micro.precision, micro.recall, micro.f1, metrics.accuracy(B)] == [0.75] * 4
        numbers = [round(x, 4) for x in (macro.precision, macro.recall, macro.f1, macro.mean_f1)]
        assert numbers == [0.6590, 0.6602, 0.6596, 0.6539]
        # printed as .7453 where the example comes from, which cuts .745399 off instead of rounding it
        assert metrics.weighted(B).mean_f1 == pytest.approx(0.745399, abs=5e-7)
        assert metrics.weighted(B).recall == pytest.approx(metrics.accuracy(B))

    def test_c(self):
        macro = metrics.macro(C)
        assert [round(x, 4) for x in (macro.f1, macro.mean_f1, metrics.accuracy(C))] == [0.5005, 0.0020, 0.0020]

    def test_natural_frequencies(self):
        """Prevalence 1%, TPR .9, FPR .1."""
        assert round(metrics.precision(ConfusionMatrix.binary(tp=90, fp=990, fn=10, tn=8910)), 4) == 0.0833


class TestErrata:
    def test_1_and_43_macro_is_not_micro(self):
        assert (round(metrics.macro(B).f1, 4), metrics.micro(B).f1) == (0.6596, 0.75)

    def test_3_f1_counts_true_positives_on_both_sides(self):
        assert metrics.f1(A) == 2 * A.tp / (A.n + A.tp - A.tn) == pytest.approx(2 / 3)
        misprint = 2 * A.tp / (A.n - A.tp - A.tn)
        assert misprint == 2.0

    @given(SQUARE)
    def test_4_micro_averages_are_the_accuracy(self, table):
        cm = ConfusionMatrix(table)
        micro = metrics.micro(cm)
        np.testing.assert_allclose(
            [micro.precision, micro.recall, micro.f1, micro.mean_f1], [metrics.accuracy(cm)] * 4, rtol=1e-12
        )

    def test_44_error_counts_disagreements(self):
        assert metrics.error_rate(confusion_matrix([0, 1, 2], [0, 1, 2])) == 0

    @given(BINARY)
    def test_46_sensitivity_and_specificity(self, cm):
        np.testing.assert_allclose(metrics.specificity(cm), 1 - metrics.fpr(cm), atol=1e-15)
        np.testing.assert_allclose(metrics.recall(cm), 1 - metrics.fnr(cm), atol=1e-15)

    def test_47_the_sample_at_the_threshold_is_positive(self):
        assert metrics.recall(MELON.at(0.60)) == 0.875

    def test_48_cost_sensitive_accuracy(self):
        assert metrics.cost_sensitive_accuracy(A) == 0.70
        assert metrics.cost_sensitive_accuracy(A, pp=2, nn=1, pn=5, np=3) == 100 / (100 + 100 + 30)


class TestRegistry:
    @pytest.mark.parametrize("name", METRICS)
    @given(cm=BINARY)
    def test_range_or_reason(self, name, cm):
        value, reason = METRICS[name].function(cm), metrics.undefined_reason(name, cm)
        assert isinstance(value, float)
        if reason is None:
            assert METRICS[name].lowest - 1e-12 <= value <= METRICS[name].highest + 1e-12
        else:
            assert math.isnan(value)
        assert math.isnan(value) == (reason is not None)

    @pytest.mark.parametrize("name", METRICS)
    @given(cells=st.lists(st.tuples(*[st.integers(0, 20)] * 4), min_size=1, max_size=5))
    def test_many_at_once_are_one_by_one(self, name, cells):
        together = METRICS[name].function(Cells(*map(np.array, zip(*cells, strict=True))))
        single = [METRICS[name].function(ConfusionMatrix.binary(*four)) for four in cells]
        np.testing.assert_allclose(together, single, rtol=1e-13, atol=1e-15)

    @pytest.mark.parametrize("name", [name for name, metric in METRICS.items() if metric.many_classes])
    @given(table=SQUARE)
    def test_many_classes(self, name, table):
        cm = ConfusionMatrix(table)
        value, reason = METRICS[name].function(cm), metrics.undefined_reason(name, cm)
        assert math.isnan(value) == (reason is not None)
        if reason is None:
            assert METRICS[name].lowest - 1e-12 <= value <= METRICS[name].highest + 1e-12

    @pytest.mark.parametrize("name", ["accuracy", "error_rate", "balanced_accuracy", "matthews", "kappa", "youden_j"])
    @given(cm=BINARY)
    def test_both_points_of_view_see_the_same(self, name, cm):
        mine, swapped = METRICS[name].function(cm), METRICS[name].function(cm.swapped())
        np.testing.assert_allclose(mine, swapped, rtol=1e-9, atol=1e-12)

    @pytest.mark.parametrize(
        ("name", "mirror"), [("recall", "specificity"), ("precision", "npv"), ("fpr", "fnr"), ("fnr", "fpr")]
    )
    @given(cm=BINARY)
    def test_swapping_exchanges_pairs(self, name, mirror, cm):
        np.testing.assert_array_equal(METRICS[name].function(cm), METRICS[mirror].function(cm.swapped()))

    def test_doubling_the_true_negatives(self):
        doubled = ConfusionMatrix.binary(A.tp, A.fp, A.fn, 2 * A.tn)
        unchanged = {name for name, one in METRICS.items() if one.function(doubled) == one.function(A)}
        assert unchanged >= {"precision", "recall", "f_beta", "f1", "fnr"}
        of_rows = {"error_rate", "accuracy", "majority_baseline", "queue_rate", "prevalence"}
        of_negatives = {"specificity", "fpr", "npv", "balanced_accuracy", "youden_j", "matthews", "kappa"}
        assert not unchanged & (of_rows | of_negatives)

    @pytest.mark.parametrize(
        ("name", "cells", "sentence"),
        [
            ("accuracy", (0, 0, 0, 0), "There is no row."),
            ("queue_rate", (0, 0, 0, 0), "There is no row."),
            ("precision", (0, 0, 8, 12), "No row is predicted positive."),
            ("npv", (8, 12, 0, 0), "No row is predicted negative."),
            ("recall", (0, 3, 0, 4), "No row is positive."),
            ("fnr", (0, 3, 0, 4), "No row is positive."),
            ("specificity", (3, 0, 4, 0), "No row is negative."),
            ("fpr", (3, 0, 4, 0), "No row is negative."),
            ("youden_j", (3, 0, 4, 0), "No row is negative."),
            ("f1", (0, 0, 0, 5), "No row is positive, and none is predicted positive."),
            ("balanced_accuracy", (3, 0, 4, 0), "At least one class has no row."),
            ("matthews", (3, 0, 4, 0), "All rows are of one class."),
            ("matthews", (3, 4, 0, 0), "All rows are predicted to be of one class."),
            ("kappa", (3, 0, 0, 0), "All rows are of one class and predicted to be of it."),
        ],
    )
    def test_reasons(self, name, cells, sentence):
        cm = ConfusionMatrix.binary(*cells)
        assert math.isnan(METRICS[name].function(cm))
        assert str(metrics.undefined_reason(name, cm)) == sentence

    def test_f_beta_of_zero_is_the_precision(self):
        assert metrics.f_beta(A, 0) == metrics.precision(A)
        reason = metrics.undefined_reason("f_beta", ConfusionMatrix.binary(0, 0, 8, 12), beta=0)
        assert str(reason) == "No row is predicted positive."

    def test_f1_of_mistakes_alone_is_0(self):
        assert metrics.f1(ConfusionMatrix.binary(0, 0, 8, 12)) == 0
        assert metrics.f1(ConfusionMatrix.binary(0, 3, 0, 12)) == 0

    @given(cm=BINARY, beta=st.floats(0.1, 10))
    def test_f_beta_is_a_weighted_harmonic_mean(self, cm, beta):
        p, r = metrics.precision(cm), metrics.recall(cm)
        if p > 0 and r > 0:
            weight = 1 / (1 + beta**2)
            assert metrics.f_beta(cm, beta) == pytest.approx(1 / (weight / p + (1 - weight) / r))
            assert metrics.f_beta(cm, beta) == pytest.approx((1 + beta**2) * p * r / (beta**2 * p + r))

    def test_perfect_and_reversed_are_exact(self):
        for n in (1, 3, 7, 10**9):
            assert metrics.matthews(ConfusionMatrix.binary(n, 0, 0, 3 * n)) == 1
            assert metrics.matthews(ConfusionMatrix.binary(0, n, 3 * n, 0)) == -1
            assert metrics.kappa(ConfusionMatrix.binary(n, 0, 0, 3 * n)) == 1

    def test_counts_beyond_32_bits_do_not_overflow(self):
        big = ConfusionMatrix((A.table * 10**9).tolist())
        for name, metric in METRICS.items():
            assert metric.function(big) == pytest.approx(metric.function(A), rel=1e-12), name


class TestScikitLearn:
    @pytest.mark.parametrize("seed", range(3))
    @pytest.mark.parametrize("weighted", [False, True])
    def test_binary(self, seed, weighted):
        rng = np.random.default_rng(seed)
        truth, predicted = rng.random(200) < 0.3, rng.random(200) < 0.4
        weight = rng.random(200) if weighted else None
        cm = confusion_matrix(truth, predicted, sample_weight=weight)
        for mine, theirs in (
            (metrics.accuracy(cm), sk.accuracy_score),
            (metrics.precision(cm), sk.precision_score),
            (metrics.recall(cm), sk.recall_score),
            (metrics.f1(cm), sk.f1_score),
            (metrics.matthews(cm), sk.matthews_corrcoef),
            (metrics.kappa(cm), sk.cohen_kappa_score),
            (metrics.balanced_accuracy(cm), sk.balanced_accuracy_score),
        ):
            assert mine == pytest.approx(theirs(truth, predicted, sample_weight=weight), rel=1e-12)
        for beta in (0.5, 2):
            theirs = sk.fbeta_score(truth, predicted, beta=beta, sample_weight=weight)
            assert metrics.f_beta(cm, beta) == pytest.approx(theirs, rel=1e-12)

    @given(SQUARE)
    def test_many_classes(self, table):
        cm = ConfusionMatrix(table)
        if np.count_nonzero(cm.table.sum(0)) < 2 or np.count_nonzero(cm.table.sum(1)) < 2:
            return
        truth, predicted = rows_of(cm)
        assert metrics.matthews(cm) == pytest.approx(sk.matthews_corrcoef(truth, predicted), abs=1e-12)
        assert metrics.kappa(cm) == pytest.approx(sk.cohen_kappa_score(truth, predicted), abs=1e-12)
        for mine, average in (
            (metrics.macro(cm, zero_division=0.0), "macro"),
            (metrics.weighted(cm, zero_division=0.0), "weighted"),
        ):
            theirs = sk.precision_recall_fscore_support(
                truth, predicted, labels=range(len(table)), average=average, zero_division=0.0
            )
            f1 = mine.mean_f1
            if mine.undefined and average == "macro":
                f1 = theirs[2]  # a class neither present nor predicted has no F1 here, and F1 = 0 there
            assert (mine.precision, mine.recall, f1) == pytest.approx(theirs[:3])


class TestAverages:
    @given(SQUARE)
    def test_f1_of_means_is_never_below_the_mean_of_f1(self, table):
        for average in (metrics.macro, metrics.weighted):
            result = average(ConfusionMatrix(table))
            assert not result.f1 < result.mean_f1 - 1e-12
            assert math.isnan(result.precision + result.recall) == bool(result.undefined)

    def test_a_class_never_predicted_is_named_and_not_counted_as_0(self):
        cm = confusion_matrix(["a", "b", "b"], ["a", "a", "a"], classes=["a", "b", "c"])
        macro = metrics.macro(cm)
        assert math.isnan(macro.precision)
        assert math.isnan(macro.f1)
        assert [str(reason) for reason in macro.undefined] == [
            "Class 'b' is never predicted, so it has no precision.",
            "Class 'c' is never predicted, so it has no precision.",
            "Class 'c' has no row, so it has no recall.",
        ]
        chosen = metrics.macro(cm, zero_division=0.0)
        assert (chosen.precision, chosen.recall) == pytest.approx((1 / 9, 1 / 3))
        assert len(chosen.undefined) == 3
        assert len(metrics.weighted(cm).undefined) == 1

    def test_all_wrong_is_0(self):
        macro = metrics.macro(ConfusionMatrix([[0, 2], [3, 0]]))
        assert (macro.precision, macro.recall, macro.f1, macro.mean_f1) == (0, 0, 0, 0)

    @pytest.mark.parametrize("average", [metrics.macro, metrics.micro, metrics.weighted])
    def test_no_row(self, average):
        result = average(ConfusionMatrix([[0, 0], [0, 0]]))
        assert math.isnan(result.f1)
        assert [str(reason) for reason in result.undefined] == ["There is no row."]


class TestThresholds:
    @pytest.mark.parametrize(
        ("name", "thresholds", "value"),
        [("accuracy", [0.88], 0.80), ("f1", [0.60], 0.7368), ("youden_j", [0.60], 0.5417), ("recall", None, 1)],
    )
    def test_best_on_melon(self, name, thresholds, value):
        best = metrics.best_index(MELON, name)
        assert best.threshold.tolist() == (thresholds or [0.42, 0.36, 0.30, 0.24, 0.17, 0.10, 0.04])
        assert round(best.value, 4) == value
        assert MELON.threshold[best.index].tolist() == best.threshold.tolist()

    def test_predicting_nothing_can_be_best(self):
        best = metrics.best_index(ThresholdCounts.from_grouped([0.9, 0.1], [0, 1], [5, 5]), "accuracy")
        assert best.threshold.tolist() == [np.inf]

    @given(st.lists(st.tuples(st.integers(1, 4), st.integers(1, 4)), min_size=1, max_size=8))
    def test_ties_are_found_by_exact_fractions(self, groups):
        n_pos, n_neg = zip(*groups, strict=True)
        counts = ThresholdCounts.from_grouped(range(len(groups)), n_pos, n_neg)
        j = [int(t) * counts.n_neg - int(f) * counts.n_pos for t, f in zip(counts.tp, counts.fp, strict=True)]
        assert metrics.best_index(counts, "youden_j").index.tolist() == [i for i, v in enumerate(j) if v == max(j)]

    def test_no_best_where_there_is_no_value(self):
        best = metrics.best_index(threshold_counts([True, True], [0.2, 0.4]), "specificity")
        assert math.isnan(best.value)
        assert len(best.index) == len(best.threshold) == 0
        assert str(best.reason) == "The metric has no value at any threshold."

    @given(
        st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=1, max_size=8),
        st.sampled_from([("precision", "recall"), ("recall", "precision"), ("recall", "specificity")]),
        st.integers(0, 12),
    )
    def test_best_while_another_is_held(self, groups, names, twelfths):
        """Every threshold one by one, in whole numbers."""
        n_pos, n_neg = zip(*groups, strict=True)
        counts = ThresholdCounts.from_grouped(range(len(groups)), n_pos, n_neg)
        shares = {
            "precision": lambda tp, fp: (tp, tp + fp),
            "recall": lambda tp, _fp: (tp, counts.n_pos),
            "specificity": lambda _tp, fp: (counts.n_neg - fp, counts.n_neg),
        }
        other, held = (shares[name] for name in names)
        reached = {}
        for k, (tp, fp) in enumerate(zip(map(int, counts.tp), map(int, counts.fp), strict=True)):
            (hits, of), (made, out_of) = held(tp, fp), other(tp, fp)
            if of and out_of and 12 * hits >= twelfths * of:
                reached[k] = Fraction(made, int(out_of))
        found = metrics.best_index_where(counts, names[0], held=names[1], at_least=twelfths / 12)
        assert found.index.tolist() == [k for k, value in reached.items() if value == max(reached.values())]
        assert (found.reason is None) == bool(reached)
        if reached:
            assert found.value == float(max(reached.values()))

    def test_held_nowhere(self):
        found = metrics.best_index_where(
            threshold_counts([False, True], [0.9, 0.1]), "recall", held="precision", at_least=0.6
        )
        assert str(found.reason) == "It is nowhere so large: at most 0.5."
        none = metrics.best_index_where(
            threshold_counts([True, True], [0.2, 0.4]), "recall", held="specificity", at_least=0
        )
        assert str(none.reason) == "The metric has no value at any threshold."

    def test_threshold_metrics(self):
        values = metrics.threshold_metrics(MELON, ["precision", "queue_rate", "f_beta"], index=[0, 10], beta=2)
        assert np.isnan(values["precision"][0])
        assert values["queue_rate"].tolist() == [0, 0.55]
        assert values["f_beta"][1] == metrics.f_beta(MELON.at(0.6), 2)
        assert len(metrics.threshold_metrics(MELON, ["accuracy"])["accuracy"]) == 20


def exactly(tp, fp, fn, tn):
    """Return MCC and kappa from whole numbers, rounded at the end."""
    tp, fp, fn, tn = map(int, (tp, fp, fn, tn))
    n, pos, neg, called = tp + fp + fn + tn, tp + fn, fp + tn, tp + fp
    agree = Fraction(tp * tn - fp * fn)
    root = math.isqrt(called * pos * neg * (n - called) << 200) / 2**100
    return float(agree / Fraction(root)), float(2 * agree / (pos * (n - called) + neg * called))


@pytest.mark.parametrize(
    "cells",
    [
        (10**9 + 1, 10**9, 10**9, 10**9 - 1),
        (3 * 10**8 + 1, 3 * 10**8, 3 * 10**8, 3 * 10**8 + 1),
        (94_906_267, 94_906_265, 94_906_266, 94_906_264),
        (2**60, 2**59 + 1, 2**60 - 1, 2**59),
        (7, 4, 1, 8),
    ],
)
def test_products_of_large_counts_are_exact(cells):
    """The two products agree in up to 17 digits; what is left of their difference must not be rounding."""
    cm = ConfusionMatrix.binary(*cells)
    assert (metrics.matthews(cm), metrics.kappa(cm)) == pytest.approx(exactly(*cells), rel=1e-14, abs=0)
    if sum(cells) < 2**31:
        many = Cells(*(np.array([count, 5]) for count in cells))
        assert metrics.matthews(many)[0] == pytest.approx(exactly(*cells)[0], rel=1e-14, abs=0)
        assert metrics.kappa(many)[0] == pytest.approx(exactly(*cells)[1], rel=1e-14, abs=0)


def fbeta_of(tp, fp, fn, beta):
    """Return F-beta as the weighted harmonic mean of precision and recall."""
    p, r = tp / (tp + fp), tp / (tp + fn)
    return (1 + beta**2) * p * r / (beta**2 * p + r)


class TestReadings:
    def test_proportions_have_counts_and_wilson(self):
        by_name = {reading.name: reading for reading in metrics.readings(MELON.at(0.6))}
        assert list(by_name) == [name for name, metric in METRICS.items() if metric.listed]
        precision = by_name["precision"]
        assert (precision.successes, precision.trials, precision.method) == (7, 11, "wilson")
        assert (precision.low, precision.high) == wilson(7, 11)
        assert (by_name["majority_baseline"].successes, by_name["majority_baseline"].trials) == (12, 20)
        assert (by_name["error_rate"].successes, by_name["npv"].trials) == (5, 9)
        # Four false alarms and one miss: too few for the metrics that are resampled.
        noted = [name for name, reading in by_name.items() if reading.warnings]
        assert noted == [name for name, reading in by_name.items() if reading.method == "bootstrap"]
        assert noted == ["matthews", "kappa"]
        assert all(reading.low < reading.value < reading.high for reading in by_name.values())

    @pytest.mark.parametrize("beta", [0.5, 2])
    def test_bootstrap_draws_rows_whose_class_counts_vary(self, beta):
        by_name = {reading.name: reading for reading in metrics.readings(A, beta=beta)}
        tp, fp, fn, tn = np.random.default_rng(1).multinomial(100, [0.3, 0.1, 0.2, 0.4], size=200_000).T
        f_beta = fbeta_of(tp, fp, fn, beta)
        spread = np.sqrt((tp + fp) * (tp + fn) * (tn + fp) * (tn + fn))
        for name, values in (("f_beta", f_beta), ("matthews", (tp * tn - fp * fn) / spread)):
            assert (by_name[name].low, by_name[name].high) == pytest.approx(
                np.quantile(values, [0.025, 0.975]), abs=0.015
            )
            assert by_name[name].method == "bootstrap"
            assert by_name[name].successes is None

    @pytest.mark.parametrize("cells", [(30, 10, 20, 40), (0, 3, 2, 4), (8, 0, 0, 12)])
    def test_f1_is_wilsons_interval_of_a_share_carried_over(self, cells):
        cm = ConfusionMatrix.binary(*cells)
        reading = {r.name: r for r in metrics.readings(cm)}["f_beta"]
        low, high = proportion_confint(cm.tp, cm.tp + cm.fp + cm.fn, method="wilson")
        assert (reading.low, reading.high) == pytest.approx((2 * low / (1 + low), 2 * high / (1 + high)), abs=1e-12)
        assert (reading.method, reading.reason) == ("wilson of f1", None)

    @pytest.mark.parametrize("cells", [(56, 48, 14, 32), (10, 0, 0, 10), (9, 3, 1, 7)])
    def test_both_rates_are_newcombes_method_10(self, cells):
        """Youden's J is the difference of two independent shares, TPR and FPR."""
        cm = ConfusionMatrix.binary(*cells)
        by_name = {r.name: r for r in metrics.readings(cm)}
        low, high = confint_proportions_2indep(
            cm.tp, cm.tp + cm.fn, cm.fp, cm.fp + cm.tn, compare="diff", method="newcomb"
        )
        assert (by_name["youden_j"].low, by_name["youden_j"].high) == pytest.approx((low, high), abs=1e-12)
        balanced = by_name["balanced_accuracy"]
        assert (balanced.low, balanced.high) == pytest.approx(((1 + low) / 2, (1 + high) / 2), abs=1e-12)
        assert balanced.method == "wilson of both"

    def test_newcombes_printed_example(self):
        """56 of 70 against 48 of 80: .2000 [.0524, .3339] (Newcombe 1998, table II, contrast a, method 10)."""
        by_name = {r.name: r for r in metrics.readings(ConfusionMatrix.binary(tp=56, fn=14, fp=48, tn=32))}
        found = by_name["youden_j"]
        assert (found.value, found.low, found.high) == pytest.approx((0.2, 0.0524, 0.3339), abs=5e-5)

    @pytest.mark.parametrize(("n_pos", "n"), [(10, 20), (12, 20), (1, 40), (3, 3)])
    def test_the_larger_class_is_never_less_than_half(self, n_pos, n):
        reading = metrics.readings(ConfusionMatrix.binary(n_pos, n - n_pos, 0, 0), names=["majority_baseline"])[0]
        low, high = proportion_confint(max(n_pos, n - n_pos), n, method="wilson")
        assert (reading.low, reading.high) == pytest.approx((max(low, 0.5), high), abs=1e-12)
        three = metrics.readings(ConfusionMatrix(np.diag([4, 3, 3])), names=["majority_baseline"])[0]
        assert three.low == pytest.approx(1 / 3)

    def test_the_seed_is_fixed_and_can_be_chosen(self):
        again = metrics.readings(A), metrics.readings(A)
        assert again[0] == again[1]
        assert metrics.readings(A, rng=np.random.default_rng(5)) != again[0]

    def test_confidence_level_and_beta(self):
        wide, narrow = (metrics.readings(A, beta=2, confidence_level=level) for level in (0.99, 0.5))
        for outer, inner in zip(wide, narrow, strict=True):
            # Both classes of A are equally large: no share of the larger one is smaller.
            ends = (outer.low < inner.low) if outer.name != "majority_baseline" else (outer.low == inner.low == 0.5)
            assert ends
            assert inner.low < inner.high < outer.high
        assert {reading.name: reading.value for reading in wide}["f_beta"] == 0.625

    def test_more_classes_and_unnamed_classes(self):
        names = [name for name, metric in METRICS.items() if metric.many_classes]
        unnamed = confusion_matrix(["a", "b"] * 9, ["a", "a", "b"] * 6)
        for cm in (B, unnamed):
            readings = metrics.readings(cm)
            assert [reading.name for reading in readings] == names
            larger = {r.name: r for r in readings}["majority_baseline"]
            assert larger.low == max(1 / len(cm.classes), wilson(larger.successes, larger.trials).low)
            assert all(reading.low < reading.value < reading.high for reading in readings if reading is not larger)

    @pytest.mark.parametrize(
        ("cells", "name", "sentence"),
        [
            ((0, 0, 8, 12), "precision", "No row is predicted positive."),
            ((0, 0, 8, 12), "matthews", "All rows are predicted to be of one class."),
            (
                (8, 0, 0, 12),
                "matthews",
                "Every resample gave the same value: these rows cannot show how far it may be off, which is no "
                "certainty.",
            ),
            (
                (4, 0, 4, 12),
                "kappa",
                "All rows of one true class got the same prediction; resampling shows no other, so the interval is too "
                "narrow.",
            ),
            (
                (6, 4, 6, 12),
                "matthews",
                "A cell of the matrix has fewer than five rows; resampling shows too little of what it might have "
                "held, so the interval is too narrow.",
            ),
            *(
                (
                    (3, 4, 1, 12),
                    name,
                    "A share of fewer than five rows; where the true one is near 0 or 1, the interval holds it less "
                    "often than its level says.",
                )
                for name in ("recall", "fnr", "youden_j")
            ),
            ((0.5, 1, 1, 1), "accuracy", "The rows are weighted, so there is no count of rows to base an interval on."),
            ((0.5, 1, 1, 1), "kappa", "The rows are weighted, so there is no count of rows to base an interval on."),
            ((0, 0, 0, 0), "kappa", "There is no row."),
        ],
    )
    def test_reasons(self, cells, name, sentence):
        reading = {r.name: r for r in metrics.readings(ConfusionMatrix.binary(*cells))}[name]
        assert [str(word) for word in (reading.reason, *reading.warnings) if word is not None] == [sentence]
        assert math.isnan(reading.low) == (not reading.method) == (reading.reason is not None)

    @pytest.mark.parametrize(
        ("cells", "noted"),
        [
            (
                (20, 0, 1, 30),
                {"recall", "npv", "accuracy", "error_rate", "fnr", "f_beta", "youden_j", "balanced_accuracy"},
            ),
            ((7, 4, 1, 8), set()),
            ((1, 4, 5, 40), {"f_beta"}),
            ((18, 2, 2, 18), set()),
        ],
    )
    def test_shares_of_many_rows_that_agree_but_for_one_are_noted(self, cells, noted):
        """Of a true share of 1 - 0.17 / n Wilson's interval holds .84, and one row that differs is what misses it."""
        by_name = {r.name: r for r in metrics.readings(ConfusionMatrix.binary(*cells)) if r.method.startswith("wilson")}
        sentence = (
            "All rows but one agree; where the true share is even nearer to 0 or 1, the interval holds it less often "
            "than its level says."
        )
        assert {name for name, reading in by_name.items() if reading.warnings} == noted
        assert {str(word) for name in noted for word in by_name[name].warnings} <= {sentence}

    def test_resamples_without_a_value_are_counted(self):
        reading = {r.name: r for r in metrics.readings(ConfusionMatrix.binary(1, 1, 5, 5))}["matthews"]
        assert "bootstrap samples gave no value and were left out." in str(reading.warnings[0])
        assert reading.low < reading.high

    @given(BINARY)
    def test_no_reading_without_interval_or_reason(self, cm):
        with warnings.catch_warnings(action="error"):
            for reading in metrics.readings(cm):
                assert reading.low < reading.high or reading.reason is not None
                assert math.isnan(reading.low) or reading.low - 1e-12 <= reading.value <= reading.high + 1e-12
                assert not math.isnan(reading.value) or reading.reason is not None


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (
            lambda: metrics.f_beta(A, -1),
            "beta must be a number >= 0; got -1. Choose 1 to weigh both alike.",
        ),
        (
            lambda: metrics.cost_sensitive_accuracy(A, pn=math.nan),
            "Weight pn must be a number >= 0; got nan. Use 0 for a cell that does not matter.",
        ),
        (
            lambda: metrics.evaluate("roc", A),
            f"The metric must be one of {', '.join(METRICS)}; got 'roc'. Choose one of them.",
        ),
    ],
)
def test_bad_input_gets_one_sentence(call, sentence):
    with pytest.raises(InputError) as caught:
        call()
    assert str(caught.value) == sentence


@pytest.mark.parametrize("beta", [0.1, 1.0, 2.0, 10.0])
def test_the_parts_of_f_beta_make_it(beta):
    parts = metrics.f_beta_parts(A, beta)
    mean = 1 / (parts.weight_of_precision / parts.precision + parts.weight_of_recall / parts.recall)
    assert parts.value == pytest.approx(mean)
    assert parts.weight_of_precision + parts.weight_of_recall == pytest.approx(1)
    assert parts.beta_squared == beta**2


def test_f_beta_may_have_a_value_where_a_part_has_none():
    parts = metrics.f_beta_parts(ConfusionMatrix.binary(tp=0, fp=0, fn=3, tn=1), 2.0)
    assert np.isnan(parts.precision)
    assert (parts.recall, parts.value) == (0, 0)
