"""What is wished of the threshold: best of which number, while which other holds, or within so many alerts a day."""

from __future__ import annotations

import math
from typing import Any, Final, NamedTuple

import streamlit as st

from evalcore.counts import SourcedView
from evalcore.decisions import Wish
from evalcore.decisions.wish import COST, SAME_AT_ALL, Condition
from evalcore.metrics import METRICS
from evalcore.predictions import BinaryView
from evalcore.views.threshold import none_positive
from ui.live import chosen_by, chosen_here, chosen_where, threshold
from ui.live.chosen_by import By
from ui.session import chosen_on, computed, exact, loaded, looked_at, sides
from ui.session import costs as own_costs
from ui.session.chosen_on import FOLDS
from ui.shared import controls
from ui.shared.numbers import count
from ui.shared.numbers import threshold as shown
from ui.shared.text import N_, _, remark, say

# F-beta with beta = 1 is F1, and what no threshold changes nobody can wish.
NAMES: Final = tuple(name for name in METRICS if name not in (*SAME_AT_ALL, "f_beta"))
_OPEN: Final = "choose_t"
NOTHING, ALERTS = "", "alerts"
_SIDES: Final = {"least": N_("at least"), "most": N_("at most")}
_BEST, _HELD, _AND, _SIDE, _BOUND, _ALERTS, _DAY = (
    f"wish_{one}" for one in ("best", "held", "and", "side", "bound", "alerts", "day")
)
# The bound that is proposed, and the alerts.
_HIGH, _LOW, _MANY = 0.9, 0.1, 50


class _Start(NamedTuple):
    """What the fields show before anybody has touched them."""

    best: str = "precision"
    held: str = "recall"
    also: str = NOTHING
    conditions: tuple[Condition, ...] = ()
    alerts: int = _MANY
    day: int | None = None


def show(rows: BinaryView) -> None:
    """Offer to choose the threshold by a wish; out of sight nothing is computed."""
    box = st.popover(_("Choose the threshold"), icon=":material/target:", key=_OPEN, on_change="rerun")
    if box.open:
        with box:
            chosen_where.ask(rows)
            _usual_wishes(rows)
            wish = _asked(rows, _start(rows))
            first = sides.first(rows)
            with st.container(key="guessed_wish", gap="xsmall"):
                _offer(rows, first, wish)
            if isinstance(rows, SourcedView):
                _between(rows, wish)
            if first is None and chosen_on.asked().kind != FOLDS:
                remark("What is best or just holds on these rows is mostly worse on new ones: report it on others.")


def _between(rows: SourcedView, wish: Wish) -> None:
    """Say how much better a score between the thresholds of a source might do, and offer to ask."""
    refused = exact.BEST.refusal()
    if refused is not None:
        st.error(say(refused), icon=":material/error:")
    found, n = exact.possibly_best(rows, wish), count(rows.grouped.n_thresholds)
    if found.is_exact:
        remark("The counts are exact at {n} thresholds, and no score between them does better.", n=n)
        return
    if wish.best in METRICS and math.isfinite(found.low):
        remark(
            "Best of the {n} thresholds at which the counts are exact: {metric} {low}; between them {high} may be "
            "possible.",
            n=n,
            metric=chosen_by.title(wish.best),
            low=f"{found.low:.7g}",  # they often differ in the last digits only
            high=f"{found.high:.7g}",
        )
    else:
        remark("Best of the {n} thresholds at which the counts are exact; a score between them may do better.", n=n)
    if exact.BEST.run is not None:
        exact.BEST.watch(exact.told)
    elif exact.can_ask(rows, exact.BEST):
        label = _("Ask exactly: {rows} rows are read again", rows=count(found.n_rows))
        st.button(label, key="best_exactly", icon=":material/database:", on_click=exact.ask_best, args=(rows, wish))


def _start(rows: BinaryView) -> _Start:
    """Return the wish the threshold was chosen by, so far as the fields can show it."""
    by = chosen_here.taken_by(rows, sides.first(rows))
    # One that was chosen for another model is wished again for this one.
    if by is None and (of_model := chosen_here.for_other_model(rows)) is not None:
        by = of_model[1]
    wish = None if by is None else by.wish
    if wish is None:
        return _Start()
    conditions = tuple(held for held in wish.conditions if held.name in NAMES)
    names = [one.name for one in conditions]
    if isinstance(wish.alerts, int):
        names.append(ALERTS)
    held, also = (*names, NOTHING, NOTHING)[:2]
    alerts = wish.alerts if isinstance(wish.alerts, int) else _MANY
    return _Start(wish.best or ALERTS, held, also, conditions, alerts, wish.rows_a_day)


