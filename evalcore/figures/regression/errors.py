"""Predicted against true numbers, residuals and their distribution, and the share of rows within a tolerance."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import plotly.graph_objects as go

from evalcore.errors import Message, Say, message
from evalcore.figures.layout import GRIP, HIDDEN, MARGIN, NUMBERED, Look, Panel, Places, base_layout, headings
from evalcore.figures.live.motion import Handle, Part, live_figure, moved
from evalcore.figures.parts.marks import axes_of, dots, field, line, moving, placed, scatter, texts
from evalcore.figures.regression.numbers import sent, written
from evalcore.figures.regression.panels import HEAD, model_keys, model_names, of_model
from evalcore.figures.regression.squares import outlines
from evalcore.figures.style import GUESSED, INK, MODELS, MOST_POINTED_AT, RULE, Trace, plain, rgba
from evalcore.views.regression.errors import ErrorsView

TOLERANCE: Final = "tolerance"
PLANE, COUNTS, SHARES, RESIDUALS = (axes_of(k) for k in range(1, 5))
PILL, BELOW = 28, 48
PREDICTION, TOLERANCE_D = message("prediction"), message("tolerance d")
# So high is a figure that stacks its panels: its headings begin at the edge.
NARROW: Final = 980
_NAMED: Final = 4
# What Plotly writes of a point it is held at: its row, and nothing beside that.
_ROW, _ALONE = "%{customdata:,}", "<extra></extra>"


def places(look: Look) -> Places:
    """Return where the parts stand: the plane at the left, at the right residuals above the shares."""
    if look.narrow:
        panels = {
            "plane": Panel(HEAD + 4, 330, 0.13, 0.99),
            "shares": Panel(440, 610, 0.13, 0.97),
            "residuals": Panel(706, 900, 0.13, 0.76),
            "counts": Panel(706, 900, 0.78, 0.99),
        }
        return Places(NARROW, panels)
    inner = look.height - 2 * MARGIN
    middle = HEAD + 4 + round(0.42 * (inner - HEAD - 4 - 2 * BELOW - HEAD - PILL))
    low = middle + BELOW + HEAD + PILL
    panels = {
        "plane": Panel(HEAD + 4, inner - BELOW, 0.05, 0.5),
        "residuals": Panel(HEAD + 4, middle, 0.58, 0.86),
        "counts": Panel(HEAD + 4, middle, 0.875, 0.995),
        "shares": Panel(low, inner - BELOW, 0.58, 0.995),
    }
    return Places(look.height, panels)


def errors_figure(view: ErrorsView, active: int, *, say: Say = str, look: Look | None = None) -> go.Figure:
    """Draw one model's errors at a tolerance; a handle goes through all."""
    look = look or Look()
    where = places(look)
    still = [*_grounds(view), *_points(view, active, say), *_curves(view, say), *_marks(view, say, low=where.is_low)]
    steps = [_step_traces(view, k) for k in range(len(view.tolerances))]
    colours = _hues(view, len(_grounds(view)))
    handle = Handle(
        name=TOLERANCE,
        panel="x3y3",
        at=view.tolerances.tolist(),
        values=[repr(d) for d in view.tolerances.tolist()],
        shown=[say(message("d = {d} · {share}", **_within(view, k))) for k in range(len(steps))],
        said=[say(message("within ±{d}: {share} of the rows", **_within(view, k))) for k in range(len(steps))],
        label=say(TOLERANCE_D),
        active=active,
        parts=[*moved([moving(step) for step in steps], len(still)), *colours],
        stops=_stops(view),
        tells=True,
    )
    layout = {**base_layout(where), **_axes(where, view, say), "annotations": _headings(view, where, say)}
    return live_figure([*still, *steps[active]], layout, [handle])


def _stops(view: ErrorsView) -> list[int]:
    """Return the steps at which another row comes within."""
    new = np.flatnonzero(np.diff(view.ranks) > 0) + 1
    return sorted({0, *new.tolist(), len(view.ranks) - 1})


def _within(view: ErrorsView, k: int) -> dict[str, str]:
    return {"d": written(view.tolerances[k]), "share": f"{view.within[k]:.1%}"}


def _grounds(view: ErrorsView) -> list[Trace]:
    """Return what lies below the points: where prediction and truth agree, the squares, the counts."""
    ends = list(view.plane)
    thin = {"color": RULE, "width": 1.5, "dash": "dash"}
    across = [float(view.predicted.min()), float(view.predicted.max())]
    still = [line(PLANE, ends, ends, line=thin), line(RESIDUALS, across, [0, 0], line=thin)]
    if view.has_squares:
        x, y = outlines(view.truth, view.predicted - view.truth, view.truth)
        shade = rgba(_colour(view), 0.16)
        outline = {"color": rgba(_colour(view), 0.6), "width": 1}
        still.append(line(PLANE, x, y, fill="toself", fillcolor=shade, line=outline, cliponaxis=True))
    return [*still, _counts(view)]


