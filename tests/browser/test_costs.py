"""The page of costs: two handles that move what is theirs and nothing else, and thresholds seen in both planes."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import numpy as np
import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from evalcore import costs, metrics
from evalcore.counts import ThresholdCounts, threshold_counts
from evalcore.figures.costs.figure import places
from evalcore.figures.layout import MARK_ROOM, Look
from evalcore.figures.parts.named import ROW
from evalcore.figures.style import INK
from evalcore.views.digits import written_threshold
from tests.browser.acts import QUESTION, SIDEBAR, answer, control, expect_address, speak, upload, words
from tests.browser.driver import open_page
from tests.browser.figure import PLOT, WAIT, counts, expect_counts, holding_grip
from tests.browser.planes import Plane, Point, expect_places, expect_rest, grip, holding, pill, plane, reading
from tests.browser.test_appearance import expect_readable
from tests.browser.test_export import download
from tests.tiers import thorough
from ui.live.bridge import HIGH
from ui.session.samples import SAMPLES, load
from ui.shared.numbers import number, share
from ui.shared.text import LANGUAGES

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

COST, ROC = 5, 3
THRESHOLD, CONDITION = "threshold", "condition"
MAIN = '[data-testid="stMain"]'


def melons() -> ThresholdCounts:
    sample = load(SAMPLES["melon-20"])
    return threshold_counts(sample.y_true, sample.scores["score"])


def flat(points: list[Point]) -> list[float]:
    return [value for point in points for value in point]


def threshold_places(page: Page) -> list[float]:
    """Read what the threshold moves: its cost line, and its point of ROC."""
    return flat([*(end for line in plane(page, COST).lines(INK) for end in line), *plane(page, ROC).marks(INK)])


def condition_places(page: Page) -> list[float]:
    """Read what the condition moves: its rule, the lowest cost on it, the best point of ROC, the line of equal cost."""
    cost, roc = plane(page, COST), plane(page, ROC)
    (((x, low), (still_x, high)),) = cost.lines(INK, solid=False)
    ((start, end),) = roc.lines(INK, solid=False)
    (best,) = roc.hollow(INK)
    slope = math.atan2(end[1] - start[1], end[0] - start[0])
    apart = math.sin(slope) * (best[0] - start[0]) - math.cos(slope) * (best[1] - start[1])
    return [x, still_x, *sorted((low, high)), *flat(cost.hollow(INK)), *best, slope, apart]


def written(table: ThresholdCounts, t: float) -> str:
    """Write a threshold as every page does."""
    shown = written_threshold(table.threshold, t)
    return "∞" if math.isinf(t) else f"{shown.value:.{shown.digits}g}"


def cell(page: Page, row: int, column: int = 1) -> Locator:
    """Return a cell of the first table of the readings: what the cases cost by each rule."""
    table = page.locator('[data-testid="stDataFrame"]').first
    return table.locator(f'td[role=gridcell][aria-colindex="{column + 1}"]').nth(row)


def of_the_server(page: Page) -> list[str | None]:
    """Read what the server said of threshold and condition: both in a sentence, and what each rule costs."""
    sentence = page.locator(MAIN).get_by_text("Normalised cost at").all_text_contents()
    return [*sentence, *(cell(page, row).text_content(timeout=WAIT) for row in range(4))]


def expect_planes(page: Page, table: ThresholdCounts, *, prevalence: float | None = None) -> tuple[float, float]:
    """Wait until both planes show the threshold and the condition above the handles; return the two."""
    t, x = reading(page, THRESHOLD), reading(page, CONDITION)
    cm = table.at(t)
    fpr, fnr = float(metrics.fpr(cm)), float(metrics.fnr(cm))
    expect_places(page, lambda: threshold_places(page), [0, fpr, 1, fnr, fpr, 1 - fnr])
    best = costs.best_threshold(table, cost_fn=x, cost_fp=1 - x, prevalence=0.5)
    at = table.at(best.threshold)
    point = [float(metrics.fpr(at)), float(metrics.recall(at))]
    wanted = [x, x, 0, 1, x, best.normalized_cost, *point, math.atan2(1 - x, x), 0]
    expect_places(page, lambda: condition_places(page), wanted, near=0.01)
    # In words: what stands for a P(+)cost depends on the prevalence, too.
    if prevalence is None:  # an exported figure has no field
        prevalence = float(control(page, "prevalence").input_value())
    if 0 < x < 1:
        times = x / (1 - x) * (1 - prevalence) / prevalence
        wanted_times = f"{float(f'{times:.3g}'):,.10g}"
        condition = rf"a miss costs {re.escape(wanted_times)} times a false alarm"
    else:
        condition = f"a {'false alarm' if x else 'miss'} costs nothing"
    said = rf"^{condition} · best t {re.escape(written(table, best.threshold))}$"
    expect(pill(page, CONDITION)).to_have_text(re.compile(said), timeout=WAIT)
    return t, x


def type_in(page: Page, **values: float) -> None:
    for key, value in values.items():
        field = control(page, key)
        field.fill(f"{value:g}")
        field.press("Enter")


def expect_setting(page: Page, x: float, **wanted: str | None) -> None:
    """Wait until the page's own P(+)cost, the handle's and the address have the condition."""
    expect(page.locator(MAIN)).to_contain_text(
        f"Normalised cost where the weight of misses, P(+)cost, is {share(x)}:", timeout=WAIT
    )
    expect_places(page, lambda: [reading(page, CONDITION)], [x], near=0.001)
    expect_address(page, **wanted)


def test_costs_and_prevalence_make_the_condition_and_its_best_threshold_goes_along(page: Page, address: str) -> None:
    table = melons()
    open_page(page, f"{address}/costs?sample=melon-20&way_whole=1")
    expect_setting(page, 5 * 0.4 / (5 * 0.4 + 0.6), cost_fn=None, cost_fp=None, prevalence=None)
    type_in(page, prevalence=0.2, cost_fn=4)
    expect_setting(page, 0.5, cost_fn="4", cost_fp=None, prevalence="0.2")
    assert expect_planes(page, table) == (0.5, 0.5)
    type_in(page, cost_fn=5, cost_fp=1, prevalence=0.4)
    expect_setting(page, 0.7692307, cost_fn=None, cost_fp=None, prevalence=None)
    expect(page.locator(MAIN)).to_contain_text("Normalised cost where the weight of misses, P(+)cost, is 0.769:")
    assert expect_planes(page, table) == (0.5, 0.769231)

    page.locator(".st-key-take_best button:visible").click(timeout=WAIT)
    expect(control(page, "t")).to_have_value("0.42", timeout=WAIT)
    expect_address(page, t="0.42")
    expect(pill(page, THRESHOLD)).to_have_text("t = 0.42", timeout=WAIT)
    expect_planes(page, table)
    page.locator(SIDEBAR).get_by_role("link", name="Confusion matrix").click(timeout=WAIT)
    expect(page.locator("h1")).to_have_text("Confusion matrix", timeout=WAIT)
    expect_counts(page, table, 0.42)
    assert counts(page) == {"TP": 8, "FN": 0, "FP": 6, "TN": 6}
    expect(control(page, "t")).to_have_value("0.42", timeout=WAIT)
    expect_address(page, t="0.42", sample="melon-20")


def test_each_handle_moves_what_is_its_own(page: Page, address: str) -> None:
    table = melons()
    open_page(page, f"{address}/costs?sample=melon-20&way_whole=1")
    start = expect_planes(page, table)
    before = of_the_server(page)
    still = condition_places(page)
    with holding(page, THRESHOLD) as move:
        seen = []
        for pixels in (200, -380):
            move(pixels)
            t, x = expect_planes(page, table)
            assert x == start[1]
            assert condition_places(page) == pytest.approx(still, abs=1e-3)
            seen.append(t)
        assert len({start[0], *seen}) == 3
        # The mouse is still down: the server knows nothing yet.
        assert of_the_server(page) == before
    t, cm = seen[-1], table.at(seen[-1])
    expect(control(page, "t")).to_have_value(f"{t:.10g}", timeout=WAIT)
    expect_address(page, t=repr(t), cost_fn=None)
    expect(cell(page, 0)).to_have_text(number(50 * (5 * cm.fn + cm.fp), 0), timeout=WAIT)

    before = of_the_server(page)
    still = threshold_places(page)
    with holding(page, CONDITION) as move:
        seen = []
        for pixels in (-250, -200):
            move(pixels)
            same, x = expect_planes(page, table)
            assert same == t
            assert threshold_places(page) == pytest.approx(still, abs=1e-3)
            seen.append(x)
        assert len({start[1], *seen}) == 3
        assert of_the_server(page) == before
        assert control(page, "cost_fn").input_value() == "5"
    # The prevalence and the cost of a false alarm stay, so the cost of a missed positive follows.
    cost_fn = float(f"{x / (1 - x) * 0.6 / 0.4:.6g}")
    expect(control(page, "cost_fn")).to_have_value(f"{cost_fn:.10g}", timeout=WAIT)
    expect_setting(page, x, cost_fn=repr(cost_fn), cost_fp=None, prevalence=None, t=repr(t))
    assert expect_planes(page, table) == (t, x)
    wanted = number(50 * (cost_fn * cm.fn + cm.fp), 0)
    expect(cell(page, 0)).to_have_text(wanted, timeout=WAIT)
    # Both go on: the figure was drawn anew with the new condition.
    with holding(page, CONDITION) as move:
        move(150)
        expect_planes(page, table)


@pytest.mark.thorough
def test_the_condition_is_moved_in_the_fitted_plane(page: Page, address: str) -> None:
    table = melons()
    open_page(page, f"{address}/costs?sample=melon-20&cost_planes=1")
    top = plane(page, COST).y.number[-1]
    assert top < 0.9
    with holding(page, CONDITION) as move:
        for pixels in (-60, 100, -120):
            move(pixels)
            x = reading(page, CONDITION)
            best = costs.best_threshold(table, cost_fn=x, cost_fp=1 - x, prevalence=0.5)
            expect_places(page, lambda: flat(plane(page, COST).hollow(INK)), [x, best.normalized_cost], near=0.01)
            # The rule ends where the plane does.
            (((low_x, low), (high_x, high)),) = plane(page, COST).lines(INK, solid=False)
            assert [low_x, high_x] == pytest.approx([x, x], abs=0.005)
            assert sorted((low, high)) == pytest.approx([0, top], abs=0.1)
    expect_setting(page, x, cost_fn=repr(float(f"{x / (1 - x) * 0.6 / 0.4:.6g}")), cost_fp=None, prevalence=None)


def test_bars_beside_open_planes_stay_in_sight_while_a_handle_is_held(page: Page, address: str) -> None:
    open_page(page, f"{address}/costs?sample=lecture-20&cost_planes=1")
    bars = page.locator(".st-key-rule_bars .bars path").first
    expect(bars).to_be_visible(timeout=WAIT)
    with holding_grip(page) as move:
        move(-30)
        expect(page.locator("body[data-live-held]")).to_have_count(1, timeout=WAIT)
        expect(bars).to_be_visible()
        expect(page.locator(".st-key-waits_beside")).to_have_css("opacity", "0.4", timeout=WAIT)


@pytest.mark.thorough
def test_the_first_picture_is_scores_and_bars_and_planes_stay_where_they_were_opened(page: Page, address: str) -> None:
    table = melons()
    open_page(page, f"{address}/costs?sample=melon-20")
    bars = page.locator(f"{PLOT} .subplot.x2y2 text")
    expect(bars.get_by_text("at t = 0.5", exact=True)).to_have_count(1, timeout=WAIT)
    expect(page.locator(f"{PLOT} .subplot.x5y5")).to_have_count(0)
    with holding(page, THRESHOLD) as move:
        move(-60)
        t = reading(page, THRESHOLD)
        cm = table.at(t)
        # While the mouse is down the bar has the cost of the threshold it is at.
        expect(bars.get_by_text(f"at t = {t:g}", exact=True)).to_have_count(1, timeout=WAIT)
        expect(bars.get_by_text(f"{50 * (5 * cm.fn + cm.fp):,.0f}", exact=True).first).to_be_visible(timeout=WAIT)
    planes = page.locator(".st-key-cost_planes label").first
    planes.click(timeout=WAIT)
    expect(page.locator(f"{PLOT} .subplot.x5y5")).to_have_count(1, timeout=WAIT)
    expect_address(page, cost_planes="1")
    page.locator(SIDEBAR).get_by_role("link", name="Confusion matrix").click(timeout=WAIT)
    expect(page.locator("h1")).to_have_text("Confusion matrix", timeout=WAIT)
    page.locator(SIDEBAR).get_by_role("link", name="Costs").click(timeout=WAIT)
    expect(page.locator(f"{PLOT} .subplot.x5y5")).to_have_count(1, timeout=WAIT)
    expect_rest(page)
    planes.click(timeout=WAIT)
    expect(page.locator(f"{PLOT} .subplot.x5y5")).to_have_count(0, timeout=WAIT)


def apart(points: list[Point], others: list[Point]) -> int:
    """Return which of the points is farthest from all others."""
    every = np.unique(np.round([*points, *others], 9), axis=0)
    distance = np.sort(np.hypot(*(np.array(points)[:, None] - every).transpose(2, 0, 1)), axis=1)
    return int(np.argmax(distance[:, 1]))


def expect_dual(page: Page, cost: Plane, roc: Plane, fpr: float, fnr: float) -> None:
    """Wait until a threshold's line lies over the cost plane and its circle over the ROC plane."""

    def seen() -> list[float]:
        marks = cost.dual(page), roc.dual(page)
        return flat([*marks[0][0], *marks[1][1]]) if len(marks[0]) == 2 else []

    expect_places(page, seen, [0, fpr, 1, fnr, fpr, 1 - fnr])


