"""Some of the rows: as if the table had had these alone."""

import numpy as np
import pandas as pd
import pytest

from evalcore.predictions import from_frame, one_vs_rest, only


def table(n=60):
    rng = np.random.default_rng(5)
    return pd.DataFrame(
        {
            "y": rng.choice(["a", "b"], n),
            "score": np.where(np.arange(n) == 4, np.nan, rng.random(n)),
            "label": rng.choice(["a", "b"], n),
            "w": rng.random(n) + 0.5,
            "money": rng.integers(1, 99, n),
            "who": rng.integers(0, 20, n),
            "fold": np.arange(n) % 3,
            "region": rng.choice(["n", "s"], n),
        }
    )


ROLES = {"truth": "y", "scores": ["score"], "labels": ["label"], "positive": "a", "weight": "w", "amount": "money"}
ROLES |= {"case": "who", "fold": "fold", "groups": ["region"]}


def test_some_rows_are_those_of_a_table_that_has_only_these():
    frame = table()
    whole = from_frame(frame, **ROLES)
    mine = frame.drop(index=4)["region"].to_numpy() == "n"
    found, alone = only(whole, mine), from_frame(frame.drop(index=4)[mine], **ROLES)
    for name in ("y_true", "weight", "amount"):
        assert np.array_equal(getattr(found, name), getattr(alone, name))
    assert np.array_equal(found.scores["score"], alone.scores["score"])
    assert np.array_equal(found.labels["label"], alone.labels["label"])
    assert np.array_equal(found.cases.of.code, alone.cases.of.code)
    assert found.cases.count == alone.cases.count
    assert [found.folds.labels[i] for i in found.folds.codes] == [alone.folds.labels[i] for i in alone.folds.codes]
    assert set(found.groups["region"].codes.tolist()) == {found.groups["region"].labels.index("n")}
    assert (found.classes, found.positive, found.dropped) == (whole.classes, whole.positive, whole.dropped)
    assert frame["region"].to_numpy()[found.rows].tolist() == ["n"] * found.n
    assert one_vs_rest(found, "a", model="score").n == mine.sum()


def test_digests_differ_and_nothing_can_be_written():
    whole = from_frame(table(), **ROLES)
    half = np.arange(whole.n) % 2 == 0
    one, other = only(whole, half), only(whole, ~half)
    assert len({whole.digest, one.digest, other.digest}) == 3
    assert only(whole, half).digest == one.digest
    with pytest.raises(ValueError, match="read-only"):
        one.y_true[0] = True


def test_the_mean_of_each_case_has_no_single_rows():
    frame = table().assign(y=lambda f: np.where(f["who"] % 2, "a", "b"))
    whole = from_frame(frame, **{**ROLES, "taken": "mean", "labels": [], "fold": None, "amount": None})
    assert whole.rows is None
    assert only(whole, np.arange(whole.n) < 5).rows is None
