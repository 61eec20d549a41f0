"""Tuning the threshold on the test set: its F1 there beside what the same threshold is worth on fresh data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import pandas as pd

from evalcore.counts import threshold_counts
from evalcore.resampling import TwoNormals, WinnersWorth, threshold_worth
from evalcore.resampling.winners import fresh_f1
from evalcore.support.arrays import FloatArray, frozen
from evalcore.views.resampling.tuning import ScoreRow, score_row

SEPARATION, PREVALENCE = 1.0, 0.3


@dataclass(frozen=True, eq=False, kw_only=True)
class ThresholdView:
    """What the figure shows: every threshold on one test set, and the best one's F1 over many.

    Parameters
    ----------
    settings : tuple of float
        The scores of the test set, ascending: each is a threshold.
    own, true : (settings,) float64
        F1 on the test set, and on infinitely many new rows.
    found : WinnersWorth
        Of the best threshold of many test sets, the first of which is drawn.
    """

    settings: tuple[float, ...]
    own: FloatArray
    true: FloatArray
    found: WinnersWorth

    @property
    def lines(self) -> Mapping[str, FloatArray]:
        """What is drawn against the threshold, (settings,) each."""
        return {"validation": self.own, "fresh": self.true}

    @property
    def best(self) -> int:
        """Place of the threshold with the largest F1; of equal ones the highest."""
        return len(self.own) - 1 - int(np.argmax(self.own[::-1]))

    @property
    def worst(self) -> float:
        """Largest F1 that is drawn."""
        return float(max(self.own.max(), self.true.max()))

    @property
    def rows(self) -> Mapping[str, ScoreRow]:
        """The scores that are drawn, from above down."""
        return {"naive": score_row(self.found.naive), "fresh": score_row(self.found.fresh)}

    @property
    def gap(self) -> ScoreRow:
        """F1 on the test set minus F1 on fresh data, of the chosen thresholds."""
        return score_row(self.found.naive - self.found.fresh)

    def nearest(self, setting: float | None) -> int:
        """Return the place of the threshold closest to this one; without one that of the winner."""
        return self.best if setting is None else int(np.argmin(np.abs(np.array(self.settings) - setting)))

    def to_frame(self) -> pd.DataFrame:
        """Return a row a threshold: F1 on the test set and on fresh data."""
        return pd.DataFrame({"threshold": self.settings, "f1": self.own, "fresh_f1": self.true})


def threshold_view(*, n: int, n_sets: int, seed: int) -> ThresholdView:
    """Return every threshold of the first of many test sets, and the best one's F1 over all.

    Raises
    ------
    InputError
        If a number is too small.
    """
    found = threshold_worth(
        n=n, n_sets=n_sets, separation=SEPARATION, prevalence=PREVALENCE, rng=np.random.default_rng(seed)
    )
    problem = TwoNormals(separation=SEPARATION, features=1, positive_share=PREVALENCE)
    rows = problem.draw(n, np.random.default_rng(seed))
    counts = threshold_counts(rows.y == 1, rows.x[:, 0])
    threshold = counts.threshold[:0:-1]
    own = (2 * counts.tp / (2 * counts.tp + counts.fp + counts.fn))[:0:-1]
    return ThresholdView(
        settings=tuple(threshold.tolist()),
        own=frozen(own.copy()),
        true=frozen(fresh_f1(threshold, separation=SEPARATION, prevalence=PREVALENCE)),
        found=found,
    )
