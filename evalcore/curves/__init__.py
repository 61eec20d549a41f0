"""Curves over all thresholds, their areas, and how sure one may be of them; all read off `ThresholdCounts`."""

from evalcore.curves.precision_recall import PrecisionRecallCurve, precision_recall_curve
from evalcore.curves.roc import RocCurve, rank_loss, roc_curve

__all__ = ["PrecisionRecallCurve", "RocCurve", "precision_recall_curve", "rank_loss", "roc_curve"]
