"""Which of two ROC curves lies above, and where they cross."""

import numpy as np
import pytest
from hypothesis import given

from evalcore.counts import ThresholdCounts, threshold_counts
from evalcore.curves import alike, dominance, roc_curve
from tests.evalcore.curves.tables import BOTH_CLASSES, MELON, ONE_CLASS, counts_of


def ranking(labels):
    """Return the ROC curve of rows listed from the highest score, '+' or '-'."""
    return roc_curve(threshold_counts([label == "+" for label in labels], range(len(labels), 0, -1)))


def height(roc, fpr):
    """Return the lowest and the highest point of a curve at one false positive rate."""
    i, j = np.searchsorted(roc.fpr, fpr, side="left"), np.searchsorted(roc.fpr, fpr, side="right")
    if i < j:
        return roc.tpr[i], roc.tpr[j - 1]
    return (np.interp(fpr, roc.fpr[i - 1 : i + 1], roc.tpr[i - 1 : i + 1]),) * 2


def test_one_lies_above():
    above, below = ranking("++--"), ranking("+--+")
    found = dominance(above, below, names=("Melon", "Gourd"))
    assert (found.verdict, found.crossings.tolist(), found.first_leads.tolist()) == ("first", [], [True])
    assert str(found.message) == "Melon lies nowhere below Gourd, and above it somewhere."
    assert dominance(below, above).verdict == "second"
    assert str(dominance(below, above).message) == "B lies nowhere below A, and above it somewhere."


def test_equal():
    found = dominance(roc_curve(MELON), roc_curve(ThresholdCounts(MELON.threshold, MELON.tp * 3, MELON.fp * 3)))
    assert (found.verdict, len(found.crossings), len(found.first_leads)) == ("equal", 0, 0)
    assert str(found.message) == "A and B are the same curve."


def test_only_what_is_one_or_undefined_is_said_without_an_interval():
    thrice = ThresholdCounts(MELON.threshold, MELON.tp * 3, MELON.fp * 3)
    assert str(alike(roc_curve(MELON), roc_curve(thrice), names=("Melon", "Gourd"))) == (
        "Melon and Gourd are the same curve."
    )
    assert alike(ranking("++--"), ranking("+--+")) is None  # one lies above
    assert alike(ranking("+--++--+"), ranking("-++--++-")) is None  # they cross
    without = roc_curve(threshold_counts([1, 1], [2, 1]))
    assert alike(ranking("+-"), without) == alike(without, ranking("+-")) == without.reason


def test_crossing_on_a_diagonal_and_on_an_upright():
    """Constant scores are the diagonal; + - - + crosses it on its level part, at TPR .5."""
    stairs, diagonal = ranking("+--+"), roc_curve(threshold_counts([1, 0], [1, 1]))
    found = dominance(stairs, diagonal)
    assert (found.verdict, found.crossings.tolist(), found.first_leads.tolist()) == ("cross", [0.5], [True, False])
    assert str(found.message) == "A and B cross at a false positive rate of 0.5; up to there A lies above."
    # - + + - starts below the diagonal, and crosses it on the upright at .5
    found = dominance(ranking("-++-"), diagonal)
    assert (found.crossings.tolist(), found.first_leads.tolist()) == ([0.5], [False, True])
    assert str(found.message) == "A and B cross at a false positive rate of 0.5; up to there B lies above."


def test_several_crossings_are_counted():
    found = dominance(ranking("+--++--+"), ranking("-++--++-"))
    assert found.verdict == "cross"
    assert str(found.message) == (
        f"A and B cross {len(found.crossings)} times, first at a false positive rate of "
        f"{found.crossings[0]:.3g}; up to there A lies above."
    )
    assert len(found.first_leads) == len(found.crossings) + 1


def test_a_stretch_in_common_is_one_crossing_where_it_begins():
    first = roc_curve(ThresholdCounts.from_grouped([4, 3, 2, 1], [3, 0, 1, 2], [0, 2, 2, 2]))
    second = roc_curve(ThresholdCounts.from_grouped([4, 3, 2, 1], [2, 1, 1, 2], [0, 2, 2, 2]))
    assert dominance(first, second).verdict == "first"
    other = roc_curve(ThresholdCounts.from_grouped([4, 3, 2, 1], [2, 1, 3, 0], [0, 2, 2, 2]))
    found = dominance(first, other)
    assert (found.crossings.round(6).tolist(), found.first_leads.tolist()) == ([0.333333], [True, False])


@given(BOTH_CLASSES, BOTH_CLASSES)
def test_between_crossings_nobody_falls_below(groups, others):
    first, second = roc_curve(counts_of(groups)), roc_curve(counts_of(others))
    found, back = dominance(first, second), dominance(second, first)
    np.testing.assert_allclose(found.crossings, back.crossings, atol=1e-9)
    assert (found.first_leads == ~back.first_leads).all()
    grid = np.union1d(np.union1d(first.fpr, second.fpr), np.linspace(0, 1, 101))
    for fpr in grid[~np.isclose(grid[:, None], [*found.crossings, 0, 1]).any(axis=1)]:
        gaps = np.array(height(first, fpr)) - height(second, fpr)
        leads = found.first_leads[np.searchsorted(found.crossings, fpr)] if found.verdict != "equal" else None
        sign = {None: 0, True: 1, False: -1}[None if leads is None else bool(leads)]
        assert (gaps * sign >= -1e-9).all() if sign else np.allclose(gaps, 0)
    if found.verdict in ("first", "second"):
        assert (first.auc >= second.auc - 1e-12) == (found.verdict == "first") or np.isclose(first.auc, second.auc)


@pytest.mark.parametrize(("counts", "reason"), ONE_CLASS)
def test_one_class_only(counts, reason):
    found = dominance(roc_curve(MELON), roc_curve(counts))
    assert (found.verdict, len(found.crossings), str(found.message)) == ("undefined", 0, reason)


def test_many_points():
    rng = np.random.default_rng(0)
    truth, score = rng.random(100_000) < 0.4, rng.normal(size=100_000)
    good, bad = (roc_curve(threshold_counts(truth, score + shift * truth)) for shift in (2, 1))
    assert dominance(good, bad).verdict == "first"
    wide = roc_curve(threshold_counts(truth, score * np.where(truth, 3, 1) + truth))
    found = dominance(bad, wide)
    assert found.verdict == "cross"
    assert np.interp(found.crossings, bad.fpr, bad.tpr) == pytest.approx(
        np.interp(found.crossings, wide.fpr, wide.tpr), abs=1e-4
    )
