"""The workbench of predicted numbers: errors under a tolerance that is dragged, intervals, differences, groups."""

from __future__ import annotations

from functools import partial
from typing import Any, ClassVar, Literal, get_args

import numpy as np
import pandas as pd

from evalcore import regression
from evalcore.figures.regression.errors import errors_figure
from evalcore.figures.regression.groups import groups_figure
from evalcore.intervals import Estimate
from evalcore.regression import PredictionTable
from evalcore.regression.influence import Metric
from evalcore.support.checks import option
from evalcore.views.regression.errors import errors_view
from evalcore.workbench.base import SEED, Workbench
from evalcore.workbench.shown import LiveFigure
from evalcore.workbench.tables import ends, sentences


class RegressionWorkbench(Workbench):
    """What can be said of predicted numbers. A `model` left out is the first one.

    Intervals are of the bootstrap with a fixed seed, so that the same question has the same answer.
    """

    kind: ClassVar[str] = "regression"

    def _shown(self) -> LiveFigure:
        return self.errors()

    def errors(self, tolerance: float | None = None, *, model: str | None = None) -> LiveFigure:
        """How far are predictions from the truth, and which share of them is within a tolerance?

        Parameters
        ----------
        tolerance : float >= 0, optional
            Where the handle stands; at the mean absolute error when left out.
        model : str, optional

        Returns
        -------
        LiveFigure
            Predictions and residuals under one handle; `table` is that of `readings`.
        """
        name = self._named(model, self.models)
        view = self._keep("view", name, tolerance, make=lambda: errors_view(self._table, name, tolerance=tolerance))
        at = view.errors.mae if tolerance is None else tolerance
        active = int(np.abs(view.tolerances - at).argmin())
        draw = partial(errors_figure, view, active)
        return LiveFigure(draw, f"Errors: {name}", self._about(), self.readings(model=name), view)

    def groups(
        self, by: Literal["prediction", "truth"] = "prediction", *, model: str | None = None, n_groups: int = 10
    ) -> LiveFigure:
        """How large are the errors in each tenth of the predictions, or of the true values?

        Parameters
        ----------
        by : "prediction" or "truth"
        model : str, optional
        n_groups : int >= 1

        Returns
        -------
        LiveFigure
            `table` has a row a group.
        """
        option(by, "by", ("prediction", "truth"))
        name, rows = self._named(model, self.models), self._table
        found = self._keep(
            "groups",
            name,
            by,
            n_groups,
            make=lambda: regression.error_groups(
                rows.y_true, rows.predictions[name], by=by, groups=n_groups, sample_weight=rows.weight
            ),
        )
        title = f"Errors by {by}: {name}"
        return LiveFigure(partial(groups_figure, found, by=by), title, self._about(), found.to_frame(), found)

    def readings(self, *, model: str | None = None, confidence_level: float = 0.95) -> pd.DataFrame:
        """How large are the errors, and how sure may one be of that?

        Parameters
        ----------
        model : str, optional
            All models when left out.
        confidence_level : float in (0, 1)

        Returns
        -------
        DataFrame
            A row a model and metric (as of `compare`, and mape): value, standard_error (nan of mape, whose interval
            needs no resamples), low, high, note.
        """
        names = self.models if model is None else [self._named(model, self.models)]
        return pd.concat([self._readings(name, confidence_level) for name in names], ignore_index=True)

    def compare(self, metric: Metric = "mse", *, confidence_level: float = 0.95) -> pd.DataFrame:
        """By how much do the models differ on the same rows?

        Parameters
        ----------
        metric : "mse", "rmse", "mae", "r2" or "median_absolute_error"
        confidence_level : float in (0, 1)

        Returns
        -------
        DataFrame
            A row a pair: first, second, measure, difference, low, high, and low_all, high_all, which hold together with
            those of all other pairs.
        """
        found = self._differences(metric, confidence_level).to_frame().rename(columns={"a": "first", "b": "second"})
        found.insert(2, "measure", metric)
        return found

    def test(
        self,
        first: str | None = None,
        second: str | None = None,
        *,
        metric: Metric = "mse",
        confidence_level: float = 0.95,
    ) -> regression.PairedDifference:
        """By how much do two models differ, and does the interval hold 0?

        Parameters
        ----------
        first, second : str, optional
            The first two models when left out.
        metric, confidence_level
            As of `compare`.
        """
        pair = self._pair(first, second, self.models)
        option(metric, "metric", get_args(Metric))
        found = self._paired({name: self._table.predictions[name] for name in pair}, metric, confidence_level)
        return found.pairs[0]

    @property
    def _table(self) -> PredictionTable:
        rows = self.predictions
        cases = None if rows.cases is None else rows.cases.several
        read = partial(PredictionTable, truth=rows.truth, y_true=rows.y_true, predictions=rows.scores)
        make = partial(read, weight=rows.weight, cases=cases)
        return self._keep("table", make=make)

    def _readings(self, model: str, level: float) -> pd.DataFrame:
        def make() -> pd.DataFrame:
            rows = self._table
            found = regression.bootstrap_errors(
                rows.y_true,
                rows.predictions[model],
                sample_weight=rows.weight,
                case=rows.cases,
                confidence_level=level,
                rng=np.random.default_rng(SEED),
            )
            frame = found.to_frame().rename_axis("metric").reset_index()
            frame.insert(0, "model", model)
            notes = [sentences(getattr(found, name).reason, *found.warnings) for name in frame["metric"]]
            value, low, high, note = ends(self._relative(model, level))
            # Its interval comes from the rows themselves, without resamples.
            relative = {"model": model, "metric": "mape", "value": value, "low": low, "high": high, "note": note}
            return pd.concat([frame.assign(note=notes), pd.DataFrame([relative])], ignore_index=True)

        return self._keep("readings", model, level, make=make)

    def _relative(self, model: str, level: float) -> Estimate:
        rows = self._table
        return regression.mape_interval(
            rows.y_true, rows.predictions[model], sample_weight=rows.weight, case=rows.cases, confidence_level=level
        )

    def _differences(self, metric: Metric, level: float) -> regression.PairedDifferences:
        self._pair(None, None, self.models)
        option(metric, "metric", get_args(Metric))
        return self._paired(self._table.predictions, metric, level)

    def _paired(self, predictions: Any, metric: Metric, level: float) -> regression.PairedDifferences:
        rows = self._table
        make = partial(
            regression.paired_differences,
            rows.y_true,
            predictions,
            metric=metric,
            sample_weight=rows.weight,
            case=rows.cases,
            confidence_level=level,
            rng=np.random.default_rng(SEED),
        )
        return self._keep("differences", tuple(predictions), metric, level, make=make)
