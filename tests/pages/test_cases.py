"""Where rows are known to belong to cases no page takes them as independent: neither a number nor a file does."""

import importlib
import re
import sys

import numpy as np
import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

from evalcore.predictions import from_columns, guess_columns
from tests.pages.significance_page import opened, texts
from tests.pages.test_data import open_page, paste, read
from ui.session import samples
from ui.session.loaded import Loaded

PAGES = samples.FOLDER.parent / "pages"
CASES = 30


def clustered(task="binary"):
    """Return a table of two models whose rows belong to patients."""
    rng = np.random.default_rng(0)
    n = CASES * 6
    level = rng.normal(size=(2, CASES)).repeat(6, axis=1)
    frame = pd.DataFrame({"patient": np.repeat(np.arange(CASES), 6) + 100})
    if task == "regression":
        truth = rng.normal(size=n)
        return frame.assign(y=truth, pred_a=truth + level[0], pred_b=truth + level[1] + rng.normal(size=n))
    frame["y"] = rng.integers(0, 3 if task == "multiclass" else 2, n)
    if task == "multiclass":
        for name in ("a", "b"):
            raw = rng.random((n, 3)) + np.eye(3)[frame["y"]]
            frame = frame.assign(**{f"{name}:{k}": raw[:, k] / raw.sum(axis=1) for k in range(3)})
        return frame
    score = [1 / (1 + np.exp(-(frame["y"] + level[k] + rng.normal(size=n) - 0.5))) for k in (0, 1)]
    return frame.assign(a=score[0].round(4), b=score[1].round(4), amount=rng.integers(10, 90, n))


def predictions(task="binary"):
    frame = clustered(task)
    return from_columns(frame, guess_columns(frame))


# What takes rows as independent, by where it is called: none of it may be, once cases are known.
BY_ROW = [
    "evalcore.metrics.case_readings.readings_of_rows",
    "evalcore.metrics.macro_intervals.wilson",
    "evalcore.metrics.readings.wilson",
    "evalcore.curves.delong.newcombe",
    "evalcore.curves.delong.robust_area",
    "evalcore.curves.average_precision_by_case.boyd_interval",
    "evalcore.curves.bands.percentiles",
    "evalcore.curves.bootstrap.percentiles",
    "evalcore.views.many_classes.class_area_intervals",
    "evalcore.calibration.bins.wilson",
    "evalcore.costs.one_class.wilson",
    "evalcore.costs.class_intervals.percentiles",
    "evalcore.costs.fixed.ends",
    "evalcore.costs.fixed.ends_of_mixture",
    "evalcore.costs.area_intervals._ends",
    "evalcore.costs.paired.few_apart",
    "evalcore.costs.shown_cheaper",
    "evalcore.curves.shown_dominance",
    "evalcore.views.significance.two_models.mcnemar",
    "evalcore.significance.bootstrap._from_cells",
    "evalcore.regression.draws._row_by_row",
    "evalcore.regression.draws._by_their_sums",
]


@pytest.fixture
def no_row_alone(monkeypatch):
    for name in BY_ROW:

        def refuse(*_args, name=name, **_options):
            raise AssertionError(f"{name} takes rows as independent")

        module, _dot, attribute = name.rpartition(".")  # some modules are called like a function beside them
        importlib.import_module(module)
        monkeypatch.setattr(sys.modules[module], attribute, refuse)


def page(name, task="binary", **chosen):
    at = AppTest.from_file(str(PAGES / f"{name}.py"), default_timeout=60)
    at.session_state["loaded"] = Loaded(predictions(task), "patients.csv")
    for key, value in {"cost_fn": 5.0, "cost_fp": 1.0, **chosen}.items():
        at.session_state[key] = value
    return at.run()


ASKED = [
    ("confusion_matrix", "binary", {}),
    ("confusion_matrix", "multiclass", {}),
    ("curves", "binary", {"curves_bands": True, "curves_hull": True}),
    ("curves", "multiclass", {}),
    ("costs", "binary", {}),
    ("costs", "binary", {"amounts": "fn"}),
    ("costs", "multiclass", {}),
    ("significance", "binary", {"question": "one", "one_data": "loaded"}),
    ("significance", "binary", {"question": "two", "two_data": "loaded", "two_resampled": True}),
    ("regression", "regression", {}),
    ("regression", "regression", {"re_view": "compare"}),
    *(
        ("calibration", task, {"pb_view": view, "pb_gain": "model:b", "chosen_on": "half~0"})
        for task in ("binary", "multiclass")
        for view in ("reliability", "decision", "recalibration", "ranking")
    ),
]


