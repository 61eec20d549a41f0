"""Two models on rows that stay where they are: the test is that of the rows in memory."""

import math

import numpy as np
import pandas as pd
import pytest

from evalcore import engine
from evalcore.engine import tally as tallies
from evalcore.significance import delong_test

ONE = engine.Limits(memory=1 << 29, threads=1)


@pytest.fixture
def frame():
    rng = np.random.default_rng(5)
    truth = rng.random(4000) < 0.3
    a = rng.normal(size=4000) + truth
    return pd.DataFrame({"y": truth, "a": np.round(a, 3), "b": a + rng.normal(size=4000)})


@pytest.mark.parametrize("most", [1_200_000, 300])
def test_delong(frame, most, monkeypatch):
    monkeypatch.setattr(tallies.Tally.__init__, "__kwdefaults__", {"most": most, "weighted": False, "binary": False})
    wanted = delong_test(frame.y, frame.a, frame.b)
    found = engine.source(frame, limits=ONE).compare("a", "b", truth="y")
    assert found.open_low <= wanted.difference <= found.open_high
    assert found.standard_error == pytest.approx(wanted.standard_error, rel=1e-3)
    assert found.difference == pytest.approx(wanted.difference, abs=1e-4)
    assert (found.low, found.high) == pytest.approx((wanted.low, wanted.high), abs=1e-4)
    assert found.pvalue == pytest.approx(wanted.pvalue, rel=0.1)


def test_exact_where_no_cell_is_open(frame):
    frame = frame.round(2)
    wanted = delong_test(frame.y, frame.a, frame.b)
    found = engine.source(frame, limits=ONE).compare("a", "b", truth="y")
    assert found.open_low == found.open_high
    assert found.standard_error == pytest.approx(wanted.standard_error, rel=1e-9)
    assert found.statistic == pytest.approx(wanted.statistic, rel=1e-9)


def test_who_is_right_at_the_thresholds(frame):
    found = engine.source(frame, limits=ONE).compare("a", "b", truth="y", thresholds=(0.5, 0.7))
    right_a, right_b = (frame.a >= 0.5) == frame.y, (frame.b >= 0.7) == frame.y
    assert (found.only_a, found.only_b) == ((right_a & ~right_b).sum(), (right_b & ~right_a).sum())
    assert (found.both, found.neither) == ((right_a & right_b).sum(), (~right_a & ~right_b).sum())


def test_a_model_beside_itself(frame):
    found = engine.source(frame, limits=ONE).compare("a", "a", truth="y")
    assert (found.difference, found.pvalue) == (0, 1)
    assert math.isnan(found.statistic)
    assert "cannot be told apart" in str(found.reason)


@pytest.mark.parametrize("n_pos", [0, 1])
def test_undefined(frame, n_pos):
    few = pd.concat([frame[frame.y][:n_pos], frame[~frame.y][:20]])
    found = engine.source(few, limits=ONE).compare("a", "b", truth="y", thresholds=(0, 0))
    assert math.isnan(found.difference)
    assert math.isnan(found.standard_error)
    assert found.reason is not None
    assert found.only_a + found.only_b + found.both + found.neither == len(few)
