"""Every class against the rest, and the averages, each under its name."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from evalcore.figures.curves.classes import classes_figure
from evalcore.predictions import BinaryView
from evalcore.views.many_classes import ManyClasses, many_classes
from ui.session import computed, loaded, memory
from ui.shared import charts, tables
from ui.shared.numbers import UNDEFINED, number
from ui.shared.text import _, language, say


def show(rows: BinaryView) -> None:
    """Show the curves of all classes and their averages, with their areas as a table."""
    # What the averages are called is a word of the reader's language.
    found = memory.memo("classes", rows.key, language(), make=lambda: _gathered(rows))
    averages = [line for line in (found.micro, found.macro) if line is not None]
    figure = classes_figure(found.lines, averages, fpr=_("false positive rate"), tpr=_("true positive rate"))
    charts.chart(figure, key="classes_roc", alt=_("ROC curves of all classes, each against the rest"))
    tables.show(_table(found), alt=_("Areas of all classes and their averages"))
    for reason in found.undefined:
        st.caption(say(reason))
    st.caption(
        _("These areas describe the rows and have no interval; that of a class has one when it is the positive class.")
    )


def _gathered(rows: BinaryView) -> ManyClasses:
    predictions = loaded.current().predictions
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
    lines = [
        *zip(areas.classes, areas.class_auc, areas.class_average_precision, strict=True),
        (_("macro: mean over classes"), areas.auc, areas.average_precision),
        (_("weighted by rows"), areas.weighted_auc, areas.weighted_average_precision),
        (_("micro: all decisions pooled"), found.micro.auc, found.micro_average_precision),
    ]
    # M is about areas under ROC curves only.
    pairs = (_("Hand and Till's M: mean over pairs of classes"), number(found.pairs.measure), UNDEFINED)
    written = [(name, number(auc), number(average)) for name, auc, average in lines]
    return pd.DataFrame([*written, pairs], columns=[_("class"), "AUC", "AP"])
