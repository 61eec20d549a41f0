"""The page's sentence at each step of a handle, which the browser writes while the handle is held."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

import plotly.graph_objects as go

from evalcore.figures.live.motion import with_sentences
from ui.shared.text import language, speaking

# By the name of a handle what the page says of a step, told by its exact value; Markdown, as the page shows it.
Says = Mapping[str, Callable[[str], str]]
_PART = re.compile(r"\\(?P<escaped>.)|(?P<bold>\*\*)|(?P<other>[`$]|\]\()|(?P<text>[^\\*`$\]]+|.)", re.DOTALL)


def pieces(sentence: str) -> list[str]:
    r"""Return a sentence in pieces without Markdown, every second one bold.

    >>> pieces(r"At t = 0.5: finds **8 of 10 a\*b**, **2 of 10** alarms are false.")
    ['At t = 0.5: finds ', '8 of 10 a*b', ', ', '2 of 10', ' alarms are false.']
    """
    found = [""]
    for part in _PART.finditer(sentence):
        if part["other"]:
            raise ValueError(f"the browser writes no {part['other']} in a sentence: {sentence}")
        if part["bold"]:
            found.append("")
        else:
            found[-1] += part["escaped"] or part["text"]
    return found


def carry(figure: go.Figure, says: Says) -> None:
    """Have a figure carry what the page says at each step of its handles."""
    meta = figure.layout.meta
    if says and meta and "live" in meta:
        told = {name: _in_pieces(say) for name, say in says.items()}
        # Some 200 sentences: each word would ask the session for its language again.
        with speaking(language()):
            figure.layout.meta = {**meta, "live": with_sentences(meta["live"], told)}


def _in_pieces(say: Callable[[str], str]) -> Callable[[str], list[str]]:
    return lambda value: pieces(say(value))
