"""Is a difference more than chance? One procedure a function; every result says what it assumed and cannot say."""

from evalcore.significance.adjustment import benjamini_hochberg, bonferroni, hochberg, holm
from evalcore.significance.all_pairs import WilcoxonHolmResult, wilcoxon_holm
from evalcore.significance.bayesian_ranks import SignedRankPosterior, bayesian_signed_rank
from evalcore.significance.cochran import CochranResult, cochran_q
from evalcore.significance.diagram import CriticalDifferenceDiagram, critical_difference_diagram
from evalcore.significance.many_learners import FriedmanResult, friedman
from evalcore.significance.mean_rank_differences import (
    BonferroniDunnResult,
    NemenyiResult,
    bonferroni_dunn,
    critical_difference,
    data_sets_needed,
    nemenyi,
)
from evalcore.significance.results import TestResult
from evalcore.significance.signed_ranks import SignResult, WilcoxonResult, sign_test, wilcoxon
from evalcore.significance.two_learners import AucDifferences, DelongResult, auc_differences, delong_test

__all__ = [
    "AucDifferences",
    "BonferroniDunnResult",
    "CochranResult",
    "CriticalDifferenceDiagram",
    "DelongResult",
    "FriedmanResult",
    "NemenyiResult",
    "SignResult",
    "SignedRankPosterior",
    "TestResult",
    "WilcoxonHolmResult",
    "WilcoxonResult",
    "auc_differences",
    "bayesian_signed_rank",
    "benjamini_hochberg",
    "bonferroni",
    "bonferroni_dunn",
    "cochran_q",
    "critical_difference",
    "critical_difference_diagram",
    "data_sets_needed",
    "delong_test",
    "friedman",
    "hochberg",
    "holm",
    "nemenyi",
    "sign_test",
    "wilcoxon",
    "wilcoxon_holm",
]
