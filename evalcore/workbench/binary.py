"""The workbench of two classes: a live threshold, curves, costs, groups, calibration, choices and tests."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from itertools import combinations
from typing import Any, ClassVar, Literal

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from evalcore import costs, curves, decisions, metrics, significance
from evalcore.calibration import Calibration, calibration
from evalcore.counts import ConfusionMatrix, SourcedView, ThresholdCounts, confusion_matrix, threshold_counts
from evalcore.decisions import Groups, Wish, WishedThreshold
from evalcore.errors import InputError, present
from evalcore.figures.confusion_matrix.figure import label_figure, threshold_figure
from evalcore.figures.confusion_matrix.groups import groups_figure
from evalcore.figures.costs.calibration import reliability_figure
from evalcore.figures.costs.figure import costs_figure
from evalcore.figures.curves.figure import Shown, curves_figure, points_figure
from evalcore.figures.parts.cells import ShareOf
from evalcore.intervals import Estimate
from evalcore.predictions import BinaryView, Predictions, one_vs_rest
from evalcore.significance import TestResult
from evalcore.support.text import shown
from evalcore.views.costs import conditions, cost_lines, operating_lines, plane_of_shares
from evalcore.views.curves import LabelPoint, ModelCurves, label_point, model_curves, operating_points
from evalcore.views.groups import groups_view
from evalcore.views.threshold import ThresholdView, default_threshold, threshold_view, with_steps
from evalcore.workbench.base import Workbench
from evalcore.workbench.shown import LiveFigure, fixed
from evalcore.workbench.wishes import wished

# A number, a wish such as "precision while recall>=0.9", or what `choose` has found.
Threshold = float | str | Wish | WishedThreshold
Method = Literal["delong", "mcnemar"]


class BinaryWorkbench(Workbench):
    """What can be said of scores and decisions for two classes, one of them the positive one.

    A `threshold` is a number, a wish such as "precision while recall>=0.9", or what `choose` has found; left out it is
    0.5 where all scores lie in [0, 1], 0 where an estimator's `decision_function` made them, else the middle one. A
    `model` left out is the first one.
    """

    kind: ClassVar[str] = "two classes"

    def __init__(self, predictions: Predictions, *, decides_at: dict[str, float] | None = None, **common: Any) -> None:
        super().__init__(predictions, **common)
        self._decides_at = decides_at or {}

    # What is asked for by name

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
        return self._keep("counts", name, make=lambda: self._counted(self._view(name)))

    # Figures

    def matrix(
        self, threshold: Threshold | None = None, *, model: str | None = None, normalize: ShareOf = "row"
    ) -> LiveFigure:
        """How are the rows decided at this threshold, and at any other?

        Parameters
        ----------
        threshold, model
            See the class.
        normalize : "row", "column" or "all"
            What the shares in the matrix are of.

        Returns
        -------
        LiveFigure
            Scores by class, the confusion matrix and metrics under one handle; `table` is the matrix, rows are true
            classes, and `value` the `ConfusionMatrix`.
        """
        name, classes = self._named(model, self.models), self._classes
        if name not in self.scored:
            cm = self.confusion_matrix(model=name)
            draw = fixed(partial(label_figure, cm, classes=classes, of=normalize))
            return LiveFigure(
                draw, self._title("Confusion matrix", name), self._about(), _matrix_table(cm, classes), cm
            )
        at = self._at(threshold, name)
        cm = self.confusion_matrix(at, model=name)
        draw = partial(threshold_figure, self._steps(name, at), threshold=at, classes=classes, of=normalize)
        return LiveFigure(draw, self._title("Confusion matrix", name), self._about(), _matrix_table(cm, classes), cm)

    def curves(
        self,
        threshold: Threshold | None = None,
        *,
        model: str | None = None,
        show: Literal["roc_pr", "det"] = "roc_pr",
    ) -> LiveFigure:
        """How good are the scores at all thresholds: ROC and precision-recall, or DET?

        Parameters
        ----------
        threshold, model
            Where the handle stands, and whose it is.
        show : "roc_pr" or "det"

        Returns
        -------
        LiveFigure
            `table` has a row a model: AUC and average precision with their intervals, or what decisions reach.
        """
        points = [self._point(name) for name in self.predictions.labels]
        if not self.scored:
            share = float(metrics.prevalence(self.confusion_matrix(model=points[0].name)))
            draw = partial(points_figure, points, share)
            return LiveFigure(draw, "ROC and precision-recall", self._about(), _points_table(points), tuple(points))
        name = self._named(model, self.scored)
        at = self._at(threshold, name)
        view = self._steps(name, at)
        drawn = [self._curves_of(one) for one in self.scored]
        chosen = self.scored.index(name)
        what = Shown(drawn, self.counts(name).prevalence, chosen=chosen, points=points, planes=show)
        draw = partial(curves_figure, view, operating_points(view.steps), what, threshold=at, classes=self._classes)
        title = "ROC and precision-recall" if show == "roc_pr" else "DET curve"
        return LiveFigure(draw, self._title(title, name), self._about(), self.areas(), tuple(drawn))

    def costs(
        self,
        cost_fn: float = 1.0,
        cost_fp: float = 1.0,
        *,
        cost_tp: float = 0.0,
        cost_tn: float = 0.0,
        prevalence: float | None = None,
        threshold: Threshold | None = None,
        model: str | None = None,
        cases: float = 1000.0,
    ) -> LiveFigure:
        """What do mistakes cost at this threshold, at the best one, and without a look at the score?

        Parameters
        ----------
        cost_fn, cost_fp, cost_tp, cost_tn : float
            What a missed positive row, a false alarm and the right decisions cost.
        prevalence : float in [0, 1], optional
            Share of positives where the model is used; that of the rows, which is estimated, when left out.
        threshold, model
            See the class.
        cases : float
            How many cases `table` counts the costs for.

        Returns
        -------
        LiveFigure
            The cost plane with the ROC plane; `table` has a row a rule: its threshold, cost, low and high.
        """
        name = self._named(model, self.scored)
        counts, at = self.counts(name), self._at(threshold, name)
        matrix = costs.CostMatrix(cost_fn, cost_fp, cost_tp, cost_tn)
        options = {**vars(matrix), "prevalence": prevalence}
        best = self._keep("best cost", name, *options.values(), make=lambda: costs.best_threshold(counts, **options))
        rules = costs.rule_costs(counts, at, best, **options, cases=cases)
        share = counts.prevalence if prevalence is None else prevalence
        draw = self._costs_drawn(name, at, matrix.probability_cost(share))
        said = [one.reason for one in (rules.current, rules.best)]
        title = self._title("Costs", name)
        return LiveFigure(draw, title, self._about(best.reason or said[0]), _costs_table(rules), rules)

    def groups(
        self,
        by: Any = None,
        *,
        threshold: Threshold | None = None,
        model: str | None = None,
        metric: str = "recall",
        edges: Any = None,
        confidence_level: float = 0.95,
    ) -> LiveFigure:
        """What does one threshold do to each group, against the rest?

        Parameters
        ----------
        by : str or one value a row, optional
            Which of the `groups` that were handed over, or others.
        threshold, model
            See the class.
        metric : "recall", "fpr", "precision", "queue_rate" or "accuracy"
            What the figure shows.
        edges : sequence of numbers, optional
            Where a column of numbers is cut; at its quarters when left out.
        confidence_level : float in (0, 1)

        Returns
        -------
        LiveFigure
            `table` has a row a group and metric, with the difference from the rest.
        """
        name = self._named(model, self.scored)
        title, found = self._group_counts(name, by, edges)
        at = self._at(threshold, name)
        view = groups_view(found, self._steps(name, at), metric=metric, threshold=at)
        rows = decisions.by_group_from_counts(found, at, by=metric, confidence_level=confidence_level)
        draw = partial(groups_figure, view, threshold=at, classes=self._classes)
        left_out = f"{view.left_out} more groups are in the table." if view.left_out else None
        about = self._about(view.reason, left_out)
        return LiveFigure(draw, self._title(f"Groups by {title}", name), about, rows.to_frame(), rows)

    def calibration(self, *, model: str | None = None, n_bins: int = 10) -> LiveFigure:
        """Do scores, read as probabilities, come true as often as they say?

        Parameters
        ----------
        model
            See the class.
        n_bins : int from 1 to 1000
            Of about equal numbers of rows.

        Returns
        -------
        LiveFigure
            `table` has a row a bin: mean score, share of positive rows with its ends, rows.
        """
        name = self._named(model, self.scored)
        found = self._keep("calibration", name, n_bins, make=lambda: calibration(self.counts(name), bins=n_bins))
        draw = partial(reliability_figure, found, name)
        brier = None if math.isnan(found.brier) else f"Brier score {found.brier:.4g}."
        about = self._about(brier, found.reason)
        return LiveFigure(draw, self._title("Calibration", name), about, _calibration_table(found), found)

    # Tables

    def auc(self, *, confidence_level: float = 0.95) -> pd.DataFrame:
        """How well does each score put positive rows above negative ones?

        Parameters
        ----------
        confidence_level : float in (0, 1)

        Returns
        -------
        DataFrame
            A row a model: model, auc, low, high, as the pages print them; and note where there is something to mind.
        """
        self._named(None, self.scored)
        found = {name: self._auc(name, confidence_level) for name in self.scored}
        rows = [(name, one.auc, one.robust_low, one.robust_high) for name, one in found.items()]
        notes = [_sentences(one.reason, *one.robust_warnings) for one in found.values()]
        return _with_notes(pd.DataFrame(rows, columns=["model", "auc", "low", "high"]), notes)

    def areas(self, *, confidence_level: float = 0.95) -> pd.DataFrame:
        """How good is each score at all thresholds together?

        Parameters
        ----------
        confidence_level : float in (0, 1)

        Returns
        -------
        DataFrame
            A row a model and measure (auc, average_precision, brier_score): value, low, high, note.
        """
        rows = []
        for name in self.scored:
            auc, average = self._auc(name, confidence_level), self._average_precision(name, confidence_level)
            counts = self.counts(name)
            brier = self._keep(
                "brier",
                name,
                confidence_level,
                make=lambda counts=counts: costs.brier_interval(counts, confidence_level=confidence_level),  # type: ignore[misc]
            )
            note = _sentences(auc.reason, *auc.robust_warnings)
            rows += [
                (name, "auc", auc.auc, auc.robust_low, auc.robust_high, note),
                (name, "average_precision", *_ends(average)),
                (name, "brier_score", *_ends(brier)),
            ]
        return pd.DataFrame(rows, columns=["model", "measure", "value", "low", "high", "note"])

    def readings(
        self,
        threshold: Threshold | None = None,
        *,
        model: str | None = None,
        beta: float = 1.0,
        confidence_level: float = 0.95,
    ) -> pd.DataFrame:
        """What are all metrics at this threshold, and how sure may one be of each?

        Parameters
        ----------
        threshold
            See the class.
        model : str, optional
            All models when left out.
        beta : float >= 0
            Weight of recall in "f_beta".
        confidence_level : float in (0, 1)

        Returns
        -------
        DataFrame
            A row a model and metric: model, threshold (nan of decisions), metric, value, low, high, successes, trials,
            method, note.
        """
        tables = []
        for name in self.models if model is None else [self._named(model, self.models)]:
            at = self._at(threshold, name) if name in self.scored else math.nan
            key = ("readings", name, at if name in self.scored else None, beta, confidence_level)
            found = self._keep(*key, make=partial(self._readings, name, at, beta, confidence_level))
            frame = found.to_frame().rename_axis("metric").reset_index()
            frame.insert(0, "model", name)
            frame.insert(1, "threshold", at)
            tables.append(frame)
        return pd.concat(tables, ignore_index=True)

    def compare(self, threshold: Threshold | None = None, *, confidence_level: float = 0.95) -> pd.DataFrame:
        """Do the models differ by more than chance?

        Parameters
        ----------
        threshold
            At which scores decide, for the error rates.
        confidence_level : float in (0, 1)
            Of all intervals of one measure together.

        Returns
        -------
        DataFrame
            A row a pair and measure, "auc" (DeLong) and "error_rate" (McNemar): the difference of first and second with
            its ends, p-value, the p-value adjusted by Holm's method for the number of pairs, method, note.
        """
        self._pair(None, None, self.models)
        return pd.concat(
            [*self._compare_areas(confidence_level), self._compare_errors(threshold, confidence_level)],
            ignore_index=True,
        )

    # Decisions and tests

    def choose(
        self,
        best: str = "",
        *,
        model: str | None = None,
        at_least: decisions.wish.Bounds | None = None,
        at_most: decisions.wish.Bounds | None = None,
        alerts: float | None = None,
        rows_a_day: int | None = None,
        cost_fn: float | None = None,
        cost_fp: float | None = None,
        cost_tp: float = 0.0,
        cost_tn: float = 0.0,
        prevalence: float | None = None,
        beta: float = 1.0,
    ) -> WishedThreshold:
        """Which threshold is best by one number while others hold?

        Parameters
        ----------
        best : str
            A metric, "cost", or a whole wish such as "precision while recall>=0.9".
        model
            See the class.
        at_least, at_most, alerts, rows_a_day, cost_fn, cost_fp, cost_tp, cost_tn, prevalence, beta
            As for `evalcore.decisions.choose`.

        Returns
        -------
        WishedThreshold
            `threshold`, `value`, `reached`, and what is `nearest` where none does what is wished. Any `threshold`
            argument takes it.
        """
        counts = self.counts(model)
        if best and best not in metrics.METRICS and best != "cost":
            return decisions.fulfil(counts, wished(best, "best"))
        given = {"at_least": at_least, "at_most": at_most, "alerts": alerts, "rows_a_day": rows_a_day}
        given |= {"cost_fn": cost_fn, "cost_fp": cost_fp, "cost_tp": cost_tp, "cost_tn": cost_tn}
        options: dict[str, Any] = {**given, "prevalence": prevalence, "beta": beta}
        return decisions.choose(counts, best=best, **options)

    def test(
        self,
        first: str | None = None,
        second: str | None = None,
        *,
        method: Method | None = None,
        threshold: Threshold | None = None,
        error_rate: float | None = None,
        confidence_level: float = 0.95,
    ) -> TestResult:
        """Do two models differ by more than chance, or does one err more often than an error rate explains?

        Parameters
        ----------
        first, second : str, optional
            The first two models when left out.
        method : "delong" or "mcnemar", optional
            Of the areas, or of the error rates at a threshold; areas where both have a score, when left out.
        threshold
            See the class.
        error_rate : float in [0, 1], optional
            Tests `first` alone against this rate, by the binomial test.
        confidence_level : float in (0, 1)

        Returns
        -------
        TestResult
        """
        if error_rate is not None:
            name = self._named(first, self.models, "first")
            cm = self.confusion_matrix(threshold, model=name)
            self._count_once("error_rate")
            wrong, n = int(cm.fp + cm.fn), int(cm.tp + cm.fp + cm.fn + cm.tn)
            return significance.binomial_test(wrong, n, error_rate, confidence_level=confidence_level)
        a, b = self._pair(first, second, self.models)
        both_scored = a in self.scored and b in self.scored
        chosen = method or ("delong" if both_scored else "mcnemar")
        if chosen not in ("delong", "mcnemar"):
            raise InputError(
                "{argument} must be one of {names}; got '{value}'. Choose one of them.",
                argument="method",
                names="'delong', 'mcnemar'",
                value=shown(method),
            )
        if chosen == "mcnemar":
            return self._mcnemar(a, b, threshold, confidence_level)
        return self._delong(
            (self._named(a, self.scored, "first"), self._named(b, self.scored, "second")), confidence_level
        )

    def confusion_matrix(self, threshold: Threshold | None = None, *, model: str | None = None) -> ConfusionMatrix:
        """Return TP, FP, FN and TN at a threshold, or of a model's decisions."""
        name = self._named(model, self.models)
        if name in self.scored:
            return self.counts(name).at(self._at(threshold, name))
        rows = self._view(name)
        return self._keep(
            "matrix",
            name,
            make=lambda: confusion_matrix(rows.y_true, rows.predicted, sample_weight=rows.weight, case=rows.cases),
        )

    # What these are made of

    @property
    def _classes(self) -> tuple[str, str]:
        """The names of both classes, the positive one first."""
        return self.positive, self.predictions.classes[0]

    def _title(self, what: str, model: str) -> str:
        return f"{what}: {model}, positive class {self.positive}"

    def _view(self, model: str) -> BinaryView:
        named = {"model": model} if model in self.scored else {"labels": model}
        return self._keep("view", model, make=lambda: one_vs_rest(self.predictions, self.positive, **named))

    def _counted(self, rows: BinaryView) -> ThresholdCounts:
        if isinstance(rows, SourcedView):
            return rows.grouped.counts
        if rows.score is None:
            raise ValueError("predicted labels have no score")
        return threshold_counts(rows.y_true, rows.score, sample_weight=rows.weight, case=rows.cases)

    def _at(self, threshold: Threshold | None, model: str) -> float:
        """Return a threshold as a number."""
        if threshold is None:
            return self.threshold(model)
        if isinstance(threshold, str):
            threshold = wished(threshold, "threshold")
        if isinstance(threshold, Wish):
            threshold = decisions.fulfil(self.counts(model), threshold)
        if isinstance(threshold, WishedThreshold):
            if not threshold.reached:
                raise InputError(
                    "threshold must do what is wished; no threshold of these rows does ({wish}). Ask for less, or see "
                    "what choose(...).nearest misses.",
                    wish=threshold.wish.message,
                )
            return float(threshold.threshold)
        try:
            at = float(threshold)
        except (TypeError, ValueError):
            at = math.nan
        if math.isnan(at):
            raise InputError("threshold must be a number or a wish; got '{value}'. Pass 0.5.", value=shown(threshold))
        return at

    def _steps(self, model: str, at: float) -> ThresholdView:
        """Return what a linked figure shows; only the handle's steps are made anew for another threshold."""
        counts, rows = self.counts(model), self._view(model)

        def make() -> ThresholdView:
            # Weighted rows are not one dot each, and rows in a source are none.
            single = None if isinstance(rows, SourcedView) or rows.weight is not None or rows.score is None else rows
            dots = None if single is None or single.score is None else (single.y_true, single.score)
            return threshold_view(counts, rows=dots)

        return with_steps(self._keep("view of", model, make=make), counts, (self.threshold(model), at))

    def _auc(self, model: str, level: float) -> curves.AucInterval:
        counts = self.counts(model)
        make = partial(curves.auc_interval_from_counts, counts, confidence_level=level)
        return self._keep("auc", model, level, make=make)

    def _average_precision(self, model: str, level: float) -> Estimate:
        counts = self.counts(model)
        make = partial(curves.average_precision_interval, counts, confidence_level=level)
        return self._keep("average precision", model, level, make=make)

    def _curves_of(self, model: str) -> ModelCurves:
        auc, average = self._auc(model, 0.95), self._average_precision(model, 0.95)
        printed = Estimate(auc.auc, auc.robust_low, auc.robust_high)
        make = partial(model_curves, model, self.counts(model), auc=printed, average_precision=average)
        return self._keep("curves", model, make=make)

    def _point(self, model: str) -> LabelPoint:
        return label_point(model, self.confusion_matrix(model=model))

    def _readings(self, model: str, at: float, beta: float, level: float) -> metrics.Readings:
        cm = self.confusion_matrix(at if model in self.scored else None, model=model)
        return metrics.readings(cm, beta=beta, confidence_level=level)

    def _costs_drawn(self, model: str, at: float, condition: float) -> partial[go.Figure]:
        """Return what draws the cost plane with its two handles; where nothing is at stake none is marked."""
        lines = [self._keep("cost lines", one, make=partial(cost_lines, one, self.counts(one))) for one in self.scored]
        counts, view = self.counts(model), self._steps(model, at)
        curve = self._keep("cost curve", model, make=lambda: costs.cost_curve(counts).corners())
        is_known = math.isfinite(condition)
        x = condition if is_known else 0.5
        cm = counts.at(at)
        now = math.nan
        if is_known and curve.reason is None:
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
            shown=_costs_shown(plane, self._classes),
            classes=self._classes,
            known=is_known,
        )

    def _group_counts(self, model: str, by: Any, edges: Any) -> tuple[str, decisions.GroupCounts]:
        title, groups = self._groups_of(by, edges)
        rows = self._view(model)
        key = ("groups", model, groups.names, groups.code.tobytes())
        return title, self._keep(*key, make=lambda: _grouped_counts(rows, groups))

    def _compare_areas(self, level: float) -> list[pd.DataFrame]:
        if len(self.scored) < 2:
            return []
        found = self._differences(level)
        rows = [
            (*pair, "auc", test.difference, test.low, test.high, test.pvalue, adjusted, test.method, test.warnings)
            for pair, test, adjusted in zip(found.pairs, found.tests, found.adjusted.tolist(), strict=True)
        ]
        return [_comparison_table(rows)]

    def _differences(self, level: float) -> significance.AucDifferences:
        self._count_once("compare")
        rows = self.predictions
        cases = None if rows.cases is None else rows.cases.several
        make = partial(significance.auc_differences, rows.y_true, rows.scores, case=cases, confidence_level=level)
        return self._keep("differences", level, make=make)

    def _delong(self, pair: tuple[str, str], level: float) -> TestResult:
        self._count_once("test")
        a, b = (self._view(name) for name in pair)
        make = partial(significance.delong_test, a.y_true, a.score, b.score, case=a.cases, confidence_level=level)
        return self._keep("delong", pair, level, make=make)  # type: ignore[arg-type]  # both have a score

    def _decided(self, model: str, threshold: Threshold | None) -> np.ndarray[Any, np.dtype[np.bool_]]:
        rows = self._view(model)
        if rows.predicted is not None:
            return rows.predicted
        return np.asarray(rows.score >= self._at(threshold, model))

    def _mcnemar(self, a: str, b: str, threshold: Threshold | None, level: float) -> TestResult:
        self._count_once("test")
        rows = self._view(a)
        right = [self._decided(name, threshold) == rows.y_true for name in (a, b)]
        if rows.cases is not None:
            return significance.mcnemar_by_case(right[0], right[1], rows.cases, confidence_level=level)
        only_a, only_b = int((~right[0] & right[1]).sum()), int((right[0] & ~right[1]).sum())
        return significance.mcnemar(only_a, only_b, n=rows.n, confidence_level=level)

    def _compare_errors(self, threshold: Threshold | None, level: float) -> pd.DataFrame:
        pairs = list(combinations(self.models, 2))
        each = 1 - (1 - level) / len(pairs)
        tests = [self._mcnemar(a, b, threshold, each) for a, b in pairs]
        adjusted = significance.holm([test.pvalue for test in tests])
        rows = [
            (*pair, "error_rate", *_error_difference(test), test.pvalue, float(p), test.method, test.warnings)
            for pair, test, p in zip(pairs, tests, adjusted, strict=True)
        ]
        return _comparison_table(rows)

    def _count_once(self, what: str) -> None:
        if self.predictions.weight is not None:
            raise InputError(
                "sample_weight must be left out for {what}: a test needs rows that count once each.", what=what
            )


