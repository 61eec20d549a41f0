"""The laboratory's p-values are those of the tests themselves, and its splits those of scikit-learn in size."""

import itertools

import numpy as np
import pytest
from scipy import stats
from sklearn.model_selection import KFold, ShuffleSplit

from evalcore.significance import f_test_5x2, mcnemar, paired_t_test, paired_t_test_5x2
from evalcore.significance.laboratory_tests import TESTS, Outcome, outcome, pvalues, splits

ROWS = 60
NAMES = [test.name for test in TESTS]


def drawn(replicates=6, seed=0, tested=10):
    """Return rates that are multiples of 1 / tested, as errors are."""
    rng = np.random.default_rng(seed)

    def rates(*shape):
        return rng.integers(-3, 4, (replicates, *shape)) / tested

    return Outcome(rates(30), rates(10, 10), rates(5, 2), rng.integers(0, 12, (replicates, 2)))


def slow(hold_out, folds, halves, discordant):
    """Return the p-values of one replicate by the functions of the package."""
    repeated = folds.ravel()
    return [
        paired_t_test(hold_out, np.zeros(30)).pvalue,
        paired_t_test(hold_out, np.zeros(30), test_train_ratio=20 / 40).pvalue,
        paired_t_test(folds[0], np.zeros(10)).pvalue,
        paired_t_test(folds[0], np.zeros(10), test_train_ratio=1 / 9).pvalue,
        paired_t_test(repeated, np.zeros(100)).pvalue,
        paired_t_test(repeated, np.zeros(100), test_train_ratio=1 / 9).pvalue,
        *(paired_t_test_5x2(halves, numerator=form).pvalue for form in ("first", "mean", "scaled-mean")),
        f_test_5x2(halves).pvalue,
        mcnemar(*discordant.tolist()).pvalue,
    ]


def test_pvalues_are_those_of_the_functions():
    found = drawn()
    expected = np.array([slow(*one) for one in zip(*found, strict=True)]).T
    np.testing.assert_allclose(pvalues(found, ROWS), expected, rtol=1e-10)


@pytest.mark.parametrize("value", [0.0, 0.1, -0.2])
def test_without_spread_p_is_one_or_undefined_as_in_the_functions(value):
    one = Outcome(
        np.full((1, 30), value), np.full((1, 10, 10), value), np.full((1, 5, 2), value), np.zeros((1, 2), int)
    )
    found = pvalues(one, ROWS)[:, 0]
    np.testing.assert_array_equal(found, slow(*(part[0] for part in one)))
    assert np.isnan(found[:-1]).all() == (value != 0)


def test_mcnemar_is_that_of_the_function():
    pairs = np.array(list(itertools.product([0, 1, 7, 12, 13, 24, 25, 40], repeat=2)))
    count = len(pairs)
    found = Outcome(np.zeros((count, 30)), np.zeros((count, 10, 10)), np.zeros((count, 5, 2)), pairs)
    expected = [mcnemar(e01, e10).pvalue for e01, e10 in pairs.tolist()]
    np.testing.assert_allclose(pvalues(found, ROWS)[NAMES.index("mcnemar")], expected, rtol=1e-10)


@pytest.mark.parametrize("n", [40, 67, 200])
def test_splits_have_the_sizes_of_scikit_learn_s(n):
    tested = splits(n, np.random.default_rng(0))
    rows = np.zeros(n)
    held_out = [len(test) for _, test in ShuffleSplit(30, test_size=1 / 3, random_state=0).split(rows)]
    folds = [len(test) for _, test in KFold(10).split(rows)] * 10
    halves = [len(test) for _, test in KFold(2).split(rows)] * 5
    assert tested.sum(axis=1).tolist() == held_out + folds + halves


def test_every_row_is_tested_once_in_a_repetition():
    tested = splits(67, np.random.default_rng(1))
    assert (tested[30:130].reshape(10, 10, 67).sum(axis=1) == 1).all()
    assert (tested[130:].reshape(5, 2, 67).sum(axis=1) == 1).all()
    assert len(np.unique(tested, axis=0)) == len(tested)


def test_outcome_counts_the_rows_tested_only():
    rng = np.random.default_rng(2)
    tested = splits(50, rng)
    wrong_a, wrong_b = rng.random((2, *tested.shape)) < 0.3
    found = outcome(wrong_a, wrong_b, tested)
    rates = [wrong_a[i, rows].mean() - wrong_b[i, rows].mean() for i, rows in enumerate(map(np.flatnonzero, tested))]
    np.testing.assert_allclose(np.concatenate([part.ravel() for part in found[:3]]), rates, atol=1e-15)
    first = tested[0]
    assert found.discordant.tolist() == [
        [(wrong_a & ~wrong_b)[0, first].sum(), (wrong_b & ~wrong_a)[0, first].sum()],
    ]


def test_independent_normal_differences_have_the_known_rates():
    """In the ideal case the plain t-test keeps its level and the forms of 5x2 have the rates known from many draws."""
    rng = np.random.default_rng(4)
    count = 12_000
    found = Outcome(
        rng.normal(size=(count, 30)),
        rng.normal(size=(count, 10, 10)),
        rng.normal(size=(count, 5, 2)),
        np.zeros((count, 2), dtype=int),
    )
    rates = dict(zip(NAMES, (pvalues(found, ROWS) < 0.05).mean(axis=1), strict=True))
    nadeau_bengio = 2 * stats.t.sf(stats.t.isf(0.025, 9) * np.sqrt((1 / 10 + 1 / 9) * 10), 9)
    expected = {
        "hold-out-t": 0.05,
        "cv-t": 0.05,
        "cv-corrected": nadeau_bengio,
        "repeated-cv-t": 0.05,
        "5x2-first": 0.0284,
        "5x2-mean": 0.0154,
        "5x2-scaled-mean": 0.0503,
        "5x2-f": 0.0178,
    }
    assert {name: rates[name] for name in expected} == pytest.approx(expected, abs=0.008)
