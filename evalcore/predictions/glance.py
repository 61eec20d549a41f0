"""What a column looks like: its name in words, and its contents in a few thousand rows."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from evalcore.predictions.labels import label_key, label_text, label_texts
from evalcore.predictions.vocabulary import GROUP_PARTS, ID_PARTS, PREDICTED_PARTS, SCORE_PARTS
from evalcore.support.numbers import is_number_typed, parse_numbers

GLANCE_ROWS = 5000
GROUP_VALUES = 20
_SHARED_RANGE = 0.5  # of the union of two ranges; another quantity seldom has so much of it in common


@dataclass(frozen=True, eq=False)
class Glance:
    """A column, seen in a few thousand of its rows."""

    name: str
    place: int
    words: frozenset[str]
    bare: str
    is_number: bool
    is_whole: bool
    low: float
    high: float
    keys: frozenset[str]  # at most GROUP_VALUES + 1 different labels
    counts_rows: bool
    is_remark: bool  # text of its own in each row

    def has(self, parts: frozenset[str]) -> bool:
        """Whether the name holds one of these words; Chinese ones need not stand alone."""
        return bool(self.words & parts) or any(part in self.name for part in parts if not part.isascii())

    @property
    def is_few_valued(self) -> bool:
        """Whether it could group the rows."""
        return 0 < len(self.keys) <= GROUP_VALUES

    @property
    def is_index(self) -> bool:
        """Whether it only numbers or names the rows."""
        return self.counts_rows or self.has(ID_PARTS)

    @property
    def measures(self) -> bool:
        """Whether it holds many different numbers that are not all shares of 1."""
        return self.is_number and not self.is_few_valued and not (self.low >= 0 and self.high <= 1)

    def shares_range(self, other: Glance) -> bool:
        """Whether the numbers of both lie in about the same range."""
        common = min(self.high, other.high) - max(self.low, other.low)
        return common >= _SHARED_RANGE * (max(self.high, other.high) - min(self.low, other.low))


def predicted_number(glances: Sequence[Glance]) -> Glance | None:
    """Return the one column of numbers that columns named like predictions seem to predict, whatever its own name."""
    named = [g for g in glances if g.has(PREDICTED_PARTS)]
    if not named or not all(g.measures for g in named):
        return None
    aside = PREDICTED_PARTS | SCORE_PARTS | GROUP_PARTS
    plain = [g for g in glances if g.measures and not g.has(aside) and "model" not in g.words and ":" not in g.name]
    like = [g for g in plain if all(g.shares_range(one) for one in named)]
    return like[0] if len(like) == 1 else None


def look(cells: pd.Series, name: str, place: int, step: int) -> Glance:
    """Look at the cells of a column, every `step`-th of the table; `place` is its number among the columns."""
    if is_number_typed(cells):
        numbers = cells.to_numpy(dtype=np.float64, na_value=np.nan)
        is_number = True
    else:
        numbers, _ = parse_numbers(cells)
        is_number = int(np.count_nonzero(~np.isnan(numbers))) > cells.count() / 2
    finite = numbers[np.isfinite(numbers)]
    is_whole = bool((finite == np.floor(finite)).all())
    counts_rows = len(finite) == len(cells) > 3 and finite[0] in (0, 1) and bool((np.diff(finite) == step).all())
    keys = _keys(cells)
    return Glance(
        name=name,
        place=place,
        words=_name_words(name),
        bare=re.sub(r"[\W_]+", "", name.casefold()),
        is_number=is_number,
        is_whole=is_whole,
        low=float(finite.min()) if finite.size else np.nan,
        high=float(finite.max()) if finite.size else np.nan,
        keys=keys,
        counts_rows=counts_rows,
        is_remark=not is_number and len(keys) == cells.count() > 3,
    )


def _name_words(name: str) -> frozenset[str]:
    """Return the words of a name, also of one in camel case.

    A hat is worn at the end, as in y_hat; "hat" before other words is German for "has".

    >>> sorted(_name_words("predProba_RF2")), sorted(_name_words("y_hat")), sorted(_name_words("hat bezahlt"))
    (['pred', 'proba', 'rf'], ['hat', 'y'], ['bezahlt'])
    """
    words = re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[^\W\d_A-Za-z]+", name)
    return frozenset(word.casefold() for word in (words[1:] if words[:1] == ["hat"] and len(words) > 1 else words))


def _keys(cells: pd.Series) -> frozenset[str]:
    """Return the different labels, of so many values that it is clear when they are too many to group by."""
    values = cells.dropna()  # first: as text an empty cell would be a label in pandas 2
    distinct = pd.unique(values.astype(str) if cells.dtype == object else values)
    texts = label_texts(label_text(value) for value in distinct[: 2 * GROUP_VALUES])
    return frozenset({label_key(text) for text in texts} - {""})
