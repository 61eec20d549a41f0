"""The page of the confusion matrix by group: choose a column, read the table, take a rule; names are no markup."""

import re
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

from evalcore.decisions import by_group, calibrated_groups, group_counts, group_thresholds, grouped, written_edges
from evalcore.predictions import from_columns, from_frame, guess_columns
from evalcore.predictions.kept import kept
from tests.evalcore.figures.steps import handles
from tests.pages.test_confusion_matrix import PAGE, charts, well
from tests.ui.shared.test_text import ENTRIES
from ui.session import incoming, loaded
from ui.session.screen import DRAWER
from ui.shared.downloads import csv
from ui.shared.numbers import interval, number
from ui.shared.text import plain

HOSTILE = "<b>x</b> $y$ :smile: [a](b)"
WILD = ("=1+1", "@SUM(A1)", "-2+3", "\u202eevil", "a" * 300, "<script>alert(1)</script>", "%{x}", "{n}", "**b** `c`")


def table(n=400):
    rng = np.random.default_rng(11)
    truth = rng.random(n) < 0.4
    return pd.DataFrame(
        {
            "y": np.where(truth, "p", "n"),
            "score": np.round(rng.random(n) * 0.6 + 0.3 * truth, 2),
            "region": rng.choice(["north", "south", HOSTILE], n, p=[0.5, 0.4, 0.1]),
            "team": rng.choice(["a", "b"], n),
        }
    )


def open_groups(frame=None, **chosen):
    frame = table() if frame is None else frame
    groups = [name for name in frame.columns if name not in ("y", "score")]
    at = AppTest.from_file(str(PAGE), default_timeout=60)
    of = from_frame(frame, truth="y", scores=["score"], positive="p", groups=groups)
    at.session_state["loaded"] = loaded.Loaded(of, "my file.csv")
    for key, value in chosen.items():
        at.session_state[key] = value
    return well(at.run())


def group_table(at):
    """Return the table of the groups."""
    return next(frame.value for frame in at.dataframe if {"group", "gap"} <= set(frame.value.columns))


def captions(at):
    return " ".join(caption.value for caption in at.caption)


def test_a_column_makes_groups_and_the_table_is_that_of_by_group():
    frame = table()
    at = open_groups(frame)
    assert "groups_chart" not in str([chart.proto.id for chart in at.get("plotly_chart")])
    well(at.selectbox(key="groups_by").set_value("region").run())
    for t, metric in ((0.5, "recall"), (0.62, "precision")):
        at.session_state["groups_metric"] = metric
        well(at.number_input(key="t").set_value(t).run())
        found = by_group(frame["y"] == "p", frame["score"], frame["region"], t, by=metric, names=[metric])
        shown = group_table(at)
        assert shown["group"].tolist() == [row.group for row in found]
        for line, row in zip(shown.to_dict("records"), found, strict=True):
            value, gap = row.together[0], row.differences[0]
            assert line[metric] == f"{number(value.value)} {interval(value.low, value.high)}"
            assert line["gap"] == f"{number(gap.value)} {interval(gap.low_all, gap.high_all)}"
            assert [line[cell] for cell in ("TP", "FN", "FP", "TN")] == [
                f"{n:,}" for n in (row.confusion.tp, row.confusion.fn, row.confusion.fp, row.confusion.tn)
            ]
        alt, figure = charts(at)[0]
        assert list(handles(figure)) == ["threshold"]
        assert all(number(row.readings[0].value) in alt for row in found)
    assert "Intervals hold for all 3 groups together (Bonferroni): 98.33% each." in captions(at)
    # Nothing is chosen again: the matrix is back.
    well(at.selectbox(key="groups_by").set_value("").run())
    assert not any({"group", "gap"} <= set(one.value.columns) for one in at.dataframe)


def test_names_of_groups_are_literal_wherever_they_stand():
    at = open_groups(groups_by="region", t=0.99)
    text = " ".join([one.value for one in at.markdown] + [one.value for one in at.caption])
    assert HOSTILE not in text
    assert HOSTILE in group_table(at)["group"].tolist()
    drawn = [text for trace in charts(at)[0][1]["data"] for text in trace.get("text") or ()]
    assert any(text.startswith("&lt;b&gt;x&lt;/b&gt;") for text in drawn)
    assert not any("<b>x" in text for text in drawn)
    at = open_groups(groups_by="region", t=0.7)
    answer = next(one.value for one in at.markdown if one.value.startswith("At t\u00a0=\u00a0[0.7](#hold-threshold)"))
    assert re.search(r"recall is \*\*0\.\d+\*\* for .+ to \*\*0\.\d+\*\* for .+, of all rows 0\.\d+\.", answer)
    assert plain(HOSTILE) in answer or HOSTILE not in answer
    # Three groups of chance alone.
    assert answer.endswith("Every group's gap to all other rows may be by chance.")


