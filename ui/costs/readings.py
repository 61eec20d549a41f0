"""The numbers below the cost planes: money now and at best, how sure, a range of conditions, areas, models."""

from __future__ import annotations

import math
from functools import partial
from itertools import combinations

import numpy as np
import pandas as pd
import streamlit as st

from evalcore import costs, metrics
from evalcore.errors import InputError
from evalcore.figures.costs.bars import RuleCost, savings_figure
from ui.costs import controls as cost_setting
from ui.costs import figure as drawn
from ui.costs.controls import CASES, Priced, Setting, is_known
from ui.live import threshold, words
from ui.live.progress import asked_progress
from ui.session import loaded, memory
from ui.shared import charts
from ui.shared import downloads as export
from ui.shared.numbers import UNDEFINED, count, interval, number, share
from ui.shared.numbers import threshold as shown
from ui.shared.text import _, plain, say

SEED = 0
REPLICATES = 500
MOST_TIED = 8
# Whose mistakes a rule makes.
BY_RULE = {"always_negative": "fn", "always_positive": "fp"}


def money(rows: Priced, t: float, setting: Setting) -> None:
    """Show what 1,000 cases cost: now, at the best threshold, and by the rules that ignore the score."""
    table, best = rows.counts, drawn.best(rows, setting)
    above, below = math.inf, float(table.threshold[-1])
    places = {"current": t, "best": best.threshold, "always_negative": above, "always_positive": below}
    # Where no threshold is best, none is defined, and nothing is compared with the highest one.
    each = costs.threshold_cost(table, [above if math.isnan(at) else at for at in places.values()], **setting.options)
    paid = dict(zip(places, (CASES * each).tolist(), strict=True))
    st.markdown(_("**Cost of {n} cases**, in your unit", n=count(CASES)))
    bars, notes = [], []
    for column, (rule, at) in zip(st.columns(len(places)), places.items(), strict=True):
        name = _rule_name(rows, rule, at)
        column.metric(plain(name) if rule in BY_RULE else name, number(paid[rule], 1))
        # At a known prevalence so is what a rule without a score costs, unless rows have amounts of their own.
        known = rule in BY_RULE and not setting.sampled and setting.replaces != BY_RULE[rule]
        found = None if known or math.isnan(at) else _interval(rows, at, setting)
        column.caption(_("does not depend on the rows: the prevalence is taken as known") if known else _spread(found))
        low, high = (math.nan, math.nan) if found is None else (found.low * CASES, found.high * CASES)
        bars.append(RuleCost(name, paid[rule], low, high))
        notes.append(None if found is None else found.note)
    across = _("cost of 1,000 cases")
    charts.chart(savings_figure(bars, across=across), key="savings_chart", alt=_("What 1,000 cases cost, as bars"))
    for note in dict.fromkeys(say(word) for word in notes if word is not None):
        st.caption(note)
    st.caption(
        _(
            "Regret, what the present threshold costs more than the best: {regret}. The 95 % intervals are for "
            "thresholds fixed beforehand, so too narrow for the best one.",
            regret=number(paid["current"] - paid["best"], 1),
        )
    )
    if is_known(setting):
        cm = table.at(t)
        now = costs.normalized_cost(metrics.fpr(cm), metrics.fnr(cm), setting.condition)
        st.caption(
            _(
                "Normalised cost at P(+)cost {x}: {now} with the present threshold, {best} with the best.",
                x=share(setting.condition),
                now=number(float(now)),
                best=number(best.normalized_cost),
            )
        )
    if len(best.tied) > 1:
        tied = ", ".join(_shown(float(v)) for v in best.tied[:MOST_TIED])
        if len(best.tied) > MOST_TIED:
            st.caption(_("{n} thresholds are equally good: t = {tied}, …", n=count(len(best.tied)), tied=tied))
        else:
            st.caption(_("Equally good: t = {tied}.", tied=tied))
    if best.reason is not None:
        st.caption(say(best.reason))
    at = best.threshold if math.isfinite(best.threshold) else threshold.above_all(table)
    st.button(
        _("Take the best threshold"),
        icon=":material/target:",
        on_click=threshold.take,
        args=(at,),
        key="take_best",
        disabled=math.isnan(best.threshold) or not is_known(setting),
        type="primary",
        help=_("On every page; the threshold's own field shows it."),
    )


def _rule_name(rows: Priced, rule: str, at: float) -> str:
    """Name what a cost is the cost of: a threshold, or the class all rows are put into."""
    if rule in BY_RULE:
        return words.rules(rows.rows)[list(BY_RULE).index(rule)]
    return _("at t = {t}", t=_short(at)) if rule == "current" else _("at the best t = {t}", t=_short(at))


def _interval(rows: Priced, at: float, setting: Setting) -> costs.ThresholdCostInterval:
    return costs.threshold_cost_interval(rows.drawn_from, at, **setting.drawn_options)


