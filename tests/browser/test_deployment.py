"""The app behind the proxy of `deploy`, with TLS, below a path: every page is shown, and the doors are shut."""

from __future__ import annotations

import contextlib
import hmac
import http.client
import os
import re
import shutil
import ssl
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.acts import CRASH, downloaded
from tests.browser.conftest import WIDE
from tests.browser.driver import free_port, running_app
from tests.browser.figure import WAIT
from tests.browser.planes import expect_rest
from tests.sources import ROOT
from ui.shared.chapter import PAGES

BASE, KEY = "/lab", "open-sesame"
CADDY = shutil.which("caddy")
DONE = "[data-test-script-state=notRunning]"
UNTRUSTED = ssl._create_unverified_context()
pytestmark = [pytest.mark.thorough, pytest.mark.skipif(CADDY is None, reason="no caddy here")]
# As compose.yaml sets them.
OPTIONS = ["--server.allowedHosts", "localhost", "--browser.serverAddress", "localhost", "--server.maxUploadSize", "2"]


@pytest.fixture(scope="module")
def inside() -> Iterator[str]:
    """The address of the app itself."""
    with running_app(base=BASE, more=OPTIONS) as address:
        yield address


@pytest.fixture(scope="module")
def behind(inside: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """The port of the proxy."""
    port = free_port()
    with _proxied(inside, port, tmp_path_factory.mktemp("caddy")):
        yield port


@pytest.mark.parametrize(("name", "status"), [("localhost", 101), ("rebound.example", 403)])
def test_the_app_answers_to_its_own_name_alone(inside: str, name: str, status: int) -> None:
    server = urlsplit(inside).netloc
    upgrade = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13"}
    key = {"Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==", "Host": name, "Origin": f"http://{name}"}
    with contextlib.closing(http.client.HTTPConnection(server, timeout=10)) as asked:
        asked.request("GET", f"{BASE}/_stcore/stream", headers={**upgrade, **key})
        assert asked.getresponse().status == status


@contextlib.contextmanager
def _proxied(inside: str, port: int, folder: Path, *others: str) -> Iterator[None]:
    own = {
        "NAME": f"https://localhost:{port}",
        "OPTIONS": "auto_https disable_redirects\n\tskip_install_trust",
        "UPSTREAMS": " ".join(urlsplit(one).netloc for one in (inside, *others)),
        "UPLOAD_MB": "2",
        "OPERATOR_KEY": KEY,
        "XDG_DATA_HOME": str(folder),
        "XDG_CONFIG_HOME": str(folder),
        "HOME": str(folder),
    }
    command = [str(CADDY), "run", "--config", str(ROOT / "deploy" / "Caddyfile"), "--adapter", "caddyfile"]
    with (folder / "log").open("wb") as log:
        proxy = subprocess.Popen(command, env={**os.environ, **own}, stdout=log, stderr=log)
        try:
            deadline = time.monotonic() + 60
            while _status(port, f"{BASE}/_stcore/health") != 200:
                assert proxy.poll() is None, (folder / "log").read_text()
                assert time.monotonic() < deadline
            yield
        finally:
            proxy.terminate()
            proxy.wait(timeout=20)


def _asked(port: int, path: str, headers: dict[str, str]) -> tuple[int, dict[str, str]]:
    """Return the status and the headers of an answer."""
    with contextlib.closing(http.client.HTTPSConnection("localhost", port, context=UNTRUSTED, timeout=10)) as asked:
        asked.request("GET", path, headers={**headers, "Connection": "close"})
        with asked.getresponse() as reply:
            return reply.status, {name.lower(): value for name, value in reply.getheaders()}


def _status(port: int, path: str, **headers: str) -> int:
    try:
        return _asked(port, path, headers)[0]
    except OSError:
        return 0


def test_the_doors(behind: int) -> None:
    stream, mine = f"{BASE}/_stcore/stream", f"https://localhost:{behind}"
    assert _status(behind, f"{BASE}/_stcore/health", Origin=mine) == 200
    metrics = f"{BASE}/_stcore/metrics?families=evaluation_faults"
    assert _status(behind, metrics) == 404
    assert _status(behind, metrics, Authorization="Bearer another") == 404
    assert _status(behind, metrics, Authorization=f"Bearer {KEY}") == 200
    assert _status(behind, f"{BASE}/_stcore/script-health-check") == 404
    assert _status(behind, f"{BASE}/_stcore/agent/openapi.json") == 404
    assert _status(behind, stream, Origin="https://elsewhere.example") == 403
    assert _status(behind, f"{BASE}/_stcore/health", Origin="null") == 403
    _opened, said = _asked(behind, f"{BASE}/", {"Accept-Encoding": "gzip"})
    assert said["content-encoding"] == "gzip"
    assert said["x-content-type-options"] == "nosniff"
    assert "frame-ancestors 'self'" in said["content-security-policy"]
    assert "evaluation_at=" in said["set-cookie"]
    assert "server" not in said


@pytest.mark.parametrize("path", ["//evil.example%2f..%2fanswer", "/%5Cevil.example%2f..%2fanswer", f"{BASE}/answer"])
def test_a_class_leads_to_this_server_alone(behind: int, path: str) -> None:
    status, said = _asked(behind, f"{path}?at={'0' * 64}&class=ABC&lang=en", {})
    assert status == 302
    assert re.fullmatch(r"(/[\w-]+)*/answer\?class=ABC&lang=en", said["location"])


def test_every_page_is_shown_and_nothing_is_refused(behind: int, browser: Browser) -> None:
    went_wrong: list[str] = []
    with browser.new_context(viewport=WIDE, ignore_https_errors=True) as context:
        page = context.new_page()
        page.on("console", lambda said: went_wrong.append(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: went_wrong.append(str(error)))
        for name in ("", "data", *PAGES):
            _look(page, f"https://localhost:{behind}{BASE}/{name}?sample=lecture-20")
    # Streamlit's client looks for both below a page first.
    assert [said for said in went_wrong if "404" not in said] == []


def test_files_pictures_and_tabs_pass_the_policy(behind: int, browser: Browser, tmp_path: Path) -> None:
    went_wrong: list[str] = []
    with browser.new_context(viewport=WIDE, ignore_https_errors=True) as context:
        page = context.new_page()
        page.on("console", lambda said: went_wrong.append(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: went_wrong.append(str(error)))
        _look(page, f"https://localhost:{behind}{BASE}/confusion_matrix?sample=lecture-20")
        page.locator(".live-grip:visible").first.wait_for(timeout=2 * WAIT)
        expect_rest(page)
        figure, table = (
            downloaded(page.get_by_role("button", name=name), tmp_path)
            for name in ("Figure as HTML", "Readings as CSV")
        )
        assert figure.stat().st_size > 1_000_000
        assert table.read_bytes().count(b"\n") > 1
        page.locator(".st-key-picture button").first.click(timeout=WAIT)
        box = page.locator(".picture")
        expect(box).to_have_attribute("data-drawn", "slide", timeout=2 * WAIT)
        assert downloaded(box.locator("[data-part=png]"), tmp_path).read_bytes().startswith(b"\x89PNG")
        page.keyboard.press("Escape")
        tabs = page.locator('[data-testid="stTab"]')
        for name in tabs.all_text_contents():
            tabs.filter(has_text=name).first.click(timeout=WAIT)
            page.locator(DONE).wait_for(timeout=2 * WAIT)
        expect(page.locator(CRASH)).to_have_count(0)
    assert [said for said in went_wrong if "404" not in said] == []


def _look(page: Page, address: str) -> None:
    page.goto(address)
    page.locator("h1").first.wait_for(timeout=2 * WAIT)
    page.locator(DONE).wait_for(timeout=2 * WAIT)
    expect(page.locator(CRASH)).to_have_count(0)


def test_the_proxy_vouches_for_addresses_and_a_client_does_not(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EVALUATION_MAY_LOOK", "*@example.org")
    monkeypatch.setenv("EVALUATION_MAY_LOAD", "ada@example.org")
    trusted = ["--server.trustedUserHeaders", '{"X-Forwarded-Email": "email"}']
    told = {
        "eve@example.org": "You may look at what is here",
        "eve@elsewhere.org": "to people it knows",
        "": "it knows",
    }
    with running_app(base=BASE, more=[*OPTIONS, *trusted]) as inside:
        for address, said in told.items():
            port = free_port()
            vouched = f"request_header X-Forwarded-Email {address}" if address else ""
            monkeypatch.setenv("IDENTITY", vouched)
            (folder := tmp_path / str(port)).mkdir()
            mine = {"X-Forwarded-Email": "ada@example.org"}
            context = browser.new_context(viewport=WIDE, ignore_https_errors=True, extra_http_headers=mine)
            with _proxied(inside, port, folder), context:
                page = context.new_page()
                page.goto(f"https://localhost:{port}{BASE}/data")
                expect(page.get_by_text(said).first).to_be_visible(timeout=2 * WAIT)
                expect(page.locator("input[type=file]")).to_have_count(0)


def test_a_file_arrives_through_it(behind: int, browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "mine.csv"
    two_rows = "1,0.9\n0,0.2\n"
    # As large as the app takes: what is sent around it must pass as well.
    file.write_text("y,score\n" + two_rows * ((2_000_000 - 20) // len(two_rows)))
    with browser.new_context(viewport=WIDE, ignore_https_errors=True) as context:
        page = context.new_page()
        _look(page, f"https://localhost:{behind}{BASE}/data")
        page.locator("input[type=file]").first.set_input_files(file)
        expect(page.get_by_text("Loaded: mine.csv").first).to_be_visible(timeout=2 * WAIT)
        expect(page.get_by_text("of the server's memory are held for this session")).to_be_visible(timeout=WAIT)


class Processes:
    """Three of the app behind the proxy, one of which can be started anew."""

    def __init__(self) -> None:
        self._running = {free_port(): contextlib.ExitStack() for _ in range(3)}
        for port in self._running:
            self.start(port)
        self.addresses = [f"http://localhost:{port}{BASE}" for port in self._running]

    def start(self, port: int) -> None:
        self._running[port].enter_context(running_app(port=port, base=BASE, more=OPTIONS))

    def stop(self, port: int) -> None:
        self._running[port].close()

    def of(self, context: BrowserContext) -> int:
        """Return the port of the one that a visitor stays with: the proxy's cookie is a sum of its address."""
        (at,) = (one["value"] for one in context.cookies() if one["name"] == "evaluation_at")
        places = [port for port in self._running if _is_cookie_of(at, f"localhost:{port}")]
        assert len(places) == 1
        return places[0]

    def close(self) -> None:
        for port in self._running:
            self.stop(port)


def _is_cookie_of(value: str, upstream: str) -> bool:
    return hmac.new(b"", upstream.encode(), "sha256").hexdigest() == value


@pytest.fixture
def processes(monkeypatch: pytest.MonkeyPatch) -> Iterator[Processes]:
    monkeypatch.setenv("EVALUATION_SEVERAL", "yes")
    monkeypatch.setenv("STREAMLIT_SERVER_COOKIE_SECRET", "of this test alone, and long enough")
    found = Processes()
    yield found
    found.close()


def test_a_visitor_stays_with_one_of_three_processes_and_a_class_with_its_teachers(
    processes: Processes, browser: Browser, tmp_path: Path
) -> None:
    port = free_port()
    address = f"https://localhost:{port}{BASE}"
    with _proxied(processes.addresses[0], port, tmp_path, *processes.addresses[1:]), contextlib.ExitStack() as opened:

        def visitor() -> Page:
            context = browser.new_context(viewport=WIDE, ignore_https_errors=True)
            return opened.enter_context(context).new_page()

        # A file arrives at the process that has its session, or not at all.
        visitors = [visitor() for _ in range(9)]
        at = []
        for place, page in enumerate(visitors):
            _look(page, f"{address}/data")
            at.append(processes.of(page.context))
            if at.count(at[-1]) > 1:
                continue
            file = tmp_path / f"mine{place}.csv"
            file.write_text("y,score\n" + "1,0.9\n0,0.2\n" * 50)
            page.locator("input[type=file]").first.set_input_files(file)
            expect(page.get_by_text(f"Loaded: mine{place}.csv").first).to_be_visible(timeout=2 * WAIT)
        assert len(set(at)) > 1, "nine of nine with one of three: once in six thousand times"
        first = visitors[0]
        other = next(page for page in visitors if processes.of(page.context) != at[0])
        _votes_come_to_the_teacher(first, other, address)
        assert processes.of(other.context) == at[0]
        # Started anew, it has its visitors again; the others have noticed nothing.
        stays = next(page for page, port in zip(visitors, at, strict=True) if page is not other and port != at[0])
        processes.stop(at[0])
        expect(first.locator("body[data-away]")).to_be_attached(timeout=WAIT)
        stays.locator("[data-testid=stSidebar]").get_by_role("link", name="Costs").click()
        expect(stays.locator("h1")).to_have_text("Costs", timeout=2 * WAIT)
        processes.start(at[0])
        # The class goes on under its code, with the phone that had voted; its vote was in memory.
        expect(first.locator(".st-key-class_shown")).to_contain_text("0 of 1", timeout=6 * WAIT)
        expect(other.locator(".st-key-answer_ties_0 button[kind=secondary]")).to_be_visible(timeout=2 * WAIT)
        other.locator(".st-key-answer_ties_0 button").click()
        expect(first.locator(".st-key-class_shown")).to_contain_text("1 of 1", timeout=WAIT)


def _votes_come_to_the_teacher(teacher: Page, phone: Page, address: str) -> None:
    teacher.goto(f"{address}/curves?sample=ties&path=ties&present=1")
    expect(teacher.locator("body[data-presenting]")).to_be_attached(timeout=2 * WAIT)
    teacher.keyboard.press("v")
    code = teacher.locator(".st-key-class_code [data-testid=stText]")
    expect(code).to_contain_text("/answer?class=", timeout=WAIT)
    phone.goto(code.inner_text())
    phone.locator(".st-key-answer_ties_2 button").click(timeout=2 * WAIT)
    expect(teacher.locator(".st-key-class_shown")).to_contain_text("1 of 1", timeout=WAIT)
