"""The picture of the page of costs: scores with the handle of the threshold, and what the cases cost by four rules."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import plotly.graph_objects as go

from evalcore.costs import RuleCost
from evalcore.costs.amounts import Replaces
from evalcore.errors import Say, message
from evalcore.figures import style
from evalcore.figures.costs.bars import RULES, SOLID, CostBar, amounts_of, money_axis, money_range, shades
from evalcore.figures.costs.condition import Held
from evalcore.figures.costs.figure import condition_handle
from evalcore.figures.costs.traces import Shown, foot
from evalcore.figures.layout import MARGIN, Look, Panel, Places, base_layout
from evalcore.figures.live.motion import Part, live_figure, moved
from evalcore.figures.parts.cells import CLASSES, Classes
from evalcore.figures.parts.handle import threshold_handle
from evalcore.figures.parts.marks import field, scatter
from evalcore.figures.parts.strip import (
    PILL_PIXELS,
    hue,
    strip_axes,
    strip_rule,
    strip_sides,
    strip_trace,
    zero_line,
)
from evalcore.figures.style import GUESSED, Trace, coloured, plain, rgba
from evalcore.support.arrays import FloatArray
from evalcore.views.costs import Conditions
from evalcore.views.threshold import ThresholdView

BARS = {"xaxis": "x2", "yaxis": "y2"}
# Which of four rules is the best threshold.
BEST = 1
# Of a rule are drawn its bar, its interval, its end, its name and what it costs.
PARTS = 5
# How thick a bar is, of the room for a rule and what stands above its bar.
THICK, ABOVE = 0.3, 0.42
# Between which places on their axis the four rules stand.
FIRST, LAST = -0.7, 3.4
# So much longer than its size is a mark that is a line.
LINE_MARK = 1.4
# How far off the axis a name stands, of the width of the bars.
BESIDE = 0.012
# The most pixels that the figure needs.
HIGHEST = 430
# Pixels below the bars: numbers and title of their axis.
AXIS = 50
# Thinner than the end of a bar that costs next to nothing.
AXIS_LINE = {"zerolinewidth": 1}


def places(look: Look) -> Places:
    """Return where the scores stand, and beside or below them the bars."""
    if look.narrow:
        panels = {"strip": Panel(PILL_PIXELS, 166, 0.27, 0.98), "bars": Panel(240, 456, 0.02, 0.98)}
        return Places(height=456 + AXIS + 2 * MARGIN, panels=panels, bar=5)
    height = min(look.height, HIGHEST)
    bottom = height - 2 * MARGIN - AXIS
    panels = {"strip": Panel(PILL_PIXELS, bottom, 0.11, 0.6), "bars": Panel(0, bottom, 0.67, 0.995)}
    return Places(height=height, panels=panels, bar=7)


def scores_figure(
    view: ThresholdView,
    rules: Sequence[CostBar],
    held: Sequence[RuleCost],
    *,
    threshold: float,
    at: Conditions | None = None,
    condition: float = math.nan,
    meant: Sequence[Held] = (),
    classes: Classes = CLASSES,
    digits: int = 1,
    elsewhere: bool = False,
    by_amount: Replaces | None = None,
    of: str = "",
    say: Say = str,
    look: Look | None = None,
) -> go.Figure:
    """Draw the scores and beside them what the cases cost: at t, at the best t, always negative, always positive.

    `held` says what is paid at each step of the handle of t, `rules` what by the other three, or by two where no
    threshold is best. The axis of money holds all of it, so that it stays while the handle moves. The amounts stand
    above the bars, at the right. With the conditions that a number of the page's sentence can be dragged to, `at`, the
    present one has a hidden handle, and `meant` says what each of them stands for. `elsewhere` says that another
    prevalence than that of the rows holds, at which their precision is not known, and `by_amount`
    of which mistakes each row counts by its own amount. `of` says what the costs are of, for
    who tells the figure later the interval at a step that has none.
    """
    start, where = view.steps.nearest(threshold), places(look or Look())
    moving = _at_each_step(view, held, say)
    reach, written = money_range([*rules, *moving]), amounts_of([*rules, *moving], digits)
    still = _still(rules, written, where, reach)
    strip = strip_trace(view, classes, say, hue(view, start), where)
    steps = [
        [strip_rule(view, i), *_moving(bar, text, where, reach)]
        for i, (bar, text) in enumerate(zip(moving, written[len(rules) :], strict=True))
    ]
    data = [*still, strip, *steps[start]]
    rates = foot(by_amount, elsewhere=elsewhere)
    handles = [threshold_handle(view, say, start, moved(steps, len(still) + 1), strip=len(still), **rates)]
    if at is not None:
        now = at.nearest(condition)
        handles.append(condition_handle(at, Shown(held=meant), say, now, (), unset=False, hidden=True))
    layout = {
        **base_layout(where),
        "showlegend": False,
        **strip_axes(view, say, where, by_amount=by_amount is not None),
        **_axes(where, reach, say),
        "annotations": strip_sides(classes),
        "shapes": [zero_line()],
    }
    if of:
        # Behind the strip and its rule stands the bar, and then its interval.
        layout["meta"] = {"found": {"of": of, "trace": len(still) + 3}}
    return live_figure(data, layout, handles)


@dataclass(frozen=True)
class HeldBars:
    """The bars of the four rules under one condition: what each costs, how that is written, how far their axis goes."""

    rules: Sequence[CostBar]
    written: Sequence[str]
    reach: tuple[float, float]


def held_bars(rules: Sequence[CostBar], along: tuple[FloatArray, FloatArray, FloatArray], digits: int) -> HeldBars:
    """Return the bars under a condition: at t, at the best t, always negative, always positive.

    `along` has what each step of the handle of t costs there, and both ends of that: the axis holds all of it.
    """
    cost, _low, _high = along
    ends = [CostBar("", float(end)) for end in (np.nanmin(along), np.nanmax(along))]
    rounded = np.round(cost, digits)
    # One that is not whole gives all amounts their decimals.
    odd = [CostBar("", float(one)) for one in cost[rounded != np.round(rounded)][:1]]
    return HeldBars(rules, amounts_of([*rules, *odd], digits)[: len(rules)], money_range([*rules, *ends]))


def held_parts(held: Sequence[HeldBars], now: HeldBars) -> list[Part]:
    """Return what each condition changes of the bars that `scores_figure` draws under the one that is `now`.

    Bars keep the length they will have once their axis is that of the condition, whose numbers are not those that stand
    there. Nothing where an axis does not begin at 0: then that would move, too.
    """
    if any(one.reach[0] for one in (*held, now)):
        return []
    parts: list[Part] = []
    for k, rule in enumerate(now.rules):
        # The three that the threshold does not move come first, then strip and rule.
        first = PARTS * (k - 1) if k else PARTS * (len(now.rules) - 1) + 2
        bars = [_on_axis(one.rules[k], one.reach[1], now.reach[1]) for one in held]
        is_hollow = shades(len(now.rules))[k][1] != SOLID
        ends = [_short(bar.cost) for bar in bars]
        lines = [[0.0, end, end, 0.0, 0.0] if is_hollow else [0.0, end] for end in ends]
        intervals = [interval_line(bar.cost, bar.low, bar.high) for bar in bars]
        parts += [{"trace": first + i, "x": x} for i, x in enumerate((lines, intervals, [[end] for end in ends]))]
        names = [[plain(bar.name)] for bar in bars]
        if any(name != [plain(rule.name)] for name in names):
            parts.append({"trace": first + 3, "text": names})
        parts.append({"trace": first + 4, "text": [[one.written[k]] for one in held]})
    return parts


def _on_axis(bar: CostBar, there: float, here: float) -> CostBar:
    """Return a bar of an axis that ends at one amount as it stands on one that ends at another."""
    return CostBar(bar.name, *(value * here / there for value in (bar.cost, bar.low, bar.high)))


def _at_each_step(view: ThresholdView, held: Sequence[RuleCost], say: Say) -> list[CostBar]:
    """Return what stands beside the bar of the threshold at each step."""
    # Translated once for all steps: the field holds its own name until a step fills it.
    name, steps = say(message("at t = {t}", t="{t}")), view.steps
    shown = [style.threshold(t, digits) for t, digits in zip(steps.written, steps.digits, strict=True)]
    return [CostBar(name.format(t=t), one.cost, one.low, one.high) for t, one in zip(shown, held, strict=True)]


def _still(rules: Sequence[CostBar], written: Sequence[str], where: Places, reach: tuple[float, float]) -> list[Trace]:
    """Return what no handle moves of the rules: bars, intervals, names and what they cost."""
    found = []
    for k, (rule, text, shade) in enumerate(zip(rules, written, shades(len(rules) + 1)[1:], strict=False), 1):
        colour, alpha = shade
        if not math.isnan(rule.cost):
            bar = _bar(rule, k, colour, where) if alpha == SOLID else _hollow(rule, k, colour, alpha)
            found += [bar, _interval(rule, k, colour), _end(rule, k, colour, where)]
        # Which threshold is best is to be guessed, too.
        is_best = shade == RULES[BEST]
        said = coloured(text, colour) if is_best else text
        found += _texts(rule, k, said, reach, hidden=GUESSED if is_best else {})
    return found


def _moving(rule: CostBar, text: str, where: Places, reach: tuple[float, float]) -> list[Trace]:
    """Return what the threshold moves: the bar of what it costs, its interval, its name and the amount."""
    colour, _alpha = RULES[0]
    drawn = [_bar(rule, 0, colour, where), _interval(rule, 0, colour), _end(rule, 0, colour, where)]
    return [*drawn, *_texts(rule, 0, text, reach)]


def _bar(rule: CostBar, k: int, colour: str, where: Places) -> Trace:
    """Return the bar of a threshold: a thick line, which a handle can move. What is not known has no length."""
    line = {"color": colour, "width": _pixels(where)}
    end = 0.0 if math.isnan(rule.cost) else _short(rule.cost)
    return scatter(BARS, "lines", [0.0, end], [k, k], line=line, opacity=SOLID, showlegend=False, **GUESSED)


def _hollow(rule: CostBar, k: int, colour: str, alpha: float) -> Trace:
    edge = {"line": {"color": colour, "width": 1.5}, "showlegend": False}
    across, up = (0.0, rule.cost), (k - THICK / 2, k + THICK / 2)
    return field(BARS, across, up, rgba(colour, alpha), **edge, **GUESSED)


def _pixels(where: Places) -> int:
    """Return how thick a bar is."""
    return round(where.pixels("bars") / (LAST - FIRST) * THICK)


def _end(rule: CostBar, k: int, colour: str, where: Places) -> Trace:
    """Return where a bar ends, as a line across it: of a bar too short to be seen it is what is seen."""
    line = {"color": colour, "width": 3}
    mark = {"symbol": "line-ns-open", "size": round(_pixels(where) / LINE_MARK, 1), "color": colour, "line": line}
    end = None if math.isnan(rule.cost) else _short(rule.cost)
    return scatter(BARS, "markers", [end], [k], marker=mark, cliponaxis=False, showlegend=False, **GUESSED)


def _interval(rule: CostBar, k: int, colour: str) -> Trace:
    """Return the interval of a rule as a line below its bar."""
    across = interval_line(rule.cost, rule.low, rule.high)
    y, line = k + THICK / 2 + 0.09, {"color": colour, "width": 3}
    return scatter(BARS, "lines", across, [y, y], line=line, showlegend=False, **GUESSED)


def interval_line(cost: float, low: float, high: float) -> list[float]:
    """Return between which costs an interval is drawn; where there is none it has no length.

    >>> interval_line(20.0, 10.0, 30.0), interval_line(20.0, math.nan, math.nan)
    ([10.0, 30.0], [0.0, 0.0])
    """
    has_none = any(map(math.isnan, (cost, low, high)))
    return [0.0, 0.0] if has_none else [_short(low), _short(high)]


def _texts(rule: CostBar, k: int, text: str, reach: tuple[float, float], *, hidden: Trace | None = None) -> list[Trace]:
    """Return the name of a rule and what it costs, above its bar at either end."""
    base = {"textfont": {"size": 14}, "cliponaxis": False, "showlegend": False}
    name, (low, high) = plain(rule.name), reach
    beside = low + BESIDE * (high - low)
    return [
        scatter(
            BARS, "text", [beside], [k - ABOVE], text=[name], textposition="middle right", **base, **(hidden or {})
        ),
        scatter(BARS, "text", [high], [k - ABOVE], text=[text], textposition="middle left", **base, **GUESSED),
    ]


def _short(value: float) -> float:
    """Return a cost in as many digits as can be seen."""
    return float(f"{value:.5g}")


def _axes(where: Places, reach: tuple[float, float], say: Say) -> dict[str, Any]:
    """Return the axes of the bars, the first one on top."""
    x, y = where.domains("bars")
    return {
        "xaxis2": {"domain": x, "anchor": "y2", **money_axis(reach, say, size=13), **AXIS_LINE},
        "yaxis2": {"domain": y, "anchor": "x2", "range": [LAST, FIRST], "visible": False, "fixedrange": True},
    }
