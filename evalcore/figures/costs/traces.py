"""The lines and points of the figure of costs: what stands still, and what each step of its two handles moves."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from evalcore.costs.amounts import Replaces
from evalcore.errors import Say, message
from evalcore.figures.costs.condition import Held
from evalcore.figures.parts.handle import KNOWN, KNOWN_ELSEWHERE
from evalcore.figures.parts.lines import FAINT
from evalcore.figures.parts.marks import edged, grouped, labelled, scatter
from evalcore.figures.style import (
    GUESSED,
    INK,
    MODELS,
    NEGATIVE,
    OUT_OF_SIGHT,
    POSITIVE,
    RULE,
    Trace,
    coloured,
    guessed,
    number,
    plain,
    rgba,
    wrapped,
)
from evalcore.metrics import METRICS
from evalcore.support.arrays import FloatArray
from evalcore.views.costs import Conditions, CostLines, OperatingLines, Plane

COST = {"xaxis": "x5", "yaxis": "y5"}
ROC = {"xaxis": "x3", "yaxis": "y3"}
# Of a name in the legend, and of a line of it.
LONGEST, WRAPPED = 80, 26
# Of more entries than these each has one line, and of its name so many letters.
MOST_ENTRIES, BRIEF = 4, 13
# Opacity of the lines of all thresholds: a ground, until one of them is pointed at.
FAN = 0.14
# Of those that a scene is about.
ALONE_FAN = 0.7
# Of a rule's name, since a plane has two.
RULE_LETTERS = 20
# Pixels of a name with a little room.
NAME_PIXELS = 20
# Lines that leave the plane closer to each other than this have their names one below the other.
NAMES_APART = 0.62
# Lower than this share of the plane a text has no room below a line.
LEAST_BELOW = 0.08
# How far from an end of the line of a threshold its name stands, as a share of the height.
OFF_END = 0.055
# What a name takes of the plane's width.
NAME_WIDE = 0.3
# While no more lines than this are drawn each has a dot on the rule; of more, dots would weigh more than they say.
MOST_DOTTED = 25
Ends = tuple[FloatArray, FloatArray]
COST_TITLE, ROC_TITLE = message("Cost curves"), message("ROC curve")
# What the numbers behind the names of lines are.
AREAS = message("area under each")
PREVALENCE, MONEY = message("prevalence at deployment"), message("cost of 1,000 cases")
# What the bars show, which new rows need not cost.
MONEY_HERE = message("cost of 1,000 cases, on these rows")


@dataclass(frozen=True, eq=False)
class Shown:
    """What the cost plane shows besides lines and envelopes.

    `curves` are further costs: name, P(+)cost, normalised cost, and the area below, or nan; one with an area is filled
    down to the axis. `band` is an outline around the envelope (P(+)cost, cost), `span` a range of conditions. Areas
    named in `shaded` are filled as well: "fixed" below the line of the threshold, "optimal" below the envelope. Of
    mistakes `by_amount` each row counts by its own amount. `behind` are models on other rows, in outline. Where the
    threshold was chosen on other rows, their lines are `first`, with those of each step of the handle. `rules` are the
    names of those that ignore the score. `held` says of each step of the condition what it stands for, in words.
    `elsewhere` says that another prevalence than that of the rows holds, at which their precision is not known.
    """

    plane: Plane = field(default_factory=Plane)
    curves: Sequence[tuple[str, Any, Any, float]] = ()
    band: tuple[Any, Any] | None = None
    span: tuple[float, float] | None = None
    shaded: frozenset[str] = frozenset()
    by_amount: Replaces | None = None
    behind: Sequence[CostLines] = ()
    rules: tuple[str, str] = ("always negative", "always positive")
    first: tuple[CostLines, OperatingLines] | None = None
    held: Sequence[Held] = ()
    elsewhere: bool = False


def rates(shown: Shown, say: Say) -> tuple[str, str]:
    """Return what the axes of the ROC plane are called."""
    fpr, tpr = METRICS["fpr"].title, message("true positive rate")
    if shown.by_amount == "fp":
        fpr = message("false positive rate, by amount")
    if shown.by_amount == "fn":
        tpr = message("true positive rate, by amount")
    return say(fpr), say(tpr)


def foot(by_amount: Replaces | None, *, elsewhere: bool) -> dict[str, Any]:
    """Return which rates the bar at the foot of the page has of a threshold, and what they are called there.

    By amounts precision is a share of neither rows nor amounts, so it is left out. Of false alarms by amount recall
    still is that of the rows.
    """
    if by_amount is None:
        return {"known": KNOWN_ELSEWHERE if elsewhere else KNOWN}
    titles = {"recall": message("recall, by amount")} if by_amount == "fn" else {}
    return {"known": KNOWN_ELSEWHERE, "titles": titles}


def units(plane: Plane, say: Say) -> tuple[str, str]:
    """Return what the axes of the cost plane are called."""
    if plane.ratio is None:
        return say(message("weight of misses, P(+)cost")), say(message("normalised cost"))
    return say(PREVALENCE), say(MONEY)


def rule_lines(shown: Shown) -> list[Trace]:
    """Return the rules that ignore the score, and chance in the ROC plane."""
    base = {"type": "scatter", "mode": "lines", "x": [0, 1], "showlegend": False, "hoverinfo": "name"}
    line = {"width": 1.5, "dash": "dot"}
    negative, positive = (plain(name) for name in shown.rules)
    never, always = ([float(v) for v in shown.plane.ends(fpr, fnr)] for fpr, fnr in ((0, 1), (1, 0)))
    return [
        {**base, **COST, "y": never, "line": {**line, "color": NEGATIVE}, "name": negative},
        {**base, **COST, "y": always, "line": {**line, "color": POSITIVE}, "name": positive},
        {**base, **ROC, "y": [0, 1], "line": {**line, "color": RULE}, "hoverinfo": "skip"},
    ]


def rule_names(shown: Shown, pixels: int) -> list[dict[str, Any]]:
    """Return the names of the rules that ignore the score, where their lines leave the plane.

    A name lies beside the end of its line, so far from it that the line passes below; in how many pixels the plane
    stands says how far that is.
    """
    plane, seen = shown.plane, []
    for name, colour, of in zip(shown.rules, (NEGATIVE, POSITIVE), ((0, 1), (1, 0)), strict=True):
        left, right = map(float, plane.ends(*of))
        end = _leaves(plane, left, right)
        if end[0] <= plane.far:
            seen.append((end, (left, right), coloured(plain(name, RULE_LETTERS), colour)))
    at = [x for (x, _y), *_rest in seen]
    # Between two lines there is room, and beside one where more of the plane is.
    middle = sum(at) / 2 if len(at) == 2 else plane.far / 2
    close = len(at) == 2 and abs(at[0] - at[1]) < NAMES_APART * plane.far
    names = []
    for k, (end, ends, name) in enumerate(seen):
        rows = 2 if close and k else 1
        place = _beside(plane, end, ends, rows * NAME_PIXELS / pixels, right=end[0] < middle)
        base = {"xref": COST["xaxis"], "yref": COST["yaxis"], "showarrow": False, "font": {"size": 13}}
        names.append({**base, **place, "text": name})
    return names


def _beside(
    plane: Plane, end: tuple[float, float], ends: tuple[float, float], depth: float, *, right: bool
) -> dict[str, Any]:
    """Return where a name stands beside the end of its line, at most `depth` of the plane's height below the top."""
    (x, y), (left_end, right_end) = end, ends
    side = {"xanchor": "left", "xshift": 6} if right else {"xanchor": "right", "xshift": -6}
    below = plane.high - depth * (plane.high - plane.low)
    if y < below:
        return {**side, "x": x, "y": y, "yanchor": "bottom"}
    if right == (right_end < left_end) and left_end != right_end:
        # The line runs on below its name, until it is lower.
        x = min(max((below - left_end) / (right_end - left_end), 0.0), plane.far)
    if not right and x < NAME_WIDE * plane.far:
        # It would reach out of the plane, over the numbers of its axis.
        return {"xanchor": "left", "xshift": 2, "x": 0.0, "y": below, "yanchor": "bottom"}
    return {**side, "x": x, "y": below, "yanchor": "bottom"}


