"""What a threshold chosen on these rows is worth on new ones: against rows drawn one by one, and against the truth."""

import math

import numpy as np
import pytest
from scipy import stats

from evalcore import costs
from evalcore.costs import CostMatrix, Criterion, chosen_threshold, expected_saving, optimism
from evalcore.counts import ThresholdCounts, threshold_counts
from evalcore.errors import InputError
from evalcore.metrics import evaluate
from tests.evalcore.golden import MELON_SCORE, MELON_TRUTH
from tests.tiers import thorough

MELON = threshold_counts(MELON_TRUTH, MELON_SCORE)
TRUTH, SCORE = np.asarray(MELON_TRUTH, dtype=bool), np.asarray(MELON_SCORE, dtype=float)
WISHES = [
    Criterion("f1"),
    Criterion("youden_j"),
    Criterion("accuracy"),
    Criterion("precision", held="recall", at_least=0.8),
    Criterion("recall", held="precision", at_least=0.6),
    Criterion(costs=CostMatrix(5, 1)),
    Criterion(costs=CostMatrix(2, 1, -1, 0), prevalence=0.2),
]


def rng(seed=0):
    return np.random.default_rng(seed)


def drawn(n, d, p, generator):
    """Draw rows of two normal distributions, at least two of each class."""
    while True:
        y = generator.random(n) < p
        if 1 < y.sum() < n - 1:
            return y, generator.normal(size=n) + d * y


def on_new_rows(threshold, d, p):
    """Return the exact cells of a threshold among infinitely many new rows."""
    tpr, fpr = stats.norm.sf(threshold - d), stats.norm.sf(threshold)
    return optimism.ConfusionMatrix.binary(tp=p * tpr, fp=(1 - p) * fpr, fn=p * (1 - tpr), tn=(1 - p) * (1 - fpr))


def slow_rates(criterion, times, generator):
    """Return how much larger TPR and FPR are among the rows left out than at our own threshold, row by row."""
    ours = MELON.threshold[criterion.index(MELON)]
    found = []
    for _ in range(times):
        rows = np.concatenate([generator.choice(of, len(of)) for of in (np.flatnonzero(TRUTH), np.flatnonzero(~TRUTH))])
        table = threshold_counts(TRUTH[rows], SCORE[rows])
        place = criterion.index(table)
        if place < 0:
            continue
        out = ~np.isin(np.arange(len(TRUTH)), rows)
        t = table.threshold[place]
        with np.errstate(invalid="ignore"):
            found.append(
                [
                    np.divide(np.sum(out & of & (t <= SCORE)) - np.sum(out & of & (ours <= SCORE)), np.sum(out & of))
                    for of in (TRUTH, ~TRUTH)
                ]
            )
    return np.array(found, dtype=float)


@pytest.mark.parametrize("criterion", WISHES, ids=str)
def test_a_resample_chooses_as_a_table_of_its_own_does(criterion):
    ((of_neg, of_pos),) = optimism.resamples(MELON, np.arange(len(MELON)), 60, rng(3), None)
    places = criterion.chooser(MELON)(of_neg.inside, of_pos.inside)
    for place, fp, tp in zip(places, of_neg.inside, of_pos.inside, strict=True):
        table = ThresholdCounts.from_grouped(MELON.threshold[1:], np.diff(tp), np.diff(fp))
        own = criterion.index(table)
        expected = math.nan if own < 0 else table.threshold[own]
        assert (place < 0 and math.isnan(expected)) or MELON.index_of(expected) == place