def test_hovering_a_threshold_shows_it_in_both_planes(page: Page, address: str) -> None:
    curve = costs.cost_curve(melons())
    open_page(page, f"{address}/costs?sample=melon-20&way_whole=1")
    expect_rest(page)
    page.locator(f"{PLOT} .subplot.x{ROC}y{ROC}").scroll_into_view_if_needed(timeout=WAIT)
    cost, roc = plane(page, COST), plane(page, ROC)
    rates = list(zip(curve.fpr.tolist(), curve.fnr.tolist(), strict=True))
    on_roc = [(fpr, 1 - fnr) for fpr, fnr in rates]
    envelope = list(zip(curve.envelope.x.tolist(), curve.envelope.cost.tolist(), strict=True))
    # Lines are hovered at their sixths; of those one is taken that no other line and no envelope comes near.
    shares = [(rate, share / 6) for rate in rates for share in range(1, 6)]
    on_lines = [(x, fpr + (fnr - fpr) * x) for (fpr, fnr), x in shares]
    i, k = apart(on_roc, []), apart(on_lines, envelope)
    for where, point, (fpr, fnr) in ((roc, on_roc[i], rates[i]), (cost, on_lines[k], shares[k][0])):
        page.mouse.move(*where.place(point), steps=3)
        expect_dual(page, cost, roc, fpr, fnr)
        page.mouse.move(cost.x.pixel[0], 5, steps=3)
        expect(page.locator(".dual")).to_have_count(0, timeout=WAIT)