def _leaves(plane: Plane, left: float, right: float) -> tuple[float, float]:
    """Return the highest place of a line, from one edge to the other, below the plane's upper edge.

    It lies beyond the plane's right edge where nothing of the line is seen.
    """
    if max(left, right) <= plane.high or left == right:
        x = 0.0 if left > right else plane.far
    else:
        x = (plane.high - left) / (right - left)
        if right > left:
            x = min(x, plane.far)
    return x, min(left + (right - left) * x, plane.high)


def thin_lines(model: CostLines, plane: Plane, say: Say, *, opacity: float = FAN) -> list[Trace]:
    """Return the cost lines of the thresholds in a trace for those that are ever best and one for the others."""
    ever = ~np.isnan(model.line_from)
    ends = {"low": "%{customdata[3]:.3f}", "high": "%{customdata[4]:.3f}"}
    if plane.ratio is None:
        stretch = message("best for P(+)cost in [{low}, {high}]", **ends)
    else:
        stretch = message("best for a prevalence in [{low}, {high}]", **ends)
    parts = [(~ever, message("best nowhere")), (ever, stretch)]
    return [_lines(model, which, say(said), plane, say, opacity=opacity) for which, said in parts if which.any()]


def _lines(model: CostLines, which: Any, said: str, plane: Plane, say: Say, *, opacity: float) -> Trace:
    """Return some of the lines; each has points to hover on."""
    share = np.append(np.linspace(0, plane.far, 7), np.nan)
    fpr, fnr = model.line_fpr[which], model.line_fnr[which]
    left, right = (end[:, None] for end in plane.ends(fpr, fnr))
    labels = model.line_labels.where(which)
    known = [labels.value, fpr, fnr]
    if not np.isnan(model.line_from[which]).any():
        known += [plane.across(model.line_from[which]), plane.across(model.line_to[which])]
    # A template for all lines is a tenth of the figure smaller than a text for each.
    t, written = labelled("customdata[0]", labels)
    if written:
        written = {"text": np.repeat(written["text"], share.size).tolist()}
    values = {"t": t, "fpr": "%{customdata[1]:.3f}", "fnr": "%{customdata[2]:.3f}"}
    line = say(message("t = {t}: FPR {fpr}, FNR {fnr}", **values))
    return scatter(
        COST,
        "lines",
        np.tile(share, fpr.size),
        (left + (right - left) * share).ravel(),
        line={"color": rgba(RULE, opacity), "width": 1},
        customdata=np.repeat(np.column_stack(known), share.size, axis=0),
        hovertemplate=f"{line}<br>{said}<extra></extra>",
        meta="threshold",
        showlegend=False,
        **written,
        **GUESSED,
    )


