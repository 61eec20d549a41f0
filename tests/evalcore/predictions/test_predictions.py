import hashlib

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalcore.predictions import Columns, Predictions, duplicate_rows, from_frame, guess_columns
from evalcore.reading import read_table

SCORES = [0.9, 0.1, 0.8, 0.3]


def binary(truth, *, positive=None, **columns) -> Predictions:
    frame = pd.DataFrame({"y": truth, "score": SCORES[: len(truth)], **columns})
    return from_frame(frame, truth="y", scores=["score"], labels=list(columns), positive=positive)


def notes(found: Predictions) -> list[str]:
    return [str(note) for note in found.notes]


# Labels


@pytest.mark.parametrize(
    ("truth", "classes", "asked"),
    [
        ([1, 0, 1, 0], ("0", "1"), False),
        ([1.0, 0.0, 1.0, 0.0], ("0", "1"), False),
        ([1, -1, 1, -1], ("-1", "1"), False),
        ([True, False, True, False], ("false", "true"), False),
        (pd.array([True, False, True, False], dtype="boolean"), ("false", "true"), False),
        (pd.array([1, 0, 1, 0], dtype="Int64"), ("0", "1"), False),
        (pd.Categorical(["yes", "no", "yes", "no"]), ("no", "yes"), False),
        (["1", "0", "1.0", "0"], ("0", "1"), False),
        (["True", "False", "True", "False"], ("False", "True"), False),
        (["Yes", "No", "Yes", "No"], ("No", "Yes"), False),
        (["y", "n", "y", "n"], ("n", "y"), False),
        (["p", "n", "p", "n"], ("n", "p"), False),
        (["pos", "neg", "pos", "neg"], ("neg", "pos"), False),
        (["是", "否", "是", "否"], ("否", "是"), False),
        (["阳性", "阴性", "阳性", "阴性"], ("阴性", "阳性"), False),
        (["正例", "反例", "正例", "反例"], ("反例", "正例"), False),
        (["spam", "ham", "spam", "ham"], ("ham", "spam"), True),
        ([2, 1, 2, 1], ("1", "2"), True),
        (["p", "e", "p", "e"], ("e", "p"), True),
    ],
)
def test_binary_labels(truth, classes, asked):
    found = binary(truth)
    assert (found.task, found.classes, found.positive) == ("binary", classes, classes[1])
    np.testing.assert_array_equal(found.y_true, [True, False, True, False])
    assert found.y_true.dtype == bool
    guess = guess_columns(pd.DataFrame({"y": truth, "score": SCORES}))
    assert (guess.truth, guess.scores, guess.task) == ("y", ("score",), "binary")
    assert (guess.classes, guess.positive, guess.positive_is_guess) == (tuple(sorted(classes)), classes[1], asked)
    assert bool(notes(found)) == (asked or truth[2] == "1.0")


@pytest.mark.parametrize(
    ("truth", "why"),
    [
        (["spam", "ham", "spam", "ham"], "'spam' was taken, because its name is that of what one looks for."),
        (["tea", "oil", "oil", "oil"], "'tea' was taken, the rarer of the two."),
        (["tea", "oil", "tea", "oil"], "'tea' was taken, the second in the order of the alphabet or of numbers."),
    ],
)
def test_what_speaks_for_a_guessed_positive_class_is_said(truth, why):
    assert notes(binary(truth)) == [f"The positive class was not named; {why}"]
    assert notes(binary(truth, positive=truth[0])) == []


@pytest.mark.parametrize("positive", [" YES ", "yes"])
def test_positive_is_compared_without_case_and_space(positive):
    assert binary(["Yes", "No", "Yes", "No"], positive=positive).positive == "Yes"


@pytest.mark.parametrize("positive", [0, 0.0, "0", False, "false", np.int64(0)])
def test_positive_in_another_type(positive):
    found = binary([1, 0, 1, 0], positive=positive)
    assert found.classes == ("1", "0")
    np.testing.assert_array_equal(found.y_true, [False, True, False, True])


