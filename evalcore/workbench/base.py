"""What all workbenches have in common: what was handed over, what is known of it, and how it shows itself."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, ClassVar, Final, TypeVar
from weakref import WeakValueDictionary

import numpy as np
import pandas as pd

from evalcore.decisions import Groups, grouped
from evalcore.errors import InputError, Message
from evalcore.predictions import Predictions
from evalcore.support.checks import same_length
from evalcore.support.text import listed, shown
from evalcore.workbench.opened import App, open_app
from evalcore.workbench.outputs import column
from evalcore.workbench.shown import LiveFigure

T = TypeVar("T")
SEED: Final = 0


class Known:
    """What was computed of some predictions; workbenches of equal predictions share it as long as one of them lives."""

    def __init__(self) -> None:
        self.found: dict[Hashable, Any] = {}


_KNOWN: WeakValueDictionary[str, Known] = WeakValueDictionary()


class Workbench(ABC):
    """What can be said of predictions: figures whose handles move in a notebook, and tables.

    Parameters
    ----------
    predictions : Predictions
    groups : mapping of names to one value a row
        Of all rows handed over, those left out among them.

    Attributes
    ----------
    predictions : Predictions
        What was handed over, checked; `dropped` says which rows were left out.
    """

    # What the task is called in a line.
    kind: ClassVar[str]

    def __init__(self, predictions: Predictions, *, groups: Mapping[str, Any] | None = None) -> None:
        self.predictions = predictions
        self._groups = dict(groups or {})
        self._known = _KNOWN.setdefault(predictions.digest, Known())

    @property
    def models(self) -> tuple[str, ...]:
        """The names of the models, those with scores first."""
        return (*self.predictions.scores, *self.predictions.labels)

    @property
    def n(self) -> int:
        """Rows in use."""
        return self.predictions.n

    @property
    def group_names(self) -> tuple[str, ...]:
        """What the columns are called that tell rows apart."""
        return tuple(self._groups)

    @abstractmethod
    def _shown(self) -> LiveFigure:
        """Return the figure that stands for the predictions."""

    def report(self, path: str | Path | None = None, *, title: str = "Evaluation", **options: Any) -> str:
        """Write all of this as one HTML file, which needs neither server nor network.

        Parameters
        ----------
        path : str or Path, optional
            Where it is written; nowhere when left out.
        title : str
        **options
            `threshold`, `costs` and `about`, as `evalcore.workbench.reported.report` takes them.

        Returns
        -------
        str
            The file.
        """
        found: str = import_module("evalcore.workbench.reported").report(self, path, title=title, **options)
        return found

    def open(
        self,
        *,
        name: str = "notebook",
        folder: str | Path | None = None,
        browser: bool = True,
        language: str = "en",
    ) -> App:
        """Start the app on these arrays, in a process of its own; nothing is written to the disk.

        Parameters
        ----------
        name, folder, browser, language
            As of `evalcore.workbench.opened.open_app`.

        Returns
        -------
        App
            A link in a notebook; it ends with the kernel, or by `stop`.
        """
        used, groups = self.predictions.rows, self._groups
        kept = groups if used is None else {key: values[np.asarray(used)] for key, values in groups.items()}
        return open_app(self.predictions, kept, name=name, folder=folder, browser=browser, language=language)

    def __repr__(self) -> str:
        models = ", ".join(map(repr, self.models[:4])) + (", …" if len(self.models) > 4 else "")
        return f"{type(self).__name__}({self._rows_said()}; models {models})"

    def _repr_html_(self) -> str:
        """Return the figure that stands for the predictions."""
        return self._shown()._repr_html_()

    def _rows_said(self) -> str:
        out = self.predictions.n_dropped
        return f"{self.n:,} rows{f', {out:,} left out' if out else ''}"

    def _about(self, *further: str | Message | None) -> str:
        """Say in a line which rows a figure is about, and what else is to be said of it."""
        left_out = [f"{one.count:,} left out: {one.reason}" for one in self.predictions.dropped]
        first = ", ".join([f"{self.n:,} rows", *left_out])
        return " ".join([f"{first}{'' if left_out else '.'}", *(str(one) for one in further if one is not None)])

    def _keep(self, *key: Hashable, make: Callable[[], T]) -> T:
        """Return what is known by this name, or make it once."""
        if key not in self._known.found:
            self._known.found[key] = make()
        found: T = self._known.found[key]
        return found

    def _named(self, model: str | None, among: Sequence[str], of: str = "model") -> str:
        """Return the name of a model, the first one where none is asked for."""
        if not among:
            raise InputError(
                "scores must hold probabilities or other scores for this; got decisions alone. Pass scores."
            )
        if model is None:
            return among[0]
        if model not in among:
            raise InputError(
                "{argument} must be one of {names}; got '{value}'. Choose one of them.",
                argument=of,
                names=listed(among),
                value=shown(model),
            )
        return model

    def _pair(self, first: str | None, second: str | None, among: Sequence[str]) -> tuple[str, str]:
        """Return the names of two models, the first two where none are asked for."""
        if len(among) < 2:
            raise InputError(
                "scores must hold two models for this; got {count}. Pass a dict of them.", count=len(among)
            )
        a = self._named(first, among, "first")
        others = [one for one in among if one != a]
        return a, self._named(second, others, "second")

    def _groups_of(self, by: Any, edges: Any) -> tuple[str, Groups]:
        """Return the name of a column of groups, and the groups it makes of the rows in use."""
        name, values = self._group_column(by)
        used = self.predictions.rows
        kept = values if used is None else values[np.asarray(used)]
        return name, grouped(kept, edges=edges)

    def _group_column(self, by: Any) -> tuple[str, Any]:
        if by is None or isinstance(by, str):
            if not self._groups:
                raise InputError("groups must be given to tell rows apart; got none. Pass one value a row.")
            name = self._named(by, list(self._groups), "by")
            return name, self._groups[name]
        return next(iter(groups_of(by, self.predictions.n_rows_read, "by").items()))


def groups_of(groups: Any, n: int, said: str = "groups") -> dict[str, Any]:
    """Return the columns that tell rows apart, by their names.

    Parameters
    ----------
    groups : one value a row, a frame, a mapping of names to columns, or None
    n : int
        Rows handed over.
    said : str
        What the argument is called in a refusal.

    Examples
    --------
    >>> list(groups_of({"site": ["a", "b"]}, 2)), list(groups_of(["a", "b"], 2)), groups_of(None, 2)
    (['site'], ['groups'], {})
    """
    if groups is None:
        return {}
    if isinstance(groups, pd.DataFrame):
        groups = {str(name): groups[name] for name in groups}
    if not isinstance(groups, Mapping):
        own = getattr(groups, "name", None)
        groups = {said if own is None else str(own): groups}
    found = {}
    for name, values in groups.items():
        # A series keeps its categories in their order.
        kept = values.reset_index(drop=True) if isinstance(values, pd.Series) else pd.Series(column(values, said))
        same_length(kept.to_numpy(), n, said)
        found[str(name)] = kept.array
    return found
