"""The sections of one class against the other, or the rest: answer, figure, readings, formulas, files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

import pandas as pd
import plotly.graph_objects as go

from evalcore import metrics
from evalcore.counts import ConfusionMatrix
from evalcore.figures.confusion_matrix.figure import label_figure, threshold_figure
from evalcore.figures.live.motion import THRESHOLD
from evalcore.figures.parts.cells import ShareOf
from evalcore.predictions import BinaryView
from evalcore.views.threshold import StripRow, ThresholdView, default_threshold
from ui.confusion_matrix import as_tables, controls, formulas, rows_near, since, source_groups
from ui.confusion_matrix.groups import sections as groups
from ui.confusion_matrix.groups import setting
from ui.confusion_matrix.models import sections as all_models
from ui.confusion_matrix.rows import found
from ui.confusion_matrix.rows import sections as single_rows
from ui.confusion_matrix.words import answer
from ui.frame import groups as frame_groups
from ui.frame import sides, two_models
from ui.frame.figure_tables import FigureTable
from ui.frame.page import Answer, Export, Figure, Sections, Tab, Table, needed
from ui.live import both_sides, bridge, carrying, chosen_here, threshold, words
from ui.session import computed, files, looked_at, screen
from ui.shared import readings
from ui.shared.text import _, say_in_figure, sentences

# The metrics whose best thresholds a scene marks as its last stage.
MARKED = ("f1", "accuracy")


def of(rows: BinaryView) -> Sections:
    """Return the sections of a model with a score, or of predicted labels, which no threshold moves.

    Where a column makes groups the figure is about these.
    """
    grouping = None if looked_at.group() is not None else setting.chosen(rows)
    refused = None if grouping is None else setting.refused(rows, grouping)
    if grouping is not None and refused is None:
        controls.view("one")
        return groups.of(rows, grouping, partial(_tabs, rows), single_rows.pick_of_group(rows, grouping))
    shares = controls.row("one")
    frame_groups.ask(rows)
    marked = found.marked(rows)
    return Sections(
        figure=partial(_figure, rows, shares, marked),
        figure_tables=partial(_as_tables, rows),
        of=(*rows.key, shares, marked, carrying.outline_what(rows)),
        picks=single_rows.picks() if found.are_here(rows) else {},
        answer=partial(_answer, rows),
        tabs=partial(_tabs, rows),
        export=None if not rows.has_score else partial(_export, rows, shares),
        table=partial(_table, rows),
        options=partial(frame_groups.cut, rows) if grouping is not None or looked_at.group() is not None else None,
        instead=refused,
        says={THRESHOLD: lambda step: answer(rows, computed.counts(rows).at(float(step)), float(step))},
        moving=_moving(rows) if rows.has_score else {},
        sure=lambda t: readings.in_line(metrics.readings(_matrix(rows, t), names=readings.HEADLINE)),
    )


def _moving(rows: BinaryView) -> Mapping[str, Callable[[float], pd.DataFrame]]:
    """Return the table of readings at any threshold, for a report."""
    counts = computed.counts(rows)
    now = threshold.value(counts)
    return readings.moving(counts, now, chosen_here.new_rows(rows, now))


def _matrix(rows: BinaryView, t: float | None) -> ConfusionMatrix:
    return computed.matrix(rows) if t is None else computed.counts(rows).at(t)


def _figure(rows: BinaryView, shares: ShareOf, marked: StripRow | None, t: float | None) -> Figure:
    return _of_labels(rows, _matrix(rows, None), shares) if t is None else _live(rows, t, shares, marked)


def _as_tables(rows: BinaryView, t: float | None) -> list[FigureTable]:
    if t is None:
        return as_tables.of_matrix(_matrix(rows, None), words.classes(rows))
    return as_tables.of_threshold(_view(rows, t), t)


def _answer(rows: BinaryView, t: float | None) -> Answer:
    return Answer(answer(rows, _matrix(rows, t), t))


def _tabs(rows: BinaryView, t: float | None) -> list[Tab]:
    cm = _matrix(rows, t)
    return [
        Tab("readings", partial(_readings, rows, cm, t)),
        *sides.folds(rows, t),
        *single_rows.tabs(rows, t),
        *_of_source(rows, t),
        *since.tab(rows, t),
        *([] if t is None else frame_groups.tab(rows, t, partial(frame_groups.known_costs, rows))),
        *all_models.tab(t),
        *two_models.tab(),
        Tab("formulas", partial(formulas.show, cm)),
    ]


def _of_source(rows: BinaryView, t: float | None) -> list[Tab]:
    """Return what only rows that stay in a source have: their groups, and single ones when asked for."""
    if t is None:
        return []
    near = Tab("rows", partial(rows_near.show, rows, t), title=_("Rows near the threshold"))
    by_group = Tab("compare", partial(source_groups.show, rows, t), title=_("Groups"))
    return [*([near] if rows_near.can_be_fetched(rows) else []), *([by_group] if source_groups.are_known(rows) else [])]


def _readings(rows: BinaryView, cm: ConfusionMatrix, t: float | None) -> None:
    if (both := carrying.here(rows, t)) is not None:
        both_sides.headline(both)
        readings.baseline(cm, rows.positive, words.negative(rows))
        both_sides.show(both)
        readings.how_made(cm)
        return
    measured, new = metrics.readings(cm), chosen_here.new_rows(rows, t)
    chosen_here.note(rows, t)
    readings.headline(measured, new)
    readings.baseline(cm, rows.positive, words.negative(rows))
    readings.full(measured, cm, new, as_cards=bridge.is_narrow())


def _table(rows: BinaryView, t: float | None) -> Table:
    chosen = {**chosen_here.about(rows, t), **chosen_here.about_new(rows, t), **carrying.about(rows, t)}
    about = {**files.about(rows), **chosen}
    make = partial(readings.download_of, _matrix(rows, t), t, about=about, new=chosen_here.new_rows(rows, t))
    both = carrying.here(rows, t)
    of_both = make if both is None else lambda: both_sides.in_file(make(), both)
    return Table(_("Readings as CSV"), files.name("readings", rows.model), of_both)


def _export(rows: BinaryView, shares: ShareOf, t: float | None) -> Export:
    if t is None:
        raise ValueError("predicted labels have no handle to take along")
    view = computed.view(rows, (t,))
    return Export(
        label=_("Figure as HTML, its handle included"),
        name="confusion_matrix",
        title=words.export_title(_("Confusion matrix"), rows),
        caption=sentences(words.threshold_alt(view, t), carrying.in_file(rows, t)),
        draw=_draw(rows, view, t, shares),
        about=words.about_file(rows, t),
    )


def _live(rows: BinaryView, t: float, of: ShareOf, marked: StripRow | None) -> Figure:
    """Return the figure whose handle moves the threshold; shares in the matrix are `of` its rows, columns or all.

    The row that is open is marked on the strip; cells are clicked to see theirs.
    """
    view, look = _view(rows, t), bridge.look()
    of_metrics = computed.best(rows) if look.stage is not None else {}
    best = {name: of_metrics[name] for name in MARKED if name in of_metrics}
    clicked = found.are_here(rows) and not (look.alone or screen.is_embedded())
    figure = _draw(rows, view, t, of)(best=best, look=look, row=marked, clicked=clicked)
    return Figure("threshold_chart", figure, lambda now: words.threshold_alt(view, needed(now)))


def _view(rows: BinaryView, t: float) -> ThresholdView:
    return computed.view(rows, (default_threshold(computed.counts(rows)), t))


def _draw(rows: BinaryView, view: ThresholdView, t: float, of: ShareOf) -> Callable[..., go.Figure]:
    """Return what draws the _live figure: it has all it needs but the language, so it may run outside the script."""
    return partial(
        threshold_figure,
        view,
        threshold=t,
        classes=words.classes(rows),
        of=of,
        behind=carrying.outline(rows, view.steps),
        say=say_in_figure,
    )


def _of_labels(rows: BinaryView, cm: ConfusionMatrix, of: ShareOf) -> Figure:
    """Return the matrix of predicted labels, which no threshold moves."""
    figure = label_figure(cm, classes=words.classes(rows), of=of, clicked=True, say=say_in_figure)
    return Figure("labels_chart", figure, words.labels_alt(cm))
