"""Every handle of the app: it keeps the keyboard when its figure is drawn anew, and what is moved early is not lost."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.acts import SIDEBAR, address_bar, control
from tests.browser.figure import WAIT
from tests.browser.planes import expect_rest, expect_soon
from tests.tiers import thorough
from ui.frame.steps import STEPS

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

CHART_SCRIPT = Path(__file__).parents[2] / "ui" / "live" / "chart.js"
# A page or view, and the handles in its figures; of each kind one, the others in the thorough tier.
HANDLES = (
    thorough("?sample=lecture-20", ("threshold",)),
    thorough("confusion_matrix?sample=two-models", ("threshold",)),
    thorough("confusion_matrix?sample=breast-cancer&groups_by=fold", ("threshold",)),
    thorough("curves?sample=two-models", ("threshold",)),
    thorough("curves?sample=two-models&view=det", ("threshold",)),
    thorough("curves?sample=lecture-20&tab=learn", ("steps",)),
    ("costs?sample=lecture-20&cost_planes=1", ("threshold", "condition")),
    thorough("significance?question=one", ("rate", "rows", "alpha", "errors")),
    thorough("significance?question=two", ("e01", "e10", "alpha")),
    thorough("significance?question=folds", ("alpha", "ratio")),
    thorough("significance?question=many", ("alpha",)),
    thorough("significance?question=lies", ("alpha",)),
    thorough("resampling?ev_view=spread", ("setting",)),
    thorough("resampling?ev_view=bootstrap", ("size",)),
    thorough("resampling?ev_view=tuning", ("setting",)),
    ("bias_variance?bv_view=squared&bv_show=all", ("complexity", "x0")),
    thorough("bias_variance?bv_show=curve", ("complexity",)),
    thorough("bias_variance?bv_show=learning", ("points",)),
    thorough("bias_variance?bv_view=zero_one", ("flexibility",)),
    thorough("bias_variance?bv_view=descent", ("features",)),
    thorough("bias_variance?bv_view=table", ("complexity",)),
    thorough("hypotheses?ml_view=space", ("seen",)),
    thorough("hypotheses?ml_view=space&ml_search=down", ("tried",)),
    thorough("hypotheses?ml_view=bias&ml_known=2", ("seen",)),
    thorough("hypotheses?ml_view=occam", ("wiggle", "truth")),
    thorough("hypotheses?ml_view=lunch", ("tilt",)),
    thorough("regression?re_view=errors", ("tolerance",)),
    thorough("regression?re_view=line", ("slope", "intercept")),
    thorough("regression?re_view=use", ("tilt",)),
)
# Every handle is awake, and what was moved has been told.
_AWAKE = """() => !document.querySelector('.live-grip[data-rests]') && !document.body.hasAttribute('data-live-held')
  && !document.querySelector('.live-held')"""


def grip(page: Page, name: str) -> Locator:
    return page.locator(f".live-grip[data-handle={name}]:visible").first


def expect_told(page: Page) -> None:
    """Wait until the server has heard of every handle and has answered."""
    page.wait_for_function(_AWAKE, timeout=WAIT)
    expect_rest(page)


def value(page: Page, name: str) -> float:
    return float(grip(page, name).get_attribute("aria-valuenow", timeout=WAIT) or "nan")


def acted(page: Page, name: str, act: Callable[[], object]) -> float:
    """Move a handle, and return where it stands once the server has heard of it and has answered."""
    chart = page.locator(".js-plotly-plot:visible").filter(has=page.locator(f".live-grip[data-handle={name}]")).first
    chart.evaluate("e => { e.dataset.former = true; }")
    before = address_bar(page)
    act()
    # Its address says so, or another drawing does; Home tells nobody.
    page.wait_for_function(
        "before => location.href !== before || location.pathname === '/' || !document.querySelector('[data-former]')",
        arg=before,
        timeout=WAIT,
    )
    expect_told(page)
    grip(page, name).wait_for(timeout=WAIT)
    return value(page, name)


def press(page: Page, name: str, key: str) -> float:
    """Press a key wherever the keyboard is, and return where the handle stands when all rests."""
    return acted(page, name, lambda: page.keyboard.press(key))


def open_handle(page: Page, path: str, name: str) -> None:
    page.goto(path)
    grip(page, name).wait_for(timeout=2 * WAIT)
    # A run beside the page draws the figure anew with each learner that is done.
    expect(page.locator("[class*=st-key-stop_]")).to_have_count(0, timeout=2 * WAIT)
    expect_told(page)
    grip(page, name).wait_for(timeout=WAIT)


@pytest.mark.thorough
@pytest.mark.parametrize(("path", "names"), HANDLES)
def test_arrow_rest_arrow(page: Page, address: str, path: str, names: Sequence[str]) -> None:
    open_handle(page, f"{address}/{path}", names[0])
    shown = page.locator(".live-grip:visible").evaluate_all("grips => grips.map(grip => grip.dataset.handle)")
    assert set(names) <= set(shown)
    for name in names:
        first = value(page, name)
        grip(page, name).focus()
        # One that stands at the end of its track goes the other way.
        key = "ArrowLeft" if first == float(grip(page, name).get_attribute("aria-valuemax") or "nan") else "ArrowRight"
        stands = [first, *(press(page, name, key) for _ in range(2))]
        expect(grip(page, name)).to_be_focused(timeout=WAIT)
        assert len(set(stands)) == 3, (name, stands)


# Where the keyboard is not on the grip in a picture that is shown.
_WATCH = """name => { window.off = []; const look = () => {
  const on = document.activeElement;
  if (!on.matches('.live-grip') || on.dataset.handle !== name) window.off.push(on.tagName);
  requestAnimationFrame(look);
}; look(); }"""


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("costs?sample=lecture-20&cost_planes=1", "condition"),
        thorough("hypotheses?ml_view=occam", "wiggle"),
        thorough("significance?question=one", "errors"),
        thorough("bias_variance?bv_view=squared", "complexity"),
    ],
)
def test_the_keyboard_stays_on_a_handle_of_a_slow_machine(page: Page, address: str, path: str, name: str) -> None:
    open_handle(page, f"{address}/{path}", name)
    first = value(page, name)
    machine = page.context.new_cdp_session(page)
    machine.send("Emulation.setCPUThrottlingRate", {"rate": 6})
    try:
        grip(page, name).focus()
        page.evaluate(_WATCH, name)
        stands = [first, *(press(page, name, "ArrowRight") for _ in range(2))]
    finally:  # the tab is that of all tests
        machine.send("Emulation.setCPUThrottlingRate", {"rate": 1})
        machine.detach()
    assert len(set(stands)) == 3
    assert page.evaluate("window.off") == []


# Press a key as soon as this grip is taken out of the page, where the keyboard is then.
_PRESS_WHEN_GONE = """grip => { window.gone = 0; new MutationObserver(() => {
  if (grip.isConnected || window.gone) return;
  window.gone = 1;
  const pressed = new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true, cancelable: true });
  document.activeElement.dispatchEvent(pressed);
}).observe(document.body, { childList: true, subtree: true }); }"""


def test_what_is_pressed_while_a_figure_is_drawn_anew_counts(page: Page, address: str) -> None:
    open_handle(page, f"{address}/hypotheses?ml_view=occam", "wiggle")
    first = value(page, "wiggle")
    grip(page, "wiggle").evaluate(_PRESS_WHEN_GONE)
    grip(page, "wiggle").focus()
    presses = 0
    while not page.evaluate("window.gone") and presses < 4:
        last, presses = press(page, "wiggle", "ArrowRight"), presses + 1
    page.wait_for_function("window.gone", timeout=WAIT)
    expect_told(page)
    back = [press(page, "wiggle", "ArrowLeft") for _ in range(presses + 1)]
    assert back[-1] == first, (first, last, back)
    assert back[-2] != first


@pytest.mark.parametrize(
    ("path", "name", "said"),
    [
        ("significance?question=folds", "ratio", "test rows per training row"),
        thorough("significance?question=lies&lies_learner=1-nn", "alpha", "fails with the nearest neighbour here"),
        thorough("hypotheses?ml_view=occam&ml_xy=0_1_1_6_2_9_3_10_4_9_5_6_6_1", "wiggle", "three numbers describe it"),
    ],
)
def test_what_a_held_handle_decides_is_dimmed_until_it_is_let_go(
    page: Page, address: str, path: str, name: str, said: str
) -> None:
    open_handle(page, f"{address}/{path}", name)
    sentence = (
        page.locator("[data-testid=stCaptionContainer]:visible, [class*=st-key-waits] p:visible")
        .filter(has_text=said)
        .first
    )
    least = "e => { let least = 1; for (; e; e = e.parentElement) least *= getComputedStyle(e).opacity; return least; }"
    bright = sentence.evaluate(least)
    grip(page, name).hover()
    box = grip(page, name).bounding_box()
    assert box is not None
    page.mouse.down()
    # It is held, but nothing is ahead of what is said yet.
    page.locator(".js-plotly-plot.live-held").wait_for(state="attached", timeout=WAIT)
    assert sentence.evaluate(least) == bright
    for by in (-120, 120):
        page.mouse.move(box["x"] + by, box["y"] + box["height"] / 2)
    page.locator("body[data-live-held]").wait_for(state="attached", timeout=WAIT)
    assert sentence.evaluate(least) < 0.5 * bright
    page.mouse.up()
    expect_told(page)

    def is_bright() -> None:
        assert sentence.evaluate(least) == bright

    expect_soon(page, is_bright)


@pytest.mark.thorough
def test_page_keys_go_ten_steps(page: Page, address: str) -> None:
    open_handle(page, f"{address}/confusion_matrix?sample=breast-cancer", "threshold")
    grip(page, "threshold").focus()
    ups = [press(page, "threshold", "Shift+ArrowUp"), press(page, "threshold", "Shift+ArrowUp")]
    downs = [press(page, "threshold", "PageDown"), press(page, "threshold", "PageUp")]
    assert downs == ups


@pytest.mark.thorough
def test_page_keys_of_who_presents_go_from_lesson_to_lesson(page: Page, address: str) -> None:
    built_up = STEPS["lecture"].stages
    asked = f"sample=lecture-20&t=0.5&path=lecture&present=1&stage={built_up}"
    open_handle(page, f"{address}/confusion_matrix?{asked}", "threshold")
    grip(page, "threshold").focus()
    before = value(page, "threshold")
    page.keyboard.press("PageDown")
    # A way clears the address before it writes what the next step asks for.
    page.wait_for_function("new URLSearchParams(location.search).get('path') === 'criteria'", timeout=WAIT)
    assert before == 0.5
    assert "present=1" in address_bar(page)
    page.wait_for_function("new URLSearchParams(location.search).get('sample') === 'melon-20'", timeout=WAIT)


@pytest.mark.parametrize(
    ("path", "times"),
    [
        ("confusion_matrix?sample=breast-cancer", 1),
        thorough("confusion_matrix?sample=breast-cancer", 3),
        thorough("costs?sample=lecture-20&cost_planes=1", 3),
        thorough("curves?sample=two-models", 3),
    ],
)
def test_what_is_moved_while_a_page_opens_is_kept(page: Page, address: str, path: str, times: int) -> None:
    for _ in range(times):
        page.goto("about:blank")
        page.goto(f"{address}/{path}")
        # Awake for the first time, whatever is still on its way.
        page.wait_for_function(
            "() => { const grip = document.querySelector('.live-grip[data-handle=threshold]');"
            "return grip?.checkVisibility() && !grip.hasAttribute('data-rests'); }",
            polling="raf",
            timeout=2 * WAIT,
        )
        box = grip(page, "threshold").bounding_box(timeout=WAIT)
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + 80, y, steps=4)
        page.mouse.up()
        expect_told(page)
        page.wait_for_function("new URLSearchParams(location.search).has('t')", timeout=WAIT)
        expect_told(page)
        stands = value(page, "threshold")
        assert stands > 0.5
        field, told = control(page, "t").input_value(), re.search(r"[?&]t=([^&]*)", address_bar(page))
        assert told is not None
        assert [float(field), float(told[1])] == pytest.approx([stands, stands], abs=1e-3)


def test_a_hold_goes_on_in_the_drawing_that_takes_the_place_of_its_own(page: Page, address: str) -> None:
    open_handle(page, f"{address}/confusion_matrix?sample=breast-cancer", "threshold")
    box = grip(page, "threshold").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 50, y, steps=4)
    page.locator(".live-held").evaluate("chart => { chart.dataset.former = true; }")
    # The window is made lower under the hand: the figure is drawn anew in another size.
    page.set_viewport_size({"width": 1400, "height": 720})
    page.wait_for_function(
        "document.querySelector('.live-held') && !document.querySelector('.live-held[data-former]')", timeout=WAIT
    )
    page.mouse.up()
    expect_told(page)
    page.wait_for_function("new URLSearchParams(location.search).has('t')", timeout=WAIT)


def test_a_handle_that_rests_says_why_and_takes_no_hold(page: Page, address: str) -> None:
    open_handle(page, f"{address}/confusion_matrix?sample=breast-cancer", "threshold")
    held = grip(page, "threshold")
    page.evaluate("liveRests.set('a cause', 'not now'); document.dispatchEvent(new Event('live-rests'))")
    expect(held).to_have_attribute("aria-disabled", "true")
    held.focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".live-pill[data-handle=threshold]:visible")).to_have_text("not now")
    assert value(page, "threshold") == 0.5
    page.evaluate("liveRests.delete('a cause'); document.dispatchEvent(new Event('live-rests'))")
    expect(page.locator(".live-pill[data-handle=threshold]:visible")).to_have_text("t = 0.5")
    assert press(page, "threshold", "ArrowRight") > 0.5


def drag(page: Page, name: str, pixels: float) -> float:
    """Drag a handle, and return where it stands once the server knows."""
    box = grip(page, name).bounding_box(timeout=WAIT)
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def act() -> None:
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + pixels, y, steps=4)
        page.mouse.up()

    return acted(page, name, act)


def expect_at(page: Page, name: str, wanted: float) -> None:
    """Wait until a handle stands somewhere, and the field and the address of a threshold say the same."""
    page.wait_for_function(
        "([name, wanted]) => Math.abs([...document.querySelectorAll(`.live-grip[data-handle=${name}]`)]"
        ".find(e => e.checkVisibility())?.getAttribute('aria-valuenow') - wanted) < 1e-6",
        arg=[name, wanted],
        timeout=WAIT,
    )
    expect_told(page)
    if name == "threshold":
        assert float(control(page, "t").input_value()) == pytest.approx(wanted, abs=1e-3)


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("confusion_matrix?sample=breast-cancer", "threshold"),
        thorough("costs?sample=lecture-20&cost_planes=1", "condition"),
        thorough("significance?question=one", "rate"),
    ],
)
def test_back_leaves_a_page_however_often_a_handle_was_dragged(page: Page, address: str, path: str, name: str) -> None:
    page.goto(f"{address}/glossary")
    expect_rest(page)
    page.goto(f"{address}/{path}")
    grip(page, name).wait_for(timeout=2 * WAIT)
    expect_told(page)
    for pixels in (40, 30, -50):
        drag(page, name, pixels)
    stands, where = value(page, name), address_bar(page)
    page.go_back()
    page.wait_for_url("**/glossary*", timeout=WAIT)
    expect_rest(page)
    page.go_forward()
    page.wait_for_url(f"**/{path.split('?', maxsplit=1)[0]}*", timeout=WAIT)
    grip(page, name).wait_for(timeout=2 * WAIT)
    expect_told(page)
    assert address_bar(page) == where
    assert value(page, name) == pytest.approx(stands)


@pytest.mark.thorough
def test_back_goes_from_page_to_page_of_a_visit(page: Page, address: str) -> None:
    open_handle(page, f"{address}/confusion_matrix?sample=breast-cancer", "threshold")
    drag(page, "threshold", 40)
    page.locator('[data-testid="stSidebarNav"] a[href*="/costs"]').click(timeout=WAIT)
    expect(page.locator("h1")).to_have_text("Costs", timeout=WAIT)
    grip(page, "threshold").wait_for(timeout=2 * WAIT)
    expect_told(page)
    stands = drag(page, "threshold", 40)
    drag(page, "threshold", 20)
    stands = value(page, "threshold")
    page.go_back()
    expect(page.locator("h1")).to_have_text("Confusion matrix", timeout=WAIT)
    expect_told(page)
    # The threshold is the same on every page, and so are its numbers.
    expect_at(page, "threshold", stands)


def test_a_moved_threshold_is_taken_back_by_button_and_keys(page: Page, address: str) -> None:
    open_handle(page, f"{address}/confusion_matrix?sample=breast-cancer", "threshold")
    undo, redo = page.locator(".st-key-undo button").first, page.locator(".st-key-redo button").first
    expect(undo).to_be_disabled(timeout=WAIT)
    first = drag(page, "threshold", 60)
    grip(page, "threshold").focus()
    second = press(page, "threshold", "ArrowRight")
    control(page, "t").fill("0.25")
    control(page, "t").press("Enter")
    expect_at(page, "threshold", 0.25)
    undo.click(timeout=WAIT)
    expect_at(page, "threshold", second)
    grip(page, "threshold").focus()
    page.keyboard.press("Control+z")
    expect_at(page, "threshold", first)
    page.keyboard.press("Control+z")
    expect_at(page, "threshold", 0.5)
    expect(undo).to_be_disabled(timeout=WAIT)
    page.keyboard.press("Control+Shift+Z")
    expect_at(page, "threshold", first)
    redo.click(timeout=WAIT)
    expect_at(page, "threshold", second)
    # In a field of text the keys are the browser's own.
    control(page, "t").focus()
    page.keyboard.press("Control+z")
    expect_at(page, "threshold", second)


def test_what_was_done_in_a_session_is_a_list_that_leads_back(page: Page, address: str) -> None:
    """A move, a choice and a sample; each way back leads to the page it was done on."""
    open_handle(page, f"{address}/confusion_matrix?sample=breast-cancer", "threshold")
    moved = drag(page, "threshold", 60)
    sidebar = page.locator(SIDEBAR)
    sidebar.locator(".st-key-swap button").click(timeout=WAIT)
    positive = sidebar.get_by_role("combobox", name="Positive class")
    expect(positive).to_have_value("benign", timeout=WAIT)
    page.locator('[data-testid="stSidebarNav"] a').filter(has_text="Home").click(timeout=WAIT)
    page.locator(".st-key-sample_ties button").click(timeout=WAIT)
    expect(page.locator("h1")).to_have_text("ROC and P-R curves", timeout=WAIT)
    page.locator(".st-key-history button").first.click(timeout=WAIT)
    steps = page.locator('[data-testid="stPopoverBody"]')
    expect(steps.get_by_text("Now:")).to_have_text("Now: Sample Tied scores loaded", timeout=WAIT)
    expect(steps.get_by_role("button")).to_have_text(
        ["after: Positive class malignant → benign", f"after: Threshold 0.5 → {moved:g}", "The beginning"]
    )
    steps.get_by_role("button").nth(1).click(timeout=WAIT)
    expect(page.locator("h1")).to_have_text("Confusion matrix", timeout=WAIT)
    expect(sidebar).to_contain_text("Breast cancer", timeout=WAIT)
    expect(positive).to_have_value("malignant", timeout=WAIT)
    expect_at(page, "threshold", moved)


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("costs?sample=lecture-20&cost_planes=1", "condition"),
        thorough("bias_variance?bv_view=squared&bv_show=all", "x0"),
        thorough("significance?question=two", "e01"),
    ],
)
@pytest.mark.thorough
def test_other_handles_are_taken_back(page: Page, address: str, path: str, name: str) -> None:
    open_handle(page, f"{address}/{path}", name)
    first = value(page, name)
    stands = [drag(page, name, 40), drag(page, name, -80)]
    assert len({first, *stands}) == 3
    for wanted in (stands[0], first):
        page.keyboard.press("Control+z")
        expect_at(page, name, wanted)
    page.keyboard.press("Control+y")
    expect_at(page, name, stands[0])


def test_a_chart_that_is_retained_for_the_keyboard_is_left_for_the_one_in_its_place(page: Page) -> None:
    # As Streamlit does it: what has the keyboard stays behind the new one, and is out of sight once it is left.
    page.set_content("<main><div class='st-key-a' id='one'><div class='js-plotly-plot'></div></div></main>")
    page.add_script_tag(content=CHART_SCRIPT.read_text(encoding="utf-8"))
    followed = page.evaluate(
        """async () => {
          const said = [], name = chart => chart.parentElement.id;
          const main = document.querySelector('main'), former = main.firstElementChild;
          former.firstElementChild.on = () => {};
          followChart('a', chart => { said.push(`to ${name(chart)}`); return () => said.push(`from ${name(chart)}`); });
          former.setAttribute('data-retained', 'true');
          await null;
          const later = former.cloneNode(true);
          later.removeAttribute('data-retained');
          later.id = 'two';
          main.prepend(later);
          later.firstElementChild.on = () => {};
          await new Promise(requestAnimationFrame);
          return said;
        }"""
    )
    assert followed == ["to one", "from one", "to two"]


@pytest.mark.parametrize(
    ("path", "plane"),
    [
        ("confusion_matrix?sample=two-models", "x3y3"),
        thorough("calibration?sample=two-models&pb_view=reliability", "x3y3"),
        thorough("calibration?sample=miscalibrated&chosen_on=half~0&pb_view=recalibration", "x2y2"),
    ],
)
def test_a_click_in_a_plane_with_the_scores_on_its_axis_moves_the_threshold_there(
    page: Page, address: str, path: str, plane: str
) -> None:
    open_handle(page, f"{address}/{path}", "threshold")
    field = page.locator(f".draglayer > .{plane} > .nsewdrag:visible")
    expect(field).to_have_css("cursor", "pointer")
    for share in (0.7, 0.3):
        box = field.bounding_box()
        assert box is not None
        across, up = box["x"] + share * box["width"], box["y"] + box["height"] / 3
        acted(page, "threshold", lambda across=across, up=up: page.mouse.click(across, up))
        track = page.locator(".live-track:visible").first.bounding_box()
        held = grip(page, "threshold").bounding_box()
        assert track is not None
        assert held is not None
        assert (held["x"] + held["width"] / 2 - track["x"]) / track["width"] == pytest.approx(share, abs=0.03)


def test_before_an_audience_the_curve_of_another_model_is_no_place_of_the_threshold(page: Page, address: str) -> None:
    """Its thresholds are on another scale, and no model is chosen there: pointing at it says whose it is, and no hand
    promises more."""
    open_handle(page, f"{address}/curves?sample=two-models&lang=en&present=1", "threshold")
    before = value(page, "threshold")
    chart = page.locator(".js-plotly-plot:visible").first
    other = chart.locator("g.subplot.x3y3 .trace", has=page.locator('[style*="rgb(157, 113, 89)"]')).locator(".js-line")
    places = other.first.evaluate(
        """line => Array.from({ length: 40 }, (_, k) => {
          const { x, y } = line.getPointAtLength(k / 40 * line.getTotalLength()), at = line.getScreenCTM();
          return [at.a * x + at.e, at.d * y + at.f];
        })"""
    )
    said = page.locator(".hoverlayer .hovertext")
    for place in places:  # in most of them the curve of this model is as near
        page.mouse.move(*place)
        said.first.wait_for(timeout=WAIT)
        if "model_b" in said.all_text_contents()[0]:
            break
    expect(said.first).to_contain_text("model_b")
    expect(chart).not_to_have_attribute("data-clicks", re.compile(".*"))
    page.mouse.click(*place)
    expect_told(page)
    assert value(page, "threshold") == before


@pytest.mark.parametrize(
    ("path", "name", "typed"),
    [
        thorough("costs?sample=lecture-20", "threshold", "35%"),
        thorough("curves?sample=lecture-20", "threshold", "0.7"),
        ("significance?question=one", "alpha", "0,012"),
    ],
)
def test_a_handle_takes_what_is_typed_on_it(page: Page, address: str, path: str, name: str, typed: str) -> None:
    open_handle(page, f"{address}/{path}", name)
    said = typed.replace(",", ".").replace("35%", "0.35")
    pill, before = grip(page, name).locator("+ .live-pill"), value(page, name)
    grip(page, name).focus()
    page.keyboard.type("9")
    page.keyboard.press("Escape")
    expect(page.locator(".live-typed")).to_have_count(0)
    expect(grip(page, name)).to_be_focused()
    assert value(page, name) == before
    page.keyboard.type(typed)
    field = page.locator(".live-typed")
    expect(field).to_have_value(typed)
    # It lies over the value, whole on the screen.
    box, over = field.bounding_box(), pill.bounding_box()
    assert box
    assert over
    assert abs(box["y"] - over["y"]) < 2
    page.keyboard.press("Enter")
    expect(field).to_have_count(0)
    expect(pill).to_contain_text(said, timeout=WAIT)
    expect(grip(page, name)).to_be_focused(timeout=WAIT)
    page.keyboard.press("ArrowRight")
    expect(pill).not_to_contain_text(said, timeout=WAIT)
