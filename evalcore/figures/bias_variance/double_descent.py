"""Double descent: the error against features for each point, and beside it the fits of the present step."""

from __future__ import annotations

import math
from typing import Any, Final

import plotly.graph_objects as go

from evalcore.errors import Message, Say, message
from evalcore.figures.bias_variance.colours import LINES, SAMPLE
from evalcore.figures.layout import HIDDEN, MARGIN, Look, Panel, Places, base_layout, heading, plane_axes
from evalcore.figures.live.motion import Handle, live_figure, moved
from evalcore.figures.parts.numbers import written
from evalcore.figures.style import GUESSED, INK, OF_LINE, RULE, Trace, raised, rgba
from evalcore.views.bias_variance.double_descent import DescentStep, DescentView

RATIO: Final = "features"
FITS = {"xaxis": "x2", "yaxis": "y2"}
ERRORS = {"xaxis": "x", "yaxis": "y"}
NUMBERS = {"xaxis": "x3", "yaxis": "y3"}
# Pixels above the fits for their heading, above the errors for heading, numbers and the value of the handle, and below.
ABOVE, AFTER_NUMBERS, BELOW, NARROW_PANEL = 30, 42, 54, 220
# Alone: above the errors for the value of the handle, and above the numbers for the axis of the fits.
PILL, ABOVE_NUMBERS = 14, 46
# Pixels of a row of numbers; in so many of them on a page with room for two columns, and on a narrow one.
ROW, ROWS, NARROW_ROWS = 20, 3, 6
PER_POINT: Final = message("features for each point, p / n")
RATIOS: Final = (0.1, 0.2, 0.5, 1, 2, 5, 10)
# As the player draws them; Plotly would leave points out.
EXACT: Final = {"simplify": False}
LOWEST: Final = -3.0
# Where a number stands, column and row.
Cell = tuple[float, float]
# What stands before the numbers, in the order of `_values` and of STYLES; the last has no line.
NAMES: Final = (
    message("test error, mean"),
    message("test error, median"),
    message("training error"),
    message("bias²"),
    message("variance"),
    message("features p"),
)
STYLES: Final = (
    LINES["error"],
    {**LINES["error"], "dash": "dash", "width": 2},
    LINES["training"],
    LINES["bias"],
    LINES["variance"],
)


# Each of these has its name, its number and its dot.
_OF_LINES: Final = [str(name) for name in NAMES[: len(STYLES)]]


def descent_figure(view: DescentView, *, say: Say = str, look: Look | None = None) -> go.Figure:
    """Draw errors and fits; the handle on the axis of the errors moves the number of features."""
    look = look or Look()
    places = _places(look)
    top = _top(view)
    cells = _cells(narrow=look.narrow)
    still = [*_curves(view), *_marks(view, top), *_keys(cells, say), *_truth(view)]
    steps = [_moving(step, view, cells) for step in view.steps]
    layout = {
        **base_layout(places),
        "showlegend": False,
        **_axes(view, places, say, top),
        **_number_axes(places, narrow=look.narrow),
        "annotations": [*_headings(places, say, alone=look.alone), *_names(view, say, top)],
    }
    return live_figure([*still, *steps[view.active]], layout, [_handle(view, say, moved(steps, len(still)))])


def _places(look: Look) -> Places:
    if look.narrow:
        first = ABOVE + NARROW_ROWS * ROW + AFTER_NUMBERS
        second = first + NARROW_PANEL + BELOW + ABOVE + 10
        panels = {
            "numbers": Panel(ABOVE, ABOVE + NARROW_ROWS * ROW, 0.0, 0.8),
            "errors": Panel(first, first + NARROW_PANEL, 0.13, 0.98),
            "fits": Panel(second, second + NARROW_PANEL, 0.13, 0.98),
        }
        return Places(second + NARROW_PANEL + BELOW + 2 * MARGIN, panels)
    if look.alone:
        return _places_alone(look)
    end, first = look.height - 2 * MARGIN - BELOW, ABOVE + ROWS * ROW + AFTER_NUMBERS
    panels = {
        "fits": Panel(ABOVE, end, 0.04, 0.45),
        "numbers": Panel(ABOVE, ABOVE + ROWS * ROW, 0.54, 0.99),
        "errors": Panel(first, end, 0.54, 0.99),
    }
    return Places(look.height, panels)


def _places_alone(look: Look) -> Places:
    """Return where the parts of a scene stand: the errors have its height, fits and numbers stand at their left."""
    bottom = look.height - 2 * MARGIN
    numbers = bottom - ROWS * ROW
    panels = {
        "fits": Panel(ABOVE, numbers - ABOVE_NUMBERS, 0.04, 0.42),
        "numbers": Panel(numbers, bottom, 0.0, 0.45),
        "errors": Panel(PILL, bottom - BELOW, 0.52, 0.99),
    }
    return Places(look.height, panels)


