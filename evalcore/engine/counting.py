"""From rows to cells: one pass that counts, and further ones where cells leave too much open."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

import numpy as np

from evalcore.counts import ThresholdCounts
from evalcore.engine.bounds import bounds, standard_errors
from evalcore.engine.dialect import Dialect, Grouped, GroupsCells, Marked, Scan
from evalcore.engine.filters import MISSING, Filter
from evalcore.engine.finer import MOST_FINER, MOST_ROUNDS, FinerTally, Split, allowed, to_refine
from evalcore.engine.grid import MOST_CELLS, Grid, reaching
from evalcore.engine.paths import MOST_IN_PATH
from evalcore.engine.rows import LeftOut, Reading, Rows, negative_weight
from evalcore.engine.tally import OutOfReachError, Table, Tally
from evalcore.engine.watch import Watch
from evalcore.errors import Message, message, present

MOST_GROUPED: Final = 3 * MOST_CELLS  # cells of all groups together
DIGITS: Final = 6  # of borders where there is no row
Key = tuple[int, int | None]  # which score, and of which group


@dataclass(frozen=True)
class Asked:
    """A question about scores, checked.

    Parameters
    ----------
    truth : Marked
    scores : tuple of str
    weight : str or None
    filters : tuple of Filter
    group : Grouped or None
    rows_all : int
        Rows of the source; 0 where not known.
    tolerance : float or None
        What cells may leave open of AUC and average precision; a tenth of their standard errors where None.
    """

    truth: Marked
    scores: tuple[str, ...]
    weight: str | None = None
    filters: tuple[Filter, ...] = ()
    group: Grouped | None = None
    rows_all: int = 0
    tolerance: float | None = None

    @property
    def scan(self) -> Scan:
        """What is to be read of each row."""
        weights = () if self.weight is None else (self.weight,)
        return Scan(self.truth, self.group, (*self.scores, *weights), self.filters)

    @property
    def weight_place(self) -> int | None:
        """Which of the numbers is the weight."""
        return None if self.weight is None else len(self.scores)

    def of_group(self, place: int) -> Asked:
        """Return the question about one group alone."""
        assert self.group is not None
        value = self.group.values[place]
        one = Filter(self.group.column, MISSING) if value is None else Filter(self.group.column, "==", value)
        return replace(self, filters=(*self.filters, one), group=None)

    def reading(self, dialect: Dialect, watch: Watch, *more: Filter) -> Reading:
        """Return a pass over the rows, or over those that pass further filters."""
        scan = replace(self.scan, filters=(*self.filters, *more))
        return Reading(dialect, scan, watch, weight=self.weight_place)


@dataclass(frozen=True, eq=False)
class Counted:
    """What a question found: for each score, and each group, its cells."""

    tables: Mapping[Key, Table]
    grids: Mapping[Key, Grid]
    left_out: tuple[LeftOut, ...]
    n_rows: int
    counts: Mapping[Key, ThresholdCounts] = field(default_factory=dict)


def counted(dialect: Dialect, asked: Asked, watch: Watch) -> Counted:
    """Count all rows by cell, and cut cells until AUC and average precision are known well enough."""
    if isinstance(dialect, GroupsCells):
        found = _by_grouping(dialect, asked, watch)
    else:
        try:
            found = _first_pass(dialect, asked, watch, binary=False)
        except OutOfReachError:
            found = _first_pass(dialect, asked, watch, binary=True)
    tables = dict(found.tables)
    counts = {key: as_counts(table) for key, table in tables.items()}
    paths: dict[Key, list[Split]] = {}
    for _round in range(MOST_ROUNDS):
        most = MOST_FINER // len(tables)
        splits = {key: to_refine(table, counts[key], asked.tolerance, most) for key, table in tables.items()}
        wanted = {key: split for key, split in splits.items() if split is not None}
        if not wanted:
            break
        for key, split in wanted.items():
            paths.setdefault(key, []).append(split)
        cut = _cut_in_engine(dialect, asked, watch, found.grids, {key: paths[key] for key in wanted})
        for key, table in (finer(dialect, asked, watch, wanted) if cut is None else cut).items():
            tables[key] = tables[key].replaced(wanted[key].chosen, table)
            counts[key] = as_counts(tables[key])
    return replace(found, tables=tables, counts=counts)


def _cut_in_engine(
    dialect: Dialect, asked: Asked, watch: Watch, grids: Mapping[Key, Grid], paths: Mapping[Key, Sequence[Split]]
) -> dict[Key, Table] | None:
    """Have the engine count the rows of some cells by their parts; None where it cannot, or has too much to be told."""
    told = max(sum(len(split.low) for split in path) for path in paths.values())
    if not isinstance(dialect, GroupsCells) or told > MOST_IN_PATH:
        return None
    watch.begin("refining", 0)
    found: dict[Key, Table] = {}
    for (score, group), path in paths.items():
        watch.check()
        of = replace(asked, group=None) if group is None else asked.of_group(group)
        found[score, group] = dialect.finer(of.scan, score, grids[score, group], path, asked.weight_place)
    return found


def as_counts(table: Table) -> ThresholdCounts:
    """Return the counts at the lowest score of each cell."""
    if not len(table):
        none = np.zeros(1, dtype=table.n_pos.dtype)
        return ThresholdCounts(np.array([np.inf]), none, none.copy())
    if table.n_pos.dtype.kind == "f":
        return ThresholdCounts.from_grouped(table.low, table.n_pos, table.n_neg)
    threshold = np.concatenate([[np.inf], table.low[::-1]])  # cells are sorted already
    tp, fp = (np.concatenate([[0], np.cumsum(sizes[::-1])]) for sizes in (table.n_pos, table.n_neg))
    return ThresholdCounts(threshold, tp, fp)


def _first_pass(dialect: Dialect, asked: Asked, watch: Watch, *, binary: bool) -> Counted:
    """Count all rows by cell, in one pass."""
    kinds: dict[str, Any] = {"weighted": asked.weight is not None, "binary": binary}
    n_groups = 0 if asked.group is None else len(asked.group.values)
    whole = [Tally(**kinds) for _score in asked.scores]
    parts = [Tally(n_groups, most=MOST_GROUPED, **kinds) for _score in asked.scores] if n_groups else []
    reading = asked.reading(dialect, watch)
    for rows in reading.rows(asked.rows_all):
        weight = _weight(asked, rows)
        for i, tally in enumerate(whole):
            tally.add(rows.numbers[i], rows.truth, None, weight)
        for i, tally in enumerate(parts):
            tally.add(rows.numbers[i], rows.truth, rows.group, weight)
    tables: dict[Key, Table] = {(i, None): tally.table() for i, tally in enumerate(whole)}
    tables |= {(i, group): tally.table(group) for i, tally in enumerate(parts) for group in range(n_groups)}
    grids = {key: (whole if key[1] is None else parts)[key[0]].grid or Grid(DIGITS) for key in tables}
    return Counted(tables, grids, reading.left_out, reading.n_rows)


def _by_grouping(dialect: GroupsCells, asked: Asked, watch: Watch) -> Counted:
    """Have the engine count by cell where the rows lie: one query for the ranges, and one or two for each score."""
    watch.begin("reading", asked.rows_all)
    summary = dialect.summary(asked.scan)
    if asked.weight_place is not None and (least := summary.ranges[asked.weight_place][0] or 0) < 0:
        raise negative_weight(str(asked.weight), least)
    tables: dict[Key, Table] = {}
    grids: dict[Key, Grid] = {}
    n_groups = 0 if asked.group is None else len(asked.group.values)
    for i, (low, high) in enumerate(summary.ranges[: len(asked.scores)]):
        for most, group in ((MOST_CELLS, None), *([(MOST_GROUPED // n_groups, asked.group)] if n_groups else [])):
            watch.check()
            grid = Grid(DIGITS) if low is None or high is None else reaching(low, high, most)
            found = dialect.cells(replace(asked.scan, group=group), i, grid, asked.weight_place)
            for place, table in found.items():
                tables[i, place], grids[i, place] = table, grid
    watch.read(summary.n_rows)
    return Counted(tables, grids, summary.left_out, summary.n_rows)


def _weight(asked: Asked, rows: Rows) -> Any:
    return None if asked.weight_place is None else rows.numbers[asked.weight_place]


def finer(dialect: Dialect, asked: Asked, watch: Watch, splits: Mapping[Key, Split]) -> dict[Key, Table]:
    """Count the rows of some cells by their parts, in one pass."""
    tallies = {key: FinerTally(split, weighted=asked.weight is not None) for key, split in splits.items()}
    if all(group is None for _score, group in splits):
        asked = replace(asked, group=None)
    near: tuple[Filter, ...] = ()
    if len({score for score, _group in splits}) == 1:
        (score,) = {score for score, _group in splits}
        low, high = min(split.low[0] for split in splits.values()), max(split.high[-1] for split in splits.values())
        near = between(asked.scores[score], float(low), float(high))
    for rows in asked.reading(dialect, watch, *near).rows(asked.rows_all, "refining"):
        weight = _weight(asked, rows)
        for (score, group), tally in tallies.items():
            if group is None:
                tally.add(rows.numbers[score], rows.truth, weight)
            else:
                mine = np.flatnonzero(rows.group == group)
                tally.add(rows.numbers[score][mine], rows.truth[mine], None if weight is None else weight[mine])
    return {key: tally.table() for key, tally in tallies.items()}


def between(score: str, low: float, high: float) -> tuple[Filter, Filter]:
    """Return the filters of scores from low to high, both included."""
    return Filter(score, ">=", low), Filter(score, "<=", high)


def warnings_of(table: Table, counts: ThresholdCounts, tolerance: float | None) -> tuple[Message, ...]:
    """Say where the cells leave more open than they should."""
    if not (counts.n_pos and counts.n_neg) or not (table.low < table.high).any():
        return ()
    found, errors = bounds(counts, table), standard_errors(counts)
    too_wide = [
        (name, low, high)
        for name, low, high, error in (
            ("AUC", found.auc_low, found.auc_high, errors.auc),
            ("AP", found.ap_low, found.ap_high, errors.ap),
        )
        if (high - low) / 2 > allowed(error, tolerance)
    ]
    said = [
        message(
            "{name} is known only to lie from {low} to {high}: the scores are crowded, and the order of rows with "
            "nearly equal ones was not read.",
            name=name,
            low=f"{low:.7g}",
            high=f"{high:.7g}",
        )
        for name, low, high in too_wide
    ]
    return present(*said)
