"""Dragging the operating condition: what the fields of the costs and the prevalence hold when it is let go."""

from __future__ import annotations

import streamlit as st

from evalcore import costs
from evalcore.costs import CostMatrix
from evalcore.figures.costs.figure import CONDITION
from ui.costs import controls as cost_setting
from ui.costs.controls import REACHED, Setting
from ui.session import costs as own_costs

NEAR = 1e-3


def moved(step: str, setting: Setting, *, by_prevalence: bool) -> None:
    """Take over the condition at which the second slider was let go: another prevalence, or another cost(FN)."""
    x = float(step.removeprefix(CONDITION))
    chosen, matrix = st.session_state, setting.matrix
    of_fn, of_fp = matrix.excess_fn, matrix.excess_fp
    if by_prevalence and of_fn > 0 and of_fp > 0:
        p = cost_setting.in_range(float(costs.prevalence_at(x, cost_fn=of_fn, cost_fp=of_fp)))
        chosen["prevalence"] = p
        _note_if_apart(x, float(costs.probability_cost(p, of_fn, of_fp)))
        return
    if x == 1:
        # Only a false alarm that costs no more than leaving the row alone makes nothing but positives matter.
        _put_excess("fp", 0.0, setting)
        if of_fn == 0:
            _put_excess("fn", 1.0, setting)
        _note_if_apart(x, _setting_again(setting).condition)
        return
    if of_fp == 0:
        of_fp = 1.0
        _put_excess("fp", of_fp, setting)
    _put_excess("fn", costs.cost_fn_at(x, prevalence=setting.prevalence, cost_fp=of_fp), setting)
    _note_if_apart(x, _setting_again(setting).condition)


def _put_excess(mistake: str, excess: float, setting: Setting) -> None:
    """Have a mistake cost so much more than the right decision, as near as the field takes it.

    The excess is rounded, not the cost, which could end below that of the right decision.
    """
    key, unit = ("factor", setting.mean) if setting.replaces == mistake else (f"cost_{mistake}", 1.0)
    right = setting.matrix.cost_tp if mistake == "fn" else setting.matrix.cost_tn
    low, high = own_costs.LIMITS[key]
    st.session_state[key] = min(max(right / unit + float(f"{excess / unit:.6g}"), low), high)


def _setting_again(setting: Setting) -> Setting:
    """Return the setting with the costs now in the fields."""
    found = dict(vars(setting.matrix))
    for mistake in ("fn", "fp"):
        if setting.replaces == mistake:
            found[f"cost_{mistake}"] = st.session_state["factor"] * setting.mean
        else:
            found[f"cost_{mistake}"] = st.session_state.get(f"cost_{mistake}", found[f"cost_{mistake}"])
    return Setting(CostMatrix(**found), setting.prevalence)


def _note_if_apart(wanted: float, found: float) -> None:
    """Have the page say so where the fields cannot take what was dragged to."""
    if not abs(wanted - found) < NEAR:
        st.session_state[REACHED] = wanted
