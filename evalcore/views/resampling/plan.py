"""Which estimators are compared, and at which settings: shares held out and numbers of folds."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal

import numpy as np

from evalcore.errors import InputError
from evalcore.resampling import (
    Bootstrap,
    HoldOut,
    KFold,
    LeaveOneOut,
    Method,
    Rows,
    TrainingError,
    TwoNormals,
)

Kind = Literal["training", "holdout", "repeated", "kfold", "loo", "oob", "632", "632plus"]
SHARES: Final = (0.1, 0.2, 0.3, 0.4, 0.5)
# All divide the lines of the grid, so that every round is as high as the others.
FOLDS: Final = (2, 3, 4, 5, 6, 10, 12, 15, 20, 30)
REPEATED: Final = 20  # hold-outs of one data set
USUAL_SHARE: Final = 0.3


@dataclass(frozen=True)
class Plan:
    """What is compared: a learner on data sets of one kind, and how rows are dealt.

    Parameters
    ----------
    problem : TwoNormals
    learner : str
        One of `resampling.LEARNERS`.
    n : int
        Rows of a data set.
    stratified, grouped : bool
        How rows are dealt; a hold-out that keeps groups together is not stratified.
    repeats : int
        How often rows are dealt into k folds.
    rounds : int
        Of the bootstrap.
    seed : int
    """

    problem: TwoNormals = field(default_factory=TwoNormals)
    learner: str = "3-nn"
    n: int = 60
    stratified: bool = True
    grouped: bool = False
    repeats: int = 1
    rounds: int = 25
    seed: int = 0

    def estimators(self, rows: Rows) -> dict[Kind, tuple[tuple[float, Method], ...]]:
        """Return the methods of each kind with their settings, for data sets such as these rows.

        Raises
        ------
        InputError
            If rows of a class, or groups, are too few for a hold-out or for two folds.
        """
        most = _most_folds(self, rows)
        if most < FOLDS[0]:
            self.hold_out(USUAL_SHARE, 1).assign(rows, np.random.default_rng(0))  # its sentence says more
            raise InputError(
                "Each class must have at least {least} groups, one for each fold, where folds are stratified and "
                "groups stay together; one class has {count}. Draw more rows, make groups smaller, or deal the rows "
                "without looking at classes.",
                least=FOLDS[0],
                count=most,
            )
        folds = tuple((float(k), self.folds(k)) for k in FOLDS if k <= most)
        found: dict[Kind, tuple[tuple[float, Method], ...]] = {
            "training": ((0.0, TrainingError()),),
            "holdout": tuple((share, self.hold_out(share, 1)) for share in SHARES),
            "repeated": ((USUAL_SHARE, self.hold_out(USUAL_SHARE, REPEATED)),),
            "kfold": folds,
            "loo": ((0.0, LeaveOneOut(self.grouped)),),
            "oob": ((0.0, Bootstrap(self.rounds, "out-of-bag")),),
            "632": ((0.0, Bootstrap(self.rounds, ".632")),),
            "632plus": ((0.0, Bootstrap(self.rounds, ".632+")),),
        }
        return found

    def hold_out(self, share: float, repeats: int) -> HoldOut:
        """Return a hold-out of this share."""
        return HoldOut(share, repeats, stratified=self.stratified and not self.grouped, grouped=self.grouped)

    def folds(self, k: int) -> KFold:
        """Return k-fold cross validation."""
        return KFold(k, self.repeats, stratified=self.stratified, grouped=self.grouped)


def _most_folds(plan: Plan, rows: Rows) -> int:
    """Return how many folds rows can be dealt into."""
    sizes = [rows.n]
    if plan.stratified:
        sizes.append(int(rows.class_counts.min()))
    if plan.grouped:
        sizes.append(len(set(() if rows.groups is None else rows.groups.tolist())))
    if plan.grouped and plan.stratified:
        # Groups of a class, all of one size: a fold without one of them would lack the class.
        sizes.append(int(rows.class_counts.min()) // plan.problem.group_size)
    return min(sizes)
