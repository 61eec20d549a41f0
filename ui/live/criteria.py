"""Thresholds by a criterion: where a metric is best on these rows, alone or with another one held."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final

import numpy as np
import streamlit as st

from evalcore.costs import Criterion
from evalcore.counts import SourcedView
from evalcore.metrics import METRICS, BestThresholds, evaluate
from evalcore.predictions import BinaryView
from evalcore.views.threshold import none_positive
from ui.live import chosen_here, threshold
from ui.session import computed
from ui.shared import controls
from ui.shared.numbers import count, number
from ui.shared.numbers import threshold as shown
from ui.shared.text import _, remark, say

# What can be held, and what is then made as large as it can be.
HELD: Final[Mapping[str, str]] = {"recall": "precision", "precision": "recall", "specificity": "recall"}
_HELD, _AT_LEAST = "criterion_held", "criterion_at_least"


def show(rows: BinaryView) -> None:
    """Offer thresholds by a criterion, out of sight and not computed until they are asked for."""
    box = st.popover(_("Choose by a criterion"), icon=":material/target:", key="criteria", on_change="rerun")
    if box.open:
        with box:
            with st.container(key="guessed_best"):
                for name, found in computed.best(rows).items():
                    _offer(rows, Criterion(name), found, key=f"take_{name}")
            _held(rows)
            if isinstance(rows, SourcedView):
                remark("Best of the {n} thresholds at which the counts are exact.", n=count(rows.grouped.n_thresholds))
            remark(
                "Best on these rows is too good to be true for new ones: report it on rows that were not used to "
                "choose it."
            )


def _offer(rows: BinaryView, criterion: Criterion, found: BestThresholds, *, key: str) -> None:
    """Offer a threshold at which a metric is best; of several the highest, or where the one held is largest."""
    name, held = criterion.metric, criterion.held
    if found.reason is not None:
        st.caption(f"{_title(held or name)}: {say(found.reason)}")
        return
    table, taken, beside = computed.counts(rows), 0, ""
    tie = _("{n} thresholds tie; the highest is taken.", n=found.threshold.size)
    if held is not None:
        there = evaluate(held, table.cells(found.index))
        taken = int(np.argmax(there))
        beside = f" · {_title(held)} {number(there[taken])}"
        tie = _("{n} thresholds tie; the one with the most {held} is taken.", n=found.threshold.size, held=_title(held))
    best = float(found.threshold[taken])
    # +inf, where nothing is predicted positive, is shown as the readable number above every score.
    at = best if math.isfinite(best) else none_positive(table)
    label = _("{metric} is best at {t} ({value})", metric=_title(name), t=shown(at, table), value=number(found.value))
    wish = chosen_here.Wish(criterion)
    st.button(label + beside, key=key, on_click=threshold.choose, args=(at, rows.key, wish), width="stretch")
    st.caption(chosen_here.expected(chosen_here.found(rows, criterion), criterion))
    if found.threshold.size > 1:
        st.caption(tie)


def _held(rows: BinaryView) -> None:
    """Ask which metric must be at least how much, and offer where another is best then."""
    with st.container(horizontal=True, gap="xsmall", vertical_alignment="bottom"):
        controls.seed(_HELD, next(iter(HELD)))
        held = st.selectbox(
            _("Hold"),
            list(HELD),
            format_func=_title,
            key=_HELD,
            persist_state="session",
            width=180,
            help=_("Of the thresholds at which this is at least so much, the best one for the other is offered."),
        )
        controls.seed(_AT_LEAST, 0.9)
        at_least = st.number_input(
            _("at least"),
            min_value=0.0,
            max_value=1.0,
            step=0.01,
            format="%.4g",
            key=_AT_LEAST,
            persist_state="session",
            width=130,
        )
    other = HELD[held]
    criterion = Criterion(other, held=held, at_least=float(at_least))
    with st.container(key="guessed_held"):
        _offer(rows, criterion, computed.best_where(rows, other, held, float(at_least)), key="take_held")
    remark("What just holds on these rows is often missed on new ones.")


def _title(name: str) -> str:
    return say(METRICS[name].title)