@pytest.mark.slow
@pytest.mark.parametrize("criterion", WISHES, ids=str)
def test_rates_on_new_rows_are_those_of_rows_drawn_one_by_one(criterion):
    slow = slow_rates(criterion, 1_500, rng(1))
    fast = chosen_threshold(MELON, criterion, n_replicates=4_000, rng=rng(2))
    here, new = fast.here, fast.new
    moved = np.array([(new.tp - here.tp) / MELON.n_pos, (new.fp - here.fp) / MELON.n_neg])
    error = np.nanstd(slow, axis=0) * math.sqrt(1 / 1_500 + 1 / 4_000)
    # A rate that would leave [0, 1] stays at its end.
    ends = np.clip(np.nanmean(slow, axis=0), [-here.tp / MELON.n_pos, -here.fp / MELON.n_neg], None)
    assert (np.abs(moved - ends) <= 4 * error + 1e-9).all()


@pytest.mark.slow
@pytest.mark.parametrize(("d", "p"), [(1.19, 0.1), (1.5, 0.4)])
@pytest.mark.parametrize(("n", "repetitions", "near"), [(100, 150, 0.03), (300, 80, 0.02), (1_000, 40, 0.015)])
def test_what_is_corrected_is_near_the_truth_on_average(d, p, n, repetitions, near):
    """Where the rows themselves promise up to .15 too much."""
    generator = rng(n)
    wishes = [Criterion("f1"), Criterion("youden_j"), Criterion("accuracy")]
    found = {criterion: [] for criterion in wishes}
    for _ in range(repetitions):
        counts = threshold_counts(*drawn(n, d, p, generator))
        for criterion, values in found.items():
            one = chosen_threshold(counts, criterion, n_replicates=100, rng=generator)
            true = on_new_rows(one.threshold, d, p)
            values.append([evaluate(criterion.metric, cm) for cm in (one.here, one.new, true)])
    for criterion, values in found.items():
        here, corrected, true = np.mean(values, axis=0)
        error = np.std(np.diff(np.array(values)[:, 1:], axis=1)) / math.sqrt(repetitions)
        assert abs(corrected - true) <= near + 2 * error, criterion
        if here - true > 4 * error:
            assert abs(corrected - true) < here - true


@pytest.mark.slow
@pytest.mark.parametrize("shift", [0.0, 1.0], ids=["at the best", "far from it"])
@pytest.mark.parametrize(("n", "repetitions"), [(100, 200), thorough(300, 150)])
def test_the_promised_saving_is_kept_and_its_interval_covers(n, repetitions, shift):
    """The present threshold is the truly best one, so that any other costs more, or one far from it."""
    d, p, ratio = 1.19, 0.1, 5
    at = stats.norm.isf(0.5) + math.log((1 - p) / (p * ratio)) / d + d / 2 + shift
    generator, found = rng(n), []

    def true_cost(t):
        return p * ratio * stats.norm.cdf(t - d) + (1 - p) * stats.norm.sf(t)

    for _ in range(repetitions):
        counts = threshold_counts(*drawn(n, d, p, generator))
        said = expected_saving(counts, at, cost_fn=ratio, cost_fp=1, n_replicates=200, rng=generator)
        best = costs.best_threshold(counts, cost_fn=ratio, cost_fp=1).threshold
        found.append((said.now - said.best, said.saved, true_cost(at) - true_cost(best), said.low, said.high))
    here, corrected, true, low, high = np.array(found).T
    error = np.std(corrected - true) / math.sqrt(repetitions)
    assert here.mean() - true.mean() > 4 * abs(corrected.mean() - true.mean()) - 8 * error
    assert abs(corrected.mean() - true.mean()) <= 0.01 + 3 * error
    assert np.mean((low <= true) & (true <= high)) >= 0.95 - 3 * math.sqrt(0.05 * 0.95 / repetitions)


def test_many_scores_are_resampled_at_few_places_and_need_no_correction():
    y, s = drawn(200_000, 1.5, 0.3, rng(5))
    found = chosen_threshold(threshold_counts(y, s), Criterion("f1"), n_replicates=50, rng=rng())
    assert evaluate("f1", found.new) == pytest.approx(evaluate("f1", found.here), abs=0.001)


def test_the_same_question_has_the_same_answer():
    both = [chosen_threshold(MELON, WISHES[0], rng=rng()).new.table for _ in range(2)]
    np.testing.assert_array_equal(*both)


