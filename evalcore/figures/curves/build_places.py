"""Where everything stands in the figure of curves that are built row after row."""

from __future__ import annotations

from typing import Any

from evalcore.errors import Say, message
from evalcore.figures.curves.traces import FPR, PR_TITLE, PRECISION, RECALL, ROC_TITLE, TPR
from evalcore.figures.layout import HIDDEN, LOW, MARGIN, Look, Panel, Places, axis_key, base_layout, heading, plane_axes
from evalcore.figures.parts.strip import ROW
from evalcore.figures.style import Trace
from evalcore.views.row_steps import RowSteps

LINES = 21  # of the table: the twenty rows of a lecture, and the line of step 0
# Pixels of a line: as a rule, at least, and at least where all rows are to be seen in a frame.
LINE, LEAST_LINE, LEAST_LINE_ALONE = 20, 17, 14
# Where the columns of the table end, as shares of its width.
# What a step leads to.
RATES = ("fpr", "tpr", "precision")
COLUMNS = {"row": 0.14, "dot": 0.22, "score": 0.46, "fpr": 0.64, "tpr": 0.82, "precision": 1.0}
DOT = "dot"
# Axes: the table, ROC, P-R, the line that says what the step was, and the track of the handle.
TABLE, ROC, PR, SAID, TRACK = ({"xaxis": f"x{k}", "yaxis": f"y{k}"} for k in ("", 2, 6, 5, 7))
# Alone before an audience the first line above everything says what the step was.
_SAID_ALONE = 26
# Below a plane its axis takes so many pixels, and above the track there stands a pill.
_AXIS, _PILL, _TRACK = 46, 28, 8


def places_of(rows: int, look: Look) -> Places:
    """Return where the parts stand: beside each other, or on a narrow page below each other."""
    if look.narrow:
        return _stacked(min(rows + 1, LINES))
    return _alone(rows, look.height) if look.alone else _beside(rows, look.height)


def _alone(rows: int, height: int) -> Places:
    """Return where the staircase stands alone: as large as it can be, the rows at its left, the track at its right."""
    inside, top = height - 2 * MARGIN, _SAID_ALONE
    lines = min(rows + 1, LINES, (inside - top - LINE) // LEAST_LINE_ALONE)
    return Places(
        height,
        {
            "said": Panel(0, top, 0, 1),
            "table": Panel(top + LINE, min(inside, top + LINE * (1 + lines)), 0, 0.27),
            "roc": Panel(top + 4, inside - _AXIS + 8, 0.34, 0.74),
            "steps": Panel(inside - 24 - _TRACK, inside - 24, 0.78, 0.98),
        },
        bar=lines,
    )


def _beside(rows: int, height: int) -> Places:
    inside, top = height - 2 * MARGIN, 66
    track = inside - 18 - _TRACK
    plane = track - _PILL - _AXIS
    lines = min(rows + 1, LINES, (inside - top) // LEAST_LINE)
    # Before an audience the planes are what is looked at.
    table, roc, pr = ((0, 0.28), (0.34, 0.65), (0.69, 1)) if height < LOW else ((0, 0.32), (0.4, 0.67), (0.73, 1))
    return Places(
        height,
        {
            "said": Panel(0, 42, 0, 1),
            "table": Panel(top, min(inside, top + LINE * lines), *table),
            "roc": Panel(top + 6, plane, *roc),
            "pr": Panel(top + 6, plane, *pr),
            "steps": Panel(track, track + _TRACK, roc[0], 1),
        },
        bar=lines,
    )


def _stacked(lines: int) -> Places:
    roc, pr, table = 184, 556, 926
    bottom = table + LINE * lines
    return Places(
        bottom + 2 * MARGIN,
        {
            "said": Panel(0, 84, 0, 1),
            "steps": Panel(116, 116 + _TRACK, 0, 1),
            "roc": Panel(roc, roc + 300, 0.14, 1),
            "pr": Panel(pr, pr + 300, 0.14, 1),
            "table": Panel(table, bottom, 0, 1),
        },
        bar=lines,
    )


def lines_of(where: Places) -> int:
    """Return how many lines the table has."""
    return where.bar


def layout_of(steps: RowSteps, where: Places, look: Look, say: Say) -> dict[str, Any]:
    """Return the layout of the figure."""
    share = {"range": [-0.04, 1.04], "constrain": "domain", "dtick": 0.25 if where.pixels("roc") > 180 else 0.5}
    return {
        **base_layout(where),
        "showlegend": False,
        **_hidden(where, "table", TABLE, [0, 1.02], [lines_of(where) - 0.4, -0.6]),
        **_hidden(where, "said", SAID, [0, 1], [-0.5, 3.5] if look.narrow else [-0.5, 0.5 if look.alone else 1.5]),
        **_track(steps, where),
        **_plane(where, "roc", ROC, (say(FPR), say(TPR)), share),
        **({} if look.alone else _plane(where, "pr", PR, (say(RECALL), say(PRECISION)), share)),
        "annotations": [*_headings(where, say), *_heads(where, say)],
    }


def _hidden(where: Places, name: str, axes: Trace, across: list[float], up: list[float]) -> dict[str, Any]:
    domains = zip(("xaxis", "yaxis"), where.domains(name), (across, up), strict=True)
    anchors = {"xaxis": axes["yaxis"], "yaxis": axes["xaxis"]}
    return {
        axis_key(axes[axis]): {**HIDDEN, "domain": domain, "range": ends, "anchor": anchors[axis]}
        for axis, domain, ends in domains
    }


def _track(steps: RowSteps, where: Places) -> dict[str, Any]:
    """Return the axis of the steps, on which the handle stands."""
    ends = [-0.02 * steps.last, 1.02 * steps.last]
    shown = {
        "visible": True,
        "showgrid": False,
        "zeroline": False,
        "tickformat": "d",
        "nticks": min(steps.last, 10 if "pr" in where.panels else 4) + 1,
    }
    axes = _hidden(where, "steps", TRACK, ends, [0, 1])
    axes[axis_key(TRACK["xaxis"])] |= shown
    return axes


def _plane(where: Places, name: str, axes: Trace, titles: tuple[str, str], share: dict[str, Any]) -> dict[str, Any]:
    plane = plane_axes(where, name, axes, titles, share)
    for axis in plane.values():
        axis["title"] |= {"standoff": 8}
    # A plane that is made square stays below its heading.
    plane[axis_key(axes["yaxis"])] |= {"scaleanchor": axes["xaxis"], "constraintoward": "top"}
    return plane


def _headings(where: Places, say: Say) -> list[dict[str, Any]]:
    if "pr" not in where.panels:
        return []
    titled = ((ROC_TITLE, where.panels["roc"]), (PR_TITLE, where.panels["pr"]))
    return [heading(say(title), panel.left, where.paper(panel.top - 13)) for title, panel in titled]


def _heads(where: Places, say: Say) -> list[dict[str, Any]]:
    """Return the heads of the table's columns, each ending where its numbers do."""
    titles = {
        "row": say(ROW),
        "score": say(message("t = score")),
        "fpr": "FPR",
        "tpr": "TPR",
        "precision": "P",
    }
    base = {"xref": "x", "yref": "paper", "xanchor": "right", "yanchor": "middle", "showarrow": False}
    up = where.paper(where.panels["table"].top - 9)
    return [
        {**base, "text": title, "x": COLUMNS[name], "y": up, "font": {"size": 13}} for name, title in titles.items()
    ]
