"""What the server sends first for an address: Streamlit's page with this app's name, its mark, and a preview of links.

Streamlit's own says "Streamlit" until the script has run, and whoever is sent a link sees no more. Anybody who asks is
sent it, so it says what the app and its pages are, never what is loaded.
"""

from __future__ import annotations

import hashlib
import html
import re
from functools import cache, partial
from pathlib import Path
from typing import Final
from urllib.parse import quote

from starlette.convertors import StringConvertor, register_url_convertor
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route
from streamlit import file_util

from ui.shared import chapter, navigation
from ui.shared.text import HERE, LANGUAGES, N_, _, speaking

APP: Final = N_("Evaluation workbench")
QUESTION: Final = N_("How good is your model, at which threshold, and how sure are you?")
# Pages beside those of the chapter, whose description is the app's.
_BESIDE: Final = {"data": N_("Load predictions"), "glossary": N_("Glossary"), "answer": N_("The class answers")}
_CHAPTER: Final = {key: page for page in chapter.PAGES.values() for key in (page.key, page.former) if key}
PICTURE_SIZE: Final = (1200, 630)


class _Words(StringConvertor):
    """Words: no file has such a name, and nothing that Streamlit answers itself is one step long and has no digit."""

    regex = "[A-Za-z]+(?:[_-][A-Za-z]+)*"


register_url_convertor("words", _Words())


def routes() -> list[Route]:
    """Return what the server answers itself: the pages whose names it knows, and the picture of each language.

    An address of other words has the name of the app until the script has said that it leads nowhere, or where.
    """
    root = navigation.root()
    pages = [Route(f"{root}/{key}", partial(_page, key)) for key in ("", *_BESIDE, *_CHAPTER)]
    pages.append(Route(f"{root}/{{other:words}}", partial(_page, "")))
    return [*pages, *(Route(f"{root}/{_picture(code)}", partial(_send, code)) for code in LANGUAGES)]


async def _page(key: str, request: Request) -> Response:
    """Answer with the page, or that the browser has it already."""
    asked = request.query_params.get("lang", "")
    language = asked if asked in LANGUAGES else "en"
    # A proxy in front has the certificate, and says how it was asked.
    proto = request.headers.get("x-forwarded-proto", request.scope["scheme"])
    scheme = "https" if proto.partition(",")[0].strip() == "https" else "http"
    server = f"{scheme}://{request.headers.get('host', '')}{navigation.root()}"
    text = written(key, language, f"{server}/{_picture(language)}").encode()
    headers = {"ETag": f'"{hashlib.sha256(text).hexdigest()[:32]}"', "Cache-Control": "no-cache"}
    known = [one.strip().removeprefix("W/") for one in request.headers.get("if-none-match", "").split(",")]
    if headers["ETag"] in known:
        return Response(status_code=304, headers=headers)
    return Response(text, headers=headers, media_type="text/html")


async def _send(language: str, _request: Request) -> Response:
    return FileResponse(HERE / "pictures" / _picture(language), headers={"Cache-Control": "no-cache"})


def written(key: str, language: str, picture: str) -> str:
    """Return the page of an address in a language, with the address of the picture."""
    with speaking(language):
        title, description = _title(key), _(_CHAPTER[key].question if key in _CHAPTER else QUESTION)
    said = {
        "description": description,
        "og:type": "website",
        "og:title": title,
        "og:description": description,
        "og:image": picture,
        "og:image:width": PICTURE_SIZE[0],
        "og:image:height": PICTURE_SIZE[1],
        "twitter:card": "summary_large_image",
    }
    head = "".join(
        f'<meta {"property" if name.startswith("og:") else "name"}="{name}" content="{html.escape(str(what))}" />'
        for name, what in said.items()
    )
    head = f"<title>{html.escape(title)}</title>{head}"
    changed = _streamlits().replace('<html lang="en">', f'<html lang="{language}">', 1)
    return re.sub("<title>.*?</title>", lambda _found: head, changed, count=1)


def _title(key: str) -> str:
    """Return what the tab is called; app.py says the same once it has run."""
    page = _CHAPTER[key].title if key in _CHAPTER else _BESIDE.get(key)
    return f"{_(page)} · {_(APP)}" if page else _(APP)


@cache
def _streamlits() -> str:
    """Return Streamlit's page with the mark of this app, as Streamlit finds it to put another in its place."""
    page = (Path(file_util.get_static_dir()) / "index.html").read_text(encoding="utf-8")
    mark = (HERE / "icon.svg").read_text(encoding="utf-8").strip()
    return page.replace('href="./favicon.png"', f'href="data:image/svg+xml,{quote(mark)}"', 1)


@cache
def _picture(language: str) -> str:
    """Return the file of the picture, in English where there is none of a language."""
    name = f"preview_{language}.png"
    return name if (HERE / "pictures" / name).exists() else "preview_en.png"
