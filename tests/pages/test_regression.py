"""The page of regression error: its views, an example, a file of one's own, what is refused, what is loaded."""

import re

import pandas as pd
import pytest

from tests.pages.significance_page import cells, not_translated, opened, texts, well
from tests.ui.session.sessions import REGRESSION, own_file
from ui.regression import data

UPLOAD = data.TABLE.upload


def page(address=None, **chosen):
    return opened(address, page="regression", **chosen)


def upload(at, name, content):
    at.file_uploader(key=UPLOAD).set_value((name, content, "text/csv")).run()
    return well(at)


def off_by(mae, at):
    """Return how the sentence begins, once its interval is that of the card."""
    titles, captions = [metric.label for metric in at.metric], [one.value for one in at.caption]
    assert at.metric[titles.index("MAE")].value == mae
    ends = [re.fullmatch(r"\[([\d.,]+), ([\d.,]+)\]", one) for one in captions]
    known = [[float(end.replace(",", "")) for end in found.groups()] for found in ends if found]
    said = re.search(r"Off by [\d.]+ \[([\d.]+), ([\d.]+)\] on average", texts(at))
    assert said is not None
    assert [float(end) for end in said.groups()] == pytest.approx(known[titles.index("MAE")], rel=5e-3)
    return said[0].replace(said[0].split()[2], mae)


def errors(at):
    return [element.value for element in at.error]


def test_golden_values_a_tolerance_and_another_model():
    at = page({"re_data": "five_values"})
    said = texts(at)
    assert off_by("0.700", at) + "; within ±0.700 lie **60.0%** of the rows." in said
    assert {metric.label: metric.value for metric in at.metric} == {
        "MSE": "0.750",
        "RMSE": "0.866",
        "MAE": "0.700",
        "median error": "0.500",
        "R²": "0.707",
    }
    assert r"(2.2)\quad E(f;D)" in said
    assert r"\frac{(2.5-3)^2+(5-5)^2+(4-2.5)^2+(8-7)^2+(4.5-4)^2}{5} = 0.75" in said
    well(at.number_input(key="re_d").set_value(1.0).run())
    assert "within ±1.00 lie **80.0%** of the rows." in texts(at)
    assert at.query_params["re_d"] == "1"

    well(at.button(key="re_diabetes").click().run())
    assert off_by("44.3", at) + "; within ±44.3 lie **56.1%** of the rows." in texts(at)
    assert "re_d" not in at.query_params
    # The field has the digits of the handle, and a step is the last of them.
    field = at.number_input(key="re_d")
    assert field.proto.format % field.value == "44.3"
    assert field.step == 0.1
    well(at.selectbox(key="re_model").set_value("random_forest").run())
    assert off_by("47.1", at) in texts(at)
    assert at.query_params["re_model"] == "random_forest"
    assert "linear\\_regression – random\\_forest" in texts(at)
    well(at.button(key="answer_button").click().run())
    assert off_by("44.3", at) in texts(at)


def test_a_file_a_bad_file_and_other_columns():
    at = page()
    own = pd.DataFrame({"id": range(1, 31), "y": range(30), "a": [k + k % 2 for k in range(30)], "size": [1.5, 2] * 15})
    upload(at, "own.csv", own.to_csv(index=False).encode())
    assert errors(at) == []
    well(at.multiselect[0].set_value(["a"]).run())
    assert off_by("0.500", at) in texts(at)
    assert "re_data" not in at.query_params

    marked = own.rename(columns={"a": "$a$ **b** <b>"})
    upload(at, "<b>$own$.csv", marked.to_csv(index=False).encode())
    well(at.multiselect[0].set_value(["$a$ **b** <b>", "size"]).run())
    # A label is Markdown: the name of a column stands there as it is.
    assert at.button(key="answer_button").label == r"Least MSE: \$a\$ \*\*b\*\* \<b\>"
    upload(at, "own.csv", own.to_csv(index=False).encode())
    well(at.multiselect[0].set_value(["a"]).run())

    upload(at, "bad.csv", b"name,y\np,1.5\nq,2.5\n")
    assert any("The table must have at least two columns of numbers" in error for error in errors(at))
    assert off_by("0.500", at) in texts(at)
    well(at.multiselect[0].set_value([]).run())
    assert "Predictions must be another column than the truth; got none." in texts(at)
    well(at.button(key="re_five_values").click().run())
    assert errors(at) == []
    assert off_by("0.700", at) in texts(at)


