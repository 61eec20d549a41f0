"""The interval of the cost of a fixed threshold: by hand, against Wilson's, and how often it covers the truth."""

import math

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.proportion import proportion_confint

from evalcore import costs
from evalcore.costs._condition import NOTHING_AT_STAKE
from evalcore.costs.fixed import ALL_ALIKE
from evalcore.counts import ThresholdCounts, threshold_counts
from evalcore.errors import InputError
from evalcore.metrics.readings import WEIGHTED
from tests.evalcore.golden import MELON_SCORE, MELON_TRUTH
from tests.tiers import thorough

pytestmark = pytest.mark.slow

MELON = threshold_counts(MELON_TRUTH, MELON_SCORE)
COSTS = {"cost_fn": 5.0, "cost_fp": 1.0}


def decided(fn, n_pos, fp, n_neg):
    """Return rows of which so many are decided wrong at 2."""
    return ThresholdCounts.from_grouped([2, 1], [n_pos - fn, fn], [fp, n_neg - fp])


def recovered(cells, stake, level):
    """Return how far the limits lie below and above the cost, with statsmodels' interval of both rates."""
    fn, n_pos, fp, n_neg = cells
    below, above = [], []
    for wrong, n, worth in ((fn, n_pos, stake[0]), (fp, n_neg, stake[1])):
        low, high = proportion_confint(wrong, n, alpha=1 - level, method="wilson")
        below.append(worth * (wrong / n - low))
        above.append(worth * (high - wrong / n))
    return math.dist(below, (0, 0)), math.dist(above, (0, 0))


def test_melons_by_hand():
    """None of 8 missed: FNR up to z^2 / (8 + z^2) = .3244; 6 of 12 false alarms: .5 -+ .2462. Stakes 2 and .6."""
    found = costs.threshold_cost_interval(MELON, 0.42, **COSTS, prevalence=0.4)
    assert found.cost == pytest.approx(0.3)
    assert found.low == pytest.approx(0.3 - 0.6 * 0.2462, abs=5e-5)
    assert found.high == pytest.approx(0.3 + math.hypot(2 * 0.3244, 0.6 * 0.2462), abs=2e-4)
    assert found.reason is None
    assert found.warnings == ()


@pytest.mark.parametrize("rights", [{}, {"cost_tp": -2.0, "cost_tn": 0.5}, {"cost_tp": 5.0}])
@pytest.mark.parametrize("prevalence", [0.4, 0.1, 1.0])
@pytest.mark.parametrize("cells", [(0, 8, 6, 12), (8, 8, 0, 12), (3, 40, 700, 1000), (1, 1, 0, 1), (0, 5, 0, 7)])
@pytest.mark.parametrize("level", [0.8, 0.95])
def test_limits_recovered_from_those_of_both_rates(cells, prevalence, rights, level):
    counts, options = decided(*cells), {**COSTS, **rights, "prevalence": prevalence}
    found = costs.threshold_cost_interval(counts, 2, **options, confidence_level=level)
    stake = prevalence * (5 - rights.get("cost_tp", 0)), (1 - prevalence) * (1 - rights.get("cost_tn", 0))
    assert found.cost == costs.threshold_cost(counts, 2, **options)
    assert found.confidence_level == level
    if stake == (0, 0):
        assert found.reason == NOTHING_AT_STAKE
        return
    below, above = recovered(cells, stake, level)
    assert found.low == pytest.approx(found.cost - below)
    assert found.high == pytest.approx(found.cost + above)
    assert found.low < found.high
    least = found.cost - stake[0] * cells[0] / cells[1] - stake[1] * cells[2] / cells[3]
    assert least - 1e-12 <= found.low
    assert found.high <= least + sum(stake) + 1e-12


@pytest.mark.parametrize("fn", [0, 3, 8])
def test_only_misses_cost_is_wilsons_interval_of_fnr(fn):
    found = costs.threshold_cost_interval(decided(fn, 8, 6, 12), 2, cost_fn=10, cost_fp=0, prevalence=0.1)
    low, high = proportion_confint(fn, 8, method="wilson")
    assert (found.low, found.high) == pytest.approx((low, high), abs=1e-12)


