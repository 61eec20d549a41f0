"""Costs: what each threshold costs under each condition, which is best, and how sure one may be."""

from __future__ import annotations

from functools import partial

import streamlit as st

from evalcore.figures.costs.figure import CONDITION_SLIDER
from evalcore.views.threshold import default_threshold
from ui.costs import assumptions as cost_assumptions
from ui.costs import controls as cost_setting
from ui.costs import figure as costs
from ui.costs import formulas as cost_formulas
from ui.costs import hover
from ui.costs import many_classes as class_costs
from ui.costs import money as cost_money
from ui.costs import moves as cost_moves
from ui.costs import options as cost_options
from ui.costs import readings as cost_readings
from ui.costs import setting as cost_rows
from ui.costs import span as cost_span
from ui.costs.exercises import EXERCISES
from ui.frame import header as frame
from ui.frame import models as models_of
from ui.frame import teaching
from ui.live import bridge, threshold
from ui.session import address, computed
from ui.session import costs as own_costs
from ui.shared import charts
from ui.shared import downloads as export
from ui.shared.text import _

CHART = "costs_chart"

rows = frame.binary_page(
    title=_("Costs"),
    sentence=_("Set what mistakes cost, then drag the threshold, or the condition it has to work under."),
    without_score=_("This model gives labels, so it is one line; the curves belong to the models with scores."),
)
lead = models_of.lead(rows, "costs", EXERCISES, class_costs.show)
frame.direction_note(lead)


def besides() -> None:
    own_costs.write_address(cost_rows.default_prevalence(lead))
    class_costs.show()
    teaching.show("costs", EXERCISES)


setting = cost_setting.ask(lead, besides)
chosen = cost_options.ask(lead, setting)
counted = cost_rows.counted_rows(lead, setting.replaces)
costs.notes(counted, setting, chosen)
models = [cost_rows.counted_rows(one, setting.replaces) for one in models_of.all_scored()]
table = computed.counts(lead)
t = threshold.value(table)


def after_release(t: float) -> None:
    cost_money.money(counted, t, setting)
    with st.expander(_("How sure is the best threshold?")):
        if cost_setting.resampling():
            cost_readings.how_sure(counted, setting)
    with st.expander(_("A threshold for a range of conditions")):
        span = cost_span.ask(setting)
        if span is not None:
            cost_readings.worst_case(counted, span)
    with st.expander(_("Areas under the cost curves")):
        cost_readings.areas(counted, t)
    if len(models) > 1:
        with st.expander(_("Models compared")):
            cost_readings.compare(models)
    with st.expander(_("Calibration, and the threshold from costs alone")):
        cost_assumptions.calibrated(lead, setting)
        cost_assumptions.row_by_row(counted, setting)
    with st.expander(_("Decision curve")):
        cost_assumptions.decision(lead, setting)
    with st.expander(_("Formulas with these numbers")):
        cost_formulas.formulas(counted, t, setting)
        cost_formulas.copies(setting)
        cost_formulas.naming(setting, cost_setting.naming())
    with st.expander(_("The envelope as a table")):
        cost_readings.envelope(counted)
    title = f"{_('Costs')}: {lead.model} ({lead.positive})"
    said, draw = costs.caption(counted, t, setting), costs.figure(counted, t, setting, chosen)
    st.download_button(
        _("Figure as HTML, its sliders included"),
        lambda: export.html_page(draw(), title=title, caption=said),
        file_name="costs.html",
        mime="text/html",
        icon=":material/download:",
        on_click="ignore",
    )
    address.write_choice(threshold.CHOICE, default=default_threshold(table))


draw = costs.figure(counted, t, setting, chosen)
with st.container(gap=None):
    charts.chart(draw(narrow=bridge.is_narrow()), key=CHART, alt=costs.alt(counted, t, setting))
    hover.show(CHART)
moved = partial(cost_moves.moved, setting=setting, by_prevalence=chosen.by_prevalence)
threshold.follow(table, chart_key=CHART, best=computed.best(lead), then=after_release, others={CONDITION_SLIDER: moved})
besides()
