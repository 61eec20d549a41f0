"""What the page of costs asks for: costs, the prevalence at deployment, and which rows count by an amount."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

import streamlit as st

from evalcore import costs
from evalcore.costs import AmountRows, CostMatrix
from evalcore.counts import ThresholdCounts
from evalcore.errors import InputError
from evalcore.predictions import BinaryView
from ui.live import words
from ui.session import computed, loaded, memory
from ui.session import costs as own_costs
from ui.shared import controls
from ui.shared.numbers import number, share
from ui.shared.text import N_, _, say

Mistake = Literal["fn", "fp"]
MISTAKES: tuple[Mistake, ...] = ("fn", "fp")
CASES = 1000
MOST_TIMES = 1e12  # what the fields of the ratio of the costs take
REACHED = "condition_out_of_reach"  # what was dragged to and the fields cannot take
# The fields of the range of conditions: prevalence, and how many times cost(FP) cost(FN) is.
SPAN = ("span_p_low", "span_p_high", "span_ratio_low", "span_ratio_high")


@dataclass(frozen=True)
class Setting:
    """The costs and the prevalence at deployment.

    `replaces` says which cost is an amount of each row; it then stands in `matrix` as the mean of what is lost, `mean`
    times what the reader counts for each unit of the amount. `sampled` says that the prevalence is that of the rows, so
    only estimated.
    """

    matrix: CostMatrix
    prevalence: float
    replaces: str | None = None
    mean: float = 1.0
    sampled: bool = False

    @property
    def condition(self) -> float:
        """P(+)cost, equation (2.24); nan where nothing is at stake."""
        return self.matrix.probability_cost(self.prevalence)

    @property
    def options(self) -> dict[str, Any]:
        """The same as keyword arguments of evalcore.costs."""
        return {**vars(self.matrix), "prevalence": self.prevalence}

    @property
    def drawn_options(self) -> dict[str, Any]:
        """The same for an interval: without a prevalence that is not known but estimated from the rows."""
        return {**vars(self.matrix), "prevalence": None if self.sampled else self.prevalence}

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

    rows: BinaryView
    counts: ThresholdCounts
    amounts: AmountRows | None
    key: tuple[str, ...]

    @property
    def drawn_from(self) -> ThresholdCounts | AmountRows:
        """What resamples are drawn from: with amounts each row keeps its own."""
        return self.counts if self.amounts is None else self.amounts


def priced(rows: BinaryView, replaces: str | None) -> Priced:
    """Return one model's rows, those of one class counted by amount where an amount replaces a cost."""
    amount = loaded.current().predictions.amount
    if replaces is None or amount is None:
        return Priced(rows, computed.counts(rows), None, rows.key)
    key = (*rows.key, replaces)
    found = memory.memo(
        "amounts",
        key,
        make=lambda: costs.amount_rows(
            rows.y_true,
            computed.score(rows),
            amount,
            replaces="fn" if replaces == "fn" else "fp",
            sample_weight=rows.weight,
        ),
    )
    return Priced(rows, found.counts, found, key)


def sample_prevalence(rows: BinaryView) -> float:
    """Return the share of positives in the rows, by weight."""
    return computed.counts(rows).prevalence


def default_prevalence(rows: BinaryView) -> float:
    """Return the prevalence the page starts with: that of the rows, within what the field takes."""
    return in_range(sample_prevalence(rows))


def ask(rows: BinaryView, until_then: Callable[[], None]) -> Setting:
    """Ask what a mistake costs and how common positives are where the model is used.

    Until both costs are set there is nothing to show but `until_then`, with which the page ends.
    """
    here = default_prevalence(rows)
    # Another positive class has another share: a prevalence that was the rows' still is.
    if st.session_state.get("prevalence") == st.session_state.get("rows_prevalence") != here:
        st.session_state["prevalence"] = here
    st.session_state["rows_prevalence"] = here
    own_costs.start(rows)
    controls.seed("prevalence", here)
    fields, below = st.container(), st.container()
    with below:
        found = _amounts(rows)
    with fields:
        first, second, third, fourth = st.columns([1, 1, 1, 0.8], vertical_alignment="bottom")
        with first:
            _cost_field(rows, "fn", found)
        with second:
            _cost_field(rows, "fp", found)
        with third:
            _prevalence_field(rows)
    chosen = _setting(found, sample_prevalence(rows))
    if chosen is None:
        st.info(_("Say what a miss and a false alarm cost: until then no threshold is best."), icon=":material/edit:")
        until_then()
        st.stop()
    fourth.metric(
        _("P(+)cost"),
        share(chosen.condition),
        help=_("Share of what is at stake that lies in the positives, equation (2.24)."),
    )
    _open_span(chosen)
    _notes(rows, chosen)
    return chosen


