"""Exercises of the page about ROC and precision-recall curves: what their planes and areas tell, and the whole set."""

from __future__ import annotations

from functools import partial
from typing import Final

import numpy as np
import plotly.graph_objects as go

from evalcore import metrics
from evalcore.curves import precision_recall_curve, roc_curve
from evalcore.errors import Message
from evalcore.figures.curves.heaps import heaps_figure
from evalcore.generate import analytic_auc, normal_densities
from ui.curves.ranking_exercises import DRAW_ROC, RANK_TWICE, ask_count_pairs
from ui.exercises import tables
from ui.exercises.kinds import Choice, Exercise, Number, Seen, Several, Solution
from ui.shared.numbers import count, number
from ui.shared.text import N_, say_in_figure

# From the highest score to the lowest; the same 5 positive and 10 negative rows, and curves that cross.
CROSSING: Final = {"a": "+++----+--+----", "b": "+--++-++-------"}
MOST_FPR: Final = 0.1
SEPARATION: Final = 1.5


def square_scores() -> Solution:
    """What changes when all scores are squared?"""
    before, after = tables.sample("melon-20"), tables.squared("melon-20")
    first, second = roc_curve(before), roc_curve(after)
    pr_first, pr_second = precision_recall_curve(before), precision_recall_curve(after)
    same = {
        "roc": np.array_equal(first.fpr, second.fpr) and np.array_equal(first.tpr, second.tpr),
        "pr": np.array_equal(pr_first.precision, pr_second.precision, equal_nan=True),
        "auc": first.auc == second.auc,
        "ap": pr_first.average_precision == pr_second.average_precision,
        "decisions": np.array_equal(before.at(0.5).table, after.at(0.5).table),
    }
    cm, squared = before.at(0.5), after.at(0.5)
    return Solution(
        frozenset(name for name, kept in same.items() if not kept),
        Message(
            "Squares keep the order, so both curves and their areas stay (AUC {auc}, AP {ap}), but at the fixed "
            "threshold 0.5 {after} melons are predicted positive instead of {before}.",
            {
                "auc": number(second.auc),
                "ap": number(pr_second.average_precision),
                "before": count(cm.tp + cm.fp),
                "after": count(squared.tp + squared.fp),
            },
        ),
        Seen("confusion_matrix", 0.5),
    )


def fewer_positives() -> Solution:
    """Which curve moves when half of the positives are deleted at random?"""
    # Half of the positives, on average: each stands for one half.
    before, after = tables.sample("melon-20"), tables.sample("melon-20", positives_count=0.5)
    first, second = precision_recall_curve(before), precision_recall_curve(after)
    moved = {
        "roc": not np.allclose(roc_curve(before).tpr, roc_curve(after).tpr),
        "pr": not np.allclose(first.precision, second.precision, equal_nan=True),
    }
    answer = {(True, True): "both", (True, False): "roc", (False, True): "pr", (False, False): "neither"}
    return Solution(
        answer[moved["roc"], moved["pr"]],
        Message(
            "TPR and FPR are shares within one class each, so ROC stays (AUC {auc}); precision mixes both classes: on "
            "the melons at t = 0.60 it falls from {before} to {after}, and AP from {ap} to {new_ap}.",
            {
                "auc": number(roc_curve(after).auc),
                "before": number(float(metrics.precision(before.at(0.6)))),
                "after": number(float(metrics.precision(after.at(0.6)))),
                "ap": number(first.average_precision),
                "new_ap": number(second.average_precision),
            },
        ),
        Seen("curves", 0.6),
    )


def heaps(separation: float) -> go.Figure:
    """Draw how often each score comes up in both classes."""
    return heaps_figure(*normal_densities(separation), say=say_in_figure)


def guess_auc(separation: float = SEPARATION) -> Solution:
    """What is the AUC of two normal distributions?"""
    auc = analytic_auc(separation)
    return Solution(
        auc,
        Message(
            "A positive row minus a negative one is normal with mean {d} and variance 2, so it is above 0 with "
            "probability AUC = Φ({d}/√2) = {value}; d′ = 0 gives 0.5.",
            {"d": f"{separation:g}", "value": number(auc)},
        ),
    )


