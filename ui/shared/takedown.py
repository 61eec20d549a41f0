"""What stands on a page, taken down for a file instead of shown: tables, cards and figures; see `ui.frame.reports`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field

import pandas as pd
import plotly.graph_objects as go


@dataclass(eq=False)
class Taken:
    """What stood in a part of a page, each kind in its order.

    `tables` have a title each, `cards` a name, a value and what is said below it, `said` are sentences as Markdown, and
    `formulas` are of TeX.
    Tables of single rows are only counted in `of_rows`.
    """

    figures: list[go.Figure] = field(default_factory=list)
    tables: list[tuple[str, pd.DataFrame]] = field(default_factory=list)
    cards: list[tuple[str, str, str]] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    formulas: list[str] = field(default_factory=list)
    of_rows: int = 0


_INTO: ContextVar[Taken | None] = ContextVar("taken_down", default=None)


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
