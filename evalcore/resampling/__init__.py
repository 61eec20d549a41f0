"""Evaluation methods: how wrong a learner will be on new rows, and how far off each way to estimate that is."""

from evalcore.resampling.assignment import JUDGED, OUT, Assignment
from evalcore.resampling.comparison import Comparison, compare, compare_steps, drawn_set, fits_of
from evalcore.resampling.estimates import Estimates, estimate_error, estimate_steps, estimates_steps, rounds_of
from evalcore.resampling.leaks import LEAKS, LeakHunt, LeakHunts, groups_of, leak_effort, leak_steps, leaks_steps
from evalcore.resampling.learners import (
    LEARNERS,
    Learner,
    MajorityRule,
    Memoriser,
    learner,
    training_effort,
    training_seconds,
)
from evalcore.resampling.methods import (
    ESTIMATORS,
    Bootstrap,
    HoldOut,
    KFold,
    LeaveOneOut,
    Method,
    TrainingError,
)
from evalcore.resampling.nesting import Nested, nested, nested_fits, nested_steps
from evalcore.resampling.pipelines import PIPELINES, Pipeline, PipelineHunt, pipeline_effort, pipeline_steps
from evalcore.resampling.preparation import PREPARATIONS, Prepared, prepared_outside
from evalcore.resampling.problems import TwoNormals
from evalcore.resampling.results import NOT_A_STANDARD_ERROR, ErrorEstimate, OnTrainingRows
from evalcore.resampling.rows import REAL, Rows, as_rows, real_rows, rows_from_table
from evalcore.resampling.settings import TUNABLE, Tunable, grid, tunable
from evalcore.resampling.shares import (
    bootstrap_out_fraction,
    distinct_splits,
    simulated_out_fractions,
    tested_of,
    trained_on,
)
from evalcore.resampling.table_tuning import TunedTable, folds_of, table_tuning_steps
from evalcore.resampling.tuning import ValidationCurve, validation_curve, validation_steps
from evalcore.resampling.winners import WinnersWorth, threshold_worth, tuning_worth_steps
from evalcore.support.names import offered

__all__ = list(offered(globals()))
