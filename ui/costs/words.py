"""What the page of costs answers, what a screen reader says of it, an export's caption."""

from __future__ import annotations

import math
from collections.abc import Mapping

from evalcore.costs import ExpectedSaving, RuleCosts, ThresholdChoice
from evalcore.counts import ThresholdCounts
from evalcore.figures.costs.figure import CONDITION
from evalcore.figures.live.motion import THRESHOLD
from evalcore.predictions import BinaryView
from evalcore.views.answers import NO_ENDS, line_end
from evalcore.views.cost_answers import CostAnswer, cost_answer, headline_digits, labels_cost
from ui.costs.setting import CASES, CountedRows, Setting
from ui.live.sentence import between
from ui.live.sentence import held as hold
from ui.live.words import decision, missed
from ui.live.words import rules as rules_without
from ui.shared.numbers import UNDEFINED, count, interval, number, price, share
from ui.shared.numbers import threshold as shown
from ui.shared.text import _, plain, say, sentences

SHOWN_TIMES = 3  # digits that say something of how many times as much a mistake costs


def answer(rules: RuleCosts, saving: ExpectedSaving | None, counted: CountedRows) -> str:
    """Say what the present threshold costs, what the best one does on these rows, and on new ones where that is known.

    Of `saving` without an interval, as while a handle is held, it is not said what is saved: chance alone might do
    that. Without any, as while the costs are held, nothing is said of new rows.
    """
    said, table = cost_answer(rules, saving), counted.counts
    values = _values(rules, said, counted)
    if math.isnan(said.now) or math.isnan(said.best):
        why = rules.current.reason or rules.best.reason
        return _("At t = {t}: — {why}", t=values["t"], why="" if why is None else say(why))
    if is_best(rules, table):
        found = _at_best(values, said, saving)
    else:
        here = _("{start}, {best} here", start=_before(values), best=values["best"])
        is_known = saving is not None and not math.isnan(said.new)
        found = _on_new_rows(here, said) if is_known else _of_these(here, saving)
    return found if saving is None else sentences(found, _outdone(said, counted.binary))


def _outdone(said: CostAnswer, rows: BinaryView) -> str | None:
    """Say that a rule without a look at the score costs less than the best threshold will, where it does."""
    if not said.is_outdone:
        return None
    never, always = rules_without(rows)
    return _(
        "But {rule} costs {cost}.",
        rule=plain(always if said.always else never),
        cost=number(said.without, said.digits),
    )


def _before(values: Mapping[str, str]) -> str:
    """Begin the answer where another threshold is better: what the best one costs comes behind it."""
    return _("At t = {t}, {cases} cost {now}; at the best t = {at}", **values)


def _at_best(values: Mapping[str, str], said: CostAnswer, saving: ExpectedSaving | None) -> str:
    """Say that the present threshold costs least on these rows, and where it is known what it costs on new ones."""
    start = _("At t = {t}, {cases} cost {now}, the least on these rows", **values)
    if saving is None or math.isnan(said.new):
        return _of_these(start, saving)
    return _("{start}; on new rows about **{new}**.", start=start, new=number(said.new, said.digits))


def _of_these(start: str, saving: ExpectedSaving | None) -> str:
    """Say what is known of these rows alone; where that is all there is to know, that of new ones it is not known."""
    is_all = saving is not None and saving.reason is not None
    return _("{start}; on new rows not known.", start=start) if is_all else _("{start}.", start=start)


def _on_new_rows(here: str, said: CostAnswer) -> str:
    """Say what new rows cost at the best threshold, and how much less or more; not that where it has no interval."""
    start = _("{start}; on new rows about {new}", start=here, new=number(said.new, said.digits))
    if said.is_even:
        return _("{start}, as much as now.", start=start)
    value, low, high = said.lost if said.is_loss else (said.expected, said.low, said.high)
    if math.isnan(low):
        return _("{start}.", start=start)
    values = {"start": start, "apart": _apart(value, low, high, said.digits)}
    if low > 0:
        return _("{start}, {apart} more.", **values) if said.is_loss else _("{start}, {apart} less.", **values)
    values["apart"] = values["apart"].replace("**", "")
    if said.is_loss:
        return _("{start}, perhaps {apart} more.", **values)
    return _("{start}, perhaps {apart} less.", **values)


