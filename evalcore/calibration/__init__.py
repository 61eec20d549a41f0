"""Do scores, read as probabilities, come true as often as they say, and how are they made to? Of `ThresholdCounts`."""

from evalcore.calibration.acted import Acted, acted
from evalcore.calibration.bins import MOST_BINS, NO_ROW, Calibration, calibration
from evalcore.calibration.class_losses import ClassLosses, class_losses
from evalcore.calibration.judged import Judged, Recalibrated, recalibrated
from evalcore.calibration.line import CalibrationLine, calibration_line
from evalcore.calibration.loss_difference import LossDifferences, loss_differences
from evalcore.calibration.loss_parts import Losses, LossParts, losses
from evalcore.calibration.recalibration import Method, Recalibration, recalibrate
from evalcore.calibration.smooth import SmoothCalibration, smooth_calibration
from evalcore.intervals.shares import WEIGHTED
from evalcore.support.names import offered

__all__ = list(offered(globals()))