def _log(value: float) -> float:
    """Return where an error stands; 0, and what is far below the axis, is out of sight."""
    return round(math.log10(max(value, 1e-9)), 3)


def place(ratio: float) -> float:
    """Return where a number of features for each point stands.

    >>> place(0.1), place(1.0)
    (-1.0, 0.0)
    """
    return round(math.log10(ratio), 4)


def _top(view: DescentView) -> float:
    return _log(max(1.0, *(step.mean for step in view.steps))) + 0.3


def _values(step: DescentStep) -> tuple[float, ...]:
    return step.mean, step.median, step.training, step.bias2, step.variance


def _curves(view: DescentView) -> list[Trace]:
    across = [place(step.ratio) for step in view.steps]
    columns = zip(*(_values(step) for step in view.steps), strict=True)
    return [
        {**_line(ERRORS, across, [_log(value) for value in column]), "line": style, **GUESSED, OF_LINE: name}
        for column, style, name in zip(columns, STYLES, _OF_LINES, strict=True)
    ]


def _marks(view: DescentView, top: float) -> list[Trace]:
    """Return where there are as many features as points, and the noise, below which no error falls."""
    ends = [place(view.steps[0].ratio), place(view.steps[-1].ratio)]
    thin = {"color": RULE, "width": 1.5, "dash": "dash"}
    noise = [] if view.noise == 0 else [{**_line(ERRORS, ends, [_log(view.noise)] * 2), "line": LINES["noise"]}]
    return [{**_line(ERRORS, [0, 0], [LOWEST, top]), "line": thin}, *noise]


def _line(axes: dict[str, str], x: list[float], y: list[float]) -> Trace:
    return {"type": "scatter", "mode": "lines", "x": x, "y": y, "hoverinfo": "skip", **axes}


def _keys(cells: list[Cell], say: Say) -> list[Trace]:
    """Return the names before the live numbers, but for the last each after a piece of its line: the legend."""
    keys = [
        {**_line(NUMBERS, [x, x + 0.09], [y, y]), "line": style, OF_LINE: name}
        for style, (x, y), name in zip(STYLES, cells, _OF_LINES, strict=False)
    ]
    names = {
        **_line(NUMBERS, [x + 0.11 for x, _y in cells], [y for _x, y in cells]),
        "mode": "text",
        "text": [say(name) for name in NAMES],
        OF_LINE: _OF_LINES,
        "textposition": "middle right",
        "textfont": {"size": 13},
    }
    return [*keys, names]


def _cells(*, narrow: bool) -> list[Cell]:
    """Return where the numbers stand: three errors, then two parts and how many features."""
    if narrow:
        return [(0.0, float(NARROW_ROWS - 1 - k)) for k in range(NARROW_ROWS)]
    return [(x, float(ROWS - 1 - k)) for x in (0.0, 1.12) for k in range(ROWS)]


def _truth(view: DescentView) -> list[Trace]:
    x, y = (values.round(3).tolist() for values in (view.sample_x, view.sample_y))
    return [
        {
            **_line(FITS, view.x.round(3).tolist(), view.truth.round(3).tolist()),
            "line": {"color": INK, "dash": "dash", "width": 2},
        },
        {
            **_line(FITS, x, y),
            "mode": "markers",
            "marker": {"size": 7, "color": SAMPLE, "line": {"width": 1, "color": "white"}},
        },
    ]


def _moving(step: DescentStep, view: DescentView, cells: list[Cell]) -> list[Trace]:
    at, x = place(step.ratio), view.x.round(3).tolist()
    values = _values(step)
    dots = {"size": 10, "color": [style["color"] for style in STYLES], "line": {"width": 1.5, "color": "white"}}
    return [
        {**_line(ERRORS, [at, at], [LOWEST, _top(view)]), "line": {"color": INK, "width": 2}},
        {
            **_line(ERRORS, [at] * len(values), [_log(value) for value in values]),
            "mode": "markers",
            "marker": dots,
            **GUESSED,
            OF_LINE: _OF_LINES,
        },
        {
            **_line(NUMBERS, [1.0 + math.floor(x) for x, _y in cells], [y for _x, y in cells]),
            "mode": "text",
            "text": _texts(step),
            "textposition": "middle left",
            "textfont": {"size": 14, "weight": "bold"},
            **GUESSED,
            OF_LINE: _OF_LINES,
        },
        *(
            {**_line(FITS, x, fit), "line": {"color": rgba(RULE, 0.55), "width": 1, **EXACT}}
            for fit in step.fits.round(2).tolist()
        ),
        {**_line(FITS, x, step.sample.round(2).tolist()), "line": {"color": SAMPLE, "width": 1.5, **EXACT}},
        {**_line(FITS, x, step.average.round(2).tolist()), "line": {"color": INK, "width": 3, **EXACT}},
    ]