def test_stray_spaces_and_case_make_one_class_with_a_note():
    found = binary(["yes", " Yes", "no", "yes"])
    assert found.classes == ("no", "yes")
    np.testing.assert_array_equal(found.y_true, [True, True, False, True])
    assert notes(found) == ["In column 'y', 'yes', ' Yes' were read as one class 'yes'."]


def test_full_width_characters_make_one_class():
    assert binary(["１", "0", "1", "0"]).classes == ("0", "１")


def test_labels_of_a_decision_tree_are_labels():
    frame = pd.DataFrame({"truth": list("aabc") * 5, "decision_tree": list("abbc") * 5, "knn": list("aacc") * 5})
    assert guess_columns(frame).labels == ("decision_tree", "knn")


def test_predicted_labels_spelled_otherwise_are_translated_with_a_note():
    found = binary([True, False, True, False], model=[1, 0, 0, 0])
    np.testing.assert_array_equal(found.labels["model"], [True, False, False, False])
    assert notes(found) == [
        "In column 'model', '0' was read as class 'false'.",
        "In column 'model', '1' was read as class 'true'.",
    ]


@pytest.mark.parametrize("word", [None, "", "  ", "NA", " nan "])
def test_missing_labels_in_any_form(word):
    found = binary(["p", "n", "p", word])
    assert (found.n, found.n_dropped) == (3, 1)


def test_labels_alone_are_enough():
    frame = pd.DataFrame({"y": ["p", "n", "p"], "model": ["p", "p", None]})
    found = from_frame(frame, truth="y", labels=["model"])
    np.testing.assert_array_equal(found.labels["model"], [True, True])
    assert found.scores == {}


# Multi-class and regression

THREE = pd.DataFrame(
    {
        "y": ["c", "a", "b", "a"],
        "m:b": [0.1, 0.2, 0.6, 0.3],
        "m:a": [0.2, 0.7, 0.3, 0.4],
        "m:c": [0.7, 0.1, 0.1, 0.3],
        "pred": ["c", "a", "b", "d"],
    }
)


def test_multiclass_scores_come_in_the_order_of_the_classes():
    found = from_frame(THREE, truth="y", scores=["m:b", "m:a", "m:c"])
    assert (found.task, found.classes, found.positive) == ("multiclass", ("a", "b", "c"), None)
    np.testing.assert_array_equal(found.y_true, [2, 0, 1, 0])
    np.testing.assert_array_equal(found.scores["m"], THREE[["m:a", "m:b", "m:c"]].to_numpy())


def test_a_class_may_be_predicted_and_never_true():
    found = from_frame(THREE, truth="y", labels=["pred"])
    assert found.classes == ("a", "b", "c", "d")
    np.testing.assert_array_equal(found.labels["pred"], [2, 0, 1, 3])


def test_a_class_may_have_scores_and_never_be_true():
    found = from_frame(THREE.iloc[1:], truth="y", scores=["m:b", "m:a", "m:c"])
    assert (found.task, found.classes) == ("multiclass", ("a", "b", "c"))


def test_one_class_against_the_others():
    found = from_frame(THREE, truth="y", scores=["m:b", "m:a", "m:c"], labels=["pred"], positive="A")
    assert (found.task, found.classes) == ("binary", ("b / c / d", "a"))
    np.testing.assert_array_equal(found.y_true, [False, True, False, True])
    np.testing.assert_array_equal(found.labels["pred"], [False, True, False, False])
    np.testing.assert_array_equal(found.scores["m"], THREE["m:a"])
    assert notes(found) == [
        "Class 'a' is positive; the other 3 classes together are negative.",
        "Score column 'm:b' was not used, because 'a' is the positive class.",
        "Score column 'm:c' was not used, because 'a' is the positive class.",
    ]


