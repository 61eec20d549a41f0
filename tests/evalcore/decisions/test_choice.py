"""Thresholds by a wish, against every threshold tried one by one."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from evalcore.costs import CostMatrix, best_threshold, chosen_threshold
from evalcore.costs.optimism import Criterion, resamples
from evalcore.counts import ThresholdCounts, threshold_counts
from evalcore.decisions import Wish, choose, fulfil, on_new_rows
from evalcore.decisions._wished import FALLING, RISING, ByWish
from evalcore.errors import InputError
from evalcore.metrics import METRICS, best_index, best_index_where, evaluate
from tests.evalcore.golden import MELON_SCORE, MELON_TRUTH

MELON = threshold_counts(MELON_TRUTH, MELON_SCORE)
ROWS = st.lists(st.tuples(st.booleans(), st.integers(-3, 3), st.integers(0, 3)), min_size=1, max_size=14)
METRIC = st.sampled_from(["precision", "recall", "f1", "specificity", "fpr", "matthews", "error_rate", "youden_j"])
BOUND = st.sampled_from([0.0, 0.1, 0.25, 0.29, 1 / 3, 0.5, 0.75, 0.9, 1.0, -0.5])
WISHES = [
    Wish("f1"),
    Wish("error_rate"),
    Wish("precision", at_least={"recall": 0.8}),
    Wish("recall", at_least={"precision": 0.6}, at_most={"fpr": 0.4}),
    Wish("matthews", alerts=9),
    Wish(alerts=0.3),
    Wish("cost", costs=CostMatrix(5, 1), at_least={"specificity": 0.3}),
    Wish("cost", costs=CostMatrix(2, 1, -1), prevalence=0.2),
]


@st.composite
def wishes(draw):
    held = {
        "at_least": draw(st.dictionaries(METRIC, BOUND, max_size=2)),
        "at_most": draw(st.dictionaries(METRIC, BOUND, max_size=2)),
        "alerts": draw(st.none() | st.integers(0, 20) | st.sampled_from([0.0, 0.07, 0.29, 0.5, 1.0])),
    }
    if draw(st.booleans()):
        return Wish(draw(METRIC), **held)
    if draw(st.booleans()):
        return Wish("cost", **held, costs=CostMatrix(draw(st.sampled_from([0, 1, 5])), 1))
    return Wish(**held | {"alerts": draw(st.integers(0, 9))})


def goodness(wish, cm):
    """What is to be best of one matrix, the larger the better."""
    if wish.costs is not None:
        if not (cm.tp + cm.fn and cm.fp + cm.tn):
            return math.nan
        p = (cm.tp + cm.fn) / cm.n if wish.prevalence is None else wish.prevalence
        return -(
            p * wish.costs.cost_fn * cm.fn / (cm.tp + cm.fn) + (1 - p) * wish.costs.cost_fp * cm.fp / (cm.fp + cm.tn)
        )
    if not wish.best:
        return cm.tp + cm.fp
    return evaluate(wish.best, cm) * (-1 if METRICS[wish.best].smaller_is_better else 1)


def misses(wish, cm):
    """By how much each condition is missed, one by one; nan where undefined."""
    found = [b - evaluate(name, cm) for name, b in wish.at_least] + [evaluate(name, cm) - b for name, b in wish.at_most]
    reach = [METRICS[name].highest - METRICS[name].lowest for name, _ in (*wish.at_least, *wish.at_most)]
    if wish.alerts is not None and not cm.n:
        return [math.nan]
    if wish.alerts is not None:
        rows = cm.tp + cm.fp
        over = rows - wish.alerts if isinstance(wish.alerts, int) else rows / cm.n - wish.alerts
        found.append(over / cm.n if isinstance(wish.alerts, int) else over)
        reach.append(1.0)
    return [one / of for one, of in zip(found, reach, strict=True)]


def brute(counts, wish):
    """Return the thresholds that are best, by trying each; and of all the least of the largest misses."""
    tried = [(t, counts.at(t)) for t in counts.threshold.tolist()]
    good = {t: goodness(wish, cm) for t, cm in tried}
    held = [t for t, cm in tried if not math.isnan(good[t]) and all(miss <= 0 for miss in misses(wish, cm))]
    best = max((good[t] for t in held), default=math.nan)
    slack = 1e-12 * abs(best) if wish.best == "cost" else 0
    worst = [float(np.max(misses(wish, cm), initial=-9)) for t, cm in tried if not math.isnan(good[t])]
    worst = [one for one in worst if not math.isnan(one)]
    return [t for t in held if good[t] >= best - slack], best, min(worst, default=math.nan)


def check(counts, wish):
    found = fulfil(counts, wish)
    tied, best, miss = brute(counts, wish)
    assert found.reached == bool(tied)
    assert found.tied.tolist() == tied
    if tied:
        sign = -1 if wish.best == "cost" or (wish.best and METRICS[wish.best].smaller_is_better) else 1
        assert found.value == pytest.approx(sign * best, rel=1e-12, abs=1e-12)
        assert found.nearest is None
        at = [counts.at(t) for t in tied]
        fewest = [(t, cm.tp) for t, cm in zip(tied, at, strict=True) if cm.fp == at[0].fp]
        assert found.threshold in [t for t, tp in fewest if tp == max(tp for _, tp in fewest)]
        assert counts.threshold[found.index] == found.threshold
        return
    assert math.isnan(found.threshold)
    assert (found.nearest is None) == math.isnan(miss)
    assert found.reason is not None
    if found.nearest is not None:
        own = max(misses(wish, counts.at(found.nearest.threshold)))
        assert own == pytest.approx(miss, abs=1e-9)
        assert max(one.by / (METRICS[one.name].highest - METRICS[one.name].lowest) for one in found.nearest.misses) == (
            pytest.approx(miss, abs=1e-9)
        )
        assert all(str(one.message) for one in found.nearest.misses)


@given(ROWS, wishes())
def test_every_threshold_is_tried(rows, wish):
    truth, score, _ = zip(*rows, strict=True)
    check(threshold_counts(truth, score), wish)


@given(ROWS, wishes())
def test_weights_are_repetitions(rows, wish):
    truth, score, weight = zip(*rows, strict=True)
    if not any(weight):
        return
    weighted = fulfil(threshold_counts(truth, score, sample_weight=weight), wish)
    repeated = fulfil(threshold_counts(np.repeat(truth, weight), np.repeat(score, weight)), wish)
    assert (weighted.reached, weighted.tied.tolist()) == (repeated.reached, repeated.tied.tolist())
    np.testing.assert_allclose([weighted.threshold, weighted.value], [repeated.threshold, repeated.value])


def test_many_rows_are_gone_through_in_parts():
    rng = np.random.default_rng(0)
    truth = rng.random(700_000) < 0.3
    counts = threshold_counts(truth, rng.normal(size=len(truth)) + truth)
    for name in ("f1", "matthews"):
        assert choose(counts, best=name).threshold == best_index(counts, name).threshold[0]
    held = best_index_where(counts, "recall", held="precision", at_least=0.6)
    assert choose(counts, best="recall", at_least={"precision": 0.6}).value == held.value
    assert choose(counts, best="cost", cost_fn=5, cost_fp=1).threshold == pytest.approx(
        best_threshold(counts, cost_fn=5, cost_fp=1).threshold
    )


@given(ROWS)
def test_what_is_said_to_rise_or_to_fall_does(rows):
    truth, score, _ = zip(*rows, strict=True)
    counts = threshold_counts(truth, score)
    for names, sign in ((RISING, 1), (FALLING, -1)):
        for name in names:
            values = evaluate(name, counts)
            assert np.isnan(values).all() or (np.diff(sign * values) >= 0).all()


def test_the_most_suspicious_rows():
    assert choose(MELON, alerts=5).threshold == 0.85
    assert choose(MELON, alerts=5).value == 5
    tied = choose(MELON, alerts=10)  # the tenth and the eleventh row share a score, .60
    assert tied.value in (9, 10)
    assert MELON.at(tied.threshold).tp + MELON.at(tied.threshold).fp == tied.value
    assert choose(MELON, alerts=0).threshold == math.inf
    assert choose(MELON, alerts=1.0).threshold == MELON.threshold[-1]
    assert choose(MELON, alerts=0.25).value == 5


def test_a_share_of_the_rows_is_not_rounded_away():
    """.29 times 100 is less than 29."""
    counts = threshold_counts(np.arange(100) % 2, np.arange(100))
    assert choose(counts, alerts=0.29).value == 29


def test_nothing_satisfies_and_the_nearest_rule_is_told():
    found = choose(MELON, best="precision", at_least={"recall": 0.9, "specificity": 0.9})
    assert not found.reached
    assert found.nearest.threshold == 0.66  # recall .75 and specificity .75
    assert [str(miss.message) for miss in found.nearest.misses] == [
        "recall is 0.75, 0.15 less than wished",
        "specificity is 0.75, 0.15 less than wished",
    ]
    assert str(found.reason) == "No threshold of these rows does what is wished."
    too_many = choose(MELON, best="accuracy", at_least={"recall": 1.0}, alerts=7)
    assert "more than wished" in str(too_many.nearest.misses[-1].message)


def test_what_has_no_value_is_neither_best_nor_held():
    no_positive = threshold_counts([0, 0, 0], [1, 2, 3])
    found = choose(no_positive, best="recall")
    assert (found.reached, found.nearest, found.index) == (False, None, -1)
    assert str(found.reason) == "The metric has no value at any threshold."
    assert not choose(no_positive, best="specificity", at_least={"recall": 0.0}).reached
    assert not choose(MELON, best="precision", alerts=0).reached
    assert choose(MELON, best="precision").value == 1


def test_costs_are_given_together():
    with pytest.raises(InputError, match="Both costs must be given; got one"):
        choose(MELON, best="cost", cost_fn=5)
    found = choose(MELON, best="cost", cost_fn=5, cost_fp=1)
    assert (found.threshold, found.value) == (0.42, pytest.approx(6 / 20))


def test_sums_of_weights_hold_what_they_miss_by_rounding():
    counts = threshold_counts([1] * 10, np.arange(10.0), sample_weight=[0.1] * 10)
    assert choose(counts, best="precision", at_least={"recall": 0.3}, at_most={"recall": 0.3}).reached


@pytest.mark.parametrize("wish", WISHES, ids=lambda wish: wish.write())
def test_a_resample_chooses_as_a_table_of_its_own_does(wish):
    rule = ByWish(wish)
    ((of_neg, of_pos),) = resamples(MELON, np.arange(len(MELON)), 60, np.random.default_rng(3), None)
    places = rule.chooser(MELON)(of_neg.inside, of_pos.inside)
    assert len(set(places.tolist())) > 1
    for place, fp, tp in zip(places, of_neg.inside, of_pos.inside, strict=True):
        table = ThresholdCounts.from_grouped(MELON.threshold[1:], np.diff(tp), np.diff(fp))
        own = rule.index(table)
        assert (place < 0) == (own < 0)
        assert place < 0 or MELON.index_of(table.threshold[own]) == place or _same(table, own, place, fp, tp)


def _same(table, own, place, fp, tp):
    """A score without rows in a resample is no threshold of its table: both decide alike."""
    return (table.fp[own], table.tp[own]) == (fp[place], tp[place])


def test_on_new_rows_a_wish_is_worth_what_the_same_criterion_is():
    for wish, criterion in (
        (Wish("f1"), Criterion("f1")),
        (WISHES[-1], Criterion(costs=WISHES[-1].costs, prevalence=0.2)),
    ):
        ours = on_new_rows(MELON, wish, rng=np.random.default_rng(0))
        theirs = chosen_threshold(MELON, criterion, rng=np.random.default_rng(0))
        assert ours.threshold == theirs.threshold
        np.testing.assert_allclose(ours.new.table, theirs.new.table)
    assert on_new_rows(MELON, Wish("f1", at_least={"recall": 2}), rng=np.random.default_rng(0)).new is None


@pytest.mark.slow
def test_what_was_to_hold_is_corrected_too():
    """Recall of .9 on 300 rows is less on new ones, by as much as is said, on average."""
    rng, found = np.random.default_rng(0), []
    wish = Wish("precision", at_least={"recall": 0.9})
    for _ in range(120):
        y = rng.random(200) < 0.3
        counts = threshold_counts(y, rng.normal(size=200) + 1.5 * y)
        one = on_new_rows(counts, wish, n_replicates=100, rng=rng)
        true = stats.norm.sf(one.threshold - 1.5)
        found.append((evaluate("recall", one.here), evaluate("recall", one.new), true))
    here, corrected, true = np.mean(found, axis=0)
    error = np.std(np.diff(np.array(found)[:, 1:], axis=1)) / math.sqrt(len(found))
    assert here - true > 0.01
    assert abs(corrected - true) < min(0.01 + 2 * error, here - true)


@pytest.mark.parametrize(("alerts", "day"), [(1, 20), (3, 20), (1, 7), (50, 1000), (9, 3), (0, 5)])
def test_alerts_of_a_day_are_as_large_a_share_of_any_rows(alerts, day):
    """Many days of rows have as many times the alerts of one."""
    one = choose(MELON, best="recall", alerts=alerts, rows_a_day=day)
    share = choose(MELON, best="recall", alerts=min(alerts / day, 1.0))
    assert one.threshold == share.threshold
    cells, n = MELON.at(one.threshold), MELON.n_pos + MELON.n_neg
    assert (cells.tp + cells.fp) * day <= alerts * n
    lower = MELON.threshold[one.index + 1 :]
    tp = [MELON.at(t).tp for t in lower if (MELON.at(t).tp + MELON.at(t).fp) * day <= alerts * n]
    assert not [more for more in tp if more > cells.tp]
