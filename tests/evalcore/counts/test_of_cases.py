"""Counts that know their cases: by case where there is a way, else no interval; rows of their own change nothing."""

import numpy as np
import pytest

from evalcore import calibration, costs, curves, metrics
from evalcore.counts import confusion_matrix, threshold_counts
from evalcore.counts.reasons import OF_CASES
from tests.evalcore.cases import clustered

TRUTH, A, B, CASE = clustered()
SHARES = 1 / (1 + np.exp(-A))
KNOWN = threshold_counts(TRUTH, A, case=CASE)
ALONE = threshold_counts(TRUTH, A)


def rng():
    return np.random.default_rng(0)


def ends(found):
    return found.low, found.high


def test_areas_are_by_case():
    by_case = curves.auc_interval(TRUTH, A, case=CASE)
    found = curves.auc_interval_from_counts(KNOWN)
    assert (found.robust_low, found.robust_high) == (by_case.robust_low, by_case.robust_high)
    assert tuple(curves.printed_area(KNOWN)) == (by_case.robust_low, by_case.robust_high)
    assert ends(curves.average_precision_interval(KNOWN)) == ends(curves.average_precision_by_case(TRUTH, A, CASE))


@pytest.mark.parametrize("threshold", [-np.inf, 0.0, 0.4, np.inf])
def test_readings_are_by_case(threshold):
    by_case = metrics.readings_by_case(TRUTH, threshold <= A, CASE, classes=(True, False))
    assert repr(metrics.readings(KNOWN.at(threshold))) == repr(by_case)
    matrix = confusion_matrix(TRUTH, threshold <= A, classes=(True, False), case=CASE)
    assert repr(metrics.readings(matrix)) == repr(by_case)


def test_the_other_class_has_the_same_rows():
    turned = metrics.readings_by_case(~TRUTH, ~(A >= 0.3), CASE, classes=(True, False))
    assert repr(metrics.readings(KNOWN.at(0.3).swapped())) == repr(turned)


def test_each_of_many_classes_is_by_case():
    truth, called = np.digitize(A, [0, 1]), np.digitize(B, [0, 1])
    cm = confusion_matrix(truth, called, classes=range(3), case=CASE)
    for k, one in enumerate(metrics.class_readings(cm)):
        by_case = metrics.readings_by_case(truth == k, called == k, CASE, classes=(True, False))
        named = {reading.name: reading for reading in by_case}
        assert ends(one.precision) == ends(named["precision"])
        assert ends(one.recall) == ends(named["recall"])
        assert ends(one.f1) == ends(named["f_beta"])
    for reading in (metrics.macro_readings(cm).precision, metrics.macro_readings(cm).mean_f1):
        assert np.isnan(reading.low)
        assert reading.reason is OF_CASES


NONE = {
    "bands": lambda k: curves.roc_band(k, rng=rng()),
    "bands of P-R": lambda k: curves.precision_recall_band(k, rng=rng()),
    "partial area": lambda k: curves.bootstrap_curves(k, rng=rng(), n_replicates=20).partial_auc,
    "average precision, resampled": lambda k: curves.bootstrap_curves(k, rng=rng(), n_replicates=20).average_precision,
    "break-even point": lambda k: curves.bootstrap_curves(k, rng=rng(), n_replicates=20).break_even_point,
    "equal error rate": lambda k: curves.bootstrap_curves(k, rng=rng(), n_replicates=20).equal_error_rate,
    "best threshold": lambda k: costs.bootstrap_best_threshold(k, cost_fn=5, cost_fp=1, rng=rng()),
    "on new rows": lambda k: costs.chosen_threshold(k, costs.Criterion("f1"), rng=rng()),
    "Brier": costs.brier_interval,
    "envelope": lambda k: costs.envelope_band(k, rng=rng(), n_replicates=20),
    "bins": calibration.calibration,
}
BY_CASE = {
    "cost": lambda k: costs.threshold_cost_interval(k, 0.5, cost_fn=5, cost_fp=1),
    "area of one threshold": lambda k: costs.fixed_area_interval(k, 0.5),
}


@pytest.mark.parametrize("name", NONE)
def test_what_has_no_way_by_case_has_no_interval_and_says_so(name):
    known = threshold_counts(TRUTH, SHARES, case=CASE)
    found = NONE[name](known)
    assert found.reason is OF_CASES
    low = getattr(found, "low", np.nan)
    assert np.isnan(low).all()
    assert NONE[name](threshold_counts(TRUTH, SHARES)).reason is not OF_CASES


@pytest.mark.parametrize("name", BY_CASE)
def test_what_has_a_way_by_case_goes_it(name):
    found = BY_CASE[name](threshold_counts(TRUTH, SHARES, case=CASE))
    by_row = BY_CASE[name](threshold_counts(TRUTH, SHARES))
    assert found.reason is None
    assert found.low < found.high
    assert (found.low, found.high) != (by_row.low, by_row.high)


@pytest.mark.parametrize("name", [*NONE, *BY_CASE])
def test_rows_that_are_cases_have_the_intervals_of_rows(name):
    own = threshold_counts(TRUTH, SHARES, case=np.arange(len(TRUTH)) * 7)
    assert not own.of_cases
    ask = (NONE | BY_CASE)[name]
    assert repr(ask(own)) == repr(ask(threshold_counts(TRUTH, SHARES)))


def test_rows_that_are_cases_have_the_readings_and_areas_of_rows():
    own = threshold_counts(TRUTH, A, case=[f"row {i}" for i in range(len(TRUTH))])
    assert repr(metrics.readings(own.at(0.2))) == repr(metrics.readings(ALONE.at(0.2)))
    assert repr(curves.auc_interval_from_counts(own)) == repr(curves.auc_interval_from_counts(ALONE))
    assert repr(curves.average_precision_interval(own)) == repr(curves.average_precision_interval(ALONE))


def test_weights_leave_no_interval_anyway():
    weighted = threshold_counts(TRUTH, A, sample_weight=np.ones(len(TRUTH)), case=CASE)
    assert not weighted.of_cases
    assert curves.auc_interval_from_counts(weighted).reason is not OF_CASES


def test_amounts_know_of_cases():
    rows = costs.amount_rows(TRUTH, SHARES, np.arange(len(TRUTH)) + 1.0, case=CASE)
    assert rows.of_cases
    assert costs.threshold_cost_interval(rows, 0.5, cost_fn=rows.mean, cost_fp=1).reason is OF_CASES
    decided = costs.amount_decision(TRUTH, SHARES, np.arange(len(TRUTH)) + 1.0, cost_other=2, case=CASE)
    assert decided.reason is OF_CASES


def test_decisions_of_many_classes_know_of_cases():
    truth, called = np.digitize(A, [0, 1]), np.digitize(B, [0, 1])
    table = 1.0 - np.eye(3)
    cm = confusion_matrix(truth, called, classes=range(3), case=CASE)
    assert costs.label_cost_interval(cm, table).reason is OF_CASES
    assert all(one.reason is OF_CASES for one in costs.class_cost_intervals(cm, table))
    assert costs.decision_difference(truth, called, truth, table, case=CASE).reason is OF_CASES


def test_tables_of_cases_are_not_merged():
    with pytest.raises(ValueError, match="which cases two tables share"):
        KNOWN.merge(ALONE)
