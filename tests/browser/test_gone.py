"""A session that is gone while its page is seen: the connection was cut, or the server started anew, in the middle.

A server that keeps no session without its connection stands for an absence that was too long.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

import pandas as pd
import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from evalcore.counts import threshold_counts
from tests.browser.acts import (
    CRASH,
    READING,
    SIDEBAR,
    START,
    address_bar,
    control,
    expect_address,
    expect_readings,
    upload,
)
from tests.browser.conftest import WIDE, warm
from tests.browser.driver import free_port, panel_text, running_app
from tests.browser.figure import WAIT, expect_counts, threshold
from tests.browser.planes import expect_rest
from tests.browser.proxy import Proxy, through_proxy
from tests.browser.test_data import expect_literal, small_file
from tests.tiers import thorough
from ui.shared.chapter import PAGES

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

FORGETFUL = ("--server.disconnectedSessionTTL", "0")
MAIN = '[data-testid="stMain"]'
NOTE = ".tab-note"
# The client asks again after pauses that grow, and a server that was just started imports what it needs.
LONG = 6 * WAIT
PANEL = "() => document.querySelector('.js-plotly-plot')?.textContent ?? ''"
AWAY = "The connection to the server is interrupted."
# Cut each time; the other pages in the thorough tier.
OFTEN = ("confusion_matrix",)
GONE = "The connection was away too long, or the server was started anew: this page has begun again"
LOST = "Your file mine.csv is gone: the connection was away too long, or the server was started anew. Load it again."


class Server:
    """An app behind a proxy, which can be started anew on its port."""

    def __init__(self, log: Path) -> None:
        self._port, self._log, self._running = free_port(), log, contextlib.ExitStack()
        self.start()
        self.proxy = Proxy(self._port)

    def start(self) -> None:
        log = self._running.enter_context(self._log.open("ab"))
        self._running.enter_context(running_app(log, port=self._port, more=FORGETFUL))

    def stop(self) -> None:
        self._running.close()

    @contextlib.contextmanager
    def stopped(self) -> Iterator[None]:
        """Have no server for a while, then a new one."""
        self.stop()
        try:
            yield
        finally:
            self.start()

    @property
    def printed(self) -> str:
        return self._log.read_text(encoding="utf-8", errors="replace")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("forgetful") / "log.txt")
    yield server
    server.proxy.cut()
    server.stop()


@pytest.fixture(scope="module")
def tab(browser: Browser, server: Server) -> Iterator[Page]:
    """A tab whose lost connections are no fault."""
    context = browser.new_context(viewport=WIDE, locale="en-GB")
    tab = context.new_page()
    warm(tab, server.proxy.address)
    yield tab
    context.close()


@pytest.fixture
def visitor(tab: Page, server: Server) -> Iterator[Page]:
    """A new session at the app that forgets; neither page nor server may fail."""
    failed: list[str] = []
    tab.on("pageerror", lambda error: failed.append(str(error)))
    yield tab
    expect(tab.locator(CRASH)).to_have_count(0)
    tab.evaluate("sessionStorage.clear()")
    tab.goto("about:blank")
    assert not failed
    # The server says of an upload that was cut that its client is gone.
    printed = server.printed
    assert printed.count("Traceback") <= printed.count("starlette.requests.ClientDisconnect")


def expect_away(page: Page) -> None:
    """Wait until the page rests, and says why."""
    page.locator("body[data-away]").wait_for(state="attached", timeout=WAIT)
    expect(page.locator(NOTE)).to_contain_text(AWAY)


def expect_back(page: Page) -> None:
    """Wait until the server has answered: nothing rests any more."""
    page.locator("body:not([data-away]):not([data-unknown])").wait_for(state="attached", timeout=LONG)


def cut(page: Page, proxy: Proxy) -> None:
    """Cut the connection for a while."""
    proxy.cut()
    expect_away(page)
    proxy.resume()
    expect_back(page)


def load_mine(page: Page, address: str, folder: Path, link: str) -> None:
    """Load a file of one's own, and open a page."""
    page.goto(f"{address}/data")
    upload(page, small_file(folder / "mine.csv"))
    expect_literal(page.locator(SIDEBAR), "mine.csv")
    visit(page, link)


