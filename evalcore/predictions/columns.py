"""The roles of a table's columns, guessed or chosen."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from evalcore.errors import Message
from evalcore.predictions.cases import ALL, CasesFound
from evalcore.predictions.labels import Grounds
from evalcore.predictions.parts import Part
from evalcore.predictions.truth import Meaning, Task
from evalcore.predictions.vocabulary import SINGLE
from evalcore.support.results import Result


@dataclass(frozen=True)
class Columns(Result):
    """Which column is what; a guess, so every field may be wrong or empty.

    Attributes
    ----------
    truth : str or None
    scores, labels : tuple of str
        Score columns and predicted-label columns, a model each (`model:class` for several classes).
    classes : tuple of str
        The classes in the truth, exact, in order; empty for a regression.
    positive : str or None
        The positive class of two.
    positive_grounds : "convention", "word", "rarer", "order" or None
        What speaks for `positive`: usual names such as 0 and 1, a word such as fraud, fewer rows, or only the order.
    weight : str or None
    fold, repeat : str or None
        The column that says in which fold each row was predicted, and in which repetition of the folds.
    split : str or None
        The column that tells training, test and other rows, or folds, apart: ask which part to look at.
    parts : tuple of Part
        What stands in `split`, with the number of rows.
    part : str or None
        The part to look at; never guessed.
    amount : str or None
        Each row's own cost of a mistake; only where the name says so, and never for a regression.
    amount_passed_over : str or None
        A column whose name says so, but not all of whose cells are numbers of 0 or more: ask.
    case : str or None
        The column that names the case of each row, such as a patient: rows of one case are not independent.
    case_is_guess : bool
        Whether nothing but a repeating id, or repeated predictions, speak for `case` and `taken`: ask.
    cases : CasesFound or None
        How the rows belong to cases.
    taken : str
        What is taken of a case with several predictions: "all", the "mean", or "one:" with the label of a repetition.
    model : str or None
        The column that names the model of each row in a long table.
    groups : tuple of str
        Columns that divide the rows into groups: those of few values, and others on demand.
    task : "binary", "multiclass", "regression" or None
        None where there is no usable truth.
    notes : tuple of Message
        Columns of probabilities that were put together to a model, or that fit none.
    truth_holds : "classes", "amounts" or None
        Whether the truth names classes or is a number to predict; None leaves it to the contents.
    truth_is_open : bool
        Whether that must be asked: whole numbers of few values that may be either.
    pairs : tuple of (str, str)
        Two columns that add up to 1, one model, in the order of `classes`; the positive class's is among `scores`.
    reversed : tuple of str
        Scores that speak for the other class: 1 - score is used, or -score.
    of_predicted : tuple of str
        Scores that are the confidence of the class predicted in the first column of `labels`.
    """

    truth: str | None = None
    scores: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    classes: tuple[str, ...] = ()
    positive: str | None = None
    positive_grounds: Grounds | None = None
    weight: str | None = None
    fold: str | None = None
    groups: tuple[str, ...] = ()
    task: Task | None = None
    amount: str | None = None
    amount_passed_over: str | None = None
    split: str | None = None
    parts: tuple[Part, ...] = ()
    part: str | None = None
    repeat: str | None = None
    case: str | None = None
    case_is_guess: bool = False
    cases: CasesFound | None = None
    taken: str = ALL
    model: str | None = None
    notes: tuple[Message, ...] = ()
    truth_holds: Meaning | None = None
    truth_is_open: bool = False
    pairs: tuple[tuple[str, str], ...] = ()
    reversed: tuple[str, ...] = ()
    of_predicted: tuple[str, ...] = ()

    def left_out(self, names: Iterable[str]) -> tuple[str, ...]:
        """Return those of a table's columns that have no role: they are read, and used for nothing.

        The other column of a pair says the same as the one that is a score, so it is none of them.

        Examples
        --------
        >>> Columns(truth="y", scores=("a", "b")).left_out(["id", "y", "a", "b", "region"])
        ('id', 'region')
        """
        paired = {name for pair in self.pairs if set(pair) & set(self.scores) for name in pair}
        used = {
            *paired,
            self.truth,
            *self.scores,
            *self.labels,
            *self.groups,
            *(getattr(self, role) for role in SINGLE),
        }
        return tuple(name for name in names if name not in used)

    @property
    def positive_is_guess(self) -> bool:
        """Whether `positive` is to be confirmed."""
        return self.positive_grounds not in (None, "convention")
