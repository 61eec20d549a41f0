"""Costs: what each threshold costs under each condition, which is best, and how sure one may be."""

from __future__ import annotations

from functools import partial

from ui.costs import below, controls, figure, many_classes, moves
from ui.costs.exercises import EXERCISES
from ui.frame import header, models, page
from ui.live import threshold
from ui.session import state
from ui.shared.text import _

rows = header.binary_page(
    title=_("Costs"),
    sentence=_("Set what mistakes cost, then drag the threshold, or the condition it has to work under."),
    without_score=_("This model gives labels, so it is one line; the curves belong to the models with scores."),
)
FURTHER = [page.Section(None, many_classes.show)]
lead = models.lead(rows, topic="costs", exercises=EXERCISES, without_scores=FURTHER)
header.direction_note(lead)


def until_costs_are_set() -> None:
    state.write_costs(controls.default_prevalence(lead))
    page.end("costs", EXERCISES, FURTHER)


setting = controls.ask(lead, until_costs_are_set)
state.write_costs(controls.default_prevalence(lead))
chosen = figure.options(lead, setting)
priced = controls.priced(lead, setting.replaces)
figure.notes(priced, setting, chosen)
scored = [controls.priced(one, setting.replaces) for one in models.all_scored()]
table = state.counts(lead)
t = threshold.value(table)
page.show(
    page.Figure(
        "costs_chart",
        figure.figure(priced, t, setting, chosen)(narrow=threshold.is_narrow()),
        figure.alt(priced, t, setting),
    ),
    page.LiveThreshold(
        table,
        state.best(lead),
        partial(below.at, rows=priced, models=scored, setting=setting, chosen=chosen),
        moved=partial(moves.moved, setting=setting, by_prevalence=chosen.by_prevalence),
        dual=True,
    ),
    topic="costs",
    exercises=EXERCISES,
    further=FURTHER,
)
