"""Which hypotheses agree with all examples, which are the most general and the most specific of them?"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from evalcore.errors import Message
from evalcore.hypotheses.spaces import ANY, EMPTY, Hypothesis, Instance, Space
from evalcore.support.results import Result

CONTRADICTION = Message(
    "No hypothesis of this space agrees with all examples: a label is wrong, or the concept is no conjunction."
)
WITHOUT_WILDCARD = Message(
    "No hypothesis of this space agrees with all examples: without the star each is true of one instance at most."
)


@dataclass(frozen=True)
class Example:
    """An instance whose label is known."""

    instance: Instance
    positive: bool


@dataclass(frozen=True)
class Boundaries(Result):
    """The ends of a version space: every hypothesis between one of `specific` and one of `general` belongs to it."""

    general: frozenset[Hypothesis]
    specific: frozenset[Hypothesis]


@dataclass(frozen=True, eq=False)
class VersionSpace(Result):
    """The hypotheses that examples leave.

    Parameters
    ----------
    space : Space
    examples : tuple of Example
    struck_by : tuple of int, one a hypothesis of the space
        Place of the first example that contradicts it; -1 where none does.
    """

    space: Space
    examples: tuple[Example, ...]
    struck_by: tuple[int, ...]

    @cached_property
    def remaining(self) -> tuple[Hypothesis, ...]:
        """The hypotheses that agree with all examples."""
        return tuple(one for one, place in zip(self.space.hypotheses, self.struck_by, strict=True) if place < 0)

    @property
    def reason(self) -> Message | None:
        """Why nothing remains, or None."""
        if self.remaining:
            return None
        return CONTRADICTION if self.space.wildcard else WITHOUT_WILDCARD

    @cached_property
    def boundaries(self) -> Boundaries:
        """The most general and the most specific hypotheses that remain."""
        return candidate_elimination(self.space, self.examples)[-1]

    def remaining_after(self, examples: int) -> int:
        """Return how many hypotheses were left after the first so many examples."""
        return sum(place < 0 or place >= examples for place in self.struck_by)

    def votes(self, instance: Sequence[int]) -> Fraction | None:
        """Return the share of the remaining hypotheses that call an instance positive, None where none remains."""
        seen = self.space.check(instance)
        if not self.remaining:
            return None
        return Fraction(sum(one.covers(seen) for one in self.remaining), len(self.remaining))

    def questions(self) -> tuple[tuple[Instance, int, int], ...]:
        """Return for each instance how many hypotheses would remain if it were positive, and if negative.

        The first is the one that halves the version space best: whatever its label, most are struck out.
        """
        counts = ((seen, sum(one.covers(seen) for one in self.remaining)) for seen in self.space.instances)
        found = ((seen, yes, len(self.remaining) - yes) for seen, yes in counts)
        return tuple(sorted(found, key=lambda one: max(one[1:])))


def version_space(space: Space, examples: Iterable[tuple[Sequence[int], bool]]) -> VersionSpace:
    """Which hypotheses agree with all examples?

    Parameters
    ----------
    space : Space
    examples : iterable of (instance, positive)
        An instance holds the place of a value of each attribute.

    Returns
    -------
    VersionSpace
        Empty, with a reason, where examples contradict each other or every hypothesis.

    Notes
    -----
    Every hypothesis is tried on every example.

    References
    ----------
    Mitchell (1982), https://doi.org/10.1016/0004-3702(82)90040-6

    Examples
    --------
    >>> found = version_space(Space.of_shape([2, 2]), [((0, 0), True), ((1, 1), False)])
    >>> [one.values for one in found.remaining]
    [(0, 0), (0, -1), (-1, 0)]
    """
    known = _checked(space, examples)
    struck_by = tuple(
        next((place for place, seen in enumerate(known) if one.covers(seen.instance) != seen.positive), -1)
        for one in space.hypotheses
    )
    return VersionSpace(space, known, struck_by)


def candidate_elimination(
    space: Space, examples: Iterable[tuple[Sequence[int], bool] | Example]
) -> tuple[Boundaries, ...]:
    """How do the most general and the most specific hypotheses change from example to example?

    Parameters
    ----------
    space : Space
    examples : iterable of (instance, positive), or of Example

    Returns
    -------
    tuple of Boundaries
        Before the first example and after each. Both are empty from the example on with which none agrees.

    Notes
    -----
    A positive example strikes out of G what does not cover it and generalises S as little as it takes; a negative one
    strikes out of S what covers it and specialises G as little as it takes. No other hypothesis is looked at.

    References
    ----------
    Mitchell (1982), https://doi.org/10.1016/0004-3702(82)90040-6
    """
    top = {Hypothesis((ANY,) * len(space.shape))} if space.wildcard else set(map(Hypothesis, space.instances))
    found = [Boundaries(frozenset(top), frozenset({EMPTY}))]
    for seen in _checked(space, examples):
        step = _after_positive if seen.positive else _after_negative
        found.append(step(space, found[-1], seen.instance))
    return tuple(found)


def _checked(space: Space, examples: Iterable[tuple[Sequence[int], bool] | Example]) -> tuple[Example, ...]:
    """Return examples each of which is an instance of the space."""
    pairs = ((one.instance, one.positive) if isinstance(one, Example) else one for one in examples)
    return tuple(Example(space.check(instance), bool(positive)) for instance, positive in pairs)


def _after_positive(space: Space, ends: Boundaries, seen: Instance) -> Boundaries:
    general = {one for one in ends.general if one.covers(seen)}
    wider = (generalised(one, seen) for one in ends.specific)
    specific = {
        one
        for one in wider
        if (space.wildcard or one.level == 1) and any(g.is_at_least_as_general_as(one) for g in general)
    }
    return _both_or_none(general, specific)


def _after_negative(space: Space, ends: Boundaries, seen: Instance) -> Boundaries:
    specific = {one for one in ends.specific if not one.covers(seen)}
    narrower = {below for one in ends.general for below in _specialised(space, one, seen)}
    agreeing = {one for one in narrower if any(one.is_at_least_as_general_as(s) for s in specific)}
    general = {one for one in agreeing if not any(g != one and g.is_at_least_as_general_as(one) for g in agreeing)}
    return _both_or_none(general, specific)


def _both_or_none(general: set[Hypothesis], specific: set[Hypothesis]) -> Boundaries:
    if not general or not specific:
        return Boundaries(frozenset(), frozenset())
    return Boundaries(frozenset(general), frozenset(specific))


def generalised(one: Hypothesis, seen: Instance) -> Hypothesis:
    """Which hypothesis is the most specific that covers what this one covers, and an instance?

    >>> generalised(Hypothesis((0, 1)), (1, 1))
    Hypothesis(values=(-1, 1))
    """
    if one.values is None:
        return Hypothesis(seen)
    return Hypothesis(tuple(a if a == b else ANY for a, b in zip(one.values, seen, strict=True)))


def _specialised(space: Space, one: Hypothesis, seen: Instance) -> list[Hypothesis]:
    """Return the most general hypotheses below this one that do not cover an instance."""
    if one.values is None or not one.covers(seen):
        return [one]
    closed = [
        Hypothesis((*one.values[:place], value, *one.values[place + 1 :]))
        for place, size in enumerate(space.shape)
        if one.values[place] == ANY
        for value in range(size)
        if value != seen[place]
    ]
    return closed or [EMPTY]
