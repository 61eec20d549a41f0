"""The numbers below the cost planes: money now and at best, areas, models, calibration, formulas, names."""

from __future__ import annotations

import math
from itertools import combinations

import numpy as np
import pandas as pd
import streamlit as st

from evalcore import costs, metrics
from evalcore.calibration import calibration
from evalcore.counts import ConfusionMatrix
from evalcore.figures.calibration import decision_figure, reliability_figure
from ui import charts, export, state, threshold
from ui import costs as drawn
from ui.costs import Setting
from ui.curves import asked_progress
from ui.numbers import UNDEFINED, count, interval, number
from ui.numbers import threshold as shown
from ui.state import Binary
from ui.text import N_, _, say

CASES = 1000
SEED = 0
REPLICATES = 500
RULES = {
    "current": N_("at t = {t}"),
    "best": N_("at the best t = {t}"),
    "always_negative": N_("always negative"),
    "always_positive": N_("always positive"),
}
NAMINGS = {
    "textbook": (N_("textbook"), N_("class 0 is the positive one; rows are the truth, columns the prediction")),
    "sklearn": ("scikit-learn", N_("class 1 is the positive one; rows are the truth, columns the prediction")),
    "elkan": ("Elkan", N_("class 1 is the positive one; rows are the prediction, columns the truth")),
}


def money(rows: Binary, t: float, setting: Setting) -> None:
    """Show what 1,000 cases cost: now, at the best threshold, and by the rules that ignore the score."""
    table = state.counts(rows)
    best = costs.best_threshold(table, **setting.options)
    found = costs.rule_costs(table, t, cases=CASES, **setting.options)
    above, below = math.inf, float(table.threshold[-1])
    places = {"current": t, "best": best.threshold, "always_negative": above, "always_positive": below}
    for column, (rule, at) in zip(st.columns(len(RULES)), places.items(), strict=True):
        column.metric(_(RULES[rule], t=_shown(at)), number(getattr(found, rule), 1))
        column.caption(_spread(rows, at, setting) if rule in ("current", "best") else _("does not depend on the rows"))
    st.caption(
        _(
            "Cost of {n} cases in your unit, with 95 % intervals for thresholds fixed beforehand (too narrow for the "
            "best one). Regret, what the present threshold costs more than the best: {regret}.",
            n=CASES,
            regret=number(found.current - found.best, 1),
        )
    )
    if len(best.tied) > 1:
        st.caption(_("Equally good: t = {tied}.", tied=", ".join(_shown(float(v)) for v in best.tied[:8])))
    if best.reason is not None:
        st.caption(say(best.reason))
    at = best.threshold if math.isfinite(best.threshold) else threshold.above_all(table)
    st.button(
        _("Take the best threshold"),
        icon=":material/target:",
        on_click=threshold.take,
        args=(at,),
        key="take_best",
        disabled=math.isnan(best.threshold),
        type="primary",
    )


def _spread(rows: Binary, at: float, setting: Setting) -> str:
    if math.isnan(at):
        return UNDEFINED
    fn, fp, p = setting.cost_fn, setting.cost_fp, setting.prevalence
    found = costs.threshold_cost_interval(state.counts(rows), at, cost_fn=fn, cost_fp=fp, prevalence=p)
    return interval(found.low * CASES, found.high * CASES, 1) if found.reason is None else say(found.reason)


def _shown(value: float) -> str:
    return UNDEFINED if math.isnan(value) else "∞" if math.isinf(value) else shown(value)


def how_sure(rows: Binary, setting: Setting) -> None:
    """Show how far the best threshold itself moves when the rows are drawn again."""
    key = f"best/{rows.key}/{setting}"

    def make() -> costs.BestThresholdInterval:
        with asked_progress(REPLICATES) as told:
            rng = np.random.default_rng(SEED)
            return costs.bootstrap_best_threshold(
                state.counts(rows), n_replicates=REPLICATES, rng=rng, progress=told, **setting.options
            )

    if not st.toggle(_("Resample the rows {n} times", n=REPLICATES), key="best_resampled"):
        return
    found = state.remembered(key, make)
    st.markdown(
        _(
            "Best threshold **{t}**, 95 % interval {low} to {high}. Chosen on these rows, its cost looks about {gain} "
            "per {n} cases better than it is.",
            t=_shown(found.threshold),
            low=_shown(found.low),
            high=_shown(found.high),
            gain=number(found.optimism * CASES, 1),
            n=CASES,
        )
    )
    for word in (found.reason, *found.warnings):
        if word is not None:
            st.caption(say(word))


