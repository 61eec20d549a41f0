"""What choosing a threshold by costs assumes: calibrated scores, and the same costs as a decision curve sees them."""

from __future__ import annotations

import math

import streamlit as st

from evalcore import costs
from evalcore.calibration import calibration
from evalcore.figures.costs.calibration import decision_figure, reliability_figure
from evalcore.predictions import BinaryView
from ui.costs import controls as cost_setting
from ui.costs import figure as drawn
from ui.costs.controls import CASES, Priced, Setting
from ui.session import computed, loaded, memory
from ui.shared import charts
from ui.shared.numbers import count, interval, number, share, tex
from ui.shared.tex import stacked
from ui.shared.text import _, say


def decision(rows: BinaryView, setting: Setting) -> None:
    """Show the decision curve and where the present costs put it."""
    p = setting.prevalence
    found = memory.memo(
        "decision curve", rows.key, p, make=lambda: costs.decision_curve(computed.counts(rows), prevalence=p)
    )
    if found.reason is not None:
        st.caption(say(found.reason))
    at = _threshold_probability(setting)
    names = {
        "model": rows.model,
        "best": _("best threshold on these rows"),
        "treat_all": _("act always"),
        "treat_none": _("act never"),
        "x": _("threshold probability p_t"),
        "y": _("net benefit"),
    }
    charts.chart(decision_figure(found, at, names), key="decision_chart", alt=_("Decision curve"))
    st.caption(
        _(
            "At your costs p_t = (cost(FP) − cost(TN)) / (cost(FP) − cost(TN) + cost(FN) − cost(TP)) = {p}. It runs "
            "against P(+)cost: a costly miss means a low p_t.",
            p=share(at),
        )
    )
    st.caption(_("The curves describe these rows and have no interval."))
    if 0 < at < 1 and found.reason is None:
        _bridge(rows, setting, at)
    if setting.prevalence != cost_setting.default_prevalence(rows):
        st.caption(
            _(
                "The model acts where its score reaches p_t. Scores calibrated on these rows would first have to be "
                "adjusted to the prevalence at deployment; here they are taken as they are."
            )
        )
    if setting.replaces is not None:
        st.caption(_("This curve counts rows, not amounts; your costs are those of the mean amount."))


def _bridge(rows: BinaryView, setting: Setting, p_t: float) -> None:
    """Show that net benefit and normalised cost are two ways of writing one number, at the best threshold."""
    table, p = computed.counts(rows), setting.prevalence
    best = drawn.best(cost_setting.priced(rows, None), setting)
    benefit = float(costs.net_benefit(table, p_t, threshold=best.threshold, prevalence=p))
    written = (
        rf"\mathrm{{NB}} = p - cost_{{norm}}\cdot\frac{{p(1-p_t)+(1-p)p_t}}{{1-p_t}} = {share(p)} - "
        rf"{tex(number(best.normalized_cost))}\cdot\frac{{{share(p)}\cdot(1-{share(p_t)})+(1-{share(p)})\cdot{share(p_t)}}}"
        rf"{{1-{share(p_t)}}} = {tex(number(benefit))}"
    )
    st.latex(stacked(written))


def _threshold_probability(setting: Setting) -> float:
    return costs.theoretical_threshold(**vars(setting.matrix))


def calibrated(rows: BinaryView, setting: Setting) -> None:
    """Show whether the scores are probabilities, which the threshold from costs alone assumes."""
    elkan = costs.theoretical_threshold(**setting.options, calibrated_at=cost_setting.sample_prevalence(rows))
    st.markdown(
        _("For scores calibrated on these rows, the best threshold at deployment is **{t}** (Elkan).", t=share(elkan))
    )
    if setting.replaces is not None:
        st.caption(_("That is for a row of the mean amount."))
    found = memory.memo("calibration", rows.key, make=lambda: calibration(computed.counts(rows)))
    if found.reason is not None:
        st.caption(say(found.reason))
        return
    if found.interval_reason is not None:
        st.caption(say(found.interval_reason))
    names = {
        "model": rows.model,
        "x": _("mean score"),
        "y": _("share of positives"),
        "perfect": _("perfect calibration"),
    }
    charts.chart(reliability_figure(found, names), key="reliability_chart", alt=_("Reliability diagram"))
    st.markdown(
        _(
            "Brier score {brier} = reliability {rel} − resolution {res} + uncertainty {unc} + within bins {within}.",
            brier=number(found.brier),
            rel=number(found.reliability),
            res=number(found.resolution),
            unc=number(found.uncertainty),
            within=number(found.within),
        )
    )
    st.caption(_("The Brier score and its parts describe these rows and have no interval."))


def row_by_row(rows: Priced, setting: Setting) -> None:
    """Show what deciding each row by its own amount costs, which calibrated scores allow."""
    if rows.amounts is None:
        return
    amount, matrix, p = loaded.current().predictions.amount, setting.matrix, setting.prevalence
    # Only what a mistake costs more than the right decision is decided about; the rest is paid in any case.
    if setting.replaces == "fn":
        of_other, paid = matrix.excess_fp, (1 - p) * matrix.cost_tn
    else:
        of_other, paid = matrix.excess_fn, p * matrix.cost_tp
    found = memory.memo(
        "row by row",
        rows.key,
        setting,
        make=lambda: costs.amount_decision(
            rows.rows.y_true,
            computed.score(rows.rows),
            amount if amount is not None else (),
            replaces=rows.amounts.replaces if rows.amounts is not None else "fn",
            cost_other=of_other,
            factor=setting.factor,
            prevalence=None if setting.sampled else p,
            sample_weight=rows.rows.weight,
        ),
    )
    if math.isnan(found.cost):
        if found.reason is not None:
            st.caption(say(found.reason))
        return
    st.markdown(
        _(
            "Were the scores calibrated, every row could have a threshold of its own, from its own amount: {n} rows "
            "would be called positive, and {cases} cases would cost **{cost}** {spread}.",
            n=count(found.n_positive),
            cases=count(CASES),
            cost=number((found.cost + paid) * CASES, 1),
            spread=interval((found.low + paid) * CASES, (found.high + paid) * CASES, 1),
        )
    )
    for word in (found.reason, found.note):
        if word is not None:
            st.caption(say(word))
