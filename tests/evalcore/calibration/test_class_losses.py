"""Losses of many classes against scikit-learn, the losses of two classes, and simulation."""

import math

import numpy as np
import pytest
from sklearn import metrics as sk

from evalcore.calibration import class_losses, losses
from evalcore.calibration.class_losses import NO_CHANCES
from evalcore.calibration.loss_parts import SURE_AND_WRONG
from evalcore.counts import threshold_counts
from evalcore.errors import InputError
from evalcore.intervals.row_mean import ALIKE, FEW
from evalcore.intervals.shares import WEIGHTED
from tests.tiers import least_of

NAMES = ["a", "b", "c"]


def rows(n, seed=0, share=(0.4, 0.3, 0.3)):
    """Return true classes, and probabilities of them that are right."""
    rng = np.random.default_rng(seed)
    codes = rng.choice(3, n, p=share)
    odds = np.exp(rng.normal(size=(n, 3)) + (codes[:, None] == np.arange(3)) + np.log(share))
    return codes, odds / odds.sum(axis=1, keepdims=True)


@pytest.mark.parametrize("weighted", [False, True])
def test_scikit_learn_agrees(weighted):
    codes, chances = rows(200)
    weight = np.random.default_rng(1).integers(0, 4, 200) if weighted else None
    found = class_losses(codes, chances, NAMES, sample_weight=weight)
    assert found.log_loss.value == pytest.approx(sk.log_loss(codes, chances, sample_weight=weight), rel=1e-12)
    squares = np.square(chances - np.eye(3)[codes]).sum(axis=1)
    assert found.brier.value == pytest.approx(np.average(squares, weights=weight), rel=1e-12)
    assert found.brier.reason == (WEIGHTED if weighted else None)


def test_two_classes_are_those_of_one_column():
    codes, chances = rows(150)
    truth, score = codes == 1, chances[:, 1]
    found = class_losses(truth.astype(int), np.c_[1 - score, score], ["no", "yes"])
    one = losses(threshold_counts(truth, score))
    for mine, theirs, times in ((found.log_loss, one.log_loss.value, 1), (found.brier, one.brier.value, 2)):
        assert mine.value == pytest.approx(times * theirs.value)
    assert (found.log_loss.low, found.log_loss.high) == pytest.approx((one.log_loss.value.low, one.log_loss.value.high))


def test_repeated_rows_of_a_case_say_nothing_more():
    codes, chances = rows(60)
    once = class_losses(codes, chances, NAMES, case=np.arange(60))
    thrice = class_losses(np.repeat(codes, 3), np.repeat(chances, 3, axis=0), NAMES, case=np.repeat(np.arange(60), 3))
    for one, other in ((once.brier, thrice.brier), (once.log_loss, thrice.log_loss)):
        assert (one.value, one.low, one.high) == pytest.approx((other.value, other.low, other.high))


def test_what_is_undefined_says_why():
    codes, chances = rows(80)
    for wrong in (chances * 0.5, chances - [0.5, 0, -0.5]):
        found = class_losses(codes, wrong, NAMES)
        assert math.isnan(found.brier.value)
        assert found.log_loss.reason == NO_CHANCES
    # As a file has them that writes three decimals.
    assert class_losses(codes, chances.round(3), NAMES).brier.reason is None
    sure = chances.copy()
    sure[0] = np.eye(3)[(codes[0] + 1) % 3]
    found = class_losses(codes, sure, NAMES)
    assert found.log_loss.value == math.inf
    assert found.log_loss.reason == SURE_AND_WRONG
    assert math.isfinite(found.brier.low)


def test_a_row_that_weighs_nothing_says_nothing():
    codes, chances = rows(80)
    weight = np.ones(80)
    weight[[0, 1]] = 0
    chances[0], chances[1] = np.eye(3)[(codes[0] + 1) % 3], 0.9
    found, without = (
        class_losses(codes, chances, NAMES, sample_weight=weight),
        class_losses(codes[2:], chances[2:], NAMES),
    )
    assert found.log_loss.value == pytest.approx(without.log_loss.value)
    assert found.brier.value == pytest.approx(without.brier.value)


def test_rows_that_lose_the_same_but_for_rounding_have_no_interval():
    for seed in range(40):
        one = np.random.default_rng(seed).dirichlet([1, 1, 1])
        codes = np.tile([0, 1, 2], 20)
        chances = np.stack([np.roll(one, code) for code in codes])
        found = class_losses(codes, chances, NAMES)
        assert found.brier.reason == ALIKE
        assert found.log_loss.reason == ALIKE


def test_few_rows_are_said():
    assert class_losses(*rows(40), NAMES).brier.warnings == (FEW,)
    assert class_losses(*rows(300), NAMES).brier.warnings == ()
    assert class_losses(*rows(300, share=(0.5, 0.48, 0.02)), NAMES).log_loss.warnings == (FEW,)


def test_what_does_not_fit_is_refused():
    with pytest.raises(InputError, match="one column for each of the 3 classes"):
        class_losses([0, 1], [[0.5, 0.5], [0.5, 0.5]], NAMES)


def test_a_frame():
    frame = class_losses(*rows(100), NAMES).to_frame()
    assert list(frame.index) == ["brier", "log_loss"]
    assert (frame["low"] < frame["value"]).all()


@pytest.mark.parametrize(
    ("n", "share", "times"),
    [
        (200, (0.4, 0.3, 0.3), 300),
        pytest.param(60, (0.4, 0.3, 0.3), 4_000, marks=pytest.mark.thorough),
        pytest.param(400, (0.9, 0.08, 0.02), 4_000, marks=pytest.mark.thorough),
    ],
)
def test_intervals_hold_the_true_value(n, share, times):
    whole = class_losses(*rows(400_000, seed=99, share=share), NAMES)
    held = np.zeros(2)
    for seed in range(times):
        found = class_losses(*rows(n, seed=seed, share=share), NAMES)
        held += [
            one.low <= true.value <= one.high
            for one, true in ((found.brier, whole.brier), (found.log_loss, whole.log_loss))
        ]
    assert (held / times >= least_of(times, 0.92)).all(), held / times
