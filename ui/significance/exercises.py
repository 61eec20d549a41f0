"""Exercises of the page about tests: two models, folds, how often a test is wrong, and how many rows it needs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final

import numpy as np

from evalcore.errors import Message
from evalcore.significance import (
    detectable_mcnemar,
    f_test_5x2,
    mcnemar,
    paired_t_test_5x2,
    power_mcnemar,
)
from evalcore.significance.contingency import Method
from ui.exercises.kinds import Choice, Exercise, Several, Solution
from ui.shared.numbers import count, number, percent
from ui.shared.text import N_
from ui.significance.laboratory_exercises import ask_type_one_rate
from ui.significance.rank_exercises import ask_exact, ask_pool

LEVEL: Final = 0.05
# Rows that only A, and that only B gets wrong; of each either all four forms say one thing, or both careful ones do.
DISCORDANT: Final = (12, 4)
PAIRS: Final = ((14, 5), (9, 2), (7, 1), (16, 6), (25, 10), (14, 4), (11, 5), (20, 10), (22, 11), (30, 16))
CAREFUL: Final[tuple[Method, ...]] = ("corrected", "exact")
BOLD: Final[tuple[Method, ...]] = ("uncorrected", "mid-p")
# Made for these pages: accuracy of A minus that of B, a pair of folds for each repetition.
DIFFERENCES: Final = ((0.030, 0.010), (0.020, 0.025), (0.015, -0.005), (0.035, 0.020), (0.010, 0.015))
# The difference of two error rates, and the share of rows on which only one model is right; test sets to choose from.
NEEDED: Final = (0.01, 0.05)
OTHERS: Final = ((0.01, 0.04), (0.01, 0.08), (0.02, 0.05), (0.02, 0.1), (0.005, 0.02), (0.03, 0.1))
ROWS: Final = (250, 500, 1_000, 2_500, 5_000, 10_000)
POWER: Final = 0.8

Differences = Sequence[Sequence[float]]


def forms(e01: int, e10: int) -> Solution:
    """Which forms of McNemar's test reject?"""
    tests = {method: mcnemar(e01, e10, method=method) for method in (*CAREFUL, *BOLD)}
    careful, bold = (all(tests[method].reject(LEVEL) for method in group) for group in (CAREFUL, BOLD))
    answer = {(True, True): "all", (False, False): "none", (False, True): "bold", (True, False): "careful"}
    return Solution(
        answer[careful, bold],
        Message(
            "With the continuity correction, (2.33), χ² = (|{e01} − {e10}| − 1)²/{n} = {corrected} and p = "
            "{p_corrected}; without it {uncorrected} and p = {p_uncorrected}. Counted exactly p = {p_exact}, and "
            "{p_mid} as mid-p. Near the level the form decides, so choose it before you see the counts. Of samples "
            "without a true difference mid-p rejects close to 5%, the exact and the corrected form fewer.",
            {
                "e01": e01,
                "e10": e10,
                "n": count(e01 + e10),
                "corrected": number(tests["corrected"].statistic),
                "uncorrected": number(tests["uncorrected"].statistic),
                "p_corrected": number(tests["corrected"].pvalue),
                "p_uncorrected": number(tests["uncorrected"].pvalue),
                "p_exact": number(tests["exact"].pvalue),
                "p_mid": number(tests["mid-p"].pvalue),
            },
        ),
    )


def ask_forms(e01: int = DISCORDANT[0], e10: int = DISCORDANT[1]) -> Choice:
    """Ask whether two models differ; again, with other counts."""
    return Choice(
        key="discordant",
        title=N_("Is that significant?"),
        prompt=Message(
            "Two models on the same test rows: on {e01} of them only A is wrong, on {e10} only B. Do their error "
            "rates differ at the level 0.05? (For χ² with one degree of freedom the critical value is 3.841.)",
            {"e01": e01, "e10": e10},
        ),
        options={
            "all": N_("Yes, whichever form of McNemar's test is used."),
            "careful": N_("Only with the continuity correction, or counted exactly."),
            "bold": N_("Only without the continuity correction, or as mid-p."),
            "none": N_("In no form of McNemar's test."),
        },
        solve=partial(forms, e01, e10),
        again=lambda rng: ask_forms(*PAIRS[int(rng.integers(len(PAIRS)))]),
    )


def _places(differences: Differences) -> dict[str, float]:
    """Name each difference by its repetition and fold, both counted from 1."""
    return {f"{i}.{j}": d for i, row in enumerate(differences, start=1) for j, d in enumerate(row, start=1)}


def winning(differences: Differences) -> Mapping[str, bool]:
    """Return for each numerator whether A wins with it."""
    test = paired_t_test_5x2(differences)
    wins = (test.candidates > test.critical_value(LEVEL)).ravel().tolist()
    return dict(zip(_places(differences), wins, strict=True))


