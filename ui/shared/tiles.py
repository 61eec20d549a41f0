"""Cards in rows, as many beside each other as have room; a click anywhere on one is a click of its button.

On a phone each row is one line that is drawn aside, so that what stands below is not screens away.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import streamlit as st

# The button is the title, and what it is clicked by covers the whole card.
_STYLE = """<style>
[class*="st-key-tiles_"] {
  display: grid; gap: 1rem; grid-template-columns: repeat(auto-fill, minmax(min(100%, 13.5rem), 1fr));
}
[class*="st-key-tiles_"] > * { display: flex; flex-direction: column; height: auto; align-self: stretch; }
@media (max-width: 40rem) {
  [class*="st-key-tiles_"] {
    grid-template-columns: none; grid-auto-flow: column; grid-auto-columns: 72%; overflow-x: auto;
    scroll-snap-type: x proximity; padding: 3px 3px 0.75rem;
  }
  [class*="st-key-tiles_"] > * { scroll-snap-align: start; }
}
[class*="st-key-tile_"] { position: relative; flex: 1; }
[class*="st-key-tile_"]:hover { border-color: currentColor; }
[class*="st-key-tile_"]:has(:focus-visible) { outline: 2px solid currentColor; outline-offset: 2px; }
[class*="st-key-tile_"] :is([class*="st-key-sample_"], [class*="st-key-to_"], .stButton, .stTooltipIcon, button) {
  position: static; }
[class*="st-key-tile_"] button { min-height: 0; padding: 0; text-align: start; outline: none !important;
  box-shadow: none !important; }
[class*="st-key-tile_"] button:is(*, :hover, :focus, :active) { color: inherit; }
[class*="st-key-tile_"] button p { font-weight: 600; }
[class*="st-key-tile_"] button::after { content: ""; position: absolute; inset: 0; cursor: pointer; }
[class*="st-key-tile_"] img { display: block; }
</style>"""


@contextmanager
def row(key: str) -> Iterator[None]:
    """Have the cards in it stand in a row of this name."""
    st.html(_STYLE)
    with st.container(key=f"tiles_{key}"):
        yield


def tile(key: str) -> Any:
    """Return the card of this name; its button's key begins with "sample_" or "to_"."""
    return st.container(border=True, key=f"tile_{key}", gap="xsmall", height="stretch")
