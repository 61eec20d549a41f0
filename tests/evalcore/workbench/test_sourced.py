"""Rows in a source have the same workbench as the same rows in memory."""

import re

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose
from pandas.testing import assert_frame_equal

from evalcore import engine
from evalcore.errors import InputError
from evalcore.workbench import SourceWorkbench, workbench

RNG = np.random.default_rng(5)
N = 2_000
Y = RNG.random(N) < 0.3
A = np.clip(0.3 + 0.3 * Y + RNG.normal(0, 0.2, N), 0, 1)
FRAME = pd.DataFrame(
    {
        "y": np.where(Y, "yes", "no"),
        "a": A,
        "b": np.clip(A + RNG.normal(0, 0.1, N), 0, 1),
        "site": RNG.choice(["x", "y"], N),
        "flag": Y,
    }
)


@pytest.fixture(scope="module")
def both():
    source = engine.source(FRAME)
    named = {"truth": "y", "pos_label": "yes", "groups": "site"}
    return workbench(source, scores=["a", "b"], **named), workbench(FRAME, ["a", "b"], **named)


def test_areas_readings_and_choices_agree(both):
    sourced, memory = both
    assert isinstance(sourced, SourceWorkbench)
    assert_allclose(sourced.auc()[["auc", "low", "high"]], memory.auc()[["auc", "low", "high"]], atol=2e-6)
    assert_frame_equal(sourced.readings(0.5), memory.readings(0.5))
    assert sourced.choose("f1").value == memory.choose("f1").value


def test_a_threshold_inside_a_cell_is_exact(both):
    sourced, memory = both
    between = float(np.nextafter(np.sort(A)[N // 2], 1))  # just above a score, so that it cuts that score's cell
    assert_frame_equal(sourced.matrix(between).table, memory.matrix(between).table)
    assert_frame_equal(sourced.readings(between), memory.readings(between))
    assert between in sourced.handle(between)


def test_groups_agree(both):
    sourced, memory = both
    assert_frame_equal(sourced.groups(threshold=0.5).table, memory.groups(threshold=0.5).table)
    assert sourced.group_names == memory.group_names == ("site",)


def test_comparisons_agree(both):
    sourced, memory = both
    exact = ["first", "second", "measure", "method"]
    assert_frame_equal(sourced.compare(0.5)[exact], memory.compare(0.5)[exact])
    numbers = ["difference", "low", "high"]
    assert_allclose(sourced.compare(0.5)[numbers], memory.compare(0.5)[numbers], atol=2e-5)
    assert_allclose(sourced.test().statistic, memory.test().statistic, rtol=1e-3)
    assert sourced.test(method="mcnemar").pvalue == memory.test(method="mcnemar").pvalue


def test_figures_say_what_the_counts_leave_open(both):
    sourced, _memory = both
    for shown in (sourced.matrix(), sourced.curves(), sourced.costs(5, 1), sourced.calibration(), sourced.groups()):
        assert "Exact at" in shown.about
        assert shown.figure.data


def test_rows_can_be_chosen():
    found = workbench(engine.source(FRAME), scores="a", truth="flag", where={"site": "x"})
    assert found.n == (FRAME["site"] == "x").sum()
    assert found.positive == "true"


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"scores": ["a"]}, "truth and scores must name columns of the source; got none."),
        ({"truth": "y"}, "truth and scores must name columns of the source; got none."),
        ({"truth": "y", "scores": ["a"]}, "pos_label must be given unless y_true holds 0 and 1"),
        ({"truth": "flag", "scores": ["a"], "groups": [1]}, "groups must name a column of the source; got '[1]'."),
        ({"truth": "flag", "scores": ["z"]}, "The source must have a column 'z'"),
    ],
)
def test_a_refusal_names_the_argument(options, said):
    with pytest.raises(InputError) as refused:
        workbench(engine.source(FRAME), **options)
    assert said in str(refused.value)


def test_groups_are_those_that_were_named(both):
    with pytest.raises(InputError, match="by must be the column that was named as groups"):
        both[0].groups("flag")


@pytest.fixture(scope="module")
def bench():
    source = engine.source(FRAME.assign(patient=np.arange(N) // 10))
    return workbench(source, scores=["a", "b"], truth="y", pos_label="yes", groups="site", case="patient")


class TestCases:
    """Counts do not tell which rows are of one case: nothing that takes rows as independent is given."""

    def test_no_number_has_an_interval(self, bench, both):
        other = both[0]
        assert_frame_equal(bench.auc()[["auc"]], other.auc()[["auc"]])
        assert bench.readings(0.5)["value"].equals(other.readings(0.5)["value"])
        tables = (bench.auc(), bench.readings(0.5), bench.groups(threshold=0.5).table, bench.calibration().table)
        for table in tables:
            ends = [name for name in table if re.fullmatch("(difference_)?(low|high)(_all)?", str(name))]
            assert ends
            assert table[ends].isna().all(axis=None)
        assert not other.groups(threshold=0.5).table.filter(regex="low|high").isna().all(axis=None)

    @pytest.mark.parametrize(
        "ask", [lambda b: b.compare(0.5), lambda b: b.test("a", "b"), lambda b: b.test("a", error_rate=0.2)]
    )
    def test_no_test_is_made(self, bench, ask):
        with pytest.raises(InputError, match="counts of a source do not tell which rows are of one case"):
            ask(bench)

    @pytest.mark.parametrize("change", [{"case": "nobody"}, {"case": [1, 2]}, {"sample_weight": "a"}, {"X": FRAME}])
    def test_refused(self, change):
        with pytest.raises(InputError, match=f"{next(iter(change))} must"):
            workbench(engine.source(FRAME), scores=["a"], truth="y", pos_label="yes", **change)