def _grouped_counts(rows: BinaryView, groups: Groups) -> decisions.GroupCounts:
    if rows.score is None:
        raise ValueError("predicted labels have no score")
    return decisions.group_counts(rows.y_true, rows.score, groups, sample_weight=rows.weight, case=rows.cases)


def _costs_shown(plane: Any, classes: tuple[str, str]) -> Any:
    from evalcore.figures.costs.traces import Shown as CostsShown  # noqa: PLC0415 - two figures have a Shown

    return CostsShown(plane=plane, rules=(f"never {classes[0]}", f"always {classes[0]}"))


def _matrix_table(cm: ConfusionMatrix, classes: tuple[str, str]) -> pd.DataFrame:
    names = pd.Index(classes, name="truth")
    cells = [[cm.tp, cm.fn], [cm.fp, cm.tn]]
    return pd.DataFrame(cells, index=names, columns=pd.Index(classes, name="predicted"))


def _points_table(points: Sequence[LabelPoint]) -> pd.DataFrame:
    rows = [(one.name, one.fpr, one.tpr, one.precision) for one in points]
    return pd.DataFrame(rows, columns=["model", "fpr", "recall", "precision"])


def _costs_table(rules: costs.RuleCosts) -> pd.DataFrame:
    named = {
        "this threshold": rules.current,
        "best threshold": rules.best,
        "always negative": rules.always_negative,
        "always positive": rules.always_positive,
    }
    rows = [
        (rule, one.threshold, one.value, one.low, one.high, _sentences(one.reason, *one.warnings))
        for rule, one in named.items()
    ]
    return pd.DataFrame(rows, columns=["rule", "threshold", "cost", "low", "high", "note"])


def _calibration_table(found: Calibration) -> pd.DataFrame:
    columns = ("edges_low", "edges_high", "score", "share", "low", "high", "n")
    return pd.DataFrame({name: getattr(found, name) for name in columns})


def _comparison_table(rows: Sequence[tuple[Any, ...]]) -> pd.DataFrame:
    columns = ["first", "second", "measure", "difference", "low", "high", "pvalue", "adjusted", "method"]
    frame = pd.DataFrame([row[:-1] for row in rows], columns=columns)
    return frame.assign(note=[_sentences(*row[-1]) for row in rows])


def _error_difference(test: Any) -> tuple[float, float, float]:
    """Return by how much two error rates differ, and between which values that lies."""
    if isinstance(test, significance.McnemarResult):
        return test.difference, test.difference_low, test.difference_high
    return test.effect, test.low, test.high


def _ends(found: Estimate) -> tuple[float, float, float, str]:
    return found.value, found.low, found.high, _sentences(found.reason, *found.warnings)


def _sentences(*found: Any) -> str:
    return " ".join(map(str, present(*found)))


def _with_notes(frame: pd.DataFrame, notes: Sequence[str]) -> pd.DataFrame:
    return frame.assign(note=list(notes)) if any(notes) else frame
