"""The figure of two models: whatever is dragged, table, difference and distribution say what the step says."""

import pytest

from evalcore.figures.layout import MARGIN, TITLE, Look
from evalcore.figures.significance import two_models as f
from evalcore.figures.significance.plane import BLANK
from evalcore.figures.significance.words import tail, verdict
from evalcore.figures.style import number
from evalcore.significance import Disagreement
from evalcore.views.significance import two_models as t
from tests.evalcore.figures.steps import assert_in_order, played, sent, texts_of

EVERY = (t.ONLY_A, t.ONLY_B, t.ALPHA)
LOOKS = {"wide": Look(), "narrow": Look(True), "low": Look(False, 320)}
VIEW = t.mcnemar_view(Disagreement(80, 12, 4, 4), alpha=0.05, handles=EVERY)
FIGURE = f.mcnemar_figure(VIEW)


@pytest.mark.parametrize("name", EVERY)
def test_each_step_says_its_own_test(name):
    assert_in_order(FIGURE, name)
    for step, traces in zip(VIEW.by[name].shown, played(FIGURE, name), strict=True):
        texts = texts_of(traces)
        assert verdict(step.pvalue, step.alpha) in texts
        assert texts[-4:] == [f"{count:,}" for count in step.table]
        assert any(f"difference {number(step.difference)}" in text for text in texts)


def test_only_the_discordant_cells_have_a_colour():
    layout = sent(FIGURE)["layout"]
    fills = [shape["fillcolor"] for shape in layout["shapes"]]
    assert len(set(fills[:4])) == 1
    assert len(set(fills)) == 3
    # Which of them tell the models apart is what a class is asked.
    assert layout["meta"]["guessed"]["shapes"] == [4, 5]


@pytest.mark.parametrize(
    ("table", "method", "wanted"),
    [
        (Disagreement(80, 12, 4, 4), "auto", "rejected: up to 4, from 12 on (size 0.0768)"),
        (Disagreement(80, 12, 4, 4), "exact", "rejected: up to 3, from 13 on (size 0.0213)"),
        (Disagreement(150, 25, 10, 15), "corrected", "χ² = 5.600; rejected beyond 3.841"),
        (Disagreement(150, 25, 10, 15), "uncorrected", "χ² = 6.429; rejected beyond 3.841"),
        (Disagreement(9, 0, 0, 1), "auto", "no discordant row"),
        (Disagreement(0, 0, 0, 0), "corrected", "no discordant row"),
    ],
)
def test_the_null_distribution_is_named(table, method, wanted):
    view = t.mcnemar_view(table, alpha=0.05, method=method, handles=())
    assert wanted in texts_of(sent(f.mcnemar_figure(view))["data"])


def test_a_difference_beyond_the_axis_stands_at_its_end():
    end = sent(FIGURE)["layout"]["xaxis2"]["range"][1] / 1.02
    assert end == pytest.approx(0.5)
    last = played(FIGURE, t.ONLY_A)[-1]
    point = next(trace for trace in last if trace.get("mode") == "markers" and trace.get("xaxis") == "x2")
    assert point["x"] == [pytest.approx(end)]


def test_long_names_are_cut():
    names = ("a model with a very long name", "b")
    texts = texts_of(sent(f.mcnemar_figure(VIEW, names, look=Look(True)))["data"])
    assert texts[0].startswith("wrong: a mode… 16, b 8 of 100")


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
def test_panels_stand_within_the_figure(look):
    figure = f.mcnemar_figure(VIEW, look=look)
    for key, axis in sent(figure)["layout"].items():
        if key[1:5] == "axis" and "domain" in axis:
            assert 0 <= axis["domain"][0] < axis["domain"][1] <= 1.0001


def test_a_figure_is_about_200_kb():
    assert len(FIGURE.to_json()) < 280_000


def in_plane(traces, axis, **having):
    return [one for one in traces if one.get("xaxis") == axis and having.items() <= one.items()]


