"""A table of one's own: which column is learned from which others, and what of it cannot be used."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import pandas as pd

from evalcore.bias_variance.checks import LARGEST
from evalcore.bias_variance.problems import Task
from evalcore.errors import InputError, Message
from evalcore.predictions.empty_cells import (
    EMPTY,
    MOST_CATEGORIES,
    TEXTS,
    Cells,
    cells_of,
    left_out,
    mostly_empty,
    whole_rows,
)
from evalcore.support.arrays import FloatArray, frozen
from evalcore.support.checks import option
from evalcore.support.numbers import parse_numbers
from evalcore.support.results import Result
from evalcore.support.text import shown

LEAST_ROWS: Final = 30
MOST_ROWS: Final = 2_000  # a learner is trained many times
MOST_FEATURES: Final = 100
MOST_CLASSES: Final = 10
_TARGETS: Final = ("target", "label", "class", "outcome", "y")
_TRIED: Final = 4  # each takes as long as a table is large
_DRAW: Final = 0  # seed of the rows drawn from a large table: the same each time


@dataclass(frozen=True, eq=False, kw_only=True)
class LearnTable(Result):
    """What can be learned about a target from numbers beside it?

    Parameters
    ----------
    task : "regression" or "classification"
    target : str
        Name of the column that is learned.
    columns : tuple of str
        Names of the columns it is learned from.
    features : tuple of str
        What they became: a column of numbers is one feature, one of categories a feature for each category.
    x : (rows, features) float64
        1 and 0 for categories.
    y : (rows,) float64
        The target; of classes the place in `classes`.
    classes : tuple of str
        Sorted; of a target of numbers empty.
    notes : tuple of Message
        Which columns and rows were left out, and why.
    """

    task: Task
    target: str
    columns: tuple[str, ...]
    features: tuple[str, ...]
    x: FloatArray
    y: FloatArray
    classes: tuple[str, ...]
    notes: tuple[Message, ...]

    @property
    def n(self) -> int:
        """How many rows are used."""
        return len(self.y)

    @property
    def key(self) -> str:
        """What tells this table from another."""
        about = repr((self.task, self.target, self.features, self.classes)).encode()
        return hashlib.sha256(about + self.x.tobytes() + self.y.tobytes()).hexdigest()


def learn_table(
    frame: pd.DataFrame, *, target: str, columns: Sequence[str] | None = None, task: Task | None = None
) -> LearnTable:
    """What can be learned about one column of a table from the others?

    Parameters
    ----------
    frame : DataFrame
        As `read_table` returns it.
    target : str
        The column that is learned.
    columns : sequence of str, optional
        What it is learned from; by default all others. Those that cannot be used are left out.
    task : "regression" or "classification", optional
        By default as `guessed_task` has it.

    Returns
    -------
    LearnTable
        `notes` say what was left out: columns of times, mostly empty, constant, or with more than 20 different texts;
        rows with an empty cell; of more than 2,000 rows all but as many, drawn at random with a seed that stays.

    Raises
    ------
    InputError
        If a column is not in the table, the target is constant, is not of the task or has more than 10 classes, there
        are fewer than 30 rows, no feature or more than 100, or a number is beyond 1e70.

    Examples
    --------
    >>> frame = pd.DataFrame({"size": range(40), "kind": ["a", "b"] * 20, "price": np.arange(40.0) ** 2})
    >>> table = learn_table(frame, target="price")
    >>> table.task, table.features, table.x.shape
    ('regression', ('size', 'kind = a', 'kind = b'), (40, 3))
    """
    frame = frame.set_axis([str(name) for name in frame.columns], axis=1)
    names = [name for name in (frame.columns if columns is None else columns) if name != target]
    _check_names(frame, [target, *names])
    task = guessed_task(frame[target]) if task is None else task
    option(task, "task", ("regression", "classification"))
    known, notes = usable({name: cells_of(frame[name]) for name in names})
    learned = cells_of(frame[target])
    if learned is None:
        raise InputError(
            "Column '{column}' must hold numbers or classes; got times. Choose another target.", column=shown(target)
        )
    rows, said = _rows({**known, target: learned})
    y, classes = _target(learned.iloc[rows], target, task)
    features, constant = features_of({name: cells.iloc[rows] for name, cells in known.items()})
    _check_features(len(features), target)
    return LearnTable(
        task=task,
        target=target,
        columns=tuple(name for name in known if name not in constant),
        features=tuple(name for name, _values in features),
        x=frozen(np.column_stack([values for _name, values in features])),
        y=frozen(y),
        classes=classes,
        notes=(*notes, *left_out(CONSTANT, constant), *said),
    )


def first_table(frame: pd.DataFrame) -> LearnTable:
    """What can be learned from a table of which nothing is known?

    Parameters
    ----------
    frame : DataFrame
        As `read_table` returns it.

    Returns
    -------
    LearnTable
        Of the first target that can be used: a column named target, label, class, outcome or y, the last one, then
        others from the left; four are tried.

    Raises
    ------
    InputError
        If none of them can be the target; the sentence is that of the first one tried.

    Examples
    --------
    >>> first_table(pd.DataFrame({"y": range(40), "x": range(40)})).target
    'y'
    """
    names = [str(name) for name in frame.columns]
    named = [name for name in names if name.strip().lower() in _TARGETS]
    refused = None
    for target in list(dict.fromkeys([*named, *names[-1:], *names]))[:_TRIED]:
        try:
            return learn_table(frame, target=target)
        except InputError as error:
            refused = refused or error
    raise refused or InputError("The table must have columns; got none. Give a name to each in the first row.")


def guessed_task(target: pd.Series) -> Task:
    """Are these numbers or classes?

    Parameters
    ----------
    target : Series

    Returns
    -------
    "regression" or "classification"
        Numbers of more than 10 different values are numbers, all else are classes.

    Examples
    --------
    >>> guessed_task(pd.Series([0, 1, 1])), guessed_task(pd.Series(range(30)))
    ('classification', 'regression')
    """
    cells = cells_of(target)
    if cells is None or cells.dtype != np.float64 or cells.nunique() <= MOST_CLASSES:
        return "classification"
    return "regression"


def _check_names(frame: pd.DataFrame, names: Sequence[str]) -> None:
    """Refuse a column that is not there, or is there twice."""
    for name in names:
        if (count := int((frame.columns == name).sum())) != 1:
            raise InputError(
                "Column '{column}' must stand once in the table; it stands there {count} times. Choose another column, "
                "or rename one.",
                column=shown(name),
                count=count,
            )


def _rows(columns: Mapping[str, Cells]) -> tuple[np.ndarray, tuple[Message, ...]]:
    """Return the places of the rows that are used, and what is to be said of the others."""
    whole, said = whole_rows({name: np.asarray(cells.isna()) for name, cells in columns.items()})
    notes = list(said)
    if len(whole) < LEAST_ROWS:
        raise InputError(
            "The table must have at least {least} rows with a value in every column that is used; got {count}. Add "
            "rows, or leave out columns with empty cells.",
            least=LEAST_ROWS,
            count=len(whole),
        )
    if len(whole) > MOST_ROWS:
        drawn = np.random.default_rng(_DRAW).choice(whole, MOST_ROWS, replace=False)
        notes.append(
            Message(
                "{count} of {rows} rows were drawn at random, since every learner is trained many times.",
                {"count": MOST_ROWS, "rows": len(whole)},
            )
        )
        whole = np.sort(drawn)
    return whole, tuple(notes)


def _target(cells: Cells, name: str, task: Task) -> tuple[FloatArray, tuple[str, ...]]:
    """Return the target as numbers, and its classes."""
    values = cells.unique()
    if len(values) < 2:
        raise InputError(
            "Column '{column}' must hold at least two different values; got only '{value}'. Choose another target.",
            column=shown(name),
            value=label(values[0]),
        )
    if task == "regression":
        if cells.dtype != np.float64:
            raise InputError(
                "Column '{column}' must hold numbers; got '{value}'. Take its values as classes, or choose another "
                "target.",
                column=shown(name),
                value=shown(next(value for value in values if parse_numbers(pd.Series([value]))[1].any())),
            )
        return within(cells.to_numpy(dtype=np.float64), name), ()
    if len(values) > MOST_CLASSES:
        raise InputError(
            "Column '{column}' must hold at most {most} classes; got {count}. Take its values as numbers, or choose "
            "another target.",
            column=shown(name),
            most=MOST_CLASSES,
            count=len(values),
        )
    codes, classes = pd.factorize(cells, sort=True)
    return codes.astype(np.float64), tuple(label(value) for value in classes)


def _check_features(count: int, target: str) -> None:
    if count == 0:
        raise InputError(
            "The table must have a column of numbers or of few categories beside '{target}'; got none that can be "
            "used. Choose another target or another table.",
            target=shown(target),
        )
    if count > MOST_FEATURES:
        raise InputError(
            "The table must have at most {most} features, each category counted as one; got {count}. Leave columns "
            "out.",
            most=MOST_FEATURES,
            count=count,
        )


TIMES: Final = Message("Columns of times were left out: {columns}.")
CONSTANT: Final = Message("Columns with a single value were left out: {columns}.")


def usable(columns: Mapping[str, Cells | None]) -> tuple[dict[str, Cells], tuple[Message, ...]]:
    """Return the columns something can be learned from, and which of the others are left out, and why."""
    read = {name: cells for name, cells in columns.items() if cells is not None}
    empty = mostly_empty({name: np.asarray(cells.isna()) for name, cells in read.items()})
    texts = {
        name
        for name, cells in read.items()
        if name not in empty and cells.dtype != np.float64 and cells.nunique() > MOST_CATEGORIES
    }
    notes = (
        *left_out(TIMES, columns.keys() - read.keys()),
        *left_out(EMPTY, empty),
        *left_out(TEXTS, texts),
    )
    return {name: cells for name, cells in read.items() if name not in empty | texts}, notes


def label(value: object) -> str:
    """Return a class or category as it is shown: 1, not 1.0."""
    return f"{value:.15g}" if isinstance(value, float) else shown(value)


def features_of(columns: Mapping[str, Cells]) -> tuple[list[tuple[str, FloatArray]], set[str]]:
    """Return the features the columns become, with their names, and the columns that have one value only."""
    features: list[tuple[str, FloatArray]] = []
    constant = {name for name, cells in columns.items() if cells.nunique() < 2}
    for name, cells in columns.items():
        if name in constant:
            continue
        if cells.dtype == np.float64:
            features.append((name, within(cells.to_numpy(dtype=np.float64), name)))
        else:
            for value in sorted(cells.unique()):
                features.append((f"{name} = {value}", (cells == value).to_numpy(dtype=np.float64)))
    return features, constant


def within(numbers: FloatArray, name: str) -> FloatArray:
    """Refuse numbers whose fourth powers are none."""
    if (wrong := np.abs(numbers) > LARGEST).any():
        raise InputError(
            "{name} must lie between -{most} and {most}; got {value}. Choose a larger unit.",
            name=shown(name),
            most=f"{LARGEST:.0e}",
            value=shown(float(numbers[wrong][0])),
        )
    return numbers
