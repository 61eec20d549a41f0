"""Bootstrap of the envelope and of the best threshold."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from evalcore import costs
from evalcore.costs import resampling
from evalcore.costs.resampling import LIES_LOW
from evalcore.counts import ThresholdCounts, threshold_counts
from evalcore.errors import InputError
from evalcore.intervals.percentiles import WITHOUT_WIDTH
from tests.evalcore.costs.test_envelope import GROUPS, counts_of
from tests.evalcore.golden import MELON_SCORE, MELON_TRUTH
from tests.examples import examples

pytestmark = pytest.mark.slow

MELON = threshold_counts(MELON_TRUTH, MELON_SCORE)
PLACES = np.linspace(0, 1, 21)


def rng(seed=0):
    return np.random.default_rng(seed)


def resampled_rows(truth, score, generator):
    """Draw rows one class after the other, the slow way, and count them again."""
    of_class = [np.flatnonzero(truth), np.flatnonzero(~truth)]
    rows = np.concatenate([generator.choice(places, len(places)) for places in of_class])
    return threshold_counts(truth[rows], score[rows])


def table_of(counts, fp, tp):
    return ThresholdCounts.from_grouped(counts.threshold[1:], np.diff(tp), np.diff(fp))


@examples(50)
@given(GROUPS, st.integers(0, 10), st.integers(0, 10), st.floats(0, 1))
def test_each_sample_is_read_like_a_table_of_its_own(counts, cost_fn, cost_fp, p):
    if not cost_fn * p + cost_fp * (1 - p):
        return
    x = costs.probability_cost(p, cost_fn, cost_fp)
    ((of_neg, of_pos),) = resampling.resamples(counts, np.arange(len(counts)), 5, rng(), None)
    fps, tps = of_neg.inside, of_pos.inside
    assert (fps[:, -1] == counts.n_neg).all()
    assert (tps[:, -1] == counts.n_pos).all()
    lines = x * (1 - tps / counts.n_pos) + (1 - x) * fps / counts.n_neg
    places = resampling.preferred_places(lines, fps, tps)
    for fp, tp, line, place in zip(fps, tps, lines, places, strict=True):
        table = table_of(counts, fp, tp)
        best = costs.best_threshold(table, cost_fn=cost_fn, cost_fp=cost_fp, prevalence=p)
        assert line[place] == pytest.approx(best.normalized_cost, rel=1e-9, abs=1e-15)
        assert counts.threshold[place] == best.threshold or counts.threshold[place] in best.tied
        mine = resampling._envelope(fp, tp, PLACES)
        np.testing.assert_allclose(mine, costs.cost_curve(table).envelope.at(PLACES), atol=1e-14)


def test_samples_are_those_of_resampled_rows():
    """Means and spreads of the envelope, and the choices made, against rows drawn one by one."""
    slow_rng, n = rng(1), 2000
    slow = [resampled_rows(MELON_TRUTH, MELON_SCORE, slow_rng) for _ in range(n)]
    envelopes = np.array([costs.cost_curve(counts).envelope.at(PLACES) for counts in slow])
    rows = np.arange(len(MELON))
    ((of_neg, of_pos),) = resampling.resamples(MELON, rows, n, rng(2), None)
    fps, tps = of_neg.inside, of_pos.inside
    drawn = np.array([resampling._envelope(fp, tp, PLACES) for fp, tp in zip(fps, tps, strict=True)])
    error = np.sqrt((envelopes.var(axis=0) + drawn.var(axis=0)) / n)
    assert (np.abs(envelopes.mean(axis=0) - drawn.mean(axis=0)) <= 4 * error).all()
    np.testing.assert_allclose(drawn.std(axis=0), envelopes.std(axis=0), rtol=0.1, atol=1e-3)
    chosen = [costs.best_threshold(counts, cost_fn=2, cost_fp=1).threshold for counts in slow]
    place = resampling.preferred_places(4 * (8 - tps) / 56 + 3 * fps / 84, fps, tps)
    for threshold in (0.88, 0.60, 0.42):
        share, other = np.mean(np.array(chosen) == threshold), np.mean(MELON.threshold[place] == threshold)
        assert abs(share - other) <= 4 * math.sqrt(2 * 0.25 / n)


class TestBestThreshold:
    def test_melon(self):
        found = costs.bootstrap_best_threshold(MELON, cost_fn=5, cost_fp=1, rng=rng())
        assert (found.threshold, found.cost) == (0.42, 0.3)
        assert found.low <= 0.42 <= found.high
        assert {found.low, found.high} <= set(MELON.threshold)
        assert found.cost_low < 0.3 < found.cost_high
        assert found.optimism > 0
        assert (found.reason, found.warnings) == (None, ())

    def test_a_known_prevalence_keeps_the_class_counts(self):
        found = costs.bootstrap_best_threshold(
            MELON, cost_fn=1, cost_fp=1, prevalence=0.4, rng=rng(), n_replicates=4000
        )
        missed = rng(3).binomial(8, 0.5, 100_000) / 20
        assert (found.cost_low, found.cost_high) == pytest.approx(tuple(np.quantile(missed, [0.025, 0.975])), abs=0.051)

    def test_cost_of_a_fixed_threshold_is_that_of_a_binomial(self):
        found = costs.bootstrap_best_threshold(MELON, cost_fn=1, cost_fp=1, rng=rng(), n_replicates=4000)
        # Rows are drawn at random, and 4 of the 20 are missed.
        missed = rng(3).binomial(20, 0.2, 100_000) / 20
        assert found.threshold == 0.88
        assert found.cost_low == pytest.approx(np.quantile(missed, 0.025), abs=0.051)
        assert found.cost_high == pytest.approx(np.quantile(missed, 0.975), abs=0.051)

    def test_optimism_against_rows_drawn_one_by_one(self):
        slow_rng, dearer, given = rng(4), [], {"cost_fn": 5, "cost_fp": 1}
        truth, score = np.asarray(MELON_TRUTH, dtype=bool), np.asarray(MELON_SCORE)
        for _ in range(1500):
            drawn = slow_rng.integers(len(truth), size=len(truth))
            left = np.setdiff1d(np.arange(len(truth)), drawn)
            if not 0 < truth[drawn].sum() < len(drawn) or not 0 < truth[left].sum() < len(left):
                continue
            best = costs.best_threshold(threshold_counts(truth[drawn], score[drawn]), **given)
            outside = threshold_counts(truth[left], score[left])
            dearer.append(costs.threshold_cost(outside, best.threshold, **given, prevalence=0.4) - 0.3)
        found = costs.bootstrap_best_threshold(MELON, **given, rng=rng(), n_replicates=4000)
        assert found.optimism == pytest.approx(np.mean(dearer), abs=5 * np.std(dearer) / math.sqrt(len(dearer)))

    def test_optimism_is_what_new_rows_cost_more(self):
        """Of 100 samples the mean is within 30% of the truth, and not half of it."""
        generator, said, true = rng(11), [], []
        for _ in range(100):
            truth = generator.random(300) < 0.3
            table = threshold_counts(truth, generator.normal(size=300) + 1.2 * truth)
            found = costs.bootstrap_best_threshold(table, cost_fn=5, cost_fp=1, rng=generator, n_replicates=50)
            fnr, fpr = (stats.norm.cdf(found.threshold - 1.2), stats.norm.sf(found.threshold))
            said.append(found.optimism)
            true.append(0.3 * fnr * 5 + 0.7 * fpr - found.cost)
        assert np.mean(said) == pytest.approx(np.mean(true), rel=0.3)

    def test_prevalence_costs_and_seed(self):
        options = {"cost_fn": 5, "cost_fp": 1, "cost_tp": -1, "prevalence": 0.05}
        one, two = (costs.bootstrap_best_threshold(MELON, **options, rng=rng(7)) for _ in range(2))
        assert (one.low, one.high, one.optimism) == (two.low, two.high, two.optimism)
        assert one.cost == costs.best_threshold(MELON, **options).cost
        assert one.cost_low <= one.cost <= one.cost_high

    def test_class_that_costs_nothing(self):
        """The rule that breaks ties is the same for the rows and for the samples."""
        found = costs.bootstrap_best_threshold(MELON, cost_fn=0, cost_fp=1, prevalence=0.4, rng=rng())
        assert (found.threshold, found.high) == (0.88, 0.95)

    def test_best_may_be_to_call_nothing_positive(self):
        found = costs.bootstrap_best_threshold(counts_of([(3, 7)]), cost_fn=1, cost_fp=1, prevalence=0.3, rng=rng())
        assert found.low == found.threshold == found.high == math.inf


class TestBand:
    def test_melon(self):
        band = costs.envelope_band(MELON, PLACES, rng=rng())
        assert ((band.low <= band.high) & (band.low >= 0) & (band.high <= 0.5)).all()
        assert band.low[8] <= band.cost[8] <= band.high[8]
        assert (band.low[[0, -1]].tolist(), band.high[[0, -1]].tolist()) == ([0, 0], [0, 0])
        assert band.warnings == (LIES_LOW,)
        wide = costs.envelope_band(MELON, PLACES, rng=rng(), confidence_level=0.99)
        assert ((wide.low <= band.low) & (wide.high >= band.high)).all()

    def test_no_width(self):
        perfect = ThresholdCounts.from_grouped([0.9, 0.5], [5, 0], [0, 7])
        band = costs.envelope_band(perfect, PLACES, rng=rng())
        assert (band.high == 0).all()
        assert band.warnings == (WITHOUT_WIDTH, LIES_LOW)

    def test_read_only(self):
        band = costs.envelope_band(MELON, PLACES, rng=rng(), n_replicates=2)
        for array in (band.x, band.cost, band.low, band.high):
            assert not array.flags.writeable
        assert PLACES.flags.writeable


class TestManyThresholds:
    @pytest.fixture
    def counts(self):
        score = rng(5).permutation(30_000) / 30_000
        return threshold_counts(rng(6).random(30_000) < score**3, score)

    def test_says_that_samples_choose_among_some(self, counts):
        found = costs.bootstrap_best_threshold(counts, cost_fn=3, cost_fp=1, rng=rng(), n_replicates=50)
        (warning,) = found.warnings
        among = warning.values["count"]
        assert str(warning) == (
            f"There are 30000 distinct scores, and resamples chose among {among} of them: evenly spread ones and those "
            "that can be best for these rows. The least cost of a resample may be a little lower."
        )
        assert 1000 < among < 2500
        assert found.threshold == costs.best_threshold(counts, cost_fn=3, cost_fp=1).threshold
        again, _ = costs.envelope_band(counts, PLACES, rng=rng(), n_replicates=10).warnings
        assert again.template == warning.template

    def test_close_to_choosing_among_all(self, counts, monkeypatch):
        some = costs.bootstrap_best_threshold(counts, cost_fn=3, cost_fp=1, rng=rng(), n_replicates=200)
        monkeypatch.setattr(resampling, "FEW_THRESHOLDS", 30_000)
        every = costs.bootstrap_best_threshold(counts, cost_fn=3, cost_fp=1, rng=rng(), n_replicates=200)
        assert every.warnings == ()
        assert some.cost_low == pytest.approx(every.cost_low, rel=0.02)
        assert some.cost_high == pytest.approx(every.cost_high, rel=0.02)
        assert some.low == pytest.approx(every.low, abs=0.05)
        assert some.high == pytest.approx(every.high, abs=0.05)


def test_progress_reaches_the_end(monkeypatch):
    monkeypatch.setattr(resampling, "CHUNK", 20 * 30)
    seen = []
    costs.envelope_band(MELON, PLACES, rng=rng(), n_replicates=70, progress=seen.append)
    assert seen == [30 / 70, 60 / 70, 1.0]


@pytest.mark.parametrize(
    ("counts", "reason"),
    [
        (counts_of([(3, 0), (1, 0)]), "No row is negative."),
        (
            counts_of([(1, 3)]),
            "A standard error needs at least two rows of each class; there are 1 positive and 3 negative rows.",
        ),
        (
            ThresholdCounts.from_grouped([0.9, 0.5], [1.5, 2.0], [2.0, 2.0]),
            "The rows are weighted, and a bootstrap of the counts draws rows that count once each.",
        ),
    ],
)
def test_undefined(counts, reason):
    best = costs.bootstrap_best_threshold(counts, cost_fn=1, cost_fp=1, rng=rng())
    band = costs.envelope_band(counts, PLACES, rng=rng())
    assert str(best.reason) == str(band.reason) == reason
    assert np.isnan([best.low, best.high, best.cost_low, best.cost_high, best.optimism]).all()
    assert np.isnan(band.low).all()
    assert np.isnan(band.high).all()


def test_nothing_at_stake():
    best = costs.bootstrap_best_threshold(MELON, cost_fn=0, cost_fp=0, rng=rng())
    assert str(best.reason) == "No mistake costs anything under this condition, so all thresholds are equally good."
    assert math.isnan(best.low)


def test_bad_options():
    with pytest.raises(InputError, match=r"^The number of resamples must be a whole number from 2; got 1\."):
        costs.envelope_band(MELON, rng=rng(), n_replicates=1)
    with pytest.raises(InputError, match=r"^The confidence level must lie between 0 and 1; got 95\."):
        costs.bootstrap_best_threshold(MELON, cost_fn=1, cost_fp=1, rng=rng(), confidence_level=95)