def worst_case(rows: Binary, setting: Setting) -> None:
    """Ask for a range of conditions and show the threshold whose worst regret in it is smallest."""
    left, right = st.columns(2)
    # The ranges open around the condition that is set, so that it lies inside.
    here = setting.prevalence
    ratio = min(max(setting.cost_fn / setting.cost_fp if setting.cost_fp else 5.0, 0.2), 50.0)
    shares = left.slider(
        _("Prevalence between"), 0.0, 1.0, (here / 2, min(1.0, here * 1.5)), 0.001, key=f"worst_p_{here}"
    )
    ratios = right.slider(
        _("cost(FN) is this many times cost(FP)"), 0.1, 100.0, (ratio / 2, ratio * 2), 0.1, key=f"worst_ratio_{ratio}"
    )
    span = costs.operating_range(shares, ratios)
    found = costs.worst_case_threshold(state.counts(rows), low=span.low, high=span.high)
    if found.reason is not None:
        st.caption(say(found.reason))
        return
    st.markdown(
        _(
            "P(+)cost lies between {low} and {high}. With t = **{t}** the normalised cost is nowhere more than "
            "{regret} above the best possible.",
            low=number(span.low, 3),
            high=number(span.high, 3),
            t=_shown(found.threshold),
            regret=number(found.regret),
        )
    )


def areas(rows: Binary, t: float) -> None:
    """Show the four areas, one for each way to choose the threshold."""
    found = costs.choice_areas(state.counts(rows), t)
    table = [
        (_("fixed: t = {t}", t=shown(t)), found.fixed, _("(FPR + FNR) / 2")),
        (_("score-driven: t = 1 − P(+)cost"), found.score_driven, _("class-balanced Brier score")),
        (_("rate-driven: class-balanced share predicted positive"), found.rate_driven, _("7/12 − AUC / 2")),
        (_("best for each condition"), found.optimal, _("area under the envelope, too good for new rows")),
    ]
    st.dataframe(
        pd.DataFrame(
            [(name, number(value, 6), how) for name, value, how in table],
            columns=[_("threshold"), _("area"), _("equals")],
        ),
        hide_index=True,
        height="content",
        alt=_("Areas under the cost curves"),
    )
    st.caption(
        _(
            "Each is the expected normalised cost when every P(+)cost is equally likely; it is neither money nor the "
            "cost under one condition."
        )
    )
    if found.score_reason is not None:
        st.caption(say(found.score_reason))
    h = costs.h_measure(state.counts(rows))
    st.caption(_("H-measure {h} (Hand and Anagnostopoulos' weights).", h=number(h.h)))
    if h.reason is not None:
        st.caption(say(h.reason))


def compare(models: list[Binary]) -> None:
    """Say where one model is cheaper than another, each with its best threshold."""
    for first, second in combinations(models, 2):
        found = costs.cheaper(drawn.curve(first), drawn.curve(second), names=(first.model, second.model))
        st.markdown(f"- {say(found.message)}")


def decision(rows: Binary, setting: Setting) -> None:
    """Show the decision curve and where the present costs put it."""
    found = costs.decision_curve(state.counts(rows), prevalence=setting.prevalence)
    if found.reason is not None:
        st.caption(say(found.reason))
    stake = setting.cost_fn + setting.cost_fp
    at = setting.cost_fp / stake if stake else math.nan
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
            "At your costs p_t = cost(FP) / (cost(FP) + cost(FN)) = {p}. It runs against P(+)cost: a costly miss means "
            "a low p_t.",
            p=number(at),
        )
    )


def calibrated(rows: Binary, setting: Setting) -> None:
    """Show whether the scores are probabilities, which the threshold from costs alone assumes."""
    found = calibration(state.counts(rows))
    if found.reason is not None:
        st.caption(say(found.reason))
        return
    names = {"x": _("mean score"), "y": _("share of positives"), "perfect": _("perfect calibration")}
    charts.chart(reliability_figure(found, names), key="reliability_chart", alt=_("Reliability diagram"))
    elkan = costs.theoretical_threshold(
        cost_fn=setting.cost_fn,
        cost_fp=setting.cost_fp,
        prevalence=setting.prevalence,
        calibrated_at=drawn.sample_prevalence(rows),
    )
    st.markdown(
        _(
            "Brier score {brier} = reliability {rel} − resolution {res} + uncertainty {unc} + within bins {within}. "
            "Were the scores calibrated on these rows, the best threshold at deployment would be {elkan} (Elkan).",
            brier=number(found.brier),
            rel=number(found.reliability),
            res=number(found.resolution),
            unc=number(found.uncertainty),
            within=number(found.within),
            elkan=number(elkan),
        )
    )