def _usual_wishes(rows: BinaryView) -> None:
    """Offer what is mostly wished, a click each; the fields below then say it and can be changed."""
    usual = {
        "recall": (_("recall at least {bound}", bound=_HIGH), "precision", "recall"),
        "f1": (_("best F1"), "f1", NOTHING),
        "alerts": (_("{n} alerts a day", n=_MANY), ALERTS, ALERTS),
    }
    if own_costs.condition(rows) is not None:
        usual["cost"] = (_("least cost"), COST, NOTHING)
    with st.container(horizontal=True, gap="xsmall", key="usual_wishes"):
        for name, (label, best, held) in usual.items():
            st.button(label, key=f"usual_{name}", on_click=_fill, args=(best, held))


def _fill(best: str, held: str) -> None:
    """Have the fields say a wish, with the bound that is usual; what a day brings stays."""
    now = st.session_state
    now[_BEST], now[_HELD], now[_AND] = best, held, NOTHING
    if best == ALERTS:
        now[_ALERTS] = _MANY
    elif held != NOTHING:
        now[f"{_SIDE}_{held}"], now[f"{_BOUND}_{held}"] = _usual(held)


def _asked(rows: BinaryView, start: _Start) -> Wish:
    """Ask what is to be best and what is to hold."""
    costs = own_costs.condition(rows)
    with st.container(horizontal=True, gap="xsmall", vertical_alignment="bottom"):
        best = _one_of(_("Best"), _BEST, (*NAMES, *(() if costs is None else (COST,)), ALERTS), start.best)
        held = ALERTS if best == ALERTS else _one_of(_("while"), _HELD, (NOTHING, *NAMES, ALERTS), start.held)
        _hold(held, start)
    if best != ALERTS and held != NOTHING:
        left = tuple(name for name in (NOTHING, *NAMES, ALERTS) if name != held)
        with st.container(horizontal=True, gap="xsmall", vertical_alignment="bottom"):
            _hold(_one_of(_("and"), _AND, left, start.also), start)
    return _in_fields(rows)


def _hold(held: str, start: _Start) -> None:
    """Ask for the bound of what is held."""
    if held == ALERTS:
        _alerts(start)
    elif held != NOTHING:
        _bound(held, next((one for one in start.conditions if one.name == held), None))


def _in_fields(rows: BinaryView) -> Wish:
    """Return what the fields say now, also where one of them has just been changed and is not drawn anew yet."""
    now, costs = st.session_state, own_costs.condition(rows)
    best = now[_BEST]
    held = ALERTS if best == ALERTS else now.get(_HELD, NOTHING)
    also = NOTHING if best == ALERTS or held == NOTHING else now.get(_AND, NOTHING)
    options: dict[str, Any] = {"at_least": {}, "at_most": {}}
    for one in dict.fromkeys((held, also)):
        if one == ALERTS:
            day = now.get(_DAY)
            options |= {"alerts": int(now.get(_ALERTS, _MANY)), "rows_a_day": None if day is None else int(day)}
        elif one != NOTHING:
            side, bound = _usual(one)
            side, bound = now.get(f"{_SIDE}_{one}", side), now.get(f"{_BOUND}_{one}", bound)
            options["at_least" if side == "least" else "at_most"][one] = float(bound)
    if best == COST and costs is not None:
        return Wish(COST, costs=costs[0], prevalence=costs[1], **options)
    return Wish("" if best == ALERTS else NAMES[0] if best == COST else best, **options)


def _usual(held: str) -> tuple[str, float]:
    """Return which bound of a metric is proposed, and on which side."""
    return ("most", _LOW) if METRICS[held].smaller_is_better else ("least", _HIGH)


def _one_of(label: str, key: str, names: tuple[str, ...], first: str) -> str:
    """Ask for a metric, or for what stands beside the metrics."""
    controls.seed(key, first)
    if st.session_state[key] not in names:  # costs that are not set any more
        st.session_state[key] = names[0]
    said = {NOTHING: _("(nothing else)"), ALERTS: _("rows predicted positive"), COST: _("cost")}
    return st.selectbox(
        label,
        names,
        format_func=lambda name: said[name] if name in said else chosen_by.title(name),
        key=key,
        persist_state="session",
        width=190,
    )


