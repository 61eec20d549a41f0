"""The lattice searched from the top or from the bottom: a step for every try, and a sentence for what came of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import plotly.graph_objects as go

from evalcore.errors import Say, message
from evalcore.figures.hypotheses.examples import (
    BLANK,
    HEADING,
    TRACK_AXES,
    Stepwise,
    line_pixels,
    list_traces,
    seen_panel,
    seen_traces,
    stepwise_figure,
)
from evalcore.figures.hypotheses.lattice import (
    HEAD,
    KEY,
    LATTICE_LEFT,
    LEFT,
    LIST_RIGHT,
    MOST_NAMED,
    always_named,
    lattice_axes,
    lattice_legend,
    lattice_pixels,
    nodes_in,
    placed_names,
)
from evalcore.figures.hypotheses.names import SpaceNames
from evalcore.figures.hypotheses.nodes import (
    ENDS,
    NONE,
    REMAINING,
    Nodes,
    in_legend,
    name_trace,
    only,
    some_lines,
    whole_lattice,
)
from evalcore.figures.hypotheses.search_words import told
from evalcore.figures.layout import MARGIN, Look, Panel, Places, headings
from evalcore.figures.parts.marks import axes_of, headline_axes, texts
from evalcore.figures.parts.tracks import ROW, Track
from evalcore.figures.style import GUESSED, INK, Trace, plain, rgba, wrapped
from evalcore.views.hypotheses.search import SearchStep, SearchView

__all__ = ["TRIED", "search_figure"]

TRIED: Final = "tried"
COUNT, SENTENCE = axes_of(4), axes_of(5)
# Pixels of the line that counts, and of a line of the sentence, also in a scene; letters in a narrow figure, a low one,
# and else.
COUNT_HIGH, A_LINE, A_LINE_ALONE = 40, 22, 17
NARROW_LETTERS, LOW_LETTERS, WIDE_LETTERS = 44, 64, 84
# A name stands so much of a level above its mark, which has a ring.
LIFT = 0.22
# So many numbers stand on the track.
MOST_TICKS = 13
MARKED: Final = (
    message("open"),
    message("kept"),
    message("struck out"),
)
ENDS_MARKED: Final = (message("most general"), message("most specific"))
DIRECTION: Final = {
    "down": message("Top-down: from the most general to the most specific"),
    "up": message("Bottom-up: from the most specific to the most general"),
}


@dataclass(frozen=True)
class _Given:
    """What every step of the figure is drawn from; `sentences` are in lines, as many at every step."""

    view: SearchView
    nodes: Nodes
    names: SpaceNames
    shown: str
    say: Say
    look: Look
    sentences: Sequence[Sequence[str]]


def search_figure(
    view: SearchView, names: SpaceNames, *, shown: str = ENDS, say: Say = str, look: Look | None = None
) -> go.Figure:
    """Draw examples and lattice; the handle says how far the search has come, `shown` which nodes have names."""
    look = look or Look()
    said = [told(view, k, names, say) for k in range(len(view.steps))]
    sentences = _in_lines([plain(one, 300) for one in said], look)
    # The sentence takes its room from the lattice.
    nodes = nodes_in(view, names, look, shown, above=A_LINE * len(sentences[0]) + _above(look) - HEAD)
    where = _places(view, nodes, look, len(sentences[0]))
    given = _Given(view, nodes, names, shown, say, look, sentences)
    examples = view.found.found.examples
    drawn = Stepwise(
        still=[*_whole(given), *always_named(nodes, shown), *list_traces(examples, names)],
        steps=[_moving(given, k) for k in range(len(view.steps))],
        said=said,
        active=view.active,
        track=_track(view, say),
        listed=len(examples),
    )
    layout: dict[str, Any] = {
        "showlegend": True,
        "legend": lattice_legend(where),
        **lattice_axes(nodes, where),
        **headline_axes(where, "count", COUNT),
        **headline_axes(where, "sentence", SENTENCE),
        "annotations": _headings(view, where, look, say),
    }
    return stepwise_figure(drawn, layout, where, say)


def _in_lines(said: Sequence[str], look: Look) -> list[list[str]]:
    """Return sentences in lines that have room, as many of each."""
    wide = NARROW_LETTERS if look.narrow else LOW_LETTERS if look.is_low else WIDE_LETTERS
    found = [wrapped(one, wide, 400) for one in said]
    most = max(map(len, found))
    return [[*lines, *[BLANK] * (most - len(lines))] for lines in found]


def _places(view: SearchView, nodes: Nodes, look: Look, lines: int) -> Places:
    examples, high = len(view.found.found.examples), (A_LINE_ALONE if look.alone else A_LINE) * lines
    if look.narrow:
        top = HEAD + line_pixels(examples, 400) * max(examples, 1) + COUNT_HIGH
        first = top + ROW + HEAD
        low = first + high + 3 * KEY + nodes.pixels
        panels = {
            "list": Panel(HEAD, top - COUNT_HIGH, 0.0, 1.0),
            "count": Panel(top - COUNT_HIGH, top, 0.0, 1.0),
            TRIED: seen_panel(top, 0.06, 0.94),
            "sentence": Panel(first, first + high, 0.0, 1.0),
            "lattice": Panel(first + high + 3 * KEY, low, 0.0, 1.0),
        }
        return Places(low + 2 * MARGIN, panels)
    bottom, top = look.height - 2 * MARGIN, _above(look)
    below = HEAD + line_pixels(examples, bottom - HEAD - COUNT_HIGH - ROW) * max(examples, 1)
    panels = {
        "list": Panel(HEAD, below, 0.0, LIST_RIGHT),
        "count": Panel(below, below + COUNT_HIGH, 0.0, LIST_RIGHT),
        TRIED: seen_panel(bottom - ROW, 0.02, LIST_RIGHT - 0.01),
        "sentence": Panel(top, top + high, LATTICE_LEFT, 1.0),
        "lattice": Panel(top + high + KEY, HEAD + KEY + lattice_pixels(look), LATTICE_LEFT, 1.0),
    }
    return Places(look.height, panels)


def _above(look: Look) -> int:
    """Return what stands above the sentence: before an audience the question has named the direction."""
    return 0 if look.alone else HEAD


def _headings(view: SearchView, where: Places, look: Look, say: Say) -> list[dict[str, Any]]:
    said = {"list": HEADING} if look.alone else {"list": HEADING, "sentence": DIRECTION[view.found.direction]}
    return headings({name: say(text) for name, text in said.items()}, where, HEAD)


def _track(view: SearchView, say: Say) -> Track:
    """Return the track of how many have been tried; its last step is the end of the search."""
    last = len(view.steps) - 1
    every = -(-last // MOST_TICKS)
    shown = [say(message("{n} tried", n=step.tried)) for step in view.steps[:-1]]
    return Track(
        name=TRIED,
        label=say(message("hypotheses tried")),
        axes=TRACK_AXES,
        at=[float(k) for k in range(last + 1)],
        values=[str(k) for k in range(last + 1)],
        shown=[*shown, say(message("found"))],
        ticks={float(k): str(view.steps[k].tried) for k in range(0, last, every)},
        active=view.active,
    )


def _whole(given: _Given) -> list[Trace]:
    """Return the whole lattice, whose nodes have a name where one points at them."""
    said = [plain(given.names.hypothesis(one), 80) for one in given.view.space.hypotheses]
    return whole_lattice(given.nodes, given.view.lines, said)


def _moving(given: _Given, k: int) -> list[Trace]:
    """Return what follows the handle: what is decided by now and what is tried, names, the sentence and the count."""
    view, nodes, say, step = given.view, given.nodes, given.say, given.view.steps[k]
    waiting, kept, struck = map(say, MARKED)
    general, specific = map(say, ENDS_MARKED)
    trying = [view.place(one.hypothesis) for one in step.tries]
    drawn = [
        some_lines(nodes, step.lines, LEFT),
        in_legend(only(nodes, step.open, 0, rgba(LEFT, 0.45)), waiting),
        in_legend(only(nodes, step.kept, 0, LEFT), kept),
        in_legend(only(nodes, step.struck, 1, INK, "x-thin"), struck),
        only(nodes, trying, 9, INK, "circle-open"),
        in_legend(only(nodes, step.general, 8, INK, "triangle-up-open"), general),
        in_legend(only(nodes, step.specific, 8, INK, "triangle-down-open"), specific),
        *_names(given, step, trying),
        _sentence(given, k),
        texts(COUNT, [0.01], [0.5], [_count(given, step)], "middle right", textfont={"size": 15, "weight": "bold"}),
    ]
    examples = len(view.found.found.examples)
    against = step.last.number if step.last is not None and len(step.tries) == 1 else 0
    return [*(trace | GUESSED for trace in drawn), *seen_traces(examples, examples, at=against)]


def _names(given: _Given, step: SearchStep, trying: Sequence[int]) -> list[Trace]:
    """Return the names of what is tried and kept, as far as they are asked for and have room."""
    if given.nodes.names:
        waiting = step.open if given.shown == REMAINING else ()
        return [name_trace(given.nodes, (*trying, *step.kept, *waiting))]
    if given.shown == NONE or len(given.view.x) > MOST_NAMED:
        return []
    first = (*trying, *step.general, *step.specific, *step.kept)
    return [placed_names(given.view, first, given.names, given.look, lift=LIFT)]


def _sentence(given: _Given, k: int) -> Trace:
    """Return the sentence of a step, line below line."""
    lines = given.sentences[k]
    up = [1 - (j + 0.5) / len(lines) for j in range(len(lines))]
    size = 14 if given.look.narrow else 15
    return texts(SENTENCE, [0.0] * len(lines), up, lines, "middle right", textfont={"size": size})


def _count(given: _Given, step: SearchStep) -> str:
    return given.say(
        message(
            "{kept} kept, {gone} of {all} struck out",
            kept=len(step.kept),
            gone=len(step.gone),
            all=len(given.view.x),
        )
    )
