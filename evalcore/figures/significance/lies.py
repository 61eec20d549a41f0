"""How often each test calls two equal learners different: rates against the level, p-values, the running rate."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import plotly.graph_objects as go

from evalcore.errors import Say, message
from evalcore.figures.layout import GRIP, HIDDEN, MARGIN, Look, Panel, Places, base_layout, heading, plane_axes
from evalcore.figures.live.motion import Handle, live_figure, moved
from evalcore.figures.parts.marks import field, in_planes, lines_of_text, note, scatter
from evalcore.figures.style import GUESSED, INK, OUT_OF_SIGHT, RULE, Trace, number, rgba, wrapped
from evalcore.views.significance.lies import BINS, LiesStep, LiesView

ALPHA = "alpha"
RATES = {"xaxis": "x", "yaxis": "y"}
VALUES = {"xaxis": "x2", "yaxis": "y2"}
RUNNING = {"xaxis": "x3", "yaxis": "y3"}
NUMBERS = {"xaxis": "x4", "yaxis": "y4"}
TICKS, FEW_TICKS = (0, 0.01, 0.05, 0.1, 0.2, 0.4, 0.7, 1), (0, 0.05, 0.2, 0.5, 1)
# On a narrow page, rows between a name and its row, and between its number and that.
NAME_ABOVE = 0.22
# Pixels above a panel for its heading, and above the rates for the value of the handle, too.
ABOVE, ABOVE_RATES, BELOW, NARROW_PANEL, NARROW_ROW = 30, 56, 54, 190, 40
# Pixels of a heading's second line, and letters of a line of one, and of a title of the rates, on a narrow page.
SECOND_LINE, HEADING, TITLE = 18, 44, 24
REGION = rgba(RULE, 0.55)
PANELS = {"rates": RATES, "numbers": NUMBERS, "values": VALUES, "running": RUNNING}
# Pixels above the rates that stand alone: those of the value of the handle.
PILL_ALONE = 28


def lies_figure(view: LiesView, tests: Sequence[str] = (), *, say: Say = str, look: Look | None = None) -> go.Figure:
    """Draw the rejection rate of every test beside the level it promises; the handle on the axis moves the level.

    `tests` are short names in the order of the tests.
    """
    tests, look = tests or [f"test {k + 1}" for k in range(len(view.now.rate))], look or Look()
    places = _places(view, look)
    panels = [axes for name, axes in PANELS.items() if name in places.panels]
    still = in_planes([*_chosen(view), *_histogram(view)], panels)
    steps = [in_planes(_moving(view, step, narrow=look.narrow), panels) for step in view.steps]
    handle = _handle(view, tests, say, [moved(steps, len(still))])
    difference = number(view.result.difference, 2)
    titles = {
        "rates": message(
            "Share rejected · ○ false alarms, ▷ power where one is better by {difference}", difference=difference
        ),
        "values": message("p-values") if look.is_low else message("p-values of the shaded test"),
        "running": message("Rejected so far"),
    }
    # Alone the marks are named below the axis, where what they are stands in the way of nothing.
    headed = {} if look.alone else titles
    key = message(
        "○ False alarms of equal learners (● too many), ▷ power: one is better by {difference}", difference=difference
    )
    title = key if look.alone else message("share called different, drawn as its root")
    layout = {
        **base_layout(places),
        "showlegend": False,
        **_axes(view, places, tests, say, title=say(title), narrow=look.narrow),
        "annotations": [_heading(name, say(text), places, narrow=look.narrow) for name, text in headed.items()]
        + (_names_above(tests) if look.narrow else []),
    }
    return live_figure([*still, *steps[view.alpha]], layout, [handle])


def _heading(name: str, text: str, places: Places, *, narrow: bool) -> dict[str, Any]:
    """Return the heading of a panel; that of the rates, above the value of the handle, is parted on a narrow page."""
    panel = places.panels[name]
    if name != "rates":
        return heading(text, panel.left, places.paper(panel.top - 14))
    up = 42 + SECOND_LINE // 2 if narrow else 42
    return heading(_parted(text, HEADING) if narrow else text, 0, places.paper(panel.top - up))


def _parted(text: str, width: int) -> str:
    return "<br>".join(wrapped(text, width, len(text)))


def _places(view: LiesView, look: Look) -> Places:
    if look.narrow:
        start = ABOVE_RATES + SECOND_LINE
        first = start + NARROW_ROW * len(view.now.rate)
        every = ABOVE + NARROW_PANEL + BELOW
        tops = [first + SECOND_LINE + BELOW + 12 + k * every + ABOVE for k in (0, 1)]
        panels = _rates(start, first, 0.02, 0.44, 1.0) | {
            name: Panel(top, top + NARROW_PANEL, 0.12, 0.98)
            for name, top in zip(("values", "running"), tops, strict=True)
        }
        return Places(tops[1] + NARROW_PANEL + BELOW + 2 * MARGIN, panels)
    end = look.height - 2 * MARGIN - BELOW
    if look.alone:
        return Places(look.height, _rates(PILL_ALONE, end + 8, 0.24, 0.62, 1.0))
    if look.is_low:
        spans = {"values": (0.69, 0.805), "running": (0.87, 1.0)}
        small = {name: Panel(ABOVE, end, *span) for name, span in spans.items()}
        return Places(look.height, _rates(ABOVE_RATES, end, 0.22, 0.39, 0.64) | small)
    middle = (end - BELOW - ABOVE) // 2
    right = (0.69, 1.0)
    return Places(
        look.height,
        {
            **_rates(ABOVE_RATES, end, 0.19, 0.45, 0.655),
            "values": Panel(ABOVE, middle, *right),
            "running": Panel(end - middle + ABOVE, end, *right),
        },
    )


def _rates(top: int, bottom: int, left: float, middle: float, right: float) -> dict[str, Panel]:
    """Return where the rates stand, and at their right the numbers."""
    return {"rates": Panel(top, bottom, left, middle), "numbers": Panel(top, bottom, middle, right)}


def _chosen(view: LiesView) -> list[Trace]:
    """Return the band behind the test whose p-values are shown."""
    y = -view.chosen
    return [field(axes, (0, 1), (y - 0.5, y + 0.5), rgba(RULE, 0.15)) for axes in (RATES, NUMBERS)]


def _place(rate: float) -> float:
    """Return where a rate stands: where rates are small, among them the usual levels, the axis is wider."""
    return round(math.sqrt(rate), 4)


def _bins(view: LiesView, highest: float = 1.0) -> tuple[list[float], list[int]]:
    """Return the outline of the p-values in bins, up to a level."""
    edges = [min(round(k / BINS, 4), highest) for k in range(BINS + 1)]
    return [edge for pair in pairwise(edges) for edge in pair], [count for count in view.histogram for _ in (0, 1)]


def _histogram(view: LiesView) -> list[Trace]:
    """Return the p-values in bins, and how many would be in each bin of an honest test."""
    line, fill = {"color": RULE, "width": 1}, rgba(RULE, 0.25)
    dashed = {"color": INK, "width": 1.5, "dash": "dash"}
    return [
        scatter(VALUES, "lines", *_bins(view), fill="tozeroy", fillcolor=fill, line=line, **GUESSED),
        scatter(VALUES, "lines", [0, 1], [view.expected] * 2, line=dashed),
    ]


def _moving(view: LiesView, step: LiesStep, *, narrow: bool) -> list[Trace]:
    alpha, ends = _place(step.alpha), zip(step.low, step.high, strict=True)
    intervals = [
        scatter(RATES, "lines", [_place(low), _place(high)], [-k, -k], line={"color": INK, "width": 3})
        for k, (low, high) in enumerate(ends)
    ]
    # Whole, since what the player writes is not simplified either.
    thin, bold = ({"color": colour, "width": width, "simplify": False} for colour, width in ((RULE, 1), (INK, 2.5)))
    told = [
        *intervals,
        *_powers(step),
        _dots(step, lying=True),
        _dots(step, lying=False),
        _numbers(step, below=NAME_ABOVE if narrow else 0),
        _rejected(view, step),
        scatter(RUNNING, "lines", view.seen, step.running_low, line=thin),
        scatter(RUNNING, "lines", view.seen, step.running_high, line=thin),
        scatter(RUNNING, "lines", view.seen, step.running, line=bold),
    ]
    dashed, down = {"color": INK, "width": 2, "dash": "dash"}, -len(step.rate) + 0.4
    return [
        scatter(RATES, "lines", [alpha, alpha], [0.6, down], line=dashed),
        *(trace | GUESSED for trace in told),
        scatter(RUNNING, "lines", [0, view.seen[-1]], [step.alpha] * 2, line=dashed | {"width": 1.5}),
    ]


def _powers(step: LiesStep) -> list[Trace]:
    """Return how often each test finds a true difference, with the interval of that."""
    ends = zip(step.power_low, step.power_high, strict=True)
    down = range(len(step.power))
    marker = {"size": 12, "symbol": "triangle-right-open", "color": RULE, "line": {"width": 2}}
    return [
        scatter(
            RATES,
            "lines",
            [place for low, high in ends for place in (_place(low), _place(high), None)],
            [place for k in down for place in (-k, -k, None)],
            line={"color": RULE, "width": 3},
        ),
        scatter(RATES, "markers", [_place(power) for power in step.power], [-k for k in down], marker=marker),
    ]


def _dots(step: LiesStep, *, lying: bool) -> Trace:
    """Return the rates: filled where a test rejects too often for chance, hollow elsewhere."""
    shown = [(step.honesty(k) == "lies") is lying for k in range(len(step.rate))]
    return scatter(
        RATES,
        "markers",
        [_place(rate) for rate in step.rate],
        [-k if is_shown else OUT_OF_SIGHT * len(shown) for k, is_shown in enumerate(shown)],
        marker={
            "size": 12,
            "symbol": "circle" if lying else "circle-open",
            "color": INK,
            "line": {"width": 1.5 if lying else 2.5, "color": "white" if lying else INK},
        },
    )


def _numbers(step: LiesStep, *, below: float) -> Trace:
    texts = [
        f"○ {share(rate)} [{share(low)}, {share(high)}]  ▷ {share(power)}"
        for rate, low, high, power in zip(step.rate, step.low, step.high, step.power, strict=True)
    ]
    up = [-k - below for k in range(len(texts))]
    return lines_of_text(texts, [(0.04, y) for y in up], NUMBERS, size=13, where="middle right")


def share(value: float) -> str:
    """Write a rate with three places, as in a column of rates."""
    return f"{value:.3f}"


def _rejected(view: LiesView, step: LiesStep) -> Trace:
    """Return the p-values below the level."""
    return scatter(VALUES, "lines", *_bins(view, step.alpha), fill="tozeroy", fillcolor=REGION, line={"width": 0})


def _handle(view: LiesView, tests: Sequence[str], say: Say, parts: list[Any]) -> Handle:
    levels = [step.alpha for step in view.steps]
    test, place = tests[view.chosen], view.chosen
    return Handle(
        name=ALPHA,
        panel="xy",
        at=[_place(level) for level in levels],
        values=[repr(level) for level in levels],
        shown=[f"α = {level:.3g}" for level in levels],
        said=[
            say(
                message(
                    "level {alpha}: {test} rejects {rate}",
                    alpha=f"{step.alpha:.3g}",
                    test=test,
                    rate=share(step.rate[place]),
                )
            )
            for step in view.steps
        ],
        label=say(message("level α: what the tests promise")),
        active=view.alpha,
        parts=parts[0],
        stops=list(range(len(levels))),
        anywhere=False,
    )


def _names_above(tests: Sequence[str]) -> list[dict[str, Any]]:
    """Return the names of the tests above their numbers, where there is no room at the left."""
    return [
        note(name, 0.04, -k + NAME_ABOVE, NUMBERS, xanchor="left", yanchor="middle", font={"size": 12})
        for k, name in enumerate(tests)
    ]


def _axes(
    view: LiesView, places: Places, tests: Sequence[str], say: Say, *, title: str, narrow: bool
) -> dict[str, Any]:
    titles = (_parted(title, TITLE) if narrow else title, "")
    rates = plane_axes(places, "rates", RATES, titles, {"zeroline": False})
    ticks = FEW_TICKS if narrow or places.is_low else TICKS
    rates["xaxis"] |= {
        "range": [0, _place(view.highest) + 0.03],
        "tickvals": [_place(tick) for tick in ticks],
        "ticktext": [f"{tick:g}" for tick in ticks],
        **GRIP,
        "ticklen": 8,
    }
    rates["yaxis"] |= {
        # The grip on the axis covers no dot of the last row; on a narrow page rows are higher.
        "range": [-len(tests) + (0.4 if narrow else 0), 0.6],
        "tickvals": [-k for k in range(len(tests))],
        "ticktext": list(tests),
        "showticklabels": not narrow,
        "showgrid": False,
    }
    across, up = places.domains("numbers")
    rates |= {
        "xaxis4": {**HIDDEN, "domain": across, "range": [0, 1], "anchor": "y4"},
        "yaxis4": {**HIDDEN, "domain": up, "range": rates["yaxis"]["range"], "anchor": "x4"},
    }
    if "values" not in places.panels:
        return rates
    values = plane_axes(places, "values", VALUES, (say(message("p")), ""), {"zeroline": False})
    values["xaxis2"] |= {"range": [0, 1], "tickvals": [0, 0.25, 0.5, 0.75, 1], "showgrid": False}
    values["yaxis2"] |= {"range": [0, 1.08 * max(*view.histogram, view.expected, 1)], "nticks": 4}
    running = plane_axes(places, "running", RUNNING, (say(message("replicates")), ""), {"zeroline": False})
    running["xaxis3"] |= {"range": [0, view.seen[-1]], "nticks": 5}
    running["yaxis3"] |= {"range": [0, view.top], "nticks": 5}
    return rates | values | running
