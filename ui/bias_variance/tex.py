"""Numbers of a simulation in a formula, with as many digits as are known."""

from __future__ import annotations

from typing import Final

from evalcore.figures.parts.numbers import written
from ui.shared import tex
from ui.shared.numbers import tex as as_tex

_LOWERED: Final = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")


def number(value: float, error: float = 0.0) -> str:
    """Return a number as it stands in a formula: two digits where its standard error is above a tenth of it.

    >>> number(-0.0432, 0.001), number(7.2e6, 6e6)
    ('-0.0432', '7.2\\\\cdot 10^{6}')
    """
    digits, _times, power = written(value, error).replace("−", "-").partition("×10")
    return rf"{as_tex(digits)}\cdot 10^{{{power.translate(_LOWERED)}}}" if power else as_tex(digits)


def added(value: float, error: float = 0.0) -> str:
    """Return a term of a sum: a negative one stands in brackets.

    >>> added(-0.5), added(0.5)
    ('(-0.500)', '0.500')
    """
    shown = number(value, error)
    return f"({shown})" if shown.startswith("-") else shown


def mean_of(terms: list[str], count: float) -> str:
    """Return the mean of many numbers of which a few are shown.

    >>> mean_of(["0.9", "\\\\cdots", "0.8"], 200)
    '\\\\frac{0.9+\\\\cdots+0.8}{200}'
    """
    return rf"\frac{{{'+'.join(terms)}}}{{{tex.count(count)}}}"
