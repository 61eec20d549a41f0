"""Several models on the same rows: what each decides at its threshold."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from evalcore.counts import ConfusionMatrix, confusion_matrix
from evalcore.decisions import PackedCalls, packed_calls
from evalcore.predictions import BinaryView, Predictions
from evalcore.support.arrays import BoolArray
from evalcore.views.significance.two_models import called_positive

# Behind the name of a model that gives labels.
LABELS: Final = " ✓"


def calls_of(views: Sequence[BinaryView], thresholds: Sequence[float | None]) -> PackedCalls:
    """Pack which rows each of several models calls positive at its threshold; rows of weight 0 are in no cell.

    A model of predicted labels has no threshold.

    >>> import numpy as np
    >>> truth, scores = np.array([True, False]), np.array([[0.9, 0.6], [0.7, 0.1]])
    >>> one, other = (BinaryView("d", name, "p", "n", truth, score, None, None) for name, score in zip("ab", scores))
    >>> calls_of([one, other], [0.5, 0.5]).joint(0, 1).tolist()
    [[1, 0, 0, 0], [0, 1, 0, 0]]
    """
    weight, truth = views[0].weight, views[0].y_true
    called = {view.model: called_positive(view, t) for view, t in zip(views, thresholds, strict=True)}
    if weight is not None:
        truth, called = truth[weight > 0], {model: of[weight > 0] for model, of in called.items()}
    return packed_calls(truth, called)


def matrix_of(rows: BinaryView, threshold: float | None) -> ConfusionMatrix:
    """Return what one of them decides, counted without sorting its score."""
    called = called_positive(rows, threshold)
    return confusion_matrix(rows.y_true, called, classes=(True, False), sample_weight=rows.weight, case=rows.cases)


def otherwise(rows: BinaryView, threshold: float | None, other: BinaryView, other_threshold: float | None) -> BoolArray:
    """Return which rows two models decide otherwise, each at its threshold."""
    return np.not_equal(called_positive(rows, threshold), called_positive(other, other_threshold))


def right_of(predictions: Predictions) -> PackedCalls:
    """Pack which rows of many classes each model gets right: every row is positive, so that its accuracy is that.

    Scores answer with the class they are highest for. Rows of weight 0 are left out; labels have `LABELS` behind the
    name of their model.

    >>> import pandas as pd
    >>> from evalcore.predictions import from_frame
    >>> frame = pd.DataFrame({"y": list("abc"), "m": list("acc"), "n": list("abc")})
    >>> right_of(from_frame(frame, truth="y", labels=["m", "n"])).joint(0, 1).tolist()
    [[2, 0, 1, 0], [0, 0, 0, 0]]
    """
    answers = {name: score.argmax(axis=1) for name, score in predictions.scores.items()}
    answers |= {name + LABELS: codes for name, codes in predictions.labels.items()}
    weight = predictions.weight
    counts = np.ones(predictions.n, dtype=bool) if weight is None else weight > 0
    right = {name: (of == predictions.y_true)[counts] for name, of in answers.items()}
    return packed_calls(np.ones(int(counts.sum()), dtype=bool), right)
