"""Two models on one test set: every step of every handle says what McNemar's test itself says."""

import math

import numpy as np
import pandas as pd
import pytest

from evalcore.errors import InputError
from evalcore.predictions import from_frame, one_vs_rest
from evalcore.significance import Disagreement, mcnemar
from evalcore.views.significance import two_models as t

EVERY = (t.ONLY_A, t.ONLY_B, t.ALPHA)
LECTURE = Disagreement(150, 25, 10, 15)
FEW = Disagreement(80, 12, 4, 4)


@pytest.mark.parametrize("method", ["auto", *t.METHODS])
@pytest.mark.parametrize("table", [LECTURE, FEW], ids=["25-10", "12-4"])
def test_each_step_is_the_test_of_its_value(table, method):
    view = t.mcnemar_view(table, alpha=0.05, method=method, handles=EVERY)
    for name in EVERY:
        series = view.by[name]
        assert list(series.at) == sorted(series.at)
        for value, step in list(zip(series.values, series.shown, strict=True))[::8]:
            given = table if name == t.ALPHA else table._replace(**{name: value})
            alpha = value if name == t.ALPHA else 0.05
            test = mcnemar(given.e01, given.e10, method=method, n=sum(given), confidence_level=1 - alpha)
            assert (step.table, step.n, f"mcnemar-{step.used}") == (given, sum(given), test.method)
            wanted = (test.pvalue, test.difference, test.difference_low, test.difference_high)
            np.testing.assert_allclose((step.pvalue, step.difference, step.low, step.high), wanted)
            # Observed and rejected region tell the verdict.
            outside = not step.kept[0] <= given.e01 <= step.kept[1]
            assert (outside if step.is_counted else step.statistic > step.critical) == test.reject(alpha)


def test_the_lectures_table():
    now = t.mcnemar_view(LECTURE, alpha=0.05, handles=()).now
    assert (now.n, now.wrong_a, now.wrong_b, now.discordant) == (200, 40, 25, 35)
    assert (now.used, now.statistic, round(now.pvalue, 4)) == ("mid-p", 25, 0.0113)
    assert now.is_counted
    corrected = t.mcnemar_view(LECTURE, alpha=0.05, method="corrected", handles=()).now
    assert (corrected.used, round(corrected.statistic, 2), round(corrected.pvalue, 4)) == ("corrected", 5.6, 0.018)
    assert not corrected.is_counted


def test_the_correction_decides_of_12_against_4():
    tests, agree = t.decided(FEW, 0.05)
    assert [test.reject(0.05) for test in tests] == [True, False, False, True]
    assert [round(test.pvalue, 3) for test in tests] == [0.049, 0.077, 0.08, 0.046]
    assert not agree
    assert t.decided(LECTURE, 0.05)[1]


@pytest.mark.parametrize("table", [Disagreement(0, 0, 0, 0), Disagreement(9, 0, 0, 1)])
@pytest.mark.parametrize("method", t.METHODS)
def test_without_a_discordant_row_p_is_1_and_nothing_breaks(table, method):
    now = t.mcnemar_view(table, alpha=0.05, method=method, handles=EVERY).now
    assert (now.pvalue, now.discordant) == (1, 0)
    assert now.picture.observed == 0
    assert math.isnan(t.discordant_share(table)) == (t.rows_of(table) == 0)


def test_the_share_of_discordant_rows():
    assert t.discordant_share(FEW) == 0.16


FRAME = pd.DataFrame({"y": list("ppnn"), "s": [0.9, 0.4, 0.6, 0.1], "m": list("pnnn"), "w": [1.0, 2, 1, 1]})


def models(**more):
    predictions = from_frame(FRAME, truth="y", scores=("s",), labels=("m",), positive="p", **more)
    return one_vs_rest(predictions, "p", model="s"), one_vs_rest(predictions, "p", labels="m")


def test_rows_are_wrong_at_a_threshold_or_by_their_label():
    a, b = models()
    assert t.wrong_rows(a, 0.5, b, None) == Disagreement(2, 1, 0, 1)
    assert t.wrong_rows(a, 0.4, b, None) == Disagreement(2, 1, 1, 0)
    assert t.called_positive(a, 0.6).tolist() == [True, False, True, False]
    with pytest.raises(ValueError, match="a score needs a threshold"):
        t.called_positive(a, None)


def test_weighted_rows_cannot_be_counted():
    a, b = models(weight="w")
    with pytest.raises(InputError, match=r"The rows must count once each; these have weights\."):
        t.wrong_rows(a, 0.5, b, None)
