"""What the server sends first for an address: Streamlit's page with name, mark and sheet of this app, and a preview.

Streamlit's own says "Streamlit" until the script has run, and whoever is sent a link sees no more. Anybody who asks is
sent it, so it says what the app and its pages are, never what is loaded. Its outline stands until the page does.
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
from starlette.responses import FileResponse, RedirectResponse, Response
from starlette.routing import Route
from streamlit import file_util

from ui.frame import outline
from ui.session import screen
from ui.shared import chapter, navigation
from ui.shared.text import HERE, LANGUAGES, N_, _, speaking

APP: Final = N_("Evaluation workbench")
QUESTION: Final = N_("How good is your model, at which threshold, and how sure are you?")
# Pages beside those of the chapter, whose description is the app's.
_BESIDE: Final = {"data": N_("Load predictions"), "glossary": N_("Glossary"), "answer": N_("The class answers")}
_CHAPTER: Final = {key: page for page in chapter.PAGES.values() for key in (page.key, page.former) if key}
PICTURE_SIZE: Final = (1200, 630)
# Where Streamlit builds the page. Its own sheets, in the head, come before those of this app.
_ROOT: Final = '<div id="root">'


class _Step(StringConvertor):
    """One step: no file of Streamlit's has such a name, and it answers nothing there itself."""

    _taken = "|".join(re.escape(path.name) for path in Path(file_util.get_static_dir()).iterdir())
    regex = rf"(?!(?:{_taken}|_stcore|oauth2callback)$)[^/]+"


class _Steps(StringConvertor):
    """Several steps: none is a file's or the server's own, which Streamlit's client asks for below each address."""

    _step = "[^/._][^/.]*"
    regex = rf"(?!(?:static|media|component|app|auth)/){_step}(?:/{_step})+"


register_url_convertor("step", _Step())
register_url_convertor("steps", _Steps())


def routes() -> list[Route]:
    """Return what the server answers itself: the pages whose names it knows, and the picture of each language.

    Any other address has the name of the app until the script has said that it leads nowhere, or where. Below a further
    step Streamlit finds none of its own files: the last one is gone to.
    """
    root = navigation.root()
    pages = [Route(f"{root}/{key}", partial(_page, key)) for key in ("", *_BESIDE, *_CHAPTER)]
    pictures = [Route(f"{root}/{_picture(code)}", partial(_send, code)) for code in LANGUAGES]
    others = [Route(f"{root}/{{other:step}}", partial(_page, None)), Route(f"{root}/{{steps:steps}}", _go_to_last)]
    return [*pages, *pictures, *others]


async def _page(key: str | None, request: Request) -> Response:
    """Answer with the page, or that the browser has it already."""
    asked = request.query_params.get("lang", "")
    language = asked if asked in LANGUAGES else "en"
    # A proxy in front has the certificate, and says how it was asked.
    proto = request.headers.get("x-forwarded-proto", request.scope["scheme"])
    scheme = "https" if proto.partition(",")[0].strip() == "https" else "http"
    server = f"{scheme}://{request.headers.get('host', '')}{navigation.root()}"
    picture, is_hidden = f"{server}/{_picture(language)}", request.query_params.get(screen.HIDDEN.key) == "1"
    text = written(key, language, picture, is_alone=_is_alone(request), is_hidden=is_hidden).encode()
    headers = {"ETag": f'"{hashlib.sha256(text).hexdigest()[:32]}"', "Cache-Control": "no-cache"}
    known = [one.strip().removeprefix("W/") for one in request.headers.get("if-none-match", "").split(",")]
    if headers["ETag"] in known:
        return Response(status_code=304, headers=headers)
    return Response(text, headers=headers, media_type="text/html")


async def _go_to_last(request: Request) -> Response:
    """Lead to the last step of an address, with all that it asks for."""
    last = request.path_params["steps"].rpartition("/")[2]
    asked = f"?{request.url.query}" if request.url.query else ""
    return RedirectResponse(f"{navigation.root()}/{quote(last, safe='')}{asked}")


async def _send(language: str, _request: Request) -> Response:
    return FileResponse(HERE / "pictures" / _picture(language), headers={"Cache-Control": "no-cache"})


def _is_alone(request: Request) -> bool:
    """Whether a link asks for the page without what stands around it."""
    asked = request.query_params
    return asked.get("embed", "").lower() in {"1", "true"} or asked.get(screen.PRESENT.key) == "1"


def written(key: str | None, language: str, picture: str, *, is_alone: bool = False, is_hidden: bool = False) -> str:
    """Return the page of an address in a language, with the address of the picture; None is one of no page."""
    page = _CHAPTER.get(key or "")
    with speaking(language):
        name = _(page.title if page else _BESIDE.get(key or "", ""))
        title = f"{name} · {_(APP)}" if name else _(APP)
        description = _(page.question if page else QUESTION)
        heading = _(APP) if key == "" else name
    question = description if page or key == "" else ""
    shown = outline.before(heading, question, is_home=key == "", is_alone=is_alone, is_hidden=is_hidden)
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
    head = f"<title>{html.escape(title)}</title>{head}{outline.ground()}"
    changed = _streamlits().replace('<html lang="en">', f'<html lang="{language}">', 1)
    changed = changed.replace(_ROOT, shown + _ROOT, 1)
    return re.sub("<title>.*?</title>", lambda _found: head, changed, count=1)


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
