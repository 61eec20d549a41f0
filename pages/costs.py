"""Costs: what each threshold costs under each condition, which is best, and how sure one may be."""

from __future__ import annotations

from functools import partial

from evalcore.figures.costs.figure import CONDITION_SLIDER
from ui.costs import below, controls, figure, hover, many_classes, moves, options, setting
from ui.costs.exercises import EXERCISES
from ui.frame import header, models, page
from ui.live import bridge, threshold
from ui.session import computed
from ui.session import costs as own_costs
from ui.shared.text import _

CHART = "costs_chart"

rows = header.binary_page(
    title=_("Costs"),
    sentence=_("Set what mistakes cost, then drag the threshold, or the condition it has to work under."),
    without_score=_("This model gives labels, so it is one line; the curves belong to the models with scores."),
)
FURTHER = [page.Section(None, many_classes.show)]
lead = models.lead(rows, topic="costs", exercises=EXERCISES, without_scores=FURTHER)
header.direction_note(lead)


def until_costs_are_set() -> None:
    own_costs.write_address(setting.default_prevalence(lead))
    page.end("costs", EXERCISES, FURTHER)


condition = controls.ask(lead, until_costs_are_set)
own_costs.write_address(setting.default_prevalence(lead))
chosen = options.ask(lead, condition)
counted = setting.counted_rows(lead, condition.replaces)
figure.notes(counted, condition, chosen)
scored = [setting.counted_rows(one, condition.replaces) for one in models.all_scored()]
table = computed.counts(lead)
t = threshold.value(table)
page.show(
    page.Figure(
        CHART,
        figure.figure(counted, t, condition, chosen)(look=bridge.look()),
        figure.alt(counted, t, condition),
        within=partial(hover.show, CHART),
    ),
    page.LiveThreshold(
        table,
        computed.best(lead),
        partial(below.at, counted=counted, models=scored, setting=condition, chosen=chosen),
        others={CONDITION_SLIDER: partial(moves.moved, setting=condition, by_prevalence=chosen.by_prevalence)},
    ),
    topic="costs",
    exercises=EXERCISES,
    further=FURTHER,
)
