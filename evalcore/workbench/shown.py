"""A live figure as a notebook shows it: in a frame of its own, without a server and without a network."""

from __future__ import annotations

import html
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Final

import pandas as pd
import plotly.graph_objects as go

from evalcore.figures.layout import Look
from evalcore.figures.live import motion
from evalcore.figures.style import read_sheet

_HERE: Final = Path(__file__).parent
# Pixels of a frame besides its figure, until its script knows better.
_AROUND: Final = 90
_LOST: Final = (
    "The figure that carries Plotly is no longer in this notebook: run evalcore.workbench.carry_plotly(), then this "
    "cell again."
)
# A notebook that is not trusted takes the frame away and leaves what stands in it.
_UNTRUSTED: Final = "A live figure: run this cell, or trust this notebook, to see it."
Draw = Callable[..., go.Figure]


class _Carried:
    """Which cell of the notebook carries Plotly; "" before any, None where cells are not told apart."""

    cell: str | None = ""


def carry_plotly() -> None:
    """Have the next figure of the notebook carry Plotly, as the first one does; others take it from the page.

    Needed only where the cell of the first figure was deleted.
    """
    _Carried.cell = ""


@dataclass(frozen=True, eq=False)
class LiveFigure:
    """A figure whose handle moves in a notebook, and the numbers behind it.

    Parameters
    ----------
    draw : callable
        Draws it for a `look`.
    title : str
    about : str
        Which rows it is about, and what to mind.
    table : DataFrame
        The numbers of the figure at its threshold.
    value : object
        The result they come from, with reasons and warnings.
    """

    draw: Draw
    title: str
    about: str
    table: pd.DataFrame
    value: Any = None

    @cached_property
    def figure(self) -> go.Figure:
        """The figure as Plotly has it; without the script of `html` its handle stands still."""
        return self.draw(look=Look())

    @cached_property
    def narrow(self) -> go.Figure:
        """The figure for a narrow page."""
        return self.draw(look=Look(narrow=True))

    def to_frame(self) -> pd.DataFrame:
        """Return the numbers of the figure."""
        return self.table

    def html(self, *, carries: bool = True) -> str:
        """Return the figure as a page of its own, which needs neither server nor network.

        Parameters
        ----------
        carries : bool
            Whether Plotly is in it; else it takes that of another frame of the page.
        """
        return _page(self, carries=carries)

    def save(self, path: str | Path) -> None:
        """Write the figure as an HTML file whose handle moves."""
        Path(path).write_text(self.html(), encoding="utf-8")

    def __repr__(self) -> str:
        return f"LiveFigure({self.title!r})"

    def _repr_html_(self) -> str:
        """Return a frame for a notebook."""
        page = html.escape(self.html(carries=_carries()), quote=True)
        height = (self.figure.layout.height or 450) + _AROUND
        return (
            f'<iframe srcdoc="{page}" title="{html.escape(self.title, quote=True)}" '
            f'style="width:100%;height:{height}px;border:0" allow="clipboard-write">{_UNTRUSTED}</iframe>'
        )


def fixed(figure: Callable[[], go.Figure]) -> Draw:
    """Return what draws a figure that is the same on any page.

    >>> fixed(go.Figure)(look=Look()).data
    ()
    """

    def draw(*, look: Look) -> go.Figure:  # noqa: ARG001 - all figures are asked for a look
        return figure()

    return draw


def _page(shown: LiveFigure, *, carries: bool) -> str:
    """Return the document of a frame."""
    wide, narrow = _drawing(shown.figure), _drawing(shown.narrow)
    held = [_json("wide", wide), *([] if narrow == wide else [_json("narrow", narrow)])]
    plotly = motion.packed_plotly() if carries else ""
    title, about = html.escape(shown.title), html.escape(shown.about)
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        f'<meta name="viewport" content="width=device-width,initial-scale=1"><style>{_sheet()}</style></head>'
        f'<body><h1>{title}</h1><p>{about}</p><p id="lost" hidden>{html.escape(_LOST)}</p>'
        f'<div id="chart" role="img" aria-label="{html.escape(shown.title, quote=True)}"></div>'
        f'<p id="said" aria-live="polite"></p>{"".join(held)}{plotly}<script>{_script()}</script></body></html>'
    )


def _drawing(figure: go.Figure) -> str:
    """Return a figure as Plotly's script takes it, its ground that of the page."""
    standing = go.Figure(figure)
    standing.update_layout(paper_bgcolor="rgba(0,0,0,0)", plot_bgcolor="rgba(0,0,0,0)", width=None)
    text: str = standing.to_json()
    return text


def _json(name: str, text: str) -> str:
    """Return JSON within a script, which no text of a file can end."""
    return f'<script type="application/json" id="{name}">{text.replace("<", chr(92) + "u003c")}</script>'


@cache
def _sheet() -> str:
    return read_sheet(_HERE / "notebook.css")


@cache
def _script() -> str:
    shared = (motion.script(), motion.picture_script(), motion.unpacking_script())
    return "\n".join((*shared, read_sheet(_HERE / "notebook.js")))


def _carries() -> bool:
    """Tell whether a figure that is shown now has to bring Plotly along.

    One a notebook does. Where each output has a page of its own, as in Colab, or where there may be no notebook that
    keeps what was shown, as in marimo, every one does.
    """
    shell = _shell()
    if shell is None or "google.colab" in sys.modules:
        return True
    cell = _cell(shell)
    if _Carried.cell not in {"", cell} or (cell is None and _Carried.cell is None):
        return False
    _Carried.cell = cell
    return True


def _shell() -> Any:
    """Return the shell of IPython that runs this, None without one."""
    ipython = sys.modules.get("IPython")
    return None if ipython is None else ipython.get_ipython()


def _cell(shell: Any) -> str | None:
    """Return the name of the cell that runs, where the notebook says so."""
    try:
        found = shell.kernel.get_parent("shell")["metadata"].get("cellId")
    except (AttributeError, KeyError, TypeError):
        return None
    return None if found is None else str(found)