def test_what_was_chosen_of_an_example_is_not_chosen_of_a_file():
    at = page({"re_data": "diabetes", "re_model": "random_forest", "re_d": "80", "re_x": "age"})
    assert "within ±80.0 lie" in texts(at)
    own = pd.DataFrame({"y": [1.5, 2.5, 4.0, 5.5]})
    own = own.assign(linear_regression=own["y"] + 1.25, random_forest=own["y"] + 0.25, age=[3.5, 1.5, 2.5, 4.5])
    upload(at, "own.csv", own.to_csv(index=False).encode())
    # Each row is off by as much: there is no interval to draw.
    assert "Off by **1.25** on average; within ±1.25 lie" in texts(at)
    assert at.selectbox(key="re_model").value == "linear_regression"
    assert not {"re_model", "re_d"} & set(at.query_params)
    assert "re_x" not in at.session_state


def test_what_is_loaded_is_shown():
    at = page(loaded=own_file(REGRESSION, truth="y", scores=("model",)))
    assert off_by("0.300", at) in texts(at)
    well(at.button(key="re_five_values").click().run())
    assert off_by("0.700", at) in texts(at)
    # The sidebar names it once it is shown, and not beside an example.
    name = ".st-key-loaded_rows { display: none; }"
    assert any(name in element.proto.body for element in at.get("html"))
    well(at.button(key="re_loaded").click().run())
    assert not any(name in element.proto.body for element in at.get("html"))
    assert off_by("0.300", at) in texts(at)


def test_of_many_rows_the_sentence_does_not_wait_for_its_interval():
    rows = pd.DataFrame({"y": range(1001)})
    at = page(loaded=own_file(rows.assign(model=rows["y"] + 1 + rows["y"] % 2), truth="y", scores=("model",)))
    assert "Off by **1.50** on average" in texts(at)


@pytest.mark.parametrize("view", ["errors", "line", "use"])
def test_in_chinese(view):
    at = page({"re_view": view, "re_data": "two_regions", "lang": "zh"})
    assert not_translated(texts(at)) == []
    assert at.title[0].value == "回归误差"


def test_a_line_is_moved_and_put_back():
    at = page({"re_view": "line", "re_y": "12"})
    assert "MSE **11.9** for y = 1·x + 0; the least is 10.4." in texts(at)
    assert any(cell == "0.669" for cell in cells(at))
    well(at.button(key="answer_button").click().run())
    assert "for y = 0.7·x + 2.75" in texts(at)
    well(at.button(key="re_back").click().run())
    assert "MSE **0.750** for y = 1·x + 0; the least is 0.390." in texts(at)
    assert "for y = −1·x − 2; the least" in texts(page({"re_view": "line", "re_b": "-2", "re_w": "-1"}))
    well(at.selectbox(key="re_points").set_value("drawn").run())
    well(at.selectbox(key="re_loss").set_value("huber").run())
    assert "Huber's loss **" in texts(at)
    well(at.number_input(key="re_delta").set_value(2.5).run())
    assert r"\delta=2.5" in texts(at)
    assert at.query_params["re_delta"] == "2.5"


def test_where_it_is_used():
    at = page({"re_view": "use", "re_data": "two_regions", "re_tilt": "1"})
    assert "At tilt 1, even has the least MSE of these rows (8.26); at tilt 0.53 local gives way to even." in texts(at)
    assert r"(2.3)\quad E(f;\mathcal D)" in texts(at)
    # The model of least squared error is not the one that is right more often.
    assert r"(2.6)\quad E(f;\mathcal D)" in texts(at)
    assert r"E(\text{even}) = 0.503,\quad acc = 1-0.503 = 0.497" in texts(at)
    assert r"E(\text{local}) = 0.491,\quad acc = 1-0.491 = 0.509" in texts(at)
    well(at.selectbox(key="re_x").set_value("y").run())
    assert at.query_params["re_x"] == "y"


def test_the_best_at_every_tilt_is_not_said_to_be_best_wherever_it_is_used():
    at = page({"re_view": "use", "re_data": "diabetes", "re_x": "bmi"})
    said = texts(at)
    assert (
        "has the least MSE of these rows at every tilt along bmi. Yet in 2 of 10 groups of rows another one is better."
        in said
    )
