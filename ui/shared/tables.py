"""Tables on the page, and the button beside one that offers it as CSV."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal

import pandas as pd
import streamlit as st

from ui.shared import downloads


def show(
    frame: pd.DataFrame,
    *,
    alt: str,
    height: Literal["auto", "content"] = "content",
    columns: Mapping[str, Any] | None = None,
) -> None:
    """Show a table without its index; `columns` sets single ones up, and one of many rows scrolls with "auto"."""
    st.dataframe(frame, hide_index=True, alt=alt, height=height, column_config=columns)


def offer(frame: pd.DataFrame | Callable[[], pd.DataFrame], *, label: str, name: str) -> None:
    """Offer a table as CSV, with text safe in a spreadsheet; a large one is made when it is asked for.

    What makes it must hold all it needs: it runs outside the script, where the session and its language are not known.
    """
    data = (lambda: downloads.csv(frame())) if callable(frame) else downloads.csv(frame)
    downloads.offer_csv(label, data, name=name)
