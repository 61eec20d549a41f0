"""The workbench of rows that stay in files or in a database: the same figures and tables, read off their counts."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any, ClassVar, Final

import numpy as np
import pandas as pd

from evalcore import engine, significance
from evalcore.counts import ELSEWHERE, ConfusionMatrix, Grouped, RowsElsewhere, SourcedPredictions
from evalcore.decisions import GroupCounts
from evalcore.engine.cells import ScoreCells
from evalcore.engine.comparison import Comparison
from evalcore.engine.filters import Where
from evalcore.engine.sourced import as_predictions
from evalcore.errors import InputError
from evalcore.predictions import BinaryView
from evalcore.predictions.labels import label_key, label_text
from evalcore.significance import AucDifferences, KnownPair, TestResult
from evalcore.support.arrays import frozen
from evalcore.support.text import listed, shown
from evalcore.views.threshold import ThresholdView, with_steps
from evalcore.workbench.binary import BinaryWorkbench
from evalcore.workbench.counted import Threshold
from evalcore.workbench.opened import App
from evalcore.workbench.paired import adjusted_errors

MOST_CLASSES: Final = 1000
# Two classes that say which is positive.
_TOLD: Final = ({"0", "1"}, {"-1", "1"}, {"false", "true"})


class SourceWorkbench(BinaryWorkbench):
    """What can be said of scores in a source. Counts are exact at every listed threshold and at any that is asked for.

    Comparisons ask the source once more; groups are those of the column that was named at the beginning.
    """

    kind: ClassVar[str] = "two classes, rows in a source"

    predictions: SourcedPredictions

    def __init__(
        self, source: engine.Source, cells: dict[str, ScoreCells], asked: dict[str, Any], by: str | None
    ) -> None:
        self._source, self._cells, self._asked, self._by = source, cells, asked, by
        classes = {"negative": asked.pop("negative"), "positive": asked.pop("name")}
        told = repr((asked, by))
        super().__init__(as_predictions(cells, truth=asked["truth"], case=asked.pop("case"), of=told, **classes))

    @property
    def group_names(self) -> tuple[str, ...]:
        """The column that was named as groups."""
        return () if self._by is None else (self._by,)

    def open(self, **_options: Any) -> App:
        """Refuse: the rows are in their source, which the app's operator names."""
        raise RowsElsewhere.from_message(ELSEWHERE)

    def _about(self, *further: Any) -> str:
        tables = self.predictions.tables.values()
        auc = max(one.within[0] for one in tables)
        exact = min(one.n_thresholds for one in tables)
        return super()._about(f"Exact at {exact:,} thresholds; AUC within {auc:.1g}.", *further)

    def _view(self, model: str) -> BinaryView:
        return self._keep("view", model, make=lambda: self.predictions.view(self.positive, model))

    def _matrix_at(self, at: float, model: str) -> ConfusionMatrix:
        cm = self._keep("matrix", model, at, make=lambda: self._cells[model].at(at))
        return cm if self.predictions.case is None else cm.with_cases_elsewhere()

    def _steps(self, model: str, at: float) -> ThresholdView:
        """Return the steps with the exact counts at the present threshold, also where it lies inside a cell."""
        view = super()._steps(model, at)
        cm = self._matrix_at(at, model)
        exact = self.predictions.tables[model].with_exact(at, int(cm.tp), int(cm.fp)).counts
        return with_steps(view, exact, (self.threshold(model), at))

    def _group_counts(self, model: str, by: Any, edges: Any) -> tuple[str, GroupCounts]:
        if edges is not None or by not in (None, self._by) or self._by is None:
            raise InputError(
                "by must be the column that was named as groups ({column}); got '{value}'. Name it in the call.",
                column=shown(self._by or "-"),
                value=shown(by),
            )
        found: dict[str, Grouped] = {group: of[model] for group, of in self.predictions.by_group.items()}
        names = tuple(group or None for group in found)
        none = frozen(np.empty(0, dtype=np.int64))
        return self._by, GroupCounts(names, tuple(one.counts for one in found.values()), self.counts(model), none)

    def _rows_alone(self, what: str) -> None:
        if self.predictions.case is not None:
            raise InputError(
                "case must be left out for {what}: counts of a source do not tell which rows are of one case.",
                what=what,
            )

    def _compared(self, pair: tuple[str, str], thresholds: tuple[float, float] | None) -> Comparison:
        self._rows_alone("compare")
        # The rows are those that all models have scored.
        where = [*engine_filters(self._asked["where"]), *((name, "is known", None) for name in self.scored)]
        given = {"truth": self._asked["truth"], "positive": self._asked["positive"], "where": where}
        key = ("compared", pair, thresholds)
        return self._keep(*key, make=lambda: self._source.compare(*pair, **given, thresholds=thresholds))

    def _known_pairs(self, pairs: Sequence[tuple[str, str]], level: float) -> AucDifferences:
        known = {}
        for pair in pairs:
            found = self._compared(pair, None)
            a, b = ((cells.auc_low + cells.auc_high) / 2 for cells in (found.a, found.b))
            known[pair] = KnownPair(a, b, found.standard_error)
        counts = self.counts(pairs[0][0])
        sizes = {"n_pos": int(counts.n_pos), "n_neg": int(counts.n_neg)}
        return significance.auc_differences_of_source(known, **sizes, confidence_level=level)

    def _differences(self, level: float) -> AucDifferences:
        return self._known_pairs(list(combinations(self.scored, 2)), level)

    def _delong(self, pair: tuple[str, str], level: float) -> TestResult:
        return self._known_pairs([pair], level).tests[0]

    def _mcnemar(self, pair: tuple[str, str], threshold: Threshold | None, level: float) -> TestResult:
        at = (self._at(threshold, pair[0]), self._at(threshold, pair[1]))
        found = self._compared(pair, at)
        return significance.mcnemar(found.only_b, found.only_a, n=self.n, confidence_level=level)

    def _error_differences(self, threshold: Threshold | None, level: float) -> pd.DataFrame:
        pairs = list(combinations(self.scored, 2))
        return adjusted_errors(pairs, lambda pair, each: self._mcnemar(pair, threshold, each), level)


