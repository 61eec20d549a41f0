"""Cards in rows, as many beside each other as have room; a click anywhere on one is a click of its button.

On a phone each row is one line that is drawn aside, so that what stands below is not screens away.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import streamlit as st


@contextmanager
def row(key: str) -> Iterator[None]:
    """Have the cards in it stand in a row of this name."""
    with st.container(key=f"tiles_{key}"):
        yield


def tile(key: str) -> Any:
    """Return the card of this name; its button's key begins with "sample_" or "to_"."""
    return st.container(border=True, key=f"tile_{key}", gap="xsmall", height="stretch")
