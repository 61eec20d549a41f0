"""Intervals for proportions, for areas and for whatever is drawn again."""

from evalcore.intervals.cases import case_bootstrap
from evalcore.intervals.differences import independent_difference
from evalcore.intervals.estimate import BootstrapInterval, Estimate
from evalcore.intervals.mann_whitney import newcombe, robust_area
from evalcore.intervals.proportions import Interval, clopper_pearson, wilson
from evalcore.intervals.shares import share_of
from evalcore.support.names import offered

__all__ = list(offered(globals()))
