"""Every pair of a positive and a negative row: its share in the right order is the area under the ROC curve."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import roc_auc_score

from evalcore.counts import threshold_counts
from evalcore.curves import pair_matrix, pair_order, rank_loss, roc_curve
from evalcore.curves.pairs import MOST_SIDE
from evalcore.errors import InputError
from tests.evalcore.golden import MELON_SCORE, MELON_TRUTH

ROWS = st.lists(st.tuples(st.booleans(), st.integers(-4, 4)), min_size=2, max_size=60).filter(
    lambda rows: 0 < sum(truth for truth, _ in rows) < len(rows)
)


def share(pairs):
    """Return the cells in the right order, and half of the tied ones, as a share of all."""
    return ((pairs.order == 1).sum() + (pairs.order == 0).sum() / 2) / pairs.order.size


@given(ROWS)
def test_every_cell_compares_its_two_rows(rows):
    truth, score = (np.array(column) for column in zip(*rows, strict=True))
    found = pair_matrix(truth, score)
    assert found.positive.tolist() == sorted(score[truth], reverse=True)
    assert found.negative.tolist() == sorted(score[~truth], reverse=True)
    for i, high in enumerate(found.positive):
        for j, low in enumerate(found.negative):
            assert found.order[i, j] == int(high > low) - int(high < low)
    assert (found.n_pos, found.n_neg) == (truth.sum(), (~truth).sum())
    assert not found.thinned


@given(ROWS)
def test_share_in_order_is_auc(rows):
    truth, score = (np.array(column) for column in zip(*rows, strict=True))
    counts, found = threshold_counts(truth, score), pair_matrix(truth, score)
    assert share(found) == pytest.approx(roc_auc_score(truth, score), abs=1e-12)
    assert share(found) == pytest.approx(roc_curve(counts).auc, abs=1e-12)
    assert share(found) == pytest.approx(1 - rank_loss(counts), abs=1e-12)
    order = pair_order(counts)
    assert (order.wrong, order.tied, order.pairs) == (
        (found.order == -1).sum(),
        (found.order == 0).sum(),
        found.order.size,
    )


@given(ROWS)
def test_order_falls_with_the_positive_and_rises_against_lower_negatives(rows):
    """Sorted on both sides, the field is a staircase: the ROC curve itself."""
    truth, score = (np.array(column) for column in zip(*rows, strict=True))
    order = pair_matrix(truth, score).order
    assert (np.diff(order, axis=0) <= 0).all()
    assert (np.diff(order, axis=1) >= 0).all()


def test_order_of_the_rows_in_the_file_does_not_matter():
    rng = np.random.default_rng(2)
    truth, score = rng.random(50) < 0.4, rng.random(50).round(1)
    mixed = rng.permutation(50)
    np.testing.assert_array_equal(pair_matrix(truth, score).order, pair_matrix(truth[mixed], score[mixed]).order)


def test_melon():
    found = pair_matrix(MELON_TRUTH, MELON_SCORE)
    assert found.order.shape == (8, 12)
    assert ((found.order == -1).sum(), (found.order == 0).sum()) == (14, 1)
    assert share(found) == pytest.approx(0.848958, abs=5e-7)
    # The positive of .76 lies below the negatives of .85 and .80.
    assert found.order[4].tolist() == [-1, -1] + [1] * 10


@pytest.mark.parametrize(("n_pos", "n_neg"), [(60, 60), (61, 60), (5, 4000), (3000, 3000)])
def test_at_most_60_rows_of_a_class_are_shown(n_pos, n_neg):
    rng = np.random.default_rng(1)
    truth = np.arange(n_pos + n_neg) < n_pos
    score = rng.normal(size=n_pos + n_neg) + truth
    found = pair_matrix(truth, score)
    assert found.order.shape == (min(n_pos, MOST_SIDE), min(n_neg, MOST_SIDE))
    assert (found.n_pos, found.n_neg) == (n_pos, n_neg)
    assert found.thinned == (max(n_pos, n_neg) > MOST_SIDE)
    # Evenly spaced ranks: the highest and the lowest row are among them, and the picture has nearly the same share.
    for shown, side in ((found.positive, score[truth]), (found.negative, score[~truth])):
        assert (shown[0], shown[-1]) == (side.max(), side.min())
        assert (np.diff(shown) <= 0).all()
        assert set(shown) <= set(side)
    assert share(found) == pytest.approx(roc_auc_score(truth, score), abs=0.02 if found.thinned else 1e-12)


@pytest.mark.parametrize("truth", [[True] * 3, [False] * 3])
def test_one_class_has_no_pair(truth):
    found = pair_matrix(truth, [1, 2, 3])
    assert found.order.size == 0
    assert not found.thinned


def test_arrays_are_read_only():
    found = pair_matrix([1, 0], [0.2, 0.1])
    for array in (found.positive, found.negative, found.order):
        assert not array.flags.writeable


def test_fewer_rows_on_request():
    found = pair_matrix([True, False] * 20, np.arange(40), most=3)
    assert found.order.shape == (3, 3)
    assert found.thinned


@pytest.mark.parametrize(
    ("truth", "score", "sentence"),
    [
        (
            [1, 0],
            [0.1],
            "y_score must have 2 values, one a row; got 1. Check that both columns come from the same table.",
        ),
        ([1, 0], [0.1, float("nan")], "y_score"),
        ([1, 2], [0.1, 0.2], "y_true"),
    ],
)
def test_refused(truth, score, sentence):
    with pytest.raises(InputError) as refused:
        pair_matrix(truth, score)
    assert sentence in str(refused.value)
