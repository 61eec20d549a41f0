"""What 1,000 cases cost: now, at the best threshold, and by the rules that ignore the score."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial

import numpy as np
import pandas as pd
import streamlit as st

from evalcore import costs
from evalcore.costs import Criterion, ExpectedSaving, RuleCost, RuleCosts, ThresholdChoice
from evalcore.decisions import Wish
from evalcore.decisions.wish import COST
from evalcore.figures.costs import bars
from evalcore.support.arrays import FloatArray
from evalcore.views.cost_answers import cost_answer
from evalcore.views.costs import least_cost
from ui.costs import figure as drawn
from ui.costs.setting import CASES, CountedRows, Setting, about_of
from ui.costs.words import promised
from ui.live import carrying, chosen_here, progress, threshold, words
from ui.live.chosen_by import AMOUNTS, By
from ui.session import files, memory
from ui.shared import charts, tables
from ui.shared.numbers import UNDEFINED, count, interval, number, share
from ui.shared.numbers import threshold as shown
from ui.shared.text import _, listed, paragraph, remark, say_in_figure, show_said, show_said_of

MOST_TIED = 8
# For all intervals of held costs together: more would take longer than 0.15 s, before anything is told.
MOST_DRAWN = 20_000_000


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


def least(counted: CountedRows, setting: Setting) -> tuple[float, float]:
    """Return what the cases cost at the best threshold, and that: quickly enough for each step of a handle."""
    return least_cost(drawn.curve(counted), setting.matrix, setting.prevalence, cases=CASES)


def at_conditions(counted: CountedRows, t: float, settings: Sequence[Setting]) -> list[RuleCosts | None]:
    """Return what the cases cost at a threshold and at the best one, as quickly; None where nothing is at stake."""
    best = {i: least(counted, one)[1] for i, one in enumerate(settings)}
    known = {i: at for i, at in best.items() if not math.isnan(at)}
    conditions = [(settings[i].matrix, settings[i].drawn_options["prevalence"]) for i in known]
    # What was found of a threshold by amounts or by case serves all costs, as long as these rows are looked at.
    reaches = memory.memo("reaches", counted.key, make=lambda: costs.Reaches(most=MOST_DRAWN))
    rules = costs.held_rules(counted.drawn_from, t, list(known.values()), conditions, cases=CASES, reaches=reaches)
    found = dict(zip(known, rules, strict=True))
    return [found.get(i) for i in best]


def along_conditions(
    counted: CountedRows, thresholds: FloatArray, settings: Sequence[Setting]
) -> list[tuple[FloatArray, FloatArray, FloatArray]]:
    """Return under each of many settings what thresholds cost, and both ends of that."""
    conditions = [(one.matrix, one.drawn_options["prevalence"]) for one in settings]
    found = costs.held_along(counted.drawn_from, thresholds[:, None], conditions, cases=CASES)
    return list(zip(*(one.T for one in found), strict=True))


def held(counted: CountedRows, t: float, setting: Setting) -> Callable[[float], tuple[RuleCosts, ExpectedSaving]]:
    """Return the rules and what is saved for where a held handle stands: the cost there alone is found anew.

    With the interval of that cost where it is quickly found: of rows that are alone and have no amounts. What the best
    threshold costs on new rows does not depend on where the handle stands; what is saved has no interval.
    """

    @cache
    def at_rest() -> tuple[RuleCosts, ExpectedSaving]:
        saved = saving(counted, t, setting)
        if not costs.new_stands(counted.drawn_from):
            saved = replace(saved, new=math.nan)
        return rules(counted, t, setting), saved

    def at(step: float) -> tuple[RuleCosts, ExpectedSaving]:
        resting, saved = at_rest()
        now = resting.held(counted.drawn_from, step, **setting.drawn_options)
        return now, saved.held(now.current.cost)

    return at


def saving(counted: CountedRows, t: float, setting: Setting) -> ExpectedSaving:
    """Return what the best threshold on these rows saves on new ones, against this one."""

    def make() -> ExpectedSaving:
        wished, rng = by(counted, setting).wish, np.random.default_rng(progress.SEED)
        # Kept for the costs: another threshold does not draw it once more.
        chosen = None if wished is None else partial(chosen_here.found, counted.binary, wished)
        found = costs.expected_saving(counted.drawn_from, t, rng=rng, chosen=chosen, **setting.drawn_options)
        return found.times(CASES)

    return memory.memo("expected saving", counted.key, setting, t, make=make)


def by(counted: CountedRows, setting: Setting) -> By:
    """Return by what the best threshold is chosen."""
    if counted.amounts is not None:
        best = within_reach(counted, drawn.best(counted, setting).threshold)
        return By(kind=AMOUNTS, threshold=best)
    prevalence = setting.drawn_options["prevalence"]
    return By(Wish(COST, costs=setting.matrix, prevalence=prevalence))


def bars_of_rules(counted: CountedRows, t: float | None, *, setting: Setting) -> None:
    """Show what the cases cost by each rule as bars; while a handle is held they wait, dimmed, and stay in sight."""
    if t is None:
        return
    of_rules = rules(counted, t, setting)
    # As many digits as in the answer and the table.
    found, digits = with_bars(counted, of_rules, setting), cost_answer(of_rules).digits
    drawn_rules = [bars.CostBar(name, rule.cost, rule.low, rule.high) for name, rule in found]
    figure = bars.savings_figure(drawn_rules, digits=digits, above=True, say=say_in_figure)
    with st.container(key="rule_bars", gap=None):
        charts.chart(figure, key="savings_chart", alt=bars_alt(counted, t, setting))


def bars_alt(counted: CountedRows, t: float, setting: Setting) -> str:
    """Say to a screen reader what the cases cost by each rule."""
    of_rules = rules(counted, t, setting)
    digits = cost_answer(of_rules).digits
    said = listed(
        _("{name}: {cost}", name=name, cost=number(rule.cost, digits))
        for name, rule in with_bars(counted, of_rules, setting)
    )
    return _("What 1,000 cases cost on these rows: {said}", said=said)


def money(counted: CountedRows, t: float, setting: Setting) -> None:
    """Show what the cases cost by each rule, and how much the present threshold gives away."""
    best, found = drawn.best(counted, setting), rules(counted, t, setting)
    paragraph("**Cost of {n} cases on these rows**, in your unit", n=count(CASES))
    expected = saving(counted, t, setting)
    _each_rule(counted, found, setting, expected)
    if setting.is_known:
        on_new_rows(counted, found, expected)
        _regret(found)
    if found.current.reason is None and not math.isnan(found.current.low):
        remark(
            "The bar below the costs of the answer is that interval; its line ends at what the cheaper rule costs that "
            "looks at no score, or beyond, where the interval does."
        )
    if counted.binary.rows_alone:
        st.caption(
            _("The intervals take the rows as drawn at random, so that the prevalence is estimated, too.")
            if setting.sampled
            else _(
                "The intervals take the prevalence set above as known, and the rows of each class as drawn separately."
            )
        )
    if setting.is_known:
        _normalized(counted, t, setting, best)
        _tied(counted, best)
    show_said(best.reason)


def _regret(found: RuleCosts) -> None:
    said = cost_answer(found)
    remark(
        "Regret, what the present threshold costs more than the best on these rows: {regret}. The 95% intervals "
        "are for thresholds fixed beforehand, so too narrow for the best one.",
        regret=number(said.saved, said.digits),
    )


def named(counted: CountedRows, found: RuleCosts, setting: Setting) -> list[tuple[str, RuleCost]]:
    """Return each rule with its name; where nothing is at stake no threshold is best."""
    never, always = words.rules(counted.binary)
    best = shown(found.best.threshold, counted.written) if setting.is_known else UNDEFINED
    return [
        (_("at t = {t}", t=shown(found.current.threshold, counted.written)), found.current),
        (_("at the best t = {t}", t=best), found.best),
        (never, found.always_negative),
        (always, found.always_positive),
    ]


def with_bars(counted: CountedRows, found: RuleCosts, setting: Setting) -> list[tuple[str, RuleCost]]:
    """Return the rules that are drawn, each with its name: without a best threshold where none is."""
    return [one for one in named(counted, found, setting) if setting.is_known or one[1] is not found.best]


def _each_rule(counted: CountedRows, found: RuleCosts, setting: Setting, expected: ExpectedSaving) -> None:
    """Show all rules as a table, each with its interval; below it why there is none."""
    tables.show(_as_table(counted, found, setting), alt=_title())
    files.offer(
        _in_full(counted, found, setting, expected.new),
        label=_("Table as CSV"),
        name=files.name("costs", counted.binary.model),
    )
    show_said_of(*(rule for _name, rule in named(counted, found, setting)))


def _title() -> str:
    return _("Cost of {n} cases by each rule", n=count(CASES))


def _as_table(counted: CountedRows, found: RuleCosts, setting: Setting) -> pd.DataFrame:
    digits = cost_answer(found).digits
    lines = [
        (name, number(rule.cost, digits), interval(rule.low, rule.high, digits))
        for name, rule in named(counted, found, setting)
    ]
    return pd.DataFrame(lines, columns=[_("rule"), _("cost"), _("95% interval")])


def moving(counted: CountedRows, setting: Setting) -> Mapping[str, Callable[[float], pd.DataFrame]]:
    """Return what makes the table of all rules at any threshold, for a file."""
    best = drawn.best(counted, setting)

    def at(t: float) -> pd.DataFrame:
        options = {**setting.drawn_options, "cases": CASES}
        return _as_table(counted, costs.rule_costs(counted.drawn_from, t, best, **options), setting)

    return {_title(): at}


def _in_full(counted: CountedRows, found: RuleCosts, setting: Setting, new: float = math.nan) -> pd.DataFrame:
    """Return the costs of all rules with all their digits, and of which rows they are."""
    rules = [(name, getattr(found, name)) for name in ("current", "best", "always_negative", "always_positive")]
    lines = [(name, rule.threshold, found.cases, rule.cost, rule.low, rule.high) for name, rule in rules]
    if not setting.is_known:
        # Nothing is at stake, so no threshold is best.
        lines[1] = ("best", math.nan, *lines[1][2:])
    frame = pd.DataFrame(lines, columns=["rule", "threshold", "cases", "cost", "low", "high"])
    # What was chosen on these rows costs more on new ones; of the other rules nobody has chosen.
    of_chosen = {"best": new, "current": _present_on_new_rows(counted, found, setting, new)}
    on_new = [of_chosen.get(name, math.nan) for name, _rule in rules]
    of_t = (counted.binary, found.current.threshold)
    chosen = {**chosen_here.about(*of_t), **carrying.about(*of_t)}
    return frame.assign(on_new_rows=on_new, **about_of(counted), **chosen)


def _present_on_new_rows(counted: CountedRows, found: RuleCosts, setting: Setting, best: float) -> float:
    """Return what the present threshold costs on new rows, where it was chosen on these; else nan."""
    t = found.current.threshold
    one = chosen_here.here(counted.binary, t)
    if one is None or one.moved:
        return math.nan
    if counted.counts.index_of(t) == counted.counts.index_of(found.best.threshold):
        return best
    if one.new is None or counted.amounts is not None:
        return math.nan
    return Criterion(costs=setting.matrix, prevalence=setting.drawn_options["prevalence"]).cost(one.new, cases=CASES)


def on_new_rows(counted: CountedRows, found: RuleCosts, expected: ExpectedSaving) -> None:
    """Say what the best threshold costs on new rows, and what it saves there."""
    if expected.reason is not None:
        show_said(expected.reason)
        return
    said = cost_answer(found, expected)
    if counted.counts.index_of(found.current.threshold) == counted.counts.index_of(found.best.threshold):
        new = number(said.new, said.digits)
        paragraph("The present threshold costs least on these rows; on new ones about **{new}**.", new=new)
        chosen_here.note(counted.binary, found.current.threshold)
        return
    paragraph(
        "The best t = {t} in place of the present one: about **{new}** on new ones. {promised}",
        t=shown(found.best.threshold, counted.written),
        new=number(said.new, said.digits),
        promised=promised(said, expected),
    )
    chosen_here.note(counted.binary, found.current.threshold)


def _normalized(counted: CountedRows, t: float, setting: Setting, best: ThresholdChoice) -> None:
    """Say the same without money."""
    remark(
        "Normalised cost where the weight of misses, P(+)cost, is {x}: {now} with the present threshold, {best} with "
        "the best.",
        x=share(setting.condition),
        now=number(drawn.current(counted, t, setting)),
        best=number(best.normalized_cost),
    )


def _tied(counted: CountedRows, best: ThresholdChoice) -> None:
    """Name the thresholds that are as good, where there are several."""
    if len(best.tied) < 2:
        return
    tied = ", ".join(shown(float(t), counted.written) for t in best.tied[:MOST_TIED])
    if len(best.tied) > MOST_TIED:
        remark("{n} thresholds are equally good: t = {tied}, …", n=count(len(best.tied)), tied=tied)
    else:
        remark("Equally good: t = {tied}.", tied=tied)


def within_reach(counted: CountedRows, t: float) -> float:
    """Return a threshold as sentence and field write it, which decides the same; above all scores in place of +inf."""
    table = counted.written
    return threshold.short(t, table) if math.isfinite(t) else threshold.above_all(table)
