"""Long work shows how far it is, and can be stopped."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import streamlit as st

from ui.shared.text import _

# What a page draws again unless it says otherwise, and with which seed.
REPLICATES = 200
SEED = 0


@contextmanager
def asked_progress(n: int) -> Iterator[Callable[[float], object]]:
    """Show how far resampling is; Streamlit's own stop button ends it between two parts."""
    bar = st.progress(0.0, text=_("Resampling {n} times …", n=n))
    try:
        yield bar.progress
    finally:
        bar.empty()
