"""Three ways to begin: with a file of one's own, to teach, and to learn."""

from __future__ import annotations

import html
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final
from urllib.parse import urlencode

import streamlit as st

from ui.exercises import cards
from ui.exercises.kinds import Exercise
from ui.frame import course, own_path, path
from ui.frame.steps import Lessons
from ui.home import on_paper
from ui.live import bridge
from ui.session import gallery, incoming, loaded, samples, screen
from ui.shared import chapter, navigation
from ui.shared.text import LANGUAGES, _, language, paragraph, remark

Sets = Mapping[str, Sequence[Exercise]]

PAGES: Final = {key: page.title for key, page in chapter.PAGES.items()}
EXAMPLE: Final = "label,model_a,model_b\np,0.91,0.77\nn,0.20,0.35\np,0.64,0.58\nn,0.47,0.12"


@dataclass(frozen=True)
class _Door:
    """One way to begin; on a narrow page a line says what it holds."""

    key: str
    title: str
    holds: str
    icon: str
    body: Callable[[], None]
    is_asked: bool = False


def show(sets: Sets, lessons: Mapping[str, Lessons]) -> None:
    """Show the doors.

    `sets` has the exercises of each page, in the order in which they are learned; `lessons` those of the pages that
    bring their own data, so that no sample opens there.
    """
    doors = [
        _Door("file", _("I have a file"), _("what it holds"), ":material/upload_file:", _file),
        _Door(
            "teach",
            _("I teach"),
            _("the chapter in {n} steps", n=len(course.COURSES[course.CHAPTER].steps)),
            ":material/co_present:",
            partial(_teach, lessons),
            # Whoever was given a path finds it without a search.
            is_asked=course.of_the_link() is not None,
        ),
        _Door(
            "learn",
            _("I learn"),
            _("{n} exercises", n=len([one for exercises in sets.values() for one in exercises])),
            ":material/school:",
            partial(_learn, sets),
        ),
    ]
    with st.container(key="home_doors"):
        if bridge.is_narrow():
            # One below the other they would be a screen and a half: of each a line, and the rest behind it.
            for door in doors:
                label = f"**{door.title}** · {door.holds}"
                with st.expander(label, icon=door.icon, expanded=door.is_asked, key=f"door_line_{door.key}"):
                    door.body()
            return
        for column, door in zip(st.columns(3, gap="medium"), doors, strict=True):
            with column, st.container(border=True, height="stretch"):
                st.header(door.title, anchor=False)
                door.body()


def _file() -> None:
    st.markdown(
        "  \n".join(
            [
                _(":material/check_circle: **truth**: the right answer"),
                _(":material/speed: **scores**: a column for each model, higher for the positive class"),
                _(":material/label: **predicted labels**, weight, amount, fold: if you have them"),
            ]
        )
    )
    # Not as code: for that the browser would first fetch 1.6 MB that colour the words of programs.
    st.html(f"<pre>{html.escape(EXAMPLE)}</pre>")
    st.button(
        _("Load predictions"),
        key="door_file",
        icon=":material/upload_file:",
        on_click=navigation.go_to,
        args=("data",),
    )


def _teach(lessons: Mapping[str, Lessons]) -> None:
    """Show the path of lessons, and folded the single ones and one's own; language and projector."""
    whole, book, short = course.COURSES.values()
    paragraph(
        "The chapter in {n} steps, in the lecture's order: each page opens on its example, and a line says what "
        "to show. There **Present** fills the screen, and a remote control goes from step to step.",
        n=len(whole.steps),
    )
    path.begin(whole, _("The whole chapter: {n} steps", n=len(whole.steps)), key="door_path")
    with st.container(horizontal=True, gap="xsmall", key="door_paths"):
        path.begin(book, _("The textbook's path: {n} steps", n=len(book.steps)), key="door_book")
        path.begin(short, _("The short path: {n} steps", n=len(short.steps)), key="door_short")
        place = st.empty()
    paper = st.container()
    own = st.expander(_("A path of your own"), key="door_own", on_change="rerun")
    with own:
        if own.open:
            own_path.show()
    mine = course.of_the_link()
    if mine is not None:
        with place:
            path.begin(mine, _("My path: {n} steps", n=len(mine.steps)), key="door_mine")
    with paper:
        on_paper.show(mine)
    own_path.write()
    with st.expander(_("Or a single lesson"), key="door_lessons"):
        _lessons(lessons)
    with st.container(horizontal=True):
        st.link_button(
            _("Presenter mode"),
            f"confusion_matrix?{urlencode(_presented())}",
            icon=":material/slideshow:",
            help=_("Opens the lecture's samples as a projector needs them; present=1 in any address does the same."),
        )
        for code, name in LANGUAGES.items():
            if code != language():
                st.button(name, key=f"home_{code}", icon=":material/translate:", on_click=_choose, args=("lang", code))


def _lessons(lessons: Mapping[str, Lessons]) -> None:
    """Show for each page the samples that it teaches best, and the lessons that need none."""
    for page, title in PAGES.items():
        with st.container(gap="xxsmall"):
            st.markdown(f"**{_(title)}**")
            with st.container(key=f"lessons_{page}", horizontal=True):
                for sample in samples.SAMPLES.values():
                    if sample.page == page:
                        gallery.button(sample.key, _(sample.title), key=f"lesson_{sample.key}", type="tertiary")
                if page in lessons:
                    _lessons_of(page, lessons[page])


def _lessons_of(page: str, lessons: Lessons) -> None:
    for value, title in lessons.titles.items():
        key = f"lesson_{page}_{value}"
        st.button(_(title), key=key, type="tertiary", on_click=_take_lesson, args=(page, lessons, value))


def _take_lesson(page: str, lessons: Lessons, value: str) -> None:
    navigation.go_to(page)
    if value in lessons.samples:
        incoming.take_sample(lessons.samples[value])
    _choose(lessons.choice.key, value)


def _choose(key: str, value: str) -> None:
    st.session_state[key] = value


def _presented() -> dict[str, str]:
    spoken = {} if language() == "en" else {"lang": language()}
    return {"sample": loaded.DEFAULT_SAMPLE, **spoken, "present": "1"}


def _learn(sets: Sets) -> None:
    """Show the first exercise that this session has not done yet, and how many it has."""
    every = [(page, number, one) for page, exercises in sets.items() for number, one in enumerate(exercises, start=1)]
    left = [place for place in every if (place[0], place[2].key) not in cards.done()]
    if not left:
        paragraph("All {n} exercises of this session are done.", n=len(every))
        return
    page, number, exercise = left[0]
    st.markdown(f"**{_(exercise.title)}**")
    st.markdown(cards.said(exercise.prompt))
    remark(
        "{page}, exercise {number} · {left} of {all} not done yet",
        page=_(PAGES[page]),
        number=number,
        left=len(left),
        all=len(every),
    )
    st.button(_("Next exercise"), key="door_learn", icon=":material/quiz:", on_click=_turn_to, args=(page, number))


def _turn_to(page: str, number: int) -> None:
    """Open the tab of the exercises there, at this one."""
    navigation.go_to(page, tab="exercises")
    cards.turn_to(page, number)
    st.session_state[screen.TAB.key] = "exercises"