def visit(page: Page, link: str) -> None:
    page.locator(SIDEBAR).get_by_role("link", name=link).click(timeout=WAIT)


def grips(page: Page) -> Locator:
    """Return the handles that tell the server where they are let go."""
    return page.locator("[data-live=true] .live-grip:visible")


def take_hold(page: Page, pixels: float) -> tuple[float, float]:
    """Press the mouse on the first handle and move it; return where the mouse is."""
    box = grips(page).first.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + pixels, y, steps=4)
    page.locator(".live-held").first.wait_for(state="attached", timeout=WAIT)
    return x + pixels, y


def expect_nothing_moves(page: Page, x: float, y: float) -> None:
    """Go on with the drag, let go, take hold again and press keys: nothing may move while no server answers."""
    expect(page.locator(".live-held")).to_have_count(0)
    before = panel_text(page)
    page.mouse.move(x - 40, y, steps=3)
    page.mouse.up()
    page.mouse.down()
    page.mouse.move(x - 60, y, steps=3)
    page.mouse.up()
    page.keyboard.press("ArrowLeft")
    page.evaluate("() => new Promise(requestAnimationFrame)")
    assert panel_text(page) == before


@pytest.mark.thorough
@pytest.mark.parametrize(
    "key", [key if key in OFTEN else thorough(key) for key in ("home", "data", "glossary", *PAGES)]
)
def test_every_page_cut_in_the_middle_of_a_drag_begins_again_from_its_address(
    visitor: Page, server: Server, key: str
) -> None:
    at = "" if key == "home" else key
    visitor.goto(f"{server.proxy.address}/{at}?sample=melon-20&t=0.66")
    visitor.locator("body[data-measured]").wait_for(state="attached", timeout=LONG)
    visitor.locator("h1").wait_for(timeout=WAIT)
    expect_rest(visitor)
    title, address, figure = visitor.locator("h1").inner_text(), address_bar(visitor), ""
    has_handle = key in PAGES
    if has_handle:
        grips(visitor).first.wait_for(timeout=WAIT)
        figure = panel_text(visitor)
        x, y = take_hold(visitor, 60)
    server.proxy.cut()
    expect_away(visitor)
    if has_handle:
        expect_nothing_moves(visitor, x, y)
    server.proxy.resume()
    expect_back(visitor)
    expect(visitor.locator(NOTE)).to_contain_text(GONE)
    expect(visitor.locator("h1")).to_have_text(title)
    assert address_bar(visitor) == address
    if has_handle:
        # What the handle showed when it was cut off is not said of anything else: all is as the address says.
        visitor.wait_for_function(f"wanted => ({PANEL})() === wanted", arg=figure, timeout=WAIT)
    visitor.locator(NOTE).get_by_role("button").click()
    expect(visitor.locator(NOTE)).to_be_hidden()


@pytest.mark.thorough
def test_a_file_of_ones_own_is_named_as_gone_on_every_page_after_the_server_was_started_anew(
    visitor: Page, server: Server, tmp_path: Path
) -> None:
    load_mine(visitor, server.proxy.address, tmp_path, "Confusion matrix")
    grips(visitor).first.wait_for(timeout=LONG)
    expect_rest(visitor)
    x, y = take_hold(visitor, 60)
    with server.stopped():
        expect_away(visitor)
        expect_nothing_moves(visitor, x, y)
    expect_back(visitor)
    for link in (None, "ROC and P-R curves", "Load predictions"):
        if link is not None:
            visit(visitor, link)
            expect(visitor.locator("h1")).to_have_text(link, timeout=LONG)
        expect_literal(visitor.locator(MAIN), LOST)
        expect(visitor.locator(SIDEBAR)).to_contain_text("Nothing is loaded.")
        expect(visitor.locator("body")).not_to_contain_text("Lecture: 20 samples, 20 rows")
        expect(visitor.locator(f"{READING}, .js-plotly-plot")).to_have_count(0)
        expect_address(visitor, source="file", t=None)
    visitor.reload()
    gone = "Your file mine.csv is gone: it was only in memory, and the page was opened anew. Load it again."
    expect_literal(visitor.locator(MAIN), gone)
    upload(visitor, small_file(tmp_path / "mine.csv"))
    expect_literal(visitor.locator(MAIN), "Loaded: mine.csv")


