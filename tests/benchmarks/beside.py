"""How long does a page take to answer while another visitor's run goes on? `python -m tests.benchmarks.beside`.

Prints for headless Chromium how long a visitor waits for the next page, from the click until its script has ended:
with nobody else there, and during each of the long runs that another visitor's address begins.
"""

from __future__ import annotations

import statistics
import time

from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.benchmarks.machine import describe
from tests.browser.driver import launch, running_app

SIZE = {"width": 1280, "height": 720}
# Each takes a minute or more: address, and the name that its progress has on the page.
RUNS = {
    "0-1 loss, forests": ("bv_view=zero_one&bv01_learner=forest&bv01_sets=400", "zero_one"),
    "0-1 loss, support vectors": ("bv_view=zero_one&bv01_learner=radial+svm&bv01_sets=400", "zero_one"),
    "squared loss, trees, random x": ("bv_learner=tree&bv_design=random&bv_sets=1000&bv_n=200", "bias_variance"),
    "a table, forests": ("bv_view=table&bv_table_learner=forest&bv_table_sets=200", "bv_table"),
}
PAGES = ("Costs", "Confusion matrix") * 4


def settle(page: Page) -> None:
    """Wait until no script runs."""
    app = page.locator('[data-testid="stApp"]')
    expect(app).to_have_attribute("data-test-script-state", "notRunning", timeout=60_000)


def visit(page: Page, name: str) -> float:
    """Go to a page by its link and return the milliseconds until its script has ended."""
    start = time.perf_counter()
    page.get_by_role("link", name=name, exact=True).first.click()
    page.get_by_role("heading", name=name, level=1).first.wait_for(timeout=60_000)
    settle(page)
    return 1000 * (time.perf_counter() - start)


def visits(page: Page) -> str:
    """Return how long the pages take."""
    waits = []
    for name in PAGES:
        waits.append(visit(page, name))
        page.wait_for_timeout(300)
    return f"median {statistics.median(waits):5.0f} ms, longest {max(waits):5.0f} ms"


def beside(browser: Browser, address: str, page: Page, asked: str, name: str) -> str:
    """Return the same while a run goes on in another session."""
    other = browser.new_context(viewport=SIZE).new_page()
    other.goto(f"{address}/bias_variance?{asked}")
    other.locator(".st-key-answer_button button").filter(has_text="Start").click(timeout=60_000)
    progress = other.locator(f".st-key-{name}_progress")
    progress.wait_for(timeout=60_000)
    found = visits(page)
    goes_on = progress.count() == 1
    if goes_on:
        other.locator(f".st-key-stop_{name} button").click()
        progress.wait_for(state="detached", timeout=60_000)
    other.context.close()
    return found if goes_on else f"{found} (the run ended meanwhile)"


def main() -> None:
    """Print every line."""
    print(describe())
    with running_app() as address, sync_playwright() as playwright:
        browser = launch(playwright)
        page = browser.new_context(viewport=SIZE).new_page()
        page.goto(f"{address}/confusion_matrix?sample=lecture-20")
        page.get_by_role("heading", name="Confusion matrix").first.wait_for(timeout=60_000)
        settle(page)
        visits(page)  # what is computed at the first visit is kept
        print(f"{'nobody else':32} {visits(page)}")
        for said, (asked, name) in RUNS.items():
            print(f"{said:32} {beside(browser, address, page, asked, name)}")
        browser.close()


if __name__ == "__main__":
    main()
