"""Formulas as TeX."""

from __future__ import annotations


def stacked(line: str) -> str:
    """Return a formula with every part that begins with "=" on a line of its own."""
    symbol, *parts = line.split(" = ")
    lines = r" \\[6pt] &= ".join(parts)
    return rf"\begin{{aligned}}{symbol} &= {lines}\end{{aligned}}" if len(parts) > 1 else line
