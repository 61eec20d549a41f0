"""What the figures of this page draw, as tables."""

from __future__ import annotations

from evalcore import costs, metrics
from evalcore.views.cost_answers import cost_answer
from ui.costs import figure, money, scores
from ui.costs.options import Options
from ui.costs.setting import CountedRows, Setting, counted_rows
from ui.frame import models
from ui.frame.figure_tables import FigureTable, course, thresholds
from ui.shared.numbers import interval, number
from ui.shared.numbers import threshold as shown
from ui.shared.text import _


def of_scores(counted: CountedRows, t: float, setting: Setting) -> list[FigureTable]:
    """Return what 1,000 cases cost by each rule, and at steps of the threshold."""
    steps, found = figure.view_at(counted, t).steps, money.rules(counted, t, setting)
    digits = cost_answer(found).digits
    along = scores.along(counted, t, setting)
    cost = _("cost of 1,000 cases")
    at_steps = course(
        _("Cost against the threshold"),
        (_("threshold t"), thresholds(steps)),
        {cost: [one.cost for one in along]},
        here=steps.nearest(t),
        write=lambda value: number(value, digits),
    )
    named = money.named(counted, found, setting)
    rules = {
        _("rule"): [name for name, _rule in named],
        cost: [number(rule.cost, digits) for _name, rule in named],
        _("95% interval"): [interval(rule.low, rule.high, digits) for _name, rule in named],
    }
    return [FigureTable(_("Cost by each rule"), rules), at_steps]


def of_planes(counted: CountedRows, t: float, setting: Setting, chosen: Options) -> list[FigureTable]:
    """Return the envelopes and the line of the threshold under even conditions, and the rules."""
    plane = figure.plane(counted, t, setting, chosen)
    x = setting.condition if setting.is_known else figure.EVEN
    at, cm = figure.conditions_of(counted, x, plane), counted.counts.at(t)
    held = costs.normalized_cost(metrics.fpr(cm), metrics.fnr(cm), at.x)
    scored = [counted_rows(one, setting.replaces) for one in models.all_scored()]
    envelopes = [
        (_("{model}, best threshold", model=one.binary.model), plane.up(at.x, figure.curve(one).envelope.at(at.x)))
        for one in scored
    ]
    in_shares = plane.ratio is None
    digits = 3 if in_shares else cost_answer(money.rules(counted, t, setting)).digits
    lines = [(_("at t = {t}", t=shown(t, counted.written)), plane.up(at.x, held)), *envelopes]
    title = _("Normalised cost by P(+)cost") if in_shares else _("Cost of 1,000 cases by prevalence")
    across = _("P(+)cost") if in_shares else _("prevalence")
    places = [number(place) for place in plane.across(at.x).tolist()]
    best = course(title, (across, places), lines, here=at.nearest(x), write=lambda value: number(value, digits))
    return [best, *of_scores(counted, t, setting)]
