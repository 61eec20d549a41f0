"""Tuning on rows of one's own: the curve, the winner's own score and the nested one; fresh rows there are none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from evalcore.resampling import TunedTable
from evalcore.resampling.results import mean_known
from evalcore.support.arrays import FloatArray
from evalcore.views.resampling.tuning import ScoreRow, score_row


@dataclass(frozen=True, eq=False, kw_only=True)
class TableTuningView:
    """What the figure shows of tuning on given rows."""

    found: TunedTable

    @property
    def settings(self) -> tuple[float, ...]:
        """All settings."""
        return self.found.settings

    @property
    def lines(self) -> Mapping[str, FloatArray]:
        """What is drawn against the setting, (settings,) each."""
        training = np.array([mean_known(one) for one in self.found.training_errors])
        return {"validation": self.found.errors, "training": training}

    @property
    def best(self) -> int:
        """Place of the setting that wins."""
        return self.found.best

    @property
    def worst(self) -> float:
        """Largest error that is drawn."""
        return float(max(np.nanmax(line) for line in self.lines.values()))

    @property
    def rows(self) -> Mapping[str, ScoreRow]:
        """The winner's folds and the outer rounds: the scores that are drawn, from above down."""
        winner = self.found.round_errors[self.best]
        return {
            "naive": _rounds(winner, self.found.naive_error),
            "nested": _rounds(self.found.outer_errors, self.found.error),
        }

    @property
    def is_partial(self) -> bool:
        """Whether fewer outer rounds are done than were asked for."""
        return self.found.progress < 1

    def nearest(self, setting: float | None) -> int:
        """Return the place of the setting closest to this one; without one that of the winner."""
        return self.best if setting is None else int(np.argmin(np.abs(np.array(self.settings) - setting)))


def _rounds(errors: FloatArray, mean: float) -> ScoreRow:
    """Return a row of the rounds that judged a row."""
    return replace(score_row(errors[~np.isnan(errors)]), mean=mean)
