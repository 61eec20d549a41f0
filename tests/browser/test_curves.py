"""The page of curves: every panel follows the drag, a click takes a threshold, and the handle works offline too."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from playwright.sync_api import BrowserContext, Page, expect
from scipy.special import ndtri

from evalcore import curves, metrics
from evalcore.counts import ConfusionMatrix, ThresholdCounts, confusion_matrix, threshold_counts
from evalcore.figures.curves.figure import places
from evalcore.figures.curves.traces import RULE, View
from evalcore.figures.layout import MARK_ROOM, Look
from evalcore.figures.parts.named import ROW
from evalcore.figures.style import INK, MODELS
from evalcore.views.digits import written_threshold
from evalcore.views.row_steps import row_steps
from evalcore.views.threshold import none_positive
from tests.browser.acts import (
    ERROR,
    READING,
    SIDEBAR,
    choose,
    control,
    expect_address,
    speak,
    upload,
    words,
)
from tests.browser.driver import GRIP, open_page
from tests.browser.figure import PILL, PLOT, WAIT, counts
from tests.browser.planes import Plane, expect_places, expect_rest, holding, plane, reading
from tests.browser.test_appearance import expect_readable
from tests.browser.test_export import download
from ui.live.bridge import HIGH
from ui.session.samples import SAMPLES, load
from ui.shared.numbers import number
from ui.shared.numbers import threshold as threshold_text
from ui.shared.text import LANGUAGES

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

ROC, PR = 3, 5
GROWING = ".st-key-build_chart"
# What stands in the rows above the planes: names, then what each is worth, first of ROC, then of P-R.
AREAS = f"{PLOT} g.subplot:is(.x6y6, .x7y7) .textpoint text"


def tables(sample: str) -> dict[str, ThresholdCounts]:
    mine = load(SAMPLES[sample])
    return {name: threshold_counts(mine.y_true, score) for name, score in mine.scores.items()}


def precision_at(cm: ConfusionMatrix, prevalence: float | None) -> float:
    if prevalence is None:
        return float(metrics.precision(cm))
    hits, alarms = prevalence * metrics.recall(cm), (1 - prevalence) * metrics.fpr(cm)
    return float(hits / (hits + alarms))


def rule(strip: Plane) -> list[float]:
    return [x for (x, y), (end, top) in strip.lines(INK) if x == pytest.approx(end) and abs(y - top) > 50]


def expect_everywhere(page: Page, table: ThresholdCounts, prevalence: float | None = None) -> ConfusionMatrix:
    """Wait until matrix, rule and both points are where the threshold above the handle puts them."""
    t = reading(page)
    cm = table.at(t)
    rates = [float(metrics.fpr(cm)), float(metrics.recall(cm))]
    points = [*rates, rates[1], precision_at(cm, prevalence)]

    def seen() -> list[float]:
        (roc,), (pr,) = plane(page, ROC).marks(INK), plane(page, PR).marks(INK)
        return [*counts(page).values(), *rule(plane(page)), *roc, *pr]

    expect_places(page, seen, [cm.tp, cm.fn, cm.fp, cm.tn, t, *points])
    return cm


def expect_rates(page: Page, cm: ConfusionMatrix) -> None:
    """Wait until the server's readings are those of this matrix."""
    wanted = (metrics.recall(cm), metrics.fpr(cm), metrics.precision(cm))
    expect(page.locator(READING)).to_have_text([number(float(v)) for v in wanted], timeout=WAIT)


def expect_taken(page: Page, table: ThresholdCounts, t: float) -> None:
    """Wait until figure, readings, number field and address all have this threshold."""
    expect(control(page, "t")).to_have_value(f"{t:.10g}", timeout=WAIT)
    expect_address(page, t=repr(t))
    expect(page.locator(PILL)).to_have_text(f"t = {threshold_text(t, table)}", timeout=WAIT)
    expect_rates(page, expect_everywhere(page, table))