def test_a_difference_beyond_the_axis_has_an_arrow_and_its_value():
    end = sent(FIGURE)["layout"]["xaxis2"]["range"][1] / 1.02
    for step, traces in zip(VIEW.by[t.ONLY_A].shown, played(FIGURE, t.ONLY_A), strict=True):
        dot, arrows = in_plane(traces, "x2", mode="markers")
        (values,) = in_plane(traces, "x2", mode="text")
        is_beyond = step.difference > end
        assert (dot["y"][0] < -1, arrows["y"][1] == 0) == (is_beyond, is_beyond or step.high > end)
        assert values["text"] == [BLANK, number(step.difference) if is_beyond else BLANK]


def test_a_chi_square_beyond_the_axis_has_an_arrow_and_its_value():
    view = t.mcnemar_view(Disagreement(100, 90, 10, 0), alpha=0.05, method="corrected", handles=())
    traces = sent(f.mcnemar_figure(view))["data"]
    (arrows,) = in_plane(traces, "x4", mode="markers")
    assert [height > 0 for height in arrows["y"]] == [False, True]
    assert [BLANK, f"χ² = {number(view.now.statistic)}"] in [one["text"] for one in in_plane(traces, "x4", mode="text")]


def test_the_root_of_chi_square_is_drawn_whole_with_the_numbers_of_chi_square():
    view = t.mcnemar_view(Disagreement(150, 25, 10, 15), alpha=0.05, method="corrected", handles=())
    picture = view.now.picture
    assert picture.ticks == [0, 1, 4, 9, 16, 25]
    assert picture.whole[1][1] == max(picture.whole[1]) == 1000
    assert picture.observed == round(200 * 5.6**0.5)
    # A ninth of the distribution's height, where the density of chi-square itself had a hundredth.
    assert max(picture.rejected[1]) > 110


def test_what_is_as_extreme_is_hatched_and_said():
    for name in EVERY:
        for step, traces in zip(VIEW.by[name].shown, played(FIGURE, name), strict=True):
            (area,) = in_plane(traces, "x4", hoveron="fills")
            assert area["name"] == tail(step.pvalue)
            outside = [x <= step.picture.cut[0] or x >= step.picture.cut[1] for x in area["x"]]
            assert all(out or y == 0 for out, y in zip(outside, area["y"], strict=True))


def test_no_text_at_the_right_lies_below_the_button_for_a_picture():
    assert sent(FIGURE)["data"][0]["x"][1] < 0.96
    assert sent(f.mcnemar_figure(VIEW, look=Look(True)))["data"][0]["x"] == [0, 0]


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
def test_what_either_side_means_is_off_the_interval(look):
    layout = sent(f.mcnemar_figure(VIEW, look=look))["layout"]
    sides = [one for one in layout["annotations"] if "better" in one["text"]]
    (low, high), (left, right) = layout["yaxis2"]["domain"], layout["xaxis2"]["domain"]
    for one in sides:
        if look.is_low:
            assert one["xref"] == "paper"
            assert not left - 0.15 < one["x"] < right + 0.15
        else:
            assert (one["yanchor"], one["y"] > (low + high) / 2) == ("top", True)


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
def test_the_table_has_a_title_above_its_names_on_the_line_of_the_other_one(look):
    layout = sent(f.mcnemar_figure(VIEW, look=look))["layout"]
    titles = [one for one in layout["annotations"] if one["font"].get("weight") == 600]
    if look.alone:
        assert not titles
        return
    (title,) = titles
    other = next(one for one in sent(f.mcnemar_figure(VIEW, look=look))["data"] if one.get("xaxis") == "x3")
    assert (title["text"], title["font"]["size"], title["x"]) == ("Right and wrong", other["textfont"]["size"], 0)
    assert title["font"]["size"] == (12 if look.is_low else TITLE)
    room = layout["height"] - 2 * MARGIN
    assert (title["y"] - layout["yaxis6"]["domain"][1]) * room >= (12 if look.is_low else 40)
    if not look.narrow:
        left, right = layout["yaxis3"]["domain"]
        assert title["y"] == pytest.approx((left + right) / 2, abs=1 / room)
