"""Area under the left part of a ROC curve."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import metrics as sk

from evalcore.counts import threshold_counts
from evalcore.curves import partial_auc, roc_curve
from evalcore.errors import InputError
from tests.evalcore.curves.tables import BOTH_CLASSES, MELON, ONE_CLASS, counts_of, random_rows, rows_of


def test_melon():
    """Up to FPR .25: columns of 1/12 at .5, .5 and .625."""
    roc = roc_curve(MELON)
    area = (0.5 + 0.5 + 0.625) / 12
    assert partial_auc(roc, 0.25, corrected=False) == pytest.approx(area)
    assert partial_auc(roc, 0.25) == pytest.approx((1 + (area - 1 / 32) / (1 / 4 - 1 / 32)) / 2)
    assert partial_auc(roc, 1) == roc.auc
    assert partial_auc(roc, 1, corrected=False) == pytest.approx(roc.auc)


@given(BOTH_CLASSES, st.floats(0.01, 1))
def test_scikit_learn_agrees(groups, max_fpr):
    truth, score = rows_of(groups)
    roc = roc_curve(counts_of(groups))
    assert partial_auc(roc, max_fpr) == pytest.approx(sk.roc_auc_score(truth, score, max_fpr=max_fpr), abs=1e-12)
    assert 0 <= partial_auc(roc, max_fpr, corrected=False) <= max_fpr + 1e-12


@pytest.mark.parametrize("max_fpr", [1e-9, 0.05, 0.5, 0.999])
@pytest.mark.parametrize("weighted", [False, True])
def test_scikit_learn_agrees_with_weights(max_fpr, weighted):
    truth, score, weight = random_rows(8, weighted=weighted)
    roc = roc_curve(threshold_counts(truth, score, sample_weight=weight))
    expected = sk.roc_auc_score(truth, score, sample_weight=weight, max_fpr=max_fpr)
    assert partial_auc(roc, max_fpr) == pytest.approx(expected, abs=1e-9)


def test_chance_and_perfection():
    chance, perfect = threshold_counts([1, 0], [0.5, 0.5]), threshold_counts([1, 0], [0.9, 0.1])
    for max_fpr in (0.01, 0.3, 1):
        assert partial_auc(roc_curve(chance), max_fpr) == pytest.approx(0.5)
        assert partial_auc(roc_curve(perfect), max_fpr) == pytest.approx(1)


@pytest.mark.parametrize(("counts", "reason"), ONE_CLASS)
def test_one_class_only(counts, reason):
    roc = roc_curve(counts)
    assert np.isnan([partial_auc(roc, 0.1), partial_auc(roc, 1), partial_auc(roc, 0.1, corrected=False)]).all()
    assert str(roc.reason) == reason


@pytest.mark.parametrize("max_fpr", [0, -0.5, 1.01, math.nan])
def test_max_fpr_must_be_a_share(max_fpr):
    with pytest.raises(InputError) as refused:
        partial_auc(roc_curve(MELON), max_fpr)
    assert str(refused.value) == (
        f"max_fpr must be a number above 0 and at most 1; got {max_fpr}. Choose the largest bearable false positive "
        "rate, such as 0.1."
    )