def _spread(found: costs.ThresholdCostInterval | None) -> str:
    if found is None:
        return UNDEFINED
    return interval(found.low * CASES, found.high * CASES, 1) if found.reason is None else say(found.reason)


def _short(value: float) -> str:
    """Write a threshold with the digits the figure has."""
    return _shown(float(f"{value:.6g}"))


def _shown(value: float) -> str:
    return UNDEFINED if math.isnan(value) else "∞" if math.isinf(value) else shown(value)


def how_sure(rows: Priced, setting: Setting) -> None:
    """Show how far the best threshold itself moves when the rows are drawn again."""

    def make() -> costs.BestThresholdInterval:
        with asked_progress(REPLICATES) as told:
            rng = np.random.default_rng(SEED)
            return costs.bootstrap_best_threshold(
                rows.drawn_from, n_replicates=REPLICATES, rng=rng, progress=told, **setting.options
            )

    if not st.toggle(
        _("Resample the rows {n} times", n=REPLICATES),
        key="best_resampled",
        help=_("Stratified bootstrap: the best threshold is chosen anew on each resample."),
    ):
        return
    found = memory.memo("best threshold resampled", rows.key, setting, make=make)
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
    more = setting.pays_for_right
    labels = (
        _("Prevalence from"),
        _("to"),
        _("a miss costs from") if not more else _("cost(FN) − cost(TP) from"),
        _("to so many times a false alarm") if not more else _("to so many times cost(FP) − cost(TN)"),
    )
    for column, label, key in zip(st.columns(4), labels, cost_setting.SPAN, strict=True):
        of_prevalence = key.startswith("span_p")
        column.number_input(
            label,
            0.0,
            1.0 if of_prevalence else cost_setting.MOST_TIMES,
            step=0.01 if of_prevalence else 0.5,
            format="%.4g",
            key=key,
            persist_state="session",
            on_change=_shade_anew,
        )
    span = cost_setting.span()
    if isinstance(span, InputError):
        st.caption(say(span.message))
        return
    found = memory.memo(
        "worst case", rows.key, span, make=lambda: costs.worst_case_threshold(rows.counts, low=span.low, high=span.high)
    )
    if found.reason is not None:
        st.caption(say(found.reason))
        return
    st.markdown(
        _(
            "P(+)cost lies between {low} and {high}. With t = **{t}** the normalised cost is nowhere more than "
            "{regret} above the best possible.",
            low=share(span.low),
            high=share(span.high),
            t=_shown(found.threshold),
            regret=number(found.regret),
        )
    )
    st.caption(_("That holds for these rows; it has no interval."))
    at = found.threshold if math.isfinite(found.threshold) else threshold.above_all(rows.counts)
    st.button(
        _("Take this threshold"),
        icon=":material/target:",
        on_click=threshold.take,
        args=(at,),
        key="take_worst_case",
        help=_("On every page; the threshold's own field shows it."),
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
            "cost under one condition. They describe these rows and have no intervals."
        )
    )
    h = memory.memo("H-measure", rows.key, make=lambda: costs.h_measure(rows.counts))
    st.caption(_("H-measure {h} (Hand and Anagnostopoulos' weights), without an interval, too.", h=number(h.h)))
    for word in dict.fromkeys(say(m) for m in (found.reason, found.score_reason, h.reason) if m is not None):
        st.caption(word)


def compare(models: list[Priced]) -> None:
    """Say where one model is cheaper than another, each with its best threshold."""
    for first, second in combinations(models, 2):
        found = memory.memo("cheaper", first.key, second.key, make=partial(_cheaper, first, second))
        st.markdown(f"- {say(found.message)}")
    st.caption(_("A statement about these rows: of two close models, other rows may prefer the other one."))


def _cheaper(first: Priced, second: Priced) -> costs.Cheaper:
    return costs.cheaper(drawn.curve(first), drawn.curve(second), names=(first.rows.model, second.rows.model))


def table_csv(rows: Priced) -> None:
    """Offer the stretches of the envelope as a table."""
    curve = drawn.curve(rows)
    if curve.reason is not None:
        st.caption(say(curve.reason))
    found = curve.envelope.to_frame()
    titles = [_("from P(+)cost"), _("to P(+)cost"), _("threshold"), _("cost there"), _("cost at the end")]
    st.dataframe(
        found.set_axis(titles, axis=1), hide_index=True, alt=_("Stretches of the envelope, each with its threshold")
    )
    now, mine = loaded.current(), rows.rows
    counted = "rows" if rows.amounts is None else f"amounts ({rows.amounts.replaces})"
    st.download_button(
        _("Table as CSV"),
        lambda: export.csv(
            found.assign(file=now.name, model=mine.model, positive_class=mine.positive, counted_by=counted)
        ),
        file_name="envelope.csv",
        mime="text/csv",
        icon=":material/download:",
        on_click="ignore",
    )
