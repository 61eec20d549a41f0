"""The sliders of a live figure: each step plays the frame of its name."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from evalcore.figures.style import POSITIVE, rgba, signed
from evalcore.views.threshold import ThresholdView

# By its name a slider that is let go is told from others of the same figure.
THRESHOLD = "threshold"
_PLAY = {"mode": "immediate", "frame": {"duration": 0, "redraw": False}, "transition": {"duration": 0}}


def step_name(value: float) -> str:
    """Return the exact text of a step's value, from which the same number is read back.

    >>> step_name(0.1 + 0.2)
    '0.30000000000000004'
    """
    return repr(value)


def slider(
    name: str, steps: Iterable[tuple[str, str]], title: str, active: int, *, y: float, length: float = 1.0
) -> dict[str, Any]:
    """Return a slider of steps, a name and a label each; `y` is where its top stands on the paper."""
    return {
        "name": name,
        "active": active,
        "steps": [_step(value, label) for value, label in steps],
        "currentvalue": {"prefix": f"{title} = ", "xanchor": "left", "font": {"size": 20}, "offset": 8},
        "x": 0,
        "len": length,
        "y": y,
        "yanchor": "top",
        "pad": {"t": 0, "b": 0, "l": 0, "r": 0},
        "ticklen": 0,
        "minorticklen": 0,
        "activebgcolor": POSITIVE,
        "bordercolor": POSITIVE,
        "borderwidth": 2,
        "bgcolor": rgba(POSITIVE, 0.25),
        "font": {"size": 12},
        "transition": {"duration": 0},
    }


def threshold_slider(view: ThresholdView, title: str, active: int, *, y: float, length: float = 1.0) -> dict[str, Any]:
    """Return the slider of the threshold."""
    steps = ((step_name(t), signed(f"{t:.6g}")) for t in view.steps.threshold.tolist())
    return slider(THRESHOLD, steps, title, active, y=y, length=length)


def _step(name: str, label: str) -> dict[str, Any]:
    """Return one step, with its name where the label is not that already: a browser takes the label for a missing one.

    A label of -2.5 has a minus sign and not a hyphen, so a negative step has its name as well.
    """
    step = {"method": "animate", "args": [[name], _PLAY], "label": label}
    return step if label == name else {**step, "value": name}
