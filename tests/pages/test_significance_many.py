"""The page of tests on several algorithms: the lecture's ranks, the errors, a table of one's own, what is refused."""

import re

import pytest

from evalcore.reading import read_table
from evalcore.significance import friedman, nemenyi, sign_test, wilcoxon, wilcoxon_holm
from tests.pages.significance_page import not_translated, opened, paste, texts, well
from ui.frame import tabs
from ui.shared.text import plain

KEY = "table_many"


def open_page(address=None, **chosen):
    return opened({"question": "many", **(address or {})}, **chosen)


def paste_results(at, text):
    return paste(at, text, KEY)


def said(message):
    """Write a sentence as the page shows it: values of text literally."""
    return message.template.format(**{k: plain(v) if isinstance(v, str) else v for k, v in message.values.items()})


def errors(at):
    return [element.value for element in at.error]


def tables(at):
    return [frame.value for frame in at.dataframe]


def box(at):
    """Return what the box of the table is called."""
    return next(
        block.proto.popover.label
        for block in blocks(at.main)
        if block.proto.HasField("popover") and block.proto.popover.icon == ":material/table:"
    )


def blocks(root):
    """Return all blocks below this one."""
    inner = [one for one in root.children.values() if hasattr(one, "children")]
    return [*inner, *(below for one in inner for below in blocks(one))]


def test_lecture_is_there_at_once():
    at = open_page()
    said = texts(at)
    assert "Mean ranks 1.000–2.875; chance alone would hardly do that (p = 0.00926 < α = 0.05)." in said
    assert "**A** is ahead of **C**, not told apart from **B**." in said
    assert "Friedman's test: results on different data sets are on scales of their own" in said
    assert not errors(at)
    statistics = next(frame for frame in tables(at) if "p-value" in frame)
    assert statistics["statistic"].tolist() == ["7.600", "57.000", "7.600"]
    assert statistics["p-value"].tolist() == ["0.0224", "0.000125", "0.00926"]


def test_book_s_form_is_one_click_away():
    at = open_page(ties="textbook", rank_test="chi2")
    statistics = next(frame for frame in tables(at) if "p-value" in frame)
    assert statistics["statistic"].tolist() == ["7.125", "24.429", "7.125"]
    assert statistics["p-value"].tolist() == ["0.0284", "0.00131", "0.00926"]
    assert "(p = 0.0284 < α = 0.05)" in texts(at)


def test_formulas_have_the_golden_numbers():
    at = open_page(ties="textbook", tab="formulas")
    said = texts(at)
    for number in ("7.125", "24.429", "1.657", "2.344"):
        assert number in said
    assert [n for n in ("(2.34)", "(2.35)", "(2.36)") if n in said] == ["(2.34)", "(2.35)", "(2.36)"]


def test_leaving_c_out_changes_the_verdict_about_a_and_b():
    at = open_page(tab="compare")
    assert "Leave out **C**, and the verdict about **A** and **B** changes." in texts(at)
    pool = next(frame for frame in tables(at) if "left out" in frame)
    assert pool["verdict"].tolist() == ["cannot be told apart", "told apart"]


def test_left_out_leaves_the_whole_page():
    at = open_page(left_out=["C"], drawer_open=True)
    assert "**A** is ahead of **B**." in texts(at) or "chance alone could do that" in texts(at)
    ranks = next(frame for frame in tables(at) if "mean rank" in frame)
    assert ranks["algorithm"].tolist() == ["A", "B"]
    well(at.multiselect(key="left_out").set_value([]).run())
    assert len(next(frame for frame in tables(at) if "mean rank" in frame)) == 3


def test_algorithms_left_out_are_in_the_address_of_an_example():
    at = open_page({"many_left_out": "2_9", "drawer_open": "1"})
    assert at.multiselect(key="left_out").value == ["B"]
    assert at.query_params["many_left_out"] in ("2", ["2"])
    at = paste_results(at, "d,A,B,C\n1,0.1,0.2,0.3\n2,0.1,0.3,0.2\n")
    assert at.multiselect(key="left_out").value == ["B"]
    assert "many_left_out" not in at.query_params


def test_of_two_none_can_be_left_out():
    at = paste_results(open_page(drawer_open=True), "A,B\n1,2\n1,2\n2,1\n")
    assert at.multiselect(key="left_out").disabled


def test_level_and_groups_come_with_the_address():
    at = open_page({"alpha": "0.01", "groups": "holm", "many_table": "errors", "better": "lower"})
    said = texts(at)
    assert "Groups come from pairwise tests, so there is no critical difference" in said
    assert at.number_input(key="alpha").value == 0.01


def test_direction_turns_the_ranks():
    lower, higher = (open_page(better=end) for end in ("lower", "higher"))
    first = [next(f for f in tables(at) if "mean rank" in f)["algorithm"].tolist() for at in (lower, higher)]
    assert first == [["A", "B", "C"], ["C", "B", "A"]]


