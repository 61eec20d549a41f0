"""Streamlit's own login against a provider of this test: who logs in may load, another may only look, a third neither.

No browser: what Chromium would send and follow is sent and followed here. Only with `requirements-login.txt`.
"""

from __future__ import annotations

import json
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.cookiejar import CookieJar
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.sync.client import connect

from tests.browser.driver import free_port, running_app

pytest.importorskip("authlib", reason="requirements-login.txt has it")
jwk, jwt = pytest.importorskip("joserfc.jwk"), pytest.importorskip("joserfc.jwt")
pytestmark = pytest.mark.slow

CLIENT = "evaluation"
KEY = jwk.RSAKey.generate_key(2048, {"kid": "one"})
ONLY_LOOK, REFUSED = "You may look at what is here", "to people it knows"


class Provider(ThreadingHTTPServer):
    """Says of everybody who is sent to it that they are `email`."""

    email, nonce = "", ""

    @property
    def address(self) -> str:
        return f"http://localhost:{self.server_port}"

    def metadata(self) -> dict[str, Any]:
        places = {f"{name}_endpoint": f"{self.address}/{name}" for name in ("authorization", "token")}
        offered = {"response_types_supported": ["code"], "id_token_signing_alg_values_supported": ["RS256"]}
        return {"issuer": self.address, "jwks_uri": f"{self.address}/jwks", **places, **offered}

    def token(self) -> dict[str, Any]:
        now = int(time.time())
        said = {"iss": self.address, "aud": CLIENT, "sub": self.email, "email": self.email, "nonce": self.nonce}
        signed = jwt.encode({"alg": "RS256", "kid": "one"}, {**said, "iat": now, "exp": now + 600}, KEY)
        return {"access_token": "none", "token_type": "Bearer", "expires_in": 600, "id_token": signed}


class Answers(BaseHTTPRequestHandler):
    server: Provider

    def do_GET(self) -> None:
        asked = {name: found[0] for name, found in parse_qs(urlsplit(self.path).query).items()}
        if not self.path.startswith("/authorization"):
            self._say({"keys": [KEY.as_dict(private=False)]} if self.path == "/jwks" else self.server.metadata())
            return
        self.server.nonce = asked["nonce"]
        self.send_response(302)
        back = urlencode({"code": "once", "state": asked["state"]})
        self.send_header("Location", f"{asked['redirect_uri']}?{back}")
        self.end_headers()

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        self._say(self.server.token())

    def _say(self, what: dict[str, Any]) -> None:
        body = json.dumps(what).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *said: object) -> None:
        """Say nothing."""


@contextmanager
def providing() -> Iterator[Provider]:
    with Provider(("127.0.0.1", 0), Answers) as provider:
        thread = threading.Thread(target=provider.serve_forever)
        thread.start()
        try:
            yield provider
        finally:
            provider.shutdown()
            thread.join()


@dataclass
class Visitor:
    """A browser without a screen: its cookies, and what the page of loading shows."""

    address: str
    cookies: CookieJar = field(default_factory=CookieJar)

    def get(self, url: str) -> str:
        """Follow a link to its end; return where that is."""
        opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.cookies))
        with opener.open(url, timeout=30) as reply:
            return str(reply.geturl())

    def sees(self, click: str | None = None) -> tuple[str, str, str | None]:
        """Return what the page shows as text, what its login button is called, and where a click on it leads."""
        self.get(f"{self.address}/_stcore/health")
        held = {one.name: one.value or "" for one in self.cookies}
        header = {"Cookie": "; ".join(f"{name}={value}" for name, value in held.items())}
        stream = f"{self.address}/_stcore/stream".replace("http", "ws")
        protocols: Any = ["streamlit", held["_streamlit_xsrf"]]
        origin: Any = self.address
        options: Any = {"subprotocols": protocols, "additional_headers": header, "max_size": None}
        with connect(stream, origin=origin, **options) as open_one:
            open_one.send(asked())
            shown = until_rest(open_one)
            button = login_button(shown)
            if click is None or button is None:
                return text(shown), button or "", None
            open_one.send(asked(button))
            leads = [one.auth_redirect.url for one in until_rest(open_one) if one.HasField("auth_redirect")]
            return text(shown), button, leads[0]


def asked(button: str | None = None) -> bytes:
    """Return what a browser sends to see the page of loading, or once a button was clicked."""
    message = BackMsg()
    message.rerun_script.page_name = "data"
    message.rerun_script.query_string = "lang=en"
    if button is not None:
        state = message.rerun_script.widget_states.widgets.add()
        state.id, state.trigger_value = button, True
    return message.SerializeToString()


def until_rest(stream: Any) -> list[ForwardMsg]:
    found: list[ForwardMsg] = []
    while not found or not (found[-1].HasField("script_finished") or found[-1].HasField("auth_redirect")):
        message = ForwardMsg()
        message.ParseFromString(stream.recv(timeout=60))
        found.append(message)
    return found


def text(shown: list[ForwardMsg]) -> str:
    return "\n".join(str(one.delta) for one in shown if one.HasField("delta"))


def login_button(shown: list[ForwardMsg]) -> str | None:
    ids = [one.delta.new_element.button.id for one in shown if one.delta.new_element.button.label == "Log in"]
    return ids[0] if ids else None


def log_in(visitor: Visitor) -> None:
    """Click on the button and follow it to the provider and back."""
    _shown, _button, leads = visitor.sees(click="Log in")
    assert leads is not None
    link = leads if leads.startswith("http") else visitor.address + leads
    assert visitor.get(link).startswith(visitor.address)


@pytest.fixture
def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[str, Provider]]:
    monkeypatch.setenv("EVALUATION_MAY_LOOK", "*@example.org")
    monkeypatch.setenv("EVALUATION_MAY_LOAD", "ada@example.org")
    port, secrets = free_port(), tmp_path / "secrets.toml"
    with providing() as provider:
        known = {
            "redirect_uri": f"http://localhost:{port}/oauth2callback",
            "cookie_secret": "of this test alone, and long enough",
            "client_id": CLIENT,
            "client_secret": "told to nobody",
            "server_metadata_url": f"{provider.address}/.well-known/openid-configuration",
        }
        lines = [f"{name} = {json.dumps(value)}" for name, value in known.items()]
        secrets.write_text("\n".join(["[auth]", *lines]), encoding="utf-8")
        with running_app(port=port, more=["--secrets.files", str(secrets)]) as address:
            yield address, provider


def test_a_client_that_names_a_page_first_is_asked_who_it_is(app: tuple[str, Provider]) -> None:
    """Before app.py has run once Streamlit runs a page alone, and who sends no address of it gets no frame."""
    shown, button, _leads = Visitor(app[0]).sees()
    assert REFUSED in shown
    assert button
    assert "file_uploader" not in shown


def test_who_logs_in_may_do_what_the_operator_says(app: tuple[str, Provider]) -> None:
    address, provider = app
    wanted = {
        "ada@example.org": (True, False, False),
        "eve@example.org": (False, True, False),
        "eve@elsewhere.org": (False, False, True),
    }
    for email, expected in wanted.items():
        provider.email, visitor = email, Visitor(address)
        log_in(visitor)
        shown, button, _leads = visitor.sees()
        assert ("file_uploader" in shown, ONLY_LOOK in shown, REFUSED in shown) == expected, email
        # Who has logged in is not asked again.
        assert not button
