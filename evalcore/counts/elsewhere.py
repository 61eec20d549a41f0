"""Predictions whose rows stay in a database or in files: everything that counts say, and no single row."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final, NoReturn

import numpy as np
import pandas as pd

from evalcore.counts.of_cases import CasesInCells, Known
from evalcore.counts.table import ThresholdCounts
from evalcore.errors import InputError, Message
from evalcore.predictions import BinaryView, Description, Dropped, Predictions
from evalcore.predictions.cases import ALL
from evalcore.support.arrays import BoolArray, FloatArray, frozen
from evalcore.support.results import Result

ELSEWHERE: Final = Message("This needs single rows, and these stay in their source: here are only their counts.")


class RowsElsewhere(InputError):  # noqa: N818 - said to visitors, no failure
    """Single rows are asked for of predictions that are known by their counts."""


def _nowhere() -> NoReturn:
    raise RowsElsewhere.from_message(ELSEWHERE)


@dataclass(frozen=True, eq=False)
class Grouped(Result):
    """Counts of rows whose scores were grouped into narrow cells, with what the grouping leaves open.

    Parameters
    ----------
    counts : ThresholdCounts
        Exact at each of its thresholds, which are the lowest scores of the cells.
    top : (k - 1,) float64
        The highest score of each cell, in the order of `counts.threshold[1:]`.
    auc_low, auc_high, ap_low, ap_high : float
        Between these lie the area under the ROC curve and average precision of the rows themselves.
    turned : Grouped or None
        The same with the other class as the positive one, where that is known.
    """

    counts: ThresholdCounts
    top: FloatArray
    auc_low: float
    auc_high: float
    ap_low: float
    ap_high: float
    turned: Grouped | None = None

    def __post_init__(self) -> None:
        frozen(self.top)

    def of_cases(self) -> Grouped:
        """Return the same counts of rows that belong to cases, so that none of them has an interval."""
        counts = replace(self.counts, cases_elsewhere=True)
        return replace(self, counts=counts, turned=None if self.turned is None else self.turned.of_cases())

    @property
    def n(self) -> int:
        """Rows."""
        return int(self.counts.n_pos + self.counts.n_neg)

    @property
    def n_thresholds(self) -> int:
        """At how many thresholds the counts are exact."""
        return len(self.counts) - 1

    @property
    def within(self) -> tuple[float, float]:
        """How far AUC and average precision of the counts may at most be from those of the rows.

        A cell counts its pairs as ties, so its AUC lies in the middle of the bounds.
        """
        return (self.auc_high - self.auc_low) / 2, self.ap_high - self.ap_low

    def with_exact(self, threshold: float, tp: int, fp: int) -> Grouped:
        """Return the same with the counts at a threshold inside a cell, which is cut there; elsewhere as it is."""
        if self.inside(threshold) is None:
            return self
        counts, cell = self.counts, int(self.counts.index_of(threshold)) + 1
        cut = ThresholdCounts(
            np.insert(counts.threshold, cell, threshold),
            np.insert(counts.tp, cell, tp),
            np.insert(counts.fp, cell, fp),
            cases_elsewhere=counts.cases_elsewhere,
            known_cases=counts.known_cases,
        )
        top = np.insert(self.top, cell, np.nextafter(threshold, -np.inf))
        turned = None if self.turned is None else self.turned.with_exact(threshold, fp, tp)
        return replace(self, counts=cut, top=top, turned=turned)

    def with_cases(self, threshold: float, found: CasesInCells) -> Grouped:
        """Return the same with what each case has in the cells at a threshold, whose counts are then exact, too.

        Raises
        ------
        InputError
            Where some rows have no case.
        """
        (tp, fn), (fp, tn) = found.table.tolist()
        if (tp + fn, fp + tn) != (self.counts.n_pos, self.counts.n_neg):
            raise InputError(
                "Every row must have a case for intervals by case; {n} have none. Leave them out by a filter.",
                n=f"{self.n - tp - fn - fp - tn:,}",
            )
        exact = self.with_exact(threshold, tp, fp)
        turned = None if exact.turned is None else _with_known(exact.turned, {threshold: found.of_other_class()})
        return replace(_with_known(exact, {threshold: found}), turned=turned)

    def with_those_of(self, other: Grouped) -> Grouped:
        """Return the same with thresholds at which other counts of these rows are exact, and these are not."""
        found = self
        for i in np.flatnonzero(~np.isin(other.counts.threshold, self.counts.threshold)):
            at = other.counts.cells(i)
            found = found.with_exact(float(other.counts.threshold[i]), int(at.tp), int(at.fp))
        for threshold, cases in other.counts.known_cases.items():
            found = found.with_cases(threshold, cases)
        return found

    def around(self, threshold: float, n: int) -> tuple[float, float]:
        """Between which scores lie the `n` rows next above a threshold and the `n` next below, or a few more?"""
        called = self.counts.tp + self.counts.fp  # rows with a score of at least each threshold
        at = int(called[int(self.counts.index_of(threshold))])
        first, last = np.searchsorted(called, [max(at - n, 0) + 1, min(at + n, int(called[-1]))])
        return float(self.counts.threshold[last]), float(self.top[first - 1])

    def inside(self, threshold: float) -> Between | None:
        """Between which counts lie those of a threshold within an open cell? None where they are known."""
        counts = self.counts
        above = int(counts.index_of(threshold))
        cell = above + 1  # the first that begins below the threshold
        if cell >= len(counts) or threshold > self.top[cell - 1]:
            return None
        return Between(
            tuple(int(counts.tp[i]) for i in (above, cell)),  # type: ignore[arg-type]  # two
            tuple(int(counts.fp[i]) for i in (above, cell)),  # type: ignore[arg-type]  # two
        )


@dataclass(frozen=True)
class Between(Result):
    """Between which numbers of rows the counts of a threshold lie.

    Parameters
    ----------
    tp, fp : two ints
        The fewest and the most.
    """

    tp: tuple[int, int]
    fp: tuple[int, int]


class SourcedView(BinaryView):
    """One model's counts with one class as the positive one: a `BinaryView` without rows.

    Whatever needs single rows raises `RowsElsewhere`.

    Parameters
    ----------
    digest, model, positive, negative
        As of a `BinaryView`.
    grouped : Grouped
    origin : str
        Tells these rows from others, also once a further threshold of them is known exactly.
    groups : mapping of group to Grouped
        Where the rows were told apart by a column; "" are those without a value in it.
    """

    grouped: Grouped
    origin: str
    groups: Mapping[str, Grouped]

    def __init__(
        self,
        *,
        digest: str,
        model: str,
        positive: str,
        negative: str | None,
        grouped: Grouped,
        origin: str = "",
        groups: Mapping[str, Grouped] | None = None,
    ) -> None:
        given: dict[str, Any] = {"digest": digest, "model": model, "positive": positive, "negative": negative}
        given |= {"grouped": grouped, "origin": origin or digest, "groups": groups or {}}
        for name, value in {**given, "weight": None, "cases": None}.items():
            object.__setattr__(self, name, value)

    def __repr__(self) -> str:
        return f"SourcedView(model={self.model!r}, positive={self.positive!r}, n={self.n})"

    @property
    def y_true(self) -> BoolArray:
        """No row is here."""
        _nowhere()

    @property
    def score(self) -> FloatArray | None:
        """No row is here."""
        _nowhere()

    @property
    def predicted(self) -> BoolArray | None:
        """No row is here."""
        _nowhere()

    @property
    def rows_alone(self) -> bool:
        """Whether rows are independent: not where the source has a column of cases."""
        return not self.grouped.counts.cases_elsewhere

    @property
    def has_score(self) -> bool:
        """A model known by its counts has a score."""
        return True

    @property
    def n(self) -> int:
        """Rows."""
        return self.grouped.n

    @property
    def positive_share(self) -> float:
        """Share of the rows that are positive; without rows nan."""
        return self.grouped.counts.prevalence

    @property
    def within_groups(self) -> float:
        """How far the AUC of a group may at most be from that of its rows; 0 where no group has one."""
        return max((of.within[0] for of in self.groups.values() if of.within[0] >= 0), default=0.0)


class _Names(Mapping[str, Any]):
    """The names of columns whose values are elsewhere."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self._names = names

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def __getitem__(self, name: str) -> Any:
        if name not in self._names:
            raise KeyError(name)
        _nowhere()


