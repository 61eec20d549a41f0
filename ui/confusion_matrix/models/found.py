"""What is computed of all models at their thresholds, each once while these stay."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from evalcore import metrics
from evalcore.counts import ELSEWHERE, ConfusionMatrix, SourcedView
from evalcore.decisions import Leading, ModelPairs, PackedCalls, leading, pair_differences
from evalcore.decisions.model_pairs import CHOSEN
from evalcore.errors import Message
from evalcore.metrics import Reading
from evalcore.predictions import BinaryView
from evalcore.views.models import calls_of, matrix_of
from ui.confusion_matrix.models import setting
from ui.confusion_matrix.models.setting import Setting
from ui.session import computed, looked_at, memory

WEIGHTED: Final = Message(
    "The rows are weighted, and differences of models have intervals only where rows count once each."
)
# F1 is read as F-beta with beta = 1.
_READ: Final = {"f1": "f_beta"}
ALONE: Final = Message("Only one model is left, so there is nothing to compare it with.")


@dataclass(frozen=True, eq=False)
class Model:
    """A model at its threshold, what it decides, and the metric that is compared."""

    rows: BinaryView
    threshold: float | None
    cm: ConfusionMatrix
    reading: Reading


@dataclass(frozen=True, eq=False)
class Compared:
    """All models, the best first; the differences of all pairs, or why there are none; and who leads."""

    models: tuple[Model, ...]
    pairs: ModelPairs | None
    leading: Leading
    why_none: Message | None


def compared(by: Setting) -> Compared:
    """Return what is to be seen of all models."""
    models = [_model(view, by) for view in setting.views() if view.model in by.models]
    values = {of.rows.model: of.reading.value for of in models}
    why_none = _why_none(models)
    pairs = None if why_none is not None else _pairs(by)
    found = leading(values, pairs, read(by))
    ordered = tuple(sorted(models, key=lambda of: _order(of.reading.value, by.name)))
    return Compared(ordered, pairs, found, why_none)


def calls(by: Setting) -> PackedCalls:
    """Return which rows each model calls positive, a bit a row."""
    views = [view for view in setting.views() if view.model in by.models]
    thresholds = [by.at(view.model) for view in views]
    made: PackedCalls = memory.memo("calls of models", *_key(by), make=lambda: calls_of(views, thresholds), most=1)
    return made


def _key(by: Setting) -> tuple[object, ...]:
    view = looked_at.binary()
    return (*view.key[:1], view.positive, by.thresholds)


def read(by: Setting) -> str:
    """Return the metric as it is read."""
    return _READ.get(by.name, by.name)


def _model(view: BinaryView, by: Setting) -> Model:
    t = by.at(view.model)
    cm = matrix(view, t)
    key = (*view.key, t, by.name)
    reading = memory.memo("reading of model", *key, make=lambda: metrics.readings(cm, names=(read(by),))[0], most=200)
    return Model(view, t, cm, reading)


def matrix(view: BinaryView, t: float | None) -> ConfusionMatrix:
    """Return what a model decides at its threshold."""
    if isinstance(view, SourcedView) and t is not None:
        return computed.counts(view).at(t)
    keep = memory.memo if view.cases is None else memory.for_run  # with cases it is as long as the rows
    made: ConfusionMatrix = keep("matrix of model", *view.key, t, make=lambda: matrix_of(view, t))
    return made


def _pairs(by: Setting) -> ModelPairs:
    rows = looked_at.binary()
    make = partial(pair_differences, names=(read(by),), case=rows.cases)
    found: ModelPairs = memory.memo("pairs of models", *_key(by), by.name, make=lambda: make(calls(by)))
    return replace(found, left_out=dict(by.left_out), warnings=_minded(by))


def _minded(by: Setting) -> tuple[Message, ...]:
    """Return what is to be minded of thresholds that were chosen on the very rows."""
    return (CHOSEN,) if by.wish is not None and not by.on_others else ()


def _why_none(models: list[Model]) -> Message | None:
    if len(models) < 2:
        return ALONE
    rows = models[0].rows
    if isinstance(rows, SourcedView):
        return ELSEWHERE
    return None if rows.weight is None else WEIGHTED


def _order(value: float, name: str) -> float:
    """Return where a model stands: the best first, those without a value last."""
    if math.isnan(value):
        return math.inf
    return value if metrics.METRICS[name].smaller_is_better else -value
