"""The words of the figures about tests, and how their numbers are written."""

from __future__ import annotations

import math
from dataclasses import dataclass

from evalcore.figures.style import digits_of_interval, number, signed
from evalcore.significance.results import TINY


@dataclass(frozen=True)
class NullWords:
    """What both figures say; a page passes translated ones."""

    rejected: str = "p = {p}: rejected at level {alpha}"
    kept: str = "p = {p}: cannot reject at level {alpha}"
    tiny: str = "p < 0.0001: rejected at level {alpha}"
    alpha: str = "level α"
    error_rate: str = "error rate"
    nothing: str = "no count is rejected"
    from_count: str = "rejected: from {high} on (size {size})"
    to_count: str = "rejected: up to {low} (size {size})"
    tail: str = "at least as extreme as observed: p = {p}"
    key: str = "grey: rejected; hatched: p"
    outside: str = "rejected: up to {low}, from {high} on (size {size})"


@dataclass(frozen=True)
class OneWords(NullWords):
    """Every word of the figure of one model."""

    estimate: str = "{errors} of {n} wrong: error rate {share} {interval}"
    mean: str = "mean error rate {mean} {interval}"
    bar: str = "bar ε₀"
    rows: str = "rows m"
    errors: str = "number of errors"
    said_errors: str = "{errors} errors"
    count_title: str = "P(number of errors) if the error rate is {rate}"
    t_title: str = "density of t if the mean error rate is {rate}"
    t_rejected: str = "t = {t}; rejected beyond ±{critical}"
    t_axis: str = "t"


@dataclass(frozen=True)
class TwoWords(NullWords):
    """Every word of the figure of two models."""

    a: str = "A"
    b: str = "B"
    right: str = "{name} right"
    wrong: str = "{name} wrong"
    estimate: str = "{n} rows, {a} wrong on {wrong_a}, {b} on {wrong_b}: difference {difference} {interval}"
    brief: str = "wrong: {a} {wrong_a}, {b} {wrong_b} of {n}; {difference} {interval}"
    better: str = "{name} better"
    only_a: str = "e₀₁ only {name} wrong"
    only_b: str = "e₁₀ only {name} wrong"
    count_title: str = "P(e₀₁), {n} discordant rows"
    chi_title: str = "density of √χ²; numbers: χ²"
    chi_rejected: str = "χ² = {statistic}; rejected beyond {critical}"
    same: str = "no discordant row"


def verdict(words: NullWords, pvalue: float, alpha: float) -> str:
    """Return the p-value with what follows of it."""
    sentence = words.tiny if pvalue < TINY else words.rejected if pvalue < alpha else words.kept
    return sentence.format(p=short(pvalue), alpha=short(alpha))


def tail(words: NullWords, pvalue: float) -> str:
    """Say how likely it is, if the hypothesis is true, that something at least as extreme is observed."""
    return words.tail.format(p=f"{pvalue:.3g}" if pvalue >= 0.0001 or math.isnan(pvalue) else f"{pvalue:.1e}")


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


def limits(words: NullWords, kept: tuple[int, int], n: int, size: float) -> str:
    """Say which counts are rejected."""
    low, high = kept[0] > 0, kept[1] < n
    sentence = {(False, False): words.nothing, (False, True): words.from_count, (True, False): words.to_count}
    chosen = sentence.get((low, high), words.outside)
    return chosen.format(low=f"{kept[0] - 1:,}", high=f"{kept[1] + 1:,}", size=short(size))
