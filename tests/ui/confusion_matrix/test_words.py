"""The sentences of the answers."""

import numpy as np
import pandas as pd
import pytest

from evalcore.counts import ConfusionMatrix
from evalcore.predictions import from_frame, one_vs_rest
from ui.confusion_matrix import words


@pytest.mark.parametrize(
    ("table", "sentence"),
    [
        (
            [[50, 3, 2], [10, 20, 5], [1, 4, 5]],
            r"**75 of 100** right (accuracy 0.750 \[0\.657, 0\.825\]); most often b is called a: **10 times**.",
        ),
        (
            [[5, 0, 1], [0, 5, 0], [0, 0, 5]],
            r"**15 of 16** right (accuracy 0.938 \[0\.717, 0\.989\]); no mistake was made twice; once a is called c.",
        ),
        (
            [[5, 2, 0], [0, 5, 0], [0, 2, 5]],
            r"**15 of 19** right (accuracy 0.789 \[0\.567, 0\.915\]); most often a is called b and c is called b: "
            "**2 times** each.",
        ),
        (
            [[5, 2, 2], [0, 5, 2], [0, 0, 5]],
            r"**15 of 21** right (accuracy 0.714 \[0\.500, 0\.862\]); most often a is called b (and 2 other pairs as "
            "often): **2 times** each.",
        ),
        (
            [[5, 1, 0], [0, 5, 1], [0, 0, 5]],
            r"**15 of 17** right (accuracy 0.882 \[0\.657, 0\.967\]); no mistake was made twice; once a is called b "
            "and b is called c.",
        ),
        ([[5, 0, 0], [0, 5, 0], [0, 0, 5]], r"**15 of 15** right (accuracy 1.000 \[0\.796, 1\.000\]); none is wrong."),
        (
            [[1.5, 0.5, 0], [0, 1, 0], [0, 0, 1]],
            "**Accuracy 0.875** by weight; most often a is called b (weight 0.50).",
        ),
    ],
)
def test_of_all_classes(table, sentence):
    assert words.of_all_classes(ConfusionMatrix(table, ("a", "b", "c"))) == sentence


def test_names_stay_text():
    cm = ConfusionMatrix([[1, 2, 0], [0, 1, 0], [0, 0, 1]], ("**x**", "[a](b)", "c"))
    assert r"\*\*x\*\* is called \[a\]\(b\)" in words.of_all_classes(cm)


@pytest.mark.parametrize(
    ("name", "said"),
    [("恶性", "恶性"), ("malignant", "malignant"), ("1", "positives"), ("100", "positives"), ("p", "positives")],
)
def test_a_class_is_named_where_its_name_is_a_word(name, said):
    frame = pd.DataFrame({"y": [name, name, "other", "other"], "s": [0.9, 0.4, 0.6, 0.1]}, dtype=object)
    frame["s"] = frame["s"].astype(np.float64)
    rows = one_vs_rest(from_frame(frame, truth="y", scores=["s"], positive=name), name, model="s")
    cm = ConfusionMatrix.binary(tp=1, fp=1, fn=1, tn=1)
    share = "#between-9-50-91-0.095_0.905_1"
    assert words.answer(rows, cm, 0.5) == (
        f"At t = [0.5](#hold-threshold): finds [**1 of 2 {said}**]({share}), [**1 of 2**]({share}) alarms are false."
    )
