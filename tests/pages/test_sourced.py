"""Rows that stay in a source: every page shows the numbers of the same rows in memory, or says that it needs rows."""

import re

import pytest
from streamlit.testing.v1 import AppTest

from evalcore.counts import ELSEWHERE
from tests.pages import sourced
from tests.pages.significance_page import PAGES, cells, texts, well
from ui.session import source_compared
from ui.session.loaded import Loaded

COSTS = {"cost_fn": 5.0, "cost_fp": 1.0}
ASKED = {
    "matrix": ("confusion_matrix", {}),
    "matrix, best": ("confusion_matrix", {"t": 0.31}),
    "curves": ("curves", {}),
    "curves, options": (
        "curves",
        {"drawer_open": True, "curves_hull": True, "curves_bands": True, "curves_iso": "f1", "curves_resampled": True},
    ),
    "curves, DET": ("curves", {"curves_show": "det", "curves_equal_error": True}),
    "costs": ("costs", {"drawer_open": True, **COSTS}),
    "costs, resampled": ("costs", {"costs_resampled": True, "costs_span": True, **COSTS}),
    "reliability": ("calibration", {}),
    "decision": ("calibration", {"pb_view": "decision", "t": 0.3}),
    "recalibration": ("calibration", {"pb_view": "recalibration"}),
    "ranking": ("calibration", {"pb_view": "ranking"}),
    "one": ("significance", {"question": "one", "one_data": "loaded"}),
    "two": ("significance", {"question": "two", "two_data": "loaded"}),
    "folds": ("significance", {"question": "folds"}),
    "many": ("significance", {"question": "many"}),
    "data": ("data", {}),
    "home": ("home", {}),
    "regression": ("regression", {}),
    "resampling": ("resampling", {}),
    "bias and variance": ("bias_variance", {}),
    "hypotheses": ("hypotheses", {}),
}
# What the frame says of the counts themselves.
LINE = re.compile(r"exact at [\d,]+ thresholds; AUC within \S+( average precision within \S+)?")
SAID, NOT_ASKED = str(ELSEWHERE), str(source_compared.NOT_ASKED)
# A comma behind a number is none of its thousands.
NUMBER = re.compile(r"(?<![\w#])[−-]?\d+(?:,\d+)*(?:\.\d+)?(?:e[−-]?\d+)?")


def page(name, predictions, **chosen):
    at = AppTest.from_file(str(PAGES / f"{name}.py"), default_timeout=120)
    at.session_state["loaded"] = Loaded(predictions, "predictions")
    for key, value in chosen.items():
        at.session_state[key] = value
    return well(at.run())


def numbers(at):
    """Return every number that stands in words, formulas, cards, tables and captions of a page."""
    said = "\n".join([texts(at), *cells(at), *(m.value for m in at.metric), *(i.value for i in at.info)])
    return set(NUMBER.findall(LINE.sub("", said)))


def says_so(at):
    return sum(info.value == SAID for info in at.info) + sum(texts(at).count(one) for one in (SAID, NOT_ASKED))


@pytest.mark.parametrize(
    "models", [("a", "b"), pytest.param(("a",), marks=pytest.mark.thorough)], ids=["two models", "one"]
)
@pytest.mark.parametrize("asked", ASKED)
def test_each_page_shows_the_numbers_of_the_rows_or_says_that_it_needs_them(asked, models):
    name, chosen = ASKED[asked]
    table = sourced.frame()
    here = page(name, sourced.in_memory(table, models), **chosen)
    there = page(name, sourced.in_source(table, models), **chosen)
    assert numbers(there) <= numbers(here)
    assert not at_nought(there)
    assert says_so(there) or numbers(there) == numbers(here)


# What takes rows of a source as independent: an interval as pages write it, and what is said of it.
BY_ROW = re.compile(r"\[[−-]?[\d.]+(?:e[−-]?\d+)?, [−-]?[\d.]+|drawn at random|±")
WITH_NUMBERS = [one for one in ASKED if ASKED[one][0] in ("confusion_matrix", "curves", "costs")]


@pytest.mark.parametrize("asked", WITH_NUMBERS)
def test_no_page_takes_rows_of_a_source_with_cases_as_independent(asked):
    name, chosen = ASKED[asked]
    at = page(name, sourced.in_source(sourced.frame(), case="patient"), **chosen)
    said = "\n".join([texts(at), *cells(at)])
    assert BY_ROW.findall(said) == []
    assert "ows of one case are not independent" in said


@pytest.mark.parametrize("asked", ["one", "two"])
def test_no_test_is_made_of_rows_of_a_source_with_cases(asked):
    name, chosen = ASKED[asked]
    at = page(name, sourced.in_source(sourced.frame(), case="patient"), **chosen)
    assert re.search("rows of one case are not[^.]*counts do not tell which rows", texts(at))
    assert "rejected" not in "\n".join(cells(at))


@pytest.mark.parametrize("asked", WITH_NUMBERS)
def test_without_cases_they_do(asked):  # the test above can fail
    name, chosen = ASKED[asked]
    at = page(name, sourced.in_source(sourced.frame()), **chosen)
    assert BY_ROW.search("\n".join([texts(at), *cells(at)]))


def at_nought(at):
    """Return what is said of no rows at all."""
    return re.findall(r"\b0 rows\b|no rows", texts(at))


@pytest.mark.parametrize("what", ["y_true", "score", "predicted"])
def test_no_array_is_empty_by_accident(what):
    predictions = sourced.in_source(sourced.frame())
    view = predictions.view("yes", "a")
    with pytest.raises(type(refusal(lambda: predictions.y_true))):
        getattr(view, what)
    assert str(refusal(lambda: predictions.scores["a"])) == SAID


def refusal(get):
    try:
        get()
    except ValueError as error:
        return error
    raise AssertionError("rows are here")
