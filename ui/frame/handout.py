"""The path of lessons on paper: a page for each question with its figure and room to answer, behind them the answers.

A question shows its figure as the class sees it first, what is to be guessed hidden. The answers are for the teacher:
two on a sheet, each with its figure as it is revealed where that shows more, since half a sheet is enough for both.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlencode, urlsplit, urlunsplit

import plotly.graph_objects as go
import segno
from plotly.offline import get_plotlyjs

from evalcore.figures.live import motion
from evalcore.figures.style import INK, read_sheet
from ui.audience import counted
from ui.audience.answers import ANSWERS, Choices, Guess
from ui.frame import sheets
from ui.frame.sheets import Sheet, Visitor
from ui.frame.steps import Step
from ui.session import samples
from ui.shared import chapter
from ui.shared.text import _, language

_HERE: Final = Path(__file__).parent
# Pixels of what stands on the whole width of a sheet, before it is made as wide as the paper; see handout.css.
WIDTH: Final = 800
# Of a question's figure, and of an answer's, two of which share a sheet.
_ASKED, _SHOWN = 540, 400
# What nobody can point at on paper.
_HOVER: Final = ("customdata", "hovertext", "hovertemplate")
_NOTHING: Final[Mapping[str, Any]] = {}


@dataclass(frozen=True, eq=False)
class Drawing:
    """Figures of a step, as Plotly reads them, and what says of what they are, in Markdown.

    `shown` is empty where the answer is not in the figure.
    """

    about: tuple[str, ...] = ()
    asked: tuple[str, ...] = ()
    shown: tuple[str, ...] = ()


@dataclass
class _Pages:
    """The pages that are written, and the figures that stand in them."""

    drawings: Mapping[str, Drawing]
    home: str | None
    figures: list[str] = field(default_factory=list)

    def figure(self, step: Step, *, is_answer: bool) -> str:
        """Return the places of a step's figures, which are drawn where the file is opened."""
        drawing = self.drawings.get(step.key, Drawing())
        found = drawing.shown if is_answer else drawing.asked
        first = len(self.figures)
        self.figures += found
        look = "drawn" if is_answer else "drawn guessed" if step.hides else "drawn"
        places = "".join(f'<div class="{look}" data-figure="{first + k}"></div>' for k in range(len(found)))
        return f'<div class="figure">{places}</div>' if found else ""


def draw_all(steps: Mapping[str, Step], of: Visitor, *, told: Callable[[float, int], object]) -> dict[str, Drawing]:
    """Return the figures of all steps; `told` hears meanwhile which share is done, and the number of the step."""
    return {
        key: draw(step, of, look=partial(told, (number - 1) / len(steps), number))
        for number, (key, step) in enumerate(steps.items(), start=1)
    }


def draw(step: Step, of: Visitor, *, look: Callable[[], object]) -> Drawing:
    """Return the figures of a step, which its page makes; `look` is called meanwhile."""
    asked, shown = Sheet(step, 0, _ASKED), Sheet(step, step.stages, _SHOWN)
    sheets.draw([asked, shown], of, look=look)
    more = step.stages > 0 or step.moves is not None or any(_hides(figure) for figure in shown.figures)
    return Drawing(
        tuple(asked.about),
        _written(asked.figures),
        _written(shown.figures, step.moves) if more else (),
    )


def _hides(figure: go.Figure) -> bool:
    """Tell whether something of a figure is to be guessed; one that does not say so is the answer as a whole."""
    meta: Mapping[str, Any] = figure.layout.meta or _NOTHING
    guessed = meta.get("guessed")
    return guessed is None or any(guessed.values()) or "--guessed" in figure.to_json()


