"""What is seen of a page before Streamlit has begun: its style sheet, and its outline with its title and question."""

from __future__ import annotations

import html
from functools import cache
from pathlib import Path
from typing import Final

from evalcore.figures.style import PAGE, read_sheet

# A link may hide the answer: nothing is seen before the script that hides it is there.
UNTIL_HIDDEN: Final = "body:not([data-hidden]) .st-key-stage * { visibility: hidden !important; }"
_HERE = Path(__file__).parent
_BUTTONS: Final = '<div class="outline-bar outline-controls"></div>'
_SENTENCE: Final = 2 * '<div class="outline-bar outline-sentence"></div>'
_FIGURE: Final = '<div class="outline-figure"></div>'


@cache
def sheet() -> str:
    """Return the sheet of the frame, and behind it those of the other rooms, each named like the frame's it adds to.

    Streamlit would send it last of all, so that the page is seen without it first.
    """
    paths = dict.fromkeys([_HERE / "stage.css", *sorted(_HERE.parent.glob("*/stage.css"))])
    return "\n".join(map(read_sheet, paths))


def ground() -> str:
    """Return what the head says, so that a dark page is dark before anything of it is there."""
    return f"<style>@media (prefers-color-scheme: dark) {{ html {{ background: {PAGE['ground'][1]}; }} }}</style>"


def before(name: str, question: str, *, is_home: bool, is_alone: bool, is_hidden: bool = False) -> str:
    """Return what stands in the page before what Streamlit builds: behind its own sheets, which are in the head.

    What is embedded or presented is seen alone, without an outline of what stands around it. Where the link hides the
    answer, this does so first: what the page says of itself comes after its text.
    """
    style = f"<style>{sheet()}</style>{_hidden() if is_hidden else ''}"
    if is_alone:
        return style
    shown = _home(name, question) if is_home else _page(name, question)
    script = (_HERE / "outline.js").read_text(encoding="utf-8")
    return (
        f"{style}<style>{read_sheet(_HERE / 'outline.css')}</style>"
        f'<div class="outline" aria-hidden="true">{shown}</div><script>{script}</script>'
    )


def _hidden() -> str:
    """Return the rule that hides all of a page, and the script that takes it away once the page hides its answer."""
    script = (_HERE / "until_hidden.js").read_text(encoding="utf-8")
    return f'<style class="until-hidden">{UNTIL_HIDDEN}</style><script>{script}</script>'


def _page(title: str, question: str) -> str:
    """Return the head of a page, and in grey its controls, its sentence, and the figure that answers its question."""
    head = f'<div class="outline-head">{_words("title", title)}{_words("question", question)}</div>'
    return f"<div>{head}{_BUTTONS}{_SENTENCE}{_FIGURE if question else ''}</div>"


def _home(name: str, question: str) -> str:
    """Return the name and question of the app with what stands below them, and the figure beside it."""
    left = f"<div>{_words('name', name)}{_words('title', question)}{_SENTENCE}{_BUTTONS}</div>"
    return f'<div class="outline-home">{left}{_FIGURE}</div>'


def _words(part: str, words: str) -> str:
    return f'<div class="outline-{part}" data-words="{html.escape(words)}"></div>' if words else ""
