"""What was asked of a source, in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from ui.session.question import Asked
from ui.shared.text import N_, _, plain

# How a column is compared with a value, by what it holds.
COMPARISONS: Final = {
    "==": N_("is"),
    "!=": N_("is not"),
    "<": N_("is below"),
    "<=": N_("is at most"),
    ">": N_("is above"),
    ">=": N_("is at least"),
    "is missing": N_("is missing"),
    "is known": N_("is known"),
}
WITHOUT_VALUE: Final = ("is missing", "is known")


def said(asked: Asked, show: Callable[[str], str] = plain) -> str:
    """Say which columns were asked for, and which rows; `show` makes the names what its place can show."""
    parts = [
        _("truth {name}", name=show(asked.truth)),
        _("positive class {name}", name=show(asked.positive)),
        _("scores {names}", names=", ".join(map(show, asked.scores))),
        *([] if asked.by is None else [_("groups by {name}", name=show(asked.by))]),
        *([] if not asked.where else [conditions(asked, show)]),
    ]
    return " · ".join(parts)


def conditions(asked: Asked, show: Callable[[str], str] = plain) -> str:
    """Say which rows alone were asked for."""
    return _("only rows where {conditions}", conditions=_(" and ").join(_condition(*one, show) for one in asked.where))


def _condition(column: str, how: str, value: Any, show: Callable[[str], str]) -> str:
    compared = _(COMPARISONS[how]) if how in COMPARISONS else show(how)
    words = [show(column), compared, *([] if how in WITHOUT_VALUE else [show(str(value))])]
    return " ".join(words)
