"""The sentences that figures about tests share, and how their numbers are written."""

from __future__ import annotations

import math

from evalcore.errors import Say, message
from evalcore.figures.style import digits_of_interval, number, signed
from evalcore.significance.results import TINY


def verdict(pvalue: float, alpha: float, say: Say = str, *, n_tests: int = 1) -> str:
    """Return the p-value with what follows of it; one that answers for several tests is adjusted by Holm."""
    values = {"p": short(pvalue), "alpha": short(alpha)}
    if pvalue < TINY:
        return say(message("p < 0.0001: rejected at level {alpha}", **values))
    if pvalue < alpha:
        rejected = message("p = {p}: rejected at level {alpha}", **values)
        return say(rejected if n_tests < 2 else message("p = {p} (Holm): rejected at level {alpha}", **values))
    kept = message("p = {p}: cannot reject at level {alpha}", **values)
    return say(kept if n_tests < 2 else message("p = {p} (Holm): cannot reject at level {alpha}", **values))


def tail(pvalue: float, say: Say = str) -> str:
    """Say how likely it is, if the hypothesis is true, that something at least as extreme is observed."""
    return extreme_is(f"{pvalue:.3g}" if pvalue >= 0.0001 or math.isnan(pvalue) else f"{pvalue:.1e}", say)


def extreme_is(p: str, say: Say) -> str:
    """Say the same of a p-value that is written already."""
    return say(message("at least as extreme as observed: p = {p}", p=p))


def short(value: float) -> str:
    """Write a probability with three significant digits, undefined as a dash.

    >>> short(0.05), short(0.014069), short(float("nan"))
    ('0.05', '0.0141', '—')
    """
    return "—" if math.isnan(value) else signed(f"{value:.3g}")


def pvalue_of(value: float) -> str:
    """Write a p-value; a tiny one is only said to be smaller than what any test can vouch for."""
    return f"< {TINY:g}" if value < TINY else short(value)


def p_is(value: float) -> str:
    """Write a p-value as a statement.

    >>> p_is(0.014069), p_is(1e-9), p_is(float("nan"))
    ('p = 0.0141', 'p < 0.0001', 'p = —')
    """
    return f"p {pvalue_of(value)}" if value < TINY else f"p = {pvalue_of(value)}"


def interval(low: float, high: float) -> str:
    """Write an interval; one without ends is a dash."""
    if math.isnan(low) or math.isnan(high):
        return "—"
    digits = digits_of_interval(low, high)
    return f"[{number(low, digits)}, {number(high, digits)}]"


def limits(kept: tuple[int, int], n: int, size: float, say: Say) -> str:
    """Say which counts are rejected."""
    values = {"low": f"{kept[0] - 1:,}", "high": f"{kept[1] + 1:,}", "size": short(size)}
    low, high = kept[0] > 0, kept[1] < n
    if low and high:
        return say(message("rejected: up to {low}, from {high} on (size {size})", **values))
    if low:
        return say(message("rejected: up to {low} (size {size})", **values))
    return say(message("rejected: from {high} on (size {size})", **values) if high else message("no count is rejected"))
