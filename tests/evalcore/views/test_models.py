"""What each of several models decides: packed, as a matrix, and where two are apart."""

import numpy as np
import pytest

from evalcore.predictions import BinaryView
from evalcore.views.models import calls_of, matrix_of, otherwise

RNG = np.random.default_rng(2)
TRUTH, SCORE, LABELS = RNG.random(200) < 0.4, RNG.normal(size=200), RNG.random(200) < 0.5


def views(weight=None):
    scored = BinaryView("d", "s", "p", "n", TRUTH, SCORE, None, weight)
    return scored, BinaryView("d", "l", "p", "n", TRUTH, None, LABELS, weight)


def test_labels_need_no_threshold_and_both_are_counted_row_by_row():
    scored, labelled = views()
    calls = calls_of([scored, labelled], [0.2, None])
    assert calls.models == ("s", "l")
    assert calls.rows(0).tolist() == (SCORE >= 0.2).tolist()
    cm = matrix_of(scored, 0.2)
    assert (cm.tp, cm.fp) == (np.sum(TRUTH & (SCORE >= 0.2)), np.sum(~TRUTH & (SCORE >= 0.2)))
    assert matrix_of(labelled, None).tp == np.sum(TRUTH & LABELS)
    assert otherwise(scored, 0.2, labelled, None).tolist() == ((SCORE >= 0.2) != LABELS).tolist()


def test_rows_of_weight_0_are_in_no_cell():
    weight = np.where(np.arange(200) < 50, 0.0, 2.0)
    scored, labelled = views(weight)
    assert calls_of([scored, labelled], [0.2, None]).n == 150
    assert matrix_of(scored, 0.2).tp == pytest.approx(2 * np.sum((TRUTH & (SCORE >= 0.2))[50:]))
