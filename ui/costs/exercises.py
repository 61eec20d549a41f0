"""Exercises of the page about costs, on the melons throughout."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Final

import numpy as np

from evalcore import metrics
from evalcore.costs import (
    CostCurve,
    best_threshold,
    cost_curve,
    normalized_cost,
    operating_range,
    probability_cost,
    worst_case_threshold,
)
from evalcore.counts import ConfusionMatrix, ThresholdCounts
from evalcore.curves import roc_curve
from evalcore.errors import Message
from ui.exercises import tables
from ui.exercises.build import Rankings
from ui.exercises.kinds import Choice, Exercise, Judgement, Seen, Several, Solution
from ui.shared.numbers import count, number, percent
from ui.shared.text import N_

# The costs of most cards: cost(FN), cost(FP).
COSTS: Final = (5, 1)
# The threshold whose line is asked for, and others; of each no two of the four options are the same line.
LINE: Final = 0.6
LINES: Final = (0.92, 0.76, 0.71, 0.55, 0.36)
# Of each, one point of the ROC curve of A lies below the hull that A and B share.
ENVELOPE: Final = {"a": "++--+-+", "b": "++---++"}
PREVALENCES: Final = (0.05, 0.15)
RATIOS: Final = (3, 10)
CANDIDATES: Final = (0.88, 0.76, 0.6, 0.42)
# The share of positives among the melons, and where the classifier is put to work.
HERE: Final = 0.4
ELSEWHERE: Final = 0.05


def _t(threshold: float) -> str:
    return f"{threshold:.2f}"


def ends(cm: ConfusionMatrix) -> dict[str, tuple[float, float]]:
    """Return both ends of the line of a threshold, and of three that might be taken for it."""
    fpr, fnr, tpr, tnr = (float(rate(cm)) for rate in (metrics.fpr, metrics.fnr, metrics.recall, metrics.specificity))
    return {"fnr_fpr": (fnr, fpr), "fpr_tpr": (fpr, tpr), "fpr_fnr": (fpr, fnr), "tnr_tpr": (tnr, tpr)}


def line_ends(t: float = LINE) -> Solution:
    """Where does the line of a threshold meet the edges of the cost plane?"""
    table = tables.sample("melon-20")
    curve, cm = cost_curve(table), table.at(t)
    at = table.index_of(t)
    fpr, fnr = float(curve.fpr[at]), float(curve.fnr[at])
    near = 0.1
    return Solution(
        next(name for name, both in ends(cm).items() if np.allclose(both, (fpr, fnr))),
        Message(
            "On the left edge only negative rows matter, so the line begins at FPR = {fp}/{negative} = {fpr}; on the "
            "right one only positive rows do, so it ends at FNR = {fn}/{positive} = {fnr}. At P(+)cost = {near} the "
            "line is at {cost}; drawn to TPR by mistake, it would be at {wrong}.",
            {
                "fp": count(cm.fp),
                "negative": count(table.n_neg),
                "fpr": number(fpr),
                "fn": count(cm.fn),
                "positive": count(table.n_pos),
                "fnr": number(fnr),
                "near": f"{near:g}",
                "cost": number(normalized_cost(fpr, fnr, near)),
                "wrong": number(normalized_cost(fpr, 1 - fnr, near)),
            },
        ),
        Seen("costs", t),
    )


def ask_line_ends(t: float, tp: int, fn: int, fp: int, tn: int) -> Choice:
    """Ask where the line of a threshold of the melons ends; again, of another."""
    cm = ConfusionMatrix.binary(tp=tp, fn=fn, fp=fp, tn=tn)
    return Choice(
        key="line_ends",
        title=N_("The ends of a line"),
        prompt=Message(
            "On the melons t = {t} has TP {tp}, FN {fn}, FP {fp}, TN {tn}. Between which two points of the cost plane, "
            "(P(+)cost, normalised cost), does its line run?",
            {"t": _t(t), "tp": tp, "fn": fn, "fp": fp, "tn": tn},
        ),
        options={name: f"(0, {number(left)}), (1, {number(right)})" for name, (left, right) in ends(cm).items()},
        solve=partial(line_ends, t),
        again=_another_line,
    )


def _another_line(rng: np.random.Generator) -> Choice:
    t = float(rng.choice(LINES))
    cm = tables.sample("melon-20").at(t)
    return ask_line_ends(t, int(cm.tp), int(cm.fn), int(cm.fp), int(cm.tn))


def double_costs(costs: tuple[int, int] = COSTS) -> Solution:
    """What changes when both costs are doubled?"""
    table = tables.sample("melon-20")
    of_fn, of_fp = costs
    first, second = (best_threshold(table, cost_fn=k * of_fn, cost_fp=k * of_fp) for k in (1, 2))
    changed = {
        "place": not np.isclose(first.probability_cost, second.probability_cost),
        "lines": False,  # FPR and FNR know nothing of costs
        "best": first.threshold != second.threshold,
        "normalized": not np.isclose(first.normalized_cost, second.normalized_cost),
        "money": not np.isclose(first.cost, second.cost),
    }
    return Solution(
        frozenset(name for name, moved in changed.items() if moved),
        Message(
            "The factor 2 cancels wherever costs are divided by costs: P(+)cost stays {place}, the best threshold {t} "
            "and its normalised cost {normalized}. Only money doubles, from {before} to {after} a melon.",
            {
                "place": number(second.probability_cost),
                "t": _t(second.threshold),
                "normalized": number(second.normalized_cost),
                "before": number(first.cost),
                "after": number(second.cost),
            },
        ),
        Seen("costs", first.threshold, asked={"cost_fn": of_fn, "cost_fp": of_fp}),
    )


def ask_double_costs(costs: tuple[int, int] = COSTS) -> Several:
    """Ask what doubling both costs changes; again, other costs."""
    return Several(
        key="double_costs",
        title=N_("Both costs are doubled"),
        prompt=Message(
            "A missed melon costs {fn}, a false alarm {fp}: cost(FN) = {fn}, cost(FP) = {fp}. Both are doubled. What "
            "changes?",
            {"fn": costs[0], "fp": costs[1]},
        ),
        options={
            "place": N_("P(+)cost"),
            "lines": N_("the lines of the thresholds"),
            "best": N_("the best threshold"),
            "normalized": N_("its normalised cost"),
            "money": N_("its cost in money"),
        },
        solve=partial(double_costs, costs),
        again=lambda rng: ask_double_costs((int(rng.choice([3, 4, 8, 10])), int(rng.choice([1, 2])))),
    )


def ever_best() -> Solution:
    """How many thresholds are best under some condition?"""
    table = tables.sample("melon-20")
    stretches = cost_curve(table).envelope.to_frame()
    ends = [float(end) for end in stretches["to"][:-1]]
    # At the end of a stretch two lines or more are equally low.
    tied = [best_threshold(table, cost_fn=x, cost_fp=1 - x, prevalence=0.5).tied for x in ends]
    best = np.unique(np.concatenate([stretches["threshold"], *tied]))
    first, second, third = (_t(t) for t in stretches["threshold"])
    return Solution(
        str(best.size),
        Message(
            "The lowest line belongs to t = {first} up to P(+)cost = {one}, then to {second} up to {two}, then to "
            "{third}; the other {others} are nowhere the lowest in between. These are the corners of the convex "
            "hull of the ROC curve, without (0, 0) and (1, 1).",
            {
                "first": first,
                "second": second,
                "third": third,
                "one": number(ends[0]),
                "two": number(ends[1]),
                "others": count(len(table) - best.size),
            },
        ),
    )


def only_negatives() -> Solution:
    """Which rules are best when missed positives cost nothing?"""
    table = tables.sample("melon-20")
    best = best_threshold(table, cost_fn=0, cost_fp=1)
    rules = {"never": np.inf, "88": 0.88, "60": 0.6, "42": 0.42, "always": float(table.threshold[-1])}
    at_best = table.at(best.threshold)
    return Solution(
        frozenset(name for name, t in rules.items() if np.isin(t, best.tied)),
        Message(
            "At P(+)cost = 0 the normalised cost is FPR. Calling nothing positive has FPR 0 on any data; on the melons "
            "so has every t down to {t}, which even finds {tp} of {positive} positives, while t = 0.60 costs {cost}.",
            {
                "t": _t(best.threshold),
                "tp": count(at_best.tp),
                "positive": count(table.n_pos),
                "cost": number(float(cost_curve(table).fpr[table.index_of(0.6)])),
            },
        ),
        Seen("costs", best.threshold, asked={"cost_fn": 0, "cost_fp": 1}),
    )


def _both(rankings: Mapping[str, str]) -> tuple[dict[str, ThresholdCounts], dict[str, CostCurve]]:
    both = {name: tables.ranking(rankings[name]) for name in ("a", "b")}
    return both, {name: cost_curve(table) for name, table in both.items()}


def _areas(rankings: Mapping[str, str]) -> dict[str, str]:
    both, curves = _both(rankings)
    aucs = {f"auc_{name}": number(roc_curve(table).auc) for name, table in both.items()}
    return aucs | {"area": number(curves["a"].area)}


def check_envelope(rankings: Mapping[str, str]) -> Judgement:
    """Have two different rankings the same lower envelope?"""
    if rankings["a"] == rankings["b"]:
        return Judgement(False, said=Message("Both rankings are the same, and so are their ROC curves."))
    a, b = (curve.envelope for curve in _both(rankings)[1].values())
    # Straight between the vertices, so they are furthest apart at one of them.
    x = np.union1d(a.x, b.x)
    gap = np.abs(a.at(x) - b.at(x))
    furthest = x[int(np.argmax(gap))]
    if gap.max() > 1e-9:
        return Judgement(
            False,
            said=Message(
                "The envelopes differ: at P(+)cost = {x} that of A is at {a}, that of B at {b}.",
                {"x": number(furthest), "a": number(float(a.at(furthest))), "b": number(float(b.at(furthest)))},
            ),
        )
    return Judgement(
        True,
        said=Message(
            "The envelope is the same, with area {area}; AUC is {auc_a} for A and {auc_b} for B.", _areas(rankings)
        ),
    )


def same_envelope() -> Solution:
    """Find two different ROC curves with the same lower envelope."""
    return Solution(
        ENVELOPE,
        Message(
            "Only the corners of the convex hull of the ROC curve are on the envelope, so points below the hull may "
            "move: AUC {auc_a} and {auc_b}, area under the envelope {area} both times. All lines together do determine "
            "the ROC curve; their lower envelope does not.",
            _areas(ENVELOPE),
        ),
    )


def _regret(table: ThresholdCounts, threshold: float, x: float) -> float:
    """Return by how much the line of a threshold lies above the lowest one at P(+)cost = x."""
    curve, at = cost_curve(table), table.index_of(threshold)
    return float(normalized_cost(float(curve.fpr[at]), float(curve.fnr[at]), x) - curve.envelope.at(x))


def least_regret() -> Solution:
    """Which threshold loses least in the worst case?"""
    table = tables.sample("melon-20")
    ends = operating_range(PREVALENCES, RATIOS)
    worst = worst_case_threshold(table, low=ends.low, high=ends.high)
    of_high, of_low = _regret(table, 0.88, ends.high), _regret(table, 0.6, ends.low)
    return Solution(
        _t(worst.threshold),
        Message(
            "P(+)cost may be {low} to {high}, and regret is greatest at one of these ends: at most {regret} for "
            "t = {t}, but {of_high} for 0.88 at the upper end and {of_low} for 0.60 at the lower one. A threshold that "
            "is best nowhere can be the safest.",
            {
                "low": number(ends.low),
                "high": number(ends.high),
                "regret": number(worst.regret),
                "t": _t(worst.threshold),
                "of_high": number(of_high),
                "of_low": number(of_low),
            },
        ),
        Seen("costs", worst.threshold),
    )


def other_prevalence(elsewhere: float = ELSEWHERE) -> Solution:
    """What changes when only the prevalence at work does?"""
    here = tables.sample("melon-20")
    # Each positive row stands for so many that their share is the new one.
    there = tables.sample("melon-20", positives_count=elsewhere / (1 - elsewhere) / (HERE / (1 - HERE)))
    of_fn, of_fp = COSTS
    first, second = (best_threshold(table, cost_fn=of_fn, cost_fp=of_fp) for table in (here, there))
    before, after = roc_curve(here), roc_curve(there)
    roc = not (np.allclose(before.fpr, after.fpr) and np.allclose(before.tpr, after.tpr))
    best = first.threshold != second.threshold
    answer = {(True, True): "both", (True, False): "roc", (False, True): "best", (False, False): "neither"}
    return Solution(
        answer[roc, best],
        Message(
            "FPR and TPR are shares within one class each, so the ROC curve stays (AUC {auc}). P(+)cost falls from "
            "{x} to {new_x}, and the best threshold rises from {t} to {new_t}.",
            {
                "auc": number(after.auc),
                "x": number(probability_cost(HERE, of_fn, of_fp)),
                "new_x": number(probability_cost(elsewhere, of_fn, of_fp)),
                "t": _t(first.threshold),
                "new_t": _t(second.threshold),
            },
        ),
        Seen("costs", second.threshold, asked={"cost_fn": of_fn, "cost_fp": of_fp, "prevalence": elsewhere}),
    )


def ask_other_prevalence(elsewhere: float = ELSEWHERE) -> Choice:
    """Ask what another prevalence at work changes; again, a third one."""
    return Choice(
        key="other_prevalence",
        title=N_("Another place of work"),
        prompt=Message(
            "Costs stay at {fn}:{fp}, cost(FN) first. Where the classifier is put to work, {p} of the melons are "
            "positive instead of {here}; the scores within each class are as before. What changes?",
            {"fn": COSTS[0], "fp": COSTS[1], "p": percent(elsewhere, 0), "here": percent(HERE, 0)},
        ),
        options={
            "roc": N_("only the ROC curve"),
            "best": N_("only the best threshold"),
            "both": N_("the ROC curve and the best threshold"),
            "neither": N_("neither the ROC curve nor the best threshold"),
        },
        solve=partial(other_prevalence, elsewhere),
        again=lambda rng: ask_other_prevalence(float(rng.choice([0.02, 0.08, 0.1, 0.12]))),
    )


EXERCISES: Final[tuple[Exercise, ...]] = (
    # Written out: no sample is read before a card is shown.
    ask_line_ends(LINE, tp=7, fn=1, fp=4, tn=8),
    ask_double_costs(),
    Choice(
        key="ever_best",
        title=N_("Thresholds that are ever the best"),
        prompt=Message(
            "The melons' ROC curve has 20 points, (0, 0) and (1, 1) among them. How many of them are the best one at "
            "some P(+)cost between 0 and 1, both ends left out?"
        ),
        options={n: n for n in ("3", "5", "10", "20")},
        solve=ever_best,
    ),
    Several(
        key="only_negatives",
        title=N_("Misses cost nothing"),
        prompt=Message("P(+)cost is 0: a missed positive costs nothing. Which of these rules are best on the melons?"),
        options={
            "always": N_("call everything positive"),
            "42": "t = 0.42",
            "60": "t = 0.60",
            "88": "t = 0.88",
            "never": N_("call nothing positive"),
        },
        solve=only_negatives,
    ),
    Rankings(
        key="same_envelope",
        title=N_("One envelope, two ROC curves"),
        prompt=Message(
            "Exercise 2.7 of the book asks to prove that every ROC curve has a cost curve and vice versa. Here you see "
            "why the lower envelope alone is not enough: rank the same rows twice, highest score first, with + for a "
            "positive and - for a negative row, so that the ROC curves differ, but not the lower envelopes of their "
            "cost lines."
        ),
        fields={"a": "A", "b": "B"},
        check=check_envelope,
        solve=same_envelope,
        placeholder="+ - - +",
    ),
    Choice(
        key="least_regret",
        title=N_("Costs known within limits"),
        prompt=Message(
            "All you know is that cost(FN) is {ratio_low} to {ratio_high} times cost(FP), and that {p_low} to {p_high} "
            "of the cases will be positive. Regret is the normalised cost above that of the best threshold. Which t "
            "has the least regret in the worst case, on the melons?",
            {
                "ratio_low": RATIOS[0],
                "ratio_high": RATIOS[1],
                "p_low": percent(PREVALENCES[0], 0),
                "p_high": percent(PREVALENCES[1], 0),
            },
        ),
        options={_t(t): _t(t) for t in CANDIDATES},
        solve=least_regret,
    ),
    ask_other_prevalence(),
)
