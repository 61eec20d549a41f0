"""Numbers that were typed or pasted into a box."""

from __future__ import annotations

import re

from evalcore.errors import InputError
from evalcore.support.text import shown

MOST = 1_000


def pasted_numbers(text: str) -> tuple[float, ...]:
    """Which numbers does a text hold, parted by blanks, commas, semicolons or new lines?

    Raises
    ------
    InputError
        For anything else in the text, for none and for more than 1,000 numbers.

    Notes
    -----
    A number with % is a share of a hundred. There is no decimal comma: 0,12 would be two numbers.

    Examples
    --------
    >>> pasted_numbers("0.12, .10; 14%\\n1e-1")
    (0.12, 0.1, 0.14, 0.1)
    """
    words = [word for word in re.split(r"[\s,;，；、]+", text) if word]
    if not words:
        raise InputError("The box must hold at least one number; got none. Paste an error rate for each repetition.")
    if len(words) > MOST:
        raise InputError(
            "The box must hold at most {most} numbers; got {count}. Leave some out.", most=MOST, count=len(words)
        )
    return tuple(_number(word, place) for place, word in enumerate(words, start=1))


def _number(word: str, place: int) -> float:
    try:
        value = float(word.removesuffix("%")) / (100 if word.endswith("%") else 1)
    except ValueError:
        value = float("nan")
    if not 0 <= value <= 1:
        raise InputError(
            "Error rates must be numbers from 0 to 1; got '{value}' (number {place}). Write 12% as 0.12 or 12%.",
            value=shown(word),
            place=place,
        )
    return value
