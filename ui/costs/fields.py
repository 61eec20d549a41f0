"""The fields of the costs and the prevalence, each with what it takes and what it means."""

from __future__ import annotations

from typing import Any

import streamlit as st

from evalcore.costs import AmountRows
from evalcore.predictions import BinaryView
from ui.costs.setting import Mistake, Setting, counted_rows, sample_prevalence
from ui.live import words
from ui.session import costs as own_costs
from ui.session import loaded
from ui.session.prevalence import ask as ask_prevalence
from ui.shared import controls, terms, told
from ui.shared.numbers import number, share, typed
from ui.shared.text import N_, _, sentences, show_said

MISTAKES: tuple[Mistake, ...] = ("fn", "fp")
# Pixels of a field with its name at its left.
WIDTH = 196


# Beside the key of a field: what holds, and what was typed that it does not take.
KEPT, REFUSED = "{key}_kept", "{key}_refused"
COSTS = ("cost_fn", "cost_fp", "factor", "cost_tp", "cost_tn")


def _number(key: str, label: str, *, format: str = "%.10g", **options: Any) -> None:
    """Ask for a number; the field itself knows no limits: beyond them it would turn red, and say nothing."""
    told.tell(key, label)
    st.session_state[KEPT.format(key=key)] = st.session_state[key]
    st.number_input(label, format=format, key=key, persist_state="session", on_change=_take, args=(key,), **options)


def _take(key: str) -> None:
    """Take over what was typed, or keep what holds; an emptied field is asked for anew."""
    chosen, (low, high) = st.session_state, own_costs.LIMITS[key]
    value = chosen[key]
    if value is not None and not low <= value <= high:
        chosen[key], chosen[REFUSED.format(key=key)] = chosen[KEPT.format(key=key)], [value]


def answer() -> None:
    """Say once which cost was typed that its field does not take."""
    for key in COSTS:
        for value in st.session_state.pop(REFUSED.format(key=key), ()):
            low, high = own_costs.LIMITS[key]
            limits = {"low": typed(low), "high": typed(high), "value": typed(value)}
            stays, kept = None, st.session_state[key]
            if kept is not None:
                stays = _("{value} stays.", value=typed(kept))
            controls.refuse(key, sentences(_("A cost is a number from {low} to {high}; got {value}.", **limits), stays))


def prevalence(lead: BinaryView) -> None:
    """Ask how common positives are where the model is used."""
    ask_prevalence(
        own_costs.PREVALENCE,
        _("Prevalence at deployment"),
        _(
            "Share of positives where the model is used; in these rows it is {here}.",
            here=share(sample_prevalence(lead)),
        ),
        width=WIDTH,
    )


def cost(lead: BinaryView, mistake: Mistake, amounts: AmountRows | None) -> None:
    """Ask what a mistake costs; of one that costs each row's amount, what a unit of the amount counts for."""
    if amounts is not None and amounts.replaces == mistake:
        _factor(lead, mistake, amounts)
    else:
        _constant_cost(lead, mistake)


def _factor(lead: BinaryView, mistake: Mistake, amounts: AmountRows) -> None:
    _number(
        "factor",
        _("{mistake} costs its amount\u00a0×", mistake=words.decision(lead, mistake)),
        step=0.1,
        width=WIDTH,
        help=_(
            "The amount of each row, times this number, in the unit of the other cost. The mean amount is {mean}.",
            mean=number(amounts.mean, 2),
        ),
    )


def _constant_cost(lead: BinaryView, mistake: Mistake) -> None:
    hints = {
        "fn": _(
            "What a positive called negative costs, in any unit: cost(FN). Textbook cost_01, scikit-learn C[1,0], "
            "Elkan c(0,1)."
        ),
        "fp": _(
            "What a negative called positive costs, in the same unit: cost(FP). Textbook cost_10, "
            "scikit-learn C[0,1], Elkan c(1,0)."
        ),
    }
    key = f"cost_{mistake}"
    _number(
        key,
        _("{mistake} costs", mistake=words.decision(lead, mistake)),
        value=None,
        step=1.0,
        width=WIDTH,
        help=terms.explained("unequal-cost", hints[mistake]),
    )


def amounts(lead: BinaryView) -> AmountRows | None:
    """Ask which cost the column of amounts stands for, if there is one."""
    # Labels have a matrix of rows, not of amounts.
    if loaded.current().predictions.amount is None or not lead.has_score:
        return None
    names = {"none": N_("the same for every row")}
    for mistake in MISTAKES:
        names[mistake] = _("{mistake}: by amount", mistake=words.decision(lead, mistake, is_short=True))
    chosen = controls.choice(
        _("A mistake costs"),
        names,
        key="amounts",
        on_change=_once,
        help=_(
            "With amounts the FNR (or FPR) is the share of the amount that is lost, in both planes, the money and the "
            "areas. Calibration and decision curve count rows."
        ),
    )
    replaces: Mistake | None = "fn" if chosen == "fn" else "fp" if chosen == "fp" else None
    by_amount = counted_rows(lead, replaces).amounts
    if by_amount is not None and by_amount.reason is not None:
        with controls.below("amounts"):
            show_said(by_amount.reason)
        return None
    return by_amount


def _once() -> None:
    """Count another mistake's amounts once: the factor was that of the former one."""
    st.session_state["factor"] = 1.0


def right_decisions(lead: BinaryView, setting: Setting) -> None:
    """Ask what right decisions cost or earn: the other two cells of the cost matrix."""
    right: tuple[tuple[words.Cell, Mistake], ...] = (("tp", "fn"), ("tn", "fp"))
    for cell, mistake in right:
        key, by_amount = f"cost_{cell}", setting.replaces == mistake
        hint = _(
            "cost({cell}): mostly 0. Below 0 for a benefit; a right decision must not cost more than the mistake it "
            "avoids.",
            cell=cell.upper(),
        )
        instead = _("cost({cell}): an amount of each row stands for the mistake alone.", cell=cell.upper())
        _number(
            key,
            _("{mistake} costs", mistake=words.decision(lead, cell)),
            step=1.0,
            disabled=by_amount,
            help=instead if by_amount else hint,
        )
