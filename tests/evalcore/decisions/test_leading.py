"""Who leads, than whom that is shown, and the rows two models decide otherwise: against counting row by row."""

import math

import numpy as np
import pytest

from evalcore.counts import confusion_matrix
from evalcore.decisions import against, decided_otherwise, leading, packed_calls, pair_differences
from evalcore.metrics import evaluate

RNG = np.random.default_rng(11)
TRUTH = RNG.random(600) < 0.3
RIGHT = {"a": 0.6, "b": 0.7, "c": 0.9, "d": 0.91}
CALLED = {name: np.where(RNG.random(600) < right, TRUTH, ~TRUTH) for name, right in RIGHT.items()}
CALLS = packed_calls(TRUTH, CALLED)


def values(name):
    return {model: float(evaluate(name, confusion_matrix(TRUTH, of))) for model, of in CALLED.items()}


@pytest.mark.parametrize("name", ["accuracy", "recall", "fpr", "error_rate", "f1", "matthews"])
def test_the_best_one_leads_and_is_better_than_those_of_which_the_interval_of_all_pairs_says_so(name):
    pairs = pair_differences(CALLS, names=[name])
    found = leading(values(name), pairs, name)
    sign = -1 if name in ("fpr", "error_rate") else 1
    known = values(name)
    assert known[found.model] == (max if sign > 0 else min)(known.values())
    shown = set()
    for of in pairs.differences:
        for better, ends in ((of.first, (of.low_all, of.high_all)), (of.second, (-of.high_all, -of.low_all))):
            other = of.second if better == of.first else of.first
            if better == found.model and (ends[0] > 0 if sign > 0 else ends[1] < 0):
                shown.add(other)
    assert set(found.shown) == shown
    assert found.n_others == 3


def test_differences_are_turned_so_that_all_are_those_of_one_model():
    pairs = pair_differences(CALLS, names=["recall"])
    recall = values("recall")
    for model in CALLED:
        for other, of in against(pairs, model, "recall").items():
            assert of.value == pytest.approx(recall[model] - recall[other])
            assert of.low_all <= of.low <= of.value <= of.high <= of.high_all
            assert (of.first, of.second) == (model, other)


def test_without_pairs_nothing_is_shown_and_without_values_nobody_leads():
    found = leading({"a": 0.5, "b": 0.5, "c": math.nan}, None, "accuracy")
    assert (found.model, found.tied, found.shown, found.n_others) == ("a", ("b",), (), 2)
    assert leading({"a": math.nan}, None, "precision").model is None


@pytest.mark.parametrize(("first", "second"), [("a", "b"), ("d", "a")])
def test_rows_decided_otherwise_are_those_counted_one_by_one(first, second):
    a, b = CALLED[first], CALLED[second]
    wanted = [
        int(np.sum((truth == TRUTH) & (a == called) & (a != b)))
        for truth, called in ((True, True), (False, True), (True, False), (False, False))
    ]
    assert list(decided_otherwise(CALLS, first, second)) == wanted