def option(page: Page, text: str) -> None:
    """Choose something in the options and close them."""
    page.locator(".st-key-options button").click(timeout=WAIT)
    page.locator(".st-key-drawer").get_by_text(text, exact=True).click(timeout=WAIT)
    expect_rest(page)
    page.locator(".st-key-options button").click(timeout=WAIT)
    expect(page.locator(".st-key-drawer")).to_have_count(0, timeout=WAIT)
    expect_rest(page)


@pytest.mark.thorough
def test_in_money_the_second_handle_drags_the_prevalence(page: Page, address: str) -> None:
    table = melons()
    open_page(page, f"{address}/costs?sample=melon-20&t=0.605&way_whole=1")
    expect_planes(page, table)
    option(page, "prevalence and money")
    expect(pill(page, CONDITION)).to_have_text("prevalence 0.4 · best t 0.42: 300 per 1,000 cases", timeout=WAIT)
    expect(grip(page, CONDITION)).to_have_attribute("aria-label", "prevalence at deployment")
    # FN 2 of 8, FP 3 of 12; the best threshold costs 300 at the prevalence of the rows.
    expect_places(page, lambda: threshold_places(page), [0, 250, 1, 1250, 0.25, 0.75], near=5)
    assert condition_places(page)[4:6] == pytest.approx([0.4, 300], abs=5)
    with holding(page, CONDITION) as move:
        # Across fewer pixels than once: the plane is narrower, and farther left the handle would be at its end.
        move(-75)
        expect(pill(page, CONDITION)).not_to_contain_text("prevalence 0.4 ·", timeout=WAIT)
    expect(control(page, "prevalence")).not_to_have_value("0.4", timeout=WAIT)
    expect_rest(page)
    (p,) = map(float, parse_qs(urlsplit(page.url).query)["prevalence"])
    assert control(page, "prevalence").input_value() == f"{p:.4g}"
    best = costs.best_threshold(table, cost_fn=5, cost_fp=1, prevalence=p)
    expect(cell(page, 1)).to_have_text(number(1000 * best.cost, 0), timeout=WAIT)
    assert control(page, "cost_fn").input_value() == "5"


