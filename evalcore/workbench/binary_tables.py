"""The tables of two classes: areas, readings, and how models differ."""

from __future__ import annotations

import math

import pandas as pd

from evalcore.workbench.counted import OF_THE_ROWS, Counted, Threshold
from evalcore.workbench.paired import error_differences
from evalcore.workbench.tables import comparison_table, ends, sentences, with_notes


class BinaryTables(Counted):
    """What can be said in tables of scores and decisions for two classes."""

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
        notes = [sentences(one.reason, *one.robust_warnings) for one in found.values()]
        return with_notes(pd.DataFrame(rows, columns=["model", "auc", "low", "high"]), notes)

    def areas(self, *, confidence_level: float = 0.95) -> pd.DataFrame:
        """How good is each score at all thresholds together?

        Parameters
        ----------
        confidence_level : float in (0, 1)

        Returns
        -------
        DataFrame
            A row a model and measure (auc, average_precision, brier_score, log_loss): value, low, high, note.
        """
        rows = []
        for name in self.scored:
            auc, average = self._auc(name, confidence_level), self._average_precision(name, confidence_level)
            lost = self._losses(name, confidence_level)
            note = sentences(auc.reason, *auc.robust_warnings)
            rows += [
                (name, "auc", auc.auc, auc.robust_low, auc.robust_high, note),
                (name, "average_precision", *ends(average)),
                (name, "brier_score", *ends(lost.brier.value)),
                (name, "log_loss", *ends(lost.log_loss.value)),
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
            A row a model and metric: model, threshold (nan of decisions), metric ("f1" where beta is 1), value, low,
            high, successes, trials, method, note.
        """
        tables = []
        for name in self.models if model is None else [self._named(model, self.models)]:
            at = self._at(threshold, name) if name in self.scored else math.nan
            found = self._readings(name, at, beta, confidence_level)
            frame = found.to_frame().rename_axis("metric").reset_index()
            if beta == 1:
                frame["metric"] = frame["metric"].replace("f_beta", "f1")
            frame.insert(0, "model", name)
            frame.insert(1, "threshold", at)
            if (said := self._how_chosen(threshold, name)) is not None:
                of_it = ~frame["metric"].isin(OF_THE_ROWS)
                frame.loc[of_it, "note"] = [f"{note} {said}".strip() for note in frame.loc[of_it, "note"]]
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
        self._count_once("compare")
        found = [self._error_differences(threshold, confidence_level)]
        if len(self.scored) > 1:
            found.insert(0, self._area_differences(confidence_level))
        return pd.concat(found, ignore_index=True)

    def _error_differences(self, threshold: Threshold | None, level: float) -> pd.DataFrame:
        right = {name: self._right(name, threshold) for name in self.models}
        return error_differences(right, self._view(self.models[0]).cases, level)

    def _area_differences(self, level: float) -> pd.DataFrame:
        found = self._differences(level)
        return comparison_table(
            [
                (*pair, "auc", test.difference, test.low, test.high, test.pvalue, adjusted, test.method, test.warnings)
                for pair, test, adjusted in zip(found.pairs, found.tests, found.adjusted.tolist(), strict=True)
            ]
        )
