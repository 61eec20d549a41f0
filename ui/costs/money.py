"""What 1,000 cases cost: now, at the best threshold, and by the rules that ignore the score."""

from __future__ import annotations

import math

import streamlit as st

from evalcore import costs, metrics
from evalcore.costs import RuleCosts, ThresholdChoice
from evalcore.figures.costs import bars
from ui.costs import figure as drawn
from ui.costs.setting import CASES, CountedRows, Setting
from ui.live import threshold, words
from ui.session import memory
from ui.shared import cards, charts
from ui.shared.numbers import UNDEFINED, count, interval, number, share
from ui.shared.numbers import threshold as shown
from ui.shared.text import _, plain, say

MOST_TIED = 8


def rules(counted: CountedRows, t: float, setting: Setting) -> RuleCosts:
    """Return what the cases cost at a threshold, at the best one, and by the rules that ignore the score."""
    best = drawn.best(counted, setting)
    return memory.memo(
        "rule costs",
        counted.key,
        setting,
        t,
        make=lambda: costs.rule_costs(counted.drawn_from, t, best, **setting.drawn_options, cases=CASES),
    )


def money(counted: CountedRows, t: float, setting: Setting) -> None:
    """Show what the cases cost by each rule, and how much the present threshold gives away."""
    best, found = drawn.best(counted, setting), rules(counted, t, setting)
    st.markdown(_("**Cost of {n} cases**, in your unit", n=count(CASES)))
    _each_rule(counted, found, setting)
    st.caption(
        _(
            "Regret, what the present threshold costs more than the best: {regret}. The 95 % intervals are for "
            "thresholds fixed beforehand, so too narrow for the best one.",
            regret=number(found.regret, 1),
        )
    )
    if setting.is_known:
        _normalized(counted, t, setting, best)
    _tied(best)
    if best.reason is not None:
        st.caption(say(best.reason))


def _each_rule(counted: CountedRows, rules: RuleCosts, setting: Setting) -> None:
    """Show the condition, a card for each rule, and all as bars."""
    never, always = words.rules(counted.binary)
    now = _("at t = {t}", t=written(short(rules.current.threshold)))
    at_best = _("at the best t = {t}", t=written(short(rules.best.threshold)))
    found = [
        (now, now, rules.current),
        (at_best, at_best, rules.best),
        (never, plain(never), rules.always_negative),
        (always, plain(always), rules.always_positive),
    ]
    first, *columns = st.columns([0.8, *(1 for _card in found)])
    with first:
        cards.card(
            _("P(+)cost"),
            share(setting.condition),
            meaning=_("Share of what is at stake that lies in the positives, equation (2.24)."),
        )
    for column, (_name, label, rule) in zip(columns, found, strict=True):
        with column:
            spread = interval(rule.low, rule.high, 1) if rule.reason is None else say(rule.reason)
            cards.card(label, number(rule.cost, 1), spread)
    drawn_rules = [bars.CostBar(name, rule.cost, rule.low, rule.high) for name, _label, rule in found]
    figure = bars.savings_figure(drawn_rules, across=_("cost of 1,000 cases"))
    charts.chart(figure, key="savings_chart", alt=_("What 1,000 cases cost, as bars"))
    for note in dict.fromkeys(say(rule.note) for _name, _label, rule in found if rule.note is not None):
        st.caption(note)


def _normalized(counted: CountedRows, t: float, setting: Setting, best: ThresholdChoice) -> None:
    """Say the same without money."""
    cm = counted.counts.at(t)
    now = costs.normalized_cost(metrics.fpr(cm), metrics.fnr(cm), setting.condition)
    st.caption(
        _(
            "Normalised cost at P(+)cost {x}: {now} with the present threshold, {best} with the best.",
            x=share(setting.condition),
            now=number(float(now)),
            best=number(best.normalized_cost),
        )
    )


def _tied(best: ThresholdChoice) -> None:
    """Name the thresholds that are as good, where there are several."""
    if len(best.tied) < 2:
        return
    tied = ", ".join(written(float(t)) for t in best.tied[:MOST_TIED])
    if len(best.tied) > MOST_TIED:
        st.caption(_("{n} thresholds are equally good: t = {tied}, …", n=count(len(best.tied)), tied=tied))
    else:
        st.caption(_("Equally good: t = {tied}.", tied=tied))


def within_reach(counted: CountedRows, t: float) -> float:
    """Return a threshold as its field takes it: one above all scores in place of +inf, or of none."""
    return t if math.isfinite(t) else threshold.above_all(counted.counts)


def short(t: float) -> float:
    """Return a threshold with the digits the figure has."""
    return float(f"{t:.6g}")


def written(t: float) -> str:
    """Write a threshold; +inf calls nothing positive, and nan is none."""
    return UNDEFINED if math.isnan(t) else "∞" if math.isinf(t) else shown(t)
