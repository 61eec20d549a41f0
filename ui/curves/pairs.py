"""The pairs of a positive and a negative row, whose share in the right order is the area under the ROC curve."""

from __future__ import annotations

from evalcore import curves
from evalcore.curves import PairMatrix
from evalcore.figures.curves.pairs import pair_matrix_figure, pair_stages
from evalcore.figures.layout import Look
from evalcore.predictions import BinaryView
from ui.curves import stepwise
from ui.live import bridge
from ui.session import computed
from ui.shared import charts
from ui.shared.numbers import number
from ui.shared.text import _, remark, say_in_figure


def title(rows: BinaryView) -> str:
    """Return what this part of the page is called."""
    return _("See the curve grow, and its pairs") if stepwise.can_grow(rows) else _("The pairs behind the area")


def show(rows: BinaryView) -> None:
    """Show the curves built row after row, and the pairs whose share in order is the area."""
    stepwise.show(rows)
    field(rows)


def alone(rows: BinaryView) -> None:
    """Show the field of pairs and nothing else, as large as an audience needs."""
    _chart(curves.pair_matrix(rows.y_true, computed.score(rows)), bridge.scene_look())


def stages(rows: BinaryView) -> int:
    """Return in how many stages the pairs are counted where they stand alone."""
    return pair_stages(rows.y_true)


def _chart(pairs: PairMatrix, look: Look) -> None:
    charts.chart(
        pair_matrix_figure(pairs, say=say_in_figure, look=look),
        key="pairs_chart",
        alt=_("All pairs of a positive and a negative row: in the right order, tied, or in the wrong order"),
    )


def field(rows: BinaryView) -> None:
    """Show the pairs as a field below the ROC curve: the green is its area."""
    pairs = curves.pair_matrix(rows.y_true, computed.score(rows))
    _chart(pairs, Look())
    remark(
        "Each cell is a pair. Green: in the right order; pink: in the wrong one; a tie is half green, half grey. "
        "The ROC curve runs along the edge of the green, so the green is the area under it: AUC {auc}.",
        auc=number(computed.of_counts(rows, curves.pair_order).auc),
    )
    if pairs.thinned:
        remark("Evenly spaced ranks stand for all rows here; the number comes from all pairs.")
