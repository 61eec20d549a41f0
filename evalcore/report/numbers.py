"""The numbers of a report for a pipeline, and tables that no spreadsheet will run."""

from __future__ import annotations

import json
import math
import unicodedata
from collections.abc import Sequence
from csv import QUOTE_NONNUMERIC
from typing import Any

import pandas as pd
from pandas.api.types import is_numeric_dtype

from evalcore.report.section import Section

# A spreadsheet runs a cell that begins with one of these, full-width signs too; a leading quote makes it text.
_FORMULA = ("=", "+", "-", "@", "＝", "＋", "－", "＠", "\t", "\r", "\n")
# What a spreadsheet may pass over before it, by Unicode's categories: blanks, control characters, what joins or divides
# without a picture (U+200C, U+00AD), marks upon nothing. Not the tab and the newlines, which are guarded above.
_UNSEEN = ("Zs", "Zl", "Zp", "Cc", "Cf", "Mn")


def as_json(sections: Sequence[Section], *, title: str, about: Sequence[tuple[str, str]]) -> str:
    """Which numbers, sentences and notes are in a report, for a program?

    Parameters
    ----------
    sections, title, about
        As for `write_html`.

    Returns
    -------
    str
        A JSON object with `title`, `about` (texts by label) and `sections`; each of these has `part`, `title`,
        `sentence`, `notes`, `formulas`, `tables` (by title, as they are read) and `numbers`, a list of objects with
        all digits. What is undefined is null.

    Examples
    --------
    >>> import pandas as pd
    >>> one = Section("Readings", numbers=pd.DataFrame({"metric": ["recall"], "value": [0.75], "low": [float("nan")]}))
    >>> json.loads(as_json([one], title="t", about=[]))["sections"][0]["numbers"]
    [{'metric': 'recall', 'value': 0.75, 'low': None}]
    """
    found = {"title": title, "about": dict(about), "sections": [_section(one) for one in sections]}
    return json.dumps(found, ensure_ascii=False, indent=1, allow_nan=False)


def _section(section: Section) -> dict[str, Any]:
    return {
        "part": section.part,
        "title": section.title,
        "sentence": section.sentence,
        "notes": list(section.notes),
        "formulas": list(section.formulas),
        "tables": [{"title": table.title, "rows": records(table.frame)} for table in section.tables],
        "numbers": [] if section.numbers is None else records(section.numbers),
    }


def records(frame: pd.DataFrame) -> list[dict[str, Any]]:
    """Return the rows of a table as objects JSON can hold: a number that is not finite is None."""
    names = [str(name) for name in frame.columns]
    rows = frame.astype(object).itertuples(index=False, name=None)
    return [dict(zip(names, map(_plain, row), strict=True)) for row in rows]


def _plain(value: Any) -> Any:
    """Return a cell as JSON can hold it."""
    value = value.item() if hasattr(value, "item") else value
    if value is None or value is pd.NaT or value is pd.NA:
        return None
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    return value if isinstance(value, bool | int | str) else str(value)


def as_csv(sections: Sequence[Section]) -> bytes:
    """Which numbers are in a report, as one long table?

    Parameters
    ----------
    sections
        As for `write_html`; those without `numbers` have no rows.

    Returns
    -------
    bytes
        CSV, safe in a spreadsheet, see `table_csv`: `part` and `section`, then all columns of the numbers.
    """
    found = [
        one.numbers.assign(**{name: text for name, text in _place(one).items() if name not in one.numbers})
        for one in sections
        if one.numbers is not None
    ]
    if not found:
        return table_csv(pd.DataFrame({"part": [], "section": []}))
    whole = pd.concat([frame.astype(object) for frame in found], ignore_index=True)
    first = ["part", "section"]
    return table_csv(whole[[*first, *(name for name in whole.columns if name not in first)]])


def _place(section: Section) -> dict[str, str]:
    return {"part": section.part, "section": section.title}


def _safe(value: object) -> object:
    return f"'{value}" if isinstance(value, str) and _begins_formula(value) else value


def _begins_formula(text: str) -> bool:
    seen = (one for one in text if one in _FORMULA or unicodedata.category(one) not in _UNSEEN)
    return next(seen, "") in _FORMULA


def table_csv(frame: pd.DataFrame) -> bytes:
    """How is a table written so that no spreadsheet runs what is in it?

    Parameters
    ----------
    frame
        Any table; its index is left out.

    Returns
    -------
    bytes
        CSV with a byte-order mark, so that Excel reads Chinese, and all text in quotes; a text that begins like a
        formula has a quote before it.

    Examples
    --------
    >>> table_csv(pd.DataFrame({"a": ["=1+1"]})).decode("utf-8-sig").splitlines()[1]
    '"\\'=1+1"'
    """
    # Numbers hold no formula: of a million rows they are not looked at one by one.
    safe = frame.rename(columns=_safe).apply(lambda one: one if is_numeric_dtype(one) else one.map(_safe))
    # Cells with a newline are quoted only if the line's own end holds that newline: a bare \r would begin a row.
    # All text is quoted: a spreadsheet that splits at semicolons must not find a formula behind one.
    text: str = safe.to_csv(index=False, lineterminator="\r\n", quoting=QUOTE_NONNUMERIC)
    return text.encode("utf-8-sig")
