"""The figure of two areas: whatever the level, difference and distribution say what the test says."""

import numpy as np
import pytest

from evalcore import curves
from evalcore.counts import threshold_counts
from evalcore.figures.layout import Look
from evalcore.figures.significance.areas import areas_figure
from evalcore.figures.significance.words import verdict
from evalcore.figures.style import number
from evalcore.significance import auc_differences, auc_differences_at
from evalcore.views.significance import areas as v
from evalcore.views.significance.two_models import ALPHA
from tests.evalcore.figures.steps import assert_in_order, played, sent, texts_of

RNG = np.random.default_rng(3)
Y = np.arange(200) % 2 == 0
SCORES = {name: shift * Y + RNG.normal(size=200) for name, shift in {"a": 2.0, "b": 1.2, "c": 1.0}.items()}
LOOKS = {"wide": Look(), "narrow": Look(True), "low": Look(False, 320), "alone": Look(alone=True)}


def view(y=Y, scores=SCORES, case=None, alpha=0.05):
    levels = v.levels(alpha)
    found = auc_differences_at(y, scores, [1 - level for level in levels], case=case)
    return v.areas_view(dict(zip(levels, map(v.of_first, found), strict=True)), alpha)


def roc(name, y=Y, scores=SCORES):
    return v.drawn(curves.roc_curve(threshold_counts(y, scores[name])))


def figure(of, look=None):
    return areas_figure(of, (roc("a"), roc("b")), ("a", "b"), look=look)


def test_each_step_says_its_own_test():
    of = view()
    drawn = figure(of)
    assert_in_order(drawn, ALPHA)
    series = of.by[ALPHA]
    for alpha, step, traces in zip(series.values, series.shown, played(drawn, ALPHA), strict=True):
        found = auc_differences(Y, SCORES, confidence_level=1 - alpha)
        test = found.tests[0]
        assert (step.low, step.high, step.pvalue) == (test.low, test.high, found.adjusted[0])
        said = texts_of(traces)
        assert verdict(step.pvalue, alpha, n_tests=3) in said
        assert any(f"difference {number(test.difference)}" in text for text in said)
        assert f"z = {number(test.statistic)}; rejected beyond ±{number(step.critical)}" in said


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
def test_panels_stand_within_the_figure(look):
    for key, axis in sent(figure(view(), look))["layout"].items():
        if key[1:5] == "axis" and "domain" in axis:
            assert 0 <= axis["domain"][0] < axis["domain"][1] <= 1.0001


def test_by_case_it_is_t():
    of = view(case=np.arange(200) // 4)
    assert of.now.test.method == "obuchowski"
    assert any("density of t if both areas are equal" in text for text in texts_of(sent(figure(of))["data"]))


def test_of_few_rows_nothing_of_z_is_rejected():
    few = np.r_[0:8, 9:200:2]
    of = view(Y[few], {name: score[few] for name, score in SCORES.items()})
    assert of.now.test.method == "exchange"
    assert "p is that of exchanged ranks, not of z" in texts_of(sent(figure(of))["data"])
    assert set(of.now.picture.rejected[1]) == {0}


def test_of_models_that_order_alike_there_is_no_z():
    of = view(Y, {"a": SCORES["a"], "b": 2 * SCORES["a"]})
    assert of.now.pvalue == 1
    said = texts_of(sent(figure(of))["data"])
    assert not any("rejected beyond" in text for text in said)
