"""What evalcore says about a result reaches the page: no warning, reason or note is computed and then dropped.

Here by the source: every field of a result that holds a sentence is read by a function of ui that has such a result,
and not only to ask whether there is one. The pages themselves are run in the test of this name beside theirs.
"""

import ast
import dataclasses

import pytest

from tests.sources import each, tree
from tests.ui import said
from tests.ui.results import SHOWN, obtained, sentences

pytestmark = pytest.mark.slow

# Fields that no function of ui says, and why none need.
NOT_SAID = {
    ("BestThresholds", "reason"): "a metric that is best nowhere has no mark in the figure; its wish has a reason",
    ("Wish", "_best"): "it is a part of Wish.message",
    ("BestOfModels", "warnings"): "a sign stands for them; in full they stand beside the test, DelongResult.warnings",
    ("HandTill", "undefined"): "ManyClasses.undefined has them",
    ("MacroAreas", "undefined"): "ManyClasses.undefined has them",
    ("LabelCost", "reason"): "the interval of the same cost gives its reason",
    ("Simulation", "warnings"): "the page shows them as those of its step, SquaredStep.warnings",
    ("KohaviWolpertDecomposition", "reason"): "it is of one set, and the page draws two at least",
    ("TableParts", "reason"): "it is of one set, and the page draws two at least",
    ("Part", "reason"): "a mean of rows held out has an interval; why there is none of all is TableParts.reason",
    ("Part", "warnings"): "none are given",
    ("ZeroOneDecomposition", "reason"): "it is of one set, and the page draws two at least",
    ("BestThreshold", "reason"): "the page takes the best of the counts it has, and says why there is none",
    ("Comparison", "reason"): "DelongResult.warnings, made of the same numbers, say why",
    ("LeftOut", "reason"): "Dropped.reason has it",
    ("ScoreCells", "reason"): "the areas of the same counts say why they have no value",
    ("ScoreCells", "warnings"): "SourcedPredictions.notes has them",
    ("SourcedPredictions", "notes"): "said as those of any Predictions, where what was read is told",
    ("RegressionErrors", "reason"): "the interval of the same measure gives its reason, BootstrapInterval.reason",
}


@pytest.fixture(scope="module")
def found():
    return said.functions(SHOWN)


def unsaid(found):
    return {(kind.__name__, field) for kind, field in said.unsaid(sentences(), found)}


def test_results_are_found():
    assert {"RocBand", "BootstrapInterval", "DelongResult", "Dropped"} <= {one.__name__ for one in obtained()}


def test_every_sentence_of_a_result_is_said(found):
    assert unsaid(found) == set(NOT_SAID)


@pytest.mark.parametrize(
    ("where", "dropped", "lost"),
    [
        ("ui/curves/notes.py show", "reason", {("RocBand", "reason"), ("PrecisionRecallBand", "reason")}),
        ("ui/costs/readings.py how_sure", "warnings", {("BestThresholdInterval", "warnings")}),
        ("ui/curves/words.py _best", "reason", {("BestOfModels", "reason")}),
        ("ui/significance/results.py grounds", "hypothesis", {("TResult", "hypothesis"), ("SignResult", "hypothesis")}),
    ],
)
def test_what_a_function_no_longer_says_is_missed(found, where, dropped, lost):
    assert where in {one.where for one in found}
    without = [dataclasses.replace(o, says=o.says - {dropped}) if o.where == where else o for o in found]
    assert lost <= unsaid(without)


def test_what_is_no_longer_handed_on_is_missed(found):
    """A function that says the sentences of any test says none of a test that it is not given."""
    (grounds,) = (one.itself for one in found if one.where == "ui/significance/results.py grounds")
    without = [
        dataclasses.replace(one, named=one.named - {grounds}) if one.where.endswith("many/readings.py show") else one
        for one in found
    ]
    assert unsaid(without) - unsaid(found) == {("FriedmanResult", "assumptions"), ("FriedmanResult", "hypothesis")}


def test_to_ask_whether_there_is_a_sentence_is_not_to_say_it():
    source = "if a.reason is not None and a.warnings:\n    show(a.note, '' if a.undefined else b)"
    assert said.said_in(ast.parse(source)) == {"note"}


@each(SHOWN)
def test_ui_imports_evalcore_by_name(path):
    """Else what it obtains would not be found."""
    found = [alias.name for node in ast.walk(tree(path)) if isinstance(node, ast.Import) for alias in node.names]
    assert not [name for name in found if name.startswith("evalcore")]
