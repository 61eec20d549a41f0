"""A picture of the figure: as large as a slide or a column wants it, with its words, its handle where it is held."""

from __future__ import annotations

import io
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import BrowserContext, Locator, Page, expect

from evalcore import report
from evalcore.counts import threshold_counts
from evalcore.figures.confusion_matrix.figure import threshold_figure
from evalcore.figures.layout import Look
from evalcore.views.threshold import threshold_view
from tests.browser.acts import SIDEBAR, words
from tests.browser.driver import GRIP, open_page
from tests.browser.figure import PILL, WAIT
from tests.browser.planes import expect_rest
from tests.tiers import thorough

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

WHITE, DARK = (255, 255, 255), (17, 22, 28)
_COPIED = """async () => { const [item] = await navigator.clipboard.read(), blob = await item.getType('image/png');
  return [item.types, (await createImageBitmap(blob)).width]; }"""


def opened(page: Page) -> Locator:
    """Open the box of the pictures, and wait until it shows one."""
    expect_rest(page)
    page.locator(".st-key-picture button").first.click(timeout=WAIT)
    box = page.locator(".picture")
    expect(box).to_have_attribute("data-drawn", "slide", timeout=WAIT)
    return box


def turned_to(box: Locator, kind: str, colours: str | None = None) -> None:
    """Choose what it is for, and its colours; wait until it is shown."""
    if colours is not None:
        box.locator(f"[name=colours][value={colours}]").check(timeout=WAIT)
    box.locator(f"[name=kind][value={kind}]").check(timeout=WAIT)
    expect(box).to_have_attribute("data-drawn", kind, timeout=WAIT)


def saved(page: Page, button: Locator) -> tuple[str, bytes]:
    """Return what a button saves: its name, and what is in it."""
    with page.expect_download(timeout=WAIT) as started:
        button.click(timeout=WAIT)
    return started.value.suggested_filename, Path(started.value.path()).read_bytes()


def texts(svg: bytes) -> list[str]:
    """Return the texts of a picture, which any reader of XML has to understand."""
    nodes = ET.fromstring(svg.decode()).iter("{http://www.w3.org/2000/svg}text")
    return ["".join(node.itertext()) for node in nodes]


def pill(svg: bytes, name: str = "threshold") -> str:
    """Return what stands in the pill of a handle."""
    groups = ET.fromstring(svg.decode()).iter("{http://www.w3.org/2000/svg}g")
    found = [one for one in groups if one.get("data-handle") == name]
    return "".join(found[0].itertext()) if found else ""


@pytest.mark.parametrize("look", [("en", "light"), thorough(("zh", "dark"))])
def test_a_picture_has_its_size_its_words_and_its_handle(page: Page, address: str, look: tuple[str, str]) -> None:
    language, scheme = look
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    open_page(page, f"{address}/confusion_matrix?sample=melon-20&t=0.605&lang={language}")
    box = opened(page)
    name, png = saved(page, box.locator("[data-part=png]"))
    slide = Image.open(io.BytesIO(png))
    assert name == "sample_confusion_matrix_score_t0.605_slide.png"
    assert slide.size == (1920, 1080)
    # Ink on white, however dark the page is.
    assert slide.convert("RGB").getpixel((2, 2)) == WHITE

    name, svg = saved(page, box.locator("[data-part=svg]"))
    assert name.endswith("_slide.svg")
    said = texts(svg)
    assert words("Confusion matrix", language) in said
    assert any("score" in one and words("Twenty melons", language) in one for one in said)
    assert any("t = 0.605" in one and "6" in one for one in said)
    assert pill(svg) == page.locator(PILL).first.text_content() == "t = 0.605"
    # Recall is 6 of 8; Wilson's interval.
    assert any("0.750 [0.409, 0.929]" in one for one in said)
    assert b"light-dark" not in svg

    turned_to(box, "column")
    _name, png = saved(page, box.locator("[data-part=png]"))
    column = Image.open(io.BytesIO(png))
    # 89 millimetres at 600 dots an inch.
    assert column.width == 2102
    assert column.info["dpi"] == pytest.approx((600, 600), abs=0.1)


@pytest.mark.thorough
def test_a_dark_page_has_pictures_of_both_colours(page: Page, address: str) -> None:
    page.emulate_media(color_scheme="dark")
    open_page(page, f"{address}/curves?sample=melon-20")
    box = opened(page)
    turned_to(box, "page", "page")
    _name, png = saved(page, box.locator("[data-part=png]"))
    found = Image.open(io.BytesIO(png)).convert("RGB")
    assert found.width == 4323
    assert found.getpixel((2, 2)) == DARK
    turned_to(box, "slide", "white")
    _name, svg = saved(page, box.locator("[data-part=svg]"))
    assert b'fill="#FFFFFF"' in svg
    assert b"#E6EBF0" not in svg


