"""What the page of probabilities says in sentences."""

from __future__ import annotations

import math

from evalcore.calibration import Calibration, CalibrationLine
from evalcore.counts import ThresholdCounts
from evalcore.figures import style
from evalcore.figures.live.motion import THRESHOLD
from evalcore.intervals import Estimate
from evalcore.views.calibration import Promises
from ui.live.sentence import between
from ui.live.sentence import held as hold
from ui.shared.numbers import DIGITS, UNDEFINED, count, interval, number
from ui.shared.numbers import share as near_the_ends
from ui.shared.numbers import threshold as shown
from ui.shared.text import _, sentences


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
    told = {"t": at, "share": between(number(share), low, share, high), "spread": spread(low, high)}
    if of.bin is None:
        return _("Of rows that score about {t}, {share} are positive{spread}.", **told)
    return _of_bin(of.bins, int(of.bin[step]), told)


def _of_bin(bins: Calibration, k: int, told: dict[str, str]) -> str:
    """Say which bin of rows a share is of: it may be wide, and t far from its middle."""
    n, first, last = count(float(bins.n[k])), float(bins.edges_low[k]), float(bins.edges_high[k])
    if first == last:
        return _(
            "At t = {t}: of the rows that score {score} (n = {n}), {share} are positive{spread}.",
            n=n,
            score=_score(first),
            **told,
        )
    return _(
        "At t = {t}: of the {n} rows that score {first} to {last} (mean {score}), {share} are positive{spread}.",
        n=n,
        first=_score(first),
        last=_score(last),
        score=_score(float(bins.score[k])),
        **told,
    )


def _score(value: float) -> str:
    """Write a score that is a probability in few digits, but not as 1 where it is only near to it."""
    return near_the_ends(value) if 0.99 < value < 1 else style.threshold(value, DIGITS)


def verdict(line: CalibrationLine) -> str:
    """Say whether the scores are too high or low on the whole, and too extreme or not enough; nothing if unknown."""
    if math.isnan(line.in_the_large.value):
        return ""
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
        return _("They are too extreme: slope {slope}.", slope=written(slope))
    if slope.low > 1:
        return _("They are not extreme enough: slope {slope}.", slope=written(slope))
    return None
