"""0-1 loss: who is right where in the plane, and what the loss is made of against flexibility."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

import plotly.graph_objects as go

from evalcore.errors import Say, message
from evalcore.figures.bias_variance import zero_one_map, zero_one_sums
from evalcore.figures.bias_variance.colours import BIAS, NOISE, VARIANCE
from evalcore.figures.bias_variance.family import HEAD, PILL, headings, through
from evalcore.figures.bias_variance.said import domingos_parts
from evalcore.figures.layout import MARGIN, Look, Panel, Places, base_layout
from evalcore.figures.live.motion import Handle, Part, live_figure, moved
from evalcore.figures.parts.marks import moving
from evalcore.figures.style import coloured
from evalcore.views.bias_variance.zero_one import ZeroOneStep, ZeroOneView

FLEXIBILITY: Final = "flexibility"
# Pixels of the numbers and the name below a panel.
BELOW = 60
# Alone the plane has the height: its scale and its legend in two lines above it, and no numbers.
ABOVE_ALONE = 34
# Pixels of the longest number left of the plane, −0.5.
NUMBERS = 32


def places(look: Look, *, second: bool = True) -> Places:
    """Return where the parts stand; without the second way of taking the loss apart the first has its room."""
    found = _stacked() if look.narrow else _side_by_side(look.height)
    if look.alone and not look.narrow:
        plane = Panel(ABOVE_ALONE + zero_one_map.legend_pixels(look), look.height - 2 * MARGIN, 0.0, 0.43)
        found = replace(found, panels={**found.panels, "plane": plane})
    if second:
        return found
    panels = dict(found.panels)
    sums, first = panels.pop("sums"), panels["domingos"]
    if not look.narrow:
        return replace(found, panels=panels | {"domingos": replace(first, right=sums.right)})
    # What stands below moves up.
    up = sums.bottom - first.bottom
    for name in ("bars", "lengths"):
        panels[name] = replace(panels[name], top=panels[name].top - up, bottom=panels[name].bottom - up)
    return replace(found, height=found.height - up, panels=panels)


def _side_by_side(height: int) -> Places:
    inner = height - 2 * MARGIN
    top, last = HEAD + PILL, inner - 22
    first = last - max(72, round(0.26 * (inner - top)))
    row = (last - first) // 4
    bottom = first - row - BELOW
    panels = {
        "plane": Panel(top + zero_one_map.legend_pixels(Look()), inner - 24, 0.0, 0.41),
        "domingos": Panel(top, bottom, 0.5, 0.74),
        "sums": Panel(top, bottom, 0.76, 1.0),
        "bars": Panel(first - row, last, 0.48, 1.0),
        "lengths": Panel(first, last, 0.7, 0.94),
    }
    return Places(height, panels)


def _stacked() -> Places:
    panels = {
        "plane": Panel(174, 424, 0.1, 0.99),
        "domingos": Panel(526, 686, 0.12, 0.99),
        "sums": Panel(790, 920, 0.12, 0.99),
        "bars": Panel(1001, 1126, 0.0, 1.0),
        "lengths": Panel(1026, 1126, 0.58, 0.84),
    }
    return Places(1126 + 24 + 2 * MARGIN, panels)


def zero_one_figure(
    view: ZeroOneView,
    active: int,
    *,
    complexity: str = "depth",
    second: bool = True,
    say: Say = str,
    look: Look | None = None,
) -> go.Figure:
    """Draw a family of classifiers at one of them; a handle goes through all.

    `complexity` is what the axis of the classifiers is called; `second` shows Kohavi and Wolpert's parts beside
    Domingos'.
    """
    look = look or Look()
    where = places(look, second=second)
    top, ends = zero_one_sums.top_of(view), zero_one_sums.ends_of(view, where)
    still = [
        *zero_one_map.plane_traces(view, active, say, where, look),
        *zero_one_sums.still_traces(view, ends, say),
    ]
    steps = [
        [*zero_one_map.step_traces(step, say), *zero_one_sums.step_traces(step, top, ends, say)] for step in view.steps
    ]
    if not second:
        still, *steps = (zero_one_sums.without_second(traces) for traces in (still, *steps))
    layout = {
        **base_layout(where),
        "margin": {**base_layout(where)["margin"], "l": MARGIN + _left(look)},
        **zero_one_map.plane_axes(view, where, look),
        **zero_one_sums.sum_axes(view, where, complexity),
        "annotations": _headings(view, where, say, look),
    }
    parts = [zero_one_map.map_part(view), *moved([moving(step) for step in steps], len(still))]
    return live_figure([*still, *steps[active]], layout, [_handle(view, complexity, active, parts, say)])


def _headings(view: ZeroOneView, where: Places, say: Say, look: Look) -> list[dict[str, Any]]:
    """Return what stands above the panels; on a narrow page the scale of shares has a line of its own.

    Between the first and its plane stands the legend.
    """
    plane = message("Share predicting positive · of {sets} sets", sets=view.n_sets)
    sums = (say(message("noise")), say(message("bias²")), say(message("variance")))
    above = 52 if look.narrow else ABOVE_ALONE - HEAD if look.alone else PILL
    said = {
        "plane": (say(plane), above + zero_one_map.legend_pixels(look)),
        "domingos": (_sum("c₁N", "B", "c₂V"), PILL),
        "sums": (_sum(*sums), PILL),
        # In the line of what is written there of the learner.
        "bars": (say(message("Sum of the parts")), -(where.pixels("lengths") // 8 + HEAD // 2)),
    }
    found = headings(where, {name: line for name, line in said.items() if name in where.panels})
    # The first begins where the figure does.
    return [{**found[0], "xshift": -_left(look)}, *found[1:]]


def _left(look: Look) -> int:
    """Return the pixels left of the plane for its numbers, which a share of the width would not be."""
    return 0 if look.narrow or look.alone else NUMBERS


def _sum(*parts: str) -> str:
    """Return parts as a sum, each in its colour."""
    return " + ".join(map(coloured, parts, (NOISE, BIAS, VARIANCE)))


def _handle(view: ZeroOneView, complexity: str, active: int, parts: list[Part], say: Say) -> Handle:
    said = [_said(step, say) for step in view.steps]
    handle = through(view, FLEXIBILITY, "x2y2", active, label=complexity, said=said, parts=parts)
    written = [domingos_parts(step) for step in view.steps]
    losses, biases = ([one[name] for one in written] for name in ("loss", "bias"))
    return replace(
        handle,
        values=[repr(step.setting) for step in view.steps],
        summary=[(say(message("loss")), losses), ("B", biases)],
    )


def _said(step: ZeroOneStep, say: Say) -> str:
    parts = domingos_parts(step)
    return say(
        message(
            "{shown}: loss {loss} = noise {noise} + bias {bias} + variance {unbiased} − {biased}",
            shown=step.shown,
            loss=parts["loss"],
            noise=parts["noise_term"],
            bias=parts["bias"],
            unbiased=parts["variance_unbiased"],
            biased=parts["variance_biased"],
        )
    )
