"""What evalcore says about a result reaches the page: no warning, reason or note is computed and then dropped.

First by the source: every field of a result that holds a sentence is read by a function of ui that has such a result,
and not only to ask whether there is one. Then by running the pages on data that calls for the sentences: every one in
every result made on the way is found on screen.
"""

import ast
import dataclasses
import importlib
import inspect
import typing
from functools import cache

import numpy as np
import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

from evalcore.costs import Cheaper
from evalcore.decisions import Wish
from evalcore.engine import Source
from evalcore.errors import Message
from evalcore.metrics import Reading
from evalcore.predictions import from_frame
from evalcore.views.significance import steps
from tests.sources import ROOT, each, tree
from tests.tiers import thorough
from tests.ui import said
from ui.curves.readings import AT_POINT
from ui.frame import tabs
from ui.session import loaded
from ui.shared.text import plain

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def every_tab_open(monkeypatch):
    monkeypatch.setattr(tabs, "is_open", lambda _state: True)


SHOWN = [*sorted((ROOT / "pages").glob("*.py")), *sorted((ROOT / "ui").rglob("*.py"))]

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


@cache
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


def hints_of(thing):
    """Return the types of the fields of a class; cells name their source, which only the type checker imports there."""
    return typing.get_type_hints(thing, localns={"Source": Source})


def led_to(thing):
    """Return the results that a function returns, or that a class is or has in its fields, properties and methods."""
    if not inspect.isclass(thing):
        return returned(thing)
    if not is_result(thing):
        return set()
    return {thing}.union(*map(mentioned, hints_of(thing).values()), *map(returned, vars(thing).values()))


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
        return {hint} if is_result(hint) else set().union(*map(mentioned, said.listed(hint)))
    return set().union(*map(mentioned, typing.get_args(hint)))


def holds_sentence(hint):
    return hint is Message or any(map(holds_sentence, typing.get_args(hint)))


def sentences_of(one):
    """Return the fields and properties of a result that hold sentences."""
    # What is the same of all of a class is a name, no sentence about one of them.
    fields = {name: hint for name, hint in hints_of(one).items() if typing.get_origin(hint) is not typing.ClassVar}
    made = {
        name: typing.get_type_hints(p.fget).get("return") for name, p in vars(one).items() if isinstance(p, property)
    }
    return {name for name, hint in {**fields, **made}.items() if holds_sentence(hint)}


@cache
def sentences():
    return {(one, field) for one in obtained() for field in sentences_of(one)}


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
    "few cases": (binary(20, 40, who=np.arange(60) % 9), {**TWO, "case": "who"}),
    "cases, three classes": (three(60, who=np.arange(60) % 12), {**THREE, "case": "who"}),
    "means of cases": (binary(20, 40, who=np.arange(60) // 4), {**TWO, "case": "who", "taken": "mean"}),
    "many scores": (binary(300, 21_000, s=np.random.default_rng(0).random(21_300)), TWO),
}
CHOSEN = {
    "data": {},
    "curves": {"curves_bands": True, "curves_hull": True},
    "confusion_matrix": {},
    "calibration": {},
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
    for one in obtained():
        fields = sorted(field for kind, field in sentences() if kind is one)
        if not fields:
            continue

        def keeping(self, *args, _init=one.__init__, _fields=fields, **values):
            _init(self, *args, **values)
            kept.append((self, _fields))

        monkeypatch.setattr(one, "__init__", keeping)
    return kept


# What was read is said on the page of data; two models alike are compared on the page of curves.
ELSEWHERE = (
    *((name, page) for name in ("rows left out", "spellings") for page in ("curves", "costs")),
    ("alike", "costs"),
)
# What the tests of two models make of rows left out, of amounts, or of more rows is no other sentence.
COMPARED = ("few", "few cases", "perfect", "all tied", "alike", "weights", "three classes")


@pytest.mark.parametrize(
    ("name", "page"),
    [
        thorough(name, page) if (name, page) in ELSEWHERE else (name, page)
        for name in DATA
        for page in CHOSEN
        if page != "significance" or name in COMPARED
    ],
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
        # Of these rows alone: the page says who is cheaper only where an interval shows it, ShownCheaper.message.
        if isinstance(result, Cheaper) and (result.winner >= 0).any():
            continue
        # What could be wished is said once its threshold is taken.
        if isinstance(result, Wish):
            continue
        for field in fields:
            value = getattr(result, field)
            value = tuple(value.values()) if isinstance(value, dict) else value
            found = value if isinstance(value, tuple) else () if value is None else (value,)
            sentences = [in_words(m) for m in found]
            missing |= {
                (type(result).__name__, field, sentence)
                for sentence in sentences
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
