"""What the 0-1 loss is made of: two ways of taking it apart against flexibility, and their sums at one learner."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from evalcore.errors import Say, message
from evalcore.figures.bias_variance.colours import BIAS, LINES, NOISE, VARIANCE, area
from evalcore.figures.bias_variance.said import domingos_parts
from evalcore.figures.layout import HIDDEN, Places
from evalcore.figures.parts.marks import Axes, axes_of, line, placed, texts
from evalcore.figures.style import GRID, GUESSED, INK, Trace, number
from evalcore.support.arrays import FloatArray
from evalcore.views.bias_variance.zero_one import ZeroOneStep, ZeroOneView

DOMINGOS, SUMS, BARS = axes_of(2), axes_of(3), axes_of(4)
Ends = tuple[float, float]
_ALPHA: Final = 0.5
# Share of a row of the bars that is filled.
_THICK: Final = 0.62
_PALE: Final = 0.45
_NO_EDGE: Final = {"width": 0, "color": "rgba(0,0,0,0)"}
_DIGITS: Final = 4
_ROWS: Final = (
    message("N + B + V: not the loss"),
    message("c₁N + B + V where unbiased"),
    message("− V where biased"),
    message("Kohavi–Wolpert: the loss"),
)
_HATCH: Final = {"shape": "\\", "fgcolor": INK, "bgcolor": "rgba(0,0,0,0)", "size": 6, "solidity": 0.3}


def still_traces(view: ZeroOneView, ends: Ends, say: Say) -> list[Trace]:
    """Return what no handle moves: stacked parts against flexibility, the best learner, and names of rows."""
    at, parts, sums = [step.at for step in view.steps], _columns(view, "parts"), _columns(view, "sums")
    shown = [step.shown for step in view.steps]
    domingos = [
        ("c₁N", parts["noise_term"], NOISE),
        ("B", parts["bias"], BIAS),
        (say(message("V where unbiased")), parts["variance_unbiased"], VARIANCE),
    ]
    kohavi_wolpert = [
        (say(message("noise")), sums["noise"], NOISE),
        (say(message("bias²")), sums["bias2"], BIAS),
        (say(message("variance")), sums["variance"], VARIANCE),
    ]
    lowered = {
        **line(DOMINGOS, [*at, *reversed(at)], _to_and_fro(parts["loss"], parts["loss"] + parts["variance_biased"])),
        "fill": "toself",
        "line": {"width": 0, "color": "rgba(0,0,0,0)"},
        "fillpattern": _HATCH,
    }
    losses = [_loss(axes, at, parts["loss"], shown, say) for axes in (DOMINGOS, SUMS)]
    best = view.steps[view.best]
    diamond = {
        **line(DOMINGOS, [best.at], [round(best.parts.loss, _DIGITS)]),
        "mode": "markers",
        "marker": {"size": 13, "symbol": "diamond-open", "color": INK, "line": {"width": 2}},
    }
    names = texts(BARS, [ends[0]] * 4, _heights(), [say(row) for row in _ROWS], "middle right", textfont={"size": 13})
    told = [
        *_stacked(DOMINGOS, at, domingos, shown),
        lowered,
        *_stacked(SUMS, at, kohavi_wolpert, shown),
        *losses,
        diamond,
    ]
    return [*(trace | GUESSED for trace in told), names]


def _columns(view: ZeroOneView, name: str) -> dict[str, FloatArray]:
    """Return each mean of a decomposition, learner by learner."""
    means = [vars(getattr(step, name)) for step in view.steps]
    return {key: np.array([mean[key] for mean in means]) for key in means[0]}


def _to_and_fro(low: FloatArray, high: FloatArray) -> list[float]:
    return [round(float(value), _DIGITS) for value in np.concatenate([low, high[::-1]])]


def _stacked(
    axes: Axes, at: Sequence[float], parts: Sequence[tuple[str, FloatArray, str]], shown: Sequence[str]
) -> list[Trace]:
    """Return parts one upon the other, each filled down to the one below."""
    found, total = [], np.zeros(len(at))
    for k, (name, values, colour) in enumerate(parts):
        total = total + values
        found.append(
            {
                **line(axes, at, np.round(total, _DIGITS).tolist()),
                "fill": "tonexty" if k else "tozeroy",
                **area(colour, _ALPHA),
                "line": {"width": 1, "color": colour},
                "hoverinfo": "text",
                "hovertext": [f"{name} {number(v)}<br>{one}" for v, one in zip(values.tolist(), shown, strict=True)],
            }
        )
    return found


def _loss(axes: Axes, at: Sequence[float], values: FloatArray, shown: Sequence[str], say: Say) -> Trace:
    name = say(message("loss"))
    said = [f"{name} {number(v)}<br>{one}" for v, one in zip(values.tolist(), shown, strict=True)]
    return {
        **line(axes, at, np.round(values, _DIGITS).tolist(), line=LINES["error"]),
        "hoverinfo": "text",
        "hovertext": said,
    }


def step_traces(step: ZeroOneStep, top: float, ends: Ends, say: Say) -> list[Trace]:
    """Return what a learner moves: rules and dots on both sweeps, the bars and their ends as numbers."""
    loss = round(step.parts.loss, _DIGITS)
    rules = [line(axes, [step.at] * 2, [0, top], line={"width": 2, "color": INK}) for axes in (DOMINGOS, SUMS)]
    dots = [
        {
            **line(axes, [step.at], [loss]),
            "mode": "markers",
            "marker": {"size": 10, "color": INK, "line": {"width": 1.5, "color": "white"}},
        }
        for axes in (DOMINGOS, SUMS)
    ]
    written = domingos_parts(step)
    said = [number(step.parts.naive_sum), written["before"], f"− {written['variance_biased']}", written["loss"]]
    told = [
        *dots,
        *_bars(step),
        line(BARS, [loss] * 2, [-0.6, 3.6], line={"width": 2, "color": INK}),
        texts(BARS, [ends[1]] * 4, _heights(), said, "middle left", textfont={"size": 14, "weight": "bold"}),
        texts(
            BARS,
            [ends[1]],
            [-1.0],
            [say(message("{shown} · line: loss {loss}", shown=step.shown, loss=number(loss)))],
            "middle left",
            textfont={"size": 13},
        ),
    ]
    return [*rules, *(trace | GUESSED for trace in told)]


def _bars(step: ZeroOneStep) -> list[Trace]:
    """Return the rows of bars, one part after the other; what is taken away is hatched and paler."""
    parts, sums = step.parts, step.sums
    rows = [
        (0.0, [(parts.noise, NOISE), (parts.bias, BIAS), (parts.variance, VARIANCE)]),
        (0.0, [(parts.noise_term, NOISE), (parts.bias, BIAS), (parts.variance_unbiased, VARIANCE)]),
        (parts.loss, [(parts.variance_biased, VARIANCE)]),
        (0.0, [(sums.noise, NOISE), (sums.bias2, BIAS), (sums.variance, VARIANCE)]),
    ]
    found = []
    for row, (start, segments) in zip(_heights(), rows, strict=True):
        edges = start + np.cumsum([0.0, *(value for value, _ in segments)])
        for first, last, (_, colour) in zip(edges[:-1], edges[1:], segments, strict=True):
            left, right = np.round([first, last], _DIGITS).tolist()
            x, y = [left, left, right, right, left], [row + side * _THICK / 2 for side in (-1, 1, 1, -1, -1)]
            shade = {**area(colour, _PALE), "fillpattern": _HATCH} if start else area(colour)
            found.append(line(BARS, x, y, fill="toself", line=_NO_EDGE, cliponaxis=True) | shade)
    return found


def _heights() -> list[float]:
    """Return where the rows of bars stand, from above."""
    return [0.0, 1.0, 2.0, 3.0]


def without_second(traces: Sequence[Trace]) -> list[Trace]:
    """Return what is not drawn in the panel of Kohavi and Wolpert's parts."""
    return [trace for trace in traces if trace.get("xaxis") != SUMS["xaxis"]]


