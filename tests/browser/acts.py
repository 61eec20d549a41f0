"""What a visitor does and reads around the figure: upload, map, choose, type, the readings, the address bar."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Locator, Page, expect

from evalcore import metrics
from evalcore.counts import ConfusionMatrix
from tests.browser.figure import WAIT
from tests.browser.planes import expect_rest
from ui.shared.numbers import number
from ui.shared.text import LANGUAGES, catalogue

READING = '[data-testid="stMetricValue"]'
ERROR = '[data-testid="stAlertContentError"]'
QUESTION = '[data-testid="stAlertContentInfo"]'
# What begins a run that takes long.
START = ".st-key-answer_button button"
CRASH = '[data-testid="stException"]'
SIDEBAR = '[data-testid="stSidebar"]'


def words(text: str, language: str) -> str:
    """Return a text of the pages in one of their languages."""
    return catalogue(language).get(text, text)


def upload(page: Page, file: Path, *, second: bool = False) -> None:
    """Choose a file in the uploader of the data page; another one replaces it, a `second` is joined to it.

    Where a run begins just when the browser has asked where to send a file, Streamlit 1.67 loses its answer.
    """
    expect_rest(page)
    with page.expect_file_chooser(timeout=WAIT) as chooser:
        fields = page.locator('[data-testid="stFileUploader"]')
        (fields.last if second else fields.first).locator("button").last.click(timeout=WAIT)
    chooser.value.set_files(str(file))


def downloaded(button: Locator, to: Path) -> Path:
    """Save what a button offers in a folder, under its own name."""
    with button.page.expect_download(timeout=WAIT) as started:
        button.click(timeout=WAIT)
    path = to / started.value.suggested_filename
    started.value.save_as(path)
    return path


def control(page: Page, key: str) -> Locator:
    """Return the box of a select box or number field by its key."""
    return page.locator(f".st-key-{key} input").last


def choose(page: Page, key: str, option: str, *, shows: str | None = None) -> None:
    """Open a select box and click the option of exactly this name; a run under way would draw the box anew.

    The box then `shows` the option, or what else is said: one that only asks for something is empty again.
    """
    expect_rest(page)
    page.locator(f".st-key-{key} .react-aria-ComboBox button[aria-haspopup=listbox]").click(timeout=WAIT)
    page.get_by_role("option", name=option, exact=True).click(timeout=WAIT)
    expect(control(page, key)).to_have_value(option if shows is None else shows, timeout=WAIT)


def remove(page: Page, key: str, option: str) -> None:
    """Take an option out of a multiple choice."""
    tag = page.locator(f".st-key-{key} .react-aria-ComboBox [data-tag]").filter(has_text=option)
    tag.locator("button").click(timeout=WAIT)
    expect(tag).to_have_count(0, timeout=WAIT)


def expect_still(found: Locator) -> None:
    """Wait until an element has stayed in its place from one look to the next: an opening expander pushes it down."""
    look = """e => { const place = JSON.stringify(e.getBoundingClientRect()), still = e.lastPlace === place;
      e.lastPlace = place; return still; }"""
    found.scroll_into_view_if_needed(timeout=WAIT)
    found.page.wait_for_function(look, arg=found.element_handle(timeout=WAIT), polling=250, timeout=WAIT)


def answer(page: Page, key: str, option: str | re.Pattern[str]) -> None:
    """Choose an option of a question that stands before the numbers."""
    page.locator(f".st-key-{key} label").filter(has_text=option).first.click(timeout=WAIT)


def type_threshold(page: Page, t: float) -> None:
    """Type a number into the threshold's field and press Enter."""
    field = control(page, "t")
    field.fill(f"{t!r}")
    if field.input_value() != f"{t!r}":
        # A run drew the field anew between selecting what stood there and typing over it.
        field.fill(f"{t!r}")
    field.press("Enter")


def speak(page: Page, language: str) -> None:
    """Switch the language in the sidebar; a run under way would draw the switch anew."""
    expect_rest(page)
    page.locator(".st-key-lang").get_by_text(LANGUAGES[language]).click(timeout=WAIT)


def expect_readings(page: Page, cm: ConfusionMatrix) -> None:
    """Wait until the server's readings are those of this matrix."""
    wanted = (metrics.precision(cm), metrics.recall(cm), metrics.f1(cm), metrics.accuracy(cm))
    expect(page.locator(READING)).to_have_text([number(float(v)) for v in wanted], timeout=WAIT)


def expect_address(page: Page, **wanted: str | None) -> None:
    """Wait until the address bar holds these choices; None means that it is absent."""
    page.wait_for_function(
        """wanted => { const now = new URLSearchParams(location.search);
          return Object.entries(wanted).every(([name, value]) => now.get(name) === value); }""",
        # A whole number stands there without a decimal point.
        arg={name: None if value is None else value.removesuffix(".0") for name, value in wanted.items()},
        timeout=WAIT,
    )


def address_bar(page: Page) -> str:
    """Return what the address bar holds now: Playwright's own record misses what a script writes there."""
    return str(page.evaluate("location.href"))


def asked(page: Page) -> dict[str, str]:
    """Return the choices in the address bar."""
    return {name: values[0] for name, values in parse_qs(urlsplit(address_bar(page)).query).items()}


def visible_text(place: Locator) -> str:
    """Return text as it is seen: without the zero-width spaces that keep names from becoming icons."""
    return re.sub("\u200b", "", place.inner_text(timeout=WAIT))
