"""The path of lessons on paper: a page for each question with room to answer, behind them the answers."""

from __future__ import annotations

import html
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import urlencode, urlsplit, urlunsplit

import segno

from ui.audience import counted
from ui.audience.answers import ANSWERS, Choices, Guess
from ui.frame.steps import Step
from ui.session import samples
from ui.shared import chapter
from ui.shared.text import _, language

_STYLE = Path(__file__).with_name("handout.css")


def write(steps: Sequence[Step], home: str | None) -> bytes:
    """Return the handout as one HTML file, in the language that is spoken.

    `home` is the address of the app where others can open it: each question then has its link, and a code for phones.
    """
    numbered = list(enumerate(steps, start=1))
    questions = "".join(_question(step, number, len(steps), home) for number, step in numbered)
    answers = "".join(_answer(step, number) for number, step in numbered if step.key in ANSWERS)
    title, below = html.escape(_("Questions of the chapter")), html.escape(_("Answers"))
    return (
        f'<!doctype html><html lang="{language()}"><head><meta charset="utf-8"><title>{title}</title>'
        f'<meta name="viewport" content="width=device-width"><style>{_STYLE.read_text(encoding="utf-8")}</style></head>'
        f"<body>{questions}<h1>{below}</h1>{answers}</body></html>"
    ).encode()


def _question(step: Step, number: int, n: int, home: str | None) -> str:
    sample = step.asked.get("sample")
    why = html.escape(_("Why?"))
    about = [_(chapter.PAGES[step.page].title), *([_(samples.SAMPLES[sample].title)] if sample else [])]
    return (
        f'<section class="question"><p class="about"><span>{html.escape(" · ".join(about))}</span>'
        f"<span>{number} / {n}</span></p><h2>{html.escape(_(step.shows))}</h2>{_to_answer(step.key)}"
        f'<p class="why">{why}</p><div class="lines"></div>{_open(step, home)}</section>'
    )


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
    code = segno.make(address, error="m").svg_inline(scale=3, border=2)
    return f'<div class="open">{code}<span>{html.escape(address)}</span></div>'


def _answer(step: Step, number: int) -> str:
    answer = ANSWERS[step.key]
    said = f"<p>{html.escape(_(answer.because))}</p>"
    if isinstance(answer, Guess):
        right = counted.guessed(answer.truth, answer.unit)
    elif answer.right is None:
        return f'<section class="answer"><h3>{number}. {html.escape(_(step.shows))}</h3>{said}</section>'
    else:
        right = f"{counted.letter(answer.right)} {_(answer.options[answer.right])}"
    return (
        f'<section class="answer"><h3>{number}. {html.escape(_(step.shows))}</h3>'
        f"<p><strong>{html.escape(right)}</strong></p>{said}</section>"
    )