def _counts(view: ErrorsView) -> Trace:
    """Return the distribution of the residuals, upright beside them."""
    edges, shares = np.repeat(view.edges, 2), np.concatenate([[0.0], np.repeat(view.shares, 2), [0.0]])
    shade = {"fill": "tozerox", "fillcolor": rgba(_colour(view), 0.3), "line": {"width": 1, "color": _colour(view)}}
    return line(COUNTS, sent(shares), sent(edges), **shade, **GUESSED)


def _points(view: ErrorsView, active: int, say: Say) -> list[Trace]:
    """Return a point a row in the plane and among the residuals; its hue says whether it is within.

    What is said of a point the browser writes by one pattern: a text for each would be half of the figure.
    """
    middle = -float(view.ranks[active]) + 0.5
    marker = {
        "size": 9 if view.n <= 60 else 6,
        "color": (-view.rank).tolist(),
        "colorscale": [[0, RULE], [0.5, RULE], [0.5, _colour(view)], [1, _colour(view)]],
        "cmin": middle - view.n_ranks,
        "cmax": middle + view.n_ranks,
        "showscale": False,
        "opacity": 1 if view.n <= 200 else 0.7,
    }
    shared = {"marker": marker, "customdata": view.row, "showlegend": False, "cliponaxis": False}
    # The axes say with how many digits: of an axis the browser writes a minus, not a hyphen.
    at, (x, y) = sent(view.predicted), ("%{x}", "%{y}")
    of_plane = say(message("row {row}: truth {truth}, prediction {predicted}", row=_ROW, truth=x, predicted=y))
    of_residual = say(
        message("row {row}: prediction {predicted}, residual {residual}", row=_ROW, predicted=x, residual=y)
    )
    return [
        scatter(PLANE, "markers", sent(view.truth), at, hovertemplate=of_plane + _ALONE, **shared),
        scatter(RESIDUALS, "markers", at, sent(view.residual), hovertemplate=of_residual + _ALONE, **shared),
    ]


def _hues(view: ErrorsView, first: int) -> list[Part]:
    """Return what each step changes of both planes of points: those within have the larger rank."""
    middle = (0.5 - view.ranks).tolist()
    return [{"trace": first + k, "rank": (-view.rank).tolist(), "middle": middle, "size": view.n_ranks} for k in (0, 1)]


def _curves(view: ErrorsView, say: Say) -> list[Trace]:
    """Return the shares of every model, that of this one last and thick."""
    found, within = [], say(message("within ±{d}: {share} of the rows", d="%{x}", share="%{y}"))
    for k, (name, (distance, share)) in enumerate(view.curves.items()):
        colour, dash = MODELS[k % len(MODELS)]
        width = 3 if name == view.model else 1.5
        style = {"color": colour, "dash": dash, "width": width, "shape": "hv"}
        drawn = line(SHARES, sent(distance), sent(share), line=style, cliponaxis=True, **GUESSED)
        said = f"{plain(name, MOST_POINTED_AT)}<br>{within}{_ALONE}"
        found.append((name == view.model, {**drawn, "hovertemplate": said, "name": plain(name), **of_model(name)}))
    return [drawn for _mine, drawn in sorted(found, key=lambda one: one[0])]


def _marks(view: ErrorsView, say: Say, *, low: bool) -> list[Trace]:
    """Return where the measures stand on the curve, and the names of the models."""
    errors = view.errors
    named = (
        (message("median error"), errors.median_absolute_error),
        (message("MAE"), errors.mae),
        (message("RMSE"), errors.rmse),
    )
    at = [value for _name, value in named]
    heights = np.asarray(view.curve.at(at)).tolist()
    diamonds = dots(
        SHARES,
        sent(np.array(at)),
        heights,
        {"size": 10, "symbol": "diamond-open", "color": INK, "line": {"width": 2}},
        hoverinfo="text",
        hovertext=[f"{say(name)} {written(value)}" for name, value in named],
        **GUESSED,
    )
    # Before an audience nobody points at a mark: how far off on average stands beside it.
    told = [f"\u2002MAE {written(errors.mae)}"]
    mae = texts(SHARES, at[1:2], heights[1:2], told, "bottom right", textfont={"size": 14}, **GUESSED)
    marked = [diamonds, mae] if low else [diamonds]
    models = list(view.curves)[:_NAMED]
    if len(models) < 2:
        return marked
    heights = [0.12 + (0.21 if low else 0.14) * k for k in range(len(models))][::-1]
    last = float(view.tolerances[-1])
    keys = model_keys(SHARES, (0.9 * last, 0.99 * last), heights, models)
    return [*marked, *keys, model_names(SHARES, 0.89 * last, heights, models, "middle left")]