def test_every_panel_follows_the_drag_and_the_server_the_release(page: Page, address: str) -> None:
    mine = load(SAMPLES["two-models"])
    table = tables("two-models")["model_a"]
    open_page(page, f"{address}/curves?sample=two-models")
    found = {name: curves.auc_interval(mine.y_true, score) for name, score in mine.scores.items()}
    said = page.locator(AREAS)
    # The area of each plane stands above it, with the model's name.
    expect(said).to_have_count(8)
    rows = said.all_text_contents()
    assert rows[:2] == rows[4:6] == list(found)
    assert rows[2:4] == [f"{a.auc:.3f} [{a.robust_low:.3f}, {a.robust_high:.3f}]" for a in found.values()]
    assert all(re.match(r"^0\.\d", ap) for ap in rows[6:])
    expect_rates(page, expect_everywhere(page, table))

    before = page.locator(READING).all_text_contents()
    with holding(page) as move:
        seen = []
        for pixels in (40, 30, -120):
            move(pixels)
            seen.append(expect_everywhere(page, table))
        assert len({(cm.tp, cm.fp) for cm in seen}) == 3
        # The mouse is still down: the server knows nothing yet.
        assert page.locator(READING).all_text_contents() == before
    expect_taken(page, table, reading(page))


def lonely(rocs: list[curves.RocCurve]) -> tuple[float, float, float]:
    """Return threshold, FPR and TPR of the first curve's point that is farthest from all other points."""
    points = np.unique(np.concatenate([np.column_stack([roc.fpr, roc.tpr]) for roc in rocs]), axis=0)
    mine = np.column_stack([rocs[0].fpr, rocs[0].tpr])
    apart = np.sort(np.hypot(*(mine[:, None] - points).transpose(2, 0, 1)), axis=1)[:, 1]
    i = int(np.argmax(apart))
    return float(rocs[0].threshold[i]), float(mine[i, 0]), float(mine[i, 1])


def test_a_click_on_a_curve_takes_the_threshold_of_its_point(page: Page, address: str) -> None:
    both = tables("two-models")
    t, *point = lonely([curves.roc_curve(table) for table in both.values()])
    open_page(page, f"{address}/curves?sample=two-models")
    page.mouse.click(*plane(page, ROC).place((point[0], point[1])))
    # In as few digits as decide the same.
    short = written_threshold(both["model_a"].threshold, t).value
    assert both["model_a"].at(short).tp == both["model_a"].at(t).tp
    expect_taken(page, both["model_a"], short)
    expect_rest(page)
    # Its rows are offered, and are on the page of the matrix.
    page.locator(".st-key-point_rows button").first.click(timeout=WAIT)
    expect_address(page, rows=None, tab="rows", t=repr(short))
    mistakes = both["model_a"].at(t)
    found = page.locator(".st-key-rows_found")
    expect(found).to_contain_text(f"Rows found: {int(mistakes.fp + mistakes.fn)}.", timeout=WAIT)

    # The curve of another model: what is pointed at says that a click chooses that one, and so it is.
    open_page(page, f"{address}/curves?sample=two-models")
    t, *point = lonely([curves.roc_curve(both[name]) for name in ("model_b", "model_a")])
    place = plane(page, ROC).place((point[0], point[1]))
    page.mouse.move(*place, steps=3)
    expect(page.locator(f"{PLOT} .hovertext")).to_contain_text(
        "click: model_b is chosen, and t is set here", timeout=WAIT
    )
    page.mouse.click(*place)
    expect(page.locator(f"{PLOT} .landed")).to_have_count(1, timeout=WAIT)
    short = written_threshold(both["model_b"].threshold, t).value
    expect_address(page, model="model_b", t=repr(short))
    expect_taken(page, both["model_b"], short)
    # Where the curves lie on each other a click takes what the label says, not the nearest point of whichever line.
    expect_rest(page)
    # The handle is in sight: its bar at the foot of the window is not.
    expect(page.locator(".live-bar")).to_be_hidden(timeout=WAIT)
    said = page.locator(f"{PLOT} .hovertext")
    page.mouse.move(*plane(page, ROC).place((0.9, 0.3)))
    expect(said).to_have_count(0, timeout=WAIT)
    page.mouse.move(*plane(page, ROC).place((0.3, 0.86)))
    expect(said).to_have_count(1, timeout=WAIT)
    found = said.text_content() or ""
    is_first = found.startswith("model_a")
    page.mouse.click(*plane(page, ROC).place((0.3, 0.86)))
    expect_address(page, model=None if is_first else "model_b")
    expect_places(page, lambda: [*counts(page).values()][:3:2], [int(n) for n in re.findall(r"(?:TP|FP) (\d+)", found)])

    # Where the curve begins nothing is predicted positive: an infinite threshold, which no field can hold.
    table = tables("melon-20")["score"]
    open_page(page, f"{address}/curves?sample=melon-20")
    page.mouse.click(*plane(page, ROC).place((0, 0)))
    expect_address(page, t=repr(none_positive(table)))
    expect(page.locator(READING)).to_have_text(["0.000", "0.000", "—"], timeout=WAIT)
    assert counts(page) == {"TP": 0, "FN": 8, "FP": 0, "TN": 12}


