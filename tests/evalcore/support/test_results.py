"""Every public result is one line in a console and a table in a notebook."""

import dataclasses
import importlib
import inspect
import math
import pickle
import pkgutil
import typing
from dataclasses import dataclass

import numpy as np
import pandas as pd
import pytest

import evalcore
from evalcore import bias_variance, costs, curves, decisions, metrics, predictions, regression, significance
from evalcore.counts import ConfusionMatrix, ThresholdCounts, confusion_matrix, threshold_counts
from evalcore.errors import Message
from evalcore.support.results import LONGEST, Result, brief

# What somebody describes and hands over: a data class writes it as it was made.
DESCRIPTIONS = {
    *("CostMatrix", "Criterion", "Wish", "Metric", "Limits", "Part", "Bar", "Message"),
    *("Attribute", "Hypothesis", "Example", "Space"),
    *("CurveProblem", "PlaneProblem", "TwoNormals", "Pipeline", "Tunable"),
    *("NearestNeighbours", "Polynomial", "RandomFeatures", "Ridge", "Forest", "LinearSVM", "RadialSVM", "Tree"),
    *("Bootstrap", "HoldOut", "KFold", "LeaveOneOut", "TrainingError"),
}


def classes():
    """Return the data classes that public functions of evalcore return or that these have in their fields."""
    parts = {part.name for part in pkgutil.iter_modules(evalcore.__path__)} - {"views", "figures", "support"}
    public = [thing for part in parts for thing in vars(importlib.import_module(f"evalcore.{part}")).values()]
    waiting = {kind for thing in public if inspect.isfunction(thing) for kind in mentioned(hints(thing).get("return"))}
    found = set()
    while waiting:
        found.add(kind := waiting.pop())
        waiting |= {one for hint in hints(kind).values() for one in mentioned(hint)} - found
    return found


def hints(thing):
    try:
        return typing.get_type_hints(thing)
    except NameError:  # what only the type checker knows
        return {}


def mentioned(hint):
    if inspect.isclass(hint):
        return {hint} if dataclasses.is_dataclass(hint) and hint.__module__.startswith("evalcore") else set()
    return set().union(*map(mentioned, typing.get_args(hint)))


def test_every_result_has_the_short_line():
    found = {kind for kind in classes() if not kind.__name__.startswith("_")}
    assert len(found) > 90
    assert {kind.__name__ for kind in found if not issubclass(kind, Result)} <= DESCRIPTIONS


RNG = np.random.default_rng(0)
COUNTS = threshold_counts([1, 1, 0, 1, 0, 0] * 50, RNG.normal(size=300))
MADE = [
    COUNTS,
    COUNTS.at(0.5),
    metrics.readings(COUNTS.at(0.5)),
    *metrics.readings(COUNTS.at(0.5)),
    curves.roc_curve(COUNTS),
    curves.auc_interval_from_counts(COUNTS),
    curves.bootstrap_curves(COUNTS, rng=RNG),
    costs.cost_curve(COUNTS),
    costs.threshold_cost_interval(COUNTS, 0.5, cost_fn=5, cost_fp=1),
    decisions.choose(COUNTS, best="precision", at_least={"recall": 0.9}),
    decisions.carried(COUNTS, COUNTS.merge(COUNTS), decisions.Wish("f1")),
    decisions.by_group([1, 1, 0, 1, 0, 0] * 9, RNG.normal(size=54), list("aab") * 18, 0.5),
    decisions.parity(decisions.group_counts([1, 0] * 9, RNG.normal(size=18), list("aab") * 6), 0.5),
    significance.mcnemar(3, 9),
    significance.friedman(RNG.random((6, 4))),
    significance.nemenyi([1, 2, 3], 10),
    regression.bootstrap_errors(RNG.random(20), RNG.random(20), rng=RNG),
    bias_variance.decompose_squared(RNG.random((50, 40)), RNG.random(40)),
    predictions.from_frame(pd.DataFrame({"y": [1, 0] * 9, "s": RNG.random(18)}), truth="y", scores=("s",)),
]


@pytest.mark.parametrize("made", MADE, ids=lambda made: type(made).__name__)
def test_a_result_is_one_line_and_a_table(made):
    line = repr(made)
    assert line.startswith(f"{type(made).__name__}(")
    assert line.endswith(")")
    assert len(line) <= LONGEST
    assert "\n" not in line
    assert "array(" not in line
    assert "<table" in (made._repr_html_() if hasattr(made, "_repr_html_") else "")
    assert repr(pickle.loads(pickle.dumps(made))) == line


def test_numbers_are_rounded_and_arrays_stand_as_their_shape():
    roc = curves.roc_curve(threshold_counts([1, 1, 0, 1, 0, 0], [0.9, 0.8, 0.7, 0.6, 0.2, 0.1]))
    assert repr(roc) == "RocCurve(auc=0.8889, threshold=[7], fpr=[7], tpr=[7], counts=ThresholdCounts(…))"
    assert repr(ThresholdCounts.from_grouped([2, 1], [3, 1], [1, 4])) == "ThresholdCounts(scores=2, n_pos=4, n_neg=5)"
    assert repr(ConfusionMatrix.binary(tp=7, fp=4, fn=1, tn=8)) == "ConfusionMatrix(tp=7, fp=4, fn=1, tn=8)"
    assert repr(confusion_matrix(list("abc"), list("abb"))) == "ConfusionMatrix(classes=('a', 'b', 'c'), n=3)"


def test_what_is_undefined_says_why():
    found = curves.average_precision_interval(threshold_counts([1, 1], [0.9, 0.8]))
    assert repr(found) == "AveragePrecisionInterval(value=1, confidence_level=0.95, reason='No row is negative.')"


@dataclass(frozen=True)
class Own(Result):
    value: float
    more: tuple[float, ...] = ()
    said: tuple[Message, ...] = ()
    name: str = ""


def test_few_values_stand_there_and_of_more_their_number():
    assert repr(Own(math.pi, (1.0, 2.0))) == "Own(value=3.142, more=(1, 2))"
    assert repr(Own(math.nan, (1.0,) * 30)) == "Own(value=nan, more=[30])"
    assert brief(object()) == ""


def test_a_long_line_ends_with_a_whole_part():
    @dataclass(frozen=True)
    class Long(Result):
        first: str
        second: str
        third: str
        fourth: str

    assert repr(Long(*("x" * 40,) * 4)).endswith(f"second='{'x' * 40}', …)")


def test_a_notebook_shows_texts_as_text_and_sentences_in_full():
    sentence = Message("More than forty characters have to be said of this number here.")
    shown = Own(1.0, said=(sentence, sentence), name="<b>")._repr_html_()
    assert f"{sentence} {sentence}" in shown
    assert "&lt;b&gt;" in shown


def test_a_long_table_is_cut():
    curve = costs.decision_curve(COUNTS, np.linspace(0, 0.99, 100))
    assert curve._repr_html_().count("<tr") < 30
