"""Arrays that a notebook hands over: for whoever has the word, read once, and nothing without it."""

import io
import sys
from types import SimpleNamespace

import numpy as np
import pytest

from evalcore.workbench import opened, workbench
from tests.ui.session.sessions import Session
from ui.session import address, handed

WORD = "a-word"
Y, SCORES = np.array(["well", "ill", "ill", "well"]), [0.2, 0.9, 0.4, 0.6]
BENCH = workbench(Y, {"m": SCORES, "said": ["ill", "ill", "well", "well"]}, pos_label="ill", case=[1, 1, 2, 2])


@pytest.fixture
def pipe(monkeypatch):
    """Have the app's standard input bring the arrays."""
    handed._read.cache_clear()
    monkeypatch.setenv(handed.HANDED, WORD)
    data = io.BytesIO(opened.packed(BENCH.predictions, {"site": np.array(["x", "y", "x", "y"])}, "my notebook"))
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=data))
    yield data
    handed._read.cache_clear()


def begin(query):
    session = Session(query)

    def act():
        address.start()
        handed.take()

    session.run(act)
    return session


def test_both_sides_call_it_alike():
    assert handed.HANDED == opened.HANDED


def test_who_has_the_word_sees_the_arrays(pipe):
    session = begin({"handed": WORD})
    found = session["loaded"].predictions
    assert session["loaded"].name == "my notebook"
    assert found.positive == "ill"
    assert found.scores["m"].tolist() == SCORES
    assert found.labels["said"].tolist() == [True, True, False, False]
    assert found.cases.count == 2
    assert list(found.groups) == ["site"]
    assert "handed" not in session.address


def test_another_tab_sees_them_too(pipe):
    begin({"handed": WORD})
    assert begin({"handed": WORD})["loaded"].name == "my notebook"
    assert pipe.read() == b""


@pytest.mark.parametrize("query", [{"handed": "another"}, {}])
def test_without_the_word_nothing_is_read(pipe, query):
    session = begin(query)
    assert session["loaded"].sample is not None
    assert pipe.tell() == 0
    assert "handed" not in session.address


def test_an_app_that_no_notebook_started_reads_nothing(pipe, monkeypatch):
    monkeypatch.delenv(handed.HANDED)
    assert begin({"handed": WORD})["loaded"].sample is not None
    assert pipe.tell() == 0


def test_what_is_loaded_later_is_not_replaced(pipe):
    session = begin({"handed": WORD})
    session["loaded"] = None
    session.at.query_params["handed"] = WORD
    session.run(handed.take)
    assert session["loaded"] is None
