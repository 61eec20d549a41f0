"""How figures stand on the page."""

from __future__ import annotations

import plotly.graph_objects as go
import streamlit as st


def chart(figure: go.Figure, *, key: str, alt: str) -> None:
    """Show a figure with its text in the page's own colour, whichever of light and dark the reader has chosen.

    It fills the page unless it has a width of its own.
    """
    st.html(f"<style>.st-key-{key} .main-svg text {{ fill: currentColor !important; }}</style>")
    st.plotly_chart(
        figure,
        key=key,
        alt=alt,
        width="content" if figure.layout.width else "stretch",
        config={"displaylogo": False, "modeBarButtons": [["toImage"]], "responsive": True},
    )
