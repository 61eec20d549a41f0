"""A table of predicted numbers: which column is the truth, which are models, and which rows can be used."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import pandas as pd

from evalcore.errors import InputError, Message
from evalcore.predictions import guess_columns
from evalcore.predictions.vocabulary import TRUTH_NAMES
from evalcore.regression.rows import LARGEST, numbers
from evalcore.support.arrays import FloatArray, frozen
from evalcore.support.cases import Cases, numbered
from evalcore.support.checks import weights
from evalcore.support.numbers import is_number_typed, parse_numbers, to_numbers
from evalcore.support.results import Result
from evalcore.support.text import shown

LEAST_ROWS = 2


@dataclass(frozen=True, eq=False, kw_only=True)
class PredictionTable(Result):
    """True numbers, and what models predicted for them.

    Parameters
    ----------
    truth : str
        Name of the column of true numbers.
    y_true : (n,) float64
    predictions : mapping of names to (n,) float64
        A column a model.
    weight : (n,) float64 >= 0, or None
    features : mapping of names to (n,) float64
        Other columns of numbers, without an empty cell and with more than one value: where the model is used.
    notes : tuple of Message
        Which rows were left out, and why.
    cases : Cases or None
        Which rows belong to one case; None where each is a case of its own, as far as is known.
    """

    truth: str
    y_true: FloatArray
    predictions: Mapping[str, FloatArray]
    weight: FloatArray | None = None
    features: Mapping[str, FloatArray] = field(default_factory=dict)
    notes: tuple[Message, ...] = ()
    cases: Cases | None = None

    @property
    def n(self) -> int:
        """How many rows are used."""
        return len(self.y_true)

    @property
    def key(self) -> str:
        """What tells this table from another."""
        found = hashlib.sha256(repr((self.truth, list(self.predictions), list(self.features))).encode())
        for values in (self.y_true, *self.predictions.values(), self.weight, *self.features.values()):
            found.update(b"-" if values is None else values.tobytes())
        if self.cases is not None:
            found.update(self.cases.code.tobytes())
        return found.hexdigest()


def guessed_numbers(frame: pd.DataFrame) -> tuple[str, tuple[str, ...]]:
    """Which column holds true numbers, and which hold what models predicted?

    Parameters
    ----------
    frame : DataFrame
        As `read_table` returns it.

    Returns
    -------
    truth, models
        As `guess_columns` has it where it sees a regression. Else, as of whole numbers that could be classes, the first
        column of numbers by a usual name of a truth, or the first of all, and all others as models.

    Raises
    ------
    InputError
        If there are not two columns of numbers, or the only column by a usual name of a truth holds anything else.

    Examples
    --------
    >>> guessed_numbers(pd.DataFrame({"id": [1, 2, 3], "y": [3, 5, 4], "model": [2.5, 5.5, 4.0]}))
    ('y', ('model',))
    """
    names = number_columns(frame)
    if len(names) < 2:
        raise InputError(
            "The table must have at least two columns of numbers, the truth and what a model predicted; got {count}. "
            "Add a column, or choose another file.",
            count=len(names),
        )
    guess = guess_columns(frame)
    if guess.task == "regression" and guess.truth in names and guess.scores:
        return guess.truth, guess.scores
    aside = {guess.weight, guess.fold, guess.repeat, guess.split}
    told = [name for name in names if name not in aside and not _counts_rows(frame[name])]
    names = told if len(told) > 1 else names
    truth = _truth(frame, names)
    return truth, tuple(name for name in names if name != truth)


def _truth(frame: pd.DataFrame, names: Sequence[str]) -> str:
    """Return the first of some columns of numbers that is called as a truth; no other stands in for one of text."""
    called = [str(name) for name in frame.columns if str(name).lower() in TRUTH_NAMES]
    if named := [name for name in names if name in called]:
        return named[0]
    for name in called:
        to_numbers(_column(frame, name), name)
    return names[0]


def almost_numbers(frame: pd.DataFrame) -> tuple[Message, ...]:
    """Which columns hold mostly numbers, so that a cell of text keeps them from being chosen?

    Examples
    --------
    >>> str(*almost_numbers(pd.DataFrame({"y": [1, 2, 3], "a": ["1", "n/v", "3"]})))
    "Column 'a' cannot be chosen: most of its cells hold numbers, but data row 2 holds 'n/v'."
    """
    found = []
    for place, name in enumerate(frame.columns):
        column = frame.iloc[:, place]
        if is_number_typed(column):
            continue
        values, bad = parse_numbers(column)
        if 0 < bad.sum() < np.isfinite(values).sum():
            row = int(np.flatnonzero(bad)[0])
            found.append(
                Message(
                    "Column '{column}' cannot be chosen: most of its cells hold numbers, but data row {row} holds "
                    "'{value}'.",
                    {"column": shown(str(name)), "row": row + 1, "value": shown(column.iloc[row])},
                )
            )
    return tuple(found)


def number_columns(frame: pd.DataFrame) -> list[str]:
    """Return the names of the columns that hold numbers only, or nothing in some cells; each name stands once."""
    names = [str(name) for name in frame.columns]
    return [name for place, name in enumerate(names) if names.count(name) == 1 and _are_numbers(frame.iloc[:, place])]


def _are_numbers(column: pd.Series) -> bool:
    return is_number_typed(column) or not parse_numbers(column)[1].any()


def _values(column: pd.Series) -> FloatArray:
    """Return a column of numbers, nan where a cell is empty."""
    if is_number_typed(column):
        return np.asarray(column.to_numpy(dtype=np.float64, na_value=np.nan))
    return parse_numbers(column)[0]


def _counts_rows(column: pd.Series) -> bool:
    """Whether a column is 0, 1, 2, ... or 1, 2, 3, ..."""
    found = _values(column)
    return bool(found[0] in (0, 1) and (np.diff(found) == 1).all())


def prediction_table(
    frame: pd.DataFrame, *, truth: str, models: Sequence[str], weight: str | None = None, case: str | None = None
) -> PredictionTable:
    """Which true and predicted numbers does this table hold?

    Parameters
    ----------
    frame : DataFrame
        As `read_table` returns it.
    truth : str
        The column of true numbers.
    models : sequence of str
        The columns of predicted numbers, a model each.
    weight : str, optional
        The column of what each row weighs, 0 or more.
    case : str, optional
        The column of the case of each row, such as a patient; a row without one is a case of its own.

    Returns
    -------
    PredictionTable
        `notes` say how many rows were left out for an empty cell.

    Raises
    ------
    InputError
        If a column does not stand once in the table or holds anything but finite numbers, no model is chosen, a weight
        is below 0, or fewer than two rows are left.

    Examples
    --------
    >>> table = prediction_table(pd.DataFrame({"y": [3, 5, 4], "a": [2.5, None, 4]}), truth="y", models=["a"])
    >>> table.n, table.predictions["a"].tolist()
    (2, [2.5, 4.0])
    """
    frame = frame.set_axis([str(name) for name in frame.columns], axis=1)
    models = [name for name in models if name != truth]
    if not models:
        raise InputError("Predictions must be another column than the truth; got none. Choose at least one column.")
    used = [truth, *models, *([] if weight is None else [weight])]
    columns = {name: to_numbers(_column(frame, name), name) for name in used}
    missing = {name: np.isnan(values) for name, values in columns.items()}
    out = np.any(list(missing.values()), axis=0)
    _check_rows(int((~out).sum()))
    kept = {name: frozen(numbers(values[~out], shown(name))) for name, values in columns.items()}
    return PredictionTable(
        truth=truth,
        y_true=kept[truth],
        predictions={name: kept[name] for name in models},
        weight=None if weight is None else weights(kept[weight], len(kept[weight]), shown(weight)),
        features=_features(frame, [*used, *([] if case is None else [case])], out),
        notes=_left_out(missing, out),
        cases=None if case is None else _cases(frame, case, out),
    )


def _cases(frame: pd.DataFrame, case: str, out: np.ndarray) -> Cases | None:
    """Return the cases of the rows in use; rows without one are cases of their own."""
    code, found = pd.factorize(_column(frame, case)[~out])
    alone = np.flatnonzero(code < 0)
    code[alone] = len(found) + np.arange(len(alone))
    cases = numbered(code, len(code))
    return cases if cases.count < len(code) else None


def _column(frame: pd.DataFrame, name: str) -> pd.Series:
    """Return a column, or refuse one that is not there or is there twice."""
    if (count := int((frame.columns == name).sum())) != 1:
        raise InputError(
            "Column '{column}' must stand once in the table; it stands there {count} times. Choose another column, "
            "or rename one.",
            column=shown(name),
            count=count,
        )
    return frame[name]


def _check_rows(n: int) -> None:
    if n < LEAST_ROWS:
        raise InputError(
            "The table must have at least {least} rows with a truth and a prediction of every model; got {count}. "
            "Fill empty cells, or choose other columns.",
            least=LEAST_ROWS,
            count=n,
        )


def _features(frame: pd.DataFrame, used: Sequence[str], out: np.ndarray) -> dict[str, FloatArray]:
    """Return the columns of numbers that are neither truth nor model, of the rows in use."""
    found = {}
    for name in number_columns(frame):
        values = _values(frame[name])[~out]
        is_usable = np.isfinite(values).all() and np.abs(values).max() <= LARGEST and np.ptp(values) > 0
        if name not in used and is_usable and not _counts_rows(frame[name]):
            found[name] = frozen(values)
    return found


def _left_out(missing: Mapping[str, np.ndarray], out: np.ndarray) -> tuple[Message, ...]:
    """Say how many rows are left out, and which column is to blame most."""
    if not out.any():
        return ()
    column = max(missing, key=lambda name: int(missing[name].sum()))
    return (
        Message(
            "{n} of {rows} rows were left out for an empty cell, most often in column '{column}'.",
            {"n": int(out.sum()), "rows": len(out), "column": shown(column)},
        ),
    )
