"""What the player writes into a drawing is what Plotly would draw; and the handle, by mouse, touch and keys.

The player knows how Plotly draws a figure. If Plotly changes that, these tests fail, and the page falls back to
`Plotly.animate`, which is right but slow.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import plotly.graph_objects as go
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from evalcore import costs
from evalcore.bias_variance import CurveProblem, PlaneProblem, Tree
from evalcore.counts import ThresholdCounts, threshold_counts
from evalcore.figures.bias_variance.double_descent import RATIO, descent_figure
from evalcore.figures.bias_variance.squared import COMPLEXITY, X0, squared_figure
from evalcore.figures.bias_variance.zero_one import FLEXIBILITY, zero_one_figure
from evalcore.figures.confusion_matrix.figure import threshold_figure
from evalcore.figures.costs.figure import CONDITION, costs_figure
from evalcore.figures.costs.traces import Shown as CostsShown
from evalcore.figures.curves.build import STEPS, build_figure
from evalcore.figures.curves.figure import Shown, View, curves_figure
from evalcore.figures.hypotheses.occam import WIGGLE, occam_figure
from evalcore.figures.layout import Look
from evalcore.figures.live import motion
from evalcore.figures.significance.lies import ALPHA, lies_figure
from evalcore.intervals import Estimate
from evalcore.significance import LABORATORY_TESTS, LaboratoryResult
from evalcore.views.bias_variance.classifiers import CLASSIFIERS
from evalcore.views.bias_variance.double_descent import double_descent_steps, double_descent_view
from evalcore.views.bias_variance.families import FAMILIES
from evalcore.views.bias_variance.scales import scales
from evalcore.views.bias_variance.simulators import CurveSimulator
from evalcore.views.bias_variance.squared import squared_view
from evalcore.views.bias_variance.zero_one import zero_one_sweep, zero_one_view
from evalcore.views.costs import conditions, cost_lines, operating_lines, plane_of_money
from evalcore.views.curves import model_curves, operating_points
from evalcore.views.row_steps import row_steps
from evalcore.views.significance.lies import lies_view
from evalcore.views.threshold import threshold_view
from tests.browser.figure import WAIT
from tests.evalcore.figures.hypotheses.views import occam
from tests.evalcore.figures.steps import at_step, handle_of
from tests.tiers import thorough
from ui.session.samples import SAMPLES, load

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

HERE = Path(__file__).parent
RNG = np.random.default_rng(11)
TRUTH = RNG.random(3_000) < 0.2
SCORE = RNG.normal(size=3_000) + 1.3 * TRUTH
UNKNOWN = Estimate(np.nan)
CHART = "document.querySelector('.js-plotly-plot')"
HANDLE = ".live-grip[data-handle=threshold]"
STEP = f"liveSpec({CHART}).handles[0].active"


def melons() -> tuple[ThresholdCounts, tuple[Any, Any]]:
    sample = load(SAMPLES["melon-20"])
    y, s = sample.y_true, sample.scores["score"]
    return threshold_counts(y, s), (y, s)


MELON, ROWS = melons()
MANY = threshold_counts(TRUTH, SCORE)
ONE_CLASS = threshold_counts([True, True], [0.2, 0.8])


def matrix(counts: ThresholdCounts, rows: Any = None, *, look: Look | None = None) -> go.Figure:
    return threshold_figure(threshold_view(counts, special=(0.5,), rows=rows), threshold=0.5, look=look)


def curves(counts: ThresholdCounts, planes: View = "roc_pr", rows: Any = None) -> go.Figure:
    view = threshold_view(counts, special=(0.5,), rows=rows)
    models = [model_curves(name, counts, auc=UNKNOWN, average_precision=UNKNOWN) for name in "AB"]
    shown = Shown(models, 0.4, planes=planes, equal_error=True, area=True)
    return curves_figure(view, operating_points(view.steps), shown, threshold=0.5)


def in_a_legend(figure: go.Figure) -> go.Figure:
    """Return curves with a legend in place of the rows above their planes: other figures have one."""
    # Of a line that is drawn twice, with what is below it, one is listed.
    last = {(trace.name, trace.xaxis): k for k, trace in enumerate(figure.data) if trace.name}
    for k, trace in enumerate(figure.data):
        if (trace.name or "").startswith(("A ", "B ", "equal")):
            trace.showlegend = last[trace.name, trace.xaxis] == k
    figure.update_layout(showlegend=True, legend={"x": 0.4, "y": 0.5}, legend2={"x": 0.7, "y": 0.5})
    return figure


def costly(counts: ThresholdCounts, matrix: costs.CostMatrix | None = None, *, known: bool = True) -> go.Figure:
    view = threshold_view(counts, special=(0.5,))
    lines = cost_lines("A", counts)
    plane = None if matrix is None else plane_of_money([lines], matrix)
    shown = CostsShown(shaded=frozenset({"fixed", "optimal"}))
    at = conditions(costs.cost_curve(counts), special=[0.4], plane=plane)
    if plane is not None:
        shown = replace(shown, plane=plane)
    return costs_figure(
        view, operating_lines(view.steps), [lines], at, threshold=0.5, condition=0.4, shown=shown, known=known
    )


def parts_of_error() -> go.Figure:
    """Return the figure of squared loss, where each set has its own x: fits reach far out of their panel."""
    family = FAMILIES["polynomial"]
    place = CurveSimulator(CurveProblem(design="random"), family.make(25), n=25, seed=0)
    view = squared_view(place.upto(60), family)
    return squared_figure(view, scales(view), (3, 10))


def plane() -> go.Figure:
    """Return a map of cells, with outlines of which a step has more or fewer than another."""
    trees = replace(CLASSIFIERS["tree"], make=lambda _n: (Tree(1), Tree(4), Tree(10)))
    *_, found = zero_one_sweep(PlaneProblem("moons"), trees, n=40, n_sets=10, seed=0)
    return zero_one_figure(zero_one_view(found, trees), 0)


def features() -> go.Figure:
    """Return fits that reach far out of their panel near the peak."""
    *_, found = double_descent_steps(CurveProblem(), n=25, n_sets=20, seed=0)
    return descent_figure(double_descent_view(found, ratio=0.5))


def laboratory() -> go.Figure:
    """Return lines in one trace, with a gap behind each: the last one ends in a gap, too."""
    p = np.random.default_rng(1).random((len(LABORATORY_TESTS), 200))
    found = LaboratoryResult(learner="1-nn", n=100, pvalues=p, differing=p / 2)
    return lies_figure(lies_view(found, chosen=0, alpha=0.05))


PLANE = "plane"
# Figures whose handles move no threshold, each with their names.
OTHERS = {"parts of the error": (COMPLEXITY, X0), PLANE: (FLEXIBILITY,), "features": (RATIO,), "laboratory": (ALPHA,)}
OTHERS |= {"razor": (WIGGLE,)}
FIGURES: dict[str, Callable[[], go.Figure]] = {
    "matrix of dots": lambda: matrix(MELON, ROWS),
    "matrix of bars": lambda: matrix(MANY),
    "narrow matrix": lambda: matrix(MELON, ROWS, look=Look(narrow=True)),
    "one class": lambda: matrix(ONE_CLASS, (np.array([True, True]), np.array([0.2, 0.8]))),
    "ROC and P-R": lambda: curves(MELON, rows=ROWS),
    "curves in a legend": lambda: in_a_legend(curves(MELON, rows=ROWS)),
    "DET": lambda: curves(MANY, "det"),
    "costs": lambda: costly(MELON),
    "costs of many": lambda: costly(MANY),
    "costs in money": lambda: costly(MELON, costs.CostMatrix(5_000, 1_000)),
    "benefits": lambda: costly(MELON, costs.CostMatrix(50, 10, -90, -5)),
    "costs without a condition": lambda: costly(MELON, known=False),
    "costs of one class": lambda: costly(ONE_CLASS),
    "parts of the error": parts_of_error,
    PLANE: plane,
    "features": features,
    "laboratory": laboratory,
    # Texts at the ends of lines go up and down with them.
    "razor": lambda: occam_figure(occam()),
}
GROWING: dict[str, Callable[[], go.Figure]] = {
    "curves row after row": lambda: build_figure(row_steps(*ROWS)),
    "curves of more rows than lines": lambda: build_figure(row_steps(TRUTH[:60], SCORE[:60]), look=Look(height=342)),
}
FIGURES |= GROWING
OTHERS |= dict.fromkeys(GROWING, (STEPS,))
MOVES = [(name, motion.THRESHOLD) for name in FIGURES if name not in OTHERS]
MOVES += [(name, handle) for name, handles in OTHERS.items() for handle in handles]
MOVES += [(name, CONDITION) for name in FIGURES if "costs" in name or name == "benefits"]

# Drawn by the same parts as one of the others: left to the thorough tier.
VARIANTS = ("matrix of bars", "narrow matrix", "one class", "costs of many", "benefits", "costs without a condition")
VARIANTS += ("costs of one class", "curves of more rows than lines")


@cache
def built(name: str) -> go.Figure:
    return FIGURES[name]()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("figures")


def write(folder: Path, name: str) -> str:
    """Write a figure as an exported one, with what the tests look through, and return its address."""
    path = folder / f"{name.replace(' ', '_')}.html"
    if not path.exists():
        exposed = "Object.assign(window, { drawingOf, playerOf, liveSpec });\n" + (HERE / "drawing.js").read_text()
        exposed += "\nObject.assign(window, { seen, cellsSeen, drawnByPlotly });"
        live = motion.post_script().replace("makeLive(document", f"{exposed}\nmakeLive(document")
        options = {"include_plotlyjs": "directory", "auto_play": False, "config": {"responsive": True}}
        built(name).write_html(path, post_script=live, **options)
    return path.as_uri()


def open_figure(page: Page, folder: Path, name: str) -> None:
    page.goto(write(folder, name))
    page.locator(".live-grip").first.wait_for(timeout=WAIT)


@pytest.fixture
def melon_page(page: Page, folder: Path) -> Page:
    open_figure(page, folder, "matrix of dots")
    return page


def differences(one: Any, other: Any, near: float = 0.1, path: str = "") -> list[str]:
    """Return where two readings of a drawing differ by more than `near` pixels."""
    if isinstance(one, dict):
        keys = [key for key in one if key in other]
        changed = [f"{path}: {sorted(one)} and {sorted(other)}"] if sorted(one) != sorted(other) else []
        return changed + [d for key in keys for d in differences(one[key], other[key], near, f"{path}/{key}")]
    if isinstance(one, list):
        if path.endswith("/inside"):
            return [f"{path}: areas"] if set(one) ^ set(other) else []
        if len(one) != len(other):
            return [f"{path}: {len(one)} and {len(other)}: {str(one)[:200]} and {str(other)[:200]}"]
        pairs = enumerate(zip(one, other, strict=True))
        return [d for i, (a, b) in pairs for d in differences(a, b, near, f"{path}/{i}")]
    same = abs(one - other) <= near if isinstance(one, float | int) else one == other
    return [] if same else [f"{path}: {one!r} and {other!r}"]


def steps_of(name: str, handle: str) -> list[int]:
    """Return both ends, the step beside the present one, and some between."""
    found = handle_of(built(name), handle)
    last, active = len(found["at"]) - 1, found["active"]
    return sorted({0, 1, last // 3, active, min(active + 1, last), 2 * last // 3, last})


class TestDrawing:
    @pytest.mark.parametrize(("name", "handle"), [thorough(*one) if one[0] in VARIANTS else one for one in MOVES])
    def test_is_that_of_plotly_at_every_step(self, page: Page, folder: Path, name: str, handle: str) -> None:
        open_figure(page, folder, name)
        page.evaluate(
            f"""name => {{ window.chart = {CHART};
            window.player = playerOf(chart, liveSpec(chart).handles.find(one => one.name === name)); }}""",
            handle,
        )
        # Else Plotly draws the step, and the comparison says nothing.
        assert page.evaluate("player.fits()")
        for step in steps_of(name, handle):
            page.evaluate("step => player.play(step)", step)
            mine, wanted = page.evaluate(
                "async ([name, step]) => [seen(chart), await drawnByPlotly(chart, name, step)]", [handle, step]
            )
            assert any(plane["points"] or plane["lines"] for plane in wanted.values())
            found = differences(mine, wanted)
            assert not found, f"step {step}\n" + "\n".join(found[:20])

    def test_of_a_map_is_that_of_plotly_while_moved_and_after_the_release(self, page: Page, folder: Path) -> None:
        open_figure(page, folder, PLANE)
        page.evaluate(
            f"() => {{ window.chart = {CHART}; window.player = playerOf(chart, liveSpec(chart).handles[0]); }}"
        )
        for step in (2, 1):
            page.evaluate("step => player.play(step)", step)
            mine, wanted = page.evaluate(
                "async ([name, step]) => [await cellsSeen(chart), await drawnByPlotly(chart, name, step, cellsSeen)]",
                [FLEXIBILITY, step],
            )
            assert len(mine) == 60 * 36
            assert np.abs(np.subtract(mine, wanted)).max() <= 2
        page.evaluate(
            """name => new Promise(done => { chart.addEventListener('live-released', done, { once: true });
            const detail = { slider: name, step: 2, release: true };
            chart.dispatchEvent(new CustomEvent('live-ask', { detail })); })""",
            FLEXIBILITY,
        )
        kept, wanted = page.evaluate(
            "async name => [await cellsSeen(chart), await drawnByPlotly(chart, name, 2, cellsSeen)]", FLEXIBILITY
        )
        assert np.abs(np.subtract(kept, wanted)).max() <= 2

    @pytest.mark.parametrize(
        "name", ["matrix of dots", thorough("matrix of bars"), thorough("ROC and P-R"), "costs in money"]
    )
    def test_stays_right_when_both_handles_move_and_the_window_changes(
        self, page: Page, folder: Path, name: str
    ) -> None:
        open_figure(page, folder, name)
        last = len(handle_of(built(name), motion.THRESHOLD)["at"]) - 1
        for width, step in ((1000, last // 3), (1300, 2), (1100, last)):
            ask(page, step)
            resize(page, width)
            mine, wanted = page.evaluate(
                f"async step => [seen({CHART}), await drawnByPlotly({CHART}, 'threshold', step)]", step
            )
            assert not differences(mine, wanted)
            assert page.evaluate(STEP) == step

    def test_stays_while_plotly_draws_the_step_another_handle_was_left_at(self, page: Page, folder: Path) -> None:
        open_figure(page, folder, "costs in money")
        handles = page.evaluate(f"liveSpec({CHART}).handles.map(one => one.name)")
        (other,) = set(handles) - {motion.THRESHOLD}
        page.evaluate(
            f"""other => new Promise(done => {{ window.chart = {CHART};
            const ask = (slider, step, release) => chart.dispatchEvent(new CustomEvent('live-ask',
              {{ detail: {{ slider, step, release }} }}));
            chart.addEventListener('live-released', () => requestAnimationFrame(done), {{ once: true }});
            ask('threshold', 3, true); ask(other, 5, false); }})""",
            other,
        )
        mine, wanted = page.evaluate("async other => [seen(chart), await drawnByPlotly(chart, other, 5)]", other)
        assert not differences(mine, wanted)

    def test_of_another_shape_is_left_to_plotly(self, melon_page: Page) -> None:
        page = melon_page
        page.evaluate(
            f"""async () => {{ window.chart = {CHART};
            const spec = liveSpec(chart).handles[0], lost = drawingOf(chart).group(spec.parts[0].trace);
            lost.remove();
            window.player = playerOf(chart, spec);
            window.drawn = 0; chart.on('plotly_animated', () => window.drawn++); }}"""
        )
        assert not page.evaluate("player.fits()")
        wanted = page.evaluate("drawnByPlotly(chart, 'threshold', 3)")
        page.evaluate("player.play(3)")
        page.wait_for_function("window.drawn > 0", timeout=WAIT)
        assert not differences(page.evaluate("seen(chart)"), wanted)


def ask(page: Page, step: int) -> None:
    """Ask for a step as whatever else shows the threshold does."""
    page.evaluate(
        f"""step => {CHART}.dispatchEvent(new CustomEvent('live-ask',
        {{ detail: {{ slider: 'threshold', step, release: true }} }}))""",
        step,
    )


def rest(page: Page) -> None:
    """Wait until what was asked for is drawn: two pictures of the screen."""
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")


def resize(page: Page, width: int) -> None:
    """Make the window another width and wait until the figure is drawn anew."""
    page.set_viewport_size({"width": width, "height": 900})
    drawn = f"""width => {{ const own = {CHART}.offsetWidth, drawn = {CHART}.querySelector('.main-svg');
      return own <= width && own > width - 60 && Math.abs(Number(drawn.getAttribute('width')) - own) < 1; }}"""
    page.wait_for_function(drawn, arg=width, timeout=WAIT)
    rest(page)


def listen(page: Page) -> None:
    """Remember every step shown and every release."""
    page.evaluate(
        f"""() => {{ window.told = []; for (const name of ['live-moved', 'live-released'])
        {CHART}.addEventListener(name, ({{ detail }}) => window.told.push([name, detail.value, detail.step])); }}"""
    )


def released(page: Page) -> int:
    """Wait for a release, and return its step; Plotly's own data must be those of the step by then."""
    page.wait_for_function("window.told.at(-1)?.[0] === 'live-released'", timeout=WAIT)
    _, value, step = page.evaluate("window.told.at(-1)")
    figure = built("matrix of dots")
    assert float(value) == float(handle_of(figure, motion.THRESHOLD)["values"][step])
    for place, change in at_step(figure, motion.THRESHOLD, step):
        held = page.evaluate(
            f"place => {{ const {{ x, y, text, fillcolor, marker }} = {CHART}.data[place]; "
            "return JSON.parse(JSON.stringify({ x, y, text, fillcolor, marker })); }",
            place,
        )
        for key, wanted in change.items():
            assert held[key] == wanted if key != "marker" else wanted.items() <= held[key].items()
    page.evaluate("window.told = []")
    return int(step)


