"""The models of a file against each other: differences of their areas, and which curve lies above which."""

from __future__ import annotations

import math
from itertools import combinations
from typing import Final

import numpy as np
import streamlit as st

from evalcore import curves
from evalcore.counts import SourcedView
from evalcore.curves.delong import WEIGHTED
from evalcore.errors import Message
from evalcore.predictions import BinaryView
from evalcore.significance import AucDifferences, auc_differences
from evalcore.significance.results import level_of_each
from ui.live import bridge, progress
from ui.session import computed, memory, source_compared
from ui.shared import numbers, several, tables
from ui.shared.numbers import interval, number
from ui.shared.text import _, in_row, plain, remark, say, sentences, show_said

WARNED = "⚠"
OF_CASES_CURVES: Final = Message(
    "Whether one curve lies above the other everywhere is not said: by case there is no band of their difference."
)
LEVEL = 0.95
# So many pairs stand without scrolling; sentences of more in so many pixels.
MOST_AT_ONCE, SCROLLED = 15, 400


def show(rows: list[BinaryView], every: list[BinaryView]) -> None:
    """Show the differences of models' AUC with DeLong's test, and which curve lies above which.

    Of `every` model some are another one recalibrated, which is said: they are none to compare.
    """
    if alike := [one for one in every if one not in rows]:
        remark(
            "Not compared: {models}. Such a recalibration leaves the order of the rows as it is.",
            models=in_row(plain(one.model) for one in alike),
        )
    if rows[0].weight is not None:
        show_said(WEIGHTED)
    elif (found := differences(rows)) is None:
        show_said(source_compared.why_unknown(rows[0]))
        source_compared.offer_areas(_sourced(rows))
    else:
        _differences(found)
    pairs = list(combinations(rows, 2))
    if rows[0].weight is None and not rows[0].rows_alone:
        st.caption(say(OF_CASES_CURVES))
    with st.container(height="content" if len(pairs) <= MOST_AT_ONCE else SCROLLED):
        for first, second in pairs:
            above = _above(first, second, len(pairs))
            if above is not None:
                st.markdown(f"- {say(above)}")


def _above(first: BinaryView, second: BinaryView, n_pairs: int) -> Message | None:
    """Say which curve lies above, or that they cross, where an interval shows it; that two are one needs none."""
    names = (first.model, second.model)
    same = memory.memo(
        "alike", first.key, second.key, make=lambda: curves.alike(_roc(first), _roc(second), names=names)
    )
    if same is not None:
        return same
    if not first.rows_alone:
        return None  # as said above, rows with weights have no interval, and by case there is none of whole curves
    scores = (computed.score(first), computed.score(second))

    def make() -> Message:
        found = curves.shown_dominance(
            first.y_true,
            *scores,
            names=names,
            rng=np.random.default_rng(progress.SEED),
            confidence_level=level_of_each(LEVEL, n_pairs),
        )
        return found.message

    return memory.memo("shown dominance", first.key, second.key, n_pairs, make=make)


def differences(rows: list[BinaryView]) -> AucDifferences | None:
    """Return the differences of the areas of all pairs of models, by DeLong's test; None of a source not yet asked."""
    if sourced := _sourced(rows):
        return source_compared.differences(sourced)
    scores = {r.model: computed.score(r) for r in rows}
    keys = (one.key for one in rows)
    return memory.memo(
        "AUC differences", *keys, make=lambda: auc_differences(rows[0].y_true, scores, case=rows[0].cases)
    )


def _sourced(rows: list[BinaryView]) -> list[SourcedView]:
    """Return the rows of all models where they stay in a source; none where they are here."""
    return [one for one in rows if isinstance(one, SourcedView)]


def _differences(found: AucDifferences) -> None:
    tables.show(
        {
            _("models"): [f"{a} – {b}" for a, b in found.pairs],
            _("difference of AUC"): [number(t.difference) for t in found.tests],
            _("95% interval"): [interval(t.low, t.high) for t in found.tests],
            _by(found): [pvalue(t.pvalue, t.warnings) for t in found.tests],
            _("p (Holm)"): [pvalue(p, t.warnings) for p, t in zip(found.adjusted, found.tests, strict=True)],
        },
        alt=_("Differences of AUC between models"),
        height="content" if len(found.pairs) <= MOST_AT_ONCE else "auto",
        as_cards=bridge.is_narrow(),
    )
    for warning in dict.fromkeys(say(w) for test in found.tests for w in test.warnings):
        st.caption(f"{WARNED} {warning}")
    remark(
        "Hypothesis: {hypothesis} Assumed: {assumptions}",
        hypothesis=say(found.tests[0].hypothesis),
        assumptions=sentences(*dict.fromkeys(say(a) for test in found.tests for a in test.assumptions)),
    )
    several.show_rule(found.n_tests)
    remark("A p-value above 0.05 does not show that two models are equal; the interval says how far apart they may be.")


def _by(found: AucDifferences) -> str:
    """Return the title of the p-values: with few rows of a class they are not DeLong's."""
    if any(test.method == "obuchowski" for test in found.tests):
        return _("p (Obuchowski, by case)")
    exchanged = any(test.method == "exchange" for test in found.tests)
    return _("p (exchange)") if exchanged else _("p (DeLong)")


def pvalue(p: float, warnings: tuple[Message, ...] = ()) -> str:
    """Write a p-value; one with a warning below the table carries its mark, wherever the cell is copied to."""
    written = numbers.pvalue(p)
    return f"{written} {WARNED}" if warnings and not math.isnan(p) else written


def _roc(rows: BinaryView) -> curves.RocCurve:
    return computed.curve(rows, curves.roc_curve)
