"""Uploads stay in memory while they arrive."""

from __future__ import annotations

import streamlit as st
from starlette.formparsers import MultiPartParser

_MEGABYTE = 1 << 20


def keep_in_memory() -> None:
    """Have the server hold an arriving file in memory up to the upload limit.

    By default it writes what is beyond 1 MB to a temporary file on disk, deleted but there.
    """
    MultiPartParser.spool_max_size = (int(st.get_option("server.maxUploadSize")) + 1) * _MEGABYTE
