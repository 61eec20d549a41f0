"""Curves over all thresholds, their areas, and how sure one may be of them; all read off `ThresholdCounts`."""

from evalcore.curves.auc import auc_interval, auc_interval_from_counts, printed_area
from evalcore.curves.average_precision import AveragePrecisionInterval
from evalcore.curves.average_precision_by_case import average_precision_by_case, average_precision_interval
from evalcore.curves.bands import (
    PrecisionRecallBand,
    RocBand,
    precision_recall_band,
    precision_recall_replicates,
    roc_band,
    roc_replicates,
)
from evalcore.curves.bootstrap import BootstrapCurves, bootstrap_curves
from evalcore.curves.class_area_intervals import ClassAreaIntervals, class_area_intervals
from evalcore.curves.class_pairs import HandTill, hand_till
from evalcore.curves.corners import RocCorner, roc_corners
from evalcore.curves.crossings import Dominance, alike, dominance
from evalcore.curves.delong import AucInterval
from evalcore.curves.det import DetCurve, det_curve, normal_deviates
from evalcore.curves.hull import RocHull, roc_convex_hull
from evalcore.curves.interpolation import InterpolatedPrecisionRecall, davis_goadrich
from evalcore.curves.isolines import (
    IsoF,
    RocLine,
    iso_accuracy,
    iso_cost,
    iso_cost_slope,
    iso_f_beta,
    iso_precision,
)
from evalcore.curves.macro_average import (
    MacroAreas,
    MacroRoc,
    macro_areas,
    macro_roc,
)
from evalcore.curves.many_classes import micro_average_counts, one_vs_rest_counts
from evalcore.curves.order import PairOrder, Staircase, auc_by_rank_sum, pair_order, staircase
from evalcore.curves.pairs import PairMatrix, pair_matrix
from evalcore.curves.partial import partial_auc
from evalcore.curves.precision_recall import PrecisionRecallCurve, at_prevalence, precision_recall_curve, trapezoid_area
from evalcore.curves.roc import RocCurve, Trapezoids, rank_loss, roc_curve, trapezoids
from evalcore.curves.shown_crossings import ShownDominance, shown_dominance
from evalcore.curves.thinning import thin, thin_det, thin_precision_recall, thin_roc, thinned_note
from evalcore.curves.tie_lines import tie_line

__all__ = [
    "AucInterval",
    "AveragePrecisionInterval",
    "BootstrapCurves",
    "ClassAreaIntervals",
    "DetCurve",
    "Dominance",
    "HandTill",
    "InterpolatedPrecisionRecall",
    "IsoF",
    "MacroAreas",
    "MacroRoc",
    "PairMatrix",
    "PairOrder",
    "PrecisionRecallBand",
    "PrecisionRecallCurve",
    "RocBand",
    "RocCorner",
    "RocCurve",
    "RocHull",
    "RocLine",
    "ShownDominance",
    "Staircase",
    "Trapezoids",
    "alike",
    "at_prevalence",
    "auc_by_rank_sum",
    "auc_interval",
    "auc_interval_from_counts",
    "average_precision_by_case",
    "average_precision_interval",
    "bootstrap_curves",
    "class_area_intervals",
    "davis_goadrich",
    "det_curve",
    "dominance",
    "hand_till",
    "iso_accuracy",
    "iso_cost",
    "iso_cost_slope",
    "iso_f_beta",
    "iso_precision",
    "macro_areas",
    "macro_roc",
    "micro_average_counts",
    "normal_deviates",
    "one_vs_rest_counts",
    "pair_matrix",
    "pair_order",
    "partial_auc",
    "precision_recall_band",
    "precision_recall_curve",
    "precision_recall_replicates",
    "printed_area",
    "rank_loss",
    "roc_band",
    "roc_convex_hull",
    "roc_corners",
    "roc_curve",
    "roc_replicates",
    "shown_dominance",
    "staircase",
    "thin",
    "thin_det",
    "thin_precision_recall",
    "thin_roc",
    "thinned_note",
    "tie_line",
    "trapezoid_area",
    "trapezoids",
]
