"""A few cells of the tables that tests/benchmarks/coverage.py prints, with fixed seeds."""

import math

import numpy as np
import pytest
from scipy import stats

from evalcore import curves
from tests.benchmarks import coverage_cases as by_case
from tests.benchmarks.coverage import by_amounts, coverage, resampled, truths
from tests.benchmarks.coverage_amounts import samples as by_skewed_amounts
from tests.benchmarks.coverage_amounts import true_cost
from tests.benchmarks.coverage_bootstrap import joint, true_difference
from tests.benchmarks.coverage_bootstrap import samples as by_bootstrap
from tests.benchmarks.coverage_decisions import (
    PAIRS,
    READ,
    at_specificity,
    of_groups,
    of_parts,
    together,
    true_differences,
)
from tests.benchmarks.coverage_pairs import compared, compared_of_kind
from tests.benchmarks.coverage_populations import held as held_in
from tests.benchmarks.coverage_probabilities import METRICS, NAMES, TURNED, Turned, Two
from tests.benchmarks.covering import held_by, print_row
from tests.benchmarks.populations import KINDS, NEGATIVES, Population, shift
from tests.benchmarks.populations import population as population_of
from tests.tiers import least_of, thorough

HEADLINE = ("AUC", "AP", "precision", "recall", "accuracy", "f_beta", "youden_j", "cost", "cost at p .5")


def population(area, prevalence, levels=None):
    return Population(prevalence, shift(area), levels)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("n", "prevalence", "area", "levels"),
    [thorough(100, 0.1, 0.8, None), (100, 0.3, 0.95, 4), thorough(500, 0.02, 0.8, None)],
)
def test_what_the_pages_show_covers(n, prevalence, area, levels):
    """Of 200 intervals at 95%, 190 cover; 16 fewer would be 5 standard errors. Rows are drawn at random."""
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
    assert found["AUC"] == pytest.approx(0.8, abs=1e-4)
    half = math.sqrt(2) * stats.norm.ppf(0.8) / 2
    assert found["recall"] == pytest.approx(stats.norm.cdf(half), abs=2e-3)
    assert found["cost"] == pytest.approx((0.3 * 10 + 0.7) * stats.norm.sf(half), abs=1e-2)


@pytest.mark.parametrize(
    ("kind", "n", "prevalence"),
    [
        ("3 times the spread", 300, 0.1),
        ("4 in 5 obvious", 100, 0.1),
        ("1 in 10 reversed", 1_000, 0.1),
        ("8 in 10 are 0", 100, 0.02),
        ("ratings 1 to 5", 100, 0.3),
    ],
)
def test_what_is_printed_of_auc_covers_where_classes_are_not_alike(kind, n, prevalence):
    """Of 200 intervals at 95%, 190 cover; 16 fewer would be 5 standard errors."""
    assert held_in(kind, prevalence, n, 200, np.random.default_rng(5))["AUC"] >= 0.87


def test_one_method_alone_does_not():
    """Of Newcombe's method 5 some 75 cover where one in ten positives is reversed, of DeLong's some 70 of few rows."""
    assert held_in("1 in 10 reversed", 0.1, 1_000, 150, np.random.default_rng(0))["AUC Newcombe"] < 0.87
    assert held_in("AUC .8", 0.02, 100, 150, np.random.default_rng(0))["AUC logit"] < 0.87


@pytest.mark.parametrize("kind", KINDS)
def test_populations_are_drawn_as_they_are_tabled(kind):
    one = population_of(kind, 0.3)
    drawn = one.draw(40_000, np.random.default_rng(0))
    found = curves.roc_curve(drawn).auc
    assert found == pytest.approx(curves.roc_curve(one.table).auc, abs=0.01)
    assert drawn.n_pos / 40_000 == pytest.approx(0.3, abs=0.01)
    if one.levels is None and not one.zeros:
        assert found == pytest.approx(one.of_class[0].area(NEGATIVES), abs=0.01)
    if one.zeros:
        rows = np.diff(drawn.tp) + np.diff(drawn.fp)
        assert rows[-1] / rows.sum() == pytest.approx(one.zeros, abs=0.01)
    scores = one.scores(np.arange(1_000) < 300, np.random.default_rng(1).normal(size=1_000), np.random.default_rng(2))
    assert len(np.unique(scores)) == one.levels or len(np.unique(scores)) > 150


@pytest.mark.parametrize(("kind", "sizes"), [("1 in 10 reversed", (10, 90)), ("3 times the spread", (5, 95))])
def test_the_interval_of_a_difference_covers_where_classes_are_not_alike(kind, sizes):
    found = compared_of_kind(kind, sizes, 0.6, 150, np.random.default_rng(0))
    assert found.covers >= 0.87


def test_few_rows_of_a_class_are_noted_beside_a_bootstrap():
    """Ten positives among 1,000: of the intervals of balanced accuracy some .85 hold, and each has a note."""
    shares = joint(0.01, "better")
    true = {name: true_difference(name, shares) for name in ("balanced_accuracy", "accuracy", "f1")}
    found = ([one for one in each if one[0] in true] for each in by_bootstrap(1_000, shares, 40, rng()))
    without, noted = held_by(found, true)["balanced_accuracy"]
    assert not without
    assert len(noted) >= 38


