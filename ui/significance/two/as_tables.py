"""What the figures of two models draw, as tables."""

from __future__ import annotations

from ui.frame.figure_tables import FigureTable
from ui.shared.numbers import count
from ui.shared.text import _
from ui.significance.two.controls import Asked


def of_rows(asked: Asked) -> FigureTable:
    """Return who is right where."""
    (a, b), of = asked.names, asked.table
    columns = [
        (a, [_("{name} right", name=a), _("{name} wrong", name=a)]),
        (_("{name} right", name=b), [count(of.e00), count(of.e01)]),
        (_("{name} wrong", name=b), [count(of.e10), count(of.e11)]),
    ]
    return FigureTable(_("Rows by who is right"), columns)
