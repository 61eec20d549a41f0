"""Whether resampling can tell anything about a curve."""

from __future__ import annotations

from evalcore.counts import ThresholdCounts
from evalcore.counts.reasons import one_class
from evalcore.curves.delong import ALL_TIED, PERFECT, REVERSED
from evalcore.curves.roc import roc_curve
from evalcore.errors import Message
from evalcore.intervals.auc_variance import too_few
from evalcore.intervals.percentiles import WEIGHTED


def nothing_to_draw(counts: ThresholdCounts) -> Message | None:
    """Say why resampling can tell nothing."""
    reason = one_class(counts) or (WEIGHTED if counts.weighted else too_few(counts.n_pos, counts.n_neg))
    if reason is not None:
        return reason
    if len(counts) == 2:
        return ALL_TIED
    return {1.0: PERFECT, 0.0: REVERSED}.get(roc_curve(counts).auc)
