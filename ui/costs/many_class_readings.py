"""What a table of costs makes of the predictions: money, where it comes from, and what another decision saves."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b

import numpy as np
import pandas as pd
import streamlit as st
from numpy.typing import NDArray

from evalcore import costs
from evalcore.counts import ConfusionMatrix, confusion_matrix
from evalcore.errors import InputError, Message
from evalcore.figures.costs.many_classes import cost_parts_figure
from ui.live import bridge
from ui.session import computed, loaded, memory
from ui.shared import charts
from ui.shared import downloads as export
from ui.shared.numbers import count, interval, number, percent
from ui.shared.text import _, plain, say

CASES = 1000
TALL = 12  # a table of more classes has a scroll bar
TERMS = 4
Costs = NDArray[np.float64]


@dataclass(frozen=True)
class Found:
    """What the decisions cost: as predicted, and by expected cost where the scores are probabilities."""

    now: ConfusionMatrix
    cost: costs.LabelCostInterval
    best: ConfusionMatrix | None = None
    best_cost: costs.LabelCostInterval | None = None
    saved: costs.DecisionDifference | None = None
    refused: Message | None = None


def found(table: Costs) -> Found:
    """Return what the decisions cost, computed once for each table of costs."""
    digest = blake2b(table.tobytes(), digest_size=16).hexdigest()
    rows = loaded.current().predictions.digest
    return memory.memo("class costs", rows, loaded.model(), digest, make=lambda: _compute(table))


def _compute(table: Costs) -> Found:
    predictions, now = loaded.current().predictions, computed.all_classes()
    cost = costs.label_cost_interval(now, table)
    if loaded.labels_of(loaded.model()) is not None:
        return Found(now, cost)
    try:
        decided = costs.expected_cost_decision(predictions.scores[loaded.model()], table)
    except InputError as error:
        return Found(now, cost, refused=error.message)
    y_true, weight = predictions.y_true, predictions.weight
    by_code = confusion_matrix(y_true, decided.decision, classes=range(len(table)), sample_weight=weight)
    best = ConfusionMatrix(by_code.table, predictions.classes)
    saved = costs.decision_difference(y_true, decided.most_probable, decided.decision, table, sample_weight=weight)
    return Found(now, cost, best, costs.label_cost_interval(best, table), saved)


def cheap_mistakes(table: Costs) -> None:
    """Say where a mistake costs less than the right decision, which is mostly a slip."""
    gain = table.diagonal()[:, None] - table
    truth, decision = np.unravel_index(int(gain.argmax()), gain.shape)
    if gain[truth, decision] > 0:
        classes = loaded.current().predictions.classes
        st.caption(
            _(
                "Taking {truth} for {decision} costs less than the right decision: by these costs it is better to be "
                "wrong.",
                truth=plain(classes[truth]),
                decision=plain(classes[decision]),
            )
        )


def money(found: Found) -> None:
    """Show what 1,000 cases cost, and what deciding by expected cost saves."""
    first, second, third, fourth = [*st.columns(2), *st.columns(2)] if bridge.is_narrow() else st.columns(4)
    by_score = loaded.labels_of(loaded.model()) is None
    first.metric(_("most probable class") if by_score else _("labels as predicted"), _per_cases(found.cost.cost))
    first.caption(_spread(found.cost))
    if found.best_cost is not None and found.saved is not None:
        second.metric(_("least expected cost"), _per_cases(found.best_cost.cost))
        second.caption(_spread(found.best_cost))
        third.metric(_("saved by it"), _per_cases(found.saved.difference))
        third.caption(_spread(found.saved))
        fourth.metric(_("decided otherwise"), count(found.saved.n_changed))
        total = loaded.current().predictions.n
        fourth.caption(_("{share} of {n} rows", share=percent(found.saved.n_changed / total), n=count(total)))
    said = _(
        "Cost of {n} cases in your unit, with 95 % intervals; the classes are as frequent as in these rows.",
        n=count(CASES),
    )
    if found.saved is not None:
        said += " " + _(
            "Deciding by least expected cost assumes calibrated probabilities; what it saves is compared row by row."
        )
    st.caption(said)
    notes = [each.note for each in (found.cost, found.best_cost) if each is not None]
    for note in dict.fromkeys(say(each) for each in notes if each is not None):
        st.caption(note)
    if found.refused is not None:
        st.caption(_("No decision by expected cost: {reason}", reason=say(found.refused)))
    elif not by_score:
        st.caption(_("This model gives labels, not probabilities, so there is no expected cost to decide by."))


def _per_cases(cost: float) -> str:
    return number(cost * CASES, 1)


def _spread(found: costs.LabelCostInterval | costs.DecisionDifference) -> str:
    return say(found.reason) if found.reason is not None else interval(found.low * CASES, found.high * CASES, 1)


def figures(found: Found, table: Costs) -> None:
    """Show what each cell adds to the cost, for both ways to decide, in the same colours."""
    shown = [("now", _("Where the cost comes from, as predicted now"), found.now)]
    if found.best is not None:
        shown.append(("best", _("Where it comes from when deciding by least expected cost"), found.best))
    parts = [costs.cost_parts(cm, table) * CASES for _name, _title, cm in shown]
    most = max(float(np.abs(each).max()) for each in parts)
    side_by_side = len(shown) > 1 and not bridge.is_narrow()
    places = st.columns(2) if side_by_side else [st.container() for _one in shown]
    for place, (name, title, cm), each in zip(places, shown, parts, strict=True):
        with place:
            st.markdown(f"**{title}**")
            figure = cost_parts_figure(
                each, cm, most=most, actual=_("actual"), decided=_("decision"), rows=_("{n} rows")
            )
            charts.chart(figure, key=f"class_costs_{name}", alt=f"{title}. {_largest(each, cm)}")
    st.caption(_("Each cell is its rows times its cost, for {n} cases: together the cost above.", n=count(CASES)))


def _largest(parts: Costs, cm: ConfusionMatrix) -> str:
    """Name the cell that adds most, for a screen reader."""
    truth, decision = np.unravel_index(int(np.abs(parts).argmax()), parts.shape)
    return _(
        "Most, {cost} of {total}, comes from {truth} taken for {decision}.",
        cost=number(float(parts[truth, decision]), 1),
        total=number(float(parts.sum()), 1),
        truth=cm.classes[truth],
        decision=cm.classes[decision],
    )


def formula(found: Found, table: Costs) -> None:
    """Show the mean cost with its largest terms."""
    n = np.asarray(found.now.table)
    order = np.argsort(-np.abs(n * table), axis=None, kind="stable")
    cells = [place for place in order if n.flat[place] and table.flat[place]]
    terms = [rf"{_latex(float(n.flat[i]))}\cdot {_signed(float(table.flat[i]))}" for i in cells[:TERMS]]
    more = [r"\cdots"] if len(cells) > TERMS else []
    st.latex(
        r"\begin{aligned} \overline{cost} &= \frac{1}{m}\sum_{i,j} n_{ij}\,cost_{ij} \\ "
        rf"&= \frac{{{'+'.join([*terms, *more]) or '0'}}}{{{_latex(found.now.n)}}} = {number(found.cost.cost)}"
        r" \end{aligned}"
    )
    if more:
        st.caption(_("The {n} largest of {all} terms are written out.", n=TERMS, all=count(len(cells))))


def _latex(value: float) -> str:
    return count(value).replace(",", "{,}")


def _signed(cost: float) -> str:
    return f"{cost:g}" if cost >= 0 else f"({cost:g})"


def by_class(found: Found, table: Costs) -> None:
    """Show what a row of each class costs on average, and offer it as CSV."""
    size = np.asarray(found.now.table.sum(axis=1), dtype=np.float64)
    ways = {"now": found.now} | ({"by_expected_cost": found.best} if found.best is not None else {})
    with np.errstate(invalid="ignore"):
        each = {name: (cm.table * table).sum(axis=1) / size for name, cm in ways.items()}
    titles = {"now": _("cost of a row, as predicted now"), "by_expected_cost": _("by least expected cost")}
    classes, file, model = found.now.classes, loaded.current().name, loaded.model()
    st.dataframe(
        pd.DataFrame(
            {
                _("class"): classes,
                _("rows"): [count(n) for n in size],
                **{titles[name]: [number(v, 3) for v in values] for name, values in each.items()},
            }
        ),
        hide_index=True,
        height="content" if len(classes) <= TALL else "auto",
        alt=_("What a row of each class costs"),
    )
    st.caption(_("The costs of single classes describe these rows and have no interval."))
    st.download_button(
        _("Costs by class as CSV"),
        lambda: export.csv(
            pd.DataFrame(
                {
                    "file": file,
                    "model": model,
                    "class": classes,
                    "rows": size,
                    **{f"cost_of_a_row_{name}": values for name, values in each.items()},
                    **{f"part_of_mean_cost_{name}": values * size / size.sum() for name, values in each.items()},
                }
            )
        ),
        file_name="class_costs.csv",
        mime="text/csv",
        icon=":material/download:",
        on_click="ignore",
    )
