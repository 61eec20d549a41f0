"""What a page says, taken down for a report: its sentence and figure, and what stands in its tabs, in one language.

The page runs in a session that nobody sees, with all that the visitor's own holds, so that it says what it says there.
"""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Final

import pandas as pd
import plotly.graph_objects as go
import streamlit as st
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.Markdown_pb2 import Markdown

from evalcore.figures import layout
from evalcore.figures.live.motion import THRESHOLD
from evalcore.report import Live
from evalcore.report.drawings import handles
from evalcore.support.runs import Run
from ui.frame import elsewhere, header, tabs, unseen
from ui.frame.figure_tables import FigureTable
from ui.frame.sections import At, Figure, Page, Sections
from ui.live import bridge, chosen_here, threshold
from ui.live.sentence import Says
from ui.session import memory, screen
from ui.shared import downloads, navigation, takedown
from ui.shared.takedown import Taken
from ui.shared.text import N_, _, language, literal

# Tabs whose numbers belong to a report; lesson and exercises are the app's own.
FORMULAS: Final = "formulas"
TABS: Final = ("groups", "readings", "sure", "compare", FORMULAS)
FIGURE, FIGURE_TITLE = "figure", N_("Answer and figure")
# A page that waits for a run says more once it has ended; one that begins run after run is given up.
_MOST_RUNS: Final = 5


@dataclass(eq=False)
class Block:
    """A part of a page: which, its title, and what stood in it; `narrow` are its figures for a narrow window.

    `drawn` has what its figure draws as tables.
    """

    key: str
    title: str
    taken: Taken
    sentence: str = ""
    narrow: list[go.Figure] = field(default_factory=list)
    live: Live | None = None
    numbers: pd.DataFrame | None = None
    drawn: Sequence[FigureTable] = ()


@dataclass(eq=False)
class UnderWay:
    """How far a page is with what it says, 0 to 1, and which part of it comes now; `given_up` has it end there."""

    share: float = 0.0
    part: str = ""
    is_over: bool = False
    given_up: threading.Event = field(default_factory=threading.Event)


@dataclass(eq=False)
class Account:
    """What a page has said: its title, what it is about, and its blocks; none where it has nothing to show.

    `blocks_of` are those asked for, None for all. `only_of_loaded` asks for nothing where the page shows something
    else. One that `is_narrow` is of a narrow window, for its figures alone. One that `is_file` is of a figure's file:
    what moves with the figure, and nothing else.
    """

    page: str
    only_of_loaded: bool = False
    is_narrow: bool = False
    is_file: bool = False
    blocks_of: frozenset[str] | None = None
    title: str = ""
    about: list[str] = field(default_factory=list)
    of_loaded: bool = True
    blocks: list[Block] = field(default_factory=list)
    under_way: UnderWay = field(default_factory=UnderWay)

    def has(self, key: str) -> bool:
        """Tell whether a block is asked for."""
        return self.blocks_of is None or key in self.blocks_of


@dataclass(frozen=True, eq=False)
class Visitor:
    """Who asks for a report: the session, its language, and all it holds."""

    session: str
    language: str
    state: Mapping[str, Any]


_WANTED: ContextVar[Account | None] = ContextVar("account", default=None)


def wanted() -> Account | None:
    """Return what is to be taken down in this session, None in that of a visitor."""
    return _WANTED.get()


def visitor() -> Visitor:
    """Return who asks, with a copy of what the session holds but for runs, which are of that session alone."""
    held = {str(key): st.session_state[key] for key in st.session_state}
    kept = {key: value for key, value in held.items() if not isinstance(value, Run) and key not in _OF_THE_SCREEN}
    return Visitor(unseen.asker(), language(), memory.copied(kept))


# How the visitor looks at the page, which is none of a report's business.
_OF_THE_SCREEN: Final = frozenset(
    {
        *(one.key for one in (screen.PRESENT, screen.HIDDEN, screen.DRAWER, screen.STAGE, screen.PATH, screen.TAB)),
        navigation.FRAMED,
    }
)


def take(accounts: Sequence[Account], of: Visitor, *, look: Callable[[], object]) -> None:
    """Have pages say what they say, one after the other; `look` is called again and again meanwhile, and may raise."""

    def work(given_up: threading.Event) -> None:
        for _account in steps(accounts, of, given_up):
            pass

    unseen.in_thread(work, look=look)


def steps(accounts: Sequence[Account], of: Visitor, given_up: threading.Event) -> Iterator[Account]:
    """Have pages say what they say in the session of this thread; each is handed over when it has."""
    with unseen.session(of.session, heard=_hear):
        for key, value in of.state.items():
            st.session_state[key] = value
        st.session_state["lang"] = of.language
        for account in accounts:
            account.under_way.given_up = given_up
            _take_both(account, given_up)
            account.under_way.is_over = True
            yield account