@pytest.mark.thorough
def test_an_upload_that_is_cut_off_and_the_file_of_a_session_that_is_gone_are_chosen_again(
    visitor: Page, server: Server, tmp_path: Path
) -> None:
    visitor.goto(f"{server.proxy.address}/data")
    large = tmp_path / "large.csv"
    large.write_text("y,score\n" + "0,0.25\n1,0.75\n" * 200_000, encoding="ascii")
    server.proxy.cut_after(1 << 20)
    upload(visitor, large)
    expect_away(visitor)
    server.proxy.resume()
    expect_back(visitor)
    expect(visitor.locator(NOTE)).to_contain_text("The upload was broken off: choose the file again.")
    expect(visitor.locator(SIDEBAR)).to_contain_text("Lecture: 20 samples")
    # One that cannot be used is held by the field alone.
    bad = tmp_path / "bad.csv"
    bad.write_bytes(b"a,b\n1,2\n")
    upload(visitor, bad)
    expect(visitor.get_by_text("Still loaded: Lecture: 20 samples.")).to_be_visible(timeout=WAIT)
    cut(visitor, server.proxy)
    expect(visitor.get_by_text("The file that stood here is gone: ")).to_be_visible(timeout=WAIT)
    upload(visitor, small_file(tmp_path / "mine.csv"))
    expect_literal(visitor.locator(MAIN), "Loaded: mine.csv")
    expect(visitor.get_by_text("The file that stood here is gone: ")).to_have_count(0)


@pytest.mark.parametrize(
    ("page", "job"),
    [
        ("resampling?ev_learner=tree&ev_n=80&ev_sets=500", "evaluation_spread"),
        thorough("bias_variance?bv_learner=forest&bv_sets=300", "bias_variance"),
    ],
)
@pytest.mark.thorough
def test_a_run_that_the_address_asks_for_is_there_again_or_offered(
    visitor: Page, server: Server, page: str, job: str
) -> None:
    visitor.goto(f"{server.proxy.address}/{page}")
    progress, stop = visitor.locator(f".st-key-{job}_progress"), visitor.locator(f".st-key-stop_{job} button").first
    visitor.locator(START).click(timeout=LONG)
    progress.first.wait_for(timeout=LONG)
    cut(visitor, server.proxy)
    expect(visitor.locator(NOTE)).to_contain_text(GONE)
    # The run that was begun before may still be under way, and is joined then.
    visitor.locator(START).or_(progress).first.wait_for(timeout=LONG)
    if not progress.count():
        visitor.locator(START).click(timeout=WAIT)
    progress.first.wait_for(timeout=LONG)
    stop.click(timeout=WAIT)
    expect(progress).to_have_count(0, timeout=WAIT)


@pytest.mark.thorough
def test_a_run_of_ones_own_is_gone_and_can_be_started_again(visitor: Page, server: Server) -> None:
    visitor.goto(f"{server.proxy.address}/significance?question=lies&lies_n=100")
    visitor.locator(".st-key-laboratory_popover button").first.click(timeout=LONG)
    visitor.locator(".st-key-start_laboratory button").click(timeout=WAIT)
    stop = visitor.locator(".st-key-stop_laboratory button")
    stop.wait_for(timeout=WAIT)
    cut(visitor, server.proxy)
    expect(visitor.get_by_text("Your own run of the laboratory is gone: the connection")).to_be_visible(timeout=WAIT)
    expect(visitor.locator(".js-plotly-plot")).to_have_count(0)
    visitor.locator(".st-key-laboratory_again button").click(timeout=WAIT)
    stop.click(timeout=WAIT)
    expect(visitor.get_by_text("Your own run of the laboratory is gone: the connection")).to_have_count(0)