def test_pasted_table_is_taken():
    at = paste_results(open_page(), "d,*X*,<b>Y</b>\na,1,2\nb,1,2\nc,1,2\nd,1,2\ne,1,2\nf,1,2\n")
    said = texts(at)
    assert r"**\*X\***" in said
    assert not errors(at)
    assert next(f for f in tables(at) if "mean rank" in f)["algorithm"].tolist() == ["*X*", "<b>Y</b>"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("d,A\niris,.1\n", "must have 2 to 10 columns of numbers"),
        ("d,A,B\niris,.1,oops\n", "must hold numbers; got 'oops'"),
        ("", "pasted text"),
    ],
)
def test_what_cannot_be_used_is_refused_and_the_table_stays(text, said):
    at = paste_results(open_page(), text)
    found = errors(at)
    assert len(found) == 2  # where it was given, and on the page
    assert said in re.sub(r"\\(.)", r"\1", found[0])
    assert found[1].endswith("The table before it stays in use.")
    assert "**A** is ahead of **C**" in texts(at)
    assert not errors(well(at.button(key=f"{KEY}_example_errors").click().run()))


def test_of_two_algorithms_one_comparison_is_that_of_all_pairs():
    at = paste_results(open_page(), "A,B\n1,2\n1,2\n2,1\n")
    assert "that of Nemenyi, since there is only one pair." in texts(at)
    assert "since only 2 comparisons are made" in texts(open_page())


def test_renamed_columns():
    at = open_page()
    name = next(field for field in at.text_input if field.label.startswith("Names of the columns"))
    well(name.set_value("kNN, SVM, tree").run())
    assert next(f for f in tables(at) if "mean rank" in f)["algorithm"].tolist() == ["kNN", "SVM", "tree"]


def test_right_and_wrong_get_cochran_s_test():
    assert "Q = " not in texts(open_page(tab="compare"))
    at = paste_results(open_page(tab="compare", better="higher"), "A,B,C\n1,0,1\n1,0,0\n1,1,0\n1,0,0\n1,0,1\n1,0,0\n")
    assert re.search(r"Q = [\d.]+, 2 degrees of freedom, p = [\d.e-]+; with all arrangements counted p = ", texts(at))


@pytest.mark.parametrize(
    "text",
    ["d,A,B\na,1,1\nb,1,1\nc,1,1\n", "A,B\n1,2\n", "d,A,B,C\na,1,2,3\nb,1,2,3\nc,1,2,3\n"],
    ids=["all tied", "one data set", "all agree"],
)
def test_degenerate_tables_have_their_sentences(text, monkeypatch):
    monkeypatch.setattr(tabs, "is_open", lambda _state: True)
    monkeypatch.setattr(tabs, "show_lesson", lambda _topic: None)
    at = paste_results(open_page(), text)
    assert not errors(at)
    assert "nan" not in texts(at)
    values = read_table(text.encode()).select_dtypes("number").to_numpy()
    test, posthoc = friedman(values, higher_is_better=False), wilcoxon_holm(values)
    pair = [one for test_of in (wilcoxon, sign_test) for one in test_of(*values[:, :2].T).warnings]
    found = nemenyi(test.mean_ranks, len(values))
    for message in (*test.warnings, *test.assumptions, *posthoc.warnings, *found.warnings, *pair):
        assert said(message) in texts(at)


def test_in_front_of_a_class_the_figure_says_the_level():
    at = open_page({"present": "1"}, alpha=0.01, better="higher")
    assert not at.number_input
    assert "no pair can be told apart" in texts(at)


def test_chinese_is_complete():
    at = open_page({"lang": "zh", "many_table": "errors"})
    said = texts(at)
    assert "**SVM \\(RBF\\)\u200b**领先于" in said
    assert not_translated(said) == []


def test_what_wilcoxons_test_cannot_tell_is_said_of_its_column_only():
    at = open_page()
    pairs = next(frame for frame in tables(at) if "p (Nemenyi)" in frame)
    assert "p (Wilcoxon–Holm) ⚠" in pairs
    assert "⚠ Wilcoxon's test with Holm's adjustment can tell no pair apart: with 4 data sets its smallest" in texts(at)
    assert "can tell no pair apart" not in texts(open_page({"many_table": "errors"}))


def test_one_data_set_has_no_f_and_says_why():
    at = paste(open_page(), "d,A,B,C\niris,.1,.2,.3\n", "table_many")
    statistics = next(frame for frame in tables(at) if "p-value" in frame)
    assert statistics.loc[1, ["statistic", "critical value", "p-value"]].tolist() == ["—", "—", "—"]
    assert "F is 0 divided by 0 and has no p-value" in texts(at)
    assert "Mean ranks 1.000–3.000; chance alone could do that (p = 1" in texts(at)


def test_a_way_to_another_example_shows_it_and_one_that_names_none_shows_the_first():
    at = open_page()
    assert "4 × 3" in box(at)
    # As a way from another page does it.
    at.session_state["many_table"] = "errors"
    assert "12 × 6" in box(well(at.run()))
    del at.session_state["many_table"]
    assert "4 × 3" in box(well(at.run()))
    assert at.session_state["many_table"] == "lecture"
