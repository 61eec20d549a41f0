"""What stands below the figure of costs: money at the threshold, folded parts, the figure as a file."""

from __future__ import annotations

from functools import partial

from ui.costs import assumptions, controls, figure, formulas, money, readings, span
from ui.costs.options import Options
from ui.costs.setting import CountedRows, Setting
from ui.frame.page import Below, Section
from ui.shared.downloads import Export
from ui.shared.text import _


def at(t: float, counted: CountedRows, models: list[CountedRows], setting: Setting, chosen: Options) -> Below:
    """Return what belongs to a threshold; `models` are all with a score, to be compared."""
    return Below(
        readings=partial(money.money, counted, t, setting),
        sections=_sections(t, counted, models, setting),
        export=partial(_export, t, counted, setting, chosen),
    )


def _sections(t: float, counted: CountedRows, models: list[CountedRows], setting: Setting) -> list[Section]:
    compared = [Section(_("Models compared"), partial(readings.compare, models))]
    return [
        Section(_("How sure is the best threshold?"), partial(_how_sure, counted, setting)),
        Section(_("A threshold for a range of conditions"), partial(_worst_case, counted, setting)),
        Section(_("Areas under the cost curves"), partial(readings.areas, counted, t)),
        *(compared if len(models) > 1 else []),
        Section(_("Calibration, and the threshold from costs alone"), partial(_calibration, counted, setting)),
        Section(_("Decision curve"), partial(assumptions.decision, counted.binary, setting)),
        Section(_("Formulas with these numbers"), partial(_formulas, t, counted, setting)),
        Section(_("The envelope as a table"), partial(readings.envelope, counted)),
    ]


def _how_sure(counted: CountedRows, setting: Setting) -> None:
    if controls.resampling():
        readings.how_sure(counted, setting)


def _worst_case(counted: CountedRows, setting: Setting) -> None:
    conditions = span.ask(setting)
    if conditions is not None:
        readings.worst_case(counted, conditions)


def _calibration(counted: CountedRows, setting: Setting) -> None:
    assumptions.calibrated(counted.binary, setting)
    assumptions.row_by_row(counted, setting)


def _formulas(t: float, counted: CountedRows, setting: Setting) -> None:
    formulas.formulas(counted, t, setting)
    formulas.copies(setting)
    formulas.naming(setting, controls.naming())


def _export(t: float, counted: CountedRows, setting: Setting, chosen: Options) -> Export:
    return Export(
        label=_("Figure as HTML, its sliders included"),
        name="costs",
        title=f"{_('Costs')}: {counted.binary.model} ({counted.binary.positive})",
        caption=figure.caption(counted, t, setting),
        draw=figure.figure(counted, t, setting, chosen),
    )
