"""Words that mean "no value", and the short forms in which file text may enter a sentence."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

MISSING_WORDS = ("", "NaN", "nan", "-NaN", "-nan", "NA", "<NA>", "#N/A", "null", "NULL")
SHOWN_CHARACTERS = 40
LISTED_VALUES = 5
MORE = "…"
# What turns the direction of the text behind it, as `str.translate` takes it away.
TURNING = dict.fromkeys((*range(0x202A, 0x202F), *range(0x2066, 0x206A)))
_VISIBLE = str.maketrans({"\r": None, "\n": "⏎", "\t": "⇥", "\x00": "␀"})


def shown(value: object) -> str:
    """Return the text of a value, fit for a sentence: one line, at most 40 characters.

    >>> shown("two\\nlines")
    'two⏎lines'
    """
    text = str(value)[: SHOWN_CHARACTERS * 4].replace("\r\n", "\n").replace("\r", "\n").translate(_VISIBLE)
    return text if len(text) <= SHOWN_CHARACTERS else text[: SHOWN_CHARACTERS - 1] + "…"


def undirected(text: str) -> str:
    """Return text without what turns its direction: a name must not turn the numbers that are written beside it.

    >>> undirected("model \\u202eb: 0.83")
    'model b: 0.83'
    """
    return text.translate(TURNING)


class Listed(str):
    """Values in a sentence, as English writes them; `texts` has each, for a language with other quotes."""

    __slots__ = ("texts",)
    texts: tuple[str, ...]

    def __new__(cls, texts: Iterable[str]) -> Listed:
        """Keep the texts; one that only says that there are more stands without quotes."""
        found = tuple(texts)
        made = super().__new__(cls, ", ".join(text if text == MORE else f"'{text}'" for text in found))
        made.texts = found
        return made

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the texts, not what English makes of them."""
        return Listed, (self.texts,)


def listed(values: Iterable[object]) -> Listed:
    """Return the first few values in quotes, and a sign that there are more.

    >>> listed(["a", "b"])
    "'a', 'b'"
    """
    texts: Sequence[object] = list(values)
    return Listed([*map(shown, texts[:LISTED_VALUES]), *[MORE] * (len(texts) > LISTED_VALUES)])
