"""What stands beside the pages shuts nobody out either: opened boxes, a file that is refused, the operator's page."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.acts import upload, words
from tests.browser.driver import running_app
from tests.browser.figure import WAIT
from tests.browser.planes import expect_rest
from tests.browser.test_accessible import expect_no_violation, expect_no_violation_in_either_theme
from tests.tiers import thorough
from ui.session import watched
from ui.shared.text import LANGUAGES

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

# Of each page what opens a box on it, by the key of that.
BOXES = (
    ("confusion_matrix?sample=lecture-20&lang=en", ("choose_t", "picture", "report")),
    thorough("costs?sample=card-fraud&cost_planes=1&lang=zh", ("choose_t", "picture", "report")),
    thorough("significance?question=one&lang=en", ("report",)),
    thorough("regression?lang=zh", ("report",)),
    thorough("bias_variance?bv_view=squared&lang=en", ("bv_numbers",)),
    thorough("hypotheses?ml_view=lunch&lang=zh", ("ml_lunch_box",)),
    thorough("?lang=en", ("handout",)),
)


def there(page: Page, address: str, path: str) -> None:
    page.goto(f"{address}/{path}")
    page.locator("body[data-measured]").wait_for(state="attached", timeout=WAIT)
    expect_rest(page)


@pytest.mark.parametrize(("path", "keys"), BOXES)
def test_opened_boxes(page: Page, address: str, path: str, keys: tuple[str, ...]) -> None:
    there(page, address, path)
    for key in keys:
        page.locator(f".st-key-{key} button").first.click(timeout=WAIT)
        expect(page.locator('[data-testid="stPopoverBody"]')).to_be_visible(timeout=WAIT)
        # The box of the picture has its words from its script.
        expect(page.locator('[data-testid="stPopoverBody"] [data-word]:empty')).to_have_count(0, timeout=WAIT)
        expect_no_violation(page)
        page.keyboard.press("Escape")
        expect(page.locator('[data-testid="stPopoverBody"]')).to_have_count(0, timeout=WAIT)


@pytest.mark.parametrize("language", ["en", thorough("zh")])
def test_a_file_that_is_refused(page: Page, address: str, tmp_path: Path, language: str) -> None:
    bad = tmp_path / "bad.csv"
    bad.write_text("just words", encoding="utf-8")
    there(page, address, f"data?lang={language}")
    upload(page, bad)
    expect(page.locator('[data-testid="stAlertContentError"]')).to_have_count(1, timeout=WAIT)
    # What takes it out again is not called like what chooses one.
    out = page.locator('[data-testid="stFileChipDeleteBtn"] button')
    expect(out).not_to_have_accessible_name(words("Choose a file", language), timeout=WAIT)
    expect_no_violation_in_either_theme(page)


@pytest.mark.thorough
def test_the_page_of_the_operator(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(watched.KEY, "secret")
    with running_app() as address:
        for language in LANGUAGES:
            page.emulate_media(color_scheme="light")
            there(page, address, f"watch?lang={language}")
            field = page.get_by_label(words("Key of the operator", language))
            field.wait_for(timeout=WAIT)
            expect_no_violation_in_either_theme(page)
            field.fill("wrong")
            field.press("Enter")
            expect(page.locator('[data-testid="stAlertContentError"]')).to_have_count(1, timeout=WAIT)
            expect_no_violation(page)
            field.fill("secret")
            field.press("Enter")
            page.locator('[data-testid="stMetric"]').first.wait_for(timeout=WAIT)
            expect_no_violation_in_either_theme(page)
        # The server ends before its page does.
        page.goto("about:blank")
