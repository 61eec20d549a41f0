"""What the server sends first for an address, to browsers and to whoever shows what a link leads to."""

import html
import re
import struct

import anyio
import pytest
from starlette.applications import Starlette
from streamlit.web.server.starlette import starlette_auth_routes, starlette_routes

from tests.languages import WHOLE
from ui.frame import first_page, outline
from ui.shared import navigation
from ui.shared.chapter import PAGES
from ui.shared.text import HERE, _, speaking


def ask(path, query="", method="GET", scheme="http", **headers):
    """Return status, headers and body of an answer."""
    sent = []

    async def send(message):
        sent.append(message)

    async def receive():
        await anyio.sleep_forever()

    named = {"host": "lab.example", **{name.replace("_", "-"): value for name, value in headers.items()}}
    scope = {
        "type": "http",
        "method": method,
        "path": path,
        "query_string": query.encode(),
        "headers": [(name.encode(), value.encode()) for name, value in named.items()],
        "scheme": scheme,
        "server": ("127.0.0.1", 8501),
        "root_path": "",
    }
    anyio.run(Starlette(routes=first_page.routes()), scope, receive, send)
    start = sent[0]
    kept = {name.decode(): value.decode() for name, value in start["headers"]}
    return start["status"], kept, b"".join(one.get("body", b"") for one in sent[1:])


def said(body):
    """Return what the head of a page says: title and descriptions."""
    text = body.decode()
    found = dict(re.findall(r'<meta (?:name|property)="([\w:]+)" content="([^"]*)"', text))
    return {"title": re.findall("<title>(.*?)</title>", text), **{k: html.unescape(v) for k, v in found.items()}}


@pytest.mark.parametrize("language", WHOLE)
def test_a_page_of_the_chapter_has_its_title_and_question(language):
    for key, page in PAGES.items():
        status, _headers, body = ask(f"/{key}", f"sample=lecture-20&lang={language}")
        with speaking(language):
            title, question = f"{_(page.title)} · {_('Evaluation workbench')}", _(page.question)
        head = said(body)
        assert status == 200
        assert head["title"] == [title]
        assert head["og:title"] == title
        assert head["description"] == head["og:description"] == question
        assert f'<html lang="{language}">'.encode() in body


@pytest.mark.parametrize("more", ["", "&present=1", "&embed=true"])
def test_what_a_link_hides_is_hidden_before_anything_of_the_page_comes(more):
    rule = outline.UNTIL_HIDDEN.encode()
    hidden, shown = (ask("/curves", f"sample=lecture-20&hidden={one}{more}")[2] for one in "10")
    assert hidden.index(rule) < hidden.index(b'<div id="root">')
    assert rule not in shown


@pytest.mark.parametrize(("path", "title"), [("/", ""), ("/data", "Load predictions · "), ("/glossary", "Glossary · ")])
def test_other_pages_say_what_the_app_is(path, title):
    head = said(ask(path, "lang=of-nowhere")[2])
    assert head["title"] == [f"{title}Evaluation workbench"]
    assert head["og:description"].startswith("How good is your model")


def test_a_former_address_has_the_preview_of_its_page_today():
    assert said(ask("/model_learning")[2])["title"] == ["Model learning · Evaluation workbench"]


@pytest.mark.parametrize("path", ["/watch", "/confusion_matri", "/Costs", "/bias-variance", "/x9", "/a.b", "/混"])
def test_any_other_address_has_the_name_of_the_app_until_the_script_has_run(path):
    status, _headers, body = ask(path)
    assert status == 200
    assert said(body)["title"] == ["Evaluation workbench"]


def test_the_page_is_styled_before_any_script_has_run_and_behind_the_sheets_of_streamlit():
    """Streamlit's own go into the head; what a page adds later is within its root."""
    body = ask("/costs")[2].decode()
    head, rest = body.split("<body>")
    before, _root = rest.split('<div id="root">')
    for rule in (".st-key-head_title h1 {", ".st-key-home_opening h1 {", ".st-key-glossary_entry {"):
        assert rule in before
        assert rule not in head
    assert "@media (prefers-color-scheme: dark) { html { background: #11161C; } }" in head
    assert "$" not in re.sub("<script>.*?</script>", "", before, flags=re.DOTALL)


@pytest.mark.parametrize("language", WHOLE)
def test_the_outline_says_what_the_page_will_and_is_not_read_out(language):
    with speaking(language):
        title, question, app = _(PAGES["curves"].title), _(PAGES["curves"].question), _("Evaluation workbench")
    shown = {path: outlined(ask(path, f"lang={language}")[2]) for path in ("/curves", "/", "/data", "/nowhere")}
    assert shown["/curves"]["words"] == [title, question]
    assert shown["/"]["words"][0] == app
    assert [len(one["words"]) for one in shown.values()] == [2, 2, 1, 0]
    assert [one["figures"] for one in shown.values()] == [1, 1, 0, 0]