class SourcedPredictions(Predictions):
    """Predictions of two classes that are known by the counts of each model's score.

    Whatever needs single rows raises `RowsElsewhere`: `y_true` and the values of `scores`, whose names are here.

    Parameters
    ----------
    truth : str
        The column with the right answers.
    classes : (negative, positive)
    tables : mapping of model to Grouped
        All of the same rows.
    dropped : tuple of Dropped
        The rows left out, by first reason.
    of : str
        What else tells these rows from others, such as the source and its filter.
    groups : mapping of group to mapping of model to Grouped
    notes : tuple of Message
    case : str or None
        The column of the case of each row: as rows of one are not independent, nothing then has an interval,
        but the readings at a threshold for which `with_cases` has told what each case has.
    origin : str
        As of a `SourcedView`; made of the rest where left out.
    """

    tables: Mapping[str, Grouped]
    by_group: Mapping[str, Mapping[str, Grouped]]
    case: str | None
    of: str
    origin: str

    def __init__(
        self,
        *,
        truth: str,
        classes: tuple[str, str],
        tables: Mapping[str, Grouped],
        dropped: tuple[Dropped, ...] = (),
        of: str = "",
        groups: Mapping[str, Mapping[str, Grouped]] | None = None,
        notes: tuple[Message, ...] = (),
        case: str | None = None,
        origin: str = "",
    ) -> None:
        if case is not None:
            tables = {model: one.of_cases() for model, one in tables.items()}
            groups = {name: {model: one.of_cases() for model, one in of.items()} for name, of in (groups or {}).items()}
        usual = dict.fromkeys(("weight", "amount", "split", "part", "folds", "repeats", "cases"))
        first = next(iter(tables.values())).counts
        out = sum(one.count for one in dropped)
        given = {
            "task": "binary",
            "classes": classes,
            "positive": classes[1],
            "scores": _Names(tuple(tables)),
            "labels": {},
            "dropped": dropped,
            "missing": {name: sum(one.count for one in dropped if one.column == name) for name in (truth, *tables)},
            "notes": notes,
            "truth": truth,
            "n_rows_read": int(first.n_pos + first.n_neg) + out,
            "groups": {},
            "taken": ALL,
            "tables": dict(tables),
            "by_group": groups or {},
            "case": case,
            "of": of,
        }
        for name, value in {**usual, **given}.items():
            object.__setattr__(self, name, value)
        object.__setattr__(self, "digest", _digest(self))
        object.__setattr__(self, "origin", origin or self.digest)

    def __repr__(self) -> str:
        return f"SourcedPredictions(truth={self.truth!r}, models={list(self.tables)}, n={self.n})"

    @property
    def y_true(self) -> np.ndarray[Any, Any]:
        """No row is here."""
        _nowhere()

    @property
    def n(self) -> int:
        """Rows in use."""
        return sum(self.class_counts)

    @property
    def class_counts(self) -> tuple[int, ...]:
        """Rows in use of each class, in the order of `classes`."""
        first = next(iter(self.tables.values())).counts
        return int(first.n_neg), int(first.n_pos)

    def view(self, positive: str, model: str) -> SourcedView:
        """What did a model predict, if one of the two classes is looked for?

        Parameters
        ----------
        positive : str
            One of `classes`. Scores are not turned over: of the other class a high score speaks against it.
        model : str
        """
        others = [name for name in self.classes if name != positive]
        oriented = partial(_oriented, turned=positive != self.positive)
        return SourcedView(
            digest=self.digest,
            model=model,
            positive=positive,
            negative=others[0],
            grouped=oriented(self.tables[model]),
            origin=self.origin,
            groups={group: oriented(tables[model]) for group, tables in self.by_group.items()},
        )

    def with_exact(self, model: str, threshold: float, tp: int, fp: int) -> SourcedPredictions:
        """Return the same with the counts of a model at a threshold, of the positive class, among its own."""
        return self.with_table(model, self.tables[model].with_exact(threshold, tp, fp))

    def with_cases(self, model: str, threshold: float, found: CasesInCells) -> SourcedPredictions:
        """Return the same with what each case has in the cells of a model at a threshold, of the positive class."""
        return self.with_table(model, self.tables[model].with_cases(threshold, found))

    def with_table(self, model: str, table: Grouped) -> SourcedPredictions:
        """Return the same with the counts of a model at more thresholds."""
        tables = {**self.tables, model: table}
        return SourcedPredictions(
            truth=self.truth,
            classes=(self.classes[0], self.classes[1]),
            tables=tables,
            dropped=self.dropped,
            of=self.of,
            groups=self.by_group,
            notes=self.notes,
            case=self.case,
            origin=self.origin,
        )

    def describe(self) -> Description:
        """Return rows of each class, and the range of each score; `distinct` is the number of cells."""
        counts = self.class_counts
        classes = pd.DataFrame({"class": list(self.classes), "count": list(counts)})
        scores = [
            (model, "", float(one.counts.threshold[-1]), float(one.top[0]), one.n_thresholds)
            for model, one in self.tables.items()
        ]
        return Description(
            classes=classes.assign(share=classes["count"] / max(self.n, 1)),
            scores=pd.DataFrame(scores, columns=["model", "class", "minimum", "maximum", "distinct"]),
            missing=pd.DataFrame({"column": list(self.missing), "count": list(self.missing.values())}),
        )