def test_two_classes_with_a_column_each():
    frame = pd.DataFrame({"y": ["p", "n"], "m:n": [0.2, 0.9], "m:p": [0.8, 0.1], "k:p": [0.6, 0.5]})
    found = from_frame(frame, truth="y", scores=["m:n", "m:p", "k:p"])
    assert found.task == "binary"
    assert {model: score.tolist() for model, score in found.scores.items()} == {"m": [0.8, 0.1], "k": [0.6, 0.5]}


def test_a_name_with_a_colon_that_names_no_class_is_a_plain_score():
    frame = pd.DataFrame({"y": [0, 1], "run:7": [0.2, 0.9]})
    assert list(from_frame(frame, truth="y", scores=["run:7"]).scores) == ["run:7"]


def test_model_names_split_at_the_last_colon():
    frame = pd.DataFrame({"y": list("abc"), **{f"net:v1:{label}": [0.1, 0.2, 0.3] for label in "abc"}})
    assert list(from_frame(frame, truth="y", scores=list(frame)[1:]).scores) == ["net:v1"]


def test_ten_classes_are_ordered_as_numbers():
    frame = pd.DataFrame({"y": range(11), **{f"m:{i}": 1 / 11 for i in range(11)}})
    assert from_frame(frame, truth="y", scores=list(frame)[1:]).classes == tuple(map(str, range(11)))


@pytest.mark.parametrize(
    ("truth", "task"),
    [
        (np.arange(20) % 2, "binary"),
        (np.arange(40) % 20, "multiclass"),
        (np.arange(42) % 21, "regression"),
        ([0.5, 1.0, 0.5], "regression"),
        ([1.0, 0.0, np.nan], "binary"),
        ([str(i / 7) for i in range(9)], "regression"),
        ([f"c{i}" for i in range(30)], "multiclass"),
    ],
)
def test_tasks_are_told_apart(truth, task):
    assert guess_columns(pd.DataFrame({"y": truth, "pred": 0.5})).task == task
    if task == "regression":
        assert from_frame(pd.DataFrame({"y": truth, "pred": 0.5}), truth="y", scores=["pred"]).task == task


def test_many_numbered_classes_are_classes_when_columns_name_them():
    frame = pd.DataFrame({"y": range(30), **{f"m:{i}": 0.5 for i in range(30)}})
    found = from_frame(frame, truth="y", scores=list(frame)[1:])
    assert (found.task, found.scores["m"].shape) == ("multiclass", (30, 30))
    assert guess_columns(frame).task == "multiclass"


def test_regression():
    frame = pd.DataFrame({"y": [1.5, 2.5, None, 4.0], "a": [1, 2, 3, 4], "w": [1, 2, 3, 4]})
    found = from_frame(frame, truth="y", scores=["a"], weight="w")
    assert (found.task, found.classes, found.positive) == ("regression", (), None)
    np.testing.assert_array_equal(found.y_true, [1.5, 2.5, 4.0])
    np.testing.assert_array_equal(found.scores["a"], [1, 2, 4])
    np.testing.assert_array_equal(found.weight, [1, 2, 4])


# Amounts


def test_amounts_go_with_the_rows():
    frame = pd.DataFrame(
        {"y": ["p", "n", "p", "n", "p"], "score": [0.9, 0.1, None, 0.4, 0.5], "a": ["12.5", "0", "3", "", "1e100"]}
    )
    found = from_frame(frame, truth="y", scores=["score"], amount="a")
    np.testing.assert_array_equal(found.amount, [12.5, 0, 1e100])
    assert found.missing == {"y": 0, "score": 1, "a": 1}
    assert [(str(drop.reason), drop.column, drop.count, drop.rows) for drop in found.dropped] == [
        ("The score is missing in column 'score'.", "score", 1, (3,)),
        ("The amount is missing in column 'a'.", "a", 1, (4,)),
    ]
    plain = from_frame(frame.drop(index=3), truth="y", scores=["score"])
    assert plain.amount is None
    with pytest.raises(ValueError, match="read-only"):
        found.amount[0] = 1


