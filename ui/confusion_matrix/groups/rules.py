"""A threshold for each group under one rule, on demand: what each rule costs and what it breaks."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from evalcore.costs import CostMatrix
from evalcore.decisions import GroupCounts, GroupThresholds, group_thresholds, impossibility
from evalcore.decisions.group_thresholds import RULES
from evalcore.errors import Message
from evalcore.figures.confusion_matrix.groups import EMPTY
from evalcore.metrics import evaluate
from evalcore.predictions import BinaryView
from ui.session import costs, fields
from ui.session.choices import Choice, register
from ui.shared import tables
from ui.shared.numbers import count, number, price
from ui.shared.numbers import threshold as shown
from ui.shared.text import N_, _, remark, say, show_said

TITLES = {
    "one": N_("one threshold"),
    "recall": N_("equal recall"),
    "fpr": N_("equal false positive rate"),
    "queue_rate": N_("equal share predicted positive"),
    "cost": N_("lowest cost"),
}
_RULE = register(Choice("groups_rule", default="none", options=("none", *RULES)))
CHOICES = (_RULE,)
_NONE = {"none": N_("not shown")}


def show(rows: BinaryView, counts: GroupCounts, t: float) -> None:
    """Ask for a rule; show all rules side by side, the thresholds of that one, and what cannot be equal at once."""
    known = costs.mistakes(rows)
    money = None if known is None else CostMatrix(*known)
    names = {**_NONE, **{rule: title for rule, title in TITLES.items() if rule != "cost" or money is not None}}
    if st.session_state.get(_RULE.key) not in names:
        st.session_state[_RULE.key] = _RULE.default
    rule = fields.pick(_RULE, names, _("Thresholds by group under one rule"))
    costs.write_mistakes(shown=rule != "none")
    if rule == "none":
        return
    found: dict[str, GroupThresholds] = {
        one: group_thresholds(counts, one, threshold=t, costs=money) for one in RULES if one in names
    }
    _compared(found)
    if known is None:
        remark("What mistakes cost is said on the page of costs; until then no rule has a cost.")
    else:
        remark(
            "A miss costs {fn}, a false alarm {fp}, as on the page of costs.", fn=price(known[0]), fp=price(known[1])
        )
    _of_groups(found[rule], counts)
    _cannot(counts, t)


def _compared(found: dict[str, GroupThresholds]) -> None:
    """Show of each rule what all rows get by it, and how far the groups are apart."""
    lines = [
        {
            _("rule"): _(TITLES[rule]),
            _("recall"): number(float(evaluate("recall", one.confusion))),
            _("precision"): number(float(evaluate("precision", one.confusion))),
            _("accuracy"): number(float(evaluate("accuracy", one.confusion))),
            _("cost per row"): number(one.cost),
            _("gap in share predicted positive"): number(one.parity.of("queue_rate").difference),
            _("gap in recall"): number(one.parity.of("recall").difference),
            _("gap in false positive rate"): number(one.parity.of("fpr").difference),
            _("gap in precision"): number(one.parity.of("precision").difference),
        }
        for rule, one in found.items()
    ]
    tables.show(pd.DataFrame(lines), alt=_("What each rule costs and what it breaks"))
    remark(
        "A gap is the largest less the smallest value of the groups. Chosen on these rows, thresholds of small groups "
        "look better than they are; to use them is to treat rows by their group."
    )


def _of_groups(found: GroupThresholds, counts: GroupCounts) -> None:
    """Show the threshold of each group under a rule, with its cells."""
    cells = found.cells
    lines = [
        {
            _("group"): say(EMPTY) if group is None else group,
            "t": shown(float(found.threshold[i]), counts.counts[i]),
            **{name.upper(): count(float(getattr(cells, name)[i])) for name in ("tp", "fn", "fp", "tn")},
            _("cost per row"): number(float(found.cost_of_group[i])),
        }
        for i, group in enumerate(found.names)
    ]
    tables.show(pd.DataFrame(lines), alt=_("The threshold of each group"), height="auto")
    show_said(*found.warnings)


def _cannot(counts: GroupCounts, t: float) -> None:
    """Say with these rows' numbers what cannot be equal at the same time."""
    found = impossibility(counts, t)
    said: Message | None = found.message
    if said is None:
        show_said(found.reason)
        return
    remark("Where the shares of positives differ, precision and both error rates cannot all be equal.")
    show_said(said)
