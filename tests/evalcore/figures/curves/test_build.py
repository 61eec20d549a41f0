"""ROC and P-R built row after row: from step 0, each frame the rows, the table and both curves so far."""

import json
from itertools import pairwise

import numpy as np
import pytest

from evalcore.figures.curves.build import BLANK, LINES, build_figure
from evalcore.figures.curves.build_words import BuildWords, spoken
from evalcore.figures.style import NEGATIVE, POSITIVE
from evalcore.views.row_steps import row_steps
from tests.evalcore.golden import LECTURE_SCORE, LECTURE_TRUTH, MELON_SCORE, MELON_TRUTH

ROWS = {
    "melon": (MELON_TRUTH, MELON_SCORE),
    "lecture": (LECTURE_TRUTH, LECTURE_SCORE),
    "all tied": (np.array([True, False, True]), np.zeros(3)),
    "one row a class": (np.array([True, False]), np.array([0.2, 0.9])),
    "only positives": (np.array([True, True]), np.array([0.2, 0.9])),
    "only negatives": (np.array([False, False, False]), np.array([0.2, 0.9, 0.9])),
    "sixty": (np.arange(60) % 2 == 0, -np.arange(60.0) // 2),
}
every_file = pytest.mark.parametrize(
    ("truth", "score"),
    [pytest.param(*rows, id=name, marks=[pytest.mark.slow] * (name == "sixty")) for name, rows in ROWS.items()],
)
# What each trace is, in their order; what comes before stands still.
NAMES = (
    "bar",
    "dots",
    "row",
    "score",
    "fpr",
    "tpr",
    "precision",
    "roc",
    "pr",
    "stride",
    "pr_stride",
    "at",
    "pr_at",
    "said",
)
STILL = 2


def sent(figure):
    """Return what the browser gets; nan is not JSON."""

    def refuse(constant):
        raise AssertionError(f"{constant} is not JSON")

    return json.loads(figure.to_json(), parse_constant=refuse)


def shown(figure, k):
    """Return the traces as they are after k steps: those of the figure, with what the frame changes."""
    data = sent(figure)
    traces = data["data"]
    for place, change in zip(data["frames"][k]["traces"], data["frames"][k]["data"], strict=True):
        traces[place] = {**traces[place], **change}
    return dict(zip(NAMES, traces[STILL:], strict=True))


def defined(x, y):
    """Return the points as they are drawn: without those that lack a coordinate."""
    points = [
        (a, b) if np.isfinite([a, b]).all() else (None, None) for a, b in zip(x.round(5), y.round(5), strict=True)
    ]
    return tuple(map(list, zip(*points, strict=True)))


@every_file
def test_begins_at_step_0(truth, score):
    figure = build_figure(row_steps(truth, score))
    data = sent(figure)
    (slider,) = data["layout"]["sliders"]
    assert slider["active"] == 0
    assert shown(figure, 0) == dict(zip(NAMES, data["data"][STILL:], strict=True))
    start = 0 if len(set(truth.tolist())) == 2 else None
    assert (shown(figure, 0)["at"]["x"], shown(figure, 0)["at"]["y"]) == ([start], [start])
    assert shown(figure, 0)["pr_at"]["x"] == [None]
    assert "Step 0" in shown(figure, 0)["said"]["text"][0]


@every_file
@pytest.mark.parametrize("ties", ["together", "optimistic", "pessimistic"])
def test_each_frame_shows_both_curves_so_far(truth, score, ties):
    steps = row_steps(truth, score, ties=ties)
    figure = build_figure(steps)
    fpr, tpr = defined(steps.fpr, steps.tpr)
    recall, precision = defined(steps.tpr, np.append(steps.precision[1], steps.precision[1:]))
    for k in range(steps.last + 1):
        now = shown(figure, k)
        assert (now["roc"]["x"], now["roc"]["y"]) == (fpr[: k + 1], tpr[: k + 1])
        assert (now["pr"]["x"], now["pr"]["y"]) == (recall[: k + 1], precision[: k + 1])
        assert now["pr"]["line"]["shape"] == "vh"
        assert (now["at"]["x"], now["at"]["y"]) == ([fpr[k]], [tpr[k]])
        before = max(k - 1, 0)
        assert now["stride"]["x"] == fpr[before : k + 1]
        assert (now["pr_at"]["x"], now["pr_at"]["y"]) == (([recall[k]], [precision[k]]) if k else ([None], [None]))


def test_a_curve_without_a_rate_is_not_drawn_at_0():
    now = shown(build_figure(row_steps(*ROWS["only positives"])), 2)
    assert now["roc"]["x"] == now["roc"]["y"] == [None] * 3
    assert now["pr"]["x"] == [0, 0.5, 1]
    now = shown(build_figure(row_steps(*ROWS["only negatives"])), 2)
    assert now["roc"]["x"] == now["pr"]["y"] == [None] * 3


@every_file
def test_the_rows_are_sorted_the_present_ones_marked_and_the_table_goes_as_far(truth, score):
    steps = row_steps(truth, score)
    figure = build_figure(steps)
    for k in range(steps.last + 1):
        now = shown(figure, k)
        lines = len(now["row"]["text"])
        assert lines == min(truth.size + 1, LINES)
        marked = [now["row"]["text"][at] for at in now["bar"]["y"][::3]]
        assert marked == ([str(row) for row in steps.reached(k)] if k else [BLANK])
        for at in range(lines):
            label = now["row"]["text"][at]
            if label == BLANK:
                assert now["score"]["text"][at] == "+∞"
                continue
            place = int(np.flatnonzero(steps.row == int(label))[0])
            step = steps.step[place]
            assert now["dots"]["marker"]["color"][at] == (POSITIVE if step <= k else NEGATIVE)
            assert now["dots"]["marker"]["symbol"][at] == ("circle" if steps.positive[place] else "circle-open")
            last = place + 1 == truth.size or steps.step[place + 1] != step
            if not (step <= k and last):
                assert now["fpr"]["text"][at] == now["tpr"]["text"][at] == now["precision"]["text"][at] == BLANK
            elif not np.isnan(steps.tpr[step]):
                assert float(now["tpr"]["text"][at]) == pytest.approx(steps.tpr[step], abs=5e-4)


def test_what_each_step_says():
    said = spoken(row_steps(MELON_TRUTH, MELON_SCORE), BuildWords())
    assert said[0].startswith("Step 0: t lies above all scores, nothing is predicted positive. Start at (0, 0).")
    assert said[1] == (
        "Step 1: row 1, score 0.98, positive. Up: y + 1/8. FPR 0/12 = 0.000, TPR = recall 1/8 = 0.125 "
        "Precision 1/1 = 1.000"
    )
    assert "row 5, score 0.85, negative. To the right: x + 1/12." in said[5]
    assert "rows 10, 11 are tied at 0.60. Both at once: x + 1/12, y + 1/8." in said[10]
    assert "<" not in "".join(said)


def test_scores_with_the_same_digits_unless_an_exponent_needs_more():
    figure = build_figure(row_steps([1, 0, 1], [0.5, 0.25, -3]))
    assert shown(figure, 0)["score"]["text"] == ["+∞", "0.50", "0.25", "−3.00"]
    figure = build_figure(row_steps([1, 0], [1e-9, 0.25]))
    assert shown(figure, 0)["score"]["text"] == ["+∞", "0.25", "1e-09"]


@every_file
@pytest.mark.parametrize("narrow", [True, False])
def test_slider_and_buttons_play_the_frames(truth, score, narrow):
    data = sent(build_figure(row_steps(truth, score), narrow=narrow))
    names = [frame["name"] for frame in data["frames"]]
    (slider,), (menu,) = data["layout"]["sliders"], data["layout"]["updatemenus"]
    assert [step["args"][0] for step in slider["steps"]] == [[name] for name in names]
    assert [step["value"] for step in slider["steps"]] == names
    start, slow, fast, stop = menu["buttons"]
    assert start["args"][0] == ["0"]
    assert slow["args"][0] is fast["args"][0] is None
    assert slow["args"][1]["frame"]["duration"] > fast["args"][1]["frame"]["duration"] > 0
    assert slow["args"][1]["fromcurrent"]
    assert (stop["args"][0], stop["args"][1]["mode"]) == ([None], "immediate")


def test_planes_are_square_and_beside_each_other_or_below():
    steps = row_steps(MELON_TRUTH, MELON_SCORE)
    for narrow in (False, True):
        layout = build_figure(steps, narrow=narrow).layout
        assert (layout.yaxis2.scaleanchor, layout.yaxis6.scaleanchor) == ("x2", "x6")
        across = [layout[f"xaxis{k}"].domain for k in ("", 2, 6)]
        assert (across[0][1] < across[1][0] < across[1][1] < across[2][0]) is not narrow
        up = sorted(layout[f"yaxis{k}"].domain for k in ("", 2, 6, 5))
        assert not narrow or all(below[1] < above[0] for below, above in pairwise(up))


def test_words():
    words = BuildWords(fpr="假正例率", recall="查全率", up="第{step}步：{rows}，{score}，{up}")
    figure = build_figure(row_steps(MELON_TRUTH, MELON_SCORE), words=words)
    assert (figure.layout.xaxis2.title.text, figure.layout.xaxis6.title.text) == ("假正例率", "查全率")
    assert "第1步：1，0.98，1/8" in shown(figure, 1)["said"]["text"][0]


def test_60_rows_stay_small():
    assert len(build_figure(row_steps(*ROWS["sixty"])).to_json().encode()) <= 220_000
