"""What the page of costs asks for and draws: costs, prevalence at deployment, lines, envelopes, best thresholds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np
import plotly.graph_objects as go
import streamlit as st

from evalcore import costs
from evalcore.cost_view import CostLines, conditions, cost_lines, operating_lines
from evalcore.counts import ThresholdCounts
from evalcore.figures.costs import CONDITION, CostWords, costs_figure
from ui import curves, state, threshold, words
from ui.numbers import UNDEFINED, number
from ui.state import LABELS, Binary
from ui.text import N_, _, say

CHOICES = {
    "score_driven": N_("t = 1 − P(+)cost, as calibrated scores would have it"),
    "rate_driven": N_("the class-balanced share predicted positive follows P(+)cost"),
}
BAND = "band"
GRID = np.linspace(0, 1, 401)


@dataclass(frozen=True)
class Setting:
    """The costs and the prevalence at deployment; `condition` is P(+)cost."""

    cost_fn: float
    cost_fp: float
    prevalence: float

    @property
    def condition(self) -> float:
        """P(+)cost, equation (2.24); nan where nothing is at stake."""
        return float(costs.probability_cost(self.prevalence, self.cost_fn, self.cost_fp))

    @property
    def options(self) -> dict[str, float]:
        """The same as keyword arguments of evalcore.costs."""
        return {"cost_fn": self.cost_fn, "cost_fp": self.cost_fp, "prevalence": self.prevalence}


def sample_prevalence(rows: Binary) -> float:
    """Return the share of positives in the rows, by weight."""
    counts = state.counts(rows)
    return float(counts.n_pos / (counts.n_pos + counts.n_neg))


def ask(rows: Binary) -> Setting:
    """Ask what a mistake costs and how common positives are where the model is used."""
    here = sample_prevalence(rows)
    # Another positive class has another share: a prevalence that was the rows' still is.
    if st.session_state.get("prevalence") == st.session_state.get("rows_prevalence") != _in_range(here):
        st.session_state["prevalence"] = _in_range(here)
    st.session_state["rows_prevalence"] = _in_range(here)
    for key, value in (("cost_fn", 5.0), ("cost_fp", 1.0), ("prevalence", _in_range(here))):
        state.seed(key, value)
    first, second, third, fourth = st.columns([1, 1, 1.2, 1])
    first.number_input(
        _("cost(FN)"),
        *state.LIMITS["cost_fn"],
        step=1.0,
        format="%.10g",
        key="cost_fn",
        persist_state="session",
        help=_("Cost of a missed positive, in any unit. Textbook cost_01, scikit-learn C[1,0], Elkan c(0,1)."),
    )
    second.number_input(
        _("cost(FP)"),
        *state.LIMITS["cost_fp"],
        step=1.0,
        format="%.10g",
        key="cost_fp",
        persist_state="session",
        help=_("Cost of a false alarm, in the same unit. Textbook cost_10, scikit-learn C[0,1], Elkan c(1,0)."),
    )
    third.number_input(
        _("Prevalence at deployment"),
        *state.LIMITS["prevalence"],
        step=0.01,
        format="%.4g",
        key="prevalence",
        persist_state="session",
        help=_("Share of positives where the model is used; in these rows it is {here}.", here=number(here)),
    )
    chosen = Setting(st.session_state["cost_fn"], st.session_state["cost_fp"], st.session_state["prevalence"])
    fourth.metric(
        _("P(+)cost"),
        number(chosen.condition),
        help=_("Share of what is at stake that lies in the positives, equation (2.24)."),
    )
    return chosen


def _in_range(value: float) -> float:
    low, high = state.LIMITS["prevalence"]
    return min(max(value, low), high)


def default_prevalence(rows: Binary) -> float:
    """Return the prevalence the page starts with: that of the rows, within what the field takes."""
    return _in_range(sample_prevalence(rows))


def options() -> list[str]:
    """Ask what follows when the operating condition is dragged, and which further curves are drawn."""
    with st.popover(_("Options"), icon=":material/tune:"):
        st.session_state["condition_changes"] = st.session_state.get("condition_changes", "costs")
        st.segmented_control(
            _("Dragging the condition changes"),
            ["costs", "prevalence"],
            required=True,
            format_func={"costs": _("cost(FN)"), "prevalence": _("the prevalence")}.__getitem__,
            key="condition_changes",
            persist_state="session",
            help=_("One P(+)cost stands for many pairs of costs and prevalence; this says which of them moves."),
        )
        band = st.toggle(
            _("95 % band of the envelope"),
            key="way_band",
            help=_("Bootstrap, stratified, point by point, for the chosen model."),
        )
        ways = [way for way, name in CHOICES.items() if st.toggle(_(name), key=f"way_{way}", help=_("Draw its cost."))]
        return [BAND, *ways] if band else ways


def moved(step: str) -> None:
    """Take over the condition at which the second slider was let go."""
    x = min(max(float(step.removeprefix(CONDITION)), 0.0001), 0.9999)
    chosen = st.session_state
    p, fn, fp = chosen["prevalence"], chosen["cost_fn"], chosen["cost_fp"]
    if chosen.get("condition_changes") == "prevalence" and fn > 0 and fp > 0:
        chosen["prevalence"] = _in_range(float(costs.prevalence_at(x, cost_fn=fn, cost_fp=fp)))
    else:
        chosen["cost_fp"] = fp or 1.0
        cost = min(costs.cost_fn_at(x, prevalence=p, cost_fp=fp or 1.0), state.LIMITS["cost_fn"][1])
        chosen["cost_fn"] = float(f"{cost:.6g}")


def lines(rows: Binary) -> CostLines:
    """Return one model's lines, thinned for drawing."""
    return state.remembered(f"cost lines/{rows.key}", lambda: cost_lines(rows.model, state.counts(rows)))


