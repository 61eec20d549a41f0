"""The figure of several algorithms: what moves with the level, names that do not meet, and its size."""

import re

import numpy as np
import pytest

from evalcore.figures.layout import Look
from evalcore.figures.significance.many import Drawn, many_figure
from evalcore.figures.significance.plane import ALPHA_TRACK
from evalcore.figures.style import INK, letters
from evalcore.significance import friedman, wilcoxon_holm
from evalcore.views.significance.many import many_view
from tests.evalcore.figures.steps import assert_in_order, handle_of, played, sent

LECTURE = np.array([[1, 2, 3], [1, 2.5, 2.5], [1, 2, 3], [1, 2, 3]])
LOOKS = [Look(), Look(narrow=True), Look(height=330)]


def table(n, k):
    return np.random.default_rng(0).normal(size=(n, k)) + 0.3 * np.arange(k)


def drawn(scores, *, bars=True, names=None):
    n, k = scores.shape
    return Drawn(
        [f"d{i}" for i in range(n)],
        names or ["ABCDEFGHIJ"[i] for i in range(k)],
        scores.tolist(),
        "p = 0.009",
        bars=bars,
    )


def figure(scores=LECTURE, *, groups="nemenyi", statistic="exact", look=None, **told):
    test = friedman(scores, higher_is_better=False)
    posthoc = wilcoxon_holm(scores, higher_is_better=False) if groups == "holm" else None
    view = many_view(test, posthoc, alpha=0.05, statistic=statistic)
    return many_figure(view, drawn(scores, **told), look=look)


def lines(traces, width, axis="x"):
    return [t for t in traces if t.get("line", {}).get("width") == width and t["xaxis"] == axis]


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("groups", ["nemenyi", "holm"])
@pytest.mark.parametrize("shape", [(1, 2), (30, 10)])
def test_handle_is_complete_and_the_figure_is_small(look, groups, shape):
    made = figure(table(*shape), groups=groups, look=look)
    assert_in_order(made, ALPHA_TRACK)
    assert len(made.to_json()) < 250_000
    if not look.narrow:
        assert made.layout.height == look.height


def test_segments_overlap_where_the_difference_is_below_the_ruler():
    for traces in played(figure(), ALPHA_TRACK)[::10]:
        ruler = next(t for t in lines(traces, 2) if len(t["x"]) == 6)
        length = max(ruler["x"]) - 1
        segments = sorted(t["x"] for t in lines(traces, 7))
        assert all(high - low == pytest.approx(length, abs=2e-4) for low, high in segments)
        ranks = [1, 2.125, 2.875]
        for i, j in [(0, 1), (0, 2), (1, 2)]:
            overlap = segments[i][1] > segments[j][0]
            assert overlap == (ranks[j] - ranks[i] < length)


def test_ruler_bars_region_and_verdict_follow_the_level():
    traces = played(figure(), ALPHA_TRACK)
    rulers = [max(next(t for t in lines(step, 2) if len(t["x"]) == 6)["x"]) for step in traces]
    assert rulers == sorted(rulers, reverse=True)
    bars = [sum(t["y"][0] > 0 for t in lines(step, 6)) for step in traces]
    assert (bars[0], bars[25]) == (1, 2)
    words = [next(t["text"][0] for t in step if "text" in t and t["xaxis"] == "x3") for step in traces]
    assert words[0] == "p = 0.009: not rejected at this level"
    assert words[-1] == "p = 0.009: rejected at this level"
    regions = [next(t for t in step if t.get("fill") == "tozeroy")["x"][0] for step in traces]
    assert regions == sorted(regions, reverse=True)
    assert regions[0] > regions[-1]


def test_screen_reader_hears_level_verdict_and_groups():
    said = handle_of(figure(), ALPHA_TRACK)["said"]
    assert said[25] == ("α = 0.05: p = 0.009: rejected at this level. cannot be told apart: A, B; B, C")


def test_bars_of_pairs_have_a_notch_for_each_member_and_no_ruler():
    made = figure(table(12, 6), groups="holm", bars=False)
    (step,) = [played(made, ALPHA_TRACK)[handle_of(made, ALPHA_TRACK)["active"]]]
    assert not lines(step, 7)
    assert not [t for t in step if t.get("text") and "CD" in t["text"][0]]
    posthoc = wilcoxon_holm(table(12, 6), higher_is_better=False)
    members = sorted(len(group) for group in posthoc.groups)
    assert sorted(len(set(t["x"])) for t in lines(step, 4) if t["y"][0] > 0) == members


def test_bars_can_be_left_out():
    assert not lines(played(figure(bars=False), ALPHA_TRACK)[0], 6)
    assert lines(played(figure(), ALPHA_TRACK)[0], 6)


