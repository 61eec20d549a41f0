"""Why a curve or an area has no value."""

from __future__ import annotations

from evalcore.counts.table import ThresholdCounts
from evalcore.errors import Message

NO_POSITIVE = Message("No row is positive.")
NOT_PROBABILITIES = Message("The scores do not lie between 0 and 1, so they cannot be read as probabilities.")
NO_NEGATIVE = Message("No row is negative.")


def one_class(counts: ThresholdCounts) -> Message | None:
    """Say which class has no row."""
    if counts.n_pos == 0:
        return NO_POSITIVE
    return NO_NEGATIVE if counts.n_neg == 0 else None


def no_probabilities(counts: ThresholdCounts) -> Message | None:
    """Say that the scores reach beyond 0 or 1."""
    scores = counts.threshold[1:]
    return NOT_PROBABILITIES if len(scores) and (scores[0] > 1 or scores[-1] < 0) else None
