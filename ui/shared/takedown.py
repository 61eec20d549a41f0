"""What stands on a page, taken down for a file instead of shown: tables, cards and figures; see `ui.frame.reports`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Final

import pandas as pd
import plotly.graph_objects as go


@dataclass(eq=False)
class Taken:
    """What stood in a part of a page, each kind in its order.

    `names` say what each of the figures shows. `tables` have a title each, `cards` a name, a value and what is said
    below it, `said` are sentences as Markdown, and `formulas` are of TeX.
    Tables of single rows are only counted in `of_rows`.
    """

    figures: list[go.Figure] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    tables: list[tuple[str, pd.DataFrame]] = field(default_factory=list)
    cards: list[tuple[str, str, str]] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    formulas: list[str] = field(default_factory=list)
    of_rows: int = 0

    def draw(self, figure: go.Figure, alt: str = "") -> None:
        """Take a figure down, named by the beginning of what it says to who cannot see it."""
        self.figures.append(figure)
        self.names.append(beginning(alt))


_FIRST_END: Final = re.compile(r"[.:;](?:\s|$)|[。：；]")
_INTO: ContextVar[Taken | None] = ContextVar("taken_down", default=None)


def beginning(alt: str) -> str:
    """Return of a text its first words that stand alone; `titleOf` in picture.js does the same.

    >>> beginning("Costs at t = 0.4. Most is of a"), beginning("Two matrices: 3 rows"), beginning("代价。最大的")
    ('Costs at t = 0.4', 'Two matrices', '代价')
    """
    return _FIRST_END.split(alt, maxsplit=1)[0]


def now() -> Taken | None:
    """Return what is taken down into, None where the page is shown."""
    return _INTO.get()


@contextmanager
def into(taken: Taken) -> Iterator[Taken]:
    """Take down what stands in this block."""
    before = _INTO.set(taken)
    try:
        yield taken
    finally:
        _INTO.reset(before)
