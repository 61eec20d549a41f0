"""ROC and P-R built row after row: from step 0, each step the rows, the table and both curves so far."""

from functools import cache
from itertools import pairwise

import numpy as np
import pytest

from evalcore.figures.curves.build import BLANK, STEPS, build_figure
from evalcore.figures.curves.build_places import LINES, lines_of, places_of
from evalcore.figures.curves.build_words import spoken
from evalcore.figures.layout import Look
from evalcore.figures.style import NEGATIVE, OUT_OF_SIGHT, POSITIVE
from evalcore.views.row_steps import row_steps
from tests.evalcore.figures.steps import Marked, assert_in_order, handle_of, played, sent
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
# What each trace is, in their order; what comes before stands still.
NAMES = (
    "bar", "dots", "row", "score", "fpr", "tpr", "precision",
    "roc", "pr", "pr_dots", "stride", "pr_stride", "at", "pr_at", "said",
)  # fmt: skip
STILL = 3


@cache
def built(name, ties="together", look=None):
    steps = row_steps(*ROWS[name], ties=ties)
    figure = build_figure(steps, look=look)
    return steps, figure, played(figure, STEPS)


def shown(figure, k):
    """Return the traces as they are after k steps."""
    return named(played(figure, STEPS)[k])


def named(traces):
    return dict(zip(NAMES, traces[STILL:], strict=True))


def defined(x, y):
    """Return the points as they are drawn: those that lack a coordinate beyond the planes."""
    points = [
        (a, b) if np.isfinite([a, b]).all() else (OUT_OF_SIGHT, OUT_OF_SIGHT)
        for a, b in zip(x.round(5), y.round(5), strict=True)
    ]
    return tuple(map(list, zip(*points, strict=True)))


def grown(course, k):
    """Return a course of which the points after the k-th stand where it is."""
    return course[: k + 1] + course[k : k + 1] * (len(course) - k - 1)


@pytest.mark.parametrize("name", ROWS)
def test_begins_at_step_0(name):
    _steps, figure, at = built(name)
    assert handle_of(figure, STEPS)["active"] == 0
    assert named(at[0]) == named(sent(figure)["data"])
    now = named(at[0])
    start = 0 if len(set(ROWS[name][0].tolist())) == 2 else OUT_OF_SIGHT
    assert (now["at"]["x"], now["at"]["y"]) == ([start], [start])
    assert now["pr_at"]["x"] == [OUT_OF_SIGHT]
    assert "Step 0" in now["said"]["text"][0]


@pytest.mark.parametrize("name", ROWS)
def test_nothing_stands_in_the_p_r_plane_where_precision_is_0_of_0(name):
    steps, _figure, at = built(name)
    assert np.isnan(steps.precision[0])
    first, second = named(at[0]), named(at[1])
    for mark in ("pr_dots", "pr_at"):
        assert set(first[mark]["x"]) == set(first[mark]["y"]) == {OUT_OF_SIGHT}
    for line in ("pr", "pr_stride"):
        # A line of no length has nothing to be seen; it has no dots of its own.
        assert first[line]["mode"] == "lines"
        assert len(set(first[line]["x"])) == len(set(first[line]["y"])) == 1
    assert second["pr_dots"]["x"][0] == OUT_OF_SIGHT
    assert second["pr_dots"]["x"][1:] == second["pr"]["x"][1:]


@pytest.mark.parametrize("name", ROWS)
@pytest.mark.parametrize("ties", ["together", "optimistic", "pessimistic"])
def test_each_step_shows_both_curves_so_far(name, ties):
    steps, _figure, at = built(name, ties)
    fpr, tpr = defined(steps.fpr, steps.tpr)
    recall, precision = defined(steps.tpr, np.append(steps.precision[1], steps.precision[1:]))
    for k in range(steps.last + 1):
        now = named(at[k])
        assert (now["roc"]["x"], now["roc"]["y"]) == (grown(fpr, k), grown(tpr, k))
        assert (now["pr"]["x"], now["pr"]["y"]) == (grown(recall, k), grown(precision, k))
        hidden = [OUT_OF_SIGHT]
        dots = grown(hidden + recall[1:], k), grown(hidden + precision[1:], k)
        assert (now["pr_dots"]["x"], now["pr_dots"]["y"]) == dots
        assert now["pr"]["line"]["shape"] == "vh"
        assert (now["at"]["x"], now["at"]["y"]) == ([fpr[k]], [tpr[k]])
        before = max(k - 1, 0)
        assert now["stride"]["x"] == [fpr[before], fpr[k]]
        here = [recall[k]], [precision[k]]
        assert (now["pr_at"]["x"], now["pr_at"]["y"]) == (here if k else ([OUT_OF_SIGHT], [OUT_OF_SIGHT]))


