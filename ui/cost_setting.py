"""What the page of costs asks for: costs, the prevalence at deployment, and which rows count by an amount."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import streamlit as st

from evalcore import costs
from evalcore.costs import AmountRows, CostMatrix
from evalcore.counts import ThresholdCounts
from evalcore.errors import InputError
from evalcore.figures.costs import CONDITION
from ui import controls, state
from ui.numbers import number, share
from ui.state import Binary
from ui.text import N_, _, say

AMOUNTS = {"none": N_("the same for every row"), "fn": N_("cost(FN) by amount"), "fp": N_("cost(FP) by amount")}
CASES = 1000
NEAR = 1e-3
MOST_TIMES = 1e12  # what the fields of the ratio of the costs take
_REACHED = "condition_out_of_reach"
# The fields of the range of conditions: prevalence, and how many times cost(FP) cost(FN) is.
SPAN = ("span_p_low", "span_p_high", "span_ratio_low", "span_ratio_high")


@dataclass(frozen=True)
class Setting:
    """The costs and the prevalence at deployment.

    `replaces` says which cost is an amount of each row; it then stands in `matrix` as the mean of what is lost, `mean`
    times what the reader counts for each unit of the amount.
    """

    matrix: CostMatrix
    prevalence: float
    replaces: str | None = None
    mean: float = 1.0

    @property
    def condition(self) -> float:
        """P(+)cost, equation (2.24); nan where nothing is at stake."""
        return self.matrix.probability_cost(self.prevalence)

    @property
    def options(self) -> dict[str, Any]:
        """The same as keyword arguments of evalcore.costs."""
        return {**vars(self.matrix), "prevalence": self.prevalence}

    @property
    def pays_for_right(self) -> bool:
        """Whether right decisions cost or earn something."""
        return self.matrix.cost_tp != 0 or self.matrix.cost_tn != 0

    @property
    def factor(self) -> float:
        """What a unit of the amount counts for."""
        cost = self.matrix.cost_fn if self.replaces == "fn" else self.matrix.cost_fp
        return cost / self.mean


@dataclass(frozen=True, eq=False)
class Priced:
    """One model's rows as the page counts them: each as one, or those of one class by their amounts."""

    rows: Binary
    counts: ThresholdCounts
    amounts: AmountRows | None
    key: str

    @property
    def drawn_from(self) -> ThresholdCounts | AmountRows:
        """What resamples are drawn from: with amounts each row keeps its own."""
        return self.counts if self.amounts is None else self.amounts


def priced(rows: Binary, replaces: str | None) -> Priced:
    """Return one model's rows, those of one class counted by amount where an amount replaces a cost."""
    amount = state.loaded().predictions.amount
    if replaces is None or amount is None:
        return Priced(rows, state.counts(rows), None, rows.key)
    key = f"{rows.key}/{replaces}"
    found = state.remembered(
        f"amounts/{key}",
        lambda: costs.amount_rows(
            rows.y_true,
            state.score(rows),
            amount,
            replaces="fn" if replaces == "fn" else "fp",
            sample_weight=rows.weight,
        ),
    )
    return Priced(rows, found.counts, found, key)


def sample_prevalence(rows: Binary) -> float:
    """Return the share of positives in the rows, by weight."""
    counts = state.counts(rows)
    return float(counts.n_pos / (counts.n_pos + counts.n_neg))


def default_prevalence(rows: Binary) -> float:
    """Return the prevalence the page starts with: that of the rows, within what the field takes."""
    return _in_range(sample_prevalence(rows))


