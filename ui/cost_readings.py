"""The numbers below the cost planes: money now and at best, areas, models, calibration, formulas, names."""

from __future__ import annotations

import math
from functools import partial
from itertools import combinations

import numpy as np
import pandas as pd
import streamlit as st

from evalcore import costs, metrics
from evalcore.calibration import calibration
from evalcore.counts import ConfusionMatrix
from evalcore.figures.calibration import decision_figure, reliability_figure
from evalcore.figures.style import signed
from ui import charts, controls, cost_setting, export, state, threshold
from ui import costs as drawn
from ui.cost_setting import Priced, Setting, is_known
from ui.curves import asked_progress
from ui.numbers import UNDEFINED, count, interval, number, tex
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
# Whose mistakes a rule makes.
BY_RULE = {"always_negative": "fn", "always_positive": "fp"}
NAMINGS = {
    "textbook": (N_("textbook"), N_("class 0 is the positive one; rows are the truth, columns the prediction")),
    "sklearn": ("scikit-learn", N_("class 1 is the positive one; rows are the truth, columns the prediction")),
    "elkan": ("Elkan", N_("class 1 is the positive one; rows are the prediction, columns the truth")),
}
# Where the four outcomes stand, and how a cell is written.
PLACES = {
    "textbook": ((("TP", "FN"), ("FP", "TN")), "cost_{}{}"),
    "sklearn": ((("TN", "FP"), ("FN", "TP")), "C[{}, {}]"),
    "elkan": ((("TN", "FN"), ("FP", "TP")), "c({}, {})"),
}


