"""What evalcore says about a result reaches the page: no warning, reason or note is computed and then dropped.

First by the source: every field of a result that holds a sentence is read in ui, and a table below says where. Then by
running the pages on data that calls for the sentences: every one in every result made on the way is found on screen.
"""

import ast
import dataclasses
import importlib
import inspect
import typing

import numpy as np
import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

from evalcore.errors import Message
from evalcore.metrics import Reading
from evalcore.predictions import from_frame
from evalcore.views.significance import steps
from tests.sources import ROOT, each, tree
from ui.curves.readings import AT_POINT
from ui.frame import tabs
from ui.session import loaded
from ui.shared.text import plain

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def every_tab_open(monkeypatch):
    monkeypatch.setattr(tabs, "is_open", lambda _state: True)


SHOWN = [*sorted((ROOT / "pages").glob("*.py")), *sorted((ROOT / "ui").rglob("*.py"))]

# Where the page reads each sentence of each result it obtains. A new field that holds one needs its line here.
READ = {
    ("AmountDecision", "note"): "ui/costs/assumptions.py row_by_row",
    ("AmountDecision", "reason"): "ui/costs/assumptions.py row_by_row",
    ("AmountRows", "reason"): "ui/costs/fields.py amounts",
    ("AreaInterval", "note"): "ui/costs/readings.py areas",
    ("AreaInterval", "reason"): "ui/costs/readings.py areas",
    ("AverageAreaInterval", "note"): "ui/curves/many_classes.py _without_interval",
    ("AverageAreaInterval", "reason"): "ui/curves/many_classes.py _without_interval",
    ("AucInterval", "reason"): "ui/curves/notes.py _without_interval",
    ("AucInterval", "warnings"): "ui/curves/areas.py _notes",
    ("AveragePrecisionInterval", "notes"): "ui/curves/areas.py _notes",
    ("AveragePrecisionInterval", "reason"): "ui/curves/notes.py _without_interval",
    ("BestOfModels", "reason"): "ui/curves/words.py _best",
    ("BestOfModels", "warnings"): "ui/curves/words.py _best",
    ("BestThresholdInterval", "reason"): "ui/costs/readings.py how_sure",
    ("BestThresholdInterval", "warnings"): "ui/costs/readings.py how_sure",
    ("BestThresholds", "reason"): "ui/live/criteria.py _offer",
    ("BinomialResult", "assumptions"): "ui/significance/results.py grounds",
    ("BinomialResult", "hypothesis"): "ui/significance/results.py grounds",
    ("BinomialResult", "warnings"): "ui/significance/results.py warnings",
    ("BonferroniDunnResult", "assumptions"): "ui/significance/results.py assumed",
    ("BonferroniDunnResult", "warnings"): "ui/significance/results.py warnings",
    ("BootstrapCurves", "notes"): "ui/curves/areas.py _notes",
    ("BootstrapInterval", "reason"): "ui/curves/areas.py _bootstrapped",
    ("BootstrapResult", "assumptions"): "ui/significance/results.py grounds",
    ("BootstrapResult", "hypothesis"): "ui/significance/results.py grounds",
    ("BootstrapResult", "warnings"): "ui/significance/results.py warnings",
    ("Calibration", "interval_reason"): "ui/costs/assumptions.py calibrated",
    ("Calibration", "reason"): "ui/costs/assumptions.py calibrated",
    ("Cheaper", "message"): "ui/costs/readings.py compare",
    ("ChoiceAreas", "reason"): "ui/costs/readings.py areas",
    ("ChoiceAreas", "score_reason"): "ui/costs/readings.py areas",
    ("CochranResult", "assumptions"): "ui/significance/results.py grounds",
    ("CochranResult", "exact_reason"): "ui/significance/many_compare.py cochran",
    ("CochranResult", "hypothesis"): "ui/significance/results.py grounds",
    ("CochranResult", "warnings"): "ui/significance/results.py warnings",
    ("Columns", "notes"): "ui/session/incoming.py _use",
    ("CostDifference", "note"): "ui/costs/readings.py _difference",
    ("CostDifference", "reason"): "ui/costs/readings.py _difference",
    ("CostCurve", "reason"): "ui/costs/readings.py envelope",
    ("DecisionCurve", "reason"): "ui/costs/assumptions.py decision",
    ("DecisionDifference", "note"): "ui/costs/many_class_readings.py _notes",
    ("DecisionDifference", "reason"): "ui/costs/many_class_readings.py _spread",
    ("DelongResult", "assumptions"): "ui/curves/comparison.py _differences",
    ("DelongResult", "hypothesis"): "ui/curves/comparison.py _differences",
    ("DelongResult", "warnings"): "ui/curves/comparison.py _differences",
    ("DescentStep", "warnings"): "ui/bias_variance/double_descent.py _notes",
    ("DetCurve", "reason"): "ui/curves/areas.py _equal_error",
    ("Dominance", "message"): "ui/curves/comparison.py show",
    ("Dropped", "reason"): "ui/data/report.py _left_out",
    ("EnvelopeBand", "reason"): "ui/costs/figure.py notes",
    ("EnvelopeBand", "warnings"): "ui/costs/figure.py notes",
    ("ErrorGroups", "note"): "ui/regression_error/readings.py _groups",
    ("Estimate", "reason"): "ui/regression_error/readings.py how_sure",
    ("ErrorEstimate", "warnings"): "ui/evaluation_methods/spread_readings.py show",
    ("FiveByTwoResult", "assumptions"): "ui/significance/results.py grounds",
    ("FiveByTwoResult", "hypothesis"): "ui/significance/results.py grounds",
    ("FiveByTwoResult", "warnings"): "ui/significance/results.py warnings",
    ("FriedmanResult", "assumptions"): "ui/significance/results.py grounds",
    ("FriedmanResult", "exact_reason"): "ui/significance/many_readings.py show",
    ("FriedmanResult", "hypothesis"): "ui/significance/results.py grounds",
    ("FriedmanResult", "warnings"): "ui/significance/results.py warnings",
    ("GeneratedScores", "notes"): "ui/data/generator.py _areas",
    ("HMeasure", "reason"): "ui/costs/readings.py areas",
    ("HandTill", "undefined"): "ui/curves/many_classes.py show",
    ("InterpolatedPrecisionRecall", "reason"): "ui/curves/areas.py _of_precision_recall",
    ("LabelCostInterval", "note"): "ui/costs/many_class_readings.py _notes",
    ("LabelCostInterval", "reason"): "ui/costs/many_class_readings.py _spread",
    ("LabelsCost", "reason"): "ui/costs/words.py of_labels",
    ("LaboratoryResult", "warnings"): "ui/significance/lies.py table",
    ("LearnTable", "notes"): "ui/bias_variance/table_readings.py notes",
    ("MacroAreas", "undefined"): "ui/curves/many_classes.py show",
    ("ManyClasses", "undefined"): "ui/curves/many_classes.py show",
    ("McnemarResult", "assumptions"): "ui/significance/results.py grounds",
    ("McnemarResult", "hypothesis"): "ui/significance/results.py grounds",
    ("McnemarResult", "warnings"): "ui/significance/results.py warnings",
    ("NemenyiResult", "assumptions"): "ui/significance/results.py assumed",
    ("NemenyiResult", "warnings"): "ui/significance/results.py warnings",
    ("Optimism", "reason"): "ui/bias_variance/optimism.py show",
    ("PairedDifference", "reason"): "ui/regression_error/compare.py show",
    ("PairedDifferences", "warnings"): "ui/regression_error/compare.py show",
    ("PosteriorResult", "assumptions"): "ui/significance/results.py assumed",
    ("PosteriorResult", "warnings"): "ui/significance/results.py warnings",
    ("PrecisionRecallBand", "reason"): "ui/curves/notes.py show",
    ("PrecisionRecallBand", "warnings"): "ui/curves/notes.py show",
    ("PrecisionRecallCurve", "break_even_note"): "ui/curves/areas.py _of_precision_recall",
    ("PrecisionRecallCurve", "reason"): "ui/curves/areas.py _of_precision_recall",
    ("PredictionTable", "notes"): "ui/regression_error/data.py notes",
    ("Predictions", "notes"): "ui/data/report.py what_was_read",
    ("Reading", "reason"): "ui/shared/readings.py table",
    ("RegressionIntervals", "warnings"): "ui/regression_error/readings.py how_sure",
    ("ResidualSummary", "skewness_reason"): "ui/regression_error/readings.py _shape",
    ("ResidualSummary", "size_reason"): "ui/regression_error/readings.py _shape",
    ("ResultTable", "notes"): "ui/significance/table.py ask",
    ("RocBand", "reason"): "ui/curves/notes.py show",
    ("RocBand", "warnings"): "ui/curves/notes.py show",
    ("RocCurve", "reason"): "ui/curves/areas.py _of_auc",
    ("RocHull", "reason"): "ui/curves/areas.py _of_roc",
    ("Rows", "notes"): "ui/evaluation_methods/table.py _readings",
    ("RuleCost", "note"): "ui/costs/money.py _each_rule",
    ("RuleCost", "reason"): "ui/costs/money.py _each_rule",
    ("SignResult", "assumptions"): "ui/significance/results.py grounds",
    ("SignResult", "hypothesis"): "ui/significance/results.py grounds",
    ("SignResult", "warnings"): "ui/significance/results.py warnings",
    ("SignedRankPosterior", "assumptions"): "ui/significance/results.py assumed",
    ("SignedRankPosterior", "warnings"): "ui/significance/results.py warnings",
    ("SquaredDecomposition", "reason"): "ui/bias_variance/squared_readings.py show",
    ("SquaredStep", "warnings"): "ui/bias_variance/squared.py _notes",
    ("TResult", "assumptions"): "ui/significance/results.py grounds",
    ("TResult", "hypothesis"): "ui/significance/results.py grounds",
    ("TResult", "warnings"): "ui/significance/results.py warnings",
    ("TestResult", "assumptions"): "ui/significance/results.py grounds",
    ("TestResult", "hypothesis"): "ui/significance/results.py grounds",
    ("TestResult", "warnings"): "ui/significance/results.py warnings",
    ("ThresholdChoice", "reason"): "ui/costs/money.py money",
    ("ThresholdCostInterval", "note"): "ui/costs/assumptions.py _benefit",
    ("ThresholdCostInterval", "reason"): "ui/costs/assumptions.py _benefit",
    ("Answer", "reason"): "ui/model_learning/votes.py _row",
    ("Attribute", "name"): "ui/model_learning/space.py names",
    ("Attribute", "values"): "ui/model_learning/space.py names",
    ("VersionSpace", "reason"): "ui/model_learning/lattice.py _sentence",
    ("WilcoxonHolmResult", "assumptions"): "ui/significance/results.py assumed",
    ("WilcoxonHolmResult", "warnings"): "ui/significance/results.py warnings",
    ("WilcoxonResult", "assumptions"): "ui/significance/results.py grounds",
    ("WilcoxonResult", "hypothesis"): "ui/significance/results.py grounds",
    ("WilcoxonResult", "warnings"): "ui/significance/results.py warnings",
    ("WorstCase", "reason"): "ui/costs/readings.py worst_case",
}
# Fields that no page need read, and why.
NOT_READ = {
    ("LabelCost", "reason"): "the interval of the same cost gives its reason",
    ("Simulation", "warnings"): "the page shows them as those of its step, SquaredStep.warnings",
    ("KohaviWolpertDecomposition", "reason"): "it is of one set, and the page draws two at least",
    ("TableParts", "reason"): "it is of one set, and the page draws two at least",
    ("ZeroOneDecomposition", "reason"): "it is of one set, and the page draws two at least",
    ("RegressionErrors", "r2_reason"): "the interval of the same measure gives its reason, Estimate.reason",
    ("Averages", "undefined"): "exercises average matrices of their own making, without an empty class",
}