def _texts(step: DescentStep) -> list[str]:
    """Return the numbers of a step; the median has no standard error, and so two digits."""
    return [
        written(step.mean, step.mean_error),
        written(step.median, step.median),
        written(step.training),
        written(step.bias2, step.part_errors[0]),
        written(step.variance, step.part_errors[1]),
        f"{step.features:,}",
    ]


def _said(step: DescentStep, n: int) -> Message:
    mean, median, *_others = _texts(step)
    return message(
        "{features} features for {n} points: mean test error {mean}, median {median}",
        features=step.features,
        n=n,
        mean=mean,
        median=median,
    )


def _handle(view: DescentView, say: Say, parts: list[Any]) -> Handle:
    return Handle(
        name=RATIO,
        panel="xy",
        at=[place(step.ratio) for step in view.steps],
        values=[repr(step.ratio) for step in view.steps],
        shown=[f"p/n = {step.ratio:.3g}" for step in view.steps],
        said=[say(_said(step, view.n)) for step in view.steps],
        label=say(PER_POINT),
        active=view.active,
        parts=parts,
        stops=list(range(len(view.steps))),
    )


def _headings(places: Places, say: Say, *, alone: bool) -> list[dict[str, Any]]:
    errors, fits = message("Error against features"), message("Fits of the sets · bold: their mean · dashed: truth")
    of_fits = heading(say(fits), 0.0, places.paper(places.panels["fits"].top - 18))
    if alone:
        # The value of the handle stands above the errors, which the question speaks of.
        return [of_fits]
    return [heading(say(errors), places.panels["numbers"].left, places.paper(ABOVE - 18)), of_fits]


def _names(view: DescentView, say: Say, top: float) -> list[dict[str, Any]]:
    """Return what the dashed lines are."""
    base = {"xref": "x", "yref": "y", "showarrow": False, "font": {"size": 13}}
    named = [{**base, "text": f"p = n = {view.n}", "x": 0, "y": top, "xanchor": "left", "yanchor": "top", "xshift": 4}]
    if view.noise:
        low = {"x": place(view.steps[0].ratio), "y": _log(view.noise), "xanchor": "left", "yanchor": "bottom"}
        named.append({**base, "text": say(message("noise")), **low})
    return named


def _axes(view: DescentView, places: Places, say: Say, top: float) -> dict[str, Any]:
    errors = plane_axes(places, "errors", ERRORS, (say(PER_POINT), ""), {"zeroline": False})
    ends = [place(view.steps[0].ratio), place(view.steps[-1].ratio)]
    known = [ratio for ratio in RATIOS if ends[0] - 0.01 <= place(ratio) <= ends[1] + 0.01]
    errors["xaxis"] |= {
        "range": [ends[0] - 0.04, ends[1] + 0.04],
        "tickvals": [place(ratio) for ratio in known],
        "ticktext": [f"{ratio:g}" for ratio in known],
        "ticks": "outside",
        "ticklen": 8,
        "tickcolor": "rgba(0,0,0,0)",
    }
    powers = list(range(int(LOWEST), math.floor(top) + 1))
    shown = powers if len(powers) <= 6 else powers[::2]
    errors["yaxis"] |= {"range": [LOWEST, top], "tickvals": shown, "ticktext": [_power(power) for power in shown]}
    fits = plane_axes(places, "fits", FITS, ("x", ""), {"zeroline": False})
    reach = round(1.25 + 3 * math.sqrt(view.noise), 2)
    fits["xaxis2"] |= {"range": [0, 1], "tickvals": [0, 0.25, 0.5, 0.75, 1], "showgrid": False}
    fits["yaxis2"] |= {"range": [-reach, reach], "nticks": 6}
    return errors | fits


def _number_axes(places: Places, *, narrow: bool) -> dict[str, Any]:
    across, up = places.domains("numbers")
    rows, columns = (NARROW_ROWS, 1) if narrow else (ROWS, 2)
    return {
        "xaxis3": {**HIDDEN, "domain": across, "range": [0, columns + 0.02], "anchor": "y3"},
        "yaxis3": {**HIDDEN, "domain": up, "range": [-0.5, rows - 0.5], "anchor": "x3"},
    }


def _power(power: int) -> str:
    """Write a power of ten as an axis has it."""
    return f"{10.0**power:g}" if -4 < power < 3 else f"10{raised(str(power))}"
