"""The report of a page, made by its button: of this page, or of all pages of what is loaded."""

import json
import re
import threading

import pytest
from streamlit.testing.v1 import AppTest

from evalcore.counts import ELSEWHERE
from evalcore.predictions import from_frame
from evalcore.reading import read_table
from tests.pages import sourced
from tests.ui.shared.test_text import ENTRIES
from ui.frame import account, report_job
from ui.session import samples
from ui.session.loaded import Loaded
from ui.shared.text import speaking

pytestmark = pytest.mark.slow

PARTS = ("Confusion matrix", "ROC and P-R curves", "Costs")  # what is loaded speaks here
PAGES = samples.FOLDER.parent / "pages"
HOSTILE = "</script><img src=x onerror=alert(1)>=1+1"


def opened(page, *, sample=None, loaded=None, **chosen):
    at = AppTest.from_file(str(PAGES / f"{page}.py"), default_timeout=120)
    if sample is not None:
        at.query_params["sample"] = sample
    if loaded is not None:
        at.session_state["loaded"] = loaded
    for key, value in chosen.items():
        at.session_state[key] = value
    at.run()
    assert not at.exception
    return at


def make(at):
    """Press the button, and return what was made."""
    at.button(key="report_make").click().run()
    while report_job.JOB._key in at.session_state:
        at.run()
    assert not at.exception
    return at.session_state[report_job.MADE].report


def labels(at):
    return [button.label for button in at.get("download_button")]


def test_what_is_being_made_says_which_part_of_which_page_and_can_be_stopped(monkeypatch):
    seen, may_go_on = threading.Event(), threading.Event()
    told = account._tab

    def slowly(*asked):
        seen.set()
        assert may_go_on.wait(60)
        return told(*asked)

    monkeypatch.setattr(account, "_tab", slowly)
    at = opened("curves", sample="melon-20", lang="zh")
    at.radio(key="report_of").set_value("all").run()
    at.button(key="report_make").click().run()
    assert seen.wait(60)
    at.run()
    (bar,) = at.get("progress")
    assert bar.proto.text == "混淆矩阵，第1页，共5页：读数……"
    assert 0 < bar.proto.value < 20
    making = at.session_state[report_job.JOB._key]
    at.button(key="stop_report").click().run()
    may_go_on.set()
    assert making.wait(60)
    assert "已停止，没有生成报告。" in [one.value for one in at.caption]
    assert "保存报告" not in labels(at)
    # What it was of was not told to its end, and it can be made anew.
    assert sum(one.under_way.is_over for one in making.accounts) < 5
    monkeypatch.undo()
    assert make(at).sections


def test_this_page():
    at = opened("confusion_matrix", sample="melon-20", t=0.45)
    assert "Save the report" not in labels(at)
    made = make(at)
    assert [one for one in labels(at) if "report" in one or "numbers" in one] == [
        "Save the report",
        "Its numbers as JSON",
        "Its numbers as CSV",
    ]
    facts = dict(made.facts)
    assert facts["Loaded"] == "Twenty melons"
    assert facts["Rows used"] == "20 used of 20 read"
    assert facts["Threshold"] == "t = 0.45: by hand"
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d UTC, evalcore \d+\.\d+\.\d+", facts["Made"])
    assert [(one.part, one.title) for one in made.sections[:2]] == [
        ("Confusion matrix", "Answer and figure"),
        ("Confusion matrix", "Readings"),
    ]
    page = made.page().decode()
    assert page.count('id="plotly"') == 1
    assert len(page.encode()) < 6_000_000


def test_its_numbers_are_those_of_the_page():
    at = opened("confusion_matrix", sample="melon-20", t=0.45)
    numbers = json.loads(make(at).json())["sections"][0]["numbers"]
    by_name = {row["metric"]: row for row in numbers}
    assert [by_name[name]["value"] for name in ("tp", "fn", "fp", "tn")] == [7, 1, 6, 6]
    (shown,) = [frame.value for frame in at.dataframe if "metric" in frame.value]
    read = shown.set_index("metric")
    for name in ("recall", "precision", "specificity"):
        assert f"{by_name[name]['value']:.3f}" == read.loc[name, "value"]
        assert f"[{by_name[name]['low']:.3f}, {by_name[name]['high']:.3f}]" == read.loc[name, "95% interval"]


def test_all_pages_of_what_is_loaded_below_six_megabytes():
    at = opened("curves", sample="two-models", cost_fn=5.0, cost_fp=1.0)
    at.radio(key="report_of").set_value("all").run()
    made = make(at)
    assert list(dict.fromkeys(one.part for one in made.sections)) == [
        "Confusion matrix",
        "ROC and P-R curves",
        "Costs",
        "Probabilities",
        "Significance tests",
    ]
    page = made.page().decode()
    assert page.count('id="plotly"') == 1
    assert len(page.encode()) < 6_000_000


def test_a_page_that_waits_for_an_answer_says_so():
    at = opened("costs", sample="melon-20")
    at.session_state["cost_fn"] = None
    (only,) = make(at.run()).sections
    assert only.part == "Costs"
    assert only.notes[0] == "Say what a miss and a false alarm cost: until then no threshold is best."


def test_what_is_not_ticked_is_not_in_it():
    at = opened("curves", sample="melon-20")
    at.checkbox(key="report_block_figure").uncheck().run()
    made = make(at)
    assert made.sections
    assert not [one for one in made.sections if one.title == "Answer and figure"]


