"""Formulas as TeX."""

from __future__ import annotations

from ui.shared import numbers


def stacked(line: str) -> str:
    """Return a formula with every part that begins with "=" on a line of its own."""
    symbol, *parts = line.split(" = ")
    lines = r" \\[6pt] &= ".join(parts)
    return rf"\begin{{aligned}}{symbol} &= {lines}\end{{aligned}}" if len(parts) > 1 else line


def count(value: float) -> str:
    """Return a count as it stands in a formula."""
    return numbers.tex(numbers.count(value))


def number(value: float) -> str:
    """Return a share or a measure as it stands in a formula."""
    return numbers.tex(numbers.number(value))
