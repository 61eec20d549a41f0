"""Columns of two sets of rows compared, against scipy and by hand."""

import math

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from evalcore.counts.reasons import OF_CASES
from evalcore.decisions import columns_apart
from evalcore.decisions.apart import ALIKE, CONSTANT, MOST_LEVELS, TOO_FEW
from evalcore.errors import InputError
from evalcore.intervals import wilson
from evalcore.significance import holm

RNG = np.random.default_rng(0)
N = 400
SIDE = np.arange(N) < 150
FRAME = pd.DataFrame(
    {
        "age": RNG.normal(size=N) * 3 + SIDE,
        "income": np.where(RNG.random(N) < 0.1 + 0.3 * SIDE, np.nan, RNG.random(N)),
        "town": RNG.choice(["a", "b", "c"], N),
        "smokes": RNG.random(N) < 0.2 + 0.3 * SIDE,
        "id": [f"row {i}" for i in range(N)],
        "same": 1.0,
    }
)
FOUND = columns_apart(FRAME, SIDE, ~SIDE)


def of(column, kind, level=""):
    (one,) = [row for row in FOUND if (row.column, row.kind, row.level) == (column, kind, level)]
    return one


def test_numbers_are_compared_by_their_means():
    one, (a, b) = of("age", "number"), (FRAME["age"][SIDE], FRAME["age"][~SIDE])
    spread = math.sqrt((a.var() + b.var()) / 2)
    assert one.value == pytest.approx((a.mean() - b.mean()) / spread)
    assert one.pvalue == pytest.approx(stats.ttest_ind(a, b, equal_var=False).pvalue)
    assert (one.first, one.second) == (pytest.approx(a.mean()), pytest.approx(b.mean()))
    # of about equal spreads Bonett's interval is nearly Hedges and Olkin's
    error = math.sqrt(N / (150 * 250) + one.value**2 / (2 * N))
    assert one.high - one.low == pytest.approx(2 * 1.96 * error, rel=0.02)


def test_values_are_compared_by_their_shares():
    one = of("smokes", "level", "True")
    p, q = FRAME["smokes"][SIDE].mean(), FRAME["smokes"][~SIDE].mean()
    spread = math.sqrt((p * (1 - p) + q * (1 - q)) / 2)
    assert one.value == pytest.approx((p - q) / spread)
    (la, ua), (lb, ub) = wilson(p * 150, 150), wilson(round(q * 250), 250)
    assert one.low == pytest.approx((p - q - math.hypot(p - la, ub - q)) / spread)
    assert one.high == pytest.approx((p - q + math.hypot(ua - p, q - lb)) / spread)
    table = pd.crosstab(SIDE, FRAME["smokes"])
    assert one.pvalue == pytest.approx(stats.chi2_contingency(table, correction=False).pvalue)
    assert sum(row.column == "smokes" for row in FOUND) == 1
    assert sum(row.column == "town" for row in FOUND) == 3


def test_empty_cells_are_compared_too():
    one = of("income", "missing")
    assert (one.n_first, one.n_second) == (150, 250)
    assert one.first == pytest.approx(FRAME["income"][SIDE].isna().mean())
    assert of("income", "number").n_first == FRAME["income"][SIDE].notna().sum()


def test_the_largest_comes_first_and_all_are_adjusted_together():
    sizes = [abs(one.value) for one in FOUND]
    assert sizes == sorted(sizes, reverse=True)
    np.testing.assert_allclose([one.adjusted for one in FOUND], holm([one.pvalue for one in FOUND]))
    assert FOUND.skipped == ("id",)
    assert (FOUND.n_first, FOUND.n_second) == (150, 250)
    assert FOUND.to_frame()["column"].tolist() == [one.column for one in FOUND]
    assert of("same", "number").reason == ALIKE


def test_few_rows_have_fisher_s_test():
    frame = pd.DataFrame({"x": list("aab") + list("bbbbb")})
    (one,) = columns_apart(frame, [1] * 3 + [0] * 5, [0] * 3 + [1] * 5)
    assert one.pvalue == pytest.approx(stats.fisher_exact([[1, 2], [5, 0]])[1])


def test_without_a_spread_the_difference_is_beyond_measure():
    frame = pd.DataFrame(
        {"x": [1.0, 1, 2, 2], "c": list("aabb"), "one": [1.0, np.nan, np.nan, 2], "huge": [1e300, 2e300, -1e300, 0]}
    )
    found = {row.column: row for row in columns_apart(frame, [1, 1, 0, 0], [0, 0, 1, 1]) if row.kind != "missing"}
    assert (found["x"].value, found["x"].reason) == (-math.inf, CONSTANT)
    assert (found["c"].value, found["c"].reason) == (-math.inf, CONSTANT)
    assert found["c"].pvalue == pytest.approx(1 / 3)
    assert found["one"].reason == TOO_FEW
    assert math.isfinite(found["huge"].value)


def test_of_many_values_the_most_frequent_are_compared():
    frame = pd.DataFrame({"x": np.repeat([f"v{i:02}" for i in range(40)], range(1, 41))})
    side = np.arange(len(frame)) % 2 == 0
    found = columns_apart(frame, side, ~side)
    assert len(found) == MOST_LEVELS
    assert {row.level for row in found} == {f"v{i:02}" for i in range(20, 40)}


def test_rows_of_cases_have_no_interval():
    found = columns_apart(FRAME, SIDE, ~SIDE, case=np.arange(N) // 2)
    assert all(math.isnan(one.low) and math.isnan(one.pvalue) for one in found)
    assert found[0].reason == OF_CASES
    assert len(columns_apart(FRAME, SIDE, ~SIDE, case=np.arange(N))[0].warnings) == 0


@pytest.mark.parametrize(
    ("sides", "said"),
    [
        ((np.zeros(N, bool), SIDE), "first must have at least one row; got none"),
        ((SIDE, SIDE), "No row may be in both sets; got 150"),
        ((SIDE, SIDE[1:]), "second must have 400 values"),
    ],
)
def test_what_are_no_two_sets_is_refused(sides, said):
    with pytest.raises(InputError, match=said):
        columns_apart(FRAME, *sides)


def test_a_table_without_columns_has_no_differences():
    assert len(columns_apart(pd.DataFrame(index=range(4)), [1, 0, 0, 0], [0, 1, 0, 0])) == 0
    empty = pd.DataFrame({"x": pd.Series([None] * 4, dtype=object)})
    assert len(columns_apart(empty, [1, 1, 0, 0], [0, 0, 1, 1])) == 1