def span_shade(shown: Shown) -> list[Trace]:
    """Return the range of conditions as a shade behind everything."""
    if shown.span is None:
        return []
    low, high = (float(v) for v in shown.plane.across(shown.span))
    bottom, top = shown.plane.low, shown.plane.high
    return [_fill([low, high, high, low], [bottom, bottom, top, top], rgba(RULE, 0.16))]


def band_shade(x: Any, cost: Any, plane: Plane) -> Trace:
    """Return the band around the envelope."""
    return _fill(plane.across(x), plane.up(x, cost), rgba(MODELS[0][0], 0.28)) | GUESSED


def _fill(x: Any, y: Any, colour: str) -> Trace:
    return scatter(COST, "lines", x, y, fill="toself", fillcolor=colour, line={"width": 0}, showlegend=False)


def further_curve(
    curve: tuple[str, Any, Any, float],
    place: int,
    shown: Shown,
    say: Say,
    *,
    low: bool = False,
    whole: bool = False,
) -> Trace:
    """Return what another way of choosing costs, or a model of labels; `place` gives the colour.

    Its name is of one line where it is `whole`, and short in a low figure.
    """
    # Wrapped first: a line must not break within a sign that is written as several.
    lines = [curve[0]] if low or whole else wrapped(curve[0], WRAPPED, LONGEST)
    name = "<br>".join(plain(line, BRIEF if low else LONGEST) for line in lines)
    x, cost, area = curve[1:]
    colour, dash = MODELS[place % len(MODELS)]
    said = name if math.isnan(area) else say(message("{name}<br>area {area}", name=name, area=guessed(number(area))))
    said = said.replace("<br>", "   ") if low else said
    line = {"color": colour, "dash": dash, "width": 2}
    trace = {"type": "scatter", "mode": "lines", **COST, "name": said, "line": line, "legendrank": 1001, **GUESSED}
    trace |= {"x": shown.plane.across(x), "y": shown.plane.up(x, cost)}
    # Labels have a straight line of their own, which is no way to choose a threshold and has no shade.
    # A curve of 401 places would be hovered before the lines of the thresholds behind it.
    return trace if math.isnan(area) else {**trace, **_below(colour), "hoverinfo": "skip"}


