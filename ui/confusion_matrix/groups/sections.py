"""The sections of one threshold by group: sentence, live figure, the tab of the groups, files."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

import plotly.graph_objects as go

from evalcore.decisions import ByGroup, by_group_from_counts
from evalcore.decisions.by_group import NAMES
from evalcore.figures.confusion_matrix.groups import groups_figure
from evalcore.figures.live.motion import THRESHOLD
from evalcore.predictions import BinaryView
from evalcore.views.groups import GroupsView, groups_view
from evalcore.views.threshold import StripRow, default_threshold
from ui.confusion_matrix import as_tables
from ui.confusion_matrix.groups import calibrated, readings, rules, setting, words
from ui.confusion_matrix.groups.setting import Grouping
from ui.confusion_matrix.rows import found as single_rows
from ui.frame import groups
from ui.frame.page import Answer, Export, Figure, Sections, Tab, Table, needed
from ui.live import bridge, carrying, threshold
from ui.live import words as live_words
from ui.session import computed, files, memory
from ui.shared.text import _, say_in_figure

CHART = "groups_chart"


def of(
    rows: BinaryView,
    asked: Grouping,
    of_all: Callable[[float | None], Sequence[Tab]],
    picks: Mapping[str, threshold.Pick],
) -> Sections:
    """Return the sections of groups; `of_all` are the tabs of all rows, which stay, `picks` who is told of clicks."""
    groups.ask(rows)
    setting.ask_metric()
    marked = single_rows.marked(rows)
    return Sections(
        figure=partial(_figure, rows, asked, marked),
        figure_tables=lambda t: as_tables.of_groups(_shown(rows, asked, needed(t)), needed(t)),
        of=(*rows.key, asked, setting.digest(rows, asked), carrying.behind_what(rows), marked),
        answer=lambda t: Answer(words.answer(rows, setting.counts(rows, asked), asked.metric, needed(t))),
        tabs=lambda t: [*_tabs(rows, asked, needed(t)), *of_all(t)],
        options=partial(groups.cut, rows),
        picks=picks,
        export=partial(_export, rows, asked),
        table=partial(_table, rows, asked),
        says={THRESHOLD: partial(_held, rows, asked)},
    )


def _tabs(rows: BinaryView, asked: Grouping, t: float) -> list[Tab]:
    counts = setting.counts(rows, asked)
    return [
        Tab("groups", groups.alone),
        Tab("groups", lambda: readings.show(_found(rows, asked, t), counts, asked)),
        Tab("groups", partial(rules.show, rows, counts, t)),
        Tab("groups", partial(calibrated.show, rows, asked), title=_("Calibration by group")),
    ]


def _found(rows: BinaryView, asked: Grouping, t: float) -> ByGroup:
    counts = setting.counts(rows, asked)
    make = partial(by_group_from_counts, counts, t, names=NAMES, by=asked.metric)
    return memory.for_run("by group", *rows.key, asked, setting.digest(rows, asked), t, make=make)


def _view(rows: BinaryView, asked: Grouping, special: tuple[float, ...], t: float) -> GroupsView:
    shown, counts = computed.view(rows, special), setting.counts(rows, asked)
    behind = carrying.behind(rows, shown.steps)
    steps = None if behind is None else behind.steps
    return groups_view(counts, shown, metric=asked.metric, threshold=t, behind=steps)


def _shown(rows: BinaryView, asked: Grouping, t: float) -> GroupsView:
    """Return what the figure of the page shows, whose sentences are of the same steps: made once in a run."""
    special = (default_threshold(computed.counts(rows)), t)
    key = (*rows.key, asked, setting.digest(rows, asked), t)
    return memory.for_run("groups view", *key, make=lambda: _view(rows, asked, special, t))


def _held(rows: BinaryView, asked: Grouping, step: str) -> str:
    """Say what the page will say once the handle is let go at a step."""
    counts = setting.counts(rows, asked)
    return words.at_step(rows, counts, _shown(rows, asked, threshold.value(computed.counts(rows))), step)


def _figure(rows: BinaryView, asked: Grouping, marked: StripRow | None, t: float | None) -> Figure:
    start = needed(t)
    view = _shown(rows, asked, start)
    of = setting.counts(rows, asked).names
    clicked = [of.index(name) for name in view.names]

    def notes() -> None:
        """Say what is to be minded of the figure."""
        words.notes(view, start, _found(rows, asked, start))

    figure = _draw(rows, view, start)(clicked=clicked, row=marked, look=bridge.look())
    return Figure(CHART, figure, lambda now: words.alt(view, needed(now)), notes=notes)


def _draw(rows: BinaryView, view: GroupsView, t: float) -> Callable[..., go.Figure]:
    return partial(groups_figure, view, threshold=t, classes=live_words.classes(rows), say=say_in_figure)


def _export(rows: BinaryView, asked: Grouping, t: float | None) -> Export:
    view = _view(rows, asked, (needed(t),), needed(t))
    return Export(
        label=_("Figure as HTML, its handle included"),
        name="groups",
        title=_("Groups by {column}: {model}", column=asked.title, model=rows.model),
        caption=words.alt(view, needed(t)),
        draw=_draw(rows, view, needed(t)),
        about=live_words.about_file(rows, t),
    )


def _table(rows: BinaryView, asked: Grouping, t: float | None) -> Table:
    about = {**files.about(rows), "groups_by": asked.title, "threshold": repr(needed(t))}
    found = _found(rows, asked, needed(t))
    return Table(_("Groups as CSV"), files.name("groups", rows.model), lambda: found.to_frame().assign(**about))
