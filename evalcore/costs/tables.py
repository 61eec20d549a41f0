"""Tables of costs of any number of classes: those asked for most, and what is odd about one."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from evalcore.costs.many_classes import cost_table
from evalcore.errors import InputError
from evalcore.support.arrays import FloatArray


def equal_costs(k: int, *, mistake: float = 1.0) -> FloatArray:
    """Which table has all mistakes cost the same, and right decisions nothing?

    Parameters
    ----------
    k : int >= 2
        Classes.
    mistake : float
        What a mistake costs; nan for a cost nobody has chosen.

    Returns
    -------
    (k, k) float64

    Examples
    --------
    >>> equal_costs(2).tolist()
    [[0.0, 1.0], [1.0, 0.0]]
    """
    table = np.full((k, k), mistake)
    np.fill_diagonal(table, 0.0)
    return table


def costs_in_rows(numbers: Sequence[float], k: int) -> FloatArray:
    """Which table do costs make that are written row after row?

    Parameters
    ----------
    numbers : k * k numbers
        The costs of the first true class come first.
    k : int >= 2
        Classes.

    Returns
    -------
    (k, k) float64

    Examples
    --------
    >>> costs_in_rows([0, 1, 5, 0], 2).tolist()
    [[0.0, 1.0], [5.0, 0.0]]
    """
    if len(numbers) != k * k:
        raise InputError(
            "Costs of {k} classes must be {n} numbers, row after row; got {got}. Give one for each pair of classes.",
            k=k,
            n=k * k,
            got=len(numbers),
        )
    return np.array(numbers, dtype=np.float64).reshape(k, k)


def with_missed_class(cost: ArrayLike, place: int, mistake: float) -> FloatArray:
    """Which table has all mistakes about one true class cost the same, and everything else what it did?

    Parameters
    ----------
    cost : (k, k) numbers
    place : int
        The true class, in the order of the table.
    mistake : float

    Returns
    -------
    (k, k) float64

    Examples
    --------
    >>> with_missed_class([[0, 1], [1, 0]], 1, 5).tolist()
    [[0.0, 1.0], [5.0, 0.0]]
    """
    table = np.array(cost, dtype=np.float64)
    table[place, np.arange(len(table)) != place] = mistake
    return table


def cheapest_mistake(cost: ArrayLike) -> tuple[int, int] | None:
    """Which mistake saves most against the right decision, if any does?

    Parameters
    ----------
    cost : (k, k) finite numbers

    Returns
    -------
    (truth, decision) or None
        Places of the two classes; None where no mistake costs less than the right decision.

    Examples
    --------
    >>> cheapest_mistake([[0, -2], [1, 0]])
    (0, 1)
    """
    table = cost_table(cost)
    gain = table.diagonal()[:, None] - table
    truth, decision = np.unravel_index(int(gain.argmax()), gain.shape)
    return (int(truth), int(decision)) if gain[truth, decision] > 0 else None


def missing_costs(cost: ArrayLike) -> int:
    """How many cells hold no number?"""
    return int(np.count_nonzero(np.isnan(np.asarray(cost, dtype=np.float64))))


def first_beyond(cost: ArrayLike, largest: float) -> tuple[int, int] | None:
    """Which cell is the first that holds no number, or one beyond the largest; None where all are within.

    Examples
    --------
    >>> first_beyond([[0, 2], [float("nan"), 0]], 10)
    (1, 0)
    """
    places = np.argwhere(~(np.abs(np.asarray(cost, dtype=np.float64)) <= largest))
    return (int(places[0][0]), int(places[0][1])) if len(places) else None
