"""What is taken away from a page: its figure and its table as files, a picture of it, and a report."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from functools import partial

import streamlit as st

from ui.frame import account, elsewhere, pictured, report_button, reports
from ui.frame.sections import At, Page, Sections
from ui.live import bridge
from ui.session.files import figure_name
from ui.shared import downloads
from ui.shared.text import _


def offer(page: Page, sections: Sections, t: At, sentence: str) -> None:
    """Offer the figure, with the sentence of the page, and the main table as files, and a report."""
    mark = sections.shown_as
    export = None if sections.export is None else elsewhere.known(partial(sections.export, t))
    if export is not None:
        export = replace(export, name=figure_name(export.name, page.rows, t))
    table = None if sections.table is None else elsewhere.known(partial(sections.table, t))
    with _below_one_button(is_any=export is not None or table is not None):
        if export is not None:
            write = partial(
                reports.figure_file,
                page=page.topic,
                of=account.visitor(),
                has_threshold=t is not None,
                says=sections.says,
                sentence=sentence,
                drawn=None if sections.figure_tables is None else partial(sections.figure_tables, t),
            )
            downloads.offer(downloads.marked(export, mark), write)
        if table is not None:
            downloads.offer_table(downloads.marked_table(table, mark))
    if sections.figure is not None:
        pictured.offer(page, sections, t, export)
    if sections.figure is not None or sections.of_loaded:
        is_shown = sections.of_loaded or page.takes_loaded
        report_button.show(page.topic, page.title, sections.tabs(t), of_loaded=is_shown)


def _below_one_button(*, is_any: bool) -> AbstractContextManager[object]:
    """Return where files are offered: on a narrow page below one button, since there each has its words."""
    if not is_any or not bridge.is_narrow():
        return nullcontext()
    return st.popover(_("Download"), icon=":material/download:", key="files")