def test_amounts_of_other_tasks():
    frame = pd.DataFrame({"y": [1.5, 2.5, 4.0], "a": [1, 2, 4], "amount": [3, 4, 5]})
    np.testing.assert_array_equal(from_frame(frame, truth="y", scores=["a"], amount="amount").amount, [3, 4, 5])
    three = THREE.assign(amount=range(len(THREE)))
    np.testing.assert_array_equal(
        from_frame(three, truth="y", labels=["pred"], amount="amount").amount, three["amount"]
    )


# Rows left out


def test_every_row_left_out_is_counted_once_with_its_first_reason():
    frame = pd.DataFrame(
        {
            "y": ["p", None, "n", "p", "n", "p", "n"],
            "score": ["0.5", None, " ", "1", "0.2", "0.3", "0.4"],
            "pred": ["p", "p", None, "", "n", "p", "n"],
            "w": [1.0, None, None, 1.0, None, 2.0, 3.0],
        },
        index=[9] * 7,
    )
    found = from_frame(frame, truth="y", scores=["score"], labels=["pred"], weight="w")
    assert [(str(drop.reason), drop.column, drop.count, drop.rows) for drop in found.dropped] == [
        ("The truth is missing in column 'y'.", "y", 1, (2,)),
        ("The score is missing in column 'score'.", "score", 1, (3,)),
        ("The predicted label is missing in column 'pred'.", "pred", 1, (4,)),
        ("The weight is missing in column 'w'.", "w", 1, (5,)),
    ]
    assert (found.n_rows_read, found.n, found.n_dropped) == (7, 3, 4) == (7, len(found.y_true), 4)
    assert found.missing == {"y": 1, "score": 2, "pred": 2, "w": 3}
    np.testing.assert_array_equal(found.scores["score"], [0.5, 0.3, 0.4])
    np.testing.assert_array_equal(found.weight, [1, 2, 3])


def test_only_the_first_five_rows_are_named():
    frame = pd.DataFrame({"y": [0, 1] * 10, "score": [0.5] * 8 + [None] * 12})
    assert from_frame(frame, truth="y", scores=["score"]).dropped[0].rows == (9, 10, 11, 12, 13)


def test_nothing_left_out():
    found = binary([1, 0, 1, 0])
    assert found.dropped == ()
    assert found.missing == {"y": 0, "score": 0}


def test_constant_scores_are_said():
    frame = pd.DataFrame({"y": [0, 1, 0], "score": 0.5})
    assert notes(from_frame(frame, truth="y", scores=["score"])) == [
        "Score 'score' is the same in every row, so every threshold decides all rows alike."
    ]
    frame["y"] = [0.5, 1, 2]
    assert notes(from_frame(frame, truth="y", scores=["score"])) == [
        "Model 'score' predicts the same value in every row."
    ]


# Frozen, with a digest


def test_arrays_are_read_only_copies():
    frame = pd.DataFrame({"y": [1, 0, 1, 0], "score": SCORES, "w": [1.0, 2, 3, 4]})
    found = from_frame(frame, truth="y", scores=["score"], weight="w")
    digest = found.digest
    frame.loc[:, "score"] = 0.0
    np.testing.assert_array_equal(found.scores["score"], SCORES)
    for array in (found.y_true, found.scores["score"], found.weight):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1
    assert found.digest == digest


@given(row=st.integers(0, 999), what=st.sampled_from(["y", "score", "pred", "w", "a"]))
def test_digest_changes_with_any_single_value(row, what):
    rng = np.random.default_rng(0)
    frame = pd.DataFrame(
        {"y": rng.integers(0, 2, 1000), "score": rng.random(1000), "pred": rng.integers(0, 2, 1000), "w": 1.0}
    ).assign(a=1.0)
    roles = {"truth": "y", "scores": ["score"], "labels": ["pred"], "weight": "w", "amount": "a"}
    before = from_frame(frame, **roles).digest
    assert from_frame(frame.copy(), **roles).digest == before
    frame.loc[row, what] = (
        np.nextafter(frame.loc[row, what], 9) if what in ("score", "w", "a") else 1 - frame.loc[row, what]
    )
    assert from_frame(frame, **roles).digest != before


