"""A report of pages: what they say as sections, and above them as facts what is loaded and decided, and when."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Final
from urllib.parse import urlencode, urlsplit, urlunsplit

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from evalcore import __version__, report
from evalcore.figures.layout import Look
from evalcore.predictions import Columns, understood
from evalcore.report import Section, Table
from evalcore.report import formulas as formula
from evalcore.views.threshold import default_threshold
from ui.frame import account, elsewhere
from ui.frame.account import Account, Block, Visitor
from ui.frame.figure_tables import FigureTable, as_frame
from ui.live import chosen_here, threshold
from ui.live.sentence import Says
from ui.session import asked_words, computed, incoming, loaded
from ui.shared.downloads import Export
from ui.shared.numbers import count
from ui.shared.numbers import threshold as shown
from ui.shared.text import N_, _, headed, in_row, language, listed, literal, say_in_figure, speaking

Facts = tuple[tuple[str, str], ...]
# Pages of what is loaded, in the order of a report.
_OF_CLASSES: Final = ("confusion_matrix", "curves", "costs", "calibration", "significance")
_OF_NUMBERS: Final = ("regression",)
_FURTHER: Final[Mapping[str, str]] = {
    "case": N_("case: {name}"),
    "split": N_("part of the rows: {name}"),
    "repeat": N_("repeat: {name}"),
}


@dataclass(frozen=True, eq=False)
class Report:
    """Everything a report says, in one language; it is written when it is asked for."""

    title: str
    facts: Facts
    link: str | None
    language: str
    sections: tuple[Section, ...]

    def page(self) -> bytes:
        """Return it as one HTML file."""
        with speaking(self.language):
            return report.write_html(
                self.sections,
                title=self.title,
                about=self.facts,
                link=self.link,
                language=self.language,
                say=say_in_figure,
            ).encode()

    def json(self) -> bytes:
        """Return its numbers for a program."""
        return report.as_json(self.sections, title=self.title, about=self.facts).encode()

    def csv(self) -> bytes:
        """Return its numbers as one table."""
        return report.as_csv(self.sections)


def pages_of_loaded() -> tuple[str, ...]:
    """Return the pages that can show something of what is loaded."""
    return _OF_NUMBERS if loaded.current().predictions.task == "regression" else _OF_CLASSES


def of(accounts: Sequence[Account], *, title: str, facts: Facts, link: str | None) -> Report:
    """Return as a report what pages have said, and the facts of what is loaded where they show it."""
    of_loaded = any(one.of_loaded for one in accounts if one.blocks)
    sections = tuple(section for one in accounts for section in _sections(one))
    return Report(
        title=title,
        facts=(*(facts if of_loaded else ()), *_made()),
        link=link,
        language=language(),
        sections=sections,
    )


def figure_file(
    export: Export,
    *,
    page: str,
    of: Visitor,
    has_threshold: bool,
    says: Says,
    sentence: str = "",
    drawn: Callable[[], Sequence[FigureTable]] | None = None,
) -> bytes:
    """Return a figure as a file in which what its page says of it moves with its handle; asked outside the script.

    `says` is what the page says at each step of a handle that is no threshold, `sentence` what it says now. What no
    handle moves is dimmed while one is elsewhere than where it was written. `drawn` makes the figure's tables; where
    there is a threshold the page makes them once more for the file.
    """
    wide, narrow = (export.draw(look=Look(narrow=is_narrow)) for is_narrow in (False, True))
    section = Section("", export.caption, wide, narrow=narrow, about=export.about)
    if has_threshold:
        told = Account(page, is_file=True)
        account.take([told], of, look=lambda: None)
        for block in told.blocks:
            section = replace(
                section,
                sentence=literal(block.sentence),
                notes=[export.caption],
                tables=[Table(name, frame) for name, frame in block.taken.tables],
                live=block.live,
                drawn=_as_tables(block.drawn),
            )
        return _written(section, export.title)
    if drawn is not None:
        section = replace(section, drawn=_as_tables(elsewhere.known(drawn) or ()))
    if (live := account.moving(wide, says, sentence)) is not None:
        section = replace(section, sentence=literal(sentence), notes=[export.caption], live=live)
    return _written(section, export.title)


def _written(section: Section, title: str) -> bytes:
    return report.write_html([section], title=title, language=language(), say=say_in_figure).encode()


def _as_tables(drawn: Sequence[FigureTable]) -> list[Table]:
    return [Table(one.caption, as_frame(one)) for one in drawn]


def _sections(of: Account) -> Iterator[Section]:
    """Return what a page has said; the model and the class it is about stand in its first section."""
    about = literal(" · ".join(of.about))
    for block in of.blocks:
        for section in _of_block(block, of.title, about):
            yield section
            about = ""


def _of_block(block: Block, part: str, about: str) -> Iterator[Section]:
    """Return a section for a block, and further ones for its further figures; nothing where nothing stood in it."""
    taken = block.taken
    said = list(dict.fromkeys(filter(None, map(literal, taken.said))))
    if taken.of_rows:
        said.append(_("Left out here: a table of single rows."))
    # Where all readings move with the handle, the large numbers that do not would say nothing more.
    is_moving = block.live is not None and bool(block.live.tables)
    tables = [*_cards([] if is_moving else taken.cards), *(Table(name, frame) for name, frame in taken.tables)]
    formulas = [one for one in taken.formulas if formula.is_known(one)]
    if not (block.sentence or tables or taken.figures or taken.said or taken.of_rows or formulas):
        return
    (first, narrow, name), *further = list(_drawn(block)) or [(None, None, "")]
    yield Section(
        title=block.title,
        sentence=literal(block.sentence),
        figure=first,
        tables=tables,
        notes=said,
        live=block.live,
        part=part,
        about=about,
        narrow=narrow,
        figure_title=name if further else "",
        numbers=block.numbers,
        formulas=formulas,
        drawn=_as_tables(block.drawn),
    )
    for figure, narrow, name in further:
        yield Section(title=name, figure=figure, narrow=narrow, part=part)


def _drawn(block: Block) -> Iterator[tuple[go.Figure, go.Figure | None, str]]:
    """Return each figure for both widths, and what it shows."""
    narrow = block.narrow or [None] * len(block.taken.figures)
    yield from zip(block.taken.figures, narrow, block.taken.names, strict=True)


def _cards(cards: Sequence[tuple[str, str, str]]) -> Iterator[Table]:
    """Return the large numbers of a page as one table; a card is Markdown, the cells of other tables are text."""
    if cards:
        titles = (_("quantity"), _("value"), _("count, interval, remarks"))
        columns = ([literal(cell) for cell in column] for column in zip(*cards, strict=True))
        yield Table("", pd.DataFrame(dict(zip(titles, columns, strict=True))))


def facts() -> Facts:
    """Say what is loaded, what of it is used and in which role, and which threshold was decided for and how."""
    now = loaded.current()
    predictions = now.predictions
    name = _(now.name) if now.sample is not None else now.name
    asked = {_("Asked of its source"): asked_words.said(now.asked, str)} if now.asked is not None else {}
    found: Mapping[str, str] = {
        _("Loaded"): name if predictions.part is None else f"{name} ({predictions.part})",
        **asked,
        _("Rows used"): _rows(),
        _("Columns"): _roles(),
        **_decision(),
        _("Remarks"): listed(say_in_figure(note) for note in (*now.notes, *predictions.notes)),
        _("Digest of the rows used"): predictions.digest,
    }
    return tuple((label, text) for label, text in found.items() if text)


def _rows() -> str:
    """Say how many rows are used, and how many are left out for which reason."""
    predictions = loaded.current().predictions
    used = _("{used} used of {read} read", used=count(predictions.n), read=count(predictions.n_rows_read))
    out = [f"{say_in_figure(one.reason)} ({count(one.count)})" for one in predictions.dropped]
    if predictions.cases is not None:
        used = _("{used}, of {n} cases", used=used, n=count(predictions.cases.of.count))
    return listed([used, *([_("left out: {reasons}", reasons=listed(out))] if out else [])])


def _roles() -> str:
    """Say which column is what."""
    predictions, used = loaded.current().predictions, incoming.in_use()
    if used is not None:
        return listed([*(say_in_figure(clause) for clause in understood(used[1], predictions)), *_further(used[1])])
    truth = [_("truth: {name}", name=predictions.truth)] if predictions.truth else []
    return listed([*truth, _("models: {names}", names=in_row(loaded.models()))])


def _further(columns: Columns) -> Iterator[str]:
    """Say which columns name the case of a row, its part or its repetition."""
    for role, said in _FURTHER.items():
        if (name := getattr(columns, role)) is not None:
            yield _(said, name=name)


def _decision() -> dict[str, str]:
    """Say which threshold stands and who chose it how, on which rows; nothing where there is none."""
    if loaded.current().predictions.task == "regression":
        return {}
    rows = loaded.binary()
    about = {_("Model"): rows.model, _("Positive class"): rows.positive}
    if not rows.has_score:
        return about
    counts = computed.counts(rows)
    t = threshold.value(counts)
    how = chosen_here.said(rows, t)
    if not how and t == default_threshold(counts):
        how = _("where every page begins; nobody has chosen it")
    elif not how:
        how = _("by hand")
    return {**about, _("Threshold"): headed(f"t = {shown(t, counts)}", literal(how))}


def _made() -> Facts:
    now = datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC")
    return ((_("Made"), f"{now}, evalcore {__version__}"),)


def link() -> str | None:
    """Return the address that shows what is seen here of a sample, None for rows that no link leads to."""
    home = st.context.url
    if not home or not loaded.current().has_link:
        return None
    scheme, netloc, path, _query, _fragment = urlsplit(home)
    return urlunsplit((scheme, netloc, path, urlencode(st.query_params.to_dict()), ""))
