"""The table of all targets: their labels, what two learners say of unseen cells, errors, and how likely each is."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from evalcore.errors import Say, message
from evalcore.figures.layout import HIDDEN, Places
from evalcore.figures.parts.marks import axes_of, dots, field, line, placed, texts
from evalcore.figures.style import GUESSED, INK, MODELS, NEGATIVE, POSITIVE, RULE, Trace, coloured, lowered, rgba
from evalcore.views.hypotheses.lunch import LunchView

TABLE: Final = axes_of(6)
# Widths in columns: between groups, of an error, and of the bar of the prior.
GAP, ERROR, BAR = 0.7, 2.0, 3.2
# How often a coin says positive.
_COIN: Final = Fraction(1, 2)


@dataclass(frozen=True)
class Columns:
    """Where the groups of columns begin."""

    said: tuple[float, float]
    errors: tuple[float, float]
    prior: float
    end: float


def columns(view: LunchView) -> Columns:
    """Return where the groups stand: labels from 0, A and B, their errors, the prior."""
    cells, unseen = len(view.found.density), len(view.found.unseen)
    first = cells + GAP
    second = first + unseen + GAP
    errors = second + unseen + GAP
    prior = errors + 2 * ERROR + GAP / 2
    return Columns((first, second), (errors, errors + ERROR), prior, prior + BAR)


def table_rows(view: LunchView, *, narrow: bool) -> int:
    """Return how many rows the table has: names above the targets, sums below, and on a narrow page the key."""
    return len(view.found.targets) + (3 if narrow else 2)


def table_axes(view: LunchView, where: Places, *, narrow: bool) -> dict[str, Any]:
    """Return the axes of the table, of so many rows as there are."""
    x = {**HIDDEN, "range": [-0.3, columns(view).end]}
    return placed(where, "table", TABLE, x, {**HIDDEN, "range": [table_rows(view, narrow=narrow) - 1.4, -1.5]})


def table_traces(view: LunchView, say: Say, *, narrow: bool) -> list[Trace]:
    """Return all of the table that no handle moves."""
    at = columns(view)
    return [
        *_seen(view),
        _line_above_sums(view, at),
        _truth(view),
        *(_predictions(view, name, start) for name, start in zip((view.a, view.b), at.said, strict=True)),
        *_errors(view, at),
        *_names(view, at, say),
        _key(view, say, narrow=narrow),
    ]


def _seen(view: LunchView) -> list[Trace]:
    """Return the bands behind the cells that are seen in training."""
    low = len(view.found.targets) - 0.5
    unseen = {"line": {"width": 0, "color": "rgba(0,0,0,0)"}, "showlegend": False, "cliponaxis": False}
    return [field(TABLE, (cell, cell + 1), (-0.5, low), rgba(RULE, 0.2), **unseen) for cell in view.found.training]


def _line_above_sums(view: LunchView, at: Columns) -> Trace:
    low = len(view.found.targets) - 0.45
    return line(TABLE, [0, at.prior - 0.2], [low, low], line={"width": 1.5, "color": RULE})


def _truth(view: LunchView) -> Trace:
    """Return the labels: filled where positive."""
    places = [(cell, row) for row, target in enumerate(view.found.targets) for cell in range(len(target))]
    positive = [view.found.targets[row][cell] for cell, row in places]
    colours = [INK if one else "rgba(0,0,0,0)" for one in positive]
    marker = {"size": 11, "color": colours, "line": {"width": 1.8, "color": INK}}
    return dots(TABLE, [cell + 0.5 for cell, _row in places], [row for _cell, row in places], marker)


def _predictions(view: LunchView, name: str, start: float) -> Trace:
    """Return what a learner says of each unseen cell: blue for positive, orange for negative, grey for a coin."""
    found = view.found.learners[name].predictions
    places = [(k, row) for row, said in enumerate(found) for k in range(len(said))]
    marker = {"size": 12, "symbol": "square", "color": [_hue(found[row][k]) for k, row in places]}
    return dots(TABLE, [start + k + 0.5 for k, _row in places], [row for _k, row in places], marker)


def _key(view: LunchView, say: Say, *, narrow: bool) -> Trace:
    """Return what the squares mean, beside the sums, on a narrow page below them; a coin only where one is tossed."""
    shares = [share for name in (view.a, view.b) for said in view.found.learners[name].predictions for share in said]
    meanings = {Fraction(1): message("positive"), Fraction(0): message("negative")}
    if _COIN in shares:
        meanings[_COIN] = message("a coin")
    text = "\u00a0 ".join(f"{coloured('■', _hue(share))} {say(meaning)}" for share, meaning in meanings.items())
    row = len(view.found.targets) + (1.05 if narrow else 0.05)
    return texts(TABLE, [0], [row], [text], "middle right", textfont={"size": 13})


def _hue(share: Fraction) -> str:
    if share == _COIN:
        return rgba(RULE, 0.7)
    return POSITIVE if share > _COIN else NEGATIVE


def _errors(view: LunchView, at: Columns) -> list[Trace]:
    """Return both errors on each target, and their sums below."""
    rows = list(range(len(view.found.targets)))
    found = []
    for name, start in zip((view.a, view.b), at.errors, strict=True):
        learner = view.found.learners[name]
        said = [str(error) for error in learner.errors]
        x = [start + ERROR / 2] * len(rows)
        found.append(texts(TABLE, x, rows, said, "middle center", textfont={"size": 13}, **GUESSED))
        total = f"Σ {learner.total}"
        bold = {"size": 14, "weight": "bold"}
        found.append(texts(TABLE, x[:1], [len(rows) + 0.05], [total], "middle center", textfont=bold, **GUESSED))
    return found


def _names(view: LunchView, at: Columns, say: Say) -> list[Trace]:
    """Return the names above the columns."""
    unseen = len(view.found.unseen)
    cells = [(cell + 0.5, f"x{lowered(str(cell + 1))}") for cell in range(len(view.found.density))]
    models = [
        (start + shift, coloured(f"<b>{text}</b>", colour))
        for starts, shift, before in ((at.said, unseen / 2, ""), (at.errors, ERROR / 2, "E "))
        for start, text, (colour, _dash) in zip(starts, (f"{before}A", f"{before}B"), MODELS[:2], strict=True)
    ]
    named = [*cells, *models, (at.prior + BAR / 2, say(message("√ prior")))]
    x, said = zip(*named, strict=True)
    return [texts(TABLE, x, [-1.0] * len(named), said, "middle center", textfont={"size": 13})]


def prior_bars(view: LunchView, k: int) -> Trace:
    """Return a bar for each target, as long as the root of its probability at a step: 1/16 is seen beside 1."""
    start, most = columns(view).prior, float(view.most_prior)
    x: list[Any] = []
    y: list[Any] = []
    for row, share in enumerate(view.priors[k]):
        x += [start, round(start + BAR * math.sqrt(float(share) / most), 3), None]
        y += [row, row, None]
    return line(TABLE, x[:-1], y[:-1], line={"width": 9, "color": rgba(RULE, 0.9)})