@pytest.mark.thorough
def test_a_server_started_anew_in_the_middle_of_an_upload_and_of_a_run(
    visitor: Page, server: Server, tmp_path: Path
) -> None:
    visitor.goto(f"{server.proxy.address}/data")
    visitor.locator("[data-test-script-state=notRunning]").wait_for(timeout=LONG)
    large = tmp_path / "large.csv"
    large.write_text("y,score\n" + "0,0.25\n1,0.75\n" * 200_000, encoding="ascii")
    # Nothing goes on while the server is stopped: it never had the whole file.
    server.proxy.cut_after(1 << 20)
    upload(visitor, large)
    expect_away(visitor)
    with server.stopped():
        server.proxy.resume()
    expect_back(visitor)
    expect(visitor.locator(NOTE)).to_contain_text("The upload was broken off: choose the file again.")
    upload(visitor, small_file(tmp_path / "mine.csv"))
    expect_literal(visitor.locator(MAIN), "Loaded: mine.csv")
    # A run is offered again by the address that asked for it, and begins by a click alone.
    visitor.goto(f"{server.proxy.address}/bias_variance?bv_learner=forest&bv_sets=300")
    progress = visitor.locator(".st-key-bias_variance_progress")
    visitor.locator(START).click(timeout=LONG)
    progress.first.wait_for(timeout=LONG)
    with server.stopped():
        expect_away(visitor)
    expect_back(visitor)
    expect(visitor.locator(NOTE)).to_contain_text(GONE)
    visitor.locator(START).wait_for(timeout=LONG)
    expect(progress).to_have_count(0)
    visitor.locator(START).click(timeout=WAIT)
    visitor.locator(".st-key-stop_bias_variance button").first.click(timeout=LONG)
    expect(progress).to_have_count(0, timeout=WAIT)


@pytest.mark.thorough
def test_after_a_short_cut_all_goes_on_with_the_file_still_there(tab: Page, address: str, tmp_path: Path) -> None:
    file = small_file(tmp_path / "mine.csv")
    rows = pd.read_csv(file)
    table = threshold_counts(rows["y"].to_numpy() == 1, rows["score"].to_numpy())
    with through_proxy(address) as proxy:
        warm(tab, proxy.address)
        load_mine(tab, proxy.address, tmp_path, "Confusion matrix")
        grips(tab).first.wait_for(timeout=LONG)
        expect_rest(tab)
        x, y = take_hold(tab, 60)
        proxy.cut()
        expect_away(tab)
        expect_nothing_moves(tab, x, y)
        t = threshold(tab)
        proxy.resume()
        expect_back(tab)
        # Where the handle was when the connection broke is where it was let go.
        expect_counts(tab, table, t)
        expect_readings(tab, table.at(t))
        expect(control(tab, "t")).to_have_value(f"{t:.10g}", timeout=WAIT)
        expect(tab.locator(NOTE)).to_be_hidden()
        expect_literal(tab.locator(SIDEBAR), "mine.csv")
        # A connection over which nothing comes is none either, as long as nobody has noticed.
        proxy.hold()
        x, y = take_hold(tab, -90)
        tab.mouse.up()
        t = threshold(tab)
        expect(tab.locator(NOTE)).to_contain_text("The server has not answered yet.", timeout=WAIT)
        expect_nothing_moves(tab, x, y)
        proxy.flow()
        expect_back(tab)
        expect_readings(tab, table.at(t))
        expect(tab.locator(CRASH)).to_have_count(0)
        tab.goto("about:blank")
