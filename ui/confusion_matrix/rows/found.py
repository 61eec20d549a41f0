"""The rows that are asked for, read off one order for every threshold, and tables of them."""

from __future__ import annotations

import math
from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from evalcore.counts import SourcedView
from evalcore.decisions import RowOrder, RowsFound, row_order
from evalcore.predictions import BinaryView
from evalcore.support.arrays import BoolArray, IntArray
from evalcore.views.models import otherwise
from evalcore.views.threshold import StripRow, bar_at
from ui.confusion_matrix.groups import setting
from ui.confusion_matrix.rows import chosen
from ui.confusion_matrix.rows.chosen import Asked
from ui.live import threshold
from ui.session import computed, file_rows, looked_at, memory
from ui.session.file_rows import FileRows
from ui.shared.text import _

# So many rows are sent to the browser at once.
ON_A_PAGE: Final = 50
# Predicted labels are a score of 0 and 1.
BETWEEN_LABELS: Final = 0.5


def are_here(rows: BinaryView) -> bool:
    """Whether the rows are in memory, not in a source."""
    return not isinstance(rows, SourcedView)


def order(rows: BinaryView) -> RowOrder:
    """Return the order of the rows, sorted once for all cells and thresholds."""

    def make() -> RowOrder:
        score = rows.score if rows.score is not None else np.asarray(rows.predicted, dtype=np.float64)
        return row_order(rows.y_true, score, sample_weight=rows.weight)

    found: RowOrder = memory.memo("order of rows", rows.key, make=make, most=1)
    return found


def of_cells(rows: BinaryView, t: float | None, cells: tuple[str, ...], group: str) -> RowsFound:
    """Return the rows of cells at a threshold, of one group or all."""
    return order(rows).find(at_threshold(t), cells, among=_in_group(rows, group))


@dataclass(frozen=True, eq=False)
class Wanted:
    """Which rows of an order are wanted, in few bytes: what offers them as a file is kept until the next run."""

    threshold: float
    cells: tuple[str, ...]
    low: float
    high: float
    among: NDArray[np.uint8] | None  # a bit a row

    def of(self, order: RowOrder) -> RowsFound:
        """Return them."""
        among = None if self.among is None else np.unpackbits(self.among, count=len(order.score)).view(np.bool_)
        return order.find(self.threshold, self.cells, low=self.low, high=self.high, among=among)


def wanted(rows: BinaryView, t: float | None, asked: Asked) -> Wanted:
    """Return which rows are asked for."""
    low, high = -math.inf, math.inf
    if asked.which == "bar" and t is not None:
        low, high = bar_at(computed.counts(rows), t)
    among = _in_group(rows, asked.group)
    if asked.search:
        held = file_rows.holding(asked.search)
        among = held if among is None else among & held
    if asked.other:
        apart = otherwise(rows, t, *other(asked, t))
        among = apart if among is None else among & apart
    return Wanted(at_threshold(t), asked.cells, low, high, None if among is None else np.packbits(among))


def other(asked: Asked, t: float | None) -> tuple[BinaryView, float | None]:
    """Return the model that decides otherwise, with its threshold: that of the page where it has none of its own."""
    view = looked_at.binary(asked.other)
    if not view.has_score or asked.other_t is not None:
        return view, asked.other_t
    return view, threshold.value(computed.counts(view)) if t is None else t


def at_threshold(t: float | None) -> float:
    """Return the threshold, of predicted labels the one between both."""
    return BETWEEN_LABELS if t is None else t


def at(place: int) -> IntArray:
    """Return the places of one row."""
    return np.array([place])


def groups(rows: BinaryView) -> tuple[str, ...]:
    """Return the groups that are looked at, none where no column makes them."""
    grouping = setting.chosen(rows)
    if grouping is None or setting.refused(rows, grouping) is not None:
        return ()
    return tuple(chosen.EMPTY_GROUP if name is None else name for name in setting.counts(rows, grouping).names)


def group_key(rows: BinaryView, group: str) -> Hashable:
    """Return what tells a group from those of the same name that another column makes; None where all are looked at."""
    return (setting.chosen(rows), group) if group in groups(rows) else None


def _in_group(rows: BinaryView, group: str) -> BoolArray | None:
    """Return which rows are of a group; None where all are looked at."""
    grouping = setting.chosen(rows)
    if grouping is None or group not in groups(rows):
        return None
    counts = setting.counts(rows, grouping)
    found: BoolArray = counts.code == counts.names.index(None if group == chosen.EMPTY_GROUP else group)
    if rows.weight is None:
        return found
    # A row of weight 0 is in no group.
    weighs = rows.weight > 0
    weighs[weighs] = found
    return weighs


def table(
    of: FileRows, found: RowsFound, places: IntArray, titles: tuple[str, ...], *, model: str | None
) -> pd.DataFrame:
    """Return rows with number, cell, score and its distance from t, and behind these all columns of their file.

    `titles` are those of the first four. Predicted labels, without `model`, have no score; a score that is a column of
    the file under the model's name stands there alone.
    """
    own, frame = found.describe(places), of.frame(places)
    first: dict[str, Any] = {titles[0]: of.numbers(places), titles[1]: own["cell"]}
    if model is not None:
        in_file = model in frame and frame[model].dtype == own["score"].dtype and frame[model].equals(own["score"])
        first |= {titles[3]: own["above"]} if in_file else {titles[2]: own["score"], titles[3]: own["above"]}
    names = file_rows.once_each((*first, *frame.columns))
    frame.columns = pd.Index(names[len(first) :])
    return pd.concat([pd.DataFrame(first), frame], axis=1)


def titles(of: FileRows) -> tuple[str, ...]:
    """Return the titles of the columns that are not the file's."""
    return _("case") if of.of_cases else _("row"), _("cell"), _("score"), _("score − t")


def marked(rows: BinaryView) -> StripRow | None:
    """Return the row that is open, as the strip marks it."""
    place = chosen.opened(rows)
    if place is None or rows.score is None:
        return None
    return StripRow(place, float(rows.score[place]), bool(rows.y_true[place]))
