"""The four special points of the ROC plane: what a classifier does that stands there."""

from __future__ import annotations

from typing import Final

import pandas as pd

from evalcore import curves
from evalcore.predictions import BinaryView
from ui.session import computed
from ui.shared import tables
from ui.shared.numbers import count
from ui.shared.text import N_, _, remark

# By false and true positive rate.
MEANINGS: Final = {
    (0, 1): N_("FN = FP = 0: every row is right"),
    (1, 0): N_("TP = TN = 0: every row is wrong; the opposite of each answer would be right"),
    (0, 0): N_("TP = FP = 0: all are predicted negative, the threshold is above all scores"),
    (1, 1): N_("FN = TN = 0: all are predicted positive, the threshold is the lowest score"),
}


def show(rows: BinaryView) -> None:
    """Show the four points with the cells these rows would fall into there."""
    found = curves.roc_corners(computed.counts(rows))
    lines = [(f"({one.fpr}, {one.tpr})", *map(count, _cells(one)), _(MEANINGS[one.fpr, one.tpr])) for one in found]
    titles = ["(FPR, TPR)", _("TP"), _("FN"), _("FP"), _("TN"), _("what a classifier does there")]
    tables.show(pd.DataFrame(lines, columns=titles), alt=_("The four special points of the ROC plane"))
    remark("Every ROC curve begins at (0, 0) and ends at (1, 1); which way it takes is what the score can do.")


def _cells(corner: curves.RocCorner) -> tuple[float, ...]:
    cm = corner.matrix
    return float(cm.tp), float(cm.fn), float(cm.fp), float(cm.tn)
