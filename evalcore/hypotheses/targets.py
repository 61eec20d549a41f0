"""All targets over a few cells, and how likely each is: evenly, the smooth ones more, or a single one."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise, product

from evalcore.errors import InputError
from evalcore.support.checks import whole_number
from evalcore.support.text import shown

Target = tuple[bool, ...]
Number = Fraction | int | float | str

MOST_CELLS = 10
HALF = Fraction(1, 2)


def all_targets(cells: int) -> tuple[Target, ...]:
    """Return all labellings of so many cells, from all negative to all positive."""
    return tuple(product((False, True), repeat=cell_count(cells)))


def mixed_prior(
    cells: int, *, smooth: Number = 0, one: Number = 0, target: Sequence[bool] | None = None, agreement: Number = "3/4"
) -> tuple[Fraction, ...]:
    """How likely is each target, if the prior is partly even, partly for smooth targets, partly for a single one?

    Parameters
    ----------
    cells : int from 1 to 10
    smooth : number from 0 to 1, optional
        Weight of the smooth prior, in which each cell has the label of its left neighbour with probability `agreement`.
    one : number from 0 to 1, optional
        Weight of a single target; what `smooth` and `one` leave of 1 is spread evenly over all targets.
    target : sequence of bool, one a cell, optional
        The single target; else all cells are positive.
    agreement : number from 0 to 1, optional

    Returns
    -------
    tuple of Fraction, one a target in the order of `all_targets`
        The sum is 1. A float counts as the decimal number it is written as: .3 is 3/10.

    Examples
    --------
    >>> [str(p) for p in mixed_prior(2, smooth=1)]
    ['3/8', '1/8', '1/8', '3/8']
    """
    targets = all_targets(cells)
    parts = [_exact(smooth, "smooth"), _exact(one, "one")]
    agree = _exact(agreement, "agreement")
    if min(parts) < 0 or sum(parts) > 1:
        raise InputError(
            "smooth and one must be weights from 0 whose sum is at most 1; got {smooth} and {one}. Lower one of them.",
            smooth=shown(smooth),
            one=shown(one),
        )
    if not 0 <= agree <= 1:
        raise InputError(
            "{name} must be a number from 0 to 1; got {value}. Write 5% as 0.05.",
            name="agreement",
            value=shown(agreement),
        )
    single = (True,) * cells if target is None else tuple(map(bool, target))
    if len(single) != cells:
        raise InputError(
            "target must have a label for each of the {cells} cells; got {count}. Add or remove labels.",
            cells=cells,
            count=len(single),
        )
    even = (1 - parts[0] - parts[1]) / len(targets)
    return tuple(even + parts[0] * _smoothness(f, agree) + parts[1] * (f == single) for f in targets)


def _smoothness(target: Target, agreement: Fraction) -> Fraction:
    """Return the probability of a labelling whose neighbours agree with this probability."""
    found = HALF
    for left, right in pairwise(target):
        found *= agreement if left == right else 1 - agreement
    return found


def shares(values: Sequence[Number], length: int, name: str) -> tuple[Fraction, ...]:
    """Return weights as exact shares whose sum is 1."""
    if len(values) != length:
        raise InputError(
            "{name} must have {length} weights; got {count}. Give each its weight.",
            name=name,
            length=length,
            count=len(values),
        )
    exact = [_exact(value, name) for value in values]
    if min(exact) < 0 or sum(exact) == 0:
        raise InputError(
            "{name} must have weights from 0, at least one of them positive; got {value}. Raise one of them.",
            name=name,
            value=shown(min(values, key=lambda one: _exact(one, name))),
        )
    return tuple(value / sum(exact) for value in exact)


def _exact(value: Number, name: str) -> Fraction:
    """Return a number as a fraction; a float as the decimal number it is written as."""
    try:
        return Fraction(repr(float(value)) if isinstance(value, float) else value)
    except (ValueError, ZeroDivisionError, OverflowError):
        raise InputError(
            "{name} must hold finite numbers; got '{value}'. Write a number or a fraction such as 1/3.",
            name=name,
            value=shown(value),
        ) from None


def cell_count(cells: int) -> int:
    """Return a number of cells whose targets can be listed."""
    if whole_number(cells, "cells", least=1) > MOST_CELLS:
        raise InputError(
            "cells must be at most {most}, since each doubles the targets; got {value}. Take fewer.",
            most=MOST_CELLS,
            value=cells,
        )
    return cells
