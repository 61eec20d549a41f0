"""Readings by case of rows that stay in a source: those of the same rows in memory."""

import numpy as np
import pandas as pd
import pytest

from evalcore import engine
from evalcore.engine import cases
from evalcore.engine.sourced import as_predictions
from evalcore.errors import InputError
from evalcore.metrics import readings, readings_by_case

ONE = engine.Limits(memory=1 << 29, threads=1)


def rows(sizes, seed=5):
    rng = np.random.default_rng(seed)
    patient = np.repeat(np.arange(len(sizes)), sizes)
    shift = rng.normal(size=len(sizes))[patient]
    y = rng.random(len(patient)) < 1 / (1 + np.exp(-shift))
    score = 1 / (1 + np.exp(-rng.normal(size=len(patient)) - shift - y))
    return pd.DataFrame({"y": y, "s": score, "t": score**2, "patient": [f"p{one}" for one in patient]})


def sourced(frame, threshold, score="s"):
    """Return the predictions of a source that was asked for what each case has at a threshold."""
    found = engine.source(frame, limits=ONE).cells("y", ["s", "t"], True)
    known = as_predictions(found, truth="y", negative="False", positive="True", case="patient")
    return known.with_cases(score, threshold, found[score].cases_at(threshold, "patient"))


@pytest.mark.parametrize(
    "sizes",
    [[25] * 40, [1] * 200, list(range(1, 31)), [3, 5], [7]],
    ids=["alike", "one row each", "unequal", "two", "one case"],
)
@pytest.mark.parametrize("positive", [True, False])
@pytest.mark.parametrize(("score", "t"), [("s", 0.5123456789), ("t", 0.25), ("s", 2.0)])
def test_the_same_as_in_memory(sizes, positive, score, t):
    frame = rows(sizes)
    cm = sourced(frame, t, score).view(str(positive), score).grouped.counts.at(t)
    wanted = readings_by_case(frame.y == positive, frame[score] >= t, frame.patient, classes=(True, False))
    assert [one.name for one in readings(cm)] == [one.name for one in wanted]
    for mine, other in zip(readings(cm), wanted, strict=True):
        numbers = ([one.value, one.low, one.high] for one in (mine, other))
        np.testing.assert_allclose(*numbers, rtol=1e-9, atol=1e-12)
        assert (mine.method, mine.reason, mine.warnings) == (other.method, other.reason, other.warnings)
        assert (mine.successes, mine.trials) == (other.successes, other.trials)
    swapped = readings(cm.swapped())
    back = readings_by_case(frame.y != positive, frame[score] < t, frame.patient, classes=(True, False))
    np.testing.assert_allclose([one.low for one in swapped], [one.low for one in back], rtol=1e-9, atol=1e-12)


def test_another_threshold_has_no_interval_and_the_digest_tells():
    frame = rows([5] * 30)
    asked, plain = sourced(frame, 0.5), sourced(frame, 0.6)
    assert asked.digest != plain.digest
    assert asked.origin == plain.origin
    counts = asked.view("True", "s").grouped.counts
    assert counts.at(0.5).in_cells is not None
    assert all(np.isnan(one.low) for one in readings(counts.at(0.4)))


def test_rows_without_a_case_and_too_many_cases_are_refused(monkeypatch):
    frame = rows([5] * 30)
    frame.loc[:6, "patient"] = None
    with pytest.raises(InputError, match="Every row must have a case for intervals by case; 7 have none"):
        sourced(frame, 0.5)
    monkeypatch.setattr(cases, "MOST_CASES", 20)
    with pytest.raises(InputError, match="Rows must belong to 1 to 20 cases for intervals by case"):
        sourced(frame, 0.5)
