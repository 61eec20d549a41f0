"""The sentences that figures about tests share, how their numbers are written, and names in little room."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import takewhile

from evalcore.errors import Say, message
from evalcore.figures.style import digits_of_interval, letters, number, plain, signed
from evalcore.significance.results import TINY, Judged

# With so many digits probabilities are written, and with so many at the most where two would be the same.
LEAST, MOST = 3, 9


def verdict(pvalue: float, alpha: float, say: Say = str, *, n_tests: int = 1) -> str:
    """Return the p-value with what follows of it; one that answers for several tests is adjusted by Holm."""
    p, level = _apart(pvalue, alpha)
    values = {"p": p, "alpha": level}
    is_rejected = Judged(pvalue, alpha).is_rejected
    if pvalue < TINY and is_rejected:
        return say(message("p < 0.0001: rejected at level {alpha}", **values))
    if is_rejected:
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


def short(value: float, digits: int = LEAST) -> str:
    """Write a probability with so many significant digits, undefined as a dash.

    >>> short(0.05), short(0.014069), short(float("nan"))
    ('0.05', '0.0141', '—')
    """
    return "—" if math.isnan(value) else signed(f"{value:.{digits}g}")


def pvalue_of(value: float) -> str:
    """Write a p-value; a tiny one is only said to be smaller than what any test can vouch for."""
    return f"< {TINY:g}" if value < TINY else short(value)


def p_is(value: float) -> str:
    """Write a p-value as a statement.

    >>> p_is(0.014069), p_is(1e-9), p_is(float("nan"))
    ('p = 0.0141', 'p < 0.0001', 'p = —')
    """
    return f"p {pvalue_of(value)}" if value < TINY else f"p = {pvalue_of(value)}"


def against(pvalue: float, alpha: float) -> tuple[str, str]:
    """Write a p-value as a statement and a level, both with as many digits as tell the two apart.

    >>> against(0.014069, 0.05), against(0.04999, 0.05), against(1e-9, 0.05), against(0.04998, 0.04997)
    (('p = 0.0141', '0.05'), ('p = 0.04999', '0.05'), ('p < 0.0001', '0.05'), ('p = 0.04998', '0.04997'))
    """
    p, level = _apart(pvalue, alpha)
    return (p_is(pvalue) if pvalue < TINY else f"p = {p}"), level


def _apart(pvalue: float, alpha: float) -> tuple[str, str]:
    """Write both numbers with as many digits as tell them apart; where p is alpha, alpha's digits are those of both."""
    if Judged(pvalue, alpha).is_level:
        return short(alpha), short(alpha)
    digits = next((d for d in range(LEAST, MOST) if f"{pvalue:.{d}g}" != f"{alpha:.{d}g}"), MOST)
    return short(pvalue, digits), short(alpha, digits)


def interval(low: float, high: float) -> str:
    """Write an interval; one without ends is a dash."""
    if math.isnan(low) or math.isnan(high):
        return "—"
    digits = digits_of_interval(low, high)
    return f"[{number(low, digits)}, {number(high, digits)}]"


def level(alpha: float) -> str:
    """Write in percent the level of the interval that belongs to a test at a level.

    >>> level(0.05), level(0.012), level(0.001)
    ('95', '98.8', '99.9')
    """
    return f"{100 * (1 - alpha):.6g}"


def limits(kept: tuple[int, int], n: int, size: float, say: Say) -> str:
    """Say which counts are rejected."""
    values = {"low": f"{kept[0] - 1:,}", "high": f"{kept[1] + 1:,}", "size": short(size)}
    low, high = kept[0] > 0, kept[1] < n
    if low and high:
        return say(message("rejected: up to {low}, from {high} on (size {size})", **values))
    if low:
        return say(message("rejected: up to {low} (size {size})", **values))
    return say(message("rejected: from {high} on (size {size})", **values) if high else message("no count is rejected"))


def short_names(names: Sequence[str], most: int) -> list[str]:
    """Return each name as wide as `most` letters at the most; where cut ones would be the same, what differs is kept.

    >>> short_names(["gradient boosting 100", "gradient boosting 500", "kNN"], 14)
    ['gradient b…100', 'gradient b…500', 'kNN']
    """
    lines = [" ".join(name.split()) for name in names]
    found = [plain(line, most) for line in lines]
    for short in {one for one in found if found.count(one) > 1}:
        same = [i for i, one in enumerate(found) if one == short]
        together = zip(*(lines[i] for i in same), strict=False)
        start = len(list(takewhile(lambda column: len(set(column)) == 1, together)))
        for i in same:
            found[i] = _without(lines[i], start, most)
    return [one if found.count(one) == 1 else _numbered(one, i, most) for i, one in enumerate(found)]


def _without(line: str, start: int, most: int) -> str:
    """Return a name without what stands before `start`, but for as much of its beginning as there is room for."""
    rest = line[start:]
    lead = ""
    for letter in line[:start]:
        if letters(lead + letter + "…" + rest) > most:
            break
        lead += letter
    return plain(f"{lead}…{rest}", most)


def _numbered(name: str, i: int, most: int) -> str:
    """Return a name with its place behind it."""
    number = f" {i + 1}"
    return plain(name.removesuffix("…"), most - len(number)) + number


def in_lines(name: str, most: int) -> str:
    """Return a name that is wider than `most` letters in two lines, parted where both are shortest.

    >>> in_lines("logistic regression", 13), in_lines("kNN", 13), in_lines("gradient-boosting", 13)
    ('logistic<br>regression', 'kNN', 'gradient-boosting')
    """
    words = name.split(" ")
    if letters(name) <= most or len(words) == 1:
        return name
    parted = [(" ".join(words[:k]), " ".join(words[k:])) for k in range(1, len(words))]
    return "<br>".join(min(parted, key=lambda lines: max(map(letters, lines))))
