"""What a reader chooses to see in the figure of costs."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from evalcore.predictions import BinaryView
from ui.costs import fields
from ui.costs.setting import Setting
from ui.frame import groups
from ui.session.choices import Choice, register
from ui.session.fields import flag, is_set, pick
from ui.shared.text import N_, _, paragraph

# Ways of choosing a threshold for each condition; the area below is what each costs, all conditions being as likely.
WAYS = {
    "fixed": N_("the same t always"),
    "score_driven": N_("t = 1 − P(+)cost, as calibrated scores would have it"),
    "rate_driven": N_("the class-balanced share predicted positive follows P(+)cost"),
    "optimal": N_("the best t for each condition (the envelope)"),
}
# In money these two have no curve of their own, and no area.
NO_CURVE = ("fixed", "optimal")
MOVED = {"costs": N_("what a miss costs"), "prevalence": N_("the prevalence")}
UNITS = {"shares": N_("P(+)cost and normalised cost"), "money": N_("prevalence and money")}
_UNITS = register(Choice("cost_units", default="shares", options=tuple(UNITS)))
_CHANGES = register(Choice("condition_changes", default="costs", options=tuple(MOVED)))
_PLANES = register(Choice("cost_planes", default=False, is_flag=True))
_WHOLE = register(Choice("way_whole", default=False, is_flag=True))
_BAND = register(Choice("way_band", default=False, is_flag=True))
_SPAN = register(Choice("way_span", default=False, is_flag=True))
_SHADED = {way: register(Choice(f"way_{way}", default=False, is_flag=True)) for way in WAYS}
# What is asked of the planes alone.
_OF_PLANES = (_UNITS, _CHANGES, _WHOLE, _BAND, _SPAN, *_SHADED.values())
# What the address repeats.
CHOICES = (_PLANES, _UNITS, _CHANGES, _WHOLE, _BAND, _SPAN, *_SHADED.values())


@dataclass(frozen=True)
class Options:
    """What the reader has chosen to see."""

    ways: frozenset[str] = frozenset()
    band: bool = False
    span: bool = False
    whole: bool = False
    money: bool = False
    by_prevalence: bool = False
    planes: bool = False


def chosen() -> Options:
    """Return what is chosen, also where the drawer that asks for it is closed."""
    now = st.session_state
    money = now.get(_UNITS.key) == "money"
    bare = NO_CURVE if money else ()
    if any(is_changed(one) for one in _OF_PLANES):
        # What is asked of a plane opens it, as in a link of one.
        now[_PLANES.key] = True
    return Options(
        ways=frozenset(way for way, one in _SHADED.items() if is_set(one) and way not in bare),
        band=is_set(_BAND),
        span=is_set(_SPAN),
        whole=is_set(_WHOLE),
        money=money,
        by_prevalence=money or now.get(_CHANGES.key) == "prevalence",
        planes=is_set(_PLANES),
    )


def is_changed(choice: Choice) -> bool:
    """Tell whether something else is chosen than what a page starts with."""
    return bool(st.session_state.get(choice.key, choice.default) != choice.default)


def ask_planes() -> None:
    """Ask whether cost plane and ROC plane are wanted; they stay where they were opened."""
    flag(
        _PLANES,
        _("Cost curves and ROC plane"),
        _("What every threshold costs under every condition, and where it stands on the ROC curve."),
        on_change=_turned,
        term="cost-curve",
    )


def _turned() -> None:
    """Have planes that are closed take with them what was asked of them, which would open them again."""
    if not st.session_state[_PLANES.key]:
        for one in _OF_PLANES:
            st.session_state[one.key] = one.default


def ask(lead: BinaryView, setting: Setting) -> None:
    """Ask which rows to look at, for the units of the plane, what follows the condition, and which areas are shaded."""
    groups.options(lead)
    pick(
        _UNITS,
        UNITS,
        _("Units of the cost plane"),
        _("In money the costs stay as they are, and every line shows what 1,000 cases cost at each prevalence."),
        term="probability-cost",
    )
    flag(
        _WHOLE,
        _("Whole plane"),
        _("Otherwise the plane ends above the envelopes and the cost of the threshold it was drawn for."),
    )
    money = chosen().money
    pick(
        _CHANGES,
        MOVED,
        _("Dragging the condition changes"),
        _("One P(+)cost stands for many pairs of costs and prevalence; this says which of them moves."),
        disabled=money,
    )
    paragraph("**Shade what a way of choosing t costs**")
    for way, one in _SHADED.items():
        flag(one, _(WAYS[way]), disabled=money and way in NO_CURVE)
    paragraph("**Uncertainty**")
    flag(_BAND, _("95% band of the envelope"), _("Bootstrap, stratified, point by point, for the chosen model."))
    flag(_SPAN, _("Shade the range of conditions"), _("The range is set below, with its threshold."))
    paragraph("**Right decisions**")
    fields.right_decisions(lead, setting)
