"""The figure of squared loss: whatever is dragged, all of its panels say what the step says."""

import itertools
import json
from functools import cache

import numpy as np
import pytest

from evalcore.bias_variance import CurveProblem
from evalcore.figures.bias_variance import squared as f
from evalcore.figures.bias_variance.colours import BIAS, VARIANCE
from evalcore.figures.layout import Look
from evalcore.figures.parts.numbers import written, written_beside, written_sum
from evalcore.support.rounding import rounded_sum
from evalcore.views.bias_variance.scales import scales
from evalcore.views.bias_variance.simulators import CurveSimulator
from evalcore.views.bias_variance.squared import squared_view
from tests.evalcore.figures.steps import assert_in_order, handle_of, played, sent, texts_of
from tests.evalcore.views.bias_variance.small import FAMILIES

LOOKS = {"wide": Look(), "high": Look(False, 520), "narrow": Look(True), "low": Look(False, 342)}


@cache  # several tests look at the same
def view_of(design="fixed", family="polynomial", n_sets=60, **problem):
    place = CurveSimulator(CurveProblem(design=design, **problem), FAMILIES[family].make(25), n=25, seed=1)
    return squared_view(place.upto(n_sets), FAMILIES[family])


def drawn(view, active=3, place=10, **options):
    return f.squared_figure(view, scales(view), (active, place), **options)


VIEW = view_of()
FIGURE = drawn(VIEW)


def plane(traces, number):
    """Return the traces of the plane of this number."""
    name = f"x{number if number > 1 else ''}"
    return [trace for trace in traces if trace.get("xaxis", "x") == name]


def test_both_handles_are_complete():
    for name in (f.COMPLEXITY, f.X0):
        assert_in_order(FIGURE, name)
    assert handle_of(FIGURE, f.COMPLEXITY)["shown"][:2] == ["d = 0", "d = 1"]
    assert handle_of(FIGURE, f.X0)["shown"][10] == "x₀ = 0.25"


def test_every_learner_moves_all_three_panels():
    drawn_in = sent(FIGURE)["data"]
    moved = {drawn_in[part["trace"]]["xaxis"] for part in handle_of(FIGURE, f.COMPLEXITY)["parts"]}
    # Numbers, sweep, sample, parts at each x, probe, bar, what is said of the probe, squares; and the fits.
    assert moved == {"x", "x2", "x3", "x4", "x5", "x6", "x7", "x8", "x9"}


@pytest.mark.parametrize("active", [0, 3, 12])
def test_a_step_is_the_figure_of_its_learner(active):
    """What the player shows at a step is what would be drawn there, on the same axes."""
    there = sent(f.squared_figure(VIEW, scales(VIEW), (active, 10)))["data"]
    for shown, expected in zip(played(FIGURE, f.COMPLEXITY)[active], there, strict=True):
        for key in ("x", "y", "text"):
            assert shown.get(key) == expected.get(key)


def test_a_step_of_the_probe_is_the_figure_there():
    there = sent(f.squared_figure(VIEW, scales(VIEW), (3, 33)))["data"]
    for shown, expected in zip(played(FIGURE, f.X0)[33], there, strict=True):
        for key in ("x", "y", "text"):
            assert shown.get(key) == expected.get(key)


def test_the_parts_are_stacked_and_the_bar_ends_at_their_sum():
    for step, traces in zip(VIEW.steps, played(FIGURE, f.COMPLEXITY), strict=True):
        whole, lower, noise, cut, _rule = plane(traces, 5)
        np.testing.assert_allclose(np.subtract(whole["y"], lower["y"]), step.bias2, atol=2e-4)
        np.testing.assert_allclose(np.subtract(lower["y"], noise["y"]), step.variance, atol=2e-4)
        assert cut["text"] == ["\u00a0"]  # no learner leaves the plane
        bars = plane(traces, 7)
        mean = step.parts.mean
        ends = [max(bar["x"]) for bar in bars[:3]]
        np.testing.assert_allclose(ends, [mean.error, mean.bias2 + mean.variance, mean.bias2], atol=1e-5)
        assert [bar["fillcolor"] for bar in bars[1:3]] == [VARIANCE, BIAS]
        assert bars[3]["x"][0] == pytest.approx(min(step.measured.error, scales(VIEW).bar), abs=1e-5)


def test_numbers_and_the_sample_s_errors_follow():
    for step, traces in zip(VIEW.steps, played(FIGURE, f.COMPLEXITY), strict=True):
        said, mean = texts_of(traces), step.parts.mean
        found = rounded_sum([mean.bias2, mean.variance, mean.noise], mean.error, mean.error_error)
        assert all(one in said for one in written_sum(found))
        assert written(step.measured.error, step.measured.standard_error) in said
        assert any(text.startswith(f"sample (dots): training error {written(step.sample_training)}") for text in said)


def test_bias_is_an_arrow_from_the_truth_and_variance_a_bracket():
    for place, traces in enumerate(played(FIGURE, f.X0)):
        probe = VIEW.probe(3, place)
        shaft, heads, bracket = plane(traces, 6)[-3:]
        assert shaft["y"] == pytest.approx([probe.truth, probe.mean], abs=0.006)
        seen = [y > -5 for y in heads["y"]]
        assert seen == [probe.bias >= 0, probe.bias < 0]
        assert (min(bracket["y"]), max(bracket["y"])) == pytest.approx(
            (probe.mean - probe.spread, probe.mean + probe.spread), abs=0.006
        )


