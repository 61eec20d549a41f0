"""The 36.8%, by its formula, by simulation, and by every draw there is."""

import itertools
import math

import numpy as np
import pytest

from evalcore import resampling
from evalcore.errors import InputError
from evalcore.resampling import bootstrap_out_fraction, distinct_splits, simulated_out_fractions

GOLDEN = [(1, 0.0), (2, 0.25), (5, 0.3277), (10, 0.3487), (100, 0.3660), (1_000, 0.3677)]


@pytest.mark.parametrize(("m", "expected"), GOLDEN)
def test_golden(m, expected):
    assert bootstrap_out_fraction(m) == pytest.approx(expected, abs=5e-5)
    assert bootstrap_out_fraction(m) == pytest.approx((1 - 1 / m) ** m, rel=1e-12)


def test_the_limit_and_not_the_misprint():
    assert bootstrap_out_fraction(10**15) == pytest.approx(1 / math.e, rel=1e-12)
    assert bootstrap_out_fraction(10) != pytest.approx(0.9895, abs=0.01)
    many = [bootstrap_out_fraction(m) for m in range(1, 200)]
    assert (np.diff(many) > 0).all()


@pytest.mark.parametrize("m", [2, 3, 4])
def test_every_draw_there_is(m):
    missing = [m - len(set(draw)) for draw in itertools.product(range(m), repeat=m)]
    assert np.mean(missing) / m == pytest.approx(bootstrap_out_fraction(m), rel=1e-12)


def test_simulated():
    found = simulated_out_fractions(50, 2_000, rng=np.random.default_rng(0))
    assert found.shape == (2_000,)
    assert not found.flags.writeable
    assert 0 <= found.min() <= found.max() <= 0.98
    assert found.mean() == pytest.approx(bootstrap_out_fraction(50), abs=4 * found.std() / math.sqrt(2_000))
    assert simulated_out_fractions(1, 3, rng=np.random.default_rng(0)).tolist() == [0, 0, 0]


def test_distinct_splits():
    assert distinct_splits([500, 500], 0.3) == math.comb(500, 350) ** 2
    rows = range(4), range(4, 6)
    kept = {frozenset(a + b) for a in itertools.combinations(rows[0], 2) for b in itertools.combinations(rows[1], 1)}
    assert distinct_splits([4, 2], 0.5) == len(kept)


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (
            lambda: bootstrap_out_fraction(0),
            "m must be a whole number from 1; got 0. Pass a count, not a share or a sum of weights.",
        ),
        (
            lambda: simulated_out_fractions(5, 0, rng=np.random.default_rng(0)),
            "n_draws must be a whole number from 1; got 0. Pass a count, not a share or a sum of weights.",
        ),
        (
            lambda: distinct_splits([], 0.3),
            "class_counts must name at least one class; got none. Count the rows of each class.",
        ),
        (lambda: distinct_splits([4], 30), "test_share must be a number from 0 to 1; got 30. Write 5% as 0.05."),
    ],
)
def test_what_is_refused(call, sentence):
    with pytest.raises(InputError) as refused:
        call()
    assert str(refused.value) == sentence


def test_the_lecture_s_thousand_rows():
    """500 + 500 rows of which 30% are held out: 350 + 350 and 150 + 150, each class as often in both parts."""
    assert resampling.trained_on((500, 500), 0.3) == (350, 350)
    assert resampling.tested_of((500, 500), 0.3) == (150, 150)
    assert distinct_splits((500, 500), 0.3) == math.comb(500, 350) ** 2


@pytest.mark.parametrize("share", [0.1, 0.25, 0.5])
def test_both_parts_are_all_rows(share):
    counts = (37, 5, 120)
    assert (
        tuple(map(sum, zip(resampling.trained_on(counts, share), resampling.tested_of(counts, share), strict=True)))
        == counts
    )
