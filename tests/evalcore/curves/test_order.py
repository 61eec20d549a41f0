"""The order of rows: pairs, ranks, staircases; and tables at the edge of what has an order."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from scipy import stats
from sklearn import metrics as sk

from evalcore.counts import ThresholdCounts, threshold_counts
from evalcore.curves import (
    auc_by_rank_sum,
    davis_goadrich,
    det_curve,
    pair_order,
    precision_recall_curve,
    rank_loss,
    roc_convex_hull,
    roc_curve,
    staircase,
)
from evalcore.errors import InputError
from tests.evalcore.curves.tables import (
    BOTH_CLASSES,
    LECTURE,
    MELON,
    ONE_CLASS,
    WEIGHTED,
    counts_of,
    random_rows,
    rows_of,
)
from tests.evalcore.golden import LECTURE_SCORE, LECTURE_TRUTH, MELON_SCORE, MELON_TRUTH


def test_melon():
    pairs = pair_order(MELON)
    assert (pairs.right, pairs.wrong, pairs.tied, pairs.pairs) == (81, 14, 1, 96)
    assert all(isinstance(number, int) for number in (pairs.right, pairs.wrong, pairs.tied, pairs.pairs))
    assert pairs.auc == auc_by_rank_sum(MELON) == roc_curve(MELON).auc == 81.5 / 96
    assert round(pairs.auc, 6) == 0.848958
    assert (round(pairs.auc_optimistic, 4), round(pairs.auc_pessimistic, 4)) == (0.8542, 0.8438)


@given(BOTH_CLASSES)
def test_all_pairs_one_after_the_other(groups):
    counts, (truth, score) = counts_of(groups), rows_of(groups)
    gaps = [high - low for high in score[truth] for low in score[~truth]]
    pairs = pair_order(counts)
    assert pairs.right == sum(gap > 0 for gap in gaps)
    assert pairs.wrong == sum(gap < 0 for gap in gaps)
    assert pairs.tied == sum(gap == 0 for gap in gaps)
    assert pairs.pairs == len(gaps)
    auc = Fraction(2 * pairs.right + pairs.tied, 2 * pairs.pairs)
    assert float(auc) == pairs.auc == roc_curve(counts).auc == auc_by_rank_sum(counts)
    assert rank_loss(counts) == float(1 - auc)
    u = stats.mannwhitneyu(score[truth], score[~truth]).statistic
    assert u / len(gaps) == pytest.approx(pairs.auc, abs=1e-12)


@given(WEIGHTED)
def test_three_ways_agree_with_weights(groups):
    counts = counts_of(groups)
    auc, pairs = roc_curve(counts).auc, pair_order(counts)
    assert pairs.auc == pytest.approx(auc, abs=1e-12)
    assert auc_by_rank_sum(counts) == pytest.approx(auc, abs=1e-12)
    assert pairs.right + pairs.wrong + pairs.tied == pytest.approx(pairs.pairs)
    assert 0 <= pairs.auc_pessimistic <= pairs.auc <= pairs.auc_optimistic <= 1


@pytest.mark.parametrize("share", [1e-4, 0.3, 0.9999])
def test_three_ways_agree_with_weights_and_a_rare_class(share):
    rng = np.random.default_rng(7)
    truth, score, weight = rng.random(200_000) < share, rng.random(200_000).round(4), rng.random(200_000)
    counts = threshold_counts(truth, score, sample_weight=weight)
    expected = sk.roc_auc_score(truth, score, sample_weight=weight)
    for auc in (roc_curve(counts).auc, pair_order(counts).auc, auc_by_rank_sum(counts)):
        assert auc == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("size", [1, 10**5, 10**9, 10**10])
def test_counts_of_any_size_are_exact(size):
    groups = [(4 * size - 1, 5 * size + 2), (1, 3 * size), (7 * size, 1)]
    counts, pairs = counts_of(groups), pair_order(counts_of(groups))
    assert pairs.tied == sum(pos * neg for pos, neg in groups)
    assert pairs.right == 7 * size * (8 * size + 2) + 5 * size + 2
    assert pairs.right + pairs.wrong + pairs.tied == pairs.pairs == counts.n_pos * counts.n_neg
    assert pairs.auc == auc_by_rank_sum(counts) == roc_curve(counts).auc


def test_tied_melons_taken_together_or_one_at_a_time():
    kinds = ("together", "optimistic", "pessimistic")
    stairs = {ties: staircase(MELON_TRUTH, MELON_SCORE, ties=ties) for ties in kinds}
    assert {ties: round(s.auc, 6) for ties, s in stairs.items()} == {
        "together": 0.848958,
        "optimistic": 0.854167,
        "pessimistic": 0.84375,
    }
    together = stairs["together"]
    assert together.kind.tolist().index("diagonal") == 9
    assert (together.threshold[9], together.rows[9]) == (0.6, (9, 10))
    assert (together.fp[9:11] / 12).round(4).tolist() == [0.25, 0.3333]
    assert (together.tp[9:11] / 8).tolist() == [0.75, 0.875]
    assert together.kind[:6].tolist() == ["up"] * 4 + ["right"] * 2
    assert stairs["optimistic"].kind[9:11].tolist() == ["up", "right"]
    assert stairs["pessimistic"].kind[9:11].tolist() == ["right", "up"]
    assert stairs["pessimistic"].rows[9:11] == ((10,), (9,))


def test_lecture_staircase():
    stairs = staircase(LECTURE_TRUTH, LECTURE_SCORE)
    assert "".join("p" if kind == "up" else "n" for kind in stairs.kind) == "ppnpppnnpnpnpnnnpnpn"
    np.testing.assert_array_equal(stairs.tp, LECTURE.tp)
    np.testing.assert_array_equal(stairs.fp, LECTURE.fp)
    assert stairs.auc == 0.68


@given(BOTH_CLASSES)
def test_staircases_have_the_areas_of_the_pairs(groups):
    counts, (truth, score) = counts_of(groups), rows_of(groups)
    pairs, together = pair_order(counts), staircase(truth, score)
    np.testing.assert_array_equal(together.tp, counts.tp)
    np.testing.assert_array_equal(together.fp, counts.fp)
    np.testing.assert_array_equal(together.threshold, counts.threshold[1:])
    assert sorted(row for rows in together.rows for row in rows) == list(range(len(truth)))
    assert together.auc == pairs.auc
    for ties, auc in (("optimistic", pairs.auc_optimistic), ("pessimistic", pairs.auc_pessimistic)):
        stairs = staircase(truth, score, ties=ties)
        assert stairs.auc == auc
        assert set(stairs.kind) <= {"up", "right"}
        assert [truth[row] for (row,) in stairs.rows] == [kind == "up" for kind in stairs.kind]


@pytest.mark.parametrize(("counts", "reason"), ONE_CLASS)
def test_one_class_only(counts, reason):
    pairs = pair_order(counts)
    assert (pairs.right, pairs.wrong, pairs.tied, pairs.pairs) == (0, 0, 0, 0)
    assert np.isnan([pairs.auc, pairs.auc_optimistic, pairs.auc_pessimistic, auc_by_rank_sum(counts)]).all()
    assert math.isnan(staircase([True, True], [1, 2]).auc)
    assert str(roc_curve(counts).reason) == reason


@pytest.mark.parametrize(
    ("truth", "score", "expected"),  # area, that of the hull, equal error rate, average precision, break-even point
    [
        pytest.param([1, 1, 0, 0, 0], [3, 3, 3, 3, 3], (0.5, 0.5, 0.5, 0.4, 0.4), id="constant"),
        pytest.param([1, 1, 0, 0, 0], [5, 4, 3, 2, 1], (1, 1, 0, 1, 1), id="perfect"),
        pytest.param([1, 1, 0, 0, 0], [1, 2, 3, 4, 5], (0, 0.5, 1, (1 / 4 + 2 / 5) / 2, 0), id="reversed"),
        pytest.param([1, 0, 0, 0, 0], [4, 5, 3, 2, 1], (0.75, 0.875, 0.25, 0.5, 0), id="single positive"),
        pytest.param([1, 1, 1, 1, 0], [5, 4, 3, 1, 2], (0.75, 0.875, 0.25, 0.95, 0.75), id="single negative"),
        pytest.param([1, 0], [0.5, 0.5], (0.5, 0.5, 0.5, 0.5, 0.5), id="two tied rows"),
    ],
)
@pytest.mark.parametrize("kind", ["rows", "float32", "weights", "weights of 0"])
def test_tables_at_the_edge(truth, score, expected, kind):
    weight = None
    if kind == "float32":
        score = np.array(score, dtype=np.float32)
    elif kind == "weights":
        weight = np.full(len(truth), 0.1)
    elif kind == "weights of 0":
        truth, score = [1, *truth, 0], [-7, *score, 99]
        weight = [0, *[3] * (len(truth) - 2), 0]
    counts = threshold_counts(truth, score, sample_weight=weight)
    roc, pr, det = roc_curve(counts), precision_recall_curve(counts), det_curve(counts)
    values = (roc.auc, roc_convex_hull(roc).auc, det.equal_error_rate, pr.average_precision, pr.break_even_point)
    np.testing.assert_allclose(values, expected, atol=1e-12)
    assert pair_order(counts).auc == pytest.approx(roc.auc, abs=1e-12)
    assert auc_by_rank_sum(counts) == pytest.approx(roc.auc, abs=1e-12)
    assert 0 <= davis_goadrich(counts).area <= 1 + 1e-12


def test_float32_scores_tie_as_they_do_in_float32():
    truth, score, _ = random_rows(2, digits=3)
    counts = threshold_counts(truth, score.astype(np.float32))
    assert roc_curve(counts).auc == pytest.approx(sk.roc_auc_score(truth, score.astype(np.float32)), abs=1e-12)
    assert len(counts) == len(set(score.astype(np.float32))) + 1


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (
            {"y_true": [0, 1] * 251, "y_score": range(502)},
            "A staircase must have at most 500 rows; got 502. Draw the ROC curve instead.",
        ),
        (
            {"y_true": [0, 1], "y_score": [0, 1], "ties": "first"},
            "ties must be 'together', 'optimistic' or 'pessimistic'; got 'first'. "
            "Choose 'together' for the true curve.",
        ),
    ],
)
def test_refused(options, sentence):
    with pytest.raises(InputError) as refused:
        staircase(**options)
    assert str(refused.value) == sentence


def test_from_grouped_tables_have_the_same_pairs():
    counts = ThresholdCounts.from_grouped(MELON.threshold[1:], np.diff(MELON.tp), np.diff(MELON.fp))
    assert pair_order(counts) == pair_order(MELON)