def obtained():
    """Return the results of evalcore that ui may hold: what the functions it names return, and what leads on there."""
    found, waiting = set(), [thing for path in SHOWN for thing in named(tree(path))]
    while waiting:
        new = led_to(waiting.pop()) - found
        found |= new
        waiting += new
    return found


def member(module, name):
    """Return what `from module import name` gives."""
    found = getattr(importlib.import_module(module), name, None)
    return importlib.import_module(f"{module}.{name}") if found is None else found


def named(source):
    """Return what of evalcore a file names: what it imports, and `module.name` of a module it imports."""
    imported = {
        alias.asname or alias.name: member(node.module, alias.name)
        for node in ast.walk(source)
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith("evalcore")
        for alias in node.names
    }
    of_modules = [
        getattr(imported[node.value.id], node.attr)
        for node in ast.walk(source)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in imported
        if inspect.ismodule(imported[node.value.id])
    ]
    return [thing for thing in [*imported.values(), *of_modules] if inspect.isclass(thing) or inspect.isfunction(thing)]


def led_to(thing):
    """Return the results that a function returns, or that a class is or has in its fields, properties and methods."""
    if not inspect.isclass(thing):
        return returned(thing)
    if not is_result(thing):
        return set()
    return {thing}.union(*map(mentioned, typing.get_type_hints(thing).values()), *map(returned, vars(thing).values()))


