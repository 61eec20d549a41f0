"""The figure can be read: nothing overlaps and nothing fades, narrow or wide, light or dark, in both languages."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable
from pathlib import Path
from threading import Event
from typing import Any, Literal

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from evalcore.figures.confusion_matrix.figure import places
from evalcore.figures.layout import MARK_ROOM, Look
from tests.browser.acts import SIDEBAR, answer, speak, upload, words
from tests.browser.driver import GRIP, open_page
from tests.browser.figure import PLOT, WAIT
from tests.browser.planes import expect_rest, expect_soon
from tests.tiers import thorough
from ui.live.bridge import HIGH
from ui.shared.text import LANGUAGES

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

# The window's width, and the figure's height with its panels stacked or side by side in a window so high.
WINDOW = 1100
HEIGHTS = {
    800: places(Look(narrow=True)).height,
    1400: places(Look(height=HIGH)).height,
}
# Every text of the figure with its box and colour (of its last part: a text may be coloured by parts), the drawing's
# own box, and what lies behind it.
_TEXTS = """() => {
  const plot = [...document.querySelectorAll('.js-plotly-plot')].find(e => e.getClientRects().length);
  const box = e => { const b = e.getBoundingClientRect(); return [b.left, b.top, b.right, b.bottom]; };
  const words = [...plot.querySelectorAll('.main-svg text, .live-pill')].filter(
    e => e.textContent.trim() && e.getClientRects()[0]);
  const texts = words.map(e => e.matches('.live-pill')
    ? { text: e.textContent, box: box(e), fill: getComputedStyle(e).color, behind: getComputedStyle(e).backgroundColor }
    : { text: e.textContent, box: box(e), fill: getComputedStyle([...e.querySelectorAll('tspan')].at(-1) || e).fill });
  return { texts, figure: box(plot.querySelector('.main-svg')),
    page: getComputedStyle(document.querySelector('[data-testid="stApp"]')).backgroundColor };
}"""


def channels(colour: str) -> list[float]:
    return [float(part) for part in colour[colour.index("(") + 1 : -1].split(",")[:3]]


def luminance(colour: str) -> float:
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (v / 255 for v in channels(colour))]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """Return WCAG's contrast ratio."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def overlap(one: list[float], other: list[float]) -> bool:
    """Whether two boxes share more than a pixel's edge."""
    return all(min(one[k + 2], other[k + 2]) - max(one[k], other[k]) > 1 for k in (0, 1))


def expect_readable(page: Page) -> None:
    """Wait until the figure, which may still be on its way into another window, can be read."""
    expect_soon(page, lambda: hold_readable(page.evaluate(_TEXTS)))


def hold_readable(seen: dict[str, Any]) -> None:
    texts = seen["texts"]
    left, top, right, bottom = seen["figure"]
    for text in texts:
        a, b, c, d = text["box"]
        assert min(a - left, b - top, right - c, bottom - d) >= -1, f"{text} leaves {seen['figure']}"
    crossing = [(a["text"], b["text"]) for a, b in itertools.combinations(texts, 2) if overlap(a["box"], b["box"])]
    assert crossing == []
    for text in texts:
        behind = text.get("behind", seen["page"])
        assert contrast(text["fill"], behind) >= 4.5, f"{text} fades on {behind}"


def expect_readable_narrow_and_wide(page: Page, *, room: int) -> None:
    """Look at the figure in two windows; it is so much higher where it is marked as nobody's own."""
    for size, height in HEIGHTS.items():
        page.set_viewport_size({"width": size, "height": WINDOW})
        drawing = page.locator(f"{PLOT} .main-svg").first
        expect(drawing).to_have_attribute("height", str(height + room), timeout=WAIT)
        expect_readable(page)


@pytest.mark.parametrize(
    ("sample", "colours"),
    [thorough("breast-cancer", "light"), thorough("melon-20", "light"), thorough("rare-class", "dark")],
)
def test_the_figure_can_be_read(page: Page, address: str, sample: str, colours: Literal["light", "dark"]) -> None:
    page.emulate_media(color_scheme=colours)
    open_page(page, f"{address}/confusion_matrix?sample={sample}")
    for language in LANGUAGES:
        speak(page, language)
        expect(page.locator(GRIP)).to_have_attribute("aria-label", words("threshold t", language), timeout=WAIT)
        expect_readable_narrow_and_wide(page, room=MARK_ROOM)
    before = page.evaluate(_TEXTS)
    assert (luminance(before["page"]) < 0.5) == (colours == "dark")
    # The reader's system goes over to the other colours while the page is open.
    page.emulate_media(color_scheme="light" if colours == "dark" else "dark")
    page.wait_for_function(f"before => ({_TEXTS})().page !== before", arg=before["page"], timeout=WAIT)
    expect_readable(page)


def _hold(page: Page, name: str) -> Callable[[], None]:
    """Hold back what the page fetches by this name; return what lets it go, and all that is asked for later."""
    held, is_free = list[Route](), Event()

    def let_go() -> None:
        is_free.set()
        for route in held:
            route.continue_()

    page.route(
        re.compile(name, re.IGNORECASE), lambda route: route.continue_() if is_free.is_set() else held.append(route)
    )
    return let_go


