"""What the page of curves answers about one model, two, and several."""

import re
from dataclasses import replace
from functools import partial

import numpy as np
import pandas as pd
import pytest

from evalcore import curves
from evalcore.counts import ConfusionMatrix, threshold_counts
from evalcore.predictions import from_frame, one_vs_rest
from evalcore.significance import auc_differences
from ui.curves import words
from ui.live.sentence import text
from ui.shared.numbers import number

RNG = np.random.default_rng(1)
Y = np.arange(200) % 2 == 0
SCORES = {"good": 2.0 * Y + RNG.normal(size=200), "fair": 1.5 * Y + RNG.normal(size=200), "none": RNG.normal(size=200)}


def written(models, chosen=None):
    """Return what is said of a ranking, and what below the figure of the difference that decides it."""
    found = words.ranking(models, chosen).said, words.corrected(models, chosen)
    return " ".join(filter(None, found))


@pytest.fixture
def answer(monkeypatch):
    """Return the sentence about some of the models, without a session."""

    def counts(rows):
        return threshold_counts(rows.y_true, rows.score, sample_weight=rows.weight)

    def differences(models):
        return auc_differences(models[0].y_true, {one.model: one.score for one in models})

    monkeypatch.setattr(words.computed, "counts", counts)
    monkeypatch.setattr(words.computed, "auc", lambda rows: curves.roc_curve(counts(rows)).auc)
    monkeypatch.setattr(words.comparison, "differences", differences)

    def said(scores, weight=None, of=written):
        frame = pd.DataFrame({"y": Y, **scores} | ({} if weight is None else {"w": weight}))
        weighted = None if weight is None else "w"
        predictions = from_frame(frame, truth="y", scores=list(scores), positive="true", weight=weighted)
        return of([one_vs_rest(predictions, "true", model=name) for name in scores])

    return said


def test_one_model_has_no_p(answer):
    assert answer({"good": SCORES["good"]}).startswith("**good** ranks a positive above a negative in **")


def test_few_pairs_are_counted(monkeypatch):
    frame = pd.DataFrame({"y": ["a", "a", "b", "b"], "m": [0.9, 0.4, 0.4, 0.1]})
    rows = one_vs_rest(from_frame(frame, truth="y", scores=["m"], positive="a"), "a", model="m")
    monkeypatch.setattr(words.computed, "counts", lambda rows: threshold_counts(rows.y_true, rows.score))
    assert "in **3.5 of the 4** pairs (ties half): AUC 0.875" in words.ranking([rows]).said.replace("[**", "")


def test_of_two_models_the_interval_says_it(answer):
    said = answer({name: SCORES[name] for name in ("good", "none")})
    assert said.startswith("**good** ranks better than none: AUC ")
    assert "good − none = 0." in said
    assert "Holm" not in said


def test_of_three_the_adjusted_p_decides(answer):
    found = auc_differences(Y, SCORES)
    place = found.pairs.index(("good", "fair"))
    said = answer(SCORES)
    p = re.search(r" Difference of AUC: good − fair = 0\.\d+ \[.*\], p (\S+) \(for 3 pairs\)\.$", said)
    assert p[1] == f"{found.adjusted[place]:.3f}"
    verdict = (
        "**good** ranks best: AUC " if found.adjusted[place] < 0.05 else "good ranks best, perhaps by chance: AUC "
    )
    assert said.startswith(verdict)
    # Its area has its interval as a bar.
    low, high = (number(getattr(curves.auc_interval(Y, SCORES["good"]), f"robust_{end}")) for end in ("low", "high"))
    assert f"_{high}_1)" in said
    assert f"-{low}_" in said


def test_best_for_sure_is_only_what_is_told_from_all_others(answer, monkeypatch):
    """The next one is told from it, one farther off, of a noisier difference, is not."""

    def adjusted(fair, none):
        of = {("good", "fair"): fair, ("good", "none"): none, ("fair", "none"): 1.0}
        found = auc_differences(Y, SCORES)
        told = replace(found, adjusted=np.array([of[pair] for pair in found.pairs]))
        monkeypatch.setattr(words.comparison, "differences", lambda _models: told)
        return answer(SCORES)

    assert adjusted(0.01, 0.01).startswith("**good** ranks best: AUC ")
    said = adjusted(0.01, 0.3)
    assert said.startswith("good ranks best, but above none perhaps by chance: AUC ")
    assert "Difference of AUC: good − none = " in said
    assert "p 0.300 (for 3 pairs)." in said
    for fair in (0.3, 0.01):
        assert not adjusted(fair, 0.3).startswith("**good**")
    assert adjusted(0.3, 0.01).startswith("good ranks best, perhaps by chance: AUC ")


