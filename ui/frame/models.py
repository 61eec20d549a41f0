"""The models of a file beside each other: those with a score, those of labels alone, and the one that leads."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import pandas as pd

from evalcore import metrics
from evalcore.figures.curves.figure import points_figure
from evalcore.predictions import BinaryView
from evalcore.views.curves import LabelPoint, label_point
from ui.frame.page import Answer, Figure, Sections, Tab
from ui.session import computed, loaded, looked_at
from ui.session.loaded import LABELS
from ui.shared import tables
from ui.shared.numbers import number
from ui.shared.text import _, remark, say, say_in_figure, sentences


def lead(rows: BinaryView) -> BinaryView | None:
    """Return the rows with a score to move the threshold on: the chosen model's, else the first; None without any."""
    if rows.has_score:
        return rows
    names = list(loaded.current().predictions.scores)
    return looked_at.binary(names[0]) if names else None


def all_scored() -> list[BinaryView]:
    """Return the rows once for each model with a score, in the order of the file."""
    return [looked_at.binary(name) for name in loaded.current().predictions.scores]


def label_points() -> list[LabelPoint]:
    """Return the models of predicted labels, a point each."""
    names = loaded.current().predictions.labels
    return [label_point(name, computed.matrix(looked_at.binary(name + LABELS))) for name in names]


def points_of_labels(rows: BinaryView, sentence: str | None, further: Sequence[Tab] = ()) -> Sections:
    """Return what a page shows where no model has a score: its answer, a point each, and the tabs that need none."""
    points = label_points()
    return Sections(
        figure=lambda _t: _in_both_planes(points, rows),
        of=rows.key,
        answer=None if sentence is None else lambda _t: Answer(sentence),
        tabs=lambda _t: [Tab("readings", partial(_rates, points)), *further],
    )


def _in_both_planes(points: list[LabelPoint], rows: BinaryView) -> Figure:
    """Draw models of predicted labels alone, a point each."""
    prevalence = float(metrics.prevalence(computed.matrix(rows)))
    drawn = points_figure(points, prevalence, say=say_in_figure)
    return Figure("points_chart", drawn, _("Models of predicted labels"))


def _rates(points: list[LabelPoint]) -> None:
    table = pd.DataFrame(
        {
            _("Model"): [p.name for p in points],
            _("false positive rate"): [number(p.fpr) for p in points],
            _("true positive rate"): [number(p.tpr) for p in points],
            _("precision"): [number(p.precision) for p in points],
        }
    )
    notes = [_why(p) for p in points]
    if any(notes):
        table[_("note")] = notes
    tables.show(table, alt=_("Models of predicted labels"), height="auto")
    remark("The page of the confusion matrix has the intervals.")


def _why(point: LabelPoint) -> str:
    """Say why a rate of a model is not defined."""
    cm = computed.matrix(looked_at.binary(point.name + LABELS))
    reasons = (metrics.undefined_reason(name, cm) for name in ("fpr", "recall", "precision"))
    return sentences(*dict.fromkeys(str(say(reason)) for reason in reasons if reason is not None))
