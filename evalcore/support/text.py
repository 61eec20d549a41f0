"""Words that mean "no value", and the short forms in which file text may enter a sentence."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

MISSING_WORDS = ("", "NaN", "nan", "-NaN", "-nan", "NA", "<NA>", "#N/A", "null", "NULL")
SHOWN_CHARACTERS = 40
LISTED_VALUES = 5
_VISIBLE = str.maketrans({"\r": None, "\n": "⏎", "\t": "⇥", "\x00": "␀"})


def shown(value: object) -> str:
    """Return the text of a value, fit for a sentence: one line, at most 40 characters.

    >>> shown("two\\nlines")
    'two⏎lines'
    """
    text = str(value)[: SHOWN_CHARACTERS * 4].replace("\r\n", "\n").replace("\r", "\n").translate(_VISIBLE)
    return text if len(text) <= SHOWN_CHARACTERS else text[: SHOWN_CHARACTERS - 1] + "…"


def listed(values: Iterable[object]) -> str:
    """Return the first few values in quotes, and a sign that there are more.

    >>> listed(["a", "b"])
    "'a', 'b'"
    """
    texts: Sequence[object] = list(values)
    quoted = ", ".join(f"'{shown(text)}'" for text in texts[:LISTED_VALUES])
    return quoted + (", …" if len(texts) > LISTED_VALUES else "")