def returned(thing):
    function = getattr(thing, "fget", None) or getattr(thing, "func", None) or thing
    if not inspect.isfunction(function) or not function.__module__.startswith("evalcore"):
        return set()
    try:
        return mentioned(typing.get_type_hints(function).get("return"))
    except NameError:  # a name that only the type checker knows, or one that the data class made up itself
        return set()


def is_result(thing):
    return dataclasses.is_dataclass(thing) and thing.__module__.startswith("evalcore") and thing is not Message


def mentioned(hint):
    """Return the results that a type mentions."""
    if inspect.isclass(hint):
        return {hint} if is_result(hint) else set()
    return set().union(*map(mentioned, typing.get_args(hint)))


def holds_sentence(hint):
    return hint is Message or any(map(holds_sentence, typing.get_args(hint)))


def sentences_of(one):
    """Return the fields and properties of a result that hold sentences."""
    fields = typing.get_type_hints(one)
    made = {
        name: typing.get_type_hints(p.fget).get("return") for name, p in vars(one).items() if isinstance(p, property)
    }
    return {name for name, hint in {**fields, **made}.items() if holds_sentence(hint)}


OBTAINED = obtained()
HELD = {(one.__name__, field) for one in OBTAINED for field in sentences_of(one)}


def read_in(path, function):
    """Return the attributes that a function of a file reads."""
    (found,) = (n for n in ast.walk(tree(path)) if isinstance(n, ast.FunctionDef) and n.name == function)
    return {node.attr for node in ast.walk(found) if isinstance(node, ast.Attribute)}


