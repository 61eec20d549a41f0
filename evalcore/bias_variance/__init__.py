"""What the error of a learner is made of: bias, variance and noise over many training sets."""

from evalcore.bias_variance.kohavi_wolpert import (
    KohaviWolpertDecomposition,
    KohaviWolpertMean,
    decompose_kohavi_wolpert,
)
from evalcore.bias_variance.learners import (
    Learner,
    NearestNeighbours,
    Polynomial,
    RandomFeatures,
    Ridge,
    classify,
    smoother,
)
from evalcore.bias_variance.problems import PROBLEMS, CurveProblem, PlaneProblem, Problem
from evalcore.bias_variance.same_target import SameTargetError, expected_optimism, same_target_error
from evalcore.bias_variance.squared import SquaredDecomposition, SquaredMean, decompose_squared
from evalcore.bias_variance.zero_one import ZeroOneDecomposition, ZeroOneMean, decompose_zero_one

__all__ = [
    "PROBLEMS",
    "CurveProblem",
    "KohaviWolpertDecomposition",
    "KohaviWolpertMean",
    "Learner",
    "NearestNeighbours",
    "PlaneProblem",
    "Polynomial",
    "Problem",
    "RandomFeatures",
    "Ridge",
    "SameTargetError",
    "SquaredDecomposition",
    "SquaredMean",
    "ZeroOneDecomposition",
    "ZeroOneMean",
    "classify",
    "decompose_kohavi_wolpert",
    "decompose_squared",
    "decompose_zero_one",
    "expected_optimism",
    "same_target_error",
    "smoother",
]
