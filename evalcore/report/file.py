"""The report as one HTML file that needs neither server nor network."""

from __future__ import annotations

import base64
import html
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import Any, Final

import pandas as pd

from evalcore.errors import InputError, Message, Say, message
from evalcore.figures.live import motion
from evalcore.figures.style import PAGE, read_sheet
from evalcore.report.drawings import handles, held
from evalcore.report.formulas import mathml
from evalcore.report.numbers import as_csv, as_json
from evalcore.report.section import Live, Section, Table
from evalcore.support.results import rounded
from evalcore.support.text import undirected

_HERE: Final = Path(__file__).parent
_SCRIPTS: Final = ("held.js", "report.js")
# Letters of a cell that stays on one line.
_SHORT: Final = 24
_UNDEFINED: Final = "—"
_FILLED: Final = "{value}"  # by the script
_CONTENTS: Final = message("Contents")
_HINT: Final = message("What is not ticked is neither shown nor printed.")
_PRINT: Final = message("Print, or save as PDF")
_DRAWN: Final = message("What is drawn, as a table")
# What the script says while the reader does something.
_SAID: Final = {
    "written": message("Written at {value}, not where the handle is now.", value=_FILLED),
    "back": message("Back to {value}", value=_FILLED),
    "slide": message("Picture for a slide"),
    "column": message("Picture for a column of a paper"),
}


def write_html(
    sections: Sequence[Section],
    *,
    title: str,
    about: Sequence[tuple[str, str]] = (),
    link: str | None = None,
    language: str = "en",
    say: Say = str,
) -> str:
    """How does a report become one file that anyone can open, print and keep?

    Parameters
    ----------
    sections : sequence of Section
        In the order in which they stand; those of one part one after the other. The reader may leave some out.
    title : str
        The heading, and the name of the document.
    about : sequence of (str, str)
        What was loaded, what was decided and how, when and by which version: label and text of each.
    link : str, optional
        The address that shows the same view.
    language : str
        The language the texts are in, as a browser names it: "en", "zh".
    say : callable
        What turns the file's own sentences into that language; `str` leaves them in English.

    Returns
    -------
    str
        HTML with Plotly once, however many figures there are. It needs no network, follows light and dark, fits 390
        pixels and prints on A4 in light colours, its figures at rest. Every text given is shown as text.

    Raises
    ------
    InputError
        Where `live` of a section names a handle that no figure of its part has, or has not one entry for each step.

    Examples
    --------
    >>> page = write_html([Section("Readings", "Recall is 0.75.")], title="A & B", about=[("File", "<b>.csv")])
    >>> "<h1>A &amp; B</h1>" in page, "&lt;b&gt;.csv" in page, 'id="plotly"' in page
    (True, True, False)
    """
    body = _Body(say, tuple(sections))
    _check(sections)
    head = (
        f'<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{_text(title)}</title><style>{_sheet(title)}</style>"
    )
    whole = f"{_header(title, about, link, say)}{body.contents(title, about)}<main>{body.parts()}</main>"
    return (
        f'<!doctype html><html lang="{_text(language)}"><head>{head}</head><body>{whole}{body.scripts()}</body></html>'
    )


def _check(sections: Sequence[Section]) -> None:
    """Refuse what moves with a handle that there is not, or that has other steps."""
    for section in sections:
        if section.live is None:
            continue
        live, of_part = section.live, [one for one in sections if one.part == section.part]
        found = [named[live.handle] for one in of_part if live.handle in (named := handles(one.figure))]
        if not found:
            raise InputError(
                "live of section '{section}' must name a handle of a figure; got '{handle}'. Give the figure a handle "
                "of that name, or leave live out.",
                section=section.title,
                handle=live.handle,
            )
        n = len(found[0]["at"])
        for steps in (live.sentences, *live.tables.values()):
            if len(steps) not in {0, n}:
                raise InputError(
                    "live of section '{section}' must have one entry for each of the {n} steps; got {got}.",
                    section=section.title,
                    n=n,
                    got=len(steps),
                )
        for table in section.tables:
            if any(one.shape != table.frame.shape for one in live.tables.get(table.title, ())):
                raise InputError(
                    "live of section '{section}' must have the same rows and columns of table '{table}' at each step.",
                    section=section.title,
                    table=table.title,
                )


def _text(value: object) -> str:
    return html.escape(undirected(str(value)))


def _sheet(title: str) -> str:
    """Return the style sheet with the title at the foot of each printed page."""
    sheet = read_sheet(_HERE / "report.css").replace("__quiet__", PAGE["quiet"][0])
    return sheet.replace("__title__", _in_sheet(title))


