"""Rows that belong to cases: which they are, how many they are worth, and what other cases would have given."""

import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalcore.curves import auc_interval, average_precision_by_case
from evalcore.errors import InputError
from evalcore.intervals import case_bootstrap
from evalcore.intervals.cases import degrees_of_freedom, equal_cases, few_cases, one_case, wider
from evalcore.metrics import readings_by_case
from evalcore.significance import auc_differences, delong_test, mcnemar_by_case
from evalcore.support.cases import numbered

LABELS = st.lists(st.sampled_from("abcd"), min_size=1, max_size=20)


@given(LABELS)
def test_sums_by_case_are_those_of_a_loop(labels):
    cases = numbered(labels, len(labels))
    values = np.arange(len(labels)) + 0.5
    names = list(dict.fromkeys(labels))
    assert cases.count == len(names)
    expected = [sum(v for v, label in zip(values, labels, strict=True) if label == name) for name in names]
    assert cases.sums(values).tolist() == expected
    assert cases.sizes.tolist() == [labels.count(name) for name in names]


@pytest.mark.parametrize(
    "labels",
    [
        ["u", "v", "u"],
        [7, 2, 7],
        [7.5, 2.0, 7.5],
        [True, False, True],
        np.array(["2020-01-01", "2021-01-01", "2020-01-01"], dtype="datetime64[D]"),
        pd.Series(["u", "v", "u"], dtype="category"),
        np.array([(1, 2), "x", (1, 2), None], dtype=object)[:3],
    ],
)
def test_labels_of_any_kind(labels):
    assert numbered(labels, 3).code.tolist() == [0, 1, 0]


CALLS = {
    "area": lambda case: auc_interval([1, 0, 1, 0], [4, 3, 2, 1], case=case),
    "average precision": lambda case: average_precision_by_case([1, 0, 1, 0], [4, 3, 2, 1], case),
    "two areas": lambda case: delong_test([1, 0, 1, 0], [4, 3, 2, 1], [1, 2, 3, 4], case=case),
    "all areas": lambda case: auc_differences([1, 0, 1, 0], {"a": [4, 3, 2, 1], "b": [1, 2, 3, 4]}, case=case),
    "errors": lambda case: mcnemar_by_case([1, 0, 1, 0], [1, 1, 0, 0], case),
    "metrics": lambda case: readings_by_case([1, 0, 1, 0], [1, 1, 0, 0], case),
}


@pytest.mark.parametrize("call", CALLS.values(), ids=list(CALLS))
@pytest.mark.parametrize(
    ("case", "said"),
    [
        (
            ["u", "v", "w"],
            "case must have 4 values, one a row; got 3. Check that both columns come from the same table.",
        ),
        (
            ["u", None, "v", "v"],
            "case must have a label in every row; got none (data row 2). Leave the row out.",
        ),
        (
            [1.0, 2.0, math.nan, 2.0],
            "case must have a label in every row; got none (data row 3). Leave the row out.",
        ),
        (
            [["u", "v"], ["u", "v"]],
            "case must be one column; got an array of 2 dimensions. Pass one column at a time.",
        ),
    ],
)
def test_bad_cases_are_refused_in_one_sentence(call, case, said):
    with pytest.raises(InputError) as caught:
        call(case)
    assert str(caught.value) == said


@given(st.lists(st.integers(0, 50), min_size=1, max_size=12).filter(any))
def test_unequal_cases_are_worth_fewer(sizes):
    alike = equal_cases(np.array(sizes))
    assert 1 <= alike <= np.count_nonzero(sizes) + 1e-9
    assert alike == pytest.approx(equal_cases(3 * np.array(sizes)))
    assert equal_cases(np.full(7, sizes[0] + 1)) == pytest.approx(7)
    assert degrees_of_freedom(alike) >= 1


def test_no_row_is_no_case():
    assert math.isnan(equal_cases(np.zeros(3)))


def test_student_reaches_farther_than_the_normal_one():
    assert wider(0.95, 14) == pytest.approx(2.144787 / 1.959964, abs=1e-6)
    assert wider(0.95, 1e9) == pytest.approx(1, abs=1e-6)


def test_few_cases_are_said():
    assert few_cases(np.full(20, 3)) == ()
    assert str(few_cases(np.full(19, 3))[0]).startswith("Cases with rows that this rests on: 19. Below 20")
    assert str(few_cases(np.full(30, 3), np.array([0] * 18 + [2] * 12))[0]).startswith(
        "Cases with rows that this rests on: 12."
    )
    unequal = np.array([300] * 3 + [1] * 37)
    assert str(few_cases(unequal)[0]).startswith("The 40 cases differ so much in size that they are as good as 3 of")
    assert one_case(np.array([4, 2])) is None
    assert str(one_case(np.array([4, 2]), np.array([1, 0]))).startswith("How much cases differ needs at least two")


def test_one_row_each():
    assert numbered(list("abc"), 3).one_row_each(np.arange(3)).tolist() == [0, 1, 2]
    copied = numbered(list("abab"), 4)
    assert copied.one_row_each(np.array([5, 6, 5, 6])).tolist() == [0, 1]
    assert copied.one_row_each(np.array([5, 6, 5, 7])) is None
    assert copied.one_row_each(np.array([5, 6, 5, 6]), np.array([1, 1, 0, 1])) is None
    assert numbered(list("aba"), 3).one_row_each(np.array([5, 6, 5])) is None


def test_the_bootstrap_draws_whole_cases():
    case = np.array(list("bacabb"))
    seen = []

    def statistic(rows):
        found = [np.sort(rows[case[rows] == name]).tolist() for name in "abc"]
        for name, of in zip("abc", found, strict=True):
            own = np.flatnonzero(case == name)
            times = len(of) // len(own)
            assert of == np.sort(np.tile(own, times)).tolist()
            seen.append((name, times))
        assert sum(times for _, times in seen[-3:]) == 3
        return float(len(rows))

    found = case_bootstrap(statistic, case, np.random.default_rng(0), 50)
    assert found.shape == (50,)
    assert {times for _, times in seen} >= {0, 1, 2}
    again = case_bootstrap(lambda rows: float(len(rows)), case, np.random.default_rng(0), 50)
    np.testing.assert_array_equal(found, again)


def test_the_bootstrap_spreads_as_the_sums_by_case_tell():
    rng = np.random.default_rng(3)
    case = np.repeat(np.arange(200), 5)
    value = rng.normal(size=200)[case] + rng.normal(size=1000)
    means = case_bootstrap(lambda rows: [value[rows].mean(), 1.0], case, rng, 2_000)
    of_cases = value.reshape(200, 5).mean(axis=1)
    assert means.shape == (2_000, 2)
    assert means[:, 0].std() == pytest.approx(of_cases.std() / math.sqrt(200), rel=0.08)


def test_the_bootstrap_refuses_what_has_no_percentiles():
    with pytest.raises(InputError, match="The number of resamples must be a whole number from 2; got 1"):
        case_bootstrap(np.mean, [1, 2], np.random.default_rng(0), 1)
