"""Curves over all thresholds, their areas, and how sure one may be of them; all read off `ThresholdCounts`."""

from evalcore.curves.delong import AucInterval, auc_interval, auc_interval_from_counts
from evalcore.curves.precision_recall import PrecisionRecallCurve, precision_recall_curve
from evalcore.curves.roc import RocCurve, rank_loss, roc_curve

__all__ = [
    "AucInterval",
    "PrecisionRecallCurve",
    "RocCurve",
    "auc_interval",
    "auc_interval_from_counts",
    "precision_recall_curve",
    "rank_loss",
    "roc_curve",
]
