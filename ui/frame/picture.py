"""The button beside the title that makes a picture of the figure: for a slide, or for a column or page of a paper."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

import plotly.graph_objects as go
import streamlit as st

from evalcore.figures.live import motion
from evalcore.figures.style import read_sheet
from evalcore.report import drawings
from ui.shared.text import N_, _

_HERE: Final = Path(__file__).parent
_WORDS: Final[Mapping[str, str]] = {
    "which": N_("Figure"),
    "figure": N_("Figure"),
    "place": N_("For"),
    "slide": N_("a slide, 16:9"),
    "column": N_("a column of a paper, 89 mm"),
    "page": N_("the width of a paper, 183 mm"),
    "colours": N_("Colours"),
    "white": N_("ink on white"),
    "dark": N_("as this page"),
    "copy": N_("Copy"),
    "copied": N_("Copied."),
    "unsafe": N_("A browser copies pictures only where the page has https. Save it instead."),
    "failed": N_("This browser could not make the picture."),
}
_picture = st.components.v2.component(
    "picture",
    html=(_HERE / "picture.html").read_text(encoding="utf-8"),
    css=read_sheet(_HERE / "picture.css"),
    js="\n".join((motion.script(), motion.picture_script(), drawings.held_script(), read_sheet(_HERE / "picture.js"))),
)


@dataclass(frozen=True)
class Said:
    """What stands in a picture around the figure; each may be empty.

    Above it its title, what it is about, what the page says of it, and how sure that is; below it where it comes from.
    `alt` is for who cannot see it.
    """

    title: str
    about: str = ""
    sentence: str = ""
    sure: str = ""
    source: str = ""
    alt: str = ""


@dataclass(frozen=True, eq=False)
class Drawn:
    """A figure as it is drawn for a picture, wide and where it can be narrow; `file` begins the names of its files."""

    wide: go.Figure
    narrow: go.Figure | None
    said: Said
    file: str


@st.fragment
def show(make: Callable[[], Drawn]) -> None:
    """Offer pictures of a figure; out of sight nothing is drawn."""
    about = _("The figure as a picture, to copy or to save")
    box = st.popover(_("Picture"), icon=":material/image:", key="picture", on_change="rerun", help=about)
    if not box.open:
        return
    with box:
        made = make()
        _picture(
            key="picture_box",
            data={
                "figure": drawings.held(made.wide, made.narrow),
                "said": asdict(made.said),
                "file": made.file,
                "words": {name: _(text) for name, text in _WORDS.items()},
            },
        )
