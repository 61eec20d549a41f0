"""Numbers as people write them in text: 87%, 87 %, 0,87."""

from __future__ import annotations

import re
from typing import Final

import numpy as np
import pandas as pd

from evalcore.support.arrays import FloatArray
from evalcore.support.text import MISSING_WORDS

_CELL: Final = re.compile(r"\s*([+-]?(?:\d+[.,]?\d*|[.,]\d+)(?:[eE][+-]?\d+)?)\s*([%％]?)\s*")
_GROUPED: Final = re.compile(r"[+-]?[1-9]\d{0,2},\d{3}")  # 1,234 may be a thousand or one and a bit
_SOME: Final = 100


def written_numbers(texts: pd.Series) -> FloatArray | None:
    """Return cells such as 87% (0.87) and 0,87 as numbers, nan where empty; None where not all are written one way.

    Percent signs stand in all cells or in none, and commas only where one at least cannot part thousands.
    """
    if not _may_be(texts):
        return None
    codes, distinct = pd.factorize(texts)
    read = [_read(str(text)) for text in distinct]
    if any(one is None for one in read):
        return None
    known = [one for one in read if one is not None and one[0]]
    commas = [text for text, _ in known if "," in text]
    mixed = commas and any("." in text for text, _ in known)
    if mixed or len({is_percent for _, is_percent in known}) != 1 or (commas and all(map(_GROUPED.fullmatch, commas))):
        return None
    values = [np.nan if not one or not one[0] else _value(*one) for one in read]
    return np.array([*values, np.nan], dtype=np.float64)[codes]


def holds_percent(texts: pd.Series) -> bool:
    """Tell whether cells are written with a percent sign, going by the first that holds anything."""
    first = next((cell for cell in texts.iloc[:_SOME] if isinstance(cell, str) and cell.strip()), "")
    return first.strip().endswith(("%", "％"))


def _may_be(texts: pd.Series) -> bool:
    """Tell by the first cells whether it is worth looking at all of them."""
    some = [str(cell) for cell in texts.dropna().iloc[:_SOME]]
    return any("%" in cell or "％" in cell or "," in cell for cell in some) and all(map(_read, some))


def _read(text: str) -> tuple[str, bool] | None:
    """Return the digits and whether a percent sign follows; no digits for an empty cell, None for what is no number."""
    if text.strip() in MISSING_WORDS:
        return "", False
    found = _CELL.fullmatch(text)
    return (found[1], bool(found[2])) if found else None


def _value(text: str, is_percent: bool) -> float:
    number = float(text.replace(",", "."))
    return number / 100 if is_percent else number
