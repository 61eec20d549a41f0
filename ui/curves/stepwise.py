"""ROC and P-R built row after row, by slider, player and keys: nothing asks the server on the way."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from evalcore.curves.order import Ties
from evalcore.figures.curves.build import build_figure
from evalcore.figures.curves.build_words import spoken
from evalcore.figures.layout import Look
from evalcore.figures.live import motion
from evalcore.figures.style import filled
from evalcore.predictions import BinaryView, one_vs_rest
from evalcore.views.row_steps import RowSteps, row_steps
from ui.curves.controls import BUILT_TIES, LECTURE, MOST_STEPS, STEP, TIES
from ui.live import bridge
from ui.session import computed, fields, loaded, samples, screen
from ui.shared import charts
from ui.shared.numbers import count, number
from ui.shared.text import N_, _, remark, say_in_figure

TWENTY = samples.SAMPLES["lecture-20"]
CHART = "build_chart"
PLACE = "steps"
_KEYS = "curve_steps_keys"
# Milliseconds a step takes while it is played.
_SLOW, _FAST = 900, 250
_STYLE = """
.steps-buttons { display: flex; gap: 8px; }
.steps-buttons button { min-width: 48px; height: 40px; font: 16px/1 sans-serif; cursor: pointer; border-radius: 8px;
  color: inherit; background: transparent; border: 1px solid $edge; }
.steps-buttons button:is(:hover, :focus-visible) { border-color: currentColor; }
/* Read out, not seen: the figure shows the same. */
.steps-said { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
"""
_BUTTONS = (
    (N_("First step"), 'data-does="first"', "|◀"),
    (N_("Play"), f'data-pause="{_SLOW}"', "▶"),
    (N_("Play fast"), f'data-pause="{_FAST}"', "▶▶"),
    (N_("Stop"), "", "■"),
)
_MARKUP = "".join(f"<button {does}>{sign}</button>" for _name, does, sign in _BUTTONS)
_keys = st.components.v2.component(
    "curve_steps",
    html=f'<div class="steps-buttons">{_MARKUP}</div><div class="steps-said" aria-live="polite"></div>',
    css=filled(_STYLE),
    js="\n".join((motion.script(), bridge.script(Path(__file__).with_name("steps.js")))),
)


def can_grow(rows: BinaryView) -> bool:
    """Whether the rows are few enough to be taken one after the other."""
    return rows.n <= MOST_STEPS


def place(rows: BinaryView) -> str:
    """Return a selector of where the rows are taken one after the other, or could be those of the lecture."""
    are_taken = can_grow(rows) or st.session_state.get(LECTURE.key)
    return f".st-key-{CHART}[data-steps=true]" if are_taken else f".st-key-{PLACE}"


def show(rows: BinaryView) -> None:
    """Show both curves built row after row; of many rows say so, and offer the lecture's twenty instead."""
    with st.container(key=PLACE, gap="small"):
        _built(rows)


def alone(rows: BinaryView) -> None:
    """Show both curves built row after row and nothing else, as large as an audience needs: keys take the steps."""
    steps = row_steps(rows.y_true, computed.score(rows), ties=_ties())
    _chart(rows, steps, bridge.scene_look(), buttons=False)


def _built(rows: BinaryView) -> None:
    if can_grow(rows):
        _grow(rows)
        return
    remark(
        "The curves are built row by row for up to {most} rows; these are {n}.",
        most=MOST_STEPS,
        n=count(rows.n),
    )
    if fields.flag(LECTURE, _("Build them with the lecture's 20 rows instead"), on_change=_begin_anew):
        _grow(_lecture())


def _lecture() -> BinaryView:
    return one_vs_rest(loaded.sample(TWENTY.key).predictions, str(TWENTY.positive), model=TWENTY.scores[0])


def _begin_anew() -> None:
    """Have other rows, or the same in another order, begin at their first step."""
    st.session_state.pop(STEP.key, None)


def _stepped() -> None:
    step = st.session_state.get(_KEYS, {}).get("step")
    if step is not None:
        st.session_state[STEP.key] = float(step)


def _grow(rows: BinaryView) -> None:
    ties: Ties = fields.pick(
        BUILT_TIES,
        TIES,
        _("Tied scores"),
        _("Together is right; with either class first the area depends on the order of the rows."),
        on_change=_begin_anew,
    )
    steps = row_steps(rows.y_true, computed.score(rows), ties=ties)
    hint = _chart(rows, steps, bridge.look(), buttons=True)
    remark(
        "Filled: positive; hollow: negative. Blue: predicted positive at this threshold; orange: not. "
        "When all rows are in, AUC is {auc} and average precision {ap}.",
        auc=number(steps.auc),
        ap=number(steps.average_precision),
    )
    st.caption(hint)


def _chart(rows: BinaryView, steps: RowSteps, look: Look, *, buttons: bool) -> str:
    """Show the figure with what steps through it, by buttons and keys or by keys alone; return how."""
    alt = _("ROC and P-R curves built row after row, with the sorted rows and their rates")
    charts.chart(build_figure(steps, say=say_in_figure, look=look), key=CHART, alt=alt)
    hint = _("Arrow keys step through the rows, or n for the next and b for the one before.")
    with st.container(key="steps_played" if buttons else "steps_unplayed"):
        _keys(
            key=_KEYS,
            data={
                "chart": CHART,
                "hint": f"{alt}. {hint}",
                "said": spoken(steps, say=say_in_figure),
                "buttons": [_(name) for name, _does, _sign in _BUTTONS],
                # Begun anew, the rows are those of before.
                "of": "/".join((*rows.key, _ties(), str(screen.begun()))),
                "at": int(st.session_state.get(STEP.key, 0)),
            },
            on_step_change=_stepped,
        )
    return hint


def _ties() -> Ties:
    ties: Ties = st.session_state.get(BUILT_TIES.key, next(iter(TIES)))
    return ties
