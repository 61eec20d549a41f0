"""Who closes something by the keyboard keeps it, on the whole page."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import streamlit as st

_KEPT: Final = st.components.v2.component("keyboard", js=Path(__file__).with_suffix(".js").read_text(encoding="utf-8"))


def keep() -> None:
    """Have the keyboard go on with what stands next where the button that had it is taken away."""
    _KEPT(key="keyboard", data={})