def outlined(other: CostLines, shown: Shown, say: Say, *, low: bool = False) -> list[Trace]:
    """Return the envelope and the ROC curve of other rows, in outline below those of the models."""
    name, area = plain(other.name, BRIEF if low else LONGEST), guessed(number(other.area))
    line = {"color": RULE, "dash": "longdash", "width": 2}
    base = {"type": "scatter", "mode": "lines", "line": line, "hoverinfo": "name", **GUESSED}
    x, plane = other.envelope_x, shown.plane
    said = say(message("{name}<br>area {area}", name=name, area=area))
    said = said.replace("<br>", "   ") if low else said
    lines = [
        {**base, **COST, "x": plane.across(x), "y": plane.up(x, other.envelope_cost), "name": said, "legendrank": 1002},
        {**base, **ROC, "x": other.roc_fpr, "y": other.roc_tpr, "name": name, "showlegend": False},
    ]
    return grouped(lines, f"outline of {name}")


def _below(colour: str) -> Trace:
    return {"fill": "tozeroy", "fillcolor": rgba(colour, 0.14)}


def model_lines(
    model: CostLines,
    place: int,
    shown: Shown,
    say: Say,
    *,
    chosen: bool,
    filled: bool,
    brief: bool = False,
) -> list[Trace]:
    """Return a model's envelope and its ROC curve; a brief entry of the legend has one line."""
    plane, (across, up), (fpr, tpr) = shown.plane, units(shown.plane, say), rates(shown, say)
    colour, dash = MODELS[place % len(MODELS)]
    line = {"color": colour, "dash": dash, "width": 4 if chosen else 2}
    base = {"type": "scatter", "mode": "lines", "line": line, "legendgroup": model.name, **GUESSED}
    # Only the chosen model's thresholds can be taken over; another one's would be read on the wrong scale.
    meta = {"meta": "threshold"} if chosen else {}
    # Behind its threshold a vertex has the point of the ROC plane that hovering it shows.
    known = [model.envelope_labels.value, *([model.envelope_fpr, model.envelope_fnr] if chosen else [])]
    t_of_envelope, texts_of_envelope = labelled("customdata[0]", model.envelope_labels)
    t_of_roc, texts_of_roc = labelled("customdata[0]", model.roc_labels)
    name, area = plain(model.name, BRIEF if brief else 24), guessed(number(model.area))
    # Areas are of the plane of shares, where every P(+)cost counts the same.
    entry = name if plane.ratio is not None else say(message("{name}<br>envelope area {area}", name=name, area=area))
    return [
        {
            **base,
            **COST,
            **(_below(colour) if filled else {}),
            "x": plane.across(model.envelope_x).astype(np.float32),
            "y": plane.up(model.envelope_x, model.envelope_cost).astype(np.float32),
            "name": entry.replace("<br>", "   ") if brief else entry,
            "customdata": np.column_stack(known),
            **texts_of_envelope,
            "hovertemplate": f"{across} %{{x:.4f}}<br>{up} %{{y:.4f}}<br>t = {t_of_envelope}<extra></extra>",
            **meta,
        },
        {
            **base,
            **ROC,
            "x": model.roc_fpr.astype(np.float32),
            "y": model.roc_tpr.astype(np.float32),
            "line": {**line, "width": 3 if chosen else 1.75},
            "customdata": model.roc_labels.value[:, None],
            **texts_of_roc,
            "hovertemplate": f"{fpr} %{{x:.4f}}<br>{tpr} %{{y:.4f}}<br>t = {t_of_roc}<extra></extra>",
            **meta,
            "showlegend": False,
        },
    ]