def test_digest_changes_with_names_classes_positive_and_rows_left_out():
    plain = pd.DataFrame({"y": [1, 0, 1, 0], "score": SCORES})
    gap = pd.concat([plain, pd.DataFrame({"y": [None], "score": [0.5]})])
    made = [
        from_frame(plain, truth="y", scores=["score"]),
        from_frame(plain, truth="y", scores=["score"], positive=0),
        from_frame(plain.rename(columns={"score": "s"}), truth="y", scores=["s"]),
        from_frame(plain.rename(columns={"y": "t"}), truth="t", scores=["score"]),
        from_frame(plain.assign(y=["a", "b", "a", "b"]), truth="y", scores=["score"], positive="a"),
        from_frame(gap, truth="y", scores=["score"]),
    ]
    assert len({found.digest for found in made}) == len(made)
    assert all(len(found.digest) == 2 * hashlib.blake2b(digest_size=16).digest_size for found in made)


def test_describe():
    frame = pd.DataFrame({"y": ["p", "n", "p", "p"], "a": [0.5, None, 0.25, 0.5], "b": [1, 2, 3, 4]})
    frame = pd.concat([frame, pd.DataFrame({"y": ["n"], "a": [0.0], "b": [9]})])
    tables = from_frame(frame, truth="y", scores=["a", "b"]).describe()
    assert tables.classes.to_dict("list") == {"class": ["n", "p"], "count": [1, 3], "share": [0.25, 0.75]}
    assert tables.scores.to_numpy().tolist() == [["a", "", 0.0, 0.5, 3], ["b", "", 1.0, 9.0, 4]]
    assert tables.missing.to_numpy().tolist() == [["y", 0], ["a", 1], ["b", 0]]


def test_describe_multiclass_and_regression():
    tables = from_frame(THREE, truth="y", scores=["m:a", "m:b", "m:c"]).describe()
    assert tables.scores[["model", "class"]].to_numpy().tolist() == [["m", "a"], ["m", "b"], ["m", "c"]]
    tables = from_frame(pd.DataFrame({"y": [1.5, 2.5], "a": [1, 2]}), truth="y", scores=["a"]).describe()
    assert tables.scores["model"].tolist() == ["y", "a"]
    assert tables.classes.empty


def test_duplicate_rows():
    assert duplicate_rows(pd.DataFrame({"y": [1, 1, 0, 1], "score": [0.5, 0.5, 0.5, 0.5]})) == 2
    assert duplicate_rows(pd.DataFrame({"y": [[1], [1]]})) == 1


def test_columns_named_by_numbers_are_found_by_their_text():
    frame = pd.DataFrame([[1, 0.5], [0, 0.2]])
    assert from_frame(frame, truth="0", scores=["1"]).n == 2


# Guessing


def guess(text: str) -> Columns:
    return guess_columns(read_table(text.encode()))


def rows(*columns: list, n: int = 12) -> str:
    """Return lines that take each column's values in turn."""
    return "\n".join(",".join(str(values[i % len(values)]) for values in columns) for i in range(n))


FRACTIONS = [0.11, 0.52, 0.93, 0.24, 0.75]
LOGITS = [-3.1, 0.5, 2.2, -0.7, 5.9]
AMOUNTS = [10.5, 300.25, 7.75, 0, 1200]
PRICES = [20.5 + 1.25 * i for i in range(24)]
FORECASTS = [value + (-1) ** i for i, value in enumerate(PRICES)]


