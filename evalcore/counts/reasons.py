"""Why a curve or an area has no value."""

from __future__ import annotations

from typing import Protocol

from evalcore.counts.table import ThresholdCounts
from evalcore.errors import Message


class Counted(Protocol):
    """What was counted: of weights, of rows that belong to cases, or of rows that count once each."""

    @property
    def weighted(self) -> bool:
        """Whether counts are sums of weights."""

    @property
    def of_cases(self) -> bool:
        """Whether rows belong to one case."""

    @property
    def cases_elsewhere(self) -> bool:
        """Whether rows belong to cases of which nothing more is known here."""


NO_POSITIVE = Message("No row is positive.")
NOT_PROBABILITIES = Message("The scores do not lie between 0 and 1, so they cannot be read as probabilities.")
NO_NEGATIVE = Message("No row is negative.")
OF_CASES = Message(
    "Rows of one case are not independent of each other, and there is no interval by case of this; one that takes them "
    "as independent would be too narrow."
)


def not_alone(counts: Counted, weighted: Message) -> Message | None:
    """Say why what holds for independent rows that count once each does not hold here; `weighted` of weights."""
    if counts.weighted:
        return weighted
    return OF_CASES if counts.of_cases else None


def neither_way(counts: Counted, weighted: Message) -> Message | None:
    """Say why there is no interval, neither of independent rows nor by case; `weighted` of weights."""
    if counts.weighted:
        return weighted
    return OF_CASES if counts.cases_elsewhere else None


def one_class(counts: ThresholdCounts) -> Message | None:
    """Say which class has no row."""
    if counts.n_pos == 0:
        return NO_POSITIVE
    return NO_NEGATIVE if counts.n_neg == 0 else None


def no_probabilities(counts: ThresholdCounts) -> Message | None:
    """Say that the scores reach beyond 0 or 1."""
    scores = counts.threshold[1:]
    return NOT_PROBABILITIES if len(scores) and (scores[0] > 1 or scores[-1] < 0) else None
