"""Courses: which steps the path of lessons has, in which order; three are built in, others are a teacher's own.

The address says which of them it is, and holds a teacher's own whole, so that a reload or a link brings it back.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Final

import streamlit as st

from evalcore.errors import InputError
from ui.frame import course_text
from ui.frame.course_steps import KNOWN
from ui.frame.steps import STEPS, Step
from ui.session import address, choices, screen
from ui.shared.text import N_

CHAPTER: Final = "chapter"
# A teacher's own, which lies in the session: this is what stands for it there.
OWN: Final = "own"
_OWN, _BEFORE = "own_course", "own_course_before"
_MOST_BEFORE: Final = 30
# What the book does not have: leaks, ties, intervals of areas, calibration, corrected and failing tests, the 0-1 loss,
# double descent. In the place of the corrected t test stand the two tests of the book.
_BEYOND: Final = frozenset({"leaks", "ties", "models", "promises", "folds", "lies", "votes", "peak"})
# What it has and the whole chapter leaves to the pages, behind the step each follows.
_BEHIND: Final = {"splits": ("kfold", "loo", "repeats"), "rare": ("enclosing",), "bar": ("paired", "halves")}
_SHORT: Final = (
    "melons",
    "lunch",
    "splits",
    "kfold",
    "lecture",
    "rare",
    "rows",
    "pairs",
    "misses",
    "bar",
    "disagreements",
    "flexibility",
)


@dataclass(frozen=True)
class Course:
    """Steps in their order, by key; `key` stands for the course in the session, `title` says in English which it is."""

    key: str
    title: str
    steps: Mapping[str, Step]

    def beside(self, key: str) -> tuple[Step | None, Step | None]:
        """Return the steps before and behind one."""
        keys = list(self.steps)
        at = keys.index(key)
        earlier, later = keys[:at], keys[at + 1 :]
        return self.steps[earlier[-1]] if earlier else None, self.steps[later[0]] if later else None

    @property
    def first(self) -> Step:
        """The step it begins with."""
        return next(iter(self.steps.values()))


def _built_in(key: str, title: str, steps: Sequence[str]) -> Course:
    return Course(key, title, {step: KNOWN[step] for step in steps})


def _of_the_book() -> list[str]:
    """Return the steps of the whole chapter that are the book's, and behind them those it has besides.

    Steps of a page stand together, so what follows a page's step is of that page.
    """
    pages = dict.fromkeys(step.page for step in STEPS.values())
    keys = [more for key in STEPS if key not in _BEYOND for more in (key, *_BEHIND.get(key, ()))]
    return [key for page in pages for key in keys if KNOWN[key].page == page]


COURSES: Final = {
    one.key: one
    for one in (
        _built_in(CHAPTER, N_("The whole chapter"), list(STEPS)),
        _built_in("book", N_("The textbook's path"), _of_the_book()),
        _built_in("short", N_("The short path"), _SHORT),
    )
}


def of(steps: Sequence[Step]) -> Course:
    """Return a teacher's own course; its views are numbered by their place among themselves."""
    number = count(1)
    named = [step if step.key in KNOWN else replace(step, key=f"view{next(number)}") for step in steps]
    return Course(OWN, N_("My path"), {step.key: step for step in named})


def now() -> Course:
    """Return the course whose steps are taken; for one that a link asks for and there is not, the whole chapter.

    Why it is not taken is said once, and a step that the chapter does not have is no longer looked for.
    """
    asked: str = st.session_state.get(screen.COURSE.key, CHAPTER)
    if asked in COURSES:
        return COURSES[asked]
    try:
        return _own(asked)
    except InputError as error:
        st.session_state.pop(screen.COURSE.key, None)
        if st.session_state.get(screen.PATH.key) not in COURSES[CHAPTER].steps:
            st.session_state.pop(screen.PATH.key, None)
        choices.refuse(error.message)
        address.say_refused()
        return COURSES[CHAPTER]


def _own(asked: str) -> Course:
    """Return the teacher's own course; one that a link holds is that from now on."""
    if asked != OWN:
        st.session_state[_OWN] = of(course_text.unpacked(asked, COURSES))
        st.session_state[screen.COURSE.key] = OWN
    mine = own()
    if mine is None:
        raise InputError("Your own path was only in memory. Load its file again on Home, at the door for teaching.")
    return mine


def own() -> Course | None:
    """Return the teacher's own course, None where there is none yet."""
    mine: Course | None = st.session_state.get(_OWN)
    return mine


def of_the_link() -> Course | None:
    """Return the teacher's own course, the one a link has brought included."""
    now()
    return own()


def keep(steps: Sequence[Step] | None) -> None:
    """Have these steps be the teacher's own course, None for none; what it was before can be taken back."""
    before: tuple[Course | None, ...] = st.session_state.get(_BEFORE, ())
    st.session_state[_BEFORE] = (*before, own())[-_MOST_BEFORE:]
    _put(None if not steps else of(steps))


def take_back() -> None:
    """Have the teacher's own course be what it was before the last change."""
    *before, last = st.session_state[_BEFORE]
    st.session_state[_BEFORE] = tuple(before)
    _put(last)


def can_be_taken_back() -> bool:
    """Whether the teacher's own course was changed in this session."""
    return bool(st.session_state.get(_BEFORE))


def _put(mine: Course | None) -> None:
    st.session_state[_OWN] = mine
    walked = st.session_state.get(screen.PATH.key)
    if st.session_state.get(screen.COURSE.key) == OWN and (mine is None or walked not in mine.steps):
        leave()


def choose(course: Course) -> None:
    """Take the steps of a course from now on."""
    st.session_state[screen.COURSE.key] = course.key


def leave() -> None:
    """Be on no step of any course."""
    st.session_state.pop(screen.PATH.key, None)
    st.session_state.pop(screen.COURSE.key, None)


def text(course: Course) -> str | None:
    """Return what the address says of a course, None of the whole chapter."""
    if course.key != OWN:
        return None if course.key == CHAPTER else course.key
    packed = course_text.packed(list(course.steps.values()))
    return packed if course_text.fits_link(packed) else OWN


def write() -> None:
    """Repeat in the address which course it is, as long as one of its steps is taken."""
    on_it = st.session_state.get(screen.PATH.key) is not None
    address.write_text(screen.COURSE, text(now()) if on_it else None)
