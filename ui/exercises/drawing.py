"""A ROC curve drawn by hand, one move after the other: the field of an exercise, and its comparison with the truth."""

from __future__ import annotations

from typing import Final

import streamlit as st

from evalcore.curves import roc_curve
from evalcore.figures.curves.pairs import drawing_figure
from evalcore.figures.curves.traces import CurveWords
from ui.exercises.kinds import Drawing, corners
from ui.shared import charts
from ui.shared.text import N_, _

MOVES: Final = {
    "↑": (N_("Up"), ":material/arrow_upward:"),
    "→": (N_("Right"), ":material/arrow_forward:"),
    "↗": (N_("Diagonal"), ":material/north_east:"),
}


def field(exercise: Drawing, key: str) -> None:
    """Show the curve as far as it is drawn, and a button for each move."""
    moves = str(st.session_state.get(key, ""))
    _figure(exercise, moves, key, revealed=False)
    st.markdown(_("Drawn so far: {moves}", moves=moves or "—"))
    with st.container(horizontal=True):
        for move, (name, icon) in MOVES.items():
            st.button(
                _(name),
                key=f"{key}_{name}",
                icon=icon,
                disabled=not exercise.allows(moves, move),
                on_click=_set,
                args=(key, moves + move),
            )
        st.button(
            _("Take back"),
            key=f"{key}_back",
            type="tertiary",
            icon=":material/undo:",
            disabled=not moves,
            on_click=_set,
            args=(key, moves[:-1]),
        )


def revealed(exercise: Drawing, moves: str | None, key: str) -> None:
    """Show the true curve, and with it the drawn one, where there is one."""
    _figure(exercise, moves or "", f"{key}_closed", revealed=True)


def _set(key: str, moves: str) -> None:
    st.session_state[key] = moves


def _figure(exercise: Drawing, moves: str, key: str, *, revealed: bool) -> None:
    table, (fp, tp) = exercise.table(), corners(moves)
    figure = drawing_figure(
        fp,
        tp,
        n_pos=int(table.n_pos),
        n_neg=int(table.n_neg),
        truth=roc_curve(table) if revealed else None,
        drawn=_("your curve"),
        true=_("ROC curve"),
        words=CurveWords(fpr=_("false positive rate"), tpr=_("true positive rate")),
    )
    alt = _("Your curve and the true one in the ROC plane") if revealed else _("The ROC plane with your curve so far")
    charts.chart(figure, key=f"{key}_chart", alt=alt)
