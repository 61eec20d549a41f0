"""A long table, one row for each case and model, turned into one row for each case with a column a model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from evalcore.errors import InputError, Message
from evalcore.predictions.cases import codes_of, occurrence
from evalcore.predictions.labels import Labels, label_text, read_labels
from evalcore.support.arrays import BoolArray, IntArray
from evalcore.support.text import shown

MOST_MODELS: Final = 50


@dataclass(frozen=True, eq=False)
class Wide:
    """A long table turned wide: the columns that now hold scores and predicted labels, and what is to be said of it.

    `lacking` are the rows that a model lacks, `lacking_said` counts them by model.
    """

    frame: pd.DataFrame
    scores: tuple[str, ...]
    labels: tuple[str, ...]
    notes: tuple[Message, ...]
    lacking: BoolArray
    lacking_said: Message


@dataclass(frozen=True, eq=False)
class _Places:
    """Where the rows of a long table go: the row of the wide one, and the model."""

    row: IntArray
    model: NDArray[Any]
    first: NDArray[Any]

    @property
    def count(self) -> int:
        """Rows of the wide table."""
        return len(self.first)


def widened(
    frame: pd.DataFrame,
    model: str,
    *,
    truth: str,
    case: str | None,
    scores: Sequence[str],
    labels: Sequence[str] = (),
    repeat: str | None = None,
) -> Wide:
    """What did each model predict of each case, if a column names the model?

    Parameters
    ----------
    frame : DataFrame
        One row for each case and model; a case may come several times for a model, then its k-th rows belong
        together, or those of one repetition.
    model, truth, case, repeat : str
        Columns. Without `case` the k-th rows of all models belong together.
    scores, labels : sequence of str
        Columns of what was predicted.

    Returns
    -------
    Wide
        One row for each case (and repetition). Of a case that a model lacks its score is empty.

    Raises
    ------
    InputError
        Where the rows of a case have different truths, a model has a case twice in a repetition, or without `case` the
        models have different numbers of rows.

    Examples
    --------
    >>> frame = pd.DataFrame({"id": [1, 2, 1], "m": ["a", "a", "b"], "y": [0, 1, 0], "score": [0.2, 0.7, 0.4]})
    >>> widened(frame, "m", truth="y", case="id", scores=["score"]).frame[["y", "a", "b"]].values.tolist()
    [[0.0, 0.2, 0.4], [1.0, 0.7, nan]]
    """
    names = [str(name) for name in frame.columns]
    found = read_labels(_column(frame, model), model, limit=MOST_MODELS)
    notes = [*found.notes]
    kept = found.codes >= 0
    if case is not None:
        kept &= codes_of(_column(frame, case)) >= 0
    if not kept.all():
        notes.append(
            Message(
                "{count} rows do not say of which model or case they are and were left out.",
                {"count": int(np.count_nonzero(~kept))},
            )
        )
        frame, found = frame[kept], replace(found, codes=found.codes[kept])
    places = _places(frame, found, model, case, repeat)
    _check_truth(frame, truth, places)
    values = [*scores, *labels]
    rest = [i for i, name in enumerate(names) if name not in (*values, model)]
    base = frame.iloc[places.first, rest].reset_index(drop=True)
    taken = {str(name) for name in base.columns}
    of_values = {column: _names(column, values, found.texts, taken) for column in values}
    added = {
        name: _of_model(_column(frame, column), places, k)
        for column, titles in of_values.items()
        for k, name in enumerate(titles)
    }
    if case is None:
        notes.append(
            Message(
                "No column names the case, so the first rows of all models were taken as one case, then the second, "
                "and so on."
            )
        )
    return Wide(
        pd.concat([base, pd.DataFrame(added)], axis=1),
        tuple(name for column in scores for name in of_values[column]),
        tuple(name for column in labels for name in of_values[column]),
        tuple(notes),
        *_lacking(found, places),
    )


def _places(frame: pd.DataFrame, models: Labels, model: str, case: str | None, repeat: str | None) -> _Places:
    """Return the row of the wide table to which each row of the long one belongs."""
    of_model = models.codes.astype(np.int64)
    if case is None:
        sizes = np.bincount(of_model, minlength=len(models.texts))
        if sizes.min() != sizes.max():
            raise InputError(
                "Without a column that names the case, all models of column '{column}' must have as many rows; got "
                "{least} to {most}. Choose the column of the cases.",
                column=shown(model),
                least=int(sizes.min()),
                most=int(sizes.max()),
            )
        return _numbered(occurrence(of_model), of_model)
    code = codes_of(_column(frame, case))
    pair = code * len(models.texts) + of_model
    if repeat is None:
        time = occurrence(pair)
    else:
        time = codes_of(_column(frame, repeat)) + 1
        twice = pd.Series(pair * (int(time.max(initial=0)) + 1) + time).duplicated().to_numpy()
        if twice.any():
            row = int(np.argmax(twice))
            raise InputError(
                "Each model must have a case once in each repetition; model '{model}' has case '{case}' again in data "
                "row {row}. Remove the row, or choose other columns.",
                model=shown(models.texts[of_model[row]]),
                case=shown(label_text(_column(frame, case).iloc[row])),
                row=row + 1,
            )
    return _numbered(code * (int(time.max(initial=0)) + 1) + time, of_model)


def _numbered(key: IntArray, of_model: IntArray) -> _Places:
    row, found = pd.factorize(key)
    first = np.empty(len(found), dtype=np.intp)
    first[row[::-1]] = np.arange(len(row))[::-1]
    return _Places(row.astype(np.int64, copy=False), of_model, first)


def _check_truth(frame: pd.DataFrame, truth: str, places: _Places) -> None:
    """Refuse rows of one case whose truths differ."""
    values = codes_of(_column(frame, truth))
    differs = values != values[places.first][places.row]
    if differs.any():
        row = int(np.argmax(differs))
        other = int(places.first[places.row[row]])
        cells = _column(frame, truth)
        raise InputError(
            "All models must have the same truth for a case; got '{first}' in data row {other} and '{second}' in data "
            "row {row}. Choose another column for the cases or the models.",
            first=shown(label_text(cells.iloc[other])),
            second=shown(label_text(cells.iloc[row])),
            other=other + 1,
            row=row + 1,
        )


def _names(column: str, values: Sequence[str], models: Sequence[str], taken: set[str]) -> list[str]:
    """Return what the columns of all models are called: like the models, and like the column where there are more."""
    _before, colon, suffix = column.rpartition(":")
    found = []
    for model in models:
        name = f"{model}:{suffix}" if colon else model if len(values) == 1 else f"{model} {column}"
        while name in taken:
            name += "'"
        taken.add(name)
        found.append(name)
    return found


def _of_model(cells: pd.Series, places: _Places, k: int) -> pd.Series:
    """Return the cells of one model, empty where it lacks a case."""
    mine = places.model == k
    index = places.row[mine]
    found = pd.Series(cells.to_numpy()[mine], index=index)
    return found.reindex(np.arange(places.count))


def _lacking(models: Labels, places: _Places) -> tuple[BoolArray, Message]:
    """Return which rows of the wide table a model lacks, and how many each model does."""
    sizes = np.bincount(places.model, minlength=len(models.texts))
    short = {text: places.count - int(n) for text, n in zip(models.texts, sizes, strict=True) if n < places.count}
    said = Message(
        "Cases that a model lacks, of {count}: {models}.",
        {"count": places.count, "models": ", ".join(f"'{shown(text)}' {n}" for text, n in short.items())},
    )
    return np.bincount(places.row, minlength=places.count) < len(models.texts), said


def _column(frame: pd.DataFrame, column: str) -> pd.Series:
    place = next(i for i, name in enumerate(frame.columns) if str(name) == column)
    return frame.iloc[:, place]
