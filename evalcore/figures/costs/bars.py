"""Bars about costs: what the cases cost by four rules, and P(+)cost as a share of copied cases."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from unicodedata import east_asian_width

import plotly.graph_objects as go

from evalcore.errors import Say, message
from evalcore.figures.costs.traces import MONEY_HERE
from evalcore.figures.style import (
    FONT,
    GRID,
    INK,
    MODELS,
    RULE,
    number,
    plain,
    rgba,
    signed,
    template,
)

# Solid for the two thresholds, hollow for the rules that look at no score. Text takes the colour of the page.
SOLID, HOLLOW = 0.45, 0.08
RULES = ((INK, SOLID), (MODELS[0][0], SOLID), (RULE, HOLLOW), (RULE, HOLLOW))
# Fill is the truth: solid for the positive class.
CLASSES = (SOLID, HOLLOW)
# Width of a letter or a digit in pixels, rather too much than too little.
LETTER = 7.5
# A share of the bar below this holds no text; the bar is at least so many pixels wide.
SMALLEST, NARROWEST = 0.08, 290


@dataclass(frozen=True)
class CostBar:
    """What the cases cost by one rule, and the interval; nan for what is not known."""

    name: str
    cost: float
    low: float = math.nan
    high: float = math.nan


def shades(rules: int) -> tuple[tuple[str, float], ...]:
    """Return the colour of each rule, and how much of it fills its bar; of three none is the best threshold."""
    return (RULES[0], *RULES[2:]) if rules == len(RULES) - 1 else RULES


def savings_figure(rules: Sequence[CostBar], *, digits: int = 1, above: bool = False, say: Say = str) -> go.Figure:
    """Draw what the cases cost by four rules: at the current t, at the best t, always negative, always positive.

    Where no threshold is best there are three. The amounts stand in a column of their own, so that they meet neither
    bars nor intervals, benefits or not. With `above` each name and amount stands above its bar, for where the figure
    is narrow.
    """
    amounts = amounts_of(rules, digits)
    names = [plain(rule.name) for rule in rules]
    places = _beside_bars(names, amounts) if not above else _above_bars(names, amounts)
    return go.Figure(
        data=[
            _rule(rule, shade, digits, say) | {"y": [k], "width": 0.34 if above else 0.62}
            for k, (rule, shade) in enumerate(zip(rules, shades(len(rules)), strict=False))
        ],
        layout={
            **places,
            "bargap": 0.35,
            "xaxis": money_axis(money_range(rules), say, size=14, has_scale=_has_scale(rules)),
        },
    )


def amounts_of(rules: Sequence[CostBar], digits: int) -> list[str]:
    """Return what the rules cost, with decimals in all amounts or in none, so that they stand below each other."""
    whole = all(float(round(rule.cost, digits)).is_integer() for rule in rules if not math.isnan(rule.cost))
    return [_amount(rule.cost, 0 if whole else digits) for rule in rules]


def money_range(rules: Sequence[CostBar]) -> tuple[float, float]:
    """Return between which amounts an axis lies that holds 0, all costs and all ends of intervals."""
    places = [v for rule in rules for v in (rule.cost, *_interval(rule)) if not math.isnan(v)]
    low, high = min([0.0, *places]), max([0.0, *places])
    room = 0.03 * (high - low)
    return (low - room * (low < 0), high + room * (high > 0)) if low < high else (0.0, 1.0)


def _beside_bars(names: Sequence[str], amounts: Sequence[str]) -> dict[str, Any]:
    """Return the layout with the names at the left of the bars and the amounts at the right."""
    right = _width(amounts) + 10
    amount = {"showarrow": False, "xref": "paper", "x": 1, "xanchor": "right", "xshift": right - 2, "yref": "y"}
    return {
        **_frame(190, left=_width(names), right=right, bottom=46),
        "yaxis": _rows(names, top=0.5, bottom=0.5),
        "annotations": [{**amount, "y": k, "text": text} for k, text in enumerate(amounts)],
    }


def _above_bars(names: Sequence[str], amounts: Sequence[str]) -> dict[str, Any]:
    """Return the layout with each name and amount above its bar."""
    base = {"showarrow": False, "xref": "paper", "yref": "y", "yanchor": "bottom"}
    texts = [
        {**base, "x": x, "xanchor": side, "y": k - 0.2, "xshift": 4 * (1 - x), "text": text}
        for x, side, column in ((0, "left", names), (1, "right", amounts))
        for k, text in enumerate(column)
    ]
    return {
        **_frame(62 * len(names) + 56, left=0, right=14, bottom=46),
        "yaxis": {**_rows([""] * len(names), top=0.75, bottom=0.3), "showticklabels": False},
        "annotations": texts,
    }


def _has_scale(rules: Sequence[CostBar]) -> bool:
    """Tell whether anything costs something."""
    return any(v for rule in rules for v in (rule.cost, *_interval(rule)) if not math.isnan(v))


def money_axis(reach: tuple[float, float], say: Say, *, size: int, has_scale: bool = True) -> dict[str, Any]:
    """Return the axis of money with a title of so many pixels; where nothing costs anything it has no scale."""
    return {
        "range": list(reach),
        "fixedrange": True,
        "showgrid": has_scale,
        "gridcolor": GRID,
        "zeroline": True,
        "zerolinecolor": RULE,
        "zerolinewidth": 2,
        "nticks": 5,
        "tickformat": ",",
        "showticklabels": has_scale,
        "title": {"text": say(MONEY_HERE), "standoff": 6, "font": {"size": size}},
    }


def copies_figure(positive: float, negative: float, cost_fn: float, cost_fp: float, *, say: Say = str) -> go.Figure:
    """Draw P(+)cost as a share: that of the positives, once every case is copied as often as its mistake costs.

    `positive` and `negative` are numbers of cases, 100 together for instance; the costs are what a mistake costs more
    than the right decision. Where there is nothing to copy the cases stand alone.
    """
    cases, copies = (positive, negative), (positive * cost_fn, negative * cost_fp)
    p, z = _share(*cases), _share(*copies)
    names = (say(message("positive")), say(message("negative")))
    counted = [[f"{_count(n)} {name}", _count(n)] for n, name in zip(cases, names, strict=True)]
    copied = [
        [f"{_count(n)} × {_count(cost)} = {_count(n * cost)}", _count(n * cost)]
        for n, cost in zip(cases, (cost_fn, cost_fp), strict=True)
    ]
    prevalence = say(message("prevalence {p}", p=f"{p:.4g}"))
    texts = [*_inside(p, counted, 0), *_inside(z, copied, 1), *_mark(p, 0, prevalence)]
    labels = [say(message("{n} cases", n=_count(sum(cases))))]
    if math.isnan(z):
        nothing = say(message("nothing at stake, so nothing is copied"))
        texts.append({"showarrow": False, "x": 0, "xanchor": "left", "y": 1, "text": nothing})
    else:
        labels.append(say(message("{n} copies", n=_count(sum(copies)))))
        texts += _mark(z, 1, say(message("P(+)cost {z}", z=f"{z:.4g}")))
    return go.Figure(
        data=[*_shares(p, counted, 0, names, say), *_shares(z, copied, 1, names, say)],
        layout={
            **_frame(170, left=_width(labels), right=22, bottom=26),
            "barmode": "stack",
            "bargap": 0.5,
            "xaxis": {"range": [0, 1], "fixedrange": True, "showgrid": False, "tickformat": ".0%", "dtick": 0.25},
            # Above each bar stands what its share is called.
            "yaxis": _rows(labels, top=0.6, bottom=1.4 - (len(labels) - 1)),
            "annotations": texts,
        },
    )


def _frame(height: int, *, left: float, right: float, bottom: float) -> dict[str, Any]:
    return {
        "template": template(),
        "font": {"family": FONT, "size": 14},
        "height": height,
        "margin": {"l": left + 14, "r": right, "t": 6, "b": bottom},
        "showlegend": False,
        "dragmode": False,
    }


def _rows(names: Sequence[str], *, top: float, bottom: float) -> dict[str, Any]:
    """Return the axis of the bars, the first one on top; `top` and `bottom` are the room around their middles."""
    return {
        "range": [len(names) - 1 + bottom, -top],
        "tickvals": list(range(len(names))),
        "ticktext": names,
        "ticklabelstandoff": 6,
        "fixedrange": True,
        "showgrid": False,
    }


def _rule(rule: CostBar, shade: tuple[str, float], digits: int, say: Say) -> dict[str, Any]:
    """Return the bar of a rule, with its interval where it has one."""
    colour, alpha = shade
    said = say(message("{name}: {what}", name=plain(rule.name), what=_amount(rule.cost, digits)))
    bar: dict[str, Any] = {
        "type": "bar",
        "orientation": "h",
        "x": [rule.cost],
        "marker": {"color": rgba(colour, alpha), "line": {"color": colour, "width": 1.5}},
    }
    if _interval(rule):
        low, high = _interval(rule)
        ends = {"type": "data", "symmetric": False, "array": [high - rule.cost], "arrayminus": [rule.cost - low]}
        bar["error_x"] = {**ends, "color": colour, "thickness": 2, "width": 5}
        said += f" [{_amount(low, digits)}, {_amount(high, digits)}]"
    return {**bar, "hovertemplate": f"{said}<extra></extra>"}


def _interval(rule: CostBar) -> tuple[float, ...]:
    """Return both ends of the interval, or nothing: an end that is nan would be drawn at the cost itself."""
    return () if any(map(math.isnan, (rule.cost, rule.low, rule.high))) else (rule.low, rule.high)


def _share(first: float, second: float) -> float:
    """Return the first of two parts as a share of both; nan where there is nothing to share."""
    return first / (first + second) if first + second > 0 else math.nan


def _shares(
    share: float, texts: Sequence[Sequence[str]], row: int, names: Sequence[str], say: Say
) -> list[dict[str, Any]]:
    """Return the two parts of a bar; none where the share is nan."""
    if math.isnan(share):
        return []
    longest = [text[0] for text in texts]
    if row:
        pairs = zip(names, longest, strict=True)
        longest = [say(message("{name}: {what}", name=name, what=text)) for name, text in pairs]
    # The second as what is left of the first: both are read as one whole.
    first = round(1000 * share)
    said = [f"{part / 10:.1f}%" for part in (first, 1000 - first)]
    parts = zip((share, 1 - share), longest, said, names, CLASSES, strict=True)
    return [
        {
            "type": "bar",
            "orientation": "h",
            "x": [part],
            "y": [row],
            "name": name,
            "marker": {"color": rgba(RULE, fill), "line": {"color": RULE, "width": 1.5 if part else 0}},
            "hovertemplate": f"{text} ({percent})<extra></extra>",
        }
        for part, text, percent, name, fill in parts
    ]


def _inside(share: float, texts: Sequence[Sequence[str]], row: int) -> list[dict[str, Any]]:
    """Return what stands in both parts of a bar: the longest of each part's texts that it has room for, or nothing."""
    written = []
    for part, middle, offers in ((share, share / 2, texts[0]), (1 - share, (1 + share) / 2, texts[1])):
        fitting = [text for text in offers if part >= SMALLEST and _width([text]) < part * NARROWEST]
        written += [{"showarrow": False, "x": middle, "y": row, "text": text} for text in fitting[:1]]
    return written


def _mark(share: float, row: int, text: str) -> list[dict[str, Any]]:
    """Return the name of a share, above where its bar changes colour."""
    if math.isnan(share):
        return []
    anchor = "left" if share < 0.2 else "right" if share > 0.8 else "center"
    return [{"showarrow": False, "x": share, "xanchor": anchor, "y": row - 0.5, "text": text}]


def _amount(value: float, digits: int) -> str:
    """Write money with thousands separated; what is not known is a dash."""
    return number(value) if math.isnan(value) else signed(f"{value:z,.{digits}f}")


def _count(value: float) -> str:
    """Write a number of cases or a cost, which need not be whole, in a few digits."""
    return f"{value:,.6g}"


def _width(texts: Sequence[str]) -> float:
    """Return how many pixels wide the widest text is; a Chinese character is as wide as two letters."""
    return LETTER * max(sum(2 if east_asian_width(c) in "WF" else 1 for c in text) for text in texts)
