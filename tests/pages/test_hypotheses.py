"""The page of model learning: four melons one by one, attributes of one's own, biases, curves, and a tilted prior."""

import json

import pytest

from tests.pages.significance_page import cells, not_translated, opened, texts, well

FOUR = "aaa1-baa1-acc0-bbb0"


def open_page(address=None, **chosen):
    return opened(address, page="hypotheses", **chosen)


def figure(at):
    return json.loads(at.get("plotly_chart")[0].proto.spec)


def handles(at):
    live = json.loads(figure(at)["layout"]["meta"]["live"])["handles"]
    return {one["name"]: one["values"][one["active"]] for one in live}


def address(at):
    return {key: "".join(value) for key, value in at.query_params.items() if key.startswith("ml_")}


def test_four_melons_one_by_one():
    at = open_page()
    assert at.title[0].value == "Model learning"
    assert "No example seen yet: all **65** hypotheses remain." in texts(at)
    said = [
        "Example 1 strikes out 57: **8 of 65** hypotheses remain.",
        "Example 2 strikes out 4: **4 of 65** hypotheses remain.",
        "Example 3 strikes out 1: **3 of 65** hypotheses remain.",
        "Example 4 strikes out nothing new: **3 of 65** hypotheses remain.",
    ]
    for seen, sentence in enumerate(said, start=1):
        at = well(at.button(key="answer_button").click().run())
        assert sentence in texts(at)
        assert address(at) == {"ml_seen": str(seen)}
        assert handles(at) == {"seen": str(seen)}
    assert "(∗, curled, ∗)" in cells(at)
    assert "Most general: (∗, curled, ∗); (∗, ∗, muffled). Most specific: (∗, curled, muffled)." in texts(at)
    assert address(well(at.button(key="answer_button").click().run())) == {}


def test_a_search_from_the_top_and_from_the_bottom():
    at = open_page({"ml_search": "down"})
    assert "0 tried: **0 kept, 0 of 65** struck out." in texts(at)
    assert "It is induction all the same" in texts(at)
    at = well(at.button(key="answer_button").click().run())
    assert "1 tried: **0 kept, 1 of 65** struck out." in texts(at)
    assert address(at) == {"ml_search": "down", "ml_tried": "1"}
    assert handles(at) == {"tried": "1"}
    assert "example 3: green, stiff, crisp" in cells(at)
    at = open_page({"ml_search": "down", "ml_tried": "12"})
    assert "The search is over: **3 of 65** hypotheses agree with all examples." in texts(at)
    assert at.button(key="answer_button").label == "From the start"
    # The other way begins at its own beginning.
    at = well(at.selectbox(key="ml_search").set_value("up").run())
    assert address(at) == {"ml_search": "up"}
    assert "the way of induction" in texts(at)
    assert address(well(at.selectbox(key="ml_search").set_value("examples").run())) == {}


def test_a_search_that_finds_nothing_says_why():
    at = open_page({"ml_search": "up", "ml_wildcard": "0", "ml_tried": "3"})
    assert "without the star each is true of one instance at most" in texts(at)


def test_names_are_asked_for():
    at = open_page({"ml_names": "all", "ml_seen": "1"})
    assert any(">pale</span>" in text for trace in figure(at)["data"] for text in trace.get("text") or [])
    at = well(at.selectbox(key="ml_names").set_value("row3").run())
    assert address(at) == {"ml_names": "row3", "ml_seen": "1"}
    # A space without that row has the usual names.
    at = well(at.toggle(key="ml_wildcard").set_value(False).run())
    assert "ml_names" not in address(at)
    at = open_page({"ml_space": "own", "ml_own": "4, 4, 4, 4", "ml_names": "all"})
    assert "No room for the names in the rows of" in texts(at)


