"""Amounts in place of a constant cost: the weighted counts, and intervals from rows drawn with their amounts."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from statsmodels.stats.proportion import proportion_confint

from evalcore import costs
from evalcore.costs import _drawing, resampling
from evalcore.costs._condition import NOTHING_AT_STAKE
from evalcore.costs.amounts import NO_AMOUNT
from evalcore.costs.fixed import ALL_ALIKE
from evalcore.counts import threshold_counts
from evalcore.errors import InputError
from evalcore.intervals.percentiles import WEIGHTED
from tests.evalcore.costs.test_areas import scored_rows
from tests.evalcore.golden import MELON_SCORE, MELON_TRUTH
from tests.examples import examples
from tests.tiers import least_of, thorough

pytestmark = pytest.mark.slow

BOTH = pytest.mark.parametrize("replaces", ["fn", "fp"])
AMOUNT = np.array([3, 9, 2, 7, 1, 8, 20, 4, 6, 40, 5, 2, 90, 15, 3, 6, 0, 8, 12, 4.5])
PLACES = np.linspace(0, 1, 21)


def rng(seed=0):
    return np.random.default_rng(seed)


def named(replaces, own, other):
    """Return the two costs, the replaced one first."""
    return {"cost_fn": own, "cost_fp": other} if replaces == "fn" else {"cost_fn": other, "cost_fp": own}


def row_by_row(truth, score, *, cost_fn, cost_fp, prevalence):
    """Return every threshold, descending from +inf, and what a case costs there, each row at its own cost."""
    of_fn, of_fp = (np.broadcast_to(cost, truth.shape) for cost in (cost_fn, cost_fp))
    p = truth.mean() if prevalence is None else prevalence
    threshold = np.array([math.inf, *np.unique(score)[::-1]])
    missed = np.array([of_fn[truth & (score < t)].sum() for t in threshold]) / truth.sum()
    alarms = np.array([of_fp[~truth & (score >= t)].sum() for t in threshold]) / (~truth).sum()
    return threshold, p * missed + (1 - p) * alarms


def in_class(truth, replaces):
    return truth if replaces == "fn" else ~truth


@st.composite
def rows_with_amounts(draw):
    """Scored rows, amounts (some 0, some far larger), and which cost they replace."""
    truth, score = draw(scored_rows())
    some = st.floats(1e-6, 1e6) | st.integers(0, 20).map(float) | st.just(0.0)
    return truth, score, np.array(draw(st.lists(some, min_size=len(truth), max_size=len(truth))))


def test_by_hand():
    rows = costs.amount_rows([1, 0, 1, 0], [0.9, 0.8, 0.4, 0.1], [50, 20, 900, 7])
    assert (rows.mean, rows.replaces, rows.weighted, rows.reason) == (475, "fn", False, None)
    np.testing.assert_allclose(rows.weight, [50 / 475, 1, 900 / 475, 1])
    assert (rows.counts.n_pos, rows.counts.n_neg) == (2, 2)
    np.testing.assert_allclose(rows.counts.fn * rows.mean, [950, 900, 900, 0, 0])
    best = costs.best_threshold(rows.counts, cost_fn=rows.mean, cost_fp=20)
    assert (best.threshold, best.cost) == (0.4, 5)
    alarms = costs.amount_rows([1, 0, 1, 0], [0.9, 0.8, 0.4, 0.1], [50, 20, 900, 7], replaces="fp")
    assert alarms.mean == 13.5
    np.testing.assert_allclose(alarms.counts.fp * alarms.mean, [0, 0, 20, 20, 27])
    for array in (rows.y_true, rows.y_score, rows.weight):
        assert not array.flags.writeable


def test_arrays_of_the_caller_stay_writeable():
    truth, score, amount = MELON_TRUTH.copy(), MELON_SCORE.copy(), AMOUNT.copy()
    costs.amount_rows(truth, score, amount, sample_weight=amount)
    assert truth.flags.writeable
    assert score.flags.writeable
    assert amount.flags.writeable


@BOTH
@settings(deadline=None)
@given(rows=rows_with_amounts(), other=st.floats(0, 1000), p=st.none() | st.floats(0, 1))
def test_costs_are_those_added_up_row_by_row(replaces, rows, other, p):
    truth, score, amount = rows
    found = costs.amount_rows(truth, score, amount, replaces=replaces)
    own = amount[in_class(truth, replaces)]
    assert (found.counts.n_pos, found.counts.n_neg) == (truth.sum(), (~truth).sum())
    if not own.any():
        assert (found.mean, found.reason) == (0, NO_AMOUNT)
    assert found.mean == pytest.approx(own.mean(), rel=1e-12)
    threshold, exact = row_by_row(truth, score, **named(replaces, amount, other), prevalence=p)
    options = {**named(replaces, found.mean, other), "prevalence": p}
    tolerance = 1e-12 * max(amount.max(), other, 1)
    paid = costs.threshold_cost(found.counts, threshold, **options)
    np.testing.assert_allclose(paid, exact, rtol=1e-9, atol=tolerance)
    best = costs.best_threshold(found.counts, **options)
    if best.reason is None:
        assert best.cost == pytest.approx(exact.min(), rel=1e-9, abs=tolerance)
        assert exact[threshold == best.threshold][0] == pytest.approx(exact.min(), rel=1e-9, abs=tolerance)


@BOTH
@settings(deadline=None)
@given(rows=rows_with_amounts(), scale=st.floats(1e-3, 1e3))
def test_a_scale_of_the_amounts_moves_the_mean_only(replaces, rows, scale):
    truth, score, amount = rows
    one, other = (costs.amount_rows(truth, score, a, replaces=replaces) for a in (amount, amount * scale))
    assert other.mean == pytest.approx(one.mean * scale, rel=1e-12)
    np.testing.assert_allclose(other.weight, one.weight, rtol=1e-9)
    same = one.counts.index_of(other.counts.threshold)
    np.testing.assert_allclose(one.counts.tp[same], other.counts.tp, rtol=1e-9)


def test_tiny_amounts_of_one_class_and_large_ones_of_the_other():
    rows = costs.amount_rows([1, 1, 0], [0.9, 0.4, 0.6], [5e-324, 1e-322, 1e100])
    assert rows.reason is None
    assert 0 < rows.mean < 1e-320
    assert (rows.weight[2], rows.counts.n_pos) == (1, 2)
    assert costs.amount_rows([1, 1, 0], [0.9, 0.4, 0.6], [5e-324, 0, 1]).mean == 0


@BOTH
@pytest.mark.parametrize("value", [1.0, 0.1, 1e100, 5e-324, 0.0])
def test_equal_amounts_are_no_amounts(replaces, value):
    """Bit for bit, draws included; amounts of the other class do not matter."""
    own = in_class(MELON_TRUTH, replaces)
    amount = np.where(own, value, rng().random(20))
    rows = costs.amount_rows(MELON_TRUTH, MELON_SCORE, amount, replaces=replaces)
    plain = threshold_counts(MELON_TRUTH, MELON_SCORE)
    assert (rows.mean, rows.reason) == (value, None if value else NO_AMOUNT)
    assert rows.counts.tp.dtype == np.int64
    np.testing.assert_array_equal(rows.counts.tp, plain.tp)
    np.testing.assert_array_equal(rows.counts.fp, plain.fp)
    np.testing.assert_array_equal(rows.weight, 1)
    options = {"cost_fn": 5.0, "cost_fp": 2.0, "cost_tp": 1.0}
    one, other = (costs.bootstrap_best_threshold(each, **options, rng=rng()) for each in (rows, plain))
    assert vars(one) == vars(other)
    assert costs.threshold_cost_interval(rows, 0.6, **options) == costs.threshold_cost_interval(plain, 0.6, **options)
    one, other = (costs.envelope_band(each, PLACES, rng=rng()) for each in (rows, plain))
    np.testing.assert_array_equal(one.low, other.low)
    np.testing.assert_array_equal(one.high, other.high)


def test_sample_weights():
    """A weight of 2 is the row twice."""
    times = rng(1).integers(0, 4, 20)
    weighted = costs.amount_rows(MELON_TRUTH, MELON_SCORE, AMOUNT, sample_weight=times)
    rows = np.repeat(np.arange(20), times)
    repeated = costs.amount_rows(MELON_TRUTH[rows], MELON_SCORE[rows], AMOUNT[rows])
    assert weighted.weighted
    assert not repeated.weighted
    assert weighted.mean == pytest.approx(repeated.mean, rel=1e-14)
    np.testing.assert_array_equal(weighted.counts.threshold, repeated.counts.threshold)
    np.testing.assert_allclose(weighted.counts.tp, repeated.counts.tp, rtol=1e-13)
    np.testing.assert_array_equal(weighted.counts.fp, repeated.counts.fp)
    assert weighted.counts.n_pos == times[MELON_TRUTH].sum()
    fractions = costs.amount_rows(MELON_TRUTH, MELON_SCORE, AMOUNT, sample_weight=times * 0.1)
    plain = threshold_counts(MELON_TRUTH, MELON_SCORE, sample_weight=times * 0.1)
    assert (fractions.counts.n_pos, fractions.counts.n_neg) == (plain.n_pos, plain.n_neg)
    for found in (
        costs.bootstrap_best_threshold(weighted, cost_fn=1, cost_fp=1, rng=rng()),
        costs.envelope_band(weighted, rng=rng()),
    ):
        assert found.reason == WEIGHTED
    assert "weighted" in str(costs.threshold_cost_interval(weighted, 0.6, cost_fn=1, cost_fp=1).reason)


@BOTH
def test_no_row_of_the_class(replaces):
    truth = np.zeros(3, bool) if replaces == "fn" else np.ones(3, bool)
    rows = costs.amount_rows(truth, [0.1, 0.2, 0.3], [1, 2, 3], replaces=replaces)
    assert math.isnan(rows.mean)
    assert str(rows.reason) == ("No row is positive." if replaces == "fn" else "No row is negative.")
    assert len(rows.counts) == 4
    found = costs.bootstrap_best_threshold(rows, cost_fn=1, cost_fp=1, rng=rng())
    assert found.reason == rows.reason
    assert costs.envelope_band(rows, rng=rng()).reason == rows.reason
    assert costs.threshold_cost_interval(rows, 0.2, cost_fn=1, cost_fp=1).reason == rows.reason


def test_amounts_of_0_vanish_and_cost_nothing():
    rows = costs.amount_rows([1, 1, 1, 0], [0.9, 0.5, 0.2, 0.4], [0, 6, 0, 1])
    assert rows.counts.threshold.tolist() == [math.inf, 0.5, 0.4]
    assert rows.mean == 2
    assert (rows.counts.n_pos, rows.counts.fn.tolist()) == (3, [3, 0, 0])


def lost_in_samples(lost, n, generator):
    """Draw samples of n rows one by one, and average what they cost."""
    return lost[generator.integers(len(lost), size=(20_000, n))].mean(axis=1)


def by_parts(replaces, threshold, p, right=0.0):
    """Return the limits: percentiles in the class with amounts, one row more for the upper end; Wilson in the other.

    That row has the mean amount where each amount counts by itself.
    """
    own = in_class(MELON_TRUTH, replaces)
    wrong, amount = ((threshold <= MELON_SCORE) != MELON_TRUTH)[own], AMOUNT[own]
    share = p if replaces == "fn" else 1 - p
    lost, n = np.where(wrong, amount, right * amount), len(amount)
    samples = [lost_in_samples(lost, n, rng(1))]
    if math.isfinite(threshold):
        samples.append(lost_in_samples(np.append(lost, (amount**2).sum() / amount.sum()), n, rng(2)))
    below = [share * (lost.mean() - np.quantile(samples[0], 0.025))]
    above = [share * (max(np.quantile(s, 0.975) for s in samples) - lost.mean())]
    if math.isfinite(threshold):
        others = ((threshold <= MELON_SCORE) != MELON_TRUTH)[~own]
        low, high = proportion_confint(others.sum(), len(others), method="wilson")
        below.append(5 * (1 - share) * (others.mean() - low))
        above.append(5 * (1 - share) * (high - others.mean()))
    return math.hypot(*below), math.hypot(*above)


@BOTH
@pytest.mark.parametrize(("threshold", "p"), [(0.6, 0.4), (0.8, 0.1), (0.42, 0.4), (math.inf, 0.4), (-math.inf, 0.3)])
def test_interval_of_a_fixed_threshold(replaces, threshold, p):
    rows = costs.amount_rows(MELON_TRUTH, MELON_SCORE, AMOUNT, replaces=replaces)
    options = {**named(replaces, rows.mean, 5.0), "prevalence": p}
    found = costs.threshold_cost_interval(rows, threshold, **options)
    assert found.cost == costs.threshold_cost(rows.counts, threshold, **options)
    own = in_class(MELON_TRUTH, replaces)
    wrong = int((((threshold <= MELON_SCORE) != MELON_TRUTH) & own & (AMOUNT > 0)).sum())
    if math.isinf(threshold) and wrong == 0:
        assert found.reason == ALL_ALIKE
        assert found.warnings == ()
        return
    below, above = by_parts(replaces, threshold, p)
    assert found.cost - found.low == pytest.approx(below, rel=0.05)
    assert found.high - found.cost == pytest.approx(above, rel=0.05)
    assert bool(found.warnings) == (wrong < 10)
    assert not found.warnings or found.warnings[0].values == {"n": wrong}


def test_interval_where_found_rows_cost_in_proportion():
    rows = costs.amount_rows(MELON_TRUTH, MELON_SCORE, AMOUNT)
    options = {"cost_fn": rows.mean, "cost_fp": 5.0, "cost_tp": rows.mean / 4, "prevalence": 0.4}
    found = costs.threshold_cost_interval(rows, 0.6, **options)
    below, above = by_parts("fn", 0.6, 0.4, right=0.25)
    assert found.cost - found.low == pytest.approx(below, rel=0.05)
    assert found.high - found.cost == pytest.approx(above, rel=0.05)


def test_no_amount_missed_is_no_proof_that_none_will_be():
    """One row more of the amount (sum of squares / sum), in 8 draws from 9 rows: three times at most (97.5%)."""
    rows = costs.amount_rows(MELON_TRUTH, MELON_SCORE, AMOUNT)
    found = costs.threshold_cost_interval(rows, 0.42, cost_fn=rows.mean, cost_fp=0, prevalence=1)
    assert (found.low, found.cost) == (0, 0)
    own = AMOUNT[MELON_TRUTH]
    assert found.high == pytest.approx(3 / 8 * (own**2).sum() / own.sum(), rel=0.01)
    assert str(found.warnings[0]).startswith("Rows with an amount that are decided wrong: 0. So few")


def test_amounts_that_do_not_count_say_nothing():
    rows = costs.amount_rows(MELON_TRUTH, MELON_SCORE, AMOUNT)
    found = costs.threshold_cost_interval(rows, 0.6, cost_fn=0, cost_fp=1)
    plain = costs.threshold_cost_interval(threshold_counts(MELON_TRUTH, MELON_SCORE), 0.6, cost_fn=0, cost_fp=1)
    assert found == plain
    assert costs.threshold_cost_interval(rows, 0.6, cost_fn=0, cost_fp=0).reason == NOTHING_AT_STAKE


@pytest.mark.parametrize(
    ("fnr", "sigma", "least", "n"),
    [
        (0.03, 1, least_of(100, 0.95), 100),
        *(thorough(*case, 400) for case in [(0.03, 1, 0.95), (0.1, 1, 0.87), (0.4, 0.5, 0.9)]),
    ],
)
def test_coverage(fnr, sigma, least, n):
    """Percentiles alone, without the one row more, cover .62, .79 and .93."""
    generator, covered = rng(7), 0
    for _ in range(n):
        truth = np.arange(1048) < 48
        score = np.where(truth, generator.random(1048) >= fnr, generator.random(1048) < 0.1) * 1.0
        rows = costs.amount_rows(truth, score, generator.lognormal(-(sigma**2) / 2, sigma, 1048))
        if rows.reason is None:
            found = costs.threshold_cost_interval(rows, 0.5, cost_fn=rows.mean, cost_fp=0.01, rng=generator)
            covered += found.low <= (48 * fnr + 1000 * 0.1 * 0.01) / 1048 <= found.high
    assert covered / n >= least


@BOTH
def test_many_rows_are_summed_as_a_normal_number(replaces, monkeypatch):
    n = 6000
    generator = rng(3)
    truth, score = generator.random(n) < 0.5, generator.random(n)
    rows = costs.amount_rows(truth, score, generator.lognormal(0, 1, n).round(2), replaces=replaces)
    options = named(replaces, rows.mean, 1.0)
    near = costs.threshold_cost_interval(rows, 0.5, **options)
    monkeypatch.setattr(_drawing, "FEW_ROWS", n)
    drawn = costs.threshold_cost_interval(rows, 0.5, **options)
    half = (drawn.high - drawn.low) / 2
    assert near.low == pytest.approx(drawn.low, abs=0.1 * half)
    assert near.high == pytest.approx(drawn.high, abs=0.1 * half)
    assert near != drawn


@examples(30)
@given(values=st.lists(st.floats(0, 100), max_size=5), times=st.lists(st.integers(0, 6), min_size=1, max_size=5))
def test_sums_of_draws(values, times):
    times = np.array(times) if values else np.zeros(len(times), int)
    sums = _drawing.sums_of_draws(np.array(values), times, rng())
    assert sums.shape == times.shape
    low, high = (min(values), max(values)) if values else (0, 0)
    assert ((times * low <= sums + 1e-9) & (sums <= times * high + 1e-9)).all()


@BOTH
def test_samples_are_those_of_resampled_rows(replaces):
    """Best thresholds, their costs, optimism and envelopes, against rows drawn and counted one by one."""
    rows = costs.amount_rows(MELON_TRUTH, MELON_SCORE, AMOUNT, replaces=replaces)
    options = {**named(replaces, rows.mean, 4.0), "prevalence": 0.3}
    best = costs.best_threshold(rows.counts, **options)
    generator, n = rng(1), 1500
    chosen, money, dearer, envelopes = [], [], [], []
    for _ in range(n):
        drawn = np.concatenate([generator.choice(np.flatnonzero(c), c.sum()) for c in (MELON_TRUTH, ~MELON_TRUTH)])
        sample = MELON_TRUTH[drawn], MELON_SCORE[drawn]
        threshold, exact = row_by_row(*sample, **named(replaces, AMOUNT[drawn], 4.0), prevalence=0.3)
        chosen.append(threshold[exact <= exact.min() + 1e-12][0])
        money.append(exact[threshold >= best.threshold][-1])
        left = np.setdiff1d(np.arange(len(MELON_TRUTH)), drawn)
        if 0 < MELON_TRUTH[left].sum() < len(left):
            outside = MELON_TRUTH[left], MELON_SCORE[left]
            threshold, exact = row_by_row(*outside, **named(replaces, AMOUNT[left], 4.0), prevalence=0.3)
            dearer.append(exact[threshold >= chosen[-1]][-1] - best.cost)
        table = costs.amount_rows(*sample, AMOUNT[drawn], replaces=replaces)
        envelopes.append(costs.cost_curve(table.counts).envelope.at(PLACES))
    found = costs.bootstrap_best_threshold(rows, **options, rng=rng(), n_replicates=4000)
    assert (found.threshold, found.cost, found.reason) == (best.threshold, best.cost, None)
    np.testing.assert_allclose([found.cost_low, found.cost_high], np.quantile(money, [0.025, 0.975]), rtol=0.08)
    assert found.optimism == pytest.approx(np.mean(dearer), abs=5 * np.std(dearer) / math.sqrt(len(dearer)))
    for end, at in ((found.low, 0.025), (found.high, 0.975)):
        error = 5 * math.sqrt(at * (1 - at) / n)
        assert np.mean(np.array(chosen) < end) - error <= at <= np.mean(np.array(chosen) <= end) + error
    choices = np.arange(len(rows.counts))
    ((of_neg, of_pos),) = resampling.resamples(rows, choices, n, rng(2), None)
    fps, tps = of_neg.inside, of_pos.inside
    fast = np.array([resampling._envelope(fp, tp, PLACES) for fp, tp in zip(fps, tps, strict=True)])
    slow = np.array(envelopes)
    error = np.sqrt((slow.var(axis=0) + fast.var(axis=0)) / n)
    assert (np.abs(slow.mean(axis=0) - fast.mean(axis=0)) <= 4 * error + 1e-12).all()
    np.testing.assert_allclose(fast.std(axis=0), slow.std(axis=0), rtol=0.12, atol=1e-3)
    band = costs.envelope_band(rows, PLACES, rng=rng(), n_replicates=1000)
    np.testing.assert_allclose(band.cost, costs.cost_curve(rows.counts).envelope.at(PLACES))
    np.testing.assert_allclose(band.high, np.quantile(slow, 0.975, axis=0), atol=0.03)


def test_a_sample_without_amounts_costs_nothing():
    """A third of the samples does not draw the one row that has an amount."""
    amount = np.where(np.cumsum(MELON_TRUTH) == 3, AMOUNT + 1, 0) * MELON_TRUTH
    rows = costs.amount_rows(MELON_TRUTH, MELON_SCORE, amount)
    band = costs.envelope_band(rows, PLACES, rng=rng())
    assert (band.low == 0).all()
    assert (band.high >= band.cost).all()
    found = costs.bootstrap_best_threshold(rows, cost_fn=rows.mean, cost_fp=0.1, rng=rng())
    assert found.high == math.inf
    assert found.cost_low <= found.cost <= found.cost_high


def test_many_scores_and_progress():
    n = 30_000
    generator = rng(5)
    score = generator.random(n)
    truth = generator.random(n) < score**3
    rows = costs.amount_rows(truth, score, generator.lognormal(3, 1, n))
    seen = []
    found = costs.bootstrap_best_threshold(
        rows, cost_fn=rows.mean, cost_fp=10, rng=rng(), n_replicates=300, progress=seen.append
    )
    assert "resamples chose among" in str(found.warnings[0])
    assert found.low < found.threshold < found.high
    assert seen[-1] == 1
    assert seen == sorted(seen)
    assert len(seen) > 1
    interval = costs.threshold_cost_interval(rows, found.threshold, cost_fn=rows.mean, cost_fp=10)
    half = (interval.high - interval.low) / 2
    assert found.cost_low == pytest.approx(interval.low, abs=0.25 * half)
    assert found.cost_high == pytest.approx(interval.high, abs=0.25 * half)


@pytest.mark.parametrize(
    ("amount", "options", "sentence"),
    [
        ([1], {}, "amount must have 2 values, one a row; got 1. Check that both columns come from the same table."),
        (
            [1, math.nan],
            {},
            "amount must hold finite numbers; got 'nan' (data row 2). Remove the row or give it a finite number.",
        ),
        (
            [1, -2],
            {},
            "amount must hold numbers from 0 to 1e100; got -2.0 (data row 2). Leave the row out or correct it.",
        ),
        (
            [2e100, 1],
            {},
            "amount must hold numbers from 0 to 1e100; got 2e+100 (data row 1). Leave the row out or correct it.",
        ),
        (
            [1, 2],
            {"replaces": "tp"},
            "replaces must be 'fn' or 'fp'; got 'tp'. Name the mistake whose cost the amount is.",
        ),
    ],
)
def test_bad_input(amount, options, sentence):
    for function in (costs.amount_rows, costs.amount_decision):
        more = {} if function is costs.amount_rows else {"cost_other": 1}
        with pytest.raises(InputError) as refused:
            function([1, 0], [0.2, 0.6], amount, **options, **more)
        assert str(refused.value) == sentence


@BOTH
def test_the_order_of_the_rows_changes_no_interval(replaces):
    place = rng(3).permutation(len(MELON_TRUTH))
    found = []
    for order in (np.arange(len(place)), place):
        truth, score, amount = (np.asarray(column)[order] for column in (MELON_TRUTH, MELON_SCORE, AMOUNT))
        rows = costs.amount_rows(truth, score, amount, replaces=replaces)
        given = named(replaces, rows.mean, 9.0)
        fixed = costs.threshold_cost_interval(rows, 0.6, **given, cost_tp=-1)
        best = costs.bootstrap_best_threshold(rows, **given, n_replicates=100, rng=rng())
        decided = costs.amount_decision(truth, score, amount, replaces=replaces, cost_other=9.0)
        found.append(
            [fixed.low, fixed.high, best.low, best.high, best.cost_low, best.optimism, decided.low, decided.high]
        )
    assert found[1] == pytest.approx(found[0], rel=1e-12)
