"""Where not all is well a page says so in its own words, below its own title: no error of Python, and no hole."""

import re
from functools import cache

import numpy as np
import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

from evalcore.predictions import from_columns, guess_columns
from evalcore.reading import read_table
from tests.pages.significance_page import not_translated, texts
from ui.session import samples
from ui.session.loaded import Loaded
from ui.shared.chapter import PAGES
from ui.shared.text import catalogue

FOLDER = samples.FOLDER.parent / "pages"
OF_ROWS = ("confusion_matrix", "curves", "costs", "calibration")
TRUTH = np.array([1, 0, 1, 0, 1, 0, 0, 0, 1, 0] * 3)
SCORES = np.round(np.random.default_rng(1).random(30) / 2 + TRUTH * 0.4, 2)
CLASSES = np.array(["a", "b", "c"])
TABLES = {
    "numbers": {"truth": np.arange(1.25, 31), "prediction": np.arange(1.75, 31.5)},
    "few numbers": {"truth": [1.5, 2.5, 3.25], "prediction": [1.0, 2.0, 3.0]},
    "two rows": {"y": [1, 0], "score": [0.7, 0.2]},
    "labels": {"truth": np.where(TRUTH, "yes", "no"), "predicted": np.where(SCORES > 0.5, "yes", "no")},
    "labels of three": {"truth": CLASSES[np.arange(30) % 3], "predicted": CLASSES[TRUTH]},
    "equal scores": {"y": TRUTH, "score": [0.5] * 30},
    "no probabilities": {"y": TRUTH, "score": (SCORES - 0.5) * 8},
    "one model": {"y": TRUTH, "score": SCORES},
    "a group without positives": {
        "y": TRUTH,
        "score": SCORES,
        "group": np.where(TRUTH | (np.arange(30) % 3 == 0), "a", "b"),
    },
}
# What is loaded, the page, what is chosen there, the beginning of what it says, and the button that leads on.
SAID = [
    *(("numbers", page, {}, "What is loaded predicts a number", "see_load") for page in OF_ROWS),
    ("numbers", "significance", {"question": "two"}, "mine.csv is not shown here: it predicts a number", None),
    ("few numbers", "regression", {"re_data": "loaded"}, "These rows say as much as 3 rows", None),
    ("two rows", "confusion_matrix", {}, "At t = 0.5: finds 1 of 1 positives", None),
    ("two rows", "costs", {}, "Say what a miss and a false alarm cost", None),
    ("labels", "curves", {}, "a point, not a curve", None),
    ("labels", "calibration", {}, "Predicted labels say nothing", "labels_load"),
    ("labels", "regression", {"re_data": "loaded"}, "mine.csv is not shown here: it predicts classes", None),
    ("labels of three", "calibration", {}, "Predicted labels say nothing", "labels_load"),
    ("equal scores", "curves", {}, "score ranks a positive above a negative", None),
    ("no probabilities", "calibration", {}, "The scores do not lie between 0 and 1", "recalibrate"),
    ("one model", "significance", {"question": "two"}, "mine.csv is not shown here: it has one model", None),
    ("one model", "significance", {"question": "folds"}, "mine.csv is not shown here: this test needs", None),
    ("one model", "significance", {"question": "many"}, "mine.csv is not shown here: it is one data set", None),
    (
        "a group without positives",
        "confusion_matrix",
        {"groups_by": "group", "view": "one"},
        "fewer than two groups",
        None,
    ),
]


@cache
def made(name):
    frame = read_table(pd.DataFrame(TABLES[name]).to_csv(index=False).encode())
    return Loaded(from_columns(frame, guess_columns(frame)), "mine.csv")


def opened(page, lang, loaded=None, address=None, chosen=None):
    at = AppTest.from_file(str(FOLDER / f"{page}.py"), default_timeout=60)
    for key, value in {**(address or {}), **({"lang": lang} if lang != "en" else {})}.items():
        at.query_params[key] = value
    for key, value in (chosen or {}).items():
        at.session_state[key] = value
    if loaded is not None:
        at.session_state["loaded"], at.session_state["loaded_by_choice"] = loaded, True
    at.session_state["lang"] = lang
    return at.run()


def plain(at):
    """Return what a page says without links, emphasis and the escapes of Markdown."""
    said = "\n".join([texts(at), *(one.value for kind in ("warning", "info", "toast") for one in at.get(kind))])
    return re.sub(r"\]\([^)]*\)|[\\*\[]|:\w+-badge", "", said).replace("\u00a0", " ")


def faults(at, title, said, button, lang):
    """Return what is wrong with a page that is to say something below its title."""
    found = [one.value for one in at.exception]
    if [one.value for one in at.title] != [title]:
        found.append(f"title {[one.value for one in at.title]}")
    # What it is in other languages is left to the catalogue; but something is said.
    if said not in plain(at) if lang == "en" else not plain(at).strip():
        found.append(f"not said: {said}")
    if button is not None and button not in [one.key for one in at.button]:
        found.append(f"no button {button}")
    return [*found, *(not_translated(plain(at)) if lang != "en" else [])]


# A page, what its address asks for or its session has lost, the words it says, and the button that leads on.
NOPE = "This link asks for a sample called nope, and there is none."
GONE = "Your file was only in memory; load it again."
LOST = {"session_lost": {"file": "mine.csv"}, "session_lost_in_sight": True}
ASKED = [
    *((page, {"sample": "nope", "t": "0.3"}, {}, NOPE, "gone_load") for page in ("confusion_matrix", "regression")),
    *((page, {"source": "file"}, {}, GONE, "gone_load") for page in (*OF_ROWS, "significance", "regression")),
    ("curves", {"source": "file"}, LOST, "Your file mine.csv is gone: the connection was away too long", "gone_sample"),
    ("curves", {"t": "high"}, {}, "t must be a number; got 'high' (in the link).", None),
    ("curves", {"model": "mine"}, {}, "model must be one of score; got 'mine' (in the link).", None),
    ("confusion_matrix", {"groups_by": "age"}, {}, "groups_by must be one of score; got 'age' (in the link).", None),
    ("answer", {"class": "none"}, {}, "This class is over, or its address is not whole.", None),
]
TITLES = {**{key: page.title for key, page in PAGES.items()}, "answer": "The class answers"}


def title_of(page, lang):
    return TITLES[page] if lang == "en" else catalogue(lang)[TITLES[page]]


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_page_says_in_its_own_words_why_it_does_not_show_something_and_what_to_do(lang):
    wrong = {}
    for table, page, chosen, said, button in SAID:
        at = opened(page, lang, loaded=made(table), chosen=chosen)
        wrong[table, page] = faults(at, title_of(page, lang), said, button, lang)
    for page, address, held, said, button in ASKED:
        at = opened(page, lang, address=address, chosen=held)
        wrong[page, *address.items()] = faults(at, title_of(page, lang), said, button, lang)
    assert {of: found for of, found in wrong.items() if found} == {}
