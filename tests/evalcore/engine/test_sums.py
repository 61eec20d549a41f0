"""What is told by sums: the same as of the rows in memory."""

import math

import numpy as np
import pandas as pd
import pytest

from evalcore import engine
from evalcore.costs import brier_score
from evalcore.counts import threshold_counts
from evalcore.errors import InputError
from evalcore.regression import mae, mse, r2, rmse

sklearn = pytest.importorskip("sklearn.metrics")
ONE = engine.Limits(memory=1 << 29, threads=1)


@pytest.fixture
def frame():
    rng = np.random.default_rng(2)
    truth = rng.random(3000) < 0.3
    score = 1 / (1 + np.exp(-rng.normal(size=3000) - truth))
    return pd.DataFrame({"y": truth, "s": score, "t": score * 9 + 1e6, "p": rng.normal(size=3000) + 1e6, "w": 2.0})


def test_probabilities(frame):
    found = engine.source(frame, limits=ONE).probabilities(truth="y", score="s", bins=7)
    assert found.brier == pytest.approx(brier_score(threshold_counts(frame.y, frame.s)), rel=1e-12)
    assert found.log_loss == pytest.approx(sklearn.log_loss(frame.y, frame.s), rel=1e-12)
    bins = np.minimum((frame.s * 7).astype(int), 6)
    assert found.n.tolist() == frame.groupby(bins).size().tolist()
    assert found.share == pytest.approx(frame.groupby(bins).y.mean())
    assert found.score == pytest.approx(frame.groupby(bins).s.mean())
    assert (found.mean_score, found.prevalence) == pytest.approx((frame.s.mean(), frame.y.mean()))
    assert (found.low < found.share).all()
    assert len(found.to_frame()) == len(found.n)


def test_probabilities_that_are_none_or_sure_and_wrong():
    source = engine.source(pd.DataFrame({"y": [True, False], "s": [0.0, 0.5], "t": [2.0, 0.1]}), limits=ONE)
    assert math.isinf((sure := source.probabilities(truth="y", score="s")).log_loss)
    assert "infinite" in str(sure.reason)
    assert math.isnan((none := source.probabilities(truth="y", score="t")).brier)
    assert "cannot be read as probabilities" in str(none.reason)
    empty = source.probabilities(truth="y", score="s", where={"s": 0.7})
    assert (len(empty.n), str(empty.reason)) == (0, "There is no row.")
    with pytest.raises(InputError, match="There must be at most 1000 bins; got 1001"):
        source.probabilities(truth="y", score="s", bins=1001)


@pytest.mark.parametrize("weight", [None, "w"])
def test_errors_of_a_regression(frame, weight):
    frame.loc[3, "p"] = None
    found = engine.source(frame, limits=ONE).errors(truth="t", predicted="p", weight=weight)
    kept = frame.drop(index=3)
    for name, metric in (("mse", mse), ("mae", mae), ("rmse", rmse), ("r2", r2)):
        assert getattr(found, name) == pytest.approx(metric(kept.t, kept.p), rel=1e-9)
    assert found.bias == pytest.approx((kept.p - kept.t).mean())
    assert (found.n, found.dropped[0].count) == (2999 * (2 if weight else 1), 1)


def test_errors_that_are_undefined():
    source = engine.source(pd.DataFrame({"t": [1.0, 1.0], "p": [1.0, 2.0]}), limits=ONE)
    assert math.isnan((found := source.errors(truth="t", predicted="p")).r2)
    assert found.mse == 0.5
    assert "R²" in str(found.reason)
    assert math.isnan((none := source.errors(truth="t", predicted="p", where={"t": 3})).mse)
    assert str(none.reason) == "There is no row."


def test_rates_by_case(frame):
    frame["case"] = np.random.default_rng(0).integers(0, 300, len(frame))
    frame.loc[:4, "case"] = np.nan
    found = engine.source(frame, limits=ONE).by_case(truth="y", score="s", case="case", threshold=0.5)
    kept = frame.dropna()
    assert found.matrix.table.tolist() == threshold_counts(kept.y, kept.s).at(0.5).table.tolist()
    assert found.n_cases == kept.case.nunique()
    each = pd.DataFrame({"a": kept.y & (kept.s >= 0.5), "b": kept.y}).groupby(kept.case).sum()
    rate = found.rate("recall")
    off = each.a - rate.value * each.b
    assert rate.value == each.a.sum() / each.b.sum()
    assert rate.standard_error == pytest.approx(math.sqrt((off**2).sum() * len(each) / (len(each) - 1)) / each.b.sum())


def test_rates_by_case_that_are_undefined():
    source = engine.source(pd.DataFrame({"y": [True, True], "s": [0.1, 0.2], "case": ["a", "a"]}), limits=ONE)
    found = source.by_case(truth="y", score="s", case="case", threshold=0.5)
    assert math.isnan(found.rate("specificity").value)
    assert str(found.rate("specificity").reason) == "No row could have the property."
    assert (found.rate("recall").value, str(found.rate("recall").reason)[:16]) == (0, "A standard error")
    with pytest.raises(InputError, match="The rate must be one of recall, "):
        found.rate("f1")
