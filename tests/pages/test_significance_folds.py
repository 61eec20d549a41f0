"""The question about folds: the lecture's folds and 5x2 differences, levels, numerators, a table of one's own."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from streamlit.testing.v1 import AppTest

from evalcore.predictions import from_columns, guess_columns
from tests.pages.significance_page import PAGES, cells, not_translated, opened, paste, texts, well
from ui.session import loaded, samples


def open_page(address=None, **chosen):
    return opened({"question": "folds", **(address or {})}, **chosen)


def paste_folds(at, text):
    return paste(at, text, "table_folds")


def test_the_lectures_folds():
    said = texts(open_page())
    assert (
        "**B is better**: A − B = 0.015 [0.002, 0.028]; chance alone would hardly do that (p = 0.0301 < α = 0.05, "
        "corrected" in said
    )
    assert "p = 0.0301" in said
    assert "(2.31)" in said
    assert "= 3.737" in said


def test_the_overlap_decides_and_is_in_the_address():
    at = open_page({"folds_ratio": "0.5"})
    assert "No difference beyond chance shown: A − B = 0.015 [" in texts(at)
    assert "chance alone could do that (p = 0.161 ≥ α = 0.05): the plain test forgets" in texts(at)
    assert at.query_params["folds_ratio"] == "0.5"
    at.session_state["folds_better"] = "higher"
    at.session_state["folds_ratio"] = 1 / 9
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
    assert (
        "(F: no interval); chance alone could do that (p = 0.072 ≥ α = 0.05), yet 2 of 10 numerators reject."
        in texts(at)
    )
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
    sentence = (
        "A and B are level: A − B = 0.000 (F: no interval); chance alone could do that (p = 0.836 ≥ α = 0.05), and"
    )
    assert f"{sentence} none of 10 numerators rejects." in said


def test_a_table_of_ones_own():
    at = paste_folds(open_page(), "fold,old,new\n1,0.2,0.1\n2,0.3,0.1\n3,0.2,0.2\n")
    said = texts(at)
    assert "No difference beyond chance shown: old − new = 0.100 [" in said
    assert at.session_state["folds_ratio"] == 0.5
    at = paste_folds(at, "fold,old,new\n1,0.2,0.1\n2,0.2,0.1\n")
    assert "nothing tells how sure that amount is" in texts(at)


def test_5x2_takes_five_rows():
    at = paste(open_page({"folds_kind": "halves"}), "first,second\n0.1,0.2\n", "table_halves")
    assert "at least 5 rows" in " ".join(error.value for error in at.error)


def test_chinese():
    for kind in ("folds", "halves"):
        said = texts(open_page({"lang": "zh", "folds_kind": kind}))
        assert ("B更好" in said) == (kind == "folds")
        assert ("没有显示出超过偶然的差别：A − B = 0.017" in said) == (kind == "halves")
        assert not_translated(said) == []


def loaded_table(repeats, folds, rows=40, seed=0):
    """Return a file of two models whose rows were predicted in folds, repetition by repetition."""
    rng = np.random.default_rng(seed)
    y = np.tile(rng.random(rows) < 0.5, repeats)
    return pd.DataFrame(
        {
            "repeat": np.repeat(np.arange(1, repeats + 1), rows),
            "fold": np.concatenate([rng.permutation(np.arange(rows) % folds) + 1 for _ in range(repeats)]),
            "y": y.astype(int),
            "pred_a": np.where(rng.random(repeats * rows) < 0.2, ~y, y).astype(int),
            "pred_b": np.where(rng.random(repeats * rows) < 0.3, ~y, y).astype(int),
        }
    )


def open_file(frame, **chosen):
    """Run the page with a file loaded whose parts are taken together."""
    guess = replace(guess_columns(frame), positive="1")
    own = loaded.Loaded(from_columns(frame, guess), "mine.csv")
    return open_page(loaded=own, question="folds", folds_data="loaded", two_model_a="pred_a ✓", **chosen)


def by_hand(frame):
    """Return the error rates of both models in each fold, and their differences."""
    wrong = pd.DataFrame({name: frame[name] != frame["y"] for name in ("pred_a", "pred_b")})
    rates = wrong.groupby([frame["repeat"], frame["fold"]]).mean()
    return rates, (rates["pred_a"] - rates["pred_b"]).to_numpy()


def test_a_loaded_fold_column_is_tested_fold_by_fold():
    at = open_page({"sample": "breast-cancer", "folds_data": "loaded", "two_model_b": "naive_bayes"})
    frame = pd.read_csv(samples.FOLDER / "breast_cancer.csv")
    positive = frame["label"] == "malignant"
    wrong = pd.DataFrame({name: (frame[name] >= 0.5) != positive for name in ("logistic_regression", "naive_bayes")})
    d = (wrong["logistic_regression"] - wrong["naive_bayes"].astype(int)).groupby(frame["fold"]).mean()
    corrected = d.mean() / np.sqrt((1 / 10 + 1 / 9) * d.var(ddof=1))
    rows = [frame.value for frame in at.dataframe if "method" in frame.value]
    assert [row["statistic"][0] for row in rows] == [
        f"{t:.3f}".replace("-", "−") for t in (corrected, stats.ttest_1samp(d, 0).statistic)
    ]
    said = texts(at).replace("\\", "")
    # Three models are loaded, so p answers for three pairs.
    alone = 2 * stats.t.sf(-corrected, 9)
    assert f"No difference beyond chance shown: logistic_regression − naive_bayes = −{-d.mean():.3f} [" in said
    assert f"p = {alone:.3g} for this pair alone" in said or f"{alone:.3g}" in cells(at)
    assert "Adjusted for 3 pairs together" in said
    assert "Compared: logistic_regression at t = 0.5; naive_bayes at t = 0.5; positive class malignant." in said
    assert (
        "10 folds (column fold) of 56–57 rows, error rate in each: taken for cross validation, 0.111 test rows per "
        "training row."
    ) in said
    assert at.session_state["folds_ratio"] == pytest.approx(1 / 9)
    assert at.query_params["two_model_b"] in ("naive_bayes", ["naive_bayes"])


def test_another_metric_turns_better_round():
    at = open_page({"sample": "breast-cancer", "folds_data": "loaded", "folds_metric": "recall"})
    assert "recall in each" in texts(at)
    well(at.selectbox(key="two_model_a").select("naive_bayes").run())
    well(at.selectbox(key="two_model_b").select("logistic_regression").run())
    assert "No difference beyond chance shown: naive\\_bayes − logistic\\_regression = −0.066 [" in texts(at)


def test_repetitions_are_corrected_for_the_overlap_of_their_folds():
    frame = loaded_table(3, 4)
    at = open_file(frame)
    said = texts(at)
    assert "3 repetitions of 4 folds (column fold) of 10 rows" in said
    assert at.session_state["folds_ratio"] == pytest.approx(1 / 3)
    _rates, d = by_hand(frame)
    t = d.mean() / np.sqrt((1 / 12 + 1 / 3) * d.var(ddof=1))
    rows = [frame.value for frame in at.dataframe if "method" in frame.value]
    assert rows[0]["statistic"].tolist() == [f"{t:.3f}".replace("-", "−")]


def test_five_repetitions_of_two_folds_lead_to_5x2():
    frame = loaded_table(5, 2)
    at = open_file(frame)
    well(at.button(key="as_five_by_two").click().run())
    _rates, d = by_hand(frame)
    five = d.reshape(5, 2)
    f = (five**2).sum() / (2 * five.var(axis=1, ddof=1).sum())
    (compared,) = [frame.value for frame in at.dataframe if "test" in frame.value]
    assert f"{f:.3f}" in compared["statistic"].tolist()
    assert "pred\\_a ✓" in texts(at)


def test_rows_that_are_not_in_a_test_are_counted():
    frame = loaded_table(1, 4)
    frame["fold"] = frame["fold"].astype(object)
    frame.loc[0, "fold"] = None
    frame.loc[1, "y"] = np.nan
    said = texts(open_file(frame.drop(columns="repeat")))
    assert "Rows without a fold or repetition were left out: 1." in said
    assert "Left out when the file was read: 1 rows" in said


def test_5x2_without_a_value_in_a_fold_says_so():
    frame = loaded_table(5, 2)
    frame.loc[(frame["repeat"] == 1) & (frame["fold"] == 1), "y"] = 0
    said = texts(open_file(frame, folds_kind="halves", folds_metric="recall"))
    assert (
        "5 × 2 must have a value in each of five repetitions of two folds; some of the loaded ones have none." in said
    )


def test_a_metric_without_values_says_so():
    frame = loaded_table(1, 2).drop(columns="repeat")
    frame.loc[frame["fold"] == 1, "y"] = 0
    said = texts(open_file(frame, folds_metric="recall"))
    assert "At least two folds must give each model a value; got 1." in said


def test_without_a_fold_column_the_table_is_used():
    at = open_page({"sample": "two-models", "folds_data": "loaded"})
    assert "**B is better**: A − B = 0.015 [" in texts(at)
    assert "10 rows, taken for the folds of one cross validation, 0.111 test rows per training row." in texts(at)


def pasted(repeats, folds, names=None):
    rows = [f"{0.1 + 0.001 * (i % 7)},{0.09 + 0.0013 * (i % 5)}" for i in range(repeats * folds)]
    names = names or [str(i + 1) for i in range(repeats * folds)]
    return "\n".join([",A,B", *(f"{name},{row}" for name, row in zip(names, rows, strict=True))])


def test_a_table_of_100_rows_is_ten_by_ten_until_said_otherwise():
    at = paste_folds(open_page({"drawer_open": "1"}), pasted(10, 10))
    said = "100 rows, taken for 10 × 10: 10 repetitions of 10 folds, 0.111 test rows per training row."
    assert said in texts(at)
    well(at.selectbox(key="folds_repeats").select(20).run())
    assert "100 rows, taken for 20 × 5: 20 repetitions of 5 folds, 0.250 test rows per training row." in texts(at)
    assert at.session_state["folds_ratio"] == 0.25
    assert at.query_params["folds_repeats"] in ("20", ["20"])


def test_columns_of_repetitions_and_folds_are_understood_in_a_table():
    lines = [f"{r},{f},{0.1 + 0.01 * r},{0.08 + 0.02 * f}" for r in (1, 2, 3, 4, 5) for f in (1, 2)]
    at = paste_folds(open_page(), "\n".join(["repeat,fold,A,B", *lines]))
    assert "10 rows, taken for 5 × 2" in texts(at)
    well(at.button(key="as_five_by_two").click().run())
    d = np.array([[0.1 + 0.01 * r - 0.08 - 0.02 * f for f in (1, 2)] for r in (1, 2, 3, 4, 5)])
    f = (d**2).sum() / (2 * d.var(axis=1, ddof=1).sum())
    (compared,) = [frame.value for frame in at.dataframe if "test" in frame.value]
    assert f"{f:.3f}" in compared["statistic"].tolist()


def test_loaded_folds_in_chinese():
    said = texts(open_page({"sample": "breast-cancer", "folds_data": "loaded", "lang": "zh"}))
    assert "10折（“fold”列），每折56–57行，各折的错误率" in said
    assert not_translated(said) == []


@pytest.mark.parametrize("page", ["confusion_matrix", "curves", "costs"])
def test_pages_of_folds_lead_here_in_one_click(page):
    at = AppTest.from_file(str(PAGES / f"{page}.py"), default_timeout=60)
    at.query_params["sample"] = "breast-cancer"
    at.query_params["tab"] = "compare"
    well(at.run())
    well(at.button(key="to_folds").click().run())
    state = at.session_state
    assert (state["question"], state["folds_kind"], state["folds_data"], state["tab"]) == (
        *("folds", "folds", "loaded", "readings"),
    )


def test_models_without_a_fold_column_lead_to_their_rows_only():
    at = AppTest.from_file(str(PAGES / "curves.py"), default_timeout=60)
    at.query_params["sample"] = "two-models"
    well(at.run())
    with pytest.raises(KeyError):
        at.button(key="to_folds")
    well(at.button(key="to_two_models").click().run())
    assert at.session_state["tab"] == "readings"


HIDES = ".st-key-looked_at { display: none; }"
HIDES_NAME = ".st-key-loaded_rows { display: none; }"


@pytest.mark.parametrize(
    ("asked", "hidden"),
    [
        ({"question": "one", "one_data": "typed"}, True),
        ({"question": "one"}, False),
        ({"question": "two", "two_data": "typed"}, True),
        ({"question": "two"}, False),
        ({"question": "folds", "folds_data": "typed"}, True),
        ({"question": "folds"}, False),
        ({"question": "many"}, True),
        ({"question": "lies"}, True),
    ],
)
def test_the_sidebar_asks_for_a_class_and_names_what_is_loaded_only_where_its_rows_are_shown(asked, hidden):
    at = open_page({"sample": "breast-cancer", **asked})
    for rule in (HIDES, HIDES_NAME):
        assert any(rule in element.proto.body for element in at.get("html")) == hidden


def test_one_fold_alone_is_not_tested_and_the_page_says_how_it_could_be():
    frame = loaded_table(1, 4).drop(columns="repeat")
    guess = replace(guess_columns(frame), positive="1", part="2")
    at = open_page(loaded=loaded.Loaded(from_columns(frame, guess), "mine.csv"), question="folds", folds_data="loaded")
    said = texts(at)
    assert "**B is better**: A − B = 0.015 [" in said
    assert "Of column fold only one fold is loaded: load all parts together" in said
