"""Sums over rows that are drawn again: exactly row by row, and of many rows by the law of their sums."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from evalcore.intervals.cases import equal_cases
from evalcore.intervals.percentiles import chunks
from evalcore.regression.errors import effective_rows
from evalcore.regression.rows import Rows, Sorted, weighted_median
from evalcore.support.arrays import FloatArray, IndexArray
from evalcore.support.blocks import blocks
from evalcore.support.cases import Cases

EXACT_ROWS = 4_000  # up to here every row is drawn by itself
SINGLE_ROWS = 512  # of more rows, so many that stand out are drawn by themselves
TRUTH, TRUTH2 = 1, 2  # places in `basis`
SQUARED, ABSOLUTE = 3, 4  # of the first model; two further for each model after it
PER_MODEL = 2


@dataclass(frozen=True, eq=False)
class Sums:
    """What resamples, or the rows themselves, add up to.

    Parameters
    ----------
    total : (r,) float64
        Sum of the weights.
    means : (r, p) float64
        Weighted means of the basis: 1, truth, truth squared, and of each model squared and absolute error.
    medians : (r, models) float64
        Weighted medians of the absolute errors.
    """

    total: FloatArray
    means: FloatArray
    medians: FloatArray


@dataclass(frozen=True, eq=False)
class Design:
    """One or two models on the same rows, in units in which no number is larger than 1."""

    weight: FloatArray
    truth: FloatArray
    distances: tuple[FloatArray, ...]
    unit: float
    cases: Cases | None = None

    def __len__(self) -> int:
        return len(self.weight)

    @property
    def size(self) -> int:
        """How many numbers the basis has."""
        return SQUARED + PER_MODEL * len(self.distances)

    @property
    def effective(self) -> float:
        """How many rows of equal weight say as much; of rows that belong to cases, how many cases of equal size."""
        if self.cases is None:
            return effective_rows(self.weight)
        return equal_cases(self.cases.sums(self.weight))

    def basis(self, part: slice | IndexArray) -> FloatArray:
        """Return 1, truth, its square, and squared and absolute error of each model, a column each."""
        truth = self.truth[part]
        of_models = [column for d in self.distances for column in (np.square(d[part]), d[part])]
        return np.column_stack([np.ones(len(truth)), truth, np.square(truth), *of_models])

    def columns(self, part: slice | IndexArray) -> FloatArray:
        """Return weight times basis."""
        return self.basis(part) * self.weight[part][:, None]


def design(models: list[Rows], cases: Cases | None = None) -> Design:
    """Return models on the same rows in common units."""
    found = models[0]
    truth = found.truth - found.mean(found.truth)
    distances = [np.abs(model.error) for model in models]
    unit = float(max(np.abs(truth).max(), *(d.max() for d in distances))) or 1.0
    return Design(found.weight, truth / unit, tuple(d / unit for d in distances), unit, cases)


def of_rows(drawn_from: Design) -> Sums:
    """Return what the rows themselves add up to."""
    sums = np.sum([drawn_from.columns(part).sum(axis=0) for part in blocks(0, len(drawn_from))], axis=0)
    medians = [weighted_median(distance, drawn_from.weight) for distance in drawn_from.distances]
    return _read(sums[None, :], np.array([medians]))


def resampled(drawn_from: Design, n_replicates: int, rng: np.random.Generator) -> Iterator[Sums]:
    """Return sums over n rows drawn with replacement, chunk by chunk; over drawn cases where rows belong to any."""
    if drawn_from.cases is not None:
        return _case_by_case(drawn_from, drawn_from.cases, n_replicates, rng)
    law = _row_by_row if len(drawn_from) <= EXACT_ROWS else _by_their_sums
    return law(drawn_from, n_replicates, rng)


def _row_by_row(drawn_from: Design, n_replicates: int, rng: np.random.Generator) -> Iterator[Sums]:
    """Return sums over rows each of which is drawn."""
    n = len(drawn_from)
    columns = drawn_from.columns(slice(None))
    orders = [np.argsort(distance, kind="stable") for distance in drawn_from.distances]
    for size in chunks(n_replicates):
        rows = rng.integers(0, n, (size, n)) + n * np.arange(size)[:, None]
        times = np.bincount(rows.ravel(), minlength=size * n).reshape(size, n)
        medians = [
            _medians(distance[order], times[:, order] * drawn_from.weight[order])
            for distance, order in zip(drawn_from.distances, orders, strict=True)
        ]
        yield _read(times @ columns, np.column_stack(medians))


def _case_by_case(drawn_from: Design, cases: Cases, n_replicates: int, rng: np.random.Generator) -> Iterator[Sums]:
    """Return sums over cases that are drawn, each with all its rows; many cases by the law of their sums.

    Of few rows the medians are those of the rows drawn; of many they follow from the weight below them.
    """
    ladders = [Sorted.of(distance, drawn_from.weight) for distance in drawn_from.distances]
    centre = np.array([float(ladder.quantiles(0.5)) for ladder in ladders])
    beyond_half = np.array([ladder.share_up_to(median) for ladder, median in zip(ladders, centre, strict=True)]) - 0.5
    columns = _with_medians(drawn_from, slice(None), centre)
    of_cases = np.column_stack([cases.sums(column) for column in columns.T])
    models = len(drawn_from.distances)
    orders = [np.argsort(distance, kind="stable") for distance in drawn_from.distances]
    for size in chunks(n_replicates):
        if cases.count > EXACT_ROWS:
            sums = cases.count * of_cases.mean(axis=0) + _noise(of_cases, size, rng)
        else:
            drawn = rng.integers(0, cases.count, (size, cases.count)) + cases.count * np.arange(size)[:, None]
            times = np.bincount(drawn.ravel(), minlength=size * cases.count).reshape(size, cases.count)
            sums = times @ of_cases
        if cases.count <= EXACT_ROWS and len(drawn_from) <= EXACT_ROWS:
            medians = [
                _medians(distance[order], times[:, cases.code[order]] * drawn_from.weight[order])
                for distance, order in zip(drawn_from.distances, orders, strict=True)
            ]
        else:
            below = sums[:, -models:] / sums[:, :1] - beyond_half
            medians = [ladder.quantiles(np.clip(0.5 - below[:, k], 0, 1)) for k, ladder in enumerate(ladders)]
        yield _read(sums[:, :-models], np.column_stack(medians))


def _noise(of_cases: FloatArray, size: int, rng: np.random.Generator) -> FloatArray:
    """Return how far sums over as many cases as there are lie off, with the covariance of the cases."""
    away = of_cases - of_cases.mean(axis=0)
    sizes, directions = np.linalg.eigh(away.T @ away)
    root = (directions * np.sqrt(np.maximum(sizes, 0))) @ directions.T  # of the sum over count cases
    return np.asarray(rng.standard_normal((size, of_cases.shape[1])) @ root)


def _medians(values: FloatArray, weight: FloatArray) -> FloatArray:
    """Return the weighted medians of sorted values, of each row of weights."""
    below = np.cumsum(weight, axis=1)
    half, near = below[:, -1:] / 2, 1e-12 * below[:, -1:]
    ends = [np.minimum((below < edge).sum(axis=1), len(values) - 1) for edge in (half - near, half + near)]
    return np.asarray((values[ends[0]] + values[ends[1]]) / 2)


def _by_their_sums(drawn_from: Design, n_replicates: int, rng: np.random.Generator) -> Iterator[Sums]:
    """Return sums over many rows: those that stand out are drawn, the sums over the others are normal."""
    n = len(drawn_from)
    ladders = [Sorted.of(distance, drawn_from.weight) for distance in drawn_from.distances]
    centre = np.array([float(ladder.quantiles(0.5)) for ladder in ladders])
    # Rows tied with the median are among those below it.
    beyond_half = np.array([ladder.share_up_to(median) for ladder, median in zip(ladders, centre, strict=True)]) - 0.5
    single = _standing_out(drawn_from)
    columns = _with_medians(drawn_from, single, centre)
    mean, root = _law_of_the_others(drawn_from, single, centre)
    shares = np.append(np.full(len(single), 1 / n), 1 - len(single) / n)
    for size in chunks(n_replicates):
        times = rng.multinomial(n, shares, size=size)
        others = times[:, -1:]
        noise = rng.standard_normal((size, len(root))) @ root
        sums = times[:, :-1] @ columns + others * mean + np.sqrt(others) * noise
        models = len(drawn_from.distances)
        below = sums[:, -models:] / sums[:, :1] - beyond_half
        medians = [ladder.quantiles(np.clip(0.5 - below[:, model], 0, 1)) for model, ladder in enumerate(ladders)]
        yield _read(sums[:, :-models], np.column_stack(medians))


def _with_medians(drawn_from: Design, part: slice | IndexArray, centre: FloatArray) -> FloatArray:
    """Return the columns and, for each model, how far the weight up to its median is from half."""
    weight = drawn_from.weight[part]
    sides = [
        weight * ((distance[part] <= median) - 0.5)
        for distance, median in zip(drawn_from.distances, centre, strict=True)
    ]
    return np.column_stack([drawn_from.columns(part), *sides])


def _standing_out(drawn_from: Design) -> IndexArray:
    """Return the rows that change a sum most."""
    score = np.empty(len(drawn_from))
    weighted = [drawn_from.columns(part) for part in blocks(0, len(drawn_from))]
    n = len(drawn_from)
    mean = np.sum([block.sum(axis=0) for block in weighted], axis=0) / n
    spread = np.sqrt(np.sum([np.square(block - mean).sum(axis=0) for block in weighted], axis=0) / n)
    for part, block in zip(blocks(0, n), weighted, strict=True):
        score[part] = (np.abs(block - mean) / np.where(spread > 0, spread, np.inf)).max(axis=1)
    return np.argpartition(score, n - SINGLE_ROWS)[n - SINGLE_ROWS :]


def _law_of_the_others(drawn_from: Design, single: IndexArray, centre: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return the mean of the columns of all other rows, and a root of their covariance."""
    n = len(drawn_from)
    is_other = np.ones(n, dtype=bool)
    is_other[single] = False
    # Squares of what is close to the mean lose no digits.
    near = _with_medians(drawn_from, np.flatnonzero(is_other)[:SINGLE_ROWS], centre).mean(axis=0)
    total, products = np.zeros(len(near)), np.zeros((len(near), len(near)))
    for part in blocks(0, n):
        away = _with_medians(drawn_from, part, centre)[is_other[part]] - near
        total += away.sum(axis=0)
        products += away.T @ away
    others = n - len(single)
    shift = total / others
    covariance = products / others - np.outer(shift, shift)
    spread = np.sqrt(np.maximum(np.diag(covariance), 0))
    inverse = np.divide(1, spread, out=np.zeros_like(spread), where=spread > 0)
    sizes, directions = np.linalg.eigh(covariance * np.outer(inverse, inverse))
    # The symmetric root does not depend on which directions rounding has chosen.
    root = (directions * np.sqrt(np.maximum(sizes, 0))) @ directions.T * spread
    return near + shift, root


def _read(sums: FloatArray, medians: FloatArray) -> Sums:
    """Return sums by name; a sample of rows without weight has no mean of anything."""
    total = sums[:, 0]
    weighs = total > 0
    return Sums(total[weighs], sums[weighs] / total[weighs, None], medians[weighs])
