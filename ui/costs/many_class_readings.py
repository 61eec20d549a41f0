"""What a table of costs makes of the predictions: money, where it comes from, and what another decision saves."""

from __future__ import annotations

import math
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st
from numpy.typing import NDArray

from evalcore import costs
from evalcore.counts import ConfusionMatrix, confusion_matrix
from evalcore.errors import InputError, Message
from evalcore.figures.costs.many_classes import cost_parts_figure
from evalcore.intervals import Estimate
from evalcore.views.cost_answers import cost_digits
from ui.costs.setting import CASES
from ui.live import bridge
from ui.session import computed, files, loaded, looked_at, memory
from ui.session.loaded import LABELS
from ui.shared import cards, charts, tables
from ui.shared.numbers import count, interval, number, percent, tex
from ui.shared.text import _, plain, remark, said_of, say, say_in_figure, sentences, show_said

TALL = 12  # a table of more classes has a scroll bar
TERMS = 4
Costs = NDArray[np.float64]


@dataclass(frozen=True)
class Decisions:
    """What the decisions cost: as predicted, and by expected cost where the scores are probabilities."""

    now: ConfusionMatrix
    cost: costs.CostInterval
    best: ConfusionMatrix | None = None
    best_cost: costs.CostInterval | None = None
    saved: costs.CostDifference | None = None
    refused: Message | None = None

    @property
    def ways(self) -> dict[str, ConfusionMatrix]:
        """Both ways to decide, or the one there is."""
        return {"now": self.now} if self.best is None else {"now": self.now, "by_expected_cost": self.best}


def decisions(table: Costs) -> Decisions:
    """Return what the decisions cost, computed once for each table of costs."""
    digest = blake2b(table.tobytes(), digest_size=16).hexdigest()
    parts = (looked_at.predictions().digest, loaded.model(), digest)
    return memory.memo("class costs", *parts, make=lambda: _decide(table))


def _decide(table: Costs) -> Decisions:
    """Compare the decisions as predicted with those by expected cost; labels and mere scores have none of these."""
    predictions, now = looked_at.predictions(), computed.all_classes()
    cost = costs.label_cost_interval(now, table).times(CASES)
    if not _has_scores():
        return Decisions(now, cost)
    try:
        decided = costs.expected_cost_decision(predictions.scores[loaded.model()], table)
    except InputError as error:
        return Decisions(now, cost, refused=error.message)
    y_true, weight = predictions.y_true, predictions.weight
    case = None if predictions.cases is None else predictions.cases.several
    by_code = confusion_matrix(y_true, decided.decision, classes=range(len(table)), sample_weight=weight, case=case)
    best = ConfusionMatrix(by_code.table, predictions.classes).with_rows(by_code.rows)
    best_cost = costs.label_cost_interval(best, table).times(CASES)
    saved = costs.decision_difference(
        y_true, decided.most_probable, decided.decision, table, sample_weight=weight, case=case
    )
    return Decisions(now, cost, best, best_cost, saved.times(CASES))


def _has_scores() -> bool:
    return not loaded.model().endswith(LABELS)


def cheap_mistakes(table: Costs) -> None:
    """Say where a mistake costs less than the right decision, which is mostly a slip."""
    cheapest = costs.cheapest_mistake(table)
    if cheapest is None:
        return
    truth, decision = (plain(looked_at.predictions().classes[place]) for place in cheapest)
    remark(
        "Taking {truth} for {decision} costs less than the right decision: by these costs it is better to be wrong.",
        truth=truth,
        decision=decision,
    )


def money(decided: Decisions) -> None:
    """Show what 1,000 cases cost, and what deciding by expected cost saves."""
    digits = cost_digits(decided.cost.cost)
    first, *others = [*st.columns(2), *st.columns(2)] if bridge.is_narrow() else st.columns(4)
    with first:
        decided_by = _("most probable class") if _has_scores() else _("labels as predicted")
        cards.card(decided_by, number(decided.cost.cost, digits), _spread(decided.cost, digits))
    if decided.best_cost is not None and decided.saved is not None:
        _saved(others, decided.best_cost, decided.saved, digits)
    said = _(
        "Cost of {n} cases in your unit, with 95% intervals, which take the rows as drawn at random; the classes are "
        "as frequent as in these rows.",
        n=count(CASES),
    )
    if decided.saved is not None:
        assumed = _(
            "Deciding by least expected cost assumes calibrated probabilities; what it saves is compared row by row."
        )
        said = sentences(said, assumed)
    st.caption(said)
    _notes(decided)


def _saved(columns: list[Any], cost: costs.CostInterval, saved: costs.CostDifference, digits: int) -> None:
    """Show what deciding by expected cost costs, saves and changes."""
    second, third, fourth = columns
    with second:
        cards.card(_("least expected cost"), number(cost.cost, digits), _spread(cost, digits))
    with third:
        cards.card(_("saved by it"), number(saved.difference, digits), _spread(saved, digits))
    with fourth:
        changed = _("{share} of {n} rows", share=percent(saved.share_apart), n=count(saved.n))
        cards.card(_("decided otherwise"), count(saved.n_apart), changed)