def test_the_hand_is_where_a_click_does_something(page: Page, address: str) -> None:
    table = tables("two-models")["model_a"]
    open_page(page, f"{address}/curves?sample=two-models")
    cursor = "([x, y]) => getComputedStyle(document.elementFromPoint(x, y)).cursor"
    empty = plane(page, ROC).place((0.9, 0.3))
    page.mouse.move(*empty)
    assert page.evaluate(cursor, list(empty)) == "default"
    found = curves.roc_curve(table)
    k = len(found.fpr) // 3
    point = plane(page, ROC).place((float(found.fpr[k]), float(found.tpr[k])))
    page.mouse.move(*point, steps=3)
    expect(page.locator(f"{PLOT}[data-clicks]")).to_have_count(1, timeout=WAIT)
    assert page.evaluate(cursor, list(point)) == "pointer"
    strip = page.locator(f"{PLOT} .draglayer > .xy > .nsewdrag")
    page.mouse.move(*empty)
    expect(page.locator(f"{PLOT}[data-clicks]")).to_have_count(0, timeout=WAIT)
    expect(strip).to_have_css("cursor", "pointer")


@pytest.mark.thorough
def test_det_has_axes_of_normal_deviates_and_is_dragged_too(page: Page, address: str) -> None:
    table = tables("two-models")["model_a"]
    open_page(page, f"{address}/curves?sample=two-models")
    page.locator(".st-key-curves_show").get_by_text("DET", exact=True).click(timeout=WAIT)
    expect(page.locator(f"{PLOT} text", has_text="DET curve")).to_have_count(1, timeout=WAIT)
    det = plane(page, ROC, deviates=True)
    for axis in (det.x, det.y):
        assert axis is not None
        np.testing.assert_allclose([axis.read(pixel) for pixel in axis.pixel], axis.number, atol=0.03)
        assert len(axis.number) > 4

    def at() -> list[float]:
        return [v for point in plane(page, ROC, deviates=True).marks(INK) for v in point]

    with holding(page) as move:
        for pixels in (40, -90):
            cm = table.at(move(pixels))
            expect_places(page, at, [float(ndtri(metrics.fpr(cm))), float(ndtri(metrics.fnr(cm)))], near=0.03)
            assert counts(page) == {"TP": cm.tp, "FN": cm.fn, "FP": cm.fp, "TN": cm.tn}
    wanted = (metrics.fnr(cm), metrics.fpr(cm), curves.det_curve(table).equal_error_rate)
    expect(page.locator(READING)).to_have_text([number(float(v)) for v in wanted], timeout=WAIT)
    expect_address(page, t=repr(reading(page)))


@pytest.mark.thorough
def test_prevalence_at_deployment_moves_precision_but_not_the_rates(page: Page, address: str) -> None:
    table = tables("two-models")["model_a"]
    open_page(page, f"{address}/curves?sample=two-models")
    cm = expect_everywhere(page, table)
    page.get_by_role("button", name="Options").click(timeout=WAIT)
    page.locator(".st-key-curves_moved label").click(timeout=WAIT)
    field = control(page, "curves_prevalence")
    expect(field).to_have_value(re.compile("^0.40*$"), timeout=WAIT)
    field.fill("0.05")
    field.press("Enter")
    moved = curves.at_prevalence(table, 0.05)
    expect(page.locator(AREAS).nth(6)).to_have_text(f"{moved.average_precision:.3f}", timeout=WAIT)
    page.keyboard.press("Escape")
    assert precision_at(cm, 0.05) < 0.2 < float(metrics.precision(cm))
    expect_everywhere(page, table, 0.05)
    # A score without any knowledge reaches the prevalence.
    ((start, end),) = plane(page, PR).lines(RULE, solid=False)
    assert [start[1], end[1]] == pytest.approx([0.05, 0.05], abs=0.006)
    with holding(page) as move:
        move(40)
        expect_everywhere(page, table, 0.05)


