"""Whether resampling can tell anything about a curve, and how far its intervals and bands are to be trusted."""

from __future__ import annotations

from evalcore.counts import ThresholdCounts
from evalcore.counts.reasons import not_alone, one_class
from evalcore.curves.delong import ALL_TIED, PERFECT, REVERSED
from evalcore.curves.roc import roc_curve
from evalcore.errors import Message
from evalcore.intervals.auc_variance import too_few
from evalcore.intervals.percentiles import WEIGHTED

FEW_OF_A_CLASS, FEW_SCORES = 100, 20
FEW = Message(
    "With fewer than a hundred rows of a class, or fewer than twenty distinct scores, resampled intervals cover the "
    "true value less often than their level says; with a handful of rows of a class hardly ever."
)
FEW_FOR_A_BAND = Message(
    "With fewer than a hundred rows of a class, or fewer than twenty distinct scores, the band holds the true curve "
    "less often than its level says, least of all near the corners."
)
CLASSES_KEPT = Message(
    "The band of precision keeps the numbers of positive and negative rows: what another share of positives would do "
    "to precision it does not show."
)


def are_few(counts: ThresholdCounts) -> bool:
    """Whether percentiles are no good guide: docs/coverage.md shows how far they are off."""
    return min(counts.n_pos, counts.n_neg) < FEW_OF_A_CLASS or len(counts) - 1 < FEW_SCORES


def nothing_to_draw(counts: ThresholdCounts) -> Message | None:
    """Say why resampling can tell nothing."""
    reason = one_class(counts) or not_alone(counts, WEIGHTED) or too_few(counts.n_pos, counts.n_neg)
    if reason is not None:
        return reason
    if len(counts) == 2:
        return ALL_TIED
    return {1.0: PERFECT, 0.0: REVERSED}.get(roc_curve(counts).auc)