@pytest.mark.thorough
def test_hovering_from_near_draws_no_line_that_is_out_of_sight(page: Page, address: str) -> None:
    open_page(page, f"{address}/costs?sample=melon-20&cost_planes=1&prevalence=0.002")
    option(page, "prevalence and money")
    expect(page.locator(f"{PLOT} .x5tick text", has_text="0.008")).to_have_count(1, timeout=WAIT)
    expect_rest(page)
    page.locator(f"{PLOT} .y3title").scroll_into_view_if_needed(timeout=WAIT)
    # To call every row positive costs 1,000 here, far above what the plane shows.
    page.mouse.move(*plane(page, ROC).place((1, 1)), steps=3)
    expect(page.locator("circle.dual")).to_have_count(1, timeout=WAIT)
    expect(page.locator("line.dual")).to_have_count(0)


def test_amounts_move_both_planes_and_the_money(page: Page, address: str) -> None:
    sample = load(SAMPLES["card-fraud"])
    truth, score, amount = sample.y_true, sample.scores["score"], sample.amount
    rows = costs.amount_rows(truth, score, amount)
    open_page(page, f"{address}/costs?sample=card-fraud&cost_fp=10&t=0.1&way_whole=1")
    page.get_by_text("A miss: by amount", exact=True).click(timeout=WAIT)
    missed, alarms = truth & (score < 0.1), ~truth & (score >= 0.1)
    paid = 1000 * (amount[missed].sum() + 10 * alarms.sum()) / len(truth)
    expect(cell(page, 0)).to_have_text(number(paid, 0), timeout=WAIT)
    expect_address(page, amounts="fn")
    expect(page.locator(f"{PLOT} .y3title")).to_have_text("true positive rate, by amount", timeout=WAIT)
    expect_planes(page, rows.counts)
    with holding(page, THRESHOLD) as move:
        move(150)
        expect_planes(page, rows.counts)