def test_of_groups_that_differ_the_sentence_has_the_gap_of_the_table_and_other_metrics_are_named():
    truth = [True, False] * 400
    score = [0.9, 0.2] * 200 + [0.3, 0.2] * 200
    at = open_groups(
        pd.DataFrame({"y": np.where(truth, "p", "n"), "score": score, "part": ["a"] * 400 + ["b"] * 400}),
        groups_by="part",
        t=0.5,
    )
    said = " ".join(one.value for one in at.markdown)
    assert "recall is **0.000** for b to **1.000** for a" in said
    shown = group_table(at).set_index("group")
    assert f"a differs from all other rows by {shown.loc['a', 'gap']}." in said
    others = "queue rate (share predicted positive): a; accuracy: a."
    assert f"By other metrics, each looked at for itself, groups differ: {others}" in captions(at)
    # All have the same value above the highest score.
    well(at.number_input(key="t").set_value(0.95).run())
    said = " ".join(one.value for one in at.markdown)
    assert "differs from" not in said
    assert "Every group's gap to all other rows may be by chance." in said
    assert "By other metrics" not in captions(at)


def test_two_columns_are_crossed_and_small_groups_are_said():
    at = open_groups(table(120), groups_by="region", groups_and="team")
    shown = group_table(at)
    assert len(shown) == 6
    assert f"{HOSTILE} × a" in shown["group"].tolist()
    assert "A hollow dot: fewer than ten rows of a class." in captions(at)
    assert "fewer than ten of a class say little" in captions(at)


def test_numbers_are_cut_at_quantiles_or_at_edges_that_are_typed():
    at = open_groups(groups_by="score", groups_edges="0.3, 0.6")
    assert set(group_table(at)["group"]) == {"< 0.3", "[0.3, 0.6)", "≥ 0.6"}
    at.session_state["groups_edges"] = ""
    at.session_state["groups_quantiles"] = 5
    assert len(group_table(well(at.run()))) == 5


@pytest.mark.parametrize(
    ("chosen", "said"),
    [
        ({"groups_by": "score", "groups_edges": "a few"}, "Edges must be numbers"),
        ({"groups_by": "region", "groups_edges": "3"}, "Edges cut numbers only"),
    ],
)
def test_a_column_that_makes_no_groups_is_said_and_the_matrix_stays(chosen, said):
    at = open_groups(**chosen)
    assert said in captions(at)
    assert not any({"group", "gap"} <= set(one.value.columns) for one in at.dataframe)
    assert "Confusion matrix" in at.title[0].value


def test_thresholds_by_group_are_shown_on_demand_and_say_what_they_break():
    frame = table()
    at = open_groups(frame, groups_by="team", cost_fn=5.0, cost_fp=1.0)
    assert not any("rule" in one.value.columns for one in at.dataframe)
    at.session_state["groups_rule"] = "recall"
    well(at.run())
    rules = next(one.value for one in at.dataframe if "rule" in one.value.columns)
    assert rules["rule"].tolist() == [
        *(
            "one threshold",
            "equal recall",
            "equal false positive rate",
            "equal share predicted positive",
            "lowest cost",
        ),
    ]
    counts = group_counts(frame["y"] == "p", frame["score"], frame["team"])
    found = group_thresholds(counts, "recall", threshold=0.5)
    assert rules["gap in recall"][1] == number(found.parity.of("recall").difference)
    of_groups = next(one.value for one in at.dataframe if "t" in one.value.columns)
    assert of_groups["TP"].tolist() == [f"{n}" for n in found.cells.tp]
    assert "cannot all be equal" in captions(at)
    assert "A miss costs 5, a false alarm 1" in captions(at)
    assert "their false positive rates would be" in captions(at)


