"""What stands in outline behind the rows of a figure: those on which the threshold was chosen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from evalcore import metrics
from evalcore.counts import ThresholdCounts
from evalcore.support.arrays import FloatArray
from evalcore.views.threshold import STEP_METRICS, Steps, ThresholdView


@dataclass(frozen=True, eq=False)
class Behind:
    """The rows a threshold was chosen on: what they are called, their counts at the steps of the handle, their lines.

    The steps are those of the rows in front, so that one handle moves both.
    """

    name: str
    steps: Steps
    line_threshold: FloatArray
    lines: Mapping[str, FloatArray]


def behind(name: str, counts: ThresholdCounts, drawn: ThresholdView, steps: Steps) -> Behind:
    """What do the rows that a threshold was chosen on show at the steps of a handle of other rows?

    Parameters
    ----------
    name
        What they are called.
    counts, drawn
        Their table, and what a figure of their own shows.
    steps
        The steps of the handle.

    Returns
    -------
    Behind
        Exact counts at each step.

    Examples
    --------
    >>> from evalcore.counts import threshold_counts
    >>> from evalcore.views.threshold import threshold_view
    >>> first, other = (threshold_counts([True, False], scores) for scores in ([0.7, 0.4], [0.9, 0.2]))
    >>> found = behind("validation", first, threshold_view(first), threshold_view(other, special=[0.5]).steps)
    >>> found.steps.tp[found.steps.nearest(0.5)], found.steps.tp[found.steps.nearest(0.8)]
    (np.float64(1.0), np.float64(0.0))
    """
    index = counts.index_of(steps.threshold)
    tp, fp, fn, tn = (np.asarray(cell, dtype=float) for cell in counts.cells(index))
    read = metrics.threshold_metrics(counts, STEP_METRICS, index=index)
    return Behind(
        name,
        replace(steps, tp=tp, fp=fp, fn=fn, tn=tn, metrics=read),
        drawn.line_threshold,
        drawn.lines,
    )
