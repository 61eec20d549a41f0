"""A model is said to be cheaper only where an interval shows it."""

import numpy as np
import pytest

from evalcore import costs
from evalcore.costs.comparison import GRID, shown_cheaper
from evalcore.counts import threshold_counts
from evalcore.errors import InputError


def sample(rng, n_pos, n_neg, *, better=0.0):
    """Return truth and two scores that share half of their noise; the first may be better."""
    y = np.repeat([True, False], [n_pos, n_neg])
    noise = rng.normal(size=len(y))
    own = [0.7 * noise + 0.7 * rng.normal(size=len(y)) for _ in range(2)]
    return y, own[0] + (1.2 + better) * y, own[1] + 1.2 * y


@pytest.mark.parametrize("sizes", [(30, 30), (20, 200)])
def test_models_of_like_quality_are_hardly_ever_told_apart(sizes):
    rng = np.random.default_rng(0)
    found = [shown_cheaper(*sample(rng, *sizes), rng=rng, n_replicates=100).verdict for _ in range(40)]
    assert found.count("none") >= 35


def test_many_thresholds_of_a_score_that_knows_nothing_are_no_advantage():
    """Chosen among on these rows, they cost less than no score at all."""
    rng, y = np.random.default_rng(1), np.arange(40) < 30
    found = [shown_cheaper(y, rng.normal(size=40), np.zeros(40), rng=rng, n_replicates=100).verdict for _ in range(40)]
    assert found.count("none") >= 35


def test_what_is_shown_is_said_with_its_conditions():
    rng = np.random.default_rng(2)
    y, first, second = sample(rng, 300, 300, better=1.5)
    found = shown_cheaper(y, first, second, rng=rng, names=("good", "bad"))
    assert found.verdict == "first"
    assert str(found.message).startswith("good is shown to be cheaper than bad at P(+)cost 0.")
    assert str(found.message).endswith(", and nowhere to be dearer.")
    shown = GRID[found.high < 0]
    assert f"{shown[0]:.2f}–" in str(found.message)
    turned = shown_cheaper(y, second, first, rng=np.random.default_rng(2), names=("bad", "good"))
    assert turned.verdict == "second"
    assert str(turned.message).startswith("good is shown to be cheaper than bad")


def test_each_is_cheaper_under_its_own_conditions():
    """One finds half of the positives without a false alarm, the other spares half of the negatives without a miss."""
    y, half = np.repeat([True, False], 400), np.arange(800) % 2
    rng = np.random.default_rng(3)
    found = shown_cheaper(y, half * y, half * ~y * -1.0, rng=rng, names=("a", "b"))
    assert found.verdict == "both"
    assert str(found.message).startswith("a is shown to be cheaper at P(+)cost 0.")
    assert "; b at 0." in str(found.message)


def test_the_difference_is_that_of_the_envelopes():
    y, first, second = sample(np.random.default_rng(4), 40, 70)
    first = first.round(1)
    curves = [costs.cost_curve(threshold_counts(y, score)).envelope.at(GRID) for score in (first, second)]
    found = shown_cheaper(y, first, second, rng=np.random.default_rng(0), n_replicates=2)
    np.testing.assert_allclose(found.difference, curves[0] - curves[1], atol=1e-12)
    assert (found.low <= found.difference).all()
    assert (found.difference <= found.high).all()


def test_where_nothing_is_shown_that_is_said():
    y, first, second = sample(np.random.default_rng(5), 30, 30)
    found = shown_cheaper(y, first, second, rng=np.random.default_rng(0), names=("a", "b"))
    assert found.verdict == "none"
    assert str(found.message) == "a and b cannot be told apart by their costs on these rows."


def test_few_rows_show_nothing():
    found = shown_cheaper([1] * 9 + [0] * 50, np.arange(59), np.arange(59)[::-1], rng=np.random.default_rng(0))
    assert found.verdict == "few"
    assert np.isnan(found.difference).all()
    assert "Fewer than ten rows" in str(found.message)


def test_scores_must_be_of_the_same_rows():
    with pytest.raises(InputError, match="second"):
        shown_cheaper([1, 0] * 20, np.arange(40), np.arange(39), rng=np.random.default_rng(0))


def test_at_a_condition_both_neighbours_must_show_it():
    rng = np.random.default_rng(5)
    y = np.repeat([True, False], 100)
    found = shown_cheaper(y, 3 * y + rng.normal(size=200), rng.normal(size=200), rng=rng)
    assert found.verdict == "first"
    for condition in np.linspace(0, 1, 201):
        beside = [k for k in range(len(GRID)) if abs(GRID[k] - condition) < 0.05 - 1e-9]
        inside = GRID[0] - 1e-12 <= condition <= GRID[-1] + 1e-12
        wanted = "first" if inside and beside and (found.high[beside] < 0).all() else "none"
        assert found.at(condition) == wanted
    assert found.at(float("nan")) == "none"
