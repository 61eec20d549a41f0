"""The handle of the threshold: it stands on the axis of a strip of scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

import numpy as np

from evalcore.errors import Message, Say, message
from evalcore.figures import style
from evalcore.figures.live.motion import THRESHOLD, Handle, Part
from evalcore.figures.parts.strip import THRESHOLD_AXIS, drawn_at, hue_part
from evalcore.figures.style import number
from evalcore.metrics import METRICS
from evalcore.views.threshold import Steps, ThresholdView

KNOWN = ("precision", "recall", "f1")
# Of these those that are the same at any prevalence.
KNOWN_ELSEWHERE = ("recall",)
NO_TITLES: Final[Mapping[str, Message]] = MappingProxyType({})


def threshold_handle(
    view: ThresholdView,
    say: Say,
    active: int,
    parts: Sequence[Part],
    *,
    strip: int,
    also: Sequence[str] = (),
    known: Sequence[str] = KNOWN,
    titles: Mapping[str, Message] = NO_TITLES,
) -> Handle:
    """Return the handle that moves the threshold; `strip` is the place of the strip's trace, whose hue follows.

    A click in `also` moves it, too: these panels have the scores on their axis. `known` names the metrics that the bar
    at the foot of the page has of each step, and `titles` what one that does not count rows is called there.
    """
    steps = view.steps
    size = steps.threshold.size
    counts = [[f"{value:,.10g}" for value in values.tolist()] for values in (steps.tp, steps.fn, steps.fp, steps.tn)]
    shown = [style.threshold(t, digits) for t, digits in zip(steps.written, steps.digits, strict=True)]
    # Translated once for all steps: each field holds its own name until a step fills it.
    said = say(
        message("t = {t}: TP {tp}, FN {fn}, FP {fp}, TN {tn}", t="{t}", tp="{tp}", fn="{fn}", fp="{fp}", tn="{tn}")
    )
    return Handle(
        name=THRESHOLD,
        panel="xy",
        at=[drawn_at(view, i) for i in range(size)],
        values=[step_value(t) for t in steps.threshold.tolist()],
        shown=[f"t = {text}" for text in shown],
        said=[said.format(t=t, tp=a, fn=b, fp=c, tn=d) for t, a, b, c, d in zip(shown, *counts, strict=True)],
        label=say(THRESHOLD_AXIS),
        active=active,
        parts=[*parts, hue_part(view, strip)],
        stops=changing(steps),
        summary=[
            (say(titles.get(name, METRICS[name].title)), [number(v) for v in steps.metrics[name].tolist()])
            for name in known
        ],
        also=also,
    )


def step_value(value: float) -> str:
    """Return the exact text of a step's value, from which the same number is read back.

    >>> step_value(0.1 + 0.2)
    '0.30000000000000004'
    """
    return repr(value)


def changing(steps: Steps) -> list[int]:
    """Return the steps at which a key stops: the ends, and of steps with the same counts the highest."""
    same = (np.diff(steps.tp) == 0) & (np.diff(steps.fp) == 0)
    stops = np.flatnonzero(~np.append(same, False))
    return sorted({0, *stops.tolist()})
