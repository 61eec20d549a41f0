"""The range of conditions: what a reader knows of prevalence and costs who does not know them exactly."""

from __future__ import annotations

import streamlit as st

from evalcore import costs
from evalcore.costs import OperatingRange
from evalcore.errors import InputError
from ui.costs.setting import Setting
from ui.live import drawn
from ui.session import address
from ui.session.choices import Choice, register
from ui.shared import told
from ui.shared.text import _, show_said

# The fields: prevalence, and how many times cost(FP) cost(FN) is.
SPAN = ("span_p_low", "span_p_high", "span_ratio_low", "span_ratio_high")
MOST_TIMES = 1e12  # what the fields of the ratio of the costs take
# As the setting does: the costs stay for the next sample, the prevalence is another one there.
CHOICES = tuple(
    register(
        Choice(
            key,
            low=0.0,
            high=MOST_TIMES if "ratio" in key else 1.0,
            stays="ratio" in key,
            in_links_of_own_rows=False,
        )
    )
    for key in SPAN
)


def open_around(setting: Setting) -> None:
    """Have the range lie around the setting, where the reader has not set another one."""
    prevalences, ratios = costs.range_around(setting.matrix, setting.prevalence, most=MOST_TIMES)
    for key, value in zip(SPAN, (*prevalences, *ratios), strict=True):
        if st.session_state.get(key) in (None, st.session_state.get(_opening(key))):
            st.session_state[key] = value
        st.session_state[_opening(key)] = value


def write_address() -> None:
    """Repeat in the address bar what differs from the range around the setting."""
    for choice in CHOICES:
        address.write_choice(choice, default=st.session_state.get(_opening(choice.key)))


def _opening(key: str) -> str:
    return f"{key}_opening"


def chosen() -> OperatingRange | InputError:
    """Return the range that is set, or what is wrong with it."""
    low, high, ratio_low, ratio_high = (st.session_state[key] for key in SPAN)
    try:
        return costs.operating_range((low, high), (ratio_low, ratio_high))
    except InputError as error:
        return error


def ask(setting: Setting) -> OperatingRange | None:
    """Ask for the range; None where it is the wrong way round, which is said."""
    more = setting.pays_for_right
    labels = (
        _("Prevalence from"),
        _("to"),
        _("a miss costs from") if not more else _("cost(FN) − cost(TP) from"),
        _("to so many times a false alarm") if not more else _("to so many times cost(FP) − cost(TN)"),
    )
    for column, label, choice in zip(st.columns(len(SPAN)), labels, CHOICES, strict=True):
        told.tell(choice.key, label)
        column.number_input(
            label,
            choice.low,
            choice.high,
            step=0.5 if choice.high == MOST_TIMES else 0.01,
            format="%.4g",
            key=choice.key,
            persist_state="session",
            on_change=_shade_anew,
        )
    span = chosen()
    if isinstance(span, InputError):
        show_said(span.message)
        return None
    return span


def _shade_anew() -> None:
    """Draw the figure again where it shows the range."""
    if st.session_state.get("way_span"):
        drawn.anew()
