"""The leak hunt: what one lets one read, what the same done inside the folds says, and the truth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import pandas as pd

from evalcore.resampling import LEAKS, PIPELINES, LeakHunt, Pipeline, PipelineHunt
from evalcore.support.arrays import frozen
from evalcore.views.resampling.tuning import ScoreRow, score_row

USUAL_ROWS: Final = 60


@dataclass(frozen=True, eq=False, kw_only=True)
class LeakView:
    """What the figure shows of one leak, and how much each of them flatters."""

    found: LeakHunt
    leaking: ScoreRow
    clean: ScoreRow
    true: ScoreRow
    flattery: dict[str, ScoreRow]

    @property
    def n_sets(self) -> int:
        """Data sets done."""
        return len(self.found.true)

    @property
    def is_partial(self) -> bool:
        """Whether fewer data sets are done than were asked for."""
        return self.n_sets < self.found.n_sets

    @property
    def known(self) -> tuple[str, ...]:
        """Leaks that are beside each other, in their order."""
        return tuple(self.flattery)

    @property
    def missing(self) -> tuple[str, ...]:
        """Leaks of which nothing is known of as many rows."""
        return tuple(leak for leak in LEAKS if leak not in self.flattery)

    @property
    def gap(self) -> ScoreRow:
        """How much lower than the true error the leaking estimate is."""
        return score_row(self.found.true - self.found.leaking)

    @property
    def clean_gap(self) -> ScoreRow:
        """The same of the estimate without the leak."""
        return score_row(self.found.true - self.found.clean)


def leak_view(
    found: LeakHunt, frame: pd.DataFrame, *, n: int = USUAL_ROWS, trained: Sequence[LeakHunt] = ()
) -> LeakView:
    """Return what the figure shows of a leak, beside others of as many rows.

    These are the ones that were trained, and those that come with the app, all of `USUAL_ROWS` rows.
    """
    others = {leak: kept_leak(frame, leak, n, None) for leak in LEAKS}
    return _view(found, others | {one.leak: one for one in (*trained, found)})


def _view(found: LeakHunt, runs: Mapping[str, LeakHunt | None]) -> LeakView:
    return LeakView(
        found=found,
        leaking=score_row(found.leaking),
        clean=score_row(found.clean),
        true=score_row(found.true),
        flattery={leak: score_row(run.true - run.leaking) for leak, run in runs.items() if run is not None},
    )


def pipeline_view(hunt: PipelineHunt, pipeline: Pipeline, tried: Sequence[Pipeline]) -> LeakView:
    """Return what the figure shows of one combination of steps, beside those that were tried before."""
    return _view(hunt.of(pipeline), {one.name: hunt.of(one) for one in tried})


def kept_pipelines(frame: pd.DataFrame, n: int, n_sets: int) -> PipelineHunt | None:
    """Return the first data sets of all combinations from those that come with the app; None where some are missing."""
    kept = [kept_leak(frame, pipeline.name, n, n_sets) for pipeline in PIPELINES]
    found = [one for one in kept if one is not None]
    if len(found) < len(PIPELINES):
        return None
    estimates = frozen(np.column_stack([one.leaking for one in found]))
    return PipelineHunt(estimates=estimates, true=found[0].true, n_sets=found[0].n_sets)


def kept_leak(frame: pd.DataFrame, leak: str, n: int, n_sets: int | None) -> LeakHunt | None:
    """Return the first data sets of a leak from those that come with the app; None where they are not all there."""
    mine = frame[frame["leak"] == leak].iloc[:n_sets]
    if n != USUAL_ROWS or (n_sets is not None and len(mine) < n_sets):
        return None
    columns = {name: frozen(mine[name].to_numpy(dtype=np.float64)) for name in ("leaking", "clean", "true")}
    return LeakHunt(leak=leak, **columns, n_sets=len(mine))


def after(leak: str) -> str:
    """Return the leak that comes next; after the last the first."""
    return LEAKS[(LEAKS.index(leak) + 1) % len(LEAKS)]
