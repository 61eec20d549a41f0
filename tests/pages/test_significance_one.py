"""The page of tests, one model against a bar: typed, loaded, several rates, in both languages, and what is refused."""

import json
import re

import pandas as pd
import pytest

from evalcore.predictions import from_frame
from tests.evalcore.figures.steps import handles
from tests.pages.significance_page import cells, opened, texts, well
from ui.session import loaded


def open_page(sample=None, mine=None, **chosen):
    """Open the page on a sample or on rows of one's own."""
    address = {} if sample is None else {"sample": sample}
    rows = {} if mine is None else {"loaded": mine}
    return opened(address, **{**rows, "question": "one", **chosen})


def spec(at):
    return json.loads(at.get("plotly_chart")[0].proto.spec)


def test_opens_with_the_lectures_figure():
    at = open_page()
    assert (
        "Error rate 0.600 [0.313, 0.832], **0.300 above the bar** of 0.3; chance alone would hardly do that "
        "(p = 0.0473 < α = 0.05)." in texts(at)
    )
    assert "At most 5 errors are kept (critical rate 0.500)" in texts(at)
    assert set(handles(spec(at))) == {"rate", "rows", "alpha", "errors"}
    assert [metric.value for metric in at.metric] == ["0.300", "0.600", "0.0473"]
    assert any(r"\bar\epsilon = 0.5" in latex.value and "0.0473 < 0.05" in latex.value for latex in at.get("latex"))


def test_typed_numbers_are_tested_and_stand_in_the_address():
    at = open_page()
    at.number_input(key="one_rows").set_value(100).run()
    at.number_input(key="one_errors").set_value(15).run()
    well(at.number_input(key="one_bar").set_value(0.1).run())
    assert "chance alone could do that (p = 0.0726 ≥ α = 0.05)." in texts(at)
    assert "At most 15 errors are kept" in texts(at)
    address = {key: value if isinstance(value, str) else value[0] for key, value in at.query_params.items()}
    assert {key: float(address[key]) for key in ("one_rows", "one_errors", "one_bar")} == {
        "one_rows": 100,
        "one_errors": 15,
        "one_bar": 0.1,
    }
    # Fewer rows than errors cannot be.
    well(at.number_input(key="one_rows").set_value(12).run())
    assert at.number_input(key="one_errors").value == 12


def test_a_side_that_is_not_sought_is_said():
    at = open_page(one_errors=0)
    assert "the test looks at the other side of the bar only (p = 1)." in texts(at)
    # Chosen afterwards only the test of both sides keeps its level.
    well(at.button(key="take_either").click().run())
    assert at.session_state["one_side"] == "two-sided"
    assert "other side of the bar" not in texts(at)
    assert not [one for one in at.button if one.key == "take_either"]
    assert "chance alone would hardly do that (p = 0.0282 < α = 0.05)." in texts(
        open_page(one_errors=0, one_side="less")
    )
    assert "chance alone could do that (p = 0.0756 ≥ α = 0.05)." in texts(open_page(one_side="two-sided"))


def test_an_interval_that_contradicts_the_test_says_why():
    at = open_page(one_side="two-sided")
    assert "of 0.3 [0.013, 0.532] (other method); chance alone could do that (p = 0.0756 ≥ α = 0.05)." in texts(at)
    assert "⚠ Wilson's interval of the error rate leaves 0.3 out, yet the exact binomial test does not" in texts(at)
    at = open_page(one_rows=20, one_errors=10)
    assert (
        "of 0.3 [−0.001, 0.401] (two-sided); chance alone would hardly do that (one-sided p = 0.048 < α = 0.05)."
        in texts(at)
    )
    for at in (open_page(), open_page(one_errors=0), open_page(one_test="t")):
        assert not re.search("other method|two-sided\\)", texts(at).partition(";")[0])
    at = open_page(lang="zh", one_side="two-sided")
    assert "[0.013, 0.532] （方法不同）" in texts(at)
    assert "错误率的Wilson区间不含0.3，而精确二项检验在显著度0.05下不能拒绝" in texts(at)


