"""A wish as it is written in a notebook or a command: "precision while recall>=0.9 and alerts<=50"."""

from __future__ import annotations

import re
from typing import Final

from evalcore.decisions import Wish
from evalcore.errors import InputError
from evalcore.metrics import METRICS
from evalcore.support.text import shown

EXAMPLE: Final = "precision while recall>=0.9"
_BETWEEN: Final = re.compile(r"\s+while\s+|\s+and\s+|\s*[,~]\s*")


def wished(text: str, argument: str) -> Wish:
    """Which wish does a text write?

    Parameters
    ----------
    text : str
        What is to be best, "while" and the conditions with "and" between them; or as `Wish.write` has it.
    argument : str
        What it is called in a refusal.

    Raises
    ------
    InputError
        Where it writes none.

    Examples
    --------
    >>> wished("precision while recall >= 0.9 and alerts<=50", "threshold").write()
    'precision~recall>=0.9~alerts<=50'
    """
    parts = _BETWEEN.split(text.strip())
    found = Wish.read("~".join(re.sub(r"\s*(>=|<=|=)\s*", r"\1", part) for part in parts))
    if found is None:
        _name_unknown(parts, argument)
        raise InputError(
            "{argument} must be a number or a wish; got '{value}'. Write a wish as {example}.",
            argument=argument,
            value=shown(text),
            example=EXAMPLE,
        )
    return found


def _name_unknown(parts: list[str], argument: str) -> None:
    """Refuse a metric that there is not, by its name."""
    first, *rest = parts
    asked = [first] if rest else []
    asked += [name for part in rest if (name := re.split(r"\s*[<>]=\s*", part)[0]) != part]
    for name in asked:
        if name.isidentifier() and name not in {*METRICS, "cost", "alerts"}:
            raise InputError(
                "{argument} must be one of {names}; got '{value}'. Choose one of them.",
                argument=argument,
                names=", ".join(METRICS),
                value=shown(name),
            )
