"""What choosing a threshold by costs assumes: calibrated scores, which the page of probabilities looks at."""

from __future__ import annotations

import math
from functools import partial

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from evalcore import costs
from evalcore.costs import AmountRows
from evalcore.counts.reasons import no_probabilities
from evalcore.predictions import BinaryView
from evalcore.views.cost_answers import headline_digits
from ui.costs import figure as drawn
from ui.costs.setting import CASES, CountedRows, Setting, counted_rows, default_prevalence, sample_prevalence
from ui.session import computed, looked_at, memory
from ui.shared import navigation
from ui.shared.numbers import count, interval, number, share, tex
from ui.shared.tex import stacked
from ui.shared.text import _, paragraph, plain, remark, show_said, show_said_of


def decision(lead: BinaryView, setting: Setting) -> None:
    """Show where the present costs put one on the decision curve, and lead to it."""
    p_t = _threshold_probability(setting)
    remark(
        "On the decision curve your costs stand at the threshold probability $p_t$ = (cost(FP) − cost(TN)) / (cost(FP) "
        "− cost(TN) + cost(FN) − cost(TP)) = {p}. It runs against P(+)cost: a costly miss means a low $p_t$.",
        p=share(p_t),
    )
    refused = no_probabilities(computed.counts(lead))
    show_said(refused)
    if refused is None and p_t < 1:
        _benefit(lead, setting, p_t)
    if 0 < p_t < 1 and refused is None:
        _bridge(lead, setting, p_t)
    _about_rows(lead, setting)
    _lead(_("See the decision curve"), "decision")


def _lead(label: str, view: str) -> None:
    """Lead to a view of the page of probabilities."""
    st.button(label, key=f"to_{view}", icon=":material/percent:", on_click=_go, args=(view,))


def _go(view: str) -> None:
    navigation.go_to("calibration")
    st.session_state["pb_view"] = view


def _benefit(lead: BinaryView, setting: Setting, p_t: float) -> None:
    """Say what acting from the present threshold probability on is worth, and how sure that is."""
    known = None if setting.prevalence == sample_prevalence(lead) else setting.prevalence
    found = costs.net_benefit_interval(computed.counts(lead), p_t, prevalence=known)
    if math.isnan(found.value):
        return
    paragraph(
        "Net benefit of {model} at your $p_t$: {benefit} {spread}",
        model=plain(lead.model),
        benefit=number(found.value),
        spread="" if math.isnan(found.low) else interval(found.low, found.high),
    )
    show_said_of(found)


def _about_rows(lead: BinaryView, setting: Setting) -> None:
    """Say what the curve takes the rows for, where the setting is another one."""
    if setting.prevalence != default_prevalence(lead):
        remark(
            "The model acts where its score reaches $p_t$. Scores calibrated on these rows would first have to be "
            "adjusted to the prevalence at deployment; here they are taken as they are."
        )
    if setting.replaces is not None:
        remark("This curve counts rows, not amounts; your costs are those of the mean amount.")


def _bridge(lead: BinaryView, setting: Setting, p_t: float) -> None:
    """Show that net benefit and normalised cost are two ways of writing one number, at the best threshold."""
    table, p = computed.counts(lead), setting.prevalence
    best = drawn.best(counted_rows(lead, None), setting)
    if math.isnan(best.threshold):
        return
    benefit = float(costs.net_benefit(table, p_t, threshold=best.threshold, prevalence=p))
    written = (
        rf"\mathrm{{NB}} = p - cost_{{norm}}\cdot\frac{{p(1-p_t)+(1-p)p_t}}{{1-p_t}} = {share(p)} - "
        rf"{tex(number(best.normalized_cost))}\cdot\frac{{{share(p)}\cdot(1-{share(p_t)})+(1-{share(p)})\cdot{share(p_t)}}}"
        rf"{{1-{share(p_t)}}} = {tex(number(benefit))}"
    )
    paragraph(
        "There the net benefit NB of the {line} is, from its normalised cost:", line=_("best threshold on these rows")
    )
    st.latex(stacked(written))


def _threshold_probability(setting: Setting) -> float:
    return costs.theoretical_threshold(**vars(setting.matrix))


def elkan(lead: BinaryView, setting: Setting) -> float:
    """Return the threshold from costs and prevalence, which calibrated scores would have."""
    return costs.theoretical_threshold(**setting.options, calibrated_at=sample_prevalence(lead))


def calibrated(lead: BinaryView, setting: Setting) -> None:
    """Show whether the scores are probabilities, which the threshold from costs and prevalence assumes."""
    paragraph(
        "For scores calibrated on these rows, the threshold from costs and prevalence, without a look at these rows, "
        "is t = **{t}** (Elkan).",
        t=share(elkan(lead, setting)),
    )
    if setting.replaces is not None:
        remark("That is for a row of the mean amount.")
    show_said(no_probabilities(computed.counts(lead)))
    _lead(_("See whether the scores are probabilities"), "reliability")


def row_by_row(counted: CountedRows, setting: Setting) -> None:
    """Show what deciding each row by its own amount costs, which calibrated scores allow."""
    amount = looked_at.predictions().amount
    if counted.amounts is None or amount is None:
        return
    decide = partial(_decided, counted.amounts, amount, setting, counted.binary)
    decided = memory.memo("row by row", counted.key, setting, make=decide).times(CASES)
    digits = headline_digits(decided.cost)
    if not math.isnan(decided.cost):
        paragraph(
            "Were the scores calibrated, every row could have a threshold of its own, from its own amount: {n} "
            "rows would be called positive, and {cases} cases would cost **{cost}** {spread}.",
            n=count(decided.n_positive),
            cases=count(CASES),
            cost=number(decided.cost, digits),
            spread=interval(decided.low, decided.high, digits),
        )
    show_said_of(decided)


def _decided(
    amounts: AmountRows, amount: NDArray[np.float64], setting: Setting, binary: BinaryView
) -> costs.AmountDecision:
    """Decide each row by its own amount; the other mistake costs the same in every row."""
    matrix, by_miss = setting.matrix, amounts.replaces == "fn"
    return costs.amount_decision(
        amounts.y_true,
        amounts.y_score,
        amount,
        replaces=amounts.replaces,
        cost_other=matrix.cost_fp if by_miss else matrix.cost_fn,
        cost_right=matrix.cost_tn if by_miss else matrix.cost_tp,
        factor=setting.factor,
        prevalence=None if setting.sampled else setting.prevalence,
        sample_weight=binary.weight,
        case=binary.cases,
    )
