"""Parts of a table: found by name or contents, chosen, counted, and never pooled without a word."""

import numpy as np
import pandas as pd
import pytest

from evalcore.counts import threshold_counts
from evalcore.curves import roc_curve
from evalcore.errors import InputError
from evalcore.predictions import Part, from_columns, from_frame, guess_columns, table_parts, with_truth

TABLE = pd.DataFrame(
    {
        "y": [1, 0, 1, 0, 1, 0, 1, 0],
        "score": [0.9, 0.1, 0.8, 0.2, 0.7, 0.6, 0.3, 0.4],
        "split": ["train", "train", "train", "train", "Test", "test", "test", "test"],
    }
)


def said(found):
    return [str(note) for note in found.notes]


@pytest.mark.parametrize(
    ("name", "cells"),
    [
        ("split", ["train", "valid", "test", "test"]),
        ("subset", ["Training", "Validation", "Test", "Test"]),
        ("数据集", ["训练集", "验证集", "测试集", "测试集"]),
        ("usage", ["in-sample", "out-of-time", "out-of-time", "in-sample"]),
        ("what", ["dev", "holdout", "dev", "holdout"]),
        ("is_train", [1, 0, 1, 0]),
        ("isTest", [True, False, True, False]),
        ("in_train", [1, 0, 1, 0]),
        ("role", ["Training set", "test_set", "TestData", "Training set"]),
        ("样本", ["训练样本", "测试样本", "测试样本", "训练样本"]),
        ("partition", [0, 1, 1, 0]),
        ("subset", [1, 2, 3, 1]),
        ("test_fold", [0, 1, 1, 0]),
        ("fold_id", [1, 2, 1, 2]),
    ],
)
def test_a_split_is_found_by_name_or_contents(name, cells):
    frame = pd.DataFrame({"y": [1, 0, 1, 0], "score": [0.9, 0.2, 0.7, 0.4], name: cells})
    found = guess_columns(frame)
    assert (found.truth, found.scores, found.split, found.groups) == ("y", ("score",), name, ())
    assert sum(part.n_rows for part in found.parts) == 4
    assert found.part is None


@pytest.mark.parametrize(
    ("name", "cells"), [("shift", ["early", "late", "late", "early"]), ("set", ["a", "b", "a", "b"])]
)
def test_other_columns_of_few_values_are_groups(name, cells):
    found = guess_columns(pd.DataFrame({"y": [1, 0, 1, 0], "score": [0.9, 0.2, 0.7, 0.4], name: cells}))
    assert (found.split, found.groups) == (None, (name,))


def test_a_column_named_like_a_truth_is_none_though_its_classes_are_parts():
    found = guess_columns(pd.DataFrame({"y": ["train", "test"] * 2, "score": [0.9, 0.2, 0.7, 0.4]}))
    assert (found.truth, found.split) == ("y", None)


def test_labels_predicted_in_a_fold_are_labels():
    found = guess_columns(
        pd.DataFrame({"y": [1, 0, 1, 0], "pred_fold_1": [1, 0, 0, 0], "fold_change": [0.1, 2.5, 3, 4]})
    )
    assert (found.labels, found.split) == (("pred_fold_1",), None)


