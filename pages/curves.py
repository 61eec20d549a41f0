"""ROC, P-R and DET: every threshold at once, models side by side, and how sure one may be of the areas."""

from __future__ import annotations

import streamlit as st

from evalcore.views.threshold import default_threshold
from ui.curves import figure as curves
from ui.curves import notes as curve_notes
from ui.curves import readings as curve_readings
from ui.curves.exercises import EXERCISES
from ui.frame import header as frame
from ui.frame import models as models_of
from ui.frame import teaching
from ui.live import bridge, threshold, words
from ui.session import address, computed, loaded
from ui.shared import charts
from ui.shared import downloads as export
from ui.shared.text import _

CHART = "curves_chart"

rows = frame.binary_page(
    title=_("ROC and P-R curves"),
    sentence=_("Each point is a threshold: drag it, or click a point to take it."),
    without_score=_("This model gives labels, so it is one point; the curves belong to the models with scores."),
)
lead = models_of.lead(rows, "curves", EXERCISES)


def after_release(t: float) -> None:
    cm = table.at(t)
    curve_readings.at_point(lead, cm, chosen.show)
    with st.expander(_("Areas and special points")):
        curve_readings.areas(lead)
    if len(models) > 1:
        with st.expander(_("Models compared")):
            curve_readings.compare(models)
    with st.expander(_("Formulas with these numbers")):
        curve_readings.formulas(lead, cm)
    title = f"{_('ROC and P-R curves')}: {lead.model} ({lead.positive})"
    said, draw = f"{words.source(lead)} {curves.alt(lead, t, chosen)}", curves.figure(lead, t, chosen)
    st.download_button(
        _("Figure as HTML, its slider included"),
        lambda: export.html_page(draw(), title=title, caption=said),
        file_name="curves.html",
        mime="text/html",
        icon=":material/download:",
        on_click="ignore",
    )
    address.write_choice(threshold.CHOICE, default=default_threshold(table))


frame.direction_note(lead)
chosen, models, table = curves.options(lead), models_of.all_scored(), computed.counts(lead)
t = threshold.value(table)
draw = curves.figure(lead, t, chosen)
charts.chart(draw(narrow=bridge.is_narrow()), key=CHART, alt=curves.alt(lead, t, chosen))
curve_notes.show(lead, chosen)
threshold.follow(table, chart_key=CHART, best=computed.best(lead), then=after_release)
if loaded.current().predictions.task == "multiclass":
    with st.expander(_("All classes at once")):
        curve_readings.many_classes(lead)
# Weighted rows are not one step or one cell each.
if lead.weight is None:
    small = lead.y_true.size <= curve_readings.SMALL
    with st.expander(_("See the curve grow, and its pairs") if small else _("The pairs behind the area")):
        curve_readings.grow(lead, words.curves(lead))
teaching.show("curves", EXERCISES)
