"""Curves over all thresholds, their areas, and how sure one may be of them; all read off `ThresholdCounts`."""

from evalcore.curves.crossings import Dominance, dominance
from evalcore.curves.delong import AucInterval, auc_interval, auc_interval_from_counts
from evalcore.curves.det import DetCurve, det_curve, normal_deviates
from evalcore.curves.hull import RocHull, roc_convex_hull
from evalcore.curves.interpolation import InterpolatedPrecisionRecall, davis_goadrich
from evalcore.curves.isolines import (
    BestPoint,
    IsoF,
    RocLine,
    best_point,
    iso_accuracy,
    iso_cost,
    iso_cost_slope,
    iso_f_beta,
    iso_precision,
)
from evalcore.curves.order import PairOrder, Staircase, auc_by_rank_sum, pair_order, staircase
from evalcore.curves.partial import partial_auc
from evalcore.curves.precision_recall import PrecisionRecallCurve, at_prevalence, precision_recall_curve, trapezoid_area
from evalcore.curves.roc import RocCurve, rank_loss, roc_curve
from evalcore.curves.thinning import thin, thin_det, thin_precision_recall, thin_roc, thinned_note

__all__ = [
    "AucInterval",
    "BestPoint",
    "DetCurve",
    "Dominance",
    "InterpolatedPrecisionRecall",
    "IsoF",
    "PairOrder",
    "PrecisionRecallCurve",
    "RocCurve",
    "RocHull",
    "RocLine",
    "Staircase",
    "at_prevalence",
    "auc_by_rank_sum",
    "auc_interval",
    "auc_interval_from_counts",
    "best_point",
    "davis_goadrich",
    "det_curve",
    "dominance",
    "iso_accuracy",
    "iso_cost",
    "iso_cost_slope",
    "iso_f_beta",
    "iso_precision",
    "normal_deviates",
    "pair_order",
    "partial_auc",
    "precision_recall_curve",
    "rank_loss",
    "roc_convex_hull",
    "roc_curve",
    "staircase",
    "thin",
    "thin_det",
    "thin_precision_recall",
    "thin_roc",
    "thinned_note",
    "trapezoid_area",
]
