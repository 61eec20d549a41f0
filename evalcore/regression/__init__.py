"""How far are predicted numbers from the true ones: measures, intervals, differences, tolerance, groups, residuals."""

from evalcore.regression.differences import PairedDifference, PairedDifferences, paired_differences
from evalcore.regression.errors import (
    RegressionErrors,
    huber,
    mae,
    median_absolute_error,
    mse,
    r2,
    regression_errors,
    rmse,
    tilted_weights,
)
from evalcore.regression.groups import By, ErrorGroups, error_groups
from evalcore.regression.influence import METRICS, Metric
from evalcore.regression.intervals import RegressionIntervals, bootstrap_errors
from evalcore.regression.relative import mape, mape_interval
from evalcore.regression.residuals import ResidualSummary, residual_summary
from evalcore.regression.tables import (
    PredictionTable,
    almost_numbers,
    guessed_numbers,
    number_columns,
    prediction_table,
)
from evalcore.regression.tolerance import ToleranceCurve, tolerance_curve, within
from evalcore.support.names import offered

__all__ = list(offered(globals()))
