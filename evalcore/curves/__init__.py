"""Curves over all thresholds, their areas, and how sure one may be of them; all read off `ThresholdCounts`."""

from evalcore.curves.abstention import AbstentionAt, AbstentionCurve, abstention_at, abstention_curve
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
from evalcore.curves.crossings import Dominance, ShownDominance, alike, dominance, shown_dominance
from evalcore.curves.delong import AucInterval
from evalcore.curves.det import DetCurve, det_curve, normal_deviates
from evalcore.curves.gains import GainsAt, GainsCurve, gains_at, gains_curve
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
from evalcore.curves.largest_distance import KolmogorovSmirnov, kolmogorov_smirnov
from evalcore.curves.macro_average import (
    MacroAreas,
    MacroRoc,
    macro_areas,
    macro_roc,
)
from evalcore.curves.many_classes import micro_average_counts, one_vs_rest_counts
from evalcore.curves.order import PairOrder, Staircase, auc_by_rank_sum, pair_order, staircase
from evalcore.curves.pairs import PairMatrix, pair_matrix
from evalcore.curves.precision_recall import PrecisionRecallCurve, at_prevalence, precision_recall_curve, trapezoid_area
from evalcore.curves.roc import (
    RocCorner,
    RocCurve,
    Trapezoids,
    partial_auc,
    rank_loss,
    roc_corners,
    roc_curve,
    tie_line,
    trapezoids,
)
from evalcore.curves.thinning import thin, thin_det, thin_precision_recall, thin_roc, thinned_note
from evalcore.curves.top_k import TopClass, TopK, top_class, top_k_accuracy
from evalcore.support.names import offered

__all__ = list(offered(globals()))
