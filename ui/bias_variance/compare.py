"""Families of learners at their best, on the same training sets: what is said of them in every view."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd
import streamlit as st

from ui.shared import tables
from ui.shared.numbers import UNDEFINED
from ui.shared.text import _


def show(rows: Mapping[str, Mapping[str, str] | None]) -> None:
    """Show a row a family, by its name; one that takes long is there once it was looked at, until then it is None."""
    titles = next((list(row) for row in rows.values() if row is not None), [])
    frame = pd.DataFrame(
        [
            {_("family"): name, **(dict.fromkeys(titles, UNDEFINED) if row is None else row)}
            for name, row in rows.items()
        ]
    )
    tables.show(frame, alt=_("Families at their best"))
    st.caption(
        _(
            "All on the same training sets. The complexity with the least error is chosen with the truth in hand: on "
            "data it has to be chosen by validation, and is then seldom the best one."
        )
    )
    if None in rows.values():
        st.caption(_("{dash}: this family takes long; choose it above to have it trained.", dash=UNDEFINED))