def test_attributes_and_examples_of_ones_own():
    at = open_page({"ml_space": "own"})
    assert "all **37** hypotheses remain" in texts(at)
    at = well(at.text_input(key="ml_own").set_value("root: curled, stiff; sound: dull, crisp, *muffled*").run())
    assert "all **13** hypotheses remain" in texts(at)
    at = well(at.button(key="ml_add_True").click().run())
    assert address(at)["ml_examples"] == "aa1"
    at = well(at.button(key="answer_button").click().run())
    assert "Example 1 strikes out 9: **4 of 13** hypotheses remain." in texts(at)
    at = well(at.button(key="ml_turn_0").click().run())
    assert "**9 of 13** hypotheses remain" in texts(at)
    at = well(at.button(key="ml_remove_0").click().run())
    assert "ml_examples" not in address(at)
    at = well(at.text_input(key="ml_own").set_value("9, 9, 9, 9").run())
    assert "There are 10,001 hypotheses: too many to draw, more than 700." in texts(at)
    assert "(9+1)" in texts(at)
    at = well(at.text_input(key="ml_own").set_value("0").run())
    assert "Attributes must be numbers of values from 1 to 26" in texts(at)


def test_a_table_of_examples_is_pasted():
    at = open_page({"ml_space": "own", "ml_seen": "2"})
    at.text_area(key="ml_table_pasted").set_value("root,sound,good\ncurled,dull,yes\nstiff,dull,perhaps")
    at = well(at.button(key="ml_table_paste").click().run())
    said = "pasted text: The last column, 'good', must hold yes or no, or 1 or 0; got 'perhaps' in data row 2."
    assert [one.value for one in at.error if one.value.startswith(said)]
    assert address(at) == {"ml_space": "own", "ml_seen": "2"}
    at.text_area(key="ml_table_pasted").set_value("root,sound,good\ncurled,dull,yes\nstiff,dull,no")
    at = well(at.button(key="ml_table_paste").click().run())
    assert not at.error
    own = {"ml_space": "own", "ml_own": "root: curled, stiff; sound: dull", "ml_examples": "aa1-ba0"}
    assert address(at) == own
    assert "all **7** hypotheses remain" in texts(at)


def test_without_the_star_a_positive_example_says_nothing_of_others():
    at = open_page({"ml_wildcard": "0", "ml_seen": "1"})
    assert "Example 1 strikes out 27: **1 of 28** hypotheses remain." in texts(at)
    assert r"3\cdot 3\cdot 3 + 1 = 28" in texts(at)
    at = well(at.button(key="answer_button").click().run())
    assert "without the star each is true of one instance at most" in texts(at)
    assert address(at) == {"ml_wildcard": "0", "ml_seen": "2"}
    at = well(at.toggle(key="ml_wildcard").set_value(True).run())
    assert "**4 of 65** hypotheses remain" in texts(at)
    assert address(at) == {"ml_seen": "2"}


@pytest.mark.parametrize(
    "asked", [{"ml_view": "bias"}, {"ml_view": "occam"}, {"ml_view": "lunch"}, {"ml_search": "down", "ml_tried": "3"}]
)
def test_chinese(asked):
    said = texts(open_page({"lang": "zh", **asked}))
    assert not_translated(said) == []


def test_examples_of_a_link_and_back():
    at = open_page({"ml_examples": f"{FOUR}-aaa0", "ml_seen": "5"})
    assert "No hypothesis of this space agrees with all examples" in texts(at)
    at = well(at.button(key="ml_examples_reset").click().run())
    assert address(at) == {"ml_seen": "5"}
    assert "**3 of 65** hypotheses remain" in texts(at)
    at = open_page({"ml_examples": "zzz1"})
    assert "ml_examples" not in address(at)
    assert "all **65** hypotheses remain" in texts(at)
    assert [one.value for one in at.toast if "An instance must have" in one.value]