def lines_behind(model: CostLines, place: int, plane: Plane, *, brief: bool) -> list[Trace]:
    """Return the envelope and the ROC curve of the rows a threshold was chosen on, thin and faint."""
    colour, name = rgba(MODELS[place % len(MODELS)][0], FAINT), plain(model.name, BRIEF if brief else 24)
    base = {"type": "scatter", "mode": "lines", "line": {"color": colour, "width": 1.5}, "hoverinfo": "skip", **GUESSED}
    up = plane.up(model.envelope_x, model.envelope_cost)
    envelope = {"x": plane.across(model.envelope_x).astype(np.float32), "y": up.astype(np.float32)}
    roc = {"x": model.roc_fpr.astype(np.float32), "y": model.roc_tpr.astype(np.float32)}
    return [{**base, **COST, **envelope, "name": name, "legendrank": 1001}, {**base, **ROC, **roc, "showlegend": False}]


def at_threshold_behind(lines: OperatingLines, i: int, shown: Shown) -> list[Trace]:
    """Return what step `i` of the threshold moves of the rows it was chosen on: a thin line, and a hollow mark."""
    fpr, fnr = float(lines.fpr[i]), float(lines.fnr[i])
    left, right = (float(end) for end in shown.plane.ends(fpr, fnr))
    base = {"type": "scatter", "hoverinfo": "skip", "showlegend": False, **GUESSED}
    thin = {"mode": "lines", "line": {"color": INK, "width": 1, "dash": "dot"}}
    hollow = {"symbol": "circle-open", "size": 13, "color": INK, "line": {"width": 1.5}}
    return [
        {**base, **COST, **thin, **_seen([0, 1], [left, right])},
        {**base, **ROC, "mode": "markers", **_seen([fpr], [1 - fnr]), "marker": hollow},
    ]


def area_name(model: CostLines, say: Say) -> dict[str, Any]:
    """Return the area below a model's envelope, written into it."""
    return {
        "xref": COST["xaxis"],
        "yref": COST["yaxis"],
        "x": 0.5,
        "y": 0.02,
        "yanchor": "bottom",
        "showarrow": False,
        "font": {"size": 15},
        "text": say(message("area {area}", area=number(model.area))),
        **GUESSED,
    }


def end_names(lines: OperatingLines, i: int, shown: Shown) -> Trace:
    """Return what is written at both ends of the line of the threshold: it comes from the two rates."""
    fpr, fnr = float(lines.fpr[i]), float(lines.fnr[i])
    base = {"type": "scatter", "mode": "text", "hoverinfo": "skip", "showlegend": False, **COST, **GUESSED}
    left, right = (float(end) for end in shown.plane.ends(fpr, fnr))
    # Above the higher end, and below the lower one unless that lies at the axis: so the line runs between both. How far
    # off is in the places, which move with the line; on which side of its place a text stands does not.
    off = OFF_END * shown.plane.high
    lower = -off if min(left, right) > LEAST_BELOW * shown.plane.high else off
    places = [left + off, right + lower] if left >= right else [left + lower, right + off]
    return {
        **base,
        **_seen([0.02, 0.98], places),
        "text": [f"FPR {number(fpr)}", f"FNR {number(fnr)}"],
        "textposition": ["middle right", "middle left"],
        "textfont": {"size": 15, "color": INK},
    }


def at_threshold(lines: OperatingLines, i: int, shown: Shown) -> list[Trace]:
    """Return what step `i` of the threshold moves."""
    fpr, fnr = float(lines.fpr[i]), float(lines.fnr[i])
    left, right = (float(end) for end in shown.plane.ends(fpr, fnr))
    edges, point = _seen([0, 1], [left, right]), _seen([fpr], [1 - fnr])
    base = {"type": "scatter", "hoverinfo": "skip", "showlegend": False, **GUESSED}
    ends = {"mode": "lines+markers", "line": {"color": INK, "width": 3}, "marker": edged(9, INK, 2)}
    filled = _below(RULE) if "fixed" in shown.shaded else {}
    return [
        {**base, **COST, **ends, **filled, **edges},
        {**base, **ROC, "mode": "markers", **point, "marker": edged(15, INK, 2)},
    ]


