"""Names of algorithms in little room: cut, and still told apart."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from evalcore.figures.style import letters, plain


def short_names(names: Sequence[str], most: int) -> list[str]:
    """Return each name as wide as `most` letters at the most; where cut ones would be the same, what differs is kept.

    >>> short_names(["gradient boosting 100", "gradient boosting 500", "kNN"], 14)
    ['gradient b…100', 'gradient b…500', 'kNN']
    """
    lines = [" ".join(name.split()) for name in names]
    found = [plain(line, most) for line in lines]
    for short in {one for one in found if found.count(one) > 1}:
        same = [i for i, one in enumerate(found) if one == short]
        together = zip(*(lines[i] for i in same), strict=False)
        start = len(list(takewhile(lambda column: len(set(column)) == 1, together)))
        for i in same:
            found[i] = _without(lines[i], start, most)
    return [one if found.count(one) == 1 else _numbered(one, i, most) for i, one in enumerate(found)]


def _without(line: str, start: int, most: int) -> str:
    """Return a name without what stands before `start`, but for as much of its beginning as there is room for."""
    rest = line[start:]
    lead = ""
    for letter in line[:start]:
        if letters(lead + letter + "…" + rest) > most:
            break
        lead += letter
    return plain(f"{lead}…{rest}", most)


def _numbered(name: str, i: int, most: int) -> str:
    """Return a name with its place behind it."""
    number = f" {i + 1}"
    return plain(name.removesuffix("…"), most - len(number)) + number


def in_lines(name: str, most: int) -> str:
    """Return a name that is wider than `most` letters in two lines, parted where both are shortest.

    >>> in_lines("logistic regression", 13), in_lines("kNN", 13), in_lines("gradient-boosting", 13)
    ('logistic<br>regression', 'kNN', 'gradient-boosting')
    """
    words = name.split(" ")
    if letters(name) <= most or len(words) == 1:
        return name
    parted = [(" ".join(words[:k]), " ".join(words[k:])) for k in range(1, len(words))]
    return "<br>".join(min(parted, key=lambda lines: max(map(letters, lines))))
