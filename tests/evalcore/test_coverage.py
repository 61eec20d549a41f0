"""A few cells of the tables that tests/benchmarks/coverage.py prints, with fixed seeds."""

import math

import numpy as np
import pytest
from scipy import stats

from tests.benchmarks.coverage import by_amounts, coverage, resampled, truths
from tests.benchmarks.coverage_pairs import compared
from tests.benchmarks.covering import print_row
from tests.benchmarks.populations import Population, shift

HEADLINE = ("AUC Newcombe", "AP", "precision", "recall", "accuracy", "f_beta", "youden_j", "cost", "cost at p .5")


def population(area, prevalence, levels=None):
    return Population(prevalence, shift(area), levels)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("n", "prevalence", "area", "levels"), [(100, 0.1, 0.8, None), (100, 0.3, 0.95, 4), (500, 0.02, 0.8, None)]
)
def test_what_the_pages_show_covers(n, prevalence, area, levels):
    """Of 200 intervals at 95 %, 190 cover; 16 fewer would be 5 standard errors. Rows are drawn at random."""
    held = coverage(population(area, prevalence, levels), n, 200, np.random.default_rng(0), resampling=None)
    for name in HEADLINE:
        both = [*held[name][False], *held[name][True]]
        assert len(both) >= 190, name
        assert sum(both) >= 0.87 * len(both), name


@pytest.mark.slow
def test_what_is_drawn_again_varies_with_the_prevalence():
    """Of 100 intervals of average precision 95 cover; with as many rows of each class in every resample 86 do."""
    held = coverage(population(0.6, 0.3, 4), 400, 100, np.random.default_rng(0), resampling=1, makers=[resampled])
    for name in ("AP resampled", "break-even"):
        both = [*held[name][False], *held[name][True]]
        assert sum(both) >= 0.89 * len(both), name


def test_a_note_stands_where_too_few_rows_cover_too_little():
    """Two positives among 100: next to no interval misses without a note beside it."""
    held = coverage(population(0.98, 0.02), 100, 60, np.random.default_rng(0))
    for name in ("recall", "youden_j", "cost at p .5", "Brier"):
        without, noted = held[name]
        assert without.count(False) <= 0.1 * 60, name
        assert len(noted) > len(without), name


def test_the_truth_is_that_of_the_population():
    found = truths(population(0.8, 0.3))
    assert found["AUC Newcombe"] == pytest.approx(0.8, abs=1e-4)
    half = math.sqrt(2) * stats.norm.ppf(0.8) / 2
    assert found["recall"] == pytest.approx(stats.norm.cdf(half), abs=2e-3)
    assert found["cost"] == pytest.approx((0.3 * 10 + 0.7) * stats.norm.sf(half), abs=1e-2)


def test_of_two_equally_good_models_few_are_called_different():
    """DeLong's p-value at level 0.05 does so for about .16 with 2 rows among 100; the one in its place does not."""
    found = compared(2, 98, (0.8, 0.8), 150, np.random.default_rng(0))
    assert found.rejects <= 0.05
    assert found.delong_rejects > 0.08


def test_the_interval_of_a_difference_covers_with_few_rows():
    """DeLong's covers .87 of true differences from .9 to .6 with 5 rows among 100; the one in its place .96."""
    found = compared(5, 95, (0.9, 0.6), 150, np.random.default_rng(0))
    assert found.covers >= 0.9
    assert found.delong_covers < 0.9


@pytest.mark.parametrize(("second", "shown"), [(0.95, ".95*"), (0.8, ".80*!")])
def test_what_covers_too_little_is_looked_at_again(second, shown, capsys):
    """80 of 100 hold, then those of the second look alone are printed; one that a note goes with is left as it is."""
    held = {"low": ([True] * 80 + [False] * 20, []), "noted": ([], [True] * 80 + [False] * 20)}
    again = {"low": ([True] * round(100 * second) + [False] * round(100 - 100 * second), [])}
    asked = []
    print_row("", held, ("low", "noted"), lambda _: 100, lambda names: asked.append(names) or again)
    assert capsys.readouterr().out.split() == [shown, "(.80)"]
    assert asked == [["low"]]


@pytest.mark.slow
def test_skewed_amounts_are_held_where_no_note_stands():
    """95 of 100 should hold: the upper end counts in that the amounts to come may be larger than those lost here."""
    held = coverage(population(0.8, 0.3), 300, 100, np.random.default_rng(3), resampling=1, makers=[by_amounts])
    for name in ("amounts", "row by row"):
        assert np.mean(held[name][False]) >= 0.9, name
