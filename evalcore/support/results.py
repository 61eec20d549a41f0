"""How a result shows itself: in one line, and in a notebook as a table."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from fractions import Fraction
from itertools import accumulate
from numbers import Integral, Real
from typing import TYPE_CHECKING, Any, ClassVar

from evalcore.errors import Message
from evalcore.support.text import shown

if TYPE_CHECKING:  # the process that reads files has neither pandas nor numpy
    import pandas as pd

LONGEST = 150  # characters of one line
LISTED = 4  # values of a tuple that stand in it
MOST_ROWS = 20  # of a table in a notebook


class Result:
    """Base of results, which are data classes: `repr` is one line with the numbers rounded and arrays as their shape.

    In a notebook a result is its `to_frame()` where it has one, else a table of its fields.
    """

    __dataclass_fields__: ClassVar[dict[str, Any]]

    def __init_subclass__(cls) -> None:
        """Keep the line: a data class writes a `__repr__` of its own unless its class has one."""
        super().__init_subclass__()
        if "__repr__" not in vars(cls):
            cls.__repr__ = cls.__repr__  # type: ignore[method-assign]  # the inherited one becomes its own

    def __repr__(self) -> str:
        texts = [(name, value, brief(value)) for name, value in _filled(self)]
        # What stands for more than it shows comes last: sentences, arrays and other results.
        texts.sort(key=lambda one: isinstance(one[1], Message) or one[2].startswith("[") or one[2].endswith("(…)"))
        return one_line(type(self).__name__, [f"{name}={text}" for name, _value, text in texts if text])

    def _repr_html_(self) -> str:
        """Return a table for a notebook."""
        to_frame = getattr(self, "to_frame", None)
        return html(type(self).__name__, _fields(self) if to_frame is None else to_frame())


def one_line(name: str, parts: list[str]) -> str:
    """Return a name and as many parts as fit on one line.

    >>> one_line("Area", ["value=0.85", "low=0.6"])
    'Area(value=0.85, low=0.6)'
    """
    lengths = accumulate((len(part) + 2 for part in parts), initial=len(name))
    kept = sum(length <= LONGEST - 3 for length in lengths) - 1
    return f"{name}({', '.join([*parts[:kept], *(['…'] if kept < len(parts) else [])])})"


def html(name: str, frame: pd.DataFrame) -> str:
    """Return a table as a notebook shows it, its numbers rounded and its texts as text."""
    return f"<b>{name}</b>" + str(frame.to_html(max_rows=MOST_ROWS, float_format=rounded, na_rep="—"))


def rounded(value: float) -> str:
    """Return a number in four digits, a large one in whole numbers.

    >>> rounded(0.123456), rounded(123456.7)
    ('0.1235', '123457')
    """
    return f"{value:.0f}" if 1e4 <= abs(value) < 1e15 else f"{value:.4g}"


def brief(value: object) -> str:
    """Return a value in a few characters; "" where it has no short form.

    >>> brief(0.123456), brief(("a", 2)), brief({"m": 1})
    ('0.1235', "('a', 2)", "{'m'}")
    """
    shape = getattr(value, "shape", ())  # of arrays and tables
    if shape:
        return f"[{'x'.join(map(str, shape))}]"
    if isinstance(value, Mapping):
        return _several("{", list(value), "}")
    if isinstance(value, tuple | list):
        return _several("(", list(value), ")")
    if isinstance(value, Result):
        own = type(value).__str__ is not object.__str__
        return str(value) if own else f"{type(value).__name__}(…)"
    return _one(value)


def _one(value: object) -> str:
    """Return a single value in a few characters."""
    if isinstance(value, Integral | Fraction) or type(value).__name__ == "bool":
        return str(value)
    if isinstance(value, Real):
        return rounded(float(value))
    if isinstance(value, str | Message):
        return repr(shown(value)) if str(value) else ""
    return shown(value) if is_dataclass(value) else ""


def _several(start: str, values: list[Any], end: str) -> str:
    """Return few single values as they are, of more only how many there are."""
    if not values:
        return ""
    texts = [_one(value) for value in values]
    if len(values) > LISTED or not all(texts) or any(isinstance(value, Message) for value in values):
        return f"[{len(values)}]"
    return f"{start}{', '.join(texts)}{end}"


def _filled(result: Result) -> list[tuple[str, Any]]:
    """Return names and values of the fields, without numbers that are undefined but for the first."""
    found = [(field.name, getattr(result, field.name)) for field in fields(result)]
    numbers = [name for name, value in found if isinstance(value, float)]
    return [(name, value) for name, value in found if name in numbers[:1] or not _is_nan(value)]


def _is_nan(value: object) -> bool:
    return isinstance(value, float) and math.isnan(value)


def _fields(result: Result) -> pd.DataFrame:
    """Return the fields as a table, its sentences in full."""
    import pandas as pd  # noqa: PLC0415 - see above

    rows = {name: _sentences(value) or brief(value) for name, value in _filled(result)}
    return pd.DataFrame({"": [text for text in rows.values() if text]}, index=[name for name in rows if rows[name]])


def _sentences(value: object) -> str:
    """Return the sentences that a field holds; "" where it holds none."""
    found = value if isinstance(value, tuple) else (value,)
    return " ".join(map(str, found)) if all(isinstance(one, Message) for one in found) else ""
