"""Chosen on the other folds each time, and reported on the one left out: a choice by a wish, and how far it varies."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from evalcore.counts import ConfusionMatrix, confusion_matrix, threshold_counts
from evalcore.decisions._names import listed
from evalcore.decisions.by_group import NAMES
from evalcore.decisions.choice import fulfil
from evalcore.decisions.groups import Groups, grouped
from evalcore.decisions.wish import Wish
from evalcore.errors import InputError, Message, present
from evalcore.metrics import Readings, evaluate, readings
from evalcore.support.arrays import FloatArray, frozen
from evalcore.support.cases import Cases, numbered
from evalcore.support.checks import check_level, finite_numbers, same_length, truths, weights
from evalcore.support.results import Result

NO_ERROR: Final = Message(
    "The folds share most of the rows that their thresholds were chosen on, so how far they vary is no standard error."
)


@dataclass(frozen=True, eq=False)
class NestedChoice(Result):
    """What is a threshold worth that is chosen by a wish on the other folds each time?

    Parameters
    ----------
    folds : tuple of (str or None)
        Names of the folds.
    threshold : (folds,) float64
        Chosen on all other folds; nan where none does what is wished there.
    matrices : tuple of ConfusionMatrix
        What it decides of the fold itself; empty where there is no threshold.
    confusion : ConfusionMatrix
        All folds together, each by its own threshold.
    readings : Readings
        Of these, with intervals, by case where rows belong to cases.
    values : dict of (folds,) float64
        Each metric, fold by fold; nan where undefined.
    wish : Wish
    reason : Message or None
        Why there is nothing.
    warnings : tuple of Message
        What to mind; and folds without a threshold.
    """

    folds: tuple[str | None, ...]
    threshold: FloatArray
    matrices: tuple[ConfusionMatrix, ...]
    confusion: ConfusionMatrix
    readings: Readings
    values: dict[str, FloatArray]
    wish: Wish
    reason: Message | None = None
    warnings: tuple[Message, ...] = ()

    def spread(self, name: str) -> float:
        """Return the standard deviation of a metric over the folds; nan of fewer than two."""
        known = self.values[name][~np.isnan(self.values[name])]
        return float(np.std(known, ddof=1)) if len(known) > 1 else math.nan

    def to_frame(self) -> pd.DataFrame:
        """Return a row a fold: its threshold, its rows, and each metric."""
        rows = [cm.n for cm in self.matrices]
        return pd.DataFrame({"fold": self.folds, "threshold": self.threshold, "n": rows, **self.values})


def nested_choice(
    y_true: ArrayLike,
    y_score: ArrayLike,
    fold: ArrayLike | Groups,
    wish: Wish,
    *,
    sample_weight: ArrayLike | None = None,
    case: ArrayLike | Cases | None = None,
    names: Sequence[str] = NAMES,
    confidence_level: float = 0.95,
) -> NestedChoice:
    """What is a threshold worth that is chosen by a wish on the other folds each time?

    Parameters
    ----------
    y_true, y_score, sample_weight, case
        As for `threshold_counts`; scores are out of fold.
    fold : (n,) labels of any kind
        The fold of each row; one number each where they are numbers.
    wish : Wish
    names : keys of `METRICS`
        What is read.
    confidence_level : float in (0, 1)

    Returns
    -------
    NestedChoice

    Raises
    ------
    InputError
        As of `threshold_counts`; where there are fewer than two folds.

    Notes
    -----
    Each fold is decided by the threshold that does what is wished on all other folds, as in nested cross-validation:
    no row has a part in the threshold that it is decided by. The readings are of all folds together, and their
    intervals take thresholds as given. The scores of folds are of different models, and one threshold for them is
    compared across them. A number of alerts is one of the rows of the other folds. *Undefined when* no fold has a
    threshold, or a reading is: `reason` says why.

    References
    ----------
    Varma and Simon (2006), https://doi.org/10.1186/1471-2105-7-91

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> y, fold = rng.random(600) < 0.4, np.arange(600) % 5
    >>> found = nested_choice(y, rng.normal(size=600) + y, fold, Wish("f1"), names=["recall", "precision"])
    >>> found.threshold.round(2).tolist(), round(found.spread("recall"), 3)
    ([0.37, 0.39, 0.37, 0.37, 0.39], 0.056)
    """
    check_level(confidence_level)
    truth, score, folds = truths(y_true), finite_numbers(y_score, "y_score"), _folds(fold)
    same_length(score, len(truth), "y_score")
    same_length(folds.code, len(truth), "fold")
    weight = None if sample_weight is None else weights(sample_weight, len(truth))
    cases = None if case is None else numbered(case, len(truth))
    at = np.full(len(folds), np.nan)
    for place in range(len(folds)):
        others = folds.code != place
        if weight is None or weight[others].any():
            of_others = None if weight is None else weight[others]
            at[place] = fulfil(threshold_counts(truth[others], score[others], sample_weight=of_others), wish).threshold
    called, known = score >= at[folds.code], ~np.isnan(at)[folds.code]
    if weight is not None:
        known &= weight > 0

    def matrix(used: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> ConfusionMatrix:
        """Return what is decided of some rows."""
        if not used.any():
            return ConfusionMatrix.binary(0, 0, 0, 0)
        return confusion_matrix(
            truth[used],
            called[used],
            classes=(True, False),
            sample_weight=None if weight is None else weight[used],
            case=None if cases is None else cases.code[used],
        )

    matrices = tuple(matrix(known & (folds.code == place)) for place in range(len(folds)))
    whole, missing = matrix(known), int(np.count_nonzero(np.isnan(at)))
    read = readings(whole, names=listed(names), beta=wish.beta, confidence_level=confidence_level)
    values = {one.name: frozen(np.array([evaluate(one.name, cm, beta=wish.beta) for cm in matrices])) for one in read}
    return NestedChoice(
        folds.names,
        frozen(at),
        matrices,
        whole,
        read,
        values,
        wish,
        Message("In no fold does a threshold of the others do what is wished.") if missing == len(folds) else None,
        present(NO_ERROR, _without(missing)),
    )


def _folds(fold: ArrayLike | Groups) -> Groups:
    """Return the folds, at least two: numbers are not cut."""
    found = fold if isinstance(fold, Groups) else grouped(pd.Categorical(pd.Series(fold)))
    if len(found) < 2:
        raise InputError(
            "fold must have at least two different values; got {count}. Choose the column that numbers the folds.",
            count=len(found),
        )
    return found


def _without(missing: int) -> Message | None:
    """Say in how many folds there is no threshold."""
    if not missing:
        return None
    return Message("Folds left out, since no threshold of the others does what is wished: {count}.", {"count": missing})