def ask(rows: Binary) -> Setting:
    """Ask what a mistake costs and how common positives are where the model is used."""
    here = default_prevalence(rows)
    # Another positive class has another share: a prevalence that was the rows' still is.
    if st.session_state.get("prevalence") == st.session_state.get("rows_prevalence") != here:
        st.session_state["prevalence"] = here
    st.session_state["rows_prevalence"] = here
    for key, value in {**state.COSTS, "prevalence": here}.items():
        state.seed(key, value)
    fields, below = st.container(), st.container()
    with below:
        found = _amounts(rows)
    with fields:
        first, second, third, fourth = st.columns([1, 1, 1.2, 1])
        with first:
            _cost_field("fn", found)
        with second:
            _cost_field("fp", found)
        with third:
            st.number_input(
                _("Prevalence at deployment"),
                *state.LIMITS["prevalence"],
                step=0.01,
                format="%.4g",
                key="prevalence",
                persist_state="session",
                help=_(
                    "Share of positives where the model is used; in these rows it is {here}.",
                    here=share(sample_prevalence(rows)),
                ),
            )
        chosen = _setting(found)
        fourth.metric(
            _("P(+)cost"),
            share(chosen.condition),
            help=_("Share of what is at stake that lies in the positives, equation (2.24)."),
        )
    _open_span(chosen)
    if sample_prevalence(rows) != here == chosen.prevalence:
        st.caption(
            _(
                "The prevalence of these rows, {rows}, is outside what the field takes; it starts at {here}.",
                rows=share(sample_prevalence(rows)),
                here=share(here),
            )
        )
    reached = st.session_state.pop(_REACHED, None)
    if reached is not None:
        st.caption(
            _("No cost or prevalence the fields take makes P(+)cost {x}; this is the nearest.", x=share(reached))
        )
    return chosen


def _cost_field(mistake: str, amounts: AmountRows | None) -> None:
    if amounts is not None and amounts.replaces == mistake:
        of = _("c × amount")
        hint = _("What a unit of the row's amount counts for; its mean is {mean}.", mean=number(amounts.mean, 2))
        key = "factor"
    elif mistake == "fn":
        of, key = _("cost(FN)"), "cost_fn"
        hint = _("Cost of a missed positive, in any unit. Textbook cost_01, scikit-learn C[1,0], Elkan c(0,1).")
    else:
        of, key = _("cost(FP)"), "cost_fp"
        hint = _("Cost of a false alarm, in the same unit. Textbook cost_10, scikit-learn C[0,1], Elkan c(1,0).")
    step = 0.1 if key == "factor" else 1.0
    st.number_input(of, *state.LIMITS[key], step=step, format="%.10g", key=key, persist_state="session", help=hint)


def _amounts(rows: Binary) -> AmountRows | None:
    """Ask which cost the column of amounts stands for, if there is one."""
    if state.loaded().predictions.amount is None:
        return None
    chosen = controls.choice(
        _("A mistake costs"),
        AMOUNTS,
        key="amounts",
        help=_(
            "With amounts the FNR (or FPR) is the share of the amount that is lost, in both planes, the money and the "
            "areas. Calibration and decision curve count rows."
        ),
    )
    found = priced(rows, None if chosen == "none" else chosen).amounts
    if found is not None and found.reason is not None:
        st.caption(say(found.reason))
        return None
    return found


def _setting(amounts: AmountRows | None) -> Setting:
    """Return what the fields hold."""
    chosen = st.session_state
    found = {name: float(chosen[name]) for name in ("cost_fn", "cost_fp", "cost_tp", "cost_tn")}
    replaces, mean = None, 1.0
    if amounts is not None:
        replaces, mean = amounts.replaces, amounts.mean
        found[f"cost_{replaces}"] = chosen["factor"] * mean
        found["cost_tp" if replaces == "fn" else "cost_tn"] = 0.0
        if chosen["cost_tp" if replaces == "fn" else "cost_tn"] != 0:
            st.caption(_("With amounts the right decision about a row of that class counts as 0."))
    try:
        matrix = CostMatrix(**found)
    except InputError as error:
        until = _("Until then right decisions count as 0.")
        st.error(f"{say(error.message)} {until}", icon=":material/error:")
        matrix = CostMatrix(found["cost_fn"], found["cost_fp"])
    return Setting(matrix, chosen["prevalence"], replaces, mean)


def right_decisions(setting: Setting) -> None:
    """Ask what right decisions cost or earn: the other two cells of the cost matrix."""
    hint = _("Mostly 0. Below 0 for a benefit; a right decision must not cost more than the mistake it avoids.")
    said = _("An amount of each row stands for the mistake alone.")
    for label, key, mistake in ((_("cost(TP)"), "cost_tp", "fn"), (_("cost(TN)"), "cost_tn", "fp")):
        st.number_input(
            label,
            *state.LIMITS[key],
            step=1.0,
            format="%.10g",
            key=key,
            persist_state="session",
            disabled=setting.replaces == mistake,
            help=said if setting.replaces == mistake else hint,
        )


