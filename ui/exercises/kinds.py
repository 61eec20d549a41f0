"""What an exercise is: a question, how it is answered, and how the answer is found.

Texts are English; they are translated where they are shown. Nothing is solved before it is asked
for: `solve` and `judge` compute when they are called.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Any, ClassVar, Final

from evalcore.counts import ThresholdCounts
from evalcore.errors import Message

ANSWER_FIRST = Message("Answer first, or skip.")
# How many negatives and positives each move of a drawn ROC curve passes.
MOVES: Final = {"↑": (0, 1), "→": (1, 0), "↗": (1, 1)}


@dataclass(frozen=True)
class Solution:
    """The right answer, and why: one sentence with its numbers."""

    answer: Any
    because: Message


@dataclass(frozen=True)
class Judgement:
    """Whether an answer is right; `gap` is the distance of a guess, `said` what the answer comes to."""

    right: bool
    gap: float = math.nan
    said: Message | None = None


@dataclass(frozen=True, kw_only=True)
class Exercise:
    """One card.

    Parameters
    ----------
    key : str
        Its name within the set.
    title : str
    prompt : Message
        May state data, never the answer.
    solve : callable
        Finds the right answer; where many are right, one of them.
    picture : callable, optional
        Lines of plain characters shown below the prompt.
    """

    key: str
    title: str
    prompt: Message
    solve: Callable[[], Solution]
    picture: Callable[[], str] | None = None

    def problem(self, answer: Any) -> Message | None:
        """Say why there is nothing to judge yet."""
        return ANSWER_FIRST if answer is None else None

    def judge(self, answer: Any) -> Judgement:
        """Compare an answer with the right one."""
        return Judgement(answer == self.solve().answer)


@dataclass(frozen=True, kw_only=True)
class Choice(Exercise):
    """One of several answers; `options` by their names."""

    options: Mapping[str, str]


@dataclass(frozen=True, kw_only=True)
class Several(Exercise):
    """Every answer that holds; the answer is a frozenset of names."""

    options: Mapping[str, str]

    def problem(self, answer: Any) -> Message | None:
        """Say why there is nothing to judge yet."""
        return None if answer else ANSWER_FIRST

    def judge(self, answer: Any) -> Judgement:
        """Compare the names chosen with the right ones, and count the slips."""
        right = self.solve().answer
        said = Message(
            "{found} of {all} found; {extra} chosen that do not belong.",
            {"found": len(right & answer), "all": len(right), "extra": len(answer - right)},
        )
        return Judgement(True) if answer == right else Judgement(False, said=said)


@dataclass(frozen=True, kw_only=True)
class Number(Exercise):
    """A guess, right when it is within `tolerance`."""

    label: str
    tolerance: float
    low: float = 0.0
    high: float = 1.0

    def judge(self, answer: Any) -> Judgement:
        """Measure the distance of the guess."""
        gap = abs(answer - self.solve().answer)
        # A guess on the edge is right: 0.8 + 0.1 is not 0.9 in binary.
        return Judgement(bool(gap <= self.tolerance + 1e-9), gap)


@dataclass(frozen=True, kw_only=True)
class Drawing(Exercise):
    """A path from the lower left to the upper right corner, one move after the other; the answer is the moves.

    Parameters
    ----------
    table : callable
        Finds the table whose ROC curve is drawn; its classes have as many rows as the path has steps up and right.
    check : callable
    """

    table: Callable[[], ThresholdCounts]
    check: Callable[[str], Judgement]

    def problem(self, answer: Any) -> Message | None:
        """Say why there is nothing to judge yet."""
        if not answer:
            return ANSWER_FIRST
        if not self.is_whole(answer):
            return Message("The curve does not yet reach the upper right corner. Go on drawing, or skip.")
        return None

    def judge(self, answer: Any) -> Judgement:
        """Compare the path with the curve."""
        return self.check(answer)

    def allows(self, moves: str, move: str) -> bool:
        """Whether the path stays inside the plane with one more move."""
        table, (fp, tp) = self.table(), corners(moves + move)
        return fp[-1] <= table.n_neg and tp[-1] <= table.n_pos

    def is_whole(self, moves: str) -> bool:
        """Whether the path ends in the upper right corner."""
        table, (fp, tp) = self.table(), corners(moves)
        return (fp[-1], tp[-1]) == (table.n_neg, table.n_pos)


def corners(moves: str) -> tuple[list[int], list[int]]:
    """Return how many negatives and positives are passed before the first move and after each."""
    steps = [MOVES[move] for move in moves]
    return [0, *accumulate(fp for fp, _tp in steps)], [0, *accumulate(tp for _fp, tp in steps)]


@dataclass(frozen=True, kw_only=True)
class Build(Exercise):
    """Something to make: a value for each of `fields`; any that passes `check` is right."""

    fields: Mapping[str, str]
    check: Callable[[Mapping[str, Any]], Judgement]

    def problem(self, answer: Any) -> Message | None:
        """Say why there is nothing to judge yet."""
        return ANSWER_FIRST if any(answer[name] in (None, "") for name in self.fields) else None

    def judge(self, answer: Any) -> Judgement:
        """Check what was made."""
        return self.check(answer)


@dataclass(frozen=True, kw_only=True)
class Cells(Build):
    """Whole numbers of 0 or more."""

    most: ClassVar[int] = 1_000_000


@dataclass(frozen=True, kw_only=True)
class Rankings(Build):
    """Rows from the highest score to the lowest, written with + and -; all fields rank the same rows."""

    longest: ClassVar[int] = 20
    # Signs as keyboards in both languages write them.
    signs: ClassVar[Mapping[int, str | None]] = str.maketrans({"−": "-", "－": "-", "–": "-", "＋": "+", " ": None})
    placeholder: str = field(default="+ - + -")

    def problem(self, answer: Any) -> Message | None:
        """Say why there is nothing to judge yet."""
        first = super().problem(answer)
        if first is not None:
            return first
        rankings = [answer[name] for name in self.fields]
        if any(set(ranking) != {"+", "-"} for ranking in rankings):
            return Message("A ranking must hold + and -, at least one of each, and nothing else. Correct it.")
        if len({(len(ranking), ranking.count("+")) for ranking in rankings}) > 1:
            return Message("Both rankings must be of the same rows: as many + and as many - in each. Correct one.")
        return None
