"""Errors by tenths of the prediction or of the truth."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalcore.errors import InputError
from evalcore.regression import error_groups, mae, median_absolute_error, mse, rmse

CELLS = st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9), st.integers(0, 3)), min_size=1, max_size=30)


@pytest.mark.parametrize("by", ["prediction", "truth"])
def test_tenths_without_ties_are_what_a_loop_finds(by):
    rng = np.random.default_rng(4)
    truth, predicted = rng.normal(size=(2, 1_000))
    found = error_groups(truth, predicted, by=by)
    order = np.argsort(predicted if by == "prediction" else truth)
    for group, rows in enumerate(np.split(order, 10)):
        y, f = truth[rows], predicted[rows]
        assert found.n[group] == 100
        assert found.share[group] == pytest.approx(0.1)
        assert found.bias[group] == pytest.approx((f - y).mean())
        assert (found.mean_truth[group], found.mean_prediction[group]) == pytest.approx((y.mean(), f.mean()))
        for measure in (mse, rmse, mae, median_absolute_error):
            assert getattr(found, measure.__name__)[group] == pytest.approx(measure(y, f))
    assert len(found) == len(found.to_frame()) == 10
    assert (not found.warnings) == (by == "prediction")


@given(cells=CELLS, groups=st.integers(1, 12), by=st.sampled_from(["prediction", "truth"]))
def test_properties(cells, groups, by):
    truth, predicted, weight = np.array(cells).T
    weight[0] += 1
    found = error_groups(truth, predicted, by=by, groups=groups, sample_weight=weight)
    assert 1 <= len(found) <= groups
    assert (found.low[1:] > found.high[:-1]).all()  # no value is in two groups
    assert found.n.sum() == (weight > 0).sum()
    assert found.share.sum() == pytest.approx(1)
    assert found.share @ found.mse == pytest.approx(mse(truth, predicted, sample_weight=weight))
    assert found.share @ found.mae == pytest.approx(mae(truth, predicted, sample_weight=weight))
    repeated = error_groups(np.repeat(truth, weight), np.repeat(predicted, weight), by=by, groups=groups)
    assert repeated.low.tolist() == found.low.tolist()
    np.testing.assert_allclose(repeated.median_absolute_error, found.median_absolute_error)


def test_sorted_by_truth_the_best_predictions_look_off():
    """The regression function itself: right on average for each prediction, not for each truth."""
    rng = np.random.default_rng(5)
    best = rng.normal(size=20_000)
    truth = best + rng.normal(size=20_000)
    assert abs(error_groups(truth, best).bias).max() < 0.1
    by_truth = error_groups(truth, best, by="truth")
    assert by_truth.bias[0] > 1 > -1 > by_truth.bias[-1]
    assert str(by_truth.warnings[0]).startswith("Rows sorted by their truth: the lowest ones are low also by chance")


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"by": "x"}, "by must be one of prediction, truth; got 'x'. Choose one of them."),
        (
            {"groups": 0},
            "groups must be a whole number from 1; got 0. Pass a count, not a share or a sum of weights.",
        ),
    ],
)
def test_what_is_refused(options, sentence):
    with pytest.raises(InputError) as refused:
        error_groups([1], [1], **options)
    assert str(refused.value) == sentence