@pytest.mark.parametrize("level", [0.9, 0.95, 0.99])
def test_normal_for_many_rows(level):
    counts = decided(40_000, 200_000, 90_000, 800_000)
    rights = {"cost_tp": -2.0, "cost_tn": 0.5}
    found = costs.threshold_cost_interval(counts, 2, **COSTS, **rights, prevalence=0.3, confidence_level=level)
    fnr, fpr = 0.2, 90 / 800
    error = math.sqrt((0.3 * 7) ** 2 * fnr * (1 - fnr) / 200_000 + (0.7 * 0.5) ** 2 * fpr * (1 - fpr) / 800_000)
    half = stats.norm.ppf((1 + level) / 2) * error
    assert found.low == pytest.approx(found.cost - half, abs=0.01 * half)
    assert found.high == pytest.approx(found.cost + half, abs=0.01 * half)


@pytest.mark.parametrize(
    ("n", "rates", "cost_fn", "resampled"),
    [
        ((8, 12), (0.1, 0.4), 5, 0.70),
        ((8, 12), (0.3, 0.4), 5, 0.91),
        ((30, 1000), (0.03, 0.1), 50, 0.60),
        ((50, 50), (0.02, 0.02), 1, 0.87),
        ((200, 200), (0.1, 0.2), 5, 0.96),
        ((20, 2000), (0.1, 0.01), 100, 0.87),
    ],
)
def test_coverage(n, rates, cost_fn, resampled):
    """Added up over all that can happen; `resampled` is what percentiles of a bootstrap cover, by simulation."""
    (n_pos, n_neg), (fnr, fpr) = n, rates
    p = n_pos / (n_pos + n_neg)
    truth = p * fnr * cost_fn + (1 - p) * fpr
    chance = [stats.binom.pmf(np.arange(n + 1), n, rate) for n, rate in zip(n, rates, strict=True)]
    covered = 0
    for fn in np.flatnonzero(chance[0] > 1e-4):
        for fp in np.flatnonzero(chance[1] > 1e-4):
            counts = decided(fn, n_pos, fp, n_neg)
            found = costs.threshold_cost_interval(counts, 2, cost_fn=cost_fn, cost_fp=1, prevalence=p)
            covered += chance[0][fn] * chance[1][fp] * (found.low <= truth <= found.high)
    assert 0.94 <= covered <= 0.97
    assert covered > resampled - 0.02


