"""A source of rows that stay where they are, and the questions it answers."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cached_property
from typing import Any, Final, overload

import pandas as pd
import pyarrow as pa

from evalcore import reading
from evalcore.counts.of_cases import CasesInCells
from evalcore.engine.cases import CaseSums, in_cells
from evalcore.engine.cells import ScoreCells, score_cells
from evalcore.engine.comparison import Comparison, compared
from evalcore.engine.counting import Asked, between, counted, finer
from evalcore.engine.dialect import Dialect, Grouped
from evalcore.engine.duck import Duck
from evalcore.engine.files import found_files
from evalcore.engine.filters import Column, Filter, Where, column_named, filters
from evalcore.engine.finer import Split
from evalcore.engine.limits import Limits
from evalcore.engine.streaming import Streaming
from evalcore.engine.sums import ErrorSums, ProbabilitySums, error_sums, probability_sums
from evalcore.engine.tally import Table
from evalcore.engine.truth import marked
from evalcore.engine.warehouse import Warehouse
from evalcore.engine.watch import Watch
from evalcore.errors import InputError
from evalcore.reading import Streamed
from evalcore.support.memory import promising
from evalcore.support.text import shown

MOST_GROUPS: Final = 200


class Source:
    """Rows that stay in files or in a database. Make one with `source`.

    Parameters
    ----------
    dialect : Dialect
        What holds the rows.
    limits : Limits
    counts_fast : bool
        Whether the number of its rows is known without reading them.
    size : int
        Bytes of its files; 0 where not known.
    """

    def __init__(self, dialect: Dialect, limits: Limits, *, counts_fast: bool = True, size: int = 0) -> None:
        self._dialect, self.limits, self._counts_fast, self.size = dialect, limits, counts_fast, size

    def __repr__(self) -> str:
        return f"Source({len(self.columns)} columns, {self.size:,} bytes)"

    @property
    def columns(self) -> tuple[Column, ...]:
        """The columns, each with its name and the kind of its values."""
        return self._dialect.columns

    @cached_property
    def n_rows(self) -> int:
        """How many rows there are; a CSV file is read for it once, in turn."""
        if self._counts_fast:
            return self._dialect.length()
        with self._at_work(None):
            return self._dialect.length()

    def head(self, n: int = 1000) -> pd.DataFrame:
        """Return some rows as they are, enough to guess what the columns hold; it waits for no question."""
        return self._dialect.head(n)

    def values(self, column: str, *, most: int = MOST_GROUPS, watch: Watch | None = None) -> list[tuple[Any, int]]:
        """Return the distinct values of a column with their rows, in order; refuse more than `most`."""
        with self._at_work(watch):
            return self._values(column, most)

    @overload
    def cells(
        self,
        truth: str,
        score: str,
        positive: object = None,
        *,
        where: Where = None,
        by: str | None = None,
        weight: str | None = None,
        tolerance: float | None = None,
        watch: Watch | None = None,
    ) -> ScoreCells: ...

    @overload
    def cells(
        self,
        truth: str,
        score: list[str] | tuple[str, ...],
        positive: object = None,
        *,
        where: Where = None,
        by: str | None = None,
        weight: str | None = None,
        tolerance: float | None = None,
        watch: Watch | None = None,
    ) -> dict[str, ScoreCells]: ...

    def cells(
        self,
        truth: str,
        score: str | list[str] | tuple[str, ...],
        positive: object = None,
        *,
        where: Where = None,
        by: str | None = None,
        weight: str | None = None,
        tolerance: float | None = None,
        watch: Watch | None = None,
    ) -> ScoreCells | dict[str, ScoreCells]:
        """What does every threshold of a score decide?

        Parameters
        ----------
        truth : str
            Column of the true class.
        score : str, or list of str
            Column of numbers; several are counted in one scan, of the rows that have all of them.
        positive : label, optional
            The positive class; of True and False, 1 and 0 and of two classes it need not be named.
        where : mapping, Filter or sequence of (column, comparison, value), optional
            Which rows; all filters must hold.
        by : str, optional
            Column that tells groups of rows apart, at most 200: each has cells of its own.
        weight : str, optional
            Column of how often each row counts, 0 or more.
        tolerance : float, optional
            What the cells may leave open of AUC and average precision to either side; a tenth of their standard errors
            when left out, and 1e-5 where there are none.
        watch : Watch, optional

        Returns
        -------
        ScoreCells, or a dict of them where `score` is several columns

        Notes
        -----
        Cells have decimal borders: as many digits as give at most 1.2 million cells from the lowest score to the
        highest, six from 0 to 1. Where rows crowd in few of them, these are cut in further passes. AUC then lies within
        sum(n_pos n_neg) / (2 P N) of the one of the counts, over cells that hold both classes.
        *Undefined when* a class has no row: areas are nan, and `reason` says why.
        """
        names = (score,) if isinstance(score, str) else tuple(dict.fromkeys(score))
        with self._at_work(watch) as watched:
            asked = self._asked(truth, names, positive, where, by=by, weight=weight, tolerance=tolerance)
            found = self._cells(asked, watched)
        return found[score] if isinstance(score, str) else found

    def compare(
        self,
        a: str,
        b: str,
        *,
        truth: str,
        positive: object = None,
        thresholds: tuple[float, float] | None = None,
        where: Where = None,
        watch: Watch | None = None,
    ) -> Comparison:
        """Do two models that scored the same rows differ?

        Parameters
        ----------
        a, b : str
            Columns of scores.
        truth, positive, where, watch
            As for `cells`.
        thresholds : (float, float), optional
            Of a and of b: for the rows on which one is right and the other is not.

        Returns
        -------
        Comparison
            DeLong's test of the difference of both areas, and what McNemar's test needs.
        """
        with self._at_work(watch) as watched:
            asked = self._asked(truth, (a, b), positive, where)
            both = self._cells(asked, watched)
            return compared(self._dialect, asked, both[a], both[b], thresholds=thresholds, watch=watched)

    def probabilities(
        self,
        *,
        truth: str,
        score: str,
        positive: object = None,
        bins: int = 10,
        where: Where = None,
        watch: Watch | None = None,
    ) -> ProbabilitySums:
        """Do scores, read as probabilities, come true as often as they say: Brier score, log loss, bins of equal width?

        Parameters
        ----------
        truth, score, positive, where, watch
            As for `cells`.
        bins : int from 1 to 1000
        """
        with self._at_work(watch) as watched:
            asked = self._asked(truth, (score,), positive, where)
            return probability_sums(asked.reading(self._dialect, watched), asked.rows_all, bins)

    def by_case(
        self,
        *,
        truth: str,
        score: str,
        case: str,
        threshold: float,
        positive: object = None,
        where: Where = None,
        watch: Watch | None = None,
    ) -> CaseSums:
        """What do rates at a threshold come to, and how sure are they, where rows belong to cases?

        Parameters
        ----------
        truth, score, positive, where, watch
            As for `cells`.
        case : str
            Column of the case of each row, such as a patient; rows without one are left out.
        threshold : float
        """
        with self._at_work(watch):
            asked = self._asked(truth, (score,), positive, where)
            column_named(case, self.columns)
            return CaseSums.of(self._dialect.sums_by_case(asked.scan, case, float(threshold)))

    def errors(
        self, *, truth: str, predicted: str, where: Where = None, weight: str | None = None, watch: Watch | None = None
    ) -> ErrorSums:
        """How far are the predictions of a regression off: the mean errors and R², by sums?

        Parameters
        ----------
        truth, predicted, weight : str
            Columns of numbers.
        where, watch
            As for `cells`.
        """
        with self._at_work(watch) as watched:
            names = tuple(self._number(name) for name in (truth, predicted, *([weight] if weight else [])))
            kept = filters(where, self.columns)
            return error_sums(self._dialect, names, kept, watched, self._rows_all(), weighted=weight is not None)

    def count_between(
        self, asked: Asked, score: str, low: float, high: float, watch: Watch | None
    ) -> tuple[float, float]:
        """Return the positive and negative rows with scores from low to high, both included."""
        with self._at_work(watch) as watched:
            reading = replace(asked, group=None).reading(self._dialect, watched, *between(score, low, high))
            place, weighted = asked.scores.index(score), asked.weight_place
            pos = neg = 0.0 if asked.weight is not None else 0
            for rows in reading.rows(asked.rows_all):
                inside = (rows.numbers[place] >= low) & (rows.numbers[place] <= high)
                sizes = inside if weighted is None else rows.numbers[weighted] * inside
                pos += sizes[rows.truth == 1].sum().item()
                neg += sizes[rows.truth == 0].sum().item()
        return pos, neg

    def cases_in_cells(
        self, asked: Asked, score: str, case: str, threshold: float, watch: Watch | None
    ) -> CasesInCells:
        """Return what each case has in the four cells at a threshold, of the rows that were counted."""
        with self._at_work(watch):
            column_named(case, self.columns)
            return in_cells(self._dialect, asked.scan, case, asked.scores.index(score), float(threshold))

    def finer_cells(self, asked: Asked, score: str, split: Split, watch: Watch | None) -> Table:
        """Return the parts of cells that are cut."""
        key = (asked.scores.index(score), None)
        with self._at_work(watch) as watched:
            return finer(self._dialect, asked, watched, {key: split})[key]

    def page_of(
        self, chosen: Sequence[Filter], by: str, first: int, n: int, watch: Watch | None
    ) -> tuple[int, pd.DataFrame]:
        """Return how many rows pass, and some of them."""
        with self._at_work(watch):
            return self._dialect.count(chosen), self._dialect.page(chosen, by, first, n)

    def _cells(self, asked: Asked, watch: Watch) -> dict[str, ScoreCells]:
        """Return the cells of each score, with those of the groups."""
        found = counted(self._dialect, asked, watch)
        cells = {}
        for i, score in enumerate(asked.scores):

            def of(place: int | None, score: str = score, i: int = i, **more: Any) -> ScoreCells:
                """Return the cells of all rows or of one group."""
                key = (i, place)
                return score_cells(
                    score,
                    found.counts[key],
                    found.tables[key],
                    grid=found.grids[key],
                    n_rows=found.n_rows,
                    source=self,
                    **more,
                )

            groups = {
                value: of(place, dropped=(), asked=asked.of_group(place))
                for place, value in enumerate(asked.group.values if asked.group else ())
            }
            cells[score] = of(None, dropped=found.left_out, asked=replace(asked, group=None), groups=groups)
        return cells

    def _asked(
        self,
        truth: str,
        scores: tuple[str, ...],
        positive: object,
        where: Where,
        *,
        by: str | None = None,
        weight: str | None = None,
        tolerance: float | None = None,
    ) -> Asked:
        """Return the question, checked."""
        if not scores:
            raise InputError("At least one column must hold scores; got none. Choose one.")
        names = tuple(self._number(name) for name in scores)
        kept = filters(where, self.columns)
        group = None
        if by is not None:
            group = Grouped(by, tuple(value for value, _count in self._values(by, MOST_GROUPS)))
        return Asked(
            marked(self._dialect, truth, positive),
            names,
            None if weight is None else self._number(weight),
            kept,
            group,
            self._rows_all(),
            tolerance,
        )

    def _values(self, column: str, most: int) -> list[tuple[Any, int]]:
        if column_named(column, self.columns).kind == "other":
            raise InputError(
                "Groups must be told apart by numbers, texts, dates or True and False; column '{column}' has none. "
                "Choose another column.",
                column=shown(column),
            )
        found = self._dialect.values(column, most)
        if len(found) > most:
            raise InputError(
                "Column '{column}' must have at most {limit} different values; it has more. Choose another column.",
                column=shown(column),
                limit=most,
            )
        return found

    def _number(self, name: str) -> str:
        """Return the name of a column of numbers."""
        column = column_named(name, self.columns)
        if column.kind not in ("number", "bool"):
            raise InputError(
                "Column '{column}' must hold numbers; its type in the source is {type}. Choose another column.",
                column=shown(name),
                type=shown(column.type),
            )
        return name

    def _rows_all(self) -> int:
        """Return how many rows there are, where that is known without reading them."""
        return self.n_rows if self._counts_fast or "n_rows" in vars(self) else 0

    @contextmanager
    def _at_work(self, watch: Watch | None) -> Iterator[Watch]:
        """Take the place at work, in turn."""
        watch = watch or Watch()
        memory = self.limits.memory
        with watch.at_work(self._dialect.interrupt, self.limits.seconds), promising(lambda _others: memory):
            try:
                yield watch
            except InterruptedError:
                watch.check()
                raise


def source(
    place: str | os.PathLike[str] | bytes | Streamed | pd.DataFrame | pa.Table | Any,
    *,
    table: str | None = None,
    root: str | os.PathLike[str] | None = None,
    limits: Limits | None = None,
) -> Source:
    """Open rows that stay where they are.

    Parameters
    ----------
    place : path, bytes, DataFrame, pyarrow Table or table of Ibis
        A file of Parquet, CSV or DuckDB, or a folder of files of Parquet or of CSV. Never from a browser. Or the
        content of a file of Parquet or of text, also as `reading.Streamed`, which a process of its own reads.
    table : str, optional
        Of a DuckDB file; need not be named where there is one.
    root : path, optional
        The folder in which files must lie, wherever links may point.
    limits : Limits, optional

    Returns
    -------
    Source

    Notes
    -----
    The connection can reach these files and nothing else: no other file, no address, no extension, and no setting can
    be changed. It only ever runs single SELECT statements, in which columns are names and values are bound. A table of
    Ibis (the extra "engine") is read by the caller's own connection: it counts by cell where the rows lie.
    """
    limits = limits or Limits()
    if isinstance(place, pd.DataFrame):
        frame = place.set_axis([str(name) for name in place.columns], axis=1)
        place = pa.Table.from_pandas(frame, preserve_index=False)
    if isinstance(place, bytes):
        place = Streamed(place, limits=replace(reading.Limits.in_process(), seconds=limits.seconds))
    if isinstance(place, Streamed):
        return Source(Streaming(place, limits), limits, size=place.size)
    if isinstance(place, pa.Table):
        return Source(Duck(place, limits), limits, size=place.nbytes)
    if type(place).__module__.partition(".")[0] == "ibis":
        return Source(Warehouse(place), limits, counts_fast=False)
    files = found_files(place, root)
    return Source(Duck(files, limits, table=table), limits, counts_fast=files.format != "csv", size=files.size)
