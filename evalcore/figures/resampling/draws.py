"""A bootstrap draw, the share it leaves out against m, and how that share varies from draw to draw."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import plotly.graph_objects as go

from evalcore.errors import Say, message
from evalcore.figures.layout import GRIP, HIDDEN, MARGIN, NUMBERED, Look, Panel, Places, base_layout, headings
from evalcore.figures.live.motion import Handle, heat_part, live_figure, moved
from evalcore.figures.parts.marks import axes_of, dots, edged, heat, line, moving, placed, texts
from evalcore.figures.resampling.colours import CHOSEN, JUDGED, SCALE, TRAINED
from evalcore.figures.resampling.score_rows import stairs
from evalcore.figures.style import GUESSED, INK, RULE, Trace, coloured, guessed, number, raised
from evalcore.support.arrays import FloatArray
from evalcore.views.resampling.draws import BINS, DRAWN, LIMIT, DrawStep, DrawView

SIZE: Final = "size"
CELLS, CURVE, BARS, SAID = axes_of(1), axes_of(2), axes_of(3), axes_of(4)
SIDE: Final = 10
# A cell: not there, drawn once, twice, more often, never.
GONE, ONCE, TWICE, OFTEN, NEVER = 0.0, 0.26, 0.52, 0.76, 1.0
# Pixels of a heading, of the value above a panel, of what stands below an axis.
HEAD, PILL, BELOW = 26, 28, 54
TICKS: Final = (1, 10, 100, 1_000)


def places(look: Look) -> Places:
    """Return where the parts stand."""
    if look.narrow:
        panels = {
            "draw": Panel(HEAD, 280, 0.0, 1.0),
            "said": Panel(286, 330, 0.0, 1.0),
            "curve": Panel(410, 570, 0.12, 0.98),
            "bars": Panel(670, 790, 0.12, 0.98),
        }
        return Places(790 + BELOW + 2 * MARGIN, panels)
    inner = look.height - 2 * MARGIN
    middle = HEAD + PILL + round((inner - 2 * HEAD - PILL - 2 * BELOW) * 0.58)
    panels = {
        "draw": Panel(HEAD, inner - 51, 0.0, 0.36),
        "said": Panel(inner - 46, inner, 0.0, 0.4),
        "curve": Panel(HEAD + PILL, middle, 0.46, 0.99),
        "bars": Panel(middle + BELOW + HEAD, inner - BELOW, 0.46, 0.99),
    }
    return Places(look.height, panels)


def draw_figure(view: DrawView, active: int, *, say: Say = str, look: Look | None = None) -> go.Figure:
    """Draw what a bootstrap draw leaves out; a handle goes through the sizes."""
    look = look or Look()
    where = places(look)
    still = _still(view, active, say)
    steps = [_step_traces(step, say) for step in view.steps]
    layout = {
        **base_layout(where),
        "showlegend": False,
        **_axes(where),
        "annotations": _headings(view, where, say, narrow=look.narrow),
    }
    shown = [f"m = {step.m:,}" for step in view.steps]
    handle = Handle(
        name=SIZE,
        panel="x2y2",
        at=[_place(step.m) for step in view.steps],
        values=[str(step.m) for step in view.steps],
        shown=shown,
        said=[
            say(message("{name}: {what}", name=one, what=_expected(step, say)))
            for one, step in zip(shown, view.steps, strict=True)
        ],
        label="m",
        active=active,
        parts=[
            heat_part(0, [_cells(step) for step in view.steps], SCALE),
            *moved([moving(step) for step in steps], len(still)),
        ],
        stops=list(range(len(view.steps))),
    )
    return live_figure([*still, *steps[active]], layout, [handle])


def _place(m: float) -> float:
    return round(float(np.log10(m)), 4)


def _cells(step: DrawStep) -> FloatArray:
    """Return the cells of a draw, the last line first, as a map is drawn."""
    values = np.full(DRAWN, GONE)
    times = step.times
    values[: len(times)] = np.select([times == 0, times == 1, times == 2], [NEVER, ONCE, TWICE], OFTEN)
    return values.reshape(-1, SIDE)[::-1]


def _still(view: DrawView, active: int, say: Say) -> list[Trace]:
    """Return what no handle moves: the draw, which a part of its own repaints, curve, limit and simulated means."""
    at = [_place(step.m) for step in view.steps]
    means = dots(
        CURVE,
        at,
        [round(step.mean, 4) for step in view.steps],
        {"size": 7, "color": CHOSEN},
        hoverinfo="text",
        hovertext=[f"m = {step.m:,}<br>{_expected(step, say)}" for step in view.steps],
    )
    named = say(message("1/e = {value}", value=number(LIMIT, 4)))
    limit = texts(CURVE, [3], [0.34], [named], "bottom left", textfont={"size": 13})
    told = [
        line(CURVE, [0, 3], [LIMIT] * 2, line={"width": 1.5, "color": RULE, "dash": "dash"}),
        line(CURVE, at, [round(step.expected, 4) for step in view.steps], line={"width": 2, "color": INK}),
        means,
        limit,
        line(BARS, [LIMIT] * 2, [0, 1], line={"width": 1.5, "color": RULE, "dash": "dash"}, cliponaxis=True),
    ]
    return [heat(CELLS, _cells(view.steps[active]).tolist(), SCALE, **GUESSED), *(trace | GUESSED for trace in told)]


def _step_traces(step: DrawStep, say: Say) -> list[Trace]:
    """Return what a size moves: rule and dot of the curve, the histogram, and what is said below the draw."""
    highest = float(step.bars.max())
    bars = np.round(step.bars / highest, 3).tolist()
    out = message("{out} of {m} never drawn: {share}", out=f"{step.n_out:,}", m=f"{step.m:,}", share=number(step.out))
    told = [
        dots(CURVE, [_place(step.m)], [round(step.expected, 4)], edged(11, INK)),
        stairs(BARS, [(one - 0.5) / BINS for one in range(BINS + 2)], bars, JUDGED),
        line(BARS, [round(step.expected, 4)] * 2, [0, 1.05], line={"width": 2, "color": INK}),
        texts(SAID, [0], [0.75], [say(out)], "middle right", textfont={"size": 15, "weight": "bold"}),
        texts(SAID, [0], [0.2], [_expected(step, say)], "middle right", textfont={"size": 13}),
    ]
    rule = line(CURVE, [_place(step.m)] * 2, [-0.02, 0.42], line={"width": 2, "color": INK})
    return [rule, *(trace | GUESSED for trace in told)]


def _expected(step: DrawStep, say: Say) -> str:
    return say(
        message(
            "expected {expected} · mean {mean}, from {low} to {high}",
            expected=number(step.expected, 4),
            mean=number(step.mean),
            low=number(step.low),
            high=number(step.high),
        )
    )


def _axes(where: Places) -> dict[str, Any]:
    across = {
        **NUMBERED,
        **GRIP,
        "range": [-0.06, 3.06],
        "tickvals": [_place(one) for one in TICKS],
        "ticktext": [f"{one:,}" for one in TICKS],
        "tickangle": 0,
        "title": {"text": "m", "standoff": 8, "font": {"size": 14}},
    }
    cells = {**HIDDEN, "range": [-0.5, SIDE - 0.5]}
    lines = [-0.5, DRAWN // SIDE - 0.5]
    shares = {**NUMBERED, "range": [0, 1], "tickformat": ".0%", "nticks": 6}
    # Its numbers end where the share does: they are to be guessed as well.
    up = {**NUMBERED, "range": [-0.02, 0.42], "nticks": 3 if where.is_low else 5, "tickformat": ".0%", **GUESSED}
    return {
        **placed(where, "draw", CELLS, cells, {**HIDDEN, "range": lines}),
        **placed(where, "curve", CURVE, across, up),
        **placed(where, "bars", BARS, shares, {**HIDDEN, "range": [0, 1.1]}),
        **placed(where, "said", SAID, {**HIDDEN, "range": [0, 1]}, {**HIDDEN, "range": [0, 1]}),
    }


def _headings(view: DrawView, where: Places, say: Say, *, narrow: bool) -> list[dict[str, Any]]:
    draw, drawn, never = say(message("One draw of m from m")), say(message("drawn")), say(message("never drawn"))
    draws, both = f"{view.n_draws:,}", f"{coloured(drawn, TRAINED)} · {coloured(never, JUDGED)}"
    share = say(message("Share never drawn · dots: means of {draws} draws", draws=draws))
    formula = say(message("line: (1 − 1/m){power}", power=raised("m")))
    said = {
        "draw": f"{draw} · {both}",
        "curve": share + ("<br>" + guessed(formula) if narrow else guessed(f" · {formula}")),
        "bars": say(message("Share never drawn · {draws} draws", draws=draws)),
    }
    return headings(said, where, HEAD, above={"curve": PILL})