class TestPrevalenceOfTheRows:
    """Left out, the prevalence is that of the rows, which other rows would not have exactly."""

    @pytest.mark.parametrize(("n_pos", "n_neg"), [(8, 12), (1, 40), (300, 700)])
    @pytest.mark.parametrize("rights", [{}, {"cost_tp": -2.0, "cost_tn": 0.5}])
    def test_rules_without_a_score_are_wilsons_interval_of_the_prevalence(self, n_pos, n_neg, rights):
        counts = decided(0, n_pos, 1, n_neg)
        low, high = proportion_confint(n_pos, n_pos + n_neg, method="wilson")
        tp, tn = rights.get("cost_tp", 0), rights.get("cost_tn", 0)
        never = costs.threshold_cost_interval(counts, math.inf, **COSTS, **rights)
        assert (never.low, never.high) == pytest.approx((tn + low * (5 - tn), tn + high * (5 - tn)))
        # The more are positive, the less it costs to call all of them so.
        always = costs.threshold_cost_interval(counts, -math.inf, **COSTS, **rights)
        assert (always.low, always.high) == pytest.approx((1 - high * (1 - tp), 1 - low * (1 - tp)))

    def test_melons_by_hand(self):
        """A false alarm costs 1 and .5 of 12 negatives are one, so positives, of which none is missed, cost .5 less.

        p = .4 with Wilson's [.2188, .6134]; FNR up to .3244, FPR .5 -+ .2462.
        """
        found = costs.threshold_cost_interval(MELON, 0.42, **COSTS)
        less, more = 0.4 - 0.2188, 0.6134 - 0.4
        below = (0.6 * 0.2462, 0.5 * more, 0.2462 * more)
        above = (2 * 0.3244, 0.6 * 0.2462, 0.5 * less, 5 * 0.3244 * more, 0.2462 * less)
        assert found.cost - found.low == pytest.approx(math.hypot(*below), abs=2e-4)
        assert found.high - found.cost == pytest.approx(math.hypot(*above), abs=5e-4)

    def test_normal_for_many_rows(self):
        """As for the mean of what each of so many rows costs."""
        fn, n_pos, fp, n_neg = 40_000, 200_000, 90_000, 800_000
        found = costs.threshold_cost_interval(decided(fn, n_pos, fp, n_neg), 2, **COSTS, cost_tp=-2, cost_tn=0.5)
        each, cells = np.array([5, -2, 1, 0.5]), np.array([fn, n_pos - fn, fp, n_neg - fp]) / (n_pos + n_neg)
        half = stats.norm.ppf(0.975) * math.sqrt((cells @ each**2 - (cells @ each) ** 2) / (n_pos + n_neg))
        assert found.high - found.cost == pytest.approx(half, rel=0.01)
        assert found.cost - found.low == pytest.approx(half, rel=0.01)

    @pytest.mark.parametrize(
        ("n", "p", "rates", "cost_fn", "known"),
        [
            (200, 0.05, (0.79, 0.1), 10, 0.60),
            thorough(1000, 0.02, (0.5, 0.05), 20, 0.82),
            thorough(1000, 0.3, (0.1, 0.4), 5, 0.94),
            thorough(100, 0.1, (0.3, 0.3), 50, 0.89),
            thorough(50, 0.5, (0.02, 0.02), 1, 0.93),
            (1000, 0.3, (1.0, 0.0), 5, 0.0),
        ],
    )
    def test_coverage(self, n, p, rates, cost_fn, known):
        """By simulation; `known` is what the interval for a prevalence taken as known covers of rows drawn so."""
        truth = p * rates[0] * cost_fn + (1 - p) * rates[1]
        generator, covered, covered_known, times = np.random.default_rng(0), 0, 0, 1500
        for _ in range(times):
            n_pos = min(max(generator.binomial(n, p), 1), n - 1)
            fn, fp = generator.binomial(n_pos, rates[0]), generator.binomial(n - n_pos, rates[1])
            counts, t = decided(fn, n_pos, fp, n - n_pos), math.inf if rates == (1, 0) else 2
            found = costs.threshold_cost_interval(counts, t, cost_fn=cost_fn, cost_fp=1)
            covered += found.low <= truth <= found.high
            fixed = costs.threshold_cost_interval(counts, t, cost_fn=cost_fn, cost_fp=1, prevalence=n_pos / n)
            covered_known += fixed.low <= truth <= fixed.high
        assert 0.94 <= covered / times <= 0.995
        assert covered_known / times == pytest.approx(known, abs=0.02)


def test_nothing_is_drawn():
    generator = np.random.default_rng(0)
    before = generator.bit_generator.state
    found = costs.threshold_cost_interval(MELON, 0.6, **COSTS, rng=generator)
    assert generator.bit_generator.state == before
    assert found == costs.threshold_cost_interval(MELON, 0.6, **COSTS)


def test_any_threshold_between_two_scores_is_the_same():
    assert costs.threshold_cost_interval(MELON, 0.57, **COSTS) == costs.threshold_cost_interval(MELON, 0.60, **COSTS)


def test_a_finite_threshold_that_no_row_reaches_may_be_reached_by_others():
    found = costs.threshold_cost_interval(MELON, 2, **COSTS, prevalence=0.4)
    assert found.low < found.cost == 2 < found.high


@pytest.mark.parametrize(
    ("counts", "threshold", "options", "reason"),
    [
        (threshold_counts(MELON_TRUTH, MELON_SCORE, sample_weight=np.full(20, 0.5)), 0.6, COSTS, str(WEIGHTED)),
        (ThresholdCounts.from_grouped([2, 1], [0, 0], [3, 3]), 2, COSTS, "No row is positive."),
        (ThresholdCounts.from_grouped([2, 1], [3, 3], [0, 0]), 2, COSTS, "No row is negative."),
        (MELON, math.inf, {**COSTS, "prevalence": 0.4}, str(ALL_ALIKE)),
        (MELON, -math.inf, {**COSTS, "prevalence": 0.1}, str(ALL_ALIKE)),
        (MELON, math.inf, {**COSTS, "cost_tp": 1.0, "cost_tn": 5.0, "cost_fp": 5.0}, str(ALL_ALIKE)),
        (MELON, 0.42, {"cost_fn": 0.0, "cost_fp": 0.0}, str(NOTHING_AT_STAKE)),
        (MELON, math.inf, {"cost_fn": 0.0, "cost_fp": 0.0}, str(NOTHING_AT_STAKE)),
        (MELON, 0.42, {"cost_fn": 0.3, "cost_tp": 0.3, "cost_fp": 0.7, "cost_tn": 0.7}, str(NOTHING_AT_STAKE)),
        (MELON, 0.6, {**COSTS, "cost_fn": 0.0, "prevalence": 1.0}, str(NOTHING_AT_STAKE)),
    ],
)
def test_no_interval(counts, threshold, options, reason):
    found = costs.threshold_cost_interval(counts, threshold, **options)
    assert math.isnan(found.low)
    assert math.isnan(found.high)
    assert str(found.reason) == reason
    cost = costs.threshold_cost(counts, threshold, **options)
    assert found.cost == cost or (math.isnan(cost) and math.isnan(found.cost))


