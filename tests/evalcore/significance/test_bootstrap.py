"""The paired bootstrap of any metric."""

import math

import numpy as np
import pytest
from scipy import stats

from evalcore import metrics
from evalcore.counts import ConfusionMatrix
from evalcore.errors import InputError
from evalcore.significance import TestResult, delong_test, mcnemar, paired_bootstrap


def rows(n=300, seed=0, agree=0.8):
    """Return truth and predictions of two models, the first right more often."""
    rng = np.random.default_rng(seed)
    y = rng.random(n) < 0.4
    a = np.where(rng.random(n) < 0.85, y, ~y)
    b = np.where(rng.random(n) < agree, a, rng.random(n) < 0.5)
    return y, a, b


def drawn(*columns, metric=metrics.f1, seed=1, **options):
    return paired_bootstrap(metric, *columns, rng=np.random.default_rng(seed), **options)


@pytest.mark.parametrize("metric", [metrics.f1, metrics.matthews, metrics.error_rate, metrics.balanced_accuracy])
def test_the_values_are_those_of_the_metric(metric):
    y, a, b = rows()
    found = drawn(y, a, b, metric=metric)
    cells = [metrics_of(y, x) for x in (a, b)]
    assert (found.value_a, found.value_b) == pytest.approx([metric(cm) for cm in cells])
    assert found.difference == found.effect == found.statistic == found.value_a - found.value_b
    assert found.low < found.difference < found.high


def metrics_of(y, predicted):

    pairs = [(y & predicted), (~y & predicted), (y & ~predicted), (~y & ~predicted)]
    return ConfusionMatrix.binary(*(int(cell.sum()) for cell in pairs))


def test_drawing_cells_is_drawing_rows():
    """The same distribution two ways: 4,000 resamples each, their shapes compared."""
    y, a, b = rows(n=80)
    cells = drawn(y, a, b, metric=metrics.matthews, n_replicates=4_000)
    slow = drawn(y, a, b, metric=lambda *pair: np.corrcoef(*pair)[0, 1], takes="rows", n_replicates=4_000)
    assert slow.value_a == pytest.approx(cells.value_a)
    assert stats.ks_2samp(cells.replicates, slow.replicates).pvalue > 0.01
    assert cells.standard_error == pytest.approx(slow.standard_error, rel=0.05)


def test_class_counts_vary_from_resample_to_resample():
    """Rows are drawn, not classes apart: the share of positive rows has its binomial spread."""
    y, a, b = rows(n=200)
    seen = []

    def positives(cells):
        seen.append(np.asarray(cells.tp + cells.fn))
        return metrics.accuracy(cells)

    drawn(y, a, b, metric=positives)
    counts = np.concatenate([np.ravel(count) for count in seen[2::2]])
    assert counts.std() == pytest.approx(math.sqrt(200 * y.mean() * (1 - y.mean())), rel=0.05)


def test_the_error_rate_agrees_with_mcnemar():
    y, a, b = rows(n=500, agree=0.9)
    found = drawn(y, a, b, metric=metrics.error_rate, n_replicates=20_000)
    e01, e10 = (int(np.count_nonzero((one != y) & (other == y))) for one, other in ((a, b), (b, a)))
    exact = mcnemar(e01, e10, n=500)
    assert (found.low, found.high) == pytest.approx((exact.difference_low, exact.difference_high), abs=0.004)
    assert found.pvalue == pytest.approx(mcnemar(e01, e10, method="mid-p").pvalue, abs=0.02)
    spread = math.sqrt((e01 + e10) / 500**2 - (e01 - e10) ** 2 / 500**3)
    assert found.standard_error == pytest.approx(spread, rel=0.03)


def test_scores_with_a_metric_of_rows_agree_with_delong():
    rng = np.random.default_rng(3)
    y = np.arange(200) < 80
    a, b = rng.normal(size=200) + y, rng.normal(size=200) + 0.3 * y

    def area(truth, score):
        ranks = stats.rankdata(score)
        n_pos = truth.sum()
        return (ranks[truth].sum() - n_pos * (n_pos + 1) / 2) / (n_pos * (len(truth) - n_pos))

    found, exact = drawn(y, a, b, metric=area, takes="rows", n_replicates=1_000), delong_test(y, a, b)
    assert found.difference == pytest.approx(exact.difference)
    assert (found.low, found.high) == pytest.approx((exact.low, exact.high), abs=0.02)


