"""Dragging the operating condition: what the fields of the costs and the prevalence hold when it is let go."""

from __future__ import annotations

import streamlit as st

from evalcore import costs
from ui.costs.controls import REACHED
from ui.costs.setting import Setting
from ui.session import costs as own_costs

PARTS = ("cost_fn", "cost_fp", "prevalence")


def moved(step: str, setting: Setting, *, by_prevalence: bool) -> None:
    """Take over the condition at which the second handle was let go: another prevalence, or another cost(FN)."""
    reached = costs.reach(
        float(step),
        setting.matrix,
        setting.prevalence,
        limits={part: own_costs.LIMITS[_field(part, setting)] for part in PARTS},
        units={f"cost_{setting.replaces}": setting.mean},
        by_prevalence=by_prevalence,
    )
    for part, value in reached.changes.items():
        st.session_state[_field(part, setting)] = value
    if not reached.is_there:
        st.session_state[REACHED] = reached.wanted


def _field(part: str, setting: Setting) -> str:
    """Return the field that holds a part of the condition: for amounts that of their factor."""
    return "factor" if part == f"cost_{setting.replaces}" else part