def test_a_curve_without_a_rate_is_not_drawn_at_0():
    now = named(built("only positives")[2][2])
    assert now["roc"]["x"] == now["roc"]["y"] == [OUT_OF_SIGHT] * 3
    assert now["pr"]["x"] == [0, 0.5, 1]
    now = named(built("only negatives")[2][2])
    assert now["roc"]["x"] == now["pr"]["y"] == [OUT_OF_SIGHT] * 3


@pytest.mark.parametrize("name", ROWS)
@pytest.mark.parametrize("look", [None, Look(height=342)], ids=["usual", "projected"])
def test_the_rows_are_sorted_the_present_ones_marked_and_the_table_goes_as_far(name, look):
    steps, _figure, at = built(name, look=look)
    for k in range(steps.last + 1):
        now = named(at[k])
        lines = len(now["row"]["text"])
        assert lines == min(steps.row.size + 1, LINES if look is None else 14)
        marked = [now["row"]["text"][at] for at in sorted(set(now["bar"]["y"]))]
        reached = [str(row) for row in steps.reached(k)] if k else [BLANK]
        assert marked == [row for row in reached if row in now["row"]["text"]]
        for down in range(lines):
            label = now["row"]["text"][down]
            if label == BLANK:
                assert now["score"]["text"][down] == "+∞"
                continue
            place = int(np.flatnonzero(steps.row == int(label))[0])
            step = steps.step[place]
            assert now["dots"]["y"][place] == down
            assert hue(now["dots"], place) == (POSITIVE if step <= k else NEGATIVE)
            assert now["dots"]["marker"]["symbol"][place] == ("circle" if steps.positive[place] else "circle-open")
            last = place + 1 == steps.row.size or steps.step[place + 1] != step
            if not (step <= k and last):
                assert now["fpr"]["text"][down] == now["tpr"]["text"][down] == now["precision"]["text"][down] == BLANK
            elif not np.isnan(steps.tpr[step]):
                assert float(now["tpr"]["text"][down]) == pytest.approx(steps.tpr[step], abs=5e-4)


def hue(dots, place):
    """Return the colour of a dot: below the middle of the limits that of the first half of the scale."""
    marker = dots["marker"]
    is_above = marker["color"][place] > (marker["cmin"] + marker["cmax"]) / 2
    return marker["colorscale"][-1 if is_above else 0][1]


def test_what_each_step_says():
    said = spoken(row_steps(MELON_TRUTH, MELON_SCORE))
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


@pytest.mark.parametrize("name", ROWS)
@pytest.mark.parametrize("look", [None, Look(narrow=True), Look(height=342)], ids=["usual", "narrow", "projected"])
def test_the_handle_takes_every_step_and_says_it(name, look):
    steps, figure, _at = built(name, look=look)
    assert_in_order(figure, STEPS)
    handle = handle_of(figure, STEPS)
    assert handle["stops"] == handle["at"] == list(range(steps.last + 1))
    assert handle["said"] == spoken(steps)
    assert handle["shown"][0] == "t = +∞"
    assert handle["alone"]
    assert not figure.frames
    assert not figure.layout.sliders


@pytest.mark.parametrize("name", ["lecture", "sixty"])
@pytest.mark.parametrize("look", [None, Look(narrow=True), Look(height=342)], ids=["usual", "narrow", "projected"])
def test_everything_stands_within_the_figure_and_planes_are_square(name, look):
    layout = built(name, look=look)[1].layout
    assert look is None or look.narrow or layout.height == look.height
    assert (layout.yaxis2.scaleanchor, layout.yaxis6.scaleanchor) == ("x2", "x6")
    domains = [layout[f"{axis}axis{k}"].domain for axis in "xy" for k in ("", 2, 5, 6, 7)]
    assert all(0 <= low < high <= 1 for low, high in domains)
    across = [layout[f"xaxis{k}"].domain for k in ("", 2, 6)]
    is_narrow = look is not None and look.narrow
    assert (across[0][1] < across[1][0] < across[1][1] < across[2][0]) is not is_narrow
    up = sorted(layout[f"yaxis{k}"].domain for k in ("", 2, 5, 6, 7))
    assert not is_narrow or all(below[1] < above[0] for below, above in pairwise(up))


def test_every_sentence_is_said_and_reaches_the_figure():
    say = Marked()
    figure = build_figure(row_steps(MELON_TRUTH, MELON_SCORE), say=say)
    assert not say.missing(figure)
    assert {"Step 1: row 1, score 0.98, positive.<br>Up: y + 1/8.", "t = score", "step", "ROC curve"} < say.asked
    # Its lines are cut where the sentence has a break.
    assert "«Step 1: row 1, score 0.98, positive." in shown(figure, 1)["said"]["text"]
    assert (figure.layout.xaxis2.title.text, figure.layout.xaxis6.title.text) == ("«false positive rate»", "«recall»")


def test_60_rows_stay_small():
    assert len(build_figure(row_steps(*ROWS["sixty"])).to_json().encode()) <= 220_000


def test_alone_in_a_frame_of_540_pixels_all_rows_of_the_lecture_are_there():
    assert lines_of(places_of(20, Look(height=382, alone=True))) == 21
