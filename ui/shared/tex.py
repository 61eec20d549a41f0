"""Formulas as TeX."""

from __future__ import annotations

from collections.abc import Sequence

from ui.shared import numbers


def stacked(line: str) -> str:
    """Return a formula with every part that begins with "=" on a line of its own."""
    symbol, *parts = line.split(" = ")
    lines = r" \\[6pt] &= ".join(parts)
    return rf"\begin{{aligned}}{symbol} &= {lines}\end{{aligned}}" if len(parts) > 1 else line


def long_sum(terms: Sequence[str], *, a_line: int) -> str:
    """Return a sum of many terms, so many on each line of an aligned formula."""
    lines = [" + ".join(terms[k : k + a_line]) for k in range(0, len(terms), a_line)]
    return r" \\ &\quad + ".join(lines)


def count(value: float) -> str:
    """Return a count as it stands in a formula."""
    return numbers.tex(numbers.count(value))


def number(value: float) -> str:
    """Return a share or a measure as it stands in a formula."""
    return numbers.tex(numbers.number(value))
