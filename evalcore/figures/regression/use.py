"""Where a model is used: its error along x, the density of use, and the mean error under it."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import plotly.graph_objects as go

from evalcore.errors import Message, Say, message
from evalcore.figures.layout import GRIP, MARGIN, MARK_ROOM, NUMBERED, Look, Panel, Places, base_layout, headings
from evalcore.figures.live.motion import Handle, live_figure, moved
from evalcore.figures.parts.marks import axes_of, dots, edged, line, moving, placed
from evalcore.figures.regression.numbers import sent, written
from evalcore.figures.regression.panels import HEAD, model_keys, model_names, of_model
from evalcore.figures.style import GUESSED, INK, MODELS, OF_LINE, RULE, Trace, plain, rgba, signed
from evalcore.views.regression.use import TILTS, UseView

TILT: Final = "tilt"
ERRORS, DENSITY, MEANS = axes_of(1), axes_of(5), axes_of(3)
PILL, BELOW = 28, 48
# So high is a figure that stacks its panels: its headings begin at the edge.
NARROW: Final = 780
_NAMED: Final = 6
# How far apart the names of the models stand, as a share of the axis; and in a low figure.
APART, LOW_APART = 0.07, 0.095


def places(look: Look) -> Places:
    """Return where the parts stand: errors above the density, at the right the means."""
    if look.narrow:
        panels = {
            "errors": Panel(HEAD + 4, 220, 0.13, 0.99),
            "density": Panel(270, 360, 0.13, 0.99),
            "means": Panel(480, 700, 0.13, 0.97),
        }
        return Places(NARROW, panels)
    if look.alone:
        # What the line speaks of has the height; its heading stands beside the value of the handle.
        panels = {
            "errors": Panel(HEAD + 4, 150, 0.05, 0.36),
            "density": Panel(150 + HEAD + 20, look.height - 2 * MARGIN - BELOW - 8, 0.05, 0.36),
            "means": Panel(PILL, look.height - 2 * MARGIN - BELOW, 0.44, 0.995),
        }
        return Places(look.height, panels)
    # Before an audience the mark of an example stands in the figure's last line, below the titles.
    inner = look.height - 2 * MARGIN - (MARK_ROOM + 6 if look.is_low else 0)
    middle = round(0.62 * (inner - BELOW))
    panels = {
        "errors": Panel(HEAD + 4, middle, 0.05, 0.47),
        "density": Panel(middle + HEAD + 20, inner - BELOW, 0.05, 0.47),
        "means": Panel(HEAD + 4 + PILL, inner - BELOW, 0.56, 0.995),
    }
    return Places(look.height, panels)


def use_figure(view: UseView, active: int, *, say: Say = str, look: Look | None = None) -> go.Figure:
    """Draw every model's error along x and under a density; a handle tilts the density."""
    look = look or Look()
    where = places(look)
    still = _still(view, look)
    steps = [_step(view, k) for k in range(len(TILTS))]
    tilts = [signed(f"{tilt:+.2f}".replace("+0.00", "0")) for tilt in TILTS.tolist()]
    handle = Handle(
        name=TILT,
        panel="x3y3",
        at=TILTS.tolist(),
        values=[repr(tilt) for tilt in TILTS.tolist()],
        shown=[
            say(message("tilt {tilt} · best: {best}", tilt=tilt, best=str(view.best(k))[:24]))
            for k, tilt in enumerate(tilts)
        ],
        said=[
            say(message("tilt {tilt}: {values}", tilt=tilt, values=_values(view, k))) for k, tilt in enumerate(tilts)
        ],
        label=say(_tilt(view.x)),
        active=active,
        parts=moved([moving(step) for step in steps], len(still)),
        stops=list(range(len(TILTS))),
        tells=True,
    )
    layout = {
        **base_layout(where),
        **_axes(where, view, say),
        "annotations": _headings(view, where, say, alone=look.alone),
    }
    return live_figure([*still, *steps[active]], layout, [handle])


def _tilt(x: str) -> Message:
    return message("tilt of the density: − to small {x}, + to large", x=x)


def _values(view: UseView, step: int) -> str:
    return ", ".join(f"{name} {written(float(values[step]))}" for name, values in view.mse.items())


def _style(k: int) -> dict[str, Any]:
    colour, dash = MODELS[k % len(MODELS)]
    return {"color": colour, "dash": dash, "width": 2.5}


