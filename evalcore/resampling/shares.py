"""How many rows a draw leaves out, and how many ways there are to split."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from evalcore.errors import InputError
from evalcore.support.arrays import FloatArray, frozen
from evalcore.support.checks import share, whole_number


def bootstrap_out_fraction(m: int) -> float:
    """Which share of m rows does a bootstrap draw of m leave out, on average?

    Parameters
    ----------
    m : int >= 1
        Rows, and draws with replacement.

    Returns
    -------
    float
        (1 - 1/m)^m, which grows from 0 towards 1/e = .3679; also the probability that a given row is never drawn.

    Raises
    ------
    InputError
        If m is no whole number from 1.

    Notes
    -----
    Formula (2.1) of Zhou, Machine Learning, 2016. The misprint (1 - 1/m)^(1/m) grows towards 1.

    Examples
    --------
    >>> [round(bootstrap_out_fraction(m), 4) for m in (1, 2, 5, 10, 100, 1000)]
    [0.0, 0.25, 0.3277, 0.3487, 0.366, 0.3677]
    """
    m = whole_number(m, "m", least=1)
    # log1p keeps the digits that 1 - 1/m loses for large m
    return 0.0 if m == 1 else math.exp(m * math.log1p(-1 / m))


def simulated_out_fractions(m: int, n_draws: int, *, rng: np.random.Generator) -> FloatArray:
    """How much does the share left out vary from one bootstrap draw to the next?

    Parameters
    ----------
    m : int >= 1
        Rows, and draws with replacement.
    n_draws : int >= 1
        Bootstrap samples.
    rng : numpy.random.Generator

    Returns
    -------
    (n_draws,) float64
        Share of the rows that each sample lacks, 0 to 1 - 1/m.

    Raises
    ------
    InputError
        If a number is no whole number from 1.
    """
    m, n_draws = whole_number(m, "m", least=1), whole_number(n_draws, "n_draws", least=1)
    found = np.empty(n_draws)
    for i in range(n_draws):
        found[i] = np.count_nonzero(np.bincount(rng.integers(m, size=m), minlength=m) == 0) / m
    return frozen(found)


def distinct_splits(class_counts: Sequence[int], test_share: float) -> int:
    """How many different stratified splits of these rows are there?

    Parameters
    ----------
    class_counts : sequence of int >= 0
        Rows of each class.
    test_share : float from 0 to 1
        Share of each class that is judged on, rounded to whole rows.

    Returns
    -------
    int
        The product of the binomial coefficients, exact.

    Raises
    ------
    InputError
        If there is no class, or a number is out of its range.

    Examples
    --------
    >>> distinct_splits([500, 500], 0.3) == math.comb(500, 350) ** 2  # exercise 2.1 of Zhou
    True
    """
    tested = share(test_share, "test_share")
    counts = [whole_number(count, "class_counts", least=0) for count in class_counts]
    if not counts:
        raise InputError("class_counts must name at least one class; got none. Count the rows of each class.")
    return math.prod(map(math.comb, counts, tested_of(counts, tested)))


def tested_of(class_counts: Sequence[int], test_share: float) -> tuple[int, ...]:
    """How many rows of each class does a stratified hold-out judge on?

    Parameters
    ----------
    class_counts, test_share
        As in `distinct_splits`.

    Returns
    -------
    tuple of int
    """
    return tuple(round(count * test_share) for count in class_counts)
