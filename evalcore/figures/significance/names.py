"""Names of algorithms in little room: cut, and still told apart."""

from __future__ import annotations

from collections.abc import Sequence

from evalcore.figures.style import letters, plain


def short_names(names: Sequence[str], most: int) -> list[str]:
    """Return each name as wide as `most` letters at the most; where cut ones would be the same, their ends are kept.

    >>> short_names(["gradient boosting 100", "gradient boosting 500", "kNN"], 14)
    ['gradien…ng 100', 'gradien…ng 500', 'kNN']
    """
    cut = [plain(name, most) for name in names]
    return [short if cut.count(short) == 1 else _both_ends(name, most) for name, short in zip(names, cut, strict=True)]


def _both_ends(name: str, most: int) -> str:
    line = " ".join(name.split())
    if letters(line) <= most:
        return plain(line, most)
    half = (most - 1) // 2 // (2 if letters(line) > len(line) else 1)
    return plain(f"{line[: most - 1 - half] if letters(line) == len(line) else line[:half]}…{line[-half:]}", most)