@pytest.mark.parametrize("look", LOOKS)
def test_each_algorithm_is_named_once_a_panel_and_told_apart(look):
    names = [f"gradient boosting with {100 * i} trees" for i in range(1, 11)]
    made = sent(figure(table(12, 10), names=names, look=look))
    here = [a for a in made["layout"]["annotations"] if a["yref"] == "y"]
    assert len({a["text"] for a in here}) == 10
    most = 13 if look.narrow else 22
    assert all(letters(line) <= most for a in here for line in a["text"].split("<br>"))
    # One line each, far enough apart for their letters.
    axis = made["layout"]["yaxis"]
    pixels = (axis["domain"][1] - axis["domain"][0]) * (made["layout"]["height"] - 24)
    assert sorted(a["y"] for a in here) == list(range(-9, 1))
    assert pixels / (axis["range"][1] - axis["range"][0]) >= (12 if look.is_low else 17)


def test_names_from_a_file_are_shown_literally():
    made = sent(figure(names=["<b>x</b>", "%{y}", "a_b"]))
    texts = [a["text"] for a in made["layout"]["annotations"]]
    assert "&lt;b&gt;x&lt;/b&gt;" in texts
    hovers = [text for t in made["data"] for text in t.get("hovertext", [])]
    assert not [text for text in hovers if "<b>" in text or "%{" in text]


def test_one_dot_a_data_set_with_its_result():
    dots = next(t for t in sent(figure())["data"] if t.get("xaxis") == "x2" and len(t["x"]) == 12)
    assert dots["hovertext"][4] == "d1: B has rank 2.5 (2.5)"


def test_mean_ranks_are_in_ink():
    marks = [t for t in sent(figure())["data"] if t.get("marker", {}).get("color") == INK and t["xaxis"] == "x"]
    assert marks[0]["x"] == [1, 2.125, 2.875]


def test_observed_beyond_the_axis_points_on():
    made = sent(figure(np.tile([1.0, 2.0, 3.0], (5, 1)), statistic="f"))
    assert [t for t in made["data"] if t.get("marker", {}).get("symbol") == "triangle-right"]
    assert "observed ∞" in [a["text"] for a in made["layout"]["annotations"]]


def test_what_was_observed_is_marked_as_to_be_guessed():
    layout = figure().layout
    assert [layout.annotations[i].text[:8] for i in layout.meta["guessed"]["annotations"]] == ["observed"]


def test_sentences_are_said_as_asked():
    view = many_view(friedman(LECTURE), None, alpha=0.05, statistic="exact")
    layout = many_figure(view, drawn(LECTURE), say=lambda sentence: f"«{sentence}»").layout
    ranks, dots = layout.annotations[:2]
    assert re.sub("<[^>]*>", "", ranks.text) == "«Mean ranks · 1 is the best»"
    assert dots.text == "«Rank on each data set»"
    # As large and bold as above every other plane, and above the numbers of the axis there.
    assert {(one.font.size, one.font.weight) for one in (ranks, dots)} == {(16, 600)}
    assert ranks.y - layout.yaxis.domain[1] > 30 / layout.height
    assert layout.xaxis4.title.text == "«level α»"


def test_dots_stand_at_their_ranks():
    made = figure(table(12, 6), statistic="f")
    dots = next(one for one in sent(made)["data"] if one["xaxis"] == "x2" and len(one["x"]) == 72)
    assert set(dots["x"]) <= {half / 2 for half in range(2, 13)}
    assert len(set(zip(dots["x"], dots["y"], strict=True))) == 72


def test_a_segment_that_goes_on_beyond_the_axis_has_an_arrow():
    made = figure(LECTURE, statistic="chi2")
    low, high = made.layout.xaxis.range
    seen = set()
    for traces in played(made, ALPHA_TRACK):
        arrows = next(
            one for one in traces if one["xaxis"] == "x" and len(one.get("marker", {}).get("symbol", "")) == 7
        )
        segments = [one["x"] for one in lines(traces, 7)]
        shown = [height > -10 for height in arrows["y"]]
        assert all(ends[0] > low for ends, is_on in zip(segments, shown[:3], strict=True) if not is_on)
        assert all(ends[1] < high for ends, is_on in zip(segments, shown[3:6], strict=True) if not is_on)
        seen |= set(shown)
    assert seen == {True, False}


@pytest.mark.parametrize("statistic", ["exact", "f"])
def test_what_is_as_extreme_is_said(statistic):
    traces = sent(figure(table(6, 3), statistic=statistic))["data"]
    if statistic == "f":
        (area,) = [one for one in traces if one.get("hoveron") == "fills"]
        assert area["name"] == "at least as extreme as observed: p = 0.009"
    else:
        (stems,) = lines(traces, 4, "x3")
        assert stems["hovertext"] == "at least as extreme as observed: p = 0.009"
