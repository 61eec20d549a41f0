"""The workbench of two classes: a live threshold, curves, costs, groups, calibration, choices and tests."""

from __future__ import annotations

import math
from functools import partial
from typing import Any, ClassVar, Literal

from evalcore import costs, decisions, metrics, significance
from evalcore.calibration import calibration
from evalcore.decisions import WishedThreshold
from evalcore.decisions.wish import Bounds
from evalcore.figures.calibration.bins import reliability_figure
from evalcore.figures.confusion_matrix.figure import label_figure, threshold_figure
from evalcore.figures.confusion_matrix.groups import groups_figure
from evalcore.figures.curves.figure import Shown, curves_figure, points_figure
from evalcore.significance import TestResult
from evalcore.support.checks import option
from evalcore.views.curves import operating_points
from evalcore.views.groups import groups_view
from evalcore.workbench.binary_tables import BinaryTables
from evalcore.workbench.counted import Threshold
from evalcore.workbench.shown import LiveFigure, fixed
from evalcore.workbench.tables import (
    Normalize,
    calibration_table,
    costs_table,
    matrix_table,
    points_table,
    share_of,
)
from evalcore.workbench.wishes import wished

Method = Literal["delong", "mcnemar"]


class BinaryWorkbench(BinaryTables):
    """What can be said of scores and decisions for two classes, one of them the positive one.

    A `threshold` is a number, a wish such as "precision while recall>=0.9", or what `choose` has found; left out it is
    0.5 where all scores lie in [0, 1], 0 where an estimator's `decision_function` made them, else the middle one. A
    `model` left out is the first one.
    """

    kind: ClassVar[str] = "two classes"

    def _shown(self) -> LiveFigure:
        return self.matrix()

    def matrix(
        self, threshold: Threshold | None = None, *, model: str | None = None, normalize: Normalize = "true"
    ) -> LiveFigure:
        """How are the rows decided at this threshold, and at any other?

        Parameters
        ----------
        threshold, model
            See the class.
        normalize : "true", "pred" or "all"
            What the shares in the matrix are of, as in scikit-learn; the counts stand there, too.

        Returns
        -------
        LiveFigure
            Scores by class, the confusion matrix and metrics under one handle; `table` is the matrix, rows are true
            classes, and `value` the `ConfusionMatrix`.
        """
        name, classes = self._named(model, self.models), self._classes
        if name not in self.scored:
            cm = self.confusion_matrix(model=name)
            draw = fixed(partial(label_figure, cm, classes=classes, of=share_of(normalize)))
            return LiveFigure(draw, self._title("Confusion matrix", name), self._about(), matrix_table(cm, classes), cm)
        at = self._at(threshold, name)
        cm = self.confusion_matrix(at, model=name)
        draw = partial(threshold_figure, self._steps(name, at), threshold=at, classes=classes, of=share_of(normalize))
        return LiveFigure(draw, self._title("Confusion matrix", name), self._about(), matrix_table(cm, classes), cm)

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
        option(show, "show", ("roc_pr", "det"))
        points = [self._point(name) for name in self.predictions.labels]
        if not self.scored:
            share = float(metrics.prevalence(self.confusion_matrix(model=points[0].name)))
            draw = partial(points_figure, points, share)
            return LiveFigure(draw, "ROC and precision-recall", self._about(), points_table(points), tuple(points))
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
        return LiveFigure(draw, title, self._about(best.reason or said[0]), costs_table(rules), rules)

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
        return LiveFigure(draw, self._title("Calibration", name), about, calibration_table(found), found)

    def choose(
        self,
        best: str = "",
        *,
        model: str | None = None,
        at_least: Bounds | None = None,
        at_most: Bounds | None = None,
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
        name = self._named(model, self.scored)
        if best and best not in metrics.METRICS and best != "cost":
            return self._fulfilled(wished(best, "best"), name)
        given = {"at_least": at_least, "at_most": at_most, "alerts": alerts, "rows_a_day": rows_a_day}
        given |= {"cost_fn": cost_fn, "cost_fp": cost_fp, "cost_tp": cost_tp, "cost_tn": cost_tn}
        options: dict[str, Any] = {**given, "prevalence": prevalence, "beta": beta}
        return decisions.choose(self.counts(name), best=best, **options)

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
            self._count_once("test")
            self._rows_alone("test")
            cm = self.confusion_matrix(threshold, model=name)
            wrong, n = int(cm.fp + cm.fn), int(cm.tp + cm.fp + cm.fn + cm.tn)
            return significance.binomial_test(wrong, n, error_rate, confidence_level=confidence_level)
        pair = self._pair(first, second, self.models)
        chosen = method or ("delong" if set(pair) <= set(self.scored) else "mcnemar")
        option(chosen, "method", ("delong", "mcnemar"))
        if chosen == "mcnemar":
            return self._mcnemar(pair, threshold, confidence_level)
        for name, which in zip(pair, ("first", "second"), strict=True):
            self._named(name, self.scored, which)
        return self._delong(pair, confidence_level)


class DecisionsWorkbench(BinaryWorkbench):
    """What can be said of decisions between two classes, without a score: matrix, readings, a point in each plane.

    What needs a threshold says that there is none.
    """

    kind: ClassVar[str] = "decisions between two classes"
