"""What the page says, and draws, at each step of a handle where it depends on the threshold, too.

The figure cannot carry it: it stays as it was drawn when the threshold is let go.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import streamlit as st

from evalcore.figures.live.motion import THRESHOLD, Part, Piece
from ui.live import bridge

_beside = st.components.v2.component("beside", js=bridge.script(Path(__file__).with_name("beside.js")))


def tell(chart_key: str, name: str, t: float, said: Mapping[str, Sequence[Piece]], parts: Sequence[Part] = ()) -> None:
    """Have a handle of a chart say this at each of its values, as long as the threshold stands at `t`.

    With `parts`, as a figure carries them, it draws that, too, until the page sends another figure.
    """
    told = {"chart": chart_key, "name": name, "beside": THRESHOLD, "at": t, "said": said, "parts": list(parts)}
    _beside(key=f"beside_{name}", data=told)
