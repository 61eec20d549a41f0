"""What the page of costs asks for: costs and prevalence, also by dragging; what is to be resampled or named."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import replace

import streamlit as st

from evalcore import costs
from evalcore.costs import AmountRows, CostMatrix, Reached
from evalcore.errors import InputError
from evalcore.figures.costs.condition import Held
from evalcore.figures.parts.handle import step_value
from evalcore.predictions import BinaryView
from evalcore.support.arrays import FloatArray
from ui.costs import fields, span
from ui.costs.setting import Mistake, Setting, default_prevalence, sample_prevalence
from ui.live import undo, words
from ui.session import costs as own_costs
from ui.session.choices import Choice, register
from ui.session.fields import pick, typed_number, typed_share
from ui.session.prevalence import answer as answer_prevalence
from ui.shared import controls
from ui.shared.numbers import UNDEFINED, count, price, share
from ui.shared.numbers import typed as written
from ui.shared.text import N_, _, plain, remark, say, sentences

PARTS = ("cost_fn", "cost_fp", "prevalence")
REACHED = "condition_out_of_reach"  # what was dragged to and the fields cannot take
# What was typed on the number of the sentence and is none, or was read as a percentage: in lists, which are no choices.
NONE, PERCENT = "condition_typed_none", "condition_typed_percent"
RIGHT: dict[Mistake, str] = {"fn": "cost_tp", "fp": "cost_tn"}  # what a mistake is measured against
NAMINGS = {"textbook": N_("textbook"), "sklearn": "scikit-learn", "elkan": "Elkan"}
NAMING = register(Choice("naming", default="textbook", options=tuple(NAMINGS), of_reader=True))


def ask(lead: BinaryView) -> Setting | None:
    """Ask what a mistake costs and how common positives are where the model is used; None until both costs are set."""
    _begin(lead)
    fields_row = st.container(horizontal=True, gap="xsmall", key="costs_fields", width="content")
    amounts = fields.amounts(lead)
    with fields_row:
        for mistake in fields.MISTAKES:
            fields.cost(lead, mistake, amounts)
        fields.prevalence(lead)
    answer_prevalence(own_costs.PREVALENCE)
    fields.answer()
    setting = _setting(amounts, sample_prevalence(lead))
    if setting is None:
        _ask_first(amounts)
        return None
    span.open_around(setting)
    # The range only follows: where the visitor turns to another page at once, it is no choice made there.
    undo.settle()
    _notes(lead, setting)
    answer()
    return setting


def _ask_first(amounts: AmountRows | None) -> None:
    """Say what is to be typed, and offer to begin with the costs of samples: a picture says more than the question.

    Not where a mistake costs the amounts: the cost that is offered for it would count for nothing, and be kept unseen.
    """
    with controls.below("costs_asked", horizontal=True, gap="small", vertical_alignment="center"):
        st.info(_("Say what a miss and a false alarm cost: until then no threshold is best."), icon=":material/edit:")
        usual = own_costs.USUAL
        if amounts is None and all(st.session_state[key] is None for key in usual):
            said = _(
                "Begin with {fn} to {fp}", **{key.removeprefix("cost_"): price(value) for key, value in usual.items()}
            )
            st.button(said, key="usual_costs", on_click=_take_usual, help=_("As the samples do; both can be changed."))


def _take_usual() -> None:
    st.session_state.update(own_costs.USUAL)


def _begin(lead: BinaryView) -> None:
    """Give the fields what they hold, or what they start with."""
    here, chosen = default_prevalence(lead), st.session_state
    # Another positive class has another share: a prevalence that was the rows' still is.
    if chosen.get("prevalence") == chosen.get(own_costs.ROWS_PREVALENCE) != here:
        chosen["prevalence"] = here
    chosen[own_costs.ROWS_PREVALENCE] = here
    own_costs.start(lead)
    controls.seed("prevalence", here)


def _setting(amounts: AmountRows | None, here: float) -> Setting | None:
    """Return what the fields hold; None where one of the costs is not chosen."""
    chosen = st.session_state
    held = {name: chosen[name] for name in ("cost_fn", "cost_fp", "cost_tp", "cost_tn")}
    if amounts is not None:
        held |= _by_amount(amounts, held)
    if None in held.values():
        return None
    matrix, p = _matrix(held), chosen["prevalence"]
    if amounts is None:
        return Setting(matrix, p, sampled=p == here)
    return Setting(matrix, p, amounts.replaces, chosen["factor"], amounts.mean, sampled=p == here)


def _by_amount(amounts: AmountRows, held: dict[str, float]) -> dict[str, float]:
    """Return the costs of the class that is counted by amounts: their mean for the mistake, else nothing."""
    right = RIGHT[amounts.replaces]
    if held[right] != 0:
        with controls.below("amounts"):
            remark("With amounts the right decision about a row of that class counts as 0.")
    return {f"cost_{amounts.replaces}": amounts.of_means(st.session_state["factor"]), right: 0.0}


def _matrix(held: dict[str, float]) -> CostMatrix:
    """Return the costs; without those of right decisions where they do not go together, which is said."""
    try:
        return CostMatrix(**held)
    except InputError as error:
        until = _("Until then right decisions count as 0.")
        controls.refuse("costs", sentences(say(error.message), until))
        return CostMatrix(held["cost_fn"], held["cost_fp"])


def _notes(lead: BinaryView, setting: Setting) -> None:
    """Say where the field of the prevalence could not take what was to be put there."""
    of_rows, here = sample_prevalence(lead), default_prevalence(lead)
    if of_rows != here == setting.prevalence:
        with controls.below("rows"):
            remark(
                "The prevalence of these rows, {rows}, is outside what the field takes; it starts at {here}.",
                rows=share(of_rows),
                here=share(here),
            )


def resampling(times: int) -> bool:
    """Ask whether the best threshold is to be chosen on so many resamples, too."""
    return st.toggle(
        _("Resample the rows {n} times", n=count(times)),
        key="best_resampled",
        persist_state="session",
        help=_("Bootstrap: the best threshold is chosen anew on each resample, and priced on the rows left out of it."),
    )


def naming() -> str:
    """Ask whose names the cells of the cost matrix are to have."""
    return pick(
        NAMING,
        NAMINGS,
        _("Names of the cells"),
        _("The same costs have other indices in other sources."),
        term="cost-matrix",
    )


def moved(step: str, setting: Setting, *, by_prevalence: bool) -> None:
    """Take over the condition at which the second handle was let go: another prevalence, or another cost(FN)."""
    reached = _reached(step, setting, by_prevalence=by_prevalence)
    for part, value in reached.changes.items():
        st.session_state[_held_by(part, setting)] = value
    if not reached.is_there:
        st.session_state[REACHED] = reached.wanted


def typed(text: str, setting: Setting, *, by_prevalence: bool) -> None:
    """Take over what was typed on the number of the sentence: the prevalence, or how many times a miss costs."""
    bare = typed_number(text)
    value = typed_share(text) if by_prevalence else bare
    if value is None or not _is_condition(value, setting, by_prevalence=by_prevalence):
        st.session_state[NONE] = [text, by_prevalence]
        return
    if not (_take_prevalence(value) if by_prevalence else _take_times(value, setting)):
        st.session_state[REACHED] = value
    elif bare not in (None, value):
        st.session_state[PERCENT] = [bare, value]


def _is_condition(value: float, setting: Setting, *, by_prevalence: bool) -> bool:
    """Whether a number is a prevalence that there can be, or how many times a miss costs."""
    if by_prevalence:
        return 0 <= value < 1
    return value >= 0 and math.isfinite(_condition_of(value, setting))


def _take_prevalence(value: float) -> bool:
    """Take over a prevalence, also where it moves no condition; whether the field takes it as it is."""
    st.session_state["prevalence"] = costs.within(value, own_costs.LIMITS["prevalence"])
    return bool(st.session_state["prevalence"] == value)


def _take_times(value: float, setting: Setting) -> bool:
    """Take over how many times a miss costs; whether the fields take it as it is."""
    step = repr(_condition_of(value, setting))
    moved(step, setting, by_prevalence=False)
    return _reached(step, setting, by_prevalence=False).is_typed(value)


def _condition_of(times: float, setting: Setting) -> float:
    return float(CostMatrix(times, 1.0).probability_cost(setting.prevalence))


def answer() -> None:
    """Say once what was made of what was dragged to, or typed on the number of the sentence, where it is not that."""
    if st.session_state.get(REACHED) is not None:
        with controls.below("reached"):
            remark("The fields take no cost and no prevalence as far off as that; this is the nearest.")
        st.session_state.pop(REACHED, None)
    if (percent := st.session_state.pop(PERCENT, None)) is not None:
        values = dict(zip(("value", "share"), map(written, percent), strict=True))
        with controls.below("percent"):
            remark("{value} was read as {value}%, a prevalence of {share}.", **values)
    text, by_prevalence = st.session_state.pop(NONE, None) or ("", None)
    if by_prevalence is None:
        return
    got = {"value": plain(text.strip()) or UNDEFINED}
    said = (
        _("A prevalence is a share above 0 and below 1; got {value}.", **got)
        if by_prevalence
        else _("How many times as much a miss costs is a number from 0 on; got {value}.", **got)
    )
    controls.refuse("condition", said)


def held(step: str, setting: Setting, *, by_prevalence: bool) -> Setting:
    """Return the setting that there will be once the second handle is let go at this step."""
    reached = _reached(step, setting, by_prevalence=by_prevalence)
    prevalence = reached.changes.get("prevalence", setting.prevalence)
    sampled = setting.sampled and prevalence == setting.prevalence
    return replace(setting, matrix=reached.matrix, prevalence=prevalence, sampled=sampled)


def meant(steps: Iterable[float], setting: Setting, rows: BinaryView, *, by_prevalence: bool) -> tuple[Held, ...]:
    """Return what each step of the second handle stands for, for its pill and for the list of what was done."""
    name = words.missed(rows)
    then = (held(step_value(x), setting, by_prevalence=by_prevalence) for x in steps)
    if by_prevalence:
        return tuple(Held("prevalence", one.prevalence) for one in then)
    return tuple(Held("times", one.matrix.times, name) for one in then)


def landing(setting: Setting, *, by_prevalence: bool) -> Callable[[list[float]], FloatArray]:
    """Return what takes steps of the second handle to those at which what is dragged is round."""
    limits, units = _fields(setting)

    def land(places: list[float]) -> FloatArray:
        matrix, p = setting.matrix, setting.prevalence
        return costs.round_conditions(places, matrix, p, limits=limits, units=units, by_prevalence=by_prevalence)

    return land


def _reached(step: str, setting: Setting, *, by_prevalence: bool) -> Reached:
    (limits, units), x = _fields(setting), float(step)
    return costs.reach(x, setting.matrix, setting.prevalence, limits=limits, units=units, by_prevalence=by_prevalence)


def _fields(setting: Setting) -> tuple[dict[str, tuple[float, float]], dict[str, float]]:
    """Return what the fields of the parts take, and what 1 in the field of amounts stands for."""
    limits = {part: own_costs.LIMITS[_held_by(part, setting)] for part in PARTS}
    return limits, {} if setting.replaces is None else {f"cost_{setting.replaces}": setting.mean}


def _held_by(part: str, setting: Setting) -> str:
    """Return the field that holds a part of the condition: for amounts that of their factor."""
    return "factor" if part == f"cost_{setting.replaces}" else part
