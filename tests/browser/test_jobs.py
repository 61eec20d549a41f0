"""A practitioner's day in thirteen jobs: none takes more than five clicks from the page that shows what was loaded."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from playwright.sync_api import Page, expect

from evalcore.counts import ConfusionMatrix, threshold_counts
from evalcore.decisions import choose
from tests.browser.acts import CRASH, SIDEBAR, answer, control, expect_still, upload, words
from tests.browser.driver import GRIP
from tests.browser.figure import WAIT
from tests.browser.planes import expect_rest
from tests.tiers import thorough
from ui.session.samples import SAMPLES

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

JOBS, MOST = 13, 5
# The page counts what is pressed: whatever this test does with the mouse.
_COUNT = "() => { window.pressed = 0; document.addEventListener('pointerdown', () => window.pressed++, true); }"
TABLE = ".st-key-rows_found [data-testid='stDataFrame']"


def table(n: int = 1200) -> pd.DataFrame:
    rng = np.random.default_rng(3)
    truth = rng.random(n) < 0.3
    skill = rng.normal(size=n)
    scores = {
        name: (1 / (1 + np.exp(0.8 - 0.9 * skill - lift * truth + noise * rng.normal(size=n)))).round(4)
        for name, lift, noise in (("model_a", 1.6, 0.0), ("model_b", 1.3, 0.8))
    }
    region = rng.choice(["north", "south", "east"], n, p=[0.5, 0.3, 0.2])
    return pd.DataFrame(
        {
            "y": truth.astype(int),
            **scores,
            "region": region,
            "amount": np.exp(rng.normal(4, 1, n)).round(2),
        }
    )


def digit(label: str) -> ConfusionMatrix:
    """Return how logistic regression tells a digit from the others at 0.5."""
    read = pd.read_csv(SAMPLES["digits"].path, dtype={"digit": str})
    truth, called = read["digit"] == label, read[f"logistic_regression:{label}"] >= 0.5
    cells = (truth & called, ~truth & called, truth & ~called, ~truth & ~called)
    return ConfusionMatrix.binary(*(int(cell.sum()) for cell in cells))


class Day:
    """A visitor who does jobs, each begun where the data were loaded."""

    def __init__(self, page: Page, language: str) -> None:
        self.page, self.language = page, language
        self.clicks: dict[str, int] = {}

    def begin(self, address: str) -> None:
        """Open an address in the language, where presses are counted from now on."""
        self.page.goto(f"{address}{'&' if '?' in address else '?'}lang={self.language}")
        self.page.evaluate(_COUNT)
        expect_rest(self.page)

    def words(self, text: str) -> str:
        return words(text, self.language)

    @contextlib.contextmanager
    def job(self, name: str, *, begun: bool = False) -> Iterator[None]:
        """Count the clicks of a job; one that is not `begun` begins at the data."""
        if not begun:
            self.link("Load predictions")
        expect_rest(self.page)
        self.page.evaluate("window.pressed = 0")
        yield
        clicks = int(self.page.evaluate("window.pressed"))
        assert 0 < clicks <= MOST, f"{name} took {clicks} clicks"
        assert name not in self.clicks
        self.clicks[name] = clicks
        expect(self.page.locator(CRASH)).to_have_count(0)

    def link(self, name: str) -> None:
        """Follow the sidebar."""
        self.page.locator(SIDEBAR).get_by_role("link", name=self.words(name), exact=True).click(timeout=WAIT)
        expect(self.page.get_by_role("heading", name=self.words(name), exact=True)).to_be_visible(timeout=WAIT)
        expect_rest(self.page)

    def matrix(self) -> None:
        """Come to the matrix."""
        self.link("Confusion matrix")
        self.page.locator(f"[data-live=true] {GRIP}").first.wait_for(timeout=WAIT)
        expect_rest(self.page)

    def press(self, key: str) -> None:
        """Press the button of a key."""
        expect_rest(self.page)
        self.page.locator(f".st-key-{key} button").first.click(timeout=WAIT)
        expect_rest(self.page)

    def choose(self, key: str, option: str) -> None:
        """Open a list and take one of it: two clicks."""
        expect_rest(self.page)
        expect_still(self.page.locator(f".st-key-{key}"))
        self.page.locator(f".st-key-{key} .react-aria-ComboBox button[aria-haspopup=listbox]").click(timeout=WAIT)
        self.page.get_by_role("option", name=option, exact=True).click(timeout=WAIT)
        expect_rest(self.page)

    def take(self, label: str) -> None:
        """Click what has these words."""
        self.page.get_by_text(self.words(label), exact=True).first.click(timeout=WAIT)
        expect_rest(self.page)

    def groups(self) -> None:
        """Have the matrix by region."""
        self.matrix()
        self.choose("groups_by", "region")
        expect(self.page.locator(".st-key-groups_chart")).to_be_visible(timeout=WAIT)

    def cell(self, name: str) -> None:
        """Click on a cell of the matrix."""
        box = self.page.locator(".st-key-threshold_chart g.subplot.x2y2 .textpoint").filter(has_text=name).first
        # What opens above the figure pushes it down.
        expect_still(self.page.locator(".st-key-threshold_chart"))
        place = box.bounding_box()
        assert place is not None
        self.page.mouse.click(place["x"] + place["width"] / 2, place["y"] + place["height"] + 12)
        expect(self.page.locator(TABLE).first).to_be_in_viewport(timeout=WAIT)
        expect_rest(self.page)


def compare_models(day: Day) -> None:
    day.link("ROC and P-R curves")
    expect(day.page.locator(".st-key-answer")).to_contain_text("model_b", timeout=WAIT)


def single_rows(day: Day) -> None:
    """The rows behind a cell, as a file, and two cells compared."""
    frame = table()
    with day.job("rows behind a cell"):
        day.matrix()
        day.cell("FP")
        t = float(control(day.page, "t").input_value())
        alarms = int(((frame["y"] == 0) & (frame["model_a"] >= t)).sum())
        expect(day.page.locator(".st-key-rows_found")).to_contain_text(f" {alarms}", timeout=WAIT)
    with day.job("rows as a file"):
        day.matrix()
        day.cell("FP")
        with day.page.expect_download(timeout=WAIT) as download:
            day.page.get_by_role("button", name=day.words("Rows as CSV")).click(timeout=WAIT)
        assert len(pd.read_csv(download.value.path())) == alarms
    with day.job("two cells compared"):
        day.matrix()
        day.cell("FP")
        day.choose("rows_against", day.words("TN: rightly passed over"))
        expect(day.page.locator(".st-key-apart_chart")).to_contain_text("amount", timeout=WAIT)


def groups(day: Day) -> None:
    """How far groups are apart, a threshold for each under a rule, and one of them against the rest."""
    with day.job("groups apart"):
        day.groups()
        expect(day.page.locator(".st-key-answer")).to_contain_text("north", timeout=WAIT)
        expect(day.page.get_by_text("Fairlearn").first).to_be_attached(timeout=WAIT)
    day.choose("groups_by", day.words("No groups"))
    with day.job("thresholds by group"):
        day.groups()
        day.take("equal recall")
        cannot = "Where the shares of positives differ, precision and both error rates cannot all be equal."
        expect(day.page.get_by_text(day.words(cannot))).to_be_attached(timeout=WAIT)
    day.choose("groups_by", day.words("No groups"))
    with day.job("one group against the rest"):
        day.groups()
        day.choose("group_alone", "north")
        expect(day.page.locator(".st-key-group_chip")).to_contain_text("north", timeout=WAIT)
        expect(day.page.locator("[data-testid='stDataFrame']").first).to_contain_text(day.words("all other rows"))
    day.press("group_chip")
    day.choose("groups_by", day.words("No groups"))


def alerts(day: Day) -> None:
    """No more than fifty alerts of the rows of a day; settings keep the wish."""
    frame = table()
    found = choose(threshold_counts(frame["y"] == 1, frame["model_a"]), alerts=50 / 4_000)
    with day.job("fifty alerts a day"):
        day.matrix()
        day.press("choose_t")
        day.press("usual_alerts")
        a_day = control(day.page, "wish_day")
        a_day.click(timeout=WAIT)
        day.page.keyboard.type("4000")
        day.page.keyboard.press("Enter")
        expect_rest(day.page)
        day.press("take_wish")
    expect(control(day.page, "t")).to_have_value(f"{found.threshold:.10g}", timeout=WAIT)


def settings(day: Day) -> None:
    with day.job("settings carry the wish"):
        day.matrix()
        day.press("choose_t")
        day.press("take_wish")
        day.link("Load predictions")
        with day.page.expect_download(timeout=WAIT) as download:
            day.page.get_by_role("button", name=day.words("Save settings")).click(timeout=WAIT)
    kept = json.loads(Path(download.value.path()).read_text(encoding="utf-8"))
    assert kept["threshold"]["chosen_by"] == "precision~recall>=0.9"


def amounts(day: Day) -> None:
    """A miss costs what its row says, a false alarm ten."""
    with day.job("costs by amount"):
        day.link("Costs")
        day.page.locator(".st-key-amounts").get_by_text(day.words("{mistake}: by amount").split("}")[1]).first.click()
        expect_rest(day.page)
        field = control(day.page, "cost_fp")
        field.click(timeout=WAIT)
        day.page.keyboard.type("10")
        day.page.keyboard.press("Enter")
        expect_rest(day.page)
        day.press("answer")
    frame = table()
    truth, score = frame["y"] == 1, frame["model_a"]
    cost = {t: frame["amount"][truth & (score < t)].sum() + 10 * (~truth & (score >= t)).sum() for t in score}
    t = float(control(day.page, "t").input_value())
    assert cost[t] == pytest.approx(min(cost.values()))


def choose_here_report_there(day: Day, folder: Path) -> None:
    """Chosen on validation, reported on test, from the question of a file that has both."""
    file = folder / "parts.csv"
    frame = table()
    frame.assign(split=np.repeat(["validation", "test"], len(frame) // 2)).to_csv(file, index=False)
    day.link("Load predictions")
    upload(day.page, file)
    day.page.locator(".st-key-ask_part").wait_for(timeout=WAIT)
    with day.job("chosen here, reported there", begun=True):
        answer(day.page, "ask_part", "test")
        expect_rest(day.page)
        day.press("see_matrix")
        day.page.locator(f"[data-live=true] {GRIP}").first.wait_for(timeout=WAIT)
        day.press("choose_t")
        day.page.locator(".st-key-wish_chosen_on").get_by_text("validation", exact=True).click(timeout=WAIT)
        expect_rest(day.page)
        day.press("take_wish")
        expect(day.page.locator(".st-key-chosen")).to_contain_text("validation", timeout=WAIT)


def of_samples(day: Day, address: str) -> None:
    """Classes, and two algorithms fold by fold."""
    day.begin(f"{address}/data?sample=digits")
    with day.job("one class of many", begun=True):
        day.link("Confusion matrix")
        day.take("One class against the rest")
        cm = digit("8")
        matrix = day.page.locator(".st-key-threshold_chart")
        for cell in (cm.tp, cm.fn, cm.fp, cm.tn):
            expect(matrix).to_contain_text(f"{int(cell):,}", timeout=WAIT)
    day.begin(f"{address}/data?sample=breast-cancer")
    with day.job("folds tested", begun=True):
        day.link("Significance tests")
        day.choose("question", day.words("Two algorithms, fold by fold"))
        expect(day.page.locator(".st-key-answer")).to_contain_text("logistic_regression", timeout=WAIT)


# Other tests of README's command walk through each of them; here they are counted, at length.
@pytest.mark.parametrize("language", [thorough("en"), thorough("zh")])
def test_none_of_thirteen_jobs_takes_more_than_five_clicks(
    page: Page, address: str, tmp_path: Path, language: str
) -> None:
    day, file = Day(page, language), tmp_path / "rows.csv"
    table().to_csv(file, index=False)
    page.set_viewport_size({"width": 1280, "height": 720})
    day.begin(f"{address}/data")
    upload(page, file)
    expect(page.locator(SIDEBAR)).to_contain_text("1,200", timeout=WAIT)
    expect_rest(page)
    with day.job("two models compared", begun=True):
        compare_models(day)
    groups(day)
    single_rows(day)
    settings(day)
    alerts(day)
    amounts(day)
    choose_here_report_there(day, tmp_path)
    of_samples(day, address)
    assert len(day.clicks) == JOBS