def _still(view: UseView, look: Look) -> list[Trace]:
    """Return each model's line along x and over the tilts, the names, and where the density is that of the rows."""
    found = [line(DENSITY, list(view.ends), [1, 1], line={"color": RULE, "width": 1.5, "dash": "dash"})]
    for k, (name, values) in enumerate(view.mse.items()):
        shared = {"line": _style(k), "hoverinfo": "name+y", "name": plain(name), **of_model(name), **GUESSED}
        found.append(line(ERRORS, sent(view.centres), sent(view.by_group[name])) | shared)
        found.append(line(MEANS, TILTS.tolist(), sent(values)) | shared)
    low, high = _limits(view)
    models = list(view.mse)[:_NAMED]
    apart = (LOW_APART if look.is_low else APART) * (high - low)
    heights = [high - 0.05 * (high - low) - apart * k for k in range(len(models))]
    keys = model_keys(MEANS, (-0.97, -0.78), heights, models)
    return [*found, *keys, model_names(MEANS, -0.76, heights, models, "middle right")]


def _step(view: UseView, k: int) -> list[Trace]:
    """Return what a tilt moves: the density, the rule, and a dot on each line."""
    x, density = view.density(k)
    shade = {"fill": "tozeroy", "fillcolor": rgba(RULE, 0.3), "line": {"width": 2, "color": RULE}}
    low, high = _limits(view)
    tilt = float(TILTS[k])
    colours = [MODELS[place % len(MODELS)][0] for place in range(len(view.mse))]
    values = np.array([found[k] for found in view.mse.values()])
    return [
        line(DENSITY, sent(x[[0, -1]]), sent(density[[0, -1]]), **shade),
        line(MEANS, [tilt, tilt], [low, high], line={"width": 2, "color": INK}),
        dots(MEANS, [tilt] * len(values), sent(values), edged(11, colours), **GUESSED, **_of_models(view)),
    ]


def _of_models(view: UseView) -> Trace:
    """Return what says whose the dots of all models are."""
    return {OF_LINE: [of_model(name)[OF_LINE] for name in view.mse]}


def _limits(view: UseView) -> tuple[float, float]:
    """Return the least and the largest height of the lines over the tilts, with room for the names above."""
    every = np.array(list(view.mse.values()))
    low, high = float(every.min()), float(every.max())
    room = (high - low) or high or 1.0
    return max(0.0, low - 0.1 * room), high + room * (0.1 + 0.09 * min(len(view.mse), _NAMED))


def _axes(where: Places, view: UseView, say: Say) -> dict[str, Any]:
    base = {**NUMBERED, "nticks": 6}
    low, high = view.ends
    room = 0.03 * (high - low) or 1.0
    across = {**base, "range": [low - room, high + room]}
    most = max(float(values.max()) for values in view.by_group.values()) * 1.05 or 1.0
    tilts = {"range": [-1.03, 1.03], "tickvals": [-1, -0.5, 0, 0.5, 1], "ticktext": ["−1", "−0.5", "0", "0.5", "1"]}
    named = {"text": plain(view.x), "standoff": 10, "font": {"size": 14}}
    means = {**base, "range": list(_limits(view)), **GUESSED}
    title = {"text": say(_tilt(plain(view.x))), "standoff": 13, "font": {"size": 14}}
    return {
        **placed(where, "errors", ERRORS, {**across, "showticklabels": False}, {**base, "range": [0, most]}),
        **placed(where, "density", DENSITY, {**across, "title": named}, {**base, "range": [0, 2.05], "dtick": 1}),
        **placed(where, "means", MEANS, {**base, **tilts, **GRIP, "title": title}, means),
    }


def _headings(view: UseView, where: Places, say: Say, *, alone: bool) -> list[dict[str, Any]]:
    x = plain(view.x)
    errors = (
        message("Squared error · along {x}, row by row", x=x)
        if view.is_row_by_row
        else message("Mean squared error · along {x}, in tenths of the rows", x=x)
    )
    said = {
        "errors": say(errors),
        "density": say(message("Density of use · relative to the rows")),
        "means": say(message("MSE under that density")),
    }
    # That of the density is clear of the uppermost number of the axis.
    above = {"density": 9, "means": 4 if alone else PILL}
    return headings(said, where, HEAD, above=above, left=dict.fromkeys(said if where.height >= NARROW else (), 0.0))
