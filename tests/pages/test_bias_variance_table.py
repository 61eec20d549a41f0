"""The page of bias and variance on a table: an example, a file of one's own, what is refused, another target."""

import numpy as np
import pandas as pd
import pytest

from evalcore.support import process
from tests.evalcore.here import in_process_here
from tests.pages.significance_page import cells, not_translated, opened, texts, well
from ui.bias_variance.table import sweep as table_sweep

ADDRESS = {"bv_view": "table", "bv_table_learner": "linear", "bv_table_sets": "5"}
UPLOAD = "bv_table_upload"


@pytest.fixture(autouse=True)
def told_here(monkeypatch):
    monkeypatch.setattr(process, "in_process", in_process_here)


@pytest.fixture(autouse=True)
def patience(monkeypatch):
    """Wait for the learners: a page under test has no browser to ask again."""
    monkeypatch.setattr(table_sweep, "_PATIENCE", 120.0)


def own_table():
    rng = np.random.default_rng(0)
    kind = np.array(["red", "green"] * 40)
    return pd.DataFrame(
        {
            "name": [f"row {place}" for place in range(80)],
            "kind": kind,
            "size": np.where(np.arange(80) == 7, np.nan, rng.normal(size=80)),
            "price": 3 * (kind == "red") + rng.normal(size=80),
        }
    )


def upload(at, name, data):
    at.file_uploader(key=UPLOAD).set_value((name, data, "text/csv")).run()
    return well(at)


def errors(at):
    return [element.value for element in at.error]


def test_an_example_a_file_a_bad_file_and_another_target():
    at = opened(ADDRESS, page="bias_variance")
    said = texts(at)
    assert "the error is mostly **bias and noise** (" in said
    assert "Each row was seen once, so that noise cannot be told from bias" in said
    assert "'progression' is learned from 10 features in 10 columns, 442 rows: 133 are held out." in said
    assert any(cell == "λ = 10000" for cell in cells(at))

    upload(at, "houses.csv", own_table().to_csv(index=False).encode())
    said = texts(at)
    assert "'price' is learned from 3 features in 2 columns, 79 rows: 24 are held out." in said
    assert "Columns of more than 20 different texts were left out" in said
    assert "1 of 80 rows were left out for an empty or infinite cell, most often in column 'size'." in said
    assert "bv_table" not in at.query_params

    upload(at, "bad.csv", b"a,b\n1,2\n3,4\n")
    assert any("The table must have at least 30 rows with a value" in error for error in errors(at))
    assert "'price' is learned from 3 features" in texts(at)
    well(at.button(key="bv_table_turn_back").click().run())
    assert errors(at) == []
    assert "'price' is learned from 3 features" in texts(at)

    target = next(box for box in at.selectbox if box.label == "Target")
    well(target.set_value("name").run())
    assert "Column 'name' must hold at most 10 classes; got 79." in texts(at)
    well(next(box for box in at.selectbox if box.label == "Target").set_value("kind").run())
    assert "'kind' is learned from 2 features in 2 columns" in texts(at)
    assert "P(f_t \\ne y) = B + c_2 V" in texts(at)

    well(at.button(key="bv_example_wine").click().run())
    assert errors(at) == []
    assert "'grower' is learned from 13 features in 13 columns, 178 rows" in texts(at)


def test_in_chinese():
    at = opened({**ADDRESS, "lang": "zh", "bv_table": "wine"}, page="bias_variance")
    assert "留作测试" in texts(at)
    assert not_translated(texts(at)) == []


def test_learners_are_shown_as_they_are_done(monkeypatch):
    monkeypatch.setattr(table_sweep, "_PATIENCE", 0.0)
    at = opened({**ADDRESS, "bv_table_learner": "forest", "bv_table_sets": "15"}, page="bias_variance")
    run = at.session_state["bv_table_run"]
    while not run.done:
        run.wait(0.01)
    well(at.run())
    assert "The learners are being trained on every set" in texts(at)
    assert 1 <= len(at.dataframe[0].value) < 7
    well(at.button(key="stop_bv_table").click().run())
    assert run.wait(120)
    assert "Stopped after" in texts(at)


def test_a_fault_of_the_process_is_said_and_so_is_what_it_warned_of(monkeypatch):
    whole = table_sweep.table_sweep_steps

    def steps(_sets, _learners):
        """Warn, then end by a fault that is not foreseen."""
        process.listening.get()["ConvergenceWarning"] = 2
        raise process.fault("KeyError")
        yield

    monkeypatch.setattr(table_sweep, "table_sweep_steps", steps)
    assert "a fault that is not foreseen, KeyError, ended that." in texts(opened(ADDRESS, page="bias_variance"))

    def warning(sets, learners):
        """Find everything, and warn."""
        process.listening.get()["ConvergenceWarning"] = 2
        yield from whole(sets, learners)

    monkeypatch.setattr(table_sweep, "table_sweep_steps", warning)
    assert r"while the learners were trained: ConvergenceWarning \(2 ×\)" in texts(
        opened(ADDRESS, page="bias_variance")
    )
