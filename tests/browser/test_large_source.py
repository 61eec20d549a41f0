"""A source of 100 million rows: from counting to a dragged threshold, groups and a report; SOURCE_ROWS lowers it."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import duckdb
import pytest
from playwright.sync_api import Browser, Page, expect

from evalcore.counts import ThresholdCounts
from tests.browser.acts import CRASH, ERROR, choose
from tests.browser.conftest import WIDE, Watch
from tests.browser.driver import running_app
from tests.browser.figure import WAIT, drag, expect_counts, threshold
from tests.browser.planes import expect_rest
from ui.session import sources

pytestmark = [pytest.mark.browser, pytest.mark.thorough, pytest.mark.xdist_group("browser")]

ROWS = int(float(os.environ.get("SOURCE_ROWS", "1e8")))
COUNTED = 600_000  # milliseconds: as long as a question may take
NAMED = """\
[sources.claims]
title = "Claims"
path = "claims.parquet"
columns = ["y", "model_a", "country"]
"""


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """The source, made in seconds and deleted."""
    place = tmp_path / "claims.parquet"
    uniform = [f"hash(2 * i + {k})::DOUBLE / 18446744073709551616::DOUBLE" for k in range(2)]
    with duckdb.connect() as connection:
        connection.execute("SET preserve_insertion_order = false")
        connection.execute(f"""
            COPY (
                SELECT if(u < 0.05, 'fraud', 'fine') AS y, if(u < 0.05, sqrt(v), v * v) AS model_a,
                    ['CN', 'DE', 'FR', 'US'][1 + i % 4] AS country
                FROM (SELECT i, {uniform[0]} AS u, {uniform[1]} AS v FROM range({ROWS}) AS t(i))
            ) TO '{place}' (FORMAT parquet)
        """)
    (tmp_path / "sources.toml").write_text(NAMED, encoding="utf-8")
    yield tmp_path
    place.unlink()


@pytest.fixture
def own_page(browser: Browser, folder: Path) -> Iterator[Page]:
    """A page at the form of the source."""
    log_file = folder / "log.txt"
    with (
        patch.dict(os.environ, {sources.VARIABLE: str(folder / "sources.toml")}),
        log_file.open("wb") as log,
        running_app(log) as address,
    ):
        watching = Watch(log_file)
        with watching.follow(browser.new_context(locale="en-GB", viewport=WIDE)) as context:
            page = context.new_page()
            page.goto(f"{address}/data", timeout=4 * WAIT)
            expect(page.locator(".st-key-src_go button")).to_be_enabled(timeout=8 * WAIT)
            expect_rest(page)
            yield page
        watching.check()


def counted_at(folder: Path, t: float) -> ThresholdCounts:
    """Count all rows at one threshold by a query of their own."""
    query = """
        SELECT (model_a >= ?)::INT AS above, count(*) FILTER (y = 'fraud'), count(*) FILTER (y = 'fine')
        FROM read_parquet(?) GROUP BY 1 ORDER BY 1 DESC
    """
    with duckdb.connect() as connection:
        found = connection.execute(query, [t, str(folder / "claims.parquet")]).fetchall()
    assert [above for above, _pos, _neg in found] == [1, 0]
    return ThresholdCounts.from_grouped([t, -1.0], [pos for _, pos, _ in found], [neg for _, _, neg in found])


def test_from_counting_to_a_dragged_threshold_groups_and_a_report(own_page: Page, folder: Path) -> None:
    page = own_page
    choose(page, "src_by_claims", "country")
    expect_rest(page)
    page.locator(".st-key-src_go button").click(timeout=WAIT)
    # How far it is, while rows are counted or even before.
    expect(page.locator(".st-key-source_progress")).to_contain_text("Claims", timeout=4 * WAIT)
    page.get_by_text(re.compile("^Asked of its source: ")).wait_for(timeout=COUNTED)
    expect(page.get_by_text(re.compile(rf"{ROWS:,} rows, all used"))).to_be_visible(timeout=WAIT)
    page.locator(".st-key-see_matrix button").click(timeout=WAIT)
    page.locator("[data-live=true]").first.wait_for(timeout=4 * WAIT)
    expect_rest(page)
    expect(page.get_by_text(re.compile(r"exact at [\d,]+ thresholds; AUC within \de-\d"))).to_be_visible(timeout=WAIT)
    expect_counts(page, counted_at(folder, 0.5), 0.5)
    dragged = drag(page, 90)
    assert dragged > 0.5
    expect_counts(page, counted_at(folder, threshold(page)))
    page.get_by_role("tab", name="Compare").click(timeout=WAIT)
    expect(page.get_by_role("tabpanel")).to_contain_text("Groups by country", timeout=WAIT)
    page.locator(".st-key-report button").first.click(timeout=WAIT)
    page.locator(".st-key-report_make button").click(timeout=WAIT)
    save = page.get_by_role("button", name="Save the report")
    expect(save).to_be_visible(timeout=COUNTED)
    with page.expect_download(timeout=WAIT) as started:
        save.click(timeout=WAIT)
    made = Path(started.value.path()).read_text(encoding="utf-8")
    assert made.count('id="plotly"') == 1
    assert f"{ROWS:,}" in made
    assert len(made.encode()) < 6_000_000
    expect(page.locator(f"{ERROR}, {CRASH}")).to_have_count(0)