def _written(figures: Sequence[go.Figure], end: str | None = None) -> tuple[str, ...]:
    """Return figures as text, each as wide as it has room, with the steps of the handle that goes to its `end`."""
    return tuple(_one(figure, WIDTH // len(figures), end) for figure in figures)


def _one(figure: go.Figure, width: int, end: str | None) -> str:
    standing = go.Figure(figure)
    meta = dict(standing.layout.meta or _NOTHING)
    if "live" in meta and end is None:
        meta["live"] = motion.at_rest(meta["live"])
    white = {"paper_bgcolor": "white", "plot_bgcolor": "white", "font_color": INK}
    standing.update_layout(meta=None, width=min(standing.layout.width or width, width), **white)
    found = json.loads(standing.to_json(), parse_float=_rounded)
    found["layout"]["meta"] = meta
    for trace in found["data"]:
        for key in _HOVER:
            trace.pop(key, None)
    return json.dumps({**found, "end": end}, ensure_ascii=False, separators=(",", ":"))


def _rounded(number: str) -> float:
    """Return a place in a drawing, or its size, as exactly as any paper shows it."""
    return float(f"{float(number):.6g}")


def write(steps: Sequence[Step], home: str | None, drawings: Mapping[str, Drawing] = _NOTHING) -> bytes:
    """Return the handout as one HTML file, in the language that is spoken; it needs no network.

    `home` is the address of the app where others can open it: each question then has its link, and a code for phones.
    """
    pages = _Pages(drawings, home)
    numbered = list(enumerate(steps, start=1))
    questions = "".join(_question(step, number, len(steps), pages) for number, step in numbered)
    answers = "".join(_answer(step, number, pages) for number, step in numbered if step.key in ANSWERS)
    title, below = html.escape(_("Questions of the chapter")), html.escape(_("Answers"))
    return (
        f'<!doctype html><html lang="{language()}"><head><meta charset="utf-8"><title>{title}</title>'
        f'<meta name="viewport" content="width=device-width"><style>{read_sheet(_HERE / "handout.css")}</style></head>'
        f"<body>{questions}<h1>{below}</h1>{answers}{_drawn(pages.figures)}</body></html>"
    ).encode()


def _drawn(figures: Sequence[str]) -> str:
    """Return what draws the figures; nothing where there are none."""
    if not figures:
        return ""
    # A name from a file must not end the script.
    held = f"[{','.join(figures)}]".replace("<", "\\u003c")
    script = "\n".join((motion.script(), (_HERE / "handout.js").read_text(encoding="utf-8")))
    return (
        f'<script type="application/json" id="figures">{held}</script><script>{get_plotlyjs()}</script>'
        f"<script>{script}</script>"
    )


def _question(step: Step, number: int, n: int, pages: _Pages) -> str:
    why = html.escape(_("Why?"))
    return (
        f'<section class="question"><p class="about"><span>{_about(step, pages)}</span>'
        f"<span>{number} / {n}</span></p><h2>{html.escape(step.own or _(step.shows))}</h2>"
        f"{pages.figure(step, is_answer=False)}{_to_answer(step.key)}"
        f'<p class="why">{why}</p><div class="room"></div>{_open(step, pages.home)}</section>'
    )


def _about(step: Step, pages: _Pages) -> str:
    """Return title, sample and model: those that the page itself names, else those of the step."""
    drawing = pages.drawings.get(step.key)
    if drawing is not None and drawing.about:
        return " · ".join(map(_plain, drawing.about))
    sample = step.asked.get("sample")
    named = [_(chapter.PAGES[step.page].title), *([_(samples.SAMPLES[sample].title)] if sample else [])]
    return html.escape(" · ".join(named))


def _plain(markdown: str) -> str:
    """Return as HTML what is Markdown only by its bold letters and by what `plain` has made literal."""
    without = re.sub(r"(?<!\\)\*\*", "", markdown)
    return html.escape(re.sub(r"\\([\W_])", r"\1", without))


def _to_answer(key: str) -> str:
    answer = ANSWERS.get(key)
    if isinstance(answer, Choices):
        return f"<ol>{''.join(f'<li>{html.escape(_(option))}</li>' for option in answer.options)}</ol>"
    if isinstance(answer, Guess):
        guess = html.escape(_("Your guess"))
        return f'<p class="guess">{guess} <span></span> {html.escape(answer.unit)}</p>'
    return ""


def _open(step: Step, home: str | None) -> str:
    """Show the way to the step on a screen."""
    if home is None:
        return ""
    spoken = {} if language() == "en" else {"lang": language()}
    scheme, netloc, path, _query, _fragment = urlsplit(home)
    asked = urlencode({**step.asked, "path": step.key, **spoken})
    address = urlunsplit((scheme, netloc, f"{path.rstrip('/')}/{step.page}", asked, ""))
    code = segno.make(address, error="m").svg_inline(border=2, omitsize=True)
    return f'<div class="open">{code}<span>{html.escape(address)}</span></div>'


def _answer(step: Step, number: int, pages: _Pages) -> str:
    answer = ANSWERS[step.key]
    said = f"<p>{html.escape(_(answer.because))}</p>{pages.figure(step, is_answer=True)}"
    head = f'<section class="answer"><h3>{number}. {html.escape(step.own or _(step.shows))}</h3>'
    if isinstance(answer, Guess):
        right = counted.guessed(answer.truth, answer.unit)
    elif answer.right is None:
        return f"{head}{said}</section>"
    else:
        right = f"{counted.letter(answer.right)} {_(answer.options[answer.right])}"
    return f"{head}<p><strong>{html.escape(right)}</strong></p>{said}</section>"
