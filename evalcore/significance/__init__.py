"""Is a difference more than chance? One procedure a function; every result says what it assumed and cannot say."""

from evalcore.significance.adjustment import holm
from evalcore.significance.results import TestResult
from evalcore.significance.two_learners import AucDifferences, DelongResult, auc_differences, delong_test

__all__ = ["AucDifferences", "DelongResult", "TestResult", "auc_differences", "delong_test", "holm"]