def test_results_are_found():
    assert {"RocBand", "BootstrapInterval", "DelongResult", "Dropped"} <= {one.__name__ for one in OBTAINED}


def test_every_sentence_of_a_result_has_its_reader():
    assert set(READ) | set(NOT_READ) == HELD
    assert not set(READ) & set(NOT_READ)


@pytest.mark.parametrize(("result", "field"), sorted(READ))
def test_the_reader_reads_it(result, field):
    path, _, function = READ[result, field].partition(" ")
    assert field in read_in(ROOT / path, function)


@each(SHOWN)
def test_ui_imports_evalcore_by_name(path):
    """Else what it obtains would not be found."""
    found = [alias.name for node in ast.walk(tree(path)) if isinstance(node, ast.Import) for alias in node.names]
    assert not [name for name in found if name.startswith("evalcore")]


# Data that calls for the sentences: few rows, ties, one class, weights, a class without rows, very many scores.
def binary(n_pos, n_neg, *, seed=0, **columns):
    rng = np.random.default_rng(seed)
    y = np.repeat([1, 0], [n_pos, n_neg])
    frame = pd.DataFrame({"y": y, "s": (rng.normal(size=len(y)) + y).round(2), "b": rng.random(len(y)).round(2)})
    return frame.assign(**columns)


def three(n, **columns):
    rng = np.random.default_rng(0)
    frame = pd.DataFrame(rng.dirichlet([1, 1, 1], n), columns=["m:a", "m:b", "m:c"])
    return frame.assign(y=rng.choice(list("abc"), n), **columns)


TWO = {"truth": "y", "scores": ("s", "b"), "positive": "1"}
THREE = {"truth": "y", "scores": ("m:a", "m:b", "m:c")}
WEIGHTED = {**TWO, "weight": "w"}
DATA = {
    "few": (binary(3, 12), TWO),
    "a rare class": (binary(12, 300), TWO),
    "one positive": (binary(1, 8), TWO),
    "perfect": (binary(5, 5, s=np.arange(10, 0, -1)), TWO),
    "nearly perfect": (binary(12, 12, s=[*range(30, 19, -1), 5, *range(11, -1, -1)]), TWO),
    "all tied": (binary(6, 6, s=1.0), TWO),
    "alike": (binary(20, 20).pipe(lambda frame: frame.assign(b=2 * frame["s"])), TWO),
    "weights": (binary(20, 30, w=1.5), WEIGHTED),
    "weights that leave one class": (binary(5, 5, w=[0.0] * 5 + [2.0] * 5), WEIGHTED),
    "amounts": (binary(9, 40, s=0.5, money=np.arange(49.0)), {**TWO, "amount": "money"}),
    "amounts and weights": (binary(9, 40, s=0.5, money=1.0, w=2.0), {**WEIGHTED, "amount": "money"}),
    "amounts of nothing": (binary(9, 40, s=0.5, money=0.0), {**TWO, "amount": "money"}),
    "rows left out": (binary(9, 40).assign(s=[np.nan, *np.arange(48) / 48]).astype({"y": str}), TWO),
    "spellings": (binary(9, 40).assign(y=["Yes", "yes "] + ["yes"] * 7 + ["no"] * 40), {**TWO, "positive": "yes"}),
    "three classes": (three(60), THREE),
    "three classes, few rows": (three(12), THREE),
    "three classes, one without weight": (
        three(40).pipe(lambda frame: frame.assign(w=(frame["y"] != "b").astype(float))),
        {**THREE, "weight": "w"},
    ),
    "three classes, weighted": (three(60, w=2.5), {**THREE, "weight": "w"}),
    "many scores": (binary(300, 21_000, s=np.random.default_rng(0).random(21_300)), TWO),
}
CHOSEN = {
    "data": {},
    "curves": {"curves_bands": True, "curves_hull": True},
    "confusion_matrix": {},
    "costs": {"way_band": True, "way_score_driven": True, "best_resampled": True, "amounts": "fn"},
    "significance": {"question": "two", "two_data": "loaded", "two_resampled": True},
}

