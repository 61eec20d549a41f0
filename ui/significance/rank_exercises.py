"""Exercises about ranks: a third algorithm in the pool, and what the p-values of Friedman's test are worth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final

import numpy as np

from evalcore.errors import Message
from evalcore.significance import NemenyiResult, critical_difference, friedman, nemenyi, wilcoxon
from ui.exercises.kinds import Choice, Solution
from ui.shared.numbers import number, share
from ui.shared.text import N_

# Rows are data sets, columns A, B and C: error rates, then ranks.
Table = Sequence[Sequence[float]]

ERRORS: Final[Table] = (
    (0.12, 0.19, 0.15),
    (0.08, 0.14, 0.11),
    (0.23, 0.27, 0.24),
    (0.17, 0.16, 0.20),
    (0.05, 0.09, 0.07),
    (0.31, 0.38, 0.34),
)
# The table 2.5 of the book.
RANKS: Final[Table] = ((1, 2, 3), (1, 2.5, 2.5), (1, 2, 3), (1, 2, 3))
# Of six data sets: on how many B is better, and whether C stands between the two where A is.
POOLS: Final = ((1, True), (0, False), (0, True), (1, False), (2, True))
TIED: Final = ((1.0, 2.5, 2.5), (1.5, 1.5, 3.0))


def lines(table: Table, digits: int) -> str:
    """Write a table in columns; ranks have no more digits than they need."""
    names = ("A", "B", "C")
    rows = [[f"{value:.{digits}f}" if digits else f"{value:g}" for value in row] for row in table]
    head = "    " + "".join(f"{name:>6}" for name in names)
    return "\n".join([head, *(f"D{i:<3}" + "".join(f"{v:>6}" for v in row) for i, row in enumerate(rows, start=1))])


def _pools(errors: Table) -> dict[str, NemenyiResult]:
    """Compare A and B with C in the pool, and without."""
    columns = {"with": (0, 1, 2), "without": (0, 1)}
    tests = {
        pool: friedman(np.asarray(errors)[:, list(kept)], higher_is_better=False) for pool, kept in columns.items()
    }
    return {pool: nemenyi(test.mean_ranks, len(errors)) for pool, test in tests.items()}


def _told_apart(pools: Mapping[str, NemenyiResult]) -> str:
    apart = {pool: bool(test.pvalues[0, 1] <= test.alpha) for pool, test in pools.items()}
    answer = {(True, True): "both", (True, False): "with", (False, True): "without", (False, False): "neither"}
    return answer[apart["with"], apart["without"]]


def pool(errors: Table) -> Solution:
    """When does Nemenyi's test tell A from B: with C in the pool, or without?"""
    a, b = np.asarray(errors)[:, :2].T
    pools = _pools(errors)
    said = {
        f"{name}_{what}": number(float(value), 2)
        for what, test in pools.items()
        for name, value in (
            ("a", test.mean_ranks[0]),
            ("b", test.mean_ranks[1]),
            ("apart", abs(test.mean_ranks[0] - test.mean_ranks[1])),
            ("cd", test.critical_difference),
        )
    }
    return Solution(
        _told_apart(pools),
        Message(
            "With C the mean ranks of A and B are {a_with} and {b_with}: {apart_with} apart, and CD is {cd_with}. "
            "Without C they are {a_without} and {b_without}: {apart_without} apart, and CD is {cd_without}. Not one "
            "number of A or B has changed, but ranks count who stands in between. A test of the pair alone knows "
            "nothing of C: Wilcoxon's has p = {pvalue}.",
            said | {"pvalue": number(wilcoxon(a, b).pvalue)},
        ),
    )


