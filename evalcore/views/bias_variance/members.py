"""What is shown of a family, learner by learner: where each stands, and which part of its error is the largest."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, Literal, Protocol, TypeVar

import numpy as np

from evalcore.views.bias_variance.families import Family

Dominant = Literal["bias", "variance", "noise", "none"]


@dataclass(frozen=True, eq=False, kw_only=True)
class Member(ABC):
    """What is shown of one learner.

    Parameters
    ----------
    at, setting : float
        Where it stands on the axis of flexibility, and the number that says how flexible it is.
    shown : str
        That number as it is written.
    """

    at: float
    setting: float
    shown: str

    @property
    @abstractmethod
    def _parts(self) -> dict[Dominant, float]:
        """The parts of its error, that which can be lowered first."""

    @property
    @abstractmethod
    def _error(self) -> float:
        """Its error."""

    @property
    def dominant(self) -> Dominant:
        """Which part of the error is the largest; of equal ones the one that can be lowered."""
        parts = self._parts
        largest = max(parts, key=lambda name: parts[name])
        return largest if parts[largest] > 0 else "none"

    @property
    def share(self) -> float:
        """How much of the error the largest part is, at most 1; nan where there is no error."""
        return min(max(self._parts.values()) / self._error, 1.0) if self._error > 0 else math.nan


def least_of(errors: Sequence[float], rounding: float) -> int:
    """Return the place of the least error; of those that are only rounding apart the first, the most rigid learner."""
    return int(np.flatnonzero(np.asarray(errors) <= min(errors) + rounding)[0])


class _Placed(Protocol):
    """What stands somewhere on the axis of flexibility."""

    @property
    def at(self) -> float:
        """Where."""


T = TypeVar("T", bound=_Placed)


@dataclass(frozen=True, eq=False, kw_only=True)
class FamilyView(Generic[T]):
    """What a figure shows of a family.

    Parameters
    ----------
    family : Family
    steps : tuple
        One a learner, as many as are done.
    best : int
        Place of the learner with the least error.
    n_sets, n : int
        Training sets, and points in each.
    n_learners : int
        How many there are to be.
    """

    family: Family
    steps: tuple[T, ...]
    best: int
    n_sets: int
    n: int
    n_learners: int

    @property
    def is_partial(self) -> bool:
        """Whether learners are missing."""
        return len(self.steps) < self.n_learners

    def nearest(self, setting: float) -> int:
        """Return the place of the learner whose number is closest to this one, on the axis."""
        wanted = self.family.flexibility(setting)
        return int(np.argmin([abs(step.at - wanted) for step in self.steps]))