def expect_said(page: Page, step: int) -> None:
    """Hold that the handle says the step in every way it has."""
    handle = handle_of(built("matrix of dots"), motion.THRESHOLD)
    grip = page.locator(HANDLE)
    sentence = "".join(handle["sentences"][step]) if handle.get("sentences") else ""
    said = f"{handle['said'][step]}. {sentence}" if sentence else handle["said"][step]
    expect(grip).to_have_attribute("aria-valuetext", said, timeout=WAIT)
    assert float(grip.get_attribute("aria-valuenow") or "nan") == handle["at"][step]
    expect(page.locator(".live-pill")).to_have_text(handle["shown"][step])
    expect(page.locator(".live-pill")).to_be_visible()


def centre(page: Page) -> tuple[float, float]:
    box = page.locator(HANDLE).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def pixel(page: Page, value: float) -> float:
    """Return where a threshold stands on the screen."""
    place = f"""value => {{ const chart = {CHART}, panel = drawingOf(chart).plane('xy');
      return chart.getBoundingClientRect().x + panel.left + panel.x(value); }}"""
    return float(page.evaluate(place, value))


def value_at(step: int) -> float:
    return float(handle_of(built("matrix of dots"), motion.THRESHOLD)["values"][step])


class TestHandle:
    def test_is_a_slider_for_whoever_cannot_see_it(self, melon_page: Page) -> None:
        grip, handle = melon_page.locator(HANDLE), handle_of(built("matrix of dots"), motion.THRESHOLD)
        expect(grip).to_have_role("slider")
        expect(grip).to_have_accessible_name("threshold t")
        assert float(grip.get_attribute("aria-valuemin") or "nan") == handle["at"][0]
        assert float(grip.get_attribute("aria-valuemax") or "nan") == handle["at"][-1]
        expect_said(melon_page, handle["active"])

    def test_stands_on_the_axis_at_its_value(self, melon_page: Page) -> None:
        x, y = centre(melon_page)
        assert x == pytest.approx(pixel(melon_page, 0.5), abs=0.6)
        track = melon_page.locator(".live-track").bounding_box()
        assert track is not None
        assert track["y"] <= y <= track["y"] + track["height"]

    def test_is_dragged_by_the_mouse(self, melon_page: Page) -> None:
        page = melon_page
        listen(page)
        x, y = centre(page)
        page.mouse.move(x, y)
        page.mouse.down()
        for wanted in (0.6, 0.88, 0.42):
            page.mouse.move(pixel(page, wanted), y + 150, steps=4)
            page.wait_for_function(
                f"wanted => Number(liveSpec({CHART}).handles[0].values[{STEP}]) === wanted", arg=wanted
            )
            expect_said(page, page.evaluate(STEP))
            assert centre(page)[0] == pytest.approx(pixel(page, wanted), abs=0.6)
        assert not [told for told in page.evaluate("window.told") if told[0] == "live-released"]
        page.mouse.up()
        assert value_at(released(page)) == 0.42
        assert centre(page)[1] == pytest.approx(y, abs=0.6)

    def test_goes_no_further_than_its_ends(self, melon_page: Page) -> None:
        page = melon_page
        listen(page)
        x, y = centre(page)
        for beyond, step in (
            (-3_000, 0),
            (3_000, len(handle_of(built("matrix of dots"), "threshold")["at"]) - 1),
        ):
            x, y = centre(page)
            page.mouse.move(x, y)
            page.mouse.down()
            page.mouse.move(x + beyond, y, steps=3)
            page.mouse.up()
            assert released(page) == step
            pill, chart = page.locator(".live-pill").bounding_box(), page.locator(".js-plotly-plot").bounding_box()
            assert pill is not None
            assert chart is not None
            assert chart["x"] <= pill["x"]
            assert pill["x"] + pill["width"] <= chart["x"] + chart["width"]

    def test_jumps_to_a_click_anywhere_in_the_strip(self, melon_page: Page) -> None:
        page = melon_page
        listen(page)
        _, y = centre(page)
        for wanted, up in ((0.3, 60), (0.76, 100), (0.66, 10)):
            page.mouse.click(pixel(page, wanted), y - up)
            assert value_at(released(page)) == wanted

    def test_a_click_elsewhere_moves_nothing(self, melon_page: Page) -> None:
        page = melon_page
        listen(page)
        x, y = centre(page)
        before = page.evaluate(STEP)
        page.mouse.click(x, y + 160)
        rest(page)
        assert page.evaluate("window.told") == []
        assert page.evaluate(STEP) == before

    def test_is_moved_by_keys_from_one_decision_to_the_next(self, melon_page: Page) -> None:
        page, stops = melon_page, handle_of(built("matrix of dots"), motion.THRESHOLD)["stops"]
        listen(page)
        page.mouse.click(pixel(page, 0.6), centre(page)[1] - 40)
        at = stops.index(released(page))
        grip = page.locator(HANDLE)
        expect(grip).to_be_focused()
        for key, by in (
            ("ArrowRight", 1), ("ArrowUp", 1), ("ArrowLeft", -1), ("ArrowDown", -1),
            ("Shift+ArrowLeft", -10), ("Shift+ArrowRight", 10), ("ArrowLeft", -1),
        ):  # fmt: skip
            page.keyboard.press(key)
            at = min(max(at + by, 0), len(stops) - 1)
            assert page.evaluate(STEP) == stops[at]
            expect_said(page, stops[at])
        page.keyboard.press("Home")
        assert page.evaluate(STEP) == 0
        page.keyboard.press("ArrowLeft")
        assert page.evaluate(STEP) == 0
        page.keyboard.press("End")
        # One release for all keys that come quickly; on a slow machine the one before is told, too, with the same step.
        assert released(page) == stops[-1]
        page.keyboard.press("a")
        rest(page)
        assert {(what, step) for what, _value, step in page.evaluate("window.told")} <= {("live-released", stops[-1])}

    def test_hover_labels_rest_while_it_is_held(self, melon_page: Page) -> None:
        page = melon_page
        layer = page.locator(".hoverlayer").first
        x, y = centre(page)
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(pixel(page, 0.88), y - 40, steps=4)
        expect(page.locator(".js-plotly-plot")).to_have_class(re.compile(r"\blive-held\b"))
        assert layer.evaluate("e => getComputedStyle(e).display") == "none"
        page.mouse.up()
        expect(page.locator(".live-held")).to_have_count(0)
        assert layer.evaluate("e => getComputedStyle(e).display") != "none"

    def test_held_still_stays_at_its_step_when_plotly_draws_anew(self, melon_page: Page) -> None:
        # As it does a moment after another handle of the figure was let go.
        page = melon_page
        x, y = centre(page)
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(pixel(page, 0.88), y, steps=4)
        rest(page)
        page.evaluate(f"Plotly.redraw({CHART})")
        mine, step = page.evaluate(f"[seen({CHART}), {STEP}]")
        assert value_at(step) == pytest.approx(0.88, abs=0.05)
        page.mouse.up()
        assert not differences(mine, page.evaluate(f"step => drawnByPlotly({CHART}, 'threshold', step)", step))

    def test_what_is_drawn_after_a_change_of_size_is_the_step_shown(self, melon_page: Page) -> None:
        page = melon_page
        listen(page)
        page.mouse.click(pixel(page, 0.88), centre(page)[1] - 40)
        step = released(page)
        before = centre(page)
        resize(page, 900)
        assert centre(page)[0] < before[0]
        assert centre(page)[0] == pytest.approx(pixel(page, 0.88), abs=0.6)
        expect_said(page, step)

    def test_a_legend_that_is_clicked_leaves_the_step(self, page: Page, folder: Path) -> None:
        open_figure(page, folder, "curves in a legend")
        ask(page, 3)
        rest(page)
        page.locator(".legendtoggle").first.click(timeout=WAIT)
        page.wait_for_function(f"{CHART}.data.some(trace => trace.visible === 'legendonly')", timeout=WAIT)
        rest(page)
        assert page.evaluate(STEP) == 3
        texts = at_step(built("curves in a legend"), motion.THRESHOLD, 3)
        wanted = next(change["text"] for _, change in texts if "text" in change)
        assert wanted[0] in (page.locator("g.subplot.x2y2").text_content() or "")

    def test_alone_in_a_legend_another_model_has_no_point_and_the_player_goes_on(
        self, page: Page, folder: Path
    ) -> None:
        open_figure(page, folder, "curves in a legend")
        points = f"{CHART}.querySelectorAll('g.subplot.x3y3 .point').length"
        # That of the threshold, and that of equal errors.
        assert page.evaluate(points) == 2
        page.locator(".legendtoggle").nth(1).click(timeout=WAIT)
        page.wait_for_function(f"{points} === 0", timeout=WAIT)
        ask(page, 3)
        rest(page)
        expect(page.locator(HANDLE)).to_have_attribute("data-plays", "true")
        page.locator(".legendtoggle").nth(1).click(timeout=WAIT)
        page.wait_for_function(f"{points} === 2", timeout=WAIT)
        rest(page)
        mine, step = page.evaluate(f"[seen({CHART}), {STEP}]")
        assert step == 3
        assert not differences(mine, page.evaluate(f"drawnByPlotly({CHART}, 'threshold', 3)"))

    def test_of_a_condition_unset_is_pale_until_it_is_moved(self, page: Page, folder: Path) -> None:
        open_figure(page, folder, "costs without a condition")
        grip = page.locator(".live-grip[data-handle=condition]")
        expect(grip).to_have_css("opacity", "0.5")
        expect(page.locator(".live-pill:visible")).to_have_count(1)
        grip.focus()
        page.keyboard.press("ArrowRight")
        expect(grip).to_have_css("opacity", "1")
        expect(page.locator(".live-pill:visible")).to_have_count(2)

    def test_of_a_condition_is_taken_on_its_axis_only(self, page: Page, folder: Path) -> None:
        open_figure(page, folder, "costs")
        listen(page)
        grip = page.locator(".live-grip[data-handle=condition]").bounding_box()
        assert grip is not None
        x, y = grip["x"] + 12, grip["y"] + 12
        page.mouse.click(x + 120, y - 100)
        rest(page)
        assert page.evaluate("window.told") == []
        page.mouse.click(x + 120, y)
        page.wait_for_function("window.told.some(([name]) => name === 'live-released')", timeout=WAIT)
        moved = page.locator(".live-grip[data-handle=condition]").bounding_box()
        assert moved is not None
        assert moved["x"] + 12 == pytest.approx(x + 120, abs=6)


