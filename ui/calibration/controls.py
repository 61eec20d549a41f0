"""What the page asks for: which view, and what is drawn in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import streamlit as st

from evalcore.calibration import Method
from evalcore.figures.calibration.ranking import Shown
from evalcore.predictions import BinaryView
from ui.frame import groups
from ui.session import computed, fields, loaded, looked_at
from ui.session.choices import Choice, register
from ui.shared import controls
from ui.shared.text import N_, _

VIEWS: Final = {
    "reliability": N_("Reliability"),
    "decision": N_("Decision curve"),
    "recalibration": N_("Recalibration"),
    "ranking": N_("Ranking"),
}
GAINS: Final = {
    "rule": N_("the better rule without scores"),
    "always": N_("acting always"),
    "avoided": N_("interventions avoided"),
}
# Before the name of another model that the gain is over.
MODEL: Final = "model:"
METHODS: Final[dict[Method, str]] = {
    "logistic": N_("logistic"),
    "platt": N_("Platt"),
    "temperature": N_("temperature"),
    "beta": N_("beta"),
    "isotonic": N_("isotonic"),
}
RANKINGS: Final[dict[Shown, str]] = {"gains": N_("Gains"), "lift": N_("Lift")}
# What a score of exactly 0 or 1 is taken for where that is asked for, and which prevalences the field takes.
NEAREST, PREVALENCES = 1e-6, (0.0001, 0.9999)
TAKE_ENDS: Final = N_("Take scores of 0 and 1 as 0.000001 and 0.999999")

VIEW: Final = register(Choice("pb_view", default="reliability", options=tuple(VIEWS), stays=True))
_NEAREST = register(Choice("pb_nearest", default=False, is_flag=True))
_GAIN = register(Choice("pb_gain", default="rule", is_name=True, in_links_of_own_rows=False))
_MOVED = register(Choice("pb_moved", default=False, is_flag=True))
_PREVALENCE = register(Choice("pb_prevalence", low=PREVALENCES[0], high=PREVALENCES[1]))
_METHOD = register(Choice("pb_method", default="logistic", options=tuple(METHODS), stays=True))
_RANKING = register(Choice("pb_ranking", default="gains", options=tuple(RANKINGS), stays=True))
# What the address repeats.
CHOICES: Final = (
    *(VIEW, _NEAREST, _GAIN, _MOVED, _PREVALENCE, _METHOD, _RANKING),
    *looked_at.CHOICES,
)


@dataclass(frozen=True)
class Options:
    """What the reader has chosen; `prevalence` is None while it is that of the rows, `other` but for another model."""

    view: str
    nearest: float | None
    gain: str
    other: str | None
    prevalence: float | None
    method: Method
    ranking: Shown


def view() -> str:
    """Ask which view is open."""
    return fields.one_of(
        VIEW,
        VIEWS,
        _("View"),
        _("Whether scores come true, what acting on them is worth, how to mend them, or how well they rank."),
        width=124,
    )


def open_recalibration() -> None:
    """Open the view that mends the scores, with a method that takes any numbers; called from a button."""
    st.session_state[VIEW.key], st.session_state[_METHOD.key] = "recalibration", "platt"


def row(rows: BinaryView, open_view: str) -> None:
    """Ask for what belongs to the view, beside it."""
    if open_view == "decision":
        meaning = _("What the right picture has the net benefit compared with; another model row by row.")
        fields.one_of(_GAIN, _gains(rows), _("Gain over"), meaning, width=208)
    elif open_view == "recalibration":
        meaning = _("How scores are made probabilities. Platt and isotonic take any numbers, the others log odds.")
        fields.one_of(_METHOD, METHODS, _("Method"), meaning, width=150, term="recalibration")
    elif open_view == "ranking":
        fields.pick(_RANKING, RANKINGS, _("Curve"))


def _gains(rows: BinaryView) -> dict[str, str]:
    return {**GAINS, **{f"{MODEL}{name}": name for name in _others(rows)}}


def _others(rows: BinaryView) -> list[str]:
    return [name for name in loaded.current().predictions.scores if name != rows.model]


def chosen(rows: BinaryView, open_view: str) -> Options:
    """Return what is chosen, also where the drawer that asks for it is closed."""
    now = st.session_state
    opening = controls.fitted(computed.counts(rows).prevalence, *PREVALENCES, digits=4)
    asked = str(now.get(_GAIN.key, _GAIN.default))
    gain = asked if asked in _gains(rows) else "rule"
    return Options(
        open_view,
        NEAREST if fields.is_set(_NEAREST) else None,
        "model" if gain.startswith(MODEL) else gain,
        gain.removeprefix(MODEL) if gain.startswith(MODEL) else None,
        float(now.get(_PREVALENCE.key, opening)) if now.get(_MOVED.key) else None,
        now.get(_METHOD.key, _METHOD.default),
        now.get(_RANKING.key, _RANKING.default),
    )


def options(rows: BinaryView, open_view: str) -> None:
    """Ask in the drawer which rows to look at, and what else a view takes."""
    groups.options(rows)
    if open_view in ("reliability", "recalibration"):
        meaning = _("Their log odds are infinite: without this such scores leave no curve, no intercept and no slope.")
        fields.flag(_NEAREST, _(TAKE_ENDS), meaning)
    if open_view == "decision":
        _prevalence(computed.counts(rows).prevalence)


def _prevalence(of_rows: float) -> None:
    """Ask for another prevalence than that of the rows."""
    meaning = _("Net benefit depends on how common positives are where the model is used.")
    if fields.flag(_MOVED, _("Another prevalence at deployment"), meaning, term="prevalence"):
        controls.seed(_PREVALENCE.key, controls.fitted(of_rows, *PREVALENCES, digits=4))
        told = _("Share of positives where the model is used.")
        fields.share(_PREVALENCE, _("Prevalence"), told, step=0.01, format="%.4g", term="prevalence")