def share(accounts: Sequence[Account]) -> float:
    """Return how far pages are with what they say, 0 to 1."""
    return sum(1.0 if one.under_way.is_over else one.under_way.share for one in accounts) / len(accounts)


def _take_both(account: Account, given_up: threading.Event) -> None:
    """Have a page say what it says, and draw its figures once more for a narrow window."""
    if account.is_file:
        _take(account, given_up)
        return
    narrow = replace(account, is_narrow=True)
    for one in (account, narrow):
        if not given_up.is_set():
            _take(one, given_up)
    for wide, other in zip(account.blocks, narrow.blocks, strict=False):
        if wide.key == other.key and len(wide.taken.figures) == len(other.taken.figures):
            wide.narrow = other.taken.figures


def _take(account: Account, given_up: threading.Event) -> None:
    token = _WANTED.set(account)
    try:
        for _again in range(_MOST_RUNS):
            account.blocks, account.about = [], []
            unseen.settle()
            bridge.stand_in_file(narrow=account.is_narrow)
            with takedown.into(Taken()):
                unseen.run(account.page)
            if not unseen.wait(given_up):
                return
    finally:
        _WANTED.reset(token)


def _hear(sent: ForwardMsg) -> None:
    """Keep the sentences a browser would have shown."""
    taken = takedown.now()
    if taken is None or sent.WhichOneof("type") != "delta" or sent.delta.WhichOneof("type") != "new_element":
        return
    element = sent.delta.new_element
    kind = element.WhichOneof("type")
    if kind == "alert":
        taken.said.append(element.alert.body)
    elif kind == "markdown" and element.markdown.element_type == Markdown.LATEX:
        taken.formulas.append(element.markdown.body.strip().strip("$").strip())
        # A formula is no text, and what leads to it would end in nothing.
        if taken.said and not taken.said[-1].rstrip().endswith(_ENDS):
            taken.said.pop()
    elif kind == "markdown" and element.markdown.element_type in _READ and not element.markdown.allow_html:
        taken.said.append(element.markdown.body)


_READ: Final = (Markdown.UNSPECIFIED, Markdown.NATIVE, Markdown.CAPTION)
_ENDS: Final = (".", "。", "!", "！", "?", "？", ")", "）")


def tell(page: Page, account: Account) -> None:
    """Take down what stands on a page, in the session that nobody sees."""
    # What explains the controls is not of a report, unless the page waits for an answer to it.
    with takedown.into(Taken()) as beside:
        sections = page.sections()
    if account.only_of_loaded and not sections.of_loaded:
        return
    t = None
    if page.threshold is not None and sections.figure is not None:
        t = threshold.value(page.threshold.table)
    account.title = page.title
    account.about = [
        *header.about(page.rows, of=None),
        *(sections.about if page.rows is None else []),
        *filter(None, (page.note, sections.condition)),
    ]
    account.of_loaded = sections.of_loaded or sections.takes_loaded
    if page.rows is None and sections.of_loaded and (cases := elsewhere.cases()) is not None:
        account.about.append(cases)
    steps: tuple[float, ...] = ()
    of_page = [] if account.is_file else [one for one in sections.tabs(t) if one.key in TABS and account.has(one.key)]
    parts = _parts(account, len(of_page) + account.has(FIGURE))
    if account.has(FIGURE):
        parts(_(FIGURE_TITLE))
        account.blocks.append(first := _first(page, sections, t, account))
        if not (first.sentence or first.taken.figures):
            first.taken.said[:0] = beside.said
        steps = () if account.is_narrow else _steps(page, first.taken.figures)
        first.live = _sentences(sections, steps)
        if first.live is None and first.taken.figures and not account.is_narrow:
            first.live = moving(first.taken.figures[0], sections.says, first.sentence)
        if account.is_file:
            _with_tables(first, sections, t, steps)
            return
    for one in of_page:
        parts(_title(one))
        account.blocks.append(_tab(one, sections, t, steps))


def _parts(account: Account, n: int) -> Callable[[str], None]:
    """Return what notes the title of each of so many parts before it begins; of a page that is given up none does.

    A page tells all for a wide window and once more for a narrow one.
    """
    under_way, half = account.under_way, 0.5 if account.is_narrow else 0.0
    place = itertools.count()

    def begins(title: str) -> None:
        if under_way.given_up.is_set():
            st.stop()
        under_way.part, under_way.share = title, max(under_way.share, half + next(place) / n / 2)

    return begins


