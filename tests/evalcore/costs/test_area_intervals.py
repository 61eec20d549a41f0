"""Intervals of the Brier score and of the areas of the ways to choose a threshold."""

import math

import numpy as np
import pytest
from scipy import stats

from evalcore import costs, curves
from evalcore.counts import ThresholdCounts, threshold_counts
from evalcore.errors import InputError
from tests.evalcore.golden import MELON_SCORE, MELON_TRUTH

MELON = threshold_counts(MELON_TRUTH, MELON_SCORE)


def transformed(t, skewness):
    """Hall's cubic, the way there."""
    return t + skewness * t**2 / 3 + skewness**2 * t**3 / 27 + skewness / 6


def of_rows(truth, score, p):
    """Return the mean of squared errors, its standard error, skewness and degrees of freedom, row by row."""
    of_pos, of_neg = ((truth[rows] - score[rows]) ** 2 for rows in (truth, ~truth))
    share = np.mean(truth) if p is None else p
    value = share * of_pos.mean() + (1 - share) * of_neg.mean()
    parts = [(share * stats.sem(of_pos), len(of_pos)), ((1 - share) * stats.sem(of_neg), len(of_neg))]
    df = sum(part**2 for part, _ in parts) ** 2 / sum(part**4 / (n - 1) for part, n in parts)
    if p is None:
        every = (truth - score) ** 2
        error = stats.sem(every)
        third = stats.moment(every, 3) / len(every) ** 2
    else:
        error = math.hypot(*(part for part, _ in parts))
        third = sum(weight**3 * stats.moment(of, 3) / len(of) ** 2 for weight, of in ((p, of_pos), (1 - p, of_neg)))
    return value, error, third / error**3, df


def of_two_normals(x, truth, apart, p):
    """Return probabilities of the positive class, which is normal around `apart`."""
    return 1 / (1 + np.exp(-(apart * (x + apart * truth - apart / 2) + np.log(p / (1 - p)))))


@pytest.mark.parametrize("p", [None, 0.5, 0.1])
def test_ends_are_where_the_transformed_mean_is_at_students_t(p):
    """The oracle goes the other way: from the ends, through the cubic, to the tails of Student's distribution."""
    rng = np.random.default_rng(0)
    truth = rng.random(400) < 0.3
    score = (rng.random(400) / 2 + truth / 3).round(2)
    value, error, skewness, df = of_rows(truth, score, p)
    found = costs.brier_interval(threshold_counts(truth, score), prevalence=p)
    assert found.value == pytest.approx(value)
    tails = [stats.t.cdf(transformed((value - end) / error, skewness), df) for end in (found.high, found.low)]
    assert tails == pytest.approx([0.025, 0.975], abs=1e-9)
    assert (found.reason, found.warnings) == (None, ())


def test_brier_of_few_rows():
    errors = (np.asarray(MELON_TRUTH) - np.asarray(MELON_SCORE)) ** 2
    found = costs.brier_interval(MELON)
    assert found.value == pytest.approx(errors.mean())
    assert 0 <= found.low < found.value < found.high <= 1
    assert str(found.warnings[0]).startswith("So few rows show little of how much squared errors vary")


def test_two_rows_of_a_class_leave_nearly_everything_open():
    found = costs.brier_interval(ThresholdCounts.from_grouped([0.9, 0.6, 0.2], [1, 1, 0], [0, 3, 95]))
    assert found.low < found.value < 0.06
    # Two standard errors of all rows together would end at 0.06.
    assert found.high > 0.09


def test_without_skewness_it_is_students():
    counts = ThresholdCounts.from_grouped([0.9, 0.5, 0.1], [30, 0, 30], [30, 0, 30])
    found = costs.brier_interval(counts, prevalence=0.5)
    error = math.hypot(*[0.5 * stats.sem([0.01] * 30 + [0.81] * 30)] * 2)
    half = stats.t.ppf(0.975, 2 * 59) * error
    assert (found.low, found.high) == pytest.approx((found.value - half, found.value + half))


