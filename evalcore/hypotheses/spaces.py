"""Hypotheses that name a value of an attribute or leave it open: how many there are, and which is more general."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Final

from evalcore.errors import InputError, Message
from evalcore.support.checks import whole_number
from evalcore.support.text import shown

Text = str | Message
Instance = tuple[int, ...]

ANY: Final = -1  # the wildcard: any value of the attribute will do
LARGEST = 20_000  # hypotheses that are listed one by one


@dataclass(frozen=True)
class Attribute:
    """A property of the things to be told apart, and the values it may have."""

    name: Text
    values: tuple[Text, ...]


@dataclass(frozen=True)
class Hypothesis:
    """A conjunction: positive is what has these values; `values` is None where nothing is positive.

    A value is the place of one of the attribute's values, or ANY.

    >>> Hypothesis((ANY, 0)).covers((2, 0)), Hypothesis(None).covers((2, 0))
    (True, False)
    """

    values: tuple[int, ...] | None

    @property
    def is_empty(self) -> bool:
        """Whether nothing is positive."""
        return self.values is None

    @property
    def level(self) -> int:
        """Rung in the lattice: 0 for the empty hypothesis, else 1 and one for each wildcard."""
        return 0 if self.values is None else 1 + self.values.count(ANY)

    def covers(self, instance: Instance) -> bool:
        """Whether the hypothesis calls this instance positive."""
        return self.values is not None and all(
            one in {ANY, seen} for one, seen in zip(self.values, instance, strict=True)
        )

    def is_at_least_as_general_as(self, other: Hypothesis) -> bool:
        """Whether this is `other`, or `other` with more left open: all that `other` covers is covered."""
        return other.values is None or self.covers(other.values)


EMPTY: Final = Hypothesis(None)


@dataclass(frozen=True)
class Space:
    """All hypotheses over some attributes.

    Parameters
    ----------
    attributes : tuple of Attribute
    wildcard : bool
        Whether a hypothesis may leave an attribute open.

    >>> len(Space.of_shape([3, 3, 3]).hypotheses)
    65
    """

    attributes: tuple[Attribute, ...]
    wildcard: bool = True

    @classmethod
    def of_shape(cls, values: Sequence[int], *, wildcard: bool = True) -> Space:
        """Return a space of attributes "1", "2", ... with so many values "a", "b", ... each."""
        sizes = _sizes(values)
        attributes = (
            Attribute(str(place + 1), tuple(_letters(one) for one in range(size))) for place, size in enumerate(sizes)
        )
        return cls(tuple(attributes), wildcard)

    @property
    def shape(self) -> tuple[int, ...]:
        """How many values each attribute has."""
        return tuple(len(attribute.values) for attribute in self.attributes)

    @cached_property
    def instances(self) -> tuple[Instance, ...]:
        """All combinations of values, the last attribute changing fastest."""
        self._check_size()
        return tuple(product(*map(range, self.shape)))

    @cached_property
    def hypotheses(self) -> tuple[Hypothesis, ...]:
        """All hypotheses, from the most specific (the empty one) to the most general."""
        self._check_size()
        choices = ([*range(size), ANY] if self.wildcard else range(size) for size in self.shape)
        return tuple(sorted((EMPTY, *map(Hypothesis, product(*choices))), key=lambda one: one.level))

    @cached_property
    def edges(self) -> tuple[tuple[int, int], ...]:
        """Pairs (more general, more specific) of places in `hypotheses` with none in between: the lattice's lines."""
        place = {hypothesis: number for number, hypothesis in enumerate(self.hypotheses)}
        return tuple((place[one], place[below]) for one in self.hypotheses for below in self._next_below(one))

    def check(self, instance: Sequence[int]) -> Instance:
        """Return an instance, or the sentence that says why it is none."""
        values = tuple(instance)
        if len(values) != len(self.shape) or not all(
            value in range(size) for value, size in zip(values, self.shape, strict=True)
        ):
            raise InputError(
                "An instance must have one of the values of each attribute, {shape} by number; got {value}. "
                "Count the values from 0.",
                shape=" × ".join(map(str, self.shape)),
                value=shown(values),
            )
        return values

    def _next_below(self, one: Hypothesis) -> list[Hypothesis]:
        """Return the hypotheses that are more specific by one step."""
        if one.values is None:
            return []
        steps = [
            Hypothesis((*one.values[:place], value, *one.values[place + 1 :]))
            for place, size in enumerate(self.shape)
            if one.values[place] == ANY
            for value in range(size)
        ]
        return steps or [EMPTY]

    def _check_size(self) -> None:
        total = count(self.shape, wildcard=self.wildcard)
        if total > LARGEST:
            raise InputError(
                "The hypothesis space must have at most {most} hypotheses to be listed; got {total}. "
                "Take fewer attributes, or fewer values.",
                most=LARGEST,
                total=total,
            )


def count(values: Sequence[int], *, wildcard: bool = True) -> int:
    """How many hypotheses are there over attributes with so many values each?

    Parameters
    ----------
    values : sequence of int >= 1
        Number of values of each attribute.
    wildcard : bool, optional
        Whether a hypothesis may leave an attribute open.

    Returns
    -------
    int
        Exact at any size; never undefined.

    Notes
    -----
    Each attribute has one of its values or the wildcard, and one more hypothesis says that nothing is positive:
    (v1 + 1) (v2 + 1) ... + 1. The product is over attributes: 3, 2 and 2 values give 4 x 3 x 3 + 1.

    References
    ----------
    Zhou (2016), Machine Learning, 1.3, with the official erratum to page 5

    Examples
    --------
    >>> count([3, 2, 2]), count([3, 3, 3])
    (37, 65)
    """
    return math.prod(size + wildcard for size in _sizes(values)) + 1


def _sizes(values: Sequence[int]) -> list[int]:
    """Return numbers of values, at least one of each."""
    if len(values) == 0:
        raise InputError("A hypothesis space must have at least one attribute; got none. Add an attribute.")
    return [whole_number(size, "values", least=1) for size in values]


def _letters(number: int) -> str:
    """Return a, b, ..., z, then 27, 28, ..."""
    return chr(ord("a") + number) if number < 26 else str(number + 1)
