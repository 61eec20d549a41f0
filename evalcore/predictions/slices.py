"""Columns of some rows that are cut out of the columns of all rows when they are asked for, and not kept."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evalcore.support.arrays import frozen


@dataclass(frozen=True, eq=False)
class Slices(Mapping[str, NDArray[Any]]):
    """Columns by name: each is cut anew whenever it is asked for, so that two halves are not the whole once more.

    Parameters
    ----------
    of : mapping of str to ndarray of shape (n, ...)
        The columns of all rows.
    places : (m,) whole numbers
        Which of these rows, by place.

    Examples
    --------
    >>> Slices({"a": np.array([0.1, 0.2, 0.3])}, np.array([0, 2]))["a"]
    array([0.1, 0.3])
    """

    of: Mapping[str, NDArray[Any]]
    places: NDArray[np.integer[Any]]

    def __getitem__(self, name: str) -> NDArray[Any]:
        return frozen(self.of[name].take(self.places, axis=0))

    def __iter__(self) -> Iterator[str]:
        return iter(self.of)

    def __len__(self) -> int:
        return len(self.of)
