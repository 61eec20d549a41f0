"""The matrix of all classes, from predicted labels or from the class with the highest score."""

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import confusion_matrix

from evalcore.counts import class_matrix
from evalcore.predictions import from_frame

RNG = np.random.default_rng(3)
NAMES = ("a", "b", "c")
SCORES = RNG.random((60, 3))
FRAME = pd.DataFrame(
    {
        "y": RNG.choice(NAMES, 60),
        **{f"m:{name}": SCORES[:, code] for code, name in enumerate(NAMES)},
        "said": RNG.choice(NAMES, 60),
        "w": RNG.integers(0, 4, 60).astype(float),
    }
)


def predictions(frame=FRAME, **columns):
    return from_frame(frame, truth="y", scores=[f"m:{name}" for name in NAMES], labels=["said"], **columns)


@pytest.mark.parametrize("weight", [None, "w"])
@pytest.mark.parametrize(
    ("chosen", "said"),
    [({"labels": "said"}, FRAME["said"]), ({"model": "m"}, np.array(NAMES)[SCORES.argmax(axis=1)])],
)
def test_as_scikit_learn_counts(chosen, said, weight):
    found = class_matrix(predictions(weight=weight), **chosen)
    wanted = confusion_matrix(FRAME["y"], said, labels=NAMES, sample_weight=None if weight is None else FRAME[weight])
    np.testing.assert_array_equal(found.table, wanted)
    assert found.classes == NAMES
    assert found.weighted == (weight is not None)


def test_of_equal_scores_the_first_class_is_predicted():
    found = class_matrix(predictions(FRAME.assign(**{f"m:{name}": 0.5 for name in NAMES})), model="m")
    np.testing.assert_array_equal(found.table[:, 0], FRAME["y"].value_counts().loc[list(NAMES)])
    assert found.table[:, 1:].sum() == 0


def test_a_class_that_no_row_has_keeps_its_place():
    found = class_matrix(predictions(FRAME.assign(y=["a", "b"] * 30)), labels="said")
    assert found.classes == NAMES
    assert found.table[2].tolist() == [0, 0, 0]


def test_two_classes_need_a_threshold():
    frame = pd.DataFrame({"y": [1, 0], "s": [0.9, 0.2]})
    with pytest.raises(ValueError, match="only of more than two classes"):
        class_matrix(from_frame(frame, truth="y", scores=["s"]), model="s")


@pytest.mark.parametrize("chosen", [{}, {"model": "m", "labels": "said"}])
def test_scores_or_labels_and_not_both(chosen):
    with pytest.raises(ValueError, match="pass one of model and labels"):
        class_matrix(predictions(), **chosen)
