"""The hypothesis space as a lattice: what each example strikes out, and between which ends the rest lies."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import pandas as pd

from evalcore.hypotheses import (
    Example,
    Hypothesis,
    Instance,
    Space,
    VersionSpace,
    candidate_elimination,
    version_space,
)
from evalcore.hypotheses.spaces import count

# Beyond so many hypotheses a lattice is not drawn but counted, and beyond so many lines it is drawn without them.
MOST_DRAWN: Final = 700
MOST_LINES: Final = 400
# Hypotheses of a level that stand in one row.
A_ROW: Final = 64
QUESTIONS: Final = 6
# A larger power is not written out.
MOST_DIGITS = 9


@dataclass(frozen=True)
class LatticeStep:
    """What the first examples leave; hypotheses by their place in the space.

    Parameters
    ----------
    remaining, struck : tuple of int
        Those that agree with all of these examples, and those that the last of them contradicts first.
    general, specific : tuple of int
        The ends of what remains.
    lines : tuple of (int, int)
        Lines of the lattice between two that remain.
    """

    remaining: tuple[int, ...]
    struck: tuple[int, ...]
    general: tuple[int, ...]
    specific: tuple[int, ...]
    lines: tuple[tuple[int, int], ...]


@dataclass(frozen=True, eq=False, kw_only=True)
class LatticeView:
    """What the figure of the version space shows.

    Parameters
    ----------
    found : VersionSpace
        Of all examples.
    x, y : tuple of float, one a hypothesis
        Where it stands: y is its level, x goes from 0 to 1.
    lines : tuple of (int, int)
        All lines of the lattice; none where there are too many.
    steps : tuple of LatticeStep
        After no example, after the first, and so on.
    active : int
        How many examples have been seen.
    now : VersionSpace
        Of the examples seen.
    new : tuple of int or None
        An instance that the hypotheses are asked about.
    """

    found: VersionSpace
    x: tuple[float, ...]
    y: tuple[float, ...]
    lines: tuple[tuple[int, int], ...]
    steps: tuple[LatticeStep, ...]
    active: int
    now: VersionSpace
    new: Instance | None = None

    @property
    def space(self) -> Space:
        """The space."""
        return self.found.space

    @property
    def step(self) -> LatticeStep:
        """What the examples seen leave."""
        return self.steps[self.active]

    @property
    def struck_now(self) -> int:
        """How many hypotheses the last example seen strikes out."""
        return len(self.step.struck)

    @property
    def widest(self) -> int:
        """How many hypotheses stand in the longest row."""
        return min(A_ROW, max(self.y.count(level) for level in set(self.y)))

    @property
    def levels(self) -> int:
        """How many rungs the lattice has."""
        return round(max(self.y)) + 1

    @property
    def following(self) -> int:
        """How many examples are seen one step on; from the last one it begins anew."""
        return 0 if self.active + 1 == len(self.steps) else self.active + 1

    def of(self, places: Sequence[int]) -> list[Hypothesis]:
        """Return hypotheses by their places."""
        return [self.found.space.hypotheses[place] for place in places]

    def positive(self, step: LatticeStep) -> int:
        """Return how many of those that remain call the new instance positive; without one, none does."""
        return 0 if self.new is None else sum(one.covers(self.new) for one in self.of(step.remaining))

    def questions(self) -> tuple[tuple[Instance, int, int], ...]:
        """Return the instances that halve best what remains, each with how many would remain if positive, if not."""
        return self.now.questions()[:QUESTIONS]

    def to_frame(self) -> pd.DataFrame:
        """Return a row a hypothesis: its values by number (-1 is any), level, and the example that strikes it out."""
        rows = [
            {
                **{f"attribute_{k + 1}": value for k, value in enumerate(one.values or ())},
                "empty": one.is_empty,
                "level": one.level,
                "struck_by": place + 1 if place >= 0 else None,
            }
            for one, place in zip(self.found.space.hypotheses, self.found.struck_by, strict=True)
        ]
        return pd.DataFrame(rows).convert_dtypes()


def is_drawn(space: Space) -> bool:
    """Whether a space is small enough for its lattice to be drawn."""
    return count(space.shape, wildcard=space.wildcard) <= MOST_DRAWN


def lattice_view(
    space: Space, examples: Sequence[tuple[Sequence[int], bool]], *, seen: int, new: Instance | None = None
) -> LatticeView:
    """What does the figure of the version space show after so many of the examples?

    Parameters
    ----------
    space : Space
        For which `is_drawn` holds.
    examples : sequence of (instance, positive)
    seen : int >= 0
        More than there are examples counts as all.
    new : instance, optional
        What the hypotheses that remain are asked about.
    """
    found = version_space(space, examples)
    active = min(max(seen, 0), len(found.examples))
    place = {one: k for k, one in enumerate(space.hypotheses)}
    lines = space.edges if len(space.edges) <= MOST_LINES else ()
    ends = candidate_elimination(space, found.examples)
    steps = tuple(
        _step(
            found,
            k,
            space.edges,
            tuple(sorted(place[one] for one in ends[k].general)),
            tuple(sorted(place[one] for one in ends[k].specific)),
        )
        for k in range(len(found.examples) + 1)
    )
    x, y = places_of(space)
    return LatticeView(
        found=found,
        x=x,
        y=y,
        lines=lines,
        steps=steps,
        active=active,
        now=_of(space, found.examples[:active]),
        new=None if new is None else space.check(new),
    )


def _of(space: Space, examples: Sequence[Example]) -> VersionSpace:
    return version_space(space, [(one.instance, one.positive) for one in examples])


def _step(
    found: VersionSpace,
    seen: int,
    edges: tuple[tuple[int, int], ...],
    general: tuple[int, ...],
    specific: tuple[int, ...],
) -> LatticeStep:
    remaining = tuple(k for k, by in enumerate(found.struck_by) if by < 0 or by >= seen)
    return LatticeStep(
        remaining=remaining,
        struck=tuple(k for k, by in enumerate(found.struck_by) if by == seen - 1) if seen else (),
        general=general,
        specific=specific,
        lines=lines_between(edges, set(remaining)),
    )


def lines_between(edges: Sequence[tuple[int, int]], known: set[int]) -> tuple[tuple[int, int], ...]:
    """Return the lines of a lattice between two of these; none where they are too many to be drawn."""
    lines = tuple(edge for edge in edges if known.issuperset(edge))
    return lines if len(lines) <= MOST_LINES else ()


def places_of(space: Space) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Return where the hypotheses stand: a level a row, a long one in several."""
    x, y = [0.0] * len(space.hypotheses), [0.0] * len(space.hypotheses)
    by_level: dict[int, list[int]] = {}
    for k, one in enumerate(space.hypotheses):
        by_level.setdefault(one.level, []).append(k)
    for level, members in by_level.items():
        rows = -(-len(members) // A_ROW)
        columns = -(-len(members) // rows)
        for k, member in enumerate(members):
            row, column = divmod(k, columns)
            x[member] = round((column + 0.5) / columns, 4)
            y[member] = round(level + (row - (rows - 1) / 2) * 0.6 / rows, 3)
    return tuple(x), tuple(y)


def conjunctions(shape: Sequence[int]) -> tuple[str, str]:
    """Return how many instances there are, and how many ways to label them, as TeX: "= 256", or "\\approx ...".

    >>> conjunctions([2, 2]), conjunctions([3, 3, 3])
    (('4', '= 16'), ('27', '\\\\approx 1.3\\\\cdot 10^{8}'))
    """
    instances = math.prod(shape)
    power = instances * math.log10(2)
    if power < MOST_DIGITS - 1:
        return f"{instances}", f"= {2**instances}"
    whole = math.floor(power)
    if instances > 10**6:
        return f"{instances}", rf"= 2^{{{instances}}}"
    return f"{instances}", rf"\approx {10 ** (power - whole):.1f}\cdot 10^{{{whole}}}"