def top_of(view: ZeroOneView) -> float:
    """Return how high the sweeps reach."""
    return 1.08 * max(step.parts.loss + step.parts.variance_biased for step in view.steps)


def ends_of(view: ZeroOneView, where: Places) -> Ends:
    """Return where the plane of the bars begins and ends: names stand before 0, numbers beyond the longest bar."""
    whole, bars = where.panels["bars"], where.panels["lengths"]
    unit = _far(view) / (bars.right - bars.left)
    return (whole.left - bars.left) * unit, (whole.right - bars.left) * unit


def _far(view: ZeroOneView) -> float:
    return 1.04 * max(step.parts.naive_sum for step in view.steps)


def sum_axes(view: ZeroOneView, where: Places, complexity: str) -> dict[str, Any]:
    """Return the axes of both sweeps, of the bars, and of the names and numbers beside them."""
    base = {"gridcolor": GRID, "zeroline": False, "tickfont": {"size": 13}}
    low, high = view.steps[0].at, view.steps[-1].at
    room = 0.03 * (high - low) or 1
    ticks = {round(view.family.flexibility(one), 6): f"{one:g}" for one in view.family.ticks}
    across = {
        **base,
        "range": [low - room, high + room],
        "tickvals": list(ticks),
        "ticktext": list(ticks.values()),
        "tickangle": 0,
        "ticks": "outside",
        "ticklen": 10,
        "tickcolor": "rgba(0,0,0,0)",
        "title": {"text": complexity, "standoff": 13, "font": {"size": 14}},
    }
    up = {**base, "range": [0, top_of(view)], "nticks": 5}
    far = _far(view)
    every = 0.2 if far > 0.5 else 0.1 if far > 0.25 else 0.05
    marked = np.round(np.arange(0, far, every), 2).tolist()
    lengths = {**base, "showgrid": False, "range": list(ends_of(view, where)), "tickvals": marked, "tickangle": 0}
    return {
        **placed(where, "domingos", DOMINGOS, across, up),
        **(placed(where, "sums", SUMS, across, {**up, "showticklabels": False}) if "sums" in where.panels else {}),
        # Names, bars and numbers in one plane: one upon another would be hidden by that one's ground.
        **placed(where, "bars", BARS, lengths, {**HIDDEN, "range": [3.5, -1.5]}),
    }