def money(rows: Priced, t: float, setting: Setting) -> None:
    """Show what 1,000 cases cost: now, at the best threshold, and by the rules that ignore the score."""
    table, best = rows.counts, drawn.best(rows, setting)
    above, below = math.inf, float(table.threshold[-1])
    places = {"current": t, "best": best.threshold, "always_negative": above, "always_positive": below}
    # Where no threshold is best, none is defined, and nothing is compared with the highest one.
    each = costs.threshold_cost(table, [above if math.isnan(at) else at for at in places.values()], **setting.options)
    paid = dict(zip(places, (CASES * each).tolist(), strict=True))
    for column, (rule, at) in zip(st.columns(len(RULES)), places.items(), strict=True):
        column.metric(_(RULES[rule], t=_shown(at)), number(paid[rule], 1))
        # What a rule without a score costs is known, unless every row has an amount of its own.
        known = rule in BY_RULE and setting.replaces != BY_RULE[rule]
        column.caption(_("does not depend on the rows") if known else _spread(rows, at, setting))
    st.caption(
        _(
            "Cost of {n} cases in your unit, with 95 % intervals for thresholds fixed beforehand (too narrow for the "
            "best one). Regret, what the present threshold costs more than the best: {regret}.",
            n=count(CASES),
            regret=number(paid["current"] - paid["best"], 1),
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


def _spread(rows: Priced, at: float, setting: Setting) -> str:
    if math.isnan(at):
        return UNDEFINED
    found = costs.threshold_cost_interval(rows.drawn_from, at, **setting.options)
    return interval(found.low * CASES, found.high * CASES, 1) if found.reason is None else say(found.reason)


def _shown(value: float) -> str:
    return UNDEFINED if math.isnan(value) else "∞" if math.isinf(value) else shown(value)


def how_sure(rows: Priced, setting: Setting) -> None:
    """Show how far the best threshold itself moves when the rows are drawn again."""
    key = f"best/{rows.key}/{setting}"

    def make() -> costs.BestThresholdInterval:
        with asked_progress(REPLICATES) as told:
            rng = np.random.default_rng(SEED)
            return costs.bootstrap_best_threshold(
                rows.drawn_from, n_replicates=REPLICATES, rng=rng, progress=told, **setting.options
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
            n=count(CASES),
        )
    )
    for word in (found.reason, *found.warnings):
        if word is not None:
            st.caption(say(word))


def worst_case(rows: Priced, setting: Setting) -> None:
    """Ask for a range of conditions and show the threshold whose worst regret in it is smallest."""
    left, right = st.columns(2)
    # The ranges open around the condition that is set, so that it lies inside.
    (p_key, prevalence), (ratio_key, ratio) = cost_setting.span_keys(setting)
    left.slider(_("Prevalence between"), 0.0, 1.0, prevalence, 0.001, key=p_key, on_change=_shade_anew)
    right.slider(
        _("cost(FN) is this many times cost(FP)"), 0.1, 100.0, ratio, 0.1, key=ratio_key, on_change=_shade_anew
    )
    span = cost_setting.span(setting)
    found = state.remembered(
        f"worst case/{rows.key}/{span}", lambda: costs.worst_case_threshold(rows.counts, low=span.low, high=span.high)
    )
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


def _shade_anew() -> None:
    """Draw the figure again where it shows the range."""
    if st.session_state.get("way_span"):
        threshold.redraw()


def areas(rows: Priced, t: float) -> None:
    """Show the areas, one for each way to choose the threshold."""
    found, cm = drawn.areas(rows), rows.counts.at(t)
    fixed = float(costs.normalized_cost(metrics.fpr(cm), metrics.fnr(cm), 0.5))
    table = [
        (_("fixed: t = {t}", t=shown(t)), fixed, _("(FPR + FNR) / 2")),
        (_("score-driven: t = 1 − P(+)cost"), found.score_driven, _("class-balanced Brier score")),
        (_("rate-driven: class-balanced share predicted positive"), found.rate_driven, _("7/12 − AUC / 2")),
        (_("rate at random, whatever the condition"), found.rate_random, _("3/4 − AUC / 2")),
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
    h = state.remembered(f"H/{rows.key}", lambda: costs.h_measure(rows.counts))
    st.caption(_("H-measure {h} (Hand and Anagnostopoulos' weights).", h=number(h.h)))
    if h.reason is not None:
        st.caption(say(h.reason))


def compare(models: list[Priced]) -> None:
    """Say where one model is cheaper than another, each with its best threshold."""
    for first, second in combinations(models, 2):
        found = state.remembered(f"cheaper/{first.key}/{second.key}", partial(_cheaper, first, second))
        st.markdown(f"- {say(found.message)}")


def _cheaper(first: Priced, second: Priced) -> costs.Cheaper:
    return costs.cheaper(drawn.curve(first), drawn.curve(second), names=(first.rows.model, second.rows.model))


def decision(rows: Binary, setting: Setting) -> None:
    """Show the decision curve and where the present costs put it."""
    p = setting.prevalence
    found = state.remembered(
        f"decision curve/{rows.key}/{p}", lambda: costs.decision_curve(state.counts(rows), prevalence=p)
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
            "At your costs p_t = cost(FP) / (cost(FP) + cost(FN)) = {p}. It runs against P(+)cost: a costly miss means "
            "a low p_t.",
            p=number(at),
        )
    )


def _threshold_probability(setting: Setting) -> float:
    return costs.theoretical_threshold(**vars(setting.matrix))


def calibrated(rows: Binary, setting: Setting) -> None:
    """Show whether the scores are probabilities, which the threshold from costs alone assumes."""
    found = state.remembered(f"calibration/{rows.key}", lambda: calibration(state.counts(rows)))
    if found.reason is not None:
        st.caption(say(found.reason))
        return
    names = {"x": _("mean score"), "y": _("share of positives"), "perfect": _("perfect calibration")}
    charts.chart(reliability_figure(found, names), key="reliability_chart", alt=_("Reliability diagram"))
    elkan = costs.theoretical_threshold(**setting.options, calibrated_at=cost_setting.sample_prevalence(rows))
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


def row_by_row(rows: Priced, setting: Setting) -> None:
    """Show what deciding each row by its own amount costs, which calibrated scores allow."""
    if rows.amounts is None:
        return
    of_other = setting.matrix.cost_fp if setting.replaces == "fn" else setting.matrix.cost_fn
    amount = state.loaded().predictions.amount
    found = state.remembered(
        f"row by row/{rows.key}/{setting}",
        lambda: costs.amount_decision(
            rows.rows.y_true,
            state.score(rows.rows),
            amount if amount is not None else (),
            replaces=rows.amounts.replaces if rows.amounts is not None else "fn",
            cost_other=of_other,
            factor=setting.factor,
            prevalence=setting.prevalence,
            sample_weight=rows.rows.weight,
        ),
    )
    if math.isnan(found.cost):
        if found.reason is not None:
            st.caption(say(found.reason))
        return
    st.markdown(
        _(
            "Were the scores calibrated, every row could have a threshold of its own, cost(FP) / (cost(FP) + cost(FN)) "
            "with its own amount: {n} rows would be called positive, and {cases} cases would cost **{cost}** {spread}.",
            n=count(found.n_positive),
            cases=count(CASES),
            cost=number(found.cost * CASES, 1),
            spread=interval(found.low * CASES, found.high * CASES, 1),
        )
    )


def formulas(rows: Priced, t: float, setting: Setting) -> None:
    """Show (2.23) to (2.25) with the live numbers."""
    cm, matrix = rows.counts.at(t), setting.matrix
    fnr, fpr = float(metrics.fnr(cm)), float(metrics.fpr(cm))
    here = cost_setting.sample_prevalence(rows.rows)
    error = costs.expected_cost(fpr, fnr, prevalence=here, **vars(matrix))
    letters, numbers = zip(*_paid(cm, setting), strict=True)
    st.latex(
        rf"E(f;D;cost) = \frac{{{'+'.join(letters)}}}{{m}} = \frac{{{'+'.join(numbers)}}}{{{tex(count(cm.n))}}} = "
        rf"{tex(number(float(error)))}"
    )
    p = f"{setting.prevalence:.4f}"
    c_fn, c_fp = tex(_cost(matrix.excess_fn)), tex(_cost(matrix.excess_fp))
    x = tex(number(setting.condition))
    of_fn, of_fp = ("cost_{FN}", "cost_{FP}")
    if setting.pays_for_right:
        of_fn, of_fp = "(cost_{FN}-cost_{TP})", "(cost_{FP}-cost_{TN})"
    st.latex(
        rf"P(+)cost = \frac{{p\,{of_fn}}}{{p\,{of_fn}+(1-p)\,{of_fp}}} = "
        rf"\frac{{{p}\cdot {c_fn}}}{{{p}\cdot {c_fn}+(1-{p})\cdot {c_fp}}} = {x}"
    )
    st.caption(_("The first line is about these rows; the others, and the money, about the prevalence at deployment."))
    value = costs.normalized_cost(fpr, fnr, setting.condition) if is_known(setting) else math.nan
    st.latex(
        rf"cost_{{norm}} = \mathrm{{FNR}}\cdot P(+)cost+\mathrm{{FPR}}\cdot(1-P(+)cost) = "
        rf"{tex(number(fnr))}\cdot {x}+{tex(number(fpr))}\cdot(1-{x}) = {tex(number(float(value)))}"
    )
    if setting.replaces is not None:
        st.caption(
            _(
                "a is the amount of a row and c what a unit of it counts for: cost({cell}) is c times the mean amount, "
                "and {rate} the share of the amount that is lost.",
                cell=setting.replaces.upper(),
                rate="FNR" if setting.replaces == "fn" else "FPR",
            )
        )


def _paid(cm: ConfusionMatrix, setting: Setting) -> list[tuple[str, str]]:
    """Return the parts of a cost that are paid, in letters and in numbers."""
    found = []
    for name in ("fn", "fp", "tp", "tn"):
        of, cost = name.upper(), getattr(setting.matrix, f"cost_{name}")
        cell = float(getattr(cm, name))
        if name == setting.replaces:
            letters = rf"c\sum_{{\mathrm{{{of}}}}} a"
            found.append((letters, rf"{tex(_cost(setting.factor))}\cdot {tex(count(cell * setting.mean))}"))
        elif cost or name in ("fn", "fp"):
            written = tex(_cost(cost))
            found.append(
                (
                    rf"\mathrm{{{of}}}\cdot cost_{{{of}}}",
                    rf"{tex(count(cell))}\cdot {written if cost >= 0 else f'({written})'}",
                )
            )
    return found


def _cost(value: float) -> str:
    return signed(f"{value:,.6g}")


def copies(setting: Setting) -> None:
    """Explain P(+)cost as a share of copies: every row counted as often as its mistake costs."""
    of_fn, of_fp = setting.matrix.excess_fn, setting.matrix.excess_fp
    weight = (setting.prevalence * of_fn, (1 - setting.prevalence) * of_fp)
    st.markdown(
        _(
            "Of 100 cases {pos} are positive and {neg} negative. Copy each positive {fn} times and each negative {fp} "
            "times: of the {all} copies a share of {share} is positive. That share is P(+)cost.",
            pos=f"{100 * setting.prevalence:.4g}",
            neg=f"{100 - 100 * setting.prevalence:.4g}",
            fn=f"{of_fn:g}",
            fp=f"{of_fp:g}",
            all=f"{100 * sum(weight):.4g}",
            share=number(setting.condition) if sum(weight) else UNDEFINED,
        )
    )


def naming(setting: Setting) -> None:
    """Show the cost matrix as each source writes it."""
    source = controls.choice(
        _("Names of the cells"),
        {key: name for key, (name, _said) in NAMINGS.items()},
        key="naming",
        help=_("The same costs have other indices in other sources."),
    )
    sides, pattern = PLACES[source]
    cells = [
        [
            f"{pattern.format(i, j)} = {_cost(getattr(setting.matrix, f'cost_{side.lower()}'))}  ({side})"
            for j, side in enumerate(row)
        ]
        for i, row in enumerate(sides)
    ]
    st.table(pd.DataFrame(cells), hide_header=True, hide_index=True)
    st.caption(_(NAMINGS[source][1]))


def table_csv(rows: Priced) -> None:
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
