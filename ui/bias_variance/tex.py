"""Numbers of a simulation in a formula, with as many digits as are known."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from evalcore.figures.parts.numbers import known, written, written_sum
from evalcore.support.rounding import rounded_sum
from ui.shared import tex
from ui.shared.numbers import tex as as_tex

_LOWERED: Final = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")


def number(value: float, error: float = 0.0) -> str:
    """Return a number as it stands in a formula: two digits where its standard error is above a tenth of it.

    >>> number(-0.0432, 0.001), number(7.2e6, 6e6)
    ('-0.0432', '7.2\\\\cdot 10^{6}')
    """
    return _in_formula(written(value, error))


def noise(value: float) -> str:
    """Return the noise σ², which is of the problem, as it stands beside its sum.

    >>> noise(0.09)
    '0.090'
    """
    return _in_formula(known(value))


def _in_formula(text: str) -> str:
    digits, _times, power = text.replace("−", "-").partition("×10")
    return rf"{as_tex(digits)}\cdot 10^{{{power.translate(_LOWERED)}}}" if power else as_tex(digits)


def added(value: float, error: float = 0.0) -> str:
    """Return a term of a sum: a negative one stands in brackets.

    >>> added(-0.5), added(0.5)
    ('(-0.500)', '0.500')
    """
    return _in_brackets(number(value, error))


def _in_brackets(shown: str) -> str:
    return f"({shown})" if shown.startswith("-") else shown


def summed(terms: Sequence[float], total: float, error: float = 0.0) -> tuple[str, str]:
    """Return terms with a plus between them, and their sum: written so that they add up.

    >>> summed([0.00014, 0.02658, 0.09], 0.11672), summed([0.3, -0.1], 0.2)
    (('0.0001 + 0.0266 + 0.0900', '0.1167'), ('0.3000 + (-0.1000)', '0.2000'))
    """
    *each, whole = map(_in_formula, written_sum(rounded_sum(terms, total, error)))
    return " + ".join([each[0], *map(_in_brackets, each[1:])]), whole


def mean_of(terms: list[str], count: float) -> str:
    """Return the mean of many numbers of which a few are shown.

    >>> mean_of(["0.9", "\\\\cdots", "0.8"], 200)
    '\\\\frac{0.9+\\\\cdots+0.8}{200}'
    """
    return rf"\frac{{{'+'.join(terms)}}}{{{tex.count(count)}}}"
