"""Three biases, three answers: the vote of what remains on every instance, and what each bias says of one of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import plotly.graph_objects as go

from evalcore.errors import Say, message
from evalcore.figures.hypotheses.examples import (
    BLANK,
    HEADING,
    LINE,
    SEEN,
    Stepwise,
    example_marker,
    line_pixels,
    list_traces,
    seen_panel,
    seen_traces,
    stepwise_figure,
)
from evalcore.figures.hypotheses.names import SpaceNames
from evalcore.figures.layout import HIDDEN, MARGIN, Look, Panel, Places, headings
from evalcore.figures.live.motion import heat_part
from evalcore.figures.parts.marks import axes_of, heat, placed, scatter, texts
from evalcore.figures.parts.tracks import ROW
from evalcore.figures.style import GUESSED, INK, NEGATIVE, OUT_OF_SIGHT, POSITIVE, RULE, Trace, plain, rgba
from evalcore.views.hypotheses.votes import Asked, VotesStep, VotesView

__all__ = ["CELL", "SEEN", "votes_figure"]

# What a cell of the map that is clicked says of itself, before the number of its instance.
CELL: Final = "cell"

MAP, ANSWERS = axes_of(1), axes_of(3)
HEAD, ANSWER, TICKS = 34, 44, 24
# A map of more cells has no numbers in them.
MOST_NUMBERS = 64
NAME, HYPOTHESES = 26, 34
# Of the width of the answers: where the mark of one stands, and where its words begin.
MARK, SAID = 0.04, 0.085
SCALE: Final = ((0.0, rgba(NEGATIVE, 0.75)), (0.5, rgba(RULE, 0.04)), (1.0, rgba(POSITIVE, 0.75)))


@dataclass(frozen=True)
class _Lines:
    """How the two lines of an answer stand: above and below its middle, in answers, with their sizes."""

    name: float
    name_size: int
    below: float
    below_size: int


# In a low figure answers stand so near that both lines need all of the height.
USUAL, LOW = _Lines(0.16, 14, -0.2, 13), _Lines(0.25, 13, -0.25, 12)


def votes_figure(
    view: VotesView,
    names: SpaceNames,
    biases: Sequence[str],
    *,
    answers: tuple[str, str] = ("yes", "no"),
    say: Say = str,
    look: Look | None = None,
) -> go.Figure:
    """Draw examples, the map of votes and the answers; the handle says how many examples have been seen.

    `biases` are the learners, in their order, `answers` what they say of an instance.
    """
    look = look or Look()
    where = _places(view, look)
    examples, lines = list_traces(view.found.examples, names), LOW if where.is_low else USUAL
    answer = {True: answers[0], False: answers[1], None: say(message("undecided"))}
    drawn = Stepwise(
        still=[_map(view, names, say), *_marks(view), *examples, *_learners(biases, lines)],
        steps=[
            _moving(view, k, _preferred(view, step, names, say), answer, lines) for k, step in enumerate(view.steps)
        ],
        said=[_said(k, step, say) for k, step in enumerate(view.steps)],
        active=view.active,
        repainted=[heat_part(0, [step.shares for step in view.steps], SCALE)],
    )
    layout = {
        "showlegend": False,
        **_axes(view, names, where),
        "annotations": _headings(view, names, where, say),
    }
    return stepwise_figure(drawn, layout, where, say)


def _said(seen: int, step: VotesStep, say: Say) -> str:
    yes, no, undecided = step.said
    return say(
        message(
            "{seen} examples seen: {yes} say yes, {no} say no, {open} do not decide",
            seen=seen,
            yes=yes,
            no=no,
            open=undecided,
        )
    )


def _places(view: VotesView, look: Look) -> Places:
    examples, answers = len(view.found.examples), ANSWER * len(view.asked)
    if look.narrow:
        top = HEAD + line_pixels(examples, 400) * max(examples, 1)
        first = top + (ROW if examples else 0) + HEAD
        below = first + max(LINE * view.now.shares.shape[0], 120)
        low = below + TICKS + 2 * HEAD + answers
        panels = {
            "list": Panel(HEAD, top, 0.0, 1.0),
            SEEN: seen_panel(top, 0.06, 0.94),
            "map": Panel(first, below, 0.42, 1.0),
            "answers": Panel(below + TICKS + 2 * HEAD, low, 0.0, 1.0),
        }
        return Places(low + 2 * MARGIN, panels)
    bottom = look.height - 2 * MARGIN
    high = line_pixels(examples, bottom - HEAD - ROW) * max(examples, 1)
    panels = {
        "list": Panel(HEAD, HEAD + high, 0.0, 0.25),
        SEEN: seen_panel(bottom - ROW, 0.02, 0.24),
        "map": Panel(HEAD, bottom - TICKS, 0.44, 0.64),
        "answers": Panel(HEAD, min(bottom, HEAD + answers), 0.68, 1.0),
    }
    return Places(look.height, panels)


def _headings(view: VotesView, names: SpaceNames, where: Places, say: Say) -> list[dict[str, Any]]:
    instance = plain(names.instance(view.instance), 40)
    answers = message("What each bias says · of {instance}", instance=instance)
    if names.is_melon and all(one.instance != view.instance for one in view.found.examples):
        answers = message("New melon · {instance}", instance=instance)
    said = {
        "list": HEADING,
        "map": message("Share that say yes · of the remaining hypotheses"),
        "answers": answers,
    }
    # That of the map begins above the names of its rows.
    left = {"map": 0.0 if where.panels["map"].right == 1.0 else 0.29}
    return headings({name: say(text) for name, text in said.items()}, where, HEAD, left=left)


def _axes(view: VotesView, names: SpaceNames, where: Places) -> dict[str, Any]:
    rows, columns = view.now.shares.shape
    base = {"showgrid": False, "zeroline": False, "tickfont": {"size": 12 if rows <= 18 else 10}, "ticks": ""}
    row_names, column_names = [BLANK] * rows, [BLANK] * columns
    for one, (row, column) in zip(view.found.space.instances, view.places, strict=True):
        row_names[row] = plain(names.part(one, view.row_attributes), 24)
        column_names[column] = plain(names.part(one, view.column_attributes), 14) or BLANK
    x = {**base, "range": [-0.5, columns - 0.5], "tickvals": list(range(columns)), "ticktext": column_names}
    y = {**base, "range": [-0.5, rows - 0.5], "tickvals": list(range(rows)), "ticktext": row_names}
    answers = {**HIDDEN, "range": [0.5 - len(view.asked), 0.5]}
    return {
        **placed(where, "map", MAP, x, y),
        **placed(where, "answers", ANSWERS, {**HIDDEN, "range": [0, 1]}, answers),
    }


def _map(view: VotesView, names: SpaceNames, say: Say) -> Trace:
    rows, columns = view.now.shares.shape
    text = [[""] * columns for _ in range(rows)]
    numbers = [[[0]] * columns for _ in range(rows)]
    for number, (one, (row, column)) in enumerate(zip(view.found.space.instances, view.places, strict=True)):
        text[row][column], numbers[row][column] = plain(names.instance(one), 60), [number]
    here = message("{instance}<br>{share} of the remaining say yes", instance="%{text}", share="%{z:.0%}")
    hover = {"text": text, "customdata": numbers, "meta": CELL, "hovertemplate": say(here) + "<extra></extra>"}
    return heat(MAP, view.now.shares.round(2).tolist(), SCALE, **hover, **GUESSED)


def _marks(view: VotesView) -> list[Trace]:
    """Return a frame around the instance that is asked about."""
    row, column = view.place(view.instance)
    left, right, top, low = column - 0.48, column + 0.48, row - 0.46, row + 0.46
    return [
        scatter(
            MAP, "lines", [left, right, right, left, left], [top, top, low, low, top], line={"width": 3, "color": INK}
        )
    ]


def _learners(biases: Sequence[str], lines: _Lines) -> list[Trace]:
    up = [lines.name - k for k in range(len(biases))]
    said = [plain(name, NAME) for name in biases]
    font = {"size": lines.name_size, "weight": "bold"}
    return [texts(ANSWERS, [SAID] * len(up), up, said, "middle right", textfont=font)]


def _moving(view: VotesView, k: int, asked: list[str], answer: Mapping[bool | None, str], lines: _Lines) -> list[Trace]:
    """Return what follows the handle: the vote in each cell, examples in it, answers, and the list of examples."""
    step = view.steps[k]
    votes = [_written(vote) for vote in step.votes]
    rows, columns = ([place[side] for place in view.places] for side in (0, 1))
    numbers = [texts(MAP, columns, rows, votes, "middle center", textfont={"size": 13}, **GUESSED)]
    return [
        *(numbers if len(votes) <= MOST_NUMBERS else []),
        _known(view, k),
        *(_answers(step, positive) | GUESSED for positive in (True, False, None)),
        _answered(view, [answer[one.positive] for one in step.answers], lines) | GUESSED,
        _asks(view, asked, lines) | GUESSED,
        *seen_traces(k, len(view.found.examples)),
    ]


def _written(vote: object) -> str:
    return "—" if vote is None else str(vote)


def _known(view: VotesView, k: int) -> Trace:
    """Return the examples seen, in their cells: filled where positive."""
    examples = view.found.examples
    places = [view.place(one.instance) for one in examples]
    across = [column - 0.36 for _row, column in places] or [0]
    up = [row if seen < k else OUT_OF_SIGHT * 9 for seen, (row, _column) in enumerate(places)] or [OUT_OF_SIGHT * 9]
    marker = example_marker(examples, 10) | ({} if examples else {"color": [INK]})
    return scatter(MAP, "markers", across, up, marker=marker, cliponaxis=True)


def _answers(step: VotesStep, positive: bool | None) -> Trace:
    """Return the marks of the learners with one answer; those of the others wait out of sight."""
    colour = {True: POSITIVE, False: NEGATIVE, None: rgba(RULE, 0.6)}[positive]
    up = [-float(k) if one.positive is positive else OUT_OF_SIGHT * 9 for k, one in enumerate(step.answers)]
    marker = {"size": 16, "color": colour, "line": {"width": 0}}
    return scatter(ANSWERS, "markers", [MARK] * len(up), up, marker=marker, cliponaxis=True)


def _answered(view: VotesView, said: list[str], lines: _Lines) -> Trace:
    up = [lines.name - k for k in range(len(view.asked))]
    font = {"size": lines.name_size, "weight": "bold"}
    return texts(ANSWERS, [0.99] * len(up), up, said, "middle left", textfont=font)


def _asks(view: VotesView, said: list[str], lines: _Lines) -> Trace:
    up = [lines.below - k for k in range(len(view.asked))]
    return texts(ANSWERS, [SAID] * len(up), up, said, "middle right", textfont={"size": lines.below_size})


def _preferred(view: VotesView, step: VotesStep, names: SpaceNames, say: Say) -> list[str]:
    """Return for each learner the hypotheses or examples it asks, as far as they fit on a line."""
    return [_asked(learner, step, k, names, say) for k, learner in enumerate(view.asked)]


def _asked(learner: Asked, step: VotesStep, k: int, names: SpaceNames, say: Say) -> str:
    found = step.answers[k]
    if found.nearest:
        return plain(say(message("example {number}", number=", ".join(map(str, found.nearest)))), HYPOTHESES)
    if learner.bias in {"most_specific", "most_general", "random"} and found.preferred:
        return plain(names.hypotheses(found.preferred), HYPOTHESES)
    return BLANK if found.share is None else str(found.share)
