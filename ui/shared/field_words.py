"""What Streamlit itself writes into fields, in the words and the language of the app, and its name beside its mark.

It has no setting for them. A style sheet puts the app's words in their place, so that they are never seen in English
first, and what the browser draws anew has them, too.
"""

from __future__ import annotations

import json

import streamlit as st

from ui.shared.numbers import count
from ui.shared.text import _

_FIELD = '[data-testid="stFileUploader"]'
# After Enter it stays, and is empty.
_TYPED = '[data-testid="InputInstructions"]:not(:empty)'


def rules() -> str:
    """Return the sheet for what fields of any page say."""
    # What has an element of its own for its words is named by the app's alone, also to who cannot see it.
    named = {
        f'{_FIELD} [data-testid="stFileUploaderDropzone"] > span [data-testid="stMarkdownContainer"]': (
            "p",
            _("Choose a file"),
        ),
        _TYPED: ("span", _("Enter applies it")),
        f'[data-testid="stTextArea"] {_TYPED}': ("span", _("Ctrl+Enter applies it")),
    }
    shown = {
        'a[href][data-testid="stSkipToContent"]': _("Skip to main content"),
        '[role="listbox"][data-empty="true"] > div > span': _("Nothing is called so."),
        '[data-testid="stToastText"] + [data-testid="stToastViewButton"]': _("all of it, or less"),
    }
    return "\n".join(
        [
            # The browser's own note on a file that did not arrive names its size alone, and that where one points.
            '[data-testid="stTooltipErrorContent"] { display: none; }',
            *(f"{of} > {part} {{ display: none; }}\n{_behind(of, words)}" for of, (part, words) in named.items()),
            *(_in_place(of, words) for of, words in shown.items()),
            # A picture of the name would have neither the page's letters nor its language.
            _behind('[data-testid="stSidebarHeader"] > :first-child', _("Evaluation workbench")),
        ]
    )


def of_upload(key: str, megabytes: int | None) -> None:
    """Say in a field for files how large one may be, and below one that did not arrive what to do."""
    most = count(megabytes or int(st.get_option("server.maxUploadSize")))
    refused = _(
        "This file has not arrived: it must be at most {most} MB, of a kind named above, come through whole, and find "
        "room beside other files. Take it out, and choose another one or the same again.",
        most=most,
    )
    field = f'.st-key-{key} [data-testid="stFileUploaderDropzone"]'
    size = _in_place(
        f'{field} [data-testid="stFileUploaderDropzoneInstructions"] span', _("at most {most} MB", most=most)
    )
    st.html(
        f"<style>{size}\n{field}:has([data-testid='stFileChip'][aria-invalid='true'])::after {{ "
        f"content: {_quoted(refused)}; font-size: 14px; flex: 1 1 240px; }}</style>"
    )


def _in_place(selector: str, words: str) -> str:
    """Return the rules that show words in the place of what an element holds."""
    return f"{selector} {{ font-size: 0; }}\n{_behind(selector, words)}"


def _behind(selector: str, words: str) -> str:
    """Return the rule that shows words behind what an element holds."""
    return f"{selector}::after {{ font-size: 14px; content: {_quoted(words)}; }}"


def _quoted(words: str) -> str:
    """Return words as a string of a style sheet, which ends none."""
    return json.dumps(words, ensure_ascii=False).replace("<", "\\3c ")