def crossed_lines(model: CostLines, plane: Plane) -> Ends:
    """Return the heights at both edges of the lines that get a dot where the rule meets them."""
    drawn = slice(None) if model.line_fpr.size <= MOST_DOTTED else slice(0)
    return plane.ends(model.line_fpr[drawn], model.line_fnr[drawn])


def at_condition(at: Conditions, i: int, ends: Ends, plane: Plane, *, group: str) -> list[Trace]:
    """Return what step `i` of the condition moves; `ends` are those of the lines that get a dot.

    What is best is so for one model, and is seen as long as that `group` of the legend.
    """
    x, cost = float(at.x[i]), float(at.cost[i])
    fpr, tpr = float(at.fpr[i]), float(at.tpr[i])
    across, up = float(plane.across(x)), float(plane.up(x, cost))
    base = {"type": "scatter", "hoverinfo": "skip", "showlegend": False}
    dashed = {"mode": "lines", "line": {"color": INK, "width": 2, "dash": "dash"}}
    best = {"mode": "markers", "marker": {"symbol": "diamond-open", "size": 14, "color": INK, "line": {"width": 2.5}}}
    of_model = [
        *_dots(across, ends, plane),
        {**base, **COST, **best, **_seen([across], [up]), **GUESSED},
        {**base, **ROC, **dashed, **_seen(*_iso_cost(x, fpr, tpr)), **GUESSED},
        {**base, **ROC, **best, **_seen([fpr], [tpr]), **GUESSED},
    ]
    rule = {**base, **COST, **dashed, "x": [across, across], "y": [plane.low, plane.high]}
    return [rule, *grouped(of_model, group)]


def _seen(x: Sequence[float], y: Sequence[float]) -> dict[str, list[float]]:
    """Return coordinates in as many digits as can be seen; all are out of sight where one is missing.

    A height alone would not do: costs of a million have a plane in which any small number is at 0.
    """
    if any(math.isnan(value) for value in (*x, *y)):
        return {"x": [OUT_OF_SIGHT] * len(x), "y": [OUT_OF_SIGHT] * len(y)}
    return {"x": [round(float(value), 6) for value in x], "y": [round(float(value), 6) for value in y]}


def _dots(across: float, ends: Ends, plane: Plane) -> list[Trace]:
    """Return the dots where the rule meets the lines, to a ten thousandth of the plane's height."""
    left, right = ends
    if not left.size:
        return []
    heights = (left + (right - left) * across).round(4 - math.floor(math.log10(plane.high - plane.low)))
    at = round(across, 4 - math.floor(math.log10(plane.far)))
    base = {"type": "scatter", "mode": "markers", "hoverinfo": "skip", "showlegend": False}
    points = _seen([at] * left.size, heights.tolist())
    return [{**base, **COST, **points, "marker": {"size": 5, "color": RULE}, **GUESSED}]


def nowhere(traces: list[Trace]) -> list[Trace]:
    """Return the traces of a condition where there is none: all is out of sight."""
    return [{**t, "x": [OUT_OF_SIGHT] * len(t["x"]), "y": [OUT_OF_SIGHT] * len(t["y"])} for t in traces]


def _iso_cost(x: float, fpr: float, tpr: float) -> tuple[list[float], list[float]]:
    """Return two points of the line of equal cost through a point: its slope is (1 - x) / x."""
    if math.isnan(fpr) or math.isnan(tpr):
        return [math.nan] * 2, [math.nan] * 2
    if x == 0:
        return [fpr, fpr], [0.0, 1.0]
    slope = (1 - x) / x
    left, right = max(0.0, fpr - tpr / slope) if slope else 0.0, min(1.0, fpr + (1 - tpr) / slope) if slope else 1.0
    return [left, right], [tpr + slope * (v - fpr) for v in (left, right)]
