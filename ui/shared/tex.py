"""Formulas as TeX."""

from __future__ import annotations

from collections.abc import Sequence

from ui.shared import numbers


def stacked(line: str) -> str:
    """Return a formula for a narrow page: every part that begins with " = " on a line of its own, below the symbol.

    A part is broken before each " + ", which therefore stands in no fraction: there it is written without spaces.
    """
    symbol, *parts = line.split(" = ")
    lines = "".join(rf" \\[6pt] &\quad = {_broken(part)}" for part in parts)
    return rf"\begin{{aligned}}&{symbol}{lines}\end{{aligned}}"


def _broken(part: str) -> str:
    return part.replace(" + ", r" \\ &\qquad {}+ ")


def long_sum(terms: Sequence[str], *, a_line: int) -> str:
    """Return a sum of many terms, so many on each line of an aligned formula; `stacked` breaks it nowhere else."""
    return _lines(terms, "+", a_line)


def long_product(factors: Sequence[str], *, a_line: int) -> str:
    """Return a product of many factors in the same way.

    >>> long_product(["a", "b", "c"], a_line=2)
    'a\\\\cdot b \\\\\\\\ &\\\\qquad {}\\\\cdot c'
    """
    return _lines(factors, r"\cdot ", a_line)


def _lines(parts: Sequence[str], sign: str, a_line: int) -> str:
    lines = [sign.join(parts[k : k + a_line]) for k in range(0, len(parts), a_line)]
    return rf" \\ &\qquad {{}}{sign}".join(lines)


def count(value: float) -> str:
    """Return a count as it stands in a formula."""
    return numbers.tex(numbers.count(value))


def short(value: float) -> str:
    """Return a number with four significant digits, a tiny one with a power of ten.

    >>> short(0.0368), short(1.25e-9)
    ('0.0368', '1.25\\\\cdot 10^{-9}')
    """
    digits, _e, exponent = f"{value:.4g}".partition("e")
    return rf"{digits}\cdot 10^{{{int(exponent)}}}" if exponent else numbers.tex(digits)


def number(value: float) -> str:
    """Return a share or a measure as it stands in a formula."""
    return numbers.tex(numbers.number(value))


def parabola(factors: tuple[float, float, float]) -> str:
    """Write a parabola: no term that is 0, and no factor 1.

    >>> parabola((-1.0, 6.0, 1.0)), parabola((0.0, -0.5, 0.0))
    ('y = -x^2+6x+1', 'y = -0.5x')
    """
    terms = [
        ("-" if factor < 0 else "+") + ("" if abs(factor) == 1 and letters else short(abs(factor))) + letters
        for factor, letters in zip(factors, ("x^2", "x", ""), strict=True)
        if factor
    ]
    return f"y = {''.join(terms).removeprefix('+') or '0'}"