@pytest.mark.thorough
def test_the_interval_of_amounts_goes_while_the_handle_is_held_and_comes_back(page: Page, address: str) -> None:
    open_page(page, f"{address}/costs?sample=card-fraud&cost_fp=10&amounts=fn")
    # Of what the threshold moves among the bars: its own bar, and the interval below that.
    interval = page.locator(f"{PLOT} .subplot.x2y2 [data-ink] .js-line").nth(1)
    without_length = re.compile(r"^M([\d.]+),([\d.]+)L\1,\2$")
    expect(interval).not_to_have_attribute("d", without_length, timeout=WAIT)
    with holding(page, THRESHOLD) as move:
        move(-100)
        expect(interval).to_have_attribute("d", without_length, timeout=WAIT)
    expect(interval).not_to_have_attribute("d", without_length, timeout=WAIT)


@pytest.mark.thorough
def test_costs_of_a_file_are_asked_for_and_stay_until_another_is_loaded(
    page: Page, address: str, tmp_path: Path
) -> None:
    file = tmp_path / "credit.csv"
    rows = [f"{'Good' if i % 10 < 7 else 'Bad'},{(90 - i % 10 * 7 - i // 10) / 100}" for i in range(100)]
    file.write_text("\n".join(["truth,P(Good)", *rows]), encoding="utf-8")
    page.goto(f"{address}/costs?cost_fn=5&cost_fp=1")
    expect(control(page, "cost_fn")).to_have_value("5", timeout=WAIT)
    link = page.locator(SIDEBAR).get_by_role("link", name="Load predictions")
    link.click(timeout=WAIT)
    expect_rest(page)
    upload(page, file)
    expect(page.locator(SIDEBAR)).to_contain_text("credit.csv", timeout=WAIT)
    answer(page, "ask_positive", "Good (70 rows)")
    expect_rest(page)
    page.locator(SIDEBAR).get_by_role("link", name="Costs").click(timeout=WAIT)
    question = "Say what a miss and a false alarm cost"
    expect(page.locator(QUESTION)).to_contain_text(question, timeout=WAIT)
    for key, label in (
        ("cost_fn", "A missed Good costs"),
        ("cost_fp", "A false alarm costs"),
    ):
        expect(control(page, key)).to_have_value("")
        expect(page.locator(f".st-key-{key} label")).to_have_text(label)
    expect(page.locator(f"{MAIN} {PLOT}")).to_have_count(0)
    type_in(page, cost_fn=1)
    expect_rest(page)
    type_in(page, cost_fp=5)
    expect(cell(page, 2)).to_have_text("700", timeout=WAIT)
    expect(cell(page, 3)).to_have_text("1,500", timeout=WAIT)
    expect_address(page, cost_fn=None, cost_fp=None)
    page.locator(SIDEBAR).get_by_role("link", name="Confusion matrix").click(timeout=WAIT)
    expect(page.locator("h1")).to_have_text("Confusion matrix", timeout=WAIT)
    page.locator(SIDEBAR).get_by_role("link", name="Costs").click(timeout=WAIT)
    expect(cell(page, 2)).to_have_text("700", timeout=WAIT)
    expect(control(page, "cost_fp")).to_have_value("5")
    link.click(timeout=WAIT)
    page.locator(".st-key-sample_melon-20 button").click(timeout=WAIT)
    expect(page.locator(SIDEBAR)).to_contain_text("Back to credit.csv", timeout=WAIT)
    # The sidebar is drawn before the page changes.
    expect(page.locator("h1")).to_have_text("Confusion matrix", timeout=WAIT)
    page.locator(SIDEBAR).get_by_role("link", name="Costs").click(timeout=WAIT)
    expect(control(page, "cost_fn")).to_have_value("5", timeout=WAIT)
    expect(control(page, "cost_fp")).to_have_value("1")