@pytest.mark.parametrize(
    ("n_pos", "n_neg", "prevalence", "noted"),
    [
        (25, 25, None, False),
        (25, 24, None, True),
        (15, 500, None, False),
        (14, 500, None, True),
        (60, 500, 0.5, False),
        (59, 500, 0.5, True),
        (60, 19, 0.5, True),
    ],
)
def test_few_rows_are_noted(n_pos, n_neg, prevalence, noted):
    halves = [[n // 2, n - n // 2] for n in (n_pos, n_neg)]
    found = costs.brier_interval(ThresholdCounts.from_grouped([0.8, 0.3], *halves), prevalence=prevalence)
    assert bool(found.warnings) == noted
    assert found.low < found.high


@pytest.mark.parametrize(
    ("beside", "prevalence", "noted"), [(4, None, True), (5, None, False), (9, 0.5, True), (10, 0.5, False)]
)
def test_few_beside_one_score_are_noted(beside, prevalence, noted):
    counts = ThresholdCounts.from_grouped([0.9, 0.3], [100 - beside, beside], [40, 60])
    assert bool(costs.brier_interval(counts, prevalence=prevalence).warnings) == noted


@pytest.mark.parametrize(
    ("counts", "reason"),
    [
        (ThresholdCounts.from_grouped([2.0, 0.1], [3, 0], [0, 3]), "The scores do not lie between 0 and 1"),
        (ThresholdCounts.from_grouped([0.9, 0.1], [3, 2], [0, 0]), "No row is negative."),
        (ThresholdCounts.from_grouped([0.9, 0.1], [1.5, 2], [1.0, 2]), "The rows are weighted"),
        (ThresholdCounts.from_grouped([0.9, 0.1], [1, 0], [3, 3]), "A standard error needs at least two rows of each"),
        (ThresholdCounts.from_grouped([1, 0], [3, 0], [0, 3]), "All rows of a class have the same squared error"),
    ],
)
def test_where_there_is_no_interval(counts, reason):
    found = costs.brier_interval(counts)
    assert np.isnan([found.low, found.high]).all()
    assert str(found.reason).startswith(reason)


def test_areas_of_the_choices():
    areas, found = costs.choice_areas(MELON, 0.6), costs.choice_area_intervals(MELON, 0.6)
    for name in ("fixed", "score_driven", "rate_driven", "rate_random"):
        one = getattr(found, name)
        assert one.value == pytest.approx(getattr(areas, name), abs=1e-12)
        assert one.low < one.value < one.high
    assert found.fixed == costs.fixed_area_interval(MELON, 0.6)
    auc = curves.auc_interval_from_counts(MELON)
    assert found.rate_random.low == 0.75 - auc.robust_high / 2
    assert found.rate_driven.high == 7 / 12 - auc.robust_low / 2


def test_weighted_rows_have_no_interval():
    weighted = ThresholdCounts.from_grouped([0.9, 0.1], [1.5, 2.0], [1.0, 2.0])
    found = costs.choice_area_intervals(weighted, 0.5)
    assert all(str(getattr(found, name).reason).startswith("The rows are weighted") for name in vars(found))


def test_of_amounts_there_is_none_and_amounts_are_what_is_said():
    rows = [1, 1, 1, 0, 0, 0], [0.9, 0.7, 0.2, 0.8, 0.3, 0.1], [5, 60, 7, 1, 1, 1]
    of_amounts = costs.amount_rows(*rows)
    found, plain = (costs.choice_area_intervals(of, 0.5) for of in (of_amounts, of_amounts.counts))
    for name in vars(found):
        assert str(getattr(found, name).reason).startswith("These areas count rows by their amounts")
        assert getattr(found, name).value == pytest.approx(getattr(plain, name).value, rel=1e-12)
    assert costs.fixed_area_interval(of_amounts, 0.5) == found.fixed
    beyond = costs.amount_rows(rows[0], [4, 3, 2, 5, 1, 0], rows[2])
    assert str(costs.choice_area_intervals(beyond, 0.5).score_driven.reason).startswith("The scores do not lie")
    weighted = costs.amount_rows(*rows, sample_weight=[1, 2, 1, 1, 1, 1])
    assert str(costs.choice_area_intervals(weighted, 0.5).fixed.reason).startswith("The rows are weighted")
    # Of amounts that are alike each row counts once.
    alike = costs.amount_rows(*rows[:2], [3] * 6)
    assert costs.choice_area_intervals(alike, 0.5).fixed == costs.choice_area_intervals(alike.counts, 0.5).fixed


def test_bad_level():
    with pytest.raises(InputError, match="The confidence level must lie between 0 and 1; got 95"):
        costs.brier_interval(MELON, confidence_level=95)


@pytest.mark.parametrize("apart", [0.5, 2.9])
def test_covers(apart):
    """Of 300 intervals at 95%, 285 cover; 19 fewer would be 5 standard errors. Those of AUC .98 have 10 positives."""
    rng, covered, p = np.random.default_rng(0), 0, 0.3 if apart < 1 else 0.1

    def score(x, truth):
        return stats.norm.cdf(x + np.where(truth, 0.5, -1)) if apart < 1 else of_two_normals(x, truth, apart, p)

    cells = stats.norm.ppf((np.arange(100_000) + 0.5) / 100_000)
    true = p * np.mean((1 - score(cells, True)) ** 2) + (1 - p) * np.mean(score(cells, False) ** 2)
    for _ in range(300):
        truth = rng.random(100) < p
        found = costs.brier_interval(threshold_counts(truth, score(rng.normal(size=100), truth)))
        covered += found.low <= true <= found.high
    assert covered > 285 - 19