def _apart(value: float, low: float, high: float, digits: int) -> str:
    return between(number(value, digits), low, value, high, most=line_end(low, high), digits=digits, signed=True)


def stake(setting: Setting, rows: BinaryView, *, by_prevalence: bool) -> str | None:
    """Say what the handle of the condition changes, as a number to be taken hold of; None where there is none."""
    if not setting.is_known:
        return None
    if by_prevalence:
        return _("The prevalence at deployment is {p}.", p=hold(share(setting.prevalence), CONDITION))
    if math.isnan(setting.matrix.times):
        return None
    times = hold(_("{n} times", n=price(float(f"{setting.matrix.times:.{SHOWN_TIMES}g}"))), CONDITION)
    values = {"miss": _miss(rows), "times": times}
    if setting.replaces is not None:
        return _("{miss} costs on average {times} a false alarm.", **values)
    if setting.pays_for_right:
        return _("{miss} costs {times} a false alarm, each beyond the right decision.", **values)
    return _("{miss} costs {times} a false alarm.", **values)


def _miss(rows: BinaryView) -> str:
    """Name the missed case of a class, as the subject of a sentence."""
    name = missed(rows)
    return _("A missed {name} case", name=plain(name)) if name else decision(rows, "fn")


def at_condition(setting: Setting, best: tuple[float, float], counted: CountedRows, *, by_prevalence: bool) -> str:
    """Say while its handle is held what the condition is, and what the best threshold costs there.

    It stands until the page has said where the threshold stands: then `at_both` does. Without a best one nothing is at
    stake: the rows have both classes, as where there is a handle to be held.
    """
    cost, threshold = best
    begin = stake(setting, counted.binary, by_prevalence=by_prevalence)
    if math.isnan(cost):
        return sentences(begin, _("At these costs nothing is at stake."))
    least = _(
        "Best on these rows: {best} per {cases} at t = {at}.",
        best=number(cost, headline_digits(cost)),
        cases=_cases(counted),
        at=shown(threshold, counted.written),
    )
    return sentences(begin, least)


def at_both(setting: Setting, rules: RuleCosts | None, counted: CountedRows, *, by_prevalence: bool) -> str:
    """Say while the condition is held what the present threshold costs there; without rules nothing is at stake."""
    begin = stake(setting, counted.binary, by_prevalence=by_prevalence)
    said = _("At these costs nothing is at stake.") if rules is None else answer(rules, None, counted)
    return sentences(begin, said)


def _cases(counted: CountedRows, n: float = CASES) -> str:
    """Say how many rows cost so much: beside a column of cases these are rows, not cases."""
    rows = counted.binary
    return _("{n} cases", n=count(n)) if rows.cases is None else _("{n} rows", n=count(n))


def is_best(rules: RuleCosts, table: ThresholdCounts) -> bool:
    """Tell whether the present threshold decides every row as the best one on these rows does."""
    now, best = table.index_of(rules.current.threshold), table.index_of(rules.best.threshold)
    return bool(now == best)


def _values(rules: RuleCosts, said: CostAnswer, counted: CountedRows) -> dict[str, str]:
    # The interval of a threshold fixed beforehand is too narrow for the best one on these rows.
    table = counted.written
    low, high = NO_ENDS if math.isnan(said.best) or is_best(rules, counted.counts) else said.ends
    return {
        "t": hold(shown(rules.current.threshold, table), THRESHOLD),
        "at": shown(rules.best.threshold, table),
        "now": between(number(said.now, said.digits), low, said.now, high, most=said.most, digits=said.digits),
        "best": number(said.best, said.digits),
        "cases": _cases(counted, rules.cases),
    }


