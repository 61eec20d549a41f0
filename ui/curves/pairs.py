"""The pairs of a positive and a negative row, whose share in the right order is the area under the ROC curve."""

from __future__ import annotations

import streamlit as st

from evalcore import curves
from evalcore.curves.order import Ties
from evalcore.figures.curves.pairs import build_figure, pair_matrix_figure
from evalcore.predictions import BinaryView
from ui.curves.controls import TIES
from ui.live import words
from ui.session import computed
from ui.shared import charts, controls
from ui.shared.numbers import number
from ui.shared.text import _

# For so many rows the curve is built step by step.
MOST_STEPS = 60


def title(rows: BinaryView) -> str:
    """Return what this part of the page is called."""
    return _("See the curve grow, and its pairs") if _can_grow(rows) else _("The pairs behind the area")


def show(rows: BinaryView) -> None:
    """Show the curve built row after row, and the pairs whose share in order is its area."""
    if _can_grow(rows):
        _grow(rows)
    else:
        st.caption(
            _("The curve is built row by row for up to {most} rows; open a small sample to see it.", most=MOST_STEPS)
        )
    _matrix(rows)


def _can_grow(rows: BinaryView) -> bool:
    return rows.y_true.size <= MOST_STEPS


def _grow(rows: BinaryView) -> None:
    ties: Ties = controls.choice(
        _("Tied scores"),
        TIES,
        key="curves_ties",
        help=_("Together is right; with either class first the area depends on the order of the rows."),
    )
    stairs = curves.staircase(rows.y_true, computed.score(rows), ties=ties)
    counts = computed.counts(rows)
    figure = build_figure(stairs, int(counts.n_pos), int(counts.n_neg), words=words.curves(rows))
    charts.chart(figure, key="build_chart", alt=_("The ROC curve built row after row"))
    st.caption(
        _(
            "Blue: a positive, one step up. Orange: a negative, one step to the right. Purple: a tie. AUC {auc}.",
            auc=number(stairs.auc),
        )
    )


def _matrix(rows: BinaryView) -> None:
    pairs = curves.pair_matrix(rows.y_true, computed.score(rows))
    charts.chart(
        pair_matrix_figure(
            pairs,
            positive=_("positives, highest score first"),
            negative=_("negatives, highest score first"),
        ),
        key="pairs_chart",
        alt=_("All pairs of a positive and a negative row: in the right order, tied, or in the wrong order"),
    )
    st.caption(
        _(
            "Green pairs are in the right order, grey ones tied, pink ones in the wrong order; AUC is the green share "
            "plus half the grey: {auc}.",
            auc=number(curves.pair_order(computed.counts(rows)).auc),
        )
    )
    if pairs.thinned:
        st.caption(_("Evenly spaced ranks stand for all rows here; the number comes from all pairs."))
