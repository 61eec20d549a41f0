"""The app started on arrays: they arrive as they are, and what cannot start says so."""

import io
import json
import shutil
import sys

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_array_equal

from evalcore.errors import InputError
from evalcore.predictions import from_frame
from evalcore.workbench import opened, workbench

RNG = np.random.default_rng(12)
N = 60
CODES = RNG.integers(0, 3, N)
NAMES = np.array(["blue", "green", "red"])[CODES]
P = RNG.dirichlet([1, 1, 1], N)


@pytest.mark.parametrize(
    "bench",
    [
        workbench(CODES == 1, {"y_true": P[:, 1], "case": P[:, 1] > 0.4}, case=CODES, sample_weight=CODES + 1),
        workbench(NAMES, {"p": P, "said": NAMES[::-1]}),
        workbench(NAMES, P, pos_label="red"),
        workbench(CODES + 0.5, {"a": P[:, 0]}),
    ],
    ids=["two", "many", "against", "numbers"],
)
def test_the_table_holds_the_predictions(bench):
    frame, roles = opened.table(bench.predictions, {"site": NAMES})
    asked = {key: roles[key] for key in ("truth", "scores", "labels", "positive", "groups")}
    holds = "amounts" if roles["task"] == "regression" else "classes"
    found = from_frame(frame, **asked, weight=roles.get("weight"), case=roles.get("case"), truth_holds=holds)
    given = bench.predictions
    assert (found.task, found.positive) == (given.task, given.positive)
    assert_array_equal(found.y_true, given.y_true)
    for mine, theirs in ((found.scores, given.scores), (found.labels, given.labels)):
        for one, other in zip(mine.values(), theirs.values(), strict=True):
            assert_array_equal(one, other)
    assert list(found.groups) == ["site"]
    if given.cases is not None:
        assert found.cases.count == given.cases.count
        assert_array_equal(found.weight, given.weight)


def test_a_line_says_what_the_columns_are():
    head, _, body = opened.packed(workbench(NAMES, P).predictions, {}, "名").partition(b"\n")
    assert json.loads(head)["name"] == "名"
    assert len(pd.read_parquet(io.BytesIO(body))) == N


def test_without_the_app_there_is_nothing_to_open(tmp_path):
    with pytest.raises(InputError, match=r"folder must hold app\.py, the app; got '.*', which does not"):
        workbench(NAMES, P).open(folder=tmp_path)


@pytest.mark.skipif(shutil.which("false") is None, reason="no program that only fails")
def test_an_app_that_ends_at_once_is_told(monkeypatch):
    monkeypatch.setattr(sys, "executable", shutil.which("false"))
    with pytest.raises(InputError, match="The app must start; it did not"):
        workbench(NAMES, P).open(browser=False)