# The table of all classes says it of the class by name.
OTHERWISE = {"No row is positive.": "has no row, so it has no curve."}


def run(page, loaded, **chosen):
    at = AppTest.from_file(str(ROOT / "pages" / f"{page}.py"), default_timeout=60)
    at.session_state["loaded"] = loaded
    # Costs that nobody has set would leave the page of costs with its question.
    at.session_state["cost_fn"], at.session_state["cost_fp"] = 5.0, 1.0
    for key, value in chosen.items():
        at.session_state[key] = value
    at.run()
    assert not at.exception
    return at


def on_screen(at):
    """Return every text and every cell of a table."""
    said = [e.value for kind in ("caption", "markdown", "info", "warning", "error") for e in at.get(kind)]
    return "\n".join(
        [*map(str, said), *(str(cell) for table in at.dataframe for cell in table.value.to_numpy().ravel())]
    )


def in_words(message):
    values = {name: plain(v) if isinstance(v, str) else v for name, v in message.values.items()}
    return message.template.format(**values)


@pytest.fixture
def made(monkeypatch):
    """Keep every result that is made, but for the steps of handles: what is said of them comes with the release."""
    for grid in ("alphas", "counts"):
        monkeypatch.setattr(steps, grid, lambda present, *_most: [present])
    # Its cards compute what they ask as soon as they are made, which is before a page shows anything.
    importlib.import_module("ui.significance.exercises")
    kept = []
    for one in OBTAINED:
        fields = sorted(field for name, field in HELD if name == one.__name__)
        if not fields:
            continue

        def keeping(self, *args, _init=one.__init__, _fields=fields, **values):
            _init(self, *args, **values)
            kept.append((self, _fields))

        monkeypatch.setattr(one, "__init__", keeping)
    return kept


# What the tests of two models make of rows left out, of amounts, or of more rows is no other sentence.
COMPARED = ("few", "perfect", "all tied", "alike", "weights", "three classes")


@pytest.mark.parametrize(
    ("name", "page"), [(name, page) for name in DATA for page in CHOSEN if page != "significance" or name in COMPARED]
)
def test_every_sentence_of_every_result_is_on_the_page(name, page, made):
    frame, columns = DATA[name]
    mine = loaded.Loaded(from_frame(frame, **columns), "my file.csv")
    if page != "data":  # which alone says what was read
        made.clear()
    # Numbers of a model stand there while it is chosen, and with them what is to be said of them.
    text = "\n".join(on_screen(run(page, mine, model=model, **CHOSEN[page])) for model in mine.predictions.scores)
    missing = set()
    for result, fields in made:
        # The page of curves shows some readings of the matrix; the others are not on it, nor are their reasons.
        if page == "curves" and isinstance(result, Reading) and result.name not in AT_POINT["roc_pr"]:
            continue
        for field in fields:
            value = getattr(result, field)
            found = value if isinstance(value, tuple) else () if value is None else (value,)
            said = [in_words(m) for m in found]
            missing |= {
                (type(result).__name__, field, sentence)
                for sentence in said
                if sentence not in text and OTHERWISE.get(sentence, sentence) not in text
            }
    assert missing == set()


@pytest.mark.parametrize(
    ("page", "name", "switch", "sentence"),
    [
        ("curves", "few", "curves_bands", "In places all resamples agree and the band has no width"),
        ("curves", "weights", "curves_bands", "The rows are weighted, and a bootstrap of the counts draws rows"),
        ("costs", "perfect", "way_band", "has no width, which is no proof of certainty"),
        ("costs", "one positive", "way_band", "A standard error needs at least two rows of each class"),
        ("costs", "many scores", "way_band", "distinct scores, and resamples chose among"),
    ],
)
def test_what_is_wrong_with_a_band_is_said_while_it_is_shown(page, name, switch, sentence):
    frame, columns = DATA[name]
    mine = loaded.Loaded(from_frame(frame, **{**columns, "scores": ("s",)}), "my file.csv")
    assert sentence in on_screen(run(page, mine, **{switch: True}))