@pytest.mark.parametrize(
    ("path", "place", "wide"),
    [("confusion_matrix?sample=two-models", ".st-key-figure", 600), thorough("", ".st-key-home_opening", 500)],
)
def test_the_outline_of_a_figure_stands_until_it_can_be_drawn(
    new_context: Callable[[], BrowserContext], address: str, path: str, place: str, wide: int
) -> None:
    # In a context of its own: what is held back here would be held back in all that share its cache.
    page = new_context().new_page()
    # Before any script of Streamlit has come the title stands where it will.
    begin = _hold(page, r"/static/js/index\.")
    draw = _hold(page, r"/static/js/.*plotly.*\.js")
    page.goto(f"{address}/{path}", wait_until="commit")
    outlined = page.locator(".outline-title").bounding_box(timeout=WAIT)
    begin()
    # As large as the figure will be, and an outline, not a bar above a hole.
    page.wait_for_function(
        """([place, wide]) => { const e = document.querySelector(`${place} [data-testid=stSkeleton]`);
          const b = e?.getBoundingClientRect();
          return b && b.height > 430 && b.width > wide && getComputedStyle(e).borderTopWidth === '1px'; }""",
        arg=[place, wide],
        timeout=4 * WAIT,
    )
    expect(page.locator(".outline")).to_have_count(0, timeout=WAIT)
    titled = page.locator("h1").bounding_box()
    assert outlined is not None
    assert titled is not None
    assert (outlined["x"], outlined["y"]) == pytest.approx((titled["x"], titled["y"]), abs=1 if path else 32)
    draw()
    # Home's figure tells the server nothing, so nobody says that it is heard.
    page.locator(f"[data-live=true] {GRIP}" if path else f"{place} {GRIP}").wait_for(timeout=4 * WAIT)
    expect(page.locator(f"{place} [data-testid=stSkeleton]")).to_have_count(0, timeout=WAIT)
    page.unroute_all(behavior="wait")


@pytest.mark.thorough
def test_long_class_names_stay_in_their_places(page: Page, address: str, tmp_path: Path) -> None:
    rows = [
        f"{'certainly a malignant tumour' if i % 3 else '没有发现任何恶性肿瘤的病例样本'},{i / 400}" for i in range(400)
    ]
    file = tmp_path / "long names.csv"
    file.write_text("\n".join(["truth,score", *rows]), encoding="utf-8")
    page.goto(f"{address}/data")
    upload(page, file)
    answer(page, "ask_positive", "certainly a malignant tumour")
    expect(page.locator(SIDEBAR)).to_contain_text("400 rows", timeout=WAIT)
    page.locator(SIDEBAR).get_by_role("link", name="Confusion matrix").click(timeout=WAIT)
    page.locator(f"[data-live=true] {GRIP}").wait_for(timeout=WAIT)
    expect_readable_narrow_and_wide(page, room=0)


@pytest.mark.thorough
def test_a_toggle_that_is_on_has_a_knob_in_either_theme(page: Page, address: str) -> None:
    page.emulate_media(color_scheme="light")
    open_page(page, f"{address}/curves?sample=two-models")
    page.locator(".st-key-options button").first.click(timeout=WAIT)
    toggle = page.locator(".st-key-drawer [data-testid=stCheckbox]").first
    toggle.locator("label").click(timeout=WAIT)
    expect(toggle).to_have_attribute("data-selected", "true", timeout=WAIT)
    expect_rest(page)
    look, track = "e => getComputedStyle(e).backgroundColor", toggle.locator("label > div:not([data-testid])")
    ground = page.locator("[data-testid=stApp]")
    for colours in ("light", "dark"):
        page.emulate_media(color_scheme=colours)
        is_dark = "([e, isDark]) => /^rgb\\((\\d+)/.exec(getComputedStyle(e).backgroundColor)[1] < 128 === isDark"
        page.wait_for_function(is_dark, arg=[ground.element_handle(), colours == "dark"], timeout=WAIT)
        # Streamlit lets the colours pass over into each other.
        page.wait_for_function(
            "e => e.getAnimations({ subtree: true }).length === 0", arg=track.element_handle(), timeout=WAIT
        )
        assert contrast(track.evaluate(look), track.locator("> div").evaluate(look)) >= 3


def test_on_a_phone_options_open_in_sight_and_nothing_is_covered(page: Page, address: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    open_page(page, f"{address}/curves?sample=two-models")
    page.locator(".st-key-options button").first.click(timeout=WAIT)
    drawer = page.locator(".st-key-drawer")
    drawer.wait_for(timeout=WAIT)
    expect(drawer.locator("[data-testid=stCheckbox]").first).to_be_in_viewport(ratio=1, timeout=WAIT)
    # Wherever the page is scrolled to, what is seen of a button of its own can be pressed.
    covered = """() => [...document.querySelectorAll('[data-testid=stMain] button')].filter(e => {
      const b = e.getBoundingClientRect(), x = b.left + b.width / 2, y = b.top + b.height / 2;
      const main = document.querySelector('[data-testid=stMain]').getBoundingClientRect();
      if (!b.width || !e.checkVisibility({ visibilityProperty: true })) return false;
      if (y < main.top || y > innerHeight - 60) return false;
      const top = document.elementFromPoint(x, y);
      return top && !e.contains(top) && !top.contains(e); }).map(e => e.textContent)"""
    for down in (0, 60, 120, 200, 400):
        page.evaluate("down => document.querySelector('[data-testid=stMain]').scrollTo(0, down)", down)
        page.wait_for_function(f"!({covered})().length", timeout=WAIT)
    bar = page.locator('[data-testid="stHeader"]').bounding_box()
    main = page.locator('[data-testid="stMain"]').bounding_box()
    assert bar is not None
    assert main is not None
    assert main["y"] >= bar["y"] + bar["height"]