def test_a_third_model_that_is_looked_at_stands_against_the_best(answer):
    said = answer(SCORES, of=partial(written, chosen="none"))
    found = auc_differences(Y, SCORES)
    test = found.tests[found.pairs.index(("good", "none"))]
    assert said.startswith("none ranks below **good**: AUC ")
    assert f"Difference of AUC: good − none = {test.difference:.3f} [" in said
    assert answer(SCORES, of=partial(written, chosen="good")) == answer(SCORES)


def test_the_difference_is_that_of_the_better_one_minus_the_other(answer):
    said = answer({name: SCORES[name] for name in ("none", "good")})
    assert said.startswith("**good** ranks better than none: AUC ")
    assert "good − none = 0." in said


def test_models_that_order_alike_have_the_same_area(answer):
    said = answer({"good": SCORES["good"], "twice": 2 * SCORES["good"]})
    assert said.startswith("good and twice have the same AUC, ")
    assert "the same order" in said


def test_weighted_rows_have_a_difference_and_a_reason_for_no_interval(answer):
    said = answer({name: SCORES[name] for name in ("good", "none")}, weight=np.where(Y, 3.0, 1.0))
    assert said.startswith("good has the larger AUC, ")
    assert said.endswith(f" of none; interval of the difference: —. {curves.delong.WEIGHTED}")


def test_the_best_is_tested_against_the_model_looked_at_or_the_next_unless_rows_are_weighted(answer):
    asked = {name: partial(words.to_test, chosen=name) for name in SCORES}
    two = {name: SCORES[name] for name in ("none", "good")}
    assert answer(two, of=asked["good"]) == answer(two, of=asked["none"]) == ("good", "none")
    assert answer(SCORES, of=asked["good"]) == ("good", "fair")
    assert answer(SCORES, of=asked["none"]) == ("good", "none")
    assert answer(two, weight=np.where(Y, 3.0, 1.0), of=asked["good"]) is None


@pytest.mark.parametrize(
    ("classes", "others", "said"),
    [
        (("sick", "well"), (), "finds 0.500 of sick; 0.333 of well are false alarms."),
        (("1", "0"), (), "finds 0.500 of positives; 0.333 of negatives are false alarms."),
        (("sick", "0"), (), "finds 0.500 of sick; 0.333 of negatives are false alarms."),
        (("sick", "well"), ("fine",), "finds 0.500 of sick; 0.333 of fine / well are false alarms."),
    ],
)
def test_the_operating_point_is_said_with_the_words_of_the_classes(monkeypatch, classes, others, said):
    positive, negative = classes
    truth = [positive, positive, negative, negative, *(others or (negative,))]
    frame = pd.DataFrame({"y": truth, "m": [0.9, 0.4, 0.6, 0.2, 0.1]})
    rows = one_vs_rest(from_frame(frame, truth="y", scores=["m"], positive=positive), positive, model="m")
    monkeypatch.setattr(words.computed, "counts", lambda rows: threshold_counts(rows.y_true, rows.score))
    assert text(words.at_point(rows, 0.5, "roc_pr")) == f"At t = 0.5 it {said}"
    assert text(words.at_point(rows, 0.5, "roc_pr", named=True)) == f"At t = 0.5, m {said}"
    one_of_many = text(words.at_point(replace(rows, negative=None), 0.5, "roc_pr"))
    assert one_of_many.endswith(
        " of negatives are false alarms." if positive == "1" else " of the others are false alarms."
    )
    missed = said.replace("finds", "misses")
    assert text(words.at_point(rows, 0.5, "det", named=True)) == f"At t = 0.5, m {missed}"
    by_weight = said.replace(";", " by weight;").replace(" are false", " by weight are false")
    weighted = replace(rows, weight=np.ones(len(truth)))
    assert text(words.at_point(weighted, 0.5, "roc_pr")) == f"At t = 0.5 it {by_weight}"


def test_labels_are_a_point():
    frame = pd.DataFrame({"y": ["a", "a", "b", "b"], "m": ["a", "b", "a", "b"]})
    rows = one_vs_rest(from_frame(frame, truth="y", labels=["m"], positive="a"), "a", labels="m")
    assert words.of_labels(rows, ConfusionMatrix.binary(tp=1, fp=1, fn=1, tn=1)) == (
        "**m** finds **0.500** of positives; **0.500** of negatives are false alarms: a point, not a curve"
    )


@pytest.mark.parametrize(
    ("cells", "why"), [((0, 1, 0, 3), "No row is positive."), ((1, 0, 1, 0), "No row is negative.")]
)
def test_labels_without_a_rate_are_no_point_and_say_why(cells, why):
    frame = pd.DataFrame({"y": ["a", "b"], "m": ["a", "b"]})
    rows = one_vs_rest(from_frame(frame, truth="y", labels=["m"], positive="a"), "a", labels="m")
    cm = ConfusionMatrix.binary(**dict(zip(("tp", "fp", "fn", "tn"), cells, strict=True)))
    assert words.of_labels(rows, cm) == f"**m** is no point in the ROC plane: {why}"
