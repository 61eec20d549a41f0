"""Exercises of evaluation methods: what an estimate will say, what it costs, and where it leaks."""

from __future__ import annotations

import math
from functools import partial
from typing import Final

import numpy as np
from scipy.stats import binom

from evalcore.errors import Message
from evalcore.resampling import (
    KFold,
    LeaveOneOut,
    bootstrap_out_fraction,
    distinct_splits,
    estimate_error,
    learner,
)
from ui.exercises.kinds import Choice, Exercise, Number, Solution
from ui.shared.numbers import count, number, percent
from ui.shared.text import N_

# Rows of both classes; the first is the book's exercise 2.2.
CLASSES: Final = ((50, 50), (20, 40), (30, 30), (31, 30), (10, 90))
# Rows that are held out, and the true error.
HELD_OUT: Final = ((18, 0.285), (18, 0.5), (50, 0.285), (100, 0.1), (200, 0.285), (30, 0.2))
# Repeats and folds; settings that are tuned within each fold, over so many inner folds, 0 of which are none.
FITS: Final = ((10, 10), (5, 2), (1, 5), (3, 10), (20, 5))
SPLITS: Final = ((500, 0.3), (500, 0.5), (100, 0.3), (50, 0.2), (1_000, 0.1))
SIZES: Final = (10, 2, 5, 3, 4, 20)


def _error(classes: tuple[int, int], method: LeaveOneOut | KFold) -> float:
    y = np.repeat([0, 1], classes)
    return estimate_error(
        learner("majority"), np.zeros((len(y), 1)), y, method=method, rng=np.random.default_rng(0)
    ).error


def leave_one_out(classes: tuple[int, int]) -> Solution:
    """What does leave-one-out say of the majority rule?"""
    error = _error(classes, LeaveOneOut())
    return Solution(
        error,
        Message(
            "The row left out makes its own class rarer among those trained on, by one. Of {a} and {b} rows the "
            "estimate is {error}; stratified 10-fold says {folds}. Where classes are equally frequent every row is "
            "judged wrongly: nearly unbiased on average is not right on this data set.",
            {
                "a": classes[0],
                "b": classes[1],
                "error": number(error),
                "folds": number(_error(classes, KFold(10))),
            },
        ),
    )


def ask_leave_one_out(classes: tuple[int, int] = CLASSES[0]) -> Number:
    """Ask for exercise 2.2 of the book; again, with other classes."""
    return Number(
        key="loo_majority",
        title=N_("Leave-one-out and the majority rule"),
        prompt=Message(
            "{a} rows are negative, {b} positive. The learner says of every row the class it has seen most, negative "
            "where both are as frequent. Which error rate does leave-one-out estimate?",
            {"a": classes[0], "b": classes[1]},
        ),
        label=N_("error rate"),
        tolerance=0.02,
        solve=partial(leave_one_out, classes),
        again=lambda rng: ask_leave_one_out(CLASSES[int(rng.integers(len(CLASSES)))]),
    )


def spread(n: int, error: float) -> Solution:
    """How far apart are hold-outs of one learner?"""
    low, high = (int(binom.ppf(q, n, error)) for q in (0.025, 0.975))
    return Solution(
        (high - low) / n,
        Message(
            "Wrong rows among {n} are binomial: 95 of 100 hold-outs have {low} to {high}, error rates from {first} to "
            "{last}. That is luck of the rows alone, the learner is the same; four times as many rows halve it.",
            {"n": n, "low": low, "high": high, "first": number(low / n), "last": number(high / n)},
        ),
    )


def ask_spread(n: int = HELD_OUT[0][0], error: float = HELD_OUT[0][1]) -> Number:
    """Ask how much hold-outs differ; again, with other sizes."""
    return Number(
        key="holdout_spread",
        title=N_("A hundred hold-outs"),
        prompt=Message(
            "A learner errs on {error} of all rows. It is judged a hundred times, each time on {n} other rows. How far "
            "are the 3rd and the 97th of the hundred error rates apart, sorted by size?",
            {"n": n, "error": percent(error)},
        ),
        label=N_("distance of the two error rates"),
        tolerance=0.06,
        solve=partial(spread, n, error),
        again=lambda rng: ask_spread(*HELD_OUT[int(rng.integers(len(HELD_OUT)))]),
    )


def more_folds() -> Solution:
    """Which way do bias and spread go with k?"""
    return Solution(
        "bias",
        Message(
            "With more folds each learner is trained on more rows, so the estimate is less pessimistic. The spread "
            "over data sets hardly moves: for 3 nearest neighbours on 60 rows it is 0.074 with 5 folds, 0.073 with 10 "
            "and 0.079 leaving one out. What grows is the cost: k fits."
        ),
    )


