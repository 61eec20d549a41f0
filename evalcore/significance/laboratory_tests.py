"""The tests of the laboratory: how each splits the rows, and its p-values for many replicates at once."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
from scipy import special

from evalcore.errors import Message
from evalcore.significance.checks import FEW_ULPS
from evalcore.support.arrays import BoolArray, CountArray, FloatArray

HOLD_OUTS: Final = 30
TESTED_SHARE: Final = 3  # a hold-out tests one row in three
FOLDS: Final = 10
REPEATS: Final = 10
HALVINGS: Final = 5
SHUFFLES: Final = HOLD_OUTS + REPEATS + HALVINGS


@dataclass(frozen=True)
class LaboratoryTest:
    """One test of the laboratory: a name that stays, and a title in words."""

    name: str
    title: Message


TESTS: Final = (
    LaboratoryTest("hold-out-t", Message("30 repeated hold-outs, t-test")),
    LaboratoryTest("hold-out-corrected", Message("30 repeated hold-outs, Nadeau and Bengio's correction")),
    LaboratoryTest("cv-t", Message("10-fold cross validation, paired t-test")),
    LaboratoryTest("cv-corrected", Message("10-fold cross validation, Nadeau and Bengio's correction")),
    LaboratoryTest("repeated-cv-t", Message("10 times 10-fold cross validation, t-test")),
    LaboratoryTest(
        "repeated-cv-corrected", Message("10 times 10-fold cross validation, Nadeau and Bengio's correction")
    ),
    LaboratoryTest("5x2-first", Message("5x2 cross validation, t-test with the first difference (Dietterich)")),
    LaboratoryTest("5x2-mean", Message("5x2 cross validation, t-test with the mean of two (the book's form)")),
    LaboratoryTest("5x2-scaled-mean", Message("5x2 cross validation, t-test with √2 times the mean of two")),
    LaboratoryTest("5x2-f", Message("5x2 cross validation, F-test (Alpaydin)")),
    LaboratoryTest("mcnemar", Message("McNemar's test, mid-p, on one hold-out")),
)  # in the order of `pvalues`


class Outcome(NamedTuple):
    """What the tests see of replicates: error rate of the first learner minus that of the second, split by split."""

    hold_out: FloatArray  # (replicates, 30)
    folds: FloatArray  # (replicates, 10, 10): repetition, fold
    halves: FloatArray  # (replicates, 5, 2)
    discordant: CountArray  # (replicates, 2): rows of the first hold-out that only the one, only the other gets wrong


def splits(n: int, rng: np.random.Generator) -> BoolArray:
    """Which rows does each split test?

    Parameters
    ----------
    n : int
        Number of rows.
    rng : numpy.random.Generator

    Returns
    -------
    (140, n) bool
        True where a row is tested, all others are trained on: 30 hold-outs, 10 times 10 folds, 5 times 2 folds.

    Notes
    -----
    Every repetition shuffles the rows anew, without regard to class. A hold-out tests a third of the rows, rounded up;
    folds differ by one row at most, the first being longer, as in scikit-learn's `ShuffleSplit` and `KFold`. Those take
    no `numpy.random.Generator`.
    """
    place = rng.permuted(np.tile(np.arange(n), (SHUFFLES, 1)), axis=1)
    held_out = place[:HOLD_OUTS] < tested_rows(n)
    folds = _folds(place[HOLD_OUTS : HOLD_OUTS + REPEATS], FOLDS)
    return np.concatenate([held_out, folds, _folds(place[HOLD_OUTS + REPEATS :], 2)])


def tested_rows(n: int) -> int:
    """How many of n rows does a hold-out test?"""
    return -(-n // TESTED_SHARE)


def _folds(place: CountArray, k: int) -> BoolArray:
    """Return the k parts of each shuffle, one after another."""
    n = place.shape[1]
    longer = np.arange(k) < n % k
    fold = np.repeat(np.arange(k), n // k + longer)[place]
    tested: BoolArray = (fold[:, None, :] == np.arange(k)[:, None]).reshape(-1, n)
    return tested


def outcome(wrong_a: BoolArray, wrong_b: BoolArray, tested: BoolArray) -> Outcome:
    """What do the tests see of one replicate?

    Parameters
    ----------
    wrong_a, wrong_b : (140, n) bool
        Whether each learner, trained on the rows of a split that are not tested, gets a row wrong.
    tested : (140, n) bool
        By `splits`.

    Returns
    -------
    Outcome
        Of one replicate: the first axis has length 1.
    """
    only_a, only_b = wrong_a & ~wrong_b & tested, wrong_b & ~wrong_a & tested
    counts = only_a.sum(axis=1), only_b.sum(axis=1)
    differences = (counts[0] - counts[1]) / tested.sum(axis=1)
    first, second = HOLD_OUTS, HOLD_OUTS + REPEATS * FOLDS
    return Outcome(
        differences[None, :first],
        differences[first:second].reshape(1, REPEATS, FOLDS),
        differences[second:].reshape(1, HALVINGS, 2),
        np.array([[counts[0][0], counts[1][0]]]),
    )


def pvalues(found: Outcome, n: int) -> FloatArray:
    """How large is p, by each test, in each replicate?

    Parameters
    ----------
    found : Outcome
        Of any number of replicates.
    n : int
        Rows in each: they say how many a hold-out tests for each row it is trained on.

    Returns
    -------
    (11, replicates) float64
        In the order of `TESTS`.

    Notes
    -----
    What `paired_t_test`, `paired_t_test_5x2`, `f_test_5x2` and `mcnemar` give, for all replicates in one go; the tests
    compare the two. *Undefined when* all differences are the same but not 0 (in 5x2: both folds of every repetition
    agree): nan. Where all differences are 0, p = 1.
    """
    repeated = found.folds.reshape(len(found.folds), -1)
    once = found.folds[:, 0]
    overlap, held_out = 1 / (FOLDS - 1), tested_rows(n)
    return np.stack(
        [
            _paired_t(found.hold_out, 0),
            _paired_t(found.hold_out, held_out / (n - held_out)),
            _paired_t(once, 0),
            _paired_t(once, overlap),
            _paired_t(repeated, 0),
            _paired_t(repeated, overlap),
            *_five_by_two(found.halves),
            _mcnemar(found.discordant),
        ]
    )


def _paired_t(differences: FloatArray, ratio: float) -> FloatArray:
    """Return p of (2.31), or of Nadeau and Bengio's form of it."""
    k = differences.shape[1]
    mean = differences.mean(axis=1)
    error = differences.std(axis=1, ddof=1) * math.sqrt(1 / k + ratio)
    constant = np.asarray(np.ptp(differences, axis=1) <= FEW_ULPS)
    return _two_sided(mean, error, k - 1, constant, np.abs(mean) <= FEW_ULPS)


