"""Errors against flexibility, the numbers at the present learner, and the bar of parts that is the measured error."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from evalcore.errors import Say, message
from evalcore.figures.bias_variance.colours import BIAS, LINES, NOISE, TRAINING, VARIANCE, area
from evalcore.figures.bias_variance.fits import rounded
from evalcore.figures.bias_variance.said import squared_parts
from evalcore.figures.layout import HIDDEN, Places
from evalcore.figures.parts.marks import axes_of, line, placed, texts
from evalcore.figures.parts.numbers import written, written_beside
from evalcore.figures.style import GRID, GUESSED, INK, OF_LINE, Trace
from evalcore.support.arrays import FloatArray
from evalcore.views.bias_variance.scales import Scales
from evalcore.views.bias_variance.squared import SquaredStep, SquaredView

READOUT, SWEEP, BAR = axes_of(2), axes_of(3), axes_of(7)
# Where in a column of width 1, behind its key of 0.13, a name begins and its number ends: before an audience, where
# letters are large, "measured" and four digits take all of it.
_NAMED: Final = 0.15
_ENDS: Final = 0.95
# The names beside the numbers, in two columns from the top.
_COLUMNS: Final = (("bias", "variance", "noise"), ("error", "measured", "training"))
_NAMES: Final = {
    "bias": message("bias²"),
    "variance": message("variance"),
    "noise": message("noise σ²"),
    "error": message("sum"),
    "median": message("median"),
    "measured": message("measured"),
    "training": message("training"),
}


def _places(view: SquaredView) -> dict[str, tuple[int, int]]:
    """Return where each number stands; where each set has its own x their median stands beside the mean."""
    columns = (_COLUMNS[0], (*_COLUMNS[1], *(() if view.is_fixed else ("median",))))
    return {name: (k, _rows(view) - 1 - row) for k, column in enumerate(columns) for row, name in enumerate(column)}


def _rows(view: SquaredView) -> int:
    return len(_COLUMNS[0]) + (not view.is_fixed)


def series(view: SquaredView) -> dict[str, FloatArray]:
    """Return each part of the error, learner by learner."""
    means = [step.parts.mean for step in view.steps]
    return {
        "bias": np.array([mean.bias2 for mean in means]),
        "variance": np.array([mean.variance for mean in means]),
        "noise": np.array([mean.noise for mean in means]),
        "error": np.array([mean.error for mean in means]),
        **({} if view.is_fixed else {"median": np.array([step.median_error for step in view.steps])}),
        "training": np.array([step.training_error for step in view.steps]),
    }


def still_traces(view: SquaredView, scales: Scales, say: Say) -> list[Trace]:
    """Return what no handle moves: a line for each part, the best learner, and the names beside the numbers."""
    at, spots = [step.at for step in view.steps], _places(view)
    named = {name: say(text) for name, text in _NAMES.items()}
    lines = [
        {
            **line(SWEEP, at, rounded(scales.height(values), 4), line=LINES[name], cliponaxis=True, **GUESSED),
            "hoverinfo": "text",
            "hovertext": [
                f"{named[name]} {written(v)}<br>{step.shown}" for v, step in zip(values, view.steps, strict=True)
            ],
            OF_LINE: name,
        }
        for name, values in series(view).items()
    ]
    best = scales.height(np.array([view.steps[view.best].parts.mean.error]))
    diamond = {
        **line(SWEEP, [at[view.best]], rounded(best, 4)),
        "mode": "markers",
        "marker": {"size": 13, "symbol": "diamond-open", "color": INK, "line": {"width": 2}},
        **GUESSED,
        OF_LINE: "error",
    }
    keys = [
        line(READOUT, [x, x + 0.13], [y, y], line=LINES[name]) | {OF_LINE: name}
        for name, (x, y) in spots.items()
        if name in LINES
    ]
    x, y = spots["measured"]
    measured = line(READOUT, [x + 0.065] * 2, [y - 0.28, y + 0.28], line={"width": 3, "color": INK})
    # What is measured is no line of the sweep.
    names = [
        texts(
            READOUT,
            [x + _NAMED for x, _ in some.values()],
            [y for _, y in some.values()],
            [named[name] for name in some],
            "middle right",
            textfont={"size": 13},
            **({OF_LINE: list(some)} if is_line else {}),
        )
        for is_line in (True, False)
        if (some := {name: spot for name, spot in spots.items() if (name in LINES) == is_line})
    ]
    return [*lines, diamond, *keys, measured, *names]


def step_traces(view: SquaredView, step: SquaredStep, scales: Scales) -> list[Trace]:
    """Return what a learner moves: the rule with its dots, the numbers, and the bar."""
    mean = step.parts.mean
    values = {"bias": mean.bias2, "variance": mean.variance, "noise": mean.noise, "error": mean.error}
    values |= {"training": step.training_error} | ({} if view.is_fixed else {"median": step.median_error})
    heights = rounded(scales.height(np.array(list(values.values()))), 4)
    said = {name: written_beside(value, step.rounded) for name, value in values.items()} | squared_parts(step)
    spots = _places(view)
    said["measured"] = written(step.measured.error, step.measured.standard_error)
    colours = [LINES[name]["color"] for name in values]
    return [
        line(SWEEP, [step.at] * 2, list(scales.errors), line={"width": 2, "color": INK}),
        {
            **line(SWEEP, [step.at] * len(heights), heights),
            "mode": "markers",
            "marker": {"size": 10, "color": colours, "line": {"width": 1.5, "color": "white"}},
            "cliponaxis": True,
            **GUESSED,
            OF_LINE: list(values),
        },
        texts(
            READOUT,
            [x + _ENDS for x, _ in spots.values()],
            [y for _, y in spots.values()],
            [said[name] for name in spots],
            "middle left",
            textfont={"size": 15, "weight": "bold"},
            **GUESSED,
        ),
        *(trace | GUESSED for trace in _bar(step, scales)),
    ]


def _bar(step: SquaredStep, scales: Scales) -> list[Trace]:
    """Return the parts beside each other, the whole first: what comes later covers it."""
    mean = step.parts.mean
    first, second = np.nan_to_num([mean.bias2, mean.bias2 + mean.variance]).tolist()
    segments = [
        line(
            BAR,
            rounded(np.array([0, 0, end, end]), 5),
            [0, 1, 1, 0],
            fill="tozeroy",
            **area(colour),
            line={"width": 0.5, "color": colour},
            cliponaxis=True,
        )
        for end, colour in ((mean.error, NOISE), (second, VARIANCE), (first, BIAS))
    ]
    errors = rounded(np.array([step.measured.error, step.training_error]), 5)
    measured, training = (min(one, scales.bar) for one in errors)
    return [
        *segments,
        line(BAR, [measured] * 2, [-0.35, 1.35], line={"width": 3, "color": INK}),
        line(BAR, [training] * 2, [-0.35, 1.35], line={"width": 2, "color": TRAINING}),
    ]


def flexibility_axes(where: Places, view: SquaredView, scales: Scales, title: str) -> dict[str, Any]:
    """Return the axes of the errors against flexibility, of the numbers and of the bar."""
    base = {"fixedrange": True, "gridcolor": GRID, "zeroline": False, "tickfont": {"size": 13}}
    low, high = view.steps[0].at, view.steps[-1].at
    room = 0.03 * (high - low) or 1
    ticks = {round(view.family.flexibility(one), 6): view.family.tick(one) for one in view.family.ticks}
    across = {
        **base,
        "range": [low - room, high + room],
        "tickvals": list(ticks),
        "ticktext": list(ticks.values()),
        "tickangle": 0,
        "ticks": "outside",
        "ticklen": 10,
        "tickcolor": "rgba(0,0,0,0)",
        "title": {"text": title, "standoff": 13, "font": {"size": 14}},
    }
    up = {**base, "range": list(scales.errors), **_tens(scales)}
    rows = {**HIDDEN, "range": [-0.5, _rows(view) - 0.5]}
    return {
        **placed(where, "sweep", SWEEP, across, up),
        **placed(where, "readout", READOUT, {**HIDDEN, "range": [0, 2]}, rows),
        **placed(where, "bar", BAR, {**base, "range": [0, scales.bar], "nticks": 6}, {**HIDDEN, "range": [-0.4, 1.4]}),
    }


def _tens(scales: Scales) -> dict[str, Any]:
    """Return the numbers of an axis on which each tenfold is as wide."""
    if not scales.is_log:
        return {"nticks": 6}
    low, high = scales.errors
    powers = range(int(np.ceil(low)), int(np.floor(high)) + 1)
    return {"tickvals": list(powers), "ticktext": [f"{10.0**power:,.{max(-power, 0)}f}" for power in powers]}
