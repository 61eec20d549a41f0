"""What comes in from outside: samples, files that cannot be used, names full of markup, other visitors' files."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.browser.acts import CRASH, ERROR, READING, SIDEBAR, answer, choose, control, expect_address, upload, words
from tests.browser.driver import GRIP
from tests.browser.figure import PLOT, WAIT
from tests.tiers import thorough
from ui.home.doors import PAGES
from ui.session.samples import SAMPLES

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

IMAGE = "<img src=x onerror=alert(1)> **bold**"
ICON = ":material/home: $x$ <b>y</b>"


def literally(text: str) -> re.Pattern[str]:
    """Match text as it stands in the file; after a colon the page may set a space without width."""
    return re.compile(re.escape(text).replace(":", ":\u200b?"))


def expect_literal(place: Locator, text: str) -> None:
    expect(place).to_contain_text(literally(text), timeout=WAIT)


def small_file(path: Path, rows: int = 40) -> Path:
    rng = np.random.default_rng(5)
    truth = rng.random(rows) < 0.5
    pd.DataFrame({"y": truth.astype(int), "score": rng.random(rows).round(2)}).to_csv(path, index=False)
    return path


@pytest.mark.parametrize("keys", [("two-models", "digits"), thorough(tuple(SAMPLES))])
def test_samples_open_on_the_page_that_teaches_them_best(page: Page, address: str, keys: tuple[str, ...]) -> None:
    page.goto(address)
    for key in keys:
        sample = SAMPLES[key]
        page.locator(f".st-key-sample_{key} button").click(timeout=WAIT)
        expect_address(page, sample=key)
        expect(page.locator("h1")).to_have_text(PAGES[sample.page], timeout=WAIT)
        expect(page.locator(SIDEBAR)).to_contain_text(sample.title, timeout=WAIT)
        # All ten digits lead, without a threshold.
        page.locator(PLOT if key == "digits" else f"[data-live=true] {GRIP}").first.wait_for(timeout=WAIT)
        expect(page.locator('[data-testid="stTab"]').first).to_be_visible(timeout=WAIT)
        readings = page.get_by_role("tabpanel").locator(f'{READING}, [data-testid="stDataFrame"]')
        expect(readings.first).to_be_visible(timeout=WAIT)
        expect(page.locator(f"{ERROR}, {CRASH}")).to_have_count(0)
        page.locator(SIDEBAR).get_by_role("link", name="Home").click(timeout=WAIT)
        expect(page.locator(".st-key-home_chart")).to_be_visible(timeout=WAIT)


def test_a_bad_file_gets_one_sentence_and_changes_nothing(page: Page, address: str, tmp_path: Path) -> None:
    good, bad = small_file(tmp_path / "good one.csv"), tmp_path / "x.csv"
    bad.write_bytes(np.random.default_rng(0).bytes(4_000))
    page.goto(f"{address}/data")
    upload(page, good)
    expect_literal(page.locator(SIDEBAR), "good one.csv")
    upload(page, bad)
    said = page.locator(ERROR)
    expect(said).to_have_count(1, timeout=WAIT)
    expect(said).to_have_text(re.compile(r"\S.* must .+\."), timeout=WAIT)
    expect(page.locator(CRASH)).to_have_count(0)
    expect(page.locator("body")).not_to_contain_text("Traceback")
    expect_literal(page.locator(SIDEBAR), "good one.csv")
    expect(page.locator(SIDEBAR)).to_contain_text("40 rows")
    # The session goes on.
    upload(page, small_file(tmp_path / "better.csv", rows=50))
    expect_literal(page.locator(SIDEBAR), "better.csv")
    expect(said).to_have_count(0, timeout=WAIT)


def hostile_file(folder: Path) -> Path:
    rng = np.random.default_rng(7)
    truth = rng.random(30) < 0.5
    table = pd.DataFrame(
        {
            f"label {IMAGE}": np.where(truth, "<b>p</b> $x$", "<i>n</i> **m**"),
            f"score {IMAGE}": rng.random(30).round(2),
            f"score {ICON}": rng.random(30).round(2),
            IMAGE: [f"text {i}" for i in range(30)],
            ICON: [f"words {i}" for i in range(30)],
        }
    )
    path = folder / "<img src=x onerror=alert(2)> **n** $x$.csv"
    table.to_csv(path, index=False)
    return path


def test_names_from_a_file_are_shown_literally(page: Page, address: str, tmp_path: Path) -> None:
    file = hostile_file(tmp_path)
    page.goto(f"{address}/data")
    upload(page, file)
    sidebar, main = page.locator(SIDEBAR), page.locator('[data-testid="stMain"]')
    expect_literal(sidebar, file.name)
    for name in ("<b>p</b> $x$ (", "<i>n</i> **m** ("):
        expect_literal(page.locator(".st-key-ask_positive"), name)
    answer(page, "ask_positive", literally("<b>p</b> $x$"))
    expect_literal(main, f"Loaded: {file.name}")
    expect(control(page, "map_truth")).to_have_value(f"label {IMAGE}", timeout=WAIT)
    scores = page.locator(".st-key-map_scores .react-aria-ComboBox [data-tag]")
    expect(scores).to_have_text([f"score {IMAGE}", f"score {ICON}"], timeout=WAIT)
    for key in ("map_weight", "map_amount"):
        for name in (IMAGE, ICON):
            choose(page, key, name)
            expect_literal(page.locator(ERROR), f"'{name}'")
    expect(page.locator('img[src="x"], .katex')).to_have_count(0)
    expect(main.locator("b, i")).to_have_count(0)
    # The same file again: what was answered is kept.
    upload(page, file)
    expect(page.locator(ERROR)).to_have_count(0, timeout=WAIT)
    choose(page, "positive", "<i>n</i> **m**")
    choose(page, "model", f"score {ICON}")
    choose(page, "positive", "<b>p</b> $x$")
    sidebar.get_by_role("link", name="Confusion matrix").click(timeout=WAIT)
    page.locator(f"[data-live=true] {GRIP}").wait_for(timeout=WAIT)
    expect_literal(main, "Positive class: <b>p</b> $x$")
    expect(control(page, "model")).to_have_value(f"score {ICON}")
    shown = page.locator(f"{PLOT} text")
    for name in ("<b>p</b> $x$", "<i>n</i> **m**"):
        expect(shown.filter(has_text=name).first).to_be_visible(timeout=WAIT)
    expect(page.locator('img[src="x"]')).to_have_count(0)


def test_two_visitors_do_not_see_each_others_file(
    page: Page, address: str, new_context: Callable[[], BrowserContext], tmp_path: Path
) -> None:
    page.goto(f"{address}/data")
    upload(page, small_file(tmp_path / "mine.csv"))
    expect_literal(page.locator(SIDEBAR), "mine.csv")
    other = new_context().new_page()
    other.goto(f"{address}/data")
    # Who comes now finds what everybody begins with.
    expect(other.locator(SIDEBAR)).to_contain_text(SAMPLES["lecture-20"].title, timeout=WAIT)
    expect(other.locator("body")).not_to_contain_text("mine.csv")
    upload(other, small_file(tmp_path / "theirs.csv", rows=50))
    expect_literal(other.locator(SIDEBAR), "theirs.csv")
    for visitor, own, foreign, rows in ((page, "mine.csv", "theirs", 40), (other, "theirs.csv", "mine", 50)):
        visitor.locator(SIDEBAR).get_by_role("link", name="Confusion matrix").click(timeout=WAIT)
        visitor.locator(f"[data-live=true] {GRIP}").wait_for(timeout=WAIT)
        expect_literal(visitor.locator(SIDEBAR), own)
        expect(visitor.locator(SIDEBAR)).to_contain_text(f"{rows} rows")
        expect(visitor.locator("body")).not_to_contain_text(foreign)


def slow_file(path: Path) -> Path:
    """Write a megabyte that takes longer to read than anyone waits for without a word: runs of blanks to be joined."""
    with gzip.open(path, "wb", compresslevel=1) as file:
        file.write(b"y score\n")
        for _ in range(40):
            file.write(b"0   1\n" * 1_000_000)
    return path


@pytest.mark.thorough
def test_a_file_that_takes_long_shows_how_far_it_is_and_can_be_stopped(
    page: Page, address: str, new_context: Callable[[], BrowserContext], tmp_path: Path
) -> None:
    slow = slow_file(tmp_path / "slow.gz")
    page.goto(f"{address}/data")
    upload(page, small_file(tmp_path / "first.csv"))
    expect_literal(page.locator(SIDEBAR), "first.csv")
    upload(page, slow)
    bar = page.locator('[data-testid="stProgress"]')
    expect_literal(bar, "Reading slow.gz: ")
    # Another visitor goes on meanwhile.
    other = new_context().new_page()
    other.goto(f"{address}/data")
    upload(other, small_file(tmp_path / "theirs.csv", rows=50))
    expect_literal(other.locator(SIDEBAR), "theirs.csv")
    expect(bar).to_have_count(1)
    page.locator(".st-key-stop_reading button").click(timeout=WAIT)
    expect(page.get_by_text("Reading was stopped; what was loaded before stays.")).to_be_visible(timeout=WAIT)
    expect(bar).to_have_count(0, timeout=WAIT)
    expect_literal(page.locator(SIDEBAR), "first.csv")
    # A file that takes a little while is loaded without another click.
    upload(page, middling_file(tmp_path / "middling.csv.gz"))
    expect_literal(page.locator(SIDEBAR), "middling.csv.gz")
    expect(control(page, "map_truth")).to_have_value("y", timeout=WAIT)
    expect(page.locator(f"{ERROR}, {CRASH}")).to_have_count(0)


def middling_file(path: Path) -> Path:
    """Write a file that is unpacked, joined and read in some seconds."""
    with gzip.open(path, "wb") as file:
        file.write(b"y score\n")
        for _ in range(2):
            file.write(b"0   0.25\n1   0.75\n" * 400_000)
    return path


@pytest.mark.thorough
def test_what_the_browser_writes_into_fields_is_in_the_language_of_the_page(
    page: Page, address: str, tmp_path: Path
) -> None:
    page.goto(f"{address}/data?lang=zh")
    field = page.locator('[data-testid="stFileUploaderDropzone"]').first
    expect(field.get_by_text("Upload", exact=True)).to_be_attached(timeout=WAIT)
    expect(field.get_by_text("Upload", exact=True)).to_be_hidden(timeout=WAIT)
    expect(field.locator("button")).to_have_accessible_name(re.compile(words("Choose a file", "zh")), timeout=WAIT)
    page.goto(f"{address}/regression?lang=zh")
    page.locator(".st-key-re_table_box button").first.click(timeout=WAIT)
    large = tmp_path / "large.csv"
    large.write_bytes(b"a,b\n" + b"1.5,2.5\n" * 2_700_000)
    page.locator('input[type="file"]').first.set_input_files(large)
    expect(page.locator('[data-testid="stFileChip"][aria-invalid="true"]')).to_be_attached(timeout=WAIT)
    below = page.locator('[data-testid="stFileUploaderDropzone"]').first.evaluate(
        "of => getComputedStyle(of, '::after').content"
    )
    assert "20 MB" in below
    assert re.search("[\u4e00-\u9fff]", below)
