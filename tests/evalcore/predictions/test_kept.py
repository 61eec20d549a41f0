"""A table that was put away comes back as it was, and takes less."""

import numpy as np
import pandas as pd
import pytest

from evalcore.predictions import from_columns, from_frame, guess_columns
from evalcore.predictions.kept import kept
from evalcore.reading import read_table
from tests.held import held

N = 3_000
RNG = np.random.default_rng(0)
COLUMNS = {
    "y": RNG.integers(0, 2, N),
    "large": RNG.integers(-(2**62), 2**62, N),
    "bool": RNG.random(N) < 0.5,
    "score": RNG.random(N),
    "empty": np.where(RNG.random(N) < 0.5, np.nan, 0.0),
    "zeros": np.where(RNG.random(N) < 0.5, -0.0, 0.0),
    "site": RNG.choice(["north", "south", ""], N),
    "id": [f"case {i}" for i in range(N)],
    "gaps": [None if i % 3 else f"g{i % 7}" for i in range(N)],
    "sparse": [None if i % 3 else f"g{i}" for i in range(N)],
}
FRAME = pd.DataFrame(COLUMNS)


def same(frame, other):
    pd.testing.assert_frame_equal(frame, other, check_exact=True)
    for name in frame.columns[frame.dtypes == np.float64]:
        assert frame[name].to_numpy().tobytes() == other[name].to_numpy().tobytes()


def size(**state):
    """Return how many bytes are held."""
    return sum(held(state).values())


@pytest.mark.parametrize("column", COLUMNS)
def test_a_column(column):
    same(FRAME[[column]], kept(FRAME[[column]]).frame())


@pytest.mark.parametrize(
    "frame",
    [
        FRAME,
        read_table(FRAME.to_csv(index=False).encode()),
        pd.DataFrame({"p": [[0.1, 0.9], [0.4, 0.6]], "kind": pd.Categorical(["a", "b"]), "n": pd.array([1, None])}),
        pd.DataFrame([[1, 0.5], [0, 0.25]], columns=["same", "same"]),
        pd.DataFrame({1: [1, 0], "y": ["a", "b"]}, index=[7, 3]),
        pd.DataFrame({"y": pd.Series([], dtype=np.int64)}),
    ],
    ids=["all", "as read", "other types", "names twice", "index", "no rows"],
)
def test_a_table(frame):
    put_away = kept(frame)
    same(frame, put_away.frame())
    assert put_away.names == tuple(map(str, frame.columns))
    assert len(put_away) == len(frame)


def test_what_is_done_to_a_table_does_not_reach_what_is_kept():
    frame = FRAME.copy()
    put_away = kept(frame)
    frame.loc[0, ["y", "score"]] = 9
    same(FRAME, put_away.frame())


def test_predictions_share_what_is_equal():
    predictions = from_frame(FRAME, truth="y", scores=["score"])
    put_away = kept(FRAME).sharing(predictions)
    same(FRAME, put_away.frame())
    assert size(loaded=predictions, table=put_away) == size(loaded=predictions) + size(table=kept(FRAME)) - 8 * N


@pytest.mark.parametrize("first", [0, 10])
def test_predictions_of_other_rows_share_nothing(first):
    frame = FRAME.assign(score=FRAME["score"].where(FRAME.index >= 10))
    predictions = from_frame(frame.iloc[first:], truth="y", scores=["score"])
    put_away = kept(frame).sharing(predictions)
    same(frame, put_away.frame())
    assert size(loaded=predictions, table=put_away) == size(loaded=predictions) + size(table=kept(frame))


def test_minus_zero_is_not_shared_as_zero():
    frame = pd.DataFrame({"y": [0, 1] * 200, "s": [0.0, 0.5] * 200})
    predictions = from_frame(frame, truth="y", scores=["s"])
    turned = frame.assign(s=[-0.0, 0.5] * 200)
    same(turned, kept(turned).sharing(predictions).frame())


def test_of_many_classes_each_column_is_shared():
    scores = RNG.dirichlet([1, 1, 1], N)
    frame = pd.DataFrame({"y": RNG.choice(list("abc"), N), **{f"m:{c}": scores[:, i] for i, c in enumerate("abc")}})
    predictions = from_columns(frame, guess_columns(frame))
    put_away = kept(frame).sharing(predictions)
    same(frame, put_away.frame())
    assert size(loaded=predictions, table=put_away) == size(loaded=predictions, table=kept(frame[["y"]]))


def test_the_same_predictions_come_of_what_is_kept():
    columns = guess_columns(FRAME)
    assert from_columns(kept(FRAME).frame(), columns).digest == from_columns(FRAME, columns).digest
    assert guess_columns(kept(FRAME).frame()).scores == columns.scores


@pytest.mark.skipif(pd.__version__ < "3", reason="texts are objects there, eight bytes each")
def test_it_takes_less():
    read = read_table(FRAME.drop(columns=["large", "id", "sparse"]).to_csv(index=False).encode())
    # A byte of y, a bit of bool, three numbers of eight bytes, and a byte of each of two texts.
    assert size(table=kept(read)) <= N * (1 + 1 / 8 + 3 * 8 + 2) + 3_000


def test_one_column_is_given_back_alone():
    frame = pd.DataFrame({"a": ["x", None, "y"], "b": [1.5, np.nan, 2.0], "c": [True, False, True], "d": [3, 2, 1]})
    table = kept(frame)
    for name in frame.columns:
        pd.testing.assert_series_equal(table.column(name), frame[name], check_names=False)


@pytest.mark.parametrize("places", [[], [2_999, 0, 7, 7], list(range(N))])
def test_rows_at_places_are_those_of_the_table(places):
    at = np.array(places, dtype=np.int64)
    same(FRAME.iloc[at], kept(FRAME).rows(at))


def test_rows_of_any_types_and_names():
    cells = {"p": [[0.1, 0.9], [0.4, 0.6]], "kind": pd.Categorical(["a", "b"]), "n": pd.array([1, None])}
    frame = pd.DataFrame(cells).set_axis(["same", "same", 3], axis=1)
    same(frame.iloc[[1]], kept(frame).rows(np.array([1])))


SEARCHED = pd.DataFrame(
    {
        "town": ["Örebro", "a.b", None, "axb", "=HYPERLINK(1)"],
        "id": [12, 120, 5, 7, 12],
        "score": [0.5, np.nan, 12.0, 0.1, 0.2],
        "true": [True, False, True, True, False],
        "when": pd.to_datetime(["2024-01-12", None, "2024-05-01", "2023-01-01", "2022-07-09"]),
        "kind": pd.Categorical(["x", "y", "x", None, "z"]),
    }
)


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("örebro", [0]),
        ("a.b", [1]),
        (" B ", [0, 1, 3]),
        ("12", [0, 2, 4]),
        ("12.0", [0, 2, 4]),
        ("2024-", [0, 2]),
        ("(", [4]),
        ("True", []),
        ("X", [0, 2, 3]),
        ("nan", []),
        ("", []),
    ],
)
def test_rows_that_hold_a_text(text, rows):
    assert np.flatnonzero(kept(SEARCHED).holding(text)).tolist() == rows


def test_texts_are_searched_as_one_would_by_hand():
    frame = read_table(FRAME[["site", "id", "gaps", "sparse"]].to_csv(index=False).encode())
    wanted = [any(isinstance(cell, str) and "g1" in cell.lower() for cell in row) for row in frame.to_numpy()]
    assert kept(frame).holding("G1").tolist() == wanted
    assert 0 < sum(wanted) < N
