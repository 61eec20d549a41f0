"""The line of the path of lessons, in the place of a sample's lesson: what this step shows, and the way on.

Which step it is, and of which course, stands in the address. In presenter mode Page down and Page up, the keys of a
remote control, go on and back: within the step first, see `presenter.js`.
"""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from ui.audience import panel
from ui.frame import course
from ui.frame.course import Course
from ui.frame.steps import Step
from ui.live import drawn
from ui.session import address, aside, choices, loaded, samples, screen, ways
from ui.shared import chapter
from ui.shared.text import _, plain


def asked(step: Step) -> Mapping[str, str]:
    """Return what a link to a step asks for; before an audience it opens with its answer hidden."""
    hidden = {screen.HIDDEN.key: "1"} if step.hides and screen.is_on(screen.PRESENT) else {}
    return {**step.asked, **hidden, screen.PATH.key: step.key}


def step() -> Step | None:
    """Return the step whose turn it is, None of who is not on the path."""
    if st.session_state.get(screen.PATH.key) is None:
        return None
    # A course that is refused takes its step along.
    known = course.now().steps
    key: str | None = st.session_state.get(screen.PATH.key)
    if key is not None and key not in known:
        choices.refuse(choices.not_one_of(screen.PATH.key, known, key))
        address.say_refused()
        _leave()
    return known.get(key) if key is not None else None


def here(page: str) -> Step | None:
    """Return the step whose turn it is where a page shows what it is about."""
    now = step()
    return now if now is not None and _is_here(now, page) else None


def reset() -> None:
    """Have the step whose turn it is begin once more, as it says; called from a key."""
    now = step()
    if now is not None:
        _take(now)
        # A handle moved just before may still be on its way to the server, which knows it where the step begins.
        drawn.moved()
        drawn.anew()


def line(now: Step, page: str) -> None:
    """Show what a step shows and the ways on and back; where something else is open, the way back to it."""
    earlier, later = course.now().beside(now.key)
    is_here = _is_here(now, page)
    if is_here and not screen.is_embedded():
        panel.ask(now.key, now.own or now.shows)
    with st.container(key="path_line", horizontal=True, gap="xsmall", vertical_alignment="top"):
        st.markdown(_said(now, is_here=is_here))
        if screen.is_embedded():
            return
        with st.container(key="path_ways", horizontal=True, gap="xsmall", width="content"):
            if not is_here:
                _way(_("Go there"), now, "path_return", ":material/undo:")
            elif earlier is not None:
                _way(_("Back"), earlier, "path_back", ":material/arrow_back:")
            if is_here and later is not None:
                _way(_next(later, page), later, "path_next", ":material/arrow_forward:")
            panel.offer()
            # In the bar of who presents a cross closes the presentation.
            leave = _("Leave the path and stop presenting") if screen.is_on(screen.PRESENT) else _("Leave the path")
            st.button(
                leave,
                icon=":material/close:",
                type="tertiary",
                key="lesson_close",
                on_click=_close,
                help=_("Your own rows come back, with what you chose for them.") if aside.is_kept() else leave,
            )


def sample(now: Step | None) -> str | None:
    """Return what the rows of a step are called, None of one without a sample, and of none."""
    key = None if now is None else now.asked.get("sample")
    return None if key is None else _(samples.SAMPLES[key].title)


def begin(of: Course, label: str, *, key: str) -> None:
    """Show the button that begins a course."""
    st.button(label, key=key, icon=":material/route:", on_click=take_from, args=(of, of.first))


def take_from(of: Course, to: Step) -> None:
    """Open a step of a course; called from a button."""
    course.choose(of)
    _take(to)


def said(step: Step) -> str:
    """Return what a step says, as Markdown: a teacher's own line is shown literally."""
    return _(step.shows) if step.own is None else plain(step.own)


def _is_here(now: Step, page: str) -> bool:
    """Whether a page shows what the step is about: it is the step's, and of its sample, where it has one."""
    sample = now.asked.get("sample")
    return now.page == page and sample in (None, loaded.current().sample)


def _said(now: Step, *, is_here: bool) -> str:
    if screen.is_embedded():
        return said(now)
    known = course.now().steps
    number, n = list(known).index(now.key) + 1, len(known)
    if not is_here:
        title = _(chapter.PAGES[now.page].title)
        return _("**Step {number} of {n}** is about something else: {page}.", number=number, n=n, page=title)
    if number == n:
        return _("**Step {number} of {n}, the last.** {sentence}", number=number, n=n, sentence=said(now))
    return _("**Step {number} of {n}.** {sentence}", number=number, n=n, sentence=said(now))


def _next(later: Step, page: str) -> str:
    if later.page == page:
        return _("Next")
    return _("Next: {page}", page=_(chapter.PAGES[later.page].title))


def _way(label: str, to: Step, key: str, icon: str) -> None:
    st.button(label, key=key, icon=icon, on_click=_take, args=(to,))


def _take(to: Step) -> None:
    """Open a step as it says: nothing stays of what was chosen in the one before, whatever rows that was about.

    A visitor's own rows, and what was chosen for them, are put aside while the path is gone along.
    """
    if st.session_state.get(screen.PATH.key) is None:
        aside.put()
    ways.take(to.page, asked(to), anew=True)


def _leave() -> None:
    course.leave()
    aside.give_back()


def _close() -> None:
    """Leave the path, and the audience with it; called from a button."""
    _leave()
    if screen.is_on(screen.PRESENT):
        for choice in (screen.PRESENT, screen.HIDDEN):
            st.session_state.pop(choice.key, None)
        drawn.anew()
