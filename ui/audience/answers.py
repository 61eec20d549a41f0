"""What a class can answer to each step of the path of lessons, and what is right: read again where the step is printed.

tests/ui/audience/test_answers.py computes what is said here with numbers.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

from ui.shared.text import N_


@dataclass(frozen=True)
class Choices:
    """Answers to choose from; `right` is the place of the right one, None where it is a matter of opinion."""

    options: tuple[str, ...]
    right: int | None
    because: str


@dataclass(frozen=True)
class Guess:
    """A number to guess between two ends; `truth` is written as the page writes it."""

    unit: str
    lowest: int
    highest: int
    truth: float
    because: str


Answer: TypeAlias = Choices | Guess

ANSWERS: Final[dict[str, Answer]] = {
    "melons": Choices(
        (
            N_("Those that contradict it. The others agree on every new melon."),
            N_("Those that contradict it. The others may still disagree on a new melon."),
            N_("All but the most general one."),
        ),
        1,
        N_(
            "An example strikes out every hypothesis that contradicts it. Those that are left are the version "
            "space; on a new melon they may still disagree."
        ),
    ),
    "narrowing": Choices(
        (
            N_("What is tried alone."),
            N_("What is tried, and all below it."),
            N_("What is tried, and all above it."),
        ),
        1,
        N_(
            "What is more specific covers less: where a hypothesis misses a positive example, so do all below it. "
            "That is why 11 tries decide about 65 hypotheses."
        ),
    ),
    "widening": Choices(
        (
            N_("It ends in another version space: it begins elsewhere."),
            N_("It ends in the same version space, after other tries."),
            N_("It ends with the most specific hypothesis alone."),
        ),
        1,
        N_(
            "Each way keeps what agrees with all examples, the same 3 hypotheses: top-down after 11 tries, bottom-up "
            "after 6."
        ),
    ),
    "preferences": Choices(
        (
            N_("All the same: the examples decide."),
            N_("Not all the same: the preference decides."),
            N_("Nothing at all: that takes more examples."),
        ),
        1,
        N_(
            "All of them fit the examples. What a learner says of the new melon is decided by what it prefers: its "
            "inductive bias."
        ),
    ),
    "razor": Choices(
        (
            N_("The one that is simpler to describe."),
            N_("The one that bends more."),
            N_("Either: the points alone do not decide."),
        ),
        None,
        N_(
            "Both pass through all points, so the points do not decide. Occam's razor prefers the simpler one; "
            "that is a preference, too."
        ),
    ),
    "lunch": Choices(
        (
            N_("The smoother one errs less in both cases."),
            N_("Neither, over all targets. Once some are likelier, one of them may."),
            N_("The one that fits the training points better, in both cases."),
        ),
        1,
        N_(
            "Over all targets, each as likely as the other, both err equally often outside of the training points. One "
            "errs less only where some targets are likelier than others."
        ),
    ),
    "splits": Choices(
        (
            N_("Not at all: the rows are the same."),
            N_("Each split says something else: the estimate spreads around the truth."),
            N_("It comes closer with each split."),
        ),
        1,
        N_("Which rows are held out is chance, and so is the estimate: each split says something else."),
    ),
    "draws": Guess(
        "%",
        0,
        100,
        36.8,
        N_(
            "A row is missed by one draw with probability 1 − 1/m and by all m of them with (1 − 1/m)^m, which goes to "
            "1/e = 0.368."
        ),
    ),
    "winners": Choices(
        (N_("As good as it looked."), N_("Worse than it looked."), N_("Better than it looked.")),
        1,
        N_("Of many settings the luckiest wins: its own estimate is too good. Fresh data say how good it is."),
    ),
    "leaks": Choices(
        (N_("Hardly."), N_("Very much: chance looks like skill."), N_("It comes out too high instead.")),
        1,
        N_(
            "Here nothing can be learned: the true error is 0.5. Where features are chosen on all rows before "
            "the split, the estimate says less than 0.2."
        ),
    ),
    "distances": Choices(
        (
            N_("Where the truth is in the middle."),
            N_("Where the truth is very small or very large."),
            N_("Everywhere alike."),
        ),
        1,
        N_(
            "Off by 44 on average, and most at both ends: predictions are drawn to the middle, so small values are "
            "predicted too high and large ones too low."
        ),
    ),
    "squares": Choices(
        (N_("The distance."), N_("Its square."), N_("Both grow alike.")),
        1,
        N_("Twice as far off is twice the absolute error and four times the squared one: one point can pull the line."),
    ),
    "use": Choices(
        (
            N_("It stays the best wherever it is used."),
            N_("From some use on, another model is the best."),
            N_("All models are equally good everywhere."),
        ),
        1,
        N_(
            "Which model is best depends on where it is used: under another density of the inputs the same "
            "errors weigh differently, and beyond a tilt of 0.53 the other model is better."
        ),
    ),
    "lecture": Choices(
        (
            N_("TP 6, FN 4, FP 4, TN 6: all four are 0.6."),
            N_("TP 4, FN 6, FP 6, TN 4: all four are 0.4."),
            N_("TP 6, FN 4, FP 6, TN 4: precision 0.5, recall 0.6."),
        ),
        0,
        N_("TP 6, FN 4, FP 4, TN 6: precision, recall, F1 and accuracy are all 0.6."),
    ),
    "criteria": Choices(
        (
            N_("The same one by both."),
            N_("0.88 by accuracy, 0.60 by F1."),
            N_("0.60 by accuracy, 0.88 by F1."),
        ),
        1,
        N_("Accuracy is best at 0.88, F1 at 0.60: which threshold is best depends on what counts."),
    ),
    "rare": Guess(
        "%",
        0,
        100,
        99,
        N_("99 of 100 rows are negative and are called so: accuracy is 0.99, and nothing is found."),
    ),
    "classes": Choices(
        (
            N_("Both averages are the same."),
            N_("They differ: one counts each class, the other each row."),
            N_("The average over the classes is always the higher one."),
        ),
        1,
        N_(
            "The macro average counts each class once, the micro average each row once. They differ where the classes "
            "differ in size or in how well they are found."
        ),
    ),
    "rows": Choices(
        (
            N_("Up at a positive row, to the right at a negative one."),
            N_("To the right at a positive row, up at a negative one."),
            N_("Up at each row that is called right."),
        ),
        0,
        N_("A positive row raises the true positive rate by 1/m₊, a negative one the false positive rate by 1/m₋."),
    ),
    "pairs": Choices(
        (N_("In 2 of 4"), N_("In 3 of 4"), N_("In 4 of 4")),
        1,
        N_("In 3 of 4 pairs: AUC = 0.75, and the ranking loss is 0.25."),
    ),
    "ties": Choices(
        (N_("First up, then to the right"), N_("First to the right, then up"), N_("Straight, in a slant")),
        2,
        N_(
            "No threshold comes between rows of the same score: they cross it together, and the curve goes straight to "
            "where they end."
        ),
    ),
    "models": Choices(
        (
            N_("Yes: the larger area is the better model's."),
            N_("No: chance alone could make it."),
            N_("That cannot be said without a third model."),
        ),
        1,
        N_("The areas differ by 0.001, [−0.027, 0.025]: chance alone could do that (DeLong, p = 0.92)."),
    ),
    "misses": Choices(
        (N_("Higher than 0.6"), N_("At 0.6, as before"), N_("Lower than 0.6")),
        2,
        N_("A dear miss asks for more alarms: at 0.42 the cost is least."),
    ),
    "promises": Choices(
        (N_("Both do."), N_("Only one does."), N_("Neither does.")),
        1,
        N_(
            "ROC sees the order of the scores only. One model's scores are near the shares that are positive, the "
            "other's promise too much."
        ),
    ),
    "bar": Choices(
        (
            N_("Chance could do that: at the 5% level it takes 7 errors or more."),
            N_("Chance would hardly do that: at the 5% level it takes 6 errors or more."),
            N_("Chance would hardly do that: at the 5% level it takes 4 errors or more."),
        ),
        1,
        N_(
            "With an error of 0.3, six errors or more in ten come with probability 0.047, five or more with "
            "0.150: at the 5% level chance is not enough from 6 on."
        ),
    ),
    "disagreements": Choices(
        (N_("All rows"), N_("Those on which exactly one model is right"), N_("Those on which both are wrong")),
        1,
        N_(
            "Rows on which both are right, or both wrong, tell nothing of a difference: McNemar's test counts "
            "the others."
        ),
    ),
    "folds": Choices(
        (N_("Wider"), N_("Narrower"), N_("The same")),
        0,
        N_("Training sets share rows, so the folds are not independent: the corrected interval is wider."),
    ),
    "ranks": Choices(
        (N_("Those of A and B"), N_("Those of A and C"), N_("All three"), N_("None of them")),
        1,
        N_(
            "Mean ranks 1, 2.125 and 2.875; the critical difference is 1.657. Only A and C lie further apart: by 1.875."
        ),
    ),
    "lies": Choices(
        (
            N_("The t test over 30 hold-outs, as if they were independent"),
            N_("McNemar's test on one hold-out"),
            N_("The corrected t test over 10 × 10 folds"),
        ),
        0,
        N_(
            "Hold-outs of the same rows are not independent: the t test over 30 of them finds a difference in "
            "more than half of the repetitions, though there is none."
        ),
    ),
    "flexibility": Choices(
        (
            N_("Bias falls, variance rises, noise stays."),
            N_("Bias rises, variance falls, noise stays."),
            N_("All three fall."),
        ),
        0,
        N_("A more flexible learner has less bias and more variance. The noise is that of the data: it stays."),
    ),
    "votes": Choices(
        (N_("It does harm."), N_("It helps."), N_("Neither.")),
        1,
        N_("Where most learners are wrong, those that differ from them are right: there variance lowers the error."),
    ),
    "peak": Choices(
        (
            N_("At the end: the more features, the worse."),
            N_("At about as many features as rows. Beyond, it falls again."),
            N_("At the beginning; it falls all the way."),
        ),
        1,
        N_(
            "At about as many features as training rows the fit passes through every row, at any price. Beyond that, "
            "there is room for a smoother one, and the error falls again."
        ),
    ),
    "kfold": Choices(
        (
            N_("Tested once, trained on nine times."),
            N_("Tested once, trained on once."),
            N_("Tested ten times, trained on ten times."),
        ),
        0,
        N_(
            "Each row is tested once and trained on nine times. The estimate is still off: over 100 data sets of "
            "60 rows by 0.066 (root of the mean square)."
        ),
    ),
    "loo": Choices(
        (
            N_("As many fits as there are rows, and the estimate is much closer."),
            N_("As many fits as there are rows, and the estimate is hardly closer, if at all."),
            N_("No more fits than ten folds."),
        ),
        1,
        N_(
            "With 60 rows it takes 60 fits instead of 10. Its estimate is no closer: off by 0.072, that of ten folds "
            "by 0.066."
        ),
    ),
    "repeats": Choices(
        (
            N_("Everything: in the end the estimate is the true error."),
            N_("What the dealing makes of it; what the rows themselves make of it stays."),
            N_("Nothing: the rows are the same."),
        ),
        1,
        N_(
            "Dealing anew averages out how the rows fall into folds. They are the same rows each time: how far off "
            "they are as a whole stays."
        ),
    ),
    "enclosing": Choices(
        (
            N_("A encloses C; A and B cross."),
            N_("A encloses B; B and C cross."),
            N_("All three cross."),
        ),
        0,
        N_(
            "A lies above C throughout. A and B cross, so it depends on the recall that is needed; by the break-even "
            "point A is ahead, 0.79 against 0.75."
        ),
    ),
    "paired": Choices(
        (
            N_("Yes, at the 5% level."),
            N_("No, at the 5% level."),
            N_("That takes more than ten folds."),
        ),
        0,
        N_("The mean difference is 0.015, t = 3.74, p = 0.005: more than chance, were the folds independent."),
    ),
    "halves": Choices(
        (
            N_("So that the two training sets of a repetition share no row."),
            N_("So that each row is tested ten times."),
            N_("So that training takes less time."),
        ),
        0,
        N_(
            "The two training sets of a repetition share no row. t = 1.93 lies within ±2.57, t with 5 degrees of "
            "freedom: no more than chance."
        ),
    ),
}
