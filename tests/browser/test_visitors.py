"""Visitors who do whatever comes to mind, for a short while; `tests.benchmarks.visitors` has them at length."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.benchmarks import visitors
from tests.browser.driver import running_app

ACTS = 40


@pytest.mark.thorough
def test_nothing_goes_wrong_whatever_they_do(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "log.txt"
    with path.open("wb") as log, running_app(log) as address:
        assert visitors.visit(browser, address, path, seed=3, n_visitors=2, is_over=lambda n: n >= ACTS) == ACTS


@pytest.mark.thorough
def test_a_number_that_does_not_agree_is_found(browser: Browser) -> None:
    with running_app() as address, browser.new_context() as context:
        page = context.new_page()
        page.goto(f"{address}/confusion_matrix?sample=lecture-20")
        reading = page.locator(visitors.READING).first
        reading.wait_for(timeout=visitors.LONG)
        visitor = visitors.Visitor("one", address, context, visitors.np.random.default_rng(0), Path(), [page])
        visitors.judge(visitor, [])
        reading.evaluate("one => one.textContent = '0.987'")
        with pytest.raises(visitors.WrongError, match="are shown as"):
            visitors.judge(visitor, [])


@pytest.mark.thorough
def test_an_exception_on_a_page_is_found(browser: Browser) -> None:
    with browser.new_context() as context:
        page = context.new_page()
        page.set_content('<div data-test-script-state="notRunning"><div data-testid="stException">broken</div></div>')
        visitor = visitors.Visitor("one", "", context, visitors.np.random.default_rng(0), Path(), [page])
        with pytest.raises(visitors.WrongError, match="an exception: broken"):
            visitors.judge(visitor, [])
        page.set_content('<div data-test-script-state="notRunning">mine and two\'s</div>')
        with pytest.raises(visitors.WrongError, match="something of two"):
            visitors.judge(visitor, ["two"])