@pytest.fixture
def touch_page(browser: Browser, folder: Path) -> Iterator[Page]:
    context: BrowserContext = browser.new_context(viewport={"width": 1000, "height": 800}, has_touch=True)
    page = context.new_page()
    open_figure(page, folder, "matrix of dots")
    yield page
    context.close()


def test_a_tap_in_the_strip_moves_the_handle(touch_page: Page) -> None:
    listen(touch_page)
    _, y = centre(touch_page)
    # Beyond all scores, where nothing is positive, the handle is dragged: a tap there is a stray one.
    last = handle_of(built("matrix of dots"), motion.THRESHOLD)["at"][-1]
    touch_page.touchscreen.tap(pixel(touch_page, last), y - 60)
    touch_page.touchscreen.tap(pixel(touch_page, 0.3), y - 60)
    touch_page.wait_for_function("window.told.at(-1)?.[0] === 'live-released'", timeout=WAIT)
    moved = touch_page.evaluate("window.told.flatMap(([name, , step]) => name === 'live-moved' ? [step] : [])")
    assert [value_at(step) for step in moved] == [0.3]
    assert value_at(released(touch_page)) == 0.3


def test_a_finger_on_the_grip_drags_it(touch_page: Page) -> None:
    page = touch_page
    listen(page)
    x, y = centre(page)
    touch = page.context.new_cdp_session(page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for k in range(1, 6):
        at = x + (pixel(page, 0.88) - x) * k / 5
        touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": at, "y": y + 3 * k}]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert value_at(released(page)) == 0.88