def _colour(view: ErrorsView, name: str | None = None) -> str:
    """Return the colour of a model, of the one that is looked at where none is named."""
    return MODELS[list(view.curves).index(name or view.model) % len(MODELS)][0]


def _step_traces(view: ErrorsView, k: int) -> list[Trace]:
    """Return what a tolerance moves: both bands, the lines beside the counts, the rule with its dot."""
    d, reach = float(view.tolerances[k]), view.reach
    low, high = view.plane
    band = min(d, reach)
    across = float(view.predicted.min()), float(view.predicted.max())
    fill, edge = rgba(_colour(view), 0.1), {"width": 1, "color": rgba(_colour(view), 0.5)}
    along, shade = [low - d, high - d, high + d, low + d, low - d], {"fill": "toself", "fillcolor": fill, "line": edge}
    rule = {"width": 2, "color": INK}
    return [
        line(PLANE, [low, high, high, low, low], along, cliponaxis=True, **shade),
        field(RESIDUALS, across, (-band, band), fill, line=edge, showlegend=False, cliponaxis=False),
        line(COUNTS, [0, 1], [band, band], line=rule | {"width": 1.5}, cliponaxis=True),
        line(COUNTS, [0, 1], [-band, -band], line=rule | {"width": 1.5}, cliponaxis=True),
        line(SHARES, [d, d], [0, 1], line=rule),
        dots(SHARES, [d], [round(float(view.within[k]), 5)], {"size": 11, "color": INK}, **GUESSED),
    ]


def _axes(where: Places, view: ErrorsView, say: Say) -> dict[str, Any]:
    base = {**NUMBERED, "nticks": 6, "automargin": False, "hoverformat": ",.5~g"}
    plane, reach = list(view.plane), [-view.reach, view.reach]
    low, high = float(view.predicted.min()), float(view.predicted.max())
    room = 0.04 * (high - low) or 1.0
    square = {"constrain": "domain", "range": plane}
    tall = {**base, "range": reach, "nticks": 5}
    tolerance = {**GRIP, "hoverformat": ",.3~r", "range": [0, float(view.tolerances[-1])]}
    truth = {**base, **square, **_title(say(message("truth"))), "constraintoward": "left"}
    predicted = {**base, **square, **_title(say(PREDICTION), 4), "scaleanchor": "x", "constraintoward": "top"}
    counts = {**HIDDEN, "range": [0, float(view.shares.max()) * 1.05]}
    shares = {**base, "range": [0, 1.02], "tickformat": ".0%", "hoverformat": ".1%", "nticks": 5}
    return {
        **placed(where, "plane", PLANE, truth, predicted),
        **placed(
            where, "residuals", RESIDUALS, {**base, "range": [low - room, high + room], **_title(say(PREDICTION))}, tall
        ),
        **placed(where, "counts", COUNTS, counts, {**tall, "showticklabels": False}),
        **placed(where, "shares", SHARES, {**base, **tolerance, **_title(say(TOLERANCE_D), 13)}, shares),
    }


def _title(text: str, standoff: int = 10) -> dict[str, Any]:
    return {"title": {"text": text, "standoff": standoff, "font": {"size": 14}}}


def _of_plane(view: ErrorsView) -> Message:
    model = plain(view.model)
    if view.has_squares:
        return message("Each error as a square · {model}, their mean is the MSE", model=model)
    return message("{model} · {rows} rows", model=model, rows=f"{view.n:,}")


def _headings(view: ErrorsView, where: Places, say: Say) -> list[dict[str, Any]]:
    said = {
        "plane": say(_of_plane(view)),
        "residuals": say(message("Residuals: truth − prediction")),
        "counts": say(message("How often")),
        "shares": say(message("Share of rows within ±d · ◇ median error, MAE, RMSE")),
    }
    # The distribution stands beside the residuals also where panels are stacked.
    edge = dict.fromkeys(set(said) - {"counts"} if where.height >= NARROW else (), 0.0)
    return headings(said, where, HEAD, above={"shares": PILL}, left=edge)
