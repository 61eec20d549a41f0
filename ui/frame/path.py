"""The line of the path of lessons, in the place of a sample's lesson: what this step shows, and the way on.

Which step it is stands in the address. In presenter mode Page down and Page up, the keys of a remote control, go on and
back: within the step first, see `presenter.js`.
"""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from ui.audience import panel
from ui.frame import steps
from ui.frame.steps import STEPS, Step
from ui.session import address, choices, loaded, samples, screen, ways
from ui.shared import chapter
from ui.shared.text import _


def asked(step: Step) -> Mapping[str, str]:
    """Return what a link to a step asks for; before an audience it opens with its answer hidden."""
    hidden = {screen.HIDDEN.key: "1"} if step.hides and screen.is_on(screen.PRESENT) else {}
    return {**step.asked, **hidden, screen.PATH.key: step.key}


def step() -> Step | None:
    """Return the step whose turn it is, None of who is not on the path."""
    key = st.session_state.get(screen.PATH.key)
    if key is not None and key not in STEPS:
        choices.refuse(choices.not_one_of(screen.PATH.key, STEPS, key))
        address.say_refused()
        _leave()
    return STEPS.get(key) if key is not None else None


def here(page: str) -> Step | None:
    """Return the step whose turn it is where a page shows what it is about."""
    now = step()
    return now if now is not None and _is_here(now, page) else None


def reset() -> None:
    """Have the step whose turn it is begin once more, as it says; called from a key."""
    now = step()
    if now is not None:
        _take(now)


def line(now: Step, page: str) -> None:
    """Show what a step shows and the ways on and back; where something else is open, the way back to it."""
    earlier, later = steps.beside(now.key)
    is_here = _is_here(now, page)
    if is_here:
        panel.ask(now.key, now.shows)
    with st.container(key="path_line", horizontal=True, gap="xsmall", vertical_alignment="top"):
        st.markdown(_said(now, is_here=is_here))
        with st.container(key="path_ways", horizontal=True, gap="xsmall", width="content"):
            if not is_here:
                _way(_("Go there"), now, "path_return", ":material/undo:")
            elif earlier is not None:
                _way(_("Back"), earlier, "path_back", ":material/arrow_back:")
            if is_here and later is not None:
                _way(_next(later, page), later, "path_next", ":material/arrow_forward:")
            st.button(
                _("Ask the class"),
                icon=":material/how_to_vote:",
                key="path_class",
                on_click=panel.turn,
                help=_("Key v"),
            )
            st.button(
                _("Leave the path"), icon=":material/close:", type="tertiary", key="lesson_close", on_click=_leave
            )


def sample(now: Step | None) -> str | None:
    """Return what the rows of a step are called, None of one without a sample, and of none."""
    key = None if now is None else now.asked.get("sample")
    return None if key is None else _(samples.SAMPLES[key].title)


def begin(label: str, *, key: str) -> None:
    """Show the button that begins the path."""
    _way(label, next(iter(STEPS.values())), key, ":material/route:")


def _is_here(now: Step, page: str) -> bool:
    """Whether a page shows what the step is about: it is the step's, and of its sample, where it has one."""
    sample = now.asked.get("sample")
    return now.page == page and sample in (None, loaded.current().sample)


def _said(now: Step, *, is_here: bool) -> str:
    number, n = list(STEPS).index(now.key) + 1, len(STEPS)
    if not is_here:
        title = _(chapter.PAGES[now.page].title)
        return _("**Step {number} of {n}** is about something else: {page}.", number=number, n=n, page=title)
    return _("**Step {number} of {n}.** {sentence}", number=number, n=n, sentence=_(now.shows))


def _next(later: Step, page: str) -> str:
    if later.page == page:
        return _("Next")
    return _("Next: {page}", page=_(chapter.PAGES[later.page].title))


def _way(label: str, to: Step, key: str, icon: str) -> None:
    st.button(label, key=key, icon=icon, on_click=_take, args=(to,))


def _take(to: Step) -> None:
    """Open a step as it says: nothing stays of what was chosen in the one before, whatever rows that was about."""
    ways.take(to.page, asked(to), anew=True)


def _leave() -> None:
    st.session_state.pop(screen.PATH.key, None)
