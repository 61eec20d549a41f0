"""Single rows near a threshold, fetched from their source when asked for, a page of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from evalcore import engine
from evalcore.counts import SourcedView
from evalcore.engine.cells import RowsPage
from evalcore.support.runs import Line, Run
from ui.session import loaded, memory, sourced
from ui.session.job import Job
from ui.shared.text import _

ON_A_PAGE: Final = 20
AROUND: Final = 500  # rows to either side of the threshold that may be paged through
Key = tuple[str, str, float, int]


class Fetching(Run[Any]):
    """A question for rows, under way."""

    def __init__(self, key: Key, steps: Iterator[Any]) -> None:
        self.key = key
        super().__init__(steps, line=Line(1))


def _take(run: Fetching) -> None:
    found = run.result
    if run.is_whole and isinstance(found, RowsPage):
        memory.memo("rows near", *run.key, make=lambda: found)


JOB: Final = Job[Fetching]("rows_near", _take)


def _key(rows: SourcedView, t: float, page: int) -> Key:
    return rows.origin, rows.model, t, page


def known(rows: SourcedView, t: float, page: int) -> RowsPage | None:
    """Return a page of the rows near a threshold, the first being 1; None until it has been fetched."""
    found: RowsPage | None = memory.known("rows near", *_key(rows, t, page))
    return found


def begin(rows: SourcedView, t: float, page: int) -> None:
    """Ask the source for a page of the rows whose scores are nearest to a threshold."""
    low, high = rows.grouped.around(t, AROUND)
    ask = loaded.current().answers[rows.model].rows
    JOB.begin(Fetching(_key(rows, t, page), engine.in_steps(ask, low, high, page=page - 1, size=ON_A_PAGE)))


def allowed() -> list[str]:
    """Return the columns that may be seen."""
    asked = loaded.current().asked
    return [] if asked is None else sourced.allowed(asked.source)


def can_ask(rows: SourcedView) -> bool:
    """Whether the source of these rows can be asked."""
    return rows.model in loaded.current().answers


def told(_run: Fetching) -> tuple[float, str]:
    """Say that rows are fetched."""
    return 0.0, _("rows are fetched")
