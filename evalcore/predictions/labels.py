"""Class labels as people write them: 0/1, true/false, yes/no, p/n, 是/否 or any texts, with stray spaces and case."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import pandas as pd

from evalcore.errors import InputError, Message
from evalcore.predictions.vocabulary import (
    NEGATIONS,
    POSITIVE_PAIRS,
    POSITIVE_WORDS,
    SAME_IN_ANOTHER_TYPE,
    SOUGHT_WORDS,
)
from evalcore.support.arrays import BoolArray, IndexArray
from evalcore.support.text import MISSING_WORDS, listed, shown

CLASS_LIMIT = 1000
Grounds = Literal["convention", "word", "rarer", "order"]
_WHOLE = re.compile(r"\+?(-?\d+)(?:\.0*)?")
_NUMBERED = re.compile(r"(\d+):(.*[^\W\d].*|\?)", re.DOTALL)  # 2:tested_positive, as Weka writes classes; 1:? has none


@dataclass(frozen=True, eq=False)
class Labels:
    """A column of labels: `codes` (n,) into `texts`, -1 where empty; `keys` are the texts without case and space."""

    codes: IndexArray
    texts: tuple[str, ...]
    keys: tuple[str, ...]
    notes: tuple[Message, ...] = ()

    @property
    def missing(self) -> BoolArray:
        """Rows without a label."""
        return np.asarray(self.codes < 0)


def label_text(value: object) -> str:
    """Return a label as it is written: 1 and 1.0 are "1", True is "true"; "" for no value.

    >>> label_text(1.0), label_text(True), label_text(None)
    ('1', 'true', '')
    """
    if value is None or value is pd.NA or value is pd.NaT:
        return ""
    if isinstance(value, (bool, np.bool_)):
        return str(bool(value)).lower()
    if isinstance(value, (float, np.floating)):
        number = float(value)
        if np.isnan(number):
            return ""
        return str(int(number)) if number.is_integer() else repr(number)
    return str(value)


def label_key(text: str) -> str:
    """Return what is left of a label's text when case, width and outer space do not count; "" for no value.

    >>> label_key(" Yes "), label_key("１"), label_key("1.0")
    ('yes', '1', '1')
    """
    stripped = unicodedata.normalize("NFKC", text).strip()
    if stripped in MISSING_WORDS:
        return ""
    whole = _WHOLE.fullmatch(stripped)
    return whole[1] if whole else stripped.casefold()


def read_labels(series: pd.Series, column: str, *, limit: int = CLASS_LIMIT) -> Labels:
    """Read a column of labels; spellings that differ in case or outer space only become one class, with a note."""
    raw_codes, raw_texts = _factorize(series, column, limit)
    raw_texts = _without_numbers(raw_texts)
    counts = np.bincount(raw_codes[raw_codes >= 0], minlength=len(raw_texts))
    spellings: dict[str, list[int]] = {}
    for i, text in enumerate(raw_texts):
        spellings.setdefault(label_key(text), []).append(i)
    spellings.pop("", None)
    keys = sorted_labels(spellings)
    mapping = np.full(len(raw_texts) + 1, -1, dtype=np.intp)  # the last place serves code -1
    texts = []
    notes = []
    for code, key in enumerate(keys):
        same = spellings[key]
        mapping[same] = code
        best = raw_texts[max(same, key=lambda i: counts[i])].strip()
        texts.append(best)
        if len(same) > 1:
            notes.append(
                Message(
                    "In column '{column}', {spellings} were read as one class '{label}'.",
                    {"column": shown(column), "spellings": listed(raw_texts[i] for i in same), "label": shown(best)},
                )
            )
    return Labels(mapping[raw_codes], tuple(texts), tuple(keys), tuple(notes))


def find_key(value: object, keys: Sequence[str]) -> int | None:
    """Return the place of a label among `keys`; true and 1, false and 0 stand for each other if need be."""
    key = label_key(label_text(value))
    for candidate in (key, SAME_IN_ANOTHER_TYPE.get(key)):
        if candidate in keys:
            return keys.index(candidate)
    return None


def sorted_labels(keys: Iterable[str]) -> list[str]:
    """Return labels in order: by number where all are numbers, else by text."""
    listing = list(keys)
    try:
        return sorted(listing, key=lambda key: (float(key), key))
    except ValueError:
        return sorted(listing)


def guess_positive(keys: Sequence[str], counts: Sequence[int] | IndexArray) -> tuple[int, Grounds]:
    """Return the place of the class of two that is likely to be looked for, and what speaks for it.

    >>> guess_positive(["bad", "good"], [300, 700])
    (0, 'word')
    """
    for place in (0, 1):
        if (keys[1 - place], keys[place]) in POSITIVE_PAIRS:
            return place, "convention"
    words = [key in POSITIVE_WORDS for key in keys]
    if sum(words) == 1:
        return words.index(True), "convention"
    sought = [_is_sought(key) for key in keys]
    if sum(sought) == 1:
        return sought.index(True), "word"
    if counts[0] != counts[1]:
        return int(counts[1] < counts[0]), "rarer"
    return 1, "order"


def _is_sought(key: str) -> bool:
    """Tell whether a class is named like what one looks for, and not like its absence ("no fraud", 未违约)."""
    if key in SOUGHT_WORDS:
        return True
    words = set(re.findall(r"[a-z]+|[^\W\d_a-z]+", key))
    chinese = tuple(word for word in SOUGHT_WORDS if not word.isascii() and len(word) > 1)
    if key.startswith(chinese):  # 不合格品 denies nothing that one looks for
        return True
    if words & NEGATIONS or key.startswith(tuple("无非未没不")):
        return False
    return bool(words & SOUGHT_WORDS) or any(word in key for word in chinese)


def _without_numbers(texts: list[str]) -> list[str]:
    """Return the names of classes without the numbers that Weka puts before them, where all of them have one."""
    found = [_NUMBERED.fullmatch(text.strip()) for text in texts if text.strip()]
    if not found or not all(found):
        return texts
    names = {match[2]: match[1] for match in found if match and match[2] != "?"}
    if (
        not names
        or len(set(names.values())) < len(names)
        or len(names) < sum(m is not None and m[2] != "?" for m in found)
    ):
        return texts
    return ["" if text.strip().endswith(":?") else text.strip().partition(":")[2] for text in texts]


def label_texts(texts: Iterable[str]) -> list[str]:
    """Return distinct cells as they are read for labels: those of Weka without their numbers.

    >>> label_texts(["1:neg", "2:pos"])
    ['neg', 'pos']
    """
    return _without_numbers(list(texts))


def _factorize(series: pd.Series, column: str, limit: int) -> tuple[IndexArray, list[str]]:
    """Return codes and the distinct texts, in order of appearance; two values of one text stay apart here."""
    try:
        codes, uniques = pd.factorize(series)
    except TypeError:  # lists and the like
        codes, uniques = pd.factorize(series.astype(str))
    if len(uniques) > limit:
        raise InputError(
            "Column '{column}' must hold at most {limit} classes; got {count} different values. Choose another column.",
            column=shown(column),
            limit=limit,
            count=len(uniques),
        )
    texts: dict[str, int] = {}
    mapping = [texts.setdefault(label_text(value), len(texts)) for value in uniques]
    return np.array([*mapping, -1], dtype=np.intp)[codes], list(texts)