def test_a_picture_is_copied(page: Page, address: str) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    open_page(page, f"{address}/confusion_matrix?sample=melon-20")
    box = opened(page)
    box.locator("[data-part=copy]").click(timeout=WAIT)
    expect(box.locator("[data-part=said]")).to_have_text("Copied.", timeout=WAIT)
    assert page.evaluate(_COPIED) == [["image/png"], 1920]
    # The box closes by the click on a link, and says so when the next page has been asked for: that one stays.
    page.locator(SIDEBAR).get_by_role("link", name="ROC and P-R curves").click(timeout=WAIT)
    expect(page.get_by_role("heading", name="ROC and P-R curves")).to_be_visible(timeout=WAIT)
    expect_rest(page)
    expect(page.locator(".st-key-answer p").first).to_contain_text("AUC", timeout=WAIT)
    expect(box).to_have_count(0)


@pytest.mark.thorough
def test_a_handle_without_a_threshold_is_where_it_is_held(page: Page, address: str) -> None:
    page.goto(f"{address}/bias_variance")
    grip = page.locator(".live-grip:visible").first
    grip.wait_for(timeout=WAIT)
    expect_rest(page)
    held = page.locator(".live-pill:visible").first
    before = held.text_content() or ""
    grip.focus()
    page.keyboard.press("ArrowRight")
    expect(held).not_to_have_text(before, timeout=WAIT)
    # At once: what the first move of a session brings, as its list, does not close what is opened meanwhile.
    name = grip.get_attribute("data-handle") or ""
    box = opened(page)
    _name, svg = saved(page, box.locator("[data-part=svg]"))
    assert pill(svg, name) == held.text_content() != before


def test_a_test_of_a_model_says_which(page: Page, address: str) -> None:
    page.goto(f"{address}/significance?sample=two-models&question=one")
    page.locator(".live-grip:visible").first.wait_for(timeout=WAIT)
    _name, svg = saved(page, opened(page).locator("[data-part=svg]"))
    assert "Errors of model_a at t = 0.5, positive class 1." in texts(svg)


@pytest.mark.thorough
def test_a_picture_of_costs_says_what_its_brackets_are(page: Page, address: str) -> None:
    open_page(page, f"{address}/costs?sample=melon-20")
    _name, svg = saved(page, opened(page).locator("[data-part=svg]"))
    assert "Brackets and bars are 95% intervals." in texts(svg)


@pytest.mark.thorough
def test_a_figure_below_has_its_picture_in_the_same_box(page: Page, address: str) -> None:
    page.goto(f"{address}/regression")
    page.locator("[data-test-script-state=notRunning] .st-key-regression_groups_chart").wait_for(timeout=WAIT)
    box = opened(page)
    names = box.locator("[data-part=figure] option").all_text_contents()
    assert len(names) > 1
    box.locator("[data-part=figure]").select_option(index=1)
    expect(box.locator("[data-part=shown]")).to_have_attribute("alt", names[1], timeout=WAIT)
    name, svg = saved(page, box.locator("[data-part=svg]"))
    assert name == "example_regression_error_regression_groups_slide.svg"
    # It has two lines.
    assert " ".join(texts(svg)[:2]) == names[1]


def test_a_file_makes_pictures_without_a_network_of_any_name(
    new_context: Callable[[], BrowserContext], tmp_path: Path
) -> None:
    evil = "\x07</script><b>&\u202e{x}"
    view = threshold_view(threshold_counts([1, 1, 0, 1, 0, 0] * 5, [0.9, 0.8, 0.7, 0.4, 0.3, 0.1] * 5), special=(0.5,))
    wide, narrow = (threshold_figure(view, threshold=0.5, look=Look(narrow=one)) for one in (False, True))
    section = report.Section("Readings", f"Found {evil}.", wide, narrow=narrow)
    path = tmp_path / "report.html"
    path.write_text(report.write_html([section], title="A title"), encoding="utf-8")
    alone = new_context()
    alone.set_offline(True)
    page = alone.new_page()
    page.goto(path.as_uri())
    page.locator(GRIP).first.wait_for(timeout=WAIT)
    name, png = saved(page, page.get_by_role("button", name="Picture for a slide PNG"))
    assert name == "A_title_slide.png"
    assert Image.open(io.BytesIO(png)).size == (1920, 1080)
    page.locator(GRIP).first.focus()
    page.keyboard.press("ArrowLeft")
    expect(page.locator(PILL).first).not_to_have_text("t = 0.5", timeout=WAIT)
    _name, svg = saved(page, page.get_by_role("button", name="Picture for a column of a paper SVG"))
    assert pill(svg) == page.locator(PILL).first.text_content()
    assert any("</script><b>&" in one for one in texts(svg))
