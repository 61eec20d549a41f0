"""What the workbench of two classes reads everything off: counts, thresholds and intervals, each computed once."""

from __future__ import annotations

import hashlib
import math
from functools import partial
from typing import Any

import numpy as np

from evalcore import costs, curves, decisions, metrics, significance
from evalcore.calibration import Losses, losses
from evalcore.counts import ConfusionMatrix, SourcedView, ThresholdCounts, confusion_matrix, threshold_counts
from evalcore.counts.reasons import no_probabilities
from evalcore.decisions import Wish, WishedThreshold
from evalcore.errors import InputError
from evalcore.figures.costs.figure import costs_figure
from evalcore.figures.costs.traces import Shown
from evalcore.intervals import Estimate
from evalcore.predictions import BinaryView, Predictions, one_vs_rest
from evalcore.significance import AucDifferences, TestResult
from evalcore.support.arrays import BoolArray
from evalcore.support.text import shown
from evalcore.views.costs import conditions, cost_lines, operating_lines, plane_of_shares
from evalcore.views.curves import LabelPoint, ModelCurves, label_point, model_curves
from evalcore.views.threshold import ThresholdView, default_threshold, threshold_view, with_steps
from evalcore.workbench.base import Workbench
from evalcore.workbench.paired import mcnemar
from evalcore.workbench.shown import Draw
from evalcore.workbench.wishes import EXAMPLE, wished

# A number, a wish such as "precision while recall>=0.9", or what `choose` has found.
Threshold = float | str | Wish | WishedThreshold
CHOSEN_HERE = (
    "The threshold was chosen on these rows: on new ones it does worse as a rule, and the interval is that of a "
    "threshold fixed beforehand."
)
# What is the same at any threshold.
OF_THE_ROWS = ("prevalence", "majority_baseline")
MIDDLE_ONE = "No threshold was given and the scores are no probabilities, so the middle one of them is taken."
NOTHING_AT_STAKE = 0.5  # where the handle of the condition stands then