@pytest.mark.thorough
def test_both_handles_of_the_exported_figure_work_without_a_server(
    page: Page, address: str, new_context: Callable[[], BrowserContext], tmp_path: Path
) -> None:
    table = melons()
    open_page(page, f"{address}/costs?sample=melon-20&t=0.605&way_whole=1")
    assert expect_planes(page, table) == (0.605, 0.769231)
    file = download(page, "Figure as HTML", tmp_path)

    alone = new_context()
    alone.set_offline(True)
    away = alone.new_page()
    away.goto(file.as_uri())
    grip(away, CONDITION).wait_for(timeout=WAIT)
    assert expect_planes(away, table, prevalence=0.4) == (0.605, 0.769231)
    strip = away.locator(".subplot.xy .js-line, .subplot.xy .point")
    marks = strip.count()
    assert marks > len(table)
    for n in (THRESHOLD, CONDITION):
        with holding(away, n) as move:
            for pixels in (120, -300):
                before = expect_planes(away, table, prevalence=0.4)
                move(pixels)
                now = expect_planes(away, table, prevalence=0.4)
                assert [one == other for one, other in zip(before, now, strict=True)] == [
                    n != THRESHOLD,
                    n != CONDITION,
                ]
        # What the other handle moves stays when this one is let go.
        expect(strip).to_have_count(marks)


@pytest.mark.thorough
def test_no_texts_of_the_figure_meet(page: Page, address: str) -> None:
    open_page(page, f"{address}/costs?sample=melon-20&cost_planes=1")
    for language in LANGUAGES:
        speak(page, language)
        expect(page.locator("h1")).to_have_text(words("Costs", language), timeout=WAIT)
        for size, narrow in ((800, True), (1400, False)):
            expect_rest(page)
            page.set_viewport_size({"width": size, "height": 1100})
            drawing = page.locator(f"{PLOT} .main-svg").first
            # One model has a row, and on a phone one above each plane.
            high = places(Look(narrow=narrow, height=HIGH), ROW, ROW if narrow else 0).height + MARK_ROOM
            expect(drawing).to_have_attribute("height", str(high), timeout=WAIT)
            expect(grip(page)).to_have_attribute("aria-label", words("threshold t", language), timeout=WAIT)
            expect_readable(page)


@pytest.mark.parametrize("sample", ["two-models", thorough("lecture-20"), thorough("breast-cancer")])
def test_open_planes_are_whole_on_the_first_screen_of_a_projector(page: Page, address: str, sample: str) -> None:
    """Of several models the answer has a line more, which the planes leave to it."""
    page.set_viewport_size({"width": 1280, "height": 720})
    open_page(page, f"{address}/costs?sample={sample}&cost_planes=1")
    expect_rest(page)
    for title in page.locator(f"{PLOT} .xtitle, {PLOT} .x5title, {PLOT} .x3title").all():
        box = title.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= 720, title.text_content()
