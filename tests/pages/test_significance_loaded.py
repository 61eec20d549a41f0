"""The page of tests opens on what is loaded; where it cannot, it says so, and an example stands under its mark."""

import pandas as pd
import pytest

from evalcore.predictions import from_frame
from tests.pages.significance_page import opened, texts, well
from ui.session import loaded

ROWS = pd.DataFrame({"y": [1, 0, 1, 0, 1, 0], "s": [0.9, 0.2, 0.6, 0.4, 0.3, 0.7], "r": [1.5, 2, 3, 4, 5, 7]})
EXAMPLE = ":orange-badge[Example]"


def mine(*scores, truth="y", **options):
    return loaded.Loaded(from_frame(ROWS, truth=truth, scores=scores, **options), "my *own*.csv")


def test_the_sample_a_session_begins_with_is_shown_once_it_is_asked_for():
    at = opened()
    assert "6 of 10" in texts(at)
    assert EXAMPLE in texts(at)
    for address in ({"sample": "lecture-20"}, {"sample": "lecture-20", "one_rows": "10"}):
        at = opened(address)
        assert "8 of 20" in texts(at)
        assert "6 of 10" not in texts(at)
        assert EXAMPLE not in texts(at)


def test_the_address_of_the_example_still_shows_it():
    at = opened()
    assert at.query_params["one_data"] in ("typed", ["typed"])
    at = opened({"sample": "lecture-20", "one_data": "typed"})
    assert "6 of 10" in texts(at)


REGRESSION = "it predicts a number, and these tests count right and wrong."
ONE_MODEL = "it has one model, and this test compares two."


@pytest.mark.parametrize(
    ("question", "own", "why", "chosen"),
    [
        ("one", ("s", "r"), REGRESSION, {}),
        ("two", ("s", "r"), REGRESSION, {}),
        ("two", ("s", "y"), ONE_MODEL, {}),
        ("one", ("s", "y"), "it has one error rate, and this test needs several.", {"one_test": "t"}),
        ("folds", ("s", "y"), "this test needs two models and a column that numbers the folds.", {}),
        ("many", ("s", "y"), "it is one data set, and this test compares results on several.", {}),
    ],
)
def test_why_a_file_is_not_shown_is_said_above_the_example(question, own, why, chosen):
    score, truth = own
    options = {"positive": "1"} if truth == "y" else {}
    at = opened(loaded=mine(score, truth=truth, **options), question=question, **chosen)
    assert rf"my \*own\*\.csv is not shown here: {why}" in [caption.value for caption in at.caption]
    assert EXAMPLE in texts(at)
    assert "is not shown here" not in texts(opened(question=question, **chosen))


def test_nothing_is_said_where_the_file_is_shown_or_typed_numbers_are_asked_for():
    one = mine("s", positive="1")
    shown = opened(loaded=one)
    assert "2 of 6" in texts(shown)
    assert EXAMPLE not in texts(shown)
    for at in (shown, opened(loaded=one, one_data="typed")):
        assert "is not shown here" not in texts(at)


@pytest.mark.parametrize("page", ["home", "significance", "regression", "hypotheses", "bias_variance", "resampling"])
def test_below_no_such_sample_nothing_else_is_shown(page):
    at = opened({"sample": "no-such"}, page=page)
    (said,) = at.warning
    assert "asks for a sample called no\\-such, and there is none" in said.value
    assert not at.get("plotly_chart")
    assert not at.metric
    well(at.button(key="gone_sample").click().run())
    assert not at.warning
    assert at.get("plotly_chart")
    if page == "significance":
        assert "8 of 20" in texts(at)


def test_of_several_models_that_were_asked_for_two_are_compared_first_and_a_link_says_what_else_was_chosen():
    at = opened({"sample": "breast-cancer"})
    assert at.selectbox(key="question").value == "two"
    assert at.query_params["question"] in ("two", ["two"])
    well(at.selectbox(key="question").set_value("one").run())
    assert at.query_params["question"] in ("one", ["one"])
    assert opened({"sample": "breast-cancer", "question": "one"}).selectbox(key="question").value == "one"


def test_of_several_models_of_ones_own_two_are_compared_first():
    at = opened(loaded=mine("s", "r", truth="y", positive="1"))
    assert at.selectbox(key="question").value == "two"
    assert "6 of 10" not in texts(at)
    at.selectbox(key="question").set_value("one").run()  # what somebody chooses stays
    well(at.run())
    assert at.selectbox(key="question").value == "one"
    assert opened(loaded=mine("s", truth="y", positive="1")).selectbox(key="question").value == "one"
    assert opened().selectbox(key="question").value == "one"


def test_what_was_usual_follows_what_is_loaded():
    at = opened(loaded=mine("s", "r", truth="y", positive="1"))
    at.session_state["loaded"] = mine("s", truth="y", positive="1")
    assert well(at.run()).selectbox(key="question").value == "one"


def test_a_group_that_other_pages_look_at_alone_is_not_tested_alone_and_that_is_said():
    own = loaded.Loaded(
        from_frame(ROWS.assign(g=list("aabbab")), truth="y", scores=("s",), positive="1", groups=["g"]), "x"
    )
    said = "All rows are tested here, also those that are not of g = b, which other pages look at."
    grouped = {"groups_by": "g", "group": "b"}
    shown = opened(loaded=own, **grouped)
    assert said in [caption.value for caption in shown.caption]
    assert "2 of 6" in texts(shown)
    for at in (opened(loaded=own), opened(loaded=own, one_data="typed", **grouped)):
        assert said not in texts(at)


def test_a_half_that_is_reported_on_is_tested_alone_and_that_is_said():
    at = opened({"sample": "lecture-20", "chosen_on": "half~1"})
    assert "Tested is the half of the rows that is reported on" in texts(at)
    assert "of 10" in texts(at)
