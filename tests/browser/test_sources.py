"""A source that the server's operator has named, from choosing it to a dragged threshold and groups."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import numpy as np
import pandas as pd
import pytest
from playwright.sync_api import Browser, Page, expect

from evalcore.counts import threshold_counts
from sample_data import make_source
from tests.browser.acts import CRASH, ERROR, SIDEBAR, address_bar, choose, expect_address
from tests.browser.conftest import WIDE, Watch
from tests.browser.driver import running_app
from tests.browser.figure import WAIT, drag, expect_counts, threshold
from tests.browser.planes import expect_rest
from ui.session import sources

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

HOSTILE = '<img src=x onerror=alert(1)> **bold**";drop table t;--'
ROWS = 1_000_000


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A million claims, and a small source whose columns have names full of markup and SQL."""
    folder = tmp_path_factory.mktemp("sources")
    named = make_source.write(folder, ROWS)
    rng = np.random.default_rng(1)
    truth = rng.random(500) < 0.5
    pd.DataFrame({"y": truth.astype(int), HOSTILE: rng.random(500)}).to_parquet(folder / "hostile.parquet")
    text = f"\n[sources.hostile]\ntitle = '{HOSTILE}'\npath = 'hostile.parquet'\ncolumns = ['y', '{HOSTILE}']\n"
    named.write_text(named.read_text(encoding="utf-8") + text, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[tuple[str, Watch]]:
    """An app whose operator has named both."""
    log_file = folder / "log.txt"
    with (
        patch.dict(os.environ, {sources.VARIABLE: str(folder / "sources.toml")}),
        log_file.open("wb") as log,
        running_app(log) as address,
    ):
        yield address, Watch(log_file)


@pytest.fixture
def own_page(browser: Browser, server: tuple[str, Watch]) -> Iterator[Page]:
    """A page at the form of the sources."""
    address, watching = server
    with watching.follow(browser.new_context(locale="en-GB", viewport=WIDE)) as context:
        page = context.new_page()
        page.goto(f"{address}/data", timeout=4 * WAIT)
        expect(page.locator(".st-key-src_go button")).to_be_enabled(timeout=4 * WAIT)
        expect_rest(page)
        yield page
    watching.check()


def counted(page: Page) -> None:
    """Have the rows counted, and go to the confusion matrix."""
    page.locator(".st-key-src_go button").click(timeout=WAIT)
    page.get_by_text(re.compile("^Asked of its source: ")).wait_for(timeout=4 * WAIT)
    page.locator(".st-key-see_matrix button").click(timeout=WAIT)
    page.locator("[data-live=true]").first.wait_for(timeout=4 * WAIT)
    expect_rest(page)


@pytest.mark.thorough
def test_from_choosing_to_a_dragged_threshold_and_groups(own_page: Page, folder: Path) -> None:
    page = own_page
    choose(page, "src_by_claims", "country")
    counted(page)
    rows = pd.read_parquet(folder / "claims.parquet", columns=["y", "model_a", "country"])
    table = threshold_counts(rows["y"] == "fraud", rows["model_a"])
    expect(page.get_by_text(re.compile(r"exact at [\d,]+ thresholds; AUC within \de-\d"))).to_be_visible(timeout=WAIT)
    expect_counts(page, table, 0.5)
    dragged = drag(page, 90)
    assert dragged > 0.5
    expect_counts(page, table, threshold(page))
    page.get_by_role("tab", name="Compare").click(timeout=WAIT)
    expect(page.get_by_role("tabpanel")).to_contain_text("Groups by country", timeout=WAIT)
    expect_address(page, t=repr(dragged))
    link = address_bar(page)
    # The link brings all of it back, once its visitor says so.
    page.goto(link, timeout=4 * WAIT)
    page.locator(".st-key-ask_link button").click(timeout=4 * WAIT)
    page.locator("[data-live=true]").first.wait_for(timeout=4 * WAIT)
    expect_counts(page, table, dragged)
    expect(page.locator(f"{ERROR}, {CRASH}")).to_have_count(0)


@pytest.mark.thorough
def test_names_stay_names(own_page: Page) -> None:
    page = own_page
    choose(page, "src", HOSTILE)
    expect_rest(page)
    counted(page)
    expect(page.locator(SIDEBAR)).to_contain_text("<img src=x onerror=alert(1)> **bold**", timeout=WAIT)
    expect(page.locator("img[src=x]")).to_have_count(0)
    expect_address(page, source=None)
    assert "from=" in page.url
    expect(page.locator(f"{ERROR}, {CRASH}")).to_have_count(0)
