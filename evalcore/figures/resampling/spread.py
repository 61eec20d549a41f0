"""Rounds of a method on one data set, and beside them every estimator over many data sets."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Any, Final

import plotly.graph_objects as go

from evalcore.errors import Message, Say, message
from evalcore.figures.layout import MARGIN, Look, Panel, Places, base_layout, headings
from evalcore.figures.live.guess import guess_figure
from evalcore.figures.live.motion import live_figure, moved
from evalcore.figures.parts.marks import moving
from evalcore.figures.parts.tracks import ROW, Track, track_axes, track_handle, track_panels, track_trace
from evalcore.figures.resampling import estimators, rounds
from evalcore.figures.resampling.colours import JUDGED, TRAINED
from evalcore.figures.resampling.score_rows import MARKS
from evalcore.figures.style import coloured, number
from evalcore.views.resampling.plan import Kind
from evalcore.views.resampling.rounds import LINES, RoundsStep, RoundsView, Shown
from evalcore.views.resampling.spread import SpreadView

SETTING: Final = "setting"
TRACK: Final = ("x9", "y9")
# The row of estimators that the method on the left belongs to.
ROW_OF: Final[dict[Shown, Kind]] = {
    "holdout": "holdout",
    "kfold": "kfold",
    "loo": "loo",
    "bootstrap": "oob",
    "training": "training",
}
# Pixels of a heading, of a line of text, of what stands below an axis, of the counts below the grid; in a scene of
# what stands below the grid, and of the names of columns below the heading.
HEAD, SAID, BELOW, TIMES, UNDER, NAMED = 26, 20, 42, 34, 50, 24
# The estimators that a scene sets a method beside: more than three nobody takes in at once.
BESIDE: Final[dict[Shown, tuple[Kind, ...]]] = {
    "holdout": ("training", "holdout", "repeated"),
    "kfold": ("holdout", "kfold", "loo"),
    "loo": ("holdout", "kfold", "loo"),
    "bootstrap": ("holdout", "kfold", "oob"),
    "training": ("training", "holdout", "kfold"),
}


def places(look: Look, *, has_track: bool) -> Places:
    """Return where the parts stand."""
    if look.narrow:
        return _stacked(has_track=has_track)
    inner = look.height - 2 * MARGIN
    if look.alone:
        return _alone(look, inner, has_track=has_track)
    end = inner - (ROW if has_track else 0)
    bottom = end - SAID - TIMES - 6
    panels = {
        "grid": Panel(HEAD, bottom, 0.0, 0.22),
        "times": Panel(bottom + 4, bottom + 4 + TIMES, 0.0, 0.22),
        "times_said": Panel(end - SAID, end, 0.0, 0.22),
        "errors": Panel(HEAD, bottom, 0.235, 0.39),
        "errors_said": Panel(end - SAID, end, 0.235, 0.39),
        "names": Panel(HEAD, inner - BELOW, 0.41, 0.53),
        "rows": Panel(HEAD, inner - BELOW, 0.54, 0.82),
        "numbers": Panel(HEAD, inner - BELOW, 0.82, 1.0),
    }
    track = {SETTING: Panel(end + 34, end + 48, 0.015, 0.38)} if has_track else {}
    return Places(look.height, {**panels, **track})


def _alone(look: Look, inner: int, *, has_track: bool) -> Places:
    """Return where the parts stand of a scene: the rounds have the height, the handle stands below the estimators."""
    bottom, end = inner - UNDER, inner - (ROW if has_track else 0)
    panels = {
        "grid": Panel(HEAD, bottom, 0.0, 0.34),
        "times": Panel(bottom + 4, bottom + 28, 0.0, 0.34),
        "times_said": Panel(inner - 18, inner, 0.0, 0.34),
        "errors": Panel(HEAD, bottom, 0.36, 0.55),
        "errors_said": Panel(inner - 18, inner, 0.36, 0.55),
        "names": Panel(HEAD + NAMED, end - BELOW, 0.57, 0.67),
        "rows": Panel(HEAD + NAMED, end - BELOW, 0.68, 0.83),
        "numbers": Panel(HEAD + NAMED, end - BELOW, 0.82, 1.0),
    }
    track = {SETTING: Panel(end + 34, end + 48, 0.6, 0.97)} if has_track else {}
    return Places(look.height, {**panels, **track})


def _stacked(*, has_track: bool) -> Places:
    panels = {
        "grid": Panel(HEAD, 246, 0.0, 0.56),
        "times": Panel(250, 284, 0.0, 0.56),
        "times_said": Panel(286, 306, 0.0, 0.56),
        "errors": Panel(HEAD, 246, 0.6, 0.98),
        "errors_said": Panel(286, 306, 0.6, 0.98),
    }
    top = 316 + (ROW if has_track else 0)
    track = track_panels([SETTING], 312, narrow=True) if has_track else {}
    rows = {
        "names": Panel(top + HEAD + 14, top + 434, 0.0, 0.3),
        "rows": Panel(top + HEAD + 14, top + 434, 0.31, 0.64),
        "numbers": Panel(top + HEAD + 14, top + 434, 0.62, 1.0),
    }
    return Places(top + 434 + BELOW + 2 * MARGIN, {**panels, **track, **rows})


def spread_figure(
    found: SpreadView,
    view: RoundsView,
    at: dict[Kind, int],
    *,
    kinds: Collection[Kind] | None = None,
    say: Say = str,
    look: Look | None = None,
) -> go.Figure:
    """Draw the rounds of a method and all estimators; where the method has settings, a handle goes through them.

    `at` is the place of the present setting of each estimator, and `kinds` those that are drawn, without it all. A
    scene sets three estimators beside each other, as its last stage; before it come the rounds.
    """
    look = look or Look()
    kind = ROW_OF[view.shown]
    active = at[kind]
    if look.alone:
        kinds = BESIDE[view.shown]
    if kinds is not None:
        found = found.only(kinds)
    shown = rounds.Rounds(view, look, active)
    top = _top(found, view)
    where = places(look, has_track=len(view.steps) > 1)
    beside = estimators.still_traces(found, at, kind, say) if shown.are_all else []
    still = [*rounds.still_traces(shown, active, top, say), *beside]
    steps = [
        [
            *rounds.step_traces(shown, step, top, say),
            *(estimators.row_traces(found, kind, row, say, is_chosen=True) if shown.are_all else []),
        ]
        for step, row in zip(view.steps, found.rows[kind], strict=True)
    ]
    layout = {
        **base_layout(where),
        "showlegend": False,
        **rounds.axes(shown, where, top, say),
        **estimators.axes(found, where, say),
        "annotations": _headings(found, shown, where, say),
    }
    if len(view.steps) == 1:
        return guess_figure([*still, *steps[0]], layout)
    track = _track(view, active, say)
    parts = [rounds.grid_part(shown), *moved([moving(step) for step in steps], len(still))]
    said = [_said(step, setting, say) for step, setting in zip(view.steps, track.shown, strict=True)]
    handle = replace(track_handle(track, parts), said=said)
    layout |= track_axes(track, where)
    return live_figure([*still, *steps[active], track_trace(track)], layout, [handle])


def _top(found: SpreadView, view: RoundsView) -> float:
    """Return where the axis of the rounds ends: one of a single row is wrong or right, which says little."""
    return max(found.top, min(1.02, 1.05 * view.steps[-1].high)) if len(view.steps) == 1 else found.top


def _track(view: RoundsView, active: int, say: Say) -> Track:
    shown = [_setting(view, step) for step in view.steps]
    is_share = view.shown == "holdout"
    label = message("share that is held out") if is_share else message("folds k")
    return Track(
        name=SETTING,
        label=say(label),
        axes=TRACK,
        at=[float(k) for k in range(len(view.steps))],
        values=[repr(step.setting) for step in view.steps],
        shown=[
            say(message("{setting} held out", setting=one) if is_share else message("k = {setting}", setting=one))
            for one in shown
        ],
        ticks={float(k): one for k, one in enumerate(shown)},
        active=active,
    )


def _setting(view: RoundsView, step: RoundsStep) -> str:
    return f"{step.setting:.0%}" if view.shown == "holdout" else f"{step.setting:g}"


def _said(step: RoundsStep, shown: str, say: Say) -> str:
    return say(
        message(
            "{shown}: rounds from {low} to {high}, estimate {estimate}",
            shown=shown,
            low=number(step.low),
            high=number(step.high),
            estimate=number(step.found.error),
        )
    )


def _of_rounds(view: RoundsView) -> Message:
    """Name the errors beside the grid: of every round, or of as many as it has lines."""
    if any(len(step.found.round_errors) > step.n_shown for step in view.steps):
        return message("At most {most} rounds drawn", most=LINES)
    return message("Error per round")


def _headings(found: SpreadView, shown: rounds.Rounds, where: Places, say: Say) -> list[dict[str, Any]]:
    view = shown.view
    trained, judged = say(message("trained on")), say(message("judged"))
    of_cells = " · ".join([coloured(trained, TRAINED), coloured(judged, JUDGED), say(message("│ classes"))])
    samples = say(message("{drawn} of {n}", drawn=len(view.columns), n=f"{view.rows.n:,}"))
    sets = message("{sets} data sets", sets=f"{found.n_sets:,}")
    key = " · ".join([say(message("│ mean true error")), say(MARKS)])
    some = say(message("{name}: {what}", name=samples, what=of_cells))
    said = {
        "grid": of_cells if len(view.columns) == view.rows.n else some,
        "errors": say(_of_rounds(view)),
        "names": f"{say(sets)} · {key}",
    }
    if where.panels["names"].left < where.panels["errors"].left:  # one below the other: no room for both
        del said["errors"]
        return headings(said, where, HEAD, above={"names": 18})
    if not shown.are_all:
        del said["names"]
    return headings(said, where, HEAD, above={"names": NAMED} if shown.look.alone else {})