def curve(rows: Binary) -> costs.CostCurve:
    """Return one model's cost curve."""
    return state.remembered(f"cost curve/{rows.key}", lambda: costs.cost_curve(state.counts(rows)))


def figure(rows: Binary, t: float, setting: Setting, ways: list[str]) -> Callable[..., go.Figure]:
    """Return what draws both planes: all it needs is gathered, so it may run outside the script."""
    table = state.counts(rows)
    view = state.view(rows, (threshold.default(table), t))
    models = curves.all_scored()
    labels = [(f"{p.name}{LABELS}", [0, 1], [p.fpr, 1 - p.tpr]) for p in curves.label_points()]
    x = setting.condition if np.isfinite(setting.condition) else 0.5
    return partial(
        costs_figure,
        view,
        operating_lines(view.steps),
        [lines(one) for one in models],
        conditions(curve(rows), special=[x]),
        threshold=t,
        condition=x,
        chosen=[one.model for one in models].index(rows.model),
        extra=[*labels, *((_(CHOICES[way]), GRID, _way(table, way)) for way in ways if way in CHOICES)],
        band=_band(rows) if BAND in ways else None,
        words=spoken(rows),
    )


def _band(rows: Binary) -> tuple[np.ndarray, np.ndarray] | None:
    """Return the outline of the envelope's bootstrap band; None where there is none."""

    def make() -> costs.EnvelopeBand:
        with curves.asked_progress(curves.REPLICATES) as told:
            rng = np.random.default_rng(curves.SEED)
            return costs.envelope_band(state.counts(rows), n_replicates=curves.REPLICATES, rng=rng, progress=told)

    found = state.remembered(f"envelope band/{rows.key}", make)
    if found.reason is not None:
        st.caption(say(found.reason))
        return None
    return np.append(found.x, found.x[::-1]), np.append(found.low, found.high[::-1])


def _way(table: ThresholdCounts, way: str) -> np.ndarray:
    of = {"score_driven": costs.score_driven_cost, "rate_driven": costs.rate_driven_cost}[way]
    return of(table, GRID)


def alt(rows: Binary, t: float, setting: Setting) -> str:
    """Describe the figure to a screen reader."""
    best = costs.best_threshold(state.counts(rows), **setting.options)
    return _(
        "Cost plane and ROC plane at threshold {t} and P(+)cost {x}; the best threshold there is {best}, with "
        "normalised cost {cost}.",
        t=f"{t:g}",
        x=number(setting.condition),
        best=UNDEFINED if np.isnan(best.threshold) else f"{best.threshold:g}",
        cost=number(best.normalized_cost),
    )


def spoken(rows: Binary) -> CostWords:
    """Return the words of the figure in the language of the session."""
    return CostWords(
        **vars(words.threshold(rows)),
        probability_cost=_("P(+)cost"),
        normalized_cost=_("normalised cost"),
        fpr=_("false positive rate"),
        tpr=_("true positive rate"),
        always_negative=_("always negative"),
        always_positive=_("always positive"),
        envelope=_("{name}   area under the envelope {area}"),
        condition=_("operating condition P(+)cost"),
        best_here=_("best here: t = {t}, normalised cost {cost}"),
        current=_("line of t: from FPR {fpr} to FNR {fnr}"),
        line=_("t = {t}: FPR {fpr}, FNR {fnr}"),
    )
