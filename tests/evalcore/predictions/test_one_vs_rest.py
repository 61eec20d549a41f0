"""One class against the rest: truth and labels turn over, a score never does."""

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import roc_auc_score
from sklearn.preprocessing import label_binarize

from evalcore.counts import threshold_counts
from evalcore.curves import roc_curve
from evalcore.errors import InputError
from evalcore.predictions import from_frame, one_vs_rest

RNG = np.random.default_rng(7)
NAMES = ("ant", "bee", "cat")
SCORES = RNG.random((40, 3)).round(1)  # with ties
MANY = pd.DataFrame(
    {
        "y": [*NAMES, *RNG.choice(NAMES, 37)],
        **{f"m:{name}": SCORES[:, code] for code, name in enumerate(NAMES)},
        "said": RNG.choice(NAMES, 40),
        "w": RNG.integers(0, 4, 40).astype(float),
    }
)
TWO = pd.DataFrame({"y": list("abaab"), "s": [0.9, 0.2, 0.6, 0.2, 0.1], "m": list("aabba"), "w": [1, 2, 0.5, 0, 3]})


def many(**columns):
    return from_frame(MANY, truth="y", scores=[f"m:{name}" for name in NAMES], labels=["said"], **columns)


def two(**columns):
    return from_frame(TWO, truth="y", scores=["s"], labels=["m"], positive="a", **columns)


def auc(view):
    return roc_curve(threshold_counts(view.y_true, view.score, sample_weight=view.weight)).auc


@pytest.mark.parametrize("positive", NAMES)
@pytest.mark.parametrize("weight", [None, "w"])
def test_each_of_many_classes_as_scikit_learn_sees_it(positive, weight):
    view = one_vs_rest(many(weight=weight), positive, model="m")
    code = NAMES.index(positive)
    truth = label_binarize(MANY["y"], classes=NAMES)[:, code]
    assert view.y_true.tolist() == (truth == 1).tolist()
    assert view.score.tolist() == SCORES[:, code].tolist()
    assert auc(view) == pytest.approx(
        roc_auc_score(truth, SCORES[:, code], sample_weight=None if weight is None else MANY["w"])
    )
    assert (view.model, view.positive, view.negative, view.predicted) == ("m", positive, None, None)


@pytest.mark.parametrize("positive", NAMES)
def test_labels_of_many_classes(positive):
    view = one_vs_rest(many(), positive, labels="said")
    assert view.predicted.tolist() == (MANY["said"] == positive).tolist()
    assert view.score is None


@pytest.mark.parametrize("positive", ["a", "b"])
def test_labels_of_two_classes(positive):
    view = one_vs_rest(two(), positive, labels="m")
    assert view.predicted.tolist() == (TWO["m"] == positive).tolist()
    assert view.y_true.tolist() == (TWO["y"] == positive).tolist()
    assert view.negative == ("b" if positive == "a" else "a")


def test_the_other_of_two_classes_keeps_the_score():
    for weight in (None, "w"):
        predictions = two(weight=weight)
        mine, other = (one_vs_rest(predictions, name, model="s") for name in "ab")
        assert other.score is mine.score
        assert auc(other) == pytest.approx(1 - auc(mine))
        assert (None if mine.weight is None else mine.weight.tolist()) == (None if weight is None else list(TWO["w"]))


def test_a_class_without_rows_in_this_part_has_no_curve():
    frame = MANY.assign(y=["ant", "bee"] * 20, said=["cat"] * 40)
    predictions = from_frame(frame, truth="y", scores=[f"m:{name}" for name in NAMES], labels=["said"])
    view = one_vs_rest(predictions, "cat", model="m")
    assert not view.y_true.any()
    assert np.isnan(auc(view))


def test_keys_tell_apart_rows_model_kind_and_class():
    same = from_frame(TWO.assign(m2=TWO["m"]), truth="y", scores=["s"], labels=["m", "m2"], positive="a")
    views = [one_vs_rest(source, name, model="s") for source in (two(), two(weight="w"), same) for name in "ab"]
    views += [one_vs_rest(same, "a", labels=labels) for labels in ("m", "m2")]
    assert len({view.key for view in views}) == len(views)
    assert one_vs_rest(two(), "a", model="s").key == views[0].key


def test_arrays_are_read_only():
    for view in (one_vs_rest(many(weight="w"), "bee", model="m"), one_vs_rest(two(weight="w"), "b", labels="m")):
        arrays = [view.y_true, view.score, view.predicted, view.weight]
        assert not any(array.flags.writeable for array in arrays if array is not None)


@pytest.mark.parametrize(
    ("positive", "chosen", "sentence"),
    [
        ("dog", {"model": "m"}, r"The positive class must be one of 'ant', 'bee', 'cat'; got 'dog'\. Choose one"),
        ("ant", {"model": "n"}, r"The model must be one of 'm'; got 'n'\. Choose one of them\."),
        ("ant", {"labels": "m"}, r"The model must be one of 'said'; got 'm'\. Choose one of them\."),
    ],
)
def test_names_that_are_not_there(positive, chosen, sentence):
    with pytest.raises(InputError, match=sentence):
        one_vs_rest(many(), positive, **chosen)


@pytest.mark.parametrize("chosen", [{}, {"model": "m", "labels": "said"}])
def test_scores_or_labels_and_not_both(chosen):
    with pytest.raises(ValueError, match="pass one of model and labels"):
        one_vs_rest(many(), "ant", **chosen)


def test_a_regression_has_no_classes():
    frame = pd.DataFrame({"y": [1.5, 2.25, 3.75, 8.5], "model": [1.4, 2.0, 4.1, 8.0]})
    with pytest.raises(ValueError, match="a regression has no classes"):
        one_vs_rest(from_frame(frame, truth="y", scores=["model"]), "1.5", model="model")


def test_the_share_of_positive_rows_counts_each_once():
    assert one_vs_rest(two(weight="w"), "a", model="s").positive_share == pytest.approx(3 / 5)


def test_the_weighted_share_counts_what_the_rows_stand_for():
    rows = one_vs_rest(two(weight="w"), "a", model="s")
    assert rows.weighted_positive_share == pytest.approx(rows.weight[rows.y_true].sum() / rows.weight.sum())
    assert rows.weighted_positive_share != pytest.approx(rows.positive_share)
    unweighted = one_vs_rest(two(), "a", model="s")
    assert unweighted.weighted_positive_share == unweighted.positive_share