def test_another_threshold_asks_for_another_report():
    at = opened("confusion_matrix", sample="melon-20", t=0.45)
    make(at)
    at.number_input(key="t").set_value(0.6).run()
    assert "Save the report" not in labels(at)
    assert at.button(key="report_make")


def test_in_chinese():
    at = opened("confusion_matrix", sample="melon-20", lang="zh")
    with speaking("zh"):  # in which the test names what it leaves as it is
        page = make(at).page().decode()
    assert '<html lang="zh">' in page
    for said in ("Answer and figure", "Contents", "Digest of the rows used", "All readings with intervals"):
        assert f">{ENTRIES[said].string}<" in page
    assert ">Contents<" not in page


@pytest.fixture(scope="module")
def hostile():
    rows = [f'{y},{s},"{HOSTILE}"' for y, s in [("a", 0.1), (HOSTILE, 0.9), ("a", 0.2), (HOSTILE, 0.7), ("a", "")] * 6]
    names = [f'"{HOSTILE}{k}"' for k in range(3)]
    table = read_table("\n".join([",".join(names), *rows]).replace(f"\n{HOSTILE}", f'\n"{HOSTILE}"').encode())
    return from_frame(table, truth=f"{HOSTILE}0", scores=[f"{HOSTILE}1"], positive=HOSTILE)


def test_hostile_names_are_text_and_no_row_is_in_it(hostile):
    at = opened("confusion_matrix", loaded=Loaded(hostile, f"{HOSTILE}.csv"))
    made = make(at)
    page = made.page().decode()
    assert "<img" not in page
    assert "&lt;img src=x onerror=alert(1)&gt;=1+1.csv" in page
    facts = dict(made.facts)
    assert facts["Rows used"].startswith("24 used of 30 read; left out: ")
    assert "6)" in facts["Rows used"]
    assert not re.search(r'(^|[\n,;"])=1', made.csv().decode("utf-8-sig"))


def test_the_name_of_a_group_is_what_the_file_says():
    name = "<b>x</b> $y$ :smile: [a](b) `c`"
    frame = sourced.frame().assign(region=["north", name] * 200)
    rows = from_frame(frame, truth="y", scores=["a"], positive="yes", groups=["region"])
    at = opened("confusion_matrix", loaded=Loaded(rows, "a.csv"), groups_by="region")
    tables = [table.frame for one in make(at).sections for table in one.tables if "group" in table.frame]
    assert [set(one["group"]) for one in tables] == [{"north", name}] * len(tables)
    assert tables


def test_a_page_of_its_own_example_says_nothing_of_what_is_loaded():
    at = opened("hypotheses")
    assert not [one for one in at.radio if one.key == "report_of"]
    made = make(at)
    assert [label for label, _text in made.facts] == ["Made"]
    assert made.sections[0].part == "Model learning"


def test_predicted_numbers_of_an_example_are_not_called_what_is_loaded():
    made = make(opened("regression", re_data="diabetes"))
    assert [label for label, _text in made.facts] == ["Made"]
    assert made.sections[0].about == "Data: Diabetes · Model: linear_regression"


def test_predicted_numbers_that_are_loaded_are():
    table = read_table(samples.FOLDER.joinpath("five_values.csv"))
    rows = from_frame(table, truth="y", scores=["prediction"])
    made = make(opened("regression", loaded=Loaded(rows, "five.csv"), re_data="loaded"))
    facts = dict(made.facts)
    assert (facts["Loaded"], facts["Rows used"]) == ("five.csv", "5 used of 5 read")
    assert made.sections[0].about == "Data: five.csv · Model: prediction"


def of_all_pages(rows):
    at = opened("confusion_matrix", loaded=Loaded(rows, "a source"), t=0.4, cost_fn=5.0, cost_fp=1.0)
    at.radio(key="report_of").set_value("all").run()
    return make(at)


@pytest.fixture(scope="module")
def there():
    return of_all_pages(sourced.in_source(sourced.frame()))


@pytest.mark.thorough
def test_rows_that_stay_in_a_source_are_reported_by_their_counts(there):
    here = of_all_pages(sourced.in_memory(sourced.frame()))
    found = there, here
    assert {one.part for one in there.sections} == {one.part for one in here.sections}
    names = ("metric", "value", "low", "high", "interval")
    of_matrix = [
        [[row[name] for name in names] for row in json.loads(one.json())["sections"][0]["numbers"]] for one in found
    ]
    assert of_matrix[0] == of_matrix[1]
    assert str(ELSEWHERE) in there.page().decode()


def test_rows_of_a_source_that_belong_to_cases_have_no_interval_in_a_report(there):
    def ends(made):
        parts = [one for one in json.loads(made.json())["sections"] if one["part"] in PARTS]
        lows = [row["low"] for one in parts for row in one.get("numbers") or () if row.get("low") is not None]
        texts = re.sub(r"<(script|style).*?</\1>", "", made.page().decode(), flags=re.DOTALL)
        return lows, re.findall(r"\[[−-]?\d[\d.]*, [−-]?\d[\d.]*\]", texts)

    assert all(map(len, ends(there)))
    lows, intervals = ends(of_all_pages(sourced.in_source(sourced.frame(), case="patient")))
    assert (lows, intervals) == ([], [])
