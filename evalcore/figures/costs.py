"""The cost plane beside the ROC plane, with two sliders: the threshold, and the operating condition."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import plotly.graph_objects as go

from evalcore.cost_view import Conditions, CostLines, OperatingLines
from evalcore.figures.panels import Trace, Words
from evalcore.figures.style import FONT, GRID, MODELS, NEGATIVE, POSITIVE, RULE, number, plain, rgba, template
from evalcore.figures.threshold import MARGIN, slider, step_name
from evalcore.threshold_view import ThresholdView

COST = {"xaxis": "x", "yaxis": "y"}
ROC = {"xaxis": "x3", "yaxis": "y3"}
# In the middle of light and dark, since the page may be either.
MARK = "#E0444A"
# The name of a step of the second slider begins so; the rest is its P(+)cost.
CONDITION = "z:"


@dataclass(frozen=True)
class CostWords(Words):
    """Every word of the figure; a page passes translated ones."""

    probability_cost: str = "P(+)cost"
    normalized_cost: str = "normalised cost"
    fpr: str = "false positive rate"
    tpr: str = "true positive rate"
    always_negative: str = "always negative"
    always_positive: str = "always positive"
    envelope: str = "{name}   area under the envelope {area}"
    condition: str = "operating condition P(+)cost"
    best_here: str = "best here: t = {t}, normalised cost {cost}"
    current: str = "line of t: from FPR {fpr} to FNR {fnr}"
    line: str = "t = {t}: FPR {fpr}, FNR {fnr}"


@dataclass(frozen=True)
class Places:
    """Spans in pixels from the top and as shares of the width."""

    height: int
    cost: tuple[int, int]
    cost_x: tuple[float, float]
    roc: tuple[int, int]
    roc_x: tuple[float, float]
    sliders: int

    def up(self, top: float, bottom: float) -> list[float]:
        """Return the paper domain of a span given in pixels from the top."""
        inner = self.height - 2 * MARGIN
        return [1 - bottom / inner, 1 - top / inner]


WIDE = Places(695, (58, 420), (0.055, 0.48), (58, 420), (0.585, 0.985), 478)
NARROW = Places(1155, (58, 400), (0.12, 0.98), (500, 860), (0.12, 0.98), 930)
ROW = 24


def costs_figure(
    view: ThresholdView,
    lines: OperatingLines,
    models: Sequence[CostLines],
    at: Conditions,
    *,
    threshold: float,
    condition: float,
    chosen: int = 0,
    extra: Sequence[tuple[str, Any, Any]] = (),
    band: tuple[Any, Any] | None = None,
    words: CostWords | None = None,
    narrow: bool = False,
) -> go.Figure:
    """Draw both planes; in the cost plane `extra` are further curves (name, x, cost), `band` an outline to fill."""
    words = words or CostWords()
    places = NARROW if narrow else WIDE
    places = Places(places.height + ROW * (len(models) + len(extra)), *list(vars(places).values())[1:])
    start, now = view.steps.nearest(threshold), at.nearest(condition)
    still = [*_rules(words), *_thin_lines(models[chosen], words)]
    still += [_band(*band)] if band is not None else []
    still += [_extra(curve, len(models) + k) for k, curve in enumerate(extra)]
    still += [t for k, model in enumerate(models) for t in _model(model, k, words, chosen=k == chosen)]
    by_threshold = _at_threshold(lines, start, words)
    first, second = len(still), len(still) + len(by_threshold)
    frames = [_frame(step_name(float(t)), _at_threshold(lines, i, words), first) for i, t in _steps(view)]
    frames += [_frame(CONDITION + step_name(float(x)), _at_condition(at, i, words), second) for i, x in enumerate(at.x)]
    return go.Figure(
        data=[*still, *by_threshold, *_at_condition(at, now, words)],
        frames=frames,
        layout=_layout(view, at, words, places, (start, now)),
    )


def _steps(view: ThresholdView) -> list[tuple[int, float]]:
    return list(enumerate(view.steps.threshold.tolist()))


def _frame(name: str, traces: list[Trace], first: int) -> dict[str, Any]:
    data = [{key: trace[key] for key in (("text",) if "text" in trace else ("x", "y"))} for trace in traces]
    return {"name": name, "data": data, "traces": list(range(first, first + len(data)))}


def _rules(words: CostWords) -> list[Trace]:
    """Return the rules that ignore the score, and chance in the ROC plane."""
    base = {"type": "scatter", "mode": "lines", "x": [0, 1], "showlegend": False, "hoverinfo": "name"}
    line = {"width": 1.5, "dash": "dot"}
    return [
        {**base, **COST, "y": [0, 1], "line": {**line, "color": NEGATIVE}, "name": words.always_negative},
        {**base, **COST, "y": [1, 0], "line": {**line, "color": POSITIVE}, "name": words.always_positive},
        {**base, **ROC, "y": [0, 1], "line": {**line, "color": RULE}, "hoverinfo": "skip"},
    ]


def _thin_lines(model: CostLines, words: CostWords) -> list[Trace]:
    """Return the cost lines of the thresholds as one trace; each has points to hover on."""
    share = np.append(np.linspace(0, 1, 9), np.nan)
    fpr, fnr = model.line_fpr[:, None], model.line_fnr[:, None]
    # A template for all lines is a tenth of the figure smaller than a text for each.
    said = words.line.format(t="%{customdata[0]:.6g}", fpr="%{customdata[1]:.3f}", fnr="%{customdata[2]:.3f}")
    return [
        {
            "type": "scatter",
            "mode": "lines",
            **COST,
            "x": np.tile(share, fpr.size),
            "y": (fpr + (fnr - fpr) * share).ravel(),
            "line": {"color": rgba(RULE, 0.45), "width": 1},
            "customdata": np.repeat(
                np.column_stack([model.line_threshold, model.line_fpr, model.line_fnr]), share.size, axis=0
            ),
            "hovertemplate": f"{said}<extra></extra>",
            "meta": "threshold",
            "showlegend": False,
        }
    ]


def _band(x: Any, cost: Any) -> Trace:
    colour = rgba(MODELS[0][0], 0.28)
    base = {"type": "scatter", "mode": "lines", "fill": "toself", "fillcolor": colour, "line": {"width": 0}}
    return {**base, **COST, "x": x, "y": cost, "hoverinfo": "skip", "showlegend": False}


def _extra(curve: tuple[str, Any, Any], place: int) -> Trace:
    name, x, y = curve
    colour, dash = MODELS[place % len(MODELS)]
    line = {"color": colour, "dash": dash, "width": 2}
    return {"type": "scatter", "mode": "lines", **COST, "x": x, "y": y, "name": name, "line": line}


def _model(model: CostLines, place: int, words: CostWords, *, chosen: bool) -> list[Trace]:
    colour, dash = MODELS[place % len(MODELS)]
    line = {"color": colour, "dash": dash, "width": 4 if chosen else 2}
    base = {"type": "scatter", "mode": "lines", "line": line, "legendgroup": model.name}
    name = words.envelope.format(name=plain(model.name), area=number(model.area, 4))
    return [
        {
            **base,
            **COST,
            "x": model.envelope_x.astype(np.float32),
            "y": model.envelope_cost.astype(np.float32),
            "name": name,
            "customdata": model.envelope_threshold[:, None],
            "hovertemplate": f"{words.probability_cost} %{{x:.4f}}<br>{words.normalized_cost} %{{y:.4f}}<br>"
            "t = %{customdata[0]:.6g}<extra></extra>",
            "meta": "threshold",
        },
        {
            **base,
            **ROC,
            "x": model.roc_fpr.astype(np.float32),
            "y": model.roc_tpr.astype(np.float32),
            "line": {**line, "width": 3 if chosen else 1.75},
            "customdata": np.column_stack([model.roc_threshold, model.roc_fpr, 1 - model.roc_tpr]),
            "hovertemplate": f"{words.fpr} %{{x:.4f}}<br>{words.tpr} %{{y:.4f}}<br>t = %{{customdata[0]:.6g}}"
            "<extra></extra>",
            "meta": "threshold",
            "showlegend": False,
        },
    ]


def _at_threshold(lines: OperatingLines, i: int, words: CostWords) -> list[Trace]:
    fpr, fnr = round(float(lines.fpr[i]), 6), round(float(lines.fnr[i]), 6)
    base = {"type": "scatter", "hoverinfo": "skip", "showlegend": False}
    ends = {"mode": "lines+markers", "line": {"color": MARK, "width": 3}, "marker": _dot(9, MARK)}
    said = words.current.format(fpr=number(fpr), fnr=number(fnr))
    return [
        {**base, **COST, **ends, "x": [0, 1], "y": [fpr, fnr]},
        {**base, **ROC, "mode": "markers", "x": [fpr], "y": [round(1 - fnr, 6)], "marker": _dot(15, MARK)},
        _said(said, 0.0, "middle right"),
    ]


def _at_condition(at: Conditions, i: int, words: CostWords) -> list[Trace]:
    x, cost = float(at.x[i]), float(at.cost[i])
    fpr, tpr = float(at.fpr[i]), float(at.tpr[i])
    base = {"type": "scatter", "hoverinfo": "skip", "showlegend": False}
    diamond = {"mode": "markers", "marker": _dot(14, POSITIVE) | {"symbol": "diamond"}}
    iso_x, iso_y = _iso_cost(x, fpr, tpr)
    t = float(at.threshold[i])
    shown = "—" if math.isnan(t) else "∞" if math.isinf(t) else f"{t:.6g}"
    said = words.best_here.format(t=shown, cost=number(cost, 4))
    return [
        {**base, **COST, "mode": "lines", "x": [x, x], "y": [0, 1], "line": {"color": POSITIVE, "width": 2}},
        {**base, **COST, **diamond, "x": [x], "y": [round(cost, 6)]},
        {**base, **ROC, "mode": "lines", "x": iso_x, "y": iso_y, "line": {"color": POSITIVE, "width": 2}},
        {**base, **ROC, **diamond, "x": [round(fpr, 6)], "y": [round(tpr, 6)]},
        _said(said, 1.0, "middle right"),
    ]


def _iso_cost(x: float, fpr: float, tpr: float) -> tuple[list[float], list[float]]:
    """Return two points of the line of equal cost through a point: its slope is (1 - x) / x."""
    if x == 0:
        return [fpr, fpr], [0.0, 1.0]
    slope = (1 - x) / x
    left, right = max(0.0, fpr - tpr / slope) if slope else 0.0, min(1.0, fpr + (1 - tpr) / slope) if slope else 1.0
    return [round(left, 6), round(right, 6)], [round(tpr + slope * (v - fpr), 6) for v in (left, right)]


def _said(text: str, row: float, position: str) -> Trace:
    return {
        "type": "scatter",
        "mode": "text",
        "x": [0],
        "y": [row],
        "xaxis": "x4",
        "yaxis": "y4",
        "text": [text],
        "textposition": position,
        "textfont": {"size": 15, "color": POSITIVE if row else RULE},
        "hoverinfo": "skip",
        "showlegend": False,
    }


def _dot(size: int, colour: str) -> dict[str, Any]:
    return {"size": size, "color": colour, "line": {"width": 2, "color": "white"}}


def _layout(
    view: ThresholdView, at: Conditions, words: CostWords, places: Places, active: tuple[int, int]
) -> dict[str, Any]:
    share = {"range": [-0.02, 1.02], "fixedrange": True, "gridcolor": GRID}
    hidden = {"visible": False, "fixedrange": True}
    top = places.up(0, places.sliders)[0]
    lower = places.up(0, places.sliders + 88)[0]

    def title(text: str) -> dict[str, Any]:
        return {"text": text, "standoff": 14, "font": {"size": 14}}

    return {
        "template": template(),
        "height": places.height,
        "margin": {"l": MARGIN, "r": MARGIN, "t": MARGIN, "b": MARGIN},
        "hovermode": "closest",
        "dragmode": False,
        "font": {"family": FONT, "size": 14},
        "legend": {"x": 0, "y": 0, "yanchor": "bottom", "orientation": "v", "font": {"size": 14}},
        "xaxis": {**share, "domain": places.cost_x, "anchor": "y", "title": title(words.probability_cost)},
        "yaxis": {
            **share,
            "domain": places.up(*places.cost),
            "anchor": "x",
            "title": title(words.normalized_cost),
        },
        "xaxis3": {**share, "domain": places.roc_x, "anchor": "y3", "title": title(words.fpr)},
        "yaxis3": {**share, "domain": places.up(*places.roc), "anchor": "x3", "title": title(words.tpr)},
        "xaxis4": {**hidden, "domain": [0, 1], "range": [0, 1], "anchor": "y4"},
        "yaxis4": {**hidden, "domain": places.up(0, 44), "range": [-0.5, 1.5], "anchor": "x4"},
        "sliders": [
            slider(view, words, active[0], y=top),
            _conditions(at, words, active[1], lower),
        ],
    }


def _conditions(at: Conditions, words: CostWords, active: int, y: float) -> dict[str, Any]:
    play = {"mode": "immediate", "frame": {"duration": 0, "redraw": False}, "transition": {"duration": 0}}
    names = [step_name(x) for x in at.x.tolist()]
    return {
        "active": active,
        "steps": [
            {"method": "animate", "label": f"{float(n):.4g}", "value": CONDITION + n, "args": [[CONDITION + n], play]}
            for n in names
        ],
        "currentvalue": {"prefix": f"{words.condition} = ", "xanchor": "left", "font": {"size": 20}, "offset": 8},
        "x": 0,
        "len": 1,
        "y": y,
        "yanchor": "top",
        "pad": {"t": 0, "b": 0, "l": 0, "r": 0},
        "ticklen": 0,
        "minorticklen": 0,
        "activebgcolor": POSITIVE,
        "bordercolor": POSITIVE,
        "borderwidth": 2,
        "bgcolor": rgba(POSITIVE, 0.25),
        "font": {"size": 12},
        "transition": {"duration": 0},
    }
