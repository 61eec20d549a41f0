"""The sections of a page, the same on every one: title, controls, answer, figure, tabs.

A page names what stands in them; here is said in which order they stand and when they are made. One fragment holds
them all: what happens on a page runs that fragment again, and a handle let go leaves its figure as it was drawn. A
closed tab costs nothing: its body is not called.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import streamlit as st

from evalcore.figures.layout import MARK_ROOM, marked
from evalcore.views.threshold import beyond_scores, default_threshold
from ui.frame import (
    account,
    course,
    elsewhere,
    figure_tables,
    groups,
    header,
    line_alone,
    page_files,
    path,
    presenter,
    questions,
    sheets,
    tabs,
)
from ui.frame.sections import (
    Answer,
    At,
    Button,
    Figure,
    LiveThreshold,
    Page,
    Picture,
    Sections,
    needed,
    offered,
    refused,
)
from ui.frame.sheets import Sheet
from ui.frame.steps import FIGURE, Step
from ui.frame.tabs import Body, Tab
from ui.live import bridge, carrying, chosen_here, drawn, sentence, threshold, undo, wishing
from ui.session import address, holding, loaded, looked_at, mended, screen, sides, watched
from ui.shared import charts, navigation
from ui.shared.downloads import Export, Table
from ui.shared.marks import Mark
from ui.shared.text import _, language, literal, say, sentences

__all__ = [
    "Answer",
    "At",
    "Body",
    "Button",
    "Export",
    "Figure",
    "LiveThreshold",
    "Page",
    "Picture",
    "Sections",
    "Tab",
    "Table",
    "needed",
    "offered",
    "refused",
    "show",
]

_DRAWER = screen.DRAWER.key
# Pixels of the two lines that say what a threshold does where it was chosen and where it is reported.
BOTH_SIDES = 30


def show(page: Page) -> None:
    """Show a page; what happens on it later runs its sections alone."""
    if (sheet := sheets.wanted()) is not None:
        _draw(page, sheet)
        return
    if (told := account.wanted()) is not None:
        account.tell(page, told)
        return
    # The browser may come from another page, or the sidebar has changed what is shown.
    drawn.anew()
    looked_at.take_change()
    # What such a page shows is its own, not what the link is of.
    if not _waits(page):
        questions.memory_note()
    _sections(page)


@st.fragment
def _sections(page: Page) -> None:
    with watched.answer(page.topic):
        _show_sections(page)


def _show_sections(page: Page) -> None:
    holding.step()
    # Where a half is chosen on the page itself, all of it shows other rows than those it was made for.
    if looked_at.take_change() or (page.rows is not None and page.rows.digest != looked_at.of(page.rows).digest):
        st.rerun()
    undo.look()
    header.style(presented=screen.is_on(screen.PRESENT), hidden=screen.is_on(screen.HIDDEN))
    with st.container(key="stage", gap="xsmall"):
        files, named = header.head(page.topic, page.title, page.rows, page.note, teaches=page.of_loaded)
        if _waits(page):
            questions.memory_note()
            st.stop()
        with st.container(key="controls", horizontal=True, gap="xsmall", vertical_alignment="center"):
            step = _presented(page)
            _stand(step)
            bridge.leave_room(BOTH_SIDES if _has_two_sides(page) else 0)
            sections = page.sections()
            _stand(step, sections)
            t = _row(page, sections)
        scene, answer = None if step is None else _scene(page, sections, step, t), None
        if scene is None:
            screen.stand_among_others()
            with elsewhere.said():
                answer = _show_answer(page, sections, t)
            _show_chosen(page, t)
            if page.threshold is not None:
                elsewhere.threshold_inside(page.threshold.rows, t)
            with elsewhere.said():
                _show_figure(page, sections, t)
            if not screen.is_embedded():
                below = [*sections.tabs(t), *_as_tables(sections, t)]
                tabs.show(page.topic, page.exercises, below, of_loaded=sections.of_loaded)
        else:
            header.name(named, sections.about)
            with st.container(key="scene", gap="xsmall"), elsewhere.said():
                scene()
    undo.settle()
    if not screen.is_embedded():
        with files:
            # What may come has its place: what stands behind it is not made anew, as an opened picture would be.
            with st.container(key="files_first", horizontal=True, gap="xsmall", width="content"):
                undo.history()
                if looked_at.ONLY in page.choices:
                    groups.chip()
            page_files.offer(page, sections, t, "" if answer is None else answer.sentence)
    _write_address(page)
    if sections.last is not None:
        with st.container(key="last", gap=None):
            sections.last()
    presenter.show(page.topic, sections.next_row, waits=sections.figure is None and scene is None)
    if not sections.of_loaded:
        header.hide_loaded(is_named=sections.takes_loaded)


def _has_two_sides(page: Page) -> bool:
    """Whether a threshold is chosen on other rows than the page shows: what it does on both stands above the figure."""
    return page.threshold is not None and sides.first(page.threshold.rows) is not None


def _presented(page: Page) -> Step | None:
    """Return the step of the path of lessons that this page shows to an audience."""
    return path.here(page.topic) if screen.is_on(screen.PRESENT) else None


def _stand(step: Step | None, sections: Sections | None = None) -> None:
    """Have figures know whether they stand alone, and how far they are built up, in stages that rows may decide."""
    if step is None or step.scene is None:
        screen.stand_among_others()
        return
    known = sections.stages if sections is not None and step.stages else {}
    screen.stand_alone(known.get(step.scene, step.stages), is_figure=step.scene == FIGURE)


def _scene(page: Page, sections: Sections, step: Step, t: At) -> Body | None:
    """Return what a step shows alone, None where it is the page itself, as on a phone and while it waits."""
    if step.scene != FIGURE:
        return None if step.scene is None else sections.scenes.get(step.scene)
    has_figure = sections.figure is not None and not bridge.is_narrow()
    return partial(_show_figure, page, sections, t, is_alone=True) if has_figure else None


def _waits(page: Page) -> bool:
    """Tell whether the page would show what was loaded, and that is gone: then it ends with the note that says so.

    So every page does where the link asks for a sample that there is not: what else it asks for is of that sample.
    """
    return loaded.unknown_sample() is not None or (page.takes_loaded and loaded.gone() is not None)


def _row(page: Page, sections: Sections, /) -> At:
    """Show what every page has at the right of its own controls; return the threshold."""
    t = None
    if page.threshold is not None and sections.figure is not None:
        t = threshold.field(page.threshold.table)
        undo.watch(threshold.place(page.threshold.rows), threshold.KEYS, threshold.named, threshold.LABEL)
    if sections.figure is not None and (page.threshold is not None or sections.handles):
        undo.buttons(_places(page))
    if page.threshold is not None and sections.figure is not None:
        wishing.show(page.threshold.rows)
        if sections.beside_threshold is not None and t is not None:
            sections.beside_threshold(t)
    if sections.options is not None:
        st.button(_("Options"), icon=":material/tune:", key="options", on_click=_turn_drawer)
    has_handles = sections.figure is not None and bool(sections.handles)
    presenter.button(has_threshold=t is not None, has_handles=has_handles, has_rows=sections.next_row is not None)
    return t


def _places(page: Page) -> tuple[undo.Place, ...]:
    """Return what of the page can be taken back: moves of the threshold of these rows, of this view, and choices."""
    of_threshold = () if page.threshold is None else (threshold.place(page.threshold.rows),)
    return (_place(page), *of_threshold, undo.CHOSEN_HERE)


def _place(page: Page) -> undo.Place:
    """Return what a handle of the page is about: the rows, and which words are chosen, such as view and learner."""
    words = [st.session_state.get(choice.key, choice.default) for choice in page.choices if choice.options]
    return (page.topic, *(() if page.rows is None else page.rows.key), *words)


def _turn_drawer() -> None:
    st.session_state[_DRAWER] = not st.session_state.get(_DRAWER, False)


def _show_answer(page: Page, sections: Sections, t: At) -> Answer | None:
    """Show what the page says, and above it where the scores speak for the other class; return it."""
    answer = sections.answer(t) if sections.answer is not None else None
    if page.rows is not None and page.rows.has_score:
        header.direction_note(page.rows)
    if sections.instead is not None:
        with st.container(key="instead"):
            st.caption(sections.instead)
    if answer is None:
        return None
    with st.container(key="answer", horizontal=True, gap="small", vertical_alignment="center"):
        st.markdown(_badge(sections.shown_as) + sentence.unbroken(answer.sentence), width="content")
        if answer.button is not None:
            st.button(
                answer.button.label,
                key=answer.button.key,
                on_click=answer.button.on_click,
                args=answer.button.args,
                disabled=answer.button.disabled,
                type="primary" if answer.button.is_advised else "secondary",
            )
    return answer


def _show_chosen(page: Page, t: At) -> None:
    """Say that the threshold is beyond all scores, and on which rows it was chosen, with what is left of it here."""
    if page.threshold is None:
        return
    rows = page.threshold.rows
    found = None if t is None else beyond_scores(page.threshold.table, t)
    beyond = None if found is None else say(found)
    if said := sentences(beyond, carrying.sentence(rows, t), chosen_here.said(rows, t), chosen_here.anew(rows, t)):
        with st.container(key="chosen"):
            st.caption(said)
            # Seen while the handle is held: what was wished is no longer what there is.
            with st.container(key="by_hand"):
                st.caption(_("By hand"))


def _show_figure(page: Page, sections: Sections, t: At, *, is_alone: bool = False) -> None:
    """Show the figure, at its right what it can be asked for, and below it what is to be said of it, unless alone."""
    if sections.figure is None:
        _show_last(page, sections)
        return
    make, mark = sections.figure, sections.shown_as
    of = (page.topic, *sections.of, mark, language(), bridge.look())

    def made(revision: int) -> tuple[Figure, str]:
        figure = _marked(make(t), mark)
        figure.figure.layout.datarevision = revision
        sentence.carry(figure.figure, sections.says, of)
        return figure, _said(figure, t)

    # The chart keeps its place in the page with the drawer open or closed: in another place it would be drawn anew.
    with st.container(key="figure_band", horizontal=not bridge.is_narrow(), gap="small"):
        with st.container(key="figure", gap=None):
            figure, alt = drawn.figure(of, t, made)
            threshold.name_typed()
            charts.chart(figure.figure, key=figure.key, alt=alt)
            charts.tell(figure.key, _said(figure, t))
            if figure.within is not None:
                figure.within()
            if page.threshold is not None or sections.handles or sections.picks:
                live = page.threshold
                table = None if live is None else lambda: live.table
                rows = None if screen.is_on(screen.PRESENT) else page.rows
                threshold.listen(
                    figure.key,
                    table,
                    sections.handles,
                    sections.picks,
                    place=_place(page),
                    typed=sections.typed,
                    alone=None if rows is None else line_alone.words(rows.model),
                )
        is_open = sections.options is not None and bool(st.session_state.get(_DRAWER)) and not screen.is_embedded()
        if figure.beside is not None and not (is_alone or screen.is_embedded()):
            # A figure with a width of its own leaves the rest; where it fills the page the rest has a column.
            own_width = figure.figure.layout.width is not None
            # Between figure and drawer there is room on wide screens only.
            column = "waits_between" if is_open else "waits_beside"
            with st.container(key="beside" if own_width else column, gap="xsmall"):
                figure.beside(t)
        if sections.options is not None and is_open:
            with st.container(key="drawer", border=True, gap="xsmall"), elsewhere.said():
                sections.options()
    if figure.notes is not None and not is_alone:
        figure.notes()


def _as_tables(sections: Sections, t: At) -> list[Tab]:
    """Return the figure as tables, last of the readings; there is none while its values are to be guessed."""
    tables = sections.figure_tables
    if sections.figure is None or tables is None or screen.is_on(screen.HIDDEN):
        return []
    return [Tab("readings", partial(figure_tables.show, partial(tables, t)))]


def _marked(figure: Figure, mark: Mark | None) -> Figure:
    """Return a figure that says where its numbers are nobody's own."""
    # On a projector every pixel of the height is the figure's, and what stands above it names the sample.
    presented = screen.is_on(screen.PRESENT)
    if mark is None or (mark.calm and presented):
        return figure
    room = 0 if presented else MARK_ROOM
    return replace(figure, figure=marked(figure.figure, mark.label, calm=mark.calm, room=room))


