"""A report on its way: it is made beside the page, which shows how far it is, and what stops it."""

from __future__ import annotations

import threading
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import streamlit as st

from evalcore.support import runs
from evalcore.support.runs import Run
from ui.frame import account, reports
from ui.frame.account import Account, Visitor
from ui.frame.reports import Report
from ui.session.job import Job
from ui.shared import chapter
from ui.shared.text import _, language, literal, speaking

MADE: Final = "report_made"
_STOPPED: Final = "report_stopped"
# Seconds in which a short one is there, so that nothing but it appears.
_PATIENCE: Final = 0.4
# What stops it stands below, in a window that is 320 px wide.
_WIDTH: Final = 272
# As many at once as of other work, and not behind learners, which may take minutes.
_LINE: Final = runs.Line(runs.AT_ONCE)


@dataclass(frozen=True, eq=False)
class Kept:
    """A report, and all that it is of: where that has changed it is made anew."""

    of: Hashable
    report: Report
    name: str


class Making(Run[Account]):
    """A report that is being made of pages, by what it is of, and what its file will be called."""

    def __init__(self, accounts: Sequence[Account], *, of: Hashable, name: str, title: str) -> None:
        self.accounts, self.of, self.name = accounts, of, name
        self._title, self._language = title, language()
        self._facts, self._link = reports.facts(), reports.link()
        self._given_up, self._failed = threading.Event(), list[Exception]()
        steps = _steps(accounts, account.visitor(), self._given_up, self._failed)
        super().__init__(steps, line=_LINE)

    def stop(self) -> None:
        """End it, after the part of a page that is told now."""
        self._given_up.set()
        super().stop()

    def report(self) -> Report | None:
        """Return it once it is whole, None where it was stopped; what went wrong meanwhile is raised here."""
        if self._failed:
            raise self._failed[0]
        if not self.is_whole:
            return None
        with speaking(self._language):
            return reports.of(self.accounts, title=self._title, facts=self._facts, link=self._link)


def _steps(
    accounts: Sequence[Account], of: Visitor, given_up: threading.Event, failed: list[Exception]
) -> Iterator[Account]:
    try:
        yield from account.steps(accounts, of, given_up)
    except Exception as error:  # noqa: BLE001 - raised again where it was asked for
        failed.append(error)
    finally:
        given_up.set()


def _take(making: Making) -> None:
    try:
        report = making.report()
    except Exception:
        # It is told once; the next one begins anew.
        JOB.cancel()
        raise
    if report is not None:
        st.session_state[MADE] = Kept(making.of, report, making.name)
    else:
        st.session_state[_STOPPED] = True


JOB: Final[Job[Making]] = Job("report", _take)


def made(of: Hashable) -> Kept | None:
    """Return the report of this, None where there is none."""
    JOB.take_ended()
    kept: Kept | None = st.session_state.get(MADE)
    return kept if kept is not None and kept.of == of else None


def begin(accounts: Sequence[Account], *, of: Hashable, name: str, title: str) -> None:
    """Begin to make a report, and wait a moment for it."""
    making = Making(accounts, of=of, name=name, title=title)
    JOB.begin(making)
    making.wait(_PATIENCE)


def is_under_way(of: Hashable) -> bool:
    """Tell whether the report of this is being made; nobody needs one of anything else any more."""
    if JOB.run is not None and JOB.run.of != of:
        JOB.cancel()
    return JOB.run is not None


def watch() -> None:
    """Show how far it is, with what stops it; once it is there the page offers it."""
    JOB.watch(_progress, width=_WIDTH)


def has_stopped() -> bool:
    """Tell once that the last one was stopped."""
    return bool(st.session_state.pop(_STOPPED, False))


def _progress(making: Making) -> tuple[float, str]:
    """Return how far it is, and which part of which page is told now."""
    accounts = making.accounts
    place = next((place for place, one in enumerate(accounts) if not one.under_way.is_over), len(accounts) - 1)
    now = accounts[place]
    page, n = literal(_(chapter.PAGES[now.page].title)), place + 1
    if not now.under_way.part:
        said = _("{page}, page {n} of {all} …", page=page, n=n, all=len(accounts))
    else:
        part = literal(now.under_way.part)
        said = _("{page}, page {n} of {all}: {part} …", page=page, n=n, all=len(accounts), part=part)
    return account.share(accounts), said
