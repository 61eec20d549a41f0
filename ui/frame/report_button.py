"""The button beside the title that makes a report: of this page, or of all pages of what is loaded."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Final

import streamlit as st

from ui.frame import report_job, reports, tabs
from ui.frame.account import FIGURE, FIGURE_TITLE, TABS, Account
from ui.frame.report_job import Kept
from ui.session import choices, files, incoming, loaded
from ui.shared import chapter, downloads
from ui.shared.text import N_, _, language, say

_HERE, _ALL = "here", "all"
_SCOPES: Final = {_HERE: N_("This page"), _ALL: N_("All pages of what is loaded")}


def show(topic: str, title: str, of_page: Sequence[tabs.Tab], *, of_loaded: bool) -> None:
    """Offer the report of a page with these tabs; with `of_loaded` also that of all pages."""
    found = [key for key in TABS if any(tab.key == key for tab in of_page)]
    with st.popover(_("Report"), icon=":material/summarize:", key="report"):
        _choose(topic, title, found, of_loaded=of_loaded)


@st.fragment
def _choose(topic: str, title: str, of_page: Sequence[str], *, of_loaded: bool) -> None:
    """Ask what it is of, make it, and offer what was made."""
    scope = _scope(can_be_all=of_loaded)
    chosen = _pages() if scope == _ALL else _blocks(of_page)
    of = (scope, topic, chosen, *_stands())
    place = st.empty()
    if report_job.made(of) is None and not report_job.is_under_way(of):
        with place.container():
            _tell_how_the_last_ended()
            if st.button(_("Make the report"), key="report_make", icon=":material/summarize:", disabled=not chosen):
                _begin(of, scope, topic, title, chosen)
    if (kept := report_job.made(of)) is not None:
        place.empty()
        _offer(kept)
    elif report_job.is_under_way(of):
        with place.container():
            report_job.watch()


def _tell_how_the_last_ended() -> None:
    """Say so where there is no report since it was stopped or this server could not begin it."""
    if (refused := report_job.JOB.refusal()) is not None:
        st.caption(say(refused))
    elif report_job.has_stopped():
        st.caption(_("Stopped: no report was made."))


def _scope(*, can_be_all: bool) -> str:
    if not can_be_all:
        return _HERE
    titles = {one: _(title) for one, title in _SCOPES.items()}
    return st.radio(
        _("Report of"),
        list(titles),
        format_func=lambda one: titles[one],
        key="report_of",
    )


def _blocks(of_page: Sequence[str]) -> tuple[str, ...]:
    """Ask which sections of this page; each is ticked until it is not."""
    titles = {FIGURE: _(FIGURE_TITLE), **{key: _(tabs.NAMES[key]) for key in of_page}}
    return tuple(key for key, title in titles.items() if st.checkbox(title, value=True, key=f"report_block_{key}"))


def _pages() -> tuple[str, ...]:
    """Ask which pages."""
    titles = {page: _(chapter.PAGES[page].title) for page in reports.pages_of_loaded()}
    return tuple(page for page, title in titles.items() if st.checkbox(title, value=True, key=f"report_page_{page}"))


def _stands() -> tuple[Hashable, ...]:
    """Return what a report is of besides its pages: the rows, what was chosen of them, and the language."""
    return (
        language(),
        loaded.current().predictions.digest,
        loaded.model(),
        loaded.positive(),
        *sorted(choices.chosen().items(), key=lambda one: one[0]),
    )


def _begin(of: Hashable, scope: str, topic: str, title: str, chosen: tuple[str, ...]) -> None:
    """Begin to make it."""
    if scope == _ALL:
        accounts = [Account(page, only_of_loaded=page != "regression") for page in chosen]
    else:
        accounts = [Account(topic, blocks_of=frozenset(chosen))]
    name = _named(scope, title)
    report_job.begin(accounts, of=of, name=_file_name(scope, topic), title=_("Report: {name}", name=name))


def _named(scope: str, title: str) -> str:
    """Return what a report is called: by the page, or by what is loaded."""
    now = loaded.current()
    return title if scope == _HERE else _(now.name) if now.sample is not None else now.name


def _file_name(scope: str, topic: str) -> str:
    mark = incoming.mark()
    name = f"report_{topic}" if scope == _HERE else "report"
    return files.name(name if mark is None else f"{mark.file}_{name}", loaded.model())


def _offer(kept: Kept) -> None:
    """Offer the file, and its numbers for a program."""
    made, meaning = kept.report, _("One file that needs no network: its figures still slide, and it prints on A4.")
    if not made.sections:
        st.caption(_("These pages have nothing to say of what is loaded."))
        return
    downloads.button(_("Save the report"), made.page, file_name=f"{kept.name}.html", mime="text/html", meaning=meaning)
    downloads.button(_("Its numbers as JSON"), made.json, file_name=f"{kept.name}.json", mime="application/json")
    downloads.button(_("Its numbers as CSV"), made.csv, file_name=f"{kept.name}.csv", mime="text/csv")
    st.caption(_("Nothing of single rows is in it. In the file, too, sections can be left out before it is printed."))
