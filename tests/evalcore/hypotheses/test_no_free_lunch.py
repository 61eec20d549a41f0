"""No free lunch: the sum over all targets is the same fraction for every learner; a prior breaks the tie."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalcore.errors import InputError
from evalcore.hypotheses import (
    all_targets,
    coin,
    majority,
    mixed_prior,
    nearest,
    no_free_lunch,
    opposite_of_nearest,
    rule,
)

LEARNERS = {"nearest": nearest, "opposite": opposite_of_nearest, "majority": majority, "coin": coin}


def test_golden():
    """|X| = 3, one training cell, P(x) = 1/3: 2^(3-1) x 2/3 for every learner; 1/3 over targets that agree."""
    found = no_free_lunch(3, [0], LEARNERS)
    assert found.total == Fraction(8, 3)
    assert len(found.targets) == 8
    for one in found.learners.values():
        assert one.total == Fraction(8, 3)
        assert one.expected == Fraction(1, 3)
        assert one.given == {(False,): Fraction(1, 3), (True,): Fraction(1, 3)}
        assert sum(one.histogram().values()) == 8
    assert found.learners["nearest"].histogram() == {0: 2, Fraction(1, 3): 4, Fraction(2, 3): 2}
    assert found.learners["coin"].histogram() == {Fraction(1, 3): 8}


def test_every_learner_there_is():
    """Three cells, one of them seen: all 16 rules that say yes or no of two cells for either label."""
    answers = list(product((0, 1), repeat=2))
    for false, true in product(answers, repeat=2):
        learner = rule({(False,): false, (True,): true}, [1, 2])
        assert no_free_lunch(3, [0], {"one": learner}).learners["one"].total == Fraction(8, 3)


@st.composite
def tables(draw):
    """Draw cells, training cells, a density and the table of a learner that says probabilities."""
    cells = draw(st.integers(1, 4))
    training = sorted(draw(st.sets(st.integers(0, cells - 1))))
    density = draw(st.lists(st.integers(0, 5), min_size=cells, max_size=cells).filter(any))
    unseen = [cell for cell in range(cells) if cell not in training]
    said = st.lists(st.fractions(0, 1), min_size=len(unseen), max_size=len(unseen))
    table = {labels: draw(said) for labels in product((False, True), repeat=len(training))}
    return cells, training, density, rule(table, unseen)


@given(problem=tables())
def test_sums_are_equal_for_any_learner_and_density(problem):
    cells, training, density, learner = problem
    found = no_free_lunch(cells, training, {"one": learner, **LEARNERS}, density=density)
    unseen = Fraction(sum(density[cell] for cell in found.unseen), sum(density))
    assert found.total == 2 ** (cells - 1) * unseen
    assert {one.total for one in found.learners.values()} == {found.total}
    assert {value for one in found.learners.values() for value in one.given.values()} == {unseen / 2}


def test_errors_by_brute_force():
    found = no_free_lunch(4, [0, 2], {"nearest": nearest}, density=[1, 2, 3, 4])
    for target, error, said in zip(
        found.targets, found.learners["nearest"].errors, found.learners["nearest"].predictions, strict=True
    ):
        # Cell 1 lies between 0 and 2, cell 3 next to 2.
        one = Fraction(target[0] + target[2], 2)
        assert said == (one, target[2])
        assert error == Fraction(2, 10) * abs(one - target[1]) + Fraction(4, 10) * (target[2] != target[3])


class TestPriors:
    def test_nearest_wins_by_what_the_prior_is_tilted(self):
        """Smooth by .3: neighbours agree with 3/4, cells two apart with 5/8."""
        names = {"nearest": nearest, "opposite": opposite_of_nearest, "coin": coin}
        found = no_free_lunch(3, [0], names, prior=mixed_prior(3, smooth=0.3))
        expected = Fraction(7, 10) * Fraction(1, 3) + Fraction(3, 10) * (Fraction(1, 4) + Fraction(3, 8)) / 3
        assert found.learners["nearest"].expected == expected
        assert found.advantage("nearest", "coin") == Fraction(3, 80)
        assert found.advantage("nearest", "opposite") == Fraction(3, 40)
        assert {one.total for one in found.learners.values()} == {Fraction(8, 3)}  # a prior is no part of (1.2)

    @pytest.mark.parametrize("tilt", ["0", "1/100", "1/2", "1"])
    def test_any_tilt_decides(self, tilt):
        found = no_free_lunch(4, [1], LEARNERS, prior=mixed_prior(4, smooth=tilt))
        assert (found.advantage("nearest", "coin") > 0) == (Fraction(tilt) > 0)

    def test_one_target_is_learned_by_who_knows_it(self):
        target = (True, False, True)
        prior = mixed_prior(3, one=1, target=target)
        assert dict(zip(all_targets(3), prior, strict=True))[target] == 1
        found = no_free_lunch(3, [0], {"nearest": nearest, "knows": lambda *a: int(target[a[2]])}, prior=prior)
        assert found.learners["knows"].expected == 0
        assert found.learners["nearest"].expected == Fraction(1, 3)
        assert found.learners["knows"].given[False,] is None

    @given(
        cells=st.integers(1, 5), smooth=st.integers(0, 5), one=st.integers(0, 5), agreement=st.sampled_from((0, 0.9, 1))
    )
    def test_shares_add_up(self, cells, smooth, one, agreement):
        prior = mixed_prior(cells, smooth=smooth / 10, one=one / 10, agreement=agreement)
        assert sum(prior) == 1
        assert min(prior) >= 0

    def test_smooth_by_three_quarters(self):
        weights = dict(zip(all_targets(3), mixed_prior(3, smooth=1), strict=True))
        assert weights[True, True, True] == Fraction(9, 32)
        assert weights[True, False, True] == Fraction(1, 32)


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (
            lambda: no_free_lunch(11, [], LEARNERS),
            "cells must be at most 10, since each doubles the targets; got 11. Take fewer.",
        ),
        (
            lambda: no_free_lunch(3, [0, 0], LEARNERS),
            "Training cells must be different numbers from 0 to 2; got (0, 0). Name each cell once.",
        ),
        (
            lambda: no_free_lunch(2, [], LEARNERS, density=[1]),
            "density must have 2 weights; got 1. Give each its weight.",
        ),
        (
            lambda: no_free_lunch(1, [], LEARNERS, prior=[0, 0.0]),
            "prior must have weights from 0, at least one of them positive; got 0. Raise one of them.",
        ),
        (
            lambda: no_free_lunch(1, [], LEARNERS, prior=[1, float("nan")]),
            "prior must hold finite numbers; got 'nan'. Write a number or a fraction such as 1/3.",
        ),
        (
            lambda: no_free_lunch(1, [], {"odd": lambda *_: 2}),
            "The learner 'odd' must say a probability from 0 to 1; got 2. Say 0 for negative, 1 for positive.",
        ),
        (
            lambda: mixed_prior(2, smooth=0.6, one=0.6),
            "smooth and one must be weights from 0 whose sum is at most 1; got 0.6 and 0.6. Lower one of them.",
        ),
        (
            lambda: mixed_prior(2, agreement=2),
            "agreement must be a number from 0 to 1; got 2. Write 5% as 0.05.",
        ),
        (
            lambda: mixed_prior(2, target=[True]),
            "target must have a label for each of the 2 cells; got 1. Add or remove labels.",
        ),
    ],
)
def test_what_is_refused(call, sentence):
    with pytest.raises(InputError) as refused:
        call()
    assert str(refused.value) == sentence
