"""One group is picked once: matrix, curves and costs show its rows, with all others beside; links and files say so."""

import numpy as np
import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

from evalcore import metrics
from evalcore.costs import CostMatrix
from evalcore.counts import threshold_counts
from evalcore.decisions import against_rest
from evalcore.figures.parts.rows import IN_ROW
from evalcore.predictions import from_frame
from tests.pages.test_confusion_matrix import charts, well
from tests.pages.test_costs import numbers
from tests.sources import ROOT
from ui.frame.groups import FURTHER
from ui.session import loaded
from ui.session.screen import DRAWER
from ui.shared.numbers import interval, number

PAGES = {name: ROOT / "pages" / f"{name}.py" for name in ("confusion_matrix", "curves", "costs", "calibration")}
HOSTILE = "<b>x</b> $y$ :smile: [a](b)"
OUTLINE = "longdash"


def table(n=500, **more):
    rng = np.random.default_rng(13)
    truth = rng.random(n) < 0.4
    return pd.DataFrame(
        {
            "y": np.where(truth, "p", "n"),
            "score": np.round(rng.random(n) * 0.6 + 0.3 * truth, 2),
            "other": np.round(rng.random(n), 2),
            "region": rng.choice(["north", "south", HOSTILE], n, p=[0.5, 0.3, 0.2]),
            **more,
        }
    )


def open_page(page, frame=None, group="north", roles=(), **chosen):
    frame = table() if frame is None else frame
    at = AppTest.from_file(str(PAGES[page]), default_timeout=60)
    of = from_frame(frame, truth="y", scores=["score", "other"], positive="p", groups=["region"], **dict(roles))
    at.session_state["loaded"] = loaded.Loaded(of, "my file.csv")
    state = {"groups_by": "region", "group": group, "cost_fn": 5.0, "cost_fp": 1.0, "cost_planes": True, **chosen}
    for key, value in state.items():
        at.session_state[key] = value
    return well(at.run())


def beside(at):
    """Return the table of the group and all other rows."""
    found = [one.value for one in at.dataframe if "all other rows" in one.value.columns]
    return found[0].set_index("metric") if found else None


def sides(frame, group="north"):
    mine = (frame["region"] == group).to_numpy()
    return [threshold_counts((frame["y"] == "p").to_numpy()[s], frame["score"].to_numpy()[s]) for s in (mine, ~mine)]


def words(at):
    return " ".join([one.value for one in at.caption] + [one.value for one in at.markdown])


@pytest.mark.parametrize("page", PAGES)
def test_a_page_shows_the_rows_of_the_group_and_both_numbers(page):
    frame = table()
    at = open_page(page, frame, t=0.5)
    own, rest = sides(frame)
    found = against_rest(own, rest, 0.5, costs=CostMatrix(5, 1))
    shown = beside(at)
    for row in found.rows:
        line = shown.loc[FURTHER[row.name] if row.name in FURTHER else shown.index[found.rows.index(row)]]
        for column, one in (
            ("this group", row.group),
            ("all other rows", row.rest),
            ("difference", row.difference),
        ):
            assert line[column] == f"{number(one.value)} {interval(one.low, one.high)}"
    assert f"({int(own.n_pos + own.n_neg)} of {len(frame)} rows)" in words(at)
    assert next(button for button in at.button if button.key == "group_chip").label == "region = north"
    # The way back.
    well(next(button for button in at.button if button.key == "group_chip").click().run())
    assert beside(at) is None
    assert "group_chip" not in [button.key for button in at.button]


def test_the_matrix_is_that_of_the_group_alone():
    frame = table()
    at = open_page("confusion_matrix", frame, t=0.5, **{DRAWER.key: True})
    cm = sides(frame)[0].at(0.5)
    assert f"TP {int(cm.tp)}" in charts(at)[0][0] or f"{int(cm.tp)}" in charts(at)[0][0]
    assert "groups_chart" not in str([chart.proto.id for chart in at.get("plotly_chart")])
    # All groups again: the figure of groups.
    well(at.selectbox(key="group").set_value("").run())
    assert "groups_chart" in str([chart.proto.id for chart in at.get("plotly_chart")])


@pytest.mark.parametrize("t", [0.35, 0.6])
def test_the_matrix_has_the_rest_in_outline_at_every_step(t):
    frame = table()
    counts = sides(frame)[1]
    rest, n_pos, n_neg = counts.at(t), counts.n_pos, counts.n_neg
    texts = [text for _alt, figure in charts(open_page("confusion_matrix", frame, t=t)) for text in said_small(figure)]
    shares = (rest.tp / n_pos, rest.fn / n_pos, rest.fp / n_neg, rest.tn / n_neg)
    assert texts == [f"others {share:.1%}" for share in shares]
    assert not [text for _alt, figure in charts(open_page("confusion_matrix", group="")) for text in said_small(figure)]


def said_small(figure):
    """Return what stands small in the cells."""
    return [text for line in figure["data"] for text in line.get("text", ()) if str(text).startswith("others ")]


def test_a_group_is_set_against_the_rest_from_the_tab_of_the_groups():
    at = open_page("confusion_matrix", group="")
    assert beside(at) is None
    well(at.selectbox(key="group_alone").set_value("south").run())
    assert beside(at) is not None
    assert next(button for button in at.button if button.key == "group_chip").label == "region = south"


def outlines(at):
    drawn = [line for _alt, figure in charts(at) for line in figure["data"] if line.get("meta") != IN_ROW]
    return [line for line in drawn if line.get("line", {}).get("dash") == OUTLINE]


