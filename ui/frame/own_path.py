"""A teacher's own path: its steps chosen, put in order and given lines.

It is saved as a file and as a link, and loaded from both.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final
from urllib.parse import parse_qs, urlsplit

import streamlit as st

from evalcore.errors import InputError, Message
from ui.frame import course, course_text, path
from ui.frame.course import Course
from ui.frame.course_steps import KNOWN
from ui.frame.steps import Step
from ui.session import address, arrived, screen
from ui.shared import chapter, downloads, field_words, qr
from ui.shared.text import _, headed, say

_AT, _ADD, _LINK, _UPLOAD = "own_path_at", "own_path_further", "own_path_link", "own_path_file"
_TAKEN, _REFUSED, _EDITION = "own_path_file_taken", "own_path_refused", "own_path_edition"
_MEGABYTES: Final = 1


def show() -> None:
    """Show the path that is being made, or what it can begin with."""
    _take_file()
    with st.container(key="own_path", gap="xsmall"):
        mine = course.of_the_link()
        if mine is None:
            st.markdown(_("Begin with one of these; steps are then taken out, moved, added and given lines."))
            with st.container(horizontal=True, gap="xsmall"):
                for one in course.COURSES.values():
                    st.button(_(one.title), key=f"own_path_from_{one.key}", on_click=_keep, args=(one.steps.values(),))
        else:
            _edit(mine)
        if course.can_be_taken_back():
            st.button(_("Take the last change back"), key="own_path_back", icon=":material/undo:", on_click=_take_back)
        if mine is not None:
            _save(mine)
        _load()


def write() -> None:
    """Repeat in the address the path that is being made, so that a reload does not lose it."""
    kept = course.own()
    address.write_text(screen.COURSE, None if kept is None else course.text(kept))


def _edit(mine: Course) -> None:
    steps = list(mine.steps.values())
    at = min(int(st.session_state.get(_AT, 0)), len(steps) - 1)
    # In every run: the field has a state of its own for each list of steps.
    st.session_state[_AT] = at
    with st.container(key="own_path_list", height=280):
        st.radio(_("Steps of my path"), range(len(steps)), format_func=lambda n: _named(steps[n], n + 1), key=_AT)
    # The list has one line a step.
    st.caption(f"**{_(chapter.PAGES[steps[at].page].title)}** · {path.said(steps[at])}")
    with st.container(horizontal=True, gap="xsmall"):
        _button(_("Move up"), "up", ":material/arrow_upward:", _move, (steps, at, -1), disabled=at == 0)
        _button(
            _("Move down"), "down", ":material/arrow_downward:", _move, (steps, at, 1), disabled=at == len(steps) - 1
        )
        _button(_("Take out"), "out", ":material/remove:", _take_out, (steps, at))
        _button(_("Open"), "open", ":material/open_in_new:", path.take_from, (mine, steps[at]))
    _line(steps, at)
    _add(steps, at)
    st.caption(
        _(
            "A view of your own: open a page, set it as it is to be shown, and choose *Keep this view as a step* in "
            "the sidebar."
        )
    )


def _button(label: str, key: str, icon: str, act: Callable[..., None], args: tuple[Any, ...], **looks: Any) -> None:
    st.button(label, key=f"own_path_{key}", icon=icon, on_click=act, args=args, **looks)


def _named(step: Step, number: int) -> str:
    return f"{number}\\. {path.said(step)}"


def _line(steps: Sequence[Step], at: int) -> None:
    """Ask for the line of a step; empty it is the step's own question."""
    step = steps[at]
    key = f"own_path_line_{st.session_state.get(_EDITION, 0)}_{at}"
    st.session_state[key] = st.session_state.get(key, step.own or "")
    st.text_input(
        _("What step {number} says", number=at + 1),
        key=key,
        placeholder=_(step.shows),
        max_chars=course_text.LONGEST_LINE,
        on_change=_take_line,
        args=(steps, at, key),
        help=_("Plain text, 300 characters at most. Left empty, it is the question of the step."),
    )


def _add(steps: Sequence[Step], at: int) -> None:
    """Offer the steps that are not in the path yet."""
    there = {step.key for step in steps}
    left = [key for key in KNOWN if key not in there]
    if not left or len(steps) >= course_text.MOST_STEPS:
        return
    st.session_state[_ADD] = st.session_state[_ADD] if st.session_state.get(_ADD) in left else left[0]
    st.selectbox(
        _("A further step"),
        left,
        format_func=lambda key: headed(_(chapter.PAGES[KNOWN[key].page].title), _(KNOWN[key].shows)),
        key=_ADD,
    )
    _button(_("Add it behind step {number}", number=at + 1), "add", ":material/add:", _put_in, (steps, at))


