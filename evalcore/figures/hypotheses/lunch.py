"""No free lunch: every target with what two learners say of it, and their mean errors under a prior that tilts."""

from __future__ import annotations

from typing import Any, Final

import plotly.graph_objects as go

from evalcore.errors import Say, message
from evalcore.figures.hypotheses.lunch_table import TABLE, prior_bars, table_axes, table_rows, table_traces
from evalcore.figures.layout import GRIP, MARGIN, NUMBERED, Look, Panel, Places, base_layout, headings
from evalcore.figures.live.motion import Handle, live_figure, moved
from evalcore.figures.parts.marks import axes_of, dots, edged, headline_axes, line, placed, texts
from evalcore.figures.style import GUESSED, INK, MODELS, Trace, number
from evalcore.views.hypotheses.lunch import TILTS, LunchView

__all__ = ["TABLE", "TILT", "lunch_figure"]

TILT: Final = "tilt"
PLANE, SAID, COUNTS = axes_of(1), axes_of(2), axes_of(4)
HEAD, PILL, TICKS, ROW, SAYS = 30, 26, 44, 26, 22
# On a narrow page: pixels of the plane, and of the counts.
NARROW_PLANE, NARROW_COUNTS = 190, 130
A, B = MODELS[0], MODELS[1]
# Room at the left of the even prior, of the width of all: there the handle stands beside the numbers of the errors.
BESIDE: Final = 0.08
# What the prior is at the left, in the middle and at the right.
TILTED: Final = (message("even"), message("smooth"), message("one function"))


def lunch_figure(view: LunchView, *, say: Say = str, look: Look | None = None) -> go.Figure:
    """Draw targets, mean errors and how often each error happens; the handle tilts the prior."""
    look = look or Look()
    where = _places(view, look)
    still = [
        *table_traces(view, say, narrow=look.narrow),
        *_curves(view),
        *(_counts(view) if "counts" in where.panels else []),
    ]
    steps = [_moving(view, k, say) for k in range(len(TILTS))]
    layout: dict[str, Any] = {
        **base_layout(where),
        "showlegend": False,
        "barmode": "group",
        "bargap": 0.35,
        **table_axes(view, where, narrow=look.narrow),
        **_axes(view, where, say),
        "annotations": _headings(view, where, say),
    }
    return live_figure([*still, *steps[view.active]], layout, [_handle(view, say, moved(steps, len(still)))])


def _places(view: LunchView, look: Look) -> Places:
    rows = table_rows(view, narrow=look.narrow)
    if look.narrow:
        low = HEAD + ROW * rows
        plane = low + HEAD + PILL
        said = plane + NARROW_PLANE + TICKS
        counts = said + SAYS + HEAD
        panels = {
            "table": Panel(HEAD, low, 0.0, 1.0),
            "plane": Panel(plane, plane + NARROW_PLANE, 0.12, 0.9),
            "said": Panel(said, said + SAYS, 0.12, 0.9),
            "counts": Panel(counts, counts + NARROW_COUNTS, 0.12, 0.9),
        }
        return Places(counts + NARROW_COUNTS + TICKS + 2 * MARGIN, panels)
    bottom = look.height - 2 * MARGIN
    table = Panel(HEAD, min(bottom, HEAD + 2 * ROW * rows), 0.0, 0.55)
    middle = bottom if look.is_low else round(0.66 * bottom)
    panels = {
        "table": table,
        "plane": Panel(HEAD + PILL, middle - TICKS - SAYS, 0.63, 0.94),
        "said": Panel(middle - SAYS, middle, 0.63, 0.94),
    }
    if not look.is_low:
        panels["counts"] = Panel(middle + HEAD, bottom - TICKS + 8, 0.63, 0.94)
    return Places(look.height, panels)


def _headings(view: LunchView, where: Places, say: Say) -> list[dict[str, Any]]:
    n = f"{len(view.found.targets):,}"
    said = {
        "table": message("All {n} targets f (● positive) · grey: cells seen", n=n),
        "plane": message("Expected error · on unseen cells, by prior"),
        "counts": message("How often each error happens"),
    }
    return headings({name: say(text) for name, text in said.items()}, where, HEAD, above={"plane": PILL})


