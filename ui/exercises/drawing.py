"""A ROC curve drawn by hand, one move after the other, and compared with the true one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, ClassVar, Final

import streamlit as st

from evalcore.counts import ThresholdCounts
from evalcore.curves import roc_curve
from evalcore.errors import Message
from evalcore.figures.curves.pairs import drawing_figure
from ui.exercises.kinds import ANSWER_FIRST, Exercise, Judgement
from ui.shared import charts
from ui.shared.text import N_, _, paragraph, say_in_figure

# How many negatives and positives each move of a drawn ROC curve passes.
MOVES: Final = {"↑": (0, 1), "→": (1, 0), "↗": (1, 1)}
BUTTONS: Final = {
    "↑": (N_("Up"), ":material/arrow_upward:"),
    "→": (N_("Right"), ":material/arrow_forward:"),
    "↗": (N_("Diagonal"), ":material/north_east:"),
}


def corners(moves: str) -> tuple[list[int], list[int]]:
    """Return how many negatives and positives are passed before the first move and after each."""
    steps = [MOVES[move] for move in moves]
    return [0, *accumulate(fp for fp, _tp in steps)], [0, *accumulate(tp for _fp, tp in steps)]


@dataclass(frozen=True, kw_only=True)
class Drawing(Exercise):
    """A path from the lower left to the upper right corner, one move after the other; the answer is the moves.

    Parameters
    ----------
    table : callable
        Finds the table whose ROC curve is drawn; its classes have as many rows as the path has steps up and right.
    check : callable
    """

    repeats_answer: ClassVar[bool] = True

    table: Callable[[], ThresholdCounts]
    check: Callable[[str], Judgement]

    def show_field(self, key: str) -> None:
        """Show the curve as far as it is drawn, and a button for each move."""
        moves = str(st.session_state.get(key, ""))
        self._figure(moves, key, revealed=False)
        paragraph("Drawn so far: {moves}", moves=moves or "—")
        with st.container(horizontal=True):
            for move, (name, icon) in BUTTONS.items():
                st.button(
                    _(name),
                    key=f"{key}_{name}",
                    icon=icon,
                    disabled=not self.allows(moves, move),
                    on_click=_set,
                    args=(key, moves + move),
                )
            _take_back(key, moves)

    def problem(self, answer: Any) -> Message | None:
        """Say why there is nothing to judge yet."""
        if not answer:
            return ANSWER_FIRST
        if not self.is_whole(answer):
            return Message("The curve does not yet reach the upper right corner. Go on drawing, or skip.")
        return None

    def judge(self, answer: Any) -> Judgement:
        """Compare the path with the curve."""
        return self.check(answer)

    def allows(self, moves: str, move: str) -> bool:
        """Whether the path stays inside the plane with one more move."""
        table, (fp, tp) = self.table(), corners(moves + move)
        return fp[-1] <= table.n_neg and tp[-1] <= table.n_pos

    def is_whole(self, moves: str) -> bool:
        """Whether the path ends in the upper right corner."""
        table, (fp, tp) = self.table(), corners(moves)
        return (fp[-1], tp[-1]) == (table.n_neg, table.n_pos)

    def show_closed(self, answer: Any, key: str) -> None:
        """Show the true curve, and with it the drawn one, where there is one."""
        self._figure(answer or "", f"{key}_closed", revealed=True)

    def written(self, answer: Any) -> str:
        """Return the moves as arrows."""
        return str(answer)

    def _figure(self, moves: str, key: str, *, revealed: bool) -> None:
        table, (fp, tp) = self.table(), corners(moves)
        figure = drawing_figure(
            fp,
            tp,
            n_pos=int(table.n_pos),
            n_neg=int(table.n_neg),
            truth=roc_curve(table) if revealed else None,
            say=say_in_figure,
        )
        so_far, both = _("The ROC plane with your curve so far"), _("Your curve and the true one in the ROC plane")
        charts.chart(figure, key=f"{key}_chart", alt=both if revealed else so_far)


def _take_back(key: str, moves: str) -> None:
    st.button(
        _("Take back"),
        key=f"{key}_back",
        type="tertiary",
        icon=":material/undo:",
        disabled=not moves,
        on_click=_set,
        args=(key, moves[:-1]),
    )


def _set(key: str, moves: str) -> None:
    st.session_state[key] = moves