def engine_filters(where: Where) -> list[Any]:
    """Return filters as a list, whichever way they were written.

    >>> engine_filters({"country": "DE"}), engine_filters(None)
    ([('country', '==', 'DE')], [])
    """
    if where is None:
        return []
    if isinstance(where, engine.Filter):
        return [where]
    if hasattr(where, "items"):
        return [(str(name), "==", value) for name, value in where.items()]
    return list(where)


def of_source(
    source: engine.Source,
    scores: Any,
    *,
    truth: str | None,
    pos_label: Any = None,
    groups: str | None = None,
    where: Where = None,
    case: str | None = None,
) -> SourceWorkbench:
    """Return the workbench of rows that stay in a source.

    Parameters
    ----------
    source : engine.Source
    scores : str or sequence of str
        Columns of numbers, a model each.
    truth : str
        The column with the right answers.
    pos_label : label, optional
        The positive class; need not be named of 0 and 1, -1 and 1, True and False.
    groups : str, optional
        A column that tells rows apart.
    where : mapping or sequence of (column, comparison, value), optional
        Which rows.
    case : str, optional
        A column of cases: there are then no intervals and no tests.
    """
    names = [scores] if isinstance(scores, str) else [str(one) for one in scores or ()]
    if truth is None or not names:
        raise InputError(
            "truth and scores must name columns of the source; got none. Pass truth='y', scores=['model']."
        )
    if groups is not None and not isinstance(groups, str):
        raise InputError("groups must name a column of the source; got '{value}'. Pass its name.", value=shown(groups))
    if case is not None and not (isinstance(case, str) and case in [column.name for column in source.columns]):
        raise InputError("case must name a column of the source; got '{value}'. Pass its name.", value=shown(case))
    positive, negative = _classes(source, truth, pos_label)
    asked = {"truth": truth, "positive": pos_label if pos_label is not None else positive, "where": where}
    cells = source.cells(truth, names, asked["positive"], where=where, by=groups)
    return SourceWorkbench(source, cells, {**asked, "name": positive, "negative": negative, "case": case}, groups)


def _classes(source: engine.Source, truth: str, pos_label: Any) -> tuple[str, str]:
    """Return the names of the positive class and of what stands against it."""
    found = [label_text(value) for value, _rows in source.values(truth, most=MOST_CLASSES)]
    texts = list(dict.fromkeys(text for text in found if text))
    keys = {label_key(text) for text in texts}
    if pos_label is None:
        told = next((one for one in _TOLD if keys <= one), None)
        if told is None:
            raise InputError(
                "pos_label must be given unless y_true holds 0 and 1, or -1 and 1; got the classes {classes}. Name the "
                "positive one.",
                classes=listed(texts),
            )
        mine = "true" if "true" in told else "1"
    else:
        mine = label_key(label_text(pos_label))
    positive = next((text for text in texts if label_key(text) == mine), label_text(pos_label) if pos_label else mine)
    others = [text for text in texts if label_key(text) != mine]
    return positive, others[0] if len(others) == 1 else f"not {positive}"