@pytest.mark.thorough
def test_the_exported_figure_is_dragged_without_a_server(
    page: Page, address: str, new_context: Callable[[], BrowserContext], tmp_path: Path
) -> None:
    table = tables("two-models")["model_a"]
    open_page(page, f"{address}/curves?sample=two-models&t=0.605")
    file = download(page, "Figure as HTML", tmp_path)

    alone = new_context()
    alone.set_offline(True)
    away = alone.new_page()
    away.goto(file.as_uri())
    away.locator(GRIP).wait_for(timeout=WAIT)
    assert reading(away) == 0.605
    seen = [expect_everywhere(away, table)]
    with holding(away) as move:
        for pixels in (50, -100):
            move(pixels)
            seen.append(expect_everywhere(away, table))
    assert len({(cm.tp, cm.fp) for cm in seen}) == 3


def growing(page: Page) -> list[float]:
    """Return where both curves have come to; P-R has no point at step 0."""
    (at,) = plane(page, 2, within=GROWING).marks(INK)
    return [*at, *(value for point in plane(page, 6, within=GROWING).marks(INK) for value in point)]


_PLACED = """one => { const box = document.querySelector(one)?.getBoundingClientRect();
  return box?.width ? [box.x, box.y, box.width] : null; }"""
# Which steps were reached, one after the other.
_FOLLOW = """within => { window.grown = [];
  const look = () => {
    const step = Number(document.querySelector(`${within} .live-grip`).getAttribute('aria-valuenow'));
    if (step !== window.grown.at(-1)) window.grown.push(step);
    requestAnimationFrame(look); };
  look(); }"""


@pytest.mark.thorough
def test_the_curves_grow_by_slider_keys_and_player(page: Page, address: str) -> None:
    mine = load(SAMPLES["melon-20"])
    steps = row_steps(mine.y_true, mine.scores["score"])

    def wanted(k: int) -> list[float]:
        return [steps.fpr[k], steps.tpr[k], *([steps.tpr[k], steps.precision[k]] if k else [])]

    open_page(page, f"{address}/curves?sample=melon-20")
    expect_rest(page)
    page.get_by_role("tab", name="Learn").click(timeout=WAIT)
    chart = page.locator(f"{GROWING}[data-steps]")
    chart.wait_for(timeout=WAIT)
    expect_places(page, partial(growing, page), wanted(0))
    slider = page.locator(f"{GROWING} .live-grip")
    for k in (14, 8):
        slider.scroll_into_view_if_needed(timeout=WAIT)
        expect_rest(page)
        # The figure may just be drawn anew.
        left, top, width = page.wait_for_function(_PLACED, arg=f"{GROWING} .live-track", timeout=WAIT).json_value()
        # The axis reaches a little beyond the steps.
        page.mouse.click(left + width * (k / steps.last + 0.02) / 1.04, top)
        expect_places(page, partial(growing, page), wanted(k))

    chart.focus()
    for key, k in (("ArrowRight", 9), ("n", 10), ("ArrowLeft", 9), ("b", 8)):
        page.keyboard.press(key)
        expect_places(page, partial(growing, page), wanted(k))
    expect(page.locator(".steps-said")).to_contain_text("Step 8: row 8, score 0.71, negative.")

    page.evaluate(_FOLLOW, GROWING)
    page.get_by_role("button", name="Play fast").click(timeout=WAIT)
    page.wait_for_function("last => window.grown.at(-1) === last", arg=steps.last, timeout=WAIT)
    expect_places(page, partial(growing, page), wanted(steps.last))
    grown = page.evaluate("window.grown")
    assert grown == sorted(grown)
    assert len(grown) > 6


