"""What stands below the figure of costs: money at the threshold, folded parts, the figure as a file."""

from __future__ import annotations

from functools import partial

from ui.costs import assumptions, figure, formulas, readings
from ui.costs.controls import Priced, Setting
from ui.costs.figure import Options
from ui.frame.page import Below, Section
from ui.shared.downloads import Export
from ui.shared.text import _


def at(t: float, rows: Priced, models: list[Priced], setting: Setting, chosen: Options) -> Below:
    """Return what belongs to a threshold; `models` are all with a score, to be compared."""
    return Below(
        readings=partial(readings.money, rows, t, setting),
        sections=_sections(t, rows, models, setting),
        export=partial(_export, t, rows, setting, chosen),
    )


def _sections(t: float, rows: Priced, models: list[Priced], setting: Setting) -> list[Section]:
    compared = [Section(_("Models compared"), partial(readings.compare, models))]
    return [
        Section(_("How sure is the best threshold?"), partial(readings.how_sure, rows, setting)),
        Section(_("A threshold for a range of conditions"), partial(readings.worst_case, rows, setting)),
        Section(_("Areas under the cost curves"), partial(readings.areas, rows, t)),
        *(compared if len(models) > 1 else []),
        Section(_("Calibration, and the threshold from costs alone"), partial(_calibration, rows, setting)),
        Section(_("Decision curve"), partial(assumptions.decision, rows.rows, setting)),
        Section(_("Formulas with these numbers"), partial(_formulas, t, rows, setting)),
        Section(_("The envelope as a table"), partial(readings.table_csv, rows)),
    ]


def _calibration(rows: Priced, setting: Setting) -> None:
    assumptions.calibrated(rows.rows, setting)
    assumptions.row_by_row(rows, setting)


def _formulas(t: float, rows: Priced, setting: Setting) -> None:
    formulas.formulas(rows, t, setting)
    formulas.copies(setting)
    formulas.naming(setting)


def _export(t: float, rows: Priced, setting: Setting, chosen: Options) -> Export:
    return Export(
        label=_("Figure as HTML, its sliders included"),
        name="costs",
        title=f"{_('Costs')}: {rows.rows.model} ({rows.rows.positive})",
        caption=figure.caption(rows, t, setting),
        draw=figure.figure(rows, t, setting, chosen),
    )