def _axes(view: LunchView, where: Places, say: Say) -> dict[str, Any]:
    top = max(float(view.most_expected) * 1.15, 0.1)
    x = {
        **NUMBERED,
        **GRIP,
        "range": [-BESIDE, 1],
        "tickvals": [0, 0.5, 1],
        "ticktext": [say(end) for end in TILTED],
        "ticklen": 8,
    }
    found = placed(where, "plane", PLANE, x, {**NUMBERED, "range": [0, top], "nticks": 5})
    found |= headline_axes(where, "said", SAID)
    if "counts" in where.panels:
        errors = [str(error) for error, _a, _b in view.histograms()]
        across = {
            **NUMBERED,
            "tickvals": list(range(len(errors))),
            "ticktext": errors,
            "title": _title(say(message("error on unseen cells"))),
        }
        found |= placed(where, "counts", COUNTS, across, {**NUMBERED, "nticks": 4, "rangemode": "tozero"})
    return found


def _title(text: str) -> dict[str, Any]:
    return {"text": text, "standoff": 4, "font": {"size": 13}}


def _curves(view: LunchView) -> list[Trace]:
    """Return the mean errors of both learners over all tilts."""
    at = [float(tilt) for tilt in TILTS]
    return [
        line(
            PLANE,
            at,
            [round(float(error), 5) for error in view.expected[name]],
            line={"color": colour, "dash": dash, "width": 3},
            **GUESSED,
        )
        for name, (colour, dash) in ((view.a, A), (view.b, B))
    ]


def _counts(view: LunchView) -> list[Trace]:
    """Return on how many targets each error happens, for A and for B."""
    found = view.histograms()
    return [
        {
            "type": "bar",
            "x": list(range(len(found))),
            "y": [one[side] for one in found],
            "text": [str(one[side]) for one in found],
            "textposition": "auto",
            "textangle": 0,
            "marker": {"color": colour, "pattern": pattern},
            "hoverinfo": "skip",
            "showlegend": False,
            **COUNTS,
            **GUESSED,
        }
        for side, (colour, _dash), pattern in ((1, A, {}), (2, B, {"shape": "/", "fillmode": "overlay"}))
    ]


def _moving(view: LunchView, k: int, say: Say) -> list[Trace]:
    """Return what the handle moves: the rule and the points on it, both errors in words, and the prior."""
    at, errors = float(TILTS[k]), [round(float(view.expected[name][k]), 5) for name in (view.a, view.b)]
    top = max(float(view.most_expected) * 1.15, 0.1)
    said = [
        say(message("{name} errs {error}", name=name, error=number(error)))
        for name, error in zip("AB", errors, strict=True)
    ]
    return [
        line(PLANE, [at, at], [0, top], line={"color": INK, "width": 2}),
        dots(PLANE, [at, at], errors, edged(10, [A[0], B[0]]), **GUESSED),
        texts(SAID, [0.0, 0.55], [0.5, 0.5], said, "middle right", textfont={"size": 14}, **GUESSED),
        prior_bars(view, k),
    ]


def _handle(view: LunchView, say: Say, parts: list[Any]) -> Handle:
    of_a, of_b = ([number(float(error)) for error in view.expected[name]] for name in (view.a, view.b))
    shown = [f"{float(tilt):.3g}" for tilt in TILTS]
    return Handle(
        name=TILT,
        panel="xy",
        at=[float(tilt) for tilt in TILTS],
        values=[repr(float(tilt)) for tilt in TILTS],
        shown=shown,
        said=[
            say(message("prior tilted to {tilt}: A errs {a}, B {b}", tilt=tilt, a=a, b=b))
            for tilt, a, b in zip(shown, of_a, of_b, strict=True)
        ],
        label=say(message("how far the prior is tilted")),
        active=view.active,
        parts=parts,
        stops=list(range(len(TILTS))),
    )