def _in_sheet(text: str) -> str:
    r"""Return text as a string of a style sheet, in which nothing can end string or sheet.

    >>> _in_sheet('a"<')
    '"a\\000022\\00003c"'
    """
    return '"' + "".join(c if c.isascii() and c.isalnum() else f"\\{ord(c):06x}" for c in undirected(text)) + '"'


def _header(title: str, about: Sequence[tuple[str, str]], link: str | None, say: Say) -> str:
    facts = "".join(f"<div><dt>{_text(name)}</dt><dd>{_text(text)}</dd></div>" for name, text in about)
    again = ""
    if link is not None:
        words = _text(say(message("The same view")))
        again = f'<p class="link">{words}: <a href="{_text(link)}" rel="noreferrer">{_text(link)}</a></p>'
    return f'<header><h1>{_text(title)}</h1><dl class="about">{facts}</dl>{again}</header>'


@dataclass
class _Body:
    """The sections as they are written, and the figures and the steps that stand behind them."""

    say: Say
    sections: tuple[Section, ...]
    figures: list[dict[str, Any]] = field(default_factory=list)
    moves: list[dict[str, Any]] = field(default_factory=list)

    def said(self, sentence: Message) -> str:
        """Return one of the file's own sentences."""
        return _text(self.say(sentence))

    def contents(self, title: str, about: Sequence[tuple[str, str]]) -> str:
        """Return the list of sections, in which each can be left out, and what can be done with the whole."""
        listed = "".join(
            f"{_part_entry(part)}<ul>{''.join(_entry(number, one) for number, one in of_part)}</ul>"
            for part, of_part in self._by_part()
        )
        numbers = as_json(self.sections, title=title, about=about).encode()
        files = [(message("Numbers as JSON"), "report.json", "application/json", numbers)]
        if any(section.numbers is not None for section in self.sections):
            files.append((message("Numbers as CSV"), "report.csv", "text/csv", as_csv(self.sections)))
        saved = "".join(
            f'<a class="button" download="{name}" href="data:{kind};base64,{base64.b64encode(data).decode()}">'
            f"{self.said(label)}</a>"
            for label, name, kind, data in files
        )
        printed = f'<button type="button" id="print">{self.said(_PRINT)}</button>'
        todo = f'<p class="todo">{printed}{saved}</p>'
        if len(self.sections) == 1:  # nothing to choose among
            return f"<nav>{todo}</nav>"
        hint = f'<p class="hint">{self.said(_HINT)}</p>'
        return f"<nav><h2>{self.said(_CONTENTS)}</h2>{hint}{listed}{todo}</nav>"

    def parts(self) -> str:
        """Return all sections, those of one part below its heading."""
        return "".join(
            f'<div class="part" data-part="{number}">{_part_heading(part)}'
            f"{''.join(self._section(place, one, number) for place, one in of_part)}</div>"
            for number, (part, of_part) in enumerate(self._by_part())
        )

    def _by_part(self) -> Iterator[tuple[str, list[tuple[int, Section]]]]:
        for part, found in groupby(enumerate(self.sections), key=lambda one: one[1].part):
            yield part, list(found)

    def _section(self, place: int, section: Section, part: int) -> str:
        live = section.live or Live("")
        sentence = ""
        if section.sentence:
            moves = self._moves(part, live.handle, live.sentences)
            sentence = f'<p class="sentence"{moves}>{_text(section.sentence)}</p>'
        tables = "".join(self._table(table, part, live) for table in section.tables)
        notes = "".join(f"<li>{_text(note)}</li>" for note in section.notes)
        formulas = "".join(f"<li>{mathml(one)}</li>" for one in section.formulas)
        formulas = f'<ul class="formulas">{formulas}</ul>' if formulas else ""
        about = f'<p class="hint">{_text(section.about)}</p>' if section.about else ""
        heading = f"<h3>{_text(section.title)}</h3>" if section.title else ""
        below = f'<ul class="notes">{notes}</ul>' if notes else ""
        # Below the figure: what appears while a handle is held must not move it.
        return (
            f'<section id="section-{place}"><div class="shown">{heading}{about}{sentence}{self._figure(section)}</div>'
            f'<p class="written" hidden></p>{self._drawn(section)}{tables}{formulas}{below}</section>'
        )

    def _figure(self, section: Section) -> str:
        if section.figure is None:
            return ""
        self.figures.append(held(section.figure, section.narrow))
        title = f'<p class="shows">{_text(section.figure_title)}</p>' if section.figure_title else ""
        return f'{title}<div class="figure" data-figure="{len(self.figures) - 1}"></div><p class="pictures"></p>'

    def _drawn(self, section: Section) -> str:
        """Return what the figure draws, closed; wider than the page a table is moved with the arrow keys."""
        if not section.drawn:
            return ""
        tables = "".join(map(_figure_table, section.drawn))
        return f"<details><summary>{self.said(_DRAWN)}</summary>{tables}</details>"

    def _table(self, table: Table, part: int, live: Live) -> str:
        frame, width = table.frame, max(len(table.frame.columns), 1)
        cells, steps = _cells(frame), [_cells(one) for one in live.tables.get(table.title, ())]
        # What is short stays on one line: the long columns of a narrow page give way.
        is_short = [all(len(cell) <= _SHORT for one in (cells, *steps) for cell in one[k::width]) for k in range(width)]
        written = []
        for place, cell in enumerate(cells):
            marks = ' class="short"' if is_short[place % width] else ""
            marks += self._moves(part, live.handle, [step[place] for step in steps])
            written.append(f"<td{marks}>{_text(cell)}</td>")
        heads = "".join(f"<th>{_text(name)}</th>" for name in frame.columns)
        rows = "".join(f"<tr>{''.join(written[k : k + width])}</tr>" for k in range(0, len(written), width))
        caption = f"<caption>{_text(table.title)}</caption>" if table.title else ""
        return f'<div class="table"><table>{caption}<thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></div>'

    def _moves(self, part: int, handle: str, steps: Sequence[str]) -> str:
        """Return the mark of what says something at each step; nothing where it always says the same."""
        if not steps:
            return ""
        self.moves.append({"part": part, "handle": handle, **_shared(steps)})
        return f' data-moves="{len(self.moves) - 1}"'

    def scripts(self) -> str:
        """Return what draws the figures and lets them slide; nothing of Plotly where there are none."""
        said = {name: self.say(sentence) for name, sentence in _SAID.items()}
        text = _script_json({"figures": self.figures, "moves": self.moves, "said": said})
        scripts = (motion.script(), motion.picture_script(), motion.unpacking_script())
        live, plotly = ("\n".join(scripts), motion.packed_plotly()) if self.figures else ("", "")
        own = "\n".join(read_sheet(_HERE / name) for name in _SCRIPTS)
        return f'<script type="application/json" id="held">{text}</script>{plotly}<script>{live}\n{own}</script>'