def _five_by_two(differences: FloatArray) -> tuple[FloatArray, ...]:
    """Return p with the first difference, the mean of two, sqrt(2) times it, and of F."""
    gaps = differences[:, :, 0] - differences[:, :, 1]
    error = np.sqrt(np.square(gaps).mean(axis=1) / 2)
    constant = np.asarray((np.abs(gaps) <= FEW_ULPS).all(axis=1))
    same = np.asarray((np.abs(differences) <= FEW_ULPS).all(axis=(1, 2)))
    mean = differences[:, 0].mean(axis=1)
    numerators = differences[:, 0, 0], mean, math.sqrt(2) * mean
    ratio = _divided(np.square(differences).mean(axis=(1, 2)), np.square(error), constant)
    f = np.where(same, 1.0, special.fdtrc(2 * HALVINGS, HALVINGS, ratio))
    return *(_two_sided(numerator, error, HALVINGS, constant, same) for numerator in numerators), f


def _two_sided(numerator: FloatArray, error: FloatArray, df: int, constant: BoolArray, same: BoolArray) -> FloatArray:
    """Return p of t; without spread 1 where both learners are the same, else nan."""
    t = _divided(numerator, error, constant)
    return np.asarray(np.where(constant & same, 1.0, 2 * special.stdtr(df, -np.abs(t))))


def _divided(numerator: FloatArray, denominator: FloatArray, constant: BoolArray) -> FloatArray:
    """Return the ratio, nan where nothing varies."""
    return np.asarray(np.divide(numerator, denominator, out=np.full(len(numerator), np.nan), where=~constant))


def _mcnemar(discordant: CountArray) -> FloatArray:
    """Return p as mid-p: the tail of the smaller count with half of its last term."""
    fewer, total = discordant.min(axis=1), discordant.sum(axis=1)
    up_to = special.bdtr(fewer, total, 0.5)
    last = np.where(fewer > 0, up_to - special.bdtr(np.maximum(fewer - 1, 0), total, 0.5), up_to)
    return np.asarray(np.minimum(2 * up_to - last, 1))
