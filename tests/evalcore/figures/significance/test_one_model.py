"""The figure of one model: whatever is dragged, all of it says what the step says."""

import pytest

from evalcore.figures.layout import TITLE, Look
from evalcore.figures.live.motion import cut_out
from evalcore.figures.significance import one_model as f
from evalcore.figures.significance.words import short, tail, verdict
from evalcore.figures.style import number
from evalcore.views.significance import one_model as o
from evalcore.views.significance.one_model import t_view
from tests.evalcore.figures.steps import assert_in_order, handle_of, played, sent, texts_of

EVERY = (o.RATE, o.ROWS, o.ALPHA, o.ERRORS)
LECTURE = (0.12, 0.10, 0.14, 0.11, 0.13, 0.09, 0.12, 0.15, 0.10, 0.12)
LOOKS = {"wide": Look(), "high": Look(False, 520), "narrow": Look(True), "low": Look(False, 320)}
VIEW = o.binomial_view(6, 10, 0.3, alpha=0.05, handles=EVERY)
FIGURE = f.binomial_figure(VIEW)
T_VIEW = t_view(LECTURE, 0.1, alpha=0.05, handles=(o.RATE, o.ALPHA))


@pytest.mark.parametrize("name", EVERY)
def test_each_step_says_its_own_test(name):
    assert_in_order(FIGURE, name)
    for step, traces in zip(VIEW.by[name].shown, played(FIGURE, name), strict=True):
        texts = texts_of(traces)
        assert verdict(step.pvalue, step.alpha) in texts
        assert f"P(number of errors) if the error rate is {step.rate:.4g}" in texts
        assert any(text.startswith(f"{step.errors:,} of {step.n:,} wrong") for text in texts)
        lines = [trace for trace in traces if trace.get("mode") == "lines"]
        assert [step.picture.observed] * 2 in [trace["x"] for trace in lines]
        assert list(step.picture.whole[1]) in [trace["y"] for trace in lines]


def test_the_handle_of_the_errors_is_carried_along_by_rows_and_bar():
    follows = handle_of(FIGURE, o.ERRORS)["follows"]
    assert set(follows) == {o.RATE, o.ROWS}
    rows = VIEW.by[o.ROWS].shown
    assert follows[o.ROWS]["shown"] == [f"{step.errors:,} errors" for step in rows]
    assert follows[o.ROWS]["at"] == [step.picture.observed for step in rows]


def test_a_figure_has_the_handles_of_its_view_only():
    view = o.binomial_view(8, 20, 0.3, alpha=0.05, handles=(o.RATE, o.ALPHA))
    figure = f.binomial_figure(view)
    assert_in_order(figure, o.ALPHA)
    assert set(handle_of(figure, o.RATE)["follows"]) == set()
    with pytest.raises(StopIteration):
        handle_of(figure, o.ERRORS)


@pytest.mark.parametrize("alternative", ["greater", "less", "two-sided"])
def test_which_counts_are_rejected_is_said(alternative):
    view = o.binomial_view(6, 20, 0.3, alpha=0.05, alternative=alternative, handles=())
    wanted = {
        "greater": "rejected: from 10 on (size 0.048)",
        "less": "rejected: up to 2 (size 0.0355)",
        "two-sided": "rejected: up to 1, from 11 on (size 0.0248)",
    }
    assert wanted[alternative] in texts_of(sent(f.binomial_figure(view))["data"])
    few = o.binomial_view(1, 2, 0.3, alpha=0.05, handles=())
    assert "no count is rejected" in texts_of(sent(f.binomial_figure(few))["data"])


@pytest.mark.parametrize("name", [o.RATE, o.ALPHA])
def test_steps_of_t_say_their_own_test(name):
    figure = f.t_figure(T_VIEW)
    assert_in_order(figure, name)
    for step, traces in zip(T_VIEW.by[name].shown, played(figure, name), strict=True):
        assert verdict(step.pvalue, step.alpha) in texts_of(traces)
    assert "t = 3.038; rejected beyond ±2.262" in texts_of(sent(figure)["data"])
    assert list(figure.data[0].x) == list(LECTURE)


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
@pytest.mark.parametrize(
    "draw", [lambda look: f.binomial_figure(VIEW, look=look), lambda look: f.t_figure(T_VIEW, look=look)]
)
def test_panels_stand_within_the_figure_and_apart(draw, look):
    figure = draw(look)
    layout = sent(figure)["layout"]
    spans = [
        (*axis["domain"], *layout[f"x{key[1:]}"]["domain"]) for key, axis in layout.items() if key.startswith("yaxis")
    ]
    assert all(0 <= low < high <= 1.0001 for low, high, _left, _right in spans)
    for i, (low, high, left, right) in enumerate(spans):
        for other_low, other_high, other_left, other_right in spans[i + 1 :]:
            beside = right <= other_left or other_right <= left
            assert beside or high <= other_low + 1e-9 or other_high <= low + 1e-9


def test_the_figure_is_as_high_as_its_look():
    assert [f.binomial_figure(VIEW, look=look).layout.height for look in (Look(), Look(False, 320))] == [500, 320]


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
def test_the_title_of_the_distribution_is_as_large_as_every_title(look):
    (bold,) = {trace.textfont.size for trace in f.binomial_figure(VIEW, look=look).data if trace.textfont.weight == 600}
    assert bold == TITLE


@pytest.mark.parametrize(("errors", "n", "rate"), [(6, 10, 0.3), (30, 100, 0.3), (1_400, 5_000, 0.3)])
def test_a_figure_is_about_200_kb(errors, n, rate):
    view = o.binomial_view(errors, n, rate, alpha=0.05, handles=EVERY)
    assert len(f.binomial_figure(view).to_json()) < 280_000


def test_a_tiny_p_is_no_number():
    assert verdict(1e-9, 0.05) == "p < 0.0001: rejected at level 0.05"
    assert short(float("nan")) == "—"


def test_an_interval_of_rates_beyond_the_axis_has_an_arrow():
    view = t_view((0.1, 0.4), 0.1, alpha=0.05, handles=(o.ALPHA,))
    for step, traces in zip(view.by[o.ALPHA].shown, played(f.t_figure(view), o.ALPHA), strict=True):
        arrows = next(
            one
            for one in traces
            if one["xaxis"] == "x2" and one.get("marker", {}).get("symbol", "")[:1] == ["triangle-left"]
        )
        assert [height == 0 for height in arrows["y"]] == [step.low < 0, step.high > 0.5]


def test_a_t_beyond_its_plane_has_an_arrow_and_its_value():
    view = t_view((0.300, 0.301, 0.302), 0.1, alpha=0.05, handles=())
    traces = sent(f.t_figure(view))["data"]
    assert view.now.picture.beyond == 1
    assert f"t = {number(view.now.statistic)}" in texts_of(traces)


@pytest.mark.parametrize("name", EVERY)
def test_what_is_as_extreme_is_cut_out_of_the_distribution(name):
    for step, traces in zip(VIEW.by[name].shown, played(f.binomial_figure(VIEW), name), strict=True):
        (area,) = [one for one in traces if one.get("hoveron") == "fills"]
        assert area["name"] == tail(step.pvalue)
        assert (area["x"], area["y"]) == cut_out(*step.picture.whole, step.picture.cut)