def _draw(page: Page, sheet: Sheet) -> None:
    """Draw of the page what a step shows alone, for a sheet."""
    step = sheet.step
    _stand(step)
    sections = page.sections()
    _stand(step, sections)
    has_threshold = page.threshold is not None and sections.figure is not None
    t = threshold.value(page.threshold.table) if has_threshold and page.threshold is not None else None
    with charts.keeping(sheet.figures):
        if step.scene is not None and step.scene in sections.scenes:
            sections.scenes[step.scene]()
        elif sections.figure is not None:
            figure = _marked(sections.figure(t), sections.shown_as)
            charts.chart(figure.figure, key=figure.key, alt="")
    note = [] if page.note is None else [page.note]
    sheet.about[:] = [page.title, *header.about(page.rows, of=path.sample(step)), *sections.about, *note]


def _show_last(page: Page, sections: Sections) -> None:
    """Show the figure before, dimmed, while there is nothing to be seen of the next."""
    last: tuple[Figure, str] | None = drawn.last((page.topic, *sections.of)) if sections.waits else None
    if last is not None:
        figure, alt = last
        with st.container(key="figure_before"):
            charts.chart(figure.figure, key=figure.key, alt=alt)


def _said(figure: Figure, t: At) -> str:
    """Say of the figure what may be known of it: its values are not read out while they are to be guessed."""
    if screen.is_on(screen.HIDDEN):
        return _("The values of this figure are hidden: guess first.")
    return literal(figure.alt(t) if callable(figure.alt) else figure.alt)


def _badge(mark: Mark | None) -> str:
    """Return the mark as it begins a headline."""
    if mark is None:
        return ""
    return f":{'gray' if mark.calm else 'orange'}-badge[{mark.short}] "


def _write_address(page: Page) -> None:
    """Repeat in the address bar what this page shows, and what is loaded: that the browser is heard runs this alone."""
    if st.session_state.get(navigation.FRAMED):
        address.write()
    if page.threshold is not None:
        address.write_choice(threshold.CHOICE, default=default_threshold(page.threshold.table))
        chosen_here.write(page.threshold.rows)
    sides.write()
    address.write_text(mended.CHOICE, mended.in_address())
    for choice in page.choices:
        address.write_choice(choice)
    screen.write()
    course.write()
