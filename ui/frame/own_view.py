"""A page as it is set now, kept as a step of the teacher's own path: the page, and what its address says."""

from __future__ import annotations

from typing import Final

import streamlit as st

from ui.audience import panel
from ui.frame import course, course_text, path
from ui.frame.course_steps import KNOWN
from ui.frame.steps import Step
from ui.session import lost
from ui.shared import chapter, navigation
from ui.shared.text import _, sentences

_SAID: Final = "own_view_said"


def offer() -> None:
    """Show the button that keeps the view, on a page of the chapter, to who has a path of their own."""
    page, mine = navigation.here(), course.of_the_link()
    if mine is None or page not in chapter.PAGES:
        return
    st.button(
        _("Keep this view as a step"),
        icon=":material/bookmark_add:",
        key="keep_view",
        on_click=_keep,
        args=(page,),
        disabled=len(mine.steps) >= course_text.MOST_STEPS,
        help=_("Puts this page as it is set now into your own path, which is edited on Home."),
    )
    if (said := st.session_state.pop(_SAID, None)) is not None:
        st.toast(said, icon=":material/bookmark_added:", duration="long")


def _keep(page: str) -> None:
    """Put the view behind the step whose turn it is, else at the end."""
    mine = course.own()
    if mine is None:
        return
    now, steps = path.step(), list(mine.steps.values())
    like = None if now is None or now.page != page else _known(now)
    view = course_text.view(page, _asked(page), like=like)
    at = list(mine.steps).index(now.key) + 1 if now is not None and now.key in mine.steps else len(steps)
    course.keep([*steps[:at], view, *steps[at:]])
    said = _("This view is step {number} of your path.", number=at + 1)
    if lost.held().keys() - {panel.PLACE}:
        said = sentences(
            said, _("Of your own file or table it keeps the settings, not the rows: load these before you show it.")
        )
    st.session_state[_SAID] = said


def _asked(page: str) -> dict[str, str]:
    """Return what the address says of the view; rows are no part of a page whose steps name none."""
    asked = st.query_params.to_dict()
    if any("sample" in step.asked for step in KNOWN.values() if step.page == page):
        return asked
    return {key: value for key, value in asked.items() if key not in {"sample", "model", "positive"}}


def _known(step: Step) -> str | None:
    """Return the known step whose scene this one has."""
    return step.key if step.key in KNOWN else step.like
