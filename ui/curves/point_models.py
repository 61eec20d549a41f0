"""A click on the curve of another model: that model is chosen, and the threshold of the point is set."""

from __future__ import annotations

from functools import partial

from evalcore.figures.curves.figure import OF_MODEL
from evalcore.predictions import BinaryView
from evalcore.views.curves import threshold_at
from ui.frame import models
from ui.live import threshold
from ui.session import computed, screen


def picks(rows: BinaryView) -> dict[str, threshold.Pick]:
    """Return who is told of a click on a curve of each other model; nobody before an audience, where none is chosen."""
    if screen.is_on(screen.PRESENT) or screen.is_embedded():
        return {}
    others = [one for one in models.all_scored() if one.model != rows.model]
    return {f"{OF_MODEL}{one.model}": partial(_choose, rows, one) for one in others}


def _choose(before: BinaryView, rows: BinaryView, known: threshold.Known) -> None:
    _t, tp, fp = known
    if tp is None or fp is None:
        return
    threshold.choosing(before, rows, threshold_at(computed.counts(rows), tp, fp))
