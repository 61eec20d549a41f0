"""Counts first: what every threshold of a score decides, and confusion matrices.

One rule holds everywhere: a row is predicted positive if and only if its score >= threshold.
"""

from evalcore.counts.confusion import ConfusionMatrix, confusion_matrix
from evalcore.counts.elsewhere import ELSEWHERE, Grouped, RowsElsewhere, SourcedPredictions, SourcedView
from evalcore.counts.predicted import class_matrix
from evalcore.counts.table import Cells, ThresholdCounts, threshold_counts
from evalcore.support.names import offered

__all__ = list(offered(globals()))