@pytest.mark.parametrize(
    ("header", "columns", "expected"),
    [
        ("y,score", ([0, 1], FRACTIONS), {"truth": "y", "scores": ("score",)}),
        ("score,y", (FRACTIONS, [0, 1]), {"truth": "y", "scores": ("score",)}),
        (
            "y_true,y_pred,y_score",
            ([0, 1], [0, 1, 1], FRACTIONS),
            {"truth": "y_true", "labels": ("y_pred",), "scores": ("y_score",)},
        ),
        ("y,y_pred", ([0, 1], FRACTIONS), {"truth": "y", "scores": ("y_pred",), "labels": ()}),
        ("Target,P", ([0, 1], FRACTIONS), {"truth": "Target", "scores": ("P",)}),
        ("真实,得分", (["是", "否"], FRACTIONS), {"truth": "真实", "scores": ("得分",), "positive": "是"}),
        (
            "标签,预测,概率",
            (["是", "否"], ["是"] * 2 + ["否"], FRACTIONS),
            {"truth": "标签", "labels": ("预测",), "scores": ("概率",)},
        ),
        (
            "真实标记,模型甲,权重",
            ([0, 1], FRACTIONS, [1, 2, 3]),
            {"truth": "真实标记", "scores": ("模型甲",), "weight": "权重"},
        ),
        ("y,model_a,model_b", ([0, 1], FRACTIONS, LOGITS), {"truth": "y", "scores": ("model_a",)}),
        ("y,model_a,model_b", ([0, 1], LOGITS, LOGITS[::-1]), {"truth": "y", "scores": ("model_a", "model_b")}),
        *(
            (f"y,{name},{score}", ([0, 1], AMOUNTS, LOGITS), {"truth": "y", "scores": (score,), "amount": name})
            for name in ("amount", "invoice_amount", "AmountEUR", "金额", "交易金额", "损失额", "loss", "cost")
            for score in ("score", "model")
        ),
        *(
            (
                f"y,{name},score",
                ([0, 1], amounts, LOGITS),
                {"truth": "y", "scores": ("score",), "amount": None, "amount_passed_over": passed_over},
            )
            for name, amounts, passed_over in (
                ("amount", [1, 2, -3], "amount"),
                ("amount", [1, 2, 3.5, ""], "amount"),
                ("金额", [1, 2, 3.5, ""], "金额"),
                ("amount", [1, 2e100, 3], "amount"),
                ("amount", ["1", "2", "3", "4", "a lot"], "amount"),
                ("loss", [0, 1], None),
                ("loss_rate", AMOUNTS, None),
                ("net_cost", AMOUNTS, None),
                ("price", AMOUNTS, None),
            )
        ),
        ("y,amount", ([0, 1], AMOUNTS), {"truth": "y", "scores": (), "amount": "amount"}),
        ("y,loss", ([0, 1], AMOUNTS), {"truth": "y", "scores": ("loss",), "amount": None}),
        ("y,amount_score", ([0, 1], AMOUNTS), {"truth": "y", "scores": ("amount_score",), "amount": None}),
        ("actual_amount,pred_amount", (AMOUNTS, AMOUNTS), {"truth": "actual_amount", "amount": None}),
        (
            "y,cost,amount,loss,p",
            ([0, 1], AMOUNTS, AMOUNTS, AMOUNTS, FRACTIONS),
            {"scores": ("p",), "amount": "amount"},
        ),
        ("y,amount", (LOGITS, AMOUNTS), {"task": "regression", "scores": ("amount",), "amount": None}),
        (",y,score", (range(12), [0, 1], FRACTIONS), {"truth": "y", "scores": ("score",), "groups": ()}),
        (
            "id,outcome,a",
            (range(101, 113), ["won", "lost"], FRACTIONS),
            {"truth": "outcome", "scores": ("a",), "groups": ()},
        ),
        (
            "a,b",
            (FRACTIONS, ["won", "lost"]),
            {"truth": "b", "scores": ("a",), "positive": "won", "positive_is_guess": True},
        ),
        ("a,b", (FRACTIONS, [1, 0]), {"truth": "b", "scores": ("a",)}),
        (
            "y,score,sample_weight,fold,sex,region",
            ([0, 1], FRACTIONS, [1, 2.5], [1, 2, 3], [0, 1, 1], ["n", "s", "e"]),
            {
                "truth": "y",
                "scores": ("score",),
                "weight": "sample_weight",
                "fold": "fold",
                "groups": ("sex", "region"),
                "labels": (),
            },
        ),
        (
            "label,net:a,net:b,net:c,net_pred,site",
            (["a", "b", "c"], FRACTIONS, FRACTIONS, FRACTIONS, ["a", "c"], ["x", "y"]),
            {
                "truth": "label",
                "task": "multiclass",
                "classes": ("a", "b", "c"),
                "positive": None,
                "scores": ("net:a", "net:b", "net:c"),
                "labels": ("net_pred",),
                "groups": ("site",),
            },
        ),
        (
            "y,model_a,model_b",
            (LOGITS, LOGITS[::-1], FRACTIONS),
            {"task": "regression", "scores": ("model_a", "model_b"), "positive": None},
        ),
        ("y,age,y_pred", (LOGITS, range(30, 42), FRACTIONS), {"task": "regression", "scores": ("y_pred",)}),
        ("x,z", (FRACTIONS, LOGITS), {"truth": None, "task": None, "scores": ()}),
        # An empty column has no role; a verb is no hat.
        ("y,pred,later_pred", (LOGITS, FRACTIONS, [""]), {"task": "regression", "scores": ("pred",)}),
        ("y,score_a,score_b", ([1, 0], FRACTIONS, [""]), {"task": "binary", "scores": ("score_a",)}),
        (
            "Region,hat bezahlt,score",
            (["n", "s", "w"], ["ja", "nein"], FRACTIONS),
            {"truth": "hat bezahlt", "scores": ("score",)},
        ),
        ("y,y_hat", ([1, 0], FRACTIONS), {"truth": "y", "scores": ("y_hat",)}),
    ],
)
def test_guesses(header, columns, expected):
    found = guess(f"{header}\n{rows(*columns)}\n")
    assert {key: getattr(found, key) for key in expected} == expected


