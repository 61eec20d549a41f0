"""Every estimator over many data sets: a row of dots each, the true error through all, bias as an arrow, SD, fits."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from evalcore.errors import Message, Say, message
from evalcore.figures.layout import HIDDEN, NUMBERED, Places
from evalcore.figures.parts.marks import axes_of, dots, line, placed, texts, upright
from evalcore.figures.resampling.colours import CHOSEN, DOTS
from evalcore.figures.resampling.score_rows import HOVER, said
from evalcore.figures.style import GUESSED, INK, OUT_OF_SIGHT, Trace, number, rgba, signed
from evalcore.views.resampling.plan import Kind
from evalcore.views.resampling.spread import EstimatorStep, SpreadView

ROWS, NAMES, NUMBERS = axes_of(4), axes_of(5), axes_of(8)
# Of the height of a row: how far dots reach up and down, and where arrow and bracket stand.
DOTS_REACH, DOTS_AT, ARROW_AT, BRACKET_AT = 0.2, 0.16, -0.16, -0.31
# Where the line of the true error ends, below the last row, with its number.
BOTTOM: Final = -0.85
COLUMNS: Final = (0.25, 0.57, 1.0)


def still_traces(view: SpreadView, at: dict[Kind, int], moving: Kind | None, say: Say) -> list[Trace]:
    """Return what no handle moves: the true error, the names of the columns, and every row but the one that moves."""
    top, true = len(view.rows), f"\u00a0{number(view.true_error)}"
    still = [
        upright(
            *(
                ROWS,
                view.true_error,
                (BOTTOM, top - 0.4),
                say(message("mean true error {value}", value=number(view.true_error))),
            ),
            **{"line": {"width": 2, "color": INK}, **GUESSED},
        ),
        texts(ROWS, [view.true_error], [BOTTOM], [true], "top right", textfont={"size": 13}, **GUESSED),
        texts(
            NUMBERS,
            list(COLUMNS),
            [top - 0.4] * 3,
            [say(message("bias")), say(message("SD")), say(message("trained"))],
            "top left",
            textfont={"size": 13},
        ),
    ]
    for kind, steps in view.rows.items():
        if kind != moving:
            still += row_traces(view, kind, steps[at[kind]], say, is_chosen=False)
    return still


def row_traces(view: SpreadView, kind: Kind, step: EstimatorStep, say: Say, *, is_chosen: bool) -> list[Trace]:
    """Return a row: its dots, the bracket of its SD, the arrow of its bias, its name, its numbers."""
    y = len(view.rows) - 1 - list(view.rows).index(kind)
    bracket = [min(max(step.mean + side * step.sd, 0.0), view.top) for side in (-1, 1)]
    if np.isnan(step.sd):  # of a single data set
        bracket = [OUT_OF_SIGHT] * 2
    ends = [round(value, 6) for value in (view.true_error, step.mean)]
    weight = {"weight": "bold"} if is_chosen else {}
    x = np.nan_to_num(np.round(np.minimum(step.dots, view.top), 4), nan=OUT_OF_SIGHT)
    offsets = np.nan_to_num(step.offsets)
    height = np.round(y + DOTS_AT + DOTS_REACH * offsets, 3)
    # What lies beyond the axis stands at its end, which is not what it is.
    is_beyond = any((each.dots > view.top).any() for each in view.rows[kind])
    numbers = [_signed(step.bias), number(step.sd), f"{step.fits:,}"]
    name = texts(NAMES, [1], [y], [say(name_of(kind, step))], "middle left", textfont={"size": 13, **weight})
    told = [
        dots(
            ROWS,
            x.tolist(),
            height.tolist(),
            {"size": 5, "color": rgba(CHOSEN if is_chosen else DOTS, 0.6)},
            **said("beyond" if is_beyond else "dot", say),
            cliponaxis=True,
        ),
        line(
            ROWS,
            np.round(bracket, 4).tolist(),
            [y + BRACKET_AT] * 2,
            line={"width": 3, "color": DOTS},
            **said("sd", say),
            cliponaxis=True,
        ),
        line(ROWS, ends, [y + ARROW_AT] * 2, line={"width": 3, "color": INK}),
        dots(ROWS, [ends[1]], [y + ARROW_AT], {"size": 9, "color": INK, "symbol": "diamond"}, **said("mean", say)),
        texts(NUMBERS, list(COLUMNS), [y] * 3, numbers, "middle left", textfont={"size": 13, **weight}),
    ]
    return [*(trace | GUESSED for trace in told), name]


def name_of(kind: Kind, step: EstimatorStep) -> Message:
    """Return what an estimator is called, with its setting."""
    setting = f"{step.setting:.0%}" if kind in {"holdout", "repeated"} else f"{step.setting:g}"
    return {
        "training": message("training error"),
        "holdout": message("hold-out {setting}", setting=setting),
        "repeated": message("20 × hold-out {setting}", setting=setting),
        "kfold": message("{setting}-fold", setting=setting),
        "loo": message("leave-one-out"),
        "oob": message("out-of-bag"),
        "632": message(".632"),
        "632plus": message(".632+"),
    }[kind]


def _signed(value: float) -> str:
    return signed(f"{value:+.3f}")


def axes(view: SpreadView, where: Places, say: Say) -> dict[str, Any]:
    """Return the axes of the rows, of their names and of their numbers."""
    rows = {**HIDDEN, "range": [BOTTOM, len(view.rows) - 0.4]}
    title = {"text": say(message("error")), "standoff": 8, "font": {"size": 13}}
    return {
        **placed(
            where, "rows", ROWS, {**NUMBERED, **HOVER, "range": [-0.02, view.top], "nticks": 6, "title": title}, rows
        ),
        **placed(where, "names", NAMES, {**HIDDEN, "range": [0, 1]}, rows),
        **placed(where, "numbers", NUMBERS, {**HIDDEN, "range": [0, 1]}, rows),
    }
