"""Exercises about rows in their order: ROC drawn from them, pairs counted, rankings found."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Final

import numpy as np

from evalcore import metrics
from evalcore.counts import ThresholdCounts, threshold_counts
from evalcore.curves import pair_order, roc_curve
from evalcore.errors import Message
from ui.exercises import tables
from ui.exercises.build import Rankings
from ui.exercises.drawing import Drawing
from ui.exercises.kinds import Judgement, Number, Solution
from ui.shared.numbers import UNDEFINED, count, number
from ui.shared.text import N_

# The scores of two negative and of two positive rows: those of the lecture.
Four = tuple[tuple[float, float], tuple[float, float]]
FOUR: Final[Four] = ((0.1, 0.4), (0.35, 0.8))
# The same rows twice: F1 is higher for the first, the break-even point for the second.
GAME: Final = {"a": "--++--", "b": "-+--+-"}


def melons() -> ThresholdCounts:
    """Return the table of the twenty melons."""
    return tables.sample("melon-20")


def ranked(path: str) -> str:
    """Write the rows of a ROC curve from the highest score to the lowest; those of one score stand in brackets."""
    signs = {"↑": "+", "→": "−", "↗": "(+ −)"}
    return " ".join(signs[move] for move in path)


def ranked_melons() -> str:
    """Write the melons so."""
    return ranked(tables.moves(melons()))


def check_drawing(moves: str, true: str | None = None) -> Judgement:
    """Is this the ROC curve, the melons' if none is given, and how far is it from that?"""
    true = tables.moves(melons()) if true is None else true
    if moves == true:
        return Judgement(True)
    area, between = tables.areas(moves, true)
    said = Message(
        "Your curve parts from the true one at move {move}; the area between them is {between}, and the AUC of yours "
        "{area}.",
        {
            "move": next(k for k, (a, b) in enumerate(zip(moves, true, strict=False), 1) if a != b),
            "between": number(between),
            "area": number(area),
        },
    )
    return Judgement(False, said=said)


def draw_roc(path: str | None = None) -> Solution:
    """Draw the ROC curve of ranked rows, of the melons if there are no others."""
    table = melons() if path is None else tables.drawn(path)
    pairs = pair_order(table)
    return Solution(
        tables.moves(table),
        Message(
            "A positive row is one step up by 1/{positive}, a negative one a step to the right by 1/{negative}; rows "
            "of the same score cross the threshold together, so those in brackets are one diagonal. AUC is {auc}; with "
            "either of the two first it would be {optimistic} or {pessimistic}.",
            {
                "positive": count(table.n_pos),
                "negative": count(table.n_neg),
                "auc": number(pairs.auc),
                "optimistic": number(pairs.auc_optimistic),
                "pessimistic": number(pairs.auc_pessimistic),
            },
        ),
    )


def draw_another_roc(rng: np.random.Generator) -> Drawing:
    """Ask for the ROC curve of other rows, one pair of them tied."""
    path = "".join(rng.permutation([*"↑↑↑↑↑→→→→→→→↗"]))
    return Drawing(
        key="draw_roc",
        title=N_("Draw the ROC curve"),
        prompt=Message(
            "{n} rows, highest score first: + is a positive row, − a negative one, and the two in brackets have the "
            "same score. Draw their ROC curve from (0, 0) to (1, 1), one move after the other.",
            {"n": len(path) + 1},
        ),
        picture=partial(ranked, path),
        table=partial(tables.drawn, path),
        check=partial(check_drawing, true=path),
        solve=partial(draw_roc, path),
        again=draw_another_roc,
    )


def _best_f1(table: ThresholdCounts) -> float:
    return float(metrics.best_index(table, "f1").value)


def _measures(rankings: Mapping[str, str]) -> dict[str, float]:
    both = {name: tables.ranking(rankings[name]) for name in ("a", "b")}
    f1 = {f"f1_{name}": _best_f1(table) for name, table in both.items()}
    return f1 | {f"bep_{name}": tables.break_even_point(table) for name, table in both.items()}


