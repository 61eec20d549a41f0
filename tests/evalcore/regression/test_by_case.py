"""Errors of rows that belong to cases: cases are drawn, each with all its rows; rows of their own change nothing."""

import numpy as np
import pandas as pd
import pytest

from evalcore.intervals import case_bootstrap
from evalcore.regression import bootstrap_errors, paired_differences, prediction_table
from evalcore.regression.draws import EXACT_ROWS, design, resampled
from evalcore.regression.rows import rows
from evalcore.support.cases import numbered


def rng():
    return np.random.default_rng(0)


def clustered(cases=40, size=5, seed=1):
    """Return truth, two predictions and case; the errors of a case have a level of their own."""
    draw = np.random.default_rng(seed)
    case = np.repeat(np.arange(cases), draw.integers(1, 2 * size, cases))
    truth = draw.normal(size=len(case))
    level = draw.normal(size=(2, cases))[:, case]
    return truth, *(truth + level[k] + 0.5 * draw.normal(size=len(case)) for k in (0, 1)), case


def test_rows_that_are_cases_have_the_intervals_of_rows():
    truth, a, b, _case = clustered()
    own = [f"row {i}" for i in range(len(truth))]
    assert repr(bootstrap_errors(truth, a, case=own, rng=rng())) == repr(bootstrap_errors(truth, a, rng=rng()))
    models = {"a": a, "b": b}
    found = (paired_differences(truth, models, case=case, rng=rng()).to_frame() for case in (own, None))
    pd.testing.assert_frame_equal(*found)


@pytest.mark.parametrize("limit", [EXACT_ROWS, 100, 10])
def test_resamples_vary_as_the_slow_way_says(limit, monkeypatch):
    """Drawn case by case, drawn with medians by their weight below, and by the law of sums."""
    monkeypatch.setattr("evalcore.regression.draws.EXACT_ROWS", limit)
    truth, a, _b, case = clustered(cases=60)
    of = bootstrap_errors(truth, a, case=case, n_replicates=4, rng=rng())
    assert of.n_cases == 60
    sums = list(resampled(design([rows(truth, a, None)], numbered(case, len(case))), 4_000, rng()))
    unit = design([rows(truth, a, None)]).unit
    mean = np.concatenate([chunk.means[:, 3] for chunk in sums]) * unit**2
    median = np.concatenate([chunk.medians[:, 0] for chunk in sums]) * unit
    error = np.abs(a - truth)

    def slow(chosen):
        return np.mean(error[chosen] ** 2), np.median(error[chosen])

    drawn = case_bootstrap(slow, case, np.random.default_rng(5), 4_000)
    for fast, twin in ((mean, drawn[:, 0]), (median, drawn[:, 1])):
        assert fast.mean() == pytest.approx(twin.mean(), rel=0.03)
        assert fast.std() == pytest.approx(twin.std(), rel=0.15)


def test_intervals_by_case_are_wider_where_cases_differ():
    truth, a, b, case = clustered()
    by_case, by_row = (bootstrap_errors(truth, a, case=of, rng=rng()).mse for of in (case, None))
    assert by_case.high - by_case.low > 1.3 * (by_row.high - by_row.low)
    pairs = [paired_differences(truth, {"a": a, "b": b}, case=of, rng=rng()).pairs[0] for of in (case, None)]
    assert pairs[0].value == pairs[1].value
    assert pairs[0].high - pairs[0].low > 1.3 * (pairs[1].high - pairs[1].low)


def test_copies_of_cases_change_nothing_but_the_draws():
    truth, a, _b, case = clustered()
    copies = [[np.repeat(column, k) for column in (truth, a, case)] for k in (1, 2)]
    one, twice = (bootstrap_errors(y, m, case=of, rng=rng()) for y, m, of in copies)
    assert (one.mse.low, one.mse.high) == pytest.approx((twice.mse.low, twice.mse.high), rel=1e-9)
    assert one.effective_rows == pytest.approx(twice.effective_rows)


def test_few_cases_are_said():
    truth, a, _b, case = clustered(cases=8)
    said = [str(word) for word in bootstrap_errors(truth, a, case=case, rng=rng()).warnings]
    assert said == [
        "Cases with rows that this rests on: 8. Below 20, tests and intervals by case hold what they say only roughly."
    ]


def test_a_table_knows_its_cases_and_a_row_without_one_is_its_own():
    frame = pd.DataFrame({"y": [1.0, 2, 3, 4, None], "m": [1.5, 2, 3, 5, 5], "who": ["u", "u", None, None, "v"]})
    table = prediction_table(frame, truth="y", models=["m"], case="who")
    assert table.cases.code.tolist() == [0, 0, 1, 2]
    assert table.key != prediction_table(frame, truth="y", models=["m"]).key
    alone = frame.assign(who=[1, 2, 3, 4, 5])
    assert prediction_table(alone, truth="y", models=["m"], case="who").cases is None
    assert prediction_table(alone, truth="y", models=["m"], case="who").features == {}


def test_few_cases_with_most_of_the_squared_errors_are_said():
    rng = np.random.default_rng(3)
    case = np.repeat(np.arange(40), 25)
    truth = rng.normal(size=1_000)
    errors = rng.normal(size=1_000)

    def said(size):
        found = bootstrap_errors(truth, truth + errors * size[case], case=case, n_replicates=50, rng=rng)
        return [str(one) for one in found.warnings]

    assert said(np.ones(40)) == []
    (note,) = said(np.where(np.arange(40) < 4, 10.0, 1.0))
    assert note.startswith("A few of the 40 cases make most of the squared errors: they are as good as 5 whose")
