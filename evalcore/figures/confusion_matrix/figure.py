"""The linked figure: scores by class, the confusion matrix and the metrics, moved together by the rule in the strip.

The player writes each step into the drawing, in the browser: nothing asks the server while the rule is dragged, and an
exported file keeps working.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

import plotly.graph_objects as go

from evalcore.counts import ConfusionMatrix
from evalcore.errors import Say, message
from evalcore.figures.layout import MARGIN, Look, Panel, Places, base_layout, heading
from evalcore.figures.live.guess import guess_figure
from evalcore.figures.live.motion import live_figure, moved
from evalcore.figures.parts.cells import (
    BEHIND_LETTERS,
    CLASS_LETTERS,
    CLASSES,
    NARROW_LETTERS,
    Classes,
    ShareOf,
    cell_borders,
    cell_marks,
    class_sizes,
    matrix_axes,
    matrix_labels,
    matrix_still,
    matrix_traces,
    shares_behind,
)
from evalcore.figures.parts.handle import threshold_handle
from evalcore.figures.parts.lines import (
    LINES,
    best_marks,
    can_end_in_names,
    end_names,
    heights_of_names,
    line_axes,
    line_marks,
    lines_behind,
    metric_lines,
    readout_axes,
    readout_names,
    values_behind,
    values_heading,
)
from evalcore.figures.parts.strip import (
    PILL_PIXELS,
    hue,
    strip_axes,
    strip_panel,
    strip_row,
    strip_rule,
    strip_sides,
    strip_trace,
    zero_line,
)
from evalcore.figures.style import FONT, Trace, plain, template
from evalcore.metrics import BestThresholds
from evalcore.views.behind import Behind
from evalcore.views.threshold import LINE_METRICS, StripRow, ThresholdView

# Pixels of the matrix of predicted labels.
LABELS_HIGH, LABELS_BELOW = 344, 16
# Where it begins: left of it the names of its rows have 108 pixels.
LABELS_LEFT = 0.1875
# From where to where the strip and the curves reach that stand alone.
ALONE_ACROSS = (0.09, 0.6)
# Up to so many pixels of height the lines need each of them; in more the values stand clear of the axis above.
TIGHT = 302
# Pixels of the values above the lines, and their share of the width at the ends of them.
VALUES, AT_ENDS = 46, 0.15
# Pixels of the axis of the lines. Below values the lines have at least 24 pixels: of a lower figure they stand on the
# axis of the strip, and one that is lower than that allows is drawn so high.
AXIS, LEAST_TITLED, LEAST_HEIGHT = 44, 298, 258
# And on a narrow page, where the names of the classes stand left of the strip.
NARROW_ACROSS = (0.27, 0.98)


def places(look: Look, *, at_ends: bool = False) -> Places:
    """Return where the panels stand: on a narrow page one below the other, in a low figure the matrix at the right.

    Names and values stand above the lines, or beside them `at_ends`.
    """
    bottom = look.height - 2 * MARGIN
    if look.narrow:
        # On the axis of the scores, below the handle that moves on them: both are seen at once.
        strip = strip_panel(look, *NARROW_ACROSS)
        panels = {
            "strip": strip,
            "lines": Panel(strip.bottom + 62, strip.bottom + 252, *NARROW_ACROSS),
            "values": Panel(strip.bottom + 270, strip.bottom + 318, 0.02, 0.98),
            "matrix": Panel(strip.bottom + 346, strip.bottom + 636, 0.24, 0.99),
        }
        return Places(height=strip.bottom + 640 + 2 * MARGIN, panels=panels, bar=5)
    if look.alone:
        # One axis for scores and thresholds: the curves stand right below the rows that make them.
        panels = {
            "strip": Panel(PILL_PIXELS, PILL_PIXELS + 56, *ALONE_ACROSS),
            "lines": Panel(PILL_PIXELS + 56 + 34, bottom - 6, *ALONE_ACROSS),
            "values": Panel(0, 46, 0.66, 0.99),
            "matrix": Panel(60, bottom, 0.72, 0.99),
        }
        return Places(height=look.height, panels=panels, bar=5)
    if look.is_low:
        height = look.height if at_ends else max(look.height, LEAST_HEIGHT)
        bottom, is_shared = height - 2 * MARGIN, _shares_axis(look, at_ends=at_ends)
        strip = strip_panel(look, 0.15, 0.53)
        room = Panel(
            152 + (2 if height > TIGHT else 0),
            bottom - (4 if is_shared else AXIS),
            strip.left if is_shared else 0.06,
            strip.right,
        )
        panels = {
            "strip": strip,
            "matrix": Panel(4, bottom, 0.7, 0.99),
            **_read_out(room, 0.03, at_ends=at_ends),
        }
        return Places(height=height, panels=panels, bar=5)
    panels = {
        "strip": strip_panel(look, 0.12, 0.99),
        "matrix": Panel(206, bottom, 0.12, 0.5),
        **_read_out(Panel(232, bottom - AXIS, 0.59, 0.99), 0.56, at_ends=at_ends),
    }
    return Places(height=look.height, panels=panels, bar=12)


def _shares_axis(look: Look, *, at_ends: bool) -> bool:
    """Whether the lines stand on the axis of the strip, which has its numbers between both."""
    return look.narrow or look.alone or (not at_ends and look.height < LEAST_TITLED)


def _read_out(room: Panel, left: float, *, at_ends: bool) -> dict[str, Panel]:
    """Return the panels of lines and values: from `left` on above the lines, or at their ends."""
    if at_ends:
        parted = room.right - AT_ENDS
        return {"lines": replace(room, left=left + 0.01, right=parted), "values": replace(room, left=parted)}
    values = Panel(room.top, room.top + VALUES, left, room.right)
    return {"lines": replace(room, top=values.bottom + 8), "values": values}


def threshold_figure(
    view: ThresholdView,
    *,
    threshold: float,
    classes: Classes = CLASSES,
    of: ShareOf = "row",
    best: Mapping[str, BestThresholds] = MappingProxyType({}),
    behind: Behind | None = None,
    row: StripRow | None = None,
    clicked: bool = False,
    beside_text: bool = False,
    say: Say = str,
    look: Look | None = None,
) -> go.Figure:
    """Draw the linked figure with its rule at the step nearest to `threshold`; shares in the matrix are `of` its rows,
    its columns or all.

    A scene marks as its last stage where the metrics in `best` are highest. The rows the threshold was chosen on stand
    `behind`, but for scenes. A single `row` is marked on the strip. On a page that shows the rows of cells these can be
    `clicked`, and say so where one points at them. A figure `beside_text` has half a page, too little to name its lines
    at their ends.
    """
    look = look or Look()
    behind = behind if look.stage is None else None
    # In a scene the metrics come one after the other, and what stands behind has values, too: there they stand above.
    at_ends = behind is None and look.stage is None and not (look.alone or look.narrow or beside_text)
    at_ends = at_ends and can_end_in_names(places(look, at_ends=True).pixels("lines"))
    where = places(look, at_ends=at_ends)
    heights = heights_of_names(view, where.pixels("lines")) if at_ends else None
    start = view.steps.nearest(threshold)
    # A scene begins with the matrix alone; then the metrics come, one after the other.
    metrics = look.stage
    marks = best_marks(best) if look.stage is not None and look.stage > len(LINE_METRICS) else []
    outline = [] if behind is None else lines_behind(view, behind)
    names = readout_names(say, metrics) if heights is None else end_names(view, say, heights)
    still = [*outline, *metric_lines(view, say, metrics), *names, *marks]
    steps = [_moving(view, i, of, behind, metrics=metrics, heights=heights) for i in range(view.steps.threshold.size)]
    strip = len(still) + len(steps[start])
    # In this order the rule of the threshold lies under the dots and over the lines, and no shade over a name.
    traces = [*still, *steps[start], strip_trace(view, classes, say, hue(view, start), where, clicked=clicked)]
    also = [] if metrics == 0 else [LINES["xaxis"] + LINES["yaxis"]]
    handle = threshold_handle(view, say, start, moved(steps, len(still)), strip=strip, also=also)
    layout = _layout(
        view, where, say, shared=_shares_axis(look, at_ends=at_ends), titled=not look.alone, metrics=metrics
    )
    layout |= readout_axes(*where.domains("values"), at_ends=at_ends)
    layout["annotations"] = [
        *_title(where, say, behind, look),
        *([values_heading(say, low=look.is_low)] if at_ends else []),
        *strip_sides(classes, narrow=look.narrow),
        *matrix_labels(
            classes,
            say,
            of=of,
            letters=(CLASS_LETTERS, NARROW_LETTERS if look.narrow else CLASS_LETTERS),
            first=where.is_first("matrix"),
        ),
    ]
    further = matrix_still(*class_sizes(view), say, behind=behind is not None)
    if row is not None:
        further.append(strip_row(view, row))
    if clicked:
        further.append(cell_marks(where.pixels("matrix"), say, types=True))
    return live_figure([*traces, *further], layout, [handle])


def label_figure(
    cm: ConfusionMatrix,
    *,
    classes: Classes = CLASSES,
    of: ShareOf = "row",
    clicked: bool = False,
    say: Say = str,
) -> go.Figure:
    """Draw the matrix of predicted labels as the linked figure has it, without a threshold to move."""
    further = [cell_marks(LABELS_HIGH - MARGIN - LABELS_BELOW, say, types=True)] if clicked else []
    still = [*matrix_still(cm.tp + cm.fn, cm.fp + cm.tn, say), *further]
    return guess_figure(
        data=[*matrix_traces(cm.tp, cm.fn, cm.fp, cm.tn, of=of), *still],
        layout={
            "template": template(),
            "font": {"family": FONT, "size": 14},
            "height": LABELS_HIGH,
            "hovermode": "closest",
            "width": 600,
            "margin": {**dict.fromkeys("lrt", MARGIN), "b": LABELS_BELOW},
            "showlegend": False,
            "dragmode": False,
            **matrix_axes([LABELS_LEFT, 1], [0, 1]),
            "annotations": matrix_labels(classes, say, of=of, first=True),
            "shapes": cell_borders(),
        },
    )


def _moving(
    view: ThresholdView,
    i: int,
    of: ShareOf,
    behind: Behind | None,
    *,
    metrics: int | None,
    heights: Sequence[float] | None,
) -> list[Trace]:
    """Return the traces that follow the rule, at step `i`."""
    steps = view.steps
    cells = (float(count[i]) for count in (steps.tp, steps.fn, steps.fp, steps.tn))
    outline = [] if behind is None else [shares_behind(behind, i, of), values_behind(behind, i)]
    matrix = matrix_traces(*cells, of=of, behind=behind is not None)
    return [strip_rule(view, i), *matrix, *line_marks(view, i, metrics, heights), *outline]


def _title(where: Places, say: Say, behind: Behind | None, look: Look) -> list[dict[str, Any]]:
    """Return the heading of the lines; the names of the metrics say as much where the figure is low.

    So they do on a narrow page, where a heading below the lines would be that of the matrix, unless it names what
    stands behind.
    """
    title, panels = say(message("Metrics against the threshold")), where.panels
    if behind is not None:
        name = plain(behind.name, BEHIND_LETTERS) if look.narrow else plain(behind.name)
        title = say(message("{title} · thin and small: {name}", title=title, name=name))
    # A narrow page has no room for it beside the names of the classes.
    place = (0.0 if look.narrow else panels["lines"].left, where.paper(panels["values"].top - 12))
    is_left_out = where.is_low or look.alone or (look.narrow and behind is None)
    return [] if is_left_out else [heading(title, *place)]


def _layout(
    view: ThresholdView, where: Places, say: Say, *, shared: bool, titled: bool, metrics: int | None
) -> dict[str, Any]:
    lines = line_axes(view, say, *where.domains("lines"), pixels=where.pixels("lines"))
    if shared:
        # The numbers of the axis stand between both, once.
        lines["xaxis3"] |= {"showticklabels": False, "title": {"text": ""}}
        lines = {axis: {**told, "visible": metrics != 0} for axis, told in lines.items()}
    return {
        **base_layout(where),
        "showlegend": False,
        **strip_axes(view, say, where, titled=titled),
        **matrix_axes(*where.domains("matrix")),
        **lines,
        "shapes": [*cell_borders(), zero_line()],
    }
