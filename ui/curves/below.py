"""What stands below the figure of curves: readings of the threshold, folded parts, the figure as a file."""

from __future__ import annotations

from functools import partial

from evalcore.predictions import BinaryView
from ui.curves import areas, comparison, figure, formulas, many_classes, pairs, readings
from ui.curves.controls import Options
from ui.curves.words import alt
from ui.frame.page import Below, Section, all_classes
from ui.live import words
from ui.session import computed
from ui.shared.downloads import Export
from ui.shared.text import _


def at(t: float, rows: BinaryView, models: list[BinaryView], chosen: Options) -> Below:
    """Return what belongs to a threshold."""
    cm = computed.counts(rows).at(t)
    compared = [Section(_("Models compared"), partial(comparison.show, models))]
    return Below(
        readings=partial(readings.at_point, rows, cm, chosen.show),
        sections=[
            Section(_("Areas and special points"), partial(areas.show, rows)),
            *(compared if len(models) > 1 else []),
            Section(_("Formulas with these numbers"), partial(formulas.show, rows, cm)),
        ],
        export=partial(_export, t, rows, chosen),
    )


def _export(t: float, rows: BinaryView, chosen: Options) -> Export:
    said = alt(rows, t, chosen, figure.drawn(rows, chosen.prevalence))
    return Export(
        label=_("Figure as HTML, its slider included"),
        name="curves",
        title=f"{_('ROC and P-R curves')}: {rows.model} ({rows.positive})",
        caption=f"{words.source(rows)} {said}",
        draw=figure.figure(rows, t, chosen),
    )


def always(rows: BinaryView) -> list[Section]:
    """Return what no threshold changes: all classes, and the pairs; weighted rows are not one step or one cell each."""
    of_pairs = [Section(pairs.title(rows), partial(pairs.show, rows))]
    return [*all_classes(partial(many_classes.show, rows)), *(of_pairs if rows.weight is None else [])]
