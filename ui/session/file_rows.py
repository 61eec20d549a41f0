"""The rows that are looked at with all columns of their file: a few of them at a time, and which hold a text.

They stay in the session; nothing of a visitor's own is in a shared cache.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd

from evalcore.predictions import Predictions
from evalcore.predictions.cases import MEAN
from evalcore.predictions.kept import KeptTable, kept
from evalcore.support.arrays import BoolArray, IndexArray, IntArray
from ui.session import incoming, loaded, looked_at, memory, samples


@dataclass(frozen=True, eq=False)
class FileRows:
    """A table, and where in it the rows in use are; None: all of them in their order.

    Where predictions are of cases that are no single rows of a file the table is made of them, a row a case.
    """

    kept: KeptTable
    rows: IntArray | None
    of_cases: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """The columns, each with a name of its own."""
        return once_each(self.kept.names)

    def numbers(self, places: IntArray) -> IndexArray:
        """Return the numbers of rows in the file, from 1 below the header."""
        return self._in_file(places) + 1

    def frame(self, places: IntArray) -> pd.DataFrame:
        """Return rows in use with all columns of their file."""
        frame = self.kept.rows(self._in_file(places)).reset_index(drop=True)
        frame.columns = pd.Index(self.names)
        return frame

    def holding(self, text: str) -> BoolArray:
        """Return which rows in use hold a text."""
        found = self.kept.holding(text)
        return found if self.rows is None else found[self.rows]

    def _in_file(self, places: IntArray) -> IndexArray:
        return np.asarray(places if self.rows is None else self.rows[places], dtype=np.intp)


def current() -> FileRows:
    """Return the table of what is loaded; where a row of it is no row in use, what predictions have of each row."""
    sample, predictions, used = loaded.current().sample, looked_at.predictions(), incoming.in_use()
    if predictions.taken != MEAN:
        if sample is not None:
            return FileRows(samples.table(sample), predictions.rows)
        if used is not None and used[1].model is None:
            return FileRows(used[0].kept, predictions.rows)
    found: KeptTable = memory.memo(
        "rows of predictions", predictions.digest, make=lambda: kept(_known(predictions)), most=1
    )
    return FileRows(found, None, of_cases=True)


def holding(text: str) -> BoolArray:
    """Return which rows in use hold a text, looked for once."""
    of, predictions = current(), looked_at.predictions()
    bits = memory.memo("rows holding", predictions.digest, text, make=lambda: np.packbits(of.holding(text)), most=2)
    return np.unpackbits(bits, count=predictions.n).view(np.bool_)


def once_each(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return names of which none comes twice: a table on the page has no two columns of one name.

    >>> once_each(("a", "b", "a", "a"))
    ('a', 'b', 'a (2)', 'a (3)')
    """
    given: dict[str, None] = {}
    for name in names:
        own, number = name, 2
        while own in given:
            own, number = f"{name} ({number})", number + 1
        given[own] = None
    return tuple(given)


def _known(predictions: Predictions) -> pd.DataFrame:
    """Return a column of the truth, and of all that predictions have of each row besides."""
    classes = np.asarray(predictions.classes, dtype=object)
    members = [*predictions.groups.values(), predictions.folds, predictions.repeats]
    columns: dict[str, object] = {
        of.column: pd.Categorical.from_codes(of.codes, dtype=pd.CategoricalDtype(list(of.labels))).astype(object)
        for of in members
        if of is not None
    }
    columns[predictions.truth] = classes[predictions.y_true.astype(np.intp)]
    for model, score in predictions.scores.items():
        of_class = {model: score} if score.ndim == 1 else dict(zip(_classes_of(model, classes), score.T, strict=True))
        columns |= {name: values for name, values in of_class.items() if name not in columns}
    for model, labels in predictions.labels.items():
        columns.setdefault(model, classes[labels.astype(np.intp)])
    return pd.DataFrame(columns)


def _classes_of(model: str, classes: np.ndarray) -> list[str]:
    return [f"{model}:{name}" for name in classes.tolist()]