def _with_known(grouped: Grouped, more: Known) -> Grouped:
    known = {**grouped.counts.known_cases, **more}
    return replace(grouped, counts=replace(grouped.counts, known_cases=known))


def _oriented(grouped: Grouped, *, turned: bool) -> Grouped:
    return (grouped.turned or turned_over(grouped)) if turned else grouped


def turned_over(grouped: Grouped) -> Grouped:
    """Return the same rows with the other of two classes as the positive one; scores stay as they are.

    *Undefined*: the bounds of average precision, which those of one class do not give for the other.
    """
    counts = grouped.counts
    return Grouped(
        ThresholdCounts(
            counts.threshold,
            counts.fp,
            counts.tp,
            cases_elsewhere=counts.cases_elsewhere,
            known_cases={threshold: known.of_other_class() for threshold, known in counts.known_cases.items()},
        ),
        grouped.top,
        *(1 - grouped.auc_high, 1 - grouped.auc_low, np.nan, np.nan),
    )


def _digest(predictions: SourcedPredictions) -> str:
    """Return a digest of everything a number may depend on: names, classes, counts, and the rows left out."""
    digest = hashlib.blake2b(digest_size=16)
    dropped = [(one.column, one.reason.template, one.count) for one in predictions.dropped]
    head = (predictions.of, predictions.classes, predictions.truth, dropped, predictions.case)
    digest.update(repr(head).encode("utf-8", "backslashreplace"))
    for model, one in predictions.tables.items():
        digest.update(repr(model).encode("utf-8", "backslashreplace"))
        for array in (one.counts.threshold, one.counts.tp, one.counts.fp, one.top):
            digest.update(np.ascontiguousarray(array).data)
        digest.update(repr(list(one.counts.known_cases)).encode())
    return digest.hexdigest()
