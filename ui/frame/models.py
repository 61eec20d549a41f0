"""The models of a file beside each other: those with a score, those of labels alone, and the one that leads."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pandas as pd
import streamlit as st

from evalcore import metrics
from evalcore.figures.curves.figure import points_figure
from evalcore.predictions import BinaryView
from evalcore.views.curves import LabelPoint, label_point
from ui.exercises.kinds import Exercise
from ui.frame import teaching
from ui.live import words
from ui.session import computed, loaded
from ui.session.loaded import LABELS
from ui.shared import charts
from ui.shared.numbers import number
from ui.shared.text import _


def lead(
    rows: BinaryView, topic: str, exercises: Sequence[Exercise], labels_too: Callable[[], None] | None = None
) -> BinaryView:
    """Return the rows with a score to move the threshold on: the chosen model's, else the first.

    Where no model has a score their points are all there is to show, and what the page has for labels; then it ends
    with its lesson.
    """
    if rows.score is not None:
        return rows
    names = list(loaded.current().predictions.scores)
    if not names:
        only_points(rows)
        if labels_too is not None:
            labels_too()
        teaching.show(topic, exercises)
        st.stop()
    return loaded.binary(names[0])


def all_scored() -> list[BinaryView]:
    """Return the rows once for each model with a score, in the order of the file."""
    return [loaded.binary(name) for name in loaded.current().predictions.scores]


def label_points() -> list[LabelPoint]:
    """Return the models of predicted labels, a point each."""
    names = loaded.current().predictions.labels
    return [label_point(name, computed.matrix(loaded.binary(name + LABELS))) for name in names]


def only_points(rows: BinaryView) -> None:
    """Show models of predicted labels alone: their points in both planes, and as a table."""
    charts.chart(
        points_figure(label_points(), float(metrics.prevalence(computed.matrix(rows))), words.curves(rows)),
        key="points_chart",
        alt=_("Models of predicted labels"),
    )
    st.dataframe(
        pd.DataFrame(
            {
                _("Model"): [p.name for p in label_points()],
                _("false positive rate"): [number(p.fpr) for p in label_points()],
                _("true positive rate"): [number(p.tpr) for p in label_points()],
                _("precision"): [number(p.precision) for p in label_points()],
            }
        ),
        hide_index=True,
        alt=_("Models of predicted labels"),
    )
    st.caption(_("The page of the confusion matrix has the intervals."))