def formulas(cm: ConfusionMatrix, setting: Setting) -> None:
    """Show (2.23) to (2.25) with the live numbers."""
    fn, fp = (count(v).replace(",", "{,}") for v in (cm.fn, cm.fp))
    c_fn, c_fp, p = f"{setting.cost_fn:g}", f"{setting.cost_fp:g}", f"{setting.prevalence:.4f}"
    n = count(cm.n).replace(",", "{,}")
    fnr, fpr = float(metrics.fnr(cm)), float(metrics.fpr(cm))
    error = costs.cost_sensitive_error(cm, cost_fn=setting.cost_fn, cost_fp=setting.cost_fp)
    st.latex(
        rf"E(f;D;cost) = \frac{{\mathrm{{FN}}\cdot cost_{{FN}}+\mathrm{{FP}}\cdot cost_{{FP}}}}{{m}} = "
        rf"\frac{{{fn}\cdot {c_fn}+{fp}\cdot {c_fp}}}{{{n}}} = {number(float(error))}"
    )
    st.latex(
        rf"P(+)cost = \frac{{p\,cost_{{FN}}}}{{p\,cost_{{FN}}+(1-p)\,cost_{{FP}}}} = "
        rf"\frac{{{p}\cdot {c_fn}}}{{{p}\cdot {c_fn}+(1-{p})\cdot {c_fp}}} = {number(setting.condition)}"
    )
    st.caption(_("The first line is about these rows; the others, and the money, about the prevalence at deployment."))
    x = number(setting.condition)
    value = costs.normalized_cost(fpr, fnr, setting.condition) if not math.isnan(setting.condition) else math.nan
    st.latex(
        rf"cost_{{norm}} = \mathrm{{FNR}}\cdot P(+)cost+\mathrm{{FPR}}\cdot(1-P(+)cost) = "
        rf"{number(fnr)}\cdot {x}+{number(fpr)}\cdot(1-{x}) = {number(float(value))}"
    )


def copies(setting: Setting) -> None:
    """Explain P(+)cost as a share of copies: every row counted as often as its mistake costs."""
    weight = (setting.prevalence * setting.cost_fn, (1 - setting.prevalence) * setting.cost_fp)
    st.markdown(
        _(
            "Of 100 cases {pos} are positive and {neg} negative. Copy each positive {fn} times and each negative {fp} "
            "times: of the {all} copies a share of {share} is positive. That share is P(+)cost.",
            pos=f"{100 * setting.prevalence:.4g}",
            neg=f"{100 - 100 * setting.prevalence:.4g}",
            fn=f"{setting.cost_fn:g}",
            fp=f"{setting.cost_fp:g}",
            all=f"{100 * sum(weight):.4g}",
            share=number(setting.condition) if sum(weight) else UNDEFINED,
        )
    )


def naming(setting: Setting) -> None:
    """Show the cost matrix as each source writes it."""
    chosen = st.segmented_control(
        _("Names of the cells"),
        list(NAMINGS),
        default="textbook",
        required=True,
        format_func=lambda key: _(NAMINGS[key][0]),
        key="naming",
        help=_("The same two costs have other indices in other sources."),
    )
    fn, fp = f"{setting.cost_fn:g}", f"{setting.cost_fp:g}"
    tables = {
        "textbook": [["cost_00 = 0", f"cost_01 = {fn}  (FN)"], [f"cost_10 = {fp}  (FP)", "cost_11 = 0"]],
        "sklearn": [["C[0, 0] = 0", f"C[0, 1] = {fp}  (FP)"], [f"C[1, 0] = {fn}  (FN)", "C[1, 1] = 0"]],
        "elkan": [["c(0, 0) = 0", f"c(0, 1) = {fn}  (FN)"], [f"c(1, 0) = {fp}  (FP)", "c(1, 1) = 0"]],
    }
    st.table(pd.DataFrame(tables[chosen or "textbook"]), hide_header=True, hide_index=True)
    st.caption(_(NAMINGS[chosen or "textbook"][1]))


def table_csv(rows: Binary) -> None:
    """Offer the stretches of the envelope as a table."""
    frame = drawn.curve(rows).envelope.to_frame()
    frame.columns = [_("from P(+)cost"), _("to P(+)cost"), _("threshold"), _("cost there"), _("cost at the end")]
    st.dataframe(frame, hide_index=True, alt=_("Stretches of the envelope, each with its threshold"))
    st.download_button(
        _("Table as CSV"),
        export.csv(frame),
        file_name="envelope.csv",
        mime="text/csv",
        icon=":material/download:",
        on_click="ignore",
    )