def test_exchanging_the_models_turns_the_sign():
    y, a, b = rows()
    one, other = drawn(y, a, b), drawn(y, b, a)
    assert one.difference == -other.difference
    assert (one.low, one.high) == pytest.approx((-other.high, -other.low), abs=0.02)
    assert one.pvalue == pytest.approx(other.pvalue, abs=0.02)


def test_the_interval_leaves_out_0_where_p_is_small():
    for seed in range(30):
        found = drawn(*rows(n=120, seed=seed, agree=0.7), seed=seed)
        if abs(found.pvalue - 0.05) > 0.005:
            assert (found.low > 0 or found.high < 0) == (found.pvalue < 0.05)
        assert found.pvalue >= 2 / 2_001


def test_fields_and_progress():
    shares = []
    found = drawn(*rows(), n_replicates=250, progress=shares.append)
    assert shares == [0.4, 0.8, 1.0]
    assert isinstance(found, TestResult)
    assert (found.method, found.alternative, found.undefined, found.warnings) == (
        "paired-bootstrap",
        "two-sided",
        0,
        (),
    )
    assert found.replicates.shape == (250,)
    assert math.isnan(found.critical_value(0.05))
    with pytest.raises(ValueError, match="read-only"):
        found.replicates[0] = 0
    np.testing.assert_array_equal(found.replicates, drawn(*rows(), n_replicates=250).replicates)
    assert str(found.hypothesis) == "Both models have the same value of the metric on all rows such as these."
    assert [str(line) for line in found.assumptions] == [
        "The rows are a random sample, independent of each other, and neither model was fitted to them.",
        "Both models predicted the same rows, and a row is drawn for both of them.",
        "There are enough rows for the resamples to vary as new samples would.",
    ]


def test_a_million_rows():
    y, a, b = rows(n=1_000_000, agree=0.99)
    found = drawn(y, a, b)
    assert found.standard_error < 1e-3
    assert found.reject()


SAME = "Every resample gave both models the same value, so they cannot be told apart: p is 1 by definition."
CONSTANT = (
    "Every resample gave the same difference: these rows cannot show how far it may be off, which is no certainty."
)
NO_VALUE = "The metric has no value for these rows for at least one of the models, so there is no difference."
NO_RESAMPLE = "No two of the resamples gave the metric a value for both models, so there is no interval."


@pytest.mark.parametrize(
    ("columns", "metric", "pvalue", "sentence"),
    [
        (([1, 0, 1, 0], [1, 0, 0, 0], [1, 0, 0, 0]), metrics.accuracy, 1, SAME),
        (([1, 0, 1, 0], [1, 0, 1, 0], [0, 1, 0, 1]), metrics.accuracy, math.nan, CONSTANT),
        (([1, 0, 1, 0], [0, 0, 0, 0], [1, 0, 0, 0]), metrics.precision, math.nan, NO_VALUE),
        (([0, 0], [0, 1], [1, 0]), metrics.recall, math.nan, NO_VALUE),
        (([1], [1], [0]), metrics.accuracy, math.nan, CONSTANT),
    ],
)
def test_where_there_is_no_test(columns, metric, pvalue, sentence):
    found = drawn(*columns, metric=metric)
    np.testing.assert_equal(found.pvalue, pvalue)
    assert np.isnan([found.low, found.high]).all()
    assert [str(w) for w in found.warnings] == [sentence]
    assert not found.reject()


def test_resamples_without_a_value_are_counted():
    y = np.array([1, 1, 0, 0, 0, 0, 0, 0])
    found = drawn(y, [1, 0, 1, 0, 0, 0, 0, 0], [1, 1, 0, 0, 0, 0, 0, 1], metric=metrics.recall)
    assert 100 < found.undefined < 300  # (6 / 8) ** 8 = .100 of 2,000 have no positive row
    assert len(found.replicates) == 2_000 - found.undefined
    assert [str(w) for w in found.warnings] == [
        "There are only 8 rows, too few for percentiles: intervals of F1 and of Matthews' coefficient that are to hold "
        "the true difference in 0.95 of all samples did so in 0.91 of simulated samples of 30 rows, in 0.92 of 50, in "
        "0.93 of 100.",
        f"{found.undefined} of 2000 resamples gave the metric no value for one of the models and were left out.",
    ]