def _bound(held: str, known: Condition | None) -> None:
    """Ask how much of a metric there must be, at least or at most; each metric keeps its own bound."""
    metric = METRICS[held]
    usual_side, usual = _usual(held)
    _side(held, usual_side if known is None else "least" if known.is_least else "most")
    key = f"{_BOUND}_{held}"
    bound = usual if known is None else known.bound
    controls.seed(key, controls.fitted(bound, metric.lowest, metric.highest, digits=6))
    st.number_input(
        _("bound"),
        min_value=metric.lowest,
        max_value=metric.highest,
        step=0.01,
        format="%.6g",
        key=key,
        persist_state="session",
        width=110,
    )


def _side(held: str, first: str) -> None:
    """Ask whether a bound is the least or the most."""
    key = f"{_SIDE}_{held}"
    controls.seed(key, first)
    st.selectbox(
        _("must be"),
        list(_SIDES),
        format_func=lambda side: _(_SIDES[side]),
        key=key,
        persist_state="session",
        width=110,
    )


def _alerts(start: _Start) -> None:
    """Ask how many rows may be predicted positive, and of how many a day; without these they are of the rows here."""
    controls.seed(_ALERTS, start.alerts)
    controls.seed(_DAY, start.day)
    st.number_input(_("at most"), min_value=0, step=1, key=_ALERTS, persist_state="session", width=110)
    st.number_input(
        _("of rows a day"),
        value=None,
        min_value=1,
        step=1,
        key=_DAY,
        persist_state="session",
        width=140,
        placeholder=_("all here"),
        help=_(
            "How many rows come in a day: as large a share of the rows here is then predicted positive. Left empty, "
            "the rows here are those of one day."
        ),
    )


def _take(model: str, positive: str) -> None:
    """Take the threshold that does what the fields say now, and leave the figure to be seen; called from a button."""
    reported = loaded.binary(model, positive, of=looked_at.predictions())
    first, wish = sides.first(reported), _in_fields(reported)
    at = _taken(reported, first, wish)
    if at is not None:
        threshold.choose(at, (first or reported).key, By(wish))
        st.session_state[_OPEN] = False


def _taken(reported: BinaryView, first: BinaryView | None, wish: Wish) -> float | None:
    """Return the threshold that does what is wished, else the nearest; None where there is neither.

    It is the short number that button, field and page say: it decides the same on the rows it is chosen on, and on
    those it is reported on.
    """
    found, _n = computed.wished(first or reported, wish)
    taken = found if found.reached else found.nearest
    if taken is None:
        return None
    if math.isfinite(taken.threshold):
        if isinstance(reported, SourcedView):  # counted at some thresholds only, of which another number is none
            return taken.threshold
        tables = (computed.counts(rows) for rows in (first, reported) if rows is not None)
        return threshold.short(taken.threshold, *tables)
    # +inf, where nothing is predicted positive, is shown as the readable number above every score.
    return max(none_positive(computed.counts(rows)) for rows in (first or reported, reported))


def _offer(reported: BinaryView, first: BinaryView | None, wish: Wish) -> None:
    """Offer the threshold that does what is wished, else the nearest, each with what it is worth.

    Where it is chosen on the rows that come `first`, nothing is to be corrected: what is left elsewhere will be read.
    """
    rows = reported if first is None else first
    (found, n_tied), table = computed.wished(rows, wish), computed.counts(rows)
    if found.reason is not None:
        st.caption(say(found.reason))
    at = _taken(reported, first, wish)
    if at is None:
        return
    here = {"t": shown(at, table), "values": chosen_by.values(wish, table.at(at))}
    label = _("Take t = {t}: {values}", **here) if found.reached else _("Take the nearest, t = {t}: {values}", **here)
    st.button(label, key="take_wish", on_click=_take, args=(reported.model, reported.positive), width="stretch")
    if found.nearest is not None:
        st.caption(_("It misses the wish: {missed}.", missed=chosen_here.missed(found.nearest)))
        return
    if first is None:
        st.caption(chosen_here.expected(rows, wish))
    if n_tied > 1:
        remark(
            "{n} thresholds tie; the highest is taken, unless a lower one finds more for the same false alarms.",
            n=n_tied,
        )
