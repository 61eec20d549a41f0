"""Curves are said to cross only where an interval shows either above the other somewhere."""

import numpy as np
import pytest
from sklearn.metrics import roc_curve

from evalcore.curves.crossings import GRID, shown_dominance
from evalcore.errors import InputError


def sample(rng, n, *, spread=1.0, better=0.0):
    """Return truth and two scores that share half of their noise; the first may spread more or be better."""
    y = np.repeat([True, False], n)
    noise = rng.normal(size=2 * n)
    own = [0.7 * noise + 0.7 * rng.normal(size=2 * n) for _ in range(2)]
    return y, own[0] * np.where(y, spread, 1.0) + (1.2 + better) * y, own[1] + 1.2 * y


def test_models_of_like_quality_are_hardly_ever_said_to_cross():
    rng = np.random.default_rng(0)
    found = [shown_dominance(*sample(rng, 60), rng=rng, n_replicates=60).verdict for _ in range(40)]
    assert found.count("cross") == 0
    assert found.count("none") >= 36


def test_curves_that_cross_are_found_with_enough_rows():
    rng = np.random.default_rng(1)
    found = shown_dominance(*sample(rng, 2_000, spread=3.0), rng=rng, names=("wide", "even"))
    assert found.verdict == "cross"
    assert str(found.message).startswith("The curves cross: wide lies above even at a false positive rate of 0.")
    assert (found.low > 0).any()
    assert (found.high < 0).any()


@pytest.mark.parametrize("turned", [False, True])
def test_a_better_model_lies_above(turned):
    rng = np.random.default_rng(2)
    y, a, b = sample(rng, 500, better=1.0)
    first, second = (b, a) if turned else (a, b)
    found = shown_dominance(y, first, second, rng=rng)
    assert found.verdict == ("second" if turned else "first")
    assert str(found.message).startswith("B lies above A" if turned else "A lies above B")


def test_the_difference_is_that_of_the_curves():
    rng = np.random.default_rng(3)
    y, a, b = sample(rng, 300)
    rates = [np.interp(GRID, *roc_curve(y, score, drop_intermediate=False)[:2]) for score in (a, b)]
    np.testing.assert_allclose(
        shown_dominance(y, a, b, rng=rng, n_replicates=2).difference, rates[0] - rates[1], atol=0.01
    )


def test_few_rows_show_nothing_and_say_so():
    found = shown_dominance([1] * 9 + [0] * 50, np.arange(59), np.arange(59)[::-1], rng=np.random.default_rng(0))
    assert found.verdict == "few"
    assert np.isnan(found.low).all()
    assert "Fewer than ten rows of a class" in str(found.message)


def test_scores_of_other_rows_are_refused():
    with pytest.raises(InputError):
        shown_dominance([1, 0] * 20, np.arange(40), np.arange(39), rng=np.random.default_rng(0))
