"""Bootstrap intervals of areas and crossings: against resampling rows one by one."""

import math

import numpy as np
import pytest

from evalcore.counts import ThresholdCounts, threshold_counts
from evalcore.curves import (
    _cells,
    auc_interval_from_counts,
    det_curve,
    partial_auc,
    precision_recall_curve,
    roc_curve,
)
from evalcore.curves.bootstrap import _draw, bootstrap_curves
from evalcore.errors import InputError
from evalcore.generate import binary_scores
from tests.evalcore.golden import MELON_SCORE, MELON_TRUTH

pytestmark = pytest.mark.slow

NAMES = ("auc", "average_precision", "break_even_point", "equal_error_rate", "partial_auc")
MELON = threshold_counts(MELON_TRUTH, MELON_SCORE)
TIED = ThresholdCounts.from_grouped([5, 4, 3, 2, 1], [2, 0, 4, 1, 1], [0, 3, 5, 2, 1])


def five(counts):
    pr, roc = precision_recall_curve(counts), roc_curve(counts)
    return (
        roc.auc,
        pr.average_precision,
        pr.break_even_point,
        det_curve(counts).equal_error_rate,
        partial_auc(roc, 0.1),
    )


def replicates(counts, n, rng):
    """Return what the curves of bootstrap samples give, one sample a row."""
    return np.concatenate(list(_draw(counts, _cells.cut(counts), n, rng)))


def drawn(n, prevalence, seed, digits=12):
    rng = np.random.default_rng(seed)
    truth = rng.random(n) < prevalence
    return truth, (rng.normal(size=n) + 1.5 * truth).round(digits)


@pytest.mark.parametrize("counts", [MELON, TIED], ids=["melon", "tied"])
def test_few_scores_give_the_distribution_of_resampled_rows(counts):
    rng = np.random.default_rng(0)
    groups = [np.repeat(counts.threshold[1:], np.diff(rows)) for rows in (counts.tp, counts.fp)]
    truth = np.arange(sum(map(len, groups))) < len(groups[0])
    score, slow = np.concatenate(groups), []
    while len(slow) < 2_000:
        rows = rng.integers(len(truth), size=len(truth))
        if 0 < truth[rows].sum() < len(truth):
            slow.append(five(threshold_counts(truth[rows], score[rows])))
    slow = np.array(slow)
    fast = replicates(counts, 20_000, rng)
    assert fast.shape == (20_000, 5)
    for rows, table in zip(slow.T, fast.T, strict=True):
        values = np.unique(np.concatenate([rows, table]).round(9)) + 1e-8
        shares = [np.searchsorted(np.sort(x), values) / len(x) for x in (rows, table)]
        assert np.abs(shares[0] - shares[1]).max() < 2.2 * math.sqrt(1 / 2_000 + 1 / 20_000)
    np.testing.assert_allclose(np.corrcoef(slow.T), np.corrcoef(fast.T), atol=0.07)


@pytest.mark.parametrize(
    ("n", "prevalence", "digits"), [(30_000, 0.3, 12), (30_000, 0.3, 3), (60_000, 0.01, 12), (20_000, 0.98, 12)]
)
def test_cells_keep_the_values(n, prevalence, digits):
    """Areas within cells are those of the rows; what a straight line inside a cell is off stays far below an error."""
    counts = threshold_counts(*drawn(n, prevalence, 0, digits))
    cells = _cells.cut(counts)
    found = _cells.curves(cells, counts.tp[None, cells.last], counts.fp[None, cells.last])
    errors = replicates(counts, 200, np.random.default_rng(0)).std(axis=0)
    off = np.abs(np.ravel(found) - five(counts))
    assert off[0] < 1e-12
    assert (off < 0.06 * errors).all()
    assert (cells.last[0], cells.last[-1]) == (0, len(counts) - 1)
    assert len(cells.last) < 5_000
    biggest = [np.diff(rows[cells.last]).max() / rows[-1] for rows in (counts.tp, counts.fp)]
    assert max(biggest) <= max(0.002, *(np.diff(rows).max() / rows[-1] for rows in (counts.tp, counts.fp)))


def test_precision_inside_a_cell_is_that_along_a_straight_line():
    """First a cell of one score, then one whose 2,000 positives are spread evenly among 3,000 negatives."""
    cells = _cells.Cells(np.arange(3), np.array([0.5, 0.5]), np.array([True, False]))
    found = _cells.curves(cells, np.array([[0, 10_000, 12_000]]), np.array([[0, 5_000, 8_000]]))
    inside = np.arange(0.5, 2_000)
    expected = 10_000 * 2 / 3 + np.sum((10_000 + inside) / (15_000 + 2.5 * inside))
    assert found.average_precision[0] == pytest.approx(expected / 12_000, abs=1e-5)


def test_smooth_scores_lose_almost_nothing():
    made = binary_scores(n=30_000, prevalence=0.3, rng=np.random.default_rng(0))
    counts = threshold_counts(made.y_true, made.score)
    cells = _cells.cut(counts)
    found = _cells.curves(cells, counts.tp[None, cells.last], counts.fp[None, cells.last])
    np.testing.assert_allclose(np.ravel(found), five(counts), atol=5e-5)


