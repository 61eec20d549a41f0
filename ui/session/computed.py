"""What is computed of the loaded rows, each once a session."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar

import numpy as np

from evalcore import metrics
from evalcore.counts import (
    ConfusionMatrix,
    SourcedView,
    ThresholdCounts,
    class_matrix,
    confusion_matrix,
    threshold_counts,
)
from evalcore.counts.packed import PackedCounts, packed
from evalcore.curves import one_vs_rest_counts, roc_curve
from evalcore.decisions import Wish, WishedThreshold, fulfil
from evalcore.metrics import BestThresholds, best_index
from evalcore.predictions import BinaryView
from evalcore.support.arrays import FloatArray
from evalcore.views.threshold import ThresholdView, threshold_view, with_steps
from ui.session import loaded, looked_at
from ui.session.memory import MOST, for_run, memo

# The metrics whose best threshold is offered.
CRITERIA = ("accuracy", "f1", "youden_j")
T = TypeVar("T")


def score(rows: BinaryView) -> FloatArray:
    """Return the score of a model that has one."""
    if rows.score is None:
        raise ValueError("predicted labels have no score")
    return rows.score


def counts(rows: BinaryView) -> ThresholdCounts:
    """Return the table of a score, sorted once a session or as its source counted it; hard labels have none."""
    if isinstance(rows, SourcedView):
        return rows.grouped.counts
    by_row = score(rows)

    def make() -> ThresholdCounts:
        put_away = memo("counts", rows.key, make=lambda: packed(_counted(rows, by_row)))
        return put_away.unpacked()

    return for_run("counts", rows.key, make=make)


def counts_later(rows: BinaryView) -> Callable[[], ThresholdCounts]:
    """Return what makes the table of a score outside the script, for a file, without holding it until then."""
    if isinstance(rows, SourcedView):
        return lambda: rows.grouped.counts
    by_row = score(rows)
    return memo("counts", rows.key, make=lambda: packed(_counted(rows, by_row))).unpacked


def _counted(rows: BinaryView, by_row: FloatArray) -> ThresholdCounts:
    return threshold_counts(rows.y_true, by_row, sample_weight=rows.weight, case=rows.cases)


def curve(rows: BinaryView, find: Callable[[ThresholdCounts], T]) -> T:
    """Return what a function of evalcore finds at every threshold of a score: as long as the table, for this run."""
    return for_run("curve", find.__qualname__, rows.key, make=lambda: find(counts(rows)))


def of_counts(rows: BinaryView, find: Callable[[ThresholdCounts], T]) -> T:
    """Return the numbers that a function of evalcore finds in the table of a score: found once, whatever the threshold.

    Its columns are not kept: they are None here, and `curve` has them.
    """
    return memo("of counts", find.__qualname__, rows.key, make=lambda: _numbers(curve(rows, find)), most=10 * MOST)


def _numbers(found: T) -> T:
    """Return a result without its columns, and without the table it was read off."""
    if not is_dataclass(found) or isinstance(found, type):
        return found
    values = {field.name: getattr(found, field.name) for field in fields(found)}
    columns: dict[str, Any] = {
        name: None for name, value in values.items() if isinstance(value, (np.ndarray, ThresholdCounts))
    }
    return replace(found, **columns)


def counts_by_class(model: str) -> dict[str, ThresholdCounts]:
    """Return a table for the score of each class against the rest."""
    predictions = looked_at.predictions()

    def make() -> dict[str, PackedCounts]:
        scores, weight = predictions.scores[model], predictions.weight
        case = None if predictions.cases is None else predictions.cases.several
        tables = one_vs_rest_counts(predictions.y_true, scores, predictions.classes, sample_weight=weight, case=case)
        return {name: packed(table) for name, table in tables.items()}

    key = (predictions.digest, model)
    put_away = memo("counts by class", *key, make=make)
    return for_run("counts by class", *key, make=lambda: {name: of.unpacked() for name, of in put_away.items()})


def matrix(rows: BinaryView) -> ConfusionMatrix:
    """Return the matrix of predicted labels, which no threshold moves."""
    if rows.predicted is None:
        raise ValueError("a score needs a threshold")
    return confusion_matrix(rows.y_true, rows.predicted, sample_weight=rows.weight, case=rows.cases)


def prevalence(rows: BinaryView) -> float:
    """Return the share of positives in the rows, by weight."""
    return counts(rows).prevalence if rows.has_score else float(metrics.prevalence(matrix(rows)))


def all_classes() -> ConfusionMatrix:
    """Return the chosen model's matrix of all classes; of scores, the class with the highest one is predicted."""
    predictions, name = looked_at.predictions(), loaded.model()
    labels = loaded.labels_of(name)
    return class_matrix(predictions, model=name) if labels is None else class_matrix(predictions, labels=labels)


def auc(rows: BinaryView) -> float:
    """Return the share of positive-negative pairs that the score puts in the right order."""
    return memo("AUC", rows.key, make=lambda: curve(rows, roc_curve).auc)


def best(rows: BinaryView) -> dict[str, BestThresholds]:
    """Return where each of the metrics that a threshold may be chosen by is largest on these rows."""
    return memo("criteria", rows.key, make=lambda: {name: best_index(counts(rows), name) for name in CRITERIA})


def wished(rows: BinaryView, wish: Wish) -> tuple[WishedThreshold, int]:
    """Return which threshold does what is wished on these rows, without those that tie with it, and how many do."""

    def make() -> tuple[WishedThreshold, int]:
        found = fulfil(counts(rows), wish)
        return replace(found, tied=found.tied[:0].copy()), len(found.tied)

    return memo("wished", rows.key, wish, make=make)


def view(rows: BinaryView, special: tuple[float, ...]) -> ThresholdView:
    """Return what the linked figure shows; only the handle's steps are made anew for other special thresholds."""
    table = counts(rows)
    # Weighted rows are not one dot each, and rows in a source are none.
    has_dots = rows.weight is None and not isinstance(rows, SourcedView)
    single = (rows.y_true, score(rows)) if has_dots else None
    whole = memo("threshold view", rows.key, make=lambda: threshold_view(table, rows=single))
    return with_steps(whole, table, special)
