"""What stands in the sections of the page of curves: its answer, the figure, what stands in the tabs, the file."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial

from evalcore.counts import SourcedView
from evalcore.figures.live.motion import THRESHOLD
from evalcore.predictions import BinaryView
from ui.curves import (
    areas,
    as_tables,
    comparison,
    controls,
    corners,
    figure,
    formulas,
    many_classes,
    notes,
    pairs,
    point_models,
    precision_recall,
    readings,
    stepwise,
    words,
)
from ui.curves.controls import Options
from ui.frame import classes, groups, models, point_rows, sides, two_models
from ui.frame.page import Answer, Export, Figure, Sections, Tab, needed
from ui.live import bridge, carrying
from ui.live import words as live_words
from ui.session import computed, loaded
from ui.session import costs as own_costs
from ui.shared.text import _, sentences

CHART = "curves_chart"


def of(rows: BinaryView) -> Sections:
    """Return the sections for what the controls are set to."""
    controls.row()
    chosen = controls.chosen(rows)
    of_cost = own_costs.mistakes(rows) if chosen.iso == "cost" else None
    own_costs.write_mistakes(shown=of_cost is not None)
    return Sections(
        figure=partial(_figure, rows, chosen),
        figure_tables=lambda t: as_tables.of_curves(rows, needed(t), chosen),
        of=(*rows.key, *loaded.models(), chosen, of_cost, carrying.behind_what(rows)),
        picks=point_rows.picks(rows) | point_models.picks(rows),
        beside_threshold=partial(point_rows.offer, rows),
        answer=lambda t: Answer(words.answer(_ranking(rows), rows, needed(t), chosen.show)),
        tabs=partial(_tabs, rows, chosen),
        options=partial(controls.options, rows),
        export=partial(_export, rows, chosen),
        table=lambda _t: readings.thresholds_file(rows),
        next_row=None if rows.weight is not None else stepwise.place(rows),
        moving=readings.moving(rows),
        says={THRESHOLD: _held(rows, chosen)},
        sure=lambda t: readings.in_line(rows, needed(t), figure.areas(rows)),
        scenes={
            **({"steps": partial(stepwise.alone, rows)} if stepwise.can_grow(rows) else {}),
            "pairs": partial(pairs.alone, rows),
            "precision_recall": partial(precision_recall.alone, chosen.baseline),
        },
        stages={} if isinstance(rows, SourcedView) else {"pairs": pairs.stages(rows)},
    )


def of_labels(rows: BinaryView) -> Sections:
    """Return the sections where no model has a score."""
    return models.points_of_labels(rows, words.of_labels(rows, computed.matrix(rows)))


def _ranking(rows: BinaryView) -> words.Ranking:
    return words.ranking(models.all_scored(), rows.model)


def _held(rows: BinaryView, chosen: Options) -> Callable[[str], str]:
    """Return the answer at a step of the handle, of which the ranking is the same at all of them."""

    @cache
    def ranking() -> words.Ranking:
        return _ranking(rows)

    return lambda step: words.answer(ranking(), rows, float(step), chosen.show)


def _figure(rows: BinaryView, chosen: Options, t: float | None) -> Figure:
    at, look = needed(t), bridge.look()
    told = words.told(models.all_scored(), rows.model) if look.alone else ""
    clicked = point_rows.are_elsewhere(rows) and not look.alone
    return Figure(
        CHART,
        figure.figure(rows, at, chosen, told=told)(look=look, clicked=clicked, chooses=bool(point_models.picks(rows))),
        lambda now: _alt(rows, needed(now), chosen),
        notes=partial(notes.show, rows, chosen),
    )


def _alt(rows: BinaryView, t: float, chosen: Options) -> str:
    others = [figure.drawn(one, chosen.prevalence) for one in models.all_scored() if one.model != rows.model]
    return words.alt(rows, t, chosen, figure.drawn(rows, chosen.prevalence), others)


def _tabs(rows: BinaryView, chosen: Options, t: float | None) -> list[Tab]:
    at, scored = needed(t), models.all_scored()
    cm, apart = computed.counts(rows).at(at), words.rank_apart(scored, rows.model)
    several = [Tab("compare", partial(comparison.show, apart, scored), title=_("Models compared"))]
    one_by_one = [Tab("formulas", partial(formulas.pairs_one_by_one, rows), title=_("The pairs, one by one"))]
    # Weighted rows are not one step or one cell each.
    of_pairs = [Tab("learn", partial(pairs.show, rows), title=pairs.title(rows))]
    return [
        Tab("readings", partial(readings.at_point, rows, at, chosen.show)),
        *sides.both(rows, t),
        *sides.folds(rows, t),
        Tab("readings", partial(areas.show, rows), title=_("Areas and special points")),
        *groups.tab(rows, at, partial(groups.known_costs, rows)),
        *(several if len(apart) > 1 else []),
        *two_models.tab(words.to_test(scored, rows.model)),
        *classes.all_at_once(partial(many_classes.show, rows)),
        Tab("formulas", partial(formulas.show, rows, cm)),
        *(one_by_one if formulas.can_write_pairs(rows) else []),
        Tab("formulas", partial(formulas.integral, rows), title=_("The area as an integral, step by step")),
        Tab("formulas", partial(corners.show, rows), title=_("The four special points of the ROC plane")),
        *(of_pairs if rows.weight is None else []),
    ]


def _export(rows: BinaryView, chosen: Options, t: float | None) -> Export:
    at = needed(t)
    said = _alt(rows, at, chosen)
    return Export(
        label=_("Figure as HTML, its handle included"),
        name="curves",
        title=live_words.export_title(_("ROC and P-R curves"), rows),
        caption=sentences(said, carrying.in_file(rows, t)),
        draw=figure.figure(rows, at, chosen),
        about=live_words.about_file(rows, t),
    )
