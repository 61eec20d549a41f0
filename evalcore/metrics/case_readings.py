"""All metrics of rows that belong to cases, with intervals by case, or with the reason where there is none."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import sparse

from evalcore.counts import Cells, ConfusionMatrix, confusion_matrix
from evalcore.counts.confusion import cells_of_rows
from evalcore.counts.given import of_labels
from evalcore.counts.of_cases import CasesInCells, RowsInCells
from evalcore.errors import Message
from evalcore.intervals.cases import ALIKE, corrected, equal_cases, few_cases, one_case, share_ends
from evalcore.metrics.readings import Reading, Readings, readings_of_rows
from evalcore.metrics.registry import METRICS, Metric, Parts, evaluate, undefined_reason
from evalcore.support.arrays import BoolArray, FloatArray, IndexArray
from evalcore.support.cases import Cases, numbered
from evalcore.support.checks import check_level

BY_CASE = "by case"
STEP = 1e-5  # of the smaller margin: leaves about 1e-10 of a slope
DENSE = 1 << 22  # numbers of a table of cells and cases that is kept whole
MANY_TABLES = 1 << 22  # numbers in tables evaluated at once
FEW = 5
LONE_CASES = Message(
    "All rows but those of fewer than five cases agree; where the true share is even nearer to 0 or 1, the interval "
    "holds it less often than its level says."
)


class _Tables(NamedTuple):
    """Many k x k tables at once, shape (tables, k, k)."""

    table: NDArray[Any]


def readings_by_case(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    case: ArrayLike | Cases,
    *,
    classes: Sequence[Any] | None = None,
    names: Collection[str] | None = None,
    beta: float = 1.0,
    confidence_level: float = 0.95,
) -> Readings:
    """What are all metrics of these rows, and how sure may one be of each, if rows of one case are not independent?

    Parameters
    ----------
    y_true, y_pred : (n,) labels of any one kind
        Truth and prediction, as for `confusion_matrix`. Rows count once each; there are no weights.
    case : (n,) labels of any kind
        Rows with equal labels belong to one case, such as a patient or a user.
    classes : sequence of labels, optional
        As for `confusion_matrix`: for two classes the first is the positive one.
    names : collection of str, optional
        Which metrics to read; all when left out.
    beta : float >= 0
        Weight of recall in "f_beta".
    confidence_level : float in (0, 1)

    Returns
    -------
    Readings
        As of `readings`, in the order of `METRICS`; `method` is "by case", or that of `readings` where each case is one
        row.

    Raises
    ------
    InputError
        Where columns differ in length, or a row has no label, or none of a case.

    Notes
    -----
    A metric is a function f of the cells of the table. The influence of case i is u_i = sum over cells of df/dN times
    the rows that it has there (for a share S / T that is (S_i - f T_i) / T), and its variance V = I / (I - 1) sum
    u_i^2, with the I cases that hold rows which matter. The interval is Wilson's of f, brought to [0, 1], with as
    many rows as would vary as much: f (1 - f) / V, times (z / t)^2 for Student's quantile in the place of the normal
    one (Korn and Graubard's effective number, with Wilson's method for Clopper and Pearson's). t has as many degrees
    of freedom as there are cases of equal size that are as good (`equal_cases`, by the rows that matter; of metrics
    that compare the classes, of the class that has fewer), less one. Of a metric at an end of its range each case is
    one row. Copies of all rows within their cases change nothing; where every case has one row, or copies of one,
    these are the intervals of `readings`. Of simulated samples of 40 cases of 25 rows, 100 of 5, 15 of 10 and cases
    of unequal size .86 to 1.00 are held, nearly everywhere .91 or more, by the intervals of rows .34 to .98, and by
    plain ones, f -+ t sqrt(V), down to .66 (docs/coverage.md, tests/benchmarks/coverage_cases.py). Rule of thumb: 20
    cases, and five whose rows differ from the rest; below, `warnings` say so. *Undefined when* the metric is; no
    interval with a single case, or where all cases are alike and the value is at no end of its range: `reason` says
    why.

    References
    ----------
    Rao and Scott (1992), https://doi.org/10.2307/2532311; Korn and Graubard (1998), Survey Methodology 24, 193-201

    Examples
    --------
    >>> found = readings_by_case([1, 1, 0, 1, 0, 0], [1, 1, 0, 0, 0, 1], ["u", "u", "v", "v", "w", "w"])
    >>> {reading.name: f"{reading.low:.3f} {reading.high:.3f}" for reading in found}["accuracy"]
    '0.140 0.961'
    """
    check_level(confidence_level)
    cm = confusion_matrix(y_true, y_pred, classes=classes)
    cell = cells_of_rows(y_true, y_pred, cm.classes)
    rows = RowsInCells(numbered(case, len(cell)), lambda: cell)
    return _of_cells(cm, rows, names, beta, confidence_level)


@of_labels
def readings(
    cm: ConfusionMatrix,
    *,
    names: Collection[str] | None = None,
    beta: float = 1.0,
    confidence_level: float = 0.95,
    rng: np.random.Generator | None = None,
) -> Readings:
    """What are all metrics of this matrix, and how sure may one be of each?

    Parameters
    ----------
    cm : ConfusionMatrix
        Metrics that need a positive class are left out if there are more than two classes, or none is named.
    names, beta, confidence_level, rng
        As for `readings_of_rows`; by case nothing is drawn.

    Returns
    -------
    Readings
        By case where the matrix knows of cases (`readings_by_case`), else of independent rows (`readings_of_rows`).

    Examples
    --------
    >>> r = {reading.name: reading for reading in readings(ConfusionMatrix.binary(tp=7, fp=4, fn=1, tn=8))}
    >>> f"{r['precision'].value:.4f}, {r['precision'].successes} of {r['precision'].trials}"
    '0.6364, 7 of 11'
    """
    rows = cm.rows or cm.in_cells
    if rows is None:
        return readings_of_rows(cm, names=names, beta=beta, confidence_level=confidence_level, rng=rng)
    check_level(confidence_level)
    return _of_cells(cm, rows, names, beta, confidence_level)


def _of_cells(
    cm: ConfusionMatrix,
    rows: RowsInCells | CasesInCells,
    names: Collection[str] | None,
    beta: float,
    confidence_level: float,
) -> Readings:
    """Return the readings of rows in the cells of the matrix."""
    table = rows.one_each if isinstance(rows, CasesInCells) else _one_row_each(cm, rows)
    if table is not None:
        one_each = ConfusionMatrix(table, cm.classes, positive_first=cm.positive_first)
        return Readings(
            _as_before(reading, cm)
            for reading in readings_of_rows(one_each, names=names, beta=beta, confidence_level=confidence_level)
        )
    by_case = _ByCase(cm, rows, beta, confidence_level)
    listed = {n: m for n, m in METRICS.items() if m.listed and (m.many_classes or cm.positive_first)}
    return Readings(by_case.reading(n, m) for n, m in listed.items() if names is None or n in names)


def _one_row_each(cm: ConfusionMatrix, rows: RowsInCells) -> IndexArray | None:
    """Return the table of one row a case, where that is all that is known of each; else None."""
    first = rows.cases.one_row_each(rows.cell)
    if first is None:
        return None
    return np.bincount(rows.cell[first], minlength=cm.table.size).reshape(cm.table.shape)


def _as_before(reading: Reading, cm: ConfusionMatrix) -> Reading:
    """Return a reading of one row a case, its counts those of all rows."""
    parts = METRICS[reading.name].parts
    successes, trials = (None, None) if parts is None else map(int, parts(cm))
    return replace(reading, successes=successes, trials=trials)


class _Influence(NamedTuple):
    """What cases do to a metric: its variance, the rows of each case that matter, and how many cases stand out.

    `sizes` are those of all rows that matter, or of each class where classes are compared; `fewest` counts the cases
    with a row that is right, or wrong, in one of these.
    """

    variance: float
    sizes: list[FloatArray]
    fewest: int


@dataclass(frozen=True, eq=False)
class _ByCase:
    """The rows, by cell of the table and by case, and how they are to be read."""

    cm: ConfusionMatrix
    rows: RowsInCells | CasesInCells
    beta: float
    level: float

    def reading(self, name: str, metric: Metric) -> Reading:
        """Return a metric with its interval."""
        value, reason = evaluate(name, self.cm, beta=self.beta), undefined_reason(name, self.cm, beta=self.beta)
        successes, trials = (None, None) if metric.parts is None else map(int, metric.parts(self.cm))
        made = partial(Reading, value, name=name, successes=successes, trials=trials, confidence_level=self.level)
        if reason is not None:
            return made(reason=reason)
        found = self._influence(name, metric, value)
        if (reason := one_case(*found.sizes)) is not None:
            return made(reason=reason)
        low, high = self._ends(metric, value, found)
        if math.isnan(low):
            return made(reason=ALIKE)
        warnings = (*few_cases(*found.sizes), *((LONE_CASES,) if found.fewest < FEW else ()))
        return made(low, high, method=BY_CASE, warnings=warnings)

    def _ends(self, metric: Metric, value: float, found: _Influence) -> tuple[float, float]:
        """Return Wilson's interval with as many rows as would vary so; nan where the cases do not tell."""
        reach = metric.highest - metric.lowest
        share, alike = (value - metric.lowest) / reach, min(map(equal_cases, found.sizes))
        ends = share_ends(share, found.variance / reach**2, alike, self.level)
        least = metric.lowest if metric.least is None else metric.least(self.cm)
        low, high = (metric.lowest + reach * end for end in ends)
        return min(max(low, least), value), max(min(high, metric.highest), value)

    def _influence(self, name: str, metric: Metric, value: float) -> _Influence:
        """Return what each case does to a metric."""
        parts = _of_f_beta(self.beta) if metric.takes_beta else metric.parts
        if parts is None:
            slopes = self._slopes(lambda tables: evaluate(name, tables, beta=self.beta), self.margin * STEP)
            right = self.truth == self.predicted
            shares = [(right & (self.truth == of), ~right & (self.truth == of)) for of in self.classes]
            return self._summed(slopes, shares, [self.truth == of for of in self.classes])
        successes, trials = self._coefficients(parts)
        slopes = (successes - value * trials) / float(parts(self.cm)[1])
        return self._summed(slopes, [(successes > 0, trials > successes)], [trials > 0])

    def _summed(
        self, slopes: FloatArray, shares: list[tuple[BoolArray, BoolArray]], matter: list[BoolArray]
    ) -> _Influence:
        """Return the sums by case of what was found for the cells that have rows."""

        found, sizes = self._by_case(slopes), [self._by_case(cells) for cells in matter]
        least = min(int(np.count_nonzero(of)) for of in sizes)
        fewest = min(int(np.count_nonzero(self._by_case(cells))) for share in shares for cells in share)
        return _Influence(corrected(least) * float(np.einsum("i,i->", found, found)), sizes, fewest)

    @cached_property
    def cells(self) -> IndexArray:
        """The cells that have rows, as their places in `table.ravel()`."""
        return np.flatnonzero(self.cm.table)

    @cached_property
    def counts(self) -> Any:
        """Rows of each case in each cell that has rows: dense where that is small, (cells, cases), else sparse."""
        if isinstance(self.rows, CasesInCells):
            return np.repeat(self.rows.n[:, self.cells], self.rows.times, axis=0).T.astype(np.float64)
        n_cells, cases = len(self.cells), self.rows.cases
        of_cell = np.zeros(self.cm.table.size, dtype=np.intp)
        of_cell[self.cells] = np.arange(n_cells)
        place = of_cell[self.rows.cell]
        if n_cells * cases.count <= DENSE:
            counted = np.bincount(place * cases.count + cases.code, minlength=n_cells * cases.count)
            return counted.reshape(n_cells, cases.count).astype(np.float64)
        return sparse.coo_array((np.ones(len(place)), (place, cases.code)), (n_cells, cases.count)).tocsc().T

    def _by_case(self, factors: NDArray[Any]) -> FloatArray:
        """Return the sum over the cells of their rows in each case times a factor of each cell."""
        if isinstance(self.counts, np.ndarray):
            return np.asarray(np.einsum("i,ij->j", factors.astype(np.float64), self.counts))
        return np.asarray(self.counts @ factors)

    @property
    def truth(self) -> IndexArray:
        """The true class of each cell that has rows."""
        return self.cells // len(self.cm.table)

    @property
    def predicted(self) -> IndexArray:
        """The predicted class of each cell that has rows."""
        return self.cells % len(self.cm.table)

    @property
    def classes(self) -> list[int]:
        """The classes that have rows."""
        return [int(of) for of in np.unique(self.truth)]

    @property
    def margin(self) -> FloatArray:
        """The smaller margin of each cell that has rows: what slopes may change along with."""
        table = self.cm.table.astype(np.float64)
        return np.asarray(np.minimum(table.sum(axis=1)[self.truth], table.sum(axis=0)[self.predicted]))

    def _coefficients(self, parts: Parts) -> list[FloatArray]:
        """Return the factor of each cell in both sums of cells, exactly; the largest class is the first of several."""
        base = self.cm.table.astype(np.float64)
        base[base.sum(axis=1).argmax(), 0] += 1
        steps = np.full(len(self.cells), 0.5)
        return [self._slopes(lambda tables, of=of: parts(tables)[of], steps, base) for of in (0, 1)]  # type: ignore[misc]

    def _slopes(self, function: Callable[[Any], Any], steps: FloatArray, base: FloatArray | None = None) -> FloatArray:
        """Return how a function of the table grows with each cell that has rows, by steps to either side."""
        flat = np.asarray(self.cm.table if base is None else base, dtype=np.float64).ravel()
        at_once, found = max(MANY_TABLES // len(flat), 1), []
        for first in range(0, len(self.cells), at_once):
            chunk = slice(first, first + at_once)
            change = np.zeros((len(self.cells[chunk]), len(flat)))
            change[np.arange(len(change)), self.cells[chunk]] = steps[chunk]
            up, down = (function(self._tables(flat + sign * change)) for sign in (1, -1))
            found.append((up - down) / (2 * steps[chunk]))
        return np.concatenate(found)

    def _tables(self, flat: FloatArray) -> Cells | _Tables:
        """Return tables as metrics take them."""
        tables = flat.reshape(-1, *self.cm.table.shape)
        if not self.cm.positive_first:
            return _Tables(tables)
        return Cells(tp=tables[:, 0, 0], fp=tables[:, 1, 0], fn=tables[:, 0, 1], tn=tables[:, 1, 1])


def _of_f_beta(beta: float) -> Parts:
    """Return F-beta as a share: its numerator and its denominator."""
    square = beta * beta

    def parts(cm: Any) -> tuple[Any, Any]:
        """Return both for counts or tables of counts."""
        hits = (1 + square) * cm.tp
        return hits, hits + square * cm.fn + cm.fp

    return parts