def test_where_the_best_is_in_use_nothing_is_saved():
    found = expected_saving(MELON, 0.42, cost_fn=5, cost_fp=1, rng=rng()).times(1000)
    assert (found.now, found.best, found.saved, found.low, found.high) == (300, 300, 0, 0, 0)
    assert found.new > 300


@pytest.mark.parametrize("prevalence", [None, 0.2])
def test_the_best_threshold_costs_one_number_on_new_rows_whatever_the_present_one_is(prevalence):
    matrix = CostMatrix(5, 1, -1, 0.5)
    wish = Criterion(costs=matrix, prevalence=prevalence)
    new = wish.cost(chosen_threshold(MELON, wish, rng=rng()).new)
    for t in MELON.threshold.tolist():
        found = expected_saving(MELON, t, **vars(matrix), prevalence=prevalence, rng=rng())
        assert found.new == pytest.approx(new, abs=1e-12)
        assert found.saved == pytest.approx(0 if found.now == found.best else found.now - new, abs=1e-12)


def test_amounts_are_drawn_with_their_rows():
    amount = np.where(TRUTH, np.arange(1, 21), 3.0)
    rows = costs.amount_rows(TRUTH, SCORE, amount, replaces="fn")
    found = expected_saving(rows, 0.8, cost_fn=rows.mean, cost_fp=1, rng=rng())
    table = costs.best_threshold(rows.counts, cost_fn=rows.mean, cost_fp=1)
    assert found.best == pytest.approx(table.cost)
    assert found.low < found.saved < found.high
    assert found.new > found.best


@pytest.mark.parametrize(
    ("counts", "reason"),
    [
        (threshold_counts(TRUTH, SCORE, sample_weight=np.full(20, 0.5)), "The rows are weighted"),
        (ThresholdCounts.from_grouped([2, 1], [1, 0], [1, 3]), "needs at least two rows"),
    ],
)
def test_without_rows_to_draw_there_is_no_value_but_a_reason(counts, reason):
    found = chosen_threshold(counts, WISHES[0], rng=rng())
    assert found.new is None
    assert found.here is not None
    saving = expected_saving(counts, 0.5, cost_fn=5, cost_fp=1, rng=rng())
    assert math.isnan(saving.saved)
    assert math.isnan(saving.new)
    assert not math.isnan(saving.now)
    for said in (found.reason, saving.reason):
        assert reason in str(said)


def test_a_criterion_that_holds_nowhere_has_no_threshold():
    found = chosen_threshold(MELON, Criterion("recall", held="precision", at_least=1.1), rng=rng())
    assert math.isnan(found.threshold)
    assert (found.here, found.new) == (None, None)
    assert str(found.reason) == str(optimism.NOT_FOUND)


def test_costs_of_nothing_save_nothing_sure():
    found = expected_saving(MELON, 0.5, cost_fn=0, cost_fp=0, rng=rng())
    assert math.isnan(found.saved)
    assert "equally good" in str(found.reason)


@pytest.mark.parametrize("wrong", [{}, {"metric": "f1", "costs": CostMatrix(5, 1)}])
def test_a_criterion_is_a_metric_or_costs(wrong):
    with pytest.raises(InputError, match="best by a metric or by costs; got both or none"):
        Criterion(**wrong)


@pytest.mark.parametrize("prevalence", [None, 0.2])
def test_a_choice_that_is_known_need_not_be_drawn_again(prevalence):
    """Nothing differs, at any present threshold."""
    options = {"cost_fn": 5.0, "cost_fp": 1.0, "prevalence": prevalence}
    known = chosen_threshold(MELON, Criterion(costs=CostMatrix(5, 1), prevalence=prevalence), rng=rng())
    for t in (0.2, 0.42, 0.6):
        drawn = expected_saving(MELON, t, **options, rng=rng())
        assert vars(expected_saving(MELON, t, **options, rng=rng(), chosen=lambda: known)) == vars(drawn)
