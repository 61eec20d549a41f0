"""Uploads stay in memory while they arrive, and no more of them begin than the operator allows.

Streamlit takes a file in whole before anybody is asked. So its size, which browsers announce, is counted before that.
"""

from __future__ import annotations

import asyncio
import re
from typing import Final

import streamlit as st
from starlette.exceptions import HTTPException
from starlette.formparsers import MultiPartParser
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from streamlit import runtime

from ui.session import allowed, holding

_MEGABYTE = 1 << 20
_PLACE: Final = re.compile(r"/_stcore/upload_file/(?P<session>[^/]+)/(?P<file>[^/]+)$")
SILENCE: Final = 60.0  # seconds without a byte: the browser is gone, and its room is another's


def keep_in_memory() -> None:
    """Have the server hold an arriving file in memory up to the upload limit.

    By default it writes what is beyond 1 MB to a temporary file on disk, deleted but there.
    """
    holding.arrivals()
    MultiPartParser.spool_max_size = (int(st.get_option("server.maxUploadSize")) + 1) * _MEGABYTE


class Counted:
    """What stands before the server and lets a file in: of who may load, and as long as there is room."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or have the server answer it."""
        place = _PLACE.search(scope["path"]) if scope["type"] == "http" and scope["method"] == "PUT" else None
        arrivals = holding.arrivals()
        # Of a session that is not there the server takes nothing.
        address = None if place is None else _address(place["session"])
        if place is None or arrivals is None or address is None:
            await self._app(scope, receive, send)
            return
        session, file = place["session"], place["file"]
        size = dict(scope["headers"]).get(b"content-length", b"")
        if not allowed.may_load(address):
            await Response(status_code=403)(scope, receive, send)
        elif not size.isdigit():
            await Response(status_code=411)(scope, receive, send)
        elif not arrivals.begin(session, file, int(size)):
            await Response(status_code=503)(scope, receive, send)
        else:
            try:
                await self._app(scope, _not_silent(receive), send)
            except ClientDisconnect:
                pass  # broken off: nobody waits for an answer, and it is no fault
            finally:
                arrivals.end(session, file)


def _address(session: str) -> str | None:
    """Return whose session it is, as far as somebody vouches for that; None where its tab is not there."""
    found = runtime.get_instance()._session_mgr.get_active_session_info(session)
    return None if found is None else allowed.address_of(found.session._user_info)


def _not_silent(receive: Receive) -> Receive:
    async def awaited() -> Message:
        try:
            return await asyncio.wait_for(receive(), SILENCE)
        except TimeoutError:
            raise HTTPException(status_code=408) from None

    return awaited


# For the server, when it starts.
DOOR: Final = [Middleware(Counted)]
