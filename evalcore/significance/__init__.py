"""Is a difference more than chance? One procedure a function; every result says what it assumed and cannot say."""

from evalcore.significance.adjustment import benjamini_hochberg, bonferroni, hochberg, holm
from evalcore.significance.all_pairs import WilcoxonHolmResult, wilcoxon_holm
from evalcore.significance.bayesian_ranks import SignedRankPosterior, bayesian_signed_rank
from evalcore.significance.bayesian_t import PosteriorResult, bayesian_correlated_t
from evalcore.significance.best_of import BestOf, best_of
from evalcore.significance.bootstrap import BootstrapResult, paired_bootstrap
from evalcore.significance.cochran import CochranResult, cochran_q
from evalcore.significance.contingency import Disagreement, McnemarResult, disagreement, mcnemar
from evalcore.significance.delong import AucDifferences, DelongResult, auc_differences, auc_differences_at, delong_test
from evalcore.significance.delong_of_source import KnownPair, auc_differences_of_source
from evalcore.significance.diagram import CriticalDifferenceDiagram, critical_difference_diagram
from evalcore.significance.five_by_two import FiveByTwoResult, f_test_5x2, paired_t_test_5x2
from evalcore.significance.fold_layout import Layout
from evalcore.significance.fold_scores import FoldScores, fold_scores
from evalcore.significance.laboratory import (
    LaboratoryResult,
    laboratories_from_frame,
    laboratory_effort,
    laboratory_steps,
    run_laboratory,
)
from evalcore.significance.laboratory_tests import TESTS as LABORATORY_TESTS
from evalcore.significance.many_learners import FriedmanResult, friedman
from evalcore.significance.mcnemar_by_case import CaseMcnemarResult, mcnemar_by_case
from evalcore.significance.mean_rank_differences import (
    BonferroniDunnResult,
    NemenyiResult,
    bonferroni_dunn,
    critical_difference,
    data_sets_needed,
    nemenyi,
)
from evalcore.significance.one_learner import BinomialResult, binomial_test, t_test
from evalcore.significance.paired_t import paired_t_test
from evalcore.significance.power import (
    detectable_binomial,
    detectable_mcnemar,
    detectable_paired_t,
    power_binomial,
    power_mcnemar,
    power_paired_t,
)
from evalcore.significance.results import TestResult
from evalcore.significance.signed_ranks import SignResult, WilcoxonResult, sign_test, wilcoxon
from evalcore.significance.student import TResult
from evalcore.significance.two_samples import detectable_order, detectable_share
from evalcore.support.names import offered

__all__ = list(offered(globals()))
