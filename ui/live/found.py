"""What takes too long to be found for each step of a handle: the page tells its figure where the handle rests.

While a handle is held nothing of it is drawn, since it would be that of another step.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import streamlit as st

from ui.live import bridge

_found = st.components.v2.component("found", js=bridge.script(Path(__file__).with_name("found.js")))


def tell(chart_key: str, name: str, at: float, x: Sequence[float], *, of: str) -> None:
    """Have a chart that is of the same draw its line of this, `layout.meta.found`, at one value of a handle."""
    _found(key=f"found_{name}", data={"chart": chart_key, "name": name, "at": at, "x": x, "of": of})
