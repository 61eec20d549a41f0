"""Exercises of model learning; those about priors and curves stand beside them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial
from typing import Any, ClassVar, Final

import streamlit as st

from evalcore.errors import Message
from evalcore.hypotheses import MELON_EXAMPLES, MELONS, Space, count, no_free_lunch, typed_instance, version_space
from evalcore.views.hypotheses.lunch import rule_of
from ui.exercises.build import Build, WholeNumbers
from ui.exercises.kinds import Choice, Exercise, Judgement, Solution
from ui.hypotheses.further_exercises import ask_curves, ask_tilt
from ui.shared.text import N_

# Numbers of values; the misprint counts the first and the second only. The first is the lecture's.
SHAPES: Final = ((3, 2, 2), (3, 3, 3), (2, 2, 2), (4, 3, 2), (2, 2, 2, 2))


def in_words(shape: tuple[int, ...]) -> str:
    """Return numbers of values as a prompt says them."""
    return ", ".join(map(str, shape))


def check_count(shape: tuple[int, ...], answer: Mapping[str, int]) -> Judgement:
    """Whether hypotheses were counted right; the empty one is the one most often left out."""
    right = count(shape)
    said = Message("You left out the hypothesis that nothing is positive.") if answer["n"] == right - 1 else None
    return Judgement(answer["n"] == right, said)


def counting(shape: tuple[int, ...]) -> Solution:
    """How many hypotheses are there?"""
    return Solution(
        {"n": count(shape)},
        Message(
            "Each attribute has one of its values or the star, and one more hypothesis says that nothing is positive: "
            "{product} + 1 = {total}. Instances there are fewer: {instances}.",
            {
                "product": " × ".join(str(size + 1) for size in shape),
                "total": count(shape),
                "instances": len(Space.of_shape(shape).instances),
            },
        ),
    )


def ask_count(shape: tuple[int, ...] = SHAPES[0]) -> WholeNumbers:
    """Ask for the size of a hypothesis space; again, of other attributes."""
    return WholeNumbers(
        key="how_many",
        title=N_("How many hypotheses?"),
        prompt=Message(
            "Melons are described by {k} attributes with {values} values. A hypothesis names one value of each "
            "attribute or leaves it open; one more says that there is no such melon. How many hypotheses are there?",
            {"k": len(shape), "values": in_words(shape)},
        ),
        fields={"n": N_("hypotheses")},
        check=partial(check_count, shape),
        solve=partial(counting, shape),
        again=lambda rng: ask_count(SHAPES[int(rng.integers(len(SHAPES)))]),
    )


# How many of the melons are known, and the instances to choose from, by the letters of an address.
VARIANTS: Final = (
    (2, ("aaa", "aab", "caa", "ccc")),
    (1, ("acc", "ccc", "aab", "aaa")),
    (3, ("bbb", "caa", "ccc", "bac")),
)
INSTANCES: Final = {
    "aaa": N_("green, curled, muffled"),
    "aab": N_("green, curled, dull"),
    "acc": N_("green, stiff, crisp"),
    "bac": N_("black, curled, crisp"),
    "bbb": N_("black, slightly curled, dull"),
    "caa": N_("pale, curled, muffled"),
    "ccc": N_("pale, stiff, crisp"),
}


def most_left(known: int, text: str) -> int:
    """Return how many hypotheses remain after an instance, whatever its label, at most."""
    found, instance = version_space(MELONS, MELON_EXAMPLES[:known]), typed_instance(MELONS, text)
    yes = sum(one.covers(instance) for one in found.remaining)
    return max(yes, len(found.remaining) - yes)


def halving(known: int, offered: tuple[str, ...]) -> Solution:
    """Which instance halves the version space best?"""
    found = version_space(MELONS, MELON_EXAMPLES[:known])
    left = {text: most_left(known, text) for text in offered}
    best = min(left, key=lambda text: left[text])
    return Solution(
        best,
        Message(
            "{n} hypotheses remain. Whatever its label is, it leaves at most {best}; the others may leave {others}. An "
            "example all that remain agree on strikes out nothing, one they are divided about strikes out many.",
            {
                "n": len(found.remaining),
                "best": left[best],
                "others": ", ".join(str(number) for text, number in left.items() if text != best),
            },
        ),
    )


def ask_halving(known: int = VARIANTS[0][0], offered: tuple[str, ...] = VARIANTS[0][1]) -> Choice:
    """Ask for the best question; again, after other melons or among others."""
    return Choice(
        key="halves",
        title=N_("Which example halves the version space?"),
        prompt=Message(
            "Of the four melons of the book, (green, curled, muffled) good, (black, curled, muffled) good, (green, "
            "stiff, crisp) not good, (black, slightly curled, dull) not good, the first {known} have been opened, and "
            "{left} of 65 hypotheses remain. Which of these melons do you open next, if its label is to strike out as "
            "many as it can for certain?",
            {
                "known": known,
                "left": len(version_space(MELONS, MELON_EXAMPLES[:known]).remaining),
            },
        ),
        options={text: INSTANCES[text] for text in offered},
        solve=partial(halving, known, offered),
        again=lambda rng: ask_halving(*VARIANTS[int(rng.integers(len(VARIANTS)))]),
    )


TRIES: Final = {"first": N_("First try"), "second": N_("Second try"), "third": N_("Third try")}
SUM: Final = "sum"
SEEN: Final = (0, 1, 2)
COIN: Final = Fraction(8, 3)
# A sum written with two decimals is near enough.
NEAR: Final = Fraction(1, 100)


@lru_cache(maxsize=64)
def total_of(letters: str, seen: int) -> str:
    """Return the sum of the errors of a rule over all targets."""
    found = no_free_lunch(3, [seen], {"mine": rule_of(letters, [seen], 3)})
    return str(found.learners["mine"].total)


def fraction(text: str) -> Fraction | None:
    """Return a number as it is typed, None where it is none.

    >>> fraction("8/3"), fraction("2.5"), fraction("two")
    (Fraction(8, 3), Fraction(5, 2), None)
    """
    try:
        return Fraction(text.strip())
    except (ValueError, ZeroDivisionError):
        return None


@dataclass(frozen=True, kw_only=True)
class Rules(Build):
    """Rules of a learner, four decisions each, written with 0 and 1; and the least sum of errors among them."""

    length: ClassVar[int] = 4

    def show_part(self, label: str, key: str) -> None:
        """Show a field for four decisions, or for the sum."""
        example = "2.5" if key.endswith(f"_{SUM}") else "0110"
        st.text_input(label, max_chars=8, key=key, persist_state="session", placeholder=example)

    def problem(self, answer: Any) -> Message | None:
        """Say why there is nothing to judge yet."""
        first = super().problem(answer)
        if first is not None:
            return first
        rules = [answer[name] for name in TRIES]
        if any(len(one) != self.length or set(one) - {"0", "1"} for one in rules):
            return Message("A rule must be four decisions, each 0 or 1. Write three rules.")
        if len(set(rules)) < len(rules):
            return Message("The three rules must differ. Change one.")
        if fraction(answer[SUM]) is None:
            return Message("The sum must be a number such as 2.5 or 5/2. Correct it.")
        return None

    def written_part(self, value: Any) -> str:
        """Write a rule or a sum."""
        return f"`{value}`"


def check_rules(seen: int, answer: Mapping[str, str]) -> Judgement:
    """Add up the errors of three rules: none beats the coin."""
    sums = ", ".join(total_of(answer[name], seen) for name in TRIES)
    guess = fraction(answer[SUM])
    said = Message("Your three rules come to {sums}; the coin to {coin}.", {"sums": sums, "coin": str(COIN)})
    return Judgement(guess is not None and abs(guess - COIN) <= NEAR, said)


def rules_solution() -> Solution:
    """What do rules come to?"""
    return Solution(
        {"first": "0011", "second": "1100", "third": "0101", SUM: str(COIN)},
        Message(
            "No rule beats the coin, and none is beaten by it. Every unseen cell is positive on exactly half of the "
            "targets that agree with what was seen; a decision there is wrong on that half, whichever it is: 8 "
            "targets × 2 cells × 1/3 × 1/2 = 8/3."
        ),
    )


def ask_rules(seen: int = SEEN[0]) -> Rules:
    """Ask for three rules, to beat a coin with; again, with another cell seen."""
    return Rules(
        key="beat_coin",
        title=N_("Beat the coin"),
        prompt=Message(
            "Three inputs, equally frequent; the label of input {seen} is seen, the other two are predicted. A rule is "
            "four decisions: for both unseen inputs if the label seen is 0, then for both if it is 1. Tossing a coin "
            "for each is right half of the time. Design a rule whose errors, summed over all 8 targets, are fewer: "
            "three tries, and the least of the three sums.",
            {"seen": seen + 1},
        ),
        fields={**TRIES, SUM: N_("Least sum")},
        check=partial(check_rules, seen),
        solve=rules_solution,
        again=lambda rng: ask_rules(SEEN[int(rng.integers(len(SEEN)))]),
    )


EXERCISES: Final[tuple[Exercise, ...]] = (
    ask_count(),
    ask_halving(),
    ask_rules(),
    ask_tilt(),
    ask_curves(),
)
