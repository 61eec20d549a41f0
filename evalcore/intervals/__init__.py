"""Intervals for proportions, for areas and for whatever is drawn again."""

from evalcore.intervals.proportions import Interval, wilson

__all__ = ["Interval", "wilson"]
