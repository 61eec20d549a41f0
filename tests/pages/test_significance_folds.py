"""The question about folds: the lecture's folds and 5x2 differences, levels, numerators, a table of one's own."""

import pytest

from tests.pages.significance_page import not_translated, opened, paste, texts, well


def open_page(address=None, **chosen):
    return opened({"question": "folds", **(address or {})}, **chosen)


def paste_folds(at, text):
    return paste(at, text, "table_folds")


def test_the_lectures_folds():
    said = texts(open_page())
    assert "**B is better**: A − B = 0.015 [0.002, 0.028]; chance alone would hardly do that (corrected" in said
    assert "p = 0.0301" in said
    assert "(2.31)" in said
    assert "= 3.737" in said


def test_the_overlap_decides_and_is_in_the_address():
    at = open_page({"folds_ratio": "0.5"})
    assert "chance alone could do that: the plain test forgets" in texts(at)
    assert at.query_params["folds_ratio"] == "0.5"
    at.session_state["folds_better"] = "higher"
    assert "**A is better**: A − B = 0.015 [" in texts(well(at.run()))


def test_the_power_at_the_difference_that_was_seen_is_left_out():
    at = open_page()
    powers = next(frame.value for frame in at.dataframe if "true difference" in frame.value)
    assert "0.0150" not in powers["true difference"].tolist()
    assert "The difference that was seen, 0.015, has no row: how often it would be found says only" in texts(at)


@pytest.mark.parametrize(("kind", "why"), [("folds", "Paired t-test: "), ("halves", "5×2 F-test: ")])
def test_the_test_is_named_with_its_reason(kind, why):
    said = texts(open_page({"folds_kind": kind}))
    assert why in said
    assert ("gives their mean no interval" in said) == (kind == "halves")


@pytest.mark.parametrize(
    ("numerator", "t"), [("1.1", "2.893"), ("mean", "1.929"), ("scaled", "2.728"), ("3.2", "−0.482")]
)
def test_numerators_of_5x2(numerator, t):
    at = open_page({"folds_kind": "halves", "folds_numerator": numerator})
    assert "(F: no interval); chance alone could do that (p = 0.072), yet 2 of 10 numerators reject." in texts(at)
    rows = [frame.value for frame in at.dataframe if "method" in frame.value]
    assert rows[1]["statistic"].tolist() == [t]


def test_all_tests_side_by_side():
    at = open_page({"folds_kind": "halves"})
    (compared,) = [frame.value for frame in at.dataframe if "test" in frame.value]
    verdicts = compared["verdict at level 0.05"].tolist()
    assert verdicts == ["rejected", "cannot reject", "rejected", "cannot reject", "rejected", "cannot reject"]


def test_the_book_s_statistic_has_no_sign():
    said = texts(paste_folds(open_page(), "fold,old,new\n1,0.1,0.2\n2,0.1,0.3\n3,0.2,0.2\n"))
    assert r"\sqrt{3}\cdot −0.100" in said
    assert "= 1.732" in said
    assert "= −1.732" not in said


def test_where_both_are_level_the_sentence_says_so_once():
    half = "0.1,-0.1\n"
    at = paste(open_page({"folds_kind": "halves"}), f"first,second\n{5 * half}", "table_halves")
    said = texts(at)
    sentence = "**A** and **B** are level: A − B = 0.000 (F: no interval); chance alone could do that (p = 0.836), and"
    assert f"{sentence} none of 10 numerators rejects." in said


def test_a_table_of_ones_own():
    at = paste_folds(open_page(), "fold,old,new\n1,0.2,0.1\n2,0.3,0.1\n3,0.2,0.2\n")
    said = texts(at)
    assert "**new is better**: old − new = 0.100 [" in said
    assert at.session_state["folds_ratio"] == 0.5
    at = paste_folds(at, "fold,old,new\n1,0.2,0.1\n2,0.2,0.1\n")
    assert "nothing tells how sure that amount is" in texts(at)


def test_5x2_takes_five_rows():
    at = paste(open_page({"folds_kind": "halves"}), "first,second\n0.1,0.2\n", "table_halves")
    assert "at least 5 rows" in " ".join(error.value for error in at.error)


def test_chinese():
    for kind in ("folds", "halves"):
        said = texts(open_page({"lang": "zh", "folds_kind": kind}))
        assert "B 更好" in said
        assert not_translated(said) == []