def test_biases_answer_differently():
    at = open_page({"ml_view": "bias"})
    assert "**green, curled, dull**, 4 of 4 examples seen: 3 biases say yes, 3 say no, 2 do not decide" in texts(at)
    assert "not good" in cells(at)
    assert address(at) == {"ml_view": "bias"}
    at = well(at.button(key="answer_button").click().run())
    at = well(at.button(key="answer_button").click().run())
    assert "**green, curled, dull**, 4 of 4 examples seen: 2 biases say yes, 4 say no, 2 do not decide" in texts(at)
    assert address(at) == {"ml_view": "bias", "ml_draw": "2"}
    at = well(at.selectbox(key="ml_new").set_value("aaa").run())
    assert "**green, curled, muffled** is one of the examples" in texts(at)
    assert address(at) == {"ml_view": "bias", "ml_draw": "2", "ml_new": "aaa"}


def test_the_razor_may_cut_the_wrong_way():
    at = open_page({"ml_view": "occam"})
    assert "**A** is closer to the truth: error 0.000 against 0.320" in texts(at)
    at = well(at.button(key="answer_button").click().run())
    assert "**B** is closer to the truth: error 0.320 against 0.000" in texts(at)
    before = figure(at)["data"][0]["y"]
    at = well(at.button(key="ml_other_points").click().run())
    assert figure(at)["data"][0]["y"] != before
    assert address(at) == {"ml_view": "occam", "ml_truth": "1", "ml_points": "1"}
    assert handles(at) == {"wiggle": "0.8", "truth": "1.0"}


def test_the_lecture_s_curve_has_its_equation():
    at = open_page({"ml_view": "occam"})
    assert "A is the smoothest" in texts(at)
    at = well(at.button(key="ml_points_lecture").click().run())
    assert address(at)["ml_xy"] == "0_1_1_6_2_9_3_10_4_9_5_6_6_1"
    assert "A is $y = -x^2+6x+1$: three numbers describe it." in texts(at)
    assert r"A:\; y = -x^2+6x+1" in texts(at)
    assert "A is the smoothest" not in texts(at)
    assert "three numbers describe it" not in texts(well(at.button(key="ml_points_reset").click().run()))


def test_points_of_a_link_and_points_that_cannot_be():
    at = open_page({"ml_view": "occam", "ml_xy": "0_1_2_3_4_-1"})
    assert "through the same 3 points" in at.get("plotly_chart")[0].proto.alt
    assert address(at) == {"ml_view": "occam", "ml_xy": "0_1_2_3_4_-1"}
    at = well(at.button(key="ml_points_reset").click().run())
    assert "through the same 6 points" in at.get("plotly_chart")[0].proto.alt
    assert address(at) == {"ml_view": "occam"}
    at = open_page({"ml_view": "occam", "ml_xy": "0_1_0_3"})
    assert [one.value for one in at.toast if "at least 0.5 apart in x; got 0 and 0" in one.value]
    assert address(at) == {"ml_view": "occam"}


def test_a_tilted_prior_has_a_winner():
    at = open_page({"ml_view": "lunch"})
    assert "Over all 8 targets both sums are **8/3**" in texts(at)
    at = well(at.button(key="answer_button").click().run())
    assert "**A wins**: it errs 0.296, B 0.371" in texts(at)
    assert address(at) == {"ml_view": "lunch", "ml_tilt": "0.15"}
    at = well(at.selectbox(key="ml_cells").set_value("2").run())
    at = well(at.selectbox(key="ml_training").set_value("0").run())
    assert "err alike" in texts(at)


def test_a_rule_of_ones_own():
    at = open_page({"ml_view": "lunch", "ml_a": "mine"})
    labels = [one for one in at.checkbox if one.key.startswith("ml_rule")]
    assert len(labels) == 4
    at = well(labels[0].uncheck().run())
    assert address(at)["ml_rule"] == "0111"
    assert "both sums are **8/3**" in texts(at)
    for cell in (1, 2, 3):
        at.session_state[f"ml_weight_{cell}"] = 0.0
    assert "density must have weights from 0" in texts(well(at.run()))
