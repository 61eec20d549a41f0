"""What the error of a learner is made of: bias, variance and noise over many training sets."""

from evalcore.bias_variance.drawn_labels import DrawnLabelParts, drawn_label_parts
from evalcore.bias_variance.estimators import Bagging, Boosting, Forest, LinearSVM, RadialSVM, Staged, Tree
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
from evalcore.bias_variance.rounding import rounding_error
from evalcore.bias_variance.same_target import SameTargetError, expected_optimism, same_target_error
from evalcore.bias_variance.sets import TrainingSets, draw_sets
from evalcore.bias_variance.simulation import Measured, Simulation, simulate, simulation_steps, train, train_steps
from evalcore.bias_variance.squared import SquaredDecomposition, SquaredMean, decompose_squared
from evalcore.bias_variance.sweeps import CLASSIFIERS, FAMILIES, Sweep, family, sweep, sweep_steps
from evalcore.bias_variance.table_examples import EXAMPLES, example_table
from evalcore.bias_variance.table_parts import NOISE_IS_IN_BIAS, Part, TableParts
from evalcore.bias_variance.table_sweeps import (
    BootstrapSets,
    TableSweep,
    bootstrap_sets,
    table_sweep_steps,
)
from evalcore.bias_variance.tables import LearnTable, first_table, guessed_task, learn_table
from evalcore.bias_variance.zero_one import ZeroOneDecomposition, ZeroOneMean, decompose_zero_one

__all__ = [
    "CLASSIFIERS",
    "EXAMPLES",
    "FAMILIES",
    "NOISE_IS_IN_BIAS",
    "PROBLEMS",
    "Bagging",
    "Boosting",
    "BootstrapSets",
    "CurveProblem",
    "DrawnLabelParts",
    "Forest",
    "KohaviWolpertDecomposition",
    "KohaviWolpertMean",
    "LearnTable",
    "Learner",
    "LinearSVM",
    "Measured",
    "NearestNeighbours",
    "Part",
    "PlaneProblem",
    "Polynomial",
    "Problem",
    "RadialSVM",
    "RandomFeatures",
    "Ridge",
    "SameTargetError",
    "Simulation",
    "SquaredDecomposition",
    "SquaredMean",
    "Staged",
    "Sweep",
    "TableParts",
    "TableSweep",
    "TrainingSets",
    "Tree",
    "ZeroOneDecomposition",
    "ZeroOneMean",
    "bootstrap_sets",
    "classify",
    "decompose_kohavi_wolpert",
    "decompose_squared",
    "decompose_zero_one",
    "draw_sets",
    "drawn_label_parts",
    "example_table",
    "expected_optimism",
    "family",
    "first_table",
    "guessed_task",
    "learn_table",
    "rounding_error",
    "same_target_error",
    "simulate",
    "simulation_steps",
    "smoother",
    "sweep",
    "sweep_steps",
    "table_sweep_steps",
    "train",
    "train_steps",
]
