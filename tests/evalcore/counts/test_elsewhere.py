"""Counts of rows that stay in a source: bounds inside cells, a threshold counted exactly, the other class."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalcore import calibration, costs, curves, decisions, metrics
from evalcore.counts import ELSEWHERE, Grouped, RowsElsewhere, SourcedPredictions, ThresholdCounts, threshold_counts
from evalcore.counts.elsewhere import turned_over
from evalcore.counts.packed import packed
from evalcore.counts.reasons import OF_CASES
from evalcore.decisions.group_counts import GroupCounts
from evalcore.errors import Message
from evalcore.metrics.classes import versus_rest
from evalcore.predictions import Dropped, from_frame, one_vs_rest
from tests.pages import sourced

SCORES = st.lists(st.tuples(st.integers(0, 40), st.booleans()), min_size=1, max_size=40)


def in_cells(rows, width=5):
    """Group whole scores into cells of a width, as an engine would."""
    score, truth = (np.array(column) for column in zip(*rows, strict=True))
    cell = score // width
    held = np.unique(cell)[::-1]
    low, top = (np.array([end(score[cell == one]) for one in held], dtype=float) for end in (np.min, np.max))
    pos, neg = (np.array([np.sum((cell == one) & (truth == side)) for one in held]) for side in (True, False))
    counts = ThresholdCounts.from_grouped(low, pos, neg)
    return Grouped(counts, top, 0.2, 0.4, 0.1, 0.5), threshold_counts(truth, score)


@given(rows=SCORES, t=st.floats(-1, 42))
def test_bounds_hold_the_counts_and_leave_open_only_what_a_cell_hides(rows, t):
    grouped, exact = in_cells(rows)
    cm, found = exact.at(t), grouped.inside(t)
    if found is None:
        assert grouped.counts.at(t).table.tolist() == cm.table.tolist()
    else:
        assert found.tp[0] <= cm.tp <= found.tp[1]
        assert found.fp[0] <= cm.fp <= found.fp[1]


@given(rows=SCORES, t=st.floats(-1, 42))
def test_a_threshold_counted_exactly_is_exact_and_nothing_else_changes(rows, t):
    grouped, exact = in_cells(rows)
    cm = exact.at(t)
    more = grouped.with_exact(t, int(cm.tp), int(cm.fp))
    assert more.inside(t) is None
    assert more.counts.at(t).table.tolist() == cm.table.tolist()
    for listed in grouped.counts.threshold:
        assert more.counts.at(listed).table.tolist() == grouped.counts.at(listed).table.tolist()
    for other in np.arange(-0.5, 42):
        between = more.inside(other)
        known = exact.at(other)
        low, high = (more.counts.at(other).tp,) * 2 if between is None else between.tp
        assert low <= known.tp <= high


@given(rows=SCORES, t=st.floats(-1, 42), n=st.integers(1, 12))
def test_rows_around_a_threshold_are_the_nearest_and_those_of_their_cells(rows, t, n):
    grouped, _exact = in_cells(rows)
    low, high = grouped.around(t, n)
    score = np.array([of for of, _truth in rows])
    # As the counts know the threshold: the next one that is listed.
    listed = grouped.counts.threshold[int(grouped.counts.index_of(t))]
    held = (score >= low) & (score <= high)
    assert held[score >= listed].sum() >= min(n, (score >= listed).sum())
    assert held[score < listed].sum() >= min(n, (score < listed).sum())


def test_how_far_areas_may_be_off():
    grouped, _exact = in_cells([(1, True), (3, False), (30, True)])
    assert grouped.within == (pytest.approx(0.1), pytest.approx(0.4))
    assert (grouped.n, grouped.n_thresholds) == (3, 2)


@pytest.mark.parametrize("positive", ["yes", "no"])
def test_a_view_is_that_of_the_rows_but_for_the_rows(positive):
    table = sourced.frame()
    here = one_vs_rest(sourced.in_memory(table), positive, model="a")
    there = sourced.in_source(table).view(positive, "a")
    for name in ("model", "positive", "negative", "n", "has_score", "rows_alone", "positive_share", "weight", "cases"):
        assert getattr(there, name) == getattr(here, name), name
    assert there.weighted_positive_share == here.positive_share
    exact = threshold_counts(here.y_true, here.score)
    assert there.grouped.counts.tp.tolist() == exact.tp.tolist()
    assert there.key[1:] == here.key[1:]


@pytest.mark.parametrize("name", ["y_true", "score", "predicted"])
def test_single_rows_are_refused_in_one_sentence(name):
    predictions = sourced.in_source(sourced.frame())
    for get in (
        lambda: getattr(predictions.view("yes", "a"), name),
        lambda: predictions.y_true,
        lambda: predictions.scores["a"],
        lambda: list(predictions.scores.values()),
    ):
        with pytest.raises(RowsElsewhere) as refused:
            get()
        assert refused.value.message == ELSEWHERE


def test_names_are_known_without_their_values():
    scores = sourced.in_source(sourced.frame()).scores
    assert (list(scores), len(scores), "a" in scores, "y" in scores) == (["a", "b"], 2, True, False)
    with pytest.raises(KeyError):
        scores["y"]


def test_the_other_class_without_what_the_source_says_of_it():
    grouped = in_cells([(1, True), (3, False), (30, True)])[0]
    predictions = SourcedPredictions(truth="y", classes=("n", "p"), tables={"a": grouped})
    other = predictions.view("n", "a").grouped
    assert (other.auc_low, other.auc_high) == (pytest.approx(0.6), pytest.approx(0.8))
    assert np.isnan([other.ap_low, other.ap_high]).all()
    assert other.counts.tp.tolist() == grouped.counts.fp.tolist()


def test_what_was_left_out_is_counted_and_described():
    grouped = in_cells([(1, True), (3, False), (30, True)])[0]
    dropped = (Dropped(Message("The number is missing."), 4, (), "a"),)
    of = SourcedPredictions(truth="y", classes=("n", "p"), tables={"a": grouped}, dropped=dropped)
    assert (of.n, of.n_dropped, of.n_rows_read, dict(of.missing)) == (3, 4, 7, {"y": 0, "a": 4})
    found = of.describe()
    assert found.classes["count"].tolist() == [1, 2]
    assert found.scores.iloc[0].tolist() == ["a", "", 1.0, 30.0, 2]


def test_a_digest_changes_with_counts_names_and_the_question_and_the_origin_stays():
    grouped, exact = in_cells([(1, True), (3, False), (30, True)])
    other = in_cells([(2, True), (3, False), (30, True)])[0]

    def digest(table=grouped, of="x", classes=("n", "p")):
        return SourcedPredictions(truth="y", classes=classes, tables={"a": table}, of=of).digest

    assert len({digest(), digest(other), digest(of="z"), digest(classes=("n", "q"))}) == 4
    before = SourcedPredictions(truth="y", classes=("n", "p"), tables={"a": grouped}, of="x")
    cm = exact.at(2.0)
    after = before.with_exact("a", 2.0, int(cm.tp), int(cm.fp))
    assert after.digest != before.digest
    assert after.origin == before.origin == before.view("p", "a").origin
    assert repr(after.view("p", "a")) == "SourcedView(model='a', positive='p', n=3)"


def test_rows_in_memory_tell_how_many_they_are():
    table = sourced.frame().assign(label="yes")
    view = one_vs_rest(from_frame(table, truth="y", labels=["label"], positive="yes"), "yes", labels="label")
    assert (view.n, view.has_score) == (400, False)


def of_patients():
    """Return counts of rows that belong to cases, in cells that leave something open."""
    grouped = in_cells([(1, True), (3, False), (8, True), (12, False), (30, True), (31, False)])[0]
    tables, groups = {"a": grouped}, {"x": {"a": grouped}}
    return SourcedPredictions(truth="y", classes=("n", "p"), tables=tables, groups=groups, case="patient")


@pytest.mark.parametrize("positive", ["p", "n"])
def test_rows_of_cases_stay_so_whatever_is_made_of_their_counts(positive):
    whole = of_patients()
    for of in (whole, whole.with_exact("a", 2.0, 2, 3)):
        view = of.view(positive, "a")
        assert not view.rows_alone
        for counts in (view.grouped.counts, view.groups["x"].counts, packed(view.grouped.counts).unpacked()):
            assert counts.of_cases
            assert counts.at(2.0).of_cases
            assert counts.at(2.0).swapped().of_cases
            assert versus_rest(counts.at(2.0), 0).of_cases
            with pytest.raises(ValueError, match="which cases two tables share"):
                counts.merge(counts)
    counts = whole.tables["a"].counts
    cut = whole.tables["a"].with_exact(2.0, 2, 3)
    assert len(cut.counts) > len(counts)
    assert cut.counts.of_cases
    assert turned_over(cut).counts.of_cases
    groups = GroupCounts(("x",), (counts,), counts, np.empty(0, dtype=np.int64))
    assert all(one.of_cases for pair in groups.matrices(2.0) for one in pair)


@pytest.mark.parametrize(
    "find",
    [
        curves.auc_interval_from_counts,
        curves.average_precision_interval,
        lambda counts: curves.gains_at(counts, 0.5).lift,
        lambda counts: curves.gains_at(counts, 0.5).gain,
        lambda counts: costs.threshold_cost_interval(counts, 0.5, cost_fn=1, cost_fp=1),
        costs.brier_interval,
        lambda counts: calibration.calibration_line(counts).slope,
        lambda counts: calibration.calibration_line(counts).in_the_large,
        lambda counts: calibration.losses(counts).log_loss.value,
        lambda counts: calibration.losses(counts).brier.value,
        lambda counts: decisions.sensitivity_at(counts, 0.5),
        *(lambda counts, k=k: metrics.readings(counts.at(0.5))[k] for k in range(12)),
    ],
)
def test_no_number_of_rows_of_cases_has_an_interval(find):
    rng = np.random.default_rng(0)
    y, score = rng.random(400) < 0.4, rng.random(400).round(2).clip(0.01, 0.99)
    plain = threshold_counts(y, np.where(y, np.sqrt(score), score))
    known, none = find(plain), find(replace(plain, cases_elsewhere=True))
    assert known.reason is None
    assert np.isfinite([known.low, known.high]).all()
    assert none.value == known.value
    assert np.isnan([none.low, none.high]).all()
    assert none.reason == OF_CASES


def test_curves_of_rows_of_cases_have_no_bands():
    rng = np.random.default_rng(0)
    y, score = rng.random(400) < 0.4, rng.random(400).round(2).clip(0.01, 0.99)
    plain = threshold_counts(y, np.where(y, np.sqrt(score), score))
    for counts, is_known in ((plain, True), (replace(plain, cases_elsewhere=True), False)):
        smooth, bins = calibration.smooth_calibration(counts), calibration.calibration(counts)
        band = curves.roc_band(counts, rng=np.random.default_rng(0), n_replicates=20)
        for low in (smooth.low, bins.low, band.low):
            assert np.isfinite(low).any() == is_known
