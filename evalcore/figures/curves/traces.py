"""The lines and points of the figure of curves: what stands still, and what each step of the handle moves."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from evalcore.errors import Say, message
from evalcore.figures.curves.overlays import PR, ROC, Overlay
from evalcore.figures.parts.cells import ShareOf
from evalcore.figures.parts.lines import FAINT
from evalcore.figures.parts.marks import BEHIND_GROUP, edged, grouped, labelled, scatter, texts
from evalcore.figures.parts.named import GAP
from evalcore.figures.style import (
    GUESSED,
    INK,
    MODELS,
    OUT_OF_SIGHT,
    RULE,
    Trace,
    digits_of_interval,
    guessed,
    number,
    plain,
    rgba,
)
from evalcore.intervals import Estimate
from evalcore.metrics import METRICS
from evalcore.views.behind import Behind
from evalcore.views.curves import LabelPoint, Line, ModelCurves, OperatingPoints
from evalcore.views.digits import MOST_DIGITS
from evalcore.views.models import LABELS as OF_LABELS

# What a float of 32 bits holds: every whole number below, and any number of that size.
MOST_EXACT, MOST_FLOAT = 2**24, 3e38
FLOAT_DIGITS = 6  # and any number of so many digits
View = Literal["roc_pr", "det"]
# The ends of both axes of the DET plane, in normal deviates.
Reach = tuple[tuple[float, float], tuple[float, float]]
# Letters of the name of a part of the data, such as the rows a threshold was chosen on.
ONE_LINE = 20
# The P-R plane has a legend of its own.
LISTED_SECOND = {"showlegend": True, "legend": "legend2"}
NOT_LISTED = {"showlegend": False, "hoverinfo": "skip"}
FPR, TPR = METRICS["fpr"].title, message("true positive rate")
PRECISION, RECALL = METRICS["precision"].title, METRICS["recall"].title
LABELS = message("labels only")
# What a classifier does in a corner of the ROC plane, and on which side of the corner that is said.
CORNERS = {
    (0, 1): (message("all right"), "bottom right"),
    (1, 0): (message("all wrong"), "top left"),
    (0, 0): (message("none predicted positive"), "top right"),
    (1, 1): (message("all predicted positive"), "bottom left"),
}
ROC_TITLE, PR_TITLE, DET_TITLE = message("ROC curve"), message("P-R curve"), message("DET curve")
EQUAL_ERROR = message("equal error rate")


@dataclass(frozen=True, eq=False)
class Shown:
    """What the planes show: curves of scores, points of labels, and lines drawn on request.

    `chosen` is the place of the model whose operating point the handle moves; `prevalence` is where the line of chance
    lies in the P-R plane. The points and the overlays stand in the ROC and the P-R plane only. `equal_error` marks the
    point of the chosen model where both rates of errors are equal, in the DET plane too; `break_even` where precision
    is recall, `corners` names what a classifier does in each corner of the ROC plane, `area` shades what AUC measures.
    Shares in the matrix are those of `share_of`. A figure that stands alone says what is `told` of the models. The rows
    that the threshold was chosen on stand `behind`, where these are others, with their operating points and curves.
    """

    models: Sequence[ModelCurves]
    prevalence: float
    chosen: int = 0
    points: Sequence[LabelPoint] = ()
    overlays: Sequence[Overlay] = ()
    planes: View = "roc_pr"
    equal_error: bool = False
    break_even: bool = False
    corners: bool = False
    area: bool = False
    share_of: ShareOf = "row"
    told: str = ""
    behind: tuple[Behind, OperatingPoints, ModelCurves] | None = None


def baselines(prevalence: float, say: Say) -> list[Trace]:
    """Return what a score without any knowledge reaches: the diagonal, and the prevalence."""
    base = {
        "type": "scatter",
        "mode": "lines",
        "line": {"color": RULE, "width": 1.5, "dash": "dot"},
        "showlegend": False,
        "hoverinfo": "name",
    }
    return [
        {**base, **ROC, "x": [0, 1], "y": [0, 1], "name": say(message("chance"))},
        {
            **{**base, **PR, "x": [0, 1], "y": [prevalence] * 2, "name": say(message("prevalence"))},
            "hovertemplate": say(message("prevalence {p}", p=number(prevalence))) + "<extra></extra>",
        },
    ]


def equal_errors(low: float, high: float) -> Trace:
    """Return the diagonal of the DET plane, on which both rates of errors are equal."""
    line, font = {"color": RULE, "width": 1.5, "dash": "dot"}, {"size": 12}
    at, said = [low, high], ["", "FPR = FNR"]
    return texts(ROC, at, at, said, "middle left", mode="lines+text", line=line, textfont=font)


def model_lines(
    model: ModelCurves,
    place: int,
    show: View,
    say: Say,
    *,
    chosen: bool,
    area: bool = False,
    inside: bool = False,
    most: int = 24,
    brief: bool = False,
) -> list[Trace]:
    """Return a model's curves; the chosen one is drawn thicker.

    Each plane says the area of its own curve behind the name, of which the title of the plane says which it is; a
    legend `inside` says that itself, below the name. A name has at most so many letters. A `brief` one has no
    intervals, which stand in the readings.
    """
    colour, dash = MODELS[place % len(MODELS)]
    line = {"color": colour, "dash": dash, "width": 3 if chosen else 1.75}
    name = plain(model.name, most)
    base = {"type": "scatter", "mode": "lines", "line": line, "legendgroup": model.name, **GUESSED}
    # Whose point it is matters to whoever hovers another model's: t above the strip is not of it.
    whose = "" if chosen else f"{plain(model.name)}<br>"
    if show == "det":
        rate = guessed(number(model.equal_error_rate))
        return [{**base, **ROC, **_drawn(model.det, whose, chosen=chosen), "name": f"{name}{GAP}{rate}"}]
    rates = f"{whose}{say(FPR)} %{{x:.4f}}<br>{say(TPR)} %{{y:.4f}}<br>"
    purity = f"{whose}{say(RECALL)} %{{x:.4f}}<br>{say(PRECISION)} %{{y:.4f}}<br>"
    # The precision at a threshold holds for the recall gained by it: steps, as average precision adds them up.
    steps: Trace = {**base, "line": {**line, "shape": "vh"}}
    of_area = area_alone if brief else area_said
    auc, ap = guessed(of_area(model.auc)), guessed(of_area(model.average_precision))
    base["name"] = say(message("{name}<br>AUC {auc}", name=name, auc=auc)) if inside else f"{name}{GAP}{auc}"
    steps |= LISTED_SECOND
    steps["name"] = say(message("{name}<br>AP {ap}", name=name, ap=ap)) if inside else f"{name}{GAP}{ap}"
    shade = {"fill": "tozeroy", "fillcolor": rgba(colour, 0.16)} if area else {}
    return [
        {**base, **ROC, **_drawn(model.roc, rates, chosen=chosen), **shade},
        *_first_step({**base, **PR, "showlegend": False}, model.precision_recall),
        {**steps, **PR, **_drawn(model.precision_recall, purity, chosen=chosen)},
    ]


def curves_behind(model: ModelCurves, place: int, show: View) -> list[Trace]:
    """Return the curves of the rows a threshold was chosen on, thin and faint, with an entry in each legend."""
    colour, name = rgba(MODELS[place % len(MODELS)][0], FAINT), plain(model.name, ONE_LINE)
    base = {"type": "scatter", "mode": "lines", "hoverinfo": "skip", "legendrank": 1001, **GUESSED}
    base["legendgroup"] = BEHIND_GROUP
    thin, steps = {"color": colour, "width": 1.5}, {"color": colour, "width": 1.5, "shape": "vh"}
    roc, pr, det = (
        {"x": line.x.astype(np.float32), "y": line.y.astype(np.float32)}
        for line in (model.roc, model.precision_recall, model.det)
    )
    if show == "det":
        rate = guessed(number(model.equal_error_rate))
        return [{**base, **ROC, **det, "line": thin, "name": f"{name}{GAP}{rate}"}]
    auc, ap = (guessed(number(one.value)) for one in (model.auc, model.average_precision))
    return [
        {**base, **ROC, **roc, "line": thin, "name": f"{name}{GAP}{auc}"},
        *_first_step({**base, **PR, "line": thin, "showlegend": False}, model.precision_recall),
        {**base, **PR, **pr, "line": steps, **LISTED_SECOND, "name": f"{name}{GAP}{ap}"},
    ]


def _first_step(base: Trace, line: Line) -> list[Trace]:
    """Return the step from recall 0 to the first threshold, which average precision counts like all others.

    It is a line of its own without points to hover: at recall 0 there is no threshold with a precision.
    """
    if not line.x.size or not line.x[0] > 0:
        return []
    return [{**base, "x": [0, float(line.x[0])], "y": [float(line.y[0])] * 2, "hoverinfo": "skip"}]


def area_said(area: Estimate) -> str:
    """Return an area with its interval, where it has one."""
    if math.isnan(area.low):
        return number(area.value)
    digits = digits_of_interval(area.low, area.high)
    return f"{number(area.value)} [{area.low:.{digits}f}, {area.high:.{digits}f}]"


def area_alone(area: Estimate) -> str:
    """Return an area without its interval."""
    return number(area.value)


def _drawn(line: Line, values: str, *, chosen: bool) -> Trace:
    # A click on the point makes the threshold what is written there.
    behind = np.column_stack([line.labels.value, line.tp, line.fp])
    largest = np.abs(line.labels.value).max(initial=0)
    counts = behind[:, 1:]
    are_whole = (counts < MOST_EXACT).all() and (counts == np.rint(counts)).all()
    in_half = not chosen and are_whole and largest < MOST_FLOAT
    if in_half:
        # Taken by what is counted there (`threshold_at`): half the bytes will do.
        behind = behind.astype(np.float32)
    t, texts_of = labelled("customdata[0]", line.labels, FLOAT_DIGITS if in_half else MOST_DIGITS)
    return {
        "x": line.x.astype(np.float32),
        "y": line.y.astype(np.float32),
        # A click on a point takes over its threshold, which means something for its own model only.
        "meta": "threshold" if chosen else None,
        "customdata": behind,
        **texts_of,
        "hovertemplate": f"{values}t = {t}<br>TP %{{customdata[1]:,.2~f}} · FP %{{customdata[2]:,.2~f}}<extra></extra>",
    }


def label_points(point: LabelPoint, place: int, say: Say, *, twice: bool = True) -> list[Trace]:
    """Return a model of predicted labels: a point in each plane, with an entry in both legends or in the first."""
    base = {
        "type": "scatter",
        "mode": "markers",
        "marker": {"symbol": "diamond", **edged(12, MODELS[place % len(MODELS)][0])},
        # A model of scores may have the same name.
        "legendgroup": point.name + OF_LABELS,
        "name": f"{plain(point.name)}   {say(LABELS)}",
        "hovertemplate": f"{plain(point.name)}<br>%{{x:.4f}}, %{{y:.4f}}<extra></extra>",
        **GUESSED,
    }
    return [
        {**base, **ROC, "x": [point.fpr], "y": [point.tpr]},
        {**base, **PR, "x": [point.tpr], "y": [point.precision], **(LISTED_SECOND if twice else {"showlegend": False})},
    ]


def operating_marks(points: OperatingPoints, i: int, show: View, *, group: str = "") -> list[Trace]:
    """Return where the chosen model stands at step `i`: seen as long as the lines of its group of the legend."""
    if show == "det":
        marks = [_mark(points.det_x[i], points.det_y[i], ROC)]
    else:
        marks = [_mark(points.fpr[i], points.tpr[i], ROC), _mark(points.tpr[i], points.precision[i], PR)]
    return grouped(marks, group)


def marks_behind(points: OperatingPoints, i: int, show: View, *, group: str = "") -> list[Trace]:
    """Return where the rows stand at step `i` that a threshold was chosen on: hollow."""
    hollow = {"symbol": "circle-open", "size": 13, "color": INK, "line": {"width": 1.5}}
    return [mark | {"marker": hollow} for mark in operating_marks(points, i, show, group=group)]


def _mark(x: float, y: float, axes: dict[str, str]) -> Trace:
    missing = math.isnan(x) or math.isnan(y)
    at = ([OUT_OF_SIGHT if missing else round(float(one), 6)] for one in (x, y))
    return scatter(axes, "markers", *at, marker=edged(15, INK, 2.5), showlegend=False, **GUESSED)


def equal_error_marks(model: ModelCurves, show: View, say: Say) -> list[Trace]:
    """Return where the curve meets the line on which FPR and FNR are equal, and in the ROC plane that line."""
    rate = model.equal_error_rate
    said = say(message("equal error rate {rate}", rate=guessed(number(rate))))
    if show == "det":
        # The legend has the rate already.
        at = model.equal_error_deviate
        return [mark | {"showlegend": False} for mark in _special_mark(at, at, said, ROC, "square-open")]
    return [equal_line([0, 1], [1, 0], ROC), *_special_mark(rate, 1 - rate, said, ROC, "square-open")]


def break_even_marks(model: ModelCurves, say: Say) -> list[Trace]:
    """Return the line on which precision and recall are equal, and where the curve meets it."""
    value = model.break_even_point
    said = say(message("break-even point {value}", value=guessed(number(value))))
    marks = _special_mark(value, value, said, PR, "triangle-up-open")
    return [equal_line([0, 1], [0, 1], PR), *(mark | LISTED_SECOND for mark in marks)]


def corner_marks(say: Say) -> Trace:
    """Return the corners of the ROC plane, each with what a classifier does that stands there."""
    x, y = (list(one) for one in zip(*CORNERS, strict=True))
    text, sides = zip(*((say(said), side) for said, side in CORNERS.values()), strict=True)
    marker = {"symbol": "square", "size": 9, "color": RULE}
    return texts(ROC, x, y, text, list(sides), mode="markers+text", textfont={"size": 12}, marker=marker)


def equal_line(x: list[int], y: list[int], axes: dict[str, str]) -> Trace:
    """Return the line on which two rates are equal."""
    line = {"color": RULE, "width": 1.25, "dash": "dot"}
    return {"type": "scatter", "mode": "lines", **axes, "x": x, "y": y, "line": line} | NOT_LISTED


def _special_mark(x: float, y: float, said: str, axes: dict[str, str], symbol: str) -> list[Trace]:
    """Return a point with its value in the legend, below the models: beside the point it would lie over the curve.

    It is larger than the operating point, which may stand in it.
    """
    if math.isnan(x) or math.isnan(y):
        return []
    marker = {"symbol": symbol, "size": 19, "color": INK, "line": {"width": 2}}
    base = {"type": "scatter", "mode": "markers", **axes, "x": [x], "y": [y], "marker": marker, **GUESSED}
    return [base | {"name": said, "legendrank": 1002, "hovertemplate": f"{said}<extra></extra>"}]