def test_calibration_by_group_is_shown_with_how_far_each_is_off():
    frame = table()
    at = open_groups(frame, groups_by="region")
    found = calibrated_groups(group_counts(frame["y"] == "p", frame["score"], frame["region"]))
    shown = next(one.value for one in at.dataframe if "off by" in one.value.columns)
    assert shown["group"].tolist() == [row.group for row in found.rows]
    assert shown["off by"].tolist() == [
        f"{number(row.gap.value)} {interval(row.gap.low, row.gap.high)}" for row in found.rows
    ]
    alt, figure = next(one for one in charts(at) if one[0].startswith("Calibration by group"))
    assert all(number(row.gap.value) in alt for row in found.rows)
    assert [line["x"] for line in figure["data"][1:]] == [row.bins.score.tolist() for row in found.rows]
    assert not any("<b>" in line["name"] for line in figure["data"])
    assert f"all {len(found.rows)} groups together" in captions(at)
    # Scores that are no probabilities are not drawn, and say so.
    at = open_groups(frame.assign(score=frame["score"] * 3), groups_by="region")
    assert not any("off by" in one.value.columns for one in at.dataframe)
    assert "they cannot be read as probabilities" in " ".join([captions(at), *(one.value for one in at.info)])


def test_the_edges_of_quantiles_are_taken_to_be_edited():
    frame = table()
    at = open_groups(frame, groups_by="score", **{DRAWER.key: True})
    before = set(group_table(at)["group"])
    well(at.button(key="groups_edit").click().run())
    assert at.session_state["groups_edges"] == written_edges(grouped(frame["score"].to_numpy()))
    assert set(group_table(at)["group"]) == before
    assert "groups_edit" not in [button.key for button in at.button]
    well(at.text_input(key="groups_edges").set_value("0.5").run())
    assert set(group_table(at)["group"]) == {"< 0.5", "≥ 0.5"}


def test_without_costs_there_is_no_rule_of_lowest_cost():
    at = open_groups(groups_by="team", groups_rule="fpr")
    rules = next(one.value for one in at.dataframe if "rule" in one.value.columns)
    assert "lowest cost" not in rules["rule"].tolist()
    assert "until then no rule has a cost" in captions(at)
    assert set(rules["cost per row"]) == {"—"}


def test_nothing_says_fair_as_a_verdict_and_chinese_is_whole():
    at = open_groups(groups_by="team", groups_rule="one", lang="zh")
    shown = " ".join([one.value for one in at.caption] + [one.label for one in at.selectbox])
    assert ENTRIES["Groups"].string in shown
    assert "Sorted by" not in shown
    assert "人口均等" in shown


def test_a_sample_makes_groups_of_its_folds_and_a_link_with_a_column_that_is_none_is_told():
    at = AppTest.from_file(str(PAGE), default_timeout=60)
    at.query_params["sample"] = "breast-cancer"
    at.query_params["groups_by"] = "fold"
    assert len(group_table(well(at.run()))) == 10
    other = AppTest.from_file(str(PAGE), default_timeout=60)
    other.query_params["sample"] = "melon-20"
    other.query_params["groups_by"] = "colour"
    well(other.run())
    assert any("groups_by must be one of" in toast.value.replace("\\", "") for toast in other.toast)


def test_any_column_of_a_file_makes_groups_also_where_rows_were_left_out():
    frame = table()
    frame["age"] = np.random.default_rng(2).integers(18, 90, len(frame)).astype(float)
    frame.loc[[0, 7, 200], "score"] = np.nan
    columns = replace(guess_columns(frame), positive="p")
    at = AppTest.from_file(str(PAGE), default_timeout=60)
    at.session_state["loaded"] = loaded.Loaded(from_columns(frame, columns), "my file.csv")
    at.session_state["table_in_use"] = (incoming.Table(kept(frame), "my file.csv", columns), columns)
    at.session_state["groups_by"], at.session_state["groups_edges"] = "age", "30 60"
    shown = group_table(well(at.run()))
    used = frame.dropna()
    found = by_group(used["y"] == "p", used["score"], grouped(used["age"], edges=[30, 60]), 0.5, by="recall")
    assert shown["group"].tolist() == [row.group for row in found]
    assert shown["number of rows"].tolist() == [f"{row.n}" for row in found]
    assert shown["TP"].tolist() == [f"{row.confusion.tp}" for row in found]
    # The truth makes no groups of itself.
    options = at.selectbox(key="groups_by").options
    assert "age" in options
    assert "y" not in options


def test_scores_are_not_offered_to_make_groups_but_one_that_a_link_asks_for_stays():
    assert "score" not in open_groups().selectbox(key="groups_by").options
    assert "score" in open_groups(groups_by="score").selectbox(key="groups_by").options


