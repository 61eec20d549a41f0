"""Words that mean "no value", and the short forms in which file text may enter a sentence."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

MISSING_WORDS = ("", "NaN", "nan", "-NaN", "-nan", "NA", "<NA>", "#N/A", "null", "NULL")
SHOWN_CHARACTERS = 40
LISTED_VALUES = 5
MORE = "…"
_VISIBLE = str.maketrans({"\r": None, "\n": "⏎", "\t": "⇥", "\x00": "␀"})


def shown(value: object) -> str:
    """Return the text of a value, fit for a sentence: one line, at most 40 characters.

    >>> shown("two\\nlines")
    'two⏎lines'
    """
    text = str(value)[: SHOWN_CHARACTERS * 4].replace("\r\n", "\n").replace("\r", "\n").translate(_VISIBLE)
    return text if len(text) <= SHOWN_CHARACTERS else text[: SHOWN_CHARACTERS - 1] + "…"


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
