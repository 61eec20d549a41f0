"""Is a difference more than chance? One procedure a function; every result says what it assumed and cannot say."""

from evalcore.significance.adjustment import holm
from evalcore.significance.bayesian_t import PosteriorResult, bayesian_correlated_t
from evalcore.significance.bootstrap import BootstrapResult, paired_bootstrap
from evalcore.significance.contingency import Disagreement, McnemarResult, disagreement, mcnemar
from evalcore.significance.contingency_power import detectable_mcnemar, power_mcnemar
from evalcore.significance.delong import AucDifferences, DelongResult, auc_differences, delong_test
from evalcore.significance.five_by_two import FiveByTwoResult, f_test_5x2, paired_t_test_5x2
from evalcore.significance.one_learner import BinomialResult, binomial_test, t_test
from evalcore.significance.paired_t import paired_t_test
from evalcore.significance.power import detectable_binomial, detectable_paired_t, power_binomial, power_paired_t
from evalcore.significance.results import TestResult
from evalcore.significance.student import TResult

__all__ = [
    "AucDifferences", "BinomialResult", "BootstrapResult", "DelongResult", "Disagreement", "FiveByTwoResult",
    "McnemarResult", "PosteriorResult", "TResult", "TestResult", "auc_differences", "bayesian_correlated_t",
    "binomial_test", "delong_test", "detectable_binomial", "detectable_mcnemar", "detectable_paired_t", "disagreement",
    "f_test_5x2", "holm", "mcnemar", "paired_bootstrap", "paired_t_test", "paired_t_test_5x2", "power_binomial",
    "power_mcnemar", "power_paired_t", "t_test",
]  # fmt: skip
