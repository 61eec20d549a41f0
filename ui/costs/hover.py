"""Hovering a threshold in the cost plane shows it in the ROC plane, too, and the other way round."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from evalcore.figures.live import motion
from ui.live import bridge

_hover = st.components.v2.component(
    "cost_hover", js="\n".join((motion.script(), bridge.script(Path(__file__).with_name("hover.js"))))
)


def show(chart_key: str) -> None:
    """Show what is hovered in both planes of the chart of this key."""
    _hover(key="cost_hover", data={"chart": chart_key})
