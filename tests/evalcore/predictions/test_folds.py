"""Columns of folds and of their repetitions: found by name, chosen, read row by row, refused."""

import numpy as np
import pandas as pd
import pytest

from evalcore.errors import InputError
from evalcore.predictions import Columns, Part, from_columns, from_frame, guess_columns
from evalcore.predictions.folds import fold_column


def table(**columns):
    return pd.DataFrame({"y": [1, 0, 1, 0], "a": [0.9, 0.2, 0.6, 0.4], **columns})


@pytest.mark.parametrize(
    ("names", "found"),
    [
        (("repeat", "fold"), ("fold", "repeat")),
        (("fold", "repetition"), ("fold", "repetition")),
        (("折", "重复"), ("折", "重复")),
        (("rep", "kfold"), ("kfold", "rep")),
        (("repeat", "region"), ("repeat", None)),
        (("run", "region"), (None, None)),
    ],
)
def test_found_by_name(names, found):
    guess = guess_columns(table(**dict(zip(names, ([1, 1, 2, 2], [1, 2, 1, 2]), strict=True))))
    assert (guess.fold, guess.repeat) == found
    assert guess.scores == ("a",)
    assert not {name for name in found if name} & set(guess.left_out(names))


def test_each_row_has_its_fold_and_a_row_without_one_stays():
    frame = table(fold=["1", "2", None, "1"], repeat=[1, 1, 2, 2])
    made = from_columns(frame, guess_columns(frame))
    assert made.n == 4
    assert (made.folds.column, made.folds.labels, made.folds.codes.tolist()) == ("fold", ("1", "2"), [0, 1, -1, 0])
    assert made.repeats.codes.tolist() == [0, 0, 1, 1]
    assert (made.folds.present, made.repeats.present) == (2, 2)
    with pytest.raises(ValueError, match="read-only"):
        made.folds.codes[0] = 1


def test_rows_left_out_have_no_fold():
    frame = table(fold=[1, 2, 1, 2])
    frame.loc[3, "a"] = np.nan
    made = from_frame(frame, truth="y", scores=["a"], fold="fold")
    assert made.folds.codes.tolist() == [0, 1, 0]
    assert from_frame(frame, truth="y", scores=["a"]).folds is None


def test_the_digest_tells_folds_apart():
    digests = {from_frame(table(f=f), truth="y", scores=["a"], fold="f").digest for f in ([1, 2, 1, 2], [1, 1, 2, 2])}
    assert len(digests) == 2


@pytest.mark.parametrize(
    ("columns", "column"),
    [
        (Columns(fold="k", split="s"), "k"),
        (Columns(split="batch", parts=(Part("1", 2), Part("2", 2))), "batch"),
        (Columns(split="batch", parts=(Part("train", 2), Part("test", 2))), None),
        (Columns(split="is_train", parts=(Part("0", 2), Part("1", 2))), None),
        (Columns(), None),
    ],
)
def test_parts_are_folds_unless_they_are_for_training_and_testing(columns, column):
    assert fold_column(columns) == column


@pytest.mark.parametrize("roles", [{"fold": "a"}, {"fold": "f", "repeat": "f"}, {"repeat": "y"}])
def test_a_column_with_another_role_is_refused(roles):
    taken = roles.get("repeat", roles.get("fold"))
    with pytest.raises(InputError) as refused:
        from_frame(table(f=[1, 2, 1, 2]), truth="y", scores=["a"], **roles)
    assert str(refused.value) == (
        f"The column of the folds, or of the repetitions, must have no other role; got '{taken}' twice. Choose another "
        "column for one of them."
    )


def test_a_column_of_too_many_values_numbers_no_folds():
    n = 202
    frame = pd.DataFrame({"y": [0, 1] * (n // 2), "a": np.linspace(0, 1, n), "fold": range(n)})
    made = from_frame(frame, truth="y", scores=["a"], fold="fold")
    assert made.folds is None
    assert [str(note) for note in made.notes] == [
        "Column 'fold' has more than 100 different values, so it tells no folds or repetitions apart."
    ]
