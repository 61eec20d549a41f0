"""Costs before anybody has chosen them: a sample starts with its own, a visitor's rows with none."""

from __future__ import annotations

import streamlit as st

from ui.session import state
from ui.session.state import Binary
from ui.shared import controls

_POSITIVE = "costs_positive"
_SWAPPED = {"fn": "fp", "fp": "fn"}


def start(rows: Binary) -> None:
    """Give the fields of the costs what they hold, or what they start with."""
    _stay_with_the_classes(rows)
    for key, value in state.COSTS.items():
        controls.seed(key, None if state.loaded().is_own and key in state.MISTAKES else value)


def mistakes(rows: Binary) -> tuple[float, float] | None:
    """Return what a miss and a false alarm cost; None until both are chosen."""
    start(rows)
    of_fn, of_fp = (st.session_state[key] for key in state.MISTAKES)
    return None if of_fn is None or of_fp is None else (float(of_fn), float(of_fp))


def _stay_with_the_classes(rows: Binary) -> None:
    """Have costs of a visitor's rows mean the same mistakes when another class becomes the positive one.

    Of two classes the miss of one is the false alarm of the other. Of more, the mistakes are others, to be asked for.
    """
    chosen = st.session_state
    before = chosen.get(_POSITIVE)
    chosen[_POSITIVE] = rows.positive
    if not state.loaded().is_own or before in {None, rows.positive}:
        return
    if rows.negative is None:
        for key in state.COSTS:
            chosen.pop(key, None)
        return
    for one, other in (state.MISTAKES, ("cost_tp", "cost_tn")):
        chosen[one], chosen[other] = chosen.get(other), chosen.get(one)
    if "amounts" in chosen:
        chosen["amounts"] = _SWAPPED.get(chosen["amounts"], chosen["amounts"])