def _notes(decided: Decisions) -> None:
    """Say what makes an interval too narrow, and why there is no decision by expected cost."""
    each = [one for one in (decided.cost, decided.best_cost, decided.saved) if one is not None]
    show_said(*(warning for one in each for warning in one.warnings))
    if decided.refused is not None:
        remark("No decision by expected cost: {reason}", reason=say(decided.refused))
    elif not _has_scores():
        remark("This model gives labels, not probabilities, so there is no expected cost to decide by.")


def _spread(cost: Estimate, digits: int) -> str:
    return say(cost.reason) if cost.reason is not None else interval(cost.low, cost.high, digits)


def figures(decided: Decisions, table: Costs) -> None:
    """Show what each cell adds to the cost, for both ways to decide, in the same colours."""
    titles = (
        _("Where the cost comes from, as predicted now"),
        _("Where it comes from when deciding by least expected cost"),
    )
    parts = [costs.cost_parts(cm, table, cases=CASES) for cm in decided.ways.values()]
    most = max(each.most for each in parts)
    side_by_side = len(parts) > 1 and not bridge.is_narrow()
    places = st.columns(2) if side_by_side else [st.container() for _one in parts]
    drawn = zip(places, ("now", "best"), titles, decided.ways.values(), parts, strict=False)
    for place, name, title, cm, each in drawn:
        with place:
            st.markdown(f"**{title}**")
            figure = cost_parts_figure(each.table, cm, most=most, say=say_in_figure)
            charts.chart(figure, key=f"class_costs_{name}", alt=f"{title}. {_largest(each, cm)}")
    remark("Each cell is its rows times its cost, for {n} cases: together the cost above.", n=count(CASES))


def _largest(parts: costs.CostParts, cm: ConfusionMatrix) -> str:
    """Name the cell that adds most, for a screen reader."""
    truth, decision = parts.largest
    digits = cost_digits(parts.total)
    return _(
        "Most, {cost} of {total}, comes from {truth} taken for {decision}.",
        cost=number(float(parts.table[parts.largest]), digits),
        total=number(parts.total, digits),
        truth=cm.classes[truth],
        decision=cm.classes[decision],
    )


def formula(decided: Decisions, table: Costs) -> None:
    """Show the mean cost with its largest terms."""
    terms = costs.cost_terms(decided.now, table)
    written = [rf"{tex(count(n))}\cdot {_signed(cost)}" for n, cost in terms[:TERMS]]
    more = [r"\cdots"] if len(terms) > TERMS else []
    mean = costs.label_cost(decided.now, table).cost
    st.latex(
        r"\begin{aligned} \overline{cost} &= \frac{1}{m}\sum_{i,j} n_{ij}\,cost_{ij} \\ "
        rf"&= \frac{{{'+'.join([*written, *more]) or '0'}}}{{{tex(count(decided.now.n))}}} = {number(mean)}"
        r" \end{aligned}"
    )
    if more:
        remark("The {n} largest of {all} terms are written out.", n=TERMS, all=count(len(terms)))


def _signed(cost: float) -> str:
    return f"{cost:g}" if cost >= 0 else f"({cost:g})"


def by_class(decided: Decisions, table: Costs) -> None:
    """Show what a row of each class costs on average, and offer it as CSV."""
    each = {way: costs.class_costs(cm, table) for way, cm in decided.ways.items()}
    sure = {way: costs.class_cost_intervals(cm, table) for way, cm in decided.ways.items()}
    titles = {"now": _("cost of a row, as predicted now"), "by_expected_cost": _("by least expected cost")}
    classes = decided.now.classes
    columns = {
        _("class"): list(classes),
        _("rows"): [count(n) for n in each["now"].size],
        **{titles[way]: [_with_interval(one) for one in found] for way, found in sure.items()},
    }
    tables.show(
        pd.DataFrame(columns),
        height="content" if len(classes) <= TALL else "auto",
        alt=_("What a row of each class costs"),
    )
    for why in said_of(*sure["now"]):
        remark("Costs of single classes: {why}", why=why)
    _csv(classes, each, sure)


def _with_interval(found: costs.CostInterval) -> str:
    """Write a cost with its interval."""
    value = number(found.cost)
    return value if math.isnan(found.low) else f"{value} {interval(found.low, found.high)}"


def _csv(
    classes: tuple[str, ...],
    each: dict[str, costs.ClassCosts],
    sure: dict[str, tuple[costs.CostInterval, ...]],
) -> None:
    """Offer the costs of the classes as CSV."""
    frame = pd.DataFrame(
        {
            "file": loaded.current().name,
            "model": loaded.model(),
            "class": classes,
            "rows": each["now"].size,
            **{f"cost_of_a_row_{way}": one.cost for way, one in each.items()},
            **{
                f"cost_of_a_row_{way}_{end}": [getattr(one, end) for one in found]
                for way, found in sure.items()
                for end in ("low", "high")
            },
            **{f"part_of_mean_cost_{way}": one.part for way, one in each.items()},
        }
    )
    files.offer(frame, label=_("Costs by class as CSV"), name="class_costs")
