"""How figures stand on the page."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

import plotly.graph_objects as go
import streamlit as st

from evalcore.figures.layout import MARGIN
from evalcore.figures.style import filled
from ui.shared import takedown

# A label is read where a line passes below it: its outline has the colour of the page.
_HALO = filled("paint-order: stroke; stroke: $ground; stroke-width: 3px; stroke-linejoin: round;")
# Plotly takes one colour for all pages and writes it into its drawing: what is ink turns light on a dark page.
_INK, _ANY_INK = filled("rgb($ink_rgb)"), filled("$ink")

_alt = st.components.v2.component("chart_alt", js=Path(__file__).with_name("alt.js").read_text(encoding="utf-8"))


# Where figures go that are drawn for no page.
_KEPT: ContextVar[list[go.Figure] | None] = ContextVar("kept", default=None)


@contextmanager
def keeping(figures: list[go.Figure]) -> Iterator[None]:
    """Keep the figures that are drawn meanwhile in a list, instead of showing them."""
    before = _KEPT.set(figures)
    try:
        yield
    finally:
        _KEPT.reset(before)


def _outside(key: str, *, has_width: bool) -> str:
    """Have a page's figure begin where its text does: margins that keep it off the edge of a file stand outside.

    A figure that has its width is moved alone: margins would take of its width.
    """
    wide = f"min-width: calc(100% + {MARGIN}px + {MARGIN}px); max-width: none; margin: 0 -{MARGIN}px;"
    style = f"position: relative; left: -{MARGIN}px;" if has_width else wide
    return f".st-key-figure > .st-key-{key} {{ {style} }}"


def chart(figure: go.Figure, *, key: str, alt: str) -> None:
    """Show a figure with its text in the page's own colour, whichever of light and dark the reader has chosen.

    It fills the page unless it has a width of its own. Where figures are kept it is not shown.
    """
    if (kept := _KEPT.get()) is not None:
        kept.append(figure)
        return
    if (taken := takedown.now()) is not None:
        taken.draw(figure, alt)
        return
    chart = f".st-key-{key} .main-svg"
    ink = " ".join(
        f"{chart} [style*='{what}: {_INK}'] {{ {what}: {_ANY_INK} !important; }}" for what in ("fill", "stroke")
    )
    text = f"{chart} text {{ fill: currentColor !important; }} {chart} .annotation-text {{ {_HALO} }}"
    st.html(f"<style>{text} {ink} {_outside(key, has_width=bool(figure.layout.width))}</style>")
    st.plotly_chart(
        figure,
        key=key,
        alt=alt,
        width="content" if figure.layout.width else "stretch",
        config={"displayModeBar": False, "responsive": True},
    )


def tell(key: str, alt: str) -> None:
    """Say of a chart that stays as it was drawn what is to be said of it now.

    The text it was shown with is part of what it is to Streamlit: with another one it would be drawn anew.
    """
    _alt(key=f"{key}_alt", data={"chart": key, "alt": alt})