def promised(said: CostAnswer, saving: ExpectedSaving) -> str:
    """Say what is saved on new rows, as far as that is sure: in the answer as in the readings."""
    if math.isnan(said.expected):
        return _("What that saves on new ones: — {why}", why="" if saving.reason is None else say(saving.reason))
    if said.is_even:
        return _(
            "On new ones that costs about the same: what is saved lies in {interval}.",
            interval=interval(said.low, said.high, said.digits),
        )
    if said.is_loss:
        lost, low, high = said.lost
        values = {"lost": number(lost, said.digits), "interval": interval(low, high, said.digits)}
        if low <= 0:
            return _(
                "It is not sure that this saves anything on new ones: they may cost about {lost} more {interval}.",
                **values,
            )
        return _("On new ones that costs about **{lost} more** {interval}.", **values)
    values = {"saved": number(said.expected, said.digits), "interval": interval(said.low, said.high, said.digits)}
    if said.is_sure:
        return _("On new ones that saves about **{saved}** {interval}.", **values)
    return _("On new ones that saves about {saved} {interval}, or costs more.", **values)


def of_labels(rows: BinaryView, setting: Setting) -> str:
    """Say what predicted labels cost, which no threshold moves."""
    prevalence = setting.drawn_options["prevalence"]
    said = labels_cost(rows, setting.matrix, prevalence=prevalence, cases=CASES)
    if math.isnan(said.cost):
        return f"**{plain(rows.model)}**: {UNDEFINED} {'' if said.reason is None else say(said.reason)}"
    return _(
        "**{model}** costs **{cost}** per {n} cases {interval}: its labels leave no threshold to choose",
        model=plain(rows.model),
        cost=number(said.cost, said.digits),
        n=count(CASES),
        interval=interval(said.low, said.high, said.digits),
    )


def alt(
    counted: CountedRows,
    t: float,
    setting: Setting,
    best: ThresholdChoice,
    *,
    now: float = math.nan,
    areas: Mapping[str, float] | None = None,
) -> str:
    """Describe the figure to a screen reader: the condition, both thresholds there, the areas below the envelopes."""
    said = [_planes_alt(counted, t, setting, best)]
    if setting.is_known:
        said.append(_("The present threshold has normalised cost {cost}.", cost=number(now)))
    for model, area in (areas or {}).items():
        said.append(_("{model}: area under the envelope {area}.", model=model, area=number(area)))
    return sentences(*said)


def _planes_alt(counted: CountedRows, t: float, setting: Setting, best: ThresholdChoice) -> str:
    return _(
        "Cost plane and ROC plane at threshold {t} and P(+)cost {x}; the best threshold there is {best}, with "
        "normalised cost {cost}.",
        t=shown(t, counted.written),
        x=share(setting.condition),
        best=shown(best.threshold, counted.written) if setting.is_known else UNDEFINED,
        cost=number(best.normalized_cost),
    )


def condition(setting: Setting, rows: BinaryView) -> str:
    """Say what the fields hold, for where they are not seen: costs and prevalence, without which no cost is explained.

    That right decisions cost something is said only where they do.
    """
    matrix = setting.matrix
    values = {
        "miss": _miss(rows),
        "fn": price(matrix.cost_fn),
        "fp": price(matrix.cost_fp),
        "tp": price(matrix.cost_tp),
        "tn": price(matrix.cost_tn),
        "p": share(setting.prevalence),
    }
    if setting.replaces is not None:
        values[setting.replaces] = _("{cost} on average", cost=values[setting.replaces])
    costs = (
        _("{miss} costs {fn}, a false alarm {fp}, finding a positive {tp}, leaving a negative alone {tn}", **values)
        if setting.pays_for_right
        else _("{miss} costs {fn}, a false alarm {fp}", **values)
    )
    if setting.sampled:
        return _("{costs}, prevalence at deployment {p}, that of these rows", costs=costs, p=values["p"])
    return _("{costs}, prevalence at deployment {p}", costs=costs, p=values["p"])


def caption(setting: Setting, rows: BinaryView, described: str) -> str:
    """Say what an exported figure shows; `described` is its alt text."""
    said = _("{condition}.", condition=condition(setting, rows))
    if setting.replaces is not None:
        by_amount = _(
            "{mistake} costs the amount of its row × {factor}; the average is that of these rows.",
            mistake=_miss(rows) if setting.replaces == "fn" else decision(rows, "fp"),
            factor=price(setting.factor),
        )
        said = sentences(said, by_amount)
    at_first = _("As it stood when it was saved; the handles move on from there:")
    return sentences(said, at_first, described)
