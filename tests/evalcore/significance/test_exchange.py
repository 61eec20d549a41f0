"""The p-value of exchanging two models' ranks: against all exchanges one by one."""

import itertools

import numpy as np
import pytest
from scipy import stats

from evalcore.significance import exchange
from evalcore.significance.exchange import exchange_pvalue


def auc(truth, score):
    return (np.sign(score[truth][:, None] - score[~truth][None, :]) / 2 + 0.5).mean()


def one_by_one(truth, a, b):
    """Exchange the two ranks of every subset of the rows."""
    ranks = stats.rankdata(a), stats.rankdata(b)
    found = []
    for stays in itertools.product([True, False], repeat=len(truth)):
        first, second = np.where(stays, *ranks), np.where(stays, *ranks[::-1])
        found.append(auc(truth, first) - auc(truth, second))
    return np.mean(np.abs(found) > abs(found[0]) - 1e-12)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("n_pos", [1, 4, 6])
def test_all_exchanges_one_by_one(n_pos, seed):
    rng = np.random.default_rng(seed)
    truth = np.arange(8) < n_pos
    a, b = rng.integers(0, 6, (2, 8)).astype(float)
    assert exchange_pvalue(truth, a, b) == pytest.approx(one_by_one(truth, a, b), abs=1e-12)


@pytest.mark.parametrize(("n_pos", "n_neg"), [(9, 300), (300, 9), (200, 200)])
def test_of_many_rows_the_normal_distribution_stands_for_the_sum(n_pos, n_neg, monkeypatch):
    rng = np.random.default_rng(0)
    truth = np.arange(n_pos + n_neg) < n_pos
    a = rng.normal(size=len(truth)) + truth
    b = a + rng.normal(size=len(truth)) * 0.3
    exact = exchange_pvalue(truth, a, b)
    monkeypatch.setattr(exchange, "MOST_STEPS", 0)
    assert exchange_pvalue(truth, a, b) == pytest.approx(exact, rel=0.02)


def test_scales_do_not_matter_nor_which_model_comes_first():
    rng = np.random.default_rng(1)
    truth = np.arange(20) < 7
    a, b = rng.normal(size=(2, 20))
    found = exchange_pvalue(truth, a, b)
    assert exchange_pvalue(truth, np.exp(a), 1000 * b) == exchange_pvalue(truth, b, a) == found
    assert exchange_pvalue(~truth, -a, -b) == found
    assert exchange_pvalue(truth, a, a) == 1