@pytest.mark.parametrize(("test", "named"), [("binomial", "Binomial test: "), ("t", "t-test: ")])
def test_the_test_and_the_bar_are_explained(test, named):
    at = open_page(one_test=test)
    (why,) = [caption.value for caption in at.caption if caption.value.startswith(named)]
    assert "The bar ε₀ is the error rate to compare with" in why
    assert at.selectbox(key="question").label == "Question"


def test_errors_of_the_loaded_model_at_its_threshold():
    at = open_page("lecture-20", one_data="loaded")
    assert "The bar of 0.3 is only a start: set your own." in texts(at)
    assert "is only a start" not in texts(open_page("lecture-20", one_data="loaded", one_bar=0.25))
    assert "is only a start" not in texts(open_page())
    assert "Errors of score at t = 0.5, positive class p." in texts(at)
    assert "8 of 20" in texts(at)
    drawn = json.dumps(spec(at)["data"])
    assert "8 of 20 wrong: error rate 0.400, 95% interval [0.219, 0.613]" in drawn
    assert set(handles(spec(at))) == {"rate", "alpha"}
    assert "one_errors" not in [field.key for field in at.number_input]


def test_weighted_rows_are_refused_and_a_regression_is_not_offered():
    frame = pd.DataFrame({"y": [1, 0, 1, 0], "s": [0.9, 0.2, 0.6, 0.4], "w": [1.0, 2, 3, 4]})
    mine = loaded.Loaded(from_frame(frame, truth="y", scores=("s",), positive="1", weight="w"), "mine.csv")
    assert "The rows must count once each; these have weights." in texts(open_page(mine=mine, one_data="loaded"))
    numbers = pd.DataFrame({"y": [1.5, 2.25, 3.75, 8.5], "model": [1.4, 2.0, 4.1, 8.0]})
    mine = loaded.Loaded(from_frame(numbers, truth="y", scores=("model",)), "mine.csv")
    assert "6 of 10" in texts(open_page(mine=mine, one_data="loaded"))


def test_several_rates_are_the_books_t_test():
    at = open_page(one_test="t")
    assert "Mean error rate 0.118 [0.105, 0.131], **0.018 above the bar** of 0.1; chance" in texts(at)
    assert {"3.038", "0.0141", "2.262"} <= set(cells(at))
    assert set(handles(spec(at))) == {"rate", "alpha"}
    assert any("(2.30)" in latex.value for latex in at.get("latex"))


@pytest.mark.parametrize(
    ("pasted", "sentence"),
    [
        ("0.1 0.2 x", "Error rates must be numbers from 0 to 1; got"),
        ("0.2 0.2 0.2", "All error rates are the same"),
        ("0.1 0.1", "p is 1 by definition"),
        ("0.1", "at least two are needed"),
        ("", "The box must hold at least one number; got none."),
    ],
)
def test_rates_without_a_test_get_their_sentence_and_no_figure(pasted, sentence):
    at = open_page(one_test="t", one_pasted=pasted)
    assert sentence in texts(at).replace("\\", "")
    assert not at.get("plotly_chart")


def test_rates_that_do_not_vary_say_why_nothing_could_have_been_seen():
    at = open_page(one_test="t", one_pasted="0.2 0.2 0.2")
    assert texts(at).count("All error rates are the same") > 1


def test_both_sides_of_the_bar_are_those_of_the_test_with_two_sides():
    at = open_page(one_side="two-sided", one_rows=100, one_errors=10, one_bar=0.1)
    assert "With 100 rows a true error rate of **0.199** is told from the bar" in texts(at)
    at = open_page(one_side="two-sided", one_rows=20, one_errors=2, one_bar=0.1)
    assert "20 rows show no error rate below the bar of 0.1 in 80% of samples." in texts(at)


def test_in_chinese():
    at = open_page(lang="zh", one_test="t")
    assert "平均错误率0.118 [0.105, 0.131]，**比给定的0.1高0.018**" in texts(at)
    assert "周志华《机器学习》第2章" in texts(at)