def _figure_table(table: Table) -> str:
    """Return a table whose rows have a name each."""
    name, frame = _text(table.title), table.frame
    heads = "".join(f'<th scope="col">{_text(title)}</th>' for title in frame.columns)
    cells, width = list(map(_text, _cells(frame))), len(frame.columns)
    rows = "".join(
        f'<tr><th scope="row">{cells[k]}</th>{"".join(f"<td>{cell}</td>" for cell in cells[k + 1 : k + width])}</tr>'
        for k in range(0, len(cells), width)
    )
    return (
        f'<div class="table" role="region" tabindex="0" aria-label="{name}"><table><caption>{name}</caption>'
        f"<thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></div>"
    )


def _part_entry(part: str) -> str:
    return f"<h3>{_text(part)}</h3>" if part else ""


def _part_heading(part: str) -> str:
    return f"<h2>{_text(part)}</h2>" if part else ""


def _entry(number: int, section: Section) -> str:
    return (
        f'<li><label><input type="checkbox" checked data-section="{number}"></label> '
        f'<a href="#section-{number}">{_text(section.title)}</a></li>'
    )


def _cells(frame: pd.DataFrame) -> list[str]:
    """Return the cells of a table row by row, as they are read."""
    return [_cell(value) for row in frame.itertuples(index=False, name=None) for value in row]


def _cell(value: Any) -> str:
    """Return a cell: a number with four digits, a whole one with all of them, what is missing as a dash.

    >>> _cell(0.123456), _cell(1884), _cell(-1884.0), _cell(float("-inf")), _cell(None)
    ('0.1235', '1,884', '−1,884', '−∞', '—')
    """
    if isinstance(value, str):
        return value
    if value is None or pd.isna(value):
        return _UNDEFINED
    if isinstance(value, bool) or not hasattr(value, "__float__"):
        return str(value)
    number = float(value)
    is_whole = number.is_integer() and abs(number) < 1e15
    return (f"{number:,.0f}" if is_whole else rounded(number)).replace("-", "−").replace("inf", "∞")


def _shared(steps: Sequence[str]) -> Mapping[str, Any]:
    """Return the texts of all steps, each different one once.

    >>> _shared(["a", "b", "a"])
    {'texts': ['a', 'b'], 'steps': [0, 1, 0]}
    """
    texts = list(dict.fromkeys(steps))
    places = {text: place for place, text in enumerate(texts)}
    return {"texts": texts, "steps": [places[text] for text in steps]}


def _script_json(held: Mapping[str, Any]) -> str:
    """Return data as a script holds them: nothing in them can end it."""
    text = json.dumps(held, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return undirected(text).replace("<", "\\u003c")
