"""Answers of the exercises of regression error, found again by scikit-learn; each variant has one."""

import re

import numpy as np
import pytest
from sklearn import metrics as sk

from tests.ui.exercises.sets import SETS
from ui.exercises import cards
from ui.regression import exercises, pair_exercises
from ui.shared import text

CARDS = {card.key: card for card in SETS["regression"]}


def test_there_are_six():
    assert list(CARDS)[:6] == ["outlier", "same_mse", "flip", "r_squared", "rmse_mae", "units"]


@pytest.mark.parametrize("key", list(CARDS))
def test_again_asks_something_else(key):
    made = {str(CARDS[key].again(np.random.default_rng(seed)).prompt) for seed in range(20)}
    figures = {str(CARDS[key].again(np.random.default_rng(seed)).solve().answer) for seed in range(20)}
    assert len(made) > 1 or len(figures) > 1


@pytest.mark.parametrize("error", exercises.OUTLIERS)
def test_outlier(error):
    moved = np.array(exercises.PREDICTED)
    moved[-1] = exercises.TRUTH[-1] + error
    squares = np.square(moved - exercises.TRUTH)
    solution = exercises.outlier(error)
    assert solution.answer == pytest.approx(squares[-1] / squares.sum())
    for value in (sk.mean_squared_error(exercises.TRUTH, moved), sk.mean_absolute_error(exercises.TRUTH, moved)):
        assert f"{value:.3f}" in str(solution.because)


@pytest.mark.parametrize("pair", pair_exercises.PAIRS)
def test_same_mse(pair):
    squares = [np.square(residuals).mean() for residuals in pair]
    assert squares[0] == pytest.approx(squares[1])
    spreads = [np.var(residuals) for residuals in pair]
    answer = pair_exercises.same_mse(pair).answer
    assert answer == "ab"[int(np.argmin(spreads))]
    assert f"{min(spreads):.3f}" in str(pair_exercises.same_mse(pair).because)
    assert pair_exercises.ask_same_mse(pair).figure() is not None


@pytest.mark.parametrize("regions", exercises.REGIONS)
def test_flip(regions):
    share = exercises.flip(regions).answer
    assert (1 - share) * regions.left + share * regions.right == pytest.approx(regions.even)
    assert 0 < share < 1


@pytest.mark.parametrize("constant", exercises.CONSTANTS)
def test_r_squared(constant):
    value = sk.r2_score(exercises.TEST, [constant] * 3)
    assert exercises.r_squared(constant).answer == ("zero" if value == 0 else "negative")
    assert f"{abs(value):.3f}" in str(exercises.r_squared(constant).because)


@pytest.mark.parametrize("sizes", pair_exercises.SIZES)
def test_rmse(sizes):
    assert np.mean(sizes.a) == np.mean(sizes.b)
    roots = [np.sqrt(np.square(one).mean()) for one in sizes]
    assert roots[0] != roots[1]
    assert pair_exercises.larger_rmse(sizes).answer == "ab"[int(np.argmax(roots))]


@pytest.mark.parametrize("factor", exercises.FACTORS)
def test_units(factor):
    found = exercises.units(factor)
    assert found.answer == "squared"
    assert f"{factor**2:,} times as large" in str(found.because)


@pytest.mark.parametrize("key", list(CARDS))
def test_prompts_are_translated(key, monkeypatch):
    monkeypatch.setattr(text, "language", lambda: "zh")
    assert not re.search("[a-z]{7}", cards.said(CARDS[key].prompt))
