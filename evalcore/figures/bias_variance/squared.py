"""Squared loss: fits from many sets, and the parts of their error at each x and against flexibility."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import plotly.graph_objects as go

from evalcore.errors import Say, message
from evalcore.figures.bias_variance import fits, flexibility, probe
from evalcore.figures.bias_variance.colours import BIAS, NOISE, VARIANCE, area
from evalcore.figures.bias_variance.family import HEAD, PILL, TICK, headings, through
from evalcore.figures.bias_variance.fits import rounded
from evalcore.figures.bias_variance.said import squared_parts
from evalcore.figures.layout import HIDDEN, MARGIN, Look, Panel, Places, base_layout
from evalcore.figures.live.motion import Handle, Part, live_figure, moved
from evalcore.figures.parts.marks import axes_of, line, moving, placed
from evalcore.figures.style import GUESSED, INK, Trace
from evalcore.views.bias_variance.probe import Probe
from evalcore.views.bias_variance.scales import Scales
from evalcore.views.bias_variance.squared import SquaredStep, SquaredView

COMPLEXITY: Final = "complexity"
X0: Final = "x0"
# Pixels of the numbers below a panel with the grip, and of what stands above the first.
BELOW: Final = 38
TOP: Final = HEAD + PILL


def places(look: Look) -> Places:
    """Return where the parts stand: fits and parts aligned in x, beside them one x, at the right all learners."""
    if look.narrow:
        return _stacked()
    inner = look.height - 2 * MARGIN
    middle = TOP + round(0.46 * (inner - TOP))
    panels = {
        "fits": Panel(TOP, middle, 0.035, 0.46),
        "parts": Panel(middle + BELOW + HEAD + TICK, inner - 48, 0.035, 0.46),
        "said": Panel(inner - 16, inner, 0.0, 0.6),
        "probe": Panel(TOP, middle, 0.475, 0.605),
        **_below_probe(middle + BELOW + 12, None if look.is_low else inner - 20),
    }
    return Places(look.height, panels | (_low(inner) if look.is_low else _right(middle, inner)))


def _below_probe(top: int, bottom: int | None) -> dict[str, Panel]:
    """Return where it is said what is seen at one x, and the squares below it where there is room for them."""
    left, right = 0.485, 0.61
    if bottom is None:
        return {"probe_said": Panel(top, top + 66, left, right)}
    return {"probe_said": Panel(top, top + 88, left, right), "squares": Panel(top + 94, bottom, left, right)}


def _right(middle: int, inner: int) -> dict[str, Panel]:
    return {
        "sweep": Panel(TOP, middle, 0.675, 0.995),
        "readout": Panel(middle + 58, inner - 76, 0.65, 0.995),
        "bar": Panel(inner - 48, inner - 22, 0.65, 0.995),
    }


def _low(inner: int) -> dict[str, Panel]:
    """Return the right column where the numbers need more of the height: the bar has no title there."""
    return {
        "sweep": Panel(TOP, inner - 168, 0.675, 0.995),
        "readout": Panel(inner - 132, inner - 52, 0.65, 0.995),
        "bar": Panel(inner - 44, inner - 24, 0.65, 0.995),
    }


def _stacked() -> Places:
    panels = {
        "fits": Panel(TOP, 260, 0.09, 0.72),
        "probe": Panel(TOP, 260, 0.74, 1.0),
        "parts": Panel(260 + BELOW + HEAD + TICK, 430, 0.09, 0.72),
        "probe_said": Panel(280, 368, 0.74, 1.0),
        "squares": Panel(372, 430, 0.74, 1.0),
        "said": Panel(458, 478, 0.0, 1.0),
        "sweep": Panel(540, 730, 0.12, 0.99),
        "readout": Panel(786, 866, 0.0, 0.99),
        "bar": Panel(900, 926, 0.02, 0.98),
    }
    return Places(980, panels)


def squared_figure(
    view: SquaredView,
    scales: Scales,
    now: tuple[int, int],
    *,
    complexity: str = "degree d",
    say: Say = str,
    look: Look | None = None,
) -> go.Figure:
    """Draw a family of learners at one of them, and what is predicted at one x; each has a handle.

    `now` are the places of the learner and of the x, `complexity` is what the axis of the learners is called.
    """
    look = look or Look()
    where, (active, place) = places(look), now
    still = [*fits.still_traces(view, scales), *flexibility.still_traces(view, scales, say), *probe.still_traces()]
    steps = [
        [*fits.fit_traces(view, step, scales, say), *flexibility.step_traces(view, step, scales)] for step in view.steps
    ]
    seen = (
        [view.probe(k, place) for k in range(len(view.steps))],
        [view.probe(active, k) for k in range(len(view.probes))],
    )
    by_step, by_x = ([_at_x0(one, where, scales, say) for one in some] for some in seen)
    every = [moving([*one, *probed]) for one, probed in zip(steps, by_step, strict=True)]
    handles = [
        through(
            view,
            COMPLEXITY,
            "x3y3",
            active,
            label=complexity,
            said=[_said(step, say) for step in view.steps],
            parts=moved(every, len(still)),
        ),
        _x0(view, say, place, moved([moving(one) for one in by_x], len(still) + len(steps[0]))),
    ]
    layout = {
        **base_layout(where),
        **fits.fit_axes(where, scales),
        **flexibility.flexibility_axes(where, view, scales, "" if look.is_low else complexity),
        **probe.axes(where, scales),
        **({} if look.is_low else _square_axes(where, scales.squares)),
        "annotations": _headings(view, where, say, look),
    }
    return live_figure([*still, *steps[active], *by_step[active]], layout, handles)


def _at_x0(found: Probe, where: Places, scales: Scales, say: Say) -> list[Trace]:
    """Return what both handles move."""
    drawn = probe.traces(found, scales, say)
    return [*drawn, probe.sum_of_squares(found, say), *_squares(found)] if "squares" in where.panels else drawn


def _headings(view: SquaredView, where: Places, say: Say, look: Look) -> list[dict[str, Any]]:
    fits = message(
        "{fits} of {sets} fits · bold: their mean · dashed: truth", fits=len(view.steps[0].fits), sets=view.n_sets
    )
    bar = message("Sum of the parts · line: error on fresh targets")
    said = {
        "fits": (say(fits), PILL),
        "parts": (say(message("Parts at each x · bias² + variance + noise")), TICK),
        **({} if look.narrow else {"probe": (say(message("At x₀")), PILL)}),
        "sweep": (say(message("Error against flexibility")), PILL),
        **({} if look.is_low else {"bar": (say(bar), -2)}),
    }
    return headings(where, said)


def _said(step: SquaredStep, say: Say) -> str:
    parts = squared_parts(step)
    return say(
        message(
            "{shown}: bias² {bias}, variance {variance}, noise σ² {noise}, error {error}", shown=step.shown, **parts
        )
    )


def _x0(view: SquaredView, say: Say, place: int, parts: list[Part]) -> Handle:
    shown = [f"x₀ = {x:.3g}" for x in view.probes]
    return Handle(
        name=X0,
        panel="xy",
        at=list(view.probes),
        values=[repr(x) for x in view.probes],
        shown=shown,
        said=shown,
        label=say(message("x₀: where predictions are looked at")),
        active=place,
        parts=parts,
        stops=list(range(len(view.probes))),
    )


_SQUARES: Final = axes_of(9)
_COLOURS: Final = (None, BIAS, VARIANCE, NOISE)
# Between two squares, as a share of all their sides; how high the plane is, as a share of its width: of two squares
# only, each has less than half of it.
_GAP: Final = 0.03
_HIGH: Final = 0.47


def _squares(found: Probe) -> list[Trace]:
    """Return the squares beside each other, that of the error as an outline."""
    left, gap, drawn = 0.0, _GAP * sum(found.sides), []
    for side, colour in zip(found.sides, _COLOURS, strict=True):
        x, y = (rounded(np.array(values), 4) for values in ([left, left, left + side, left + side], [0, side, side, 0]))
        if colour is None:
            drawn.append(line(_SQUARES, [*x, x[0]], [*y, 0.0], line={"width": 2, "color": INK, "simplify": False}))
        else:
            edge = {"width": 0.5, "color": colour, "simplify": False}
            drawn.append(line(_SQUARES, x, y, fill="tozeroy", **area(colour), line=edge, cliponaxis=True))
        left += side + gap
    return [trace | GUESSED for trace in drawn]


def _square_axes(where: Places, sides: float) -> dict[str, Any]:
    """Return the axes, on which one unit is as long in both directions, for squares whose sides sum up to so much."""
    width = (1 + 3 * _GAP) * sides
    across = {**HIDDEN, "range": [0, width], "constraintoward": "left"}
    up = {**HIDDEN, "range": [0, _HIGH * width], "scaleanchor": _SQUARES["xaxis"], "constraintoward": "bottom"}
    return placed(where, "squares", _SQUARES, across, up)
