"""What a source has answered as predictions without rows, so that whatever is read off counts can show it."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from evalcore.counts import Grouped, SourcedPredictions, ThresholdCounts
from evalcore.engine.bounds import bounds
from evalcore.engine.cells import ScoreCells
from evalcore.engine.tally import Table
from evalcore.predictions import Dropped


def as_predictions(
    found: Mapping[str, ScoreCells], *, truth: str, negative: str, positive: str, case: str | None = None, of: str = ""
) -> SourcedPredictions:
    """Return the scores of some models on the same rows of a source as predictions of two classes.

    Parameters
    ----------
    found : mapping of score to ScoreCells
        As `source.cells(score=[...])` answers; with `by` each has its groups.
    truth : str
        The column with the right answers.
    negative, positive : str
        The names of both classes; the first may stand for several.
    case : str, optional
        The column that names the case of each row: counts do not know which rows are of one, so nothing has an
        interval until `with_cases` tells what each case has at a threshold.
    of : str
        What else tells these rows from others, such as the source and its filter.

    Returns
    -------
    SourcedPredictions
        With a note for each score whose areas are known less well than a tenth of their standard errors.
    """
    first = next(iter(found.values()))
    groups = {
        _group(value): {score: as_grouped(cells.groups[value]) for score, cells in found.items()}
        for value in first.groups
    }
    notes = tuple(dict.fromkeys(warning for cells in found.values() for warning in cells.warnings))
    return SourcedPredictions(
        truth=truth,
        classes=(negative, positive),
        tables={score: as_grouped(cells) for score, cells in found.items()},
        dropped=tuple(Dropped(one.reason, one.count, (), one.column) for one in first.dropped),
        of=of,
        groups=groups,
        notes=notes,
        case=case,
    )


def as_grouped(cells: ScoreCells) -> Grouped:
    """Return the cells of a score as counts, with what they leave open for either class as the positive one."""
    table, counts = cells.table, cells.counts
    turned = ThresholdCounts(counts.threshold, counts.fp, counts.tp)
    other = bounds(turned, Table(table.low, table.high, table.n_neg, table.n_pos))
    top = np.ascontiguousarray(table.high[::-1])
    area = (cells.auc_low, cells.auc_high, cells.ap_low, cells.ap_high)
    return Grouped(counts, top, *area, turned=Grouped(turned, top, *other))


def _group(value: object) -> str:
    """Return the name of a group, "" of an empty cell; a whole number without the decimal point."""
    if value is None:
        return ""
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)