def _keep(steps: Sequence[Step] | None, at: int = 0) -> None:
    course.keep(None if steps is None else tuple(steps))
    st.session_state[_AT] = at
    # The fields of the lines before belong to other steps.
    st.session_state[_EDITION] = st.session_state.get(_EDITION, 0) + 1
    st.session_state.pop(_REFUSED, None)


def _take_back() -> None:
    course.take_back()
    st.session_state[_EDITION] = st.session_state.get(_EDITION, 0) + 1


def _move(steps: Sequence[Step], at: int, by: int) -> None:
    moved = list(steps)
    moved.insert(at + by, moved.pop(at))
    _keep(moved, at + by)


def _take_out(steps: Sequence[Step], at: int) -> None:
    _keep([step for place, step in enumerate(steps) if place != at], max(at - 1, 0))


def _put_in(steps: Sequence[Step], at: int) -> None:
    _keep([*steps[: at + 1], KNOWN[st.session_state[_ADD]], *steps[at + 1 :]], at + 1)


def _take_line(steps: Sequence[Step], at: int, key: str) -> None:
    line = course_text.clean(st.session_state[key], at + 1)
    _keep([replace(step, own=line) if place == at else step for place, step in enumerate(steps)], at)


def _save(mine: Course) -> None:
    """Offer the path as a file and as a link, and its chosen step for a slide."""
    steps = list(mine.steps.values())
    downloads.button(_("Save as a file"), course_text.written(steps), file_name="path.json", mime="application/json")
    packed = course_text.packed(steps)
    if not course_text.fits_link(packed):
        st.caption(_("This path is too long for a link: save it as a file."))
        return
    link = _link(mine.first, course=packed, path=mine.first.key)
    with st.container(horizontal=True, gap="xsmall"):
        with st.popover(_("As a link"), icon=":material/link:", key="own_path_as_link"):
            st.code(link, language=None, wrap_lines=True, height=120)
            _code(link)
        with st.popover(_("For a slide"), icon=":material/slideshow:", key="own_path_as_slide"):
            st.caption(_("The chosen step without the app around it, for a frame in a page or in slides (iframe):"))
            st.code(_slide(steps[st.session_state[_AT]], packed), language=None, wrap_lines=True, height=120)


def _code(link: str) -> None:
    if len(link) <= course_text.LONGEST_OF_CODE:
        qr.draw(link, _("QR code of this path"))
    else:
        st.caption(
            _(
                "{n} characters are too long for a QR code, which holds {most}.",
                n=len(link),
                most=course_text.LONGEST_OF_CODE,
            )
        )


def _slide(step: Step, packed: str) -> str:
    # A step that is known needs no path around it.
    of = {} if step.key in course.COURSES[course.CHAPTER].steps and step.own is None else {"course": packed}
    return _link(step, path=step.key, embed="1", **of)


def _link(step: Step, **more: str) -> str:
    """Return the whole address of a step."""
    here = urlsplit(st.context.url or "")
    server = f"{here.scheme}://{here.netloc}" if here.netloc else ""
    return server + address.link(step.page, **step.asked, **more)


def _load() -> None:
    """Take a path from a file or a link; what cannot be used is refused, and the path there is stays."""
    with st.expander(_("Load a path"), key="own_path_load"):
        field_words.of_upload(_UPLOAD, _MEGABYTES)
        st.file_uploader(_("A file that was saved here"), type="json", key=_UPLOAD, max_upload_size=_MEGABYTES)
        st.text_input(_("Or its link"), key=_LINK, on_change=_take_link)
    refused: Message | None = st.session_state.get(_REFUSED)
    if refused is not None:
        st.error(say(refused), icon=":material/error:")


def _take_file() -> None:
    file = arrived.file(_UPLOAD)
    if file is not None and file.file_id != st.session_state.get(_TAKEN):
        st.session_state[_TAKEN] = file.file_id
        _take(lambda: course_text.read(file.read(course_text.LARGEST + 1)))


def _take_link() -> None:
    given = str(st.session_state[_LINK]).strip()
    if given:
        asked = parse_qs(urlsplit(given).query).get(screen.COURSE.key, [given])[-1]
        _take(lambda: course_text.unpacked(asked, course.COURSES))


def _take(read: Callable[[], Sequence[Step]]) -> None:
    try:
        _keep(read())
    except InputError as error:
        st.session_state[_REFUSED] = error.message
