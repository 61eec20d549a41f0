"""How numbers are written on the screen."""

from __future__ import annotations

import math

from evalcore.counts import ThresholdCounts
from evalcore.figures import style
from evalcore.figures.style import digits_of_interval, signed
from evalcore.views.digits import MOST_DIGITS, written_threshold

UNDEFINED = "—"
# As many as tell two thresholds of a table apart; a download and the hover of a figure have them all.
DIGITS = 3


def tex(text: str) -> str:
    """Return a written number for LaTeX: it would set a space after the comma of 1,234, and knows no dash."""
    return text.replace(",", "{,}").replace(UNDEFINED, rf"\text{{{UNDEFINED}}}")


def number(value: float, digits: int = DIGITS) -> str:
    """Write a share, a measure or money; undefined is a dash, never 0."""
    # z: what rounds to 0 has no sign.
    return UNDEFINED if math.isnan(value) else signed(f"{value:z,.{digits}f}")


def share(value: float) -> str:
    """Write a share; one close to 0 or 1 keeps three significant digits of what it is away from there."""
    away = min(abs(value), abs(1 - value))
    if math.isnan(value) or away >= 0.01 or away == 0:
        return number(value)
    digits = min(DIGITS - 1 - math.floor(math.log10(away)), 12)
    text = f"{value:.{digits}f}".rstrip("0")
    return signed(text if len(text.partition(".")[2]) > DIGITS else f"{value:.{DIGITS}f}")


def price(value: float) -> str:
    """Write a cost as it was typed; a mean of amounts keeps four decimals."""
    short = f"{value:,.10g}"
    if len(short.partition(".")[2]) > 4 and abs(value) >= 0.01:
        short = f"{value:,.4f}".rstrip("0").rstrip(".")
    return signed(short)


def typed(value: float) -> str:
    """Write a number as one types it, up to ten decimals.

    >>> typed(0.00001), typed(0.99999), typed(-1234.5), typed(10.0)
    ('0.00001', '0.99999', '−1,234.5', '10')
    """
    return signed(f"{value:z,.10f}".rstrip("0").rstrip("."))


def count(value: float) -> str:
    """Write a count with thousands separated; weights keep two places."""
    return signed(f"{value:z,.0f}" if float(value).is_integer() else f"{value:z,.2f}")


def whole(value: float) -> str:
    """Write how many cases are to be expected: whole ones, however the share came out."""
    return UNDEFINED if math.isnan(value) else signed(f"{value:z,.0f}")


def score(value: float) -> str:
    """Write the score of a row, as where one points at it.

    >>> score(-0.143273), score(6e-12), score(0.5)
    ('−0.143273', '6×10⁻¹²', '0.5')
    """
    (written,) = style.pointed_at([value])
    return written


def pvalue(value: float) -> str:
    """Write a p-value; none is 0."""
    return "< 0.001" if value < 0.001 else number(value)


def percent(value: float, digits: int = 1) -> str:
    """Write a share as a percentage."""
    return UNDEFINED if math.isnan(value) else signed(f"{value:z.{digits}%}")


def interval(low: float, high: float, digits: int = DIGITS) -> str:
    """Write an interval, with more digits where ends that differ would look alike; one without ends is a dash."""
    if math.isnan(low) or math.isnan(high):
        return UNDEFINED
    digits = digits_of_interval(low, high, digits)
    return f"[{number(low, digits)}, {number(high, digits)}]"


def at_most(value: float) -> str:
    """Write a small bound by its first digit, rounded up, and the power of ten; 0 is 0."""
    if math.isnan(value) or value <= 0:
        return UNDEFINED if math.isnan(value) else "0"
    power = math.floor(math.log10(value))
    digit = math.ceil(value / 10.0**power * (1 - 1e-9))
    return f"{digit}e{power}" if digit < 10 else f"1e{power + 1}"


def threshold(value: float, table: ThresholdCounts | None = None) -> str:
    """Write a threshold as the handle and the field of its table do; without a table nothing else is near it."""
    return style.threshold(*((value, MOST_DIGITS) if table is None else written_threshold(table.threshold, value)))
