"""How sure is what the page says: the intervals of its sentence first, and below them which threshold is which."""

from __future__ import annotations

import math
from collections.abc import Iterator

import pandas as pd

from evalcore import costs
from evalcore.costs import CostInterval, OperatingRange
from evalcore.counts.reasons import no_probabilities
from evalcore.views.cost_answers import cost_answer
from ui.costs import assumptions, money, readings, span
from ui.costs.setting import CASES, CountedRows, Setting
from ui.live import bridge
from ui.session import computed, memory
from ui.shared import tables
from ui.shared.numbers import count, interval, number, share
from ui.shared.numbers import threshold as shown
from ui.shared.text import _, paragraph, remark, show_said_of


def headline(counted: CountedRows, t: float, setting: Setting) -> None:
    """Show the intervals of what the page's sentence says, and a table of all thresholds that are spoken of below."""
    found = money.rules(counted, t, setting)
    now, digits = found.current, cost_answer(found).digits
    paragraph(
        "At the present t = **{t}**, {n} cases cost **{cost}** {spread}.",
        t=shown(t, counted.written),
        n=count(CASES),
        cost=number(now.cost, digits),
        spread=interval(now.low, now.high, digits),
    )
    if setting.is_known:
        money.on_new_rows(counted, found, money.saving(counted, t, setting))
    if setting.is_known and not math.isnan(now.cost):
        _which(counted, t, setting, digits=digits)
    else:
        show_said_of(now)


def _which(counted: CountedRows, t: float, setting: Setting, *, digits: int) -> None:
    """Say which threshold is which, and what the cases cost at each."""
    lines, found = [], []
    for name, written, at in _thresholds(counted, t, setting):
        cost = _at(counted, at, setting)
        found.append(cost)
        lines.append((name, written, number(cost.cost, digits), interval(cost.low, cost.high, digits)))
    titles = [_("threshold"), "t", _("cost"), _("95% interval")]
    frame = pd.DataFrame(lines, columns=titles)
    if bridge.is_narrow():  # long names would push the numbers off the page
        frame = frame[[*titles[1:], titles[0]]]
    tables.show(frame, alt=_("Which threshold is which"))
    show_said_of(*found)
    remark("The intervals are of thresholds fixed beforehand, so too narrow for one that was chosen on these rows.")


def _thresholds(counted: CountedRows, t: float, setting: Setting) -> Iterator[tuple[str, str, float]]:
    """Yield the thresholds that stand on the page and below: what each is, how it is written, and its value."""
    yield _("present: where the handle stands"), shown(t, counted.written), t
    best = money.rules(counted, t, setting).best.threshold
    if not math.isnan(best):
        yield _("best on these rows, at your costs"), shown(best, counted.written), best
    conditions = span.chosen()
    if isinstance(conditions, OperatingRange):
        worst = readings.worst_in(counted, conditions)
        if worst.reason is None:
            yield _("least worst regret over the range below"), shown(worst.threshold, counted.written), worst.threshold
    elkan = assumptions.elkan(counted.binary, setting)
    if math.isfinite(elkan) and no_probabilities(computed.counts(counted.binary)) is None:
        # No score: it is written as where it is spoken of.
        yield _("from costs and prevalence alone, if scores are probabilities"), share(elkan), elkan


def _at(counted: CountedRows, t: float, setting: Setting) -> CostInterval:
    def make() -> CostInterval:
        return costs.threshold_cost_interval(counted.drawn_from, t, **setting.drawn_options)

    return memory.memo("cost at", counted.key, setting, t, make=make).times(CASES)
