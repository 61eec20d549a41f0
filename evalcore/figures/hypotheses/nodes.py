"""The nodes of a lattice: where they stand, how their names fit below them, and the marks they get."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Any, Final

from evalcore.figures.hypotheses.examples import BLANK
from evalcore.figures.hypotheses.names import SpaceNames
from evalcore.figures.parts.marks import Axes, axes_of, line, scatter, texts
from evalcore.figures.style import OUT_OF_SIGHT, RULE, Trace, coloured, letters, plain, rgba
from evalcore.hypotheses import Hypothesis, Space
from evalcore.views.hypotheses.lattice import A_ROW, LatticeView
from evalcore.views.hypotheses.search import SearchView

LATTICE: Final[Axes] = axes_of(1)
# Which nodes have names: at most the ends, none, those that remain, all, or those of the row with this number.
ENDS, NONE, REMAINING, ALL, ROW = "ends", "none", "remaining", "all", "row"
# Pixels of a letter and of a line of a name below its node, of the node, and between a name and what stands next to it.
LETTER, LINE, MARK, GAP, SIZE = 5.9, 13, 13, 4, 11
# Pixels of a row without names, and above and below all rows for marks that are larger; letters of a value that is
# cut, at least.
BARE, EDGES, SHORTEST = 22, 8, 5
# Pixels of a level where nothing is named, in a narrow figure.
LEVEL: Final = 72
# A name in one line has at most so many letters.
LONGEST: Final = 30
# A mark has room beyond the end of its row, in widths of the lattice.
BEYOND: Final = 0.015
GONE: Final = rgba(RULE, 0.35)
FAINT: Final = rgba(RULE, 0.14)


@dataclass(frozen=True)
class Nodes:
    """Where the nodes stand, and the lines of the names that have room.

    Parameters
    ----------
    x, y : tuple of float, one a hypothesis
    range : tuple of float
        Of the upright axis.
    size : float
        Pixels of a mark.
    names : mapping of a place in the space to the lines of its name
    a_line : float
        What a line of a name is high, on the upright axis.
    crowded : tuple of int
        Levels whose names were asked for and have no room.
    pixels : int
        How high the whole is.
    """

    x: tuple[float, ...]
    y: tuple[float, ...]
    range: tuple[float, float]
    size: float
    names: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    a_line: float = 0.0
    crowded: tuple[int, ...] = ()
    pixels: int = 0


@dataclass(frozen=True)
class _Level:
    """A level as it may stand: nodes in lines of so many columns, each with the lines of its name below it."""

    number: int
    members: tuple[int, ...]
    columns: int
    names: tuple[tuple[str, ...], ...] = ()

    @property
    def lines(self) -> int:
        """How many lines of nodes there are."""
        return -(-len(self.members) // self.columns)

    @property
    def a_line(self) -> int:
        """Pixels of a line of nodes."""
        return MARK + GAP + LINE * len(self.names[0]) if self.names else BARE

    @property
    def pixels(self) -> int:
        """How high the level is."""
        return self.lines * self.a_line


def named_nodes(
    space: Space, names: SpaceNames, shown: str, *, wide: int, room: int, least: int | None = None
) -> Nodes:
    """Return the nodes so that the names asked for stand below them, none over another.

    A level takes as many lines as its names need, each name in one line or a line a value. The lattice is as high as
    its `room` in pixels, or where that need not be, at `least` so high. Where it would need more, values are cut, and
    of the levels that still need most the names are left out.
    """
    levels = [
        (level, tuple(k for k, _one in members))
        for level, members in groupby(enumerate(space.hypotheses), key=lambda one: one[1].level)
    ]
    asked = {level for level, _members in levels if shown in {ALL, REMAINING, f"{ROW}{level}"}}
    ways = {level: _ways(space, names, level, members, wide) for level, members in levels}
    chosen = {level: 0 if level in asked else len(found) - 1 for level, found in ways.items()}

    def pixels(level: int) -> int:
        return ways[level][chosen[level]].pixels

    while sum(map(pixels, chosen)) > room - 2 * EDGES:
        shorter = [level for level in asked if chosen[level] < len(ways[level]) - 1]
        if not shorter:
            break
        # Cut values before names are left out, and the highest level first.
        chosen[max(shorter, key=lambda level: (bool(ways[level][chosen[level] + 1].names), pixels(level)))] += 1
    plan = [ways[level][way] for level, way in chosen.items()]
    crowded = tuple(one.number for one in plan if one.number in asked and not one.names)
    return _stand(space, plan, crowded, room if least is None else least)


def _ways(space: Space, names: SpaceNames, level: int, members: tuple[int, ...], wide: int) -> list[_Level]:
    """Return how a level may stand: with whole names, with values that are cut where these are lower, without names."""
    every = [space.hypotheses[k] for k in members]
    forms = [[_stacked(one, names, LONGEST) for one in every]]
    if all(letters(names.hypothesis(one)) <= LONGEST for one in every):
        forms.insert(0, [(plain(names.hypothesis(one), LONGEST),) for one in every])
    fitting = [way for form in forms if (way := _with_names(level, members, form, wide)) is not None]
    whole = min(fitting, key=lambda one: (one.lines, one.pixels), default=None)
    cut = [way for way in _cut(names, level, members, every, wide) if whole is None or way.pixels < whole.pixels]
    bare = _Level(level, members, -(-len(members) // -(-len(members) // A_ROW)))
    return [*([] if whole is None else [whole]), *cut, bare]


def _cut(
    names: SpaceNames, level: int, members: tuple[int, ...], every: Sequence[Hypothesis], wide: int
) -> list[_Level]:
    """Return how a level stands with values that are cut, each as long as so many columns leave room for."""
    least = _with_names(level, members, [_stacked(one, names, _shortest(names)) for one in every], wide)
    if least is None:
        return []
    most = int((wide / least.columns - GAP) / LETTER)
    return [replace(least, names=tuple(_stacked(one, names, most) for one in every))]


def _with_names(level: int, members: tuple[int, ...], names: Sequence[tuple[str, ...]], wide: int) -> _Level | None:
    """Return a level in as many columns as its names leave room for; None where not even one has room."""
    widest = max(letters(text) for name in names for text in name) * LETTER + GAP
    columns = min(int(wide // widest), len(members))
    if columns < 1:
        return None
    lines = -(-len(members) // columns)
    return _Level(level, members, -(-len(members) // lines), tuple(names))


def _stacked(one: Hypothesis, names: SpaceNames, most: int) -> tuple[str, ...]:
    """Return a name with a line for each value, of at most so many letters."""
    if one.values is None:
        return (names.hypothesis(one),)
    return tuple(plain(names.value(k, value), most) for k, value in enumerate(one.values))


def _shortest(names: SpaceNames) -> int:
    """Return to how many letters values can be cut so that those of an attribute still differ."""
    return next(
        (
            most
            for most in range(SHORTEST, LONGEST)
            if all(len({plain(value, most) for value in values}) == len(values) for values in names.values)
        ),
        LONGEST,
    )


def plain_nodes(view: LatticeView | SearchView, size: float) -> Nodes:
    """Return the nodes as the view places them, without names below them."""
    return Nodes(view.x, view.y, (-0.55, round(max(view.y)) + 0.55), size, pixels=LEVEL * (round(max(view.y)) + 1))


def _stand(space: Space, plan: Sequence[_Level], crowded: tuple[int, ...], room: int) -> Nodes:
    """Return where everything stands, levels evenly apart from each other; the upright axis is in pixels."""
    needed = sum(level.pixels for level in plan) + 2 * EDGES
    high = max(room, needed)
    x, y = [0.0] * len(space.hypotheses), [0.0] * len(space.hypotheses)
    names: dict[int, tuple[str, ...]] = {}
    between, bottom = (high - needed) / len(plan), float(EDGES)
    # Levels come from below.
    for level in plan:
        top = bottom + between / 2 + level.pixels
        for k, member in enumerate(level.members):
            row, column = divmod(k, level.columns)
            in_row = min(level.columns, len(level.members) - row * level.columns)
            x[member] = round((column + 0.5 + (level.columns - in_row) / 2) / level.columns, 4)
            y[member] = round((top - row * level.a_line - MARK / 2) / high, 4)
            if level.names:
                names[member] = level.names[k]
        bottom = top + between / 2
    return Nodes(tuple(x), tuple(y), (0.0, 1.0), 9.0, names, LINE / high, crowded, high)


def faint_names(nodes: Nodes) -> Trace:
    """Return all names in grey, whatever becomes of their nodes."""
    every = name_trace(nodes, list(nodes.names))
    return {**every, "text": [coloured(text, RULE) for text in every["text"]]}


def name_trace(nodes: Nodes, some: Sequence[int]) -> Trace:
    """Return the names of these nodes, a text for each line; one for each of the others waits unseen."""
    shown = set(some)
    lines = [(k, j, text) for k, name in nodes.names.items() for j, text in enumerate(name)]
    up = [nodes.y[k] - nodes.a_line * (MARK / 2 / LINE + 0.55 + j) for k, j, _text in lines]
    said = [text if k in shown else BLANK for k, _j, text in lines]
    across = [nodes.x[k] for k, _j, _text in lines]
    return texts(LATTICE, across, up, said, "middle center", textfont={"size": SIZE})


def whole_lattice(nodes: Nodes, lines: Sequence[tuple[int, int]], said: Sequence[str]) -> list[Trace]:
    """Return the whole lattice in grey: lines, and nodes that say what they are where one points at them."""
    x, y = outline(nodes, lines)
    colour = FAINT if nodes.names else rgba(RULE, 0.25)
    return [
        line(LATTICE, x, y, line={"width": 1, "color": colour}, cliponaxis=True),
        {**_marks(nodes, range(len(nodes.x)), nodes.size, GONE), "hoverinfo": "text", "hovertext": list(said)},
    ]


def some_lines(nodes: Nodes, lines: Sequence[tuple[int, int]], colour: str) -> Trace:
    """Return some lines of the lattice."""
    x, y = outline(nodes, lines)
    return line(LATTICE, x, y, line={"width": 1.5, "color": rgba(colour, 0.45)}, cliponaxis=True)


def only(nodes: Nodes, places: Sequence[int], larger: float, colour: str, symbol: str = "circle") -> Trace:
    """Return marks for these nodes, larger by so many pixels; a mark for each of the others waits out of sight."""
    shown = set(places)
    every = _marks(nodes, range(len(nodes.x)), nodes.size + larger, colour, symbol)
    return {**every, "y": [y if k in shown else OUT_OF_SIGHT for k, y in enumerate(nodes.y)]}


def _marks(nodes: Nodes, places: Sequence[int], size: float, colour: str, symbol: str = "circle") -> Trace:
    stroke = {"width": 0 if symbol == "circle" else min(2.0, size / 5), "color": colour}
    marker = {"size": size, "color": colour, "symbol": symbol, "line": stroke}
    x, y = ([values[k] for k in places] for values in (nodes.x, nodes.y))
    return scatter(LATTICE, "markers", x, y, marker=marker, showlegend=False)


def outline(nodes: Nodes, lines: Sequence[tuple[int, int]]) -> tuple[list[Any], list[Any]]:
    """Return lines as one trace; where there is none, one out of sight."""
    x: list[Any] = []
    y: list[Any] = []
    for above, below in lines:
        x += [nodes.x[above], nodes.x[below], None]
        y += [nodes.y[above], nodes.y[below], None]
    return (x[:-1], y[:-1]) if lines else ([0.0, 1.0, None, 0.0, 1.0], [OUT_OF_SIGHT] * 2 + [None] + [OUT_OF_SIGHT] * 2)


def in_legend(trace: Trace, name: str) -> Trace:
    """Return a trace that the legend names, and whose entry answers a click for all that is of this name."""
    return {**trace, "name": name, "legendgroup": name, "showlegend": True}