@pytest.mark.parametrize(
    ("n", "n_pos", "rare"), [(1_000, 10, True), (1_000, 29, True), (1_000, 30, False), (99, 9, False)]
)
@pytest.mark.parametrize("swapped", [False, True])
def test_few_rows_of_a_class_are_noted(n, n_pos, rare, swapped):
    y = np.arange(n) < n_pos
    a, b = y ^ (np.arange(n) % 7 == 0), y ^ (np.arange(n) % 5 == 0)
    found = [str(word) for word in drawn(y ^ swapped, a ^ swapped, b ^ swapped, metric=metrics.accuracy).warnings]
    assert [word.startswith(f"The rarer class has only {n_pos} rows, too few for percentiles") for word in found] == [
        True
    ] * rare + [False] * (n < 100)


def test_a_metric_that_only_the_rows_themselves_have():
    values = iter([0.5, 0.4])
    found = drawn([1, 0], [1, 0], [1, 1], metric=lambda _cells: next(values, math.nan))
    assert [str(w) for w in found.warnings] == [NO_RESAMPLE]
    assert np.isnan([found.pvalue, found.low, found.standard_error]).all()


@pytest.mark.parametrize(
    ("columns", "options", "sentence"),
    [
        (([1, 0], [1, 0], [0.5, 0]), {}, "b must hold True and False, or 1 and 0; got '0.5' (data row 1). Name the"),
        (
            ([1, 0], [1, 0], [0]),
            {},
            "b must have 2 values, one a row; got 1. Check that both columns come from the same",
        ),
        (([1, 0], [1], [1, 0]), {"takes": "rows"}, "a must have 2 values, one a row; got 1. Check that both columns"),
        (
            ([1, 0], [1, 0], [0, 0]),
            {"takes": "all"},
            "takes must be one of cells, rows; got 'all'. Choose one of them.",
        ),
        (
            ([1, 0], [1, 0], [0, 0]),
            {"n_replicates": 1},
            "The number of resamples must be a whole number from 2; got 1.",
        ),
        (([1, 0], [1, 0], [0, 0]), {"confidence_level": 95}, "The confidence level must lie between 0 and 1; got 95."),
        (([], [], []), {}, "y_true must have at least one row; got none. Load a table with rows."),
    ],
)
def test_bad_input(columns, options, sentence):
    with pytest.raises(InputError) as refused:
        drawn(*columns, **options)
    assert str(refused.value).startswith(sentence)


class TestByCase:
    """Cases are drawn, each with all its rows."""

    rng = np.random.default_rng(4)
    case = np.repeat(np.arange(30), 6)
    y = rng.random(180) < 0.5
    a = y + rng.normal(size=30)[case] + rng.normal(size=180) > 0.5
    b = y + rng.normal(size=30)[case] + rng.normal(size=180) > 0.5

    def test_it_is_wider_than_of_rows_where_rows_of_a_case_are_alike(self):
        by_case, by_row = (
            paired_bootstrap(recall_of, self.y, self.a, self.b, rng=np.random.default_rng(0), case=case)
            for case in (self.case, None)
        )
        assert (by_case.difference, by_case.method) == (by_row.difference, "paired-bootstrap-by-case")
        assert by_case.high - by_case.low > 1.2 * (by_row.high - by_row.low)

    def test_counts_and_rows_are_drawn_alike(self):
        counted = paired_bootstrap(accuracy_of, self.y, self.a, self.b, rng=np.random.default_rng(0), case=self.case)
        rows = paired_bootstrap(
            lambda y, a: float(np.mean(y == a)),
            *(self.y, self.a, self.b),
            takes="rows",
            rng=np.random.default_rng(1),
            case=self.case,
        )
        assert rows.difference == pytest.approx(counted.difference)
        assert rows.standard_error == pytest.approx(counted.standard_error, rel=0.1)

    def test_cases_of_one_row_give_the_numbers_of_rows(self):
        one_each, rows = (
            paired_bootstrap(accuracy_of, self.y, self.a, self.b, rng=np.random.default_rng(0), case=case)
            for case in (np.arange(180), None)
        )
        assert (one_each.low, one_each.high, one_each.pvalue) == (rows.low, rows.high, rows.pvalue)

    def test_a_single_case_tells_nothing(self):
        found = paired_bootstrap(
            accuracy_of, self.y, self.a, self.b, rng=np.random.default_rng(0), case=np.zeros(180, dtype=int)
        )
        assert np.isnan([found.low, found.high, found.pvalue]).all()
        assert "at least two cases" in str(found.warnings[0])


def accuracy_of(cells):
    return (cells.tp + cells.tn) / (cells.tp + cells.fp + cells.fn + cells.tn)


def recall_of(cells):
    return cells.tp / (cells.tp + cells.fn)