def ask_pool(errors: Table = ERRORS) -> Choice:
    """Ask whether a third algorithm changes the verdict on two; again, of other errors."""
    return Choice(
        key="pool",
        title=N_("One algorithm leaves the table"),
        prompt=Message(
            "Error rates of three algorithms on {n} data sets. Nemenyi's test compares mean ranks at the level 0.05: "
            "with three algorithms the critical difference is {three}, with two {two}. Then C is left out, and the "
            "ranks of A and B are found anew. When are A and B told apart?",
            {
                "n": len(errors),
                "three": number(critical_difference(3, len(errors))),
                "two": number(critical_difference(2, len(errors))),
            },
        ),
        picture=partial(lines, errors, 2),
        options={
            "with": N_("Only with C in the table."),
            "without": N_("Only without C."),
            "both": N_("With C and without."),
            "neither": N_("Neither with C nor without."),
        },
        solve=partial(pool, errors),
        again=_other_errors,
    )


def _other_errors(rng: np.random.Generator) -> Choice:
    """Draw six data sets on most of which A is better than B, with C between them or on one side."""
    losses, between = POOLS[int(rng.integers(len(POOLS)))]
    table = []
    for lost in rng.permutation(6) < losses:
        low, mid, high = (int(value) / 100 for value in np.sort(rng.choice(np.arange(4, 40), 3, replace=False)))
        if lost:
            table.append((mid, low, high))
        elif between:
            table.append((low, high, mid))
        else:
            table.append((low, mid, high) if rng.random() < 0.5 else (mid, high, low))
    return ask_pool(table)


def exact(ranks: Table) -> Solution:
    """On which side of the exact p-value are those of (2.34) and (2.35)?"""
    test = friedman(ranks, higher_is_better=False, ties="textbook")
    above = (test.chi2_pvalue > test.exact_pvalue, test.f_pvalue > test.exact_pvalue)
    answer = {(True, True): "above", (True, False): "chi2", (False, True): "f", (False, False): "below"}
    return Solution(
        answer[above],
        Message(
            "χ² = {chi2} has p = {p_chi2}, and F = {f} has p = {p_f}; counted over all orders that the ranks could "
            "have had, p = {exact}. F = (N − 1)χ²/(N(k − 1) − χ²) is the same evidence in another scale: both put all "
            "tables in one order. What differs is the distribution each is compared with, and with so few data sets "
            "both are approximations. With many, that of F is the closer one.",
            {
                "chi2": number(test.chi2),
                "p_chi2": share(test.chi2_pvalue),
                "f": number(test.f),
                "p_f": share(test.f_pvalue),
                "exact": share(test.exact_pvalue),
            },
        ),
    )


def ask_exact(ranks: Table = RANKS) -> Choice:
    """Ask how far two p-values of Friedman's test can be trusted; again, of other ranks."""
    return Choice(
        key="exact",
        title=N_("Friedman's test: two formulas, three p-values"),
        prompt=Message(
            "Exercise 2.10 of the book asks how (2.34) and (2.35) differ. Here are the ranks of three algorithms on "
            "{n} data sets. χ² of (2.34) has a p-value by its distribution, F of (2.35) by its own. On which side of "
            "the exact p-value are they, the one counted over all orders that the ranks could have had?",
            {"n": len(ranks)},
        ),
        picture=partial(lines, ranks, 0),
        options={
            "chi2": N_("That of χ² is too large, that of F too small."),
            "f": N_("That of χ² is too small, that of F too large."),
            "above": N_("Both are too large."),
            "below": N_("Both are too small."),
        },
        solve=partial(exact, ranks),
        again=_other_ranks,
    )


def _other_ranks(rng: np.random.Generator) -> Choice:
    """Draw ranks of four or five data sets that neither all agree nor say nothing."""
    while True:
        n = int(rng.integers(4, 6))
        rows = [list(map(float, rng.permutation(3) + 1)) if rng.random() < 0.4 else [1.0, 2.0, 3.0] for _ in range(n)]
        if rng.random() < 0.5:
            rows[int(rng.integers(n))] = list(TIED[int(rng.integers(len(TIED)))])
        test = friedman(rows, higher_is_better=False, ties="textbook")
        apart = [abs(p - test.exact_pvalue) for p in (test.chi2_pvalue, test.f_pvalue)]
        if np.isfinite(test.f) and min(apart) > 0.002 and test.exact_pvalue < 0.5:
            return ask_exact(rows)