@pytest.mark.usefixtures("no_row_alone")
@pytest.mark.parametrize(("name", "task", "chosen"), ASKED)
def test_no_page_takes_rows_of_a_case_as_independent(name, task, chosen):
    at = page(name, task, **chosen)
    assert not at.exception
    said = texts(at)
    assert re.search(r"by case|of one case|cases drawn again", said)


@pytest.mark.parametrize(("name", "task", "chosen"), ASKED[:9])
def test_without_cases_the_same_pages_do(name, task, chosen, no_row_alone):  # the test above can fail
    at = AppTest.from_file(str(PAGES / f"{name}.py"), default_timeout=60)
    frame = clustered(task).drop(columns="patient")
    at.session_state["loaded"] = Loaded(from_columns(frame, guess_columns(frame)), "patients.csv")
    for key, value in {"cost_fn": 5.0, "cost_fp": 1.0, **chosen}.items():
        at.session_state[key] = value
    at.run()
    is_tested = name == "significance" and chosen["question"] == "one"
    assert bool(at.exception) != is_tested


def test_two_models_of_the_sample_by_case_and_each_row_for_itself():
    by_case, alone = (
        texts(opened({"sample": "repeated", "question": "two", "two_data": "loaded", **given}))
        for given in ({}, {"cases": "row"})
    )
    assert "p = 0.136" in by_case
    assert "100 cases" in by_case or "of 100" in by_case
    assert "[−0.078, −0.027]" in alone
    assert "by case" not in alone


QUESTION = "3 predictions for each of 20 cases (column id). What do you want to look at?"


def repeated():
    rng = np.random.default_rng(2)
    y = np.arange(20) % 2
    frame = pd.DataFrame({"id": np.tile(np.arange(20), 3), "y": np.tile(y, 3), "score": rng.random(60).round(3)})
    return frame.to_csv(index=False)


def test_an_id_that_repeats_is_asked_about_before_any_number():
    at = paste(open_page(), repeated())
    assert any(QUESTION in m.value for m in at.markdown)
    assert not any(m.value.startswith("Loaded: ") for m in at.markdown)
    at.radio(key="ask_cases").set_value("mean").run()
    assert not at.exception
    assert any(m.value.startswith("Loaded: ") for m in at.markdown)
    assert (read(at).n, read(at).taken) == (20, "mean")


@pytest.mark.parametrize(("key", "n", "several"), [("understood_all", 60, True), ("understood_own", 60, False)])
def test_what_was_understood_is_changed_with_one_click(key, n, several):
    at = paste(open_page(), repeated())
    at.radio(key="ask_cases").set_value("mean").run()
    at.button(key=key).click().run()
    assert not at.exception
    assert read(at).n == n
    assert (read(at).cases is not None and read(at).cases.several is not None) is several


def test_rows_for_themselves_are_taken_by_case_again():
    at = paste(open_page(), repeated())
    at.radio(key="ask_cases").set_value("").run()
    assert (read(at).n, read(at).cases) == (60, None)
    at.button(key="understood_cases").click().run()
    assert not at.exception
    assert (read(at).n, read(at).taken) == (20, "mean")


def test_what_is_said_of_cases_is_said_once():
    at = paste(open_page(), repeated())
    at.radio(key="ask_cases").set_value("mean").run()
    said = [m.value for m in at.markdown] + [i.value for i in at.info]
    assert any(one.endswith("60 rows of 20 cases, all used.") for one in said)
    assert sum("mean" in one for one in said) == 1
    assert not any(m.value.startswith("Columns left out: ") for m in at.caption)


def test_the_mapping_takes_one_repetition():
    at = paste(open_page(), repeated())
    at.radio(key="ask_cases").set_value("mean").run()
    at.selectbox(key="map_taken").set_value("one:2").run()
    assert not at.exception
    assert (read(at).n, read(at).n_dropped) == (20, 40)


def test_patients_are_said_in_one_sentence():
    at = paste(open_page(), clustered().to_csv(index=False))
    assert not at.radio
    said = [m.value for m in at.markdown]
    assert any("30 cases of 6 rows each (column patient). Taken: all 180 rows" in one for one in said)
    assert read(at).cases.several is not None


def test_a_long_table_is_read_as_its_models():
    long = clustered().assign(row=np.arange(180)).melt(["row", "y"], ["a", "b"], "model", "score")
    at = paste(open_page(), long.to_csv(index=False))
    assert not at.exception
    assert (read(at).n, tuple(read(at).scores)) == (180, ("a", "b"))
    assert any("180 cases (column row), a row for each case and model (column model)." in m.value for m in at.markdown)