def test_group_calibration_without_intervals_claims_none_and_says_what_is_known():
    frame = table().assign(extra=np.arange(400) // 2 + 1, region=lambda f: np.repeat(f["region"].to_numpy()[::2], 2))
    of = from_frame(frame, truth="y", scores=["score"], positive="p", groups=["region"], case="extra")
    at = AppTest.from_file(str(PAGE), default_timeout=60)
    at.session_state["loaded"] = loaded.Loaded(of, "my file.csv")
    at.session_state["groups_by"] = "region"
    at.session_state["tab"] = "groups"
    said = captions(well(at.run()))
    assert "together (Bonferroni), those of the Brier score alone" not in said
    assert "so no group is shown to be off" in said


@pytest.mark.parametrize(
    ("role", "said"),
    [("weight", "Rows are weighted, so the figure has no intervals."), ("case", "the table below has them, by case")],
)
def test_weights_and_cases_leave_the_figure_without_intervals_and_say_why(role, said):
    frame = table().assign(extra=np.arange(400) // 2 + 1, region=lambda f: np.repeat(f["region"].to_numpy()[::2], 2))
    of = from_frame(frame, truth="y", scores=["score"], positive="p", groups=["region"], **{role: "extra"})
    at = AppTest.from_file(str(PAGE), default_timeout=60)
    at.session_state["loaded"] = loaded.Loaded(of, "my file.csv")
    at.session_state["groups_by"] = "region"
    assert said in captions(well(at.run()))
    has_interval = group_table(at)["recall"].str.contains(r"\[0\.\d+, 0\.\d+\]")
    assert has_interval.all() if role == "case" else not has_interval.any()


def test_one_of_many_classes_has_groups_and_all_of_them_have_none():
    at = AppTest.from_file(str(PAGE), default_timeout=60)
    for key, value in (("sample", "digits"), ("model", "naive_bayes"), ("groups_by", "fold")):
        at.query_params[key] = value
    well(at.run())
    assert "groups_by" not in [box.key for box in at.selectbox]
    at.session_state["view"] = "one"
    assert len(group_table(well(at.run()))) > 1


def test_formulas_markup_and_what_is_written_from_the_right_are_only_names_on_page_and_in_the_file():
    rng = np.random.default_rng(6)
    frame = table(900).assign(region=lambda f: rng.choice(WILD, len(f)))
    at = open_groups(frame, groups_by="region", groups_rule="recall")
    assert set(group_table(at)["group"]) == set(WILD)
    said = " ".join([one.value for one in at.markdown] + [one.value for one in at.caption])
    assert not any(name in said for name in ("<script>", "a" * 60, "**b** `c`"))
    drawn = [str(text) for _alt, figure in charts(at) for trace in figure["data"] for text in trace.get("text") or ()]
    drawn += [line["name"] for _alt, figure in charts(at) for line in figure["data"] if "name" in line]
    assert not any("<script>" in text or "\u202e" in text or len(text) > 200 for text in drawn)
    of = by_group(frame["y"] == "p", frame["score"], frame["region"], 0.5)
    file = csv(of.to_frame()).decode("utf-8-sig")
    assert not re.search(r'(^|,|\n)"[=@+-]', file)
    assert "<script>alert(1)</script>" in file  # a spreadsheet shows it as text
    # One of them is looked at.
    for name in WILD[:1] + WILD[3:6]:
        one = open_groups(frame, groups_by="region", group=name)
        chip = next(button for button in one.button if button.key == "group_chip").label
        assert "<script>" not in chip
        assert len(chip) < 120


def test_a_column_that_names_each_row_is_not_offered():
    frame = table()
    texts = [f"case {i // 1.5:.0f}" for i in range(len(frame))]
    frame = frame.assign(id=range(len(frame)), case=texts, visits=[i // 3 for i in range(len(frame))])
    columns = replace(guess_columns(frame), positive="p")

    def offered(**chosen):
        at = AppTest.from_file(str(PAGE), default_timeout=60)
        at.session_state["loaded"] = loaded.Loaded(from_columns(frame, columns), "my file.csv")
        at.session_state["table_in_use"] = (incoming.Table(kept(frame), "my file.csv", columns), columns)
        for key, value in chosen.items():
            at.session_state[key] = value
        return set(at.run().selectbox(key="groups_by").options)

    assert offered() == {"No groups", "region", "team", "visits"}
    # A link that asks for one has it.
    assert "case" in offered(groups_by="case")
