"""What the page of probabilities says in sentences."""

from __future__ import annotations

import math

from evalcore.calibration import CalibrationLine
from evalcore.counts import ThresholdCounts
from evalcore.figures.live.motion import THRESHOLD
from evalcore.intervals import Estimate
from evalcore.views.calibration import Promises
from ui.live.sentence import between
from ui.live.sentence import held as hold
from ui.shared.numbers import UNDEFINED, interval, number
from ui.shared.numbers import threshold as shown
from ui.shared.text import _, say, sentences


def spread(low: float, high: float) -> str:
    """Write an interval behind a number, nothing where there is none."""
    written = interval(low, high)
    return "" if written == UNDEFINED else f" {written}"


def written(of: Estimate) -> str:
    """Write a number with its interval."""
    return f"{number(of.value)}{spread(of.low, of.high)}"


def held(of: Promises, step: int, counts: ThresholdCounts) -> str:
    """Say how often scores near the threshold come true; the same of a held handle and of one let go."""
    t = float(of.view.steps.threshold[step])
    share, low, high = (float(each[step]) for each in (of.share, of.low, of.high))
    at = hold(shown(t, counts), THRESHOLD)
    if math.isnan(share):
        return _("At t = {t} there is no such score.", t=at)
    return _(
        "Of rows that score about {t}, {share} are positive{spread}.",
        t=at,
        share=between(number(share), low, share, high),
        spread=spread(low, high),
    )


def verdict(line: CalibrationLine) -> str:
    """Say whether the scores are too high or too low on the whole, and too bold or too timid."""
    if math.isnan(line.in_the_large.value):
        return "" if line.reason is None else say(line.reason)
    return sentences(_on_the_whole(line), _slope(line)) or _("On the whole nothing shows that they are off.")


def _on_the_whole(line: CalibrationLine) -> str | None:
    values = {"expected": number(line.expected), "observed": number(line.observed)}
    large = line.in_the_large
    if large.high < 0:
        return _("On the whole they are too high: {expected} expected, {observed} positive.", **values)
    if large.low > 0:
        return _("On the whole they are too low: {expected} expected, {observed} positive.", **values)
    return None


def _slope(line: CalibrationLine) -> str | None:
    slope = line.slope
    if math.isnan(slope.value):
        return None
    if slope.high < 1:
        return _("They are too bold: slope {slope}.", slope=written(slope))
    if slope.low > 1:
        return _("They are too timid: slope {slope}.", slope=written(slope))
    return None
