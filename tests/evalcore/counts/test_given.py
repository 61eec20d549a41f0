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


def test_they_are_there():
    assert {"f1", "precision", "recall", "accuracy", "kappa", "matthews", "readings", "f_beta"} <= OF_LABELS.keys()
    assert {"roc_curve", "precision_recall_curve", "det_curve", "brier_score", "calibration_line"} <= OF_SCORES.keys()


@pytest.mark.parametrize("name", OF_LABELS)
def test_labels_give_what_their_matrix_gives(name):
    function = OF_LABELS[name]
    for named in ({}, {"sample_weight": WEIGHT}):
        counted = function(confusion_matrix(Y, PREDICTED, **named))
        assert repr(function(Y, PREDICTED, **named)) == repr(counted)
        assert repr(function(y_true=Y, y_pred=PREDICTED, **named)) == repr(counted)


@pytest.mark.parametrize("name", OF_SCORES)
def test_scores_give_what_their_counts_give(name):
    function = OF_SCORES[name]
    counted = function(threshold_counts(Y, SCORE))
    assert repr(function(Y.tolist(), pd.Series(SCORE))) == repr(counted)
    assert repr(function(y_true=Y, y_score=SCORE)) == repr(counted)


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


def test_what_is_missing_is_named():
    with pytest.raises(InputError, match=r"f1 takes y_true and y_pred, or counts .* Give y_pred, too"):
        metrics.f1(Y)
    with pytest.raises(InputError, match="roc_curve takes y_true and y_score"):
        curves.roc_curve(Y)
    with pytest.raises(InputError, match="y_score must have 10 values"):
        curves.roc_curve(Y, SCORE[:3])
    with pytest.raises(InputError, match="name the positive one"):
        metrics.f1(["a", "b"], ["a", "b"])