class Counted(Workbench):
    """Scores and decisions for two classes as counts, and what is read off these.

    Parameters
    ----------
    predictions : Predictions of two classes
    decides_at : dict of model to float, optional
        The thresholds of estimators that have one of their own.
    common
        As of a `Workbench`.
    """

    def __init__(self, predictions: Predictions, *, decides_at: dict[str, float] | None = None, **common: Any) -> None:
        super().__init__(predictions, **common)
        self._decides_at = decides_at or {}

    @property
    def scored(self) -> tuple[str, ...]:
        """The models with a score."""
        return tuple(self.predictions.scores)

    @property
    def positive(self) -> str:
        """The positive class."""
        return str(self.predictions.positive)

    def threshold(self, model: str | None = None) -> float:
        """Return the threshold that is used where none is asked for."""
        name = self._named(model, self.scored)
        return self._decides_at[name] if name in self._decides_at else default_threshold(self.counts(name))

    def counts(self, model: str | None = None) -> ThresholdCounts:
        """Return TP, FP, FN and TN at every threshold of a score."""
        name = self._named(model, self.scored)
        return self._keep("counts", name, make=lambda: _counted(self._view(name)))

    def confusion_matrix(self, threshold: Threshold | None = None, *, model: str | None = None) -> ConfusionMatrix:
        """Return TP, FP, FN and TN at a threshold, or of a model's decisions."""
        name = self._named(model, self.models)
        if name in self.scored:
            return self._matrix_at(self._at(threshold, name), name)
        rows = self._view(name)
        if rows.predicted is None:
            raise ValueError("a score needs a threshold")
        make = partial(confusion_matrix, rows.y_true, rows.predicted, sample_weight=rows.weight, case=rows.cases)
        return self._keep("matrix", name, make=make)

    def at(self, threshold: Threshold | None = None, *, model: str | None = None) -> float:
        """Return a threshold as a number, also one that a wish chooses."""
        return self._at(threshold, self._named(model, self.scored))

    def handle(self, threshold: Threshold | None = None, *, model: str | None = None) -> list[float]:
        """Return the thresholds at which the handle of `matrix` stops, ascending."""
        name = self._named(model, self.scored)
        found: list[float] = self._steps(name, self._at(threshold, name)).steps.threshold.tolist()
        return found

    def _matrix_at(self, at: float, model: str) -> ConfusionMatrix:
        return self.counts(model).at(at)

    @property
    def _classes(self) -> tuple[str, str]:
        """The names of both classes, the positive one first."""
        return self.positive, self.predictions.classes[0]

    def _title(self, what: str, model: str) -> str:
        return f"{what}: {model}, positive class {self.positive}"

    def _view(self, model: str) -> BinaryView:
        named = {"model": model} if model in self.scored else {"labels": model}
        return self._keep("view", model, make=lambda: one_vs_rest(self.predictions, self.positive, **named))

    def _at(self, threshold: Threshold | None, model: str) -> float:
        """Return a threshold as a number."""
        if threshold is None:
            return self.threshold(model)
        if isinstance(threshold, str):
            threshold = wished(threshold, "threshold")
        if isinstance(threshold, Wish):
            threshold = self._fulfilled(threshold, model)
        if isinstance(threshold, WishedThreshold):
            return _reached(threshold)
        try:
            at = float(threshold)
        except (TypeError, ValueError):
            at = math.nan
        if math.isnan(at):
            raise InputError(
                "{argument} must be a number or a wish; got '{value}'. Write a wish as {example}.",
                argument="threshold",
                value=shown(threshold),
                example=EXAMPLE,
            )
        return at

    def _how_chosen(self, threshold: Threshold | None, model: str) -> str | None:
        """Return what is to be minded of a threshold that nobody has fixed beforehand."""
        if model not in self.scored:
            return None
        if isinstance(threshold, str | Wish):
            return CHOSEN_HERE
        if isinstance(threshold, WishedThreshold):
            # One that was chosen on other rows is as good as fixed, unless it is also the best of these.
            here = self._fulfilled(threshold.wish, model).threshold
            return CHOSEN_HERE if threshold.threshold == here else None
        is_told = threshold is not None or model in self._decides_at
        return None if is_told or no_probabilities(self.counts(model)) is None else MIDDLE_ONE

    def _fulfilled(self, wish: Wish, model: str) -> WishedThreshold:
        return self._keep("wish", model, wish, make=lambda: decisions.fulfil(self.counts(model), wish))

    def _steps(self, model: str, at: float) -> ThresholdView:
        """Return what a linked figure shows; only the handle's steps are made anew for another threshold."""
        counts, rows = self.counts(model), self._view(model)
        # Weighted rows are not one dot each, and rows in a source are none.
        has_dots = not isinstance(rows, SourcedView) and rows.weight is None and rows.score is not None
        dots = (rows.y_true, rows.score) if has_dots else None
        make = partial(threshold_view, counts, rows=dots)  # type: ignore[arg-type]  # has a score
        return with_steps(self._keep("threshold view", model, make=make), counts, (self.threshold(model), at))

    def _auc(self, model: str, level: float) -> curves.AucInterval:
        make = partial(curves.auc_interval_from_counts, self.counts(model), confidence_level=level)
        return self._keep("auc", model, level, make=make)

    def _average_precision(self, model: str, level: float) -> Estimate:
        make = partial(curves.average_precision_interval, self.counts(model), confidence_level=level)
        return self._keep("average precision", model, level, make=make)

    def _losses(self, model: str, level: float) -> Losses:
        make = partial(losses, self.counts(model), confidence_level=level)
        return self._keep("losses", model, level, make=make)

    def _curves_of(self, model: str) -> ModelCurves:
        auc, average = self._auc(model, 0.95), self._average_precision(model, 0.95)
        printed = Estimate(auc.auc, auc.robust_low, auc.robust_high)
        make = partial(model_curves, model, self.counts(model), auc=printed, average_precision=average)
        return self._keep("curves", model, make=make)

    def _point(self, model: str) -> LabelPoint:
        return label_point(model, self.confusion_matrix(model=model))

    def _readings(self, model: str, at: float, beta: float, level: float) -> metrics.Readings:
        cm = self._matrix_at(at, model) if model in self.scored else self.confusion_matrix(model=model)
        make = partial(metrics.readings, cm, beta=beta, confidence_level=level)
        return self._keep("readings", model, None if math.isnan(at) else at, beta, level, make=make)

    def _costs_drawn(self, model: str, at: float, condition: float) -> Draw:
        """Return what draws the cost plane with its two handles; where nothing is at stake none is marked."""
        lines = [self._keep("cost lines", one, make=partial(cost_lines, one, self.counts(one))) for one in self.scored]
        counts, view = self.counts(model), self._steps(model, at)
        curve = self._keep("cost curve", model, make=lambda: costs.cost_curve(counts).corners())
        is_known = math.isfinite(condition)
        x, now = (condition if is_known else NOTHING_AT_STAKE), math.nan
        if is_known and curve.reason is None:
            cm = counts.at(at)
            now = float(costs.normalized_cost(metrics.fpr(cm), metrics.fnr(cm), condition))
        plane = plane_of_shares(lines, zoom=True, current=now)
        return partial(
            costs_figure,
            view,
            operating_lines(view.steps),
            lines,
            conditions(curve, special=[x], plane=plane, among=counts.threshold),
            threshold=at,
            condition=x,
            chosen=self.scored.index(model),
            shown=Shown(plane=plane, rules=(f"never {self.positive}", f"always {self.positive}")),
            classes=self._classes,
            known=is_known,
        )

    def _group_counts(self, model: str, by: Any, edges: Any) -> tuple[str, decisions.GroupCounts]:
        title, groups = self._groups_of(by, edges)
        rows = self._view(model)
        if rows.score is None:
            raise ValueError("predicted labels have no score")
        make = partial(
            decisions.group_counts, rows.y_true, rows.score, groups, sample_weight=rows.weight, case=rows.cases
        )
        return title, self._keep("groups", model, groups.names, _digest(groups.code), make=make)

    def _differences(self, level: float) -> AucDifferences:
        """Return by how much the areas of all pairs differ."""
        self._count_once("compare")
        rows = self.predictions
        cases = None if rows.cases is None else rows.cases.several
        make = partial(significance.auc_differences, rows.y_true, rows.scores, case=cases, confidence_level=level)
        return self._keep("differences", level, make=make)

    def _delong(self, pair: tuple[str, str], level: float) -> TestResult:
        self._count_once("test")
        scores, cases = self.predictions.scores, self.predictions.cases
        of = partial(significance.delong_test, self.predictions.y_true, scores[pair[0]], scores[pair[1]])
        make = partial(of, case=None if cases is None else cases.several, confidence_level=level)
        return self._keep("delong", pair, level, make=make)

    def _right(self, model: str, threshold: Threshold | None) -> BoolArray:
        """Return where a model is right."""
        rows = self._view(model)
        predicted = rows.predicted if rows.score is None else rows.score >= self._at(threshold, model)
        return np.asarray(predicted == rows.y_true)

    def _mcnemar(self, pair: tuple[str, str], threshold: Threshold | None, level: float) -> TestResult:
        self._count_once("test")
        a, b = (self._right(name, threshold) for name in pair)
        return mcnemar(a, b, self._view(pair[0]).cases, level)

    def _count_once(self, what: str) -> None:
        if self.predictions.weight is not None:
            raise InputError(
                "sample_weight must be left out for {what}: it needs rows that count once each.", what=what
            )

    def _rows_alone(self, what: str) -> None:
        if self.predictions.cases is not None and self.predictions.cases.several is not None:
            raise InputError(
                "case must be left out for {what} against an error rate: it needs rows that are independent.", what=what
            )


def _counted(rows: BinaryView) -> ThresholdCounts:
    if isinstance(rows, SourcedView):
        return rows.grouped.counts
    if rows.score is None:
        raise ValueError("predicted labels have no score")
    return threshold_counts(rows.y_true, rows.score, sample_weight=rows.weight, case=rows.cases)


def _reached(found: WishedThreshold) -> float:
    if not found.reached:
        raise InputError(
            "threshold must do what is wished; no threshold of these rows does ({wish}). Ask for less, or see what "
            "choose(...).nearest misses.",
            wish=found.wish.message,
        )
    return float(found.threshold)


def _digest(code: np.ndarray[Any, Any]) -> bytes:
    return hashlib.blake2b(np.ascontiguousarray(code).data, digest_size=16).digest()