@pytest.mark.slow
def test_many_scores_vary_as_resampled_rows_do(monkeypatch):
    truth, score = drawn(6_000, 0.3, 1)
    counts, rng = threshold_counts(truth, score), np.random.default_rng(0)
    joined = bootstrap_curves(counts, n_replicates=2_000, rng=rng)
    monkeypatch.setattr("evalcore.curves._cells.SCORES", 10_000)
    alone = replicates(counts, 2_000, rng)
    assert not joined.exact
    found = [getattr(joined, name) for name in NAMES]
    np.testing.assert_allclose([f.standard_error for f in found], alone.std(axis=0), rtol=0.08)
    for at, end in ((0.025, "low"), (0.975, "high")):
        np.testing.assert_allclose(
            [getattr(f, end) for f in found], np.quantile(alone, at, axis=0), atol=0.2 * alone.std(axis=0).max()
        )
    assert joined.auc.standard_error == pytest.approx(auc_interval_from_counts(counts).standard_error, rel=0.08)


def test_fields():
    found = bootstrap_curves(MELON, n_replicates=500, confidence_level=0.9, rng=np.random.default_rng(0))
    assert (found.confidence_level, found.n_replicates, found.exact) == (0.9, 500, True)
    assert [getattr(found, name).value for name in NAMES] == list(five(MELON))
    values = replicates(MELON, 500, np.random.default_rng(0))
    for name, column in zip(NAMES, values.T, strict=True):
        interval = getattr(found, name)
        assert interval.standard_error == pytest.approx(column.std(ddof=1))
        assert (interval.low, interval.high) == pytest.approx(tuple(np.quantile(column, [0.05, 0.95])))
        assert interval.reason is None


@pytest.mark.parametrize(
    ("truth", "score", "weight", "reason"),
    [
        ([1, 1], [1, 2], None, "No row is negative."),
        ([0, 0], [1, 2], None, "No row is positive."),
        ([1, 0, 0], [2, 1, 3], None, "A standard error needs at least two rows of each class"),
        ([1, 1, 0, 0], [4, 3, 2, 1], None, "Every pair is in the right order, which is no proof of certainty"),
        ([1, 1, 0, 0], [1, 2, 3, 4], None, "Every pair is in the wrong order, which is no proof of certainty"),
        ([1, 1, 0, 0], [1, 1, 1, 1], None, "All rows have the same score"),
        ([1, 0, 1, 0], [4, 3, 2, 1], [1, 2, 1, 1], "The rows are weighted, and a bootstrap of the counts draws rows"),
    ],
)
def test_where_there_is_no_interval(truth, score, weight, reason):
    counts = threshold_counts(truth, score, sample_weight=weight)
    found = bootstrap_curves(counts, rng=np.random.default_rng(0))
    np.testing.assert_equal([getattr(found, name).value for name in NAMES], list(five(counts)))
    for name in NAMES:
        interval = getattr(found, name)
        assert str(interval.reason).startswith(reason)
        assert np.isnan([interval.low, interval.high, interval.standard_error]).all()


def test_samples_that_all_agree_make_no_interval():
    """Two rows in 10,000 are out of order: two samples often agree."""
    counts = ThresholdCounts.from_grouped([3, 2, 1], [5000, 1, 0], [0, 1, 5000])
    found = bootstrap_curves(counts, n_replicates=2, confidence_level=0.5, rng=np.random.default_rng(2))
    for interval in (getattr(found, name) for name in NAMES):
        if interval.standard_error == 0:
            assert str(interval.reason).startswith("Every resample gave the same value, which is no proof of certainty")
            break
    else:
        pytest.fail("choose another seed")


@pytest.mark.parametrize(("n_pos", "scores", "noted"), [(99, 30, True), (100, 30, False), (300, 19, True)])
def test_few_rows_or_scores_are_noted(n_pos, scores, noted):
    of_pos = np.diff(np.linspace(0, n_pos, scores + 1).astype(int))
    counts = ThresholdCounts.from_grouped(np.arange(scores), of_pos, np.full(scores, 20))
    found = bootstrap_curves(counts, n_replicates=10, rng=np.random.default_rng(0))
    assert [str(note)[:44] for note in found.warnings] == ["With fewer than a hundred rows of a class, o"] * noted


def test_progress():
    seen = []
    bootstrap_curves(MELON, n_replicates=150, rng=np.random.default_rng(0), progress=seen.append)
    assert seen == [pytest.approx(2 / 3), 1.0]


@pytest.mark.parametrize("size", [10**6, 10**9])
def test_any_number_of_rows(size):
    counts = ThresholdCounts.from_grouped([3, 2, 1], np.array([4, 3, 2]) * size, np.array([1, 3, 5]) * size)
    found = bootstrap_curves(counts, rng=np.random.default_rng(0), n_replicates=1_000)
    assert found.auc.standard_error == pytest.approx(auc_interval_from_counts(counts).standard_error, rel=0.1)


def test_bad_options():
    with pytest.raises(InputError, match=r"The number of resamples must be a whole number from 2; got 0\."):
        bootstrap_curves(MELON, n_replicates=0, rng=np.random.default_rng(0))
