"""Generated rows: what is drawn, and the true error against closed forms and against many drawn rows."""

import numpy as np
import pytest
from scipy.stats import norm

from evalcore.errors import InputError
from evalcore.resampling import MajorityRule, TwoNormals


def rng(seed=0):
    return np.random.default_rng(seed)


class Cut:
    """Positive above a fixed value of the first feature; learns nothing."""

    def __init__(self, at):
        self.at = at

    def predict(self, x):
        return (x[:, 0] > self.at).astype(int)


@pytest.mark.parametrize(("share", "n_pos"), [(0.5, 10), (0.3, 6), (0.05, 1), (0.95, 19)])
def test_rows(share, n_pos):
    rows = TwoNormals(features=4, positive_share=share).draw(20, rng())
    assert (rows.x.shape, rows.class_counts.tolist(), rows.groups) == ((20, 4), [20 - n_pos, n_pos], None)
    assert not (rows.x.flags.writeable)
    assert not (rows.y.flags.writeable)


def test_means():
    rows = TwoNormals(2.0, 3).draw(4_000, rng())
    apart = rows.x[rows.y == 1].mean(axis=0) - rows.x[rows.y == 0].mean(axis=0)
    np.testing.assert_allclose(apart, [2, 0, 0], atol=0.13)
    np.testing.assert_allclose(rows.x[rows.y == 0].std(axis=0), 1, atol=0.1)


def test_groups():
    rows = TwoNormals(2.0, 3, group_size=4, within=0.0).draw(21, rng())
    assert np.bincount(rows.groups).tolist() == [4] * 5
    for group in range(5):
        mine = rows.groups == group
        assert len(np.unique(rows.y[mine])) == len(np.unique(rows.x[mine], axis=0)) == 1


@pytest.mark.parametrize("problem", [TwoNormals(1.5, 2), TwoNormals(1.5, 2, 0.3), TwoNormals(1.0, 2, 0.4, 3, 0.8)])
@pytest.mark.parametrize("cut", [-0.5, 0.75, 1.2])
def test_true_error_in_closed_form(problem, cut):
    scale = np.sqrt(1 + 0.64) if problem.group_size > 1 else 1
    p = problem.positive_share
    expected = p * norm.cdf(cut, problem.separation, scale) + (1 - p) * norm.sf(cut, 0, scale)
    assert problem.judge(rng())(Cut(cut), 1) == pytest.approx(expected, abs=1e-3)


def test_nobody_beats_the_shares_where_nothing_separates():
    problem = TwoNormals(0, 2, 0.25)
    assert problem.judge(rng())(Cut(0.0), 1) == pytest.approx(0.5, abs=1e-9)
    assert problem.judge(rng())(MajorityRule().fit(np.zeros((3, 2)), np.zeros(3)), 3) == pytest.approx(0.25)


def test_probability_of_the_best_cut():
    x = np.array([[0.75, 9.0], [9.0, 0.0], [-9.0, 0.0]])
    np.testing.assert_allclose(TwoNormals(1.5, 2).positive_probability(x), [0.5, 1, 0], atol=1e-4)


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (
            lambda: TwoNormals(-1),
            "separation must lie between 0 and 100; got -1. Choose a number in that range.",
        ),
        (
            lambda: TwoNormals(positive_share=1.0),
            "positive_share must lie between 0.05 and 0.95; got 1.0. Choose a number in that range.",
        ),
        (
            lambda: TwoNormals(features=0),
            "features must be a whole number from 1; got 0. Pass a count, not a share or a sum of weights.",
        ),
        (
            lambda: TwoNormals(group_size=5).draw(9, rng()),
            "n must be a whole number from 10; got 9. Pass a count, not a share or a sum of weights.",
        ),
    ],
)
def test_what_is_refused(call, sentence):
    with pytest.raises(InputError) as refused:
        call()
    assert str(refused.value) == sentence
