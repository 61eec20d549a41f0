"""Uploads stay in memory while they arrive, and no more of them than the operator allows."""

from __future__ import annotations

import streamlit as st
from starlette.formparsers import MultiPartParser

from ui.session import holding

_MEGABYTE = 1 << 20


def keep_in_memory() -> None:
    """Have the server hold an arriving file in memory up to the upload limit.

    By default it writes what is beyond 1 MB to a temporary file on disk, deleted but there.
    """
    holding.bound_uploads()
    MultiPartParser.spool_max_size = (int(st.get_option("server.maxUploadSize")) + 1) * _MEGABYTE
