"""What a report is made of: sections with a sentence, a figure, tables and notes, and what of them moves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import pandas as pd
import plotly.graph_objects as go


@dataclass(frozen=True, eq=False)
class Table:
    """A table as it is read: its title, and a frame whose cells are texts or numbers.

    Nothing in it is markup. A number is written with four digits, a whole one with all, a missing one as a dash.
    """

    title: str
    frame: pd.DataFrame


@dataclass(frozen=True, eq=False)
class Live:
    """What of a section moves with a handle of a figure in the same part of the report.

    Parameters
    ----------
    handle
        The name of the handle, as in `evalcore.figures.live.motion.Handle`.
    sentences
        What the section says at each step of the handle; empty where its sentence does not move.
    tables
        By the title of a table of the section, that table at each step: always as many rows, and the same columns.
    """

    handle: str
    sentences: Sequence[str] = ()
    tables: Mapping[str, Sequence[pd.DataFrame]] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Section:
    """One section of a report; the reader may leave it out.

    All texts are shown as they are: whatever comes from a file stays text.

    Parameters
    ----------
    title
        What it is called in the contents.
    sentence
        What it says, above its figure.
    figure
        A figure of `evalcore.figures`, or any other of Plotly; its handles can be dragged.
    tables, notes
        What stands below the figure: tables, and every warning and remark.
    live
        What of it moves with a handle. All else is dimmed while a handle is elsewhere, and says where it was written.
    part
        The heading it stands under together with others, such as the name of a page.
    about
        Which rows, model or class it is about; it never moves.
    narrow
        The same figure for a narrow window; without it the one figure has to fit.
    figure_title
        What the figure shows, above it, where the title of the section does not say so.
    formulas
        Formulas of TeX, each a line; of commands that `formulas.mathml` knows.
    drawn
        What the figure draws, as tables whose first column names the rows: for who cannot see it, closed below it.
    numbers
        Numbers with all their digits for a pipeline, see `as_json`. Names of columns are in English.
    """

    title: str
    sentence: str = ""
    figure: go.Figure | None = None
    tables: Sequence[Table] = ()
    notes: Sequence[str] = ()
    live: Live | None = None
    part: str = ""
    about: str = ""
    narrow: go.Figure | None = None
    figure_title: str = ""
    numbers: pd.DataFrame | None = None
    formulas: Sequence[str] = ()
    drawn: Sequence[Table] = ()
