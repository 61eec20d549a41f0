"""Every class against the rest, and the averages, each under its name."""

from __future__ import annotations

import math

import pandas as pd
import streamlit as st

from evalcore.counts.reasons import OF_CASES
from evalcore.errors import Message
from evalcore.figures.curves.classes import classes_figure
from evalcore.intervals.percentiles import WEIGHTED
from evalcore.predictions import BinaryView
from evalcore.views.many_classes import ManyClasses, many_classes
from ui.session import computed, looked_at, memory
from ui.shared import charts, tables
from ui.shared.numbers import UNDEFINED, interval, number
from ui.shared.text import _, language, say_in_figure, show_said


def show(rows: BinaryView) -> None:
    """Show the curves of all classes and their averages, with their areas as a table."""
    # What the averages are called is a word of the reader's language.
    found = memory.memo("classes", rows.key, language(), make=lambda: _gathered(rows))
    averages = [line for line in (found.micro, found.macro) if line is not None]
    figure = classes_figure(found.lines, averages, say=say_in_figure)
    charts.chart(figure, key="classes_roc", alt=_("ROC curves of all classes, each against the rest"))
    tables.show(_table(found), alt=_("Areas of all classes and their averages"))
    show_said(*found.undefined, *_without_interval(found, is_weighted=rows.weight is not None))
    st.caption(_by_case() if rows.cases is not None else _by_row())


def _by_case() -> str:
    return _(
        "95% intervals of each class on its own, by case. The averages have none: how areas of classes move together "
        "is not known by case."
    )


def _by_row() -> str:
    return _(
        "95% intervals of each class on its own: of AUC the farther ends of Newcombe's and DeLong's, of AP "
        "Boyd's. Those of mean AUC and M are made of the former and count in how the areas move together, since "
        "all come from the same rows. The micro-average and mean AP have none: a row is several cases there, and "
        "Boyd's intervals say nothing of moving together."
    )


def _without_interval(found: ManyClasses, *, is_weighted: bool) -> list[Message]:
    """Return why a class that has an area has no interval of it, and what is wrong with one, each sentence once."""
    said = {str(word): word for auc, average in found.intervals for word in (*auc.robust_warnings, *average.warnings)}
    for auc, average in found.intervals:
        for value, low, reason in (
            (auc.auc, auc.robust_low, auc.reason),
            (average.average_precision, average.low, average.reason),
        ):
            if reason is not None and math.isnan(low) and not math.isnan(value):
                said[str(reason)] = reason
    averages = found.averages
    for word in (
        (averages.macro.reason, *averages.macro.warnings)
        if averages is not None
        else (WEIGHTED if is_weighted else OF_CASES,)
    ):
        if word is not None:
            said[str(word)] = word
    return list(said.values())


def _gathered(rows: BinaryView) -> ManyClasses:
    predictions = looked_at.predictions()
    return many_classes(
        computed.counts_by_class(rows.model),
        predictions.y_true,
        predictions.scores[rows.model],
        micro=_("micro-average"),
        macro=_("macro-average"),
        sample_weight=predictions.weight,
    )


def _table(found: ManyClasses) -> pd.DataFrame:
    areas = found.areas
    of_classes = [
        (
            name,
            number(auc.auc),
            interval(auc.robust_low, auc.robust_high),
            number(average.average_precision),
            interval(average.low, average.high),
        )
        for name, (auc, average) in zip(areas.classes, found.intervals, strict=True)
    ]
    sure = found.averages
    of_mean, of_weighted, of_pairs = (
        (UNDEFINED, UNDEFINED, UNDEFINED)
        if sure is None
        else (interval(of.low, of.high) for of in (sure.macro, sure.weighted, sure.measure))
    )
    averages = [
        (_("macro: mean over classes"), number(areas.auc), of_mean, number(areas.average_precision)),
        (_("weighted by rows"), number(areas.weighted_auc), of_weighted, number(areas.weighted_average_precision)),
        (_("micro: all decisions pooled"), number(found.micro.auc), UNDEFINED, number(found.micro_average_precision)),
        # M is about areas under ROC curves only.
        (_("Hand and Till's M: mean over pairs of classes"), number(found.pairs.measure), of_pairs, UNDEFINED),
    ]
    lines = [*of_classes, *((*line, UNDEFINED) for line in averages)]
    return pd.DataFrame(lines, columns=[_("class"), "AUC", _("AUC, 95%"), "AP", _("AP, 95%")])
