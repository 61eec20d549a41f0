"""The hypothesis space as a lattice that greys out, example by example, and the ends of what remains."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import plotly.graph_objects as go

from evalcore.errors import Say, message
from evalcore.figures.hypotheses.examples import (
    BLANK,
    HEADING,
    LETTERS,
    SAID,
    SEEN,
    Stepwise,
    line_pixels,
    list_traces,
    seen_panel,
    seen_traces,
    stepwise_figure,
)
from evalcore.figures.hypotheses.names import SpaceNames
from evalcore.figures.hypotheses.nodes import (
    BEYOND,
    ENDS,
    LATTICE,
    NONE,
    REMAINING,
    Nodes,
    faint_names,
    in_legend,
    name_trace,
    named_nodes,
    only,
    plain_nodes,
    some_lines,
    whole_lattice,
)
from evalcore.figures.layout import HIDDEN, MARGIN, MARK_ROOM, Look, Panel, Places, headings
from evalcore.figures.parts.marks import axes_of, headline_axes, placed, texts
from evalcore.figures.parts.tracks import ROW
from evalcore.figures.style import GUESSED, INK, MODELS, SMALLEST, Trace, letters, plain
from evalcore.views.hypotheses.lattice import A_ROW, LatticeStep, LatticeView
from evalcore.views.hypotheses.search import SearchView

__all__ = ["SEEN", "lattice_figure"]

COUNT, ASKED = axes_of(4), axes_of(8)
# Where the list ends and the lattice begins, of the width.
LIST_RIGHT, LATTICE_LEFT = 0.31, 0.34
# Of the width, what each example strikes out; pixels of how many remain.
NUMBERS, COUNT_HIGH = 0.08, 40
# Pixels of what those that remain say of a new instance.
ASKED_HIGH = 48
# Pixels above a panel for its heading, and above the lattice, below that, for its key.
HEAD, KEY = 34, 30
# Pixels a letter of a name is wide, and those of a whole lattice; of one at its least, beside the menu and before an
# audience, where all is larger.
LETTER, WIDE, NARROW_WIDE = 6.6, 840, 340
LEAST_WIDE, LARGER_WIDE = 600, 460
# A name has at most so many letters; beyond so many hypotheses none is named.
LONGEST, MOST_NAMED = 30, 130
# Where many remain only the ends are named; a name stands so much of a level above its mark at least.
FEW, LIFT = 12, 0.15
# Pixels by which the marks of both ends are larger than a node, and from such a mark to its name.
END, CLEAR = 8, 4
# So near an end of its row, in widths of the lattice, a name goes inwards.
EDGE = 0.1
# Pixels of a lattice that names in a grid may count on: in a narrow figure, before an audience, and else; and how high
# a narrow one may be for them.
NARROW_NAMES, LOW_NAMES, WIDE_NAMES = 310, 500, 600
NARROW_ROOM = 760
LEFT: Final = MODELS[0][0]
MARKED: Final = (
    message("remains"),
    message("struck out just now"),
    message("most general"),
    message("most specific"),
)


@dataclass(frozen=True)
class _Given:
    """What every step of the figure is drawn from."""

    view: LatticeView
    nodes: Nodes
    names: SpaceNames
    shown: str
    say: Say
    look: Look
    lift: float = LIFT


def lattice_figure(
    view: LatticeView, names: SpaceNames, *, shown: str = ENDS, say: Say = str, look: Look | None = None
) -> go.Figure:
    """Draw examples and lattice; the handle says how many examples have been seen, `shown` which nodes have names."""
    look = look or Look()
    nodes = nodes_in(view, names, look, shown)
    where = _places(view, nodes, look)
    given = _Given(view, nodes, names, shown, say, look, _lift(nodes, where))
    still = [*_whole(view, nodes, names, say), *always_named(nodes, shown)]
    still += [_new(given)] if _asks(view, look) else []
    drawn = Stepwise(
        still=[*still, *list_traces(view.found.examples, names)],
        steps=[_moving(given, k) for k in range(len(view.steps))],
        said=_said(view, say),
        active=view.active,
    )
    layout: dict[str, Any] = {
        "showlegend": True,
        "legend": lattice_legend(where),
        **lattice_axes(nodes, where),
        **headline_axes(where, "count", COUNT),
        **(headline_axes(where, "asked", ASKED) if "asked" in where.panels else {}),
        "annotations": _headings(where, say),
    }
    return stepwise_figure(drawn, layout, where, say)


def _lift(nodes: Nodes, where: Places) -> float:
    """Return how much of a level a name stands above its node, clear of the mark of an end."""
    low, high = nodes.range
    return max(LIFT, ((nodes.size + END) / 2 + CLEAR) * (high - low) / where.pixels("lattice"))


def _said(view: LatticeView, say: Say) -> list[str]:
    total = len(view.found.space.hypotheses)
    return [
        say(
            message(
                "{seen} examples seen: {remaining} of {all} hypotheses remain",
                seen=k,
                remaining=len(step.remaining),
                all=total,
            )
        )
        for k, step in enumerate(view.steps)
    ]


def _places(view: LatticeView, nodes: Nodes, look: Look) -> Places:
    examples = len(view.found.examples)
    if look.narrow:
        high = line_pixels(examples, 400) * max(examples, 1)
        top = HEAD + high
        top += COUNT_HIGH
        track = seen_panel(top, 0.06, 0.94)
        first = top + (ROW if examples else 0) + HEAD + 2 * KEY
        low = first + nodes.pixels
        panels = {"list": Panel(HEAD, top - COUNT_HIGH, 0.0, 0.78), SEEN: track, "lattice": Panel(first, low, 0.0, 1.0)}
        panels["numbers"] = replace(panels["list"], left=0.78, right=1.0)
        panels["count"] = Panel(top - COUNT_HIGH, top, 0.0, 1.0)
        return Places(low + 2 * MARGIN, panels)
    bottom = look.height - 2 * MARGIN
    asked = ASKED_HIGH if _asks(view, look) else 0
    room = bottom - HEAD - COUNT_HIGH - asked - ROW
    high = line_pixels(examples, room) * max(examples, 1)
    panels = {
        "list": Panel(HEAD, HEAD + high, 0.0, LIST_RIGHT - NUMBERS),
        "numbers": Panel(HEAD, HEAD + high, LIST_RIGHT - NUMBERS, LIST_RIGHT),
        "count": Panel(HEAD + high, HEAD + high + COUNT_HIGH, 0.0, LIST_RIGHT),
        SEEN: seen_panel(bottom - ROW, 0.02, LIST_RIGHT - 0.01),
        # Before an audience the mark of an example stands in the figure's last line.
        "lattice": Panel(HEAD + KEY, bottom - (MARK_ROOM if look.is_low else 0), LATTICE_LEFT, 1.0),
    }
    if asked:
        top = panels["count"].bottom
        panels["asked"] = Panel(top, top + asked, 0.0, LIST_RIGHT)
    return Places(look.height, panels)


def _asks(view: LatticeView, look: Look) -> bool:
    """Whether what remains is asked about a new instance: before an audience, whose question is about it."""
    return look.alone and view.new is not None


def _headings(where: Places, say: Say) -> list[dict[str, Any]]:
    said = {"list": HEADING, "lattice": message("General above, specific below")}
    above = {"lattice": key_pixels(where)}
    return headings({name: say(text) for name, text in said.items()}, where, HEAD, above=above)


def key_pixels(where: Places) -> int:
    """Return how high the key above the lattice is: on a phone of two lines, and of a search of three."""
    lines = 3 if "sentence" in where.panels else 2
    return KEY if where.panels["lattice"].left else lines * KEY


def lattice_axes(nodes: Nodes, where: Places) -> dict[str, Any]:
    """Return the axes of the lattice, which are not seen."""
    across, up = [-BEYOND, 1 + BEYOND], list(nodes.range)
    return placed(where, "lattice", LATTICE, {**HIDDEN, "range": across}, {**HIDDEN, "range": up})


def lattice_legend(where: Places) -> dict[str, Any]:
    """Return the key above the lattice."""
    panel = where.panels["lattice"]
    return {
        "orientation": "h",
        "x": panel.left,
        "xanchor": "left",
        "y": where.paper(panel.top - key_pixels(where)),
        "yanchor": "top",
        "font": {"size": SMALLEST},
        "bgcolor": "rgba(0,0,0,0)",
    }


def nodes_in(view: LatticeView | SearchView, names: SpaceNames, look: Look, shown: str, *, above: int = 0) -> Nodes:
    """Return where the nodes stand, with room for the names that are asked for, below so many pixels."""
    widest = min(A_ROW, max(view.y.count(level) for level in set(view.y)))
    bare = plain_nodes(view, max(3.0, min(15.0, 0.62 * (NARROW_WIDE if look.narrow else WIDE) / widest)))
    if shown in {ENDS, NONE}:
        return bare
    wide = NARROW_NAMES if look.narrow else LOW_NAMES if look.is_low else WIDE_NAMES
    room = {"room": NARROW_ROOM, "least": bare.pixels} if look.narrow else {"room": lattice_pixels(look) - above}
    found = named_nodes(view.space, names, shown, wide=wide, **room)
    # What remains is few soon: then there is room above their marks.
    if found.crowded and shown == REMAINING:
        return bare
    return found if found.names else replace(bare, crowded=found.crowded)


def crowded_rows(view: LatticeView | SearchView, names: SpaceNames, look: Look, shown: str) -> list[int]:
    """Return how many hypotheses those rows have whose names were asked for and have no room."""
    levels = [one.level for one in view.space.hypotheses]
    return [levels.count(level) for level in nodes_in(view, names, look, shown).crowded]


def lattice_pixels(look: Look) -> int:
    """Return how high the lattice is in a figure that is not narrow."""
    return look.height - 2 * MARGIN - KEY - (MARK_ROOM if look.is_low else 0) - HEAD


def always_named(nodes: Nodes, shown: str) -> list[Trace]:
    """Return the names that stand whatever remains."""
    return [faint_names(nodes)] if nodes.names and shown != REMAINING else []


def _whole(view: LatticeView, nodes: Nodes, names: SpaceNames, say: Say) -> list[Trace]:
    """Return the whole lattice, whose nodes say what strikes them out where one points at them."""
    remains = say(message("remains"))
    said = [
        f"{plain(names.hypothesis(one), 80)}<br>"
        + (remains if place < 0 else say(message("struck out by example {number}", number=place + 1)))
        for one, place in zip(view.space.hypotheses, view.found.struck_by, strict=True)
    ]
    return whole_lattice(nodes, view.lines, said)


def _moving(given: _Given, k: int) -> list[Trace]:
    """Return what follows the handle: lines and nodes that remain, those just struck out, both ends, and numbers."""
    view, nodes, say = given.view, given.nodes, given.say
    step = view.steps[k]
    remaining, struck, general, specific = map(say, MARKED)
    told = [
        some_lines(nodes, step.lines, LEFT) | {"legendgroup": remaining},
        in_legend(only(nodes, step.remaining, 0, LEFT), remaining),
        in_legend(only(nodes, step.struck, 1, INK, "x-thin"), struck),
        in_legend(only(nodes, step.general, END, INK, "triangle-up-open"), general),
        in_legend(only(nodes, step.specific, END, INK, "triangle-down-open"), specific),
        *_names(given, step),
        _numbers(view, k, say),
        _count(view, k, say),
        *([_asked(given, step)] if _asks(view, given.look) else []),
    ]
    return [*(trace | GUESSED for trace in told), *seen_traces(k, len(view.found.examples))]


def _names(given: _Given, step: LatticeStep) -> list[Trace]:
    """Return the names of what remains, as far as they are asked for and have room."""
    view, shown = given.view, given.shown
    if given.nodes.names:
        return [name_trace(given.nodes, step.remaining)]
    if shown == NONE or len(view.x) > MOST_NAMED:
        return []
    few = len(step.remaining) <= FEW or shown == REMAINING
    first = (*step.general[:FEW], *step.specific[:FEW], *(step.remaining if few else ()))
    return [placed_names(view, first, given.names, given.look, lift=given.lift)]


def placed_names(
    view: LatticeView | SearchView, first: Sequence[int], names: SpaceNames, look: Look, *, lift: float = LIFT
) -> Trace:
    """Return names so much of a level above their marks, in this order of importance, where there is room.

    That of the last row stands below it, off the lines that meet there.
    """
    said, last = _with_room(view, first, names, look), min(view.y)
    up = [y - lift if y == last else y + lift for y in view.y]
    sides = [
        side.replace("top", "bottom") if y == last else side for side, y in zip(_sides(view.x), view.y, strict=True)
    ]
    return texts(LATTICE, view.x, up, said, sides, textfont={"size": 13})


def _with_room(view: LatticeView | SearchView, first: Sequence[int], names: SpaceNames, look: Look) -> list[str]:
    found = [BLANK] * len(view.x)
    wide = NARROW_WIDE if look.narrow else LARGER_WIDE if look.alone or look.is_low else LEAST_WIDE
    taken: list[tuple[float, float, float]] = []
    for k in dict.fromkeys(first):
        name = plain(names.hypothesis(view.space.hypotheses[k]), LONGEST)
        half = letters(name) * LETTER / wide / 2
        middle = view.x[k] + half * _inwards(view.x[k])
        left, right = middle - half, middle + half
        apart = LETTER / wide
        near = (y == view.y[k] and left < b + apart and right > a - apart for y, a, b in taken)
        if left < -0.02 or right > 1.02 or any(near):
            continue
        taken.append((view.y[k], left, right))
        found[k] = name
    return found


def _inwards(x: float) -> int:
    """Return to which side a name goes: near an edge away from it, 1 at the left and -1 at the right."""
    return int(x < EDGE) - int(x > 1 - EDGE)


def _sides(across: Sequence[float]) -> list[str]:
    side = {-1: "top left", 0: "top center", 1: "top right"}
    return [side[_inwards(x)] for x in across]


def _numbers(view: LatticeView, k: int, say: Say) -> Trace:
    """Return at the right of each example seen how many it strikes out, and how many it leaves."""
    none = say(message("none out"))
    told = [f"−{len(step.struck)} → {len(step.remaining)}" if step.struck else none for step in view.steps[1:]]
    said = [one if seen <= k else BLANK for seen, one in enumerate(told, start=1)] or [BLANK]
    return texts(SAID, [0.99] * len(said), [-float(j) for j in range(len(said))], said, "middle left")


def _count(view: LatticeView, k: int, say: Say) -> Trace:
    """Return how many remain, below the list."""
    said = message("{remaining} of {all} hypotheses remain", remaining=len(view.steps[k].remaining), all=len(view.x))
    return texts(COUNT, [0.01], [0.5], [say(said)], "middle right", textfont={"size": 17, "weight": "bold"})


def _new(given: _Given) -> Trace:
    """Return the new instance that those that remain are asked about."""
    name = plain(given.names.instance(given.view.new or ()), LETTERS)
    said = message("New melon: {instance}", instance=name)
    if not given.names.is_melon:
        said = message("New: {instance}", instance=name)
    return texts(ASKED, [0.01], [0.75], [given.say(said)], "middle right", textfont={"size": 14})


def _asked(given: _Given, step: LatticeStep) -> Trace:
    """Return what those that remain say of it."""
    said = message(
        "{n} of the {remaining} that remain say yes", n=given.view.positive(step), remaining=len(step.remaining)
    )
    return texts(ASKED, [0.01], [0.25], [given.say(said)], "middle right", textfont={"size": 14})