def check_game(rankings: Mapping[str, str]) -> Judgement:
    """Is the best F1 of A above that of B, and its break-even point below?"""
    measures = _measures(rankings)
    right = measures["f1_a"] > measures["f1_b"] and measures["bep_a"] < measures["bep_b"]
    said = Message(
        "Your rankings: largest F1 {f1_a} for A and {f1_b} for B, break-even point {bep_a} for A and {bep_b} for B.",
        {name: number(value) for name, value in measures.items()},
    )
    return Judgement(right, said=said)


def game() -> Solution:
    """Find two rankings on which F1 and the break-even point disagree."""
    measures = _measures(GAME)
    return Solution(
        GAME,
        Message(
            "The break-even point looks at one cut, where as many rows are predicted positive as are positive ({bep_a} "
            "< {bep_b}); the largest F1 may lie at any cut ({f1_a} > {f1_b}), so a higher F1 does not promise a higher "
            "break-even point.",
            {name: number(value) for name, value in measures.items()},
        ),
    )


def count_pairs(rows: Four = FOUR) -> Solution:
    """What share of the positive-negative pairs of four rows is in order?"""
    negative, positive = rows
    table = threshold_counts([False] * len(negative) + [True] * len(positive), [*negative, *positive])
    auc = roc_curve(table).auc
    wrong = [f"p {p:g} < n {n:g}" for p in positive for n in negative if p < n]
    pairs = table.n_pos * table.n_neg
    return Solution(
        auc,
        Message(
            "There are {positive}·{negative} = {pairs} pairs of a positive and a negative row; in the wrong order: "
            "{wrong}. So AUC = {right}/{pairs} = {value}.",
            {
                "positive": count(table.n_pos),
                "negative": count(table.n_neg),
                "pairs": count(pairs),
                "wrong": " · ".join(wrong) or UNDEFINED,
                "right": count(auc * pairs),
                "value": number(auc),
            },
        ),
    )


def ask_count_pairs(rows: Four = FOUR) -> Number:
    """Ask for the AUC of four rows; again, of others."""
    negative, positive = ([f"{sign} {score:g}" for score in scores] for sign, scores in zip("np", rows, strict=True))
    return Number(
        key="count_pairs",
        title=N_("AUC by counting"),
        prompt=Message(
            "Four rows: {rows} (p is positive; the number is the score). What is AUC?",
            {"rows": ", ".join([*negative, *positive])},
        ),
        label=N_("AUC"),
        tolerance=0.01,
        solve=partial(count_pairs, rows),
        again=_other_four,
    )


def _other_four(rng: np.random.Generator) -> Number:
    first, second, third, fourth = (int(score) / 20 for score in rng.choice(np.arange(1, 20), 4, replace=False))
    return ask_count_pairs(((min(first, second), max(first, second)), (min(third, fourth), max(third, fourth))))


DRAW_ROC: Final = Drawing(
    key="draw_roc",
    title=N_("Draw the ROC curve"),
    prompt=Message(
        "Twenty melons, highest score first: + is a positive row, − a negative one, and the two in brackets have "
        "the same score. Draw their ROC curve from (0, 0) to (1, 1), one move after the other."
    ),
    picture=ranked_melons,
    table=melons,
    check=check_drawing,
    solve=draw_roc,
    again=draw_another_roc,
)
RANK_TWICE: Final = Rankings(
    key="game",
    title=N_("F1 against the break-even point"),
    prompt=Message(
        "Exercise 2.3 of the book asks whether the learner with the higher F1 also has the higher break-even "
        "point. Rank the same rows twice, highest score first, with + for a positive and - for a negative row, so "
        "that A has the higher largest F1, but the lower break-even point."
    ),
    fields={"a": "A", "b": "B"},
    check=check_game,
    solve=game,
)