def test_options_are_checked():
    with pytest.raises(InputError, match="The confidence level must lie between 0 and 1; got 95"):
        costs.threshold_cost_interval(MELON, 0.6, **COSTS, confidence_level=95)
    with pytest.raises(InputError, match="The threshold must be a number; got nan"):
        costs.threshold_cost_interval(MELON, math.nan, **COSTS)
    with pytest.raises(InputError, match="prevalence must be a number from 0 to 1; got 2"):
        costs.threshold_cost_interval(MELON, 0.6, **COSTS, prevalence=2)


@pytest.mark.parametrize(("n_pos", "prevalence", "noted"), [(4, 0.5, True), (5, 0.5, False), (4, None, False)])
def test_few_rows_of_a_class_with_a_prevalence_of_its_own_are_noted(n_pos, prevalence, noted):
    counts = ThresholdCounts.from_grouped([2, 1], [n_pos - 1, 1], [20, 80])
    found = costs.threshold_cost_interval(counts, 2, cost_fn=10, cost_fp=1, prevalence=prevalence)
    assert bool(found.warnings) == noted
    if noted:
        assert str(found.warnings[0]).startswith(
            "A class has fewer than five rows, so the interval of a cost with a preval"
        )


def test_a_single_amount_has_a_note():
    rows = costs.amount_rows([1, 0, 0, 0], [0.9, 0.8, 0.4, 0.1], [50, 1, 1, 1])
    found = costs.threshold_cost_interval(rows, 0.5, cost_fn=rows.mean, cost_fp=1)
    assert "A single row has an amount" in str(found.warnings[0])


@pytest.mark.parametrize(("prevalence", "noted"), [(0.5, True), (None, False)])
def test_all_rows_of_a_class_but_one_have_a_note_at_a_known_prevalence(prevalence, noted):
    found = costs.threshold_cost_interval(decided(1, 10, 30, 90), 2, **COSTS, prevalence=prevalence)
    assert ("All rows but one agree" in " ".join(map(str, found.warnings))) is noted


@pytest.mark.parametrize("prevalence", [None, 0.2, 0.0])
@pytest.mark.parametrize("rights", [(0.0, 0.0), (-1.0, 0.5)])
def test_ends_of_many_thresholds_are_those_of_each(prevalence, rights):
    rng = np.random.default_rng(3)
    truth = rng.random(80) < 0.3
    table = threshold_counts(truth, (truth + rng.normal(size=80)).round(1))
    prices = {"cost_fn": 5.0, "cost_fp": 1.0, "cost_tp": rights[0], "cost_tn": rights[1], "prevalence": prevalence}
    low, high = costs.threshold_cost_ends(table, table.threshold, **prices)
    each = [costs.threshold_cost_interval(table, t, **prices) for t in table.threshold.tolist()]
    np.testing.assert_allclose(low, [one.low for one in each], rtol=1e-12)
    np.testing.assert_allclose(high, [one.high for one in each], rtol=1e-12)
    assert np.isfinite(low).any()


def test_rows_of_cases_and_weighted_ones_have_no_ends_of_many_thresholds():
    truth, score = np.array([1, 0, 1, 0], bool), np.array([4.0, 3.0, 2.0, 1.0])
    for table in (
        threshold_counts(truth, score, sample_weight=np.array([1.0, 2.0, 1.5, 1.0])),
        threshold_counts(truth, score, case=np.array([0, 0, 1, 1])),
    ):
        low, high = costs.threshold_cost_ends(table, [3.0, 2.0], cost_fn=5, cost_fp=1)
        assert np.isnan([low, high]).all()
