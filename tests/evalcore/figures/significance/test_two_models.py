"""The figure of two models: whatever is dragged, table, difference and distribution say what the step says."""

import pytest

from evalcore.figures.layout import Look
from evalcore.figures.significance import two_models as f
from evalcore.figures.significance.words import TwoWords, verdict
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
        assert verdict(TwoWords(), step.pvalue, step.alpha) in texts
        assert texts[-4:] == [f"{count:,}" for count in step.table]
        assert any(f"difference {number(step.difference)}" in text for text in texts)


def test_only_the_discordant_cells_have_a_colour():
    fills = [shape["fillcolor"] for shape in sent(FIGURE)["layout"]["shapes"]]
    assert len(set(fills)) == 3
    assert fills[0] == fills[3]


@pytest.mark.parametrize(
    ("table", "method", "wanted"),
    [
        (Disagreement(80, 12, 4, 4), "auto", "rejected: up to 3, from 13 on (size 0.0213)"),
        (Disagreement(150, 25, 10, 15), "auto", "χ² = 5.600; rejected beyond 3.841"),
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
    words = TwoWords(a="a model with a very long name", b="b")
    texts = texts_of(sent(f.mcnemar_figure(VIEW, words=words, look=Look(True)))["data"])
    assert texts[0].startswith("wrong: a mode… 16, b 8 of 100")


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
def test_panels_stand_within_the_figure(look):
    figure = f.mcnemar_figure(VIEW, look=look)
    for key, axis in sent(figure)["layout"].items():
        if key[1:5] == "axis" and "domain" in axis:
            assert 0 <= axis["domain"][0] < axis["domain"][1] <= 1.0001


def test_a_figure_is_about_200_kb():
    assert len(FIGURE.to_json()) < 280_000