@pytest.mark.parametrize("handle", [f.COMPLEXITY, f.X0])
def test_the_square_of_the_error_is_as_large_as_those_of_its_parts(handle):
    for k, traces in enumerate(played(FIGURE, handle)):
        probe = VIEW.probe(k, 10) if handle == f.COMPLEXITY else VIEW.probe(3, k)
        drawn_in = plane(traces, 9)
        sides = [max(trace["x"]) - min(trace["x"]) for trace in drawn_in]
        assert [max(trace["y"]) for trace in drawn_in] == pytest.approx(sides, abs=2e-4)
        assert sides[1:] == pytest.approx([abs(probe.bias), probe.spread, probe.noise], abs=2e-4)
        assert sides[0] ** 2 == pytest.approx(sum(side**2 for side in sides[1:]), abs=1e-3)
        assert f"area sum {written(probe.sides[0] ** 2)}" in texts_of(traces)
        # None lies upon another.
        assert all(max(a["x"]) < min(b["x"]) for a, b in itertools.pairwise(drawn_in))


def test_faint_fits_go_to_and_fro_out_of_sight():
    faint = [trace for trace in plane(sent(FIGURE)["data"], 1) if trace.get("line", {}).get("width") == 1]
    assert len(faint) == 10
    for trace in faint:
        x = np.array(trace["x"])
        outside = (x < 0) | (x > 1)
        # Where a line turns to the next fit it is beyond both ends of x.
        turns = np.flatnonzero(np.diff(x) == 0)
        assert turns.size == 4
        assert outside[turns].all()
        assert outside[turns + 1].all()
        assert not trace["line"]["simplify"]


def test_the_best_learner_is_marked():
    (diamond,) = [t for t in sent(FIGURE)["data"] if t.get("marker", {}).get("symbol") == "diamond-open"]
    assert diamond["x"] == [VIEW.steps[VIEW.best].at]


def test_where_sets_have_their_own_x_the_median_stands_beside_the_mean():
    assert "median" not in texts_of(sent(FIGURE)["data"])
    view = view_of("random")
    figure = drawn(view, 9)
    assert "median" in texts_of(sent(figure)["data"])
    for step, traces in zip(view.steps, played(figure, f.COMPLEXITY), strict=True):
        assert written_beside(step.median_error, step.rounded) in texts_of(traces)


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
@pytest.mark.parametrize("design", ["fixed", "random"])
def test_panels_stand_within_the_figure_and_apart(look, design):
    layout = sent(drawn(view_of(design, n_sets=5), look=look))["layout"]
    spans = []
    for key, axis in layout.items():
        if key.startswith("xaxis"):
            up = layout[key.replace("xaxis", "yaxis")]["domain"]
            assert 0 <= axis["domain"][0] < axis["domain"][1] <= 1
            assert 0 <= up[0] < up[1] <= 1
            spans.append((*axis["domain"], *up))
    assert len(spans) == (8 if look.is_low else 9)
    for i, (left, right, low, high) in enumerate(spans):
        for other_left, other_right, other_low, other_high in spans[i + 1 :]:
            assert right <= other_left or other_right <= left or high <= other_low or other_high <= low


@pytest.mark.parametrize("design", ["fixed", "random"])
@pytest.mark.parametrize("family", FAMILIES)
def test_every_family_is_drawn_and_weighs_little(family, design):
    view = view_of(design, family)
    figure = drawn(view, view.best)
    assert_in_order(figure, f.COMPLEXITY)
    assert len(json.dumps(sent(figure))) < 290_000


@pytest.mark.parametrize("sigma", [0.0, 1.0])
def test_no_noise_and_much(sigma):
    for shape in ("flat", "step"):
        assert_in_order(drawn(view_of(shape=shape, sigma=sigma, n_sets=3)), f.X0)


def test_what_leaves_the_plane_says_how_high_it_is():
    view = view_of(design="random")
    figure = f.squared_figure(view, scales(view), (3, 10))
    cuts = [plane(traces, 5)[3] for traces in played(figure, f.COMPLEXITY)]
    heights = [float((step.bias2 + step.variance + step.noise).max()) for step in view.steps]
    assert [cut["text"][0].startswith("↑") for cut in cuts] == [height > scales(view).parts for height in heights]
    assert heights[12] > scales(view).parts
    assert cuts[12]["text"] == [f"↑ {written(heights[12], heights[12])}"]


def test_the_marks_of_a_bar_that_is_cut_off_stand_at_its_end():
    """Not beyond it by a rounding: what is outside of the plane a drawing may leave out."""
    view = view_of(design="random")
    end = scales(view).bar
    marks = [plane(traces, 7)[3]["x"] for traces in played(drawn(view), f.COMPLEXITY)]
    assert [mark == [end, end] for mark in marks] == [step.measured.error >= end for step in view.steps]
    assert max(marks) == [end, end]


def test_the_axes_are_those_of_the_whole_family():
    """Seen from any learner the axes are the same, so that none changes while its handle is dragged."""
    layouts = [f.squared_figure(VIEW, scales(VIEW), (k, 10)).layout for k in (0, 3, 12)]
    axes = [name for name in layouts[0] if name.startswith(("xaxis", "yaxis"))]
    for name in axes:
        assert len({tuple(layout[name].range or ()) for layout in layouts}) == 1, name
    assert layouts[0].yaxis5.range[1] > max((step.bias2 + step.variance + step.noise).max() for step in VIEW.steps)
