"""Fits from many training sets, and below them, aligned in x, what the error is made of at each x."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from evalcore.errors import Say, message
from evalcore.figures.bias_variance.colours import BIAS, NOISE, SAMPLE, VARIANCE, area
from evalcore.figures.layout import Places
from evalcore.figures.parts.marks import axes_of, line, placed, texts
from evalcore.figures.parts.numbers import written
from evalcore.figures.style import GRID, GUESSED, INK, RULE, Trace, rgba
from evalcore.support.arrays import FloatArray
from evalcore.views.bias_variance.scales import Scales
from evalcore.views.bias_variance.squared import SquaredStep, SquaredView

FITS, PARTS, SAID = axes_of(1), axes_of(5), axes_of(4)
# Lines that share a trace are drawn one after the other, to and fro; beyond the ends of x nobody sees them turn.
_TOGETHER: Final = 5
_BEYOND: Final = 0.2
# A text that is not seen, in whose place another can be written.
_BLANK: Final = "\u00a0"


def still_traces(view: SquaredView, scales: Scales) -> list[Trace]:
    """Return what no handle moves: the truth, and the last training set."""
    across = np.linspace(0, 1, view.truth.size)
    return [
        line(
            FITS,
            rounded(across, 4),
            rounded(view.truth, scales.fit_digits),
            line={"width": 2, "color": INK, "dash": "dash"},
        ),
        {
            **line(FITS, rounded(view.sample_x, 4), rounded(view.sample_y, scales.fit_digits)),
            "mode": "markers",
            "marker": {"size": 7 if view.n <= 60 else 4, "color": SAMPLE, "line": {"width": 1, "color": "white"}},
            "cliponaxis": True,
        },
    ]


def fit_traces(view: SquaredView, step: SquaredStep, scales: Scales, say: Say) -> list[Trace]:
    """Return what a learner moves: fits, their mean, that of the sample with its errors, the parts at each x."""
    across = rounded(np.linspace(0, 1, view.truth.size), 4)
    said = message(
        "sample (dots): training error {training}, on fresh targets {test}",
        training=written(step.sample_training),
        test=written(step.sample_test),
    )
    # Whole, since what the player writes is not simplified either.
    bold, thin = ({"width": width, "color": colour, "simplify": False} for width, colour in ((4, INK), (2, SAMPLE)))
    return [
        *faint(step, scales.fit_digits),
        line(FITS, across, rounded(step.mean, scales.fit_digits), line=bold, cliponaxis=True),
        line(FITS, across, rounded(step.sample, scales.fit_digits), line=thin, cliponaxis=True),
        *_stack(view, step),
        _cut(step, scales),
        texts(SAID, [0], [0.5], [say(said)], "middle right", textfont={"size": 13}, **GUESSED),
    ]


def faint(step: SquaredStep, digits: int, most: int | None = None) -> list[Trace]:
    """Return the fits of single sets, thin; where there is a most, so many of them."""
    fits = step.fits if most is None else step.fits[-most:]
    ends = np.linspace(0, 1, fits.shape[1])
    there = np.concatenate([[-_BEYOND], ends, [1 + _BEYOND]])
    held = np.column_stack([fits[:, :1], fits, fits[:, -1:]])
    style = {"width": 1, "color": rgba(RULE, 0.45), "simplify": False}
    found = []
    for first in range(0, len(held), _TOGETHER):
        rows = held[first : first + _TOGETHER]
        x = np.concatenate([there[::-1] if k % 2 else there for k in range(len(rows))])
        y = np.concatenate([row[::-1] if k % 2 else row for k, row in enumerate(rows)])
        found.append(line(FITS, rounded(x, 4), rounded(y, digits), line=style, cliponaxis=True))
    return found


def _stack(view: SquaredView, step: SquaredStep) -> list[Trace]:
    """Return the parts on top of each other, the whole first: what comes later covers it."""
    whole = step.noise + step.variance + step.bias2
    heights = ((whole, BIAS), (step.noise + step.variance, VARIANCE), (step.noise, NOISE))
    across = rounded(view.points, 4)
    return [
        line(
            PARTS,
            across,
            rounded(np.nan_to_num(height), 4),
            fill="tozeroy",
            **area(colour),
            line={"width": 0.5, "color": colour, "simplify": False},
            cliponaxis=True,
            **GUESSED,
        )
        for height, colour in heights
    ]


def _cut(step: SquaredStep, scales: Scales) -> Trace:
    """Return how high the parts reach where they leave the plane."""
    highest = float(np.nan_to_num(step.bias2 + step.variance + step.noise).max())
    said = f"↑ {written(highest, highest)}" if highest > scales.parts else _BLANK
    place = [0.985], [0.9 * scales.parts]
    return texts(PARTS, *place, [said], "middle left", textfont={"size": 13, "weight": "bold"}, **GUESSED)


def rounded(values: FloatArray, digits: int = 2) -> list[float]:
    """Return numbers as a figure sends them; what lies far out of it stays there."""
    found: list[float] = np.clip(values, -99, 1e6).round(digits).tolist()
    return found


def fit_axes(where: Places, scales: Scales) -> dict[str, Any]:
    """Return the axes of the fits, of the parts below them, and of the line that is said of the sample."""
    base = {"fixedrange": True, "gridcolor": GRID, "zeroline": False, "tickfont": {"size": 13}}
    marked = [0, 0.25, 0.5, 0.75, 1]
    # Off the grip, which stands on the axis.
    across = {**base, "range": [0, 1], "tickvals": marked}
    off = {"ticks": "outside", "ticklen": 8, "tickcolor": "rgba(0,0,0,0)"}
    unseen = {"visible": False, "range": [0, 1]}
    return {
        **placed(where, "fits", FITS, {**across, **off}, {**base, "range": scales.fits}),
        **placed(
            where, "parts", PARTS, across, {**base, "range": [0, scales.parts], "nticks": 2 if where.is_low else 5}
        ),
        **placed(where, "said", SAID, unseen, unseen),
    }