def test_models_of_labels_are_points(page: Page, address: str) -> None:
    mine = load(SAMPLES["digits"])
    open_page(page, f"{address}/curves?sample=digits")
    choose(page, "model", "naive_bayes ✓")
    expect(page.locator('[data-testid="stMain"]')).to_contain_text("This model gives labels, so it is one point")
    # Naive Bayes takes many a digit for an 8.
    choose(page, "positive", "8")
    expect(page.locator(f"{PLOT} .annotation-text", has_text="not 8").first).to_be_visible(timeout=WAIT)
    first = page.locator(f"{PLOT} g.subplot.x6y6 .textpoint text")
    expect(first).to_contain_text(["logistic_regression", *mine.labels, re.compile(r"^0\.\d"), *["labels only"] * 2])
    for k, predicted in enumerate(mine.labels.values()):
        cm = confusion_matrix(mine.y_true == 8, predicted == 8)
        rates = [float(metrics.fpr(cm)), float(metrics.recall(cm))]
        colour = MODELS[1 + k][0]
        for n, wanted in ((ROC, rates), (PR, [rates[1], float(metrics.precision(cm))])):
            ((x, y),) = plane(page, n).marks(colour)
            assert [x, y] == pytest.approx(wanted, abs=0.006)


@pytest.mark.thorough
def test_labels_alone_have_no_threshold_to_move(page: Page, address: str, tmp_path: Path) -> None:
    file = tmp_path / "labels.csv"
    pd.DataFrame({"truth": [*"ppppnnnnnn"], "guess": [*"pppnppnnnn"]}).to_csv(file, index=False)
    page.goto(f"{address}/data")
    expect_rest(page)
    upload(page, file)
    expect(page.locator(SIDEBAR)).to_contain_text("10 rows", timeout=WAIT)
    page.locator(SIDEBAR).get_by_role("link", name="ROC and P-R curves").click(timeout=WAIT)
    expect(page.locator("h1")).to_have_text("ROC and P-R curves", timeout=WAIT)
    cells = page.locator('[data-testid="stDataFrame"] td[role=gridcell]')
    expect(cells).to_have_text(["guess", "0.333", "0.750", "0.600"], timeout=WAIT)
    for n, (x, y) in ((ROC, (2 / 6, 3 / 4)), (PR, (3 / 4, 3 / 5))):
        assert plane(page, n).marks(MODELS[0][0]) == [(pytest.approx(x, abs=0.006), pytest.approx(y, abs=0.006))]
    expect(page.locator(f"{GRIP}, {ERROR}")).to_have_count(0)
    expect_readable(page)


@pytest.mark.thorough
def test_no_texts_of_the_figure_meet(page: Page, address: str) -> None:
    open_page(page, f"{address}/curves?sample=two-models")
    titles, drawing = page.locator(f"{PLOT} .annotation-text"), page.locator(f"{PLOT} .main-svg").first

    def height(planes: View = "roc_pr", *, narrow: bool) -> int:
        return places(Look(narrow=narrow, height=HIGH), planes, (2 * ROW, 2 * ROW)).height + MARK_ROOM

    def expect_all_readable(width: int, height: int, title: str) -> None:
        expect_rest(page)
        page.set_viewport_size({"width": width, "height": 1100})
        expect(drawing).to_have_attribute("height", str(height), timeout=WAIT)
        # For a moment the figure before it stands beside it.
        expect(titles.filter(has_text=title)).to_have_count(1, timeout=WAIT)
        expect_readable(page)

    for language in LANGUAGES:
        speak(page, language)
        expect(page.locator("h1")).to_have_text(words("ROC and P-R curves", language), timeout=WAIT)
        for width, narrow in ((1400, False), (800, True)):
            expect_all_readable(width, height(narrow=narrow), words("P-R curve", language))
    page.locator(".st-key-curves_show").get_by_text("DET", exact=True).click(timeout=WAIT)
    # One plane less.
    expect_all_readable(800, height("det", narrow=True), words("DET curve", language))
