"""How much the training sets of folds overlap: how many repetitions of how many folds, and the ratio of their sizes."""

from __future__ import annotations

from typing import Final

import streamlit as st

from evalcore.significance import Layout
from evalcore.significance.fold_layout import guessed_layout, layouts
from evalcore.significance.result_table import ResultTable
from evalcore.views.significance.folds import folds_ratio
from ui.session import address, fields
from ui.session.choices import Choice, register
from ui.shared import controls, told
from ui.shared.text import _
from ui.significance.folds.loaded import Loaded

MOSTRATIO: Final = 1.0
_REPEATS = register(Choice("folds_repeats", low=1, high=50, stays=True))
RATIO = register(Choice("folds_ratio", low=0.0, high=MOSTRATIO, stays=True))
_FOLDS_BEFORE = "folds_before"


def layout_of(given: ResultTable, found: Loaded | None) -> Layout | None:
    """Return what the rows are taken for: loaded ones say it themselves, of others the reader may."""
    guess = guessed_layout(given.rows) if found is None or found.scores is None else found.scores.layout
    state, before = st.session_state, (len(given.rows), guess, found is None)
    if state.get(_FOLDS_BEFORE, before) != before:
        for choice in (RATIO, _REPEATS):
            state.pop(choice.key, None)
    state[_FOLDS_BEFORE] = before
    if found is not None or guess is None:
        address.leave_out(_REPEATS)
        return guess
    offered = {one.repeats: one for one in layouts(len(given.rows))}
    layout = offered.get(int(state.get(_REPEATS.key) or 0), guess)
    state[_REPEATS.key] = layout.repeats
    address.write_choice(_REPEATS, default=guess.repeats)
    return layout


def layout_field(given: ResultTable) -> None:
    """Ask how many repetitions of how many folds the rows are."""
    offered = {one.repeats: one for one in layouts(len(given.rows))}
    named = {repeats: f"{repeats} × {one.folds}" for repeats, one in offered.items()}
    told.tell(_REPEATS.key, _("repetitions × folds"), named)
    st.selectbox(
        _("repetitions × folds"),
        list(offered),
        format_func=lambda repeats: named[repeats],
        key=_REPEATS.key,
        persist_state="session",
        on_change=_other_layout,
        help=_("What the rows of the table are, repetition by repetition: it decides how much training sets overlap."),
    )


def _other_layout() -> None:
    """Forget the ratio of other folds."""
    st.session_state.pop(RATIO.key, None)


def ratio_of(given: ResultTable, layout: Layout | None, found: Loaded | None) -> float:
    """Return how many test rows come on a training row: that of the folds until another is chosen."""
    of_folds = layout.ratio if layout is not None else folds_ratio(len(given.rows))
    usual = of_folds if found is None or found.scores is None else found.scores.ratio
    controls.seed(RATIO.key, usual)
    address.write_choice(RATIO, default=usual)
    return float(st.session_state[RATIO.key])


def ratio_field(ratio: float) -> None:
    """Ask for the ratio; the handle in the figure moves it, too."""
    controls.seed(RATIO.key, ratio)
    meaning = _("1 / (k − 1) in k-fold cross validation: so much do training sets overlap. 0: not corrected.")
    fields.share(RATIO, _("test rows per training row"), meaning, step=0.01, term="cross-validated-t-test")