def test_a_column_with_more_values_than_a_glance_shows_is_no_split():
    parts = [f"train {i}" for i in range(101)]
    rows = 20_000
    cells = ["test"] * rows
    cells[1 : 4 * len(parts) : 4] = parts  # only every fourth row is looked at
    found = guess_columns(pd.DataFrame({"y": [1, 0] * (rows // 2), "score": np.linspace(0, 1, rows), "fold": cells}))
    assert (found.fold, found.split, found.parts) == ("fold", None, ())


def test_folds_are_parts_where_there_is_no_split():
    frame = TABLE.assign(fold=[1, 2] * 4)
    assert (guess_columns(frame).split, guess_columns(frame).fold) == ("split", "fold")
    folds = guess_columns(frame.drop(columns="split"))
    assert (folds.split, folds.fold, folds.parts) == ("fold", "fold", (Part("1", 4), Part("2", 4)))


def test_a_part_has_its_rows_only():
    found = from_frame(TABLE, truth="y", scores=["score"], split="split", part="test")
    assert (found.n, found.n_dropped, found.part) == (4, 4, "test")
    assert found.scores["score"].tolist() == [0.7, 0.6, 0.3, 0.4]
    (left_out,) = found.dropped
    assert str(left_out.reason) == "The row belongs to another part than 'test' in column 'split'."
    assert left_out.rows == (1, 2, 3, 4)
    assert "split" not in found.missing
    assert roc_curve(threshold_counts(found.y_true, found.scores["score"])).auc == 0.5
    whole = from_frame(TABLE, truth="y", scores=["score"])
    assert roc_curve(threshold_counts(whole.y_true, whole.scores["score"])).auc == 0.875


def test_pooling_is_said():
    pooled = from_frame(TABLE, truth="y", scores=["score"], split="split")
    assert pooled.n == 8
    assert said(pooled) == [
        "Rows of all parts of column 'split' ('test', 'train') are taken together; a model looks better on rows it was "
        "trained on."
    ]
    assert said(from_frame(TABLE[4:], truth="y", scores=["score"], split="split")) == []


def test_rows_of_no_part_are_left_out_with_the_others():
    frame = TABLE.assign(split=[*TABLE["split"][:-1], None])
    found = from_frame(frame, truth="y", scores=["score"], split="split", part="test")
    assert (found.n, found.n_dropped) == (3, 5)


def test_another_part_has_another_digest():
    parts = [from_frame(TABLE, truth="y", scores=["score"], split="split", part=p) for p in ("train", "test", None)]
    assert len({found.digest for found in parts}) == 3


@pytest.mark.parametrize(
    ("choice", "sentence"),
    [
        (
            {"split": "split", "part": "nowhere"},
            "The part must be one of those in column 'split' ('test', 'train'); got 'nowhere'. Choose one of them.",
        ),
        (
            {"part": "test"},
            "A part can be chosen only with the column that names it; got none. Choose that column.",
        ),
        (
            {"split": "score"},
            "The column that names the parts must have no other role; got 'score' twice. Choose another column for "
            "one of them.",
        ),
        (
            {"split": "gone"},
            "The table must have the column chosen; got 'gone', and it has 'y', 'score', 'split'. Choose one of these.",
        ),
    ],
)
def test_what_cannot_be_chosen(choice, sentence):
    with pytest.raises(InputError) as caught:
        from_frame(TABLE, truth="y", scores=["score"], **choice)
    assert str(caught.value) == sentence


def test_a_part_of_one_class_is_refused():
    frame = TABLE.assign(y=[1, 0, 1, 0, 1, 1, 1, 1])
    with pytest.raises(InputError, match=r"got only '1' after 4 rows were left out\. .* or another part\."):
        from_frame(frame, truth="y", scores=["score"], split="split", part="test")


def test_parts_count_every_row():
    assert table_parts(TABLE, "split") == (Part("test", 4), Part("train", 4))


def test_columns_left_as_guessed():
    found = from_columns(TABLE, guess_columns(TABLE))
    assert (found.n, found.split, found.part) == (8, "split", None)


@pytest.mark.parametrize(
    ("classes", "positive", "grounds"),
    [
        ((0, 1), "1", "convention"),
        (("good", "bad"), "bad", "word"),
        (("no default", "default"), "default", "word"),
        (("fraud", "legit"), "fraud", "word"),
        (("healthy", "SICK"), "SICK", "word"),
        (("好客户", "坏客户"), "坏客户", "word"),
        (("未违约", "违约"), "违约", "word"),
        (("阴性", "阳性"), "阳性", "convention"),
        (("合格", "不合格"), "不合格", "word"),
        (("合格品", "不合格品"), "不合格品", "word"),
        (("正常", "不良贷款"), "不良贷款", "word"),
        (("Fully Paid", "Charged Off"), "Charged Off", "word"),
        (("control", "case"), "case", "word"),
        (("apple", "pear"), "pear", "rarer"),
        (("pear", "apple"), "apple", "rarer"),
    ],
)
def test_the_positive_class_is_guessed_by_words_then_by_rarity(classes, positive, grounds):
    frequent, rare = classes
    frame = pd.DataFrame({"y": [frequent] * 5 + [rare] * 3, "score": np.linspace(0.1, 0.9, 8)})
    found = guess_columns(frame)
    assert (found.positive, found.positive_grounds) == (positive, grounds)
    assert found.positive_is_guess == (grounds != "convention")
    assert from_frame(frame, truth="y", scores=["score"]).positive == positive


def test_of_equally_many_the_second_in_order_is_guessed():
    found = guess_columns(pd.DataFrame({"y": ["pear", "apple"] * 2, "score": [0.9, 0.2, 0.7, 0.4]}))
    assert (found.positive, found.positive_grounds) == ("pear", "order")


def test_another_truth_has_other_classes():
    frame = TABLE.assign(z=["bad", "good"] * 4, words=[f"w{i}" for i in range(8)], none=[None] * 8)
    found = guess_columns(frame)
    other = with_truth(frame, found, "z")
    assert (other.classes, other.positive, other.positive_grounds) == (("bad", "good"), "bad", "word")
    assert (other.scores, other.split) == (found.scores, found.split)
    assert with_truth(frame, found, "none").classes == ()
    assert with_truth(frame, found, None).positive is None