def numerators(differences: Differences) -> Solution:
    """With which of the ten numerators does A win?"""
    first, mean = (paired_t_test_5x2(differences, numerator=form) for form in ("first", "mean"))
    f = f_test_5x2(differences)
    wins = frozenset(place for place, won in winning(differences).items() if won)
    return Solution(
        wins,
        Message(
            "A wins with {wins} of the ten, and t runs from {low} to {high}. The first difference, Dietterich's, "
            "has t = {first} (p = {p_first}); the mean of the first two, as in (2.32), t = {mean} (p = {p_mean}); the "
            "F-test, which uses all ten and leaves nothing to pick, F = {f} (p = {p_f}). Whoever picks after looking "
            "wins more often than the level allows: settle the numerator beforehand, or take F.",
            {
                "wins": len(wins),
                "low": number(float(first.candidates.min()), 2),
                "high": number(float(first.candidates.max()), 2),
                "first": number(first.statistic),
                "p_first": number(first.pvalue),
                "mean": number(mean.statistic),
                "p_mean": number(mean.pvalue),
                "f": number(f.statistic),
                "p_f": number(f.pvalue),
            },
        ),
    )


def ask_numerators(differences: Differences = DIFFERENCES) -> Several:
    """Ask for the numerators that let A win; again, of other differences."""
    test = paired_t_test_5x2(differences)
    return Several(
        key="numerators",
        title=N_("Pick your numerator"),
        prompt=Message(
            "Five times two-fold cross validation: accuracy of A minus that of B, each marked with its repetition and "
            "fold. Their denominator in (2.32) is {error}, and t must be above {critical} for A to win at the level "
            "0.05. Suppose you may choose the numerator after looking: with which of the ten does A win?",
            {"error": number(test.standard_error, 4), "critical": number(test.critical_value(LEVEL))},
        ),
        options={place: f"{place}: {number(d)}" for place, d in _places(differences).items()},
        solve=partial(numerators, differences),
        again=_other_differences,
    )


def _other_differences(rng: np.random.Generator) -> Several:
    """Draw differences of which some, and not too many, let A win, and none is a matter of rounding."""
    while True:
        drawn = rng.integers(-3, 9, size=(5, 2)) * 0.005
        test = paired_t_test_5x2(drawn)
        t, critical = test.candidates, test.critical_value(LEVEL)
        if 1 <= (t > critical).sum() <= 4 and (np.abs(np.abs(t) / critical - 1) > 0.03).all() and (t > -critical).all():
            return ask_numerators(drawn.round(3).tolist())


def enough(difference: float, discordant: float) -> Solution:
    """Which is the smallest of some numbers of rows with which a difference is found?"""
    powers = {n: power_mcnemar(n, difference, discordant) for n in ROWS}
    needed = next(n for n in ROWS if powers[n] >= POWER)
    fewer = max(n for n in ROWS if n < needed)
    return Solution(
        str(needed),
        Message(
            "With {n} rows the difference is found in {power} of the cases, with {fewer} in {less}. Only rows on "
            "which one model alone is right speak for either, about {discordant} of the {n}. With {fewer} rows a "
            "difference of {detectable} would be found as often as wanted; half the difference takes about four times "
            'the rows. So "not significant" may mean no more than "too few rows".',
            {
                "n": count(needed),
                "fewer": count(fewer),
                "power": percent(powers[needed], 0),
                "less": percent(powers[fewer], 0),
                "discordant": count(round(needed * discordant)),
                "detectable": percent(detectable_mcnemar(fewer, discordant, power=POWER)),
            },
        ),
    )


def ask_enough(difference: float = NEEDED[0], discordant: float = NEEDED[1]) -> Choice:
    """Ask how many rows a difference needs; again, another difference."""
    return Choice(
        key="rows_needed",
        title=N_("How many rows does it take?"),
        prompt=Message(
            "In truth the error rate of B is {difference} percentage points below that of A, and on {discordant} of "
            "the rows only one of them is right. McNemar's test at the level 0.05 is to find that in 80% of the "
            "cases. Which is the smallest test set that will do?",
            {"difference": number(100 * difference, 1), "discordant": percent(discordant, 0)},
        ),
        options={str(n): count(n) for n in ROWS},
        solve=partial(enough, difference, discordant),
        again=lambda rng: ask_enough(*OTHERS[int(rng.integers(len(OTHERS)))]),
    )


EXERCISES: Final[tuple[Exercise, ...]] = (
    ask_forms(),
    ask_numerators(),
    ask_type_one_rate(),
    ask_enough(),
    ask_pool(),
    ask_exact(),
)