def test_curves_have_the_rest_in_outline_with_its_areas():
    frame = table()
    own, rest = sides(frame)
    found = against_rest(own, rest, 0.5)
    roc, pr = outlines(open_page("curves", frame))
    # Each plane has its own area.
    assert number(found.of("auc").rest.value) in roc["name"]
    assert number(found.of("average_precision").rest.value) in pr["name"]
    assert "all other rows" in roc["name"]
    assert (roc["xaxis"], pr["xaxis"]) == ("x3", "x5")
    fpr, tpr = rest.fp / rest.n_neg, rest.tp / rest.n_pos
    curve = set(zip(np.float32(fpr).tolist(), np.float32(tpr).tolist(), strict=True))
    assert (
        set(zip(np.asarray(numbers(roc["x"])).tolist(), np.asarray(numbers(roc["y"])).tolist(), strict=True)) <= curve
    )
    assert pr["line"]["shape"] == "vh"
    assert not outlines(open_page("curves", frame, group=""))
    (det,) = outlines(open_page("curves", frame, curves_show="det"))
    # What the number is stands once above the plane.
    assert det["name"] == 'all other rows   <span style="--guessed:1">0.219</span>'
    assert len(numbers(det["x"])) > 10


def test_costs_and_calibration_have_the_rest_in_outline():
    frame = table()
    found = outlines(open_page("costs", frame))
    assert [line["name"].split("<br>")[0].split("   ")[0] for line in found] == ["all other rows"] * 2
    assert len({line["xaxis"] for line in found}) == 2
    assert not outlines(open_page("costs", frame, group=""))
    shown, apart = outlines(open_page("calibration", frame))
    assert shown["name"] == "all other rows"
    assert len(numbers(shown["x"])) == len(numbers(apart["x"])) == 10  # bins of the reliability diagram
    assert not outlines(open_page("calibration", frame, group=""))


def test_amounts_are_those_of_the_rows_of_each_side():
    frame = table(money=np.arange(500) + 1.0)
    at = open_page("costs", frame, roles={"amount": "money"}.items(), cost_amounts="fn")
    assert len(outlines(at)) >= 2
    assert beside(at) is not None


def test_a_group_is_chosen_in_the_drawer_of_the_curves_and_named_as_in_the_file():
    at = open_page("curves", group="", **{DRAWER.key: True})
    assert at.selectbox(key="group").options == ["All groups", HOSTILE, "north", "south"]
    well(at.selectbox(key="group").set_value(HOSTILE).run())
    assert HOSTILE not in words(at)
    assert next(button for button in at.button if button.key == "group_chip").label != f"region = {HOSTILE}"
    assert beside(at) is not None
    # Another column makes other groups.
    well(at.selectbox(key="groups_by").set_value("").run())
    assert "group_chip" not in [button.key for button in at.button]


def test_a_case_with_rows_on_both_sides_leaves_no_interval_of_differences():
    frame = table(who=np.arange(500) // 2)
    at = open_page("curves", frame, roles={"case": "who"}.items())
    assert not beside(at)["difference"].str.contains(r"\[").any()
    assert "Some cases have rows in several groups" in words(at)


def test_a_link_opens_with_a_group_and_says_what_it_cannot():
    at = AppTest.from_file(str(PAGES["curves"]), default_timeout=60)
    for key, value in (("sample", "breast-cancer"), ("groups_by", "fold"), ("group", "3")):
        at.query_params[key] = value
    well(at.run())
    assert next(button for button in at.button if button.key == "group_chip").label == "fold = 3"
    assert beside(at) is not None
    other = AppTest.from_file(str(PAGES["costs"]), default_timeout=60)
    for key, value in (("sample", "breast-cancer"), ("groups_by", "fold"), ("group", "east")):
        other.query_params[key] = value
    well(other.run())
    assert any("group must be one of" in toast.value for toast in other.toast)
    assert "group_chip" not in [button.key for button in other.button]


def test_all_classes_are_those_of_the_group():
    at = AppTest.from_file(str(PAGES["confusion_matrix"]), default_timeout=60)
    for key, value in (("sample", "digits"), ("groups_by", "fold"), ("group", "1")):
        at.query_params[key] = value
    well(at.run())
    assert "group_chip" in [button.key for button in at.button]
    of = loaded.sample("digits").predictions
    n = int((of.folds.codes == of.folds.labels.index("1")).sum())
    assert n < len(of.y_true)
    assert f"({n} of" in words(at)


@pytest.mark.parametrize("moved", [False, True])
def test_a_group_says_that_its_threshold_was_chosen_for_all_rows(moved):
    frame = table()
    at = open_page("confusion_matrix", frame, group="", choose_t=True, wish_best="f1", wish_held="")
    well(at.button(key="take_wish").click().run())
    if moved:
        well(at.number_input(key="t").set_value(0.9).run())
    at.session_state["group"] = "north"
    well(at.run())
    t = at.session_state["t"]
    f1 = number(float(metrics.f1(sides(frame)[0].at(t))))
    said = [one.value for one in at.caption if "not on this group alone" in one.value]
    # What is typed is chosen by nothing.
    assert said == (
        [] if moved else [f"t was chosen on all the rows (F1 is best), not on this group alone: here F1 {f1}."]
    )
    # Chosen on the group itself it is the group's.
    at.session_state["choose_t"] = True
    well(at.run())
    well(at.button(key="take_wish").click().run())
    assert not [one.value for one in at.caption if "not on this group alone" in one.value]
