"""Why a curve or an area has no value."""

from __future__ import annotations

from evalcore.counts.table import ThresholdCounts
from evalcore.errors import Message

NO_POSITIVE = Message("No row is positive.")
NO_NEGATIVE = Message("No row is negative.")


def one_class(counts: ThresholdCounts) -> Message | None:
    """Say which class has no row."""
    if counts.n_pos == 0:
        return NO_POSITIVE
    return NO_NEGATIVE if counts.n_neg == 0 else None
