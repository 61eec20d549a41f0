"""What takes counts takes rows: the same number either way, and scikit-learn's where it has one."""

import inspect
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from sklearn import metrics as sklearn

from evalcore import calibration, costs, curves, metrics
from evalcore.counts import Cells, ConfusionMatrix, confusion_matrix, threshold_counts
from evalcore.errors import InputError

Y = np.array([1, 1, 0, 0, 1, 0, 1, 1, 0, 0])
SCORE = np.array([0.9, 0.4, 0.3, 0.6, 0.7, 0.2, 0.8, 0.5, 0.5, 0.1])
PREDICTED = (SCORE >= 0.5).astype(int)
WEIGHT = np.arange(1, 11)
CASE = [1, 1, 2, 3, 4, 4, 5, 6, 7, 8]


def taking(second):
    """Return the public functions that say they take rows with such a second column."""
    found = {}
    for part in (metrics, curves, costs, calibration):
        for name in part.__all__:
            one = getattr(part, name)
            if inspect.isfunction(one) and f"or y_true and {second} as" in (one.__doc__ or ""):
                found[name] = one
    return found


OF_LABELS, OF_SCORES = taking("y_pred"), taking("y_score")


# What is needed besides the rows; `auc_interval` is `auc_interval_from_counts` of rows.
BESIDES = {
    "versus_rest": {"k": 0},
    "best_index": {"name": "f1"},
    "best_index_where": {"name": "precision", "held": "recall", "at_least": 0.8},
    "threshold_metrics": {"names": ["f1"]},
    "at_prevalence": {"prevalence": 0.1},
    "gains_at": {"threshold": 0.5},
    "precision_recall_replicates": {"recall": [0.5], "n_replicates": 9},
    "roc_replicates": {"fpr": [0.5], "n_replicates": 9},
}
DRAWN = ("bootstrap_curves", "precision_recall_band", "precision_recall_replicates", "roc_band", "roc_replicates")


def seen(found):
    """Return what a result shows of itself; what comes one after the other all at once."""
    return repr(list(found) if inspect.isgenerator(found) else found)


def besides(name):
    return BESIDES.get(name, {}) | ({"rng": np.random.default_rng(1)} if name in DRAWN else {})


@pytest.mark.parametrize("part", [metrics, curves], ids=["metrics", "curves"])
def test_all_that_take_counts_take_rows(part):
    functions = {name: one for name in part.__all__ if inspect.isfunction(one := getattr(part, name))}
    first = {name: next(iter(inspect.signature(one).parameters), "") for name, one in functions.items()}
    counted = {name for name in functions if first[name] in ("cm", "counts")}
    assert counted - {"auc_interval_from_counts"} <= OF_LABELS.keys() | OF_SCORES.keys()
    assert {"brier_score", "brier_interval", "cost_curve", "h_measure", "calibration", "losses"} <= OF_SCORES.keys()


@pytest.mark.parametrize("name", OF_LABELS)
def test_labels_give_what_their_matrix_gives(name):
    function = OF_LABELS[name]
    for named in ({}, {"sample_weight": WEIGHT}, {"case": CASE}):
        counted = seen(function(confusion_matrix(Y, PREDICTED, **named), **besides(name)))
        assert seen(function(Y, PREDICTED, **named, **besides(name))) == counted
        assert seen(function(y_true=Y, y_pred=PREDICTED, **named, **besides(name))) == counted


@pytest.mark.parametrize("name", OF_SCORES)
def test_scores_give_what_their_counts_give(name):
    function = OF_SCORES[name]
    counted = seen(function(threshold_counts(Y, SCORE), **besides(name)))
    assert seen(function(Y.tolist(), pd.Series(SCORE), **besides(name))) == counted
    assert seen(function(y_true=Y, y_score=SCORE, **besides(name))) == counted


def test_scikit_learn_agrees():
    assert metrics.f1(Y, PREDICTED, sample_weight=WEIGHT) == pytest.approx(
        sklearn.f1_score(Y, PREDICTED, sample_weight=WEIGHT)
    )
    assert metrics.f_beta(Y, PREDICTED, 2) == pytest.approx(sklearn.fbeta_score(Y, PREDICTED, beta=2))
    area = sklearn.roc_auc_score(Y, SCORE, sample_weight=WEIGHT)
    assert curves.roc_curve(Y, SCORE, sample_weight=WEIGHT).auc == pytest.approx(area)
    texts = np.where(Y == 1, "ill", "well"), np.where(PREDICTED == 1, "ill", "well")
    assert metrics.recall(*texts, classes=("ill", "well")) == sklearn.recall_score(*texts, pos_label="ill")


@pytest.mark.parametrize(
    "cells",
    [
        ConfusionMatrix.binary(tp=3, fp=1, fn=2, tn=4),
        SimpleNamespace(tp=3, fp=1, fn=2, tn=4),
        Cells(*(np.array([one]) for one in (3, 1, 2, 4))),
        pd.DataFrame({"tp": [3], "fp": [1], "fn": [2], "tn": [4]}),
    ],
)
def test_counts_of_any_kind_stay_counts(cells):
    assert np.asarray(metrics.f1(cells)).item() == pytest.approx(2 * 3 / (2 * 3 + 1 + 2))


def test_rows_of_a_case_are_not_taken_as_independent():
    by_case = metrics.readings(Y, PREDICTED, case=CASE)
    assert repr(by_case) == repr(metrics.readings(confusion_matrix(Y, PREDICTED, case=CASE)))
    assert repr(by_case) != repr(metrics.readings(Y, PREDICTED))
    area = curves.printed_area(Y, SCORE, case=CASE)
    assert repr(area) == repr(curves.printed_area(threshold_counts(Y, SCORE, case=CASE)))
    assert repr(area) != repr(curves.printed_area(Y, SCORE))


def test_what_is_missing_is_named():
    with pytest.raises(InputError, match=r"f1 takes y_true and y_pred, or counts .* Give y_pred, too"):
        metrics.f1(Y)
    with pytest.raises(InputError, match="roc_curve takes y_true and y_score"):
        curves.roc_curve(Y)
    with pytest.raises(InputError, match="y_score must have 10 values"):
        curves.roc_curve(Y, SCORE[:3])
    with pytest.raises(InputError, match="name the positive one"):
        metrics.f1(["a", "b"], ["a", "b"])
