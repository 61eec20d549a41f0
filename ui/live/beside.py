"""What the page says at each step of a handle where it names the threshold, too.

The figure cannot carry it: it stays as it was drawn when the threshold is let go.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import streamlit as st

from evalcore.figures.live.motion import THRESHOLD, Piece
from ui.live import bridge

_beside = st.components.v2.component("beside", js=bridge.script(Path(__file__).with_name("beside.js")))


def tell(chart_key: str, name: str, t: float, said: Mapping[str, Sequence[Piece]]) -> None:
    """Have a handle of a chart say this at each of its values, as long as the threshold stands at `t`."""
    told = {"chart": chart_key, "name": name, "beside": THRESHOLD, "at": t, "said": said}
    _beside(key=f"beside_{name}", data=told)
