"""Which column makes groups of the rows, which one crosses it, and where numbers are cut: chosen once for all pages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import streamlit as st

from evalcore.counts import SourcedView
from evalcore.decisions import Groups, crossed, grouped, names_rows, typed_edges
from evalcore.predictions import BinaryView
from ui.session import address, choices, columns, fields, loaded, memory
from ui.session.choices import Choice, register

NONE: Final = ""
BY = register(Choice("groups_by", default=NONE, is_name=True, in_links_of_own_rows=False))
AND = register(Choice("groups_and", default=NONE, is_name=True, in_links_of_own_rows=False))
EDGES = register(Choice("groups_edges", default=NONE, is_name=True, in_links_of_own_rows=False))
QUANTILES = register(Choice("groups_quantiles", default=4.0, low=2.0, high=20.0))
CHOICES: Final = (BY, AND, EDGES, QUANTILES)


@dataclass(frozen=True)
class Cut:
    """What makes the groups."""

    column: str
    second: str | None
    quantiles: int
    edges: str

    @property
    def title(self) -> str:
        """What makes the groups, as it stands in the file."""
        return self.column if self.second is None else f"{self.column} × {self.second}"

    def groups(self) -> Groups:
        """Return the groups of all rows; raise `InputError` as `grouped` does."""
        first = grouped(columns.values(self.column), edges=typed_edges(self.edges), quantiles=self.quantiles)
        if self.second is None:
            return first
        return crossed(first, grouped(columns.values(self.second), quantiles=self.quantiles))


def offered(rows: BinaryView) -> tuple[str, ...]:
    """Return the columns that can make groups: none of rows that stay elsewhere, or that no threshold decides."""
    return columns.names() if rows.has_score and not isinstance(rows, SourcedView) else ()


def menu(rows: BinaryView, choice: Choice = BY) -> tuple[str, ...]:
    """Return the columns that are offered to be chosen: what `_without_groups` has only where a link asks for it."""
    found, now = offered(rows), st.session_state.get(choice.key)
    without = memory.memo("columns without groups", *rows.key, found, make=lambda: _without_groups(found))
    return tuple(name for name in found if name not in without or name == now)


def _without_groups(found: tuple[str, ...]) -> frozenset[str]:
    """Return the columns that make no groups worth looking at: scores of a model, and what names each row."""
    scores = loaded.current().predictions.scores
    return frozenset(name for name in found if name in scores or names_rows(columns.values(name)))


def chosen(found: tuple[str, ...]) -> Cut | None:
    """Return what is chosen of these columns; None where nothing makes groups, or the column is none of these."""
    column, second = _known(BY, found), _known(AND, found)
    if not column:
        return None
    second = second if second != column else NONE
    return Cut(column, second or None, fields.kept(QUANTILES), str(st.session_state.get(EDGES.key, NONE)))


def _known(choice: Choice, found: tuple[str, ...]) -> str:
    """Return a column that is chosen, nothing where there is none of that name; a link that asks for it is told."""
    asked, is_of_link = str(st.session_state.get(choice.key) or NONE), choices.is_of_link(choice.key)
    if asked and asked not in found:
        st.session_state[choice.key] = NONE
        if is_of_link:
            choices.refuse(choices.not_one_of(choice.key, found, asked))
            address.say_refused()
        return NONE
    return asked
