"""What is acting on the scores worth? Net benefit, and at the right what is gained over something else."""

from __future__ import annotations

from typing import Any

import numpy as np
import plotly.graph_objects as go

from evalcore.errors import Message, Say, message
from evalcore.figures.calibration.planes import (
    HANDLED,
    SECOND,
    band,
    entries,
    layout,
    mark,
    plane,
    reading,
    reference,
    rule,
    short,
    side_by_side,
    stroke,
    threshold_of,
)
from evalcore.figures.layout import Look, Places, begun
from evalcore.figures.live.motion import live_figure, moved
from evalcore.figures.parts.handle import step_value
from evalcore.figures.parts.named import of_line
from evalcore.figures.style import Trace, number, plain
from evalcore.views.calibration import Acting

P_T, BENEFIT = message("threshold probability p<sub>t</sub>"), message("net benefit")
UNIT: dict[str, Any] = {"range": [-0.01, 1.01]}
# Letters of a model.
MOST = 40


def acting_figure(
    of: Acting, threshold: float, model: str, *, gain: Message, say: Say = str, look: Look | None = None
) -> go.Figure:
    """Draw net benefit in its band beside acting always and never, and the gain over something else in its own.

    The handle of the threshold stands on the axis: scores that are probabilities are acted on from p_t on. `gain` names
    what is drawn at the right.
    """
    look, start = look or Look(), of.nearest(threshold)
    drawn = _still(of, model, gain, say)
    planes, rules = {"first": (HANDLED, (-0.01, 1.01), _heights(of))}, {"first": float(of.places[start])}
    named = entries(drawn, side_by_side, planes, look=look, rules=rules)
    mine, drawn = of_line(HANDLED, plain(model, MOST)), named.drawn
    if named.is_beside:
        # The band has no name of its own, and goes with its line.
        drawn = [trace | mine if "fill" in trace and trace["xaxis"] == HANDLED["xaxis"] else trace for trace in drawn]
    steps = [_step(of, i, mine) for i in range(len(of.places))]
    shown = [f"{place:.4g}" for place in of.places.tolist()]
    found = of.found.model.value.tolist()
    said = say(message("t = p_t = {t}: net benefit {value}", t="{t}", value="{value}"))
    handle = threshold_of(
        of.places.tolist(),
        [step_value(place) for place in of.places.tolist()],
        [f"t = {text}" for text in shown],
        [said.format(t=t, value=number(value)) for t, value in zip(shown, found, strict=True)],
        label=P_T,
        say=say,
        active=start,
        parts=moved(steps, len(drawn)),
        summary=[(say(BENEFIT), [number(value) for value in found])],
    )
    titles = {"first": say(message("Worth of acting from p<sub>t</sub> on")), "second": begun(say(gain))}
    if named.is_beside and any("fill" in trace for trace in drawn):
        titles["first"] += f" · {_level(of, say)}"
    laid = layout(named, _axes(of, named.where, say), titles)
    return live_figure([*drawn, *steps[start], *named.names], laid, [handle])


def _heights(of: Acting) -> tuple[float, float]:
    # Acting always falls without end; as far below zero as the model reaches above it is enough.
    return short(-0.6 * of.top), short(1.1 * of.top)


def _still(of: Acting, model: str, gain: Message, say: Say) -> list[Trace]:
    """Return what the handle does not move."""
    p_t, here, over = of.places, of.found.model, of.gain
    level = _level(of, say)
    name, nothing = plain(model, MOST), np.zeros(len(p_t))
    return [
        *band(HANDLED, p_t, here.low, here.high, level),
        *(one | {"showlegend": False} for one in band(SECOND, p_t, over.low, over.high, level)),
        reference(HANDLED, p_t, of.found.treat_all.value, say(message("act always")), "dash"),
        reference(HANDLED, p_t, nothing, say(message("act never")), "dot"),
        reference(SECOND, p_t, nothing, say(message("no difference")), "dot") | {"showlegend": False},
        stroke(HANDLED, p_t, here.value, name, (say(P_T), say(BENEFIT))),
        stroke(SECOND, p_t, over.value, say(gain), (say(P_T), say(gain))) | {"showlegend": False},
    ]


def _level(of: Acting, say: Say) -> str:
    return say(message("{level:.0%} band, each place alone", level=of.found.model.confidence_level))


def _step(of: Acting, i: int, mine: Trace) -> list[Trace]:
    """Return what the handle moves; what belongs to the line of the model says that it is `mine`."""
    at = short(float(of.places[i]))
    here, over = (
        [float(getattr(each, part)[i]) for part in ("low", "high", "value")] for each in (of.found.model, of.gain)
    )
    return [
        rule(HANDLED, at, _heights(of)),
        rule(SECOND, at, of.reach),
        reading(HANDLED, at, here[0], here[1]) | mine,
        reading(SECOND, at, over[0], over[1]),
        mark(HANDLED, at, here[2]) | mine,
        mark(SECOND, at, over[2]),
    ]


def _axes(of: Acting, where: Places, say: Say) -> dict[str, Any]:
    # An interval may reach beyond what is drawn, and is cut there.
    first, second = {"range": list(_heights(of))}, {"range": list(of.reach)}
    return {
        **plane(where, "first", HANDLED, (say(P_T), UNIT), (say(BENEFIT), first), grip=True),
        **plane(where, "second", SECOND, (say(P_T), UNIT), ("", second)),
    }
