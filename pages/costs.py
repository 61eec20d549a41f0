"""Costs: what each threshold costs under each condition, which is best, and how sure one may be."""

from __future__ import annotations

import streamlit as st

from ui import charts, class_costs, cost_readings, costs, curves, export, frame, state, teaching, threshold
from ui.text import _

CHART = "costs_chart"

rows = frame.binary_page(
    title=_("Costs"),
    sentence=_("Set what mistakes cost, then drag the threshold, or the condition it has to work under."),
    without_score=_("This model gives labels, so it is one line; the curves belong to the models with scores."),
)
lead = curves.lead(rows, "costs", class_costs.show)
frame.direction_note(lead)
setting, models, table = costs.ask(lead), curves.all_scored(), state.counts(lead)
ways = costs.options()
t = threshold.value(table)


def after_release(t: float) -> None:
    cm = table.at(t)
    cost_readings.money(lead, t, setting)
    with st.expander(_("How sure is the best threshold?")):
        cost_readings.how_sure(lead, setting)
    with st.expander(_("A threshold for a range of conditions")):
        cost_readings.worst_case(lead, setting)
    with st.expander(_("Areas under the cost curves")):
        cost_readings.areas(lead, t)
    if len(models) > 1:
        with st.expander(_("Models compared")):
            cost_readings.compare(models)
    with st.expander(_("Calibration, and the threshold from costs alone")):
        cost_readings.calibrated(lead, setting)
    with st.expander(_("Decision curve")):
        cost_readings.decision(lead, setting)
    with st.expander(_("Formulas with these numbers")):
        cost_readings.formulas(cm, setting)
        cost_readings.copies(setting)
        cost_readings.naming(setting)
    with st.expander(_("The envelope as a table")):
        cost_readings.table_csv(lead)
    title = f"{_('Costs')}: {lead.model} ({lead.positive})"
    said, draw = costs.alt(lead, t, setting), costs.figure(lead, t, setting, ways)
    st.download_button(
        _("Figure as HTML, its sliders included"),
        lambda: export.html_page(draw(), title=title, caption=said),
        file_name="costs.html",
        mime="text/html",
        icon=":material/download:",
        on_click="ignore",
    )
    state.write_threshold(threshold.default(table))


draw = costs.figure(lead, t, setting, ways)
charts.chart(draw(narrow=threshold.is_narrow()), key=CHART, alt=costs.alt(lead, t, setting))
threshold.follow(table, chart_key=CHART, best=state.best(lead), then=after_release, moved=costs.moved, dual=True)
state.write_costs(costs.default_prevalence(lead))
class_costs.show()
teaching.show("costs")
