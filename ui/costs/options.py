"""What a reader chooses to see in the figure of costs."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from evalcore.predictions import BinaryView
from ui.costs import fields
from ui.costs.setting import Setting
from ui.shared import controls
from ui.shared.text import N_, _

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


@dataclass(frozen=True)
class Options:
    """What the reader has chosen to see."""

    ways: frozenset[str] = frozenset()
    band: bool = False
    span: bool = False
    zoom: bool = False
    money: bool = False
    by_prevalence: bool = False


def ask(lead: BinaryView, setting: Setting) -> Options:
    """Ask what follows when the operating condition is dragged, which areas are shaded, and in which units."""
    row = st.container(horizontal=True)
    with row, st.popover(_("Options"), icon=":material/tune:"):
        money, zoom = _units()
        by_prevalence = _moved(money=money)
        ways = _ways(money=money)
        band, span = _uncertainty()
    with row, st.popover(_("Right decisions"), icon=":material/check_circle:"):
        fields.right_decisions(lead, setting)
    return Options(ways, band, span, zoom, money, money or by_prevalence)


def _units() -> tuple[bool, bool]:
    """Ask whether the plane is in money, and whether it is seen from near."""
    units = controls.choice(
        _("Units of the cost plane"),
        UNITS,
        key="cost_units",
        help=_("In money the costs stay as they are, and every line shows what 1,000 cases cost at each prevalence."),
    )
    return units == "money", st.toggle(_("Enlarge the part with the envelopes"), key="way_zoom")


def _moved(*, money: bool) -> bool:
    """Ask whether the prevalence follows the condition, or what a miss costs."""
    changes = controls.choice(
        _("Dragging the condition changes"),
        MOVED,
        key="condition_changes",
        disabled=money,
        help=_("One P(+)cost stands for many pairs of costs and prevalence; this says which of them moves."),
    )
    return changes == "prevalence"


def _ways(*, money: bool) -> frozenset[str]:
    """Ask whose areas are shaded."""
    st.markdown(_("**Shade what a way of choosing t costs**"))
    bare = NO_CURVE if money else ()
    return frozenset(way for way, name in WAYS.items() if st.toggle(_(name), key=f"way_{way}", disabled=way in bare))


def _uncertainty() -> tuple[bool, bool]:
    """Ask for the band of the envelope, and for the range of conditions."""
    st.markdown(_("**Uncertainty**"))
    band = st.toggle(
        _("95 % band of the envelope"),
        key="way_band",
        help=_("Bootstrap, stratified, point by point, for the chosen model."),
    )
    span = st.toggle(
        _("Shade the range of conditions"), key="way_span", help=_("The range is set below, with its threshold.")
    )
    return band, span