def test_very_skewed_amounts_are_noted():
    """Log-normal with sigma 2, the larger the likelier missed; with sigma 1 and as many rows there is no note."""
    for sigma, noted in ((2.0, True), (1.0, False)):
        of = held_by(by_skewed_amounts(300, sigma, 1.0, 30, rng()), {"cost": true_cost(sigma, 1.0)})["cost"]
        assert len(of[noted]) >= 28


def rng():
    return np.random.default_rng(0)


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


@pytest.mark.slow
@pytest.mark.parametrize(
    ("layout", "kind"), [("40 x 25", "class"), thorough("15 x 10", "skill"), thorough("40 unequal", "skill")]
)
def test_intervals_by_case_cover_where_those_of_rows_do_not(layout, kind):
    """Of 80 intervals at 95% that hold .92, fewer than 65 hold once in a thousand times."""
    held = by_case.intervals(kind, layout, 0.8, 80, np.random.default_rng(0))
    for name, (ours, rows, having) in held.items():
        assert ours >= 65 / 80, name
        assert rows < 0.85, name
        assert having > 0.95, name


@pytest.mark.slow
@pytest.mark.parametrize(("layout", "kind"), [("40 x 25", "skill"), thorough("40 unequal", "level")])
def test_tests_by_case_reject_as_often_as_they_say(layout, kind):
    """Of 80 true hypotheses at .05, more than 11 are rejected once in a thousand times."""
    size = by_case.tests(kind, layout, (0.8, 0.8), 80, np.random.default_rng(0))
    assert max(size.area, size.errors) <= 11 / 80
    assert min(size.delong, size.mcnemar) > 0.2
    assert size.covers > 0.85 > size.delong_covers


@pytest.mark.slow
@pytest.mark.parametrize(
    ("samples", "n", "pair"),
    [(of_parts, 100, PAIRS[1]), (of_groups, 100, PAIRS[2]), thorough(of_parts, 30, PAIRS[0])],
)
def test_differences_of_parts_and_groups_cover(samples, n, pair):
    """Of 150 intervals at 95% that hold .93, fewer than 128 hold once in a thousand times."""
    held = held_by(samples(pair, n, 150, rng()), true_differences(pair))
    for name in READ:
        both = [*held[name][False], *held[name][True]]
        assert sum(both) >= 128 / 150 * len(both), name


@pytest.mark.slow
def test_the_intervals_of_all_groups_hold_together():
    """Of ten groups that are alike some interval made alone misses in a third of the samples."""
    alone, made_together = together(10, 100, 120, rng())
    assert alone < 0.8
    assert made_together >= 0.89


@pytest.mark.slow
def test_the_sensitivity_at_a_specificity_is_held_where_a_bootstrap_misses_it():
    ours, theirs, _noted, _wider = at_specificity((20, 500), 0.95, 0.8, 150, rng())
    assert ours >= 0.89
    assert theirs < 0.89


@pytest.mark.parametrize(
    ("turned", "n", "times"),
    [
        ("too bold", 300, 40),
        pytest.param("right", 100, 200, marks=pytest.mark.thorough),
        pytest.param("too timid", 300, 200, marks=pytest.mark.thorough),
        pytest.param("too high", 1_000, 200, marks=pytest.mark.thorough),
    ],
)
def test_scores_as_probabilities_cover(turned, n, times):
    """Intercept, slope, curve, both losses and their change, net benefit, gain and lift: all hold nine in ten."""
    one = Turned(population(0.8, 0.3), *TURNED[turned])
    held = held_by(one.samples(n, times, rng()), one.truths())
    for name in NAMES:
        both = [*held[name][False], *held[name][True]]
        assert len(both) >= 0.95 * times, name
        assert np.mean(both) >= (0.9 if times == 200 else least_of(times, 0.93)), name


def test_the_truth_of_turned_scores_is_what_turned_them():
    one = Turned(population(0.8, 0.3), *TURNED["too bold"])
    found = one.truths()
    assert found["slope"] == pytest.approx(1 / 1.8, rel=2e-3)
    assert found["curve 0.5"] == pytest.approx(
        float(one.population.table.threshold[one.table.index_of(one.places[1])]), abs=2e-3
    )
    assert Turned(population(0.8, 0.3), *TURNED["right"]).truths()["in the large"] == pytest.approx(0, abs=5e-3)


@pytest.mark.parametrize(
    ("n", "shifts", "times"),
    [(100, (2.3, 1.2), 60), pytest.param(300, (1.2, 1.2), 400, marks=pytest.mark.thorough)],
)
def test_differences_of_any_metric_cover(n, shifts, times):
    one = Two(0.3, shifts, 0.5)
    held = held_by(one.samples(n, times, rng()), one.truths())
    for name in METRICS:
        both = [*held[name][False], *held[name][True]]
        assert np.mean(both) >= (0.92 if times == 400 else least_of(times, 0.93)), name


def test_without_rows_added_few_positives_cover_too_little():
    """Wald's plain interval of a difference of recalls of ten positives, and the one with rows added."""
    one = Two(0.1, (2.3, 1.2), 0.9)
    true, found = one.truths()["recall"], []
    for _, more, less, _ in rng().multinomial(10, one.joint[0] / one.joint[0].sum(), size=300):
        value = (more - less) / 10
        found.append(abs(value - true) <= 1.96 * math.sqrt(max((more + less) / 100 - value**2 / 10, 0)))
    assert np.mean(found) < 0.87
    held = held_by(one.samples(100, 60, rng()), one.truths())["recall"]
    assert np.mean([*held[False], *held[True]]) >= least_of(60, 0.95)
