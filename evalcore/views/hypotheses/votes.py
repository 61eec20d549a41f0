"""What remains has a vote on every instance, and each bias an answer: by how many examples have been seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import pandas as pd

from evalcore.hypotheses import Answer, Bias, Instance, Space, VersionSpace, answer, version_space
from evalcore.support.arrays import FloatArray, frozen

# Neighbouring draws are of streams of their own.
STREAM = 3


@dataclass(frozen=True)
class Asked:
    """A learner that is asked: its bias, and the attribute it trusts most, by number, where it trusts one."""

    bias: Bias
    trusts: int | None = None


@dataclass(frozen=True, eq=False, kw_only=True)
class VotesStep:
    """What is said after the first so many examples.

    Parameters
    ----------
    remaining : int
    votes : tuple of Fraction or None, one an instance
        Share of the remaining hypotheses that call it positive; None where none remains.
    shares : (rows, columns) float64
        The same as a map; half where none remains.
    answers : tuple of Answer, one a learner
    """

    remaining: int
    votes: tuple[Fraction | None, ...]
    shares: FloatArray
    answers: tuple[Answer, ...]

    @property
    def said(self) -> tuple[int, int, int]:
        """How many learners say yes, say no, and do not decide."""
        said = [one.positive for one in self.answers]
        return said.count(True), said.count(False), said.count(None)


@dataclass(frozen=True, eq=False, kw_only=True)
class VotesView:
    """What the figure of the biases shows.

    Parameters
    ----------
    found : VersionSpace
        Of all examples.
    instance : tuple of int
        The one that is asked about.
    row_attributes, column_attributes : tuple of int
        Which attributes the rows of the map have, and which its columns.
    places : tuple of (row, column), one an instance
        Rows count from below: the first values stand above.
    asked : tuple of Asked
    steps : tuple of VotesStep
        After no example, after the first, and so on.
    active : int
    """

    found: VersionSpace
    instance: Instance
    row_attributes: tuple[int, ...]
    column_attributes: tuple[int, ...]
    places: tuple[tuple[int, int], ...]
    asked: tuple[Asked, ...]
    steps: tuple[VotesStep, ...]
    active: int

    @property
    def now(self) -> VotesStep:
        """What is said after the examples seen."""
        return self.steps[self.active]

    @property
    def known(self) -> bool | None:
        """The label of the instance among the examples seen, None where it is not one of them."""
        labels = [one.positive for one in self.found.examples[: self.active] if one.instance == self.instance]
        return labels[-1] if labels else None

    def place(self, instance: Instance) -> tuple[int, int]:
        """Return the row and the column of an instance."""
        return self.places[self.found.space.instances.index(instance)]

    def to_frame(self) -> pd.DataFrame:
        """Return a row an instance: its values by number, and the vote on it after each number of examples."""
        return pd.DataFrame(
            [
                {
                    **{f"attribute_{k + 1}": value for k, value in enumerate(one)},
                    **{f"after_{seen}": _number(step.votes[number]) for seen, step in enumerate(self.steps)},
                }
                for number, one in enumerate(self.found.space.instances)
            ]
        )


def _number(vote: Fraction | None) -> float:
    return float("nan") if vote is None else float(vote)


def learners(space: Space) -> tuple[Asked, ...]:
    """Return the learners that are asked: one for each attribute it may trust most, and one for each bias."""
    trusting = (Asked("most_general", trusts=k) for k in range(len(space.shape)))
    return (
        *trusting,
        Asked("most_general"),
        Asked("most_specific"),
        Asked("majority"),
        Asked("nearest"),
        Asked("random"),
    )


def votes_view(
    space: Space, examples: Sequence[tuple[Sequence[int], bool]], instance: Sequence[int], *, seen: int, draw: int = 0
) -> VotesView:
    """What do the remaining hypotheses and the biases say, after each number of examples?

    Parameters
    ----------
    space : Space
    examples : sequence of (instance, positive)
    instance : sequence of int
        The one that is asked about.
    seen : int >= 0
        More than there are examples counts as all.
    draw : int >= 0, optional
        Number of the draw by which the learner that prefers nothing takes one of the hypotheses that remain.
    """
    one = space.check(instance)
    columns = tuple(range(len(space.shape) // 2))
    rows = tuple(range(len(columns), len(space.shape)))
    last = _number_of(space, [size - 1 for size in space.shape], rows)
    places = tuple((last - _number_of(space, each, rows), _number_of(space, each, columns)) for each in space.instances)
    asked = learners(space)
    known = list(examples)
    steps = tuple(_step(version_space(space, known[:k]), one, places, asked, draw) for k in range(len(known) + 1))
    return VotesView(
        found=version_space(space, known),
        instance=one,
        row_attributes=rows,
        column_attributes=columns,
        places=places,
        asked=asked,
        steps=steps,
        active=min(max(seen, 0), len(known)),
    )


def _number_of(space: Space, instance: Sequence[int], attributes: Sequence[int]) -> int:
    """Return the number of a combination of values, the last attribute changing fastest."""
    number = 0
    for attribute in attributes:
        number = number * space.shape[attribute] + instance[attribute]
    return number


def _step(
    found: VersionSpace, instance: Instance, places: Sequence[tuple[int, int]], asked: Sequence[Asked], draw: int
) -> VotesStep:
    votes = tuple(found.votes(one) for one in found.space.instances)
    shares = np.full((1 + max(row for row, _ in places), 1 + max(column for _, column in places)), 0.5)
    for (row, column), vote in zip(places, votes, strict=True):
        shares[row, column] = 0.5 if vote is None else float(vote)
    answers = tuple(
        answer(
            found,
            instance,
            one.bias,
            prefer=() if one.trusts is None else (one.trusts,),
            rng=np.random.default_rng((draw, STREAM)),
        )
        for one in asked
    )
    return VotesStep(remaining=len(found.remaining), votes=votes, shares=frozen(shares), answers=answers)


def next_draw(draw: int) -> int:
    """Return the number of the next draw.

    >>> next_draw(0), next_draw(999)
    (1, 0)
    """
    return (draw + 1) % 1000
