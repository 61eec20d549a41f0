"""The exercise about tests that lie: how often learners that are equally good are called different."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final

from evalcore.errors import Message
from evalcore.significance.laboratory_learners import Learner
from ui.exercises.kinds import Number, Solution
from ui.shared.numbers import count, interval, number
from ui.shared.text import N_
from ui.significance.laboratory import runs as laboratory


@dataclass(frozen=True)
class Run:
    """A test whose rejections were counted, with which learner, and how the question puts it."""

    learner: Learner
    test: str
    prompt: Message


HOLD_OUTS: Final = "hold-out-t"
FOLDS: Final = "repeated-cv-t"
# Written out: the runs are read once a card is solved.
RUN: Final = Run(
    "lda",
    HOLD_OUTS,
    Message(
        "Two learners, linear discriminants, are equally good in truth. They share {n} rows, of which a third is held "
        "out at random, 30 times; a t-test looks at the 30 differences of their error rates. At the level 0.05, how "
        "often does it say that they differ, as a share of such experiments?",
        {"n": 300},
    ),
)
OTHERS: Final = (
    Run(
        "1-nn",
        HOLD_OUTS,
        Message(
            "Two learners, nearest neighbours, are equally good in truth. They share {n} rows, of which a third is "
            "held out at random, 30 times; a t-test looks at the 30 differences of their error rates. At the level "
            "0.05, how often does it say that they differ, as a share of such experiments?",
            {"n": 200},
        ),
    ),
    Run(
        "lda",
        FOLDS,
        Message(
            "Two learners, linear discriminants, are equally good in truth. On {n} rows 10-fold cross validation is "
            "repeated 10 times; a t-test looks at the 100 differences of their error rates. At the level 0.05, how "
            "often does it say that they differ, as a share of such experiments?",
            {"n": 300},
        ),
    ),
)


def rates(learner: Learner) -> Mapping[str, tuple[float, float, float]]:
    """Return how often each test rejects in the run that comes with the app, with the interval of that."""
    run = laboratory.precomputed()[learner].to_frame().set_index("test")
    return {
        str(test): (float(rate), float(low), float(high))
        for test, rate, low, high in run[["rate", "low", "high"]].itertuples()
    }


def type_one_rate(run: Run) -> Solution:
    """How often does this test call equal learners different?"""
    found = rates(run.learner)
    rate, low, high = found[run.test]
    return Solution(
        rate,
        Message(
            "In {replicates} simulated experiments it said so in {rate} of them, 95% interval {interval}, instead of "
            "0.05. The training sets overlap, so the differences resemble each other, and s²/k is far too small as the "
            "variance of their mean; more repeats make it smaller still. On the same rows 10-fold cross validation "
            "repeated 10 times has {repeated} with the plain t-test and {corrected} with Nadeau and Bengio's "
            "correction, and McNemar's test on a single hold-out has {mcnemar}.",
            {
                "replicates": count(laboratory.precomputed()[run.learner].n_replicates),
                "rate": number(rate),
                "interval": interval(low, high),
                "repeated": number(found[FOLDS][0]),
                "corrected": number(found["repeated-cv-corrected"][0]),
                "mcnemar": number(found["mcnemar"][0]),
            },
        ),
    )


def ask_type_one_rate(run: Run = RUN) -> Number:
    """Ask how often a test lies; again, of another."""
    return Number(
        key="type_one_rate",
        title=N_("How often does this test lie?"),
        prompt=run.prompt,
        label=N_("share that is rejected"),
        tolerance=0.1,
        solve=partial(type_one_rate, run),
        again=lambda rng: ask_type_one_rate(OTHERS[int(rng.integers(len(OTHERS)))]),
    )
