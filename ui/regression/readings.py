"""The numbers of the view of errors: every measure with its interval, the residuals, and errors in tenths."""

from __future__ import annotations

import math
from functools import partial
from typing import Final

import numpy as np
import streamlit as st

from evalcore.figures.regression.groups import groups_figure
from evalcore.figures.regression.numbers import written
from evalcore.intervals import BootstrapInterval
from evalcore.regression import (
    By,
    PredictionTable,
    RegressionIntervals,
    ResidualSummary,
    bootstrap_errors,
    error_groups,
    residual_summary,
)
from ui.live import bridge
from ui.live.progress import SEED, asked_progress
from ui.regression.errors_words import MEANINGS, METRICS
from ui.session import memory
from ui.shared import cards, charts, controls, tables
from ui.shared.numbers import UNDEFINED, count, percent
from ui.shared.text import N_, _, paragraph, remark, say, say_in_figure, show_said

REPLICATES = 2_000
# Of the cards: the name of the median error is the longest.
_WIDTHS: Final = (4, 4, 4, 5.5, 4)
_BY = "re_groups_by"
_AT_ONCE = 1_000  # rows, up to which resampling takes a tenth of a second or so
_MORE_THAN = 20_000  # rows, from which on resampling shows how far it is
BY: Final[dict[By, str]] = {"prediction": N_("prediction"), "truth": N_("truth")}


def show(table: PredictionTable, model: str) -> None:
    """Show the measures, what the residuals look like, and errors in tenths."""
    found = _intervals(table, model)
    columns = st.columns(_WIDTHS, gap="xsmall")
    for column, (name, title) in zip(columns, METRICS.items(), strict=True):
        one: BootstrapInterval = getattr(found, name)
        with column:
            cards.card(_(title), written(one.value), *_below(one), meaning=_(MEANINGS[name]))
    _residuals(table, model)
    _groups(table, model)


def _below(one: BootstrapInterval) -> list[str]:
    return [_between(one)] if one.reason is None else [say(one.reason)]


def _between(one: BootstrapInterval) -> str:
    """Return an interval as it is shown."""
    return UNDEFINED if math.isnan(one.low) else f"[{written(one.low)}, {written(one.high)}]"


def _intervals(table: PredictionTable, model: str) -> RegressionIntervals:
    """Return every measure with its bootstrap interval, made once a session."""

    def make() -> RegressionIntervals:
        """Resample, with a bar where that takes long."""
        draw = partial(
            bootstrap_errors,
            table.y_true,
            table.predictions[model],
            sample_weight=table.weight,
            case=table.cases,
            n_replicates=REPLICATES,
            rng=np.random.default_rng(SEED),
        )
        if table.n <= _MORE_THAN:
            return draw()
        with asked_progress(REPLICATES) as progress:
            return draw(progress=progress)

    return memory.memo("regression intervals", table.key, model, make=make)


def sure_of_mae(table: PredictionTable, model: str) -> BootstrapInterval | None:
    """Return the interval of the mean absolute error, None of so many rows that the sentence would wait for it."""
    return _intervals(table, model).mae if table.n <= _AT_ONCE else None


def _residuals(table: PredictionTable, model: str) -> None:
    found = memory.memo(
        "residuals",
        *(table.key, model),
        make=lambda: residual_summary(table.y_true, table.predictions[model], sample_weight=table.weight),
        most=4,
    )
    st.header(_("Residuals: truth minus prediction"), anchor=False)
    paragraph(
        "Their mean is **{mean}**, their standard deviation {spread}: mean² + deviation² = MSE. {low} of the rows "
        "are predicted too low, {high} too high. Half of them lie between {first} and {third}, nine in ten between "
        "{least} and {most}. The largest is {largest}, in row {row}.",
        mean=written(found.mean),
        spread=written(found.standard_deviation),
        low=percent(found.too_low),
        high=percent(found.too_high),
        **_quantiles(found),
        largest=written(float(found.residual[found.largest])),
        row=count(found.largest_row),
    )
    st.caption(_shape(found))


def _quantiles(found: ResidualSummary) -> dict[str, str]:
    names = ("least", "first", "middle", "third", "most")
    return dict(zip(names, (written(float(value)) for value in found.quantiles), strict=True))


def _shape(found: ResidualSummary) -> str:
    """Say whether residuals are skewed, and whether they grow with the prediction."""
    skewness = say(found.skewness_reason) if found.skewness_reason else _("skewness {v}", v=written(found.skewness))
    size = (
        say(found.size_reason)
        if found.size_reason
        else _(
            "rank correlation of |residual| and prediction {v}: above 0 errors grow with it",
            v=written(found.size_correlation),
        )
    )
    return f"{skewness} · {size}"


def _groups(table: PredictionTable, model: str) -> None:
    """Show errors in tenths, drawn and as a table."""
    st.header(_("Where it errs: rows in tenths"), anchor=False)
    by = controls.choice(_("Sorted by"), BY, key=_BY, help=_("What the rows are sorted by before they are divided."))
    found = memory.memo(
        "error groups",
        *(table.key, model, by),
        make=lambda: error_groups(table.y_true, table.predictions[model], by=by, sample_weight=table.weight),
    )
    figure = groups_figure(found, by=_(BY[by]), say=say_in_figure, look=bridge.look())
    alt = _("Mean absolute error of each tenth of the rows, and how far its predictions are too high or too low")
    charts.chart(figure, key="regression_groups_chart", alt=alt)
    show_said(*found.warnings)
    tables.show(
        {
            _(BY[by]): [f"{written(a)} – {written(b)}" for a, b in zip(found.low, found.high, strict=True)],
            _("rows"): [count(n) for n in found.n],
            _("mean truth"): [written(v) for v in found.mean_truth],
            _("mean prediction"): [written(v) for v in found.mean_prediction],
            _("difference"): [written(v) for v in found.bias],
            _("MAE"): [written(v) for v in found.mae],
            _("RMSE"): [written(v) for v in found.rmse],
        },
        alt=alt,
    )


def how_sure(table: PredictionTable, model: str) -> None:
    """Show how far each measure may be off, and where that comes from."""
    found = _intervals(table, model)
    each: list[BootstrapInterval] = [getattr(found, name) for name in METRICS]
    tables.show(
        {
            _("measure"): [_(title) for title in METRICS.values()],
            _("value"): [written(one.value) for one in each],
            _("95% interval"): [_between(one) for one in each],
            _("standard error"): [written(one.standard_error) for one in each],
        },
        alt=_("Measures of error with their intervals"),
    )
    if found.n_cases is not None:
        remark(
            "{n} cases drawn again {times} times, each with all its rows, percentiles corrected for bias and skewness. "
            "They say how far the measure may be off for other cases of this kind, not for other training data.",
            n=count(found.n_cases),
            times=count(found.n_replicates),
        )
    else:
        _how_drawn(found)
    if table.weight is not None and found.n_cases is None:
        remark("By their weights the rows say as much as {n} equal ones.", n=count(found.effective_rows))
    for warning in found.warnings:
        st.warning(say(warning))
    show_said(*(one.reason for one in each))


def _how_drawn(found: RegressionIntervals) -> None:
    """Say how independent rows were drawn."""
    how = _("every row drawn by itself") if found.exact else _("the rows that stand out drawn by themselves")
    remark(
        "{n} rows drawn again {times} times ({how}), percentiles corrected for bias and skewness. They say how far "
        "the measure may be off for other rows of this kind, not for other training data.",
        n=count(found.n),
        times=count(found.n_replicates),
        how=how,
    )
