"""Several models on the same rows: their measures, and every difference with its interval."""

from __future__ import annotations

from typing import Final

import numpy as np
import streamlit as st

from evalcore.figures.regression.numbers import written
from evalcore.regression import Metric, PairedDifferences, PredictionTable, paired_differences
from ui.live.progress import SEED
from ui.regression.errors_words import METRICS
from ui.session import fields, memory
from ui.session.choices import Choice, register
from ui.shared import tables
from ui.shared.numbers import UNDEFINED, count
from ui.shared.text import _, in_row, plain, remark, say, show_said

METRIC: Final = register(Choice("re_metric", default="mse", options=tuple(METRICS), stays=True))
REPLICATES: Final = 2_000


def show(table: PredictionTable) -> None:
    """Show the measure of each model, and all pairs."""
    asked = _("By which measure models are compared.")
    metric = fields.pick(METRIC, METRICS, _("Measure"), asked)
    found = memory.memo("paired differences", table.key, metric, make=lambda: _differences(table, metric))
    tables.show(
        {_("model"): list(found.names), _(METRICS[metric]): [written(v) for v in found.value]},
        alt=_("Measure of each model"),
    )
    st.markdown(_said(found))
    tables.show(
        {
            _("pair"): [f"{one.a} − {one.b}" for one in found.pairs],
            _("difference"): [written(one.difference) for one in found.pairs],
            _("95% interval"): [_between(one.low, one.high) for one in found.pairs],
            _("all pairs together"): [_between(one.low_all, one.high_all) for one in found.pairs],
        },
        alt=_("Difference of each pair of models"),
    )
    _how_drawn(found)
    if metric != "median_absolute_error":
        remark(
            "Each end is the farther of the corrected percentile and of Student's t: long tails mislead the one, "
            "skewness the other."
        )
    for warning in found.warnings:
        st.warning(say(warning))
    show_said(*(one.reason for one in found.pairs))


def _how_drawn(found: PairedDifferences) -> None:
    """Say what was drawn: rows, or cases with all their rows."""
    if found.n_cases is None:
        remark(
            "A row is drawn with its truth and both predictions, {times} times: what makes it hard for both cancels. "
            "Intervals of “all pairs together” hold at once (Bonferroni).",
            times=count(found.n_replicates),
        )
    else:
        remark(
            "By case: {n} cases are drawn {times} times, each with all its rows and both predictions: what makes them "
            "hard for both cancels. Intervals of “all pairs together” hold at once (Bonferroni).",
            n=count(found.n_cases),
            times=count(found.n_replicates),
        )


def _differences(table: PredictionTable, metric: Metric) -> PairedDifferences:
    return paired_differences(
        table.y_true,
        table.predictions,
        metric=metric,
        sample_weight=table.weight,
        case=table.cases,
        n_replicates=REPLICATES,
        rng=np.random.default_rng(SEED),
    )


def _between(low: float, high: float) -> str:
    return UNDEFINED if np.isnan(low) else f"[{written(low)}, {written(high)}]"


def _said(found: PairedDifferences) -> str:
    """Say which pairs can be told apart."""
    apart = [one for one in found.pairs if one.low_all > 0 or one.high_all < 0]
    if not apart:
        return _("No pair can be told apart: each interval of all pairs together holds 0.")
    names = in_row(f"{plain(one.a)} – {plain(one.b)}" for one in apart)
    return _("Told apart, all pairs together: **{pairs}**.", pairs=names)