def _first(page: Page, sections: Sections, t: At, account: Account) -> Block:
    """Return answer, figure and notes."""
    with _block(FIGURE, _(FIGURE_TITLE)) as block:
        if page.rows is not None and page.rows.has_score:
            header.direction_note(page.rows)
        if sections.instead is not None:
            st.caption(sections.instead)
        answer = None if sections.answer is None else sections.answer(t)
        block.sentence = "" if answer is None else answer.sentence
        if page.threshold is not None and (said := chosen_here.said(page.threshold.rows, t)):
            st.caption(said)
        if page.threshold is not None:
            elsewhere.threshold_inside(page.threshold.rows, t)
        if sections.figure is not None:
            block.taken.draw(_drawn(sections, sections.figure, t, narrow=account.is_narrow))
            if sections.figure_tables is not None and not account.is_narrow:
                block.drawn = elsewhere.known(partial(sections.figure_tables, t)) or ()
            if not (account.is_narrow or account.is_file) and (notes := sections.figure(t).notes) is not None:
                notes()
        if sections.table is not None and (table := elsewhere.known(partial(sections.table, t))) is not None:
            block.numbers = downloads.marked_table(table, sections.shown_as).make()
    return block


def _drawn(sections: Sections, make: Callable[[At], Figure], t: At, *, narrow: bool) -> go.Figure:
    """Draw the figure as its file has it, with its mark: some of its handles hold on the page alone."""
    mark = sections.shown_as
    export = None if sections.export is None else elsewhere.known(partial(sections.export, t))
    if export is not None:
        return downloads.marked(export, mark).draw(look=layout.Look(narrow=narrow))
    figure = make(t).figure
    return figure if mark is None else downloads.with_mark(figure, mark)


def _steps(page: Page, figures: Sequence[go.Figure]) -> tuple[float, ...]:
    """Return the thresholds at which the handle of a figure stops, none where there is no such handle."""
    handle = handles(figures[0]).get(THRESHOLD) if figures and page.threshold is not None else None
    return () if handle is None else tuple(map(float, handle["values"]))


def _sentences(sections: Sections, steps: Sequence[float]) -> Live | None:
    """Return what the page says at each step of the threshold."""
    if sections.answer is None or not steps:
        return None
    said = [sections.answer(step) for step in steps]
    return Live(THRESHOLD, ["" if one is None else literal(one.sentence) for one in said])


def moving(figure: go.Figure, says: Says, now: str) -> Live | None:
    """Return what is said at each step of the handle that the sentence is of, None where there is no such handle.

    `now` is all the page says at present; what is said of a step may be its beginning.
    """
    for name, handle in handles(figure).items():
        if name in says:
            said = [says[name](value) for value in handle["values"]]
            said[handle["active"]] = now
            return Live(name, [*map(literal, said)])
    return None


def _title(tab: tabs.Tab) -> str:
    return _(tabs.NAMES[tab.key]) if tab.title is None else tab.title


def _tab(tab: tabs.Tab, sections: Sections, t: At, steps: Sequence[float]) -> Block:
    """Return what stands in a tab; a table that is known at each step of the threshold moves with it."""
    with _block(tab.key, _title(tab)) as block:
        tab.body()
    if tab.key == FORMULAS:
        # What explains them is the app's own: with the numbers in them they stand for themselves.
        block.taken = Taken(formulas=block.taken.formulas)
        return block
    block.taken.formulas.clear()
    return block if not steps or t is None else _moving(block, sections, t, steps)


def _moving(block: Block, sections: Sections, t: float, steps: Sequence[float]) -> Block:
    """Have the tables of a block move that are known at each step."""
    known = [name for name, _frame in block.taken.tables if name in sections.moving]
    tables = {name: _at_steps(sections.moving[name], t, steps) for name in known}
    block.taken.tables = [(name, tables[name][0] if name in tables else frame) for name, frame in block.taken.tables]
    if tables:
        block.live = Live(THRESHOLD, tables={name: frames for name, (_now, frames) in tables.items()})
    return block


def _with_tables(block: Block, sections: Sections, t: At, steps: Sequence[float]) -> None:
    """Add all tables that are known at each step."""
    if block.live is None or t is None:
        return
    tables = {name: _at_steps(make, t, steps) for name, make in sections.moving.items()}
    block.taken.tables = [(name, now) for name, (now, _frames) in tables.items()]
    block.live = replace(block.live, tables={name: frames for name, (_now, frames) in tables.items()})


def _at_steps(
    make: Callable[[float], pd.DataFrame], t: float, steps: Sequence[float]
) -> tuple[pd.DataFrame, list[pd.DataFrame]]:
    """Return a table now and at each step, without columns that are empty at all of them."""
    now, frames = make(t), [make(step) for step in steps]
    full = [title for title in now.columns if any((frame[title] != "").any() for frame in (now, *frames))]
    return now[full], [frame[full] for frame in frames]


@contextmanager
def _block(key: str, title: str) -> Iterator[Block]:
    """Take down what is done meanwhile; what needs rows that are elsewhere says so."""
    block = Block(key, title, Taken())
    with takedown.into(block.taken), elsewhere.said():
        yield block
