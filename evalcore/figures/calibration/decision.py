"""What is acting on the scores worth? Net benefit with its band, and differences."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from evalcore.costs import DecisionBand, DecisionIntervals
from evalcore.errors import Message, Say, message
from evalcore.figures.layout import Look
from evalcore.figures.live.guess import with_guesses
from evalcore.figures.parts.plane import band, line, mark_place, plane, reference
from evalcore.figures.style import plain

UNIT = {"range": [0, 1]}


def benefit_figure(
    found: DecisionIntervals, at: float, model: str, *, say: Say = str, look: Look | None = None
) -> go.Figure:
    """Draw net benefit in its band against the threshold probability, beside acting always and never."""
    p_t = found.model.threshold_probability
    figure = go.Figure(_band(found.model, say))
    figure.add_trace(line(p_t, found.model.value, plain(model, 40)))
    figure.add_trace(reference(p_t, found.treat_all.value, say(message("act always")), "dash"))
    figure.add_trace(reference(p_t, np.zeros(len(p_t)), say(message("act never"))))
    mark_place(figure, at)
    # Acting always falls without end; as far below zero as the model reaches above it is enough.
    top = _most(found.model.high, found.model.value, found.treat_all.value)
    y = {"range": [-0.6 * top, 1.1 * top]}
    figure.update_layout(
        plane((message("threshold probability p_t"), UNIT), (message("net benefit"), y), say=say, look=look)
    )
    return with_guesses(figure, range(3))


def difference_figure(
    found: DecisionBand, at: float, *, what: Message, say: Say = str, look: Look | None = None
) -> go.Figure:
    """Draw a difference in its band against the threshold probability, with a line where there is none.

    `what` names the axis: a difference of net benefit, or interventions avoided.
    """
    p_t = found.threshold_probability
    figure = go.Figure(_band(found, say))
    figure.add_trace(line(p_t, found.value, say(what)))
    figure.add_trace(reference(p_t, np.zeros(len(p_t)), say(message("no difference"))))
    mark_place(figure, at)
    # Where p_t is near 0 or 1 few rows weigh very much: what nine in ten places have is what is shown.
    ends = np.concatenate([found.low, found.high, found.value])
    ends = ends[np.isfinite(ends)]
    low, high = np.quantile(ends, [0.05, 0.95]) if len(ends) else (-1.0, 1.0)
    room = 0.1 * float(high - low) or 0.1
    y = {"range": [min(float(low), 0.0) - room, max(float(high), 0.0) + room]}
    figure.update_layout(plane((message("threshold probability p_t"), UNIT), (what, y), say=say, look=look))
    return with_guesses(figure, range(3))


def _band(found: DecisionBand, say: Say) -> list[go.Scatter]:
    """Return the band of a line."""
    level = say(message("{level:.0%} band, each place alone", level=found.confidence_level))
    return band(found.threshold_probability, found.low, found.high, level)


def _most(*values: np.ndarray) -> float:
    """Return the largest number there is, at least a hundredth."""
    known = np.concatenate(values)
    known = known[np.isfinite(known)]
    return max(0.01, float(known.max())) if len(known) else 1.0