def _notes(rows: BinaryView, chosen: Setting) -> None:
    """Say where a field could not take what was to be put there."""
    here = default_prevalence(rows)
    if sample_prevalence(rows) != here == chosen.prevalence:
        st.caption(
            _(
                "The prevalence of these rows, {rows}, is outside what the field takes; it starts at {here}.",
                rows=share(sample_prevalence(rows)),
                here=share(here),
            )
        )
    reached = st.session_state.pop(REACHED, None)
    if reached is not None:
        st.caption(
            _("No cost or prevalence the fields take makes P(+)cost {x}; this is the nearest.", x=share(reached))
        )


def _prevalence_field(rows: BinaryView) -> None:
    st.number_input(
        _("Prevalence at deployment"),
        *own_costs.LIMITS["prevalence"],
        step=0.01,
        format="%.4g",
        key="prevalence",
        persist_state="session",
        help=_(
            "Share of positives where the model is used; in these rows it is {here}.",
            here=share(sample_prevalence(rows)),
        ),
    )


def _cost_field(rows: BinaryView, mistake: Mistake, amounts: AmountRows | None) -> None:
    named = words.decision(rows, mistake)
    if amounts is not None and amounts.replaces == mistake:
        hint = _("What a unit of the row's amount counts for; its mean is {mean}.", mean=number(amounts.mean, 2))
        st.number_input(
            _("{mistake} costs c × amount", mistake=named),
            *own_costs.LIMITS["factor"],
            step=0.1,
            format="%.10g",
            key="factor",
            persist_state="session",
            help=hint,
        )
        return
    if mistake == "fn":
        hint = _(
            "cost(FN): cost of a miss, a positive called negative, in any unit. Textbook cost_01, scikit-learn C[1,0], "
            "Elkan c(0,1)."
        )
    else:
        hint = _(
            "cost(FP): cost of a false alarm, a negative called positive, in the same unit. Textbook cost_10, "
            "scikit-learn C[0,1], Elkan c(1,0)."
        )
    key = f"cost_{mistake}"
    st.number_input(
        _("{mistake} costs", mistake=named),
        *own_costs.LIMITS[key],
        value=None,
        step=1.0,
        format="%.10g",
        key=key,
        persist_state="session",
        help=hint,
    )


def _amounts(rows: BinaryView) -> AmountRows | None:
    """Ask which cost the column of amounts stands for, if there is one."""
    if loaded.current().predictions.amount is None:
        return None
    names = {"none": N_("the same for every row")}
    for mistake in MISTAKES:
        names[mistake] = _("{mistake}: by amount", mistake=words.decision(rows, mistake))
    chosen = controls.choice(
        _("A mistake costs"),
        names,
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


def _setting(amounts: AmountRows | None, here: float) -> Setting | None:
    """Return what the fields hold; None where one of the costs is not chosen."""
    chosen = st.session_state
    replaces, mean = (None, 1.0) if amounts is None else (amounts.replaces, amounts.mean)
    found = {name: chosen[name] for name in ("cost_fn", "cost_fp", "cost_tp", "cost_tn")}
    if replaces is not None:
        found[f"cost_{replaces}"] = chosen["factor"] * mean
        right = "cost_tp" if replaces == "fn" else "cost_tn"
        found[right] = 0.0
        if chosen[right] != 0:
            st.caption(_("With amounts the right decision about a row of that class counts as 0."))
    if None in found.values():
        return None
    try:
        matrix = CostMatrix(**found)
    except InputError as error:
        until = _("Until then right decisions count as 0.")
        st.error(f"{say(error.message)} {until}", icon=":material/error:")
        matrix = CostMatrix(found["cost_fn"], found["cost_fp"])
    return Setting(matrix, chosen["prevalence"], replaces, mean, sampled=chosen["prevalence"] == here)


def right_decisions(rows: BinaryView, setting: Setting) -> None:
    """Ask what right decisions cost or earn: the other two cells of the cost matrix."""
    right: tuple[tuple[words.Cell, Mistake], ...] = (("tp", "fn"), ("tn", "fp"))
    for cell, mistake in right:
        key, by_amount = f"cost_{cell}", setting.replaces == mistake
        hint = _(
            "cost({cell}): mostly 0. Below 0 for a benefit; a right decision must not cost more than the mistake it "
            "avoids.",
            cell=cell.upper(),
        )
        said = _("cost({cell}): an amount of each row stands for the mistake alone.", cell=cell.upper())
        st.number_input(
            _("{mistake} costs", mistake=words.decision(rows, cell)),
            *own_costs.LIMITS[key],
            step=1.0,
            format="%.10g",
            key=key,
            persist_state="session",
            disabled=by_amount,
            help=said if by_amount else hint,
        )


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


def in_range(value: float) -> float:
    """Return a prevalence as its field takes it."""
    low, high = own_costs.LIMITS["prevalence"]
    return min(max(value, low), high)
