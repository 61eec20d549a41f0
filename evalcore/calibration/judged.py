"""What is a recalibration worth on rows that it was not fitted on?"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd

from evalcore.calibration._logistic import groups
from evalcore.calibration.line import CalibrationLine, calibration_line
from evalcore.calibration.loss_parts import Losses, losses, mean_difference, row_losses
from evalcore.calibration.recalibration import ON_LOG_ODDS, Method, Recalibration, recalibrate
from evalcore.counts import ThresholdCounts, threshold_counts
from evalcore.counts.reasons import no_probabilities
from evalcore.curves import roc_curve
from evalcore.errors import InputError, Message
from evalcore.intervals import Estimate
from evalcore.support.checks import check_level
from evalcore.support.results import Result


@dataclass(frozen=True, eq=False)
class Judged(Result):
    """How well do scores, read as probabilities, do on some rows?

    Parameters
    ----------
    counts : ThresholdCounts
        Of these rows by these scores: whatever is read off counts can be read of both sides.
    line : CalibrationLine
    losses : Losses
    auc : float in [0, 1]
    """

    counts: ThresholdCounts
    line: CalibrationLine
    losses: Losses
    auc: float


@dataclass(frozen=True, eq=False)
class Recalibrated(Result):
    """What does a recalibration that was fitted on other rows do to the scores of these?

    Parameters
    ----------
    recalibration : Recalibration
        As fitted on the other rows.
    before, after : Judged or None
        The rows that judge, by their scores as they were and recalibrated; None where there is no recalibration.
    brier, log_loss : Estimate
        After less before, of the same rows: below 0 it helps. nan where the scores before are no probabilities.
    reason : Message or None
        Why there is no recalibration.
    """

    recalibration: Recalibration
    before: Judged | None
    after: Judged | None
    brier: Estimate
    log_loss: Estimate
    reason: Message | None = None

    def to_frame(self) -> pd.DataFrame:
        """Return a row for before and after: intercept, slope, both losses, AUC."""
        sides = {"before": self.before, "after": self.after}
        return pd.DataFrame(
            [
                {
                    "in_the_large": of.line.in_the_large.value,
                    "slope": of.line.slope.value,
                    "brier": of.losses.brier.value.value,
                    "log_loss": of.losses.log_loss.value.value,
                    "auc": of.auc,
                }
                for of in sides.values()
                if of is not None
            ],
            index=[name for name, of in sides.items() if of is not None],
        )


def recalibrated(
    fitted_on: ThresholdCounts,
    judged_on: ThresholdCounts,
    method: Method = "logistic",
    *,
    nearest: float | None = None,
    confidence_level: float = 0.95,
) -> Recalibrated:
    """What is a recalibration that is fitted on some rows worth on others?

    Parameters
    ----------
    fitted_on, judged_on : ThresholdCounts
        Of the same score; no row, and no case, may be on both sides.
    method, nearest
        As for `recalibrate`.
    confidence_level : float in (0, 1)

    Returns
    -------
    Recalibrated

    Raises
    ------
    InputError
        Where both sides are the same rows: a recalibration always fits its own.

    Notes
    -----
    Nothing is fitted on the rows that judge. The change of a loss is a mean over these of what each row loses more; its
    interval is that of the losses themselves (`losses`), and narrower than theirs, since what a row is, it is on both
    sides. That the rows it was fitted on might have been others is not in it. *Undefined when* `recalibrate` is; the
    change also where the scores before are no probabilities.

    Examples
    --------
    >>> first = ThresholdCounts.from_grouped([0.9, 0.5, 0.1], [30, 20, 15], [10, 20, 45])
    >>> other = ThresholdCounts.from_grouped([0.9, 0.5, 0.1], [60, 45, 30], [20, 40, 80])
    >>> found = recalibrated(first, other)
    >>> f"{found.brier.low:.4f} < {found.brier.value:.4f} < {found.brier.high:.4f}"
    '-0.0324 < -0.0183 < -0.0059'
    """
    check_level(confidence_level)
    if fitted_on.is_same(judged_on):
        raise InputError(
            "The rows that judge a recalibration must be others than those it is fitted on; got the same twice. Choose "
            "another part of the rows."
        )
    found = recalibrate(fitted_on, method, nearest=nearest)
    none = Estimate(math.nan, confidence_level=confidence_level, reason=found.reason)
    if method in ON_LOG_ODDS and found.reason is None and (outside := no_probabilities(judged_on)) is not None:
        return Recalibrated(found, None, None, *(_without(outside, confidence_level),) * 2, outside)
    if found.reason is not None:
        return Recalibrated(found, None, None, none, none, found.reason)
    after = _applied(found, judged_on)
    changes = (none, none)
    if (outside := no_probabilities(judged_on)) is not None:
        changes = (_without(outside, confidence_level),) * 2
    elif len(judged_on) > 1:
        score, _, _ = groups(judged_on)
        old, new = row_losses(score), row_losses(found.apply(score))
        changes = tuple(  # type: ignore[assignment]  # two
            mean_difference(judged_on, _less(new[name], old[name]), confidence_level=confidence_level)
            for name in ("brier", "log_loss")
        )
    sides = [_judged(of, nearest, confidence_level) for of in (judged_on, after)]
    return Recalibrated(found, sides[0], sides[1], *changes)


def _less(new: tuple[np.ndarray, np.ndarray], old: tuple[np.ndarray, np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    """Return what a positive and a negative row lose more; nothing where both are infinite."""
    with np.errstate(invalid="ignore"):
        return tuple(np.where(a == b, 0.0, a - b) for a, b in zip(new, old, strict=True))  # type: ignore[return-value]


def _without(reason: Message, level: float) -> Estimate:
    return Estimate(math.nan, confidence_level=level, reason=reason)


def _judged(counts: ThresholdCounts, nearest: float | None, level: float) -> Judged:
    """Return how well the scores do."""
    line = calibration_line(counts, nearest=nearest, confidence_level=level)
    return Judged(counts, line, losses(counts, confidence_level=level), roc_curve(counts).auc)


def _applied(found: Recalibration, counts: ThresholdCounts) -> ThresholdCounts:
    """Return the same rows with their new scores."""
    if counts.rows is not None:
        rows = counts.rows
        return threshold_counts(rows.truth, found.apply(rows.score), case=rows.cases)
    if len(counts) == 1:
        return counts
    score = found.apply(counts.threshold[1:])
    applied = ThresholdCounts.from_grouped(score, np.diff(counts.tp), np.diff(counts.fp))
    return replace(applied, cases_elsewhere=counts.cases_elsewhere)
