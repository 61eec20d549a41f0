"""ROC, P-R and DET: every threshold at once, models side by side, and how sure one may be of the areas."""

from __future__ import annotations

from functools import partial

from ui.curves import below, controls, figure, notes
from ui.curves.exercises import EXERCISES
from ui.curves.words import alt
from ui.frame import header, models, page
from ui.live import bridge, threshold
from ui.session import computed
from ui.shared.text import _

rows = header.binary_page(
    title=_("ROC and P-R curves"),
    sentence=_("Each point is a threshold: drag it, or click a point to take it."),
    without_score=_("This model gives labels, so it is one point; the curves belong to the models with scores."),
)
lead = models.lead(rows, topic="curves", exercises=EXERCISES)
header.direction_note(lead)
chosen, scored, table = controls.options(lead), models.all_scored(), computed.counts(lead)
t = threshold.value(table)
page.show(
    page.Figure(
        "curves_chart",
        figure.figure(lead, t, chosen)(look=bridge.look()),
        alt(lead, t, chosen, figure.drawn(lead, chosen.prevalence)),
        notes=partial(notes.show, lead, chosen),
    ),
    page.LiveThreshold(table, computed.best(lead), partial(below.at, rows=lead, models=scored, chosen=chosen)),
    topic="curves",
    exercises=EXERCISES,
    further=below.always(lead),
)
