"""Exercises of the page about one confusion matrix."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Final

import numpy as np

from evalcore import metrics
from evalcore.counts import ConfusionMatrix
from evalcore.errors import Message
from evalcore.metrics import METRICS
from ui.exercises import tables
from ui.exercises.build import WholeNumbers
from ui.exercises.kinds import Choice, Exercise, Judgement, Number, Seen, Several, Solution
from ui.shared.numbers import UNDEFINED, count, number, percent
from ui.shared.text import N_

NINE: Final = {
    name: METRICS[name].title.template
    for name in (
        "precision",
        "recall",
        "f1",
        "accuracy",
        "specificity",
        "fpr",
        "npv",
        "balanced_accuracy",
        "matthews",
    )
}
# Rows = truth.
MACRO: Final = {
    "rare": [[1, 999], [0, 1]],
    "even": [[5, 495], [495, 5]],
    "large": [[990, 10], [9, 1]],
}
NO_MATRIX: Final = "none"
# Of a thousand rows, in percent: positives, those found of them, and negatives called positive; whole rows each.
RARE: Final = (1, 90, 10)
# Of so many rows one is positive, and none is found.
BLIND: Final = 100


def _written(table: list[list[int]]) -> str:
    return f"`{table}`"


def _cells(cm: ConfusionMatrix) -> dict[str, object]:
    return {name: count(getattr(cm, name)) for name in ("tp", "fp", "fn", "tn")}


def raise_threshold() -> Solution:
    """Which way does precision go from one distinct score to the next higher one?"""
    table = tables.sample("melon-20")
    precision = metrics.precision(table)[1:]  # from the highest score down; above it precision is 0/0
    steps = precision[:-1] - precision[1:]
    down, up = int(np.argmin(steps)), int(np.argmax(steps))
    ways = set(np.sign(steps))
    answer = "cannot_tell" if len(ways) > 1 else {1.0: "up", -1.0: "down", 0.0: "same"}[ways.pop()]
    return Solution(
        answer,
        Message(
            "It depends on the row that is crossed: on the melons precision goes from {low} up to {high} when t goes "
            "from {t} to {up}, past a negative row, and from {before} down to {after} when t goes from {s} to {down}, "
            "past a positive one.",
            {
                "low": number(precision[up + 1]),
                "high": number(precision[up]),
                "t": f"{table.threshold[up + 2]:.2f}",
                "up": f"{table.threshold[up + 1]:.2f}",
                "before": number(precision[down + 1]),
                "after": number(precision[down]),
                "s": f"{table.threshold[down + 2]:.2f}",
                "down": f"{table.threshold[down + 1]:.2f}",
            },
        ),
        Seen("confusion_matrix", float(table.threshold[up + 1])),
    )


def thousand_rows(positive: int, found: int, called: int) -> ConfusionMatrix:
    """Return the matrix of a thousand rows with these shares, in percent."""
    tp, fp = positive * found // 10, (1000 - 10 * positive) * called // 100
    return ConfusionMatrix.binary(tp=tp, fn=10 * positive - tp, fp=fp, tn=1000 - 10 * positive - fp)


def rare_positives(shares: tuple[int, int, int] = RARE) -> Solution:
    """How sure is a positive prediction when positives are rare?"""
    cm = thousand_rows(*shares)
    return Solution(
        float(metrics.precision(cm)),
        Message(
            "Of {n} rows {positive} are positive and {tp} of them are found; of the {negative} negative rows {fp} are "
            "called positive too: precision = {tp}/({tp}+{fp}) = {value}.",
            {
                "n": count(cm.n),
                "positive": count(cm.tp + cm.fn),
                "negative": count(cm.fp + cm.tn),
                "tp": count(cm.tp),
                "fp": count(cm.fp),
                "value": number(float(metrics.precision(cm))),
            },
        ),
    )


def ask_rare_positives(shares: tuple[int, int, int] = RARE) -> Number:
    """Ask for the precision of these shares; again, of others."""
    positive, found, called = (share / 100 for share in shares)
    return Number(
        key="rare_positives",
        title=N_("Positives are rare"),
        prompt=Message(
            "{positive} of the rows are positive. The model finds {found} of the positive rows (TPR {tpr}) and also "
            "calls {called} of the negative ones positive (FPR {fpr}). How large is precision? Think of 1,000 rows "
            "first.",
            {
                "positive": percent(positive, 0),
                "found": percent(found, 0),
                "tpr": f"{found:g}",
                "called": percent(called, 0),
                "fpr": f"{called:g}",
            },
        ),
        label=N_("precision"),
        tolerance=0.05,
        solve=partial(rare_positives, shares),
        again=lambda rng: ask_rare_positives(
            (int(rng.choice([1, 2, 4])), int(rng.choice([60, 70, 80, 90])), int(rng.choice([10, 20, 30])))
        ),
    )


def double_tn() -> Solution:
    """Which metrics do not look at TN?"""
    before = tables.WORKED
    after = ConfusionMatrix.binary(tp=before.tp, fp=before.fp, fn=before.fn, tn=2 * before.tn)
    same = {name for name in NINE if np.isclose(metrics.evaluate(name, before), metrics.evaluate(name, after))}
    return Solution(
        frozenset(same),
        Message(
            "Precision, recall and F1 have no TN in their formulas: F1 stays {f1}, while accuracy goes from {before} "
            "to {after}.",
            {
                "f1": number(float(metrics.f1(after))),
                "before": number(float(metrics.accuracy(before))),
                "after": number(float(metrics.accuracy(after))),
            },
        ),
    )


def swap_classes(before: ConfusionMatrix = tables.WORKED) -> Solution:
    """What is F1 when the other class is the positive one?"""
    cm = before.swapped()
    return Solution(
        float(metrics.f1(cm)),
        Message(
            "TP and TN change places, and so do FP and FN, so F1 = 2·{tp}/(2·{tp}+{fp}+{fn}) = {value} instead of "
            "{old}: it depends on which class is called positive.",
            _cells(cm) | {"value": number(float(metrics.f1(cm))), "old": number(float(metrics.f1(before)))},
        ),
    )


def ask_swap_classes(cm: ConfusionMatrix = tables.WORKED) -> Number:
    """Ask for F1 of this matrix with the classes swapped; again, of another."""
    return Number(
        key="swap_classes",
        title=N_("Swap the classes"),
        prompt=Message(
            "TP {tp}, FP {fp}, FN {fn}, TN {tn}: F1 is {f1}. The same decisions, but the other class is now called "
            "positive. What is F1?",
            _cells(cm) | {"f1": number(float(metrics.f1(cm)))},
        ),
        label=N_("F1"),
        tolerance=0.02,
        solve=partial(swap_classes, cm),
        again=_another_matrix,
    )


def _another_matrix(rng: np.random.Generator) -> Number:
    tp, fp, fn, tn = (5 * int(k) for k in rng.choice(np.arange(1, 13), 4, replace=False))
    return ask_swap_classes(ConfusionMatrix.binary(tp=tp, fp=fp, fn=fn, tn=tn))


def _blind(cells: Mapping[str, int]) -> ConfusionMatrix:
    return ConfusionMatrix.binary(tp=cells["tp"], fp=cells["fp"], fn=cells["fn"], tn=cells["tn"])


def check_blind(cells: Mapping[str, int], *, rows: int = BLIND) -> Judgement:
    """Is the matrix right about all rows but one of so many, and recall 0?"""
    cm = _blind(cells)
    accuracy, recall = float(metrics.accuracy(cm)), float(metrics.recall(cm))
    values = {"accuracy": number(accuracy), "recall": number(recall)}
    right = bool(np.isclose(accuracy, 1 - 1 / rows, rtol=0, atol=1e-9) and recall == 0)
    if cm.tp + cm.fn == 0:
        return Judgement(
            right,
            said=Message(
                "Your matrix has accuracy {accuracy}, but no positive row, so recall is 0/0: {dash}, not 0.",
                {"accuracy": values["accuracy"], "dash": UNDEFINED},
            ),
        )
    return Judgement(right, said=Message("Your matrix has accuracy {accuracy} and recall {recall}.", values))


def blind_matrix(rows: int = BLIND) -> Solution:
    """Find a matrix that is right about all rows but one of so many, and has recall 0."""
    cm = ConfusionMatrix.binary(tp=0, fp=0, fn=1, tn=rows - 1)
    return Solution(
        {name: int(getattr(cm, name)) for name in ("tp", "fn", "fp", "tn")},
        Message(
            "Where {positive} of {n} rows is positive, always answering negative has accuracy {accuracy} and recall "
            "{recall}: it finds nothing.",
            {
                "positive": count(cm.tp + cm.fn),
                "n": count(cm.n),
                "accuracy": number(float(metrics.accuracy(cm))),
                "recall": number(float(metrics.recall(cm))),
            },
        ),
    )


def ask_blind_matrix(rows: int = BLIND) -> WholeNumbers:
    """Ask for a matrix that finds nothing and is right about nearly all; again, about other shares."""
    return WholeNumbers(
        key="blind_matrix",
        title=N_("Accurate and blind"),
        prompt=Message("Build a matrix with accuracy {accuracy} and recall 0.", {"accuracy": f"{1 - 1 / rows:g}"}),
        fields={"tp": "TP", "fn": "FN", "fp": "FP", "tn": "TN"},
        check=partial(check_blind, rows=rows),
        solve=partial(blind_matrix, rows),
        again=lambda rng: ask_blind_matrix(int(rng.choice([10, 20, 50, 200]))),
    )


def macro_above_accuracy() -> Solution:
    """Which matrix has macro-F1 above .5 and accuracy below .01?"""
    matrices = {name: ConfusionMatrix(table) for name, table in MACRO.items()}
    right = [name for name, cm in matrices.items() if metrics.macro(cm).f1 > 0.5 and float(metrics.accuracy(cm)) < 0.01]
    answer = right[0]
    cm = matrices[answer]
    averages = metrics.macro(cm)
    return Solution(
        answer,
        Message(
            "Macro-precision {p} and macro-recall {r} give the book's macro-F1 {book}, while accuracy is {accuracy}; "
            "the mean of the F1s of the classes, scikit-learn's macro-F1, is {mean}.",
            {
                "p": number(averages.precision),
                "r": number(averages.recall),
                "book": number(averages.f1, 4),  # with three it would not be above 0.5
                "accuracy": number(float(metrics.accuracy(cm))),
                "mean": number(averages.mean_f1, 4),
            },
        ),
    )


def equal_precision_recall() -> Solution:
    """How many rows are predicted positive where precision equals recall?"""
    table = tables.sample("melon-20")
    equal = np.flatnonzero((metrics.precision(table) == metrics.recall(table)) & (table.tp > 0))
    cm = table.at(float(table.threshold[equal[0]]))
    predicted = cm.tp + cm.fp
    meanings = {cm.tp + cm.fn: "positives", cm.fp + cm.tn: "negatives", cm.n / 2: "half"}
    return Solution(
        meanings.get(predicted, "depends"),
        Message(
            "Precision is TP/(TP+FP) and recall TP/(TP+FN), so they are equal when FP = FN, that is when as many rows "
            "are predicted positive as are positive: on the melons {predicted} at t = {t}, both {value}.",
            {
                "predicted": count(predicted),
                "t": f"{table.threshold[equal[0]]:.2f}",
                "value": number(float(metrics.precision(cm))),
            },
        ),
        Seen("confusion_matrix", float(table.threshold[equal[0]])),
    )


EXERCISES: Final[tuple[Exercise, ...]] = (
    Choice(
        key="raise_threshold",
        title=N_("Raise the threshold by one row"),
        prompt=Message(
            "Whatever the rows are, not only those of the figure: t is raised just past one more row. What happens to "
            "precision?"
        ),
        options={
            "up": N_("It goes up."),
            "down": N_("It goes down."),
            "same": N_("It stays."),
            "cannot_tell": N_("Cannot tell."),
        },
        solve=raise_threshold,
    ),
    ask_rare_positives(),
    Several(
        key="double_tn",
        title=N_("Twice as many true negatives"),
        prompt=Message("TN is doubled; TP, FP and FN stay. Which of the nine metrics do not change?"),
        options=NINE,
        solve=double_tn,
    ),
    ask_swap_classes(),
    ask_blind_matrix(),
    Choice(
        key="macro_above_accuracy",
        title=N_("Macro-F1 and accuracy"),
        prompt=Message(
            "Which matrix (rows = truth) has macro-F1 above 0.5, although accuracy is below 0.01? Take the book's "
            "macro-F1: F1 of macro-precision and macro-recall."
        ),
        options={
            **{name: _written(table) for name, table in MACRO.items()},
            NO_MATRIX: N_("None: macro-F1 cannot be that far above accuracy."),
        },
        solve=macro_above_accuracy,
    ),
    Choice(
        key="equal_precision_recall",
        title=N_("Where precision equals recall"),
        prompt=Message(
            "At a threshold t precision and recall are equal and above 0. How many rows are predicted positive?"
        ),
        options={
            "half": N_("Half of the rows."),
            "positives": N_("As many as are positive."),
            "negatives": N_("As many as are negative."),
            "depends": N_("It depends on the model."),
        },
        solve=equal_precision_recall,
    ),
)