def moved(step: str, setting: Setting, *, by_prevalence: bool) -> None:
    """Take over the condition at which the second slider was let go: another prevalence, or another cost(FN)."""
    x = float(step.removeprefix(CONDITION))
    chosen, matrix = st.session_state, setting.matrix
    of_fn, of_fp = matrix.excess_fn, matrix.excess_fp
    if by_prevalence and of_fn > 0 and of_fp > 0:
        p = _in_range(float(costs.prevalence_at(x, cost_fn=of_fn, cost_fp=of_fp)))
        chosen["prevalence"] = p
        _note_if_apart(x, float(costs.probability_cost(p, of_fn, of_fp)))
        return
    if x == 1:
        # Only a false alarm that costs no more than leaving the row alone makes nothing but positives matter.
        _put_excess("fp", 0.0, setting)
        if of_fn == 0:
            _put_excess("fn", 1.0, setting)
        _note_if_apart(x, _setting_again(setting).condition)
        return
    if of_fp == 0:
        of_fp = 1.0
        _put_excess("fp", of_fp, setting)
    _put_excess("fn", costs.cost_fn_at(x, prevalence=setting.prevalence, cost_fp=of_fp), setting)
    _note_if_apart(x, _setting_again(setting).condition)


def _put_excess(mistake: str, excess: float, setting: Setting) -> None:
    """Have a mistake cost so much more than the right decision, as near as the field takes it.

    The excess is rounded, not the cost, which could end below that of the right decision.
    """
    key, unit = ("factor", setting.mean) if setting.replaces == mistake else (f"cost_{mistake}", 1.0)
    right = setting.matrix.cost_tp if mistake == "fn" else setting.matrix.cost_tn
    low, high = state.LIMITS[key]
    st.session_state[key] = min(max(right / unit + float(f"{excess / unit:.6g}"), low), high)


def _setting_again(setting: Setting) -> Setting:
    """Return the setting with the costs now in the fields."""
    found = dict(vars(setting.matrix))
    for mistake in ("fn", "fp"):
        if setting.replaces == mistake:
            found[f"cost_{mistake}"] = st.session_state["factor"] * setting.mean
        else:
            found[f"cost_{mistake}"] = st.session_state.get(f"cost_{mistake}", found[f"cost_{mistake}"])
    return Setting(CostMatrix(**found), setting.prevalence)


def _note_if_apart(wanted: float, found: float) -> None:
    """Have the page say so where the fields cannot take what was dragged to."""
    if not abs(wanted - found) < NEAR:
        st.session_state[_REACHED] = wanted


def _open_span(setting: Setting) -> None:
    """Have the range of conditions lie around the setting, where the reader has not set another one."""
    here, matrix = setting.prevalence, setting.matrix
    ratio = matrix.excess_fn / matrix.excess_fp if matrix.excess_fp and matrix.excess_fn else 1.0
    opening = (here / 2, min(1.0, here * 1.5), min(ratio / 2, MOST_TIMES), min(ratio * 2, MOST_TIMES))
    for key, value in zip(SPAN, opening, strict=True):
        before = f"{key}_opening"
        if st.session_state.get(key) == st.session_state.get(before):
            st.session_state[key] = value
        st.session_state[before] = value


def span() -> costs.OperatingRange | InputError:
    """Return the range of conditions that is set, or what is wrong with it."""
    low, high, ratio_low, ratio_high = (st.session_state[key] for key in SPAN)
    try:
        return costs.operating_range((low, high), (ratio_low, ratio_high))
    except InputError as error:
        return error


def is_known(setting: Setting) -> bool:
    """Whether anything is at stake."""
    return math.isfinite(setting.condition)


def _in_range(value: float) -> float:
    low, high = state.LIMITS["prevalence"]
    return min(max(value, low), high)