@pytest.mark.parametrize(
    ("header", "columns", "truth", "scores"),
    [
        ("price,prediction", (PRICES, FORECASTS), "price", ("prediction",)),
        ("price,pred_a,pred_b,zone", (PRICES, FORECASTS, FORECASTS[::-1], ["n", "s"]), "price", ("pred_a", "pred_b")),
        ("area,zone,pred,房价", ([900 + 7 * i for i in range(24)], ["n", "s"], FORECASTS, PRICES), "房价", ("pred",)),
    ],
)
def test_a_number_in_the_range_of_its_predictions_is_the_truth(header, columns, truth, scores):
    found = guess(f"{header}\n{rows(*columns, n=24)}\n")
    assert (found.truth, found.scores, found.task) == (truth, scores, "regression")


@pytest.mark.parametrize(
    ("header", "columns", "truth"),
    [
        ("low,high,pred,zone", (PRICES, FORECASTS, PRICES, ["n", "s"]), "zone"),  # either might be the truth
        ("year,pred,zone", ([1990.5 + i for i in range(24)], FORECASTS, ["n", "s"]), "zone"),
        ("price,pred,label", (PRICES, FORECASTS, ["n", "s"]), "label"),
        ("size,pred,zone", (PRICES, [i / 24 for i in range(24)], ["n", "s"]), "zone"),  # probabilities
    ],
)
def test_other_numbers_are_not_taken_for_what_was_predicted(header, columns, truth):
    found = guess(f"{header}\n{rows(*columns, n=24)}\n")
    assert (found.truth, found.task) == (truth, "binary")


def test_a_score_column_with_a_stray_word_is_still_guessed():
    assert guess("y,score\n1,0.5\n0,n/a\n1,0.7\n").scores == ("score",)


def test_task_and_classes_are_exact_where_contents_are_sampled():
    n = 50_000
    frame = pd.DataFrame({"y": np.arange(n) % 2, "score": np.linspace(0, 1, n)})
    frame.loc[12_345, "y"] = 7
    found = guess_columns(frame)
    assert (found.task, found.classes) == ("multiclass", ("0", "1", "7"))