def ask_auc(separation: float = SEPARATION) -> Number:
    """Ask for the AUC of two heaps; again, of others."""
    return Number(
        key="guess_auc",
        title=N_("AUC from two heaps"),
        prompt=Message(
            "The scores of both classes are normal with standard deviation 1; the positives' mean is higher by {d} "
            "(d′ = {d}). The figure shows how often each score comes up. Guess AUC.",
            {"d": f"{separation:g}"},
        ),
        figure=partial(heaps, separation),
        alt=N_("How often each score comes up: two heaps of one shape, that of the positives further to the right"),
        label=N_("AUC"),
        tolerance=0.05,
        solve=partial(guess_auc, separation),
        again=lambda rng: ask_auc(float(rng.choice([0.5, 0.8, 1.0, 1.2, 1.8, 2.0, 2.5]))),
    )


def crossing_curves() -> Solution:
    """Which of two models with the same AUC finds more at a small false positive rate?"""
    both = {name: tables.ranking(signs) for name, signs in CROSSING.items()}
    first = {name: tables.found_within(table, MOST_FPR) for name, table in both.items()}
    later = {name: tables.found_within(table, 3 * MOST_FPR) for name, table in both.items()}
    answer = "same" if first["a"] == first["b"] else max(first, key=first.__getitem__)
    return Solution(
        answer,
        Message(
            "Up to FPR {limit} A finds {a} of the positives and B {b}; up to FPR {wider} it is {later_a} and "
            "{later_b}. Both have AUC {auc}: the curves cross, and one number cannot say where a model is good.",
            {
                "limit": f"{MOST_FPR:.1f}",
                "wider": f"{3 * MOST_FPR:.1f}",
                "a": number(first["a"], 1),
                "b": number(first["b"], 1),
                "later_a": number(later["a"], 1),
                "later_b": number(later["b"], 1),
                "auc": number(roc_curve(both["a"]).auc),
            },
        ),
    )


def right_end() -> Solution:
    """Where does the P-R curve end?"""
    table = tables.sample("melon-20")
    curve = precision_recall_curve(table)
    precision = float(curve.precision[-1])
    shares = {0.0: "zero", table.prevalence: "prevalence", 0.5: "half", 1.0: "one"}
    return Solution(
        shares[precision],
        Message(
            "At the lowest threshold all {n} rows are predicted positive, so recall is {recall} and precision is the "
            "share of positives, {positive}/{n} = {precision}; it could only be 0 if there were no positive row.",
            {
                "n": count(table.n_pos + table.n_neg),
                "positive": count(table.n_pos),
                "recall": number(float(curve.recall[-1]), 1),
                "precision": number(precision),
            },
        ),
        Seen("curves", float(table.threshold[-1])),
    )


EXERCISES: Final[tuple[Exercise, ...]] = (
    ask_count_pairs(),
    DRAW_ROC,
    Several(
        key="square_scores",
        title=N_("Square all scores"),
        prompt=Message("All scores lie between 0 and 1. Each is replaced by its square. What changes?"),
        options={
            "roc": N_("the ROC curve"),
            "pr": N_("the P-R curve"),
            "auc": N_("AUC"),
            "ap": N_("average precision"),
            "decisions": N_("the decisions at the threshold 0.5"),
        },
        solve=square_scores,
    ),
    Choice(
        key="right_end",
        title=N_("The right end of the P-R curve"),
        prompt=Message("The melons: 8 rows of 20 are positive. At which point does the P-R curve end on the right?"),
        options={
            "zero": N_("recall 1, precision 0"),
            "prevalence": N_("recall 1, precision 0.4"),
            "half": N_("recall 1, precision 0.5"),
            "one": N_("recall 1, precision 1"),
        },
        solve=right_end,
    ),
    Choice(
        key="fewer_positives",
        title=N_("Half of the positives are gone"),
        prompt=Message(
            "Half of the positive rows are deleted at random; scores stay. Apart from chance, which curve moves?"
        ),
        options={
            "roc": N_("only the ROC curve"),
            "pr": N_("only the P-R curve"),
            "both": N_("both"),
            "neither": N_("neither"),
        },
        solve=fewer_positives,
    ),
    ask_auc(),
    Choice(
        key="crossing_curves",
        title=N_("Same AUC, crossing curves"),
        prompt=Message(
            "Two models rank the same 5 positive and 10 negative rows, highest score first. Their AUC is the same. At "
            "most 10% of the negatives may be called positive (FPR ≤ 0.1): which model finds more positives?"
        ),
        picture=lambda: "\n".join(f"{name.upper()}  {signs}" for name, signs in CROSSING.items()),
        options={"a": "A", "b": "B", "same": N_("Both the same.")},
        solve=crossing_curves,
    ),
    RANK_TWICE,
)
