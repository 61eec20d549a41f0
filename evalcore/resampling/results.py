"""What an evaluation method says: the estimate, its rounds, and what it costs."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from evalcore.errors import Message
from evalcore.resampling.assignment import Assignment
from evalcore.resampling.methods import Bootstrap, Estimator, Method
from evalcore.support.arrays import BoolArray, FloatArray, frozen
from evalcore.support.results import Result

SHARE: Final = 0.632  # of the out-of-bag error; as printed by Efron and Tibshirani, so that shown numbers add up
NOT_A_STANDARD_ERROR: Final = Message(
    "The spread over rounds is not a standard error: rounds share rows they train on, and no unbiased estimate of the "
    "variance of cross validation exists."
)


@dataclass(frozen=True, eq=False, kw_only=True)
class OnTrainingRows(Result):
    """What a learner trained on all rows says about these, for .632 and .632+.

    Parameters
    ----------
    error : float
        Training error, 0 to 1.
    no_information_rate : float
        Error if predictions and classes were paired at random, 0 to 1.
    """

    error: float
    no_information_rate: float


@dataclass(frozen=True, eq=False, kw_only=True)
class ErrorEstimate(Result):
    """What one evaluation method says, as far as its rounds are done.

    Parameters
    ----------
    method : Method
    assignment : Assignment
        Of the rounds done.
    n_rounds : int
        How many there are to be.
    wrong : (rounds done, n) bool
        Whether a row was judged wrongly; False where it was not judged.
    one_class : int
        Rounds that had rows of one class only to train on, and predicted that class.
    on_training_rows : OnTrainingRows, optional
        Of a bootstrap that mixes in the training error.
    """

    method: Method
    assignment: Assignment
    n_rounds: int
    wrong: BoolArray
    one_class: int = 0
    on_training_rows: OnTrainingRows | None = None

    @property
    def progress(self) -> float:
        """How much is done, 0 to 1."""
        return len(self.wrong) / self.n_rounds

    @property
    def n_fits(self) -> int:
        """How often the learner was trained so far."""
        return len(self.wrong) + (self.on_training_rows is not None)

    @property
    def train_size(self) -> float:
        """Rows trained on in a round, on average."""
        return float(self.assignment.train_sizes.mean())

    @cached_property
    def round_errors(self) -> FloatArray:
        """Share of wrongly judged rows of each round, (rounds,); nan where none was judged."""
        return ratio(np.count_nonzero(self.wrong, axis=1), self.assignment.judged_sizes)

    @cached_property
    def row_errors(self) -> FloatArray:
        """Share of the rounds judging a row that judged it wrongly, (n,); nan where it was never judged."""
        return ratio(np.count_nonzero(self.wrong, axis=0), self.assignment.times_judged)

    @property
    def error(self) -> float:
        """The estimate, 0 to 1; nan where no row was judged.

        Of a bootstrap what its estimator says; else the mean of the rounds' errors, as in the book and in scikit-learn.
        """
        if isinstance(self.method, Bootstrap):
            return {"out-of-bag": self.out_of_bag, ".632": self.point632, ".632+": self.point632_plus}[
                self.method.estimator
            ]
        return mean_known(self.round_errors)

    @property
    def pooled_error(self) -> float:
        """Wrong among all judgements: differs from the mean of the rounds where these judge unequal numbers of rows."""
        total = int(self.assignment.judged_sizes.sum())
        return int(np.count_nonzero(self.wrong)) / total if total else float("nan")

    @property
    def spread(self) -> float:
        """Standard deviation of the rounds' errors; nan for one round. It is not a standard error of the estimate."""
        known = self.round_errors[~np.isnan(self.round_errors)]
        return float(known.std(ddof=1)) if len(known) > 1 else float("nan")

    @property
    def out_of_bag(self) -> float:
        """Mean of the rows' errors, each over the rounds that lack the row: Efron's leave-one-out bootstrap."""
        return mean_known(self.row_errors)

    @property
    def point632(self) -> float:
        """.368 training error + .632 out-of-bag error; nan without a training error."""
        seen = self.on_training_rows
        return float("nan") if seen is None else (1 - SHARE) * seen.error + SHARE * self.out_of_bag

    @property
    def bounded_out_of_bag(self) -> float:
        """Out-of-bag error, at most the no-information rate; nan without a training error."""
        seen = self.on_training_rows
        return float("nan") if seen is None else float(np.minimum(self.out_of_bag, seen.no_information_rate))

    @property
    def overfits(self) -> bool:
        """Whether the bounded out-of-bag error is above the training error; else R is 0."""
        seen = self.on_training_rows
        return seen is not None and self.bounded_out_of_bag > seen.error

    @property
    def overfitting(self) -> float:
        """Relative overfitting rate R, 0 (none) to 1 (as bad as pairing at random); nan without a training error."""
        seen, bounded = self.on_training_rows, self.bounded_out_of_bag
        if seen is None or np.isnan(bounded):
            return float("nan")
        return (bounded - seen.error) / (seen.no_information_rate - seen.error) if self.overfits else 0.0

    @property
    def point632_plus(self) -> float:
        """.632+, which gives the out-of-bag error the more weight the more the learner overfits."""
        seen, rate = self.on_training_rows, self.overfitting
        if seen is None or np.isnan(rate):
            return float("nan")
        return self.point632 + (self.weight - SHARE) * (self.bounded_out_of_bag - seen.error)

    @property
    def weight(self) -> float:
        """Share of the out-of-bag error in .632+, .632 to 1, where it is not above the no-information rate."""
        return SHARE / (1 - (1 - SHARE) * self.overfitting)

    def read_as(self, estimator: Estimator) -> ErrorEstimate:
        """Return the same bootstrap rounds, read by another estimator."""
        assert isinstance(self.method, Bootstrap)
        return replace(self, method=replace(self.method, estimator=estimator))

    @property
    def warnings(self) -> tuple[Message, ...]:
        """What has to be said of the estimate; often nothing."""
        said = []
        never = int(np.count_nonzero(self.assignment.times_judged == 0))
        if never and isinstance(self.method, Bootstrap):
            said.append(
                Message(
                    "{count} rows were drawn in every round and are not judged. Draw more rounds.", {"count": never}
                )
            )
        if self.one_class:
            said.append(
                Message(
                    "In {count} rounds all rows to train on were of one class, and that class was predicted.",
                    {"count": self.one_class},
                )
            )
        return tuple(said)

    def to_frame(self) -> pd.DataFrame:
        """Return a row a round: rows trained on, different ones, judged on, out, and the round's error."""
        return self.assignment.to_frame().assign(error=self.round_errors)


def ratio(part: ArrayLike, whole: ArrayLike) -> FloatArray:
    """Return part / whole, nan where the whole is nothing."""
    divisor = np.where(np.asarray(whole) > 0, whole, np.nan)
    return frozen(np.asarray(part / divisor, dtype=np.float64))


def mean_known(values: FloatArray) -> float:
    """Return the mean of what is not nan, nan where nothing is left."""
    known = values[~np.isnan(values)]
    return float(known.mean()) if len(known) else float("nan")
