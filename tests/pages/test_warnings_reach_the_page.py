"""What evalcore says about a result reaches the page: no warning, reason or note is computed and then dropped.

Pages are run on data that calls for the sentences: every one in every result made on the way is found on screen. By the
source this is tested beside the functions of ui.
"""

import importlib

import numpy as np
import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

from evalcore.costs import Cheaper
from evalcore.decisions import Wish
from evalcore.metrics import Reading
from evalcore.predictions import from_frame
from evalcore.views.significance import steps
from tests.sources import ROOT
from tests.tiers import thorough
from tests.ui.results import obtained, sentences
from ui.curves.readings import AT_POINT
from ui.session import loaded
from ui.shared.text import plain

pytestmark = pytest.mark.slow


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