def ask_more_folds() -> Choice:
    """Ask what more folds do."""
    return Choice(
        key="more_folds",
        title=N_("More folds"),
        prompt=Message(
            "3 nearest neighbours are judged on 60 rows by k-fold cross validation, over many data sets. k goes from "
            "2 to 60. Which way go bias and SD of the estimate?"
        ),
        options={
            "bias": N_("Bias towards 0, SD hardly changes"),
            "both": N_("Bias towards 0, SD grows a lot"),
            "worse": N_("Bias grows, SD falls"),
            "neither": N_("Neither changes"),
        },
        solve=more_folds,
    )


def find_leak() -> Solution:
    """Which pipeline leaks most?"""
    return Solution(
        "selection",
        Message(
            "The rows to be judged had a say in which features stay. Of noise alone the estimate reads an error of "
            "0.175 instead of 0.5. The others learn what they learn from the rows trained on, within each fold."
        ),
    )


def ask_leak() -> Choice:
    """Ask which of four pipelines leaks."""
    return Choice(
        key="find_leak",
        title=N_("Find the leak"),
        prompt=Message("Four pipelines, each judged by 5-fold cross validation. Which one leaks?"),
        options={
            "inside": N_("In each fold: scale by the rows trained on, train, judge"),
            "selection": N_("Keep the 10 of 500 features that go best with the class; then in each fold train, judge"),
            "nested": N_("In each fold: choose the depth by inner folds of the rows trained on, train, judge"),
            "groups": N_("Deal whole patients into folds; in each fold train, judge"),
        },
        solve=find_leak,
    )


def fits(repeats: int, k: int) -> Solution:
    """How many learners does repeated cross validation train?"""
    return Solution(
        "product",
        Message(
            "{repeats} times {k} folds, a learner each: {fits}. The model that is used in the end is one more, trained "
            "on all rows.",
            {"repeats": repeats, "k": k, "fits": repeats * k},
        ),
    )


def ask_fits(repeats: int = FITS[0][0], k: int = FITS[0][1]) -> Choice:
    """Ask for the cost; again, of other folds."""
    return Choice(
        key="fits",
        title=N_("What it costs"),
        prompt=Message(
            "How many learners are trained by p = {repeats} times k = {k}-fold cross validation of m rows?",
            {"repeats": repeats, "k": k},
        ),
        options={"sum": "p + k", "product": "p · k", "folds": "k", "rows": "p · k · m"},
        solve=partial(fits, repeats, k),
        again=lambda rng: ask_fits(*FITS[int(rng.integers(len(FITS)))]),
    )


def splits(each: int, share: float) -> Solution:
    """How many stratified splits are there?"""
    digits = math.log10(distinct_splits([each, each], share))
    return Solution(
        "square",
        Message(
            "Each class chooses its {tested} of {each} on its own, and every choice of one goes with every choice of "
            "the other: C({each}, {tested})², a number of {digits} digits. Each of them is an estimate of its own; one "
            "hold-out is one draw.",
            {"each": count(each), "tested": count(round(each * share)), "digits": count(math.floor(digits) + 1)},
        ),
    )


def ask_splits(each: int = SPLITS[0][0], share: float = SPLITS[0][1]) -> Choice:
    """Ask for exercise 2.1 of the book; again, with other numbers."""
    tested = round(each * share)
    return Choice(
        key="splits",
        title=N_("How many splits?"),
        prompt=Message(
            "{each} rows are positive and {each} negative. {share} are held out, stratified: {tested} of each class. "
            "How many different splits are there?",
            {"each": count(each), "share": percent(share, 0), "tested": count(tested)},
        ),
        options={
            "one": N_("C(m, t) for m rows and t held out of one class"),
            "twice": N_("2 · C(m, t)"),
            "square": N_("C(m, t)²"),
            "all": N_("C(2m, 2t)"),
        },
        solve=partial(splits, each, share),
        again=lambda rng: ask_splits(*SPLITS[int(rng.integers(len(SPLITS)))]),
    )


def never_drawn(m: int) -> Solution:
    """Which share does a bootstrap draw leave out?"""
    return Solution(
        bootstrap_out_fraction(m),
        Message(
            "(1 − 1/{m})^{m} = {share}, (2.1). It is below 36.8% for every m and grows towards it; and a single draw "
            "leaves out more or less.",
            {"m": m, "share": number(bootstrap_out_fraction(m), 4)},
        ),
    )


def ask_never_drawn(m: int = SIZES[0]) -> Number:
    """Ask for the share never drawn; again, of another size."""
    return Number(
        key="never_drawn",
        title=N_("Never drawn"),
        prompt=Message(
            "{m} rows, {m} draws with replacement. Which share of the rows is never drawn, on average?", {"m": m}
        ),
        label=N_("share never drawn"),
        tolerance=0.01,
        solve=partial(never_drawn, m),
        again=lambda rng: ask_never_drawn(SIZES[int(rng.integers(len(SIZES)))]),
    )


EXERCISES: Final[tuple[Exercise, ...]] = (
    ask_leave_one_out(),
    ask_spread(),
    ask_more_folds(),
    ask_leak(),
    ask_fits(),
    ask_splits(),
    ask_never_drawn(),
)
