"""With how many digits a threshold is written: as few as decide the same, so that it can be typed elsewhere."""

from __future__ import annotations

import decimal
import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from evalcore.support.arrays import FloatArray

# Significant digits of a threshold: at least, in its field at least, and of one that was typed.
LEAST_DIGITS, FIELD_DIGITS, MOST_DIGITS = 2, 4, 10


class Written(NamedTuple):
    """A threshold as it is written: rounded to so many significant digits, of which trailing noughts go unsaid."""

    value: float
    digits: int


def written_threshold(thresholds: FloatArray, threshold: float) -> Written:
    """How is a threshold written, the same wherever it stands?

    Parameters
    ----------
    thresholds
        Those of a table: distinct, from +inf down.
    threshold
        Any number; it need not be one of them.

    Returns
    -------
    Written
        A number that is none of the scores stays as it was typed, in up to ten digits. A score has as many digits, at
        least two, as tell it from the next lower one, so that what is written decides the same and can be typed
        elsewhere. Where rounding up would let go of its own rows, as of 2/3, and a digit more does not mend that, it is
        rounded down.

    Examples
    --------
    >>> table = np.array([np.inf, 0.7123456, 2 / 3 + 1e-7, 2 / 3, 1 / 3])
    >>> [f"{w.value:.{w.digits}g}" for w in (written_threshold(table, t) for t in (*table[1:], 0.123456))]
    ['0.71', '0.6666667', '0.66', '0.33', '0.123456']
    """
    if not math.isfinite(threshold):
        return Written(threshold, MOST_DIGITS)
    ascending = thresholds[::-1]
    place = int(np.searchsorted(ascending, threshold))
    above = float(ascending[place]) if place < ascending.size else math.inf
    below = float(ascending[place - 1]) if place else -math.inf
    if above != threshold and float(f"{threshold:.{MOST_DIGITS}g}") == threshold:
        return Written(threshold, MOST_DIGITS)
    return between_scores(threshold, below, above)


def between_scores(threshold: float, below: float, above: float) -> Written:
    """Return how a threshold is written that lies above one score and not above the next: what `written_threshold` has.

    `threshold` is finite. It is looked at as it is rounded to ever more digits, and rounded down where that is rounded
    up; a digit more is tried before that is taken.
    """
    alike, down = _alike(below, above), None
    # All digits of a float are 17.
    for digits in range(LEAST_DIGITS, 18):
        near = float(f"{threshold:.{digits}g}")
        if digits <= MOST_DIGITS and alike(near):
            return Written(near, digits)
        if down is not None:
            return down
        # Rounded down already it would be the same.
        lower = _rounded_down(threshold, digits) if near > threshold or digits > MOST_DIGITS else None
        if lower is not None and alike(lower.value):
            down = lower
            if digits >= MOST_DIGITS:
                break
    return _rounded_down(threshold, 17) if down is None else down


def _alike(below: float, above: float) -> Callable[[float], bool]:
    """Return what tells whether a number decides as those between two neighbouring scores, the upper one among them."""
    return lambda number: below < number <= above


def _rounded_down(value: float, digits: int) -> Written:
    """Return a number rounded towards minus infinity, and with all its digits itself."""
    context = decimal.Context(prec=digits, rounding=decimal.ROUND_FLOOR)
    return Written(value if digits >= 17 else float(context.create_decimal(repr(float(value)))), digits)


def field_digits(thresholds: FloatArray, threshold: float) -> int:
    """With how many significant digits does the field of a threshold show it: as typed, else as it decides the same?

    Examples
    --------
    >>> field_digits(np.array([np.inf, 2 / 3, 1 / 3]), 1 / 3), field_digits(np.array([np.inf, 0.98765]), 0.98765)
    (4, 10)
    """
    if float(f"{threshold:.{MOST_DIGITS}g}") == threshold:
        return MOST_DIGITS
    ascending = thresholds[::-1]
    place = int(np.searchsorted(ascending, threshold))
    written = [float(f"{threshold:.{digits}g}") for digits in range(FIELD_DIGITS, MOST_DIGITS + 1)]
    alike = np.flatnonzero(np.searchsorted(ascending, written) == place)
    return FIELD_DIGITS + int(alike[0]) if alike.size else MOST_DIGITS