def test_cases_that_a_model_lacks_are_said_once():
    long = clustered().assign(row=np.arange(180)).melt(["row", "y"], ["a", "b"], "model", "score").iloc[4:]
    at = paste(open_page(), long.to_csv(index=False))
    said = [one.value for kind in ("info", "warning") for one in at.get(kind)]
    assert [one for one in said if "lack" in one or "missing" in one] == [
        "Cases that a model lacks, of 180: 'a' 4. Left out: 4 cases."
    ]


def test_columns_that_group_are_shown_and_chosen():
    frame = clustered().assign(region=np.tile(list("nsw"), 60), code=np.arange(180) % 60 + 1000)
    at = paste(open_page(), frame.to_csv(index=False))
    assert at.multiselect(key="map_groups").value == ["region"]
    assert list(read(at).groups) == ["region"]
    at.multiselect(key="map_groups").set_value(["region", "code"]).run()
    assert not at.exception
    assert len(read(at).groups["code"].labels) == 60
    assert not any(c.value.startswith("Columns left out: ") for c in at.caption)
    again = paste(at, frame.iloc[:90].to_csv(index=False))  # newer rows keep them
    assert list(read(again).groups) == ["region", "code"]
    again.selectbox(key="map_truth").set_value("region").run()
    assert again.multiselect(key="map_groups").value == ["code"]


def test_models_that_cannot_be_put_side_by_side_are_asked_about():
    long = clustered().melt(["y"], ["a", "b"], "model", "score").sample(frac=1, random_state=0)
    at = paste(open_page(), long.to_csv(index=False))
    assert any("names models, but nothing says which of their rows" in m.value for m in at.markdown)
    assert not any(m.value.startswith("Loaded: ") for m in at.markdown)
    at.radio(key="ask_part").set_value("b").run()
    assert not at.exception
    assert (read(at).n, read(at).n_dropped) == (180, 180)


def test_a_long_table_is_taken_for_rows_of_one_model_and_back():
    long = clustered().assign(row=np.arange(180)).melt(["row", "y"], ["a", "b"], "model", "score")
    at = paste(open_page(), long.to_csv(index=False))
    assert any(m.value.endswith("360 rows of 180 cases, all used.") for m in at.markdown)
    at.button(key="understood_not_long").click().run()
    assert not at.exception
    assert (read(at).n, tuple(read(at).scores), read(at).cases) == (360, ("score",), None)
    at.button(key="understood_long").click().run()
    assert not at.exception
    assert (read(at).n, tuple(read(at).scores)) == (180, ("a", "b"))


def test_one_repetition_is_asked_for_where_nothing_names_the_case():
    rng = np.random.default_rng(5)
    rows = pd.DataFrame({"repeat": np.repeat([1, 2, 3], 20), "y": np.tile(np.arange(20) % 2, 3)})
    at = paste(open_page(), rows.assign(score=rng.random(60).round(3)).to_csv(index=False))
    assert any("Column **repeat** numbers repetitions" in m.value for m in at.markdown)
    assert not any(m.value.startswith("Loaded: ") for m in at.markdown)
    at.radio(key="ask_part").set_value("2").run()
    assert (read(at).n, read(at).part) == (20, "2")
    at = paste(open_page(), rows.assign(score=rng.random(60).round(3)).to_csv(index=False))
    at.radio(key="ask_part").set_value("").run()
    assert not at.exception
    assert any("a case counts several times" in info.value for info in at.info)


@pytest.mark.parametrize(("lang", "here"), [("en", "180 rows"), ("zh", "个样本")])
def test_costs_by_case_speak_of_rows_and_offer_no_resamples(lang, here):
    at = AppTest.from_file(str(PAGES / "costs.py"), default_timeout=60)
    at.session_state["loaded"] = Loaded(predictions(), "mine.csv")
    at.session_state["cost_fn"], at.session_state["cost_fp"] = 5.0, 1.0
    at.session_state["tab"], at.session_state["lang"] = "sure", lang
    at.run()
    assert not at.exception
    answer = next(one.value for one in at.markdown if "(#hold-threshold)" in one.value)
    assert "1,000 rows cost" in answer if lang == "en" else here in answer
    assert "cases" not in answer
    # A reason of more than a sentence stands among the readings.
    assert len(answer) < 300
    assert "best_resampled" not in [one.key for one in at.toggle]
    assert any("case" in one.value or "个体" in one.value for one in at.caption)
