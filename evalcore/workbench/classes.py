"""The workbench of many classes: the matrix, a curve a class, readings of each and on average, costs, tests."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, ClassVar, Literal

import numpy as np
import pandas as pd

from evalcore import costs, curves, metrics
from evalcore.calibration import ClassLosses, class_losses
from evalcore.counts import ConfusionMatrix, class_matrix
from evalcore.errors import InputError
from evalcore.figures.confusion_matrix.classes import matrix_figure
from evalcore.figures.costs.many_classes import cost_parts_figure
from evalcore.figures.curves.classes import classes_figure
from evalcore.figures.layout import Look
from evalcore.predictions import Predictions, one_vs_rest
from evalcore.significance import TestResult
from evalcore.support.arrays import BoolArray
from evalcore.support.checks import option
from evalcore.support.text import listed, shown
from evalcore.views.curves import ClassLine
from evalcore.views.many_classes import ManyClasses, many_classes
from evalcore.workbench.base import Workbench
from evalcore.workbench.binary import BinaryWorkbench
from evalcore.workbench.paired import error_differences, mcnemar
from evalcore.workbench.shown import LiveFigure, fixed
from evalcore.workbench.tables import (
    Normalize,
    class_readings_table,
    ends,
    matrix_table,
    sentences,
    share_of,
    with_notes,
)

# Pixels of the curves on a narrow page, and of a name below them.
_SQUARE, _ENTRY = 400, 24
# Readings that need no class as the positive one.
_OVERALL = ("accuracy", "error_rate", "balanced_accuracy", "matthews", "kappa")


class ClassesWorkbench(Workbench):
    """What can be said of many classes: of probabilities, whose highest one decides, and of decisions.

    `against(pos_label)` is the workbench of one class against all others, with a threshold, costs and calibration. A
    `model` left out is the first one.
    """

    kind: ClassVar[str] = "many classes"

    def __init__(self, predictions: Predictions, **common: Any) -> None:
        super().__init__(predictions, **common)
        self._ones: dict[str, BinaryWorkbench] = {}

    def _shown(self) -> LiveFigure:
        return self.matrix()

    @property
    def classes(self) -> tuple[str, ...]:
        """The names of the classes, in order."""
        return self.predictions.classes

    @property
    def scored(self) -> tuple[str, ...]:
        """The models with a score for each class."""
        return tuple(self.predictions.scores)

    def confusion_matrix(self, *, model: str | None = None) -> ConfusionMatrix:
        """Return how often a model took each class for which; rows are the truth."""
        name = self._named(model, self.models)
        named = {"model": name} if name in self.scored else {"labels": name}
        return self._keep("matrix", name, make=partial(class_matrix, self.predictions, **named))

    def matrix(self, *, model: str | None = None, normalize: Normalize = "true") -> LiveFigure:
        """How often is each class taken for which?

        Parameters
        ----------
        model : str, optional
        normalize : "true", "pred" or "all"
            What the shares in the matrix are of, as in scikit-learn; the counts stand there, too.

        Returns
        -------
        LiveFigure
            `table` is the matrix, rows are true classes, and `value` the `ConfusionMatrix`.
        """
        name = self._named(model, self.models)
        cm = self.confusion_matrix(model=name)
        draw = partial(matrix_figure, cm, metrics.per_class(cm), of=share_of(normalize))
        return LiveFigure(draw, f"Confusion matrix: {name}", self._about(), matrix_table(cm, self.classes), cm)

    def curves(self, *, model: str | None = None) -> LiveFigure:
        """How well is each class told from the others, at all thresholds?

        Parameters
        ----------
        model : str, optional

        Returns
        -------
        LiveFigure
            The ROC of each class and of both averages; `table` is that of `auc(average=None)`.
        """
        name = self._named(model, self.scored)
        found = self._many(name)
        averages = [found.micro, *([] if found.macro is None else [found.macro])]
        draw = partial(_classes_drawn, found.lines, averages)
        about = self._about(*found.undefined)
        return LiveFigure(draw, f"ROC, each class against the rest: {name}", about, self._class_areas(name), found)

    def auc(self, *, average: Literal["macro", "weighted", "hand_till"] | None = "macro") -> pd.DataFrame:
        """How well are the classes told apart?

        Parameters
        ----------
        average : "macro", "weighted", "hand_till" or None
            The mean over the classes, each against the rest; the same, weighted by their rows; the mean over pairs of
            classes (M, as `roc_auc_score(multi_class="ovo")`); None: each class by itself.

        Returns
        -------
        DataFrame
            A row a model: model, auc, low, high; without `average` a row a model and class. No interval where rows are
            weighted or belong to cases.
        """
        self._named(None, self.scored)
        if average is not None:
            option(average, "average", ("macro", "weighted", "hand_till"))
        else:
            return pd.concat([self._class_areas(name) for name in self.scored], ignore_index=True)
        rows, notes = [], []
        for name in self.scored:
            value, low, high, note = self._average(self._many(name), average)
            rows.append((name, value, low, high))
            notes.append(note)
        return with_notes(pd.DataFrame(rows, columns=["model", "auc", "low", "high"]), notes)

    def areas(self, *, confidence_level: float = 0.95) -> pd.DataFrame:
        """How good are the scores of all classes together?

        Parameters
        ----------
        confidence_level : float in (0, 1)
            Of the losses; that of the AUC is 0.95.

        Returns
        -------
        DataFrame
            A row a model and measure (auc, the macro average; brier_score, from 0 to 2; log_loss): value, low, high,
            note.
        """
        rows: list[tuple[Any, ...]] = []
        for name in self.scored:
            lost = self._losses(name, confidence_level)
            rows += [
                (name, "auc", *self._average(self._many(name), "macro")),
                (name, "brier_score", *ends(lost.brier)),
                (name, "log_loss", *ends(lost.log_loss)),
            ]
        return pd.DataFrame(rows, columns=["model", "measure", "value", "low", "high", "note"])

    def readings(self, *, model: str | None = None, confidence_level: float = 0.95) -> pd.DataFrame:
        """How well is each class found, and all on average?

        Parameters
        ----------
        model : str, optional
            All models when left out.
        confidence_level : float in (0, 1)

        Returns
        -------
        DataFrame
            A row a model, class and metric; class "macro" has the averages and class "all" what needs no class.
        """
        names = self.models if model is None else [self._named(model, self.models)]
        return pd.concat([self._readings(name, confidence_level) for name in names], ignore_index=True)

    def costs(self, cost: Any = None, *, model: str | None = None, prevalence: Any = None) -> LiveFigure:
        """What do the decisions cost, a row on average?

        Parameters
        ----------
        cost : (k, k) numbers, optional
            Rows are true classes, columns decisions, in the order of `classes`; each mistake costs 1 when left out.
        model : str, optional
            Whose costs are drawn.
        prevalence : (k,) numbers, optional
            Shares of the classes where the model is used; those of the rows when left out.

        Returns
        -------
        LiveFigure
            What each cell adds to the cost; `table` has a row a model: cost, low, high, note.
        """
        table = costs.equal_costs(len(self.classes)) if cost is None else np.asarray(cost, dtype=np.float64)
        if table.shape != (len(self.classes),) * 2:
            raise InputError(
                "cost must be a table of {k} x {k} numbers, a row a true class; got the shape {shape}.",
                k=len(self.classes),
                shape=str(table.shape),
            )
        found = {
            name: costs.label_cost_interval(self.confusion_matrix(model=name), table, prevalence=prevalence)
            for name in self.models
        }
        rows = [(name, *ends(one)) for name, one in found.items()]
        frame = pd.DataFrame(rows, columns=["model", "cost", "low", "high", "note"])
        name = self._named(model, self.models)
        cm = self.confusion_matrix(model=name)
        parts = costs.cost_parts(cm, table).table
        most = float(np.nanmax(np.abs(parts), initial=0.0))
        draw = fixed(partial(cost_parts_figure, parts, cm, most=most))
        return LiveFigure(draw, f"Where the cost comes from: {name}", self._about(), frame, found)

    def compare(self, *, confidence_level: float = 0.95) -> pd.DataFrame:
        """Do the models differ in their error rates by more than chance?

        Parameters
        ----------
        confidence_level : float in (0, 1)
            Of all intervals together.

        Returns
        -------
        DataFrame
            A row a pair: the difference of the error rates of first and second with its ends, McNemar's p-value, that
            adjusted by Holm's method, method, note.
        """
        self._pair(None, None, self.models)
        self._count_once("compare")
        return error_differences({name: self._right(name) for name in self.models}, self._cases, confidence_level)

    def test(
        self, first: str | None = None, second: str | None = None, *, confidence_level: float = 0.95
    ) -> TestResult:
        """Does one of two models err more often, by McNemar's test?

        Parameters
        ----------
        first, second : str, optional
            The first two models when left out.
        confidence_level : float in (0, 1)
        """
        a, b = self._pair(first, second, self.models)
        self._count_once("test")
        return mcnemar(self._right(a), self._right(b), self._cases, confidence_level)

    def against(self, pos_label: Any) -> BinaryWorkbench:
        """Return the workbench of one class against all others.

        Parameters
        ----------
        pos_label : label
            One of the classes.
        """
        label = str(pos_label)
        if label not in self.classes:
            raise InputError(
                "pos_label must be one of the classes of y_true ({classes}); got '{value}'. Choose one of them.",
                classes=listed(self.classes),
                value=shown(pos_label),
            )
        if label not in self._ones:
            self._ones[label] = self._one(label)
        return self._ones[label]

    def _one(self, label: str) -> BinaryWorkbench:
        rows = self.predictions
        views = {name: one_vs_rest(rows, label, model=name) for name in rows.scores}
        decided = {name: one_vs_rest(rows, label, labels=name) for name in rows.labels}
        given = {
            name: getattr(rows, name)
            for name in ("weight", "dropped", "missing", "truth", "n_rows_read", "cases", "rows")
        }
        binary = Predictions(
            task="binary",
            classes=(f"not {label}", label),
            positive=label,
            y_true=rows.y_true == self.classes.index(label),
            scores={name: one.score for name, one in views.items() if one.score is not None},
            labels={name: one.predicted for name, one in decided.items() if one.predicted is not None},
            notes=(),
            **given,
        )
        return BinaryWorkbench(binary, groups=self._groups)

    def __getattr__(self, name: str) -> Any:
        """Say which workbench has what this one lacks."""
        if not name.startswith("_") and hasattr(BinaryWorkbench, name):
            raise AttributeError(f"of many classes one is looked at: against(pos_label).{name}")
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    @property
    def _cases(self) -> Any:
        return None if self.predictions.cases is None else self.predictions.cases.several

    def _right(self, model: str) -> BoolArray:
        rows = self.predictions
        predicted = rows.labels[model] if model in rows.labels else rows.scores[model].argmax(axis=1)
        return np.asarray(predicted == rows.y_true)

    def _many(self, model: str) -> ManyClasses:
        def make() -> ManyClasses:
            rows = self.predictions
            by_class = curves.one_vs_rest_counts(
                rows.y_true, rows.scores[model], rows.classes, sample_weight=rows.weight, case=self._cases
            )
            return many_classes(by_class, rows.y_true, rows.scores[model], sample_weight=rows.weight)

        return self._keep("many", model, make=make)

    def _losses(self, model: str, level: float) -> ClassLosses:
        def make() -> ClassLosses:
            rows = self.predictions
            given = {"sample_weight": rows.weight, "case": self._cases, "confidence_level": level}
            return class_losses(rows.y_true, rows.scores[model], rows.classes, **given)

        return self._keep("losses", model, level, make=make)

    def _average(self, found: ManyClasses, average: str) -> tuple[float, float, float, str]:
        if found.averages is not None:
            named = {"macro": "macro", "weighted": "weighted", "hand_till": "measure"}
            return ends(getattr(found.averages, named[average]))
        support = np.bincount(self.predictions.y_true, self.predictions.weight, minlength=len(self.classes))
        each = np.array([line.auc for line in found.lines])
        value = {
            "macro": lambda: found.areas.auc,
            "weighted": lambda: float(each @ support / support.sum()),
            "hand_till": lambda: found.pairs.measure,
        }[average]()
        return value, np.nan, np.nan, "There is no interval where rows are weighted or belong to cases."

    def _class_areas(self, model: str) -> pd.DataFrame:
        found = self._many(model)
        rows = [
            (model, line.name, auc.auc, auc.robust_low, auc.robust_high)
            for line, (auc, _average) in zip(found.lines, found.intervals, strict=True)
        ]
        notes = [sentences(auc.reason, *auc.robust_warnings) for auc, _average in found.intervals]
        return with_notes(pd.DataFrame(rows, columns=["model", "class", "auc", "low", "high"]), notes)

    def _readings(self, model: str, level: float) -> pd.DataFrame:
        def make() -> pd.DataFrame:
            cm = self.confusion_matrix(model=model)
            each = metrics.class_readings(cm, confidence_level=level)
            overall = metrics.readings(cm, confidence_level=level)
            kept = {one.name: one for one in overall if one.name in _OVERALL}
            return class_readings_table(model, each, metrics.macro_readings(cm, confidence_level=level), kept)

        return self._keep("readings", model, level, make=make)

    def _count_once(self, what: str) -> None:
        if self.predictions.weight is not None:
            raise InputError(
                "sample_weight must be left out for {what}: it needs rows that count once each.", what=what
            )


def _classes_drawn(lines: Sequence[ClassLine], averages: Sequence[ClassLine], *, look: Look) -> Any:
    """Draw the curves; on a narrow page their names stand below them."""
    figure = classes_figure(lines, averages)
    if not look.narrow:
        return figure
    below = {"orientation": "h", "x": 0, "xanchor": "left", "y": -0.2, "yanchor": "top"}
    return figure.update_layout(legend=below, height=_SQUARE + _ENTRY * (len(lines) + len(averages)))
