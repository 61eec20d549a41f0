"""A wish as it is written in a notebook or a command: "precision while recall>=0.9 and alerts<=50"."""

from __future__ import annotations

import re
from typing import Final

from evalcore.decisions import Wish
from evalcore.errors import InputError
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
        raise InputError(
            "{argument} must be a number or a wish; got '{value}'. Write a wish as {example}.",
            argument=argument,
            value=shown(text),
            example=EXAMPLE,
        )
    return found