@given(
    st.lists(
        st.one_of(
            st.lists(
                st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=4)),
                min_size=5,
                max_size=5,
            ),
            st.lists(st.floats(width=16), min_size=5, max_size=5),
        ),
        max_size=4,
    )
)
def test_guessing_never_raises(columns):
    frame = pd.DataFrame(
        {f"c:{i}": pd.Series(values, dtype=object).infer_objects() for i, values in enumerate(columns)}
    )
    assert isinstance(guess_columns(frame), Columns)
    assert isinstance(guess_columns(frame.iloc[:0]), Columns)


IRIS = ["setosa", "versicolor", "virginica"]


def iris(names, **more) -> pd.DataFrame:
    shares = np.random.default_rng(0).dirichlet([1, 1, 1], 30)
    return pd.DataFrame({"truth": IRIS * 10, **dict(zip(names, shares.T, strict=False)), **more})


@pytest.mark.parametrize(
    ("names", "model"),
    [
        (IRIS, "score"),
        ([f"prob_{name}" for name in IRIS], "prob"),
        ([f"{name.upper()} prob" for name in IRIS], "prob"),
        ([f"P({name.title()})" for name in IRIS], "p"),
    ],
)
def test_columns_that_differ_only_in_the_class_are_one_model(names, model):
    frame = iris(names)
    found = guess_columns(frame)
    assert found.scores == tuple(names)
    assert [str(note) for note in found.notes] == [
        f"The columns '{names[0]}', '{names[1]}', '{names[2]}' are named like the classes and were taken as the scores "
        f"of one model, '{model}'."
    ]
    read = from_frame(frame, truth="truth", scores=found.scores)
    np.testing.assert_array_equal(read.scores[model], frame[names].to_numpy())
    one = from_frame(frame, truth="truth", scores=found.scores, positive="setosa")
    np.testing.assert_array_equal(one.scores[model], frame[names[0]])


def test_a_class_in_longer_words_is_no_name_of_a_class():
    assert guess_columns(iris([f"pseudo{name}" for name in IRIS])).scores == ()


@pytest.mark.parametrize("names", [["m:" + name for name in IRIS], ["p_a", "p_b"]])
def test_other_names_need_no_word(names):
    frame = iris(names) if len(names) == 3 else iris(names).assign(truth=["a", "b"] * 15)
    assert guess_columns(frame).scores == tuple(names)
    assert guess_columns(frame).notes == ()


@pytest.mark.parametrize("names", [["setosa", "versicolor"], ["prob_setosa", "prob_virginica"]])
def test_probabilities_that_fit_no_model_are_named(names):
    found = guess_columns(iris(names, pred=IRIS * 10))
    assert found.scores == ()
    assert found.labels == ("pred",)
    assert [str(note) for note in found.notes] == [
        f"The columns '{names[0]}', '{names[1]}' look like probabilities but fit no model; name them model:class, one "
        "for each class, to use them."
    ]


def test_columns_named_like_scores_come_before_numbers_that_may_be_features():
    frame = pd.DataFrame({"tenure": [0.3, 0.2, 0.9, 0.4], "churn": [1, 0, 1, 0], "churn_score": [0.9, 0.1, 0.7, 0.2]})
    assert guess_columns(frame).scores == ("churn_score", "tenure")


def test_the_places_of_the_rows_in_use_are_known():
    frame = pd.DataFrame({"y": [1, 0, None, 1, 0], "s": [0.1, None, 0.3, 0.4, 0.5], "city": list("abcde")})
    used = from_frame(frame, truth="y", scores=["s"])
    assert used.rows is not None
    assert frame["city"].iloc[used.rows].tolist() == ["a", "d", "e"]
    np.testing.assert_array_equal(frame["s"].iloc[used.rows], used.scores["s"])
    assert from_frame(frame.dropna(), truth="y", scores=["s"]).rows is None
