"""The rounds of a method on one data set: a grid of rounds and samples, how often each is judged, a dot a round."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from evalcore.errors import Say, message
from evalcore.figures.layout import HIDDEN, NUMBERED, Look, Places
from evalcore.figures.live.motion import Part, heat_part
from evalcore.figures.parts.marks import axes_of, dots, edged, heat, placed, texts, upright
from evalcore.figures.resampling.colours import CHOSEN, JUDGED, SCALE
from evalcore.figures.resampling.score_rows import HOVER, stairs
from evalcore.figures.style import GUESSED, INK, OUT_OF_SIGHT, RULE, Trace, number, rgba
from evalcore.support.arrays import FloatArray
from evalcore.views.resampling.rounds import OUT, RoundsStep, RoundsView

CELLS, TIMES, ERRORS = axes_of(1), axes_of(2), axes_of(3)
# So many rounds a scene shows one by one; of more the first ones, then all.
ONE_BY_ONE, FIRST_ROUNDS = 10, 3


def round_stages(n: int) -> int:
    """Return in how many stages after the first so many rounds are shown, and what they come to.

    >>> round_stages(5), round_stages(10), round_stages(60)
    (5, 10, 4)
    """
    return n if n <= ONE_BY_ONE else FIRST_ROUNDS + 1


@dataclass(frozen=True)
class Rounds:
    """The rounds as a figure looks at them: a scene shows one after another, and in the end what they come to."""

    view: RoundsView
    look: Look
    active: int

    @property
    def _n(self) -> int:
        return self.view.steps[self.active].n_shown

    @property
    def are_all(self) -> bool:
        """Whether all rounds are there, and what they come to."""
        return self.look.has(round_stages(self._n))

    def n_of(self, step: RoundsStep) -> int:
        """Return how many rounds of a setting are shown: of many the first ones, then all."""
        stage = self.look.stage
        if stage is None or (self._n > ONE_BY_ONE and stage >= FIRST_ROUNDS):
            return step.n_shown
        return min(stage + 1, step.n_shown)

    def cells_of(self, step: RoundsStep) -> FloatArray:
        """Return the grid of a setting, blank where a round is not shown yet."""
        lines = len(step.cells)
        blank = lines - lines * self.n_of(step) // step.n_shown
        return np.concatenate([np.full_like(step.cells[:blank], OUT), step.cells[blank:]])


def still_traces(shown: Rounds, active: int, top: float, say: Say) -> list[Trace]:
    """Return what no handle moves, the grid first, which a part of its own repaints; then class border and truth."""
    view = shown.view
    border, rule = view.n_first - 0.5, {"width": 2, "color": RULE}
    true = message("true error {value}", value=number(view.true_error))
    truth = upright(ERRORS, min(view.true_error, top), (0, 1), say(true))
    return [
        heat(CELLS, shown.cells_of(view.steps[active]).tolist(), SCALE),
        upright(CELLS, border, (-0.5, 59.5), say(message("one class left of it, the other right of it")), line=rule),
        *([truth | {"line": {"width": 2, "color": INK}, **GUESSED}] if shown.are_all else []),
    ]


def grid_part(shown: Rounds) -> Part:
    """Return what the handle repaints of the grid, which is the first trace."""
    return heat_part(0, [shown.cells_of(step) for step in shown.view.steps], SCALE)


def step_traces(shown: Rounds, step: RoundsStep, top: float, say: Say) -> list[Trace]:
    """Return what a setting moves: how often each sample is judged, a dot a round, the estimate, and what is said.

    How often samples are judged, and what the rounds come to, comes with the last of them.
    """
    most, n = max(one.n_shown for one in shown.view.steps), shown.n_of(step)
    missing = [OUT_OF_SIGHT] * (most - n)
    errors = np.nan_to_num(np.round(np.minimum(step.errors[:n], top), 4), nan=OUT_OF_SIGHT).tolist() + missing
    heights = (1 - (np.arange(n) + 0.5) / step.n_shown).round(4).tolist() + missing
    of_one = message("error of one round {value}", value="%{x}")
    if any((each.errors > top).any() for each in shown.view.steps):
        of_one = message("error of one round")
    one = {"hovertemplate": f"{say(of_one)}<extra></extra>"}
    dotted = dots(ERRORS, errors, heights, edged(8, rgba(JUDGED, 0.85), 1), cliponaxis=True, **one, **GUESSED)
    return [dotted, *_come_to(shown, step, top, say)] if shown.are_all else [dotted]


def _come_to(shown: Rounds, step: RoundsStep, top: float, say: Say) -> list[Trace]:
    """Return how often each sample is judged, which a scene asks, and the estimate."""
    asked = GUESSED if shown.look.alone else {}
    estimate = OUT_OF_SIGHT if np.isnan(step.found.error) else round(min(step.found.error, top), 4)
    times = step.times_judged
    least, most = int(times.min()), int(times.max())
    said = message("times judged: {times}", times=least)
    if least != most:
        said = message("times judged: {low} to {high}", low=least, high=most)
    estimated = message("estimate {value}", value=number(step.found.error))
    if shown.look.alone and shown.view.shown == "holdout":  # what the scene asks; the dashed line is the estimate
        estimated = message("off the truth by up to {value}", value=number(shown.view.farthest_off(step)))
    dashed = {"width": 2, "color": CHOSEN, "dash": "dash"}
    hover = message("judged %{y} times", y="{y}")  # the field is Plotly's
    return [
        {
            **stairs(TIMES, [k - 0.5 for k in range(len(times) + 1)], times.tolist(), JUDGED),
            "hoverinfo": "text",
            "hovertemplate": say(hover) + "<extra></extra>",
            **asked,
        },
        upright(
            *(ERRORS, estimate, (0, 1), say(message("estimate"))),
            **{"line": dashed, "cliponaxis": True, **GUESSED},
        ),
        texts(axes_of(6), [0], [0.5], [say(said)], "middle right", textfont={"size": 13}, **asked),
        texts(axes_of(7), [0], [0.25], [say(estimated)], "middle right", textfont={"size": 13}, **GUESSED),
    ]


def axes(shown: Rounds, where: Places, top: float, say: Say) -> dict[str, Any]:
    """Return the axes of the grid, of what lies below it, and of the dots; in a scene the heading alone names these."""
    view = shown.view
    across = [-0.5, len(view.columns) - 0.5]
    most = max(int(step.times_judged.max()) for step in view.steps)
    title = {} if shown.look.alone else {"text": say(message("error")), "standoff": 8, "font": {"size": 13}}
    return {
        **placed(where, "grid", CELLS, {**HIDDEN, "range": across}, {**HIDDEN, "range": [-0.5, 59.5]}),
        **placed(where, "times", TIMES, {**HIDDEN, "range": across}, {**HIDDEN, "range": [0, most * 1.1]}),
        **placed(
            where,
            "errors",
            ERRORS,
            {**NUMBERED, **HOVER, "range": [-0.02, top], "nticks": 4, "title": title},
            _upright(),
        ),
        **placed(where, "times_said", axes_of(6), {**HIDDEN, "range": [0, 1]}, {**HIDDEN, "range": [0, 1]}),
        **placed(where, "errors_said", axes_of(7), {**HIDDEN, "range": [0, 1]}, {**HIDDEN, "range": [0, 1]}),
    }


def _upright() -> dict[str, Any]:
    return {**HIDDEN, "range": [0, 1]}
