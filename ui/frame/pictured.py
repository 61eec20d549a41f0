"""What stands in a page's picture: its figure at the present threshold, and in words what it is of and what it says."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from evalcore.figures.layout import LOW, Look
from ui.frame import header, picture
from ui.frame.picture import Drawn, Said
from ui.frame.sections import At, Page, Sections
from ui.live import carrying
from ui.session import files, loaded
from ui.shared import downloads
from ui.shared.downloads import Export
from ui.shared.numbers import count
from ui.shared.text import _, literal, plain

# A slide has room for as much below what stands above the figure.
_SLIDE, _COLUMN = Look(height=LOW, printed=True), Look(narrow=True, printed=True)


def offer(page: Page, sections: Sections, t: At, export: Export | None) -> None:
    """Offer pictures of the figure; one that is drawn for no file is drawn as it stands on the page."""
    picture.show(partial(_drawn, page, sections, t, export))


def _drawn(page: Page, sections: Sections, t: At, export: Export | None) -> Drawn:
    if sections.figure is None:
        raise ValueError("a page without a figure has no picture")
    # What stands above it names the data: the mark says what kind they are.
    mark = None if sections.shown_as is None else replace(sections.shown_as, label=sections.shown_as.short)
    said, name = _said(page, sections, t, export), _file(page, sections, t, export)
    if export is None:
        figure = sections.figure(t).figure
        return Drawn(figure if mark is None else downloads.with_mark(figure, mark), None, said, name)
    draw = downloads.marked(export, mark).draw
    return Drawn(draw(look=_SLIDE), draw(look=_COLUMN), said, name)


def _said(page: Page, sections: Sections, t: At, export: Export | None) -> Said:
    answer = None if sections.answer is None else sections.answer(t)
    figure = None if sections.figure is None else sections.figure(t)
    alt = "" if figure is None else figure.alt(t) if callable(figure.alt) else figure.alt
    about = sections.about if page.rows is None else header.about(page.rows, of=plain(_loaded()))
    return Said(
        title=page.title if export is None or page.rows is not None else export.title,
        about=literal(" · ".join([*about, *filter(None, (page.note, sections.condition))])),
        sentence="" if answer is None else literal(answer.sentence),
        sure="" if sections.sure is None else sections.sure(t),
        source=_source(page, sections, t),
        alt=literal(alt),
    )


def _loaded() -> str:
    now = loaded.current()
    return _(now.name) if now.sample is not None else now.name


def _source(page: Page, sections: Sections, t: At) -> str:
    """Say how many rows these are, and where the threshold was chosen."""
    if page.rows is not None:
        chosen = carrying.in_file(page.rows, t)
        return " · ".join(filter(None, (_("{n} rows", n=count(page.rows.n)), chosen)))
    if not sections.of_loaded and sections.shown_as is not None:
        return ""  # the mark in the figure says so
    return _loaded() if sections.of_loaded or sections.takes_loaded else ""


def _file(page: Page, sections: Sections, t: At, export: Export | None) -> str:
    """Return what files are called; a figure that is drawn for no file is called as its page."""
    mark = sections.shown_as
    name = files.figure_name(page.topic, page.rows, t) if export is None else export.name
    return name if mark is None else f"{mark.file}_{name}"