def outlined(body):
    """Return what the outline of a page says, and how many figures it has room for."""
    text = re.search('<div class="outline" aria-hidden="true">(.*?)<script>', body.decode(), re.DOTALL)[1]
    words = [html.unescape(one) for one in re.findall('data-words="(.*?)"', text)]
    return {"words": words, "figures": text.count("outline-figure")}


@pytest.mark.parametrize("query", ["embed=true", "embed=1", "present=1"])
def test_a_page_that_is_seen_alone_is_styled_and_has_no_outline_of_what_is_around_it(query):
    body = ask("/costs", query)[2].decode()
    assert ".st-key-head_title h1 {" in body
    assert 'class="outline"' not in body


@pytest.mark.parametrize(
    ("path", "leads"), [("/a/b", "/b"), ("/a/costs", "/costs"), ("/a/b/c d", "/c%20d"), ("/a/\\evil:1", "/%5Cevil%3A1")]
)
def test_an_address_of_several_steps_leads_to_its_last_where_the_page_finds_its_files(monkeypatch, path, leads):
    """It stayed white."""
    status, headers, _body = ask(path, "lang=zh&t=0.4")
    assert (status, headers["location"]) == (307, f"{leads}?lang=zh&t=0.4")
    monkeypatch.setattr(navigation, "root", lambda: "/lab/one")
    assert ask(f"/lab/one{path}")[1]["location"] == f"/lab/one{leads}"
    assert ask("/lab/two")[0] == 404


@pytest.mark.parametrize("path", ["/costs/_stcore/health", "/a/_stcore/host-config", "/a/b.js", "//evil.example/x"])
def test_what_the_client_asks_for_below_an_address_is_left_to_streamlit(path):
    assert ask(path)[0] == 404


def test_what_streamlit_answers_itself_is_left_to_it():
    """All of its paths, those of a login among them, and its files."""
    own = [value for module in (starlette_auth_routes, starlette_routes) for value in vars(module).items()]
    paths = {f"/{path}" for name, path in own if name.startswith(("_ROUTE_", "ROUTE_")) and isinstance(path, str)}
    assert {"/oauth2callback", "/_stcore/health"} < paths
    for path in (*paths, "/_stcore", "/favicon.png", "/index.html", "/manifest.json", "/static/js/index.js"):
        assert ask(path)[0] == 404, path


def test_streamlits_page_is_there_with_this_apps_mark():
    body = ask("/")[2].decode()
    assert '<div id="root">' in body
    assert re.search(r'<script type="module" crossorigin src="\./static/js/', body)
    # Streamlit's client looks for it by this name.
    assert '<link rel="shortcut icon" href="data:image/svg+xml,' in body
    assert "favicon.png" not in body
    assert "<title>Streamlit" not in body


@pytest.mark.parametrize(
    ("scheme", "headers", "expected"),
    [
        ("http", {}, "http://lab.example"),
        ("https", {}, "https://lab.example"),
        ("http", {"x_forwarded_proto": "https"}, "https://lab.example"),
        ("http", {"x_forwarded_proto": "https, http"}, "https://lab.example"),
        ("http", {"x_forwarded_proto": "javascript"}, "http://lab.example"),
    ],
)
def test_the_picture_has_the_whole_address_of_this_server(monkeypatch, scheme, headers, expected):
    monkeypatch.setattr(navigation, "root", lambda: "/lab")
    _status, _headers, body = ask("/lab/costs", "lang=zh", scheme=scheme, **headers)
    assert said(body)["og:image"] == f"{expected}/lab/preview_zh.png"
    assert ask("/lab/preview_zh.png")[1]["content-type"] == "image/png"


def test_what_is_asked_becomes_no_markup():
    body = ask("/costs", "lang=%22%3E%3Cscript%3Ealert(1)", host='"><script>alert(1)</script>')[2].decode()
    assert "<script>alert" not in body


def test_nothing_of_the_address_is_repeated():
    """It may be asked for by whoever is not let in, and says what the page is, whatever a link is of."""
    assert ask("/costs", "sample=breast-cancer&t=0.25&model=secret")[2] == ask("/costs")[2]


def test_a_browser_that_has_the_page_is_not_sent_it_again():
    _status, headers, body = ask("/curves")
    assert headers["cache-control"] == "no-cache"
    assert headers["content-length"] == str(len(body))
    again = ask("/curves", if_none_match=f'"other", W/{headers["etag"]}')
    assert again[0] == 304
    assert again[2] == b""
    assert ask("/curves", "lang=zh", if_none_match=headers["etag"])[0] == 200


def test_its_head_alone_is_asked_for_and_nothing_else():
    # The server in front sends no body with it.
    status, headers, _body = ask("/curves", method="HEAD")
    assert status == 200
    assert headers["content-length"] == str(len(ask("/curves")[2]))
    assert ask("/curves", method="POST")[0] == 405


@pytest.mark.parametrize("language", WHOLE)
def test_the_pictures_have_the_size_that_is_said(language):
    png = (HERE / "pictures" / f"preview_{language}.png").read_bytes()
    assert struct.unpack(">II", png[16:24]) == first_page.PICTURE_SIZE
    assert len(png) < 100_000
