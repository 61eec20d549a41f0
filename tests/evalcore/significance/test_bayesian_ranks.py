"""The Bayesian signed-rank test."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalcore.errors import InputError
from evalcore.significance import bayesian_signed_rank
from evalcore.significance.bayesian_ranks import ON_THE_EDGE
from tests.examples import examples

DEMSAR_LIKE = [0.005, -0.008, 0.017, 0.033, 0.006, -0.005, 0.007, 0.0, 0.063, 0.0, 0.022, 0.047, 0.009, 0.021]


def draw(differences, rope, seed=0, **options):
    return bayesian_signed_rank(differences, rope=rope, rng=np.random.default_rng(seed), **options)


@examples(30)
@given(st.lists(st.integers(-5, 5), min_size=1, max_size=6), st.integers(0, 3))
def test_the_definition_pair_by_pair(differences, rope):
    z = sorted([*differences, 0])
    strengths = [1.0] * len(z)
    strengths[z.index(0)] = 0.5
    expected = np.zeros((20, 3))
    for row, weights in zip(expected, np.random.default_rng(7).dirichlet(strengths, 20), strict=True):
        for i, one in enumerate(z):
            for j, other in enumerate(z):
                mean = (one + other) / 2
                row[0 if mean < -rope else 2 if mean > rope else 1] += weights[i] * weights[j]
    found = draw(differences, rope, seed=7, n_draws=20)
    np.testing.assert_allclose(found.shares, expected, atol=1e-12)
    winners = np.bincount(expected.argmax(axis=1), minlength=3) / 20
    np.testing.assert_allclose([found.left, found.rope, found.right], winners)
    assert found.half_width == rope


def test_probabilities_and_errors():
    found = draw(DEMSAR_LIKE, 0.01)
    assert found.left + found.rope + found.right == pytest.approx(1)
    assert found.left < 0.01
    assert found.right > 0.5
    assert 0 < found.standard_error < 0.0025
    np.testing.assert_allclose(found.shares.sum(axis=1), 1)
    assert found.shares.shape == (50_000, 3)
    assert found.warnings == ()


def test_the_seed_decides():
    one, same, other = (draw(DEMSAR_LIKE, 0.01, seed=seed) for seed in (1, 1, 2))
    assert (one.left, one.rope, one.right) == (same.left, same.rope, same.right)
    assert one.right != other.right
    assert one.right == pytest.approx(other.right, abs=5 * (one.standard_error + other.standard_error))


def test_exchanging_the_learners():
    one, other = draw(DEMSAR_LIKE, 0.01), draw([-d for d in DEMSAR_LIKE], 0.01)
    for a, b in ((one.left, other.right), (one.rope, other.rope), (one.right, other.left)):
        assert a == pytest.approx(b, abs=6 * one.standard_error + 1e-3)


def test_the_imagined_half_of_a_data_set_pulls_to_the_middle():
    """One difference, weight v and 1 - v: it is right of 0 unless the weight of the zero squared is above one half."""
    found = draw([1.0], 0.0)
    weight = np.random.default_rng(3).beta(1, 0.5, 200_000)
    assert found.left == 0
    assert found.right == pytest.approx((1 - (1 - weight) ** 2 > 0.5).mean(), abs=0.01)


def test_clear_cases():
    assert draw([0.3] * 20, 0.01).right > 0.999
    assert draw([-0.3] * 20, 0.01).left > 0.999
    assert draw([0.001, -0.002] * 10, 0.01).rope == 1
    assert draw(np.zeros(9), 0).rope == 1


def test_a_wider_region_holds_more():
    found = [draw(DEMSAR_LIKE, rope).rope for rope in (0, 0.005, 0.01, 0.02, 0.1)]
    assert found == sorted(found)
    assert found[-1] == 1


def test_many_draws_go_in_parts():
    differences = np.random.default_rng(0).normal(size=400)
    found = draw(differences, 0.1, n_draws=6000)
    assert found.shares.shape == (6000, 3)
    assert found.right == pytest.approx(draw(differences, 0.1, n_draws=6000, seed=1).right, abs=0.05)


def test_few_data_sets():
    assert [str(w) for w in draw([0.1, 0.2], 0.1).warnings] == [
        "There are fewer than five data sets (2): a real difference is easily missed, and what is found holds for "
        "these data sets only."
    ]


def test_rounding_at_the_edge_is_not_silent():
    differences = [0.9 - 0.89, 0.3, 0.5, 0.2, 0.1]
    assert ON_THE_EDGE in draw(differences, 0.01).warnings
    assert ON_THE_EDGE not in draw(differences, 0.011).warnings
    assert ON_THE_EDGE not in draw([0.01, 0.3, 0.5, 0.2, 0.1], 0.01).warnings


@pytest.mark.parametrize(
    ("differences", "options", "sentence"),
    [
        (
            [0.1],
            {"rope": -0.1},
            "rope must be a number >= 0; got -0.1. Choose the largest difference that does not matter.",
        ),
        (
            [0.1],
            {"rope": np.nan},
            "rope must be a number >= 0; got nan. Choose the largest difference that does not matter.",
        ),
        ([], {"rope": 0.1}, "differences must have at least one row; got none. Load a table with rows."),
        (
            [0.1, np.inf],
            {"rope": 0.1},
            "differences must hold finite numbers; got 'inf' (data row 2). Remove the row or give it a finite number.",
        ),
        (
            [0.1],
            {"rope": 0.1, "n_draws": 0},
            "n_draws must be a whole number from 1; got 0. Pass a count, not a share or a sum of weights.",
        ),
    ],
)
def test_bad_input(differences, options, sentence):
    with pytest.raises(InputError) as refused:
        bayesian_signed_rank(differences, rng=np.random.default_rng(0), **options)
    assert str(refused.value) == sentence


@pytest.mark.parametrize(("n", "low", "high"), [(1, 0, 0), (2, 0.45, 0.57), (5, 0.14, 0.25), (10, 0.09, 0.18)])
def test_without_a_region_few_data_sets_favour_a_side_by_chance(n, low, high):
    """300 samples of normal differences around 0: the risk that the warning says."""
    rng = np.random.default_rng(5)
    drawn = (bayesian_signed_rank(rng.standard_normal(n), rope=0, rng=rng, n_draws=1_000) for _ in range(300))
    found = list(drawn)
    assert low <= np.mean([max(one.left, one.right) > 0.95 for one in found]) <= high
    said = [str(warning) for warning in found[0].warnings if "Without a region" in str(warning)]
    assert len(said) == (n > 1)
    if said:
        assert low <= float(said[0].split(" in ")[1].split(" ")[0]) <= high


def test_with_a_region_or_many_data_sets_nothing_is_said_of_that():
    rng = np.random.default_rng(5)
    for n, rope in ((5, 0.5), (15, 0.0)):
        found = bayesian_signed_rank(rng.standard_normal(n), rope=rope, rng=rng, n_draws=100)
        assert not [one for one in found.warnings if "Without a region" in str(one)]


@pytest.mark.parametrize(("rope", "is_said"), [(1e-9, True), (0.01, True), (0.24, True), (0.26, False)])
def test_a_region_that_is_narrow_beside_the_differences_does_not_silence_the_risk(rope, is_said):
    differences = np.array([1.0, -1.0, 1.0, -1.0, 1.0])
    for unit in (1.0, 1e-3):
        options = {"rope": rope * unit, "rng": np.random.default_rng(5), "n_draws": 100}
        warnings = [str(one) for one in bayesian_signed_rank(differences * unit, **options).warnings]
        assert any("Without a region" in one for one in warnings) == is_said
        assert any("less than a quarter" in one for one in warnings) == is_said


def test_of_a_narrow_region_the_risk_is_about_that_of_none():
    rng = np.random.default_rng(6)
    found = [bayesian_signed_rank(rng.standard_normal(4), rope=0.1, rng=rng, n_draws=1_000) for _ in range(300)]
    assert 0.14 <= np.mean([max(one.left, one.right) > 0.95 for one in found]) <= 0.3
