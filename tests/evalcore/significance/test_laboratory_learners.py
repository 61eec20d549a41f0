"""The fast learners predict what scikit-learn's predict, split by split."""

import numpy as np
import pytest
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.neighbors import KNeighborsClassifier

from evalcore.significance.laboratory_learners import PREDICT
from evalcore.significance.laboratory_tests import splits

# Before scikit-learn 1.6 its usual solver had another threshold.
ORACLES = {"lda": LinearDiscriminantAnalysis(solver="lsqr"), "1-nn": KNeighborsClassifier(1)}


@pytest.mark.parametrize("learner", PREDICT)
@pytest.mark.parametrize("share", [0.5, 0.2])
def test_predictions_are_scikit_learn_s(learner, share):
    rng = np.random.default_rng(3)
    n = 90
    y = np.arange(n) < n * share
    x = rng.normal(size=n) + 2 * y
    tested = splits(n, rng)
    predicted = PREDICT[learner](x, y, tested)
    oracle = ORACLES[learner]
    for row, left_out in list(zip(predicted, tested, strict=True))[::3]:
        fitted = oracle.fit(x[~left_out, None], y[~left_out])
        np.testing.assert_array_equal(row, fitted.predict(x[:, None]))


def test_the_threshold_of_lda_moves_with_the_class_shares():
    rng = np.random.default_rng(0)
    x, tested = rng.normal(size=(400,)), np.zeros((1, 400), dtype=bool)
    called = []
    for positives in (40, 200, 360):
        y = np.arange(400) < positives
        called.append(PREDICT["lda"](x + y, y, tested).sum())
    assert called[0] < called[1] < called[2]


def test_the_nearest_neighbour_may_lie_on_either_side_or_beyond_the_ends():
    x = np.array([5.0, 1.0, 2.0, 8.0, 7.1, 0.0, 9.0])
    y = np.array([True, False, True, False, True, False, True])
    tested = np.array([[False, True, False, True, False, True, True]])
    # trained on 5, 2 and 7.1, all positive
    assert PREDICT["1-nn"](x, y, tested).all()
    tested = np.array([[True, False, True, False, True, False, False]])
    # trained on 0, 1, 8 negative and 9 positive: 5 -> 8, 2 -> 1, 7.1 -> 8
    assert PREDICT["1-nn"](x, y, tested).tolist() == [[False, False, False, False, False, False, True]]


def test_a_tie_of_distances_takes_the_lower_neighbour():
    x, y = np.array([0.0, 2.0, 1.0]), np.array([True, False, False])
    assert PREDICT["1-nn"](x, y, np.array([[False, False, True]]))[0, 2]
