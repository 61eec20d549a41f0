"""Estimates of several methods on rows of one's own: what each says, and how much its rounds differ."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Literal

import numpy as np
import pandas as pd

from evalcore.errors import InputError
from evalcore.resampling import (
    Bootstrap,
    ErrorEstimate,
    Estimates,
    HoldOut,
    KFold,
    LeaveOneOut,
    Method,
    Rows,
    TrainingError,
    rows_from_table,
)
from evalcore.views.resampling.plan import REPEATED
from evalcore.views.resampling.tuning import ScoreRow, score_row

Said = Literal["training", "holdout", "kfold", "loo", "oob", "632", "632plus"]
MOST_ROWS: Final = 5_000
MOST_LEFT_OUT: Final = 600  # rows up to which each is left out once: the others would take too long
MOST_CLASSES: Final = 20


def checked(rows: Rows) -> Rows:
    """Return rows that are not too many to be learned from again and again.

    Raises
    ------
    InputError
        If they are.
    """
    if rows.n > MOST_ROWS:
        raise InputError(
            "The table must have at most {most} rows here; got {n}. Take a sample of them.", most=MOST_ROWS, n=rows.n
        )
    return rows


def guessed_class(frame: pd.DataFrame) -> str:
    """Return the last column with few different values, two rows or more of each on average; else the last one."""
    most = min(MOST_CLASSES, len(frame) // 2)
    few = [str(name) for name in frame.columns if 2 <= frame[name].nunique() <= most]
    return few[-1] if few else str(frame.columns[-1])


def usable(frame: pd.DataFrame) -> Rows:
    """Return the rows of a table as they are learned from at first, so that one of no use is refused.

    Raises
    ------
    InputError
        If nothing can be learned from it, no column can be the class, or there are too many rows.
    """
    rows = rows_from_table(frame, truth=guessed_class(frame))
    if not any(2 <= frame[name].nunique() <= len(frame) / 2 for name in frame.columns):
        raise InputError(
            "The table must have a column of classes with two rows or more each; none of its {columns} columns is one, "
            "in {rows} rows. Add such a column.",
            columns=len(frame.columns),
            rows=len(frame),
        )
    return checked(rows)


def table_methods(rows: Rows, *, share: float, k: int, rounds: int) -> tuple[Method, ...]:
    """Return the methods that judge a table; where there are groups they stay together."""
    grouped = rows.groups is not None
    hold_out = HoldOut(share, REPEATED, stratified=not grouped, grouped=grouped)
    each = (LeaveOneOut(grouped),) if grouped or rows.n <= MOST_LEFT_OUT else ()
    bootstrap = () if grouped else (Bootstrap(rounds, ".632+"),)
    return (TrainingError(), hold_out, KFold(k, grouped=grouped), *each, *bootstrap)


@dataclass(frozen=True, eq=False, kw_only=True)
class TableEstimate:
    """What one estimator says: its rounds as dots, the estimate, and what it took."""

    said: Said
    row: ScoreRow
    n_fits: int
    train_size: float


@dataclass(frozen=True, eq=False, kw_only=True)
class EstimatesView:
    """What the figure shows of rows of one's own.

    Parameters
    ----------
    rows : Rows
    estimates : tuple of TableEstimate
    is_partial : bool
        Whether a run was stopped before its end.
    majority : float
        Error rate of who always says the most frequent class.
    """

    rows: Rows
    estimates: tuple[TableEstimate, ...]
    is_partial: bool
    majority: float

    def of(self, said: Said) -> TableEstimate | None:
        """Return what an estimator says, if it has."""
        return next((one for one in self.estimates if one.said == said), None)

    def to_frame(self) -> pd.DataFrame:
        """Return a row an estimator."""
        return pd.DataFrame(
            {
                "estimator": [one.said for one in self.estimates],
                "estimate": [one.row.mean for one in self.estimates],
                "sd_over_rounds": [one.row.sd for one in self.estimates],
                "fits": [one.n_fits for one in self.estimates],
                "rows_trained_on": [one.train_size for one in self.estimates],
            }
        )


def estimates_view(found: Estimates, rows: Rows) -> EstimatesView:
    """Return what the figure shows of what several methods found."""
    estimates = tuple(one for result in found.found for one in _read(result))
    return EstimatesView(
        rows=rows,
        estimates=estimates,
        is_partial=found.progress < 1,
        majority=1 - float(rows.class_counts.max()) / rows.n,
    )


def _read(found: ErrorEstimate) -> list[TableEstimate]:
    """Return an estimate, of a bootstrap three."""
    if isinstance(found.method, Bootstrap):
        return [
            _one("oob", found, found.out_of_bag, dots=True),
            _one("632", found, found.point632, dots=False),
            _one("632plus", found, found.point632_plus, dots=False),
        ]
    said: dict[type, Said] = {TrainingError: "training", HoldOut: "holdout", KFold: "kfold", LeaveOneOut: "loo"}
    kind = said[type(found.method)]
    return [_one(kind, found, found.error, dots=kind in {"holdout", "kfold"})]


def _one(said: Said, found: ErrorEstimate, estimate: float, *, dots: bool) -> TableEstimate:
    """Return an estimate with its rounds as dots; those that judge a single row, or are mixed, have none."""
    row = score_row(found.round_errors) if dots else score_row(np.array([estimate]))
    shown = replace(row, mean=estimate) if dots else replace(row, mean=estimate, dots=np.empty(0), offsets=np.empty(0))
    return TableEstimate(said=said, row=shown, n_fits=found.n_fits, train_size=found.train_size)
