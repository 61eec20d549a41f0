"""The handout: the steps of a path as pages to print, made when it is asked for and then offered as a file."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

import streamlit as st

from ui.frame import course, handout, sheets
from ui.frame.course import Course
from ui.frame.handout import Drawing
from ui.session import loaded
from ui.shared import downloads, qr
from ui.shared.text import _, in_row, language, speaking

_MADE: Final = "handout_made"


@dataclass(frozen=True, eq=False)
class _Made:
    """A handout: of which path, in which language, of which rows, and its figures by step."""

    of: Course
    language: str
    digest: str
    drawings: Mapping[str, Drawing]


def show(mine: Course | None) -> None:
    """Offer the handout of the paths that are built in, and of one's own where there is one."""
    known = list(course.COURSES.values())
    paths = known if mine is None else [mine, *known]
    with st.popover(_("Handout: a page for each question"), icon=":material/print:", key="handout"):
        _choose(paths)


@st.fragment
def _choose(paths: list[Course]) -> None:
    """Ask which path it is of, make it, and offer what was made."""
    titles = {one.key: _(one.title) for one in paths}
    by_key = {one.key: one for one in paths}
    key = st.selectbox(_("Path"), list(titles), format_func=lambda one: titles[one], key="handout_of")
    of = by_key[key if key in by_key else paths[0].key]
    made: _Made | None = st.session_state.get(_MADE)
    if made is None or not _is_of(made, of):
        place = st.empty()
        with place:
            asked = st.button(_("Make the handout"), key="handout_make", icon=":material/print:")
        if not asked:
            return
        with place:
            made = st.session_state[_MADE] = _make(of)
        place.empty()
    missing = [str(number) for number, key in enumerate(of.steps, start=1) if not made.drawings[key].asked]
    downloads.button(_("Save the handout"), _writing(made), file_name="questions.html", mime="text/html")
    st.caption(_("One file that needs no network: open it in a browser and print it on A4."))
    if missing:
        st.caption(
            _("Without a figure, since its page has none for the rows that are loaded: {steps}", steps=in_row(missing))
        )


def _is_of(made: _Made, of: Course) -> bool:
    """Tell whether a handout is still that of a path."""
    return made.of == of and made.language == language() and made.digest == loaded.current().predictions.digest


def _make(of: Course) -> _Made:
    """Draw the figures of a path, step by step, and show how far that is; Streamlit's own stop button ends it."""
    visitor, bar = sheets.visitor(), st.progress(0.0)

    def told(done: float, number: int) -> object:
        return bar.progress(done, text=_("The figure of step {number} of {n} …", number=number, n=len(of.steps)))

    drawings = handout.draw_all(of.steps, visitor, told=told)
    return _Made(of, visitor.language, loaded.current().predictions.digest, drawings)


def _writing(made: _Made) -> Callable[[], bytes]:
    """Return what writes the handout, outside the script: in the language it was made in, with links others open."""
    home = None if qr.is_of_this_computer() else st.context.url

    def make() -> bytes:
        """Write it."""
        with speaking(made.language):
            return handout.write(list(made.of.steps.values()), home, made.drawings)

    return make
