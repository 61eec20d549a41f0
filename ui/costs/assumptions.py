"""What choosing a threshold by costs assumes: calibrated scores, and the same costs as a decision curve sees them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from evalcore import costs
from evalcore.calibration import Calibration, calibration
from evalcore.costs import AmountRows
from evalcore.figures.costs.calibration import decision_figure, reliability_figure
from evalcore.predictions import BinaryView
from evalcore.support.rounding import adding_up
from evalcore.views.answers import cost_digits
from ui.costs import figure as drawn
from ui.costs.setting import CASES, CountedRows, Setting, counted_rows, default_prevalence, sample_prevalence
from ui.live import bridge
from ui.session import computed, looked_at, memory
from ui.shared import charts
from ui.shared.numbers import DIGITS, count, interval, number, share, tex
from ui.shared.tex import stacked
from ui.shared.text import _, paragraph, plain, remark, say_in_figure, show_said, show_said_of


def decision(lead: BinaryView, setting: Setting) -> None:
    """Show the decision curve and where the present costs put it."""
    p, p_t = setting.prevalence, _threshold_probability(setting)
    curve = memory.memo(
        "decision curve", lead.key, p, make=lambda: costs.decision_curve(computed.counts(lead), prevalence=p)
    )
    show_said(curve.reason)
    figure = decision_figure(curve, p_t, lead.model, say=say_in_figure)
    charts.chart(figure, key="decision_chart", alt=_("Decision curve"))
    remark(
        "At your costs p_t = (cost(FP) − cost(TN)) / (cost(FP) − cost(TN) + cost(FN) − cost(TP)) = {p}. It runs "
        "against P(+)cost: a costly miss means a low p_t.",
        p=share(p_t),
    )
    if curve.reason is None and p_t < 1:
        _benefit(lead, setting, p_t)
    remark(
        "The best line was chosen on these rows; a bootstrap of a best choice does not settle, so it has no interval."
    )
    if 0 < p_t < 1 and curve.reason is None:
        _bridge(lead, setting, p_t)
    _about_rows(lead, setting)


def _benefit(lead: BinaryView, setting: Setting, p_t: float) -> None:
    """Say what acting from the present threshold probability on is worth, and how sure that is."""
    known = None if setting.prevalence == sample_prevalence(lead) else setting.prevalence
    found = costs.net_benefit_interval(computed.counts(lead), p_t, prevalence=known)
    if math.isnan(found.value):
        return
    paragraph(
        "Net benefit of {model} at your p_t: {benefit} {spread}",
        model=plain(lead.model),
        benefit=number(found.value),
        spread="" if math.isnan(found.low) else interval(found.low, found.high),
    )
    show_said_of(found)


def _about_rows(lead: BinaryView, setting: Setting) -> None:
    """Say what the curve takes the rows for, where the setting is another one."""
    if setting.prevalence != default_prevalence(lead):
        remark(
            "The model acts where its score reaches p_t. Scores calibrated on these rows would first have to be "
            "adjusted to the prevalence at deployment; here they are taken as they are."
        )
    if setting.replaces is not None:
        remark("This curve counts rows, not amounts; your costs are those of the mean amount.")


def _bridge(lead: BinaryView, setting: Setting, p_t: float) -> None:
    """Show that net benefit and normalised cost are two ways of writing one number, at the best threshold."""
    table, p = computed.counts(lead), setting.prevalence
    best = drawn.best(counted_rows(lead, None), setting)
    benefit = float(costs.net_benefit(table, p_t, threshold=best.threshold, prevalence=p))
    written = (
        rf"\mathrm{{NB}} = p - cost_{{norm}}\cdot\frac{{p(1-p_t)+(1-p)p_t}}{{1-p_t}} = {share(p)} - "
        rf"{tex(number(best.normalized_cost))}\cdot\frac{{{share(p)}\cdot(1-{share(p_t)})+(1-{share(p)})\cdot{share(p_t)}}}"
        rf"{{1-{share(p_t)}}} = {tex(number(benefit))}"
    )
    paragraph("At your p_t the line “{line}” is at", line=_("best threshold on these rows"))
    st.latex(stacked(written))


def _threshold_probability(setting: Setting) -> float:
    return costs.theoretical_threshold(**vars(setting.matrix))


def calibrated(lead: BinaryView, setting: Setting) -> None:
    """Show whether the scores are probabilities, which the threshold from costs alone assumes."""
    elkan = costs.theoretical_threshold(**setting.options, calibrated_at=sample_prevalence(lead))
    paragraph(
        "For scores calibrated on these rows, the best threshold at deployment is **{t}** (Elkan).", t=share(elkan)
    )
    if setting.replaces is not None:
        remark("That is for a row of the mean amount.")
    bins = memory.memo("calibration", lead.key, make=partial(_bins, lead))
    show_said(bins.reason)
    if len(bins.score):
        _reliability(lead, bins)


def reliabilities(models: Sequence[BinaryView]) -> None:
    """Show the reliability diagrams of two models beside each other and nothing else, as an audience needs them."""
    for place, model in zip(st.columns(len(models[:2])), models, strict=False):
        bins = memory.memo("calibration", model.key, make=partial(_bins, model))
        figure = reliability_figure(bins, model.model, say=say_in_figure, look=bridge.scene_look())
        with place:
            charts.chart(figure, key=f"reliability_{model.model}", alt=_("Reliability diagram"))


def _bins(model: BinaryView) -> Calibration:
    return calibration(computed.counts(model))


def _reliability(lead: BinaryView, bins: Calibration) -> None:
    """Show the reliability diagram and the parts of the Brier score."""
    sure = computed.of_counts(lead, costs.brier_interval)
    figure = reliability_figure(bins, lead.model, behind=_behind(lead), say=say_in_figure)
    charts.chart(figure, key="reliability_chart", alt=_("Reliability diagram"))
    parts = (bins.reliability, -bins.resolution, bins.uncertainty, bins.within)
    reliability, resolution, uncertainty, within = adding_up(parts, bins.brier, DIGITS)
    paragraph(
        "Brier score {brier} {spread} = reliability {rel} − resolution {res} + uncertainty {unc} + within bins "
        "{within}.",
        brier=number(bins.brier),
        spread=interval(sure.low, sure.high),
        rel=number(reliability),
        res=number(-resolution),
        unc=number(uncertainty),
        within=number(within),
    )
    show_said_of(sure)
    remark(
        "The parts have no interval: reliability and resolution depend on the bins, and few rows in a bin inflate both."
    )


def _behind(lead: BinaryView) -> tuple[str, Calibration] | None:
    """Return the bins of all rows beside the group that is looked at."""
    rest = looked_at.rest(lead)
    if rest is None:
        return None
    bins = memory.memo("calibration", rest.key, make=partial(_bins, rest))
    return _("all other rows"), bins


def row_by_row(counted: CountedRows, setting: Setting) -> None:
    """Show what deciding each row by its own amount costs, which calibrated scores allow."""
    amount = looked_at.predictions().amount
    if counted.amounts is None or amount is None:
        return
    decide = partial(_decided, counted.amounts, amount, setting, counted.binary)
    decided = memory.memo("row by row", counted.key, setting, make=decide).times(CASES)
    digits = cost_digits(decided.cost)
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
