"""What was asked for by a link, a button or a click is brought into view: it stands below the figure."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import streamlit as st

_scroll = st.components.v2.component(
    "into_view", js=Path(__file__).with_name("into_view.js").read_text(encoding="utf-8")
)


def bring(card: str, name: str, asked: int, *, block: Literal["start", "nearest"] = "start") -> None:
    """Bring the container of a key into view, where it was asked for more often than when this was called last."""
    _scroll(key=f"into_view_{name}", data={"name": name, "card": card, "asked": asked, "block": block})
